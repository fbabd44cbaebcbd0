"""The table in a CSV file from elsewhere: what its headings, its columns and its cells mean."""

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from datetime import date
from functools import lru_cache
from itertools import chain, pairwise, zip_longest
from pathlib import Path
from typing import Literal, NamedTuple

from scorekeeper.errors import FileError, UsageError, count, did_you_mean, printable, quoted
from scorekeeper.ledger.names import folded, wild_called
from scorekeeper.render import Grid, cut, in_lines
from scorekeeper.rules.rule_keys import MOST_PLAYERS, MOST_ROUNDS


def heading(cell: str) -> str:
    """A heading as it is compared, without case, accents and the signs around numbers.

    >>> heading("Round #"), heading("Runde Nr."), heading("Went_out"), heading("#")
    ('round', 'runde', 'went out', '#')
    """
    words = re.sub(r"[\s_.:#°()/]+", " ", folded(cell)).strip()
    return re.sub(r"(?<=\w) (?:no|nr|number|num)$", "", words) or "#" * ("#" in cell)


_WORDS = tomllib.loads(Path(__file__).with_name("headings.toml").read_text("utf-8"))

MEANS = {heading(word): key for key, words in _WORDS["means"].items() for word in words.split()}
"""The column that a heading means; ``deal`` is the round unless there is another for that."""

PLACES = {heading(word) for word in _WORDS["places"]["words"].split()}

OTHER = {heading(word) for word in _WORDS["other"]["words"].split()}

CORNERS = {heading(word) for word in _WORDS["corner"]["words"].split()}

LABELS = {"", "r", *CORNERS} | {w for w, key in MEANS.items() if key in ("round", "points")}

WINS = {key: {folded(word) for word in words.split()} for key, words in _WORDS["wins"].items()}
"""The words in which a line says who wins, and those that leave it in doubt."""


def keys_of(header: Sequence[str]) -> list[str]:
    """What each column means by its heading; an empty text for one that isn't known."""
    words = list(map(heading, header))
    keys = [MEANS.get(word, "") for word in words]
    is_deal = keys.count("round") > 1 and "deal"
    return [word if word == is_deal else key for word, key in zip(words, keys, strict=True)]


@lru_cache(1000)
def is_total(label: str) -> bool:
    """Whether a row or a column with this label has totals, like ``Total Score`` or ``Summe``."""
    means = {MEANS.get(word) for word in _words(label)}
    return "total" in means and "round" not in means


def is_other(label: str) -> bool:
    """Whether a column counts something other than points, like ``Rank`` or ``Ann Phase``."""
    return not OTHER.isdisjoint(_words(label))


def is_place(label: str) -> bool:
    """Whether a row or a column has the places of the players."""
    return not PLACES.isdisjoint(_words(label))


def is_winner(label: str) -> bool:
    """Whether a row with this label says who wins, like ``Winner`` or ``Ann won``."""
    return not WINS["win"].isdisjoint(_words(label))


def without(key: str, label: str) -> str:
    """A label without the words that mean ``key``, unless it has no others.

    >>> without("points", "Ann Score"), without("total", "Total (Bo)"), without("", "Al (dad)")
    ('Ann', 'Bo', 'Al (dad)')
    """
    others = " ".join(word for word in label.split() if MEANS.get(heading(word)) != key)
    is_whole = re.fullmatch(r"[^()]+(\([^()]*\)[^()]*)*", others)
    return others.strip(":" if is_whole else "():") or label


def _words(label: str) -> list[str]:
    return re.findall(r"\w+|∑", heading(label))


# ── the file and its cells ───────────────────────────────────────────────────────────────────

SPLIT = "split the file in two, or name a CSV file of rounds and points"
MOST_ROWS = 100_000  # in a file
ABSENT = ("-", "–", "—", "−", "absent")  # a spreadsheet may lengthen a hyphen
Rows = Iterator[tuple[int, list[str]]]  # not empty, each with the line where it begins
Head = Sequence[tuple[int, list[str]]]  # the first of them


