"""Running the program from a test, and the ledgers that tests begin with."""

import gc
import io
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any, NamedTuple, Protocol
from unittest import mock

from tests.fork_server import ForkServer

if hasattr(time, "tzset") and "PYTEST_XDIST_WORKER" not in os.environ:
    # It is noon, so that midnight can't pass during the tests; workers and programs inherit it.
    os.environ["TZ"] = f"NOON{time.gmtime().tm_hour - 12:+d}"
    time.tzset()

TODAY = date.today()

PROGRAM = [sys.executable, "-m", "scorekeeper"]
if "tests.stand_in" in sys.modules:
    PROGRAM = [sys.executable, str(Path(__file__).with_name("stand_in.py"))]

IMPATIENT = [
    *(sys.executable, "-c"),
    "from scorekeeper import terminal; from scorekeeper.__main__ import main;"
    " terminal.PATIENCE = 0; main()",
]
"""The program that shows at once how far it is, not only after a second."""

STRANGE = (
    *("SCOREKEEPER_FILE", "SCOREKEEPER_DEBUG", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"),
    *("EDITOR", "VISUAL", "PYTHONUNBUFFERED"),
)
"""What the environment of the person who runs the tests must not bring in."""


class Answer(NamedTuple):
    """What a command said, and its exit code."""

    out: str
    err: str
    code: int

    @property
    def said(self) -> list[str]:
        """The lines of stdout."""
        return self.out.splitlines()

    @property
    def facts(self) -> Any:
        """The JSON that it printed: one line, and nothing for people."""
        assert self.err == ""
        assert self.out.count("\n") == 1
        return json.loads(self.out)


class Run(Protocol):
    """Runs one command line, with a text on stdin."""

    def __call__(self, *words: str, stdin: str = "") -> Answer: ...


def facts(run: Run, *words: str) -> Any:
    """The JSON of a command that succeeds."""
    answer = run(*words, "--json")
    assert answer.code == 0, answer.err
    return answer.facts


def clean_environment(**more: str) -> dict[str, str]:
    """The environment without what would change the program's answers, and with ``more``."""
    kept = {key: value for key, value in os.environ.items() if key not in STRANGE}
    return {**kept, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "", **more}


COPIES = ForkServer()
"""What copies the program for this process."""


def may_be_a_copy(environment: dict[str, str]) -> bool:
    """Whether Python reads the same in this environment as a fork server does."""
    ours, theirs = (
        {key: value for key, value in names.items() if key.startswith("PYTHON")}
        for names in (clean_environment(), environment)
    )
    return sys.platform == "linux" and ours == theirs


def start(
    words: Sequence[str],
    folder: Path,
    stdin: str = "",
    environment: dict[str, str] | None = None,
    *,
    limit: str = "",
    mixed: bool = False,
) -> Answer:
    """The answer of the real program in a process of its own, whose stdout is a pipe.

    ``limit``: one of ``LIMITS``, which the program has to do without.
    ``mixed``: stderr goes to the same place, in the order written.
    """
    environment = environment or clean_environment()
    with TemporaryFile() as typed, TemporaryFile() as talk:
        typed.write(stdin.encode())
        typed.seek(0)
        if may_be_a_copy(environment):
            reading, writing = os.pipe()
            files = typed.fileno(), writing, writing if mixed else talk.fileno()
            number = COPIES.start(words, folder, environment, *files, limit=limit)
            os.close(writing)
            with os.fdopen(reading, "rb") as pipe:
                out = pipe.read()
            code = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
        else:
            done = subprocess.run(
                [*PROGRAM, *words],
                cwd=folder,
                env=environment,
                stdin=typed,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT if mixed else talk,
                timeout=60,
                check=False,
            )
            out, code = done.stdout, done.returncode
        talk.seek(0)
        return Answer(out.decode(), talk.read().decode(), code)


class Copied(subprocess.Popen[str]):
    """A copy of the program that can be talked to, waited for and ended like any other process."""

    def _execute_child(self, words: list[str], *how: Any) -> None:
        folder, environment, pipes = how[4], how[5], how[9:15]
        files = pipes[0], pipes[3], pipes[5]  # the ends that the program has
        self.pid = COPIES.start(words[len(PROGRAM) :], folder, environment, *files)
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


def begin_serving(
    folder: Path, *words: str, stdin: int = subprocess.DEVNULL, stderr: IO[str] | None = None
) -> tuple[subprocess.Popen[str], str]:
    """``sk serve`` in a process of its own, and the address of its page."""
    environment = clean_environment()
    # A test that reads its complaints also measures its memory, which a copy shares.
    is_copied = stderr is None and may_be_a_copy(environment)
    server = (Copied if is_copied else subprocess.Popen)(
        [*PROGRAM, "serve", "--json", *words],
        cwd=folder,
        env=environment,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr or subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout
    return server, json.loads(server.stdout.readline())["urls"][0]


def at_once(lines: Sequence[Sequence[str]], folder: Path) -> list[Answer]:
    """The answers of programs that run at the same time, one for each command line."""
    with ThreadPoolExecutor(len(lines)) as crowd:
        return list(crowd.map(lambda words: start(words, folder), lines))


def unflushed(_: int) -> None:
    """A substitute for ``os.fsync`` in this process, where no test has to outlive a power cut.

    A real flush takes longer than the rest of the command. A program in a process of its own does
    flush, and the tests of the store check that.
    """


def answered(words: Sequence[str], stdin: str = "") -> Answer:
    """The answer of the program in this process, for tests that draw their own words."""
    from scorekeeper import store, terminal
    from scorekeeper.cli import main

    out, err = io.StringIO(), io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch.object(sys, "stdin", io.StringIO(stdin)),
        mock.patch.object(terminal.voice, "wants_ascii", False),
        mock.patch.object(os, "fsync", unflushed),
        mock.patch.object(store.durable, "SAVING_SECONDS", 0),
        mock.patch.dict(store.last_written, clear=True),
    ):
        code = main(list(words))
    gc.enable()
    return Answer(out.getvalue(), err.getvalue(), code)


MEMORY = "/dev/shm"
IN_MEMORY = MEMORY if os.access(MEMORY, os.W_OK) else None
"""Where a folder comes and goes without a disk, which takes longer than most commands in it."""

ROOM = 200 << 20
"""Bytes that are enough for the files of all tests, and for those of some runs before."""


def has_room_in_memory() -> bool:
    """Whether all files of the tests can be kept in memory, and programs there be started."""
    if sys.platform != "linux" or not IN_MEMORY:
        return False
    place = os.statvfs(IN_MEMORY)
    return place.f_bavail * place.f_frsize > ROOM and not place.f_flag & os.ST_NOEXEC


@contextmanager
def elsewhere(**environment: str) -> Iterator[Path]:
    """An empty current folder, in a clean environment."""
    kept = {key: value for key, value in os.environ.items() if key not in STRANGE}
    with (
        TemporaryDirectory(dir=IN_MEMORY) as name,
        chdir(name),
        mock.patch.dict(os.environ, {**kept, **environment}, clear=True),
    ):
        yield Path(name)


def in_quotes(words: str) -> str:
    """Words with a space in them, quoted as the program does for this system's shell."""
    return f'"{words}"' if sys.platform == "win32" else f"'{words}'"


def refusal(problem: str, remedy: str) -> str:
    """What stderr says when something is refused."""
    return f"error: {problem}\n  try: {remedy}\n"


# ── ledgers ──────────────────────────────────────────────────────────────────────────────

RULES = """\
[rules]
game = "three-thirteen"
decks = 2
"""


def ledger(
    *rounds: str,
    players: Sequence[str] = ("Ann", "Bo", "Cy"),
    rules: str = RULES,
    title: str = "Thursday",
    game: str = 'dealer = "Ann"\n',
    day: date = TODAY,
) -> str:
    """The text of a ledger with these rounds, each the lines below ``[[rounds]]``."""
    seats = "".join(f'\n[[players]]\nname = "{name}"\n' for name in players)
    blocks = "".join(f"\n[[rounds]]\n{block.strip()}\n" for block in rounds)
    head = f'schema = 1\n\n[game]\ntitle = "{title}"\ndate = {day}\n{game}'
    return f"{head}{seats}\n{rules}{blocks}"


def scores(out: str | None = None, /, **points: int) -> str:
    """The lines of a round with these scores."""
    lines = [f'out = "{out}"', ""] if out else []
    lines += ["[rounds.scores]", *(f"{name} = {number}" for name, number in points.items())]
    return "\n".join(lines)


def evening(rounds: int, points: Mapping[str, int], out: str | None = None) -> str:
    """The text of a ledger in which each round had these points, with packs for all."""
    rules = RULES.replace("decks = 2", "decks = 8")
    quoted = {f'"{name}"': number for name, number in points.items()}
    return ledger(*[scores(out, **quoted)] * rounds, players=[*points], rules=rules)


ROUND = scores("Bo", Ann=12, Bo=0, Cy=5)

SOUND = ledger(ROUND)
"""Line 4 is the title, 8, 11 and 14 the players, 17 and 18 the rules, 20 the round."""

ONE_ROUND = "[rules]\ndecks = 2\nrounds = [{ deal = 3, wild = '3' }]\n"

TWO_ROUNDS = RULES + 'rounds = [{ deal = 3, wild = "3" }, { deal = 4, wild = "4" }]\n'

HIGH = '[rules]\ngame = "points"\nrounds = 0\ndealer = "none"\nwinner = "high"\n'


def seeded(path: Path, text: str) -> Path:
    """``path`` with ``text`` in it, byte for byte."""
    path.write_bytes(text.encode())
    return path


def names(folder: Path) -> set[str]:
    """Everything in a folder, hidden files too, except for the locks that Windows keeps there."""
    found = {path.name for path in folder.iterdir()}
    return {name for name in found if sys.platform != "win32" or not name.endswith(".lock")}


def files(folder: Path) -> dict[str, bytes]:
    """The same, and what is in each file."""
    paths = [folder / name for name in names(folder)]
    return {path.name: path.read_bytes() if path.is_file() else b"" for path in paths}


def numbers_in(text: str) -> set[str]:
    """The whole numbers that stand alone in a text."""
    return set(re.findall(r"(?<![\w.])\d+(?![\w.])", text))
