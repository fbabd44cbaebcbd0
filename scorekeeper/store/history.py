"""The lock that a writer takes for each change, and the history that undo reads.

The history has the text before each change, and the command that made it. It is written before the
ledger, so a kill between the two may leave it one step ahead; the ledger's text shows whether it
is. A person may delete the history at any time. An editor takes no lock: what it saves just as a
change is written becomes a step of the history. The lines for Windows have only run on a stand-in.
"""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.codec import looks_like_ledger
from scorekeeper.errors import ConflictError, FileError, printable
from scorekeeper.store import durable

MOST_CHANGES = 200
LARGEST_HISTORY = 8 << 20  # bytes: 200 changes of a ledger of 40,000; the oldest make room
NO_FILE = ""  # the text of a ledger that doesn't exist
CREATING = ("new", "again", "import", "people")  # the commands that can create a file


class Change(NamedTuple):
    """A change that was made, or undone."""

    command: str
    before: str
    after: str
    added: int | None = None  # the index of the round that an ``add`` wrote
    redone: bool = False

    @property
    def creates_file(self) -> bool:
        """Whether there was no file before it."""
        return self.before == NO_FILE and self._name in CREATING

    @property
    def deletes_file(self) -> bool:
        """Whether it put the game away."""
        return self.after == NO_FILE and self._name == "delete"

    @property
    def is_of_game(self) -> bool:
        """Whether the file is a game, rather than the one that ``people`` writes."""
        return self._name != "people"

    @property
    def _name(self) -> str:
        return self.command.partition(" ")[0]


class History:
    """The changes to one ledger, oldest first, and those that were undone, the latest last."""

    def __init__(self, changes: Iterable[Change] = (), undone: Iterable[Change] = ()) -> None:
        self.changes = list(changes)
        self.undone = list(undone)

    def add(self, change: Change) -> None:
        """Remember a change that is about to be made; ``redo`` then has nothing left to do."""
        self.changes.append(change)
        del self.changes[:-MOST_CHANGES]
        self.undone.clear()

    def redo_last(self) -> Change:
        """Move the change that was undone last back to ``changes``, and return it."""
        self.changes.append(self.undone.pop()._replace(redone=True))
        return self.changes[-1]

    def forget_interrupted(self, text: str) -> None:
        """Forget the step that a kill cut short, if ``text`` shows that there was one."""
        last = self.changes[-1] if self.changes else None
        if last and last.after != text and last.before == text:
            self.changes.pop()
            if last.redone:
                self.undone.append(last)
            return
        for i, undone in enumerate(self.undone):
            if undone.after == text != self.undone[-1].before:
                # An undo of one step or several that never reached the ledger.
                self.changes += reversed(self.undone[i:])
                del self.undone[i:]
                return


def history_path(ledger: Path) -> Path:
    """The history of a ledger: ``.NAME.toml.history`` beside it."""
    return ledger.with_name(f".{ledger.name}.history")


def history_bytes(ledger: Path) -> bytes | None:
    """The bytes of the history of a ledger, for ``restore_history``; None if there is none.

    FileError if the system can't read it: writing over it would lose every step.
    """
    try:
        return durable.read_file(history_path(ledger), LARGEST_HISTORY, follows=False)
    except FileError as error:
        if isinstance(error.__cause__, OSError) and not durable.is_missing(error):
            raise
        return None


def restore_history(ledger: Path, kept: bytes | None) -> None:
    """Restore the kept history of a ledger."""
    if kept is not None:
        durable.replace_file(history_path(ledger), kept, like=ledger)
    elif durable.is_there(history_path(ledger)):
        durable.remove_file(history_path(ledger))


def load_history(ledger: Path) -> History:
    """The history of a ledger, empty if missing or damaged; raises as ``history_bytes`` does."""
    import json  # most commands never read a history

    content = history_bytes(ledger)
    try:
        document = json.loads(content or b"")
        undone = [_from_json(facts, None) for facts in document["undone"]]
        changes: list[Change] = []
        for facts in reversed(document["changes"]):
            changes.append(_from_json(facts, changes[-1].before if changes else None))
        return History(reversed(changes), undone)
    except (ValueError, KeyError, TypeError, RecursionError):
        return History()


