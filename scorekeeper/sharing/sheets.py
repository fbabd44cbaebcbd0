"""An evening as CSV, and score sheets read back from it."""

import csv
import io
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.errors import FileError, UsageError, listed, quoted
from scorekeeper.games import without_house_rules
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import composed, folded
from scorekeeper.ledger.standings import is_finished
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleSet
from scorekeeper.rules.rule_keys import literal
from scorekeeper.rules.variations import differences, kept_rules, rules_table
from scorekeeper.season.figures import label_of
from scorekeeper.sharing.cells import (
    ABSENT,
    MEANS,
    SPLIT,
    DoubtfulDateError,
    Head,
    day_in,
    heading,
    is_label,
    is_other,
    is_place,
    is_total,
    is_winner,
    number_in,
    parts_of,
    round_in,
    whole,
    without,
    wrong,
)
from scorekeeper.sharing.tables import ABOUT, NO_PLAYER, REMOVE, Picks, Table, table_in

COLUMNS = (
    *("file", "title", "game", "date", "round", "deal", "wild", "player"),
    *("points", "source", "adjust", "total", "went_out", "misdeal", "bonus"),
)

ENTERED = ("entry", "knock", "double")  # of a few games: the entry, and the card turned up
BESIDE = ("winner", "rules", "ended", "start", "after")  # the last: about the game, then the player
LARGEST_CSV = 8 << 20  # bytes of the largest file that can be read: a thousand evenings

FORMULA = r"""(?<![^;\r\n])(?=['"]*[=+\-@\t\r\n＝＋－＠])"""
"""Where a spreadsheet could read a formula: at the start of a text or a line, and after a ``;``,
which separates cells in some countries. Quotes before it may be lost on the way.

A ' there makes it text. A text that begins with ' gets a second one, so that ``text_in`` can remove
exactly one.
"""


def spreadsheet(game: Game, file: str) -> str:
    """The rounds of a game as CSV, with a header."""
    return spreadsheet_of_all([(file, game)])


def spreadsheet_of_all(found: Iterable[tuple[str, Game]]) -> str:
    """The rounds of some games, each with its file, as CSV with a header.

    UsageError if they are too many to be read back, or the title and house rules, which are in
    every row, too long.
    """
    games = list(found)
    more = max(_columns_entered(game) for _, game in games)
    lines, size = [csv_line((*COLUMNS, *ENTERED[:more], *BESIDE))], 0
    for file, game in games:
        for line in _csv_lines(game, file, more):
            lines.append(line)
            size += len(line)
            if size > LARGEST_CSV or len(games) > MOST_GAMES:
                problem = "this is more than can be read back from one CSV file"
                remedy = "export fewer games, or with --to json"
                if len(games) == 1:
                    problem = "the title and house rules are too long to repeat in every row"
                    remedy = "shorten them, or export with --to json"
                raise UsageError(problem, remedy=remedy)
    return "".join(lines)


def _columns_entered(game: Game) -> int:
    """How many of the columns ``ENTERED`` a game needs, where an entry says more than points."""
    says_more = not game.rules.scoring.own_points or any(rules.forfeits for rules in game.all_rules)
    return 3 if game.rules.uses_upcard else int(says_more)


