"""The examples of a page, run as they stand: commands, files, and what is typed at prompts.

The examples of a page follow each other in a folder with the sample games; each page has its own.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.cli.commands.help import FOLDER, PAGES
from tests.cli.table.test_an_evening import evening
from tests.program import clean_environment, start
from tests.terminal import Person

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"

WRITTEN = [README, *(FOLDER / f"{name}.md" for name in PAGES)]
"""Everything that shows examples: the README, and each page of the manual."""

TODAY = date.today()
THAT_DAY = date(2026, 3, 13)
"""What today is called in the examples."""

BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"^(?P<prompt>  \S.*? \+ )(?P<answer>.*?)(?:  .*)?$", re.MULTILINE)
"""A row of the prompts: behind the answer stands what it comes to."""

SHELL = re.compile(r"[|;&<>$*?~`\\]")
"""What makes a line more than a command and its words: only a shell can run it."""


class Block(NamedTuple):
    """A fenced block: its language and its lines."""

    kind: str
    body: str

    @property
    def is_typed(self) -> bool:
        """Whether the block shows a terminal: a command, and what is typed at each prompt."""
        return self.kind == "text" and self.body.startswith("$ ")

    @property
    def runs(self) -> bool:
        return self.kind == "console" or self.is_typed


def blocks_of(text: str) -> list[Block]:
    return [Block(found["kind"], found["body"]) for found in BLOCK.finditer(text)]


class Place:
    """A folder with the sample games, in which a page's examples run one after the other."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "evening"
        shutil.copytree(ROOT / "sample_games", self.folder / "sample_games")
        programs = place / "bin"
        programs.mkdir()
        shim = programs / "sk"
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scorekeeper "$@"\n')
        shim.chmod(0o755)
        path = os.pathsep.join([str(programs), os.environ["PATH"]])
        self.environment = clean_environment(PATH=path, TERM="dumb")

    def renewed(self, text: str) -> str:
        """A page with what the program says today."""
        return BLOCK.sub(
            lambda found: f"```{found['kind']}\n{self.run(Block(*found.groups()))}```", text
        )

    def run(self, block: Block) -> str:
        """The lines of a block after it is run; those of a block that isn't run stay."""
        if block.kind == "toml":
            self.save(block)
        if block.is_typed:
            return self.typed(block)
        if block.kind != "console":
            return block.body
        commands = [line for line in block.body.splitlines() if line.startswith("$ ")]
        return "".join(f"{line}\n{self.said(line[2:])}" for line in commands)

    def save(self, block: Block) -> None:
        """Save a file that the page shows; its first line is its name."""
        name = block.body.splitlines()[0].removeprefix("# ")
        assert re.fullmatch(r"[\w-]+\.toml", name), f"the first line isn't a name: {name}"
        (self.folder / name).write_text(block.body, "utf-8")

    def said(self, command: str) -> str:
        command = as_today(command)
        words = shlex.split(command)
        if words[0] == "sk" and not SHELL.search(command):
            answer = start(words[1:], self.folder, environment=self.environment, mixed=True)
            return as_that_day(answer.out)
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
        return as_that_day(done.stdout.decode())

    def typed(self, block: Block) -> str:
        """What the screen shows when somebody types what the block says at a terminal."""
        command = block.body.splitlines()[0]
        screen: dict[str, Any] = {"rows": 400, "TERM": "xterm", "NO_COLOR": "1"}
        if command == "$ sk":
            table = self.folder / "table"  # an evening of its own, which begins without a game
            table.mkdir()
            person = evening(table, **screen)
        else:
            words = ["bash", "-c", as_today(command[2:])]
            screen["PATH"] = self.environment["PATH"]
            person = Person(self.folder, command=words, **screen)
            for found in TYPED.finditer(block.body):
                person.sees(found["prompt"])
                person.types(found["answer"])
            person.ends()
        return as_that_day("\n".join([command, *person.shown(), ""]))


def as_today(command: str) -> str:
    return command.replace(THAT_DAY.isoformat(), TODAY.isoformat())


def as_that_day(text: str) -> str:
    for day in {TODAY, date.today()}:
        text = text.replace(day.isoformat(), THAT_DAY.isoformat())
        text = text.replace(in_words(day), in_words(THAT_DAY))
    return text


def in_words(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B} {day.year}"
