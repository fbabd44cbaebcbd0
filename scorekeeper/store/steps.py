"""Back and forth: taking changes of a ledger back, and making them again."""

from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from scorekeeper import codec
from scorekeeper.errors import (
    ConflictError,
    LedgerError,
    UsageError,
    count,
    listed,
    printable,
    quoted,
)
from scorekeeper.store import is_there, opened, parsed, write
from scorekeeper.store.durable import create_file, resolved
from scorekeeper.store.folder import has_marks
from scorekeeper.store.history import NOTHING, Change, History, load_history, save_history


class Done(NamedTuple):
    """What was taken back or made again: the commands, the one of today's text first.

    ``parted`` as in ``Changed``; ``is_gone``: there was no game before, so that none is there now.
    """

    commands: list[str]
    parted: bool = False
    is_gone: bool = False


def undo(path: Path, times: int = 1) -> Done:
    """Take back the last ``times`` changes; the commands that made them, the last one first.

    Where the first of all is among them, the ``new``, the ledger is not there any more.
    UsageError when there are fewer, ConflictError when a person edited the ledger since in a
    way that stands in the way, or the history holds no ledger. Then nothing is changed.
    """
    with opened(path) as (target, text):
        parsed(text, path)  # what no command can read is not to be guessed at by this one
        history = load_history(target)
        history.settle(text)
        if not history.changes:
            problem = "there is nothing to be taken back"
            raise UsageError(problem, remedy="see what the sheet says with sk sheet")
        if (made := len(history.changes)) < times:
            problem = f"only {count(made, 'change')} can be taken back"
            raise UsageError(problem, remedy=f"take back {made} with sk undo -n {made}")
        commands = []
        for _ in range(times):
            last = history.changes[-1]
            left = last.before if last.after == text else _without_round(path, text, last)
            commands.append(history.take_back(text, left).command)
            text = left
        if not last.begins:
            _refuse_no_ledger(path, last.command, text)
        return Done(commands, write(target, history, text), last.begins)


def redo(path: Path) -> Done:
    """Make the change again that was taken back last; the command that made it first.

    UsageError when there is none, ConflictError when the ledger was changed since, or the history
    holds no ledger.
    """
    target = resolved(path)
    if gone := _taken_back(target):
        return _begin_again(target, gone)
    with opened(target) as (_, text):
        history = load_history(target)
        history.settle(text)
        if not history.undone:
            parsed(text, path)
            raise UsageError("there is nothing to be made again", remedy="sk redo follows sk undo")
        if history.undone[-1].before != text:
            problem = f"{printable(str(path))} was changed since, so nothing can be made again"
            raise ConflictError(problem, remedy="type the command again")
        change = history.bring_back()
        _refuse_no_ledger(path, change.command, change.after)
        return Done([change.command], write(target, history, change.after))


def last_taken_back(folder: Path) -> Path | None:
    """The game in ``folder`` that the last change of all has taken away; None for another one."""
    try:
        last = max(folder.glob(".*.toml.history"), key=lambda path: path.stat().st_mtime)
    except (OSError, ValueError):  # there is none
        return None
    ledger = last.with_name(last.name[1 : -len(".history")])
    return ledger if _taken_back(ledger) else None


def _taken_back(target: Path) -> History | None:
    """The history of a game that ``undo`` took away altogether; None for any other."""
    if is_there(target):
        return None
    history = load_history(target)
    history.settle(NOTHING)
    return history if history.undone and history.undone[-1].begins else None


def _begin_again(target: Path, history: History) -> Done:
    """Bring a game back that was taken away; ConflictError where its name is taken meanwhile."""
    change = history.bring_back()
    _refuse_no_ledger(target, change.command, change.after)
    save_history(target, history)
    create_file(target, change.after.encode())
    return Done([change.command])


def _refuse_no_ledger(path: Path, command: str, text: str) -> None:
    """Raise ConflictError for a text of the history that is no ledger.

    What a person had broken was one, and comes back when the ``edit`` that mended it is undone.
    """
    try:
        codec.read(text)
    except LedgerError as error:
        if command != "edit" or not has_marks(text.encode()):
            raise ConflictError(
                f"the history of {printable(str(path))} has no ledger for {quoted(command, 80)}",
                remedy="change that by hand, or with sk fix; nothing was written",
            ) from error


def _without_round(path: Path, text: str, last: Change) -> str:
    """``text``, which a person edited after ``last``, without the round that it added."""
    game = parsed(text, path)
    if last.added is None:
        pairs = enumerate(zip_longest(last.after.split("\n"), text.split("\n")), start=1)
        line = next((number for number, (was, now) in pairs if was != now), 1)
        raise _in_the_way(path, last, f"line {line} is another")
    try:
        before, after = codec.read(last.before), codec.read(last.after)
    except LedgerError as error:
        raise _in_the_way(path, last, "what was there before cannot be read") from error
    names = listed(map(printable, before.names))
    more = len(game.rounds) - len(before.rounds)
    in_the_way = (
        (game.names != before.names, f"the players are no longer {names}, in this order"),
        (more < 1, "that round is gone"),
        (more > 1, "there are more rounds than it wrote"),
        (game.date != before.date, "the date is another now"),
        (game.rounds[-1:] != after.rounds[-1:], "that round is another now"),
    )
    for is_so, what in in_the_way:
        if is_so:
            raise _in_the_way(path, last, what)
    # A dealer named ahead moved into the round, and is ahead again, unless a person named one.
    dealer = game.next_dealer or before.next_dealer
    return codec.rewrite(text, game, game._replace(rounds=game.rounds[:-1], next_dealer=dealer))


def _in_the_way(path: Path, last: Change, what: str) -> ConflictError:
    return ConflictError(
        f"{printable(str(path))} was edited by hand since {quoted(last.command, 80)}: {what}",
        remedy="take that change back by hand, or with sk fix; nothing was written",
    )
