"""Game files: the one place that reads and writes them.

A change is made under a lock, written whole or not at all, and can be taken back.
"""

import itertools
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from scorekeeper import codec
from scorekeeper.errors import ConflictError, FileError, LedgerError, printable
from scorekeeper.ledger import Game, Outcome
from scorekeeper.store import durable
from scorekeeper.store.durable import is_there, last_written

__all__ = ["is_there", "last_written"]
"""Names from other modules of this package that other packages import from here."""

if TYPE_CHECKING:
    from scorekeeper.store.history import LockedFile

T = TypeVar("T")

MOST_TRIES = 20  # how often a change is tried again because an editor keeps saving the file


class Loaded(NamedTuple):
    """A game with its text and its file."""

    game: Game
    text: str
    path: Path


def read_text(path: Path) -> str:
    """The whole text of a file; FileError if it can't be read, LedgerError if it isn't text."""
    return decoded(durable.read_file(path), path)


def decoded(content: bytes, path: Path) -> str:
    """The text of a file with this content; LedgerError, naming the line, if it isn't text."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        remedy = "save it as UTF-8, or choose a game file"
        fault = LedgerError("this isn't text in UTF-8", remedy=remedy, line=line)
        raise in_file(path, fault) from error


def ledger_text(path: Path) -> str:
    """The text of a ledger; raises as ``read_text`` does. Waits while an editor is saving it."""
    deadline = time.monotonic() + 3 * durable.SAVING_SECONDS
    while True:
        text = None
        try:
            text = read_text(path)
            codec.read(text)
        except FileError:
            # Checked afterwards: an editor may have emptied the file just before it was read.
            if durable.is_being_saved(path) and time.monotonic() < deadline:
                time.sleep(durable.SAVING_SECONDS / 20)
                continue
            if text is None:
                raise
        return text


def load(path: Path) -> Loaded:
    """Read a game; FileError or LedgerError, naming file and line, if that can't be done."""
    text = ledger_text(path)
    return Loaded(parsed(text, path), text, path)


def load_ledger(path: str | Path) -> Game:
    """The game in a ledger file; raises as ``load`` does."""
    return load(Path(path)).game


def parsed(text: str, path: Path) -> Game:
    """The game in the text of a file; LedgerError with file and line if there isn't one."""
    try:
        return codec.read(text)
    except LedgerError as error:
        raise in_file(path, error) from error


def in_file(path: Path, error: LedgerError) -> LedgerError:
    """The same error with the file's name and the line in front."""
    name = printable(path)
    place = f"{name}:{error.line}" if error.line else name
    return LedgerError(f"{place}: {error.problem}", remedy=error.marked_remedy, line=error.line)


def create(path: Path, game: Game, command: str = "new") -> None:
    """Write a new ledger; ConflictError if the file exists."""
    create_text(path, codec.write_new(game), command)


def create_text(path: Path, text: str, command: str) -> None:
    """Write a new file; ConflictError if it exists.

    ``command`` can be undone like any change: the history is written first, so that even a kill
    leaves no ledger without one. The new file doesn't inherit an earlier history of that name.
    """
    from scorekeeper.store import history

    locks = ExitStack()  # two people may start a game with this name at once
    old_histories: list[bytes | None] = []  # of an earlier game with this name, if there was one

    def write_history() -> None:
        locks.enter_context(history.locked(path.parent))
        if is_there(path):
            raise FileExistsError
        old_histories.append(history.history_bytes(path))
        first = history.Change(command, history.NO_FILE, text)
        history.save_history(path, history.History([first]))

    with durable.signals_wait(), locks:
        try:
            durable.create_file(path, text.encode(), before=write_history)
        except BaseException:
            if old_histories and not durable.is_written(path):
                history.restore_history(path, old_histories[0])
            raise


def create_all(games: Iterable[tuple[Path, Game]], command: str) -> None:
    """Write all the new ledgers, or none if somebody stops it; undo removes what a kill leaves."""
    from scorekeeper.store.history import history_bytes, restore_history

    old_histories: dict[Path, bytes | None] = {}
    with durable.signals_wait() as signals:
        try:
            for path, game in games:
                old_history = history_bytes(path)
                create(path, game, command)
                old_histories[path] = old_history
                if signals:
                    raise KeyboardInterrupt
        except BaseException:
            for path, old_history in old_histories.items():
                durable.remove_file(path)
                restore_history(path, old_history)
            raise


def change(
    path: Path, command: str, edit: Callable[[Game], Outcome], *, seen: str | None = None
) -> tuple[Game, Outcome]:
    """Make one change to a ledger, and return the game before it and what ``edit`` returned.

    ``edit`` gets the game under the lock; the text changes as little as possible, and not at all if
    the game stays the same. ConflictError if the file no longer has the text ``seen``.
    """

    def edit_and_write(file: "LockedFile", text: str) -> tuple[Game, Outcome]:
        before = parsed(text, path)
        outcome = edit(before)
        try:
            edited = codec.rewrite(text, before, outcome.game)
        except LedgerError as error:
            raise in_file(path, error) from error
        has_new = len(outcome.game.rounds) > len(before.rounds)
        file.commit(command, text, edited, added=len(before.rounds) if has_new else None)
        return before, outcome

    return under_lock(path, edit_and_write, seen)


def change_text(
    path: Path, command: str, edit: Callable[[str], str], *, seen: str | None = None
) -> None:
    """Change a file's text; ConflictError if it isn't ``seen`` any more."""
    under_lock(path, lambda file, text: file.commit(command, text, edit(text)), seen)


def delete(path: Path, *, seen: str) -> Path:
    """Move a game and its history to a name that no command looks at, and return that name.

    ``undo`` brings it back, unless it was a link: that is moved, not its target. ConflictError if
    the file no longer has the text ``seen``.
    """
    from scorekeeper.store.history import NO_FILE, Change, history_path, save_history, with_change

    def move(file: "LockedFile", text: str) -> Path:
        file.refuse_saved(text.encode())
        numbers = itertools.chain([""], map(".{}".format, itertools.count(2)))
        names = (path.with_name(f".{path.name}{number}.deleted") for number in numbers)
        away = next(name for name in names if not is_there(name))
        if file.path == path:
            save_history(path, with_change(path, Change("delete", text, NO_FILE)))
        durable.move_file(path, away)
        return away

    away = under_lock(path, move, seen)
    if is_there(history := history_path(path)):
        durable.move_file(history, history_path(away))
    return away


def under_lock(path: Path, act: Callable[["LockedFile", str], T], seen: str | None = None) -> T:
    """Call ``act`` with a locked ledger and its text, and return its result.

    If an editor saves the file meanwhile, we call ``act`` again with the new text. ConflictError if
    the file no longer has the text ``seen``, or is saved all the time.
    """
    from scorekeeper.store.history import SavedMeanwhile, locked

    target = durable.resolved(path)
    for tries_left in range(MOST_TRIES, 0, -1):
        try:
            with suppress(SavedMeanwhile), locked(target) as file:
                text = ledger_text(target)
                if seen not in (None, text):
                    problem = f"{printable(path)} was changed in the meantime"
                    remedy = "look at it and try again; nothing was written"
                    raise ConflictError(problem, remedy=remedy)
                return act(file, text)
        except FileError as error:
            is_gone = isinstance(error.__cause__, FileNotFoundError)
            if tries_left == 1 or not is_gone or not durable.is_being_saved(target):
                raise
            time.sleep(durable.SAVING_SECONDS / 10)  # an editor may be replacing it
    problem = f"another program keeps saving {printable(path)}"
    raise ConflictError(problem, remedy="close it there and try again; nothing was written")
