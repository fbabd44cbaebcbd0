"""A person at a terminal, who types, waits for what must come, and sees what the screen shows."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from select import select
from typing import Any

import pexpect  # type: ignore[import-untyped]  # it comes without types
import pyte
import pytest

from tests.program import COPIES, PROGRAM, clean_environment, may_be_a_copy

if sys.platform != "win32":
    import termios

HAS_TERMINALS = hasattr(pexpect, "spawn")
if HAS_TERMINALS:
    from pexpect.spawnbase import SpawnBase  # type: ignore[import-untyped]
    from ptyprocess import PtyProcess  # type: ignore[import-untyped]

Sits = Callable[..., "Person"]
"""Starts the program with these words at a terminal."""

PATIENCE = 120
"""Seconds to wait for what must come; a busy machine takes its time."""

ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])|[\r\a\b]")

QUIET = 2
"""How often a program must be found asleep, with nothing to say, until it is waiting for keys."""


class Terminal(getattr(pexpect, "spawn", object)):  # type: ignore[misc]  # none on Windows
    """A terminal that hears a program's last words even if it ends before they arrive."""

    def _spawnpty(self, args: list[bytes], **how: Any) -> Any:
        """Start the program as a copy of the loaded one; any other as it is."""
        words = [word.decode() for word in args]
        if words[: len(PROGRAM)] != PROGRAM or not may_be_a_copy(how["env"]):
            return super()._spawnpty(args, **how)
        ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, how["dimensions"])
        number = COPIES.start(words[len(PROGRAM) :], how["cwd"], how["env"], theirs)
        os.close(theirs)
        return PtyProcess(number, ours)

    def read_nonblocking(self, size: int = 1, timeout: float | None = -1) -> str:
        """What has come; pexpect.EOF only if nothing is on its way from the system either."""
        try:
            return str(super().read_nonblocking(size, timeout))
        except pexpect.EOF:
            if not select([self.child_fd], [], [], 0.1)[0]:
                raise
            words = SpawnBase.read_nonblocking(self, size)  # which may find the end as well
            self.flag_eof = False
            return str(words)


class Person:
    """Somebody at a terminal, 80 by 24 by default, who runs the program with these words."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        columns: int = 80,
        rows: int = 24,
        command: list[str] | None = None,
        **environment: str,
    ) -> None:
        if not HAS_TERMINALS:
            pytest.skip("Windows has no pseudo-terminals")
        self.keys = 0
        self.columns, self.rows = columns, rows
        command = command or [*PROGRAM, *words]
        self.program = Terminal(
            command[0],
            command[1:],
            cwd=str(folder),
            env=clean_environment(**{"TERM": "xterm-256color", **environment}),
            encoding="utf-8",
            codec_errors="backslashreplace",  # a terminal echoes bytes that are not text as well
            timeout=PATIENCE,
            dimensions=(rows, columns),
        )
        self.program.delaybeforesend = None
        self.program.ptyproc.delayafterclose = self.program.ptyproc.delayafterterminate = 0.01
        self.said: list[str] = []
        self.program.logfile_read = self

    def write(self, text: str) -> None:
        """Keep what the program says, as pexpect reads it."""
        self.said.append(text)

    def flush(self) -> None:
        """Nothing is held back."""

    def sees(self, text: str) -> str:
        """Everything up to ``text``, which must come."""
        self.program.expect_exact(text)
        return str(self.program.before)

    def types(self, line: str) -> None:
        """Type a line and Enter."""
        self.presses(line + "\r")

    def answers(self, *turns: tuple[str, str]) -> None:
        """Wait for each question, and type its answer."""
        for question, answer in turns:
            self.sees(question)
            self.types(answer)

    def talks(self, *turns: str) -> None:
        """Wait for each text and type what follows it, as in ``"who plays: >> Ann, Bo"``."""
        for turn in turns:
            seen, asked, typed = turn.partition(">>")
            if seen:
                self.sees(seen.rstrip() if asked else seen)
            if asked:
                self.types(typed.removeprefix(" "))

    def presses(self, keys: str) -> None:
        """Press keys, one character each."""
        self.keys += len(keys)
        self.program.send(keys)

    def holds(self, key: str) -> None:
        """Press Ctrl and a key."""
        self.keys += 1
        self.program.sendcontrol(key)

    def settles(self) -> str:
        """Everything until the program waits for a key or has ended, as plain text.

        Something must come: the prompt at least, or what is typed.
        """
        before, quiet, started = len(self.said), 0, time.monotonic()
        while quiet < QUIET or len(self.said) == before:
            assert time.monotonic() < started + PATIENCE, f"it still runs: {''.join(self.said)}"
            if not select([self.program.child_fd], [], [], 0.005)[0]:
                quiet = quiet + 1 if self._sleeps() else 0
                continue
            try:
                self.program.read_nonblocking(100_000)
                quiet = 0
            except pexpect.EOF:
                break
        return ESCAPES.sub("", "".join(self.said[before:]))

    def _sleeps(self) -> bool:
        """Whether the program is idle: on a busy machine it may just be waiting its turn.

        None of its threads is working, and no program that it has started is still running. If the
        system doesn't show that, it gets half a second.
        """
        if not Path("/proc/self").exists():
            return not select([self.program.child_fd], [], [], 0.5)[0]
        for task in Path(f"/proc/{self.program.pid}/task").iterdir():
            # A thread may end meanwhile, and not every system knows the children.
            with suppress(FileNotFoundError, ProcessLookupError):
                state = (task / "stat").read_text("ascii", "replace").rpartition(")")[2].split()[0]
                if state not in "SZ" or (task / "children").read_text("ascii"):
                    return False
        return True

    def has_ended(self) -> bool:
        """Whether the program has ended, as far as has been read."""
        return bool(self.program.flag_eof)

    def ends(self) -> tuple[str, int]:
        """The rest of the output, and the exit code."""
        rest = str(self.program.read()).replace("\r\n", "\n")
        self.program.close()
        assert self.program.exitstatus is not None, rest
        return rest, self.program.exitstatus

    def leaves(self) -> int:
        """Press Ctrl-D; returns the exit code."""
        self.holds("d")
        return self.ends()[1]

    def is_killed(self) -> None:
        """End the program, whatever it is doing, however long a busy machine takes for that."""
        if self.program.isalive():
            self.program.kill(signal.SIGKILL)
            self.program.wait()
        self.program.close()

    def shown(self) -> list[str]:
        """Every line of the screen so far, including those that have scrolled off the top."""
        lines = ["".join(char.data for char in line).rstrip() for line in self.screen()]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def screen(self) -> list[list[Any]]:
        """The same, with the colours of every character."""
        screen = pyte.HistoryScreen(self.columns, self.rows, history=10_000, ratio=0.1)
        pyte.Stream(screen).feed("".join(self.said))
        lines = [*screen.history.top, *(screen.buffer[row] for row in range(self.rows))]
        return [[line[column] for column in range(self.columns)] for line in lines]
