"""On Windows and macOS, as far as stand-ins for them can tell."""

import ctypes
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper import terminal
from scorekeeper.terminal.command_words import COMMANDS as EVERY
from scorekeeper.terminal.command_words import RARE
from tests.program import clean_environment, names

COMMANDS = [
    *("new Ann Bo 'Uncle Cy' --dealer ann -f 'my game.toml'", "add 8 17 o"),
    *("add o 4 5 --note 'so 李'", "fix 1 ann=9", "undo", "redo", "standings", "sheet", "next"),
    *("chart", "check", "house jokers=2", "penalty ann 5", "bonus bo 3", "player rename bo Zoë"),
    *("seats ann zoë 'uncle cy'", "dealer zoë", "misdeal", "player join Dee --points 0"),
    *("player leave dee", "rules", "verify 4h5h6h4d", "deadwood 4h5h6hkd", "outs 4h5h6hkd"),
    *("review", "games", "stats", "people Ann=Annie", "export --to csv -o x.csv"),
    *("export --to html -o x.html", "export --to svg -o x.svg", "finish", "again", "undo"),
    *("import x.csv --yes", "new A B --dealer a -f other.toml", "undo -f other.toml"),
    *("redo -f other.toml", "help", "serve --help", "open nothing", "add o 1 -f ../none.toml"),
    *("meld 4h5h6h", "pad 9 17 0 -f 'my game.toml'", "rescore jokers=2 -f 'my game.toml'"),
    *("edit -f other.toml", "delete -f other.toml", "demo try"),
    *("new Ann Bo --game points --rule rounds=1 -f tie.toml", "add 5 5 -f tie.toml"),
    *("playoff -f tie.toml", "new Ann Bo Cy --game indian-rummy --dealer ann -f pool.toml"),
    *("wild 9 -f pool.toml", "add 80 o 4 -f pool.toml", "wild 8 -f pool.toml"),
    *("add 80 o 5 -f pool.toml", "rejoin ann -f pool.toml"),
]

Said = list[list[object]]


def said_on(system: str, folder: Path) -> Said:
    """The exit code and the output of each command on a stand-in for a system."""
    folder.mkdir()
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "tests.other_systems", system],
        cwd=folder,
        env=clean_environment(PYTHONPATH=str(root), EDITOR="true"),
        input=json.dumps([shlex.split(line) for line in COMMANDS]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: Said = json.loads(done.stdout)
    return answers


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the stand-ins need Linux")
def test_every_command_answers_on_other_systems_as_it_does_here(tmp_path: Path) -> None:
    here = said_on("linux", tmp_path / "here")
    assert {words.split()[0] for words in COMMANDS} == {*EVERY, *RARE}
    assert {code for code, *_ in here} == {0, 2, 3}
    assert said_on("darwin", tmp_path / "there") == here
    quoted_there = json.loads(json.dumps(here).replace("'my game.toml'", '\\"my game.toml\\"'))
    assert said_on("win32", tmp_path / "windows") == quoted_there
    kept = names(tmp_path / "here")
    assert names(tmp_path / "there") == kept
    assert {name for name in names(tmp_path / "windows") if not name.endswith(".lock")} == kept


@pytest.mark.posix("there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("has_mode", "takes_mode", "coloured"),
    [(1, 1, True), (1, 0, False), (0, 0, True)],
    ids=["console", "old console", "another terminal"],
)
def test_the_windows_console_is_told_to_obey_colour_codes(
    monkeypatch: pytest.MonkeyPatch, has_mode: int, takes_mode: int, coloured: bool
) -> None:
    told: list[int] = []

    def set_mode(_: object, mode: int) -> int:
        told.append(mode)
        return takes_mode

    kernel = SimpleNamespace(GetConsoleMode=lambda *_: has_mode, SetConsoleMode=set_mode)
    reader, writer = os.openpty()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda number: number))
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    with os.fdopen(reader), os.fdopen(writer, "w") as screen:
        assert terminal.colours(screen) is coloured
    assert told == [4] * has_mode
