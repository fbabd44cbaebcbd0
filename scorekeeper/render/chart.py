"""The course of a game: totals, where it was decided, and a chart with the winner's side up."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate, groupby, pairwise, takewhile
from math import ceil, floor, inf, log10
from operator import or_
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.errors import count, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import folded, people, round_name, round_word, wild_of
from scorekeeper.ledger.standings import leaders, leaders_by_round, placed, rank, standings
from scorekeeper.ledger.written import Player
from scorekeeper.render import columns_of, cut, pad, shortened
from scorekeeper.render.standings import winners_line

if TYPE_CHECKING:
    from scorekeeper.season import Season


class Pen(NamedTuple):
    """How finely lines are drawn; a winner's is made of ``star``, or twice as thick without one."""

    dots: tuple[tuple[int, ...], ...]  # the bit of each in a character
    characters: str
    upright: str
    corner: str
    flat: str
    star: str


BRAILLE = "".join(map(chr, range(0x2800, 0x2900)))
FINE = Pen(((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80)), BRAILLE, "│", "└", "─", "")
PLAIN = Pen(((1,), (2,)), " '.:", "|", "+", "-", "*")  # for printers and terminals without Braille
ROWS = 16  # of a chart, or one for each player if there are more
NARROWEST, WIDEST = 40, 200  # columns of a chart
Piece = tuple[str, int | None]  # a text, and the seat whose colour it takes


# ── the course of a game ─────────────────────────────────────────────────────────────────────


class Curve(NamedTuple):
    """A player's running totals in the game; bonus rounds don't count."""

    player: str
    pieces: tuple[Mapping[int, int], ...]  # the total after each round; a new piece after a rejoin

    @property
    def total(self) -> int:
        """The total at the end."""
        return [*self.pieces[-1].values()][-1]


def curves(game: Game) -> list[Curve]:
    """The curve of each player, in seat order."""

    def piece(name: str, since: int, last: int) -> dict[int, int]:
        # A rejoin after the last round isn't part of this piece.
        return {
            n: game.total(name, n) - (n > since) * game.rejoin_points(name, n)
            for n in range(since, last + 1)
        }

    return [
        Curve(player.name, tuple(piece(player.name, *span) for span in _spans(game, player)))
        for player in game.players
    ]


def _spans(game: Game, player: Player) -> list[tuple[int, int]]:
    """When a player was in the game: the round before each span of rounds, and its last round."""
    played, back = len(game.played), game.pool.rejoin_points
    since = min(player.joined - 1, played)
    last = played if player.left is None else max(since, min(player.left, played))
    again = [n - 1 for n in player.rejoined if (player.name, n - 1) in back]

    def is_last(number: int) -> bool:
        return number in again or not game.is_in(player.name, number + 1)

    return [(n, next(filter(is_last, range(n + 1, last)), last)) for n in (since, *again)]


def lead(game: Game) -> tuple[str, int | None]:
    """Who leads alone, and since which round: None if a bonus round decided it.

    The name is empty if several lead or nobody has a place. Only placed players count, from the
    round they joined and, in a pool, while they were in. In a finished game this is the round that
    decided it: nobody caught the winner after.
    """
    first, names = leaders(rank(game)), placed(game)
    if len(first) != 1 or len(names) < 2:
        return "", None
    [ahead] = first
    fronts, joined = leaders_by_round(game, names), game.player(ahead).joined
    alone = takewhile(lambda number: fronts[number - 1] == [ahead], reversed(game.numbers))
    return ahead, min((number for number in alone if number >= joined), default=None)


def decided_line(game: Game) -> str:
    """Which round decided the game, so that the winner led alone from then on; or why none did."""
    places, (ahead, number) = standings(game), lead(game)
    who, since = printable(ahead), round_name(game.rules, number) if number else ""
    if not game.played:
        return "No round is on the sheet yet."
    if not places.finished:
        first = leaders(rank(game))
        leading = f": {people(first)} share the lead" if first[1:] else ""
        return f"Not decided yet{f': {who} has led since {since}' if since else leading}."
    if len(places.winners) > 1:
        return f"It was never decided: {people(places.winners)} share the win."
    if not places.winners or not ahead:
        return winners_line(game)  # put away, or played alone
    if game.rules.in_columns:
        return f"Decided by all columns together: {who} won."
    if not since:
        return f"Decided in the play-off, which {who} won."
    if number == 1:
        return f"{who} led from the first round to the last."
    return f"Decided in {since}: that put {who} ahead for good."


