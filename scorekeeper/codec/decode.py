"""Turns TOML text into a game, with a finding for everything that is wrong in it.

A *fatal* finding stops every command (a value of the wrong type, an impossible rule). Any other is
only a warning (an unknown key, an unknown player).
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar, get_args

from scorekeeper.cards import RANKS, parse_card, parse_groups
from scorekeeper.errors import (
    SK,
    CheckId,
    LedgerError,
    ScorekeeperError,
    Severity,
    did_you_mean,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.hands import hand_text
from scorekeeper.ledger.names import folded
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import FEW_GAMES_KEYS, KEYS, ROUND_KEYS, RuleChange, RuleSet, with_changes
from scorekeeper.rules.rule_keys import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    Forfeit,
    as_typed,
    given,
    read_rank,
    unquoted,
)

# ── from text to a document ──────────────────────────────────────────────────────────────────

MOST_VALUES = 30_000  # lines and list members in a ledger; 500 rounds of 50 players have fewer
MOST_DOTS = 100  # in a line outside strings; a key of 100,000 parts takes minutes to read


def parse(text: str) -> dict[str, Any]:
    """The document in a TOML text; LedgerError, with the line, if the text isn't valid or sane."""
    _refuse_endless(text)
    try:
        return loaded(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = re.search(r"\(at line (\d+), column \d+\)", message)
        line = int(place[1]) if place else text.count("\n") + 1
        reason = message.split(" (at ")[0]
    except RecursionError:
        line, reason = None, "the brackets are too deeply nested"
    except ValueError:
        number = re.search(r"\d{1000}", text)
        line = text.count("\n", 0, number.start()) + 1 if number else None
        reason = "a number with thousands of digits"
    raise LedgerError(
        f"this isn't valid TOML: {printable(reason[:1].lower() + reason[1:])}",
        remedy="fix that line and try again",
        line=line,
    )


def loaded(text: str) -> dict[str, Any]:
    """Parse a text with ``tomllib``; rules, which are slow and shared by many texts, only once.

    If the parts before, in and after ``[rules]`` parse alone and share no key, we join them.
    """
    before, header, after = text.partition("\n[rules]\n")
    rules, brackets, rounds = after.partition("\n[[")
    if header and brackets:
        with suppress(ValueError, RecursionError):
            of_rules = _loads(f"[rules]\n{rules}")
            pieces = (tomllib.loads(before), of_rules, tomllib.loads(f"[[{rounds}"))
            document = {key: value for piece in pieces for key, value in piece.items()}
            if len(document) == sum(map(len, pieces)):
                return document
    return tomllib.loads(text)


_loads = lru_cache(maxsize=20)(tomllib.loads)


def _refuse_endless(text: str) -> None:
    """Raise LedgerError for a text that would take minutes, or too much memory, to read."""
    if text.count("\n") + text.count(",") <= MOST_VALUES and text.count(".") <= MOST_DOTS:
        return  # even with its strings and comments, so the slow pattern isn't needed
    stripped = re.sub(_TEXTS, lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    if stripped.count("\n") + stripped.count(",") > MOST_VALUES:
        problem = f"there are more than {MOST_VALUES} lines and values, far more than in any game"
        raise LedgerError(problem, remedy="choose a game file; they have a few hundred lines")
    for number, line in enumerate(stripped.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            problem = f"a key has more than {MOST_DOTS} parts"
            raise LedgerError(problem, remedy="remove that line", line=number)


_TEXTS = (
    r'''"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\\?\Z)|\'\'\'.*?(?:\'\'\'|\Z)'''
    r"""|"(?:[^"\\\n]++|\\[^\n])*+"?|\'[^\'\n]*+\'?|#[^\n]*+"""
)
"""Strings and comments. An unclosed one reaches to the end, so that nothing is read twice."""


# ── from a document to values ────────────────────────────────────────────────────────────────

T = TypeVar("T")

KeyPath = tuple[str | int, ...]
"""The keys that lead to a value in a document: names of tables and keys, indices in lists."""

GREATEST = 2**63 - 1  # TOML integers have 64 bits
MOST_FINDINGS = 1000  # with more findings than this, a file isn't a ledger


class Finding(NamedTuple):
    """Something wrong in a ledger, and what helps; a ``fatal`` one stops every command."""

    check: CheckId
    path: KeyPath
    problem: str
    remedy: str
    fatal: bool = False
    severity: Severity = "error"
    line: int = 1


def wrong(path: KeyPath, value: Any, wanted: str) -> LedgerError:
    """The error for a ``value`` that isn't what is ``wanted`` at this path."""
    name = printable(".".join(str(key) for key in path if not isinstance(key, int)))
    return LedgerError(f"{name} can't be {quoted(as_typed(value))}", remedy=f"{name} is {wanted}")


class TableReader:
    """Reads tables and collects findings; a method for one value raises if that is invalid."""

    def __init__(self, unknown: str = "remove it, or leave it: it is kept") -> None:
        self.findings: list[Finding] = []
        self.unknown = unknown  # the remedy for an unknown key
        self.dormant: frozenset[str] = frozenset()  # keys that a ledger of schema 1 doesn't have
        self.names: list[str] = []  # of the players
        self.ranks = RANKS  # of the packs

    def add(
        self, check: CheckId, path: KeyPath, problem: str, remedy: str, *, fatal: bool = False
    ) -> None:
        """Add a finding; LedgerError if there are too many for a ledger."""
        if len(self.findings) == MOST_FINDINGS:
            problem = f"more than {MOST_FINDINGS} things are wrong"
            raise LedgerError(problem, remedy="choose a game file")
        self.findings.append(Finding(check, path, problem, remedy, fatal))

    def add_newer(self, path: KeyPath) -> None:
        """Add the finding for a key that doesn't count because the ledger says schema 1."""
        problem = f"{quoted(str(path[-1]))} belongs to schema 2, so it doesn't count here"
        self.add("key", path, problem, NEWER_REMEDY)

    def refuse(self, path: KeyPath, error: ScorekeeperError) -> None:
        """Add an error as a fatal finding."""
        self.add("value", path, error.problem, error.marked_remedy, fatal=True)

    def attempt(self, path: KeyPath, read: "Reading", value: Any) -> Any:
        """What ``read`` makes of ``value``; None, and a fatal finding, if it raises."""
        try:
            return read(self, path, value)
        except ScorekeeperError as error:
            self.refuse(path, error)
        return None

    def table(self, path: KeyPath, value: Any) -> dict[str, Any]:
        """``value`` as a table."""
        if not isinstance(value, dict):
            self.refuse(path, wrong(path, value, "a table"))
            return {}
        return value

    def values(self, path: KeyPath, value: Any, keys: "Mapping[str, Reading]") -> dict[str, Any]:
        """The values of a table under each of the ``keys``, without those that don't count."""
        contents = {}
        for key, content in self.table(path, value).items():
            if key not in keys:
                remedy = did_you_mean(key, keys) or self.unknown
                self.add("key", (*path, key), f"unknown key {quoted(key)}", remedy)
            elif key in self.dormant:
                self.add_newer((*path, key))
            else:
                contents[key] = self.attempt((*path, key), keys[key], content)
        return given(**contents)

    def tables(self, name: str, value: Any, most: int) -> Iterator[tuple[KeyPath, Any]]:
        """The path and value of each ``[[name]]`` table; adds a finding if there are too many."""
        if not isinstance(value, list):
            self.refuse((name,), wrong((name,), value, f"written as [[{name}]]"))
            return
        if len(value) > most:
            problem = f"there are {len(value)} {name}, more than {most}"
            self.add("value", (name,), problem, "split the game in two", fatal=True)
        yield from (((name, i), table) for i, table in enumerate(value[:most]))

    def number(self, path: KeyPath, value: Any) -> int:
        """``value`` as a whole number."""
        if type(value) is not int:  # true is an int as well
            raise wrong(path, value, unquoted("a whole number", value))
        if not -GREATEST - 1 <= value <= GREATEST:
            raise wrong(path, value, "a whole number of at most 64 bits")
        return value

    def text(self, path: KeyPath, value: Any) -> str:
        """``value`` as a text."""
        if not isinstance(value, str):
            raise wrong(path, value, 'a text in quotes, like "Ann"')
        return value

    def true_or_false(self, path: KeyPath, value: Any) -> bool:
        """``value`` as true or false."""
        if not isinstance(value, bool):
            raise wrong(path, value, unquoted("true or false", value))
        return value

    def day(self, path: KeyPath, value: Any) -> date:
        """``value`` as a date, written bare or as a text."""
        if isinstance(value, date):
            return value.date() if isinstance(value, datetime) else value
        with suppress(TypeError, ValueError):
            return date.fromisoformat(value)
        raise wrong(path, value, "a date like 2026-03-12")

    def numbers(self, path: KeyPath, value: Any) -> tuple[int, ...]:
        """``value`` as a list of whole numbers."""
        if not isinstance(value, list):
            raise wrong(path, value, "a list of numbers, like [5]")
        numbers = [self.attempt(path, TableReader.number, number) for number in value]
        return tuple(number for number in numbers if number is not None)

    def one_of(self, words: tuple[T, ...], path: KeyPath, value: Any) -> T:
        """``value`` as one of the ``words``."""
        if value not in words:
            raise wrong(path, value, " or ".join(f'"{word}"' for word in words))
        return words[words.index(value)]

    def rank(self, path: KeyPath, value: Any) -> str:
        """``value`` as a rank of the game, in quotes."""
        rank = read_rank(str(path[-1]), value)
        if rank not in self.ranks:
            raise wrong(path, value, f"a rank of {self.ranks}")
        return rank

    def card(self, path: KeyPath, value: Any) -> str:
        """``value`` as one card, as programs write it."""
        text = self.text(path, value)
        return str(parse_card(text)) if text else ""

    def player(self, path: KeyPath, value: Any) -> str | None:
        """``value`` as the name of a player; None, and adds a finding, if nobody has it."""
        if value in self.names:
            return str(value)
        name = self.text(path, value)
        remedy = did_you_mean(name, self.names) or "remove the line, or spell the name as above"
        self.add("player", path, f"nobody called {quoted(name)} plays in this game", remedy)
        return None

    def players(self, path: KeyPath, value: Any) -> tuple[str, ...]:
        """The players in ``value``, which is one name or a list of names."""
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list):
            raise wrong(path, value, 'a name like "Ann", or a list of names')
        people = [self.attempt(path, TableReader.player, who) for who in listed]
        names = dict.fromkeys(name for name in people if name is not None)
        for name in names:
            if people.count(name) > 1:
                problem = f"{quoted(name)} is named more than once"
                self.add("player", path, problem, "name everybody once")
        return tuple(names)


Reading = Callable[[TableReader, KeyPath, Any], Any]
"""Reads the value of one key; raises if it is invalid."""


# ── from values to a game ────────────────────────────────────────────────────────────────────

SCHEMA = 2
"""The newest layout. A ledger has the lowest number that reads it right.

Schema 1 has no ``[[changes]]``, none of the ``NEWER_KEYS``, and no words in place of points.
"""

NEWER_KEYS = frozenset(FEW_GAMES_KEYS).union(
    ("playoff", "next_wild", "next_upcard", "rejoined", "dead", "how", "wild", "knock", "double")
)
"""Keys that schema 1 doesn't have in any table."""

NEWER_REMEDY = "write schema = 2, or remove it"
"""What helps against a key that doesn't count in schema 1."""


def decode(document: dict[str, Any]) -> tuple[Game | None, list[Finding]]:
    """The game in a document, None if a finding is fatal; and the findings."""
    reader = TableReader()
    schema, game = document.get("schema"), None
    if type(schema) is not int or not isinstance(document.get("game"), dict):
        problem = "this isn't a game file: it has no schema = 1 and [game]"
        reader.add("schema", ("schema",), problem, f"start a game with {SK}new", fatal=True)
    elif not 1 <= schema <= SCHEMA:
        shown = quoted(as_typed(schema)[:40])
        problem = f"the file has schema {shown}; this program reads 1 to {SCHEMA}"
        remedy = "get a newer scorekeeper" if schema > SCHEMA else "write schema = 1"
        reader.add("schema", ("schema",), problem, remedy, fatal=True)
    else:
        reader.dormant = frozenset() if schema > 1 else NEWER_KEYS
        game = _game(reader, document)
    return (None if any(finding.fatal for finding in reader.findings) else game), reader.findings


def findings_in_rules(document: dict[str, Any]) -> list[Finding]:
    """The findings in a file with a game's rules, where unknown keys aren't kept."""
    reader = TableReader(unknown="remove it")
    reader.values((), document, _OWN_GAME)
    return reader.findings


def _game(reader: TableReader, document: dict[str, Any]) -> Game:
    """The game in the tables of a document."""
    parts = ("schema", "game", "players", "rules", "rounds", "changes")
    reader.values((), document, dict.fromkeys(parts, lambda *at: at[-1]))
    if reader.dormant and document.get("changes", []) != []:
        reader.add_newer(("changes",))
    players = _players(reader, document.get("players", []))
    rules = _rules(reader, document.get("rules", {}))
    reader.ranks = rules.ranks
    written = reader.tables("rounds", document.get("rounds", []), MOST_ROUNDS)
    rounds = tuple([_round(reader, path, table) for path, table in written])
    facts = reader.values(("game",), document["game"], _GAME)
    if "date" not in document["game"]:
        reader.add("value", ("game",), "the game has no date", "add date = 2026-03-12")
    if not players:
        problem, remedy = "the game has no players", 'add [[players]] with name = "Ann"'
        reader.add("value", ("players",), problem, remedy, fatal=True)
    facts = {"date": None, **facts, "title": facts.get("title") or rules.title}
    changes = () if reader.dormant else _changes(reader, document.get("changes", []), rules)
    return Game(players=players, rules=rules, rounds=rounds, changes=changes, **facts)


def _players(reader: TableReader, value: Any) -> tuple[Player, ...]:
    players: list[Player] = []
    for path, player in reader.tables("players", value, MOST_PLAYERS):
        facts = reader.values(path, player, _PLAYER)
        if isinstance(player, dict) and "name" not in player:
            reader.add("value", path, "a player has no name", 'add name = "Ann"', fatal=True)
        if (name := facts.get("name")) is None:
            continue
        if not name.strip():
            name_path = (*path, "name")
            reader.refuse(name_path, wrong(name_path, name, 'a name like "Ann"'))
        same = [other for other in reader.names if folded(other) == folded(name)]
        if same:
            problem = f"{quoted(same[0])} and {quoted(name)} are the same name at the table"
            reader.add("player", (*path, "name"), problem, "rename one of them", fatal=True)
        reader.names.append(name)
        players.append(Player(**facts))
    return tuple(players)


_CLEAN_RULES: dict[object, RuleSet] = {}
"""Rules without a finding, by their table. A folder's ledgers share a few, so each is read once."""

MOST_CLEAN_RULES = 100


def _rules(reader: TableReader, value: Any) -> RuleSet:
    """The rules in a table."""
    table: object = None
    with suppress(ValueError, RecursionError):  # no rules have such numbers, or go so deep
        table = repr(value), reader.dormant
    if table in _CLEAN_RULES:
        return _CLEAN_RULES[table]
    known = len(reader.findings)
    values = reader.values(("rules",), value, _RULES)
    if any(finding.fatal for finding in reader.findings[known:]):
        return RuleSet()
    rules = reader.attempt(("rules", "rounds"), lambda *at: RuleSet(**at[-1]), values) or RuleSet()
    if table and len(reader.findings) == known and len(_CLEAN_RULES) < MOST_CLEAN_RULES:
        _CLEAN_RULES[table] = rules
    return rules


def _changes(reader: TableReader, value: Any, rules: RuleSet) -> tuple[RuleChange, ...]:
    """The rule changes of the evening, each with its round and its valid values."""
    changes: list[RuleChange] = []
    for path, table in reader.tables("changes", value, MOST_ROUNDS):
        values = reader.values(path, table, _CHANGE)
        if isinstance(table, dict) and "from" not in table:
            problem, remedy = "a rule change has no round", "add from = 5"
            reader.add("value", path, problem, remedy, fatal=True)
        since, last = values.pop("from", 1), rules.last_round
        if last and since > last:
            problem = f"a rule starts in round {since}, but the game has {last} rounds"
            remedy = f"give a round from 1 to {last}, or remove it"
            reader.add("rounds", (*path, "from"), problem, remedy)
        if any(since == change.since for change in changes):
            problem = f"two rule changes start in round {since}"
            reader.add("value", (*path, "from"), problem, "merge them into one")
        in_order = [(key, values[key]) for key in ROUND_KEYS if key in values]
        changes.append(RuleChange(since, tuple(in_order)))
        by_round = tuple(sorted(changes, key=lambda change: change.since))
        reader.attempt(path, lambda *at: with_changes(rules, at[-1]), by_round)
    return tuple(changes)


def _round(reader: TableReader, path: KeyPath, value: Any) -> Round:
    facts = reader.values(path, value, _ROUND)
    squares: dict[str, Any] = facts.pop("scores", {})
    forfeits: dict[str, Any] = {name: s for name, s in squares.items() if isinstance(s, str)}
    scores = {name: score for name, score in squares.items() if name not in forfeits}
    if facts.get("dead"):
        facts.setdefault("misdeal", "")
    return Round(scores=scores, forfeits=forfeits, **facts)


# ── how each key is read ─────────────────────────────────────────────────────────────────────


def _round_number(reader: TableReader, path: KeyPath, value: Any, least: int = 1) -> int:
    """The number of a round. One below ``least`` adds a finding and is read as ``least``."""
    number = reader.number(path, value)
    if number >= least:
        return number
    problem = f"{path[-1]} can't be {number}: rounds are counted from 1"
    reader.add("value", path, problem, "give the number of a round, or remove the line")
    return least


def _rule(_: TableReader, path: KeyPath, value: Any) -> Any:
    """The value of a rule in its normal form; only rules of rounds can change during a game."""
    key = str(path[-1])
    if path[0] == "changes" and key not in ROUND_KEYS:
        problem = f"{key} holds for the whole game and can't change during it"
        raise LedgerError(problem, remedy="write it under [rules]")
    return KEYS[key].metadata["read"](key, value)


def _words(reader: TableReader, path: KeyPath, value: Any) -> tuple[tuple[str, str], ...]:
    """A game's own words for what the program says."""
    return tuple(
        (word, reader.attempt((*path, word), TableReader.text, text) or word)
        for word, text in reader.table(path, value).items()
    )


def _score(reader: TableReader, path: KeyPath, value: Any) -> int | Forfeit:
    """Points, or a word that the rules score."""
    if isinstance(value, str) and not reader.dormant:
        return reader.one_of(get_args(Forfeit), path, value)
    return reader.number(path, value)


def _by_player(read: Reading) -> Reading:
    """Read a table with a value for each player, and leave out people who don't play."""

    def squares(reader: TableReader, path: KeyPath, value: Any) -> dict[str, Any]:
        contents = {}
        for who, square in reader.table(path, value).items():
            square_path = (*path, who)
            name = reader.player(square_path, who)
            content = reader.attempt(square_path, read, square)
            if name is not None and content is not None:
                contents[name] = content
        return contents

    return squares


_GAME: dict[str, Reading] = {
    "date": TableReader.day,
    "title": TableReader.text,
    "dealer": TableReader.player,
    "finished": TableReader.day,
    "put_away": TableReader.true_or_false,
    "next_dealer": TableReader.player,
    "playoff": TableReader.true_or_false,
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

_CHANGE: dict[str, Reading] = {"from": _round_number, **dict.fromkeys(KEYS, _rule)}

_OWN_GAME: dict[str, Reading] = {
    **{"title": TableReader.text, "base": TableReader.text, "words": _words},
    "rules": lambda reader, path, value: reader.values(path, value, _RULES),
}

_ROUND: dict[str, Reading] = {
    "scores": _by_player(_score),
    "hands": _by_player(lambda reader, *at: hand_text(parse_groups(reader.text(*at)))),
    "totals": _by_player(TableReader.number),
    "adjust": _by_player(TableReader.number),
    "out": TableReader.players,
    "absent": TableReader.players,
    "dealer": TableReader.player,
    "note": TableReader.text,
    "misdeal": TableReader.text,
    "bonus": TableReader.true_or_false,
    "dead": TableReader.true_or_false,
    "how": lambda reader, path, value: reader.one_of(("big-gin",), path, value),
    "wild": TableReader.rank,
    "knock": TableReader.number,
    "double": TableReader.true_or_false,
}
