"""From the meaning of a TOML text to a game, with a remark on everything that is wrong on the way.

A *fatal* remark stops every command (a value of the wrong type, a rule that cannot be); any other
only deserves a look (an unknown key, an unknown player).
"""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from scorekeeper.cards import parse_groups
from scorekeeper.codec.reader import Remark, T, TableReader
from scorekeeper.codec.text import KeyPath
from scorekeeper.errors import quoted
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hands import hand_text
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.written import MOST_PLAYERS, Player, Round
from scorekeeper.rules.rule_change import RuleChange, with_changes
from scorekeeper.rules.rule_set import FEW_GAMES_KEYS, KEYS, ROUND_KEYS, RuleSet
from scorekeeper.rules.rule_values import MOST_ROUNDS, Called
from scorekeeper.rules.spelling import filled

MOST_SOUND = 100
"""Rules that are remembered; a folder's ledgers have a few."""

SCHEMA = 2
"""The number of the newest layout that is read.

A ledger has the lowest that reads it right: 1 knows neither ``[[changes]]`` nor ``playoff``, and
nothing of what is written in a few games only.
"""

_GAME_KEYS = ("title", "date", "dealer", "finished", "put_away", "next_dealer")
_NEWER_GAME_KEYS = (*_GAME_KEYS, "playoff", "next_wild", "next_upcard")

_NEWER_ROUND_KEYS = tuple(key for key in Round._fields if key != "called")
_ROUND_KEYS = _NEWER_ROUND_KEYS[: _NEWER_ROUND_KEYS.index("dead")]


def decode(document: dict[str, Any]) -> tuple[Game | None, list[Remark]]:
    """The game that a document means, and what there is to say of it.

    The game is None where a remark is fatal.
    """
    reader = TableReader()
    schema = document.get("schema")
    # By its type: true is an int as well.
    if type(schema) is not int or not isinstance(document.get("game"), dict):
        problem = "this is no ledger: it has no schema = 1 and [game]"
        reader.say("schema", ("schema",), problem, "start a game with sk new", fatal=True)
        return None, reader.remarks
    if not 1 <= schema <= SCHEMA:
        problem = f"the ledger has schema {quoted(str(schema)[:30])}, this program knows {SCHEMA}"
        remedy = "get a newer scorekeeper" if schema > SCHEMA else "write schema = 1"
        reader.say("schema", ("schema",), problem, remedy, fatal=True)
        return None, reader.remarks
    game = _game(reader, document, newer=schema > 1)
    return (None if any(remark.fatal for remark in reader.remarks) else game), reader.remarks


def remarks_on_rules(document: dict[str, Any]) -> list[Remark]:
    """What there is to say of a file that holds a game's rules and no evening."""
    reader = TableReader(unknown="take it out")  # such a file is only read, and must be sound
    reader.table((), document, ("title", "base", "words", "rules"))
    for key in ("title", "base"):
        _get(document, key, (), reader.text)
    _words(reader, ("words",), document.get("words", {}))
    _values(reader, document.get("rules", {}), newer=True)
    return reader.remarks


def _game(reader: TableReader, document: dict[str, Any], *, newer: bool) -> Game:
    """The game in the tables of a document; those of schema 1 have no ``newer`` keys."""
    reader.table((), document, ("schema", "game", "players", "rules", "rounds", "changes"))
    if not newer and document.get("changes", []) != []:
        problem = "schema = 1 knows no [[changes]], and they do not count"
        reader.say("key", ("changes",), problem, "write schema = 2, or take them out")
    players = _players(reader, document.get("players", []), newer=newer)
    rules = _rules(reader, document.get("rules", {}), newer=newer)
    reader.ranks = rules.ranks
    blocks = reader.tables(("rounds",), document.get("rounds", []), MOST_ROUNDS)
    rounds = tuple(
        _round(reader, ("rounds", i), block, newer=newer) for i, block in enumerate(blocks)
    )
    known = _NEWER_GAME_KEYS if newer else _GAME_KEYS
    facts = reader.table(("game",), document["game"], known)
    told = facts if newer else {}
    if "date" not in facts:
        reader.say("value", ("game",), "the game has no date", "add date = 2026-03-12")
    if not players:
        problem, remedy = "the game has no players", 'add [[players]] with name = "Ann"'
        reader.say("value", ("players",), problem, remedy, fatal=True)
    return Game(
        date=_get(facts, "date", ("game",), reader.day) or date.min,
        title=_get(facts, "title", ("game",), reader.text) or rules.title,
        players=players,
        rules=rules,
        rounds=rounds,
        dealer=_get(facts, "dealer", ("game",), reader.player),
        finished=_get(facts, "finished", ("game",), reader.day),
        put_away=bool(_get(facts, "put_away", ("game",), reader.yes)),
        next_dealer=_get(facts, "next_dealer", ("game",), reader.player),
        changes=_changes(reader, document.get("changes", []), rules) if newer else (),
        playoff=bool(_get(told, "playoff", ("game",), reader.yes)),
        next_wild=_get(told, "next_wild", ("game",), reader.rank),
        next_upcard=_get(told, "next_upcard", ("game",), reader.card),
    )


