"""From the meaning of a TOML text to a game, with a remark on everything that is wrong on the way.

A *fatal* remark stops every command (a value of the wrong type, a rule that cannot be); any other
only deserves a look (an unknown key, an unknown player).
"""

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from scorekeeper.cards import parse_groups
from scorekeeper.codec.reader import Reader, Remark
from scorekeeper.codec.text import KeyPath
from scorekeeper.errors import ScorekeeperError, nearest, printable, quoted
from scorekeeper.ledger.game import MOST_PLAYERS, MOST_ROUNDS, Game, Player, Round, hand_text
from scorekeeper.ledger.people import folded
from scorekeeper.rules.rule_set import KEYS, RuleSet

T = TypeVar("T")

MOST_SOUND = 100
"""Rules that are remembered; a folder's ledgers have a few."""

SCHEMA = 1
"""The number of the layout that this program writes, and the newest that it reads."""


_GAME_KEYS = dict.fromkeys(("title", "date", "dealer", "finished", "put_away", "next_dealer"))
_PLAYER_KEYS = dict.fromkeys(("name", "joined", "start", "left"))
_ROUND_KEYS = dict.fromkeys(
    ("out", "note", "dealer", "absent", "misdeal", "bonus", "scores", "hands", "totals", "adjust")
)
_TOP_KEYS = dict.fromkeys(("schema", "game", "players", "rules", "rounds"))


def decode(document: dict[str, Any]) -> tuple[Game | None, list[Remark]]:
    """The game that a document means, and what there is to say of it.

    The game is None where a remark is fatal.
    """
    reader = Reader()
    schema = document.get("schema")
    if (
        isinstance(schema, bool)
        or not isinstance(schema, int)
        or not isinstance(document.get("game"), dict)
    ):
        problem = "this is no ledger: it has no schema = 1 and [game]"
        reader.say("schema", ("schema",), problem, "start a game with sk new", fatal=True)
        return None, reader.remarks
    if not 1 <= schema <= SCHEMA:
        problem = f"the ledger has schema {quoted(str(schema)[:30])}, this program knows {SCHEMA}"
        remedy = "get a newer scorekeeper" if schema > SCHEMA else f"write schema = {SCHEMA}"
        reader.say("schema", ("schema",), problem, remedy, fatal=True)
        return None, reader.remarks
    reader.table((), document, _TOP_KEYS)
    players = _players(reader, document.get("players", []))
    rules = _rules(reader, document.get("rules", {}))
    names = [player.name for player in players]
    blocks = reader.tables(("rounds",), document.get("rounds", []), MOST_ROUNDS)
    rounds = tuple(_round(reader, ("rounds", i), one, names) for i, one in enumerate(blocks))
    facts = reader.table(("game",), document["game"], _GAME_KEYS)
    game = _game(reader, facts, players, rules, rounds)
    return (None if any(one.fatal for one in reader.remarks) else game), reader.remarks


def remarks_on_rules(document: dict[str, Any]) -> list[Remark]:
    """What there is to say of a file that holds a game's rules and no evening."""
    reader = Reader(unknown="take it out")  # such a file is only read, and must be sound
    reader.table((), document, dict.fromkeys(("title", "base", "words", "rules")))
    for key in ("title", "base"):
        _get(document, key, (), reader.text)
    words = reader.table(("words",), document.get("words", {}), None)
    for word, text in words.items():
        reader.text(("words", word), text)
    _values(reader, document.get("rules", {}))
    return reader.remarks


def _game(
    reader: Reader,
    facts: dict[str, Any],
    players: tuple[Player, ...],
    rules: RuleSet,
    rounds: tuple[Round, ...],
) -> Game:
    names = [player.name for player in players]
    if "date" not in facts:
        reader.say("value", ("game",), "the game has no date", "add date = 2026-03-12")
    if not names:
        problem, remedy = "the game has no players", 'add [[players]] with name = "Ann"'
        reader.say("value", ("players",), problem, remedy, fatal=True)
    day = reader.day(("game", "date"), facts["date"]) if "date" in facts else None
    return Game(
        title=_get(facts, "title", ("game",), reader.text) or rules.title,
        date=day or date.min,
        players=players,
        rules=rules,
        rounds=rounds,
        dealer=_somebody(reader, ("game", "dealer"), facts.get("dealer"), names),
        finished=_get(facts, "finished", ("game",), reader.day),
        put_away=bool(_get(facts, "put_away", ("game",), reader.yes)),
        next_dealer=_somebody(reader, ("game", "next_dealer"), facts.get("next_dealer"), names),
    )


def _get(
    facts: dict[str, Any], key: str, path: KeyPath, read: Callable[[KeyPath, Any], T | None]
) -> T | None:
    return read((*path, key), facts[key]) if key in facts else None


def _players(reader: Reader, value: Any) -> tuple[Player, ...]:
    players: list[Player] = []
    for i, one in enumerate(reader.tables(("players",), value, MOST_PLAYERS)):
        path: KeyPath = ("players", i)
        facts = reader.table(path, one, _PLAYER_KEYS)
        if "name" not in facts:
            reader.say("value", path, "a player has no name", 'add name = "Ann"', fatal=True)
            continue
        name = reader.text((*path, "name"), facts["name"])
        if name is None:
            continue
        if not name.strip():
            reader.wrong((*path, "name"), name, 'a name like "Ann"')
        same = [other.name for other in players if folded(other.name) == folded(name)]
        if same:
            # Whoever types the one would mean the other.
            problem = f"{quoted(same[0])} and {quoted(name)} are the same name at the table"
            reader.say("player", (*path, "name"), problem, "give one another name", fatal=True)
        players.append(
            Player(
                name=name,
                joined=_round_number(reader, facts, "joined", path, 1) or 1,
                start=_get(facts, "start", path, reader.number),
                left=_round_number(reader, facts, "left", path, 0),
            )
        )
    return tuple(players)