class DoubtfulDateError(FileError, kind="file", code=3):
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
    """The text of a file in UTF-8, UTF-16 or Latin-1, and if it is the last; FileError if none."""
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


LATIN_1 = rb"[\t\r\n -~\xc0-\xd6\xd8-\xf6\xf8-\xff]*"
"""Text whose letters alone have accents. Most other encodings have other signs than these."""


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
    """What separates the cells: what most of the first lines have, outside quotes."""
    lines = re.sub('"[^"]*"', "", text[:10_000]).splitlines()[:30]
    counts = {sign: [line.count(sign) for line in lines] for sign in ",;\t|"}
    return max(counts, key=lambda sign: (sum(map(bool, counts[sign])), sum(counts[sign])))


LISTED = re.compile(
    r"[ *•-]*[^\W\d][^\d,;|\t=]*?[ :]+[−-]?\d+(?:(?: *[,;+] *| +)[−-]?\d+)*(?: *= *[−-]?\d+)?\s*"
)
"""A line of a list, like ``Ann: 12 + 0 + 7 = 19``: a name, the points and maybe their sum."""


def _tabbed(text: str) -> str:
    """A text with tabs where only spaces, or the signs of a list, keep cells apart."""
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
    """A whole number, also one like 12,0; None for anything else."""
    match = re.fullmatch(r"([+-]?[0-9]{1,15})(?:[.,]00?)?", cell.strip().replace("−", "-"))
    return int(match[1]) if match else None


def number_in(cell: str, line: int, column: str) -> int:
    """A whole number; FileError for anything else."""
    number, typed = whole(cell), cell.strip().replace("−", "-")
    if number is not None:
        return number
    if not typed:
        raise wrong(line, column, "it is empty, and a blank isn't a zero", "write what is missing")
    if re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", typed):
        why = f"{quoted(typed)} isn't a whole number, and there are no half points"
        raise wrong(line, column, why, "write a whole number, without a point or a comma")
    is_mark = folded(typed) in ("x", "out", "✓", "✗")
    remedy = "write 0 if they went out, - if they sat out" if is_mark else "write one like 12 or -5"
    raise wrong(line, column, f"{quoted(typed)} isn't a whole number", remedy)


@lru_cache(1000)
def round_number(cell: str) -> int | None:
    """The number of a round, from ``3``, ``Score 3`` or ``3. Runde``; None for other words."""
    match = re.fullmatch(r"(\D*)([0-9]{1,4})(?:\.0)?(\D*)", folded(cell))
    if not match or heading(f"{match[1]} {match[3]}") not in LABELS:
        return None
    number = int(match[2])
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
    may_be: list[tuple[str, str, str]] = []
    if numbers := re.fullmatch(YEAR_FIRST + TIME, typed, re.IGNORECASE):
        may_be = [(numbers[1], numbers[3], numbers[4])]
    elif numbers := re.fullmatch(YEAR_LAST + TIME, typed, re.IGNORECASE):
        first, sign, second, end = numbers.groups()
        year = f"20{end}"[-4:]
        may_be = [(year, second, first)] if sign == "." or is_day_first is not False else []
        may_be += [(year, first, second)] if sign != "." and not is_day_first else []
    days = []
    for parts in may_be:
        with suppress(ValueError):
            days.append(date(*map(int, parts)))
    if not days:
        remedy = "write year, month and day, like 2026-03-13"
        raise wrong(line, column, f"{quoted(typed)} isn't a date", remedy)
    if days[0] != days[-1]:
        raise DoubtfulDateError(typed, days, line, column)
    return days[0]


# ── who wins ─────────────────────────────────────────────────────────────────────────────────

SIGNS = list(map(chr, range(0xE000, 0xF8FF)))  # without a meaning: each stands for a player
POINTS = {word for word, key in MEANS.items() if key in ("points", "total")}


