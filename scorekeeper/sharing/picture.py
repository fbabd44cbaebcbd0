"""The running totals as a picture: lines with a mark and a label each, the winner's side up.

It is one SVG without outside resources, for light screens and dark ones, and paper.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from math import ceil
from typing import NamedTuple

from scorekeeper.ledger.course import Curve, curves
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rounds import round_word
from scorekeeper.render.chart import decided_line, from_the_top, scale_of, spread
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
    found, played = curves(game), len(game.played)
    height = max(LEAST_HEIGHT, BETWEEN * (len(found) - 1))
    scale = scale_of(game, found, height // 40)
    column = (RIGHT - LEFT) / max(1, played)
    strokes = [
        [
            [
                (round(LEFT + number * column, 1), round(scale.place(total) * height, 1))
                for number, total in enumerate(piece.totals, start=piece.since)
            ]
            for piece in curve.pieces
        ]
        for curve in found
    ]
    ends = [line[-1][-1][1] for line in strokes]
    labels = spread(ends, from_the_top(game, found), BETWEEN, height)
    every = ceil(10 / column)
    said = ", ".join(f"{person(curve.player)} {curve.totals[-1]}" for curve in found)
    wins = "fewest" if game.rules.winner == "low" else "most"
    return Picture(
        height=height,
        lines=_lines(found, strokes, labels, every),
        totals=[(round(scale.place(tick) * height, 1), tick) for tick in scale.ticks],
        rounds=[
            (round(LEFT + number * column, 1), round_word(game.rules, number))
            for number in game.numbers
            if number % ceil(28 / column) == 0
        ],
        described=f"Running totals round by round, {wins} points at the top. In the end: {said}.",
    )


Point = tuple[float, float]


def _lines(
    found: Sequence[Curve],
    strokes: Sequence[Sequence[Sequence[Point]]],
    labels: Sequence[float],
    every: int,
) -> list[Line]:
    """The lines through the points of each piece of the curves, a mark at ``every`` so manieth."""
    legs = [[leg for stroke in line for leg in pairwise(stroke)] for line in strokes]
    users = Counter(chain.from_iterable(legs))
    turn: Counter[tuple[Point, Point]] = Counter()
    lines = []
    for seat, (curve, line) in enumerate(zip(found, strokes, strict=True)):
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
            for piece, stroke in zip(curve.pieces, line, strict=True)
            for number, place in enumerate(stroke, start=piece.since)
            if number % every == 0
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
                end=line[-1][-1],
                y=round(labels[seat], 1),
            )
        )
    return lines


def _at(point: Point) -> str:
    return f"{point[0]:g},{point[1]:g}"
