"""The commands that take a step back and forth."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from scorekeeper import store
from scorekeeper.cli.choose import named_by_environment
from scorekeeper.cli.command_list import WITHIN
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.options import AtHand, number
from scorekeeper.cli.output import Quote, voice
from scorekeeper.errors import FileError, LedgerError, printable
from scorekeeper.render.evening import totals_line
from scorekeeper.render.standings import outcome_lines
from scorekeeper.render.words import round_lines
from scorekeeper.store import steps

TIMES = "How many changes. From 1 to 200, by default 1."

LATELY = 6 * 60 * 60
"""Seconds that an evening may last: until then people know what they did last."""


def undo(
    times: Annotated[int, number("-n", TIMES, 1, 200)] = 1,
    *,
    at: AtHand,
) -> None:
    _turn_to_last(at)
    _say_done("undone", LedgerAtHand(at, "to mend"), lambda path: steps.undo(path, times))


def redo(*, at: AtHand) -> None:
    if at.named is None and at.path is None:
        at.path = steps.last_taken_back(Path())
    _turn_to_last(at)
    _say_done("redone", LedgerAtHand(at, "to mend"), steps.redo)


def _turn_to_last(at: GameAtHand) -> None:
    """Where no game is clear, turn to the one that a command changed last, if that was of late.

    That is what people mean who take something back, or want it back.
    """
    if at.named is not None or at.path or named_by_environment():
        return
    found: list[tuple[float, Path]] = []
    for history in Path().glob(".*.toml.history"):
        ledger = Path(history.name[1 : -len(".history")])
        with suppress(OSError):  # somebody else may take it away
            found += [(history.stat().st_mtime, ledger)] if store.is_there(ledger) else []
    changed, path = max(found, default=(0, None))
    at.path = path if changed > time.time() - LATELY else None


def _say_done(
    how: Literal["undone", "redone"], ledger: LedgerAtHand, step: Callable[[Path], steps.Done]
) -> None:
    """Take a step and say where the game stands then, unless the file cannot be read any more."""
    before = None
    with suppress(FileError):  # what made it so is taken back
        before = ledger.load().game
    done = step(ledger.path)
    words = {"undone": "taken back", "redone": "made again"}[how]
    program = "" if voice.stays_open else "sk "
    said: list[str] = [Quote(f"{words}:  {program}{printable(says)}") for says in done.commands]
    more: dict[str, Any] = {how: [{"command": _name(says), "says": says} for says in done.commands]}
    ledger.mention_change(parted=done.parted)
    game, remark = None, ""
    if done.is_gone:
        ledger.at.lay(None)
        file = printable(str(ledger.path))
        said.append(f"{file} is not there any more.  sk redo brings it back.")
    else:
        try:
            game = ledger.load().game
            totals = [totals_line(game)] if game.played else []
            said += [*totals, *outcome_lines(before, game), *round_lines(game)]
        except FileError as error:
            if isinstance(error, LedgerError):  # so it was before the change that is taken back
                remark = f"as before, no command can read it: {error.problem}\n"
                remark += f"  try: {error.remedy}"
    ledger.answer(game, *said, remark=remark, more=more)


def _name(line: str) -> str:
    """The name of the command that a line calls: that of ``player join Dee`` is two words."""
    words = line.split(" ")
    return " ".join(words[: 2 if words[0] in WITHIN else 1])
