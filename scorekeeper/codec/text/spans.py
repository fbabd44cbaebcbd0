"""Where in a TOML text each table, key and value stands.

``tomllib`` says what a text means, and this module only where: it is asked about texts that
``tomllib`` has accepted, and every edit made with it is read again by ``tomllib``.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.codec.text import KeyPath


class Span(NamedTuple):
    """A stretch of the text."""

    start: int
    stop: int


class Pair(NamedTuple):
    """A ``key = value``, or a member of a list (then ``key`` is empty at the value's start).

    ``home`` is the path of the header it stands under, ``inside`` that of the inline table or
    list around it, None where it has a line of its own.
    """

    path: KeyPath
    key: Span
    value: Span
    home: KeyPath
    inside: KeyPath | None


class Header(NamedTuple):
    """A ``[table]`` or ``[[array of tables]]`` line."""

    path: KeyPath
    span: Span
    is_array: bool


class Spans:
    """All the headers and pairs of a TOML text, in the order in which they stand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.headers: list[Header] = []
        self.pairs: list[Pair] = []
        self._counts: dict[KeyPath, int] = {}
        self._home: KeyPath = ()
        self._read()
        # The first of each path is meant: the pair of a table counts before what is in it.
        self._pair_at = {pair.path: pair for pair in reversed(self.pairs)}
        self._header_at = {header.path: header for header in reversed(self.headers)}
        self._line_breaks = [found.start() for found in re.finditer("\n", text)]

    # ── questions ────────────────────────────────────────────────────────────────────────

    def pair(self, path: KeyPath) -> Pair | None:
        """The pair with exactly this path."""
        return self._pair_at.get(path)

    def header(self, path: KeyPath) -> Header | None:
        """The header with exactly this path."""
        return self._header_at.get(path)

    def line(self, path: KeyPath) -> int | None:
        """The 1-based line of a path, or of the nearest thing around it that has one."""
        while path:
            found = self.pair(path) or self.header(path)
            if isinstance(found, Pair):
                return self.line_at(found.key.start)
            if found:
                return self.line_at(found.span.start)
            path = path[:-1]
        return None

    def line_at(self, place: int) -> int:
        """The 1-based line of a place in the text."""
        return bisect_left(self._line_breaks, place) + 1

    def statements(self) -> Iterator[tuple[KeyPath, Span]]:
        """Every header and every pair with a line of its own, in order: its path and span."""
        lines = [(header.path, header.span) for header in self.headers]
        lines += [
            (pair.path, Span(pair.key.start, pair.value.stop))
            for pair in self.pairs
            if pair.inside is None
        ]
        return iter(sorted(lines, key=lambda one: one[1].start))

    def line_end(self, place: int) -> int:
        """The place behind the line break after ``place``, or the end of the text."""
        found = self.text.find("\n", place)
        return len(self.text) if found < 0 else found + 1

    def line_start(self, place: int) -> int:
        """The place where the line of ``place`` begins."""
        return max(self.text.rfind("\n", 0, place) + 1, len(self._bom()))

    def _bom(self) -> str:
        return "\ufeff" if self.text.startswith("\ufeff") else ""

    # ── reading ──────────────────────────────────────────────────────────────────────────

    def _read(self) -> None:
        at = self._skip(len(self._bom()))
        while at < len(self.text):
            at = self._header(at) if self.text[at] == "[" else self._pair(at, self._home, None)
            at = self._skip(at)

    def _skip(self, at: int) -> int:
        """The next place behind white space, line breaks and comments."""
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def _header(self, at: int) -> int:
        start = at
        is_array = self.text.startswith("[[", at)
        keys, at = self._keys(at + (2 if is_array else 1))
        at = self.text.index("]", at) + (2 if is_array else 1)
        path: KeyPath = ()
        for i, key in enumerate(keys):
            path = (*path, key)
            is_last = i == len(keys) - 1
            if is_last and is_array:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts and (is_array or not is_last):
                path = (*path, self._counts[path])
        self._home = path
        self.headers.append(Header(path, Span(start, at), is_array))
        return at

    def _pair(self, at: int, prefix: KeyPath, inside: KeyPath | None) -> int:
        start = at
        keys, at = self._keys(at)
        key = Span(start, at)
        path = (*prefix, *keys)
        at = self._blank(self.text.index("=", at) + 1)
        place = len(self.pairs)
        stop = self._value(at, path)
        self.pairs.insert(place, Pair(path, key, Span(at, stop), self._home, inside))
        return stop

    def _keys(self, at: int) -> tuple[list[str], int]:
        """A key, dotted or not, as its parts; and the place behind it."""
        keys: list[str] = []
        while True:
            at = self._blank(at)
            found = _KEY.match(self.text, at)
            if found is None:
                raise ValueError(f"no key at {at}")
            word = found.group()
            keys += tomllib.loads(word + " = 0") if word[0] in "\"'" else [word]
            at = self._blank(found.end())
            if not self.text.startswith(".", at):
                return keys, found.end()
            at += 1

    def _blank(self, at: int) -> int:
        while self.text[at : at + 1] in (" ", "\t"):
            at += 1
        return at

    def _value(self, at: int, path: KeyPath) -> int:
        """The place behind the value that begins at ``at``."""
        if self.text[at] == "{":
            return self._members(at, path, "}")
        if self.text[at] == "[":
            return self._members(at, path, "]")
        found = STRING.match(self.text, at) or _PLAIN.match(self.text, at)
        if found is None:
            raise ValueError(f"no value at {at}")
        return found.end()

    def _members(self, at: int, path: KeyPath, close: str) -> int:
        at = self._skip(at + 1)
        index = 0
        while self.text[at] != close:
            if close == "}":
                at = self._pair(at, path, path)
            else:
                place = len(self.pairs)
                stop = self._value(at, (*path, index))
                pair = Pair((*path, index), Span(at, at), Span(at, stop), self._home, path)
                self.pairs.insert(place, pair)
                at, index = stop, index + 1
            at = self._skip(at)
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return at + 1


_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''',
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\r\n]*[^,\]}#\s]")
