"""The list of evenings: all of them, and the first of them where ``sk`` has none to go on with."""

from collections.abc import Iterable
from datetime import date

from scorekeeper.cli.choose import games_here
from scorekeeper.cli.output import at_a_terminal, draws, say, talk, width
from scorekeeper.errors import ScorekeeperError
from scorekeeper.render.evenings import Numbered, evening_lines, home_lines, telling_words
from scorekeeper.store.evenings import in_order

MOST_AT_HOME = 10
"""Evenings on the first screen."""


def parsed(found: Iterable[Numbered]) -> list[Numbered]:
    """Those that are ledgers to the end; each of the others is named, and keeps its number."""
    sound = []
    for number, evening in found:
        try:
            _ = evening.game
            sound.append((number, evening))
        except ScorekeeperError as error:
            talk(f"passed over: {error.problem}")
    return sound


def say_evenings(found: Iterable[Numbered]) -> None:
    """Say a line for each evening, as wide as the screen where there is one."""
    room = width() if draws() or at_a_terminal() else None
    say(evening_lines(parsed(found), date.today(), room))


def show_home() -> bool:
    """Show the first evenings, and what can be typed; whether there is any."""
    here = in_order(games_here())
    found = parsed(list(enumerate(here, start=1))[:MOST_AT_HOME])
    if found:
        say_evenings(found)
        words = telling_words((evening for _, evening in found), here)
        say(home_lines(found, len(here) - MOST_AT_HOME, words))
    return bool(found)