def _csv_lines(game: Game, file: str, more: int) -> Iterator[str]:
    """A line for each player who has points in a round or is noted as absent.

    It has this many of the columns ``ENTERED``. Bonus rounds are numbered separately.
    """
    about = file, game.title, label_of(game), game.date or ""
    ended = "put away" if game.put_away else _yes(is_finished(game))
    played = len(game.played)
    behind = {each.name: (ended, each.start, _after(each, played)) for each in game.players}
    bonus_rounds = 0
    most = max((len({*each.players, *each.absent}) for each in game.rounds), default=0)
    for number, round_ in game.numbered():
        shown = bonus_rounds + 1 if round_.bonus else number
        now = game.rules_now if round_.bonus else game.rules_in(number)
        now = now.replace(ties="shared") if game.playoff else now  # the rows show a play-off
        rules = game.rules.winner, _house_rules(now, most)
        dealt = game.round_rules(number, round_)
        deal = (dealt.deal, dealt.wild) if dealt else ("", "")
        for name in game.names:
            points = game.points(number, round_, name)
            if points is not None or name in round_.absent:
                typed_or_hand = "typed" if name in {*round_.scores, *round_.forfeits} else "hand"
                row = (
                    *(*about, shown, *deal, name, points),
                    "absent" if points is None else typed_or_hand,
                    round_.adjust.get(name, 0),
                    total_after(game, number, round_, name),
                    *map(_yes, (name in round_.out, round_.is_void, round_.bonus)),
                    *(entry_of(round_, name), round_.knock, _yes(round_.double))[:more],
                )
                yield csv_line((*row, *rules, *behind[name]))
        bonus_rounds += round_.bonus and not round_.is_void


def csv_line(cells: Iterable[object]) -> str:
    """A row of CSV in which no text can be a formula."""
    written = io.StringIO()
    # With Windows line ends, a carriage return inside a text gets quotes too.
    safe = (re.sub(FORMULA, "'", cell) if isinstance(cell, str) else cell for cell in cells)
    csv.writer(written, lineterminator="\r\n").writerow(safe)
    return written.getvalue().removesuffix("\r\n") + "\n"


def text_in(cell: str) -> str:
    """The text of a cell, without any ' that ``csv_line`` put there."""
    return re.sub(FORMULA.replace("(?=", "'(?="), "", cell) if "'" in cell else cell


def total_after(game: Game, number: int, round_: Round, name: str) -> int:
    """A player's total after a round that counts, or before one that doesn't, without a rejoin."""
    if not round_.counts:
        return game.total(name, number - 1)
    return game.total(name, number) - game.rejoin_points(name, number)


def entry_of(round_: Round, name: str) -> str:
    """A player's entry for a round, as it is typed."""
    if name in round_.absent:
        return "-"
    if name in round_.forfeits:
        return round_.forfeits[name]
    is_out, points = name in round_.out, round_.scores.get(name)
    if points is None:
        return f"o:{round_.hands[name]}" if is_out else round_.hands[name]
    if is_out:
        return "big" if round_.how else f"o{points or ''}"
    return str(points)


# ── facts about the game and its players ─────────────────────────────────────────────────


@lru_cache(maxsize=20)
def _house_rules(rules: RuleSet, most: int) -> str:
    """The house rules of ``most`` players as a ledger writes them, on one line.

    These are all rules if the game did not come with the program. ``winner`` has a column of its
    own, ``dealer`` is left out, and so are packs that follow from the number of players.
    """
    own = without_house_rules(rules)
    if own is None or own.plays_cards != rules.plays_cards:
        kept = kept_rules(rules)
    else:
        usual = rules_table(own.replace(decks=own.decks_for(most)))
        table = rules_table(rules)
        kept = {key: table[key] for key in differences(usual, table) if key in table}
        last = rules.last_round or 0
        if "rounds" in kept and tuple(map(own.spec, range(1, last + 1))) == rules.rounds:
            kept = {**kept, "rounds": last}  # rather than every deal
    return literal({k: v for k, v in kept.items() if k not in ("winner", "dealer")})[1:-1].strip()


def _after(player: Player, played: int) -> str:
    """What a player did after their last round, which no round shows."""
    if player.left is not None and player.left <= played:
        return "left"
    return "rejoined" if any(number > played for number in player.rejoined) else ""


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


# ── score sheets read back ───────────────────────────────────────────────────────────────────

YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0", "")

WORDS = {
    "source": ("typed", "hand", "absent"),
    "winner": ("low", "high"),
    "ended": ("yes", "no", "put away"),
    "after": ("left", "rejoined"),
}
"""The words that these columns may have, apart from nothing."""

MOST_GAMES = 1000  # in a file: ten years of them


