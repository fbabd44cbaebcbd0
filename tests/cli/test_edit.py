"""``edit``: an editor's text becomes the ledger if it is a valid one, and is kept if it isn't."""

import errno
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.evenings import Table
from tests.program import Answer, Run, ledger, refusal, scores

TEXT = ledger(scores("Bo", Ann=5, Bo=0, Cy=9), scores("Ann", Ann=0, Bo=5, Cy=9))
FILE = "thursday.toml"


@pytest.fixture
def table(table: Table) -> Table:
    """A game with two rounds."""
    table.lay(TEXT)
    return table


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the editor gets its copy."""
    folder = tmp_path / "copies"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def editor(folder: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Make an editor that puts ``new`` in place of ``old``."""
    script = folder.parent / "editor.py"
    script.write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        f"path.write_bytes(path.read_bytes().replace({old.encode()!r}, {new.encode()!r}))\n"
    )
    monkeypatch.setenv("EDITOR", f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}")


def test_the_editors_text_becomes_the_ledger(
    table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(folder, monkeypatch, "Cy = 9\n", "Cy = 8 # \u2660\n")
    monkeypatch.setenv("VISUAL", os.environ["EDITOR"])
    monkeypatch.setenv("EDITOR", "false")  # VISUAL goes first
    assert table("edit") == ["thursday.toml changed.  sk undo takes this back."]
    edited = TEXT.replace("Cy = 9\n", "Cy = 8 # \u2660\n")
    assert table.text == edited
    table("undo")
    assert table.text == TEXT
    table("redo")
    assert table.text == edited


@pytest.mark.parametrize(
    ("new", "check"),
    [
        pytest.param("Cy = \n", "syntax", id="no TOML"),
        pytest.param('Cy = "9"\n', "value", id="a text for a number"),
        pytest.param("Cy = 900\n", "score-range", id="more than the cards cost"),
        pytest.param("Cyy = 9\n", "player", id="a slip in a name"),
    ],
)
@pytest.mark.usefixtures("copies")
def test_the_ledger_stays_if_the_new_text_has_an_error_and_the_text_is_kept(
    new: str, check: str, table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(folder, monkeypatch, "Cy = 9\n", new)
    said = table.run("edit")
    assert (said.out, said.code) == ("", 3)
    assert re.search(rf"^line \d+: {check}: ", said.err, re.MULTILINE)
    assert table.text == TEXT
    kept = Path(said.err.rstrip("\n").partition("what you wrote is in ")[2])
    assert kept.read_text("utf-8") == TEXT.replace("Cy = 9\n", new)
    assert table.run("undo").code == 2


def test_earlier_faults_do_not_block_an_edit(
    table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = TEXT + '\n[zoo]\ncat = "Tom"\n'
    table.lay(text)
    editor(folder, monkeypatch, "Cy = 9\n", "Cy = 8\n")
    assert table.run("edit") == Answer(
        "Thursday\nthursday.toml changed.  sk undo takes this back.\n",
        "check found 1 thing in thursday.toml:  sk check thursday.toml\n",
        0,
    )
    assert table.text == text.replace("Cy = 9\n", "Cy = 8\n")


def test_an_edit_is_kept_if_the_ledger_was_changed_meanwhile(
    table: Table, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = f"""echo '# meanwhile' >> {shlex.quote(FILE)}; echo '# mine' >> "$1" """
    monkeypatch.setenv("EDITOR", f"sh -c {shlex.quote(both)} sh")
    said = table.run("edit")
    assert table.text == f"{TEXT}# meanwhile\n"
    (mine,) = copies.rglob(FILE)
    assert mine.read_text("utf-8") == f"{TEXT}# mine\n"
    problem = f"{FILE} was changed in the meantime"
    remedy = f"look at it and try again; nothing was written; what you wrote is in {mine}"
    assert said == Answer("", refusal(problem, remedy), 4)


@pytest.mark.parametrize(
    ("script", "problem", "code"),
    [
        ("""printf '\\377' >> "$1" """, ": this isn't text in UTF-8", 3),
        ("""echo '# mine' >> "$1"; false""", "failed", 2),
    ],
)
def test_text_from_an_editor_is_kept_if_it_cannot_be_saved(
    script: str,
    problem: str,
    code: int,
    table: Table,
    copies: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EDITOR", f"sh -c {shlex.quote(script)} sh")
    said = table.run("edit")
    assert (said.out, said.code) == ("", code)
    (mine,) = copies.rglob(FILE)
    assert problem in said.err
    assert said.err.endswith(f"; what you wrote is in {mine}\n")
    assert mine.read_bytes().startswith(TEXT.encode())
    assert mine.read_bytes() != TEXT.encode()
    assert table.text == TEXT


@pytest.mark.parametrize(
    ("command", "problem", "remedy"),
    [
        ("", "EDITOR is empty", "set it, like EDITOR=nano, or edit the file yourself"),
        ("/nowhere/ed", "the editor '/nowhere/ed' won't start", "set EDITOR to another one"),
        ("false", "the editor 'false' failed", "edit again with sk edit; nothing was changed"),
    ],
)
def test_an_editor_that_fails_is_named_and_leaves_nothing(
    command: str,
    problem: str,
    remedy: str,
    table: Table,
    copies: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EDITOR", command)
    assert table.run("edit") == Answer("", refusal(problem, remedy), 2)
    assert list(copies.iterdir()) == []


def test_an_editor_that_changes_nothing_leaves_no_file_and_nothing_to_undo(
    table: Table, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    assert table("edit") == ["Nothing was changed."]
    assert table.run("undo").code == 2
    monkeypatch.setenv("EDITOR", "sed -i s/Cy/Zed/")
    table.run("edit")
    assert list(copies.iterdir()) == []


def _full(*_: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    ("is_full", "why"), [(False, "no such file or directory"), (True, "no space left on device")]
)
def test_an_editor_is_not_started_where_its_copy_cannot_be_written(
    is_full: bool, why: str, table: Table, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_full:
        monkeypatch.setattr(Path, "write_bytes", _full)
    else:
        monkeypatch.setattr("tempfile.tempdir", str(copies / "nowhere"))
    monkeypatch.setenv("EDITOR", "touch started")
    problem = f"{FILE} can't be copied for the editor: {why}"
    remedy = "free some space on the disk" if is_full else "set TMPDIR to a folder you can use"
    assert table.run("edit") == Answer("", refusal(problem, remedy), 3)
    assert not table.path.with_name("started").exists()
    assert list(copies.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\Tools\ed.exe", [r"C:\Tools\ed.exe"]),
        (r'"C:\Program Files\ed.exe" -w', [r"C:\Program Files\ed.exe", "-w"]),
        (r"'C:\Program Files\ed.exe' -w", [r"C:\Program Files\ed.exe", "-w"]),
        (r"C:\Users\O'Neil\ed.exe -w", [r"C:\Users\O'Neil\ed.exe", "-w"]),
    ],
)
@pytest.mark.usefixtures("table")
def test_an_editor_on_windows_keeps_its_backslashes(
    command: str, words: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def call(command: list[str]) -> int:
        started.append(command[:-1])
        return 0

    monkeypatch.setattr("scorekeeper.cli.commands.files.ON_WINDOWS", True)
    monkeypatch.setattr("subprocess.call", call)
    monkeypatch.setenv("EDITOR", command)
    assert run("edit").code == 0
    assert started == [words]
