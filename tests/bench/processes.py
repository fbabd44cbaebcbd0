"""Whole processes: the start of each kind of command, and ``deadwood -`` with many lines.

The program is the one that is installed beside the interpreter, or else ``-m scorekeeper``.
"""

import compileall
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import scorekeeper
from scorekeeper.cards import spell
from tests.bench.deals import Kind, arrange, deals
from tests.bench.table import Figure, Row
from tests.random_hands import Dealt

INSTALLED = Path(sys.executable).with_name("sk")
PROGRAM = (str(INSTALLED),) if INSTALLED.exists() else (sys.executable, "-m", "scorekeeper")
DEADWOOD = (*PROGRAM, "deadwood", "-", "--game", "three-thirteen", "--rule", "jokers=2")
WILD = "9"

STARTS = 15
DIFFERENT = 5_000
"""Hands that differ among the lines of a batch; then they come again."""

LEDGER = "game.toml"


# ── the start ────────────────────────────────────────────────────────────────────────────


class Start(NamedTuple):
    """A command to start beside a game, and the most that it may take, in starts of Python alone.

    With a ``line`` it is the completion of that line's last word.
    """

    name: str
    words: tuple[str, ...]
    most: float
    line: str = ""
    on_terminal: bool = False

    def environment(self) -> dict[str, str]:
        environment = dict(os.environ)
        if self.on_terminal:
            environment |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        if self.line:
            environment["_SK_COMPLETE"] = "complete_bash"
            environment["COMP_WORDS"] = self.line
            environment["COMP_CWORD"] = str(self.line.count(" "))
        return environment


NOTHING = Start("the interpreter alone", ("-c", "pass"), 1)

COMMANDS = (
    Start("--version", ("--version",), 1.3),
    Start("--help", ("--help",), 6.5),
    Start("deadwood", ("deadwood", "5h6h7h", "--wild", "3"), 6.8),
    Start("verify", ("verify", "5h6h7h8h", "--wild", "3"), 6.8),
    Start("standings", ("standings",), 6.8),
    Start("standings on a terminal", ("standings",), 9.5, on_terminal=True),
    Start("add", ("add", "12", "o", "5"), 7.0),
    Start("fix", ("fix", "1", "ann=13"), 7.0),
    Start("completing a command", (), 6.5, "sk sta"),
    Start("completing a player's name", (), 6.5, "sk add A"),
)


def seconds(program: Sequence[str], start: Start, folder: str) -> float:
    """The time of one run."""
    command = [*program, *start.words]
    environment = start.environment()
    started = perf_counter()
    if start.on_terminal:
        code, said = _on_terminal(command, folder, environment)
    else:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        code, said = done.returncode, done.stderr
    took = perf_counter() - started
    if code > 1:
        raise SystemExit(f"{command} failed: {said}")
    return took


def _on_terminal(
    command: Sequence[str], folder: str, environment: dict[str, str]
) -> tuple[int, str]:
    """The exit code of a command at a terminal, and what it said there."""
    screen, terminal = os.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=terminal, stdout=terminal, stderr=terminal
    )
    os.close(terminal)
    said = b""
    # Linux says that a terminal is gone by an error.
    with suppress(OSError):
        while some := os.read(screen, 1 << 16):
            said += some
    os.close(screen)
    return process.wait(), said.decode()


def ratio(start: Start, folder: str, ledger: str) -> float:
    """The time of a command in starts of the interpreter right before it: the median of some.

    Each finds the ledger as it was, with nothing changed yet.
    """

    def run() -> float:
        for file in Path(folder).iterdir():
            file.unlink()
        Path(folder, LEDGER).write_text(ledger)
        return seconds(PROGRAM, start, folder)

    for _ in range(3):
        run()
    return median(1 / seconds([sys.executable], NOTHING, folder) * run() for _ in range(STARTS))