class Saying(NamedTuple):
    """A line that says who wins; it has neither a ``winner`` nor ``names`` if that isn't clear."""

    line: int
    text: str
    winner: str = ""  # low or high
    names: Sequence[str] = ()  # of those who won
    numbers: Set[str] = frozenset()  # which would be the points of the winners


def sayings(lines: Head, names: Sequence[str]) -> Iterator[Saying]:
    """What lines beside a table say about who wins; a word that isn't known makes it unclear."""
    players = dict(zip(SIGNS, names, strict=False))
    for line, cells in lines:
        text = folded("; ".join(cells))
        for sign, name in sorted(players.items(), key=lambda each: -len(each[1])):
            text = re.sub(rf"(?<!\w){re.escape(folded(name))}(?!\w)", sign, text)
        parts = re.split(r"[.,;:!?()|/–—]| - ", text)
        clauses = [set(re.findall(r"\w+|[\ue000-\uf8ff🏆🥇👑]", part)) for part in parts]
        about = set[str]().union(*filter(_is_about_winning, clauses))
        if about and about.isdisjoint({*players, *WINS["high"], *WINS["low"]}):
            about.update(*(words for words in clauses if words & players.keys()))
        every = set[str]().union(*clauses)
        is_sure = "?" not in text and every.isdisjoint(WINS["doubt"] | WINS["lose"])
        saying = Saying(line, " ".join(cell.strip() for cell in cells if cell.strip()))
        if about:
            yield _said(saying, about, players) if is_sure else saying


def _is_about_winning(words: Set[str]) -> bool:
    kinds = WINS["high"] | WINS["low"], WINS["best"], POINTS
    says_so = not words.isdisjoint(WINS["win"] | WINS["lose"])
    return says_so or sum(map(words.isdisjoint, kinds)) < 2


def _said(unclear: Saying, about: Set[str], players: Mapping[str, str]) -> Saying:
    """What the words ``about`` winning say; some stand for players."""
    ways = [way for way in ("low", "high") if about & WINS[way]]
    named = about & players.keys()
    numbers = set(filter(str.isdecimal, about))
    known = POINTS.union(*(WINS[key] for key in ("high", "low", "best", "win", "other")))
    is_known = about - named - numbers <= known and len(ways) < 2 and (ways or named)
    wins = about & (WINS["win"] | WINS["best"]) and (about & POINTS or not about & WINS["amount"])
    if not (is_known and wins):
        return unclear
    won = [name for sign, name in players.items() if sign in named]
    return unclear._replace(winner="".join(ways), names=won, numbers=numbers)


# ── tables ───────────────────────────────────────────────────────────────────────────────────

MOST_ABOVE = 20  # lines above a table, such as a title
Picks = Sequence[tuple[str, int]]  # of columns: what each means, and its number from 1

Shape = Literal["rows", "matrix", "across"]
"""A row for each player and round; rounds down, players across; players down, rounds across."""

NEEDED = ("round", "player", "points")
ABOUT = ("file", "title", "game", "date")  # which game a row is of
NO_PLAYER, REMOVE = "doesn't look like a player", "remove the column, or rename it"


class Table(NamedTuple):
    """A table from its header at ``line`` on; ``above`` are the lines before."""

    shape: Shape
    line: int
    header: list[str]
    keys: list[str]
    rows: Rows
    above: Head = ()


class HeaderError(FileError, kind="file", code=3):
    """A table whose columns aren't clear: ``lines`` show how it was read."""

    def __init__(self, head: Head, problem: str, remedy: str = "", line: int = 0) -> None:
        at, keys = _guessed(head)
        places = [f"{key}={keys.index(key) + 1}" for key in NEEDED if keys.count(key) == 1]
        like = ",".join(places if len(places) == 3 else places[:1] * (keys.count("player") > 1))
        if like:
            sign = " If not, " if remedy.endswith("?") else ", or "
            remedy += f"{sign * bool(remedy)}say which columns to read, like --columns {like}"
        else:
            remedy = remedy or "name the columns round, player and points, or round and all names"
        super().__init__(problem, remedy=remedy, line=line or at)
        texts = [(f"line {line}", cells) for line, cells in head[:5]]
        texts.append(("would be", [key or "?" for key in keys]))
        shown = range(min(8, len(keys)))
        cells_of = {name: _cells_at(shown, cells) for name, cells in texts}
        rows = [(name, *(cut(printable(c), 14) for c in cells)) for name, cells in cells_of.items()]
        header = ("column", *(str(n + 1) for n in shown))
        self.lines = in_lines(Grid(header, tuple(rows), "l" * len(header)))


