"""An evening as CSV, and score sheets read back from it."""

import csv
import io
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from scorekeeper.errors import FileError, UsageError, listed, quoted
from scorekeeper.games import played_for_points, without_house_rules
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import composed, folded
from scorekeeper.ledger.standings import is_finished
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleSet
from scorekeeper.rules.rule_keys import literal
from scorekeeper.rules.variations import differences, kept_rules, rules_table
from scorekeeper.season.figures import label_of
from scorekeeper.sharing import cells
from scorekeeper.sharing.cells import Head, wrong
from scorekeeper.sharing.tables import ABOUT, NO_PLAYER, REMOVE, Picks, Table, table_in

COLUMNS = (
    *("file", "title", "game", "date", "round", "deal", "wild", "player"),
    *("points", "source", "adjust", "total", "went_out", "misdeal", "bonus"),
)

ENTERED = ("entry", "knock", "double")  # only in a few games: the entry, and the card turned up
BESIDE = ("winner", "rules", "ended", "start", "after")  # last: about the game, then the player
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

    UsageError if there are too many to be read back, or if the title and house rules, which are in
    every row, are too long.
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

    It has the first ``more`` of the columns ``ENTERED``. Bonus rounds are numbered separately.
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


def csv_line(row: Iterable[object]) -> str:
    """A row of CSV in which no text can be a formula."""
    written = io.StringIO()
    # With Windows line ends, a carriage return inside a text gets quotes too.
    safe = (re.sub(FORMULA, "'", cell) if isinstance(cell, str) else cell for cell in row)
    csv.writer(written, lineterminator="\r\n").writerow(safe)
    return written.getvalue().removesuffix("\r\n") + "\n"


def text_in(cell: str) -> str:
    """The text of a cell without any ' that ``csv_line`` put there."""
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

    If the game didn't come with the program, these are all its rules. ``winner`` has a column of
    its own; ``dealer`` is left out, and so are packs that follow from the number of players.
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

WORDS = {
    "source": ("typed", "hand", "absent"),
    "winner": ("low", "high"),
    "ended": ("yes", "no", "put away"),
    "after": ("left", "rejoined"),
}
"""The words that these columns may have, unless they are empty."""

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
    aside: Mapping[str, str] = {}  # columns that aren't players; whose running totals each may be
    left_out: Sequence[str] = ()  # columns with a name that rules out points, like Dealer
    only_totals: bool = False  # as the points of a single round


def sheets_in(
    text: str, picks: Picks = (), *, is_day_first: bool | None = None, is_dated: bool = False
) -> list[Sheet]:
    """The games in a CSV file, in the order of their first rows; FileError for the first fault.

    With ``is_dated``, somebody has given the day of the games that have none.
    """
    table = table_in(text, picks)
    is_matrix = table.shape == "matrix"
    sheets = [_sheet_of_matrix(table)] if is_matrix else _sheets_of_rows(table, is_day_first)
    if len(sheets) > MOST_GAMES:
        why = f"there are more than {MOST_GAMES} games"
        raise wrong(sheets[MOST_GAMES].line, "", why, cells.SPLIT)
    empty = [sheet.line for sheet in sheets if not sheet.squares]
    if empty or not sheets:
        line = empty[0] if empty else table.line
        raise wrong(line, "", "there are no rounds below the header", "write one per line")
    if not (is_dated or all(sheet.day for sheet in sheets)):
        day = _day_above(table.above, is_day_first)
        sheets = [sheet._replace(day=sheet.day or day) for sheet in sheets]
    if not any(sheet.kind or sheet.title for sheet in sheets):
        kind = _game_above(table.above)
        sheets = [sheet._replace(kind=kind) for sheet in sheets]
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
    """The date above a table, if a line has only that, perhaps after a word for it, like ``Date``.

    FileError for another line that may have a date, and for a second date.
    """
    found = None
    for line, row in lines:
        text = " ".join(filter(None, map(str.strip, row)))
        if re.search(r"[0-9]{4}|[0-9][^0-9]+[0-9]", text):
            word, _, rest = text.partition(" ")
            typed = rest if cells.key_of(word) == "date" else text
            try:
                day = cells.day_in(typed, line, "", is_day_first)
            except cells.DoubtfulDateError:
                raise
            except FileError:
                day = None
            if not day or found not in (None, day):
                why = f"{quoted(text)} looks like a date, but may not be the day of the game"
                raise wrong(line, "", why, "give the date with --date, or remove the line")
            found = day
    return found