def start_rows() -> Iterator[Row]:
    """The start of each kind of command as a ratio to the interpreter alone."""
    compileall.compile_dir(Path(scorekeeper.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        for typed in (("new", "Ann", "Bo", "Cy"), ("add", "12", "o", "5")):
            command = [*PROGRAM, *typed, "-f", LEDGER]
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
        ledger = Path(folder, LEDGER).read_text()
        for start in COMMANDS:
            yield Row(start.name, (Figure("ratio", ratio(start, folder, ledger), start.most),))


# ── many lines ───────────────────────────────────────────────────────────────────────────


def batch_hands() -> list[Dealt]:
    """Hands of 3 to 14 cards in one round, with the same wild rank for all."""
    kind = Kind(None, (2,), jokers=(2,))
    return [
        Dealt(dealt.hand, dealt.rules.with_wild(WILD)) for dealt in deals(kind, DIFFERENT, "batch")
    ]


def answer(file: Path, wild: str = WILD) -> tuple[float, int]:
    """The seconds that ``deadwood -`` takes for a file of hands, and its most memory in KiB."""
    started = perf_counter()
    with file.open() as hands, file.with_suffix(".answers").open("w") as answers:
        process = subprocess.Popen([*DEADWOOD, "--wild", wild], stdin=hands, stdout=answers)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    took = perf_counter() - started
    if process.returncode:
        raise SystemExit(f"deadwood - failed with exit code {process.returncode}")
    return took, usage.ru_maxrss


def write_lines(file: Path, dealt: Sequence[Dealt], count: int) -> None:
    """So many lines of hands; they come again from the start when there are no more."""
    texts = [spell(one.hand, symbols=False) + "\n" for one in dealt]
    with file.open("w") as lines:
        lines.writelines(islice(cycle(texts), count))


def batch_rows(lines: int, repetitions: int) -> Iterator[Row]:
    """``deadwood -``: the time of a line beyond the solver's own, memory, and the first answer."""
    dealt = batch_hands()
    with tempfile.TemporaryDirectory() as folder:
        many, some, one = (Path(folder) / name for name in ("many", "some", "one"))
        write_lines(many, dealt, lines)
        write_lines(some, dealt, lines // 10)
        write_lines(one, dealt, 1)
        yield _time_row(many, one, dealt, lines, repetitions)
        before, after = answer(some)[1], answer(many)[1]
        yield Row(
            f"memory, {lines // 10:,} and {lines:,} lines",
            (
                Figure("MiB", before / 1024),
                Figure("MiB", after / 1024),
                Figure("grown", after / before, 1.1),
            ),
        )
    yield first_answer_row(dealt)


def _time_row(many: Path, one: Path, dealt: Sequence[Dealt], lines: int, repetitions: int) -> Row:
    own, batch, over = [], [], []
    for _ in range(repetitions):
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            solver = process.submit(solver_seconds, dealt, lines).result() / lines
        took = (answer(many)[0] - answer(one)[0]) / lines
        own.append(solver * 1e6)
        batch.append(took * 1e6)
        over.append((took - 1.3 * solver) * 1e6)
    return Row(
        f"deadwood -, {lines:,} lines, us a line",
        (
            Figure("in all", median(batch)),
            Figure("the solver alone", median(own)),
            Figure("beyond 1.3 x the solver", median(over), 20),
        ),
    )


def solver_seconds(dealt: Sequence[Dealt], count: int) -> float:
    """Seconds of the solver for so many hands whose cards are read already, one after another."""
    arrange(*dealt[0])
    started = perf_counter()
    for cards, rules in islice(cycle(dealt), 1, count):
        arrange(cards, rules)
    return perf_counter() - started


def first_answer_row(dealt: Sequence[Dealt]) -> Row:
    """Whether the first answer comes before the second line is sent."""
    process = subprocess.Popen(
        [*DEADWOOD, "--wild", WILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    answered = 0
    for one in dealt[:2]:
        process.stdin.write(spell(one.hand, symbols=False).encode() + b"\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], 10)
        answered += bool(ready and process.stdout.readline())
    process.stdin.close()
    process.wait()
    process.stdout.close()
    return Row(
        "each of two lines sent after the answer before",
        (Figure("answered", answered, 2, at_least=True),),
    )
