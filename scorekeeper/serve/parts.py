"""What changed of a page since a phone last looked, and its bytes for the wire."""

import gzip
import re
import time
from collections.abc import Callable
from functools import lru_cache

PART = re.compile(r'<(section|details) id="(\w+)".*?</\1>', re.DOTALL)
"""A part of a page; none lies in another, and no name can look like one."""

COLUMNS = ("play", "follow")
"""The elements that hold the parts, in their order on the page."""


class Rendering:
    """One kind of page as it was last written, and when each of its parts last changed.

    ``seen`` numbers what was written, from the clock, so that it grows over a restart too.
    """

    def __init__(self) -> None:
        self.text, self.seen = "", time.time_ns() // 1_000_000
        self._parts: dict[str, dict[str, str]] = {}
        self._changed: dict[str, int] = {}

    def write(self, page: Callable[[int], str]) -> None:
        """Write the page anew; ``page`` gets the number that it will be known by."""
        self.seen += 1
        self.text = page(self.seen)
        before = {name: part for parts in self._parts.values() for name, part in parts.items()}
        halves = self.text.partition(f'<div id="{COLUMNS[1]}"')
        for column, half in zip(COLUMNS, halves[::2], strict=True):
            self._parts[column] = {found[2]: found[0] for found in PART.finditer(half)}
            for name, part in self._parts[column].items():
                if before.get(name) != part:
                    self._changed[name] = self.seen

    def since(self, seen: int) -> dict[str, dict[str, str | None]]:
        """All parts in order, by column; None for one that a phone has if it saw that number."""
        return {
            column: {n: part if self._changed[n] > seen else None for n, part in parts.items()}
            for column, parts in self._parts.items()
        }


@lru_cache(maxsize=16)
def packed(content: bytes) -> bytes:
    """Some bytes, compressed; cached because all phones get the same page."""
    return gzip.compress(content, 6, mtime=0)