class Square(NamedTuple):
    """What a line says about a player in a round."""

    line: int
    player: str
    round: int  # 0 if it is called by its wild
    points: int | None  # None if the player sat it out
    columns: Mapping[str, str]  # the headings by what they mean
    adjust: int = 0
    total: int | None = None
    deal: str = ""  # as written, like the wild
    wild: str = ""
    out: bool = False
    misdeal: bool = False
    bonus: bool = False
    called: str = ""  # the wild as typed, like 3s
    entry: str = ""  # as typed
    knock: int | None = None  # by the card turned up, as is double
    double: bool = False
    rules: str = ""  # house rules as a ledger writes them
    start: int | None = None  # the points that the player came with
    after: str = ""  # what they did after their last round
    is_blank: bool = False  # written as -, which may be a zero

    @property
    def counts(self) -> bool:
        """Whether its round counts among the numbered ones."""
        return not self.misdeal and not self.bonus

    def wrong(self, key: str, why: str, remedy: str) -> FileError:
        """The error for one of its cells."""
        return wrong(self.line, self.columns.get(key, self.player), why, remedy)


class Sheet(NamedTuple):
    """One game in a file, from ``line`` on."""

    line: int
    squares: list[Square]
    totals: dict[str, tuple[int, int]]  # at the end, each with its line
    places: dict[str, tuple[int, str, str]]  # as written, with line and column
    beside: list[tuple[int, list[str]]]  # lines outside the table, which may say who wins
    columns: Mapping[str, str] = {}
    title: str = ""
    kind: str = ""
    day: date | None = None
    winner: str = ""  # empty if the file doesn't say
    ended: str = ""  # likewise
    aside: Mapping[str, str] = {}  # columns of no player; whose running totals each may be
    left_out: Sequence[str] = ()  # what is called so that it can't be points, like Dealer
    only_totals: bool = False  # as the points of a single round

    def without_rules(self) -> "Sheet":
        """The sheet without house rules, for a game whose rules are given."""
        return self._replace(squares=[square._replace(rules="") for square in self.squares])


def sheets_in(
    text: str, picks: Picks = (), *, is_day_first: bool | None = None, is_dated: bool = False
) -> list[Sheet]:
    """The games in a CSV file, in the order of their first rows; FileError for the first fault.

    ``is_dated``: somebody says the day of the games without one.
    """
    table = table_in(text, picks)
    is_matrix = table.shape == "matrix"
    sheets = [_sheet_of_matrix(table)] if is_matrix else _sheets_of_rows(table, is_day_first)
    if len(sheets) > MOST_GAMES:
        raise wrong(sheets[MOST_GAMES].line, "", f"there are more than {MOST_GAMES} games", SPLIT)
    empty = [sheet.line for sheet in sheets if not sheet.squares]
    if empty or not sheets:
        line = empty[0] if empty else table.line
        raise wrong(line, "", "there are no rounds below the header", "write one per line")
    if not (is_dated or all(sheet.day for sheet in sheets)):
        day = _day_above(table.above, is_day_first)
        sheets = [sheet._replace(day=sheet.day or day) for sheet in sheets]
    corner = [(table.line, table.header[:1])] if picks else []
    return [
        sheet._replace(
            beside=[*table.above, *corner, *sheet.beside],
            left_out=sheet.left_out or table.left_out,
            only_totals=table.only_totals,
        )
        for sheet in sheets
    ]


def _day_above(lines: Head, is_day_first: bool | None) -> date | None:
    """The date above a table, where a line has only that or a word for it, like ``Date``, besides.

    FileError for another line that may have a date, and for a second date.
    """
    found = None
    for line, cells in lines:
        text = " ".join(filter(None, map(str.strip, cells)))
        if re.search(r"[0-9]{4}|[0-9][^0-9]+[0-9]", text):
            word, _, rest = text.partition(" ")
            typed = rest if MEANS.get(heading(word)) == "date" else text
            try:
                day = day_in(typed, line, "", is_day_first)
            except DoubtfulDateError:
                raise
            except FileError:
                day = None
            if not day or found not in (None, day):
                why = f"{quoted(text)} looks like a date, but maybe not that of the game"
                raise wrong(line, "", why, "give the date with --date, or remove the line")
            found = day
    return found


