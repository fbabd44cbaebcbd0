"""What happens to a file right after a change of it: the change is done, and the answer says so."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from scorekeeper.store.durable import replace_file
from tests.program import ROUND, Answer, Run, ledger, scores, seeded

FILE = "thursday.toml"
TIE = ledger(
    scores("Bo", Ann=0, Bo=0, Cy=5), rules="[rules]\nrounds = [{ deal = 3, wild = '3' }]\n"
)
APPENDING = """sh -c 'echo "# edited" >> "$1"' sh"""

CHANGES = {
    "add": ("add", "8", "17", "o"),
    "fix": ("fix", "3s", "ann=13"),
    "house": ("house", "jokers=2"),
    "edit": ("edit",),
    "misdeal": ("misdeal",),
    "penalty": ("penalty", "ann", "5"),
    "bonus": ("bonus", "ann", "5"),
    "join": ("player", "join", "Dee", "--points", "0"),
    "leave": ("player", "leave", "cy"),
    "rename": ("player", "rename", "cy", "Zed"),
    "seats": ("seats", "cy", "ann", "bo"),
    "dealer": ("dealer", "cy"),
    "playoff": ("playoff",),
    "finish": ("finish",),
}


def _gone(path: Path) -> None:
    path.unlink()


def _broken(path: Path) -> None:
    path.write_text("no = TOML = here")


def _no_file(path: Path) -> None:
    path.unlink()
    path.mkdir()


def written_and_spoilt(monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]) -> None:
    """From now on something happens to each ledger as soon as it is written."""

    def write_and_spoil(path: Path, content: bytes) -> None:
        replace_file(path, content)
        spoil(path)

    import_module("scorekeeper.store.steps")  # loaded later, it would keep what is spoilt
    monkeypatch.setattr("scorekeeper.store.durable.replace_file", write_and_spoil)
    monkeypatch.setattr("scorekeeper.store.durable.create_file", write_and_spoil)


@pytest.mark.parametrize("spoil", [_gone, _broken, _no_file])
@pytest.mark.parametrize("command", CHANGES)
def test_a_change_that_is_written_is_answered_and_ends_in_0(
    command: str,
    spoil: Callable[[Path], None],
    run: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EDITOR", APPENDING)
    text = TIE if command == "playoff" else ledger(ROUND)
    words = [*CHANGES[command], "-f", FILE]
    seeded(folder / FILE, text)
    usual = run(*words)
    assert usual.code == 0
    seeded(folder / FILE, text)
    written_and_spoilt(monkeypatch, spoil)
    answer = run(*words)
    assert (answer.out, answer.code) == (usual.out, 0)
    # A file that is broken is one more thing for check to find.
    assert answer.err == usual.err or answer.err.startswith("check finds 1 thing")


@pytest.mark.parametrize(
    ("words", "done"),
    [
        (("undo",), "taken back:  sk add 8 17 o"),
        (("redo",), "made again:  sk add 8 17 o"),
    ],
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


@pytest.mark.parametrize("words", [*CHANGES.values(), ("new", "Ann", "Bo"), ("undo",)])
def test_ctrl_c_behind_a_write_says_that_it_was_written(
    words: tuple[str, ...], run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", APPENDING)
    seeded(folder / FILE, TIE if words == ("playoff",) else ledger(ROUND))
    file = "other.toml" if words[0] == "new" else FILE
    if words == ("undo",):
        run("add", "8", "17", "o", "-f", file)
    written_and_spoilt(monkeypatch, _stopped)
    answer = run(*words, "-f", file)
    assert answer.err.endswith(f"\nstopped; {file} was written already\n")
    assert answer.code == 130


def test_ctrl_c_before_the_write_says_that_nothing_was_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / FILE, ledger(ROUND))
    monkeypatch.setattr("scorekeeper.store.durable._rename", _stopped)
    answer = run("add", "8", "17", "o", "-f", FILE)
    assert (answer.err, answer.code) == ("\nstopped; nothing was written\n", 130)


def _at_fault(*_: object) -> None:
    raise ZeroDivisionError


def test_a_fault_of_the_program_behind_a_write_says_that_it_was_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / FILE, ledger(ROUND))
    written_and_spoilt(monkeypatch, _at_fault)
    answer = run("add", "8", "17", "o", "-f", FILE)
    problem = f"scorekeeper made a mistake of its own; {FILE} was written already"
    assert answer.err.startswith(f"error: {problem}\n")
    assert answer.code == 70