def _game_above(lines: Head) -> str:
    """A game played for points that a line above a table begins with, as written; else empty.

    It may follow a word like ``Game:``.
    """
    texts = (" ".join(" ".join(row).split()) for _, row in lines)
    words = [part.split() for text in texts for part in reversed(text.partition(": "))]
    begun = (" ".join(each[:size]) for each in words for size in (3, 2, 1))
    return next((text for text in begun if text.casefold() in played_for_points()), "")


@lru_cache(1000)
def _name(cell: str) -> str:
    return composed(text_in(cell))


# ── a row for each player and round ──────────────────────────────────────────────────────


def _sheets_of_rows(table: Table, is_day_first: bool | None) -> list[Sheet]:
    columns = dict(zip(table.keys, table.header, strict=True))
    games: dict[Hashable, Sheet] = {}
    known: dict[tuple[str, ...], Sheet] = {}  # by all that a row says about its game
    for line, texts in table.rows:
        row = dict(zip(table.keys, texts, strict=True))
        row["player"] = _name(row["player"])
        said = tuple([row.get(name, "") for name in (*ABOUT, "winner", "ended")])
        if said not in known:
            day = cells.day_in(said[3], line, columns.get("date", ""), is_day_first)
            winner, ended = (_word(row, name, line, columns) for name in ("winner", "ended"))
            title, kind = text_in(said[1]) if said[1].strip() else "", text_in(said[2])
            if table.only_totals:
                title, kind = title or (kind if not kind.isdigit() else ""), ""
            made = Sheet(line, [], {}, {}, [], columns, title, kind, day, winner, ended)
            known[said] = sheet = games.setdefault((*said[:3], day), made)
            for name, first in (("winner", sheet.winner), ("ended", sheet.ended)):
                if first != getattr(made, name):
                    why = f"{quoted(row[name])}, but the game began with {quoted(first)}"
                    raise wrong(line, columns[name], why, "write the same in all rows of a game")
        sheet = known[said]
        if row.get("place"):
            sheet.places[row["player"]] = line, columns["place"], row["place"]
        if row.get("won"):
            sheet.beside.append((line, [columns["won"], _marked(row["player"], row["won"], [])]))
        if cells.is_total(row["round"]):
            total = cells.number_in(row["points"], line, row.get("where", columns["points"]))
            sheet.totals[row["player"]] = line, total
        else:
            where = row.get("where")  # the column that the square has in the file
            of_square = {**columns, "points": where, "round": where} if where else columns
            sheet.squares.append(_square(row, line, of_square))
    return list(games.values())


def _word(row: Mapping[str, str], key: str, line: int, columns: Mapping[str, str]) -> str:
    """One of the words that a column may have, or nothing."""
    word = folded(row[key]) if row.get(key) else ""
    if word and word not in WORDS[key]:
        why = f"{quoted(row[key])} isn't a word for this column"
        raise wrong(line, columns[key], why, f"write {listed(WORDS[key], 'or')}")
    return word


