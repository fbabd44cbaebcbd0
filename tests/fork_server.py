"""The program in processes that are copies of one that has already loaded all of it.

Starting Python and loading the program takes far longer than most of what tests ask of it. So each
process that runs tests keeps a fork server: a process with a single thread, which loads every
module of the program and answers a few lines. A program is a copy of that process.

A copy shares with the others the loaded code, whatever a program works out first and keeps, like
its patterns, and the hash seed. Its words, folder, environment, streams, terminal and signals are
its own, as if it had been started; and it is a child of the process that asked for it, which can
wait for it, kill it and get its exit code as usual. A copy can't stand in for the program if the
start itself matters: what is loaded when, how much memory it takes, or what Python reads in the
environment first.
"""

import atexit
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock

import scorekeeper

PR_SET_CHILD_SUBREAPER = 36
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
CAPABILITIES_VERSION_3 = 0x20080522

ENOUGH = 1 << 17
"""Bytes for what is asked, most of it an environment."""

AT_A_TERMINAL = ("prompt_toolkit.input.vt100", "prompt_toolkit.key_binding.bindings.search")
"""What is loaded once somebody types, and by no module of the program itself."""

LINES = (
    *("new thursday.toml three-thirteen Ann Bo Cy", "whose deal is it?", "standings"),
    *("add 8 17 o", "add 3 5", "ann 8 bo out cy 17", "fix last ann=9", "sheet", "check", "undo"),
    "three dogs came by",  # which is held beside all that people say
)
"""Enough to look for games, to read rules, to write, to listen to words, and to guess at them."""

MADV_COLLAPSE = 25
"""Asks Linux, from 6.1 on, for pages of 2 MB, of which a fork has fewer to copy."""

PATIENCE = 60
"""Seconds until a program off a terminal is ended, but for the one that phones keep open."""


MEGABYTES = 200
"""What a program may use that has little room."""


def give_up_rights() -> None:
    """Make root a user like any other, in this process and all that it starts (Linux)."""
    system, rights = ctypes.CDLL(None), (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH)
    who, held = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION_3), (ctypes.c_uint32 * 6)()
    failed = any(system.prctl(PR_CAPBSET_DROP, right, 0, 0, 0) for right in rights)
    failed |= bool(system.capget(who, held))
    for at in range(3):  # the effective ones, the permitted ones and those handed on
        held[at] &= ~sum(1 << right for right in rights)
    if failed or system.capset(who, held):
        raise OSError("root still has the rights to read and write any file")


def leave_little_room() -> None:
    """Limit the program to the memory that it may use."""
    import resource  # which Windows hasn't got

    resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES << 20, MEGABYTES << 20))


LIMITS: dict[str, Callable[[], None]] = {
    "": lambda: None,
    "rights": give_up_rights,
    "room": leave_little_room,
}
"""What is done in a copy before it is the program, by a name."""


class ForkServer:
    """Starts copies for this process (Linux)."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._one_at_a_time = Lock()

    def start(
        self,
        words: Sequence[str],
        folder: Path,
        environment: dict[str, str],
        *files: int,
        limit: str = "",
    ) -> int:
        """Start a process, at a terminal or with stdin, stdout and stderr; returns its id."""
        asked = json.dumps([limit, words, str(folder), environment]).encode()
        with self._one_at_a_time:
            self._line = self._line or self._begun(environment)
            socket.send_fds(self._line, [asked], files)
            number = int(self._line.recv(ENOUGH))
            assert self._line.recv(ENOUGH) == b"yours"
        return number

    def _begun(self, environment: dict[str, str]) -> socket.socket:
        """The connection to a new server, which ends with this process."""
        # The process that forks a copy ends at once, so that its next ancestor adopts the copy.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            server = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=theirs.fileno(),
                cwd=Path(__file__).parent.parent,
                # It has lines to answer at first, and no words to finish for TAB.
                env={key: value for key, value in environment.items() if key != "_SK_COMPLETE"},
                start_new_session=True,
            )
        atexit.register(server.wait)
        atexit.register(line.close)  # which comes first
        return line


# ── the process that is copied ───────────────────────────────────────────────────────────


@cache
def load() -> None:
    """Load every module of the program."""
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        importlib.import_module(module.name)
    for name in AT_A_TERMINAL:
        importlib.import_module(name)


def warm_up() -> None:
    """Answer a few lines in a folder of their own, as tests without a process do; type one."""
    from tests.program import answered, elsewhere

    with elsewhere():
        for line in LINES:
            answered(line.split())
    type_a_line()


def type_a_line() -> None:
    """Have prompt_toolkit read a line, so that copies find its key bindings ready.

    It binds the same two hundred keys again for each prompt, which takes as long as everything else
    until somebody can type; nothing changes them later.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import application
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    for name in ("load_key_bindings", "load_page_navigation_bindings"):
        setattr(application, name, cache(getattr(application, name)))
    with create_pipe_input() as keys:
        keys.send_text("standings\r")
        PromptSession[str](input=keys, output=DummyOutput()).prompt("> ")


def settle() -> None:
    """Make everything that is loaded cheap to copy."""
    gc.collect()
    gc.freeze()  # or a collection would touch, and so copy, all that is shared
    collapse = ctypes.CDLL(None).madvise
    for area in Path("/proc/self/maps").read_text("utf-8").splitlines():
        where, rights, _, _, file, *_ = area.split()
        begin, end = (int(number, 16) for number in where.split("-"))
        if rights == "rw-p" and file == "0":  # memory, and no file; a small one is refused
            collapse(ctypes.c_void_p(begin), ctypes.c_size_t(end - begin), MADV_COLLAPSE)


def serve(line: socket.socket) -> None:
    """Fork a process for each request; only the fork returns, and becomes the program."""
    while True:
        asked, files, _, _ = socket.recv_fds(line, ENOUGH, 3)
        if not asked:
            os._exit(0)
        if forking := os.fork():
            os.waitpid(forking, 0)
            line.send(b"yours")
            for file in files:
                os.close(file)
        elif number := os.fork():
            line.send(b"%d" % number)
            os._exit(0)
        else:
            line.detach()
            limit, words, folder, environment = json.loads(asked)
            LIMITS[limit]()
            return become(words, folder, environment, files)


def become(words: list[str], folder: str, environment: dict[str, str], files: list[int]) -> None:
    """Make this process look as if it had just been started with these words."""
    if len(files) == 1:
        os.login_tty(files[0])
    else:
        signal.alarm(0 if words[:1] == ["serve"] else PATIENCE)
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None  # found once, in the environment of the first program
    time.tzset()
    sys.argv = ["sk", *words]
    # As Python opens them where PYTHONUTF8 is 1: by lines at a terminal.
    sys.stdin = os.fdopen(0, "r", -1, "utf-8", "surrogateescape", closefd=False)
    sys.stdout = os.fdopen(1, "w", -1, "utf-8", "surrogateescape", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)


if __name__ == "__main__":
    load()
    warm_up()
    settle()
    serve(socket.socket(fileno=0))
    from scorekeeper.__main__ import main

    main()
    os._exit(0)  # after --version, which would take as long as to load Python
