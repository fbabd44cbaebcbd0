"""Rows and columns of short texts, and how wide they are on a terminal."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple


class Grid(NamedTuple):
    """A table.

    ``aligns`` has ``l`` or ``r`` for each column, ``rules`` the indices of rows with a line above.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    aligns: str
    rules: tuple[int, ...] = ()


def columns_of(text: str) -> int:
    """The columns that ``text`` takes on a terminal: two for a wide character, none for an accent.

    >>> columns_of("Zoë"), columns_of("李")
    (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if _is_wide(letter) else 1 for letter in text
    )


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in ("W", "F")


def pad(text: str, width: int, align: str = "l") -> str:
    """``text`` filled up with spaces to ``width`` columns."""
    space = " " * max(0, width - columns_of(text))
    return space + text if align == "r" else text + space


def widths(grid: Grid) -> list[int]:
    """The columns that each column of the grid needs."""
    lines = [grid.header, *grid.rows]
    return [max(columns_of(line[i]) for line in lines) for i in range(len(grid.header))]


def total_width(grid: Grid) -> int:
    """The columns that the grid needs as ``plain`` lays it out."""
    return sum(widths(grid)) + 2 * len(grid.header)


def plain(grid: Grid) -> list[str]:
    """The grid in lines, columns two spaces apart."""
    wide = widths(grid)
    lines = []
    if any(grid.header):
        lines.append(_line(grid.header, wide, grid.aligns))
    for i, row in enumerate(grid.rows):
        if i in grid.rules:
            lines.append("  " + "─" * (sum(wide) + 2 * len(wide) - 2))
        lines.append(_line(row, wide, grid.aligns))
    return lines


def _line(row: Sequence[str], wide: Sequence[int], aligns: str) -> str:
    cells = (pad(text, size, align) for text, size, align in zip(row, wide, aligns, strict=True))
    return "  " + "  ".join(cells).rstrip()


def stacked(grid: Grid) -> list[str]:
    """The grid for a narrow screen: each row as a paragraph, a cell a line."""
    lines: list[str] = []
    for row in grid.rows:
        lines.append(" ".join(text for text in row[:2] if text))
        lines += [
            f"  {name} {text}" if name else f"  {text}"
            for name, text in zip(grid.header[2:], row[2:], strict=True)
            if text
        ]
    return lines


def split_columns(grid: Grid, fixed: int, width: int) -> list[Grid]:
    """The grid in pieces that fit: each has the first ``fixed`` columns and some of the others."""
    wide = widths(grid)
    room = width - sum(wide[:fixed]) - 2 * fixed
    pieces: list[list[int]] = [[]]
    used = 0
    for i in range(fixed, len(wide)):
        if pieces[-1] and used + wide[i] + 2 > room:
            pieces.append([])
            used = 0
        pieces[-1].append(i)
        used += wide[i] + 2
    return [_columns(grid, [*range(fixed), *piece]) for piece in pieces]


def _columns(grid: Grid, kept: Sequence[int]) -> Grid:
    return Grid(
        tuple(grid.header[i] for i in kept),
        tuple(tuple(row[i] for i in kept) for row in grid.rows),
        "".join(grid.aligns[i] for i in kept),
        grid.rules,
    )
