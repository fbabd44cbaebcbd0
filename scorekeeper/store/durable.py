"""Files that are written whole or not at all.

Only this module and the lock depend on the operating system. The lines for Windows and macOS follow
their documentation, and have only run on a stand-in.
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

LARGEST_FILE = 1 << 20  # the most bytes in a ledger: hundreds of evenings would fit
STALE_SECONDS = 3600.0  # the age of a temporary file that nobody is writing any more
RANDOM_BYTES, TEMPORARY = 8, ".tmp"  # in the name of a temporary file, and at its end
LETTERS_KEPT = 50  # of the name, for its temporary file: each may take 4 of 255 bytes
SAVING_SECONDS = 0.5  # how long an editor may take to save a file
OTHERS_MAY = 0o077  # the mode bits that let other users in
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

last_written: dict[Path, bytes] = {}
"""What we have begun to write to each file, empty for a removal: Ctrl-C says what was written."""

_rehearsed: dict[Path, bytes] | None = None


@contextmanager
def rehearsal() -> Iterator[dict[Path, bytes]]:
    """Write nothing in this block; collect the contents instead, empty for a removed file."""
    global _rehearsed
    _rehearsed = {}
    try:
        yield _rehearsed
    finally:
        _rehearsed = None


def _is_rehearsed(path: Path, content: bytes = b"") -> bool:
    """Whether this is a rehearsal; if it is, it collects the content."""
    if _rehearsed is not None:
        _rehearsed[path] = content
    return _rehearsed is not None


@contextmanager
def as_file_error(path: Path, what: str, remedy: str) -> Iterator[None]:
    """Turn every OSError into a FileError, except FileExistsError."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        remedy = "free some space on the disk" if error.errno in DISK_FULL else remedy
        problem = f"{printable(path)} can't be {what}: {(error.strerror or str(error)).lower()}"
        raise FileError(problem, remedy=remedy) from error
    except ValueError as error:
        problem = f"{printable(path)} can't be a file name"
        raise FileError(problem, remedy="choose another name") from error


@contextmanager
def opened_to_read(
    path: Path, beside: Callable[[Path], Path] | None = None, *, follows: bool = True
) -> Iterator[int]:
    """A descriptor of a file, or of the one whose path ``beside`` returns; closed after the block.

    FileError, naming the file itself, if it can't be opened; without ``follows`` also for a link.
    """
    # Non-blocking: without a writer, a pipe would never answer.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    flags |= 0 if follows else getattr(os, "O_NOFOLLOW", 0)
    with as_file_error(path, "read", "check its permissions"):
        try:
            descriptor = os.open(beside(path) if beside else path, flags)
        except FileNotFoundError as error:
            remedy = f"check the name, or start a game with {SK}new"
            raise FileError(f"there is no file {printable(path)}", remedy=remedy) from error
        except OSError as error:
            if error.errno != errno.ELOOP or follows:
                raise
            raise FileError(f"{printable(path)} is a link", remedy="remove it") from None
    try:
        yield descriptor
    finally:
        with suppress(OSError):  # nothing was written through it
            os.close(descriptor)


def read_file(
    path: Path, largest: int = LARGEST_FILE, *, follows: bool = True, private: bool = False
) -> bytes:
    """The bytes of a regular file of at most ``largest`` bytes; FileError otherwise.

    Without ``follows``, FileError also for a link: others may write in the folder. A ``private``
    file must be ours as well, and closed to others.
    """
    name, check = printable(path), as_file_error(path, "read", "check the disk")
    with opened_to_read(path, follows=follows) as descriptor, check:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise FileError(f"{name} isn't a regular file", remedy="choose a game file")
        if private:
            _refuse_shared(path, descriptor, facts)
        if facts.st_size > largest:
            problem = f"{name} is too large: {facts.st_size} bytes"
            raise FileError(problem, remedy="choose a game file; they have a few thousand bytes")
        # A file object would double the time, and folders hold a thousand games.
        return b"".join(iter(lambda: os.read(descriptor, facts.st_size + 1), b""))


def is_there(path: Path) -> bool:
    """True if something has this name; False for a name that no file can have."""
    try:
        return path.exists()
    except OSError:
        return False


def written_at(path: Path) -> float:
    """When a file was last written; 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0


def is_missing(error: FileError) -> bool:
    """True if a file couldn't be read because it doesn't exist, or its name is too long."""
    reason = error.__cause__
    return isinstance(reason, OSError) and reason.errno in (errno.ENOENT, errno.ENAMETOOLONG)


def _refuse_shared(path: Path, descriptor: int, facts: os.stat_result) -> None:
    """Raise FileError for a file that is another user's, or that others could read."""
    if sys.platform == "win32":
        return
    if facts.st_uid != os.geteuid():
        raise FileError(f"{printable(path)} belongs to another user", remedy="remove it")
    if facts.st_mode & OTHERS_MAY and (facts.st_nlink > 1 or _could_be_private(descriptor, facts)):
        raise FileError(f"other users could read {printable(path)}", remedy="remove it")


