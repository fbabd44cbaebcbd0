"""Results for people and for programs; nothing here prints or knows a file.

This file has the tables of short texts, and measures how wide texts are on a terminal.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple


class Grid(NamedTuple):
    """A table: ``aligns`` has ``l`` or ``r`` per column, ``rules`` the rows with a line above."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    aligns: str
    rules: tuple[int, ...] = ()


class Section(NamedTuple):
    """A part of a page: a title, a line ``above`` the tables if any, the tables, lines below."""

    title: str
    grids: Sequence[Grid]
    lines: Sequence[str] = ()
    fixed: int = 1  # columns of each table that say what a row is about
    above: str = ""


def columns_of(text: str) -> int:
    """The columns that ``text`` takes on a terminal: two for a wide character, none for an accent.

    >>> columns_of("Zoë"), columns_of("李"), columns_of("วันดี"), columns_of("❤️")
    (3, 2, 3, 2)
    """
    if text.isascii() or re.fullmatch(_NARROW, text):
        return len(text)
    # It takes longer to load than most commands take to run.
    from wcwidth import wcswidth

    return wcswidth(text)


_NARROW = "[ -~¡-¬®-\u02ff\u0370-\u0482\u048a-\u052f–—…→−≤≥─-▟♠♥♦♣★]*"
"""Latin, Greek and Cyrillic letters, suits and lines: one column each, and nearly all our text."""


def pad(text: str, width: int, align: str = "l") -> str:
    """``text`` padded with spaces to ``width`` columns."""
    space = " " * max(0, width - columns_of(text))
    return space + text if align == "r" else text + space


def cut(text: str, room: int, end: str = "…") -> str:
    """``text`` in at most ``room`` columns; if it has more, its beginning and ``end``.

    >>> cut("Bartholomew", 8), cut("👨‍👩‍👧👨‍👩‍👧", 3), cut("Uncle Max", 6, "")
    ('Barthol…', '👨‍👩‍👧…', 'Uncle')
    """
    if columns_of(text) <= room:
        return text
    return _clip(text, 0, room - len(end)).rstrip() + end


def shortened(text: str, room: int) -> str:
    """``text`` in at most ``room`` columns; if it has more, without its middle.

    >>> shortened("Great-Uncle Bartholomew", 16), shortened("Bo 👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 7)
    ('Great-U…tholomew', 'Bo…👨‍👩‍👧👨‍👩‍👧')
    """
    if columns_of(text) <= room:
        return text
    begun, wide = cut(text, room // 2), columns_of(text)
    return begun + _clip(text, wide - room + columns_of(begun), wide).lstrip()


def _clip(text: str, start: int, end: int) -> str:
    """The columns from ``start`` to ``end``, with a space for half a wide character."""
    if text.isascii():
        return text[start:end]
    from wcwidth import clip

    return clip(text, start, end)


def widths(grid: Grid) -> list[int]:
    """The columns that each column of the grid needs."""
    lines = [grid.header, *grid.rows]
    return [max(columns_of(line[i]) for line in lines) for i in range(len(grid.header))]


def total_width(grid: Grid) -> int:
    """The columns that the grid needs as ``in_lines`` lays it out."""
    return sum(widths(grid)) + 2 * len(grid.header)


def in_lines(grid: Grid) -> list[str]:
    """The grid as lines, columns two spaces apart."""
    wide = widths(grid)
    lines = [_line(grid.header, wide, grid.aligns)] if any(grid.header) else []
    for i, row in enumerate(grid.rows):
        if i in grid.rules:
            lines.append("  " + "─" * (sum(wide) + 2 * len(wide) - 2))
        lines.append(_line(row, wide, grid.aligns))
    return lines


def _line(row: Sequence[str], wide: Sequence[int], aligns: str) -> str:
    cells = (pad(text, size, align) for text, size, align in zip(row, wide, aligns, strict=True))
    return "  " + "  ".join(cells).rstrip()


def stacked(grid: Grid) -> list[str]:
    """The grid for a narrow screen: each row as a paragraph, with a line for each cell."""
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
    """The grid in pieces that fit, each with the first ``fixed`` columns and some of the others."""
    labels = list(range(fixed))
    pieces = [labels]
    for i in range(fixed, len(grid.header)):
        if total_width(with_columns(grid, [*pieces[-1], i])) <= width or pieces[-1] == labels:
            pieces[-1] = [*pieces[-1], i]
        else:
            pieces.append([*labels, i])
    return [with_columns(grid, piece) for piece in pieces]


def with_columns(grid: Grid, indices: Sequence[int]) -> Grid:
    """The grid with only the columns at these ``indices``."""
    return grid._replace(
        header=[grid.header[i] for i in indices],
        rows=[[row[i] for i in indices] for row in grid.rows],
        aligns="".join(grid.aligns[i] for i in indices),
    )


def wrapped(line: str, width: int) -> list[str]:
    """``line`` broken between words to fit ``width``, if possible.

    The rows after the first are indented to the text after its label. Parts set apart by wide
    spaces, such as a name with its total, stay together if a row has room.

    >>> wrapped("  seats      Ann -> Bo (deals first) -> Uncle Cy", 38)
    ['  seats      Ann -> Bo (deals first)', '             -> Uncle Cy']
    >>> wrapped("  Bo 0   Uncle Cy 5 (+5)   Ann 12 (+12)", 30)
    ['  Bo 0   Uncle Cy 5 (+5)', '  Ann 12 (+12)']
    >>> wrapped("  3  Five Crowns, 11 rounds, 3 to 13 cards", 30)
    ['  3  Five Crowns, 11 rounds, 3', '     to 13 cards']
    >>> wrapped("12 · or cards · - not here · < back · ? help", 20)
    ['12 · or cards ·', '- not here ·', '< back · ? help']
    """
    if columns_of(line) <= width or not line.strip(" "):
        return [line]
    row = indent = " " * min(len(line) - len(line.lstrip(" ")), width // 2)
    parts = re.findall(_PARTS, line.strip(" "))
    below = " " * _begins_below(parts, len(indent), width)
    rows = []
    for gap, part in parts:
        first, *others = [part] if columns_of(below + part) <= width else re.split(_SPACE, part)
        for space, word in [(gap, first), *((" ", word) for word in others)]:
            if row.strip(" ") and columns_of(row + space + word) > width:
                rows.append(row)
                row = (below if columns_of(below + word) <= width else indent) + word
            else:
                row += space + word
    return [*rows, row]


_PARTS = r"( *)([^ ]+(?: [^ ]+)*)"  # more than one space apart, each with the space before it
_SPACE = r"(?<! [-<?]) (?![·|] )"  # a row may end after the dot between two things, not after a key


def _begins_below(parts: Sequence[tuple[str, str]], indent: int, width: int) -> int:
    """Where a line continues: after its label, unless that leaves little room."""
    if len(parts) == 1:
        return indent
    (_, label), (gap, _) = parts[:2]
    if len(gap) <= 3 and label[-1].isdigit() and not label.isdigit():
        return indent  # a name and a total aren't a label
    behind = indent + columns_of(label) + len(gap)
    if behind <= width // 2:
        return behind
    return indent + 2 if indent else 0