def with_change(ledger: Path, change: Change) -> History:
    """The history of a ledger with a change that is about to be made."""
    history = load_history(ledger)
    history.forget_interrupted(change.before)
    history.add(change)
    return history


def _from_json(facts: Any, following: str | None) -> Change:
    """Read a change; if the text after it was left out, it is the ``following`` one."""
    if not isinstance(facts, dict):
        raise TypeError("a change is an object")
    command, before, after = facts["command"], facts["before"], facts.get("after", following)
    if not (isinstance(command, str) and isinstance(before, str) and isinstance(after, str)):
        raise TypeError("a change has a command, a text before it and one after it")
    (before + after).encode()  # JSON can hold half a character, which a file can't
    # Old histories left a 0 out.
    added = facts.get("added", 0 if command.partition(" ")[0] == "add" else None)
    added = added if isinstance(added, int) else None
    return Change(command, before, after, added, facts.get("redone") is True)


def save_history(ledger: Path, history: History) -> None:
    """Write as much of the history as there is room for; FileError if that isn't possible."""
    content = _as_bytes(history)
    while len(content) > LARGEST_HISTORY and len(history.changes) + len(history.undone) > 1:
        oldest = max(history.changes, history.undone, key=len)
        del oldest[: len(oldest) // 4 + 1]
        content = _as_bytes(history)
    durable.replace_file(history_path(ledger), content, like=ledger)


def _as_bytes(history: History) -> bytes:
    import json

    changes, following = history.changes, [change.before for change in history.changes[1:]]
    document = {
        "what": "what sk undo takes back; it may be deleted",
        "changes": list(map(_as_json, changes, [*following, None])),
        "undone": [_as_json(change, None) for change in history.undone],
    }
    return json.dumps(document, indent=0).encode()


def _as_json(change: Change, following: str | None) -> dict[str, Any]:
    """A change as JSON, without the text after it if that is the ``following`` one."""
    facts = change._asdict()
    if change.after == following:
        del facts["after"]
    # Not by ==: the first round's 0 equals False.
    return {key: value for key, value in facts.items() if value is not None and value is not False}


# ── what an editor saved meanwhile ────────────────────────────────────────────────────


def restore_saved(ledger: Path, new: bytes, late: bytes) -> None:
    """Put back what an editor saved, and raise SavedMeanwhile, so that the change is made again.

    If the ledger isn't ``new`` any more, what was saved becomes a step of the history instead.
    """
    try:
        if new:
            with locked(ledger) as file:
                file.replace(new, late)
        else:
            durable.create_file(ledger, late)
    except (SavedMeanwhile, ConflictError):
        with locked(ledger):
            _keep_in_history(ledger, late, durable.read_file(ledger).decode(errors="replace"))
    else:
        raise SavedMeanwhile


def _keep_in_history(ledger: Path, saved: bytes, text: str) -> None:
    """Add ``saved`` to the history of a ledger with this text, if it is a game and new."""
    history = load_history(ledger)
    changes = [*history.changes, *history.undone]
    texts = {text, *(known for change in changes for known in (change.before, change.after))}
    is_part = any(known.encode().startswith(saved) for known in texts)  # and so nothing new
    if looks_like_ledger(saved) and not is_part:
        edited = saved.decode(errors="replace")
        history.changes += [Change("edit", text, edited), Change("edit", edited, text)]
        save_history(ledger, history)


# ── the lock that writers take ──────────────────────────────────────────────────────────────


LOCK_SECONDS = 5.0  # how long a command waits for another one to finish writing


class SavedMeanwhile(Exception):  # noqa: N818 - not an error: the change is made again
    """An editor, which takes no lock, saved the file during a change."""


class LockedFile(NamedTuple):
    """A locked file. ``descriptor`` belongs to the lock."""

    path: Path
    descriptor: int

    def refuse_saved(self, content: bytes) -> None:
        """Raise SavedMeanwhile unless the file still has this content."""
        if _content(self) != content or not _is_same(self.descriptor, self.path):
            raise SavedMeanwhile

    def replace(self, old: bytes, new: bytes) -> None:
        """Replace the content ``old``; SavedMeanwhile if an editor saved the file meanwhile.

        In that case nothing is written, or what the editor saved is put back.
        """
        late: list[bytes | None] = []

        def look(file: Path) -> None:
            with durable.opened_to_read(file) as descriptor:
                late.append(self._replace(descriptor=descriptor).saved_late(old, new))

        try:
            durable.replace_file(
                self.path, new, before=lambda: self.refuse_saved(old), replaced=look
            )
        except FileError as error:
            if durable.is_missing(error):  # the editor has moved it away
                raise SavedMeanwhile from error
            raise
        for content in late or [self.saved_late(old, new)]:
            if content:
                restore_saved(self.path, new, content)

    def saved_late(self, *known: bytes) -> bytes | None:
        """What an editor saved into the old file just as it was replaced; None if nothing new."""
        if sys.platform == "win32" or _content(self) in known:  # Windows replaces no open file
            return None
        time.sleep(durable.SAVING_SECONDS)  # the editor may be halfway through
        return _content(self) or None

    def commit(self, command: str, old: str, new: str, added: int | None = None) -> None:
        """Write a change and what undoes it, if the texts differ; raises as ``write`` does."""
        if old != new:
            self.write(with_change(self.path, Change(command, old, new, added)), old, new)

    def write(self, changes: History, before: str, after: str) -> None:
        """Write the history, then the ledger, so that a kill between the two can be noticed later.

        An empty text ``after`` removes the ledger. SavedMeanwhile, and nothing is written, if it no
        longer has the text ``before``.
        """
        path, old, new = self.path, before.encode(), after.encode()
        if len(new) > durable.LARGEST_FILE:
            problem = f"{printable(path)} would be larger than any game"
            raise FileError(problem, remedy="shorten the long text")
        self.refuse_saved(old)
        durable.refuse_unwritable(path)
        old_history = history_bytes(path)
        save_history(path, changes)
        try:
            if after:
                self.replace(old, new)
            else:
                self.refuse_saved(old)
                durable.last_written[path] = b""
                durable.remove_file(path)
                if late := self.saved_late(old):
                    restore_saved(path, new, late)
        except SavedMeanwhile:
            restore_history(path, old_history)
            raise


@contextmanager
def locked(path: Path, seconds: float = LOCK_SECONDS) -> Iterator[LockedFile]:
    """Hold the lock of a file, or of the one that replaces it; ConflictError after ``seconds``."""
    deadline = time.monotonic() + seconds
    while True:
        with durable.opened_to_read(path, _lock_name) as descriptor:
            if _try_lock(descriptor, path):
                if _is_same(descriptor, path):
                    yield LockedFile(path, descriptor)
                    return
                continue
        if time.monotonic() > deadline:
            problem = f"{printable(path)} is being written by another program"
            raise ConflictError(problem, remedy="wait a moment and try again; nothing was changed")
        time.sleep(0.01)


if sys.platform == "win32":
    import msvcrt

    def _lock_name(path: Path) -> Path:
        # Windows can't replace a locked file, so the lock is on a file of its own.
        sidecar = path / ".lock" if path.is_dir() else path.with_name(f".{path.name}.lock")
        with suppress(FileExistsError):  # touching a link could create its target
            sidecar.touch(exist_ok=False)
        return sidecar

    def _try_lock(descriptor: int, path: Path) -> bool:  # noqa: ARG001 - any error is a wait
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _is_same(descriptor: int, path: Path) -> bool:  # noqa: ARG001 - nobody replaces it
        return True

    def _content(file: LockedFile) -> bytes:
        # The descriptor is the sidecar's, and a game may be gone or a folder may have its name.
        return durable.read_file(file.path) if file.path.is_file() else b""
else:
    import fcntl

    def _lock_name(path: Path) -> Path:
        return path

    def _try_lock(descriptor: int, path: Path) -> bool:
        # Some network shares have no locks.
        with durable.as_file_error(path, "locked", "keep it on this computer's own disk"):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def _is_same(descriptor: int, path: Path) -> bool:
        """Whether the locked file is still the one with this name."""
        with durable.as_file_error(path, "read", "check the disk"), suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(descriptor), path.stat())
        return False

    def _content(file: LockedFile) -> bytes:
        """The content of the locked file, even if another one has its name."""
        with durable.as_file_error(file.path, "read", "check the disk"):
            return os.pread(file.descriptor, durable.LARGEST_FILE + 1, 0)
