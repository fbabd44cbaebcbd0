"""Somebody at the terminal who types the rows of the table, and what is on the sheet then."""

import os
import re
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from tests.cli.table_talk.games import FOLDERS
from tests.terminal import Person

MAIN = re.compile(r"^[^?\n]*>\s*$")
"""The prompt of the open game: ``round 1, the threes>``."""

PLAYER = re.compile(r"^\s*\S.* \+ *(\[.*\])? *$")
"""The prompt for one player's entry: ``  Ann   12 + ``."""

CTRL_C = "^C"
"""In place of a line: Ctrl and C."""

ONCE = re.compile("means not here|check found|phone")
"""What the open game says only once: whoever sits down next has to meet it as well."""

ASKED_ONCE = "type it again"
"""What it asks until somebody has answered."""

Files = Mapping[str, str]
"""The files of a folder, hidden ones too."""


class Sitting:
    """A folder with a game, and somebody who runs the program in it."""

    def __init__(self, folder: Path, game: str | Files, *words: str, **screen: Any) -> None:
        self.folder, self.game = folder, game
        lay(folder, game)
        self.person = Person(folder, *words, **screen)
        self.said = self.person.settles()
        self.first_prompt = self.prompt
        self.was_told = False

    @property
    def prompt(self) -> str:
        """The last line on the screen, where the cursor is."""
        return self.said.rpartition("\n")[2]

    def types(self, line: str) -> None:
        """Type a line and wait for the answer, which begins with the line."""
        if line == CTRL_C:
            self.person.holds("c")
        else:
            self.was_told |= ASKED_ONCE in self.said
            self.person.types(line)
        self.said = self.person.settles()
        self.was_told |= bool(ONCE.search(self.said))

    def is_at_the_table(self) -> bool:
        """Whether the open game waits for a line."""
        return not self.person.has_ended() and bool(MAIN.match(self.prompt))

    def is_asked(self) -> bool:
        """Whether a question waits for an answer, not just a prompt for the next entry or line."""
        return not (self.person.has_ended() or MAIN.match(self.prompt) or PLAYER.match(self.prompt))

    def exit(self) -> int:
        """The exit code of a program that has ended."""
        return self.person.ends()[1]

    def comes_back(self) -> bool:
        """Go back to the beginning: nothing typed, nothing on the sheet. True if that worked."""
        if not self.person.has_ended() and not self.is_at_the_table():
            self.types(CTRL_C)
        if self.person.has_ended() or self.was_told:
            return False
        if texts(self.folder.iterdir()) != files_of(self.game):
            lay(self.folder, self.game)
            self.types(CTRL_C)
        return self.is_at_the_table() and self.prompt == self.first_prompt

    def stops(self) -> None:
        """End the program, whatever it is doing."""
        self.person.is_killed()


class Tables:
    """The open games, by name; the next test that needs one goes on with it."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._count = folder, count()
        self._lying: defaultdict[str, list[Sitting]] = defaultdict(list)

    @contextmanager
    def taken_up(self, name: str, game: str | Files, **screen: Any) -> Iterator[Sitting]:
        """The one of this name, or a new one; it is kept for the next test if it is as it was."""
        lying = self._lying[f"{name} {screen}"]
        if not lying:
            folder = self._folder / str(next(self._count))
            folder.mkdir()
            lying.append(Sitting(folder, game, **screen))
        sitting = lying.pop()
        comes_back = False
        try:
            yield sitting
            comes_back = sitting.comes_back()
        finally:
            if comes_back:
                lying.append(sitting)
            else:
                sitting.stops()

    def are_left(self) -> None:
        """End every program."""
        for sitting in [each for lying in self._lying.values() for each in lying]:
            sitting.stops()


# ── the folder ───────────────────────────────────────────────────────────────────────────


def files_of(game: str | Files) -> Files:
    return FOLDERS[game] if isinstance(game, str) else game


def lay(folder: Path, game: str | Files) -> None:
    """Put the files of ``game`` into the folder, and nothing else.

    The files are a minute old, or the program would wait in case an editor is still saving them.
    """
    for path in folder.iterdir():
        path.unlink()
    for name, text in files_of(game).items():
        (folder / name).write_bytes(text.encode())
    for path in (folder, *folder.iterdir()):
        os.utime(path, (time.time() - 60,) * 2)


def texts(paths: Iterable[Path]) -> dict[str, str]:
    """The content of each file, by name."""
    return {path.name: path.read_bytes().decode() for path in sorted(paths)}


def contents(folder: Path) -> dict[str, str]:
    """The games in a folder, by file name."""
    return texts(folder.glob("[!.]*"))


def sheet(text: str) -> list[str]:
    """The rounds of a ledger, each as somebody would type it: ``12 o 5H6H7H -``.

    A player without an entry has a question mark, and a penalty comes after the entry: ``94+10``.
    """
    game = tomllib.loads(text)
    names = [player["name"] for player in game["players"]]
    return [
        " ".join(_entry(block, name) + _adjusted(block, name) for name in names)
        for block in game.get("rounds", [])
    ]


def _adjusted(block: dict[str, Any], name: str) -> str:
    points = block.get("adjust", {}).get(name)
    return f"{points:+}" if points else ""


def _entry(block: dict[str, Any], name: str) -> str:
    out = block.get("out", [])
    is_out = name in ([out] if isinstance(out, str) else out)
    shown = block.get("hands", {}).get(name, "").replace(" ", "")
    points = block.get("scores", {}).get(name)
    if name in block.get("absent", []):
        return "-"
    if is_out:
        assert points in (None, 0), f"{name} is out with {points}"
        return f"o:{shown}" if shown else "o"
    if shown:
        return shown if points is None else f"{points}:{shown}"
    return "?" if points is None else str(points)
