"""What the words and cells of a table from elsewhere say, each by itself."""

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache
from pathlib import Path

from scorekeeper.errors import FileError, printable, quoted
from scorekeeper.ledger.names import folded, wild_called
from scorekeeper.rules.rule_keys import MOST_ROUNDS


@lru_cache(1000)
def heading(cell: str) -> str:
    """A heading in the form that is compared: without case, accents and the signs around numbers.

    >>> heading("Round #"), heading("Runde Nr."), heading("Went_out"), heading("#")
    ('round', 'runde', 'went out', '#')
    """
    words = re.sub(r"[\s_.:#°()/?]+", " ", folded(cell)).strip()
    return re.sub(r"(?<=\w) (?:no|nr|number|num)$", "", words) or "#" * ("#" in cell)


_WORDS = tomllib.loads(Path(__file__).with_name("headings.toml").read_text("utf-8"))

MEANS = {heading(word): key for key, words in _WORDS["means"].items() for word in words.split()}
"""The column that a heading means; ``deal`` is the round unless another column is."""

KINDS = {kind: set(map(heading, words.split())) for kind, words in _WORDS["kinds"].items()}
"""The words by which a label or a line says what it is."""

CORNERS = KINDS["game"] | KINDS["card"]

LABELS = CORNERS | {"", "r"} | {w for w, key in MEANS.items() if key in ("round", "points")}


def key_of(cell: str) -> str:
    """What a column with this heading means; an empty text if it isn't known."""
    return str(MEANS.get(heading(cell), ""))


def keys_of(header: Sequence[str]) -> list[str]:
    """What each column means by its heading; a deal isn't the round if there's a round as well."""
    keys, words = list(map(key_of, header)), list(map(heading, header))
    if keys.count("round") > 1 and "deal" in words:
        keys[words.index("deal")] = "deal"
    return keys


@lru_cache(1000)
def is_total(label: str) -> bool:
    """Whether a row or a column with this label has totals, like ``Total Score`` or ``Summe``."""
    return {MEANS.get(word) for word in _words(label)} & {"total", "round"} == {"total"}


def says(kind: str, label: str) -> bool:
    """Whether a label has a word of this kind; ``Rank`` and ``Ann Phase`` have one of ``other``."""
    return not KINDS[kind].isdisjoint(_words(label))


def is_aside(label: str) -> bool:
    """Whether a row or a column has no points, but totals or something else."""
    return is_total(label) or says("other", label)


def without(key: str, label: str) -> str:
    """A label without the words that mean ``key``, unless it has no others.

    >>> without("points", "Ann Score"), without("total", "Total (Bo)"), without("", "Al (dad)")
    ('Ann', 'Bo', 'Al (dad)')
    """
    others = " ".join(word for word in label.split() if key_of(word) != key)
    is_whole = re.fullmatch(r"[^()]+(\([^()]*\)[^()]*)*", others)
    return others.strip(":" if is_whole else "():") or label


def _words(label: str) -> list[str]:
    return re.findall(r"\w+|∑", heading(label))


# ── the file and its cells ───────────────────────────────────────────────────────────────────

SPLIT = "split the file in two, or name a CSV file of rounds and points"
MOST_ROWS = 100_000  # in a file
ABSENT = ("-", "–", "—", "−", "absent")  # a spreadsheet may lengthen a hyphen
Rows = Iterator[tuple[int, list[str]]]  # those that aren't empty, and the line where each begins
Head = Sequence[tuple[int, list[str]]]  # the first of them


class DoubtfulDateError(FileError):
    """A date that could be either of two ``days``, the first if it was written day first."""

    def __init__(self, typed: str, days: Sequence[date], line: int, column: str) -> None:
        problem = f"{_place(column)}{quoted(typed)} could be {days[0]} or {days[1]}"
        remedy = "say which: --dates day-first or --dates month-first"
        super().__init__(problem, remedy=remedy, line=line)
        self.typed, self.days = typed, days


def wrong(line: int, column: str, why: str, remedy: str) -> FileError:
    """The error for a cell or, without a column, for a line."""
    return FileError(f"{_place(column)}{why}", remedy=remedy, line=line)


def _place(column: str) -> str:
    return f"column {printable(column)}: " if column else ""


def text_of(content: bytes) -> tuple[str, bool]:
    """The text of a file, and whether it had to be read as Latin-1; FileError if it has no text."""
    if content.startswith((b"PK\3\4", b"\xd0\xcf\x11\xe0")):  # .xlsx and .ods, and .xls
        raise wrong(1, "", "this is a spreadsheet, not a CSV file", "save the sheet as CSV")
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


LATIN_1 = rb"(?:[\t\r\n -~\xaa\xb0\xba\xc0-\xd6\xd8-\xf6\xf8-\xff]++|(?<=[0-9])\xa0(?=[0-9]))*"
"""Text with accented letters, ª, °, º and 1 200, but no other signs, as most encodings have."""