@lru_cache(1000)
def _name(cell: str) -> str:
    return composed(text_in(cell))


# ── a row for each player and round ──────────────────────────────────────────────────────


def _sheets_of_rows(table: Table, is_day_first: bool | None) -> list[Sheet]:
    columns = dict(zip(table.keys, table.header, strict=True))
    games: dict[Hashable, Sheet] = {}
    known: dict[tuple[str, ...], Sheet] = {}  # by all that a row says about its game
    for line, row in table.rows:
        cells = dict(zip(table.keys, row, strict=True))
        cells["player"] = _name(cells["player"])
        said = tuple([cells.get(name, "") for name in (*ABOUT, "winner", "ended")])
        if said not in known:
            day = day_in(said[3], line, columns.get("date", ""), is_day_first)
            winner, ended = (_word(cells, name, line, columns) for name in ("winner", "ended"))
            title, kind = text_in(said[1]) if said[1].strip() else "", text_in(said[2])
            if table.only_totals:
                title, kind = title or (kind if not kind.isdigit() else ""), ""
            made = Sheet(line, [], {}, {}, [], columns, title, kind, day, winner, ended)
            known[said] = sheet = games.setdefault((*said[:3], day), made)
            for name, first in (("winner", sheet.winner), ("ended", sheet.ended)):
                if first != getattr(made, name):
                    why = f"{quoted(cells[name])}, but the game began with {quoted(first)}"
                    raise wrong(line, columns[name], why, "write the same in all rows of a game")
        sheet = known[said]
        if cells.get("place"):
            sheet.places[cells["player"]] = line, columns["place"], cells["place"]
        if cells.get("won"):
            sheet.beside.append(
                (line, [columns["won"], _marked(cells["player"], cells["won"], [])])
            )
        if is_total(cells["round"]):
            total = number_in(cells["points"], line, cells.get("where", columns["points"]))
            sheet.totals[cells["player"]] = line, total
        else:
            where = cells.get("where")  # the column that the square has in the file
            of_square = {**columns, "points": where, "round": where} if where else columns
            sheet.squares.append(_square(cells, line, of_square))
    return list(games.values())


def _word(cells: Mapping[str, str], key: str, line: int, columns: Mapping[str, str]) -> str:
    """One of the words that a column may have, or nothing."""
    word = folded(cells[key]) if cells.get(key) else ""
    if word and word not in WORDS[key]:
        why = f"{quoted(cells[key])} isn't a word for this column"
        raise wrong(line, columns[key], why, f"write {listed(WORDS[key], 'or')}")
    return word


def _square(cells: Mapping[str, str], line: int, columns: Mapping[str, str]) -> Square:
    def number(key: str) -> int | None:
        cell = cells.get(key, "").strip()
        return number_in(cell, line, columns.get(key, columns["points"])) if cell else None

    def is_so(key: str) -> bool:
        word = folded(cells[key])
        if word not in YES + NO:
            why = f"{quoted(cells[key])} is neither yes nor no"
            raise wrong(line, columns[key], why, "write yes or no")
        return word in YES

    source = _word(cells, "source", line, columns)
    typed, total, is_marked = parts_of(cells["points"])
    cells = {**cells, "total": total} if total and not cells.get("total") else cells
    is_dash = folded(typed) in ABSENT
    is_absent = source == "absent" or (not source and is_dash)
    if is_absent and typed and not is_dash:
        why = f"a player who sat the round out has {quoted(typed)}"
        raise wrong(line, columns["points"], why, "remove the points, or absent")
    round_number, called = round_in(cells["round"], line, columns["round"])
    return Square(
        line=line,
        player=cells["player"],
        round=round_number,
        points=None if is_absent else number_in(typed, line, columns["points"]),
        adjust=number("adjust") or 0,
        total=number("total"),
        deal=cells.get("deal", "").strip(),
        wild=cells.get("wild", "").strip(),
        out=("went_out" in cells and is_so("went_out")) or is_marked,
        misdeal="misdeal" in cells and is_so("misdeal"),
        bonus="bonus" in cells and is_so("bonus"),
        called=called,
        entry=text_in(cells.get("entry", "")).strip(),
        knock=number("knock"),
        double="double" in cells and is_so("double"),
        rules=text_in(cells.get("rules", "")).strip(),
        start=number("start"),
        after=_word(cells, "after", line, columns),
        is_blank=is_dash and folded(typed) != ABSENT[-1],
        columns=columns,
    )


