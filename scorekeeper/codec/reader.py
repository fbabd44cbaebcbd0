"""Reads the values of a TOML document, and remarks on those of the wrong type."""

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from typing import Any, Literal, NamedTuple, TypeVar

from scorekeeper.cards import RANKS, parse_card
from scorekeeper.codec.text import KeyPath
from scorekeeper.errors import (
    CheckOfCards,
    CheckOfSheet,
    LedgerError,
    ScorekeeperError,
    Severity,
    meant,
    printable,
    quoted,
)
from scorekeeper.rules.rule_keys import as_typed, filled, read_rank, unquoted

T = TypeVar("T")

GREATEST = 2**63 - 1
"""TOML integers have 64 bits."""

MOST_REMARKS = 1000
"""With more remarks than this, a file isn't a ledger."""

CheckOfText = Literal["key", "schema", "syntax", "value"]
CheckId = Literal[CheckOfText, CheckOfSheet, CheckOfCards]
"""The checks of ``sk check``, by the names it shows."""


class Remark(NamedTuple):
    """Something wrong in a ledger: which check found it, where, and what helps.

    A ``fatal`` one stops every command. ``line`` counts from 1.
    """

    check: CheckId
    path: KeyPath
    problem: str
    remedy: str
    fatal: bool = False
    severity: Severity = "error"
    line: int = 1


class TableReader:
    """Reads tables and collects remarks; every reading method returns a usable value.

    ``unknown`` is the remedy for an unknown key. ``asleep`` are keys newer than the schema,
    ``names`` are the players, ``ranks`` those of the packs.
    """

    def __init__(self, unknown: str = "remove it, or leave it: it is kept") -> None:
        self.remarks: list[Remark] = []
        self.unknown = unknown
        self.asleep: frozenset[str] = frozenset()
        self.names: list[str] = []
        self.ranks = RANKS

    def say(
        self, check: CheckId, path: KeyPath, problem: str, remedy: str, *, fatal: bool = False
    ) -> None:
        """Add a remark; LedgerError if there are too many for a ledger."""
        if len(self.remarks) == MOST_REMARKS:
            problem = f"more than {MOST_REMARKS} things are wrong"
            raise LedgerError(problem, remedy="choose a game file")
        self.remarks.append(Remark(check, path, problem, remedy, fatal))

    def wrong(self, path: KeyPath, value: Any, wanted: str) -> None:
        """Add a fatal remark: ``value`` isn't what is ``wanted``."""
        name = printable(".".join(str(key) for key in path if not isinstance(key, int)))
        problem = f"{name} cannot be {quoted(as_typed(value))}"
        self.say("value", path, problem, f"{name} is {wanted}", fatal=True)

    def made(self, path: KeyPath, make: Callable[[], T]) -> T | None:
        """What ``make`` returns; if it raises, a fatal remark and None."""
        try:
            return make()
        except ScorekeeperError as error:
            self.say("value", path, error.problem, error.advice, fatal=True)
            return None

    def table(self, path: KeyPath, value: Any, known: Collection[str] | None) -> dict[str, Any]:
        """``value`` as a table, with a remark on each key that isn't ``known`` (None: all are)."""
        if not isinstance(value, dict):
            self.wrong(path, value, "a table")
            return {}
        allowed = value if known is None else known
        for key in value:
            if key not in allowed:
                remedy = meant(key, allowed) or self.unknown
                self.say("key", (*path, key), f"unknown key {quoted(key)}", remedy)
        return value

    def values(self, path: KeyPath, value: Any, keys: "Mapping[str, Reading]") -> dict[str, Any]:
        """The values of a table under each of the ``keys``, without the invalid ones."""
        known = [key for key in keys if key not in self.asleep]
        table = self.table(path, value, known)
        return filled(**{k: keys[k](self, (*path, k), table[k]) for k in known if k in table})

    def tables(self, path: KeyPath, value: Any, most: int) -> list[Any]:
        """``value`` as a list of at most so many members."""
        if not isinstance(value, list):
            self.wrong(path, value, f"written as [[{path[-1]}]]")
            return []
        if len(value) > most:
            problem = f"there are {len(value)} {path[-1]}, more than {most}"
            self.say("value", path, problem, "split the game in two", fatal=True)
        return value[:most]

    def number(self, path: KeyPath, value: Any) -> int | None:
        """``value`` as a whole number."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(path, value, unquoted("a whole number", value))
            return None
        if not -GREATEST - 1 <= value <= GREATEST:
            self.wrong(path, value, "a whole number of at most 64 bits")
            return None
        return value

    def text(self, path: KeyPath, value: Any) -> str | None:
        """``value`` as a text."""
        if not isinstance(value, str):
            self.wrong(path, value, 'a text in quotes, like "Ann"')
            return None
        return value

    def yes(self, path: KeyPath, value: Any) -> bool | None:
        """``value`` as true or false."""
        if not isinstance(value, bool):
            self.wrong(path, value, unquoted("true or false", value))
            return None
        return value

    def day(self, path: KeyPath, value: Any) -> date | None:
        """``value`` as a date, written bare or as a text."""
        if isinstance(value, datetime):
            return value.date()
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(value)
        except (TypeError, ValueError):
            self.wrong(path, value, "a date like 2026-03-12")
            return None

    def numbers(self, path: KeyPath, value: Any) -> tuple[int, ...]:
        """``value`` as a list of whole numbers."""
        if not isinstance(value, list):
            self.wrong(path, value, "a list of numbers, like [5]")
            return ()
        numbers = [self.number(path, number) for number in value]
        return tuple(number for number in numbers if number is not None)

    def one_of(self, words: tuple[T, ...], path: KeyPath, value: Any) -> T | None:
        """``value`` as one of some words."""
        if value not in words:
            self.wrong(path, value, " or ".join(f'"{word}"' for word in words))
            return None
        return words[words.index(value)]

    def rank(self, path: KeyPath, value: Any) -> str | None:
        """``value`` as a rank of the game, in quotes."""
        rank = self.made(path, lambda: read_rank(str(path[-1]), value))
        if rank is not None and rank not in self.ranks:
            self.wrong(path, value, f"a rank of {self.ranks}")
            return None
        return rank

    def card(self, path: KeyPath, value: Any) -> str | None:
        """``value`` as one card, as programs write it."""
        text = self.text(path, value)
        return text and self.made(path, lambda: str(parse_card(text)))

    def known(self, path: KeyPath, name: str) -> str | None:
        """``name`` if a player has it; otherwise a remark and None."""
        if name in self.names:
            return name
        remedy = meant(name, self.names) or "remove the line, or write the name as above"
        self.say("player", path, f"nobody called {quoted(name)} plays in this game", remedy)
        return None

    def player(self, path: KeyPath, value: Any) -> str | None:
        """``value`` as the name of a player."""
        name = self.text(path, value)
        return None if name is None else self.known(path, name)

    def players(self, path: KeyPath, value: Any) -> tuple[str, ...]:
        """The players in ``value``, which is one name or a list of names."""
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list):
            self.wrong(path, value, 'a name like "Ann", or a list of names')
            return ()
        people = [self.player(path, who) for who in listed]
        names = dict.fromkeys(name for name in people if name is not None)
        for name in names:
            if people.count(name) > 1:
                problem = f"{quoted(name)} is named more than once"
                self.say("player", path, problem, "name everybody once")
        return tuple(names)


Reading = Callable[[TableReader, KeyPath, Any], Any]
"""Reads the value of one key; None, with a remark, if it is invalid."""
