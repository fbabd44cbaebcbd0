"""The table in a CSV file from elsewhere: its shape, and what the lines beside it say."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, pairwise, takewhile, zip_longest
from typing import Literal, NamedTuple

from scorekeeper.errors import FileError, UsageError, count, did_you_mean, printable, quoted
from scorekeeper.ledger.names import folded, wild_called
from scorekeeper.render import Grid, cut, in_lines
from scorekeeper.rules.rule_keys import MOST_PLAYERS, MOST_ROUNDS
from scorekeeper.sharing import cells
from scorekeeper.sharing.cells import Head, Rows, wrong

# ── who wins ─────────────────────────────────────────────────────────────────────────────────

SIGNS = list(map(chr, range(0xE000, 0xF8FF)))  # letters for private use: each stands for a player
POINTS = {word for word, key in cells.MEANS.items() if key in ("points", "total")}


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
    for line, row in lines:
        text = folded("; ".join(row))
        for sign, name in sorted(players.items(), key=lambda each: -len(each[1])):
            text = re.sub(rf"(?<!\w){re.escape(folded(name))}(?!\w)", sign, text)
        parts = re.split(r"[.,;:!?()|/–—]| - ", text)
        clauses = [set(re.findall(r"\w+|[\ue000-\uf8ff🏆🥇👑]", part)) for part in parts]
        about = set[str]().union(*filter(_is_about_winning, clauses))
        if about and about.isdisjoint({*players, *cells.KINDS["high"], *cells.KINDS["low"]}):
            about.update(*(words for words in clauses if words & players.keys()))
        every = set[str]().union(*clauses)
        is_sure = "?" not in text and every.isdisjoint(cells.KINDS["doubt"] | cells.KINDS["lose"])
        saying = Saying(line, " ".join(cell.strip() for cell in row if cell.strip()))
        if about:
            yield _read_saying(saying, about, players) if is_sure else saying


def _is_about_winning(words: Set[str]) -> bool:
    kinds = cells.KINDS["high"] | cells.KINDS["low"], cells.KINDS["best"], POINTS
    says_so = not words.isdisjoint(cells.KINDS["win"] | cells.KINDS["lose"])
    return says_so or sum(map(words.isdisjoint, kinds)) < 2


def _read_saying(unclear: Saying, about: Set[str], players: Mapping[str, str]) -> Saying:
    """What the words ``about`` winning say; some stand for players."""
    ways = [way for way in ("low", "high") if about & cells.KINDS[way]]
    named = about & players.keys()
    numbers = set(filter(str.isdecimal, about))
    known = POINTS.union(*(cells.KINDS[key] for key in ("high", "low", "best", "win", "filler")))
    is_known = about - named - numbers <= known and len(ways) < 2 and (ways or named)
    is_amount = about & cells.KINDS["amount"] and not about & POINTS
    wins = about & (cells.KINDS["win"] | cells.KINDS["best"]) and not is_amount
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
ABOUT = ("file", "title", "game", "date")  # which game a row belongs to
DAY = re.compile(r"[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{1,4}\b")
NUMBERED = re.compile(r"[0-9]|^\W*\w\W*$")  # how rounds are called: by number or one letter
NO_PLAYER, REMOVE = "doesn't look like a player", "remove the column, or rename it"


class Table(NamedTuple):
    """A table from its header at ``line`` on; ``above`` are the lines before."""

    shape: Shape
    line: int
    header: list[str]
    keys: list[str]
    rows: Rows
    above: Head = ()
    left_out: Sequence[str] = ()  # headings of columns without points
    only_totals: bool = False  # as the points of a single round


class HeaderError(FileError):
    """A table whose columns aren't clear: ``lines`` show how it was read."""

    def __init__(self, head: Head, problem: str, remedy: str = "", line: int = 0) -> None:
        at, keys = _guessed(head)
        places = [f"{key}={keys.index(key) + 1}" for key in NEEDED + ABOUT if key in keys]
        is_wide = max(map(keys.count, ("round", "player"))) > 1
        is_known = is_wide or {*NEEDED} <= {*keys}
        like = (f"{keys[0]}=1" if is_wide else ",".join(places)) * is_known
        if like:
            sign = " If not, " if remedy.endswith("?") else ", or "
            remedy += f"{sign * bool(remedy)}say which columns to read, like --columns {like}"
        else:
            remedy = remedy or "name the columns round, player and points, or round and all names"
        super().__init__(problem, remedy=remedy, line=line or at)
        texts = [(f"line {line}", row) for line, row in head[:5]]
        texts.append(("would be", [key or "?" for key in keys]))
        shown = range(min(8, len(keys)))
        rows = [
            (name, *(cut(printable(c), 14) for c in _cells_at(shown, row))) for name, row in texts
        ]
        header = ("column", *(str(n + 1) for n in shown))
        self.lines = in_lines(Grid(header, rows, "l" * len(header)))