def _could_be_private(descriptor: int, facts: os.stat_result) -> bool:
    """Whether the disk can keep other users out of a file; most memory sticks can't."""
    with suppress(OSError):
        os.fchmod(descriptor, 0o600)
        is_private = not os.fstat(descriptor).st_mode & OTHERS_MAY
        os.fchmod(descriptor, stat.S_IMODE(facts.st_mode))
        return is_private
    return False


def is_being_saved(path: Path) -> bool:
    """Whether an editor may be saving a file: it, or its folder if it is gone, just changed."""
    for changed in (path, path.parent):
        with suppress(OSError, ValueError):
            return 0 <= time.time() - changed.stat().st_mtime < SAVING_SECONDS
    return False


def is_written(path: Path) -> bool:
    """Whether a file is as this program wrote it, or gone if the program removed it."""
    with suppress(OSError):
        return (path.read_bytes() if path.exists() else b"") == last_written.get(path)
    return False


@contextmanager
def signals_wait() -> Iterator[list[int]]:
    """Hold back Ctrl-C and other signals to stop until the block ends; the list collects them.

    Only the main thread is ever interrupted.
    """
    import signal
    import threading

    signals: list[int] = []
    usual = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number and signal.getsignal(number) not in (signal.SIG_IGN, None):
                usual[number] = signal.signal(number, lambda which, _: signals.append(which))
    try:
        yield signals
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        for number in signals:
            signal.raise_signal(number)


def create_file(
    path: Path,
    content: bytes,
    remedy: str = "choose another name with -f, or continue that game",
    before: Callable[[], object] = lambda: None,  # called right before the file gets its name
) -> None:
    """Write a new file; ConflictError, with the ``remedy``, if it exists."""
    if _is_rehearsed(path, content):
        return
    temporary = _write_beside(path, content, None, _mode(None))
    try:
        before()
        with as_file_error(path, "written", "check the folder and the disk"):
            _claim_name(temporary, path)
    except FileExistsError as error:
        raise ConflictError(f"{printable(path)} already exists", remedy=remedy) from error
    finally:
        is_gone = try_to_remove(temporary)
    _flush_folder(path.parent)
    if not is_gone:
        raise FileError(
            f"{printable(path)} was made, but {temporary.name} there can't be removed",
            remedy="start games in a folder where files may be replaced",
        )


def remove_file(path: Path) -> None:
    """Remove a file for good; FileError if that isn't possible."""
    if _is_rehearsed(path):
        return
    with as_file_error(path, "removed", "check the folder"):
        path.unlink()
    _flush_folder(path.parent)


def try_to_remove(path: Path) -> bool:
    """Remove a file if possible, and say whether it was; there may be a worse error to report."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        return True
    return False


def _claim_name(temporary: Path, path: Path) -> None:
    """Give a file a new name; FileExistsError if another file has it."""
    # A link and an empty file fail if the name is taken; a rename would replace that file.
    try:
        os.link(temporary, path)
    except OSError:
        # A disk without hard links (FAT, some network shares): an empty file reserves the name.
        path.touch(exist_ok=False)
        try:
            rename_over(temporary, path)
        except BaseException:
            try_to_remove(path)
            raise


def replace_file(
    path: Path,
    content: bytes,
    like: Path | None = None,  # the file to take the owner from, if it exists
    before: Callable[[], object] = lambda: None,  # called right before the rename
    replaced: Callable[[Path], object] | None = None,  # called with the old file, if that is kept
    *,
    private: bool = False,  # only for us to read
) -> None:
    """Replace or make a file; its mode and owner stay, and never let in more people than before.

    The old file is whole until the new one is, even if the power fails. A symbolic link is replaced
    (see ``resolved``). Where names can be swapped, ``replaced`` gets the very file that was there.
    """
    owner, mode = None, None
    if not private:
        with as_file_error(path, "written", "choose another name"):
            old = _stat_of(path)
            if old:
                refuse_unwritable(path)
            owner = _stat_of(like) if like else old
        mode = _mode(owner) & _mode(old) if old else _mode(owner)
    if _is_rehearsed(path, content):
        return
    temporary = _write_beside(path, content, owner, mode)
    try:
        with as_file_error(path, "written", "check the folder and the disk"):
            before()
            if replaced and swap_names(temporary, path):
                replaced(temporary)
            else:
                rename_over(temporary, path)
    finally:
        try_to_remove(temporary)
    _flush_folder(path.parent)


def _stat_of(path: Path) -> os.stat_result | None:
    """The stat result of a regular file; None if there isn't one."""
    try:
        facts = path.lstat()
    except FileNotFoundError:
        return None
    return facts if stat.S_ISREG(facts.st_mode) else None


