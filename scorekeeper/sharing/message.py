"""An evening as a message: a dozen short lines for the people who were not there."""

from collections.abc import Iterator

from scorekeeper.errors import printable
from scorekeeper.ledger.course import dearest
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.standings import Standings, deciding, final_total, leaders, rank, standings
from scorekeeper.render.grid import columns_of, cut
from scorekeeper.render.words import of_rounds, points

WIDTH = 60
"""Columns of the longest line."""

LONGEST_NAME = 32
"""Columns of the longest name; what is longer is cut."""

PLACES = 8
"""Lines for places, the one included that says how many more there are."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def message(game: Game, file: str, *, plain: bool = False) -> str:  # noqa: ARG001
    """Who won, the places with the gaps, and the dearest round.

    At most 12 lines of at most 60 columns, however many play; no emoji where it is ``plain``.
    """
    places = standings(game)
    marks = ("", "", "") if plain else ("🃏 ", "🏆 ", "💥 ")
    day = f" · {game.date.day} {game.date:%B %Y}" if game.date else ""
    lines = [
        f"{marks[0]}{cut(printable(game.title), WIDTH - len(day) - 3)}{day}",
        f"{marks[1] if places.winners else ''}{_outcome(game, places)}",
        *_places(game, places, plain=plain),
    ]
    for cost, number, name in dearest(game)[:1]:
        lines.append(f"{marks[2]}{_name(name)}: {points(cost)} in {round_name(game.rules, number)}")
    return "".join(f"{cut(line, WIDTH)}\n" for line in lines)


def _outcome(game: Game, places: Standings) -> str:
    """Who has won, or how the game stands."""
    if places.winners:
        total = final_total(game, places.winners[0])
        return f"{_people(places.winners, 'wins', 'win')} with {points(total)}"
    if game.put_away:
        return "Put away without a winner"
    after = f"After round {len(game.played)}{of_rounds(game)}" if game.played else "Not begun"
    if places.finished:
        return f"{after}: ended, and nobody has won"
    first = leaders(rank(game))
    if not first:
        return after
    return f"{after}: {_people(first, 'leads', 'lead')} with {points(game.total(first[0]))}"


def _people(names: tuple[str, ...], one: str, several: str) -> str:
    """Who does something: by name, or how many where the line has no room for the names."""
    if len(names) == 1:
        return f"{_name(names[0])} {one}"
    if len(names) == 2 and sum(columns_of(_name(name)) for name in names) < LONGEST_NAME:
        return f"{_name(names[0])} and {_name(names[1])} {several}"
    return f"{len(names)} {several}"


def _places(game: Game, places: Standings, *, plain: bool) -> Iterator[str]:
    """A line for each player; where they are many, for the first of them."""
    more, counts = len(places.lines) - PLACES, deciding(game)
    for line in places.lines[: PLACES - 1 if more > 0 else PLACES]:
        place = f"{line.place}." if line.place else "-"
        mark = place if plain else MEDALS.get(line.place or 0, place)
        gap = f" (+{line.behind})" if line.behind else ""
        counted = counts[line.player]
        settled = "" if line.final in (None, counted) else f", settled {line.final}"
        yield f"{mark} {_name(line.player)} {counted}{gap}{settled}"
    if more > 0:
        yield f"and {more + 1} more"


def _name(name: str) -> str:
    return cut(printable(name), LONGEST_NAME)
