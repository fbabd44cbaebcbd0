"""The README is true: its examples run as they stand, its tables and lists are the code's.

After a change of wording, ``python -m tests.test_readme`` writes what the program says now into
README.md. Read the difference before you commit it.
"""

import doctest
import html
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from rich.console import Console
from rich.text import Text

import scorekeeper
from scorekeeper.cards import parse_groups
from scorekeeper.cli.command_list import COMMANDS
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.rules.rule_set import KEYS, RuleSet
from scorekeeper.rules.variations import VARIATIONS
from tests.cli.table.test_an_evening import EVENING, evening
from tests.program import clean_environment
from tests.terminal import Person

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"

TODAY = date.today()
THAT_DAY = date(2026, 3, 13)
"""What today is called in the README."""

BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"^(?P<prompt>  \S.*? \+ )(?P<answer>.*?)(?:  .*)?$", re.MULTILINE)
"""A row of the prompts: behind the answer stands what it comes to."""


class Block(NamedTuple):
    """A fenced block: its language and its lines."""

    kind: str
    body: str

    @property
    def is_typed(self) -> bool:
        """Whether it shows a terminal: a command, and what is typed at each prompt."""
        return self.kind == "text" and self.body.startswith("$ ")

    @property
    def runs(self) -> bool:
        return self.kind == "console" or self.is_typed


def blocks_of(readme: str) -> list[Block]:
    return [Block(found["kind"], found["body"]) for found in BLOCK.finditer(readme)]


# ── running the examples ─────────────────────────────────────────────────────────────────


