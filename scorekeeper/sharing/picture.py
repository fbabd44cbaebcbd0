"""The running totals as a picture: lines with a mark and a label each, the winner's side up.

It is one SVG without outside resources, for light screens and dark ones, and paper.
"""

from collections import Counter
from itertools import chain, pairwise
from typing import NamedTuple

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rounds import round_word
from scorekeeper.render.chart import Plot, decided_line, plotted, spread
from scorekeeper.render.grid import cut
from scorekeeper.render.sheet import sheet_title
from scorekeeper.render.words import person
from scorekeeper.sharing.templates import filled_in

WIDTH, LEFT, RIGHT = 800, 50, 590
"""The whole picture, and where its lines begin and end; labels stand to the right of them."""

LEAST_HEIGHT = 300
BETWEEN = 17
"""Between two labels."""

LONGEST_NAME = 16
"""Columns of a name beside its line."""

COLOURS = 7
"""Lines that differ in colour: those of Okabe and Ito, which the colour-blind tell apart."""

MARKS = (
    "m-3.5,0a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0z",
    "m-3,-3h6v6h-6z",
    "m0,-4l4,7h-8z",
    "m0,-4.5l4.5,4.5l-4.5,4.5l-4.5,-4.5z",
    "m0,4l4,-7h-8z",
    "m-4,-1.2h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8z",
    "m-4,-1.5h8v3h-8z",
    "m-1.5,-4h3v8h-3z",
)
"""What stands at each round of a line, round its middle. With the colours 56 lines differ."""


class Line(NamedTuple):
    """A player's line, its marks, and its label at the height ``y``.

    ``together`` are the pieces where others lie as well, each a path with the gap and the offset
    of its dashes: so the lines take turns.
    """

    name: str
    total: int
    colour: int
    path: str
    together: list[tuple[str, int, int]]
    marks: str
    mark: str
    end: tuple[float, float]
    y: float


class Picture(NamedTuple):
    """What the template draws: lines, numbers beside them and rounds below, each at its place.

    The best total stands at the height 0.
    """

    height: int
    lines: list[Line]
    totals: list[tuple[float, int]]
    rounds: list[tuple[float, str]]
    described: str


def svg(game: Game, _file: str) -> str:
    """The picture of a game as a file."""
    heading = sheet_title(game)
    return filled_in(
        "picture.svg", picture=picture(game), heading=heading, below=decided_line(game)
    )


def picture(game: Game) -> Picture:
    """The picture of a game."""
    height = max(LEAST_HEIGHT, BETWEEN * (len(game.players) - 1))
    plot = plotted(game, (LEFT, RIGHT), (0, height), height // 40)
    said = ", ".join(f"{person(curve.player)} {curve.totals[-1]}" for curve in plot.curves)
    wins = "fewest" if game.rules.winner == "low" else "most"
    return Picture(
        height=height,
        lines=_lines(plot),
        totals=[(round(plot.y(tick), 1), tick) for tick in plot.scale.ticks],
        rounds=[
            (round(plot.x(number), 1), round_word(game.rules, number))
            for number in game.numbers
            if number % plot.every(28) == 0
        ],
        described=f"Running totals round by round, {wins} points at the top. In the end: {said}.",
    )


Point = tuple[float, float]


def _lines(plot: Plot) -> list[Line]:
    """The lines through the points of each piece of the curves, with marks at some of these."""
    strokes = [plot.line(seat) for seat in range(len(plot.curves))]
    ends = [list(line[-1].values())[-1] for line in strokes]
    labels = spread([y for _, y in ends], plot.order, BETWEEN, plot.bottom)
    legs = [[leg for stroke in line for leg in pairwise(stroke.values())] for line in strokes]
    users = Counter(chain.from_iterable(legs))
    turn: Counter[tuple[Point, Point]] = Counter()
    lines = []
    for seat, curve in enumerate(plot.curves):
        path, together, before = [], [], None
        for leg in legs[seat]:
            start, end = leg
            if users[leg] == 1:
                path.append(f"{'' if before == start else f'M{_at(start)}'}L{_at(end)}")
                before = end
            else:
                drawn = f"M{_at(start)}L{_at(end)}"
                together.append((drawn, 7 * (users[leg] - 1), -7 * turn[leg]))
                turn[leg] += 1
        mark = MARKS[seat % len(MARKS)]
        marked = [
            place
            for stroke in strokes[seat]
            for number, place in stroke.items()
            if number % plot.every(10) == 0
        ]
        lines.append(
            Line(
                name=cut(person(curve.player), LONGEST_NAME),
                total=curve.totals[-1],
                colour=seat % COLOURS,
                path="".join(path),
                together=together,
                marks="".join(f"M{_at(place)}{mark}" for place in marked),
                mark=mark,
                end=ends[seat],
                y=round(labels[seat], 1),
            )
        )
    return lines


def _at(point: Point) -> str:
    return f"{point[0]:g},{point[1]:g}"