def _guessed(head: Head) -> tuple[int, list[str]]:
    """The line most like a header, and what each of its columns probably is, "" if unknown.

    A header has the most known headings, else the most cells.
    """
    lines = [row for _, row in head]
    known = [sum(map(bool, cells.keys_of(row))) - cells.is_total(row[0]) for row in lines]
    at = max(range(len(lines)), key=lambda n: (known[n], len(_trimmed(lines[n]))))
    header = _trimmed(lines[at])
    found = cells.keys_of(header)
    keys = [key * (key in NEEDED + ABOUT and key not in found[:n]) for n, key in enumerate(found)]
    columns = [
        list(filter(None, map(str.strip, column)))
        for _, *column in zip_longest(*lines[at:], fillvalue="")
    ]
    others = {n for n, label in enumerate(header) if cells.is_aside(label)}
    for n in range(len(header)):
        is_wild = n == 0 and wild_called("".join(columns[0][:1]))
        if is_wild or not (found[n] or n in others):
            keys[n] = next((kind for kind in _kinds(columns[n]) if kind not in keys), keys[n])
    are_numbered = all(n in others or NUMBERED.search(header[n]) for n in range(1, len(keys)))
    is_once = keys[0] == "player" and len(set(columns[0])) == len(columns[0]) > 1
    is_list = are_numbered and is_once
    if "points" not in found and (is_list or (keys[0] == "round" and "player" not in keys)):
        across = "round" if is_list else "player"
        keys[1:] = ["" if n in others else across for n in range(1, len(keys))]
    return head[at][0], keys


def _kinds(column: Sequence[str]) -> Iterator[str]:
    """What a column may be by its cells, the likeliest first."""
    first = "".join(column[:1])
    if wild_called(first) or (cells.round_number(first) == 1 and "0" not in column):
        yield "round"
    if column and all(map(DAY.match, column)):
        yield "date"
    elif column and None not in map(cells.whole, column):
        yield "points"
    elif len(set(column)) > 1 or len(column) == 1:
        yield "player"


def table_in(text: str, picks: Picks = ()) -> Table:
    """The table in a CSV file, with the columns that are picked; FileError if it isn't clear."""
    rows = _with_one_header(list(cells.rows_in(text)))
    if not rows:
        raise wrong(1, "", "the file is empty", "name a CSV file of rounds and points")
    if len(picks) > 1:
        return _picked_table(rows, picks)
    head = rows[: MOST_ABOVE + 1]
    for at, (line, row) in enumerate(head):
        places, width = _places(rows[at:], len(picks)), len(row)
        below = rows[at + 1 :]
        if places != list(range(width)):
            below = [(n, [*(r[m] for m in places if m < len(r)), *r[width:]]) for n, r in below]
        header = _trimmed(_cells_at(places, row))
        first = [*below[0][1], ""] if below else [""]
        keys = _with_game(header, cells.keys_of(header), first)
        has_words = any(cell.strip()[:1].isalpha() and cell not in header for cell in first[1:])
        if picks or (not has_words and _are_rounds(header, [(*row, "")[0] for _, row in below])):
            keys[0] = picks[0][0] if picks else "round"  # the corner of a matrix
        if picks and keys[0] == "player" and not any(map(cells.is_label, header[1:])):
            rounds = (cell if cells.is_aside(cell) else str(n) for n, cell in enumerate(header))
            header = [header[0], *list(rounds)[1:]]
        shape, named = _shape(header, keys, first[0]), _keys_of_squares(header, keys, first[0])
        if has_words and not picks and shape != "rows" and below[1:]:
            guessed_line, kinds = _guessed(head[at:])
            if guessed_line == line and {*NEEDED} <= {*kinds} and "" not in kinds:
                break
        if values := _columns_of_squares(header, named):
            return _unfolded(header, named, values, [rows[at], *below])._replace(above=head[:at])
        if shape:
            if picks and shape == "rows":
                why = "this table has a row for each player and round"
                raise HeaderError(head[at:], why, line=line)
            _check(head[at:], header, keys, shape)
            columns = zip(header, keys, strict=True)
            left_out = [cell for cell, key in columns if not key and shape == "rows"]
            under = _below(header, shape, below)
            return Table(shape, line, header, keys, under, head[:at], left_out)
    if table := _counted(rows):
        return table
    if "round" not in {*_guessed(head)[1], *chain(*(cells.keys_of(row) for _, row in head))}:
        raise HeaderError(head, "no column says which round it is", "add one")
    raise HeaderError(head, "it isn't clear which columns are round, player and points")


