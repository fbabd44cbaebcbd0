"""Back and forth: taking changes of a ledger back, and making them again."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from scorekeeper import codec
from scorekeeper.errors import (
    SK,
    ConflictError,
    LedgerError,
    UsageError,
    count,
    listed,
    printable,
    quoted,
)
from scorekeeper.store import is_there, parsed, put_away, under_lock, write
from scorekeeper.store.durable import create_file, remove_file, rename_to_new, resolved
from scorekeeper.store.folder import has_marks
from scorekeeper.store.history import (
    NOTHING,
    Change,
    History,
    history_path,
    load_history,
    save_history,
)
from scorekeeper.store.lock import Held


class Done(NamedTuple):
    """What was taken back or made again: the commands, the one of today's text first.

    ``parted`` as in ``Changed``; ``is_gone``: the file is not there now. ``is_of_game``: it is a
    game, and no ``people.toml``.
    """

    commands: list[str]
    parted: bool = False
    is_gone: bool = False
    is_of_game: bool = True


def undo(path: Path, times: int = 1) -> Done:
    """Take back the last ``times`` changes; the commands that made them, the last one first.

    A game that was deleted comes back. Where the first of all is among them, the ``new``, the
    ledger is not there any more. UsageError when there are fewer, ConflictError when a person
    edited the ledger since in a way that stands in the way, or the history holds no ledger. Then
    nothing is changed.
    """
    away = None if is_there(path) else put_away_last(path.parent).get(path)

    def taken_back(held: Held, old: str) -> Done:
        text, history = old, load_history(held.path)
        if away:
            if text != history.changes[-1].before:
                raise _in_the_way(path, history.changes[-1], "its text is another")
            text = NOTHING
        elif not history.changes or history.changes[-1].is_of_game:
            parsed(text, path)  # what no command can read is not to be guessed at by this one
        history.settle(text)
        if not history.changes:
            problem = "there is nothing to be taken back"
            raise UsageError(problem, remedy=f"see what the sheet says with {SK}sheet")
        if (made := len(history.changes)) < times:
            problem = f"only {count(made, 'change')} can be taken back"
            raise UsageError(problem, remedy=f"take back {made} with {SK}undo -n {made}")
        done = []
        for _ in range(times):
            last = history.changes[-1]
            left = last.before if last.after == text else _without_round(path, text, last)
            done.append(history.take_back(text, left))
            text = left
        if not last.begins:
            _refuse_no_ledger(path, last, text)
        if away:
            rename_to_new(away, path)
            held = held._replace(path=path)
        parted = write(held, history, old, text)
        if away:
            remove_file(history_path(away))
        return _done(done, parted=parted, is_gone=last.begins)

    return under_lock(away or path, taken_back)


def redo(path: Path) -> Done:
    """Make the change again that was taken back last; the command that made it first.

    UsageError when there is none, ConflictError when the ledger was changed since, or the history
    holds no ledger.
    """
    target = resolved(path)
    if gone := _taken_back(target):
        return _begin_again(target, gone)
    undone = load_history(target).undone
    if undone and undone[-1].ends:
        put_away(path, seen=undone[-1].before)
        return _done(undone[-1:], is_gone=True)

    def brought_back(held: Held, text: str) -> Done:
        history = load_history(target)
        history.settle(text)
        if not history.undone:
            parsed(text, path)
            problem = "there is nothing to be made again"
            raise UsageError(problem, remedy=f"{SK}redo follows {SK}undo")
        if history.undone[-1].before != text:
            problem = f"{printable(str(path))} was changed since, so nothing can be made again"
            raise ConflictError(problem, remedy="type the command again")
        change = history.bring_back()
        _refuse_no_ledger(path, change, change.after)
        return _done([change], parted=write(held, history, text, change.after))

    return under_lock(path, brought_back)


def _done(changes: Sequence[Change], *, parted: bool = False, is_gone: bool = False) -> Done:
    commands = [change.command for change in changes]
    return Done(commands, parted, is_gone, is_of_game=changes[0].is_of_game)


def put_away_last(folder: Path) -> dict[Path, Path]:
    """The games that ``delete`` has taken out of a folder, each with the file that it is now.

    The newest where several had one name.
    """
    found: dict[Path, Path] = {}
    for history in sorted(folder.glob("..*.deleted.history"), key=_written_at):
        away = history.with_name(history.name[1 : -len(".history")])
        named = re.fullmatch(r"\.(.+\.toml)(?:\.\d+)?\.deleted", away.name)
        changes = load_history(away).changes
        if named and is_there(away) and changes and changes[-1].ends:
            found[folder / named[1]] = away
    return found


def changes_in(folder: Path) -> dict[Path, float]:
    """The files of a folder that commands have changed, each with the time of its last change.

    Those that were deleted are among them.
    """
    found: dict[Path, float] = {}
    for history in folder.glob(".*.toml.history"):
        ledger = history.with_name(history.name[1 : -len(".history")])
        if is_there(ledger):
            found[ledger] = _written_at(history)
    for path, away in put_away_last(folder).items():
        if not is_there(path):
            found[path] = _written_at(history_path(away))
    return found


def changed_at(path: Path) -> float:
    """When a command changed a file last, 0 for never."""
    return _written_at(history_path(resolved(path)))


def history_of(path: Path) -> History:
    """The history of a file, which may have been deleted."""
    away = None if is_there(path) else put_away_last(path.parent).get(path)
    return load_history(away or resolved(path))


def _written_at(path: Path) -> float:
    """When a file was written last, 0 where somebody has taken it away."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


def last_taken_back(folder: Path) -> Path | None:
    """The game in ``folder`` that the last change of all has taken away; None for another one."""
    last = max(folder.glob(".*.toml.history"), key=_written_at, default=None)
    if last is None:
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
    _refuse_no_ledger(target, change, change.after)
    save_history(target, history)
    create_file(target, change.after.encode())
    return _done([change])


def _refuse_no_ledger(path: Path, change: Change, text: str) -> None:
    """Raise ConflictError for a text of the history that is no ledger.

    What a person had broken was one, and comes back when the ``edit`` that mended it is undone.
    """
    if not change.is_of_game:
        return
    try:
        codec.read(text)
    except LedgerError as error:
        if change.command != "edit" or not has_marks(text.encode()):
            says = quoted(change.command, 80)
            raise ConflictError(
                f"the history of {printable(str(path))} has no ledger for {says}",
                remedy=f"change that by hand, or with {SK}fix; nothing was written",
            ) from error


def _without_round(path: Path, text: str, last: Change) -> str:
    """``text``, which a person edited after ``last``, without the round that it added."""
    if last.added is None:
        pairs = enumerate(zip_longest(last.after.split("\n"), text.split("\n")), start=1)
        line = next((number for number, (was, now) in pairs if was != now), 1)
        raise _in_the_way(path, last, f"line {line} is another")
    game = parsed(text, path)
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
    fix = f", or with {SK}fix" if last.is_of_game else ""
    return ConflictError(
        f"{printable(str(path))} was edited by hand since {quoted(last.command, 80)}: {what}",
        remedy=f"take that change back by hand{fix}; nothing was written",
    )
