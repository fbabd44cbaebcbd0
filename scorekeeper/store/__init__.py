"""Game files: the one place that reads and writes them.

A change is made under a lock, written whole or not at all, and can be taken back.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper import codec
from scorekeeper.errors import ConflictError, FileError, LedgerError, printable
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.store import durable
from scorekeeper.store.folder import is_there, ledgers_in, looks_like_game

__all__ = ["is_there", "ledgers_in", "looks_like_game"]
"""What is in another file of this room and asked for here, beside what stands below."""

written: dict[Path, bytes] = {}
"""What this program has begun to write to each game's file, for whoever is stopped and wonders."""

if TYPE_CHECKING:
    from scorekeeper.store.history import History


class Loaded(NamedTuple):
    """A game with the text that it was read from, and the file."""

    game: Game
    text: str
    path: Path


class Changed(NamedTuple):
    """A game before and after a change, and what is worth saying of it.

    ``parted``: the file had a second name (a hard link), which keeps the text before the change.
    """

    before: Game
    after: Game
    remarks: tuple[str, ...]
    parted: bool


def read_text(path: Path) -> str:
    """The text of a file as it is, byte order mark and line ends included.

    Raises FileError for a file that cannot be read, LedgerError for one that is no text.
    """
    return decoded(durable.read_file(path), path)


def decoded(content: bytes, path: Path) -> str:
    """The text of a file with this content; LedgerError, naming the line, where it is none."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        remedy = "save the file as UTF-8, or name a ledger"
        fault = LedgerError("this is no text in UTF-8", remedy=remedy, line=line)
        raise in_file(path, fault) from error


def load(path: Path) -> Loaded:
    """Read a game; FileError or LedgerError, naming file and line, where that cannot be."""
    text = read_text(path)
    return Loaded(parsed(text, path), text, path)


def load_ledger(path: str | Path) -> Game:
    """The game in a ledger file.

    Raises FileError for a file that cannot be read, LedgerError, naming the line, for one that
    is no ledger.
    """
    return load(Path(path)).game


def parsed(text: str, path: Path) -> Game:
    """The game that the text of a file means; LedgerError with file and line where it is none."""
    try:
        return codec.read(text)
    except LedgerError as error:
        raise in_file(path, error) from error


def in_file(path: Path, error: LedgerError) -> LedgerError:
    """The same error with the file's name and the line in front."""
    name = printable(str(path))
    place = f"{name}:{error.line}" if error.line else name
    return LedgerError(f"{place}: {error.problem}", remedy=error.remedy, line=error.line)


def create(path: Path, game: Game, command: str = "new") -> None:
    """Write a new ledger; ConflictError when the file is there already.

    ``command`` can be taken back like any change, and where it could not, no ledger is written.
    What an earlier game of this name has left of its history is not the new one's, and goes.
    """
    create_text(path, codec.write_new(game), command)


def create_text(path: Path, text: str, command: str) -> None:
    """Write a new file with a text; as ``create``."""
    from scorekeeper.store.history import NOTHING, Change, History, save_history

    written[path] = text.encode()
    durable.create_file(path, written[path])
    try:
        save_history(path, History([Change(command, NOTHING, text)]))
    except FileError:
        durable.remove_file(path)
        raise


def create_all(games: Iterable[tuple[Path, Game]], command: str) -> None:
    """Write new ledgers, all of them or none; raises as ``create``."""
    from scorekeeper.store.history import history_path

    made: list[Path] = []
    try:
        for path, game in games:
            create(path, game, command)
            made.append(path)
    except BaseException:
        for path in made:
            durable.remove_file(path)
            durable.remove_file(history_path(path))
        raise


def change(
    path: Path, command: str, edit: Callable[[Game], Outcome], *, seen: str | None = None
) -> Changed:
    """Make one change to a ledger: the game before and after it, and what there is to say.

    ``edit`` gets the game as it is under the lock and returns what it shall be; the text is
    changed as little as possible. With ``seen``, the text that a person decided upon, the file
    must still be that (ConflictError). A change that changes nothing writes nothing.
    """
    with opened(path, seen) as (target, text):
        before = parsed(text, path)
        after, remarks = edit(before)
        if after == before:
            return Changed(before, after, remarks, parted=False)
        try:
            edited = codec.rewrite(text, before, after)
        except LedgerError as error:
            raise in_file(path, error) from error
        added = len(before.rounds) if len(after.rounds) > len(before.rounds) else None
        parted = commit(target, command, text, edited, added)
        return Changed(before, after, remarks, parted)


def change_text(path: Path, command: str, edited: str, *, seen: str) -> bool:
    """Put another text in place of the one ``seen``; ConflictError when that is not there.

    Whether the file had a second name, as ``Changed`` says it.
    """
    with opened(path, seen) as (target, text):
        return commit(target, command, text, edited)


def put_away(path: Path, *, seen: str) -> Path:
    """Move a game, and its history, to a name that no command looks at; that name.

    ``undo`` brings it back. ConflictError where the game is not the one ``seen``. A link is moved,
    not what it leads to, and only by hand back again.
    """
    from scorekeeper.store.history import (
        NOTHING,
        Change,
        history_path,
        save_history,
        with_change,
    )

    with opened(path, seen) as (target, text):
        away = next(name for name in away_names(path) if not is_there(name))
        if target == path:
            save_history(path, with_change(path, Change("delete", text, NOTHING)))
        durable.move_file(path, away)
    if is_there(history := history_path(path)):
        durable.move_file(history, history_path(away))
    return away


def away_names(path: Path) -> Iterator[Path]:
    """The names under which a file may be put away, one after the other."""
    yield path.with_name(f".{path.name}.deleted")
    yield from (path.with_name(f".{path.name}.{number}.deleted") for number in itertools.count(2))


@contextmanager
def opened(path: Path, seen: str | None = None) -> Iterator[tuple[Path, str]]:
    """The file that a name leads to, and its text, under its lock while the block runs.

    ConflictError where it is not the text ``seen``, if there is one.
    """
    from scorekeeper.store.lock import locked

    target = durable.resolved(path)
    with locked(target):
        text = read_text(target)
        if seen not in (None, text):
            problem = f"{printable(str(path))} was changed meanwhile"
            remedy = "look at it and type that again; nothing was written"
            raise ConflictError(problem, remedy=remedy)
        yield target, text


def commit(target: Path, command: str, text: str, edited: str, added: int | None = None) -> bool:
    """Write a change and what it takes to take it back; as ``write``."""
    # Most commands only read, and need no history.
    from scorekeeper.store.history import Change, with_change

    return write(target, with_change(target, Change(command, text, edited, added)), edited)


def write(target: Path, history: "History", text: str) -> bool:
    """Write history and ledger, in this order: a kill between the two can be told afterwards.

    Without any text the ledger goes. Whether it had a second name, which the new text
    does not get.
    """
    from scorekeeper.store.history import save_history

    content = text.encode()
    if len(content) > durable.LARGEST_FILE:
        problem = f"{printable(str(target))} would be larger than any game"
        raise FileError(problem, remedy="leave the long text out")
    durable.refuse_unwritable(target)
    parted = target.stat().st_nlink > 1
    save_history(target, history)
    written[target] = content
    if not text:
        durable.remove_file(target)
    else:
        durable.replace_file(target, content)
    return parted
