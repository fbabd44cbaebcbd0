"""Where in a TOML text each table, key and value stands.

``tomllib`` says what a text means, and this module only where: it is asked about texts that
``tomllib`` has accepted, and every edit made with it is read again by ``tomllib``.
"""

import re
import tomllib
from bisect import bisect_left
from typing import NamedTuple

from scorekeeper.codec.text import KeyPath


class Span(NamedTuple):
    """A stretch of the text."""

    start: int
    stop: int


class Item(NamedTuple):
    """A ``key = value``, a member of a list (its ``key`` is empty) or a header (its ``value`` is).

    ``around`` is the path of the table or list that it is written in, a header's its own;
    ``inline`` tells that this is in brackets, so that the item has no line of its own.
    """

    path: KeyPath
    key: Span
    value: Span
    around: KeyPath
    inline: bool = False

    @property
    def is_header(self) -> bool:
        """Whether this is a ``[table]`` or ``[[array of tables]]`` line."""
        return self.around == self.path


class Spans:
    """All the headers, pairs and members of a TOML text, in the order in which they stand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = 1 if text.startswith("\ufeff") else 0
        self.items: list[Item] = []
        self._counts: dict[KeyPath, int] = {}
        self._read()
        self._at = {item.path: item for item in self.items}
        self._line_breaks = [found.start() for found in re.finditer("\n", text)]

    # ── questions ────────────────────────────────────────────────────────────────────────

    def item(self, path: KeyPath) -> Item | None:
        """The item with exactly this path."""
        return self._at.get(path)

    def lines_of(self, path: KeyPath) -> list[Item]:
        """Every item of a table with a line of its own, with all that is in the table."""
        return [item for item in self.items if not item.inline and item.path[: len(path)] == path]

    def line(self, path: KeyPath) -> int | None:
        """The 1-based line of a path, or of the nearest thing around it that has one."""
        for end in range(len(path), 0, -1):
            item = self._at.get(path[:end]) or self._at.get((*path[:end], 0))  # all the [[rounds]]
            if item:
                return bisect_left(self._line_breaks, item.key.start) + 1
        return None

    def line_end(self, place: int) -> int:
        """The place behind the line break after ``place``, or the end of the text."""
        found = self.text.find("\n", place)
        return len(self.text) if found < 0 else found + 1

    def line_start(self, place: int) -> int:
        """The place where the line of ``place`` begins."""
        return max(self.text.rfind("\n", 0, place) + 1, self.start)

    # ── reading ──────────────────────────────────────────────────────────────────────────

    def _read(self) -> None:
        at = self._skip(self.start)
        table: KeyPath = ()
        while at < len(self.text):
            if self.text[at] == "[":
                at, table = self._header(at)
            else:
                at = self._pair(at, table, inline=False)
            at = self._skip(at)

    def _skip(self, at: int) -> int:
        """The next place behind white space, line breaks and comments."""
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def _header(self, at: int) -> tuple[int, KeyPath]:
        """The place behind a header, and the path of its table."""
        start, brackets = at, 2 if self.text.startswith("[[", at) else 1
        keys, at = self._keys(at + brackets)
        at = self.text.index("]", at) + brackets
        path: KeyPath = ()
        for i, key in enumerate(keys, start=1):
            path = (*path, key)
            if i == len(keys) and brackets == 2:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts:
                path = (*path, self._counts[path])
        self.items.append(Item(path, Span(start, at), Span(at, at), path))
        return at, path

    def _pair(self, at: int, around: KeyPath, *, inline: bool) -> int:
        keys, stop = self._keys(at)
        start = self._blank(self.text.index("=", stop) + 1)
        return self._value(start, (*around, *keys), Span(at, stop), around, inline=inline)

    def _keys(self, at: int) -> tuple[list[str], int]:
        """A key, dotted or not, as its parts; and the place behind it."""
        found = _KEYS.match(self.text, self._blank(at))
        if found is None:
            raise ValueError(f"no key at {at}")
        keys: list[str] = []
        for word in KEY.findall(found[0]):
            keys += tomllib.loads(word + " = 0") if word[0] in "\"'" else [word]
        return keys, found.end()

    def _blank(self, at: int) -> int:
        while self.text[at : at + 1] in (" ", "\t"):
            at += 1
        return at

    def _value(self, at: int, path: KeyPath, key: Span, around: KeyPath, *, inline: bool) -> int:
        """The place behind the value that begins at ``at``; its item comes before what is in it."""
        place = len(self.items)
        if self.text[at] in "{[":
            stop = self._members(at, path)
        else:
            found = STRING.match(self.text, at) or _PLAIN.match(self.text, at)
            if found is None:
                raise ValueError(f"no value at {at}")
            stop = found.end()
        self.items.insert(place, Item(path, key, Span(at, stop), around, inline))
        return stop

    def _members(self, at: int, path: KeyPath) -> int:
        """The place behind the inline table or list that begins at ``at``."""
        is_table, index = self.text[at] == "{", 0
        at = self._skip(at + 1)
        while self.text[at] not in "}]":
            if is_table:
                at = self._pair(at, path, inline=True)
            else:
                at = self._value(at, (*path, index), Span(at, at), path, inline=True)
            index += 1
            at = self._skip(at)
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return at + 1


_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_KEYS = re.compile(rf"(?:{KEY.pattern})(?:[ \t]*\.[ \t]*(?:{KEY.pattern}))*")
STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''',
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\r\n]*[^,\]}#\s]")
