"""An evening as one HTML file without outside resources, to look at, to listen to and to print."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.cards import Card, parse_cards, spell
from scorekeeper.ledger.course import dearest
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rounds import round_name, wild_label
from scorekeeper.render.chart import decided_line
from scorekeeper.render.gin import column_grid
from scorekeeper.render.grid import Grid
from scorekeeper.render.hands import as_laid
from scorekeeper.render.sheet import (
    SheetRow,
    label_columns,
    places_row,
    sheet_notes,
    sheet_rows,
    sheet_title,
)
from scorekeeper.render.standings import standings_foot, standings_grid
from scorekeeper.render.words import person
from scorekeeper.sharing.picture import picture
from scorekeeper.sharing.templates import filled_in

SIDE_BY_SIDE = 10
"""Players beside each other on a sheet; more make several sheets."""

DEAREST = 5
"""Rounds among the dearest."""

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "X": "stars"}


Spelled = tuple[str, str]
"""A card as it is written, and the suit whose colour it has."""


class Shown(NamedTuple):
    """A hand that was shown: its melds, the cards left over, and the points it came to."""

    round: str
    wild: str
    player: str
    melds: list[list[Spelled]]
    left: list[Spelled]
    points: int | None


def html(game: Game, _file: str) -> str:
    """The page of a game."""
    grid = standings_grid(game, bars=False)
    costs = tuple(
        (str(score.points), person(score.player), round_name(game.rules, score.number))
        for score in dearest(game)[:DEAREST]
    )
    return filled_in(
        "page.html",
        heading=sheet_title(game),
        standings=grid._replace(header=("place", *grid.header[1:-1], "remark")),
        foot=standings_foot(game),
        columns=label_columns(game),
        sheets=_sheets(game),
        notes=sheet_notes(game),
        side_by_side=column_grid(game) if game.rules.in_columns else None,
        picture=picture(game) if game.played else None,
        below=decided_line(game),
        dearest=Grid(("points", "player", "round"), costs, "rll"),
        hands=_hands(game),
    )


def parted(names: Sequence[str]) -> list[slice]:
    """The names in parts as even as can be, each for a sheet."""
    parts = -(-len(names) // SIDE_BY_SIDE)
    ends = [len(names) * part // parts for part in range(parts + 1)] if parts else []
    return [slice(first, last) for first, last in pairwise(ends)]


def _sheets(game: Game) -> list[tuple[list[str], list[SheetRow], tuple[str, ...]]]:
    """The sheets, each of some of the players: their names, rows, and places in the end."""
    rows, names = list(sheet_rows(game)), list(map(person, game.names))
    places = places_row(game)[-len(names) :]
    return [
        (names[part], [row._replace(squares=row.squares[part]) for row in rows], places[part])
        for part in parted(names)
    ]


def _hands(game: Game) -> list[Shown]:
    """The hands on the sheet in their order, each laid as well as it can be."""
    found = []
    for number, block, name in game.shown_hands():
        best = game.arrangement(number, block, name)
        rules = game.rules_of(number, block)
        melds = [list(map(_spelled, as_laid(meld))) for meld in best.melds] if best else []
        left = best.deadwood if best else parse_cards(block.hands[name])
        found.append(
            Shown(
                round="bonus" if block.bonus else str(number),
                wild=wild_label(rules.wild if rules else None),
                player=person(name),
                melds=melds,
                left=list(map(_spelled, left)),
                points=game.left(number, block, name),
            )
        )
    return found


def _spelled(card: Card) -> Spelled:
    return spell(card), SUITS.get(card.suit, "joker")
