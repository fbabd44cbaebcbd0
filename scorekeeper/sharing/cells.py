"""The cells of a CSV file from elsewhere, and what each of them says."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache

from scorekeeper.errors import FileError, printable, quoted
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.rounds import wild_called
from scorekeeper.rules.rule_keys import MOST_ROUNDS
from scorekeeper.sharing.headings import MEANS, MONTHS, heading

SPLIT = "split the file in two, or name a CSV file of rounds and points"

MOST_ROWS = 100_000
"""Rows in a file."""

ABSENT = ("-", "–", "—", "−", "absent")
"""Written for points, if somebody sat the round out; a spreadsheet may lengthen a hyphen."""

Rows = Iterator[tuple[int, list[str]]]
"""The rows of a file that are not empty, each with the line where it begins."""


class DoubtfulDateError(FileError, kind="file", code=3):
    """A date that could be two days: ``days``, first the one that it is if the day comes first."""

    def __init__(self, typed: str, days: Sequence[date], line: int, column: str) -> None:
        problem = f"column {printable(column)}: {quoted(typed)} could be {days[0]} or {days[1]}"
        remedy = "say which: --dates day-first or --dates month-first"
        super().__init__(problem, remedy=remedy, line=line)
        self.typed, self.days = typed, days


def wrong(line: int, column: str, why: str, remedy: str) -> FileError:
    """The error for a cell or, without a column, for a line."""
    where = f"column {printable(column)}: " if column else ""
    return FileError(f"{where}{why}", remedy=remedy, line=line)


def text_of(content: bytes) -> tuple[str, bool]:
    """The text of a file in UTF-8, UTF-16 or Latin-1, and whether it is in Latin-1.

    FileError for anything else.
    """
    start = content[:2]
    is_wide = b"\0" in start or start in (b"\xff\xfe", b"\xfe\xff")
    order = "-be" if start[:1] == b"\0" else "-le" if start[1:] == b"\0" else ""  # else marked
    try:
        return content.decode(f"utf-16{order}" if is_wide else "utf-8-sig"), False
    except UnicodeDecodeError as error:
        if not is_wide and re.fullmatch(LATIN_1, content):
            return content.decode("latin-1"), True
        line = content.count(b"\n", 0, error.start) + 1
        remedy = "save the table as CSV in UTF-8; a spreadsheet does that with Save As"
        raise wrong(line, "", "this isn't text in UTF-8", remedy) from error


LATIN_1 = rb"[\t\r\n -~\xc0-\xd6\xd8-\xf6\xf8-\xff]*"
"""Text whose letters alone have accents. Most other encodings have other signs than these."""


def rows_in(text: str) -> Rows:
    """The rows of a CSV file; FileError if it isn't one."""
    told = re.match(r'"?sep=([^\w\s"]|\t)"?(?=[\r\n])', text, re.IGNORECASE)
    delimiter = told[1] if told else _delimiter(text)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for number, row in enumerate(lines):
            if number > MOST_ROWS:
                raise wrong(begins, "", f"there are more than {MOST_ROWS} rows", SPLIT)
            if any(map(str.strip, row)) and not (told and number == 0):
                yield begins, row
            begins = lines.line_num + 1
    except csv.Error as error:
        raise wrong(begins, "", f"this isn't CSV: {error}", "correct that line") from error


def _delimiter(text: str) -> str:
    """What separates the cells: what most of the first lines have, outside quotes."""
    lines = re.sub('"[^"]*"', "", text[:10_000]).splitlines()[:30]
    counts = {sign: [line.count(sign) for line in lines] for sign in ",;\t"}
    return max(counts, key=lambda sign: (sum(map(bool, counts[sign])), sum(counts[sign])))


# ── what a cell says ─────────────────────────────────────────────────────────────────────────


def whole(cell: str) -> int | None:
    """A whole number, also one like 12,0; None for anything else."""
    found = re.fullmatch(r"([+-]?[0-9]{1,15})(?:[.,]00?)?", cell.strip().replace("−", "-"))
    return int(found[1]) if found else None


