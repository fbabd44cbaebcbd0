"""What can happen right after a file is written: the change is done, and the answer says so."""

import errno
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.store.durable import create_file, remove_file, replace_file
from tests.cli.test_changes_as_json import CHANGES, TIE
from tests.program import PROGRAM, ROUND, Answer, Run, ledger, refusal, seeded

FILE = "thursday.toml"
APPENDING = """sh -c 'echo "# edited" >> "$1"' sh"""

IN_A_GAME = {
    name: tuple(line.split())
    for name, line in CHANGES.items()
    if name not in ("new", "again", "undo", "redo")
}


def _gone(path: Path) -> None:
    path.unlink()


def _broken(path: Path) -> None:
    path.write_text("no = TOML = here")


def _no_file(path: Path) -> None:
    path.unlink()
    path.mkdir()


def written_and_spoilt(monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]) -> None:
    """From now on something spoils each ledger as soon as it is written."""

    def spoiling(write: Callable[..., None]) -> Callable[..., None]:
        def write_and_spoil(path: Path, *how: Any, **more: Any) -> None:
            write(path, *how, **more)
            if path.suffix != ".history":
                spoil(path)

        return write_and_spoil

    import_module("scorekeeper.store.steps")  # loaded later, it would keep what is spoilt
    for write in (create_file, replace_file, remove_file):
        monkeypatch.setattr(f"scorekeeper.store.durable.{write.__name__}", spoiling(write))
    monkeypatch.setattr("scorekeeper.store.steps.create_file", spoiling(create_file))


@pytest.mark.parametrize("spoil", [_gone, _broken, _no_file])
@pytest.mark.parametrize("command", IN_A_GAME)
def test_a_change_that_is_written_is_answered_and_ends_in_0(
    command: str,
    spoil: Callable[[Path], None],
    run: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EDITOR", APPENDING)
    text = TIE if command == "playoff" else ledger(ROUND)
    words = [*IN_A_GAME[command], "-f", FILE]
    seeded(folder / FILE, text)
    usual = run(*words)
    assert usual.code == 0
    seeded(folder / FILE, text)
    written_and_spoilt(monkeypatch, spoil)
    answer = run(*words)
    assert (answer.out, answer.code) == (usual.out, 0)
    # A file that is broken is one more thing for check to find.
    assert answer.err == usual.err or answer.err.startswith("check found 1 thing")


@pytest.mark.parametrize(
    ("words", "done"),
    [(("undo",), "taken back:  sk add 8 17 o"), (("redo",), "redone:  sk add 8 17 o")],
)
@pytest.mark.parametrize("spoil", [_gone, _no_file])
def test_a_step_that_is_taken_is_answered_and_ends_in_0(
    words: tuple[str, ...],
    done: str,
    spoil: Callable[[Path], None],
    run: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeded(folder / FILE, ledger(ROUND))
    for before in [("add", "8", "17", "o"), *([("undo",)] if words == ("redo",) else [])]:
        assert run(*before, "-f", FILE).code == 0
    written_and_spoilt(monkeypatch, spoil)
    assert run(*words, "-f", FILE) == Answer(f"{done}\n", "", 0)


# ── Ctrl-C ───────────────────────────────────────────────────────────────────────────────


def _stopped(*_: object) -> None:
    raise KeyboardInterrupt


NEW = ("new", "Ann", "Bo", "-f", "other.toml")


@pytest.mark.parametrize("words", [*IN_A_GAME.values(), ("new", "Ann", "Bo"), ("undo",)])
def test_ctrl_c_after_a_write_says_that_it_was_written(
    words: tuple[str, ...], run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(folder.parent))  # where the text is kept
    monkeypatch.setenv("EDITOR", APPENDING)
    seeded(folder / FILE, TIE if words == ("playoff",) else ledger(ROUND))
    file = "other.toml" if words[0] == "new" else FILE
    if words == ("undo",):
        run("add", "8", "17", "o", "-f", file)
    written_and_spoilt(monkeypatch, _stopped)
    answer = run(*words, "-f", file)
    assert answer.err.endswith(f"\nstopped; {file} was written already\n")
    assert answer.code == 130


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("undo", "-f", "other.toml"), "other.toml was taken away already"),
        (("redo", "-f", "other.toml"), "other.toml was written already"),
        (("people", "Ann=Annie"), "people.toml was written already"),
        (("export", "--to", "csv", "-o", "x.csv", "-f", FILE), "x.csv was written already"),
        (("stats", "--to", "csv", "-o", "x.csv"), "x.csv was written already"),
    ],
    ids=lambda words: words[0],
)
def test_ctrl_c_says_what_was_written_of_other_files_too(
    words: tuple[str, ...], said: str, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / FILE, ledger(ROUND))
    for before in [NEW, *([("undo", "-f", "other.toml")] if words[0] == "redo" else [])]:
        assert run(*before).code == 0
    written_and_spoilt(monkeypatch, _stopped)
    answer = run(*words)
    assert (answer.err.splitlines()[-1], answer.code) == (f"stopped; {said}", 130)


