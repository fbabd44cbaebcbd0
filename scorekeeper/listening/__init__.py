"""The reader of lines: what somebody types or says, as the command that it stands for.

It carries out nothing and asks nothing. What people say, row by row, and the command that each row
stands for, is in ``sayings.toml``; here that file is taken apart, and numbers in words are read.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from scorekeeper.cards import rank_called, rank_label
from scorekeeper.ledger.names import is_whole_name

Piece = tuple[str, Any]
"""A part of a row: a word, a slot, a gap, or one of several rows of pieces."""


class Ways(tuple[tuple[Piece, ...], ...]):
    """Several rows of pieces, one of which stands there."""

    @cached_property
    def first_words(self) -> list[frozenset[str]]:
        """The words with which each of them may begin; none where it needs no word there."""
        return [_first_words(row) for row in self]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for at, words in enumerate(self.first_words):
            for word in words or [""]:
                places.setdefault(word, []).append(at)
        return places

    def beginning(self, words: Iterable[str]) -> Iterator[tuple[Piece, ...]]:
        """Those that may begin with one of these words, in their order."""
        for at in sorted({at for word in ("", *words) for at in self._places.get(word, ())}):
            yield self[at]


def _first_words(row: tuple[Piece, ...]) -> frozenset[str]:
    found: set[str] = set()
    for kind, what in row:
        ways = what.first_words if kind in ("any", "maybe") else [{what} if kind == "word" else {}]
        if not all(ways):
            break
        found.update(*ways, ["'s"] * (what in ("is", "has")))
        if kind != "maybe":
            return frozenset(found)
    return frozenset()


@cache
def said() -> Mapping[str, Any]:
    """What people say, as the file has it: its words as sets, their meanings by word."""
    found = tomllib.loads(Path(__file__).with_name("sayings.toml").read_text("utf-8"))
    rows = [*found["sayings"].values(), *found["classes"].values(), *found["rules"]]
    words: dict[str, Any] = {n: frozenset(text.split()) for n, text in found["words"].items()}
    for name, text in found["meanings"].items():
        parts = (part.split(": ") for part in text.split("; "))
        words[name] = {word: meaning for meaning, known in parts for word in known.split()}
    in_rows = re.findall(r"[a-z']+", re.sub(r"[{<]\w+[}>]", "", " ".join(rows)))
    known = {*in_rows, *words["topics"]}
    about = {word for text in found["guesses"].values() for word in text.split()}
    strange = (known | words["noise"] | words["things"]) - words["names"]
    return {**found, **words, "known": known, "about": about, "strange": strange}


@cache
def pieces(row: str) -> tuple[Piece, ...]:
    """A row of the file in pieces."""
    tokens = re.findall(r"\.\.|[()\[\]|]|<\w+>|\{\w+\}|[^\s()\[\]|]+", row)

    def several(end: str) -> Ways:
        ways: list[list[Piece]] = [[]]
        while tokens and (token := tokens.pop(0)) != end:
            if token == "|":
                ways.append([])
            elif token in "([":
                kind, closing = ("any", ")") if token == "(" else ("maybe", "]")
                ways[-1].append((kind, several(closing)))
            elif token[0] == "<":
                ways[-1] += pieces(said()["classes"][token[1:-1]])
            elif token == "..":
                ways[-1].append(("gap", ""))
            else:
                is_slot = token[0] == "{"
                ways[-1].append(("slot", token[1:-1]) if is_slot else ("word", token))
        return Ways(map(tuple, ways))

    return (("any", several("")),)


@cache
def rows() -> list[tuple[str, tuple[Piece, ...]]]:
    """Every row of the file, with the command that it stands for."""
    found = [(key.partition(" #")[0], text.strip()) for key, text in said()["sayings"].items()]
    return [(command, pieces(row)) for command, text in found for row in text.splitlines()]


# ── numbers in words ─────────────────────────────────────────────────────────────────────────


def numbers_said(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The numbers that a line may begin with, each with how many words it takes; longest first.

    >>> list(numbers_said(["twenty", "one", "o"])), list(numbers_said(["a", "hundred", "and", "5"]))
    ([(21, 2), (20, 1)], [(105, 4), (100, 2)])
    """
    if words and words[0].isdecimal() and words[0].isascii() and len(words[0]) < 10:
        yield int(words[0]), 1
        return
    for size in range(min(len(words), 5), 0, -1):
        if (number := _spelled().get(" ".join(words[:size]).replace("-", " "))) is not None:
            yield number, size


@cache
def _spelled() -> Mapping[str, int]:
    """The numbers to one hundred and ninety-nine, by how people say them."""
    words = {word: int(number) for word, number in said()["numbers"].items()}
    tens, units = (
        {w: n for w, n in words.items() if low < n < high} for low, high in ((19, 100), (0, 10))
    )
    words |= {f"{ten} {unit}": tens[ten] + units[unit] for ten in tens for unit in units}
    more = {**words, **{str(number): number for number in range(1, 100)}}
    for hundred in ("hundred", "a hundred", "one hundred"):
        words |= {
            f"{hundred} {joined}{w}": 100 + n
            for joined in ("", "and ")
            for w, n in more.items()
            if 0 < n < 100
        }
        words[hundred] = 100
    return words


def cards_counted(
    words: Sequence[str], at: int, names: Sequence[str]
) -> tuple[list[str], int] | None:
    """The cards that a line has at a word, like *two kings* or *a five*, and where they end."""
    first, second = [*(word.casefold() for word in words[at : at + 2]), "", ""][:2]
    number = 1 if first in ("a", "an") else next(iter(numbers_said([first])), (0, 0))[0]
    rank = "jk" if second in ("joker", "jokers") else rank_called(second) or ""
    is_article = first == "a" and re.fullmatch("10|[2-9]", second)
    if is_article and any(word in ("joker", "jokers") or rank_called(word) for word in words):
        rank = second  # two kings and a 5; beside bare ranks it's an ace
    if not (rank and 0 < number < 9) or is_whole_name(second, names):
        return None
    is_one = number > 1 and not second.endswith("s")  # two five is 25
    return None if is_one else ([rank_label(rank).lower()] * number, at + 2)


def in_digits(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """A line with its number words as digits, the longest numbers; a player may be called Seven."""
    found, at = list[str](), 0
    while at < len(words):
        is_plain = words[at].isdecimal() or is_whole_name(words[at], names)
        said_there = [] if is_plain else numbers_said([w.casefold() for w in words[at : at + 5]])
        number, size = next(iter(said_there), (words[at], 1))
        found.append(str(number))
        at += size
    return found