# ── a matrix ─────────────────────────────────────────────────────────────────────────────

Numbers = Sequence[Sequence[int | None]]  # in the columns of the players; None for other cells


def _sheet_of_matrix(table: Table) -> Sheet:
    """Rounds down, players across; a cell is empty only before a player came or after they left."""
    line, corner = table.line, table.header[0] or "round"
    names: list[str] = []
    for cell in table.header[1:]:
        of_last = names and is_total(cell) and table.header.count(cell) > 1  # behind each player
        names.append(_name(f"{names[-1]} {cell}" if of_last else without("points", cell)))
    lines = list(table.rows)
    for name in names:
        if list(map(folded, names)).count(folded(name)) > 1:
            why = "two columns are the same player"
            raise wrong(line, name, why, "tell them apart, like Ann B and Ann M")
    numbers = [list(map(whole, cells[1:])) for _, cells in lines if not is_place(cells[0])]
    aside = _no_players(names, numbers)
    if len(aside) == len(names):
        raise wrong(line, names[0], f"this {NO_PLAYER}", REMOVE)
    total_of = {who: column for column, who in aside.items() if who}
    squares: list[Square] = []
    totals: dict[str, tuple[int, int]] = {}
    places: dict[str, tuple[int, str, str]] = {}
    beside: list[tuple[int, list[str]]] = []
    looks = {name: who for name, who in aside.items() if not _is_called_none(name, who)}
    left_out = [name for name, who in aside.items() if not who and name not in looks]
    are_so_far = False
    for number, (label, *cells) in lines:
        row = {who: cell for who, cell in zip(names, cells, strict=True) if cell.strip()}
        players = [who for who in row if who not in aside]
        if is_place(label) and not places:
            places = {who: (number, who, row[who]) for who in players}
            continue
        if not totals and (is_total(label) or (not is_label(label) and _are_sums(row, squares))):
            totals = {who: (number, number_in(row[who], number, who)) for who in players}
            are_so_far = bool(squares)  # if another round follows
            continue
        if is_other(label) and not (is_label(label) or is_winner(label)):
            left_out.append(label)
            continue
        is_alone = not (row or is_label(label)) and bool(squares)
        if is_alone or (is_winner(label) and not any(map(NUMBERS.fullmatch, row.values()))):
            beside.append((number, [label, *(_marked(who, row[who], names) for who in row)]))
            continue
        if totals and are_so_far and is_label(label):
            squares, totals = _with_totals(squares, totals), {}
        if places or beside:
            why = "there is something below the places or the winner"
            raise wrong(number, "", why, "make them the last row")
        round_in(label, number, corner)  # though nobody may have points
        for who in players:
            total = row.get(total_of[who], "") if who in total_of else ""
            said = {"round": label, "player": who, "points": row[who], "total": total}
            columns = {"round": corner, "player": who, "points": who, "total": who}
            squares.append(_square(said, number, columns))
    known = {*aside, *(square.player for square in squares)}
    idle = [name for name in names if name not in known]
    if squares and idle:
        why = "there are no points in any round"
        raise wrong(line, idle[0], why, "write them, or remove the column")
    return Sheet(line, squares, totals, places, beside, aside=looks, left_out=left_out)


NUMBERS = re.compile(r"\W*[0-9][\W0-9]*")  # a cell of these may be points