def chart_facts(game: Game, file: str) -> dict[str, Any]:
    """The answer to ``chart``: ``totals[n]`` after n rounds, null while the player is away.

    ``decided`` is null while the game is open, if the win is shared, and if nobody has won;
    its ``round`` is null where a play-off or the columns decided.
    """
    places, played, (ahead, number) = standings(game), len(game.played), lead(game)
    is_decided = ahead and places.finished and places.winners
    players = []
    for curve in curves(game):  # for one who came in again, the newer total
        known = {number: now for piece in curve.pieces for number, now in piece.items()}
        players.append({"player": curve.player, "totals": list(map(known.get, range(played + 1)))})
    return {
        "title": game.title,
        "file": file,
        "finished": places.finished,
        "winners": places.winners,
        "rounds": [
            {"number": n, "wild": wild_of(game.rules, n) or round_.wild}
            for n, round_ in enumerate(game.played, start=1)
        ],
        "players": players,
        "decided": {"player": ahead, "round": number} if is_decided else None,
    }


# ── where things lie, on a screen and on paper ─────────────────────────────────────────


class Race(NamedTuple):
    """Running totals to draw: those of a game, or the wins of a season."""

    curves: Sequence[Curve]
    order: Sequence[int]  # of the labels, from the top down
    won: Collection[int]
    is_low: bool
    words: Sequence[str]  # below each step, or ""
    gone: Collection[int] = ()


def race_of(game: Game) -> Race:
    """The running totals of a game, round by round; the winner or leader is at the top."""
    lines, table, is_low = curves(game), standings(game), game.rules.winner == "low"
    places = {line.player: line.place or inf for line in table.lines}

    def height(seat: int) -> tuple[bool, int, float]:
        """Players below first place are sorted by total, and those with equal totals by place."""
        total, place = lines[seat].total, places[lines[seat].player]
        return place > 1, total if is_low else -total, place

    return Race(
        curves=lines,
        order=sorted(range(len(lines)), key=height),
        won={seat for seat, name in enumerate(game.names) if name in table.winners},
        is_low=is_low,
        words=[round_word(game.rules, number) for number in game.numbers],
        gone={seat for seat, player in enumerate(game.players) if player.left is not None},
    )


MOST_DRAWN = 12  # players of a season whose wins are drawn: those with the most


def wins_race(season: "Season", most: int | None = MOST_DRAWN) -> Race:
    """The wins of a season, game by game, with each month, or year, below its first game."""
    evenings = [evening for evening, _ in season.evenings]
    lines = []
    for name in [line.player for line in season.players[:most]]:
        debut = next(i for i, row in enumerate(evenings) if name in {s.name for s in row.seats})
        wins = ([seat.name for seat in row.winners].count(name) for row in evenings[debut:])
        lines.append(Curve(name, (dict(enumerate(accumulate(wins, initial=0), start=debut)),)))
    won = {i for i, line in enumerate(lines) if line.total == lines[0].total}
    days = [row.date for row in evenings if row.date]
    style = "%Y" if days and (days[-1] - days[0]).days > 2 * 365 else "%b"
    spans = [row.date.strftime(style) if row.date else "" for row in evenings]
    words = [now if now != before else "" for before, now in pairwise(["", *spans])]
    return Race(lines, range(len(lines)), won, is_low=False, words=words)


def wins_line(season: "Season") -> str:
    """Who has won most, in a sentence."""
    if not season.players:
        return "No game here is finished."
    best, several = season.players[0], len(season.players)
    first = [line.player for line in season.players if line.wins == best.wins]
    games = f"{best.wins} of {count(best.games, 'game')}"
    most = f"{people(first)} {'has' if len(first) == 1 else 'have'} the most wins"
    others = f" {several - MOST_DRAWN} more aren't drawn." if several > MOST_DRAWN else ""
    return f"{most}: {games if len(first) == 1 else f'{best.wins} each'}.{others}"


def wins_facts(season: "Season") -> dict[str, Any]:
    """The answer to ``chart`` of a folder: ``wins[n]`` after n games, null before their first."""
    steps = range(len(season.evenings) + 1)
    return {
        "games": season.games,
        "left_out": [left._asdict() for left in season.left_out],
        "files": [evening.file for evening, _ in season.evenings],
        "players": [
            {"player": line.player, "wins": list(map(line.pieces[0].get, steps))}
            for line in wins_race(season, None).curves
        ],
    }