def _with_game(header: Sequence[str], keys: Sequence[str], first: Sequence[str]) -> list[str]:
    """The keys, of which *Spiel* means the game beside a date, above a name, or beside rounds."""
    found = list(keys)
    for n, below in enumerate(first[: len(header)]):
        is_named = "date" in keys and below[:1].isalpha() and not cells.is_label(below)
        if cells.heading(header[n]) in cells.KINDS["game"] and (is_named or {*NEEDED} <= {*keys}):
            found[n] = "game"
    return found


def _are_rounds(header: Sequence[str], column: Sequence[str]) -> bool:
    """Whether a first column counts rounds, by a heading that may say so or by what is below it.

    That is 1, 2 and 3, which can't be a player's points, or fewer with a word like Total below.
    """
    labels = list(takewhile(cells.is_label, column))
    if not labels or cells.heading(header[0]) in cells.CORNERS:
        return bool(labels)
    is_enough = len(labels) > 2 or any(map(str.strip, column[len(labels) :]))
    counts = list(map(cells.round_number, labels)) == list(range(1, len(labels) + 1))
    are_wilds = len(labels) > 1 and None in map(cells.whole, labels)
    has_players = len(header) > 2 and set(map(cells.whole, header[1:])) == {None}
    return has_players and (are_wilds or (counts and is_enough))


def _with_one_header(rows: Head) -> Head:
    """The rows with a single row of headings, like ``Ann Total``, if names are above such words."""
    for at, ((_, above), (line, row)) in enumerate(pairwise(rows[: MOST_ABOVE + 2])):
        kinds = [cell for cell in row[1:] if cell.strip()]
        known = [kind for kind in kinds if cells.key_of(kind) in ("points", "total")]
        are_kinds = all(kind in known or cells.says("other", kind) for kind in kinds)
        if are_kinds and len(set(known)) < len(known):
            names: list[str] = []
            for name in _cells_at(range(len(row)), above):
                names.append(name if name.strip() or not names else names[-1])
            header = [f"{name} {kind}".strip() for name, kind in zip(names, row, strict=True)]
            header[0] = row[0].strip() or above[0]
            return [*rows[:at], (line, header), *rows[at + 2 :]]
    return rows


def _places(rows: Head, picked: int) -> list[int]:
    """The columns to read, beginning with the rounds, or with the players if they have a row each.

    Empty columns are left out, and so is a column that numbers the players.
    """
    header = rows[0][1]
    keys = cells.keys_of(header)
    if all(cells.whole(cell) is not None for cell in header if cell.strip()):
        return list(range(len(header)))  # a row of points
    empty = {n for n, cell in enumerate(header) if n >= picked and not cell.strip()}
    empty -= {n for n in empty for _, row in rows if "".join(row[n : n + 1]).strip()}
    places = [n for n in range(len(header)) if n not in empty]
    if picked or "points" in keys or {"player", "round"}.isdisjoint(keys):
        return places
    first = keys.index("player" if "player" in keys else "round")
    return [first, *(n for n in places if n > first or (n < first and keys[n] != "round"))]


def _keys_of_squares(header: Sequence[str], keys: Sequence[str], first: str) -> list[str]:
    """What columns mean if a line has several squares; some are winners, places and totals."""
    found = [
        "won" * cells.says("win", cell)
        or "place" * cells.says("place", cell)
        or key
        or "total" * cells.is_total(cell)
        for cell, key in zip(header, keys, strict=True)
    ]
    are_names = first.strip() and not (cells.is_label(first) or cells.is_total(first))
    is_corner = not header[0].strip() or found[0] == "round"
    return ["player", *found[1:]] if are_names and is_corner else found