def _are_sums(row: Mapping[str, str], squares: Sequence[Square]) -> bool:
    """Whether a row that is called no round has the sum of two or more for each player."""
    sums: dict[str, int] = {}
    for square in squares:
        sums[square.player] = sums.get(square.player, 0) + (square.points or 0)
    is_later = len({square.line for square in squares}) > 1
    return is_later and sums == {who: whole(row.get(who, "")) for who in sums}


def _with_totals(squares: Sequence[Square], totals: Mapping[str, tuple[int, int]]) -> list[Square]:
    """The squares, each player's last one with their total below it."""
    last = {square.player: square for square in squares}
    sums = {id(last[who]): total for who, (_, total) in totals.items() if who in last}
    return [square._replace(total=sums.get(id(square), square.total)) for square in squares]


def _marked(who: str, cell: str, names: Sequence[str]) -> str:
    """A cell below a player, who is meant if it is only a mark, like x or ✓."""
    is_word = re.search(r"\w\w|[0-9]", cell) or folded(cell) in map(folded, names)
    return cell if is_word else who


def _no_players(names: Sequence[str], rows: Numbers) -> dict[str, str]:
    """The columns of no player, each with the player whose running totals it looks like, or none.

    Either the name says so, or the numbers do in too many rounds to be chance.
    """
    columns = dict(zip(names, zip(*rows, strict=True), strict=False))
    aside = {}
    for at, name in enumerate(names):
        if is_other(name) or is_total(name) or _sums_all(at, rows):
            aside[name] = ""
        for other in columns:
            is_called_so = is_total(name) and folded(without("total", name)) == folded(other)
            if name != other and (is_called_so or _adds_up(columns[other], columns[name])):
                aside[name] = other
    return {name: "" if other in aside else other for name, other in aside.items()}


def _is_called_none(name: str, who: str) -> bool:
    """Whether the name of such a column says it: the totals of all, or those of ``who``."""
    return is_other(name) or (is_total(name) and bool(who or without("total", name) == name))


def _sums_all(at: int, rows: Numbers) -> bool:
    """Whether a column has the sum of several others."""
    filled = [row for row in rows if row[at] and len(row) > 2 and None not in row]
    return len(filled) >= 3 and all(2 * (row[at] or 0) == sum(filter(None, row)) for row in filled)


def _adds_up(points: Sequence[int | None], totals: Sequence[int | None]) -> bool:
    """Whether points add up to the totals next to them, in four rounds or more."""
    rounds, added = -1, 0
    for score, total in zip(points, totals, strict=True):
        if score is None or total is None:
            continue
        added += score
        if added != total:
            return False
        rounds += rounds < 0 or score != 0
    return rounds >= 3


# ── running totals ───────────────────────────────────────────────────────────────────────


def are_totals(sheets: Sequence[Sheet]) -> bool:
    """Whether the points of a file look like running totals: nobody's fall, and everybody's rise.

    They are points if they fall in any game, or if there is a total that isn't just the last row
    again. One or two rounds show nothing.
    """
    columns: dict[tuple[int, str], list[int]] = {}
    for game, sheet in enumerate(sheets):
        for square in sorted(sheet.squares, key=lambda square: square.round):
            if square.total is not None or square.entry:
                return False
            if square.counts and square.points is not None:
                columns.setdefault((game, square.player), []).append(square.points)
        for who, (_, total) in sheet.totals.items():
            if [total] != columns.get((game, who), [])[-1:]:
                return False
    return max(map(len, columns.values()), default=0) > 2 and all(
        points == sorted(points) and (len(points) == 1 or points[0] < points[-1])
        for points in columns.values()
    )


def points_from_totals(sheet: Sheet) -> Sheet:
    """A sheet of running totals with the points that they come from."""
    before: dict[str, int] = {}
    squares = []
    for square in sorted(sheet.squares, key=lambda square: square.round):
        total = square.points
        if square.total is not None:
            why = f"{square.total}, and the points are totals too"
            raise square.wrong("total", why, "leave --totals out, or remove the column")
        if square.counts and total is not None:
            square = square._replace(points=total - before.get(square.player, 0), total=total)
            before[square.player] = total
        squares.append(square)
    return sheet._replace(squares=squares)
