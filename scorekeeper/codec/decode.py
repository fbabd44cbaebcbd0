"""Turns a TOML document into a game, with a remark on everything that is wrong in it.

A *fatal* remark stops every command (a value of the wrong type, an impossible rule). Any other is
only a warning (an unknown key, an unknown player).
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
from scorekeeper.rules import FEW_GAMES_KEYS, KEYS, ROUND_KEYS, RuleChange, RuleSet, with_changes
from scorekeeper.rules.rule_keys import MOST_ROUNDS, Called

MOST_SOUND = 100
"""How many sets of rules are remembered; the ledgers of a folder have a few."""

SCHEMA = 2
"""The newest layout. A ledger has the lowest number that reads it right.

Schema 1 has no ``[[changes]]``, none of the ``NEWER_KEYS``, and no words in place of points.
"""

NEWER_KEYS = frozenset(FEW_GAMES_KEYS).union(
    ("playoff", "next_wild", "next_upcard", "rejoined", "dead", "how", "wild", "knock", "double")
)
"""Keys that schema 1 doesn't have in any table."""


def decode(document: dict[str, Any]) -> tuple[Game | None, list[Remark]]:
    """The game in a document, None if a remark is fatal; and the remarks."""
    reader = TableReader()
    schema = document.get("schema")
    # By its type: true is an int as well.
    if type(schema) is not int or not isinstance(document.get("game"), dict):
        problem = "this isn't a game file: it has no schema = 1 and [game]"
        reader.say("schema", ("schema",), problem, f"start a game with {SK}new", fatal=True)
        return None, reader.remarks
    if not 1 <= schema <= SCHEMA:
        problem = f"the file has schema {quoted(str(schema)[:30])}; the newest here is {SCHEMA}"
        remedy = "get a newer scorekeeper" if schema > SCHEMA else "write schema = 1"
        reader.say("schema", ("schema",), problem, remedy, fatal=True)
        return None, reader.remarks
    reader.asleep = frozenset() if schema > 1 else NEWER_KEYS
    game = _game(reader, document)
    return (None if any(remark.fatal for remark in reader.remarks) else game), reader.remarks


def remarks_on_rules(document: dict[str, Any]) -> list[Remark]:
    """The remarks on a file with a game's rules; nobody needs to keep a strange key there."""
    reader = TableReader(unknown="remove it")
    reader.values((), document, _OWN_GAME)
    return reader.remarks


def _game(reader: TableReader, document: dict[str, Any]) -> Game:
    """The game in the tables of a document."""
    reader.table((), document, ("schema", "game", "players", "rules", "rounds", "changes"))
    if reader.asleep and document.get("changes", []) != []:
        problem = "schema = 1 has no [[changes]], so they don't count"
        reader.say("key", ("changes",), problem, "write schema = 2, or remove them")
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
            problem = f"{quoted(same[0])} and {quoted(name)} are the same name at the table"
            reader.say("player", (*path, "name"), problem, "rename one of them", fatal=True)
        reader.names.append(name)
        players.append(Player(**facts))
    return tuple(players)


_SOUND: dict[tuple[frozenset[str], str], RuleSet] = {}
"""Rules that were read without a remark, by the repr of their table."""


def _rules(reader: TableReader, value: Any) -> RuleSet:
    """The rules in a table; the same object if an equal table was read before.

    Most ledgers of a folder are of one game, and checking its rules takes longer than reading all
    the rounds of an evening.
    """
    try:
        written = repr(value)
    except (ValueError, RecursionError):
        written = ""  # a number too long, or brackets too deep, for rules
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
    """The rule changes of the evening, each with its round and its valid values."""
    changes: list[RuleChange] = []
    for i, block in enumerate(reader.tables(("changes",), value, MOST_ROUNDS)):
        path: KeyPath = ("changes", i)
        values = reader.values(path, block, _CHANGE)
        if isinstance(block, dict) and "from" not in block:
            problem, remedy = "a rule change has no round", "add from = 5"
            reader.say("value", path, problem, remedy, fatal=True)
        since, last = values.pop("from", 1), rules.last_round
        if last and since > last:
            problem = f"a rule starts in round {since}, but the game has {last} rounds"
            remedy = f"give a round from 1 to {last}, or remove it"
            reader.say("rounds", (*path, "from"), problem, remedy)
        if any(since == change.since for change in changes):
            problem = f"two rule changes start in round {since}"
            reader.say("value", (*path, "from"), problem, "merge them into one")
        changes.append(RuleChange(since, tuple(values.items())))
        in_order = tuple(sorted(changes, key=lambda change: change.since))
        reader.made(path, partial(with_changes, rules, in_order))
    return tuple(changes)


def _round(reader: TableReader, path: KeyPath, value: Any) -> Round:
    facts = reader.values(path, value, _ROUND)
    squares: dict[str, Any] = facts.pop("scores", {})
    called: dict[str, Any] = {name: word for name, word in squares.items() if isinstance(word, str)}
    scores = {name: score for name, score in squares.items() if name not in called}
    if facts.get("dead"):
        facts.setdefault("misdeal", "")
    return Round(scores=scores, called=called, **facts)


# ── how each key is read ─────────────────────────────────────────────────────────────────


def _round_number(reader: TableReader, path: KeyPath, value: Any, least: int = 1) -> int | None:
    """The number of a round. One below ``least`` gets a remark and is read as ``least``."""
    number = reader.number(path, value)
    if number is None or number >= least:
        return number
    problem = f"{path[-1]} cannot be {number}: rounds are counted from 1"
    reader.say("value", path, problem, "give the number of a round, or remove the line")
    return least


def _rule(reader: TableReader, path: KeyPath, value: Any) -> Any:
    """The value of a rule in its normal form."""
    key = str(path[-1])
    return reader.made(path, lambda: KEYS[key].metadata["read"](key, value))


def _rule_of_a_whole_game(reader: TableReader, path: KeyPath, _: Any) -> None:
    problem = f"{path[-1]} holds for the whole game and can't change during it"
    reader.say("value", path, problem, "write it under [rules]", fatal=True)


def _words(reader: TableReader, path: KeyPath, value: Any) -> tuple[tuple[str, str], ...]:
    """A game's own words for what the program says."""
    words = reader.table(path, value, None).items()
    return tuple((word, reader.text((*path, word), text) or word) for word, text in words)


def _score(reader: TableReader, path: KeyPath, value: Any) -> int | Called | None:
    """Points, or a word that the rules score."""
    if isinstance(value, str) and not reader.asleep:
        return reader.one_of(get_args(Called), path, value)
    return reader.number(path, value)


def _hand(reader: TableReader, path: KeyPath, value: Any) -> str | None:
    text = reader.text(path, value)
    return text and reader.made(path, lambda: hand_text(parse_groups(text)))


def _by_player(read: Reading) -> Reading:
    """Read a table with a value for each player, and leave strangers out."""

    def squares(reader: TableReader, path: KeyPath, value: Any) -> dict[str, Any]:
        contents = {}
        for who, square in reader.table(path, value, None).items():
            square_path = (*path, who)
            name, content = reader.known(square_path, who), read(reader, square_path, square)
            if name is not None and content is not None:
                contents[name] = content
        return contents

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