def _columns_of_squares(header: Sequence[str], keys: Sequence[str]) -> list[int]:
    """The columns with squares if a line has several of them; none for other tables.

    A line is for a player, with all rounds or a total; or, if there is more than one game, for an
    evening or a round, with a column for each player.
    """
    labels = [n for n, key in enumerate(keys) if not key and not cells.says("other", header[n])]
    totals = [n for n, key in enumerate(keys) if key in ("points", "total")]
    across = bool(labels) and all(cells.is_label(header[n]) or header[n] in FACES for n in labels)
    if "player" in keys and "round" not in keys:
        return [*labels, *totals] if across or (not labels and len(totals) == 1) else []
    if across or not {"player", "points"}.isdisjoint(keys) or {*ABOUT}.isdisjoint(keys):
        return []
    return labels if "round" in keys or ("date" in keys and len(labels) > 1) else []


FACES = {"J", "Q", "K"}  # rounds, if others have numbers


def _unfolded(header: list[str], keys: list[str], values: Sequence[int], rows: Head) -> Table:
    """The table with a row for each square of a line; totals alone are the points of one round."""
    by_player, has_game = "player" in keys, not {*ABOUT}.isdisjoint(keys)
    kept = [n for n, key in enumerate(keys) if key and n not in values and key != "total"]
    rounds = [n for n in values if keys[n] == ""] if by_player else []
    more = ["points", "where", *(key for key in ("round", "player") if key not in keys)]
    left_out = [cell for n, cell in enumerate(header) if n not in (*kept, *values)]
    found = []
    for line, row in _below(header, "rows" if has_game else "across", rows[1:]):
        if keys[0] != "round" and cells.is_aside(row[0]):
            left_out.append(row[0])
            continue
        filled = [n for n in rounds or values if row[n].strip()]
        if by_player and not filled:
            raise wrong(line, header[0] or "player", f"this {NO_PLAYER}", "remove the row")
        for n in values:
            if row[n].strip() or (n in rounds and filled[0] < n < filled[-1]):
                square = {"points": row[n], "where": header[n], "player": header[n]}
                square["round"] = header[n] if rounds else "1"
                found.append((line, [*(row[m] for m in kept), *(square[key] for key in more)]))
    header, keys = [header[n] or keys[n] for n in kept], [keys[n] for n in kept]
    table = Table("rows", rows[0][0], [*header, *more], [*keys, *more], iter(found), (), left_out)
    return table._replace(only_totals="round" in more and not rounds)


def _counted(rows: Head) -> Table | None:
    """The table in rows that have only names and numbers, its rounds counted; None for others.

    The numbers are beside the names or below them. None, too, if a column itself counts something.
    """
    at = next((n for n, (_, row) in enumerate(rows) if len(_trimmed(row)) > 1), 0)
    columns = list(zip_longest(*(row for _, row in rows[at:]), fillvalue=""))
    columns = [column for column in columns if any(map(str.strip, column))]
    if cells.is_total(columns[0][-1]) and not any(map(str.strip, columns[0][:-1])):
        columns = [(*column[:-1], f"={column[-1]}") for column in columns[1:]]
    are_above = {cells.whole(column[0]) for column in columns[1:]} == {None}
    table = columns if are_above else list(zip(*columns, strict=True))
    lines = [rows[at if are_above else n][0] for n, _ in enumerate(table, at)]
    found, sums = [], []
    for line, (name, *row) in zip(lines, table, strict=True):
        points = [n for n in (cells.whole(cell.lstrip("= ")) for cell in row) if n is not None]
        ups = {after - before for before, after in pairwise(points)}
        counts = 1 in ups <= {0, 1}
        is_name = not (cells.key_of(name) or cells.is_label(name) or cells.is_aside(name))
        if not is_name or counts or len(points) < max(1 + are_above, len(row)):
            return None
        found.append((line, [name, *map(str, points)]))
        sums.append(row[-1][:1] == "=" or (len(points) > 2 and 2 * points[-1] == sum(points)))
    header = ["player", *map(str, range(1, len(found[0][1])))]
    header = [*header[:-1], "total"] if all(sums) or len(header) == 2 else header
    keys, whole_table = cells.keys_of(header), [(lines[0], header), *found]
    return _unfolded(header, keys, range(1, len(header)), whole_table)._replace(above=rows[:at])


def _below(header: Sequence[str], shape: Shape, rows: Head) -> Rows:
    """The rows below a header; FileError if some are another table.

    The headings of rows may come again, as on each page of a report.
    """
    if shape == "rows":
        return _whole((row for row in rows if _trimmed(row[1]) != header), len(header))
    if shape == "matrix":  # there may be words alone in a row below it
        alone = [""] * (len(header) - 1)
        rows = [(n, row if len(_trimmed(row)) > 1 else [row[0], *alone]) for n, row in rows]
    for line, row in rows:
        if _trimmed(row) == header or cells.key_of(row[0]) in ("round", "player"):
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
    is_corner = len(header) > 1 and (keys[0] == "round" or not header[0])
    has_points = not {"player", "points"}.isdisjoint(keys)
    is_named = cells.is_label(first) or cells.is_total(first)
    others = [cell for cell in header[1:] if not cells.is_aside(cell)]
    has_names = is_named and all(others) and None in map(cells.whole, others)
    return "matrix" if is_corner and not has_points and (header[0] or has_names) else None