def _guessed(head: Head) -> tuple[int, list[str]]:
    """The line most like a header, and the columns that look like round, player and points.

    A header has the most known headings, else the most cells.
    """
    lines = [cells for _, cells in head]
    known = [(sum(map(bool, keys_of(r))) - is_total(r[0]), len(_trimmed(r))) for r in lines]
    at = known.index(max(known))
    line, header = head[at][0], _trimmed(head[at][1])
    found_keys = keys_of(header)
    keys = [key if key in NEEDED and found_keys.count(key) == 1 else "" for key in found_keys]
    for n, label in enumerate(header):
        below = [cells[n].strip() for _, cells in head[at + 1 :] if len(cells) > n]
        kind = "points" if None not in map(whole, below) else "player"
        is_wild = bool(below and wild_called(below[0]))
        if "round" not in keys and below and (is_wild or round_number(below[0]) == 1):
            kind = "round"
        is_free = not (found_keys[n] or is_other(label)) or (n == 0 and is_wild)
        if any(below) and kind not in keys and is_free:
            keys[n] = kind
    if "player" not in keys and keys[:1] == ["round"]:
        keys[1:] = ["" if is_other(label) else "player" for label in header[1:]]
    return line, keys


def table_in(text: str, picks: Picks = ()) -> Table:
    """The table in a CSV file, with the columns that are picked; FileError if it isn't clear."""
    rows = list(rows_in(text))
    if not rows:
        raise wrong(1, "", "the file is empty", "name a CSV file of rounds and points")
    if len(picks) > 1:
        return _picked_table(rows, picks)
    head = rows[: MOST_ABOVE + 1]
    for at, (line, cells) in enumerate(head):
        places, width = _places(rows[at:], len(picks)), len(cells)
        below = rows[at + 1 :]
        if places != list(range(width)):
            below = [(n, [*(r[m] for m in places if m < len(r)), *r[width:]]) for n, r in below]
        header = _trimmed(_cells_at(places, cells))
        keys = keys_of(header)
        first = [*below[0][1], ""] if below else [""]
        has_words = any(cell.strip()[:1].isalpha() for cell in first[1:])
        if picks or (heading(header[0]) in CORNERS and is_label(first[0]) and not has_words):
            keys[0] = picks[0][0] if picks else "round"  # the corner of a matrix
        if shape := _shape(header, keys, first[0]):
            if picks and shape == "rows":
                why = "this table has a row for each player and round"
                raise HeaderError(head[at:], why, line=line)
            _check(head[at:], header, keys, shape)
            return Table(shape, line, header, keys, _below(header, shape, below), head[:at])
    if table := _counted(rows):
        return table
    if "round" not in {*_guessed(head)[1], *chain(*(keys_of(cells) for _, cells in head))}:
        remedy = "add one; if there are only totals, put 1 in it and call them points"
        raise HeaderError(head, "there is no column with the round", remedy)
    raise HeaderError(head, "it isn't clear which columns are round, player and points")