class Table:
    """A folder with the sample games, in which the README's examples run one after the other."""

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

    def renewed(self, readme: str) -> str:
        """The README with what the program says today, and with the tables as the code has them."""

        def renewed(found: re.Match[str]) -> str:
            block = Block(found["kind"], found["body"])
            return f"```{block.kind}\n{self.run(block)}```"

        for rows in (key_table(), variation_table()):
            old = "\n".join([*table_of(readme, rows[0]), ""])
            readme = readme.replace(old, "\n".join([*rows, ""]))
        return BLOCK.sub(renewed, readme)

    def run(self, block: Block) -> str:
        """The lines of a block as they are when it is run; those of a block that does not run."""
        if block.kind == "toml":
            self.save(block)
        if block.is_typed:
            return self.typed(block)
        if block.kind != "console":
            return block.body
        commands = [line for line in block.body.splitlines() if line.startswith("$ ")]
        return "".join(f"{line}\n{self.said(line[2:])}" for line in commands)

    def save(self, block: Block) -> None:
        """Put a file that the README shows where it says: its first line is its name."""
        name = block.body.splitlines()[0].removeprefix("# ")
        assert re.fullmatch(r"[\w-]+\.toml", name), f"the first line is no name: {name}"
        (self.folder / name).write_text(block.body, "utf-8")

    def said(self, command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", as_today(command)],
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
        """What the screen shows when somebody types at a terminal what stands in the block."""
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


BLOCKS = blocks_of(README.read_text("utf-8"))
EXAMPLES = [
    pytest.param(place, id=block.body.splitlines()[0].removeprefix("$ "))
    for place, block in enumerate(BLOCKS)
    if block.runs
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("readme"))


@pytest.fixture(scope="module")
def renewed(table: Table) -> list[Block]:
    """The README's blocks, all of them run in order: later ones go on with the game of earlier."""
    return blocks_of(table.renewed(README.read_text("utf-8")))


@pytest.mark.parametrize("place", EXAMPLES)
def test_an_example_shows_what_the_program_says(renewed: list[Block], place: int) -> None:
    hint = "if this is meant, python -m tests.test_readme writes it into README.md"
    assert renewed[place].body == BLOCKS[place].body, hint


@pytest.mark.parametrize("kind", ["console", "text", "toml", "python", "sh"])
def test_there_are_examples_of_every_kind(kind: str) -> None:
    assert kind in {block.kind for block in BLOCKS}


def test_the_python_examples_are_true(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(table.folder)
    text = "\n".join(block.body for block in BLOCKS if block.kind == "python")
    examples = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    assert result.attempted
    assert not result.failed, "".join(said)


def test_the_evening_of_the_readme_takes_as_many_keys_as_it_says() -> None:
    keys = sum(len(answer) + 1 for _, answer in EVENING) + len("sk\r") + 1
    assert f"It takes {keys} keys." in README.read_text("utf-8")


# ── the picture ──────────────────────────────────────────────────────────────────────────

SCREEN = 80

PICTURE = ROOT / "sample_games" / "at-the-table.svg"

SHOWN_FROM, SHOWN_TO = "round 4, the sixes> fix 5s bo=12", "round 5, the sevens> 7 30 o 13"
"""The lines of the evening that the picture shows: a correction, a round and a quarrel."""


def pictured(readme: str) -> list[str]:
    """What the screen of the picture says, as the README's evening has it."""
    [evening] = [one.body for one in blocks_of(readme) if one.body.startswith("$ sk\n")]
    lines = evening.splitlines()
    return lines[lines.index(SHOWN_FROM) : lines.index(SHOWN_TO)]


def picture(lines: Sequence[str]) -> str:
    """The lines as an SVG of a terminal, what is typed in bold."""
    console = Console(record=True, width=SCREEN, file=StringIO(), force_terminal=True)
    for line in lines:
        prompt, mark, typed = line.partition("> ")
        asked = mark and prompt.startswith("round ")
        console.print(Text.assemble(prompt + mark, (typed, "bold")) if asked else Text(line))
    return console.export_svg(title="sk")


def test_the_picture_shows_what_the_evening_of_the_readme_says() -> None:
    readme = README.read_text("utf-8")
    assert f"]({PICTURE.relative_to(ROOT)})" in readme
    rows: dict[str, str] = {}
    texts = re.findall(r'clip-path="url\(#([^)]*)\)">([^<]*)</text>', PICTURE.read_text("utf-8"))
    for row, text in texts:
        rows[row] = rows.get(row, "") + html.unescape(text).replace("\xa0", " ")
    shown = [text.rstrip() for text in rows.values()]
    assert [line for line in shown if line] == [line for line in pictured(readme) if line]


# ── tables and lists ─────────────────────────────────────────────────────────────────────

UNSET = {"decks": "by players", "bonus_round": "the last round"}
"""What holds where a key has no value."""


def key_table() -> list[str]:
    """Every rule key with what the code says of it."""
    default = RuleSet()
    rows = [
        (
            f"`{key}`",
            one.metadata["values"],
            shown(key, getattr(default, key)),
            one.metadata["meaning"],
        )
        for key, one in KEYS.items()
    ]
    return markdown(("key", "values", "default", "meaning"), rows)


def shown(key: str, value: Any) -> str:
    """The default of a key as somebody types it."""
    if value is None:
        return UNSET[key]
    if key == "rounds":
        return f"{value[0].deal} … {value[-1].deal} cards, that rank wild"
    if value == ():
        return "`{}`"
    return f"`{list(value)}`" if isinstance(value, tuple) else f"`{literal(value)}`"


def variation_table() -> list[str]:
    rows = [
        (f"`{name}`", " ".join(f"`{key}={literal(value)}`" for key, value in values.items()))
        for name, values in VARIATIONS.items()
    ]
    return markdown(("variation", "sets"), rows)


def literal(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def table_of(readme: str, head: str) -> list[str]:
    """The lines of the table with this head."""
    lines = readme.splitlines()
    found = []
    for line in lines[lines.index(head) :]:
        if not line.startswith("|"):
            break
        found.append(line)
    return found


@pytest.mark.parametrize("rows", [key_table(), variation_table()], ids=["keys", "variations"])
def test_a_table_of_the_rules_says_what_the_code_says(rows: list[str]) -> None:
    assert table_of(README.read_text("utf-8"), rows[0]) == rows


def test_the_standard_rounds_are_what_the_table_of_keys_calls_them() -> None:
    assert [(one.deal, one.wild) for one in RuleSet().specs] == list(
        zip(range(3, 14), "3456789TJQK", strict=True)
    )


def examples_in(head: str) -> list[str]:
    """What stands in the first column of a table, as somebody types it."""
    rows = table_of(README.read_text("utf-8"), head)[2:]
    return [code for row in rows for code in re.findall("`(.*?)`", row.split(" | ")[0])]


@pytest.mark.parametrize("text", examples_in("| cards | are |"))
def test_the_cards_of_the_table_can_be_typed(text: str) -> None:
    assert parse_groups(text)


@pytest.mark.parametrize("text", examples_in("| entry | means |"))
def test_the_entries_of_the_table_can_be_typed(text: str) -> None:
    assert parse_entry(text, RuleSet(jokers=2).round(4)).typed == text


def modules() -> Iterator[str]:
    """The files and folders of the program, as the map lists them."""
    for path in Path(scorekeeper.__file__).parent.iterdir():
        if (path / "__init__.py").exists():
            yield f"{path.name}/"
        elif path.suffix == ".py":
            yield path.name


def test_the_map_lists_every_module_once() -> None:
    rows = table_of(README.read_text("utf-8"), "| where | what |")[2:]
    assert sorted(row.split("`")[1] for row in rows) == sorted(modules())


def test_the_floors_are_those_that_the_imports_are_held_to() -> None:
    from tests.test_layers import FLOORS

    line = next(block.body for block in BLOCKS if "→" in block.body)
    floors = [set(re.findall(r"\w+", floor)) for floor in line.split("→")]
    assert floors == list(map(set, FLOORS))


def test_every_command_is_in_the_readme_and_no_other() -> None:
    typed = set(re.findall(r"\bsk ([a-z]+)\b", README.read_text("utf-8")))
    assert typed == set(COMMANDS)


def test_the_test_command_stands_alone_on_its_line() -> None:
    lines = README.read_text("utf-8").splitlines()
    assert len([one for one in lines if re.fullmatch("python3 -m venv .*pytest", one)]) == 1


def main() -> None:
    """Write what the program says now into README.md, and draw its picture."""
    with TemporaryDirectory() as place:
        readme = Table(Path(place)).renewed(README.read_text("utf-8"))
    README.write_text(readme, "utf-8")
    PICTURE.write_text(picture(pictured(readme)), "utf-8")


if __name__ == "__main__":
    main()
