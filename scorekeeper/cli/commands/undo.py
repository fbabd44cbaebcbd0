"""The commands that take a step back and forth."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from scorekeeper.cli import options
from scorekeeper.cli.command_words import for_file
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.show import round_lines
from scorekeeper.errors import FileError, LedgerError, printable
from scorekeeper.render.evening import totals_line
from scorekeeper.render.standings import outcome_lines
from scorekeeper.store import steps


def undo(
    times: Annotated[
        int, typer.Option("-n", metavar="N", help="How many changes.", min=1, max=200)
    ] = 1,
    *,
    at: options.AtHand,
) -> None:
    _say_done("taken back", LedgerAtHand(at, "to mend"), lambda path: steps.undo(path, times))


def redo(*, at: options.AtHand) -> None:
    if at.named is None and at.path is None:
        at.path = steps.last_taken_back(Path())
    _say_done("made again", LedgerAtHand(at, "to mend"), steps.redo)


def _say_done(how: str, ledger: LedgerAtHand, step: Callable[[Path], steps.Done]) -> None:
    """Take a step and say where the game stands then, unless the file cannot be read any more."""
    before = None
    with suppress(FileError):  # what made it so is taken back
        before = ledger.load().game
    done = step(ledger.path)
    said = [f"{how}:  sk {printable(command)}" for command in done.commands]
    ledger.mention_change(parted=done.parted)
    if done.is_gone:
        ledger.at.lay(None)
        file = printable(str(ledger.path))
        ledger.answer(None, *said, f"{file} is not there any more.  sk redo brings it back.")
        return
    try:
        game = ledger.load().game
    except FileError as error:
        remark = ""
        if isinstance(error, LedgerError):  # so it was before the change that is taken back
            remedy = for_file(error.remedy, ledger.at)
            remark = f"as before, no command can read it: {error.problem}\n  try: {remedy}"
        ledger.answer(None, *said, remark=remark)
        return
    totals = [totals_line(game)] if game.played else []
    ledger.answer(game, *said, *totals, *outcome_lines(before, game), *round_lines(game))