STOPPED_WHILE_LOADING = """
import sys

class Stops:
    def find_spec(self, name, *_):
        if name == "scorekeeper.cli.dispatch":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stops())
from scorekeeper.__main__ import main
main()
"""


@pytest.mark.slow
def test_ctrl_c_while_the_program_loads_is_not_a_fault() -> None:
    line = [sys.executable, "-c", STOPPED_WHILE_LOADING, "games"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    said = "\nstopped; nothing was written\n"
    assert (done.stdout, done.stderr, done.returncode) == ("", said, 130)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("json", [(), ("--json",)])
@pytest.mark.parametrize("words", [("add", "8", "17", "o"), ("undo",)])
def test_a_change_whose_answer_cannot_be_written_ends_in_0_and_says_so(
    words: tuple[str, ...], json: tuple[str, ...], run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(ROUND))
    run("add", "8", "17", "o")
    before = (folder / FILE).read_bytes()
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, *words, *json], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    lost = "the answer can't be written: no space left on device"
    assert (done.stderr, done.returncode) == (f"{FILE} was written already; {lost}\n", 0)
    assert (folder / FILE).read_bytes() != before


def test_an_answer_that_cannot_be_written_is_an_error_if_nothing_was(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / FILE, ledger(ROUND))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("sys.stdout.write", full)
    answer = run("standings")
    assert answer.err.startswith("error: the answer can't be written: no space left on device\n")
    assert answer.code == 3


def test_a_disk_that_fails_is_an_error_with_a_remedy(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / FILE, ledger(ROUND))

    def failing(path: Path) -> bool:
        raise OSError(errno.EIO, "Input/output error", str(path))

    monkeypatch.setattr(Path, "is_file", failing)
    answer = run("stats", FILE)
    problem = f"{folder / 'people.toml'} can't be read: input/output error"
    assert answer == Answer("", refusal(problem, "check the disk and the permissions"), 3)


def test_ctrl_c_before_the_write_says_that_nothing_was_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / FILE, ledger(ROUND))
    monkeypatch.setattr("scorekeeper.store.durable.rename_over", _stopped)
    answer = run("add", "8", "17", "o", "-f", FILE)
    assert (answer.err, answer.code) == ("\nstopped; nothing was written\n", 130)


def _at_fault(*_: object) -> None:
    raise ZeroDivisionError


def test_a_crash_after_a_write_says_that_it_was_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / FILE, ledger(ROUND))
    written_and_spoilt(monkeypatch, _at_fault)
    answer = run("add", "8", "17", "o", "-f", FILE)
    problem = f"this is a bug in scorekeeper; {FILE} was written already"
    assert answer.err.startswith(f"error: {problem}\n")
    assert answer.code == 70