def rows_in(text: str) -> Rows:
    """The rows of a CSV file; FileError if it isn't one."""
    separator = re.match(r'"?sep=([^\w\s"]|\t)"?(?=[\r\n])', text, re.IGNORECASE)
    text = text if separator else _tabbed(text)
    delimiter = separator[1] if separator else _delimiter(text)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for number, row in enumerate(lines):
            if number > MOST_ROWS:
                raise wrong(begins, "", f"there are more than {MOST_ROWS} rows", SPLIT)
            row = [cell.strip(" *") for cell in row] if delimiter == "|" else row  # Markdown
            if re.search(r"[^\s:-]", "".join(row)) and not (separator and number == 0):
                yield begins, row
            begins = lines.line_num + 1
    except csv.Error as error:
        raise wrong(begins, "", f"this isn't CSV: {error}", "correct that line") from error


def _delimiter(text: str) -> str:
    """What separates the cells: the sign that most of the first lines have, outside quotes."""
    lines = re.sub('"[^"]*"', "", text[:10_000]).splitlines()[:30]
    counts = {sign: [line.count(sign) for line in lines] for sign in ",;\t|"}
    return max(counts, key=lambda sign: (sum(map(bool, counts[sign])), sum(counts[sign])))


LISTED = re.compile(
    r"[ *•-]*[^\W\d][^\d,;|\t=]*?[ :]+[−-]?\d+(?:(?: *[,;+] *| +)[−-]?\d+)*(?: *= *[−-]?\d+)?\s*"
)
"""A line of a list, like ``Ann: 12 + 0 + 7 = 19``: a name, the points and maybe their sum."""


def _tabbed(text: str) -> str:
    """``text`` with tabs between cells that only spaces, or the signs of a list, separate."""
    lines = text.splitlines()
    at = next((n for n, line in enumerate(lines) if re.search("[0-9]", line)), 0)
    is_list = all(LISTED.fullmatch(line) for line in lines[at:] if line.strip())
    above = " ".join(lines[:at])
    heads = {MEANS.get(word, "") for word in _words(above)} & {"player", "round", "total"}
    if is_list and not heads and not re.search(r"[,;\t|]", above):
        gap = r"(?: +[–—-] +| *[:,;+] *| +)(?=[−-]?\d)"
        lines = [re.sub(" *= *", "\t=", line.lstrip(" *•-")) for line in lines]
    elif re.search(r"[,;\t|]", text):
        return text
    else:
        at -= at > 0  # the headings
        sizes = {len(re.split("  +", line)) for line in lines[at:] if line.strip()}
        gap = "  +" if len(sizes) == 1 and sizes != {1} else " +"
    return "\n".join([*lines[:at], *(re.sub(gap, "\t", line.rstrip()) for line in lines[at:])])


# ── what a cell says ─────────────────────────────────────────────────────────────────────────


def whole(cell: str) -> int | None:
    """A whole number, even one written 12,0 or 1.200; None for anything else."""
    match = re.fullmatch(WHOLE, cell.strip().replace("−", "-"))
    return int(re.sub(r"[^0-9+-]", "", match[1])) if match else None


WHOLE = r"([+-]?(?:[0-9]{1,15}|[1-9][0-9]{0,2}(?:[.,'’\u00a0\u202f][0-9]{3}){1,4}))(?:[.,]00?)?"
"""A whole number. A sign before three digits separates thousands, since points have no decimals."""

WITH_TOTAL = r"([^(\[/→]*[0-9]) *(?:[(\[/→]|->) *([+−-]?[0-9][^)\]]*)[)\]]?"
"""Points and the total beside them, like ``12 (31)``, ``31 (+12)``, ``12/31`` or ``12 → 31``."""


@lru_cache(1000)
def parts_of(cell: str) -> tuple[str, str, bool]:
    """The points in a cell, the total beside them, and whether it is marked as going out.

    >>> parts_of("12 (31)"), parts_of("31 (+12)"), parts_of("0*"), parts_of("12*")
    (('12', '31', False), ('+12', '31', False), ('0', '', True), ('12*', '', False))
    """
    match = re.fullmatch(WITH_TOTAL, cell.strip())
    points, total = match.groups() if match else (cell.strip(), "")
    points, total = (total, points) if total[:1] == "+" else (points, total)
    marked = re.fullmatch(r"0 ?[*✓✔★]", points)
    is_out = bool(marked) or key_of(points.removeprefix("0")) == "went_out"
    return "0" if is_out else points, total, is_out


def number_in(cell: str, line: int, column: str) -> int:
    """A whole number; FileError for anything else."""
    number, typed = whole(cell), cell.strip().replace("−", "-")
    if number is not None:
        return number
    if not typed:
        raise wrong(line, column, "it is empty, and a blank isn't a zero", "write what is missing")
    if re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", typed):
        why = f"{quoted(typed)} isn't a whole number, and points always are"
        raise wrong(line, column, why, "write a whole number, without a point or a comma")
    is_mark = folded(typed) in ("x", "✓", "✗")
    remedy = "write 0 if they went out, - if they sat out" if is_mark else "write one like 12 or -5"
    raise wrong(line, column, f"{quoted(typed)} isn't a whole number", remedy)