def _mode(facts: os.stat_result | None) -> int:
    """The mode of a file; without ``facts``, that of a new one."""
    if facts:
        return stat.S_IMODE(facts.st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def move_file(path: Path, name: Path) -> None:
    """Give a file another name in the same folder."""
    if _is_rehearsed(path):
        return
    with as_file_error(path, "moved", "check the permissions of its folder"):
        rename_over(path, name)
    _flush_folder(path.parent)


def rename_to_new(path: Path, name: Path) -> None:
    """Give a file another name in the same folder; ConflictError if a file has that name."""
    if _is_rehearsed(path):
        return
    try:
        with as_file_error(path, "moved", "check the permissions of its folder"):
            _claim_name(path, name)
    except FileExistsError as error:
        problem = f"{printable(name)} already exists"
        raise ConflictError(problem, remedy="move that file first") from error
    try_to_remove(path)
    _flush_folder(path.parent)


def refuse_unwritable(path: Path) -> None:
    """Raise FileError for a write-protected file, which a rename would replace all the same."""
    effective = os.access in os.supports_effective_ids

    def can_be_written() -> bool:
        return os.access(path, os.W_OK, effective_ids=effective)

    # An editor may have moved it away to save it, and put it back in between.
    if not can_be_written() and path.exists() and not can_be_written():
        remedy = "make it writable, or copy it"
        raise FileError(f"{printable(path)} is write-protected", remedy=remedy)


def resolved(path: Path) -> Path:
    """The target of ``path`` if it is a symbolic link, else ``path`` itself."""
    try:
        return path.resolve() if os.path.islink(path) else path  # noqa: PTH114 - it never raises
    except (OSError, RuntimeError, ValueError) as error:
        problem = f"{printable(path)} is a broken link"
        raise FileError(problem, remedy="give the file itself") from error


def _write_beside(
    path: Path, content: bytes, owner: os.stat_result | None, mode: int | None
) -> Path:
    """Write and flush a new file in the same folder; without a ``mode`` only we may read it."""
    last_written[path] = content
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with as_file_error(path, "written", "check the permissions of its folder"):
        name = f".{path.name[:LETTERS_KEPT]}.{os.urandom(RANDOM_BYTES).hex()}{TEMPORARY}"
        temporary = path.with_name(name)
        if os.path.lexists(path):  # an import of many games would scan the folder for each
            _sweep(path)
        try:
            descriptor = os.open(temporary, flags, 0o600)
        except FileNotFoundError as error:
            remedy = "create the folder first, or choose another"
            folder = printable(path.parent)
            raise FileError(f"there is no folder {folder}", remedy=remedy) from error
    try:
        remedy = "check the folder and the disk"
        with as_file_error(path, "written", remedy), os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            _copy_mode_and_owner(descriptor, owner, mode)
            _flush(descriptor)
    except BaseException:
        try_to_remove(temporary)
        raise
    return temporary


def _copy_mode_and_owner(descriptor: int, owner: os.stat_result | None, mode: int | None) -> None:
    """Give a file a mode, and the ``owner`` if the system allows it."""
    if sys.platform == "win32":
        return
    if owner is not None and (owner.st_uid, owner.st_gid) != (os.getuid(), os.getgid()):
        with suppress(OSError):
            os.fchown(descriptor, owner.st_uid, owner.st_gid)
    if mode is not None:
        os.fchmod(descriptor, mode)


def _sweep(path: Path) -> None:
    """Remove temporary files of this file whose writers were killed over an hour ago."""
    begins = f".{path.name[:LETTERS_KEPT]}."
    length = len(begins) + 2 * RANDOM_BYTES + len(TEMPORARY)
    with suppress(OSError):
        for name in os.listdir(path.parent):  # noqa: PTH208 - paths of a thousand games take long
            if name.startswith(begins) and name.endswith(TEMPORARY) and len(name) == length:
                file = path.with_name(name)
                with suppress(OSError):
                    if time.time() - file.lstat().st_ctime > STALE_SECONDS:
                        file.unlink()


def _flush(descriptor: int) -> None:
    """Flush a file to the disk itself."""
    if sys.platform == "darwin":
        import fcntl

        # fsync only reaches the drive's cache there, but some drives offer nothing else.
        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def _flush_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk; Windows does so by itself."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def rename_over(source: Path, target: Path) -> None:
    """Rename a file, even over another file."""
    tries = 10 if sys.platform == "win32" else 1
    for tries_left in reversed(range(tries)):
        try:
            source.replace(target)
            return
        except PermissionError:
            # Windows refuses while a virus scanner or a backup has the file open.
            if not tries_left:
                raise
            time.sleep(0.05)


def swap_names(one: Path, other: Path) -> bool:
    """Give each of two files the other's name in one step; False if the system can't do that.

    FileNotFoundError if one is gone. A rename would lose what another program has just put there:
    see the manual pages of ``renameat2`` (Linux) and ``renamex_np`` (macOS).
    """
    at_cwd, exchange, names = -100, 2, (os.fsencode(one), os.fsencode(other))
    try:
        import ctypes  # only needed to write

        system = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            failed = system.renamex_np(*names, exchange)
        else:
            failed = system.renameat2(at_cwd, names[0], at_cwd, names[1], exchange)
    except (ImportError, AttributeError, OSError, TypeError):  # an older system, or Windows
        return False
    if failed and ctypes.get_errno() == errno.ENOENT:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(other))
    return not failed