class Scale(NamedTuple):
    """Where totals lie: from 0 at ``top``, the winner's side, to 1 at ``bottom``."""

    top: int
    bottom: int
    ticks: tuple[int, ...]

    def place(self, total: float) -> float:
        """Where a total lies."""
        return (total - self.top) / (self.bottom - self.top)


def scale_of(race: Race, most: int) -> Scale:
    """The scale from the smallest total to the largest, with at most ``most`` round numbers."""
    totals = [now for curve in race.curves for piece in curve.pieces for now in piece.values()]
    low, high = min(totals, default=0), max(totals, default=0)
    high = max(high, low + 1)
    rough = max(1, (high - low) / most)
    power = 10 ** floor(log10(rough))
    step = next(n * power for n in (1, 2, 5, 10) if n * power >= rough)
    ticks = tuple(range(-(-low // step) * step, high + 1, step))
    return Scale(*((low, high) if race.is_low else (high, low)), ticks)


def spread(wanted: Sequence[float], order: Sequence[int], gap: float, last: float) -> list[float]:
    """Places from 0 to ``last``, near the ``wanted`` ones, ``gap`` apart and in this ``order``.

    >>> spread([5.5, 0, 5, 0], [1, 3, 2, 0], 1, 6)
    [6, 0, 5, 1]
    """
    places, least = list(wanted), 0.0
    for i in order:
        places[i] = max(wanted[i], least)
        least = places[i] + gap
    for i in reversed(order):
        places[i] = min(places[i], last)
        last = places[i] - gap
    return places


class Plot(NamedTuple):
    """The lines of a race in a drawing: rounds across, each a ``column`` wide, and totals down."""

    race: Race
    scale: Scale
    left: float
    column: float
    top: float
    bottom: float

    def x(self, number: int) -> float:
        """Where a round ends."""
        return self.left + number * self.column

    def y(self, total: int) -> float:
        """The height of a total."""
        return self.top + self.scale.place(total) * (self.bottom - self.top)

    def every(self, wide: float) -> int:
        """How many rounds apart things of this width fit."""
        return ceil(wide / self.column)

    def line(self, seat: int) -> list[dict[int, str]]:
        """A player's line in pieces: the point ``x,y`` by round, to a tenth."""
        return [
            {
                n: f"{round(self.x(n), 1):g},{round(self.y(total), 1):g}"
                for n, total in piece.items()
            }
            for piece in self.race.curves[seat].pieces
        ]

    def labels(self, gap: float, last: float) -> list[float]:
        """The height of each label, by the end of its line, a ``gap`` apart and up to ``last``."""
        ends = [self.y(curve.total) for curve in self.race.curves]
        return spread(ends, self.race.order, gap, last)


def plotted(
    race: Race, across: tuple[float, float], down: tuple[float, float], most: int, rounds: int = 0
) -> Plot:
    """Fit the lines of a race between these sides, with at most ``most`` numbers on the scale.

    The right side is the end of round ``rounds``, or of the last one played if that is later.
    """
    left, right = across
    column = (right - left) / max(1, rounds, len(race.words))
    return Plot(race, scale_of(race, most), left, column, *down)


def letters_of(names: Sequence[str]) -> list[str]:
    """A different letter for each name, one of its own if possible.

    >>> letters_of(["Ann", "Abe", "Zoë", "李", "Al"])
    ['A', 'B', 'Z', 'C', 'L']
    """
    letters: list[str] = []
    spare = ascii_uppercase + ascii_lowercase
    for name in names:
        own = [letter for letter in folded(name).upper() if letter in ascii_uppercase]
        letters.append(next(letter for letter in [*own, *spare] if letter not in letters))
    return letters


# ── drawing with characters ──────────────────────────────────────────────────────────────


def chart_rows(
    race: Race, columns: int, pen: Pen, printed: Callable[[str], str] = printable
) -> list[list[Piece]]:
    """The chart in rows of ``NARROWEST`` to ``columns`` columns; lines that overlap take turns."""
    lines, letters = race.curves, letters_of([curve.player for curve in race.curves])
    height = max(ROWS, len(lines))
    most = height // 3
    scale = scale_of(race, most)
    columns = min(max(columns, NARROWEST), WIDEST)
    digits = max(len(str(curve.total)) for curve in lines)
    labels = [
        f"{'*' if seat in race.won else ' '}{letter} {curve.total:>{digits}}"
        f" {cut(printed(shortened(curve.player, columns // 4)), columns // 4, end='')}"
        for seat, (letter, curve) in enumerate(zip(letters, lines, strict=True))
    ]
    ticks = {round(scale.place(tick) * (height - 1)): str(tick) for tick in scale.ticks}
    margin = max(map(len, ticks.values()))
    wide = columns - margin - 1 - max(map(columns_of, labels))
    down = len(pen.dots)
    plot = plotted(race, (0, wide - 1), (0, height * down - 1), most)
    drawing = _Drawing(pen, plot)
    ends = enumerate(plot.labels(down, (height - 1) * down))
    behind: dict[int, list[Piece]] = {round(y) // down: [(labels[seat], seat)] for seat, y in ends}
    rows: list[list[Piece]] = []
    for y in range(height):
        tick = f"{ticks.get(y, ''):>{margin}}{pen.upright}"
        rows.append([(tick, None), *drawing.row(y, wide, letters), *behind.get(y, ())])
    blank = " " * margin
    below = _below(plot, wide)
    return [*rows, [(blank + pen.corner + pen.flat * wide, None)], [(f"{blank} {below}", None)]]


class _Drawing:
    """Lines in a field of characters, each line with its seat."""

    def __init__(self, pen: Pen, plot: Plot) -> None:
        """``plot`` counts characters across and dots down."""
        self.pen, self.plot, self.every = pen, plot, plot.every(4)
        self._dots: dict[tuple[int, int], dict[int, int]] = {}
        self._marks: dict[tuple[int, int], list[int]] = {}
        for seat, curve in enumerate(plot.race.curves):
            for piece in curve.pieces:
                self._add(seat, piece)

    def _add(self, seat: int, piece: Mapping[int, int]) -> None:
        """Draw a piece of a line, with a letter at some rounds."""
        dots, plot = self.pen.dots, self.plot
        across, down = len(dots[0]), len(dots)
        ys = {number: plot.y(total) for number, total in piece.items()}
        begin, end = min(piece), max(piece)
        first, last = round(plot.x(begin)), round(plot.x(end))
        before = ys[begin]
        thick = 1 if seat in plot.race.won and not self.pen.star else 0
        for x in range(first * across, last * across + 1):
            rounds = min(max(x / across / plot.column, begin), end)
            whole = int(rounds)
            y = ys[whole] + (rounds - whole) * (ys[min(whole + 1, end)] - ys[whole])
            for dot in range(round(min(before, y)), round(max(before, y)) + 1 + thick):
                cell = self._dots.setdefault((x // across, dot // down), {})
                cell[seat] = cell.get(seat, 0) | dots[dot % down][x % across]
            before = y
        for number, y in ys.items():
            if number % self.every == 0 or number in (begin, end):
                place = round(plot.x(number)), round(y) // down
                self._marks.setdefault(place, []).append(seat)

    def row(self, y: int, wide: int, letters: Sequence[str]) -> Iterator[Piece]:
        """A row of the field, in pieces that each have one colour."""
        cells = (self._cell(x, y, letters) for x in range(wide))
        for seat, cells_of_seat in groupby(cells, key=lambda cell: cell[1]):
            yield "".join(text for text, _ in cells_of_seat), seat

    def _cell(self, x: int, y: int, letters: Sequence[str]) -> Piece:
        if marked := self._marks.get((x, y)):
            seat = marked[round(x / self.plot.column / self.every) % len(marked)]
            return letters[seat], seat
        lines = self._dots.get((x, y))
        if not lines:
            return " ", None
        seat = list(lines)[x % len(lines)]
        star = self.pen.star if seat in self.plot.race.won else ""
        return star or self.pen.characters[reduce(or_, lines.values())], seat


def _below(plot: Plot, wide: int) -> str:
    """The line below the chart: the word of each step that has room."""
    line = ""
    for number, word in enumerate(plot.race.words, start=1):
        start = min(round(plot.x(number)), wide - len(word))
        if word and (not line or start > len(line)):
            line = pad(line, start) + word
    return line