@lru_cache(1000)
def round_number(cell: str) -> int | None:
    """The number of a round, from ``3``, ``Score 3`` or ``3. Runde``; None for other words."""
    ordinal = r"(?:st|nd|rd|th|ste|de|er|e|re|ere|eme|a|o|ª|º)(?!\w)"
    match = re.fullmatch(rf"(\D*)([0-9]{{1,4}})(?:\.0|{ordinal})?(\D*)", folded(cell))
    if not match or heading(f"{match[1]} {match[3]}") not in LABELS:
        return None
    number = int(match[2])
    return number if 1 <= number <= MOST_ROUNDS else None


def round_in(cell: str, line: int, column: str) -> tuple[int, str]:
    """The number of a round; or 0 and the wild that it is called by."""
    if number := round_number(cell):
        return number, ""
    for called in (plain := re.sub("['’]", "", cell.strip()), f"{plain}s"):  # 3s, 3's or K
        if wild_called(called) and (called == plain or plain.isalpha()):
            return 0, called
    why = f"{quoted(cell)} isn't a round" if cell.strip() else "the round is missing"
    raise wrong(line, column, why, f"write a number from 1 to {MOST_ROUNDS}")


def is_label(cell: str) -> bool:
    """Whether a cell says which round it is."""
    return bool(round_number(cell) or wild_called(re.sub("['’]", "", cell)))


YEAR_FIRST = r"([0-9]{4})([-./]) ?([0-9]{1,2})\2 ?([0-9]{1,2})\.?"
YEAR_LAST = r"([0-9]{1,2})([-./]) ?([0-9]{1,2})\2 ?([0-9]{4}|(?<!-)[0-9]{2})"
TIME = r"(?:[T ,]+[0-9]{1,2}[:.h][0-9]{2}[0-9:., APMZ+-]*)?"


MONTHS = [(n, tuple(begins.split())) for n, begins in enumerate(_WORDS["months"]["begin"], 1)]

BESIDE_MONTHS = tuple(_WORDS["months"]["beside"].split())


def _with_month(typed: str) -> tuple[str, str, str] | None:
    """Year, month and day of a date like ``13 March 2026`` or ``Fri, Mar 13, 26``; else None."""
    no_endings = re.sub(r"(?<=[0-9])(st|nd|rd|th)|\b(de|del|of)\b", "", typed)
    *others, word = ["", *re.findall(r"[^\W\d_]+", no_endings)]
    others = [other for other in others if not other.startswith(BESIDE_MONTHS)]
    numbers = sorted(re.findall(r"[0-9]+", typed), key=len)  # if equally long, in the order typed
    lengths = list(map(len, numbers))
    if others != [""] or lengths not in ([1, 2], [2, 2], [1, 4], [2, 4]):
        return None
    months = [str(n) for n, begins in MONTHS if word.startswith(begins)]
    return (f"20{numbers[1]}"[-4:], months[0], numbers[0]) if months else None


def day_in(cell: str, line: int, column: str, is_day_first: bool | None) -> date | None:
    """A date, with or without a time; None for an empty cell, FileError for anything else.

    With dots, the day comes before the month. With other signs, ``is_day_first`` decides; if that
    is None, a date that could be two days raises DoubtfulDateError.
    """
    typed = cell.strip()
    if not typed:
        return None
    with suppress(ValueError):
        return date.fromisoformat(typed)
    no_weekday = re.sub(
        rf"^({'|'.join(BESIDE_MONTHS)})[^\W\d]*[., ]+", "", folded(typed)
    )  # Fri, 3/13/2026
    readings: list[tuple[str, str, str]] = []
    if numbers := re.fullmatch(YEAR_FIRST + TIME, no_weekday, re.IGNORECASE):
        readings = [(numbers[1], numbers[3], numbers[4])]
    elif parts := _with_month(re.sub(f"{TIME}$", "", folded(typed), flags=re.IGNORECASE)):
        readings = [parts]
    elif numbers := re.fullmatch(YEAR_LAST + TIME, no_weekday, re.IGNORECASE):
        first, sign, second, end = numbers.groups()
        year = f"20{end}"[-4:]
        readings = [(year, second, first)] if sign == "." or is_day_first is not False else []
        readings += [(year, first, second)] if sign != "." and not is_day_first else []
    days = []
    for parts in readings:
        with suppress(ValueError):
            days.append(date(*map(int, parts)))
    if not days:
        remedy = "write year, month and day, like 2026-03-13"
        raise wrong(line, column, f"{quoted(typed)} isn't a date", remedy)
    if days[0] != days[-1]:
        raise DoubtfulDateError(typed, days, line, column)
    return days[0]
