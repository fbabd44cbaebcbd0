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
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

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


# ── the start ────────────────────────────────────────────────────────────────────────────


def seconds(command: Sequence[str], folder: str, line: str) -> float:
    """The time of one run; with a line it is the completion of that line's last word."""
    environment = dict(os.environ)
    if line:
        environment["_SK_COMPLETE"] = "complete_bash"
        environment["COMP_WORDS"] = line
        environment["COMP_CWORD"] = str(line.count(" "))
    started = perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    took = perf_counter() - started
    if done.returncode > 1:
        raise SystemExit(f"{command} failed: {done.stderr}")
    return took


def in_starts(command: Sequence[str], folder: str, line: str = "") -> float:
    """The time of a command in starts of the interpreter right before it: the median of some."""
    nothing = [sys.executable, "-c", "pass"]
    for _ in range(3):
        seconds(command, folder, line)
    return median(
        1 / seconds(nothing, folder, "") * seconds(command, folder, line) for _ in range(STARTS)
    )


def start_rows() -> Iterator[Row]:
    """The start of each kind of command as a ratio to the interpreter alone."""
    compileall.compile_dir(Path(scorekeeper.__file__).parent, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "game.toml")
        for typed in (("new", "Ann", "Bo", "Cy"), ("add", "12", "o", "5")):
            subprocess.run([*PROGRAM, *typed, "-f", file], check=True, capture_output=True)
        for name, words, line, most in (
            ("--version", ["--version"], "", 1.3),
            ("--help", ["--help"], "", 6.5),
            ("deadwood", ["deadwood", "5h6h7h", "--wild", "3"], "", 6.8),
            ("verify", ["verify", "5h6h7h8h", "--wild", "3"], "", 6.8),
            ("standings", ["standings", "-f", file], "", 6.8),
            ("fix", ["fix", "1", "ann=12", "-f", file], "", 7.0),
            ("completing a command", [], "sk sta", 6.5),
            ("completing a player's name", [], "sk add A", 6.5),
        ):
            yield Row(name, (Figure("ratio", in_starts([*PROGRAM, *words], folder, line), most),))


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
