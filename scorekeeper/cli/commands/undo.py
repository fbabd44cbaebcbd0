"""The commands that take a step back and forth."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from scorekeeper.cli import options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.command_words import for_file
from scorekeeper.cli.counting import load
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.ledger_at_hand import mention_second_name
from scorekeeper.cli.output import say, talk
from scorekeeper.cli.show import round_lines, title_line
from scorekeeper.errors import FileError, LedgerError, printable
from scorekeeper.render.evening import totals_line
from scorekeeper.store import steps


def undo(
    times: Annotated[
        int, typer.Option("-n", metavar="N", help="How many changes.", min=1, max=200)
    ] = 1,
    *,
    at: options.AtHand,
) -> None:
    """Take back the last change, whatever command made it."""
    path = find_ledger(at)
    _say_done(path, at, "taken back", steps.undo(path, times))


def redo(*, at: options.AtHand) -> None:
    """Make the change again that was taken back last."""
    path = find_ledger(at)
    _say_done(path, at, "made again", steps.redo(path))


def _say_done(
    path: Path, at: GameAtHand, how: Literal["taken back", "made again"], done: steps.Done
) -> None:
    """Say what was done and where the game stands, unless the file cannot be read afterwards."""
    said = [f"{how}:  sk {printable(command)}" for command in done.commands]
    mention_second_name(path, parted=done.parted)
    try:
        game = load(path).game
    except FileError as error:
        say(said)
        if isinstance(error, LedgerError):  # so it was before the change that is taken back
            remedy = for_file(error.remedy, at)
            talk([f"as before, no command can read it: {error.problem}", f"  try: {remedy}"])
        return
    totals = [totals_line(game)] if game.played else []
    say([*title_line(game, at), *said, *totals, *round_lines(game)])