def _square(row: Mapping[str, str], line: int, columns: Mapping[str, str]) -> Square:
    def number(key: str) -> int | None:
        cell = row.get(key, "").strip()
        return cells.number_in(cell, line, columns.get(key, columns["points"])) if cell else None

    def is_yes(key: str) -> bool:
        word = folded(row[key])
        if word and word not in cells.KINDS["yes"] | cells.KINDS["no"]:
            why = f"{quoted(row[key])} is neither yes nor no"
            raise wrong(line, columns[key], why, "write yes or no")
        return word in cells.KINDS["yes"]

    source = _word(row, "source", line, columns)
    typed, total, is_marked = cells.parts_of(row["points"])
    row = {**row, "total": total} if total and not row.get("total") else row
    is_dash = folded(typed) in cells.ABSENT
    is_absent = source == "absent" or (not source and is_dash)
    if is_absent and typed and not is_dash:
        why = f"a player who sat the round out has {quoted(typed)}"
        raise wrong(line, columns["points"], why, "remove the points, or absent")
    round_number, called = cells.round_in(row["round"], line, columns["round"])
    return Square(
        line=line,
        player=row["player"],
        round=round_number,
        points=None if is_absent else cells.number_in(typed, line, columns["points"]),
        adjust=number("adjust") or 0,
        total=number("total"),
        deal=row.get("deal", "").strip(),
        wild=row.get("wild", "").strip(),
        out=("went_out" in row and is_yes("went_out")) or is_marked,
        misdeal="misdeal" in row and is_yes("misdeal"),
        bonus="bonus" in row and is_yes("bonus"),
        called=called,
        entry=text_in(row.get("entry", "")).strip(),
        knock=number("knock"),
        double="double" in row and is_yes("double"),
        rules=text_in(row.get("rules", "")).strip(),
        start=number("start"),
        after=_word(row, "after", line, columns),
        is_blank=is_dash and folded(typed) != cells.ABSENT[-1],
        columns=columns,
    )


# ── a matrix ─────────────────────────────────────────────────────────────────────────────

Numbers = Sequence[Sequence[int | None]]  # in the columns of the players; None for other cells


def _sheet_of_matrix(table: Table) -> Sheet:
    """Rounds down, players across; a cell is empty only before a player came or after they left."""
    line, corner = table.line, table.header[0] or "round"
    lines = list(table.rows)
    names = _names_across(table)
    counted = [row[1:] for _, row in lines if not cells.says("place", row[0])]
    aside = _no_players(names, [list(map(cells.whole, row)) for row in counted])
    roles = _roles(names, [row[1:] for _, row in lines if cells.is_label(row[0])])
    aside |= dict.fromkeys(roles, "")
    if len(aside) == len(names):
        raise wrong(line, names[0], f"this {NO_PLAYER}", REMOVE)
    total_of = {of: column for column, of in aside.items() if of}
    guess = {name: of for name, of in aside.items() if not (name in roles or _is_no_name(name, of))}
    left_out = [name for name, of in aside.items() if not of and name not in guess]
    sheet = Sheet(line, [], {}, {}, [], aside=guess, left_out=left_out)
    squares, totals = sheet.squares, sheet.totals
    are_so_far = False
    for number, (label, *texts) in lines:
        is_round, says_who_won = cells.is_label(label), cells.says("win", label)
        row = {who: cell for who, cell in zip(names, texts, strict=True) if cell.strip()}
        players = [who for who in row if who not in aside]
        if cells.says("place", label) and not sheet.places:
            sheet.places.update((who, (number, who, row[who])) for who in players)
            continue
        are_sums = not is_round and _are_sums(row, squares)
        if not totals and (cells.is_total(label) or are_sums):
            for who in players:
                totals[who] = number, cells.number_in(row[who], number, who)
            are_so_far = bool(squares)  # if another round follows
            continue
        if cells.says("other", label) and not (is_round or says_who_won):
            left_out.append(label)
            continue
        is_alone = not (row or is_round) and bool(squares)
        if is_alone or (says_who_won and not any(map(NUMBERS.fullmatch, row.values()))):
            marked = [_marked(who, cell, names) for who, cell in row.items()]
            sheet.beside.append((number, [label, *marked]))
            continue
        if totals and are_so_far and is_round:
            _add_totals(squares, totals)
            totals.clear()
        if sheet.places or sheet.beside:
            why = "there is something below the places or the winner"
            raise wrong(number, "", why, "make them the last row")
        cells.round_in(label, number, corner)  # though nobody may have points
        for who in players:
            total = row.get(total_of[who], "") if who in total_of else ""
            fields = {"round": label, "player": who, "points": row[who], "total": total}
            columns = {"round": corner, "player": who, "points": who, "total": who}
            squares.append(_square(fields, number, columns))
    known = {*aside, *(square.player for square in squares)}
    idle = [name for name in names if name not in known]
    if squares and idle:
        why = "there are no points in any round"
        raise wrong(line, idle[0], why, "write them, or remove the column")
    return sheet


