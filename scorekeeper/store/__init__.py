"""Game files: the one place that reads and writes them.

A change is made under a lock, written whole or not at all, and can be taken back.
"""

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper import codec
from scorekeeper.errors import (
    ConflictError,
    FileError,
    LedgerError,
    UsageError,
    count,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.store.durable import (
    LARGEST_FILE,
    create_file,
    has_other_names,
    read_file,
    refuse_unwritable,
    replace_file,
    resolved,
)
from scorekeeper.store.folder import contents_in, is_there, ledgers_in, looks_like_game
from scorekeeper.store.lock import locked

__all__ = [
    "Changed",
    "Loaded",
    "change",
    "change_text",
    "contents_in",
    "create",
    "is_there",
    "ledgers_in",
    "load",
    "load_ledger",
    "looks_like_game",
    "read_text",
    "redo",
    "resolved",
    "undo",
]

if TYPE_CHECKING:
    from scorekeeper.store.history import Change, History


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
    content = read_file(path)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise LedgerError(
            f"{printable(str(path))}:{line}: this is no text in UTF-8",
            remedy="save the file as UTF-8, or name a ledger",
            line=line,
        ) from error


def load(path: Path) -> Loaded:
    """Read a game; FileError or LedgerError, naming file and line, where that cannot be."""
    text = read_text(path)
    return Loaded(_read(text, path), text, path)


def load_ledger(path: str | Path) -> Game:
    """The game in a ledger file.

    Raises FileError for a file that cannot be read, LedgerError, naming the line, for one that
    is no ledger.
    """
    return load(Path(path)).game


def _read(text: str, path: Path) -> Game:
    try:
        return codec.read(text)
    except LedgerError as error:
        raise _at(path, error) from error


def _at(path: Path, error: LedgerError) -> LedgerError:
    """The same error with the file's name and the line in front."""
    name = printable(str(path))
    place = f"{name}:{error.line}" if error.line else name
    return LedgerError(f"{place}: {error.problem}", remedy=error.remedy, line=error.line)


def create(path: Path, game: Game) -> None:
    """Write a new ledger; ConflictError when the file is there already."""
    create_file(path, codec.write_new(game).encode())


def change(
    path: Path, command: str, edit: Callable[[Game], Outcome], *, seen: str | None = None
) -> Changed:
    """Make one change to a ledger: the game before and after it, and what there is to say.

    ``edit`` gets the game as it is under the lock and returns what it shall be; the text is
    changed as little as possible. With ``seen``, the text that a person decided upon, the file
    must still be that (ConflictError). A change that changes nothing writes nothing.
    """
    target = resolved(path)
    with locked(target):
        text = _read_unchanged(target, path, seen)
        before = _read(text, path)
        after, remarks = edit(before)
        if after == before:
            return Changed(before, after, remarks, parted=False)
        try:
            edited = codec.rewrite(text, before, after)
        except LedgerError as error:
            raise _at(path, error) from error
        added = len(before.rounds) if len(after.rounds) > len(before.rounds) else None
        parted = has_other_names(target)
        _commit(target, command, text, edited, added)
        return Changed(before, after, remarks, parted)


def change_text(path: Path, command: str, edited: str, *, seen: str) -> None:
    """Put another text in place of the one ``seen``; ConflictError when that is not there."""
    target = resolved(path)
    with locked(target):
        text = _read_unchanged(target, path, seen)
        _commit(target, command, text, edited)


def _read_unchanged(target: Path, path: Path, seen: str | None) -> str:
    text = read_text(target)
    if seen is not None and seen != text:
        raise ConflictError(
            f"{printable(str(path))} was changed meanwhile",
            remedy="look at it and type that again; nothing was written",
        )
    return text


def _commit(target: Path, command: str, text: str, edited: str, added: int | None = None) -> None:
    """Write a change and what it takes to take it back."""
    # Most commands only read, and need no history.
    from scorekeeper.store.history import Change, load_history

    history = load_history(target)
    history.settle(text)
    history.add(Change(command, text, edited, added))
    _write(target, history, edited)


def _write(target: Path, history: "History", text: str) -> None:
    """Write history and ledger, in this order: a kill between the two can be told afterwards."""
    from scorekeeper.store.history import save_history

    content = text.encode()
    if len(content) > LARGEST_FILE:
        raise FileError(
            f"{printable(str(target))} would be larger than any game",
            remedy="leave the long text out",
        )
    refuse_unwritable(target)
    save_history(target, history)
    replace_file(target, content)


# ── back and forth ───────────────────────────────────────────────────────────────────────


def undo(path: Path, times: int = 1) -> list[str]:
    """Take back the last ``times`` changes; the commands that made them, the last one first.

    UsageError when there are fewer, ConflictError when a person edited the ledger since in a
    way that stands in the way. Then nothing is changed.
    """
    from scorekeeper.store.history import load_history

    target = resolved(path)
    with locked(target):
        text = read_text(target)
        _read(text, path)  # what no command can read is not to be guessed at by this one
        history = load_history(target)
        history.settle(text)
        if len(history.changes) < times:
            raise UsageError(
                _too_few(len(history.changes), "taken back"),
                remedy="see what the sheet says with sk sheet"
                if not history.changes
                else f"take back {len(history.changes)} with sk undo -n {len(history.changes)}",
            )
        commands = []
        for _ in range(times):
            last = history.changes[-1]
            left = last.before if last.after == text else _without_round(path, text, last)
            commands.append(history.take_back(text, left).command)
            text = left
        _write(target, history, text)
        return commands


def redo(path: Path) -> str:
    """Make the change again that was taken back last; the command that made it first.

    UsageError when there is none, ConflictError when the ledger was changed since.
    """
    from scorekeeper.store.history import load_history

    target = resolved(path)
    with locked(target):
        text = read_text(target)
        history = load_history(target)
        history.settle(text)
        if not history.undone:
            _read(text, path)
            raise UsageError(_too_few(0, "made again"), remedy="sk redo follows sk undo")
        if history.undone[-1].before != text:
            raise ConflictError(
                f"{printable(str(path))} was changed since, so nothing can be made again",
                remedy="type the command again",
            )
        change = history.bring_back()
        assert change.after is not None, "a change that was taken back knows its text"
        _write(target, history, change.after)
        return change.command


def _too_few(number: int, what: str) -> str:
    if not number:
        return f"there is nothing to be {what}"
    return f"only {count(number, 'change')} can be {what}"


def _without_round(path: Path, text: str, last: "Change") -> str:
    """``text``, which a person edited after ``last``, without the round that it added."""
    game = _read(text, path)
    if last.added is None:
        raise _in_the_way(
            path, last, f"line {_first_difference(last.after or '', text)} is another"
        )
    try:
        before = codec.read(last.before)
    except LedgerError as error:
        raise _in_the_way(path, last, "what was there before cannot be read") from error
    if game.names != before.names:
        names = listed(map(printable, before.names))
        raise _in_the_way(path, last, f"the players are no longer {names}, in this order")
    more = len(game.rounds) - len(before.rounds)
    if more != 1:
        what = "that round is gone" if more < 1 else "there are more rounds than it wrote"
        raise _in_the_way(path, last, what)
    # A dealer named ahead moved into the round, and is ahead again, unless a person named one.
    dealer = game.next_dealer or before.next_dealer
    return codec.rewrite(text, game, game._replace(rounds=game.rounds[:-1], next_dealer=dealer))


def _first_difference(one: str, other: str) -> int:
    """The 1-based line at which two texts part."""
    lines = zip_longest(one.split("\n"), other.split("\n"))
    return next((n for n, (was, now) in enumerate(lines, start=1) if was != now), 1)


def _in_the_way(path: Path, last: "Change", what: str) -> ConflictError:
    return ConflictError(
        f"{printable(str(path))} was edited by hand since {quoted(last.command, 80)}: {what}",
        remedy="take that change back by hand, or with sk fix; nothing was written",
    )
