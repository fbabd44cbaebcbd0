"""A CSV file as score sheets, one for each game that it holds.

Two shapes are known by their header: a row for each player and round, and a matrix with rounds
down and players across. What a cell says is read here; whether that can have been is judged where
a game is made of it.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from scorekeeper.errors import FileError, count, listed, meant, printable, quoted
from scorekeeper.ledger.people import composed, folded
from scorekeeper.ledger.rounds import wild_called
from scorekeeper.ledger.written import MOST_PLAYERS
from scorekeeper.rules.rule_values import MOST_ROUNDS
from scorekeeper.sharing.spreadsheet import BESIDE, COLUMNS, ENTERED, text_in

KNOWN = (*COLUMNS, *ENTERED, *BESIDE)
"""All columns of a row for each player and round."""

ALSO = {
    "": "round",
    **dict.fromkeys(("rd", "hand", "#"), "round"),
    **dict.fromkeys(("name", "who"), "player"),
    **dict.fromkeys(("score", "pts"), "points"),
    **dict.fromkeys(("out", "went out"), "went_out"),
    "day": "date",
}
"""What other keepers call the columns."""

SPLIT = "split the file in two, or name a CSV file of rounds and points"

YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0", "")

WORDS = {
    "source": ("typed", "hand", "absent"),
    "winner": ("low", "high"),
    "ended": ("yes", "no", "put away"),
    "after": ("left", "rejoined"),
}
"""What may stand in columns of words, beside nothing."""

MOST_GAMES = 1000
"""Games in a file: those of ten years."""

MOST_ROWS = 100_000
"""Rows in a file."""

ABSENT = ("-", "absent")
"""What stands in a matrix, or for points, where somebody sat the round out."""


class Square(NamedTuple):
    """What stands in a line for a player and a round.

    ``points`` is None for who sat it out, ``total`` where none stands there; ``deal`` and ``wild``
    are as written. A round that is called by its wild, ``3s``, is 0, with the word in ``called``.
    ``entry`` is as typed, ``knock`` and ``double`` what a card that was turned up said.
    ``rules`` are house rules as a ledger writes them; ``start`` is the points that the player came
    with, and ``after`` what they did behind their last round.
    ``columns`` has the names of the columns as typed; a matrix has none, and each player a column.
    """

    line: int
    player: str
    round: int
    points: int | None
    adjust: int = 0
    total: int | None = None
    deal: str = ""
    wild: str = ""
    out: bool = False
    misdeal: bool = False
    bonus: bool = False
    called: str = ""
    entry: str = ""
    knock: int | None = None
    double: bool = False
    rules: str = ""
    start: int | None = None
    after: str = ""
    columns: Mapping[str, str] = {}

    @property
    def counts(self) -> bool:
        """Whether its round has a number of its own."""
        return not self.misdeal and not self.bonus

    def wrong(self, key: str, why: str, remedy: str) -> FileError:
        """The error for one of its cells."""
        return wrong(self.line, self.columns.get(key, self.player), why, remedy)


class Sheet(NamedTuple):
    """One game as it stands in a file, from ``line`` on.

    ``columns`` are those of its squares, ``totals`` those below a matrix, each with its line.
    ``winner`` and ``ended`` are empty where the file does not say. ``beside`` are the columns of a
    matrix that look like another's running totals, each with whose they are.
    """

    line: int
    squares: list[Square]
    columns: Mapping[str, str] = {}
    title: str = ""
    kind: str = ""
    day: date | None = None
    winner: str = ""
    ended: str = ""
    totals: Mapping[str, tuple[int, int]] = {}
    beside: Mapping[str, str] = {}

    def without_rules(self) -> "Sheet":
        """The sheet for a game whose rules are given."""
        return self._replace(squares=[square._replace(rules="") for square in self.squares])


Rows = Iterator[tuple[int, list[str]]]


def wrong(line: int, column: str, why: str, remedy: str) -> FileError:
    """The error for a cell, or (without a column) for a line."""
    where = f"column {printable(column)}: " if column else ""
    return FileError(f"{where}{why}", remedy=remedy, line=line)


def sheets_in(text: str) -> list[Sheet]:
    """The games in a CSV file, in the order in which they begin; FileError with the first fault."""
    rows = _rows(text.removeprefix("\ufeff"))
    line, header = next(rows, (1, []))
    if len(header) > 1 + 2 * MOST_PLAYERS:  # beside the points of each may stand their totals
        why = f"there are {len(header)} columns, too many for {MOST_PLAYERS} players"
        raise wrong(line, "", why, SPLIT)
    known = [ALSO.get(name, name) for name in map(folded, header)]
    if "round" not in known and ("date" in known or {"player", "total"} <= set(known)):
        why = "there is no column with the round, and totals alone make no evening"
        raise wrong(line, "", why, "write the points of each round, see sk help sharing")
    if {"player", "points"} <= set(known):
        found = _sheets_of_rows(rows, line, header, known)
    elif known[:1] == ["round"] and len(known) > 1:
        found = [_sheet_of_matrix(rows, line, header, known)]
    elif known[:1] == ["player"]:
        why = "the players stand below each other here, and the rounds beside each other"
        raise wrong(line, "", why, "turn the table round: rounds down, players across")
    else:
        why = "no header that is known: neither round, player and points nor round and names"
        raise wrong(line, "", why, "see sk help sharing for the two shapes")
    if not any(sheet.squares for sheet in found):
        raise wrong(line, "", "there is no round below the header", "write one a line")
    return found


def _rows(text: str) -> Rows:
    """The rows of a file that are not empty, each with the line on which it begins."""
    first = re.sub('"[^"]*"', "", text.partition("\n")[0])
    delimiter = max(",;\t", key=first.count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins, width = 1, 0
    try:
        for number, row in enumerate(lines):
            if number > MOST_ROWS:
                raise wrong(begins, "", f"there are more than {MOST_ROWS} rows", SPLIT)
            while len(row) > width and not row[-1]:
                row.pop()  # a spreadsheet leaves empty cells behind the last column
            width = width or len(row)
            if any(row):
                if len(row) != width:
                    why = f"there are {count(len(row), 'cell')}, and the header has {width}"
                    remedy = "give each row as many; what holds a comma stands in quotes"
                    raise wrong(begins, "", why, remedy)
                yield begins, row
            begins = lines.line_num + 1
    except csv.Error as error:
        raise wrong(begins, "", f"this is no CSV: {error}", "mend that line") from error


# ── what a cell says ─────────────────────────────────────────────────────────────────────


WHOLE = "[+−-]?[0-9]{1,15}"
"""A whole number."""


def _number(cell: str, line: int, column: str) -> int:
    """A whole number; FileError for anything else."""
    typed = cell.strip().replace("−", "-")
    if re.fullmatch(WHOLE, typed):
        return int(typed)
    if not typed:
        raise wrong(line, column, "it is empty, and a blank is not a zero", "write what is missing")
    if re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", typed):
        why = f"{quoted(typed)} is no whole number, and points have no fractions"
        raise wrong(line, column, why, "write a whole number, without a point or a comma")
    raise wrong(line, column, f"{quoted(typed)} is no whole number", "write one like 12 or -5")


def _round(cell: str, line: int, column: str) -> tuple[int, str]:
    """The number of a round, which may stand as ``Round 3``, or 0 and the wild it is called by."""
    found = re.fullmatch(r"(?:(?:round|rd|hand)\b)?[ .#]*([0-9]{1,4})", folded(cell))
    if not found and wild_called(cell):
        return 0, cell.strip()
    number = int(found[1]) if found else 0
    if not 1 <= number <= MOST_ROUNDS:
        why = f"{quoted(cell)} is no round" if cell else "the round is missing"
        raise wrong(line, column, why, f"write a number from 1 to {MOST_ROUNDS}")
    return number, ""


def _day(cell: str, line: int, column: str) -> date | None:
    try:
        return date.fromisoformat(cell.strip()) if cell.strip() else None
    except ValueError as error:
        remedy = "write year, month and day, like 2026-03-13"
        raise wrong(line, column, f"{quoted(cell)} is no day", remedy) from error


def _name(cell: str) -> str:
    """A player's name in its composed form."""
    return composed(text_in(cell))