def _round_number(
    reader: Reader, facts: dict[str, Any], key: str, path: KeyPath, least: int
) -> int | None:
    """The round in ``key``; what is below ``least`` is remarked on, and ``least`` then."""
    number = _get(facts, key, path, reader.number)
    if number is None or number >= least:
        return number
    problem = f"{key} cannot be {number}: rounds are counted from 1"
    remedy = "give the number of a round, or take the line out"
    reader.say("value", (*path, key), problem, remedy)
    return least


_SOUND: dict[str, RuleSet] = {}
"""Rules that were read without a remark, by their table as Python writes it."""


def _rules(reader: Reader, value: Any) -> RuleSet:
    """The rules in a table; the same object where an equal table was read before.

    The ledgers of a folder are mostly of one game, and to judge its rules, and what follows from
    them, takes longer than all the rounds of an evening.
    """
    try:
        written = repr(value)
    except (ValueError, RecursionError):  # a number or a depth that no rules have
        return _new_rules(reader, value)
    if written not in _SOUND:
        seen = len(reader.remarks)
        rules = _new_rules(reader, value)
        if len(reader.remarks) > seen or len(_SOUND) >= MOST_SOUND:
            return rules
        _SOUND[written] = rules
    return _SOUND[written]


def _new_rules(reader: Reader, value: Any) -> RuleSet:
    table, good = _values(reader, value)
    if len(good) < len(table):
        return RuleSet()
    try:
        return RuleSet(**good)
    except ScorekeeperError as error:
        reader.say("value", ("rules", "rounds"), error.problem, error.remedy, fatal=True)
        return RuleSet()


def _values(reader: Reader, value: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The known keys of a table of rules, and those whose values can be."""
    known = {**KEYS, "game": None, "title": None, "words": None}
    table = reader.table(("rules",), value, known)
    good: dict[str, Any] = {}
    for key, one in table.items():
        if key in ("game", "title"):
            good[key] = reader.text(("rules", key), one) or ""
        elif key == "words":
            words = reader.table(("rules", key), one, None)
            pairs = (
                (word, reader.text(("rules", key, word), text)) for word, text in words.items()
            )
            good[key] = tuple((word, text or word) for word, text in pairs)
        elif key in KEYS:
            try:
                KEYS[key].metadata["read"](key, one)
                good[key] = one
            except ScorekeeperError as error:
                reader.say("value", ("rules", key), error.problem, error.remedy, fatal=True)
    return {key: one for key, one in table.items() if key in known}, good


def _round(reader: Reader, path: KeyPath, value: Any, names: list[str]) -> Round:
    facts = reader.table(path, value, _ROUND_KEYS)
    return Round(
        scores=_by_player(reader, path, "scores", facts, names, reader.number),
        hands=_by_player(reader, path, "hands", facts, names, _hand_reader(reader)),
        totals=_by_player(reader, path, "totals", facts, names, reader.number),
        adjust=_by_player(reader, path, "adjust", facts, names, reader.number),
        out=_people(reader, (*path, "out"), facts.get("out"), names),
        absent=_people(reader, (*path, "absent"), facts.get("absent"), names),
        dealer=_somebody(reader, (*path, "dealer"), facts.get("dealer"), names),
        note=_get(facts, "note", path, reader.text),
        misdeal=_get(facts, "misdeal", path, reader.text),
        bonus=bool(_get(facts, "bonus", path, reader.yes)),
    )


def _hand_reader(reader: Reader) -> Callable[[KeyPath, Any], str | None]:
    def read(path: KeyPath, value: Any) -> str | None:
        text = reader.text(path, value)
        if text is None:
            return None
        try:
            return hand_text(parse_groups(text))
        except ScorekeeperError as error:
            reader.say("value", path, error.problem, error.remedy, fatal=True)
            return None

    return read


def _by_player(
    reader: Reader,
    path: KeyPath,
    key: str,
    facts: dict[str, Any],
    names: list[str],
    read: Callable[[KeyPath, Any], T | None],
) -> dict[str, T]:
    """A table with a value for each player; those of strangers are remarked on and left out."""
    if key not in facts:
        return {}
    path = (*path, key)
    found = {}
    for who, value in reader.table(path, facts[key], None).items():
        here = (*path, who)
        name = _known(reader, here, who, names)
        one = read(here, value)
        if name is not None and one is not None:
            found[name] = one
    return found


def _known(reader: Reader, path: KeyPath, name: str, names: list[str]) -> str | None:
    if name in names:
        return name
    close = nearest(name, names)
    remedy = (
        f"did you mean {printable(close)}?"
        if close
        else "take the line out, or write the name as above"
    )
    reader.say("player", path, f"nobody called {quoted(name)} plays in this game", remedy)
    return None


def _somebody(reader: Reader, path: KeyPath, value: Any, names: list[str]) -> str | None:
    name = None if value is None else reader.text(path, value)
    return None if name is None else _known(reader, path, name, names)


def _people(reader: Reader, path: KeyPath, value: Any, names: list[str]) -> tuple[str, ...]:
    """One name, or a list of names."""
    listed = [value] if isinstance(value, str) else value
    if listed is None:
        return ()
    if not isinstance(listed, list):
        reader.wrong(path, value, 'a name like "Ann", or a list of names')
        return ()
    people = [_somebody(reader, path, one, names) for one in listed]
    found = dict.fromkeys(name for name in people if name is not None)
    for name in found:
        if people.count(name) > 1:
            problem = f"{quoted(name)} is named more than once"
            reader.say("player", path, problem, "name everybody once")
    return tuple(found)
