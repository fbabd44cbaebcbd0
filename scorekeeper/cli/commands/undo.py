"""The commands that undo and redo."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from scorekeeper import store
from scorekeeper.cli.commands import ThisSitting, number
from scorekeeper.errors import SK, FileError, LedgerError, printable
from scorekeeper.render.evening import totals_line
from scorekeeper.render.standings import outcome_lines
from scorekeeper.render.words import round_lines
from scorekeeper.store import steps
from scorekeeper.store.evenings import nearest_people
from scorekeeper.terminal import Answer, Sitting, rendered
from scorekeeper.terminal.command_words import WITHIN
from scorekeeper.terminal.games import confirmed, games_here, named_by_environment
from scorekeeper.terminal.ledger_at_hand import LedgerAtHand

TIMES = "How many changes. From 1 to 200, by default 1."

LATELY = 6 * 60 * 60
"""How long an evening may last, in seconds: people remember their last change that long."""


def undo(times: Annotated[int, number("-n", TIMES, 1, 200)] = 1, *, sitting: ThisSitting) -> Answer:
    path = _changed_last(sitting, "undone")
    if path and sitting.path is None:
        what = "".join(f": {change.command}" for change in steps.history_of(path).changes[-1:])
        path = confirmed(path, f"The last change was in {printable(path)}{what}")
    ledger = LedgerAtHand(sitting, "to correct", path)
    return _done("undone", ledger, lambda path: steps.undo(path, times))


def redo(*, sitting: ThisSitting) -> Answer:
    path = steps.last_removed_by_undo(Path()) if sitting.named is None else None
    if path is None or (sitting.path and path not in sitting.other_files):
        path = _changed_last(sitting, "redone")
    return _done("redone", LedgerAtHand(sitting, "to correct", path), steps.redo)


Way = Literal["undone", "redone"]


def _changed_last(sitting: Sitting, way: Way) -> Path | None:
    """The file that a command changed last; None if a game is named, or that was long ago.

    While a game is open, it is that game, unless another file was changed from here later.
    """
    if sitting.named is not None or named_by_environment():
        return None
    times, people = steps.changes_in(Path()), nearest_people(Path())
    if sitting.path:
        gone = [path for path in times if path in sitting.other_files and not store.is_there(path)]
        times = {path: times[path] for path in gone}
        times[sitting.path] = steps.changed_at(sitting.path)
    if people and (people in sitting.other_files or not sitting.path):
        history = steps.history_of(people)
        has_one = history.changes if way == "undone" else history.undone
        times[people] = steps.changed_at(people) if has_one else 0
    path = max(times, key=times.__getitem__, default=None)
    return path if path and times[path] > time.time() - LATELY else None


def _done(way: Way, ledger: LedgerAtHand, step: Callable[[Path], steps.Done]) -> Answer:
    """Undo or redo, then say where the game stands, unless the file can't be read any more."""
    before, was_there = None, store.is_there(ledger.path)
    if was_there:  # otherwise nobody is saving it, and there is nothing to wait for
        with suppress(FileError):  # the change that broke it is undone
            before = ledger.load().game
    evenings = games_here(quiet=True) if ledger.sitting.named is None else []
    several = not ledger.sitting.is_open and sum(not evening.is_over for evening in evenings) > 1
    done = step(ledger.path)
    what = {"undone": "taken back", "redone": "redone"}[way]
    what += f" in {printable(ledger.path)}" if several else ""
    lines = [rendered(f"{what}:  {SK}{printable(line)}", None) for line in done.commands]
    more: dict[str, Any] = {way: [{"command": _name(line), "says": line} for line in done.commands]}
    ledger.is_changed = True
    game, remark, file = None, "", printable(ledger.path)
    if done.is_gone:
        if ledger.path == ledger.sitting.path:
            ledger.sitting.go_on_with(None)
        back = "redo" if way == "undone" else "undo"
        lines.append(f"{file} is gone.  {SK}{back} brings it back.")
    elif not was_there and way == "undone":
        lines.append(f"{file} is back.")
    if done.is_of_game and not done.is_gone:
        if ledger.sitting.named is None:
            ledger.sitting.go_on_with(ledger.path)
        try:
            game = ledger.load().game
            totals = [totals_line(game)] if game.played else []
            lines += [*totals, *outcome_lines(before, game), *round_lines(game)]
        except FileError as error:
            if isinstance(error, LedgerError):  # it was like that before the undone change
                remedy = f"  try: {error.marked_remedy}"
                remark = f"it still can't be read:  {error.problem}\n{remedy}"
    return ledger.answer_change(game, *lines, remark=remark, more=more)


def _name(line: str) -> str:
    """The name of the command in a line: two words for ``player join Dee``."""
    words = line.split(" ")
    return " ".join(words[: 2 if words[0] in WITHIN else 1])