# ── a row for each player and round ──────────────────────────────────────────────────────


def _sheets_of_rows(
    rows: Rows, line: int, header: Sequence[str], known: Sequence[str]
) -> list[Sheet]:
    for typed, name in zip(header, known, strict=True):
        if name not in KNOWN:
            remedy = meant(name, (*KNOWN, *ALSO)) or "take the column out"
            raise wrong(line, typed, "nobody knows this column", remedy)
        if known.count(name) > 1:
            raise wrong(line, typed, f"two columns mean {name}", "take one of them out")
    if "round" not in known:
        raise wrong(line, "", "there is no column with the round", "add one called round")
    columns = dict(zip(known, header, strict=True))
    games: dict[tuple[str, ...], Sheet] = {}
    for at, row in rows:
        cells = dict(zip(known, row, strict=True))
        key = tuple(cells.get(name, "") for name in ("file", "title", "game", "date"))
        if key not in games:
            if len(games) == MOST_GAMES:
                raise wrong(at, "", f"there are more than {MOST_GAMES} games", SPLIT)
            day = _day(key[3], at, columns.get("date", ""))
            title, kind = text_in(key[1]), text_in(key[2])
            games[key] = Sheet(at, [], columns, title if title.strip() else "", kind, day)._replace(
                winner=_word(cells, "winner", at, columns), ended=_word(cells, "ended", at, columns)
            )
        for name in ("winner", "ended"):
            said = getattr(games[key], name)
            if _word(cells, name, at, columns) != said:
                why = f"{quoted(cells[name])}, and the game began with {quoted(said)}"
                raise wrong(at, columns[name], why, "write the same in all rows of a game")
        games[key].squares.append(_square(cells, at, columns))
    return list(games.values())