def _places(rows: Head, picked: int) -> list[int]:
    """The columns to read, beginning with the rounds, or with the players if they have a row each.

    Empty columns are left out, and so is what counts the players.
    """
    header = rows[0][1]
    keys = keys_of(header)
    is_header = any(cell.strip() and whole(cell) is None for cell in header)  # no row of points
    empty = {n for n, cell in enumerate(header) if n >= picked and is_header and not cell.strip()}
    empty -= {n for n in empty for _, cells in rows if "".join(cells[n : n + 1]).strip()}
    places = [n for n in range(len(header)) if n not in empty]
    if picked or "points" in keys or {"player", "round"}.isdisjoint(keys):
        return places
    first = keys.index("player" if "player" in keys else "round")
    return [first, *(n for n in places if n > first or (n < first and keys[n] != "round"))]


def _counted(rows: Head) -> Table | None:
    """The table of names and numbers alone, with its rounds counted; None for any other.

    The numbers are beside the names or below them. None for a column that counts something itself.
    """
    at = next((n for n, (_, cells) in enumerate(rows) if len(_trimmed(cells)) > 1), 0)
    columns = list(zip_longest(*(cells for _, cells in rows[at:]), fillvalue=""))
    columns = [column for column in columns if any(map(str.strip, column))]
    if is_total(columns[0][-1]) and not any(map(str.strip, columns[0][:-1])):
        columns = [(*column[:-1], f"={column[-1]}") for column in columns[1:]]
    are_above = {whole(column[0]) for column in columns[1:]} == {None}
    table = columns if are_above else list(zip(*columns, strict=True))
    lines = [rows[at if are_above else n][0] for n, _ in enumerate(table, at)]
    found, sums = [], []
    for line, (name, *cells) in zip(lines, table, strict=True):
        points = [n for n in (whole(cell.lstrip("= ")) for cell in cells) if n is not None]
        ups = {after - before for before, after in pairwise(points)}
        counts = 1 in ups <= {0, 1}
        is_name = not (keys_of([name])[0] or is_label(name) or is_total(name) or is_other(name))
        if not is_name or counts or len(points) < max(2, len(cells)):
            return None
        found.append((line, [name, *map(str, points)]))
        sums.append(cells[-1][:1] == "=" or (len(points) > 2 and 2 * points[-1] == sum(points)))
    header = ["player", *map(str, range(1, len(found[0][1])))]
    header = [*header[:-1], "total"] if all(sums) else header
    return Table("across", rows[at][0], header, keys_of(header), iter(found), rows[:at])


def _below(header: Sequence[str], shape: Shape, rows: Head) -> Rows:
    """The rows below a header; FileError if some are another table.

    The headings of rows may come again, as on each page of a report.
    """
    if shape == "rows":
        return _whole((row for row in rows if _trimmed(row[1]) != header), len(header))
    if shape == "matrix":  # the winner may stand alone in a row
        empty = [""] * len(header)
        rows = [(n, [*row, *empty[len(row) :]] if is_winner(row[0]) else row) for n, row in rows]
    for line, cells in rows:
        if _trimmed(cells) == header or MEANS.get(heading(cells[0])) in ("round", "player"):
            why = "this looks like the headings of another table"
            raise wrong(line, "", why, "save each table as a file of its own")
    most, what = (MOST_PLAYERS, "players") if shape == "across" else (MOST_ROUNDS, "rounds")
    if len(rows) > most + 1:  # one may have the totals; to read thousands takes long
        why = f"there are more than {most} {what}"
        raise wrong(rows[most + 1][0], "", why, "split the game in two")
    return _whole(rows, len(header))


def _shape(header: Sequence[str], keys: Sequence[str], first: str) -> Shape | None:
    """The shape of a table with this header, and this ``first`` cell below; None for no header."""
    if set(NEEDED) <= set(keys):
        return "rows"
    if keys.count("round") == 1 and "" in keys and not {*ABOUT}.isdisjoint(keys):
        return "matrix"  # though it can't have such a column
    corner = keys[0]
    others = [cell for cell in header[1:] if not (is_total(cell) or is_place(cell))]
    is_corner = len(header) > 1 and (corner == "round" or not header[0])
    is_named = is_label(first) or is_total(first)
    if others and corner == "player" and all(map(is_label, others)):
        return "across"
    if others and is_corner and first.strip() and not is_named and all(map(round_number, others)):
        return "across"
    has_names = is_named and all(others) and None in map(whole, others)
    return "matrix" if is_corner and (header[0] or has_names) else None


