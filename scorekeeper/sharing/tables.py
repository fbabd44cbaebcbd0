"""Where the table in a CSV file is, and what each of its columns means."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Literal, NamedTuple

from scorekeeper.errors import SK, FileError, UsageError, count, meant, printable, quoted
from scorekeeper.ledger.rounds import wild_called
from scorekeeper.ledger.written import MOST_PLAYERS
from scorekeeper.render import Grid, cut, plain
from scorekeeper.sharing.cells import SPLIT, Rows, round_number, rows_in, whole, wrong
from scorekeeper.sharing.headings import MEANS, heading, is_other, is_total, keys_of

MOST_ABOVE = 20
"""Lines above a table, such as a title."""

Told = Sequence[tuple[str, int]]
"""What somebody said that columns mean, with their numbers from 1 on."""

Head = Sequence[tuple[int, list[str]]]
"""The first lines of a file."""

Shape = Literal["rows", "matrix", "across"]
"""A row for each player and round; rounds down, players across; players down, rounds across."""

NEEDED = ("round", "player", "points")

NO_PLAYER = ("this doesn't look like a player", "remove the column, or rename it")


class Table(NamedTuple):
    """A table from its header at ``line`` on: what its columns mean, and the rows below."""

    shape: Shape
    line: int
    header: list[str]
    keys: list[str]
    rows: Rows


class HeaderError(FileError, kind="file", code=3):
    """A table whose columns aren't clear: ``lines`` show how it was read."""

    def __init__(self, head: Head, line: int, problem: str, remedy: str = "") -> None:
        keys = _guessed(head)
        places = [f"{key}={keys.index(key) + 1}" for key in NEEDED if key in keys]
        like = ",".join(places) if len(places) == 3 else "round=1,player=2,points=4"
        if keys.count("player") > 1:  # each has a column
            like = "round=1"
        advice = f"say which columns to read, like --columns {like}"
        sign = " If not, " if remedy.endswith("?") else ", or "
        super().__init__(problem, remedy=f"{remedy}{sign * bool(remedy)}{advice}", line=line)
        texts = [(f"line {line}", cells) for line, cells in head[:5]]
        rows = [
            (name, *(cut(printable(cell), 14) for cell in _at(range(min(8, len(keys))), cells)))
            for name, cells in [*texts, ("would be", [key or "?" for key in keys])]
        ]
        header = ("column", *map(str, range(1, len(rows[0]))))
        self.lines = plain(Grid(header, tuple(rows), "l" * len(header)))


def _best(head: Head) -> int:
    """Which line would be the header: it has the most headings that are known, else most cells."""
    known = [(sum(map(bool, keys_of(cells))), len(_trimmed(cells))) for _, cells in head]
    return known.index(max(known))


def _guessed(head: Head) -> list[str]:
    """Which columns would be round, player and points: by their heading, or what is below."""
    at = _best(head)
    header = _trimmed(head[at][1])
    found = keys_of(header)
    keys = [key if key in NEEDED and found.count(key) == 1 else "" for key in found]
    for n, label in enumerate(header):
        below = [cells[n].strip() for _, cells in head[at + 1 :] if len(cells) > n]
        kind = "points" if None not in map(whole, below) else "player"
        if "round" not in keys and below and round_number(below[0]) == 1:
            kind = "round"
        if any(below) and kind not in keys and not (found[n] or is_other(label)):
            keys[n] = kind
    if "player" not in keys and keys[:1] == ["round"]:
        return ["round", *("" if is_other(label) else "player" for label in header[1:])]
    return keys


def table_in(text: str, told: Told = ()) -> Table:
    """The table in a CSV file, with the columns that were ``told``; FileError if it isn't clear."""
    rows = rows_in(text)
    head = list(islice(rows, MOST_ABOVE + 1))
    if not head:
        raise wrong(1, "", "the file is empty", "name a CSV file of rounds and points")
    width = max(len(_trimmed(cells)) for _, cells in head)
    if any(number > width for _, number in told):
        why = f"there are only {count(width, 'column')}"
        raise wrong(head[0][0], "", why, "choose from those for --columns")
    if len(told) > 1:
        return _told(head, rows, told, width)
    for at, (line, cells) in enumerate(head):
        header = _trimmed(cells)
        keys = [key for key, _ in told] + keys_of(header)[len(told) :]
        if shape := _shape(header, keys, head[at + 1][1][0] if head[at + 1 :] else ""):
            _check(head[at:], header, keys, shape)
            below = chain(head[at + 1 :], rows)
            whole_rows = _whole(below, len(header)) if shape == "rows" else below
            return Table(shape, line, header, keys, whole_rows)
    line, cells = head[_best(head)]
    found = {*keys_of(cells), *(key for key, _ in told)}
    if "round" not in found and ("date" in found or {"player", "total"} <= found):
        why = "there is no column with the round, and totals alone are not enough"
        raise wrong(line, "", why, f"write the points of each round, see {SK}help sharing")
    if "round" not in found and {"player", "points"} <= found:
        raise HeaderError(head, line, "there is no column with the round", "add one called round")
    raise HeaderError(head, line, "it isn't clear which columns are round, player and points")