def _word(cells: Mapping[str, str], key: str, line: int, columns: Mapping[str, str]) -> str:
    """One of the words of a column, or nothing."""
    cell = cells.get(key)
    word = folded(cell) if cell else ""
    if word and word not in WORDS[key]:
        why = f"{quoted(cells[key])} isn't one of its words"
        raise wrong(line, columns[key], why, f"write {listed(WORDS[key], 'or')}")
    return word


def _square(cells: Mapping[str, str], line: int, columns: Mapping[str, str]) -> Square:
    def number(key: str) -> int | None:
        cell = cells.get(key, "")
        return _number(cell, line, columns[key]) if cell.strip() else None

    def is_so(key: str) -> bool:
        cell = cells.get(key)
        word = folded(cell) if cell else ""
        if word not in YES + NO:
            why = f"{quoted(cells[key])} is neither yes nor no"
            raise wrong(line, columns[key], why, "write yes or no")
        return word in YES

    source, typed = _word(cells, "source", line, columns), cells["points"].strip()
    is_dash = folded(typed) in ABSENT
    is_absent = source == "absent" or (not source and is_dash)
    if is_absent and typed and not is_dash:
        why = f"somebody who sat the round out has {quoted(typed)}"
        raise wrong(line, columns["points"], why, "take the points out, or absent")
    round_number, called = _round(cells["round"], line, columns["round"])
    return Square(
        line=line,
        player=_name(cells["player"]),
        round=round_number,
        points=None if is_absent else _number(typed, line, columns["points"]),
        adjust=number("adjust") or 0,
        total=number("total"),
        deal=cells.get("deal", "").strip(),
        wild=cells.get("wild", "").strip(),
        out=is_so("went_out"),
        misdeal=is_so("misdeal"),
        bonus=is_so("bonus"),
        called=called,
        entry=text_in(cells.get("entry", "")).strip(),
        knock=number("knock"),
        double=is_so("double"),
        rules=text_in(cells.get("rules", "")).strip(),
        start=number("start"),
        after=_word(cells, "after", line, columns),
        columns=columns,
    )


# ── a matrix ─────────────────────────────────────────────────────────────────────────────


