"""The commands that take a step back and forth."""

from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.command_words import for_file
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import say, talk
from scorekeeper.cli.show import title_line
from scorekeeper.errors import FileError, LedgerError, printable
from scorekeeper.ledger.standings import next_round
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import round_line


def undo(
    times: Annotated[
        int, typer.Option("-n", metavar="N", help="How many changes.", min=1, max=200)
    ] = 1,
    *,
    at: options.AtHand,
) -> None:
    """Take back the last change, whatever command made it."""
    path = find_ledger(at)
    commands = store.undo(path, times)
    _say_done(path, at, [f"taken back:  sk {printable(command)}" for command in commands])


def redo(*, at: options.AtHand) -> None:
    """Make the change again that was taken back last."""
    path = find_ledger(at)
    _say_done(path, at, [f"made again:  sk {printable(store.redo(path))}"])


def _say_done(path: Path, at: GameAtHand, done: list[str]) -> None:
    """Say what was done and where the game stands, unless the file cannot be read afterwards."""
    try:
        game = store.load(path).game
    except FileError as error:
        say(done)
        if isinstance(error, LedgerError):  # so it was before the change that is taken back
            remedy = for_file(error.remedy, at)
            talk([f"as before, no command can read it: {error.problem}", f"  try: {remedy}"])
        return
    card = next_round(game)
    say([*title_line(game, at), *done])
    say(totals_line(game) if game.played else [])
    say(round_line(game, card) if card else [])
