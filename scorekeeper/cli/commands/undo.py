"""The commands that undo and redo."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from scorekeeper import store
from scorekeeper.cli.commands import AtHand, number
from scorekeeper.errors import SK, FileError, LedgerError, printable
from scorekeeper.render.evening import totals_line
from scorekeeper.render.standings import outcome_lines
from scorekeeper.render.words import round_lines
from scorekeeper.store import steps
from scorekeeper.store.evenings import nearest_people
from scorekeeper.terminal import Answer, GameAtHand, as_typed_here
from scorekeeper.terminal.command_words import WITHIN
from scorekeeper.terminal.games import confirmed, games_here, named_by_environment
from scorekeeper.terminal.ledger_at_hand import LedgerAtHand

TIMES = "How many changes. From 1 to 200, by default 1."

LATELY = 6 * 60 * 60
"""Seconds that an evening may last: that long, people remember their last change."""


def undo(times: Annotated[int, number("-n", TIMES, 1, 200)] = 1, *, at: AtHand) -> Answer:
    path = _changed_last(at, "undone")
    if path and at.path is None:
        says = "".join(f": {change.command}" for change in steps.history_of(path).changes[-1:])
        path = confirmed(path, f"The last change was in {printable(path)}{says}")
    return _done("undone", LedgerAtHand(at, "to mend", path), lambda path: steps.undo(path, times))


def redo(*, at: AtHand) -> Answer:
    path = steps.last_taken_back(Path()) if at.named is None else None
    if path is None or (at.path and path not in at.beside):
        path = _changed_last(at, "redone")
    return _done("redone", LedgerAtHand(at, "to mend", path), steps.redo)


Way = Literal["undone", "redone"]


def _changed_last(at: GameAtHand, way: Way) -> Path | None:
    """The file that a command changed last, if no game is named and that was recent.

    In an open game it is that game, unless another file was changed from here later.
    """
    if at.named is not None or named_by_environment():
        return None
    found, people = steps.changes_in(Path()), nearest_people(Path())
    if at.path:
        beside = {path: when for path, when in found.items() if path in at.beside}
        beside = {path: when for path, when in beside.items() if not store.is_there(path)}
        found = {**beside, at.path: steps.changed_at(at.path)}
    if people and (people in at.beside or not at.path):
        found[people] = steps.changed_at(people)
    if people in found:
        history = steps.history_of(people)
        if not (history.changes if way == "undone" else history.undone):
            del found[people]
    path = max(found, key=found.__getitem__, default=None)
    return path if path and found[path] > time.time() - LATELY else None


def _done(way: Way, ledger: LedgerAtHand, step: Callable[[Path], steps.Done]) -> Answer:
    """Undo or redo, then say where the game stands, unless the file can't be read any more."""
    before, was_there = None, store.is_there(ledger.path)
    if was_there:  # otherwise nobody is saving it, and there is nothing to wait for
        with suppress(FileError):  # the change that broke it is undone
            before = ledger.load().game
    here = games_here(quiet=True) if ledger.at.named is None else []
    several = not ledger.at.is_open and sum(not evening.is_over for evening in here) > 1
    done = step(ledger.path)
    words = {"undone": "taken back", "redone": "redone"}[way]
    words += f" in {printable(ledger.path)}" if several else ""
    said = [as_typed_here(f"{words}:  {SK}{printable(says)}", None) for says in done.commands]
    more: dict[str, Any] = {way: [{"command": _name(says), "says": says} for says in done.commands]}
    ledger.mention_change(had_link=done.had_link)
    game, remark, file = None, "", printable(ledger.path)
    if done.is_gone:
        if ledger.path == ledger.at.path:
            ledger.at.go_on_with(None)
        back = "redo" if way == "undone" else "undo"
        said.append(f"{file} is gone.  {SK}{back} brings it back.")
    elif not was_there and way == "undone":
        said.append(f"{file} is back.")
    if done.is_of_game and not done.is_gone:
        if ledger.at.named is None:
            ledger.at.go_on_with(ledger.path)
        try:
            game = ledger.load().game
            totals = [totals_line(game)] if game.played else []
            said += [*totals, *outcome_lines(before, game), *round_lines(game)]
        except FileError as error:
            if isinstance(error, LedgerError):  # it was like that before the undone change
                remark = f"it still can't be read:  {error.problem}\n"
                remark += f"  try: {error.marked_remedy}"
    return ledger.answer(game, *said, remark=remark, more=more)


def _name(line: str) -> str:
    """The name of the command in a line: two words for ``player join Dee``."""
    words = line.split(" ")
    return " ".join(words[: 2 if words[0] in WITHIN else 1])