def _get(
    facts: dict[str, Any], key: str, path: KeyPath, read: Callable[[KeyPath, Any], T | None]
) -> T | None:
    return read((*path, key), facts[key]) if key in facts else None


def _players(reader: TableReader, value: Any, *, newer: bool) -> tuple[Player, ...]:
    players: list[Player] = []
    known = Player._fields if newer else Player._fields[:-1]
    for i, player in enumerate(reader.tables(("players",), value, MOST_PLAYERS)):
        path: KeyPath = ("players", i)
        facts = reader.table(path, player, known)
        if "name" not in facts:
            reader.say("value", path, "a player has no name", 'add name = "Ann"', fatal=True)
            continue
        name = reader.text((*path, "name"), facts["name"])
        if name is None:
            continue
        if not name.strip():
            reader.wrong((*path, "name"), name, 'a name like "Ann"')
        same = [other for other in reader.names if folded(other) == folded(name)]
        if same:
            # Whoever types the one would mean the other.
            problem = f"{quoted(same[0])} and {quoted(name)} are the same name at the table"
            reader.say("player", (*path, "name"), problem, "give one another name", fatal=True)
        reader.names.append(name)
        players.append(
            Player(
                name=name,
                joined=_round_number(reader, facts, "joined", path, 1) or 1,
                start=_get(facts, "start", path, reader.number),
                left=_round_number(reader, facts, "left", path, 0),
                rejoined=_get(facts if newer else {}, "rejoined", path, reader.numbers) or (),
            )
        )
    return tuple(players)


def _round_number(
    reader: TableReader, facts: dict[str, Any], key: str, path: KeyPath, least: int
) -> int | None:
    """The round in ``key``; what is below ``least`` is remarked on, and ``least`` then."""
    number = _get(facts, key, path, reader.number)
    if number is None or number >= least:
        return number
    problem = f"{key} cannot be {number}: rounds are counted from 1"
    remedy = "give the number of a round, or take the line out"
    reader.say("value", (*path, key), problem, remedy)
    return least


_SOUND: dict[tuple[bool, str], RuleSet] = {}
"""Rules that were read without a remark, by their table as Python writes it."""


def _rules(reader: TableReader, value: Any, *, newer: bool) -> RuleSet:
    """The rules in a table; the same object where an equal table was read before.

    The ledgers of a folder are mostly of one game, and to judge its rules, and what follows from
    them, takes longer than all the rounds of an evening.
    """
    try:
        written = repr(value)
    except (ValueError, RecursionError):
        written = ""  # a number or a depth that no rules have
    if (newer, written) in _SOUND:
        return _SOUND[newer, written]
    seen, rules = len(reader.remarks), RuleSet()
    table, good = _values(reader, value, newer=newer)
    if len(good) == len(table):
        rules = reader.made(("rules", "rounds"), lambda: RuleSet(**good)) or rules
    if written and len(reader.remarks) == seen and len(_SOUND) < MOST_SOUND:
        _SOUND[newer, written] = rules
    return rules


