"""The lock that writers of a ledger take.

The lines for Windows follow its documentation and have not been run.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.errors import ConflictError, printable
from scorekeeper.store.durable import open_to_read, told

LOCK_SECONDS = 5.0
"""How long a command waits for another one to finish writing."""


@contextmanager
def locked(path: Path, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Hold the lock of a file while the block runs; ConflictError after ``seconds`` of waiting.

    The lock lies on the file that the name leads to at that moment: whoever waited for one that
    was replaced meanwhile takes the lock of the new one.
    """
    deadline = time.monotonic() + seconds
    while True:
        descriptor = open_to_read(path, _lock_name)
        try:
            if _try_lock(descriptor, path):
                if _is_same(descriptor, path):
                    yield
                    return
                continue
        finally:
            os.close(descriptor)
        if time.monotonic() > deadline:
            problem = f"{printable(str(path))} is being written by another program"
            raise ConflictError(problem, remedy="wait for it and try again; nothing was changed")
        time.sleep(0.01)


if sys.platform == "win32":
    import msvcrt

    def _lock_name(path: Path) -> Path:
        # A locked file cannot be replaced there, so the lock lies on a file of its own.
        sidecar = path.with_name(f".{path.name}.lock")
        sidecar.touch()
        return sidecar

    def _try_lock(descriptor: int, path: Path) -> bool:  # noqa: ARG001 - any error is a wait
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _is_same(descriptor: int, path: Path) -> bool:  # noqa: ARG001 - nobody replaces it
        return True
else:
    import fcntl

    def _lock_name(path: Path) -> Path:
        return path

    def _try_lock(descriptor: int, path: Path) -> bool:
        # Some network shares know no locks.
        with told(path, "locked", "keep it on a disk of this machine"):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def _is_same(descriptor: int, path: Path) -> bool:
        """Whether the locked file is still the one with this name."""
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(descriptor), path.stat())
        return False
