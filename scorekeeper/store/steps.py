"""Undoes and redoes changes to a ledger."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from scorekeeper import codec
from scorekeeper.codec import looks_like_ledger
from scorekeeper.errors import SK, ConflictError, LedgerError, UsageError, count, printable, quoted
from scorekeeper.ledger.names import people
from scorekeeper.store import delete, is_there, parsed, under_lock
from scorekeeper.store.durable import create_file, remove_file, rename_to_new, resolved, written_at
from scorekeeper.store.history import (
    NO_FILE,
    Change,
    History,
    LockedFile,
    history_path,
    load_history,
    save_history,
)


class Done(NamedTuple):
    """What was undone or redone: the commands, the latest first, and what became of the file."""

    commands: list[str]
    is_gone: bool = False
    is_of_game: bool = True  # rather than people.toml


def undo(path: Path, times: int = 1) -> Done:
    """Undo the last ``times`` changes; a deleted game comes back, and undoing ``new`` removes it.

    UsageError if there are fewer changes; ConflictError if a person's edit is in the way, or the
    history has no valid ledger. Nothing is changed then.
    """
    away = None if is_there(path) else deleted_games(path.parent).get(path)

    def take_back(file: LockedFile, text: str) -> Done:
        history = load_history(file.path)
        if away:
            if text != history.changes[-1].before:
                raise _in_the_way(path, history.changes[-1], "its text is different")
        elif not history.changes or history.changes[-1].is_of_game:
            parsed(text, path)  # raises for a broken ledger
        done, earlier = _undo_all(path, history, NO_FILE if away else text, times)
        if away:
            rename_to_new(away, path)
            file = file._replace(path=path)
        file.write(history, text, earlier)
        if away:
            remove_file(history_path(away))
        return _done(done, is_gone=done[-1].creates_file)

    return under_lock(away or path, take_back)


def _undo_all(path: Path, history: History, text: str, times: int) -> tuple[list[Change], str]:
    """The last ``times`` changes, undone in the ``history``, and the text before them."""
    history.forget_interrupted(text)
    if not history.changes:
        remedy = f"nothing has been changed here yet; to correct a round: {SK}fix last"
        raise UsageError("there is nothing to undo", remedy=remedy)
    if (made := len(history.changes)) < times:
        problem = f"only {count(made, 'change')} can be undone"
        raise UsageError(problem, remedy=f"type {SK}undo -n {made}")
    done = []
    for _ in range(times):
        last = history.changes.pop()
        earlier = last.before if last.after == text else _without_round(path, text, last)
        history.undone.append(last._replace(before=earlier, after=text))
        done.append(last)
        text = earlier
    if not last.creates_file:
        _refuse_no_ledger(path, last, text)
    return done, text


def redo(path: Path) -> Done:
    """Redo the change that was undone last.

    UsageError if there is none; ConflictError if the ledger was changed since, a new file has its
    name, or the history has no valid ledger.
    """
    target = resolved(path)
    if history_of_removed := _history_if_removed(target):
        change = history_of_removed.redo_last()
        _refuse_no_ledger(target, change, change.after)
        save_history(target, history_of_removed)
        create_file(target, change.after.encode())
        return _done([change])
    undone = load_history(target).undone
    if undone and undone[-1].deletes_file:
        delete(path, seen=undone[-1].before)
        return _done(undone[-1:], is_gone=True)

    def bring_back(file: LockedFile, text: str) -> Done:
        history = load_history(target)
        history.forget_interrupted(text)
        if not history.undone:
            parsed(text, path)
            raise UsageError("there is nothing to redo", remedy=f"{SK}redo reverses {SK}undo")
        if history.undone[-1].before != text:
            problem = f"{printable(path)} was changed since, so nothing can be redone"
            raise ConflictError(problem, remedy="type the command again")
        change = history.redo_last()
        _refuse_no_ledger(path, change, change.after)
        file.write(history, text, change.after)
        return _done([change])

    return under_lock(path, bring_back)


def _done(changes: Sequence[Change], *, is_gone: bool = False) -> Done:
    return Done([change.command for change in changes], is_gone, changes[0].is_of_game)


def deleted_games(folder: Path) -> dict[Path, Path]:
    """The deleted games of a folder and the files they are in now; the newest of each name."""
    games: dict[Path, Path] = {}
    for history in sorted(folder.glob("..*.deleted.history"), key=written_at):
        away = history.with_name(history.stem[1:])
        named = re.fullmatch(r"\.(.+\.toml)(?:\.\d+)?\.deleted", away.name)
        changes = load_history(away).changes
        if named and is_there(away) and changes and changes[-1].deletes_file:
            games[folder / named[1]] = away
    return games


def changes_in(folder: Path) -> dict[Path, float]:
    """The files of a folder that commands changed or deleted, and when each was last changed."""
    times: dict[Path, float] = {}
    for history in folder.glob(".*.toml.history"):
        ledger = history.with_name(history.stem[1:])
        if is_there(ledger):
            times[ledger] = written_at(history)
    for path, away in deleted_games(folder).items():
        if not is_there(path):
            times[path] = written_at(history_path(away))
    return times


def changed_at(path: Path) -> float:
    """When a command last changed a file; 0 for never."""
    return written_at(history_path(resolved(path)))


def history_of(path: Path) -> History:
    """The history of a file, even of a deleted one."""
    away = None if is_there(path) else deleted_games(path.parent).get(path)
    return load_history(away or resolved(path))


def last_removed_by_undo(folder: Path) -> Path | None:
    """The game that ``undo`` removed, if that was the last change in a folder; otherwise None."""
    last = max(folder.glob(".*.toml.history"), key=written_at, default=None)
    if last is None:
        return None
    ledger = last.with_name(last.stem[1:])
    return ledger if _history_if_removed(ledger) else None


def _history_if_removed(target: Path) -> History | None:
    """The history of a game that ``undo`` removed; None for any other."""
    if is_there(target):
        return None
    history = load_history(target)
    history.forget_interrupted(NO_FILE)
    return history if history.undone and history.undone[-1].creates_file else None


def _refuse_no_ledger(path: Path, change: Change, text: str) -> None:
    """Raise ConflictError if a text from the history isn't a ledger.

    A ledger that a person broke still counts: undoing the ``edit`` that fixed it brings it back.
    """
    if not change.is_of_game:
        return
    try:
        codec.read(text)
    except LedgerError as error:
        if change.command != "edit" or not looks_like_ledger(text.encode()):
            command = quoted(change.command, 80)
            raise ConflictError(
                f"the history of {printable(path)} has no valid game for {command}",
                remedy=f"change that by hand, or with {SK}fix; nothing was written",
            ) from error


def _without_round(path: Path, text: str, last: Change) -> str:
    """``text``, which a person edited after ``last``, without the round that it added."""
    if last.added is None:
        pairs = enumerate(zip_longest(last.after.split("\n"), text.split("\n")), start=1)
        line = next((number for number, (was, now) in pairs if was != now), 1)
        raise _in_the_way(path, last, f"line {line} is different")
    game = parsed(text, path)
    try:
        before, after = codec.read(last.before), codec.read(last.after)
    except LedgerError as error:
        raise _in_the_way(path, last, "the text before it can't be read") from error
    names = people(before.names)
    more = len(game.rounds) - len(before.rounds)
    in_the_way = (
        (game.names != before.names, f"the players are no longer {names}, in this order"),
        (more < 1, "that round is gone"),
        (more > 1, "rounds were added"),
        (game.date != before.date, "the date is different"),
        (game.rounds[-1:] != after.rounds[-1:], "that round is different"),
    )
    for is_different, what in in_the_way:
        if is_different:
            raise _in_the_way(path, last, what)
    # The dealer of the removed round deals next again, unless a person named another.
    dealer = game.next_dealer or before.next_dealer
    return codec.rewrite(text, game, game._replace(rounds=game.rounds[:-1], next_dealer=dealer))


def _in_the_way(path: Path, last: Change, what: str) -> ConflictError:
    fix = f", or with {SK}fix" if last.is_of_game else ""
    return ConflictError(
        f"{printable(path)} was edited by hand since {quoted(last.command, 80)}: {what}",
        remedy=f"undo that change by hand{fix}; nothing was written",
    )