def tables_within(table: Table) -> Iterator[Table]:
    """A table with a column or a row for each player, and those below it; titles aren't read."""
    lines, own = list(table.rows), list[tuple[int, list[str]]]()
    for at, (line, cells) in enumerate(lines):
        header, shape = _trimmed(cells), None
        if header == table.header or MEANS.get(heading(cells[0])) in ("round", "player"):
            keys, first = keys_of(header), lines[at + 1][1][0] if at + 1 < len(lines) else ""
            shape = _shape(header, keys, first)
        if shape is None:
            own.append((line, cells))
            continue
        while own and not _is_label(own[-1][1][0]) and len(_trimmed(own[-1][1])) == 1:
            del own[-1]
        yield table._replace(rows=_whole(own, len(table.header)))
        _check(lines[at : at + 5], header, keys, shape)
        table, own = Table(shape, line, header, keys, iter(())), []
    yield table._replace(rows=_whole(own, len(table.header)))


def _shape(header: Sequence[str], keys: Sequence[str], first: str) -> Shape | None:
    """The shape of a table with this header, and this ``first`` cell below; None for no header."""
    if set(NEEDED) <= set(keys):
        return "rows"
    corner, others = keys[0], [cell for cell in header[1:] if not is_total(cell)]
    is_corner = len(header) > 1 and (corner == "round" or not header[0])
    is_label = _is_label(first) or is_total(first)
    if others and corner == "player" and all(map(_is_label, others)):
        return "across"
    if others and is_corner and not is_label and all(map(round_number, others)):
        return "across"
    if is_corner and (header[0] or (is_label and all(header[1:]))):
        return "matrix"
    return None


def _is_label(cell: str) -> bool:
    """Whether a cell says which round it is."""
    return bool(round_number(cell) or wild_called(cell))


def _check(head: Head, header: Sequence[str], keys: Sequence[str], shape: Shape) -> None:
    """Raise for a column that means nothing here, or the same as another."""
    line = head[0][0]
    if shape == "matrix" and len(header) > 1 + 2 * MOST_PLAYERS:  # there may be totals as well
        why = f"there are {len(header)} columns, too many for {MOST_PLAYERS} players"
        raise wrong(line, "", why, SPLIT)
    for n, (typed, key) in enumerate(zip(header, keys, strict=True)):
        where, remedy = f"column {printable(typed)}: ", "remove the column"
        if shape == "rows" and not key:
            remedy = meant(heading(typed), MEANS.values()) or remedy
            raise HeaderError(head, line, f"{where}there is no such column", remedy)
        if shape == "rows" and keys.count(key) > 1:
            raise HeaderError(head, line, f"{where}two columns mean {key}", remedy)
        if shape == "matrix" and n and (key or is_other(typed)):
            raise wrong(line, typed, *NO_PLAYER)


def _told(head: Head, rows: Rows, told: Told, width: int) -> Table:
    """The table of the columns that were told.

    It begins at the first line with a number for the round or the points.
    """
    keys, places = [key for key, _ in told], [number - 1 for _, number in told]
    sure = [n for key, n in zip(keys, places, strict=True) if key in ("round", "points")]
    begins = 0
    while begins < len(head) and not re.search("[0-9]", "".join(_at(sure, head[begins][1]))):
        begins += 1
    below = _whole(chain(head[begins:], rows), width)
    picked = ((line, _at(places, cells)) for line, cells in below)
    return Table("rows", head[0][0], [str(number) for _, number in told], keys, picked)


def told_columns(typed: str) -> Told:
    """The columns in words like ``round=1,player=2,points=4``; UsageError for anything else.

    A column with the rounds, or with the players, may come first and alone.
    """
    parts = [part.partition("=") for part in typed.split(",")]
    keys = [MEANS.get(heading(word), "") for word, _, _ in parts]
    numbers = [int(n) if re.fullmatch(" *[1-9][0-9]{0,3} *", n) else 0 for _, _, n in parts]
    told = list(zip(keys, numbers, strict=True))
    is_enough = set(NEEDED) <= set(keys) or typed in ("round=1", "player=1")
    if not is_enough or not all(keys) or not all(numbers):
        problem = f"{quoted(typed)} doesn't say which columns are round, player and points"
        raise UsageError(problem, remedy="write them like round=1,player=2,points=4")
    if len(set(keys)) < len(keys) or len(set(numbers)) < len(numbers):
        raise UsageError(f"{quoted(typed)} has a column twice", remedy="name each once")
    return told


def _at(places: Iterable[int], cells: Sequence[str]) -> list[str]:
    """The cells in these places; an empty one for each that isn't there."""
    return [cells[n] if n < len(cells) else "" for n in places]


def _trimmed(cells: Sequence[str], least: int = 0) -> list[str]:
    """The cells without the empty ones that a spreadsheet leaves after the last column."""
    kept = len(cells)
    while kept > least and not cells[kept - 1].strip():
        kept -= 1
    return list(cells[:kept])


def _whole(rows: Iterable[tuple[int, list[str]]], width: int) -> Rows:
    """The rows with as many cells as the header; FileError for one with fewer or more."""
    for line, cells in rows:
        row = cells if len(cells) == width else _trimmed(cells, width)
        if len(row) != width:
            why = f"there are {count(len(row), 'cell')}, but the header has {width}"
            remedy = "give each row as many; put a cell with a comma in quotes"
            raise wrong(line, "", why, remedy)
        yield line, row
