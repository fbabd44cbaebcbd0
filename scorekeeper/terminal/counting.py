"""Slow work: a line on the terminal shows its progress."""

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from scorekeeper import store
from scorekeeper.ledger.game import Game
from scorekeeper.terminal.output import talks_to_a_terminal

PATIENCE = 1.0
"""Seconds before progress is shown."""

BAR = 12
"""Columns of the bar, which fits beside its text on a narrow screen."""

Thing = TypeVar("Thing")


def load(path: Path) -> store.Loaded:
    """A game with every hand on its sheet counted; raises what ``store.load`` raises."""
    loaded = store.load(path)
    count_hands(loaded.game)
    return loaded


def count_hands(game: Game) -> None:
    """Count every hand on the sheet, with progress, so that later questions find it cached."""
    if talks_to_a_terminal():
        for number, round_, name in with_progress(list(game.shown_hands()), "counting hands"):
            game.deadwood(number, round_, name)


def with_progress(things: Sequence[Thing], doing: str) -> Iterator[Thing]:
    """Each of ``things``; if they take long, a line on the terminal shows the progress."""
    is_shown, shows_after = False, time.monotonic() + PATIENCE
    try:
        for done, thing in enumerate(things):
            if time.monotonic() > shows_after and talks_to_a_terminal():
                bar = "#" * (BAR * done // len(things))
                sys.stderr.write(f"\r{doing} {done}/{len(things)} [{bar:{BAR}}]")
                sys.stderr.flush()
                is_shown, shows_after = True, time.monotonic() + PATIENCE / 10
            yield thing
    finally:
        if is_shown:
            widest = len(f"{doing} {len(things)}/{len(things)} [{'':{BAR}}]")
            sys.stderr.write(f"\r{' ' * widest}\r")
            sys.stderr.flush()
