"""Finds where each table, key and value is in a TOML text.

``tomllib`` reads what a text means. This module only sees texts that ``tomllib`` has accepted, and
the text is read again after every edit.
"""

import re
import tomllib
from bisect import bisect_left
from typing import NamedTuple

from scorekeeper.codec.decode import KeyPath


class Span(NamedTuple):
    """A part of the text."""

    start: int
    stop: int


class Item(NamedTuple):
    """A ``key = value``, a list member (with an empty ``key``) or a header (an empty ``value``)."""

    path: KeyPath
    key: Span
    value: Span
    around: KeyPath  # the path of the table or list around it, for a header its own
    inline: bool = False  # in brackets, without a line of its own

    @property
    def is_header(self) -> bool:
        """Whether this is a ``[table]`` or ``[[array of tables]]`` line."""
        return self.around == self.path


class Spans:
    """All the headers, pairs and members of a TOML text, in their order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = 1 if text.startswith("\ufeff") else 0
        self.items: list[Item] = []
        self._counts: dict[KeyPath, int] = {}
        self._read()
        self._at = {item.path: item for item in self.items}
        self._line_breaks = [match.start() for match in re.finditer("\n", text)]

    # ── questions ────────────────────────────────────────────────────────────────────────

    def item(self, path: KeyPath) -> Item | None:
        """The item with exactly this path."""
        return self._at.get(path)

    def lines_of(self, path: KeyPath) -> list[Item]:
        """Every item in a table, or in a table inside it, that has a line of its own."""
        return [item for item in self.items if not item.inline and item.path[: len(path)] == path]

    def line(self, path: KeyPath) -> int | None:
        """The line of a path, counted from 1, or of the nearest thing around it."""
        for end in range(len(path), 0, -1):
            item = self._at.get(path[:end]) or self._at.get((*path[:end], 0))  # all the [[rounds]]
            if item:
                return bisect_left(self._line_breaks, item.key.start) + 1
        return None

    def line_end(self, place: int) -> int:
        """The place after the line that ``place`` is in."""
        line_break = self.text.find("\n", place)
        return len(self.text) if line_break < 0 else line_break + 1

    def line_start(self, place: int) -> int:
        """The place where the line of ``place`` begins."""
        return max(self.text.rfind("\n", 0, place) + 1, self.start)

    # ── reading ──────────────────────────────────────────────────────────────────────────

    def _read(self) -> None:
        place = self._skip(self.start)
        table: KeyPath = ()
        while place < len(self.text):
            if self.text[place] == "[":
                place, table = self._header(place)
            else:
                place = self._pair(place, table, inline=False)
            place = self._skip(place)

    def _skip(self, place: int) -> int:
        """The next place after white space, line breaks and comments."""
        blank = _BLANK.match(self.text, place)
        return blank.end() if blank else place

    def _header(self, place: int) -> tuple[int, KeyPath]:
        """The place after a header, and the path of its table."""
        start, brackets = place, 2 if self.text.startswith("[[", place) else 1
        keys, place = self._keys(place + brackets)
        place = self.text.index("]", place) + brackets
        path: KeyPath = ()
        for i, key in enumerate(keys, start=1):
            path = (*path, key)
            if i == len(keys) and brackets == 2:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts:
                path = (*path, self._counts[path])
        self.items.append(Item(path, Span(start, place), Span(place, place), path))
        return place, path

    def _pair(self, place: int, around: KeyPath, *, inline: bool) -> int:
        keys, stop = self._keys(place)
        start = self._skip(self.text.index("=", stop) + 1)
        return self._value(start, (*around, *keys), Span(place, stop), around, inline=inline)

    def _keys(self, place: int) -> tuple[list[str], int]:
        """The parts of a key, dotted or not, and the place after it."""
        match = _KEYS.match(self.text, self._skip(place))
        if match is None:
            raise ValueError(f"no key at {place}")
        keys: list[str] = []
        for word in KEY.findall(match[0]):
            keys += tomllib.loads(word + " = 0") if word[0] in "\"'" else [word]
        return keys, match.end()

    def _value(self, place: int, path: KeyPath, key: Span, around: KeyPath, *, inline: bool) -> int:
        """The place after the value that begins at ``place``; its item comes before its members."""
        index = len(self.items)
        if self.text[place] in "{[":
            stop = self._members(place, path)
        else:
            match = STRING.match(self.text, place) or _PLAIN.match(self.text, place)
            if match is None:
                raise ValueError(f"no value at {place}")
            stop = match.end()
        self.items.insert(index, Item(path, key, Span(place, stop), around, inline))
        return stop

    def _members(self, place: int, path: KeyPath) -> int:
        """The place after the inline table or list that begins at ``place``."""
        is_table, index = self.text[place] == "{", 0
        place = self._skip(place + 1)
        while self.text[place] not in "}]":
            if is_table:
                place = self._pair(place, path, inline=True)
            else:
                place = self._value(place, (*path, index), Span(place, place), path, inline=True)
            index += 1
            place = self._skip(place)
            if self.text[place] == ",":
                place = self._skip(place + 1)
        return place + 1


_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_KEYS = re.compile(rf"(?:{KEY.pattern})(?:[ \t]*\.[ \t]*(?:{KEY.pattern}))*")
STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''',
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\r\n]*[^,\]}#\s]")