def number_in(cell: str, line: int, column: str) -> int:
    """The same; FileError for anything else."""
    number, typed = whole(cell), cell.strip().replace("−", "-")
    if number is not None:
        return number
    if not typed:
        raise wrong(line, column, "it is empty, and a blank isn't a zero", "write what is missing")
    if re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", typed):
        why = f"{quoted(typed)} isn't a whole number, and there are no half points"
        raise wrong(line, column, why, "write a whole number, without a point or a comma")
    raise wrong(line, column, f"{quoted(typed)} isn't a whole number", "write one like 12 or -5")


def points_in(cell: str, line: int, column: str) -> int | None:
    """A player's points in a round; None if they sat it out, FileError for anything else."""
    return None if folded(cell) in ABSENT else number_in(cell, line, column)


@lru_cache(1000)
def round_number(cell: str) -> int | None:
    """The number of a round, from ``3``, ``Round 3`` or ``3. Runde``; None for other words."""
    found = re.fullmatch(r"(\D*)([0-9]{1,4})(\D*)", folded(cell))
    word = heading(f"{found[1]} {found[3]}") if found else ""
    if not found or (word not in ("", "r") and MEANS.get(word) != "round"):
        return None
    number = int(found[2])
    return number if 1 <= number <= MOST_ROUNDS else None


def round_in(cell: str, line: int, column: str) -> tuple[int, str]:
    """The number of a round; or 0 and the wild that it is called by."""
    if number := round_number(cell):
        return number, ""
    if wild_called(cell):
        return 0, cell.strip()
    why = f"{quoted(cell)} isn't a round" if cell.strip() else "the round is missing"
    raise wrong(line, column, why, f"write a number from 1 to {MOST_ROUNDS}")


YEAR_FIRST = r"([0-9]{4})([-./]) ?([0-9]{1,2})\2 ?([0-9]{1,2})\.?"
YEAR_LAST = r"([0-9]{1,2})([-./]) ?([0-9]{1,2})\2 ?([0-9]{4}|(?<!-)[0-9]{2})"
NAMED = r"([0-9]{1,4})(?:[^0-9]+)([0-9]{1,4})(?![0-9:])"
"""The two numbers of a date whose month has a name: the day, and the year in either place."""
TIME = r"(?:[T ,]+[0-9]{1,2}[:.h][0-9]{2}[0-9:., APMZ+-]*)?"


def day_in(cell: str, line: int, column: str, is_day_first: bool | None) -> date | None:
    """A date, with or without a time; None for an empty cell, FileError for anything else.

    With dots the day comes before the month. With other signs that is as said by
    ``is_day_first``; if that is None, DoubtfulDateError for a date that could be two.
    """
    typed = cell.strip()
    if not typed:
        return None
    with suppress(ValueError):
        return date.fromisoformat(typed)
    found: list[date] = []
    months = [MONTHS[word] for word in re.findall(r"[^\W\d_]+", folded(typed)) if word in MONTHS]
    if months and (numbers := re.search(NAMED, typed)):
        day, year = sorted(numbers.groups(), key=len)
        is_one = len(months) == 1 and len(year) in (2, 4)
        found = _days(f"20{year}"[-4:], (str(months[0]), day)) if is_one else []
    elif numbers := re.fullmatch(YEAR_FIRST + TIME, typed, re.IGNORECASE):
        found = _days(numbers[1], (numbers[3], numbers[4]))
    elif numbers := re.fullmatch(YEAR_LAST + TIME, typed, re.IGNORECASE):
        first, sign, second, year = numbers.groups()
        orders = [(second, first), (first, second)]
        if sign == "." or is_day_first is not None:
            orders = orders[1:] if sign != "." and not is_day_first else orders[:1]
        found = _days(f"20{year}"[-4:], *orders)
    if not found:
        remedy = "write year, month and day, like 2026-03-13"
        raise wrong(line, column, f"{quoted(typed)} isn't a date", remedy)
    if found[0] != found[-1]:
        raise DoubtfulDateError(typed, found, line, column)
    return found[0]


def _days(year: str, *orders: tuple[str, str]) -> list[date]:
    """The days that there are in a year among these months and days."""
    found = []
    for month, day in orders:
        with suppress(ValueError):
            found.append(date(int(year), int(month), int(day)))
    return found
