"""The lock that writers of a ledger take.

The lines for Windows follow its documentation; only a stand-in has run them.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from scorekeeper.errors import ConflictError, printable
from scorekeeper.store.durable import (
    LARGEST_FILE,
    OLD,
    SAVING_SECONDS,
    as_file_error,
    exchange,
    opened_to_read,
    read_file,
    rename_over,
    signals_wait,
    take_away,
)

LOCK_SECONDS = 5.0
"""How long a command waits for another one to finish writing."""


class SavedMeanwhile(Exception):  # noqa: N818 - not an error: the change is made again
    """An editor, which takes no lock, saved the file during a change."""


class Held(NamedTuple):
    """A locked file. ``descriptor`` belongs to the lock."""

    path: Path
    descriptor: int

    def refuse_saved(self, content: bytes) -> None:
        """Raise SavedMeanwhile unless the file still has this content."""
        if _content(self) != content or not _is_same(self.descriptor, self.path):
            raise SavedMeanwhile

    def give_name(self, new: Path, content: bytes) -> Path:
        """Put the file ``new`` in the place of this one, if this one has the ``content`` still.

        Returns the name that this one has now, if any, which the caller removes. Otherwise
        SavedMeanwhile, and ``new`` is gone.
        """
        self.refuse_saved(content)
        try:
            return _replace(self, new, content)
        except FileNotFoundError:  # an editor has moved it away to save it
            raise SavedMeanwhile from None

    def saved_late(self, *known: bytes) -> bytes | None:
        """What an editor saved into the old file just as it was replaced; None if nothing new."""
        if _content(self) in known:
            return None
        time.sleep(SAVING_SECONDS)  # the editor may be halfway through
        return _content(self) or None


@contextmanager
def locked(path: Path, seconds: float = LOCK_SECONDS) -> Iterator[Held]:
    """Hold the lock of a file while the block runs; ConflictError after ``seconds`` of waiting.

    If the file was replaced while we waited, we lock the new one.
    """
    deadline = time.monotonic() + seconds
    while True:
        with opened_to_read(path, _lock_name) as descriptor:
            if _try_lock(descriptor, path):
                if _is_same(descriptor, path):
                    yield Held(path, descriptor)
                    return
                continue
        if time.monotonic() > deadline:
            problem = f"{printable(str(path))} is being written by another program"
            raise ConflictError(problem, remedy="wait for it and try again; nothing was changed")
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

    def _content(held: Held) -> bytes:
        # The descriptor is the sidecar's; and a game may be gone, or a folder have its name.
        return read_file(held.path) if held.path.is_file() else b""

    def _replace(held: Held, new: Path, content: bytes) -> Path:  # noqa: ARG001 - it can't swap
        rename_over(new, held.path)
        return new
else:
    import fcntl

    def _lock_name(path: Path) -> Path:
        return path

    def _try_lock(descriptor: int, path: Path) -> bool:
        # Some network shares have no locks.
        with as_file_error(path, "locked", "keep it on a disk of this computer"):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def _is_same(descriptor: int, path: Path) -> bool:
        """Whether the locked file is still the one with this name."""
        with as_file_error(path, "read", "check the disk"), suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(descriptor), path.stat())
        return False

    def _content(held: Held) -> bytes:
        """The content of the locked file, even if another one has its name."""
        with as_file_error(held.path, "read", "check the disk"):
            return os.pread(held.descriptor, LARGEST_FILE + 1, 0)

    def _replace(held: Held, new: Path, content: bytes) -> Path:
        """Swap the two names, look at the file that had ours, and swap again if it was saved.

        A kill may leave what was saved under the name ``old``, and the next change finds it.
        """
        old = new.with_suffix(OLD)
        # The lock lets no command build on the new file before it is sure to stay.
        with locked(new) as own, signals_wait():
            new.rename(old)
            try:
                if exchange(old, held.path):
                    held._replace(path=old).refuse_saved(content)
                else:
                    rename_over(old, held.path)
                return old
            except BaseException:
                if not _is_same(own.descriptor, old):
                    exchange(old, held.path)
                if _is_same(own.descriptor, old):
                    take_away(old)
                else:  # the editor has saved once more
                    exchange(old, held.path)
                raise
