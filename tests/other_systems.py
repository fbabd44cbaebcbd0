"""Stand-ins for other systems: ``python -m tests.other_systems win32`` runs commands as if there.

It reads the commands as JSON from stdin, and writes their answers to stdout. The program gets the
answers that Windows would give, or macOS with ``darwin``; only paths stay those of this system.
"""

import asyncio  # noqa: F401 - like those below, it asks for the system when it is loaded
import ctypes
import io
import json
import os
import signal
import socket
import subprocess  # noqa: F401
import sys
import sysconfig
import urllib.request  # noqa: F401 - which would ask macOS for its proxies
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import prompt_toolkit.input.vt100
import prompt_toolkit.output.vt100
import prompt_toolkit.shortcuts  # noqa: F401
import typer  # noqa: F401
import uvicorn.server  # noqa: F401

sysconfig.get_config_vars()  # while it still finds them

NO_MODULES = ("fcntl", "termios", "resource", "pwd", "tty")
NO_NAMES = {
    os: (
        *("geteuid", "getuid", "getgid", "fchmod", "fchown", "pread", "O_NONBLOCK", "O_NOFOLLOW"),
        *("chown", "mkfifo", "openpty"),
    ),
    signal: ("SIGHUP", "SIGTSTP", "SIGCONT", "SIGTTIN", "SIGALRM", "alarm"),
}

ONLY_ON_LINUX = {
    os: ("sched_getaffinity", "posix_fallocate", "posix_fadvise", "memfd_create", "waitid"),
    socket: ("TCP_USER_TIMEOUT", "SO_PEERCRED"),
}


def is_open(path: str | Path) -> bool:
    """Whether this program has a file open."""
    target = Path(path).resolve()
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            if descriptor.readlink() == target:
                return True
    return False


def refused_while_open(real: Callable[..., Any]) -> Callable[..., Any]:
    """Rename or remove a file, but not one that is open."""

    def call(*paths: str | Path, **more: Any) -> Any:
        for path in paths:
            if is_open(path):
                raise PermissionError(13, "Permission denied", str(path))
        return real(*paths, **more)

    return call


def with_usual_encoding(real: Callable[..., Any], **more: str) -> Callable[..., Any]:
    """Read or write text as Windows does by default: in the Western European encoding."""

    def call(path: Path, *words: Any, **said: Any) -> Any:
        is_said = "encoding" in said or len(words) > ("newline" in more)
        usual = more if is_said else {**more, "encoding": "cp1252"}
        return real(path, *words, **{**usual, **said})

    return call


class Here(ModuleType):
    """``sys`` for prompt_toolkit, which can only talk to terminals of this system."""

    platform = sys.platform

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(sys, name, value)


def become_windows() -> None:
    """Take away what Windows doesn't have, and put what it has in its place."""
    for name, loaded in list(sys.modules.items()):
        if name.startswith("prompt_toolkit.") and hasattr(loaded, "sys"):
            vars(loaded)["sys"] = Here("sys")
    import fcntl

    def locking(descriptor: int, *_: int, lock: Callable[..., None] = fcntl.flock) -> None:
        lock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # which no other descriptor has, either

    sys.platform = "win32"
    setattr(io, "_WindowsConsoleIO", type("NoConsole", (), {}))  # noqa: B010 - pytest looks for it
    sys.modules.update(dict.fromkeys(NO_MODULES))  # type: ignore[arg-type]
    # The console isn't one of Windows, whose modes would have to be set.
    console = SimpleNamespace(GetConsoleMode=lambda *_: 0)
    setattr(ctypes, "windll", SimpleNamespace(kernel32=console))  # noqa: B010
    runtime = SimpleNamespace(locking=locking, LK_NBLCK=2, get_osfhandle=int)
    sys.modules["msvcrt"] = runtime  # type: ignore[assignment]
    for module, names in NO_NAMES.items():
        for name in names:
            delattr(module, name)
    for name in ("replace", "rename", "unlink", "remove"):
        setattr(os, name, refused_while_open(getattr(os, name)))
    os.supports_effective_ids.clear()
    setattr(Path, "read_text", with_usual_encoding(Path.read_text))  # noqa: B010
    setattr(Path, "write_text", with_usual_encoding(Path.write_text, newline="\r\n"))  # noqa: B010


def become_macos() -> None:
    """Flush files with the function of macOS, and take away what only Linux has.

    Everything else stays as on Linux, like ``/proc``, so tests that are skipped on macOS run here.
    """
    import fcntl

    sys.platform = "darwin"
    for module, names in ONLY_ON_LINUX.items():
        for name in names:
            delattr(module, name)
    setattr(fcntl, "F_FULLFSYNC", fcntl.F_GETFD)  # noqa: B010 - it harms nothing


BECOME = {"linux": lambda: None, "win32": become_windows, "darwin": become_macos}


def answered(words: list[str]) -> tuple[int, str, str]:
    """The exit code of a command, and what it says on a Western European console."""
    from scorekeeper.cli import main

    out, err = (io.TextIOWrapper(io.BytesIO(), "cp1252", newline="\n") for _ in range(2))
    sys.stdout, sys.stderr, sys.stdin = out, err, io.StringIO()
    code = main(words)
    out.flush()
    err.flush()
    said = [stream.buffer.getvalue().decode("cp1252") for stream in (out, err)]
    return code, said[0], said[1]


if __name__ == "__main__":
    stdout, commands = sys.stdout, json.load(sys.stdin)
    BECOME[sys.argv[1]]()
    answers = [answered(words) for words in commands]
    stdout.write(json.dumps(answers))
    stdout.flush()
    os._exit(0)
