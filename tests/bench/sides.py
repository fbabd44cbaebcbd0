"""The two packages, and their times side by side."""

import compileall
import json
import os
import resource
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.deals import Asked, Case, Kind, deals

OURS = Path(__file__).parents[2]

Times = list[float]


@contextmanager
def package_of(other: str) -> Iterator[Path]:
    """A folder with the package of a revision, of a wheel, or of a folder."""
    path = Path(other)
    if path.is_dir():
        yield path.resolve()
        return
    with TemporaryDirectory() as name:
        folder = Path(name)
        if path.is_file():
            with zipfile.ZipFile(path) as files_of_wheel:
                files_of_wheel.extractall(folder)
        else:
            command = ["git", "archive", other, "scorekeeper"]
            archive = subprocess.run(command, cwd=OURS, check=True, capture_output=True).stdout
            with tarfile.open(fileobj=BytesIO(archive)) as files:
                files.extractall(folder, filter="data")
        yield folder


def environment_of(package: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(package)}


def ask(
    package: Path, question: str, cases: Sequence[Case], others: Sequence[Case]
) -> list[list[Any]]:
    """The times of the cases in nanoseconds, and the answers, from a fresh process."""
    job = {"question": question, "cases": cases, "others": others}
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("ask.py"))],
        input=json.dumps(job),
        env=environment_of(package),
        cwd=package,
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[list[Any]] = json.loads(done.stdout)
    return found


def in_turns(
    sides: Sequence[Path], asked: Asked, hands: int, turns: int, seed: object
) -> list[Times]:
    """The least time of each hand on each side. Raises SystemExit if the answers differ."""
    cases = list(deals(asked.kind, hands, seed))
    others = list(deals(asked.kind, hands, f"{seed}, to warm up"))
    least: list[Times] = [[float("inf")] * hands for _ in sides]
    for _ in range(turns):
        answers = []
        for i, side in enumerate(sides):
            times, said = ask(side, asked.question, cases, others)
            least[i] = list(map(min, least[i], times))
            answers.append(said)
        for case, *said in zip(cases, *answers, strict=True):
            if len(set(said)) > 1:
                raise SystemExit(f"{asked.question}: {said} for {case}")
    return least


def late(times: Times) -> float:
    """The 99th of a hundred times."""
    return sorted(times)[int(0.99 * (len(times) - 1))]


def ratio_row(sides: Sequence[Path], asked: Asked, hands: int, turns: int, seed: object) -> str:
    """A line of the table: the ratios, and our own times."""
    ours, theirs = in_turns(sides, asked, hands, turns, seed)
    ratios = median(ours) / median(theirs), late(ours) / late(theirs)
    shown = [
        f"{ratio:5.2f}" + (f" ({'<=' if ratio <= most else 'ABOVE'} {most})" if most else "")
        for ratio, most in zip(ratios, asked.most, strict=True)
    ]
    own = f"{median(ours) / 1e3:6.0f} {late(ours) / 1e3:6.0f} us"
    return f"  {asked.name:<36}{shown[0]:<17}{shown[1]:<17}{own}"


# ── whole processes ──────────────────────────────────────────────────────────────────────

STARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("sk --version", ("--version",)),
    ("sk deadwood", ("deadwood", "5h6h7hkd", "--wild", "3")),
    ("sk verify", ("verify", "5h6h7h8h", "--wild", "3")),
    ("sk standings", ("standings",)),
)


def processor_seconds(package: Path, words: Sequence[str], folder: str, lines: str = "") -> float:
    """The processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        cwd=folder,
        env=environment_of(package),
        input=lines.encode(),
        capture_output=True,
        check=False,
    )
    if done.returncode > 1:
        raise SystemExit(f"{words} failed: {done.stderr.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def process_rows(sides: Sequence[Path], lines: int, turns: int) -> Iterator[str]:
    """The start of commands, and ``deadwood -`` with many lines."""
    cases = deals(Kind(None, (2,), jokers=(2,)), lines)
    hands = "".join(f"{case.cards}\n" for case in cases)
    batch = ("deadwood", "-", "--wild", "9", "--rule", "jokers=2", "--decks", "2")
    for side in sides:
        compileall.compile_dir(side / "scorekeeper", quiet=1)
    with TemporaryDirectory() as folder:
        for words in (("new", "Ann", "Bo", "Cy"), ("add", "12", "o", "5")):
            processor_seconds(sides[1], [*words, "-f", "game.toml"], folder)
        many = f"sk deadwood -, {lines:,} lines", batch
        for name, typed in (*STARTS, many):
            text = hands if typed is batch else ""
            least = [float("inf")] * len(sides)
            for _ in range(turns):
                for i, side in enumerate(sides):
                    least[i] = min(least[i], processor_seconds(side, typed, folder, text))
            yield f"  {name:<36}{least[0] / least[1]:5.2f}            {least[0] * 1e3:24.0f} ms"
