"""Hands on a sheet counted while somebody waits: a line on the terminal says how far it is."""

import sys
import time
from pathlib import Path

from scorekeeper import store
from scorekeeper.cli.output import talks_to_a_terminal
from scorekeeper.ledger.game import Game

PATIENCE = 1.0
"""Seconds that nobody wonders about."""


def load(path: Path) -> store.Loaded:
    """A game with every hand on its sheet counted; raises as ``store.load`` does."""
    loaded = store.load(path)
    count_hands(loaded.game)
    return loaded


def count_hands(game: Game) -> None:
    """Count every hand on the sheet; what each comes to is remembered for all that follows.

    Evenings have a few, and nothing is to be seen. Thousands take their time.
    """
    if not talks_to_a_terminal():
        return
    hands = list(game.shown_hands())
    shows_after = time.monotonic() + PATIENCE
    is_shown = False
    try:
        for done, (number, block, name) in enumerate(hands):
            if time.monotonic() > shows_after:
                sys.stderr.write(f"\rcounting hands {done}/{len(hands)}")
                sys.stderr.flush()
                is_shown, shows_after = True, time.monotonic() + PATIENCE / 10
            game.deadwood(number, block, name)
    finally:
        if is_shown:
            sys.stderr.write(f"\r{' ' * len(f'counting hands {len(hands)}/{len(hands)}')}\r")
            sys.stderr.flush()
