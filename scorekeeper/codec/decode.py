"""From the meaning of a TOML text to a game, with a remark on everything that is wrong on the way.

A *fatal* remark stops every command (a value of the wrong type, a rule that cannot be); any other
only deserves a look (an unknown key, an unknown player).
"""

from functools import partial
from typing import Any, get_args

from scorekeeper.cards import parse_groups
from scorekeeper.codec.reader import Reading, Remark, TableReader
from scorekeeper.codec.text import KeyPath
from scorekeeper.errors import SK, quoted
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.hands import hand_text
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.written import MOST_PLAYERS, Player, Round
from scorekeeper.rules.rule_change import RuleChange, with_changes
from scorekeeper.rules.rule_set import FEW_GAMES_KEYS, KEYS, ROUND_KEYS, RuleSet
from scorekeeper.rules.rule_values import MOST_ROUNDS, Called

MOST_SOUND = 100
"""Rules that are remembered; a folder's ledgers have a few."""

SCHEMA = 2
"""The number of the newest layout that is read.

A ledger has the lowest that reads it right: 1 knows neither ``[[changes]]``, nor ``NEWER_KEYS``,
nor words in place of points.
"""

NEWER_KEYS = frozenset(FEW_GAMES_KEYS).union(
    ("playoff", "next_wild", "next_upcard", "rejoined", "dead", "how", "wild", "knock", "double")
)
"""Keys that schema 1 does not know, wherever they stand."""


def decode(document: dict[str, Any]) -> tuple[Game | None, list[Remark]]:
    """The game that a document means, and what there is to say of it.

    The game is None where a remark is fatal.
    """
    reader = TableReader()
    schema = document.get("schema")
    # By its type: true is an int as well.
    if type(schema) is not int or not isinstance(document.get("game"), dict):
        problem = "this is no ledger: it has no schema = 1 and [game]"
        reader.say("schema", ("schema",), problem, f"start a game with {SK}new", fatal=True)
        return None, reader.remarks
    if not 1 <= schema <= SCHEMA:
        problem = f"the ledger has schema {quoted(str(schema)[:30])}, this program knows {SCHEMA}"
        remedy = "get a newer scorekeeper" if schema > SCHEMA else "write schema = 1"
        reader.say("schema", ("schema",), problem, remedy, fatal=True)
        return None, reader.remarks
    reader.asleep = frozenset() if schema > 1 else NEWER_KEYS
    game = _game(reader, document)
    return (None if any(remark.fatal for remark in reader.remarks) else game), reader.remarks


def remarks_on_rules(document: dict[str, Any]) -> list[Remark]:
    """What there is to say of a file that holds a game's rules and no evening."""
    reader = TableReader(unknown="take it out")  # such a file is only read, and must be sound
    reader.values((), document, _OWN_GAME)
    return reader.remarks


def _game(reader: TableReader, document: dict[str, Any]) -> Game:
    """The game in the tables of a document."""
    reader.table((), document, ("schema", "game", "players", "rules", "rounds", "changes"))
    if reader.asleep and document.get("changes", []) != []:
        problem = "schema = 1 knows no [[changes]], and they do not count"
        reader.say("key", ("changes",), problem, "write schema = 2, or take them out")
    players = _players(reader, document.get("players", []))
    rules = _rules(reader, document.get("rules", {}))
    reader.ranks = rules.ranks
    blocks = reader.tables(("rounds",), document.get("rounds", []), MOST_ROUNDS)
    rounds = tuple(_round(reader, ("rounds", i), block) for i, block in enumerate(blocks))
    facts = reader.values(("game",), document["game"], _GAME)
    if "date" not in document["game"]:
        reader.say("value", ("game",), "the game has no date", "add date = 2026-03-12")
    if not players:
        problem, remedy = "the game has no players", 'add [[players]] with name = "Ann"'
        reader.say("value", ("players",), problem, remedy, fatal=True)
    facts = {"date": None, **facts, "title": facts.get("title") or rules.title}
    changes = () if reader.asleep else _changes(reader, document.get("changes", []), rules)
    return Game(players=players, rules=rules, rounds=rounds, changes=changes, **facts)


def _players(reader: TableReader, value: Any) -> tuple[Player, ...]:
    players: list[Player] = []
    for i, player in enumerate(reader.tables(("players",), value, MOST_PLAYERS)):
        path: KeyPath = ("players", i)
        facts = reader.values(path, player, _PLAYER)
        if "name" not in facts:
            if isinstance(player, dict) and "name" not in player:
                reader.say("value", path, "a player has no name", 'add name = "Ann"', fatal=True)
            continue
        name = facts["name"]
        if not name.strip():
            reader.wrong((*path, "name"), name, 'a name like "Ann"')
        same = [other for other in reader.names if folded(other) == folded(name)]
        if same:
            # Whoever types the one would mean the other.
            problem = f"{quoted(same[0])} and {quoted(name)} are the same name at the table"
            reader.say("player", (*path, "name"), problem, "give one another name", fatal=True)
        reader.names.append(name)
        players.append(Player(**facts))
    return tuple(players)


_SOUND: dict[tuple[frozenset[str], str], RuleSet] = {}
"""Rules that were read without a remark, by their table as Python writes it."""