def _names_across(table: Table) -> list[str]:
    """What the columns of a matrix are called; a total behind each player has its player's name."""
    names: list[str] = []
    for cell in table.header[1:]:
        is_behind_each = cells.is_total(cell) and table.header.count(cell) > 1
        of_last = f"{names[-1]} {cell}" if names and is_behind_each else ""
        names.append(_name(of_last or cells.without("points", cell)))
    for name in names:
        if list(map(folded, names)).count(folded(name)) > 1:
            why = "two columns are the same player"
            raise wrong(table.line, name, why, "tell them apart, like Ann B and Ann M")
    return names


NUMBERS = re.compile(r"\W*[0-9][\W0-9]*")  # a cell of these may be points


def _are_sums(row: Mapping[str, str], squares: Sequence[Square]) -> bool:
    """Whether a row that isn't called a round has each player's sum of two rounds or more."""
    sums: Counter[str] = Counter()
    for square in squares:
        sums[square.player] += square.points or 0
    is_later = len({square.line for square in squares}) > 1
    return is_later and sums == {who: cells.whole(row.get(who, "")) for who in sums}


def _add_totals(squares: list[Square], totals: Mapping[str, tuple[int, int]]) -> None:
    """Give each player's last square the total below it."""
    last = {square.player: at for at, square in enumerate(squares)}
    for who in last.keys() & totals.keys():
        squares[last[who]] = squares[last[who]]._replace(total=totals[who][1])


def _marked(who: str, cell: str, names: Sequence[str]) -> str:
    """What a cell below a player says: the player's name if it is only a mark, like x or ✓."""
    is_word = re.search(r"\w\w|[0-9]", cell) or folded(cell) in map(folded, names)
    return cell if is_word else who


def _no_players(names: Sequence[str], rows: Numbers) -> dict[str, str]:
    """The columns that aren't players, each with the player whose running totals it may be, or "".

    Either the name says so, or the numbers do, in too many rounds for chance.
    """
    columns = dict(zip(names, zip(*rows, strict=True), strict=False))
    aside = {}
    for at, name in enumerate(names):
        if cells.is_aside(name) or _sums_all(at, rows):
            aside[name] = ""
        for other in columns:
            of_whom = cells.without("total", name)
            is_called_so = cells.is_total(name) and folded(of_whom) == folded(other)
            if name != other and (is_called_so or _adds_up(columns[other], columns[name])):
                aside[name] = other
    return {name: "" if other in aside else other for name, other in aside.items()}


def _roles(names: Sequence[str], rows: Sequence[Sequence[str]]) -> set[str]:
    """The columns that say who dealt, bid or went out in each round: they hold players' names."""
    players = set(map(folded, names))
    said = zip(names, map(set, zip(*rows, strict=True)), strict=False)
    return {name for name, own in said if set() < set(map(folded, filter(None, own))) <= players}


def _is_no_name(name: str, who: str) -> bool:
    """Whether a column's name isn't a player's: it has the totals of all, or those of ``who``."""
    is_of_all = cells.without("total", name) == name
    return cells.says("other", name) or (cells.is_total(name) and (bool(who) or is_of_all))


def _sums_all(at: int, rows: Numbers) -> bool:
    """Whether a column has the sum of several others."""
    filled = [row for row in rows if row[at] and len(row) > 2 and None not in row]
    return len(filled) >= 3 and all(2 * (row[at] or 0) == sum(filter(None, row)) for row in filled)


def _adds_up(points: Sequence[int | None], totals: Sequence[int | None]) -> bool:
    """Whether points add up to the totals next to them, in four rounds or more."""
    both = [pair for pair in zip(points, totals, strict=True) if None not in pair]
    scores = [score or 0 for score, _ in both]
    is_sum = list(accumulate(scores)) == [total for _, total in both]
    return is_sum and sum(map(bool, scores[1:])) >= 3


# ── running totals ───────────────────────────────────────────────────────────────────────


def are_totals(sheets: Sequence[Sheet]) -> bool:
    """Whether the points of a file look like running totals: nobody's fall, and everybody's rise.

    They are points if they fall in any game, or if there is a total that doesn't just repeat the
    last row. One or two rounds show nothing.
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
    """A sheet of running totals, with the points that make them."""
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
