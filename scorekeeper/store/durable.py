"""Files that are written whole or not at all.

Of all that touches files only this and the lock tell one operating system from another. The lines
for Windows and macOS follow their documentation and have not been run.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.errors import SK, ConflictError, FileError, printable

LARGEST_FILE = 1 << 20
"""Bytes of the largest ledger: hundreds of evenings would fit."""

STALE_SECONDS = 3600.0

RANDOM_BYTES = 8
"""Random bytes in the name of a temporary file."""

LONGEST = 50
"""Letters of a file's name that its temporary file repeats: a letter may take four bytes of 255."""

SAVING_SECONDS = 0.2
"""How long an editor may take to save a file."""

OTHERS = 0o077
"""The part of a mode that lets other users in."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

written: dict[Path, bytes] = {}
"""What this program has begun to write to each file; empty for a file that it removes.

Whoever presses Ctrl-C is told what was written.
"""


_rehearsed: dict[Path, bytes] | None = None


@contextmanager
def rehearsal() -> Iterator[dict[Path, bytes]]:
    """While this lasts nothing is written; what would be is kept, nothing for a file that goes."""
    global _rehearsed
    _rehearsed = {}
    try:
        yield _rehearsed
    finally:
        _rehearsed = None


def _is_rehearsed(path: Path, content: bytes = b"") -> bool:
    """Whether nothing is to be written; then the content is kept."""
    if _rehearsed is not None:
        _rehearsed[path] = content
    return _rehearsed is not None


@contextmanager
def told(path: Path, what: str, remedy: str) -> Iterator[None]:
    """Turn an error of the system into a FileError, except that a name is taken."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        remedy = "make room on the disk" if error.errno in FULL else remedy
        reason = (error.strerror or str(error)).lower()
        problem = f"{printable(str(path))} cannot be {what}: {reason}"
        raise FileError(problem, remedy=remedy) from error
    except ValueError as error:
        problem = f"{printable(str(path))} cannot be a file name"
        raise FileError(problem, remedy="give another name") from error


@contextmanager
def opened_to_read(
    path: Path, beside: Callable[[Path], Path] | None = None, *, follows: bool = True
) -> Iterator[int]:
    """A descriptor of a file, or of the one that lies beside it; FileError where there is none.

    FileError also for a link that is not to be followed.
    """
    # Not waiting: a pipe without a writer would never answer.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    flags |= 0 if follows else getattr(os, "O_NOFOLLOW", 0)
    with told(path, "read", "look at who may read it"):
        try:
            descriptor = os.open(beside(path) if beside else path, flags)
        except FileNotFoundError as error:
            remedy = f"look for a slip in the name, or start a game with {SK}new"
            raise FileError(f"there is no file {printable(str(path))}", remedy=remedy) from error
        except OSError as error:
            if error.errno != errno.ELOOP or follows:
                raise
            raise FileError(f"{printable(str(path))} is a link", remedy="take it away") from None
    try:
        yield descriptor
    finally:
        with suppress(OSError):  # nothing was written through it
            os.close(descriptor)


def read_file(path: Path, largest: int = LARGEST_FILE) -> bytes:
    """The bytes of a regular file of at most ``largest`` bytes; FileError otherwise."""
    with opened_to_read(path) as descriptor:
        return _content(path, descriptor, largest)


def read_beside(path: Path, largest: int = LARGEST_FILE, *, private: bool = False) -> bytes:
    """The bytes of a file that the program keeps beside a ledger; as ``read_file``.

    Somebody else may write in the folder, too: a link there is not followed. A ``private`` file
    is ours, and nobody else could read it.
    """
    with opened_to_read(path, follows=False) as descriptor:
        return _content(path, descriptor, largest, private=private)


def is_missing(error: FileError) -> bool:
    """True if a file couldn't be read because it doesn't exist, or its name is too long."""
    reason = error.__cause__
    return isinstance(reason, OSError) and reason.errno in (errno.ENOENT, errno.ENAMETOOLONG)


def _refuse_open(path: Path, descriptor: int, facts: os.stat_result) -> None:
    """Raise FileError for a file that is another user's, or that others could read."""
    name, remedy = printable(str(path)), "take it away"
    if sys.platform == "win32":
        return
    if facts.st_uid != os.geteuid():
        raise FileError(f"{name} belongs to another user", remedy=remedy)
    if facts.st_mode & OTHERS and (facts.st_nlink > 1 or _can_be_closed(descriptor, facts)):
        raise FileError(f"other users could read {name}", remedy=remedy)


def _can_be_closed(descriptor: int, facts: os.stat_result) -> bool:
    """Whether others can be kept out of a file; on most memory sticks every file is open to all."""
    with suppress(OSError):
        os.fchmod(descriptor, 0o600)
        is_closed = not os.fstat(descriptor).st_mode & OTHERS
        os.fchmod(descriptor, stat.S_IMODE(facts.st_mode))
        return is_closed
    return False