def _sheet_of_matrix(rows: Rows, line: int, header: Sequence[str], known: Sequence[str]) -> Sheet:
    """Rounds down and players across; empty cells only before somebody came, or behind who left."""
    columns = Counter(known)
    for typed, name in zip(header[1:], known[1:], strict=True):
        if name in (*KNOWN, *ALSO, "dealer", "totals"):
            why = "this is no player, and a matrix has a column for each player and no other"
            raise wrong(line, typed, why, "take the column out")
        if columns[name] > 1:
            why = "two columns have the same name at the table"
            raise wrong(line, typed, why, "tell them apart, like Ann B and Ann M")
    names, lines = list(map(_name, header[1:])), list(islice(rows, MOST_ROUNDS + 2))
    if len(lines) > MOST_ROUNDS + 1:  # one may have the totals
        why = f"there are more than {MOST_ROUNDS} rounds"
        raise wrong(lines[-1][0], "", why, "split the game in two")
    beside = _totals_beside(names, [cells[1:] for _, cells in lines])
    squares: list[Square] = []
    totals: dict[str, tuple[int, int]] = {}
    for at, (label, *cells) in lines:
        if totals:
            raise wrong(at, "", "something stands below the totals", "end the table with them")
        filled = [(who, cell) for who, cell in zip(names, cells, strict=True) if cell.strip()]
        running = {beside[who]: _number(cell, at, who) for who, cell in filled if who in beside}
        filled = [(who, cell) for who, cell in filled if who not in beside]
        if re.match(r"(?:total|sum)\b|totals\b", folded(label)):
            totals = {who: (at, _number(cell, at, who)) for who, cell in filled}
            continue
        number, called = _round(label, at, header[0] or "round")
        for who, cell in filled:
            points = None if folded(cell) in ABSENT else _number(cell, at, who)
            squares.append(Square(at, who, number, points, total=running.get(who), called=called))
    there = {square.player for square in squares}
    for who in names if there else ():
        if who not in there and who not in beside:
            why = "there are no points in any round"
            raise wrong(line, who, why, "write them, or take the column out")
    return Sheet(line, squares, totals=totals, beside=beside)


TOTALS = {"total", "totals", "sum", "running", "cumulative"}
"""Words that make a column with a player's name one of their totals."""


def _totals_beside(names: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """The columns that look like another's running totals, each with that other.

    They are called so, or are what the other adds up to in four rounds or more.
    """
    words = {name: set(re.findall(r"\w+", folded(name))) for name in names}
    columns = {
        name: [
            _number(row[at], 0, "") if re.fullmatch(WHOLE, row[at].strip()) else None
            for row in rows
        ]
        for at, name in enumerate(names)
    }
    found: dict[str, str] = {}
    for name in names:
        for other in names:
            is_called_so = words[name] - TOTALS == words[other] != words[name]
            if name != other and (is_called_so or _adds_up(columns[other], columns[name])):
                found[name] = other
    return {name: other for name, other in found.items() if other not in found}


def _adds_up(points: Sequence[int | None], totals: Sequence[int | None]) -> bool:
    """Whether points add up to the totals beside them, and cannot do so by chance."""
    rounds, added = -1, 0
    for left, right in zip(points, totals, strict=True):
        if left is None or right is None:
            continue
        added += left
        if added != right:
            return False
        rounds += rounds < 0 or left != 0
    return rounds >= 3


# ── running totals ───────────────────────────────────────────────────────────────────────


def are_totals(sheets: Sequence[Sheet]) -> bool:
    """Whether the points of a file look like running totals: nobody's fall, and everybody's rise.

    One game in which they fall says that none are, and a total anywhere that they are points, but
    for a last row with the same. One or two rounds say nothing.
    """
    columns: dict[tuple[int, str], list[int]] = {}
    for at, sheet in enumerate(sheets):
        for square in sheet.squares:
            if square.total is not None or square.entry:
                return False
            if square.counts and square.points is not None:
                columns.setdefault((at, square.player), []).append(square.points)
        for who, (_, total) in sheet.totals.items():
            if [total] != columns.get((at, who), [])[-1:]:
                return False
    return max(map(len, columns.values()), default=0) > 2 and all(
        found == sorted(found) and (len(found) == 1 or found[0] < found[-1])
        for found in columns.values()
    )


def from_totals(sheet: Sheet) -> Sheet:
    """A sheet that has running totals for points, with the points that they come to."""
    before: dict[str, int] = {}
    squares = []
    for square in sorted(sheet.squares, key=lambda square: square.round):
        total = square.points
        if square.total is not None:
            why = f"{square.total}, and the points are totals as well"
            raise square.wrong("total", why, "leave --totals out, or take the column out")
        if square.counts and total is not None:
            square = square._replace(points=total - before.get(square.player, 0), total=total)
            before[square.player] = total
        squares.append(square)
    return sheet._replace(squares=squares)
