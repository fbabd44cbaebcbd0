"""A copy of the loaded program is the program: it says the same, and is alone in its process."""

import signal
import subprocess
from pathlib import Path

import pytest

from tests.program import PROGRAM, Answer, clean_environment, ledger, scores, seeded, start
from tests.terminal import Person

pytestmark = pytest.mark.slow


def started(words: list[str], folder: Path, stdin: str) -> Answer:
    """The answer of the program itself, from the start of Python on."""
    done = subprocess.run(
        [*PROGRAM, *words],
        cwd=folder,
        env=clean_environment(),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Answer(done.stdout, done.stderr, done.returncode)


@pytest.mark.parametrize(
    "line",
    ["", "--version", "standings", "add 8 17 o", "add 8 17", "nxt", "check --json", "deadwood -"],
)
def test_a_copy_says_what_the_program_says(folder: Path, line: str) -> None:
    answers = []
    for way in (started, start):
        seeded(folder / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
        (folder / ".thursday.toml.history").unlink(missing_ok=True)
        answers.append(way(line.split(), folder, "3s3h3dkd\nzz\n"))
    assert answers[0] == answers[1]


def test_a_copy_draws_what_the_program_draws(folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    copy = Person(folder, "standings", columns=60)
    itself = Person(folder, command=["env", *PROGRAM, "standings"], columns=60)
    assert copy.ends() == itself.ends()


def test_a_copy_is_ended_and_heard_like_any_program(folder: Path) -> None:
    person = Person(folder, "new")
    person.settles()
    person.holds("c")
    assert person.ends()[1] == 130
    person = Person(folder, "new")
    person.settles()
    person.program.kill(signal.SIGKILL)
    person.program.wait()
    assert person.program.signalstatus == signal.SIGKILL
    person.is_killed()


def test_nothing_from_one_copy_is_left_in_the_next(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    there = clean_environment(SCOREKEEPER_FILE="other.toml")
    asked = start(["standings", "--ascii"], folder / "elsewhere", environment=there)
    assert "other.toml" in asked.err
    seeded(folder / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    assert "·" in start(["standings"], folder).out