def is_label(cell: str) -> bool:
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
            remedy = did_you_mean(heading(typed), MEANS.values()) or remedy
            raise HeaderError(head, f"{where}there is no such column", remedy, line)
        if shape == "rows" and keys.count(key) > 1:
            raise HeaderError(head, f"{where}two columns mean {key}", remedy, line)
        if shape == "matrix" and key in ABOUT:
            why = "a table with a column for each player holds one game"
            remedy = "save each game as its own file, without this column"
            raise wrong(line, typed, why, f"{remedy}; --date, --title and --game say the rest")
        if shape == "matrix" and n and key not in ("", "total") and not is_other(typed):
            raise wrong(line, typed, f"this {NO_PLAYER}", REMOVE)


def _picked_table(rows: Head, picks: Picks) -> Table:
    """The picked columns from the first line on that has a number for the round or the points."""
    head = rows[: MOST_ABOVE + 1]
    width = max(len(_trimmed(cells)) for _, cells in head)
    if any(number > width for _, number in picks):
        why = f"there are only {count(width, 'column')}"
        raise wrong(head[0][0], "", why, "choose from those for --columns")
    keys, places = [key for key, _ in picks], [number - 1 for _, number in picks]
    sure = [n for key, n in zip(keys, places, strict=True) if key in ("round", "points")]
    has_number = [re.search("[0-9]", "".join(_cells_at(sure, cells))) for _, cells in head]
    begins = next((at for at, found in enumerate(has_number) if found), len(head))
    below = _whole(rows[begins:], width)
    picked = ((line, _cells_at(places, cells)) for line, cells in below)
    header = [str(number) for _, number in picks]
    return Table("rows", head[0][0], header, keys, picked, head[:begins])


def picked_columns(typed: str) -> Picks:
    """The columns in ``round=1,player=2,points=4``, or the first of a matrix in ``round=1``.

    That is ``player=1`` if the players are below each other. UsageError for anything else.
    """
    parts = [part.partition("=") for part in typed.split(",")]
    keys = [MEANS.get(heading(word), "") for word, _, _ in parts]
    numbers = [int(n) if re.fullmatch(" *[1-9][0-9]{0,3} *", n) else 0 for _, _, n in parts]
    picks = list(zip(keys, numbers, strict=True))
    is_enough = set(NEEDED) <= set(keys) or typed in ("round=1", "player=1")
    if not is_enough or not all(keys) or not all(numbers):
        problem = f"{quoted(typed)} doesn't say which columns are round, player and points"
        raise UsageError(problem, remedy="write them like round=1,player=2,points=4")
    if len(set(keys)) < len(keys) or len(set(numbers)) < len(numbers):
        raise UsageError(f"{quoted(typed)} has a column twice", remedy="name each once")
    return picks


def _cells_at(places: Iterable[int], cells: Sequence[str]) -> list[str]:
    """The cells in these places; an empty one for each that isn't there."""
    return [cells[n] if n < len(cells) else "" for n in places]


def _trimmed(cells: Sequence[str], least: int = 0) -> list[str]:
    """The cells without the empty ones that a spreadsheet leaves after the last column."""
    end = len(cells)
    while end > least and not cells[end - 1].strip():
        end -= 1
    return list(cells[:end])


def _whole(rows: Iterable[tuple[int, list[str]]], width: int) -> Rows:
    """The rows with as many cells as the header; FileError for one with fewer or more."""
    for line, cells in rows:
        row = cells if len(cells) == width else _trimmed(cells, width)
        if len(row) != width:
            why = f"there are {count(len(row), 'cell')}, but the header has {width}"
            raise wrong(line, "", why, "give each row as many; put a cell with a comma in quotes")
        yield line, row