def _content(path: Path, descriptor: int, largest: int, *, private: bool = False) -> bytes:
    name = printable(str(path))
    with told(path, "read", "look at the disk"):
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise FileError(f"{name} is not a file that could hold a game", remedy="name a ledger")
        if private:
            _refuse_open(path, descriptor, facts)
        if facts.st_size > largest:
            problem = f"{name} has {facts.st_size} bytes, far more than any game"
            raise FileError(problem, remedy="name a ledger; they are a few thousand bytes long")
        # A file object would take as long as all the rest, and folders hold a thousand games.
        return b"".join(iter(lambda: os.read(descriptor, facts.st_size + 1), b""))


def is_being_saved(path: Path) -> bool:
    """Whether an editor may be saving a file: it, or else its folder, was changed just now."""
    for changed in (path, path.parent):
        with suppress(OSError, ValueError):
            return 0 <= time.time() - changed.stat().st_mtime < SAVING_SECONDS
    return False


def has_second_name(path: Path) -> bool:
    """Whether a hard link leads to the same file."""
    with told(path, "read", "look at the disk"):
        return path.stat().st_nlink > 1


def is_written(path: Path) -> bool:
    """Whether a file is as this program has begun to write it, or to take it away."""
    with suppress(OSError):
        return (path.read_bytes() if path.exists() else b"") == written.get(path)
    return False


@contextmanager
def signals_wait() -> Iterator[list[int]]:
    """Let Ctrl-C, and whoever wants to end the program, wait until the block is over.

    What has come until then is in the list. Only the main thread is ever interrupted.
    """
    import signal
    import threading

    came: list[int] = []
    usual = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number and signal.getsignal(number) not in (signal.SIG_IGN, None):
                usual[number] = signal.signal(number, lambda which, _: came.append(which))
    try:
        yield came
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


OTHER_NAME = "choose another name with -f, or go on with that game"


def create_file(
    path: Path,
    content: bytes,
    instead: str = OTHER_NAME,
    before: Callable[[], object] = lambda: None,
) -> None:
    """Write a file that must not be there yet; ConflictError, with what to do, when it is.

    ``before`` is called when all is written and only the name is missing.
    """
    if _is_rehearsed(path, content):
        return
    written[path] = content
    temporary = _write_beside(path, content, None, _mode(None))
    try:
        before()
        with told(path, "written", "look at the folder and the disk"):
            _name_first(temporary, path)
    except FileExistsError as error:
        raise ConflictError(f"{printable(str(path))} is there already", remedy=instead) from error
    finally:
        is_gone = _take_away(temporary)
    _flush_folder(path.parent)
    if not is_gone:  # some folders let nobody take away what lies there
        raise FileError(
            f"{printable(str(path))} was made, and {temporary.name} beside it cannot be taken away",
            remedy="start games in a folder where files may be replaced",
        )


def remove_file(path: Path) -> None:
    """Take a file away for good; FileError where that cannot be."""
    if _is_rehearsed(path):
        return
    with told(path, "taken away", "look at the folder"):
        path.unlink()
    _flush_folder(path.parent)