def _rules(reader: TableReader, value: Any) -> RuleSet:
    """The rules in a table; the same object where an equal table was read before.

    The ledgers of a folder are mostly of one game, and to judge its rules, and what follows from
    them, takes longer than all the rounds of an evening.
    """
    try:
        written = repr(value)
    except (ValueError, RecursionError):
        written = ""  # a number or a depth that no rules have
    if (reader.asleep, written) in _SOUND:
        return _SOUND[reader.asleep, written]
    seen, rules = len(reader.remarks), None
    good = reader.values(("rules",), value, _RULES)
    if not any(remark.fatal for remark in reader.remarks[seen:]):
        rules = reader.made(("rules", "rounds"), lambda: RuleSet(**good))
    rules = rules or RuleSet()
    if written and len(reader.remarks) == seen and len(_SOUND) < MOST_SOUND:
        _SOUND[reader.asleep, written] = rules
    return rules


def _changes(reader: TableReader, value: Any, rules: RuleSet) -> tuple[RuleChange, ...]:
    """What a table agreed on during the evening, each block with its round and its good values."""
    found: list[RuleChange] = []
    for i, block in enumerate(reader.tables(("changes",), value, MOST_ROUNDS)):
        path: KeyPath = ("changes", i)
        values = reader.values(path, block, _CHANGE)
        if isinstance(block, dict) and "from" not in block:
            problem, remedy = "a change of the rules has no round", "add from = 5"
            reader.say("value", path, problem, remedy, fatal=True)
        since, last = values.pop("from", 1), rules.last_round
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


def _round(reader: TableReader, path: KeyPath, value: Any) -> Round:
    facts = reader.values(path, value, _ROUND)
    squares: dict[str, Any] = facts.pop("scores", {})
    called: dict[str, Any] = {name: word for name, word in squares.items() if isinstance(word, str)}
    scores = {name: score for name, score in squares.items() if name not in called}
    if facts.get("dead"):
        facts.setdefault("misdeal", "")
    return Round(scores=scores, called=called, **facts)


# ── how the value of a key is read ───────────────────────────────────────────────────────


def _round_number(reader: TableReader, path: KeyPath, value: Any, least: int = 1) -> int | None:
    """The number of a round; what is below ``least`` is remarked on, and ``least`` then."""
    number = reader.number(path, value)
    if number is None or number >= least:
        return number
    problem = f"{path[-1]} cannot be {number}: rounds are counted from 1"
    remedy = "give the number of a round, or take the line out"
    reader.say("value", path, problem, remedy)
    return least


def _rule(reader: TableReader, path: KeyPath, value: Any) -> Any:
    """The value of a rule in its one form."""
    key = str(path[-1])
    return reader.made(path, lambda: KEYS[key].metadata["read"](key, value))


def _rule_of_a_whole_game(reader: TableReader, path: KeyPath, _: Any) -> None:
    problem = f"{path[-1]} holds for the whole game, and cannot change in a round"
    reader.say("value", path, problem, "write it below [rules]", fatal=True)


def _words(reader: TableReader, path: KeyPath, value: Any) -> tuple[tuple[str, str], ...]:
    """A table of a game's own words for what the program says."""
    words = reader.table(path, value, None).items()
    return tuple((word, reader.text((*path, word), text) or word) for word, text in words)


def _score(reader: TableReader, path: KeyPath, value: Any) -> int | Called | None:
    """Points, or a word that the rules have points for."""
    if isinstance(value, str) and not reader.asleep:
        return reader.one_of(get_args(Called), path, value)
    return reader.number(path, value)


def _hand(reader: TableReader, path: KeyPath, value: Any) -> str | None:
    text = reader.text(path, value)
    return text and reader.made(path, lambda: hand_text(parse_groups(text)))


def _by_player(read: Reading) -> Reading:
    """How a table with a value for each player is read; those of strangers are left out."""

    def squares(reader: TableReader, path: KeyPath, value: Any) -> dict[str, Any]:
        found = {}
        for who, square in reader.table(path, value, None).items():
            here = (*path, who)
            name, content = reader.known(here, who), read(reader, here, square)
            if name is not None and content is not None:
                found[name] = content
        return found

    return squares


_GAME: dict[str, Reading] = {
    "date": TableReader.day,
    "title": TableReader.text,
    "dealer": TableReader.player,
    "finished": TableReader.day,
    "put_away": TableReader.yes,
    "next_dealer": TableReader.player,
    "playoff": TableReader.yes,
    "next_wild": TableReader.rank,
    "next_upcard": TableReader.card,
}

_PLAYER: dict[str, Reading] = {
    "name": TableReader.text,
    "joined": _round_number,
    "start": TableReader.number,
    "left": partial(_round_number, least=0),
    "rejoined": TableReader.numbers,
}

_RULES: dict[str, Reading] = {
    **{"game": TableReader.text, "title": TableReader.text, "words": _words},
    **dict.fromkeys(KEYS, _rule),
}

_CHANGE: dict[str, Reading] = {
    "from": _round_number,
    **{key: _rule if key in ROUND_KEYS else _rule_of_a_whole_game for key in KEYS},
}

_OWN_GAME: dict[str, Reading] = {
    **{"title": TableReader.text, "base": TableReader.text, "words": _words},
    "rules": lambda reader, path, value: reader.values(path, value, _RULES),
}

_ROUND: dict[str, Reading] = {
    "scores": _by_player(_score),
    "hands": _by_player(_hand),
    "totals": _by_player(TableReader.number),
    "adjust": _by_player(TableReader.number),
    "out": TableReader.players,
    "absent": TableReader.players,
    "dealer": TableReader.player,
    "note": TableReader.text,
    "misdeal": TableReader.text,
    "bonus": TableReader.yes,
    "dead": TableReader.yes,
    "how": lambda reader, path, value: reader.one_of(("big-gin",), path, value),
    "wild": TableReader.rank,
    "knock": TableReader.number,
    "double": TableReader.yes,
}