def _values(
    reader: TableReader, value: Any, *, newer: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The known keys of a table of rules, and those whose values can be."""
    keys = KEYS if newer else KEYS.keys() - FEW_GAMES_KEYS.keys()
    known = (*keys, "game", "title", "words")
    table = reader.table(("rules",), value, known)
    good: dict[str, Any] = {}
    for key, setting in table.items():
        if key in ("game", "title"):
            good[key] = reader.text(("rules", key), setting) or ""
        elif key == "words":
            good[key] = _words(reader, ("rules", key), setting)
        elif key in keys:
            good |= _settings(reader, ("rules",), {key: setting})
    return {key: setting for key, setting in table.items() if key in known}, good


def _changes(reader: TableReader, value: Any, rules: RuleSet) -> tuple[RuleChange, ...]:
    """What a table agreed on during the evening, each block with its round and its good values."""
    found: list[RuleChange] = []
    for i, block in enumerate(reader.tables(("changes",), value, MOST_ROUNDS)):
        path: KeyPath = ("changes", i)
        for key in block if isinstance(block, dict) else ():
            if key in KEYS and key not in ROUND_KEYS:
                problem = f"{key} holds for the whole game, and cannot change in a round"
                reader.say("value", (*path, key), problem, "write it below [rules]", fatal=True)
        table = reader.table(path, block, ("from", *KEYS))
        if "from" not in table:
            problem, remedy = "a change of the rules has no round", "add from = 5"
            reader.say("value", path, problem, remedy, fatal=True)
        values = _settings(reader, path, {key: table[key] for key in ROUND_KEYS if key in table})
        since = _round_number(reader, table, "from", path, 1) or 1
        last = rules.last_round
        if last and since > last:
            problem = f"a rule holds from round {since} on, and the game has {last} rounds"
            remedy = f"give a round from 1 to {last}, or take it out"
            reader.say("rounds", (*path, "from"), problem, remedy)
        if any(since == change.since for change in found):
            problem = f"two changes of the rules are from round {since} on"
            reader.say("value", (*path, "from"), problem, "write what they say into one of them")
        found.append(RuleChange(since, tuple(values.items())))
        in_order = tuple(sorted(found, key=lambda change: change.since))
        reader.made(path, partial(with_changes, rules, in_order))
    return tuple(found)


def _settings(reader: TableReader, path: KeyPath, table: dict[str, Any]) -> dict[str, Any]:
    """The values of rule keys, in their one form; those that cannot be are left out."""
    parsed = {
        key: reader.made((*path, key), partial(KEYS[key].metadata["read"], key, setting))
        for key, setting in table.items()
    }
    return filled(**parsed)


def _words(reader: TableReader, path: KeyPath, value: Any) -> tuple[tuple[str, str], ...]:
    """A table of a game's own words for what the program says."""
    words = reader.table(path, value, None).items()
    return tuple((word, reader.text((*path, word), text) or word) for word, text in words)


def _round(reader: TableReader, path: KeyPath, value: Any, *, newer: bool) -> Round:
    facts = reader.table(path, value, _NEWER_ROUND_KEYS if newer else _ROUND_KEYS)
    told = facts if newer else {}

    def by_player(key: str, read: Callable[[KeyPath, Any], T | None]) -> dict[str, T]:
        """A table with a value for each player; those of strangers are left out."""
        found = {}
        for who, square in reader.table((*path, key), facts.get(key, {}), None).items():
            here = (*path, key, who)
            name, content = reader.known(here, who), read(here, square)
            if name is not None and content is not None:
                found[name] = content
        return found

    def hand(here: KeyPath, written: Any) -> str | None:
        text = reader.text(here, written)
        return text and reader.made(here, lambda: hand_text(parse_groups(text)))

    def points(here: KeyPath, written: Any) -> int | None:
        return 0 if newer and isinstance(written, str) else reader.number(here, written)

    def called(here: KeyPath, written: Any) -> Called | None:
        return reader.called(here, written) if isinstance(written, str) else None

    words: dict[str, Called] = by_player("scores", called) if newer else {}
    scores = by_player("scores", points)
    misdeal = _get(facts, "misdeal", path, reader.text)
    is_dead = bool(_get(told, "dead", path, reader.yes))
    return Round(
        scores={name: score for name, score in scores.items() if name not in words},
        called=words,
        hands=by_player("hands", hand),
        totals=by_player("totals", reader.number),
        adjust=by_player("adjust", reader.number),
        out=_get(facts, "out", path, reader.players) or (),
        absent=_get(facts, "absent", path, reader.players) or (),
        dealer=_get(facts, "dealer", path, reader.player),
        note=_get(facts, "note", path, reader.text),
        misdeal="" if is_dead and misdeal is None else misdeal,
        bonus=bool(_get(facts, "bonus", path, reader.yes)),
        dead=is_dead,
        how=_get(told, "how", path, reader.ending),
        wild=_get(told, "wild", path, reader.rank),
        knock=_get(told, "knock", path, reader.number),
        double=bool(_get(told, "double", path, reader.yes)),
    )
