"""The list of evenings: all of them, and the first of them where ``sk`` has none to go on with."""

from collections.abc import Sequence

from scorekeeper.cli.choose import games_here
from scorekeeper.cli.clock import today
from scorekeeper.cli.output import at_a_terminal, draws, say, talk, width
from scorekeeper.errors import ScorekeeperError
from scorekeeper.render.evenings import Listed, evening_lines, home_lines, telling_words
from scorekeeper.store.evenings import Evening, in_order

MOST_AT_HOME = 10
"""Evenings on the first screen."""


def numbered(here: Sequence[Evening]) -> list[tuple[Evening, Listed]]:
    """Evenings in order, each with its number and what is in it.

    One that is no ledger further down is named, and its number is nobody else's.
    """
    found = []
    for number, evening in enumerate(here, start=1):
        try:
            found.append((evening, Listed(number, evening.game, evening.is_over)))
        except ScorekeeperError as error:
            talk(f"passed over: {error.problem}")
    return found


def say_evenings(found: Sequence[Listed]) -> None:
    """Say a line for each evening, as wide as the screen where there is one."""
    room = width() if draws() or at_a_terminal() else None
    say(evening_lines(found, today(), room))


def show_home() -> bool:
    """Show the first evenings, and what can be typed; whether there is any."""
    here = in_order(games_here())
    found = [listed for _, listed in numbered(here[:MOST_AT_HOME])]
    if found:
        say_evenings(found)
        words = telling_words((game for _, game, _ in found), (evening.words for evening in here))
        say(home_lines(found, len(here) - MOST_AT_HOME, words, width()))
    return bool(found)