def _take_away(path: Path) -> bool:
    """Remove a file if possible, and say whether it was; a worse error may be on its way."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        return True
    return False


def _name_first(temporary: Path, path: Path) -> None:
    """Give a file a new name; FileExistsError if another file has it."""
    try:
        # A link fails where the name is taken; a rename would replace what somebody just wrote.
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # A disk that knows no hard links (FAT, some network shares): the name is taken empty.
        path.touch(exist_ok=False)
        try:
            _rename(temporary, path)
        except BaseException:
            _take_away(path)
            raise


def replace_file(
    path: Path,
    content: bytes,
    like: Path | None = None,
    before: Callable[[], object] = lambda: None,
) -> None:
    """Put ``content`` in place of a file, or make the file; its mode and its owner stay.

    If the file ``like`` exists, the new one gets its owner, and lets in nobody whom it keeps
    out. Until the very end the old file is whole; afterwards the new one is, even if the
    power fails. ``before`` is called right before the end. A symbolic link is replaced, not what
    it leads to (see ``resolved``).
    """
    with told(path, "written", "give it another name"):
        facts = _facts(path)
        if facts:
            refuse_unwritable(path)
        owner = _facts(like) if like else facts
    mode = _mode(owner) & _mode(facts) if facts else _mode(owner)
    _replace(path, content, owner, mode, before)


def replace_private(path: Path, content: bytes) -> None:
    """Put ``content`` in place of whatever lies there, as a file that only we may read."""
    _replace(path, content, None, None)


def _replace(
    path: Path,
    content: bytes,
    owner: os.stat_result | None,
    mode: int | None,
    before: Callable[[], object] = lambda: None,
) -> None:
    if _is_rehearsed(path, content):
        return
    written[path] = content
    temporary = _write_beside(path, content, owner, mode)
    try:
        before()
        with told(path, "written", "look at the folder and the disk"):
            _rename(temporary, path)
    finally:
        _take_away(temporary)
    _flush_folder(path.parent)


def _facts(path: Path) -> os.stat_result | None:
    """What the system knows of a regular file; None where there is none."""
    try:
        facts = path.lstat()
    except FileNotFoundError:
        return None
    return facts if stat.S_ISREG(facts.st_mode) else None


def _mode(facts: os.stat_result | None) -> int:
    """The mode of a file, that of a new one where there is none."""
    if facts:
        return stat.S_IMODE(facts.st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def move_file(path: Path, name: Path) -> None:
    """Give a file another name in the same folder."""
    if _is_rehearsed(path):
        return
    with told(path, "moved", "look at who may write in its folder"):
        _rename(path, name)
    _flush_folder(path.parent)


def rename_to_new(path: Path, name: Path) -> None:
    """Give a file another name in the same folder, which no file may have; ConflictError else."""
    if _is_rehearsed(path):
        return
    try:
        with told(path, "moved", "look at who may write in its folder"):
            _name_first(path, name)
    except FileExistsError as error:
        problem = f"{printable(str(name))} is there already"
        raise ConflictError(problem, remedy="move that file first") from error
    _take_away(path)
    _flush_folder(path.parent)


def refuse_unwritable(path: Path) -> None:
    """Raise FileError for a file that this person may not write; a rename would replace it."""
    as_who = os.access in os.supports_effective_ids
    if not os.access(path, os.W_OK, effective_ids=as_who):
        remedy = "make it writable, or copy it"
        raise FileError(f"{printable(str(path))} may not be written", remedy=remedy)


def resolved(path: Path) -> Path:
    """The file that ``path`` leads to through symbolic links; ``path`` itself where it is none."""
    try:
        return path.resolve() if os.path.islink(path) else path  # noqa: PTH114 - it never raises
    except (OSError, RuntimeError, ValueError) as error:
        problem = f"{printable(str(path))} leads nowhere"
        raise FileError(problem, remedy="name the file itself") from error


def _write_beside(
    path: Path, content: bytes, owner: os.stat_result | None, mode: int | None
) -> Path:
    """A new file in the same folder with ``content``, on the disk when this returns.

    It gets the owner in ``owner``, else us; without a ``mode`` only we may read it.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with told(path, "written", "look at who may write there"):
        temporary = path.with_name(f".{path.name[:LONGEST]}.{os.urandom(RANDOM_BYTES).hex()}.tmp")
        if os.path.lexists(path):  # an import would look at every new file for each of them
            _sweep(path)
        try:
            descriptor = os.open(temporary, flags, 0o600)
        except FileNotFoundError as error:
            remedy = "make the folder first, or choose another"
            folder = printable(str(path.parent))
            raise FileError(f"there is no folder {folder}", remedy=remedy) from error
    try:
        remedy = "look at the folder and the disk"
        with told(path, "written", remedy), os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            _make_alike(descriptor, owner, mode)
            _flush(descriptor)
    except BaseException:
        _take_away(temporary)
        raise
    return temporary


def _make_alike(descriptor: int, owner: os.stat_result | None, mode: int | None) -> None:
    """Give a file a mode, and the owner of another as far as that is allowed."""
    if sys.platform == "win32":
        return
    if owner is not None and (owner.st_uid, owner.st_gid) != (os.getuid(), os.getgid()):
        with suppress(OSError):
            os.fchown(descriptor, owner.st_uid, owner.st_gid)
    if mode is not None:
        os.fchmod(descriptor, mode)


def _sweep(path: Path) -> None:
    """Remove the temporary files of writers of this file that were killed over an hour ago."""
    begins, ends = f".{path.name[:LONGEST]}.", ".tmp"
    with suppress(OSError), os.scandir(path.parent) as files:
        for left in files:
            is_ours = left.name.startswith(begins) and left.name.endswith(ends)
            if not is_ours or len(left.name) != len(begins) + 2 * RANDOM_BYTES + len(ends):
                continue
            with suppress(OSError):
                if time.time() - left.stat(follow_symlinks=False).st_mtime > STALE_SECONDS:
                    Path(left).unlink()


def _flush(descriptor: int) -> None:
    """Bring a file to the disk itself."""
    if sys.platform == "darwin":
        import fcntl

        # fsync stops at the drive's cache there; but some drives and shares know nothing else.
        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def _flush_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk; Windows does so by itself."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _rename(source: Path, target: Path) -> None:
    tries = 10 if sys.platform == "win32" else 1
    for left in range(tries, 0, -1):
        try:
            source.replace(target)
            return
        except PermissionError:
            # Windows refuses while a virus scanner or a backup has the file open.
            if left == 1:
                raise
            time.sleep(0.05)