def _check(head: Head, header: Sequence[str], keys: Sequence[str], shape: Shape) -> None:
    """Raise for a column that means nothing here, or the same as another."""
    line = head[0][0]
    if shape == "matrix" and len(header) > 1 + 2 * MOST_PLAYERS:  # there may be totals as well
        why = f"there are {len(header)} columns, too many for {MOST_PLAYERS} players"
        raise wrong(line, "", why, cells.SPLIT)
    for n, (typed, key) in enumerate(zip(header, keys, strict=True)):
        where, remedy = f"column {printable(typed)}: ", "remove the column"
        is_other = cells.says("other", typed)
        if shape == "matrix":
            if n and key not in ("", "total", "went_out") and not is_other:
                raise wrong(line, typed, f"this {NO_PLAYER}", REMOVE)
        elif not (key or is_other):
            remedy = did_you_mean(cells.heading(typed), cells.MEANS.values()) or remedy
            raise HeaderError(head, f"{where}there is no such column", remedy, line)
        elif key and keys.count(key) > 1:
            raise HeaderError(head, f"{where}two columns mean {key}", remedy, line)


def _picked_table(rows: Head, picks: Picks) -> Table:
    """The picked columns, from the first line that has a number for the round or the points."""
    head = rows[: MOST_ABOVE + 1]
    width = max(len(_trimmed(row)) for _, row in head)
    if any(number > width for _, number in picks):
        why = f"there are only {count(width, 'column')}"
        raise wrong(head[0][0], "", why, "choose from those for --columns")
    keys, places = [key for key, _ in picks], [number - 1 for _, number in picks]
    sure = [n for key, n in zip(keys, places, strict=True) if key in ("round", "points")]
    has_number = [re.search("[0-9]", "".join(_cells_at(sure, row))) for _, row in head]
    begins = next((at for at, found in enumerate(has_number) if found), len(head))
    below = _whole(rows[begins:], width)
    picked = ((line, _cells_at(places, row)) for line, row in below)
    header = [str(number) for _, number in picks]
    return Table("rows", head[0][0], header, keys, picked, head[:begins])


def picked_columns(typed: str) -> Picks:
    """The columns in ``round=1,player=2,points=4``, or the first of a matrix in ``round=1``.

    That is ``player=1`` if each player has a row. UsageError for anything else.
    """
    parts = [part.partition("=") for part in typed.split(",")]
    keys = [cells.key_of(word) for word, _, _ in parts]
    numbers = [int(n) if re.fullmatch(" *[1-9][0-9]{0,3} *", n) else 0 for _, _, n in parts]
    picks = list(zip(keys, numbers, strict=True))
    is_enough = set(NEEDED) <= set(keys) or typed in ("round=1", "player=1")
    if not is_enough or not all(keys) or not all(numbers):
        problem = f"{quoted(typed)} doesn't say which columns are round, player and points"
        raise UsageError(problem, remedy="write them like round=1,player=2,points=4")
    if len(set(keys)) < len(keys) or len(set(numbers)) < len(numbers):
        raise UsageError(f"{quoted(typed)} has a column twice", remedy="name each once")
    return picks


def _cells_at(places: Iterable[int], row: Sequence[str]) -> list[str]:
    """The cells in these places, empty where there is none."""
    return [row[n] if n < len(row) else "" for n in places]


def _trimmed(row: Sequence[str], least: int = 0) -> list[str]:
    """The cells without the empty ones that a spreadsheet leaves after the last column."""
    end = len(row)
    while end > least and not row[end - 1].strip():
        end -= 1
    return list(row[:end])


def _whole(rows: Iterable[tuple[int, list[str]]], width: int) -> Rows:
    """The rows with as many cells as the header; FileError for one with fewer or more."""
    for line, row in rows:
        kept = row if len(row) == width else _trimmed(row, width)
        if len(kept) != width:
            why = f"this row has {count(len(kept), 'cell')}, but the header has {width}"
            raise wrong(line, "", why, "give every row as many cells; quote one that has a comma")
        yield line, kept
