"""What changed of a page since a phone last looked, and its bytes for the wire."""

import gzip
import re
import time
from collections.abc import Callable
from functools import lru_cache

PART = re.compile(r'<(section|details) id="(\w+)".*?</\1>', re.DOTALL)
"""A part of a page; none lies in another, and no name can look like one."""

ROW = re.compile(r'<tr id="(\w+)">.*?</tr>', re.DOTALL)
"""A round on the sheet: most stay as they are when another is written."""

COLUMNS = ("play", "follow")
"""The elements that hold the parts, in their order on the page."""


class Rendering:
    """One kind of page as it was last written, and when each of its parts last changed.

    ``seen`` numbers what was written, from the clock, so that it grows over a restart too.
    """

    def __init__(self) -> None:
        self.text, self.seen = "", time.time_ns() // 1_000_000
        self._parts: dict[str, list[str]] = {}
        self._texts: dict[str, str] = {}  # of the parts, and of the rows in them
        self._changed: dict[str, int] = {}

    def write(self, page: Callable[[int], str]) -> None:
        """Write the page anew; ``page`` gets the number that it will be known by."""
        self.seen += 1
        self.text = page(self.seen)
        before, self._texts = self._texts, {}
        halves = self.text.partition(f'<div id="{COLUMNS[1]}"')
        for column, half in zip(COLUMNS, halves[::2], strict=True):
            self._parts[column] = [found[2] for found in PART.finditer(half)]
            self._texts |= {found[2]: found[0] for found in PART.finditer(half)}
        self._texts |= {found[1]: found[0] for found in ROW.finditer(self.text)}
        for name, text in self._texts.items():
            if before.get(name) != text:
                self._changed[name] = self.seen

    def since(self, seen: int) -> dict[str, dict[str, str | None]]:
        """All parts in order, by column; None for one that a phone has if it saw that number.

        A row that it has is empty in its part.
        """

        def row(found: re.Match[str]) -> str:
            return found[0] if self._changed[found[1]] > seen else f'<tr id="{found[1]}"></tr>'

        def part(name: str) -> str | None:
            return ROW.sub(row, self._texts[name]) if self._changed[name] > seen else None

        return {column: {n: part(n) for n in names} for column, names in self._parts.items()}


@lru_cache(maxsize=16)
def packed(content: bytes) -> bytes:
    """Some bytes, compressed; cached because all phones get the same page."""
    return gzip.compress(content, 6, mtime=0)
