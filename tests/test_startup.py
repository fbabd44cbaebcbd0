"""What a short command must not load: each of these costs more than the command itself."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer

import scorekeeper
from scorekeeper.cli.dispatch import ByOccasion, program
from scorekeeper.terminal.command_words import COMMANDS, EXAMPLES, RARE, SUMMARIES, WITHIN
from tests.program import clean_environment, ledger, scores, seeded

pytestmark = pytest.mark.slow

HEAVY = (
    "rich",
    "pydantic",
    "pygments",
    "markdown_it",
    "textual",
    "jinja2",
    "prompt_toolkit",
    "asyncio",
    "importlib.metadata",
    "email",
)


SPY = """
import sys
sys.argv[0] = "sk"
try:
    {code}
finally:
    print("loaded", *sys.modules, file=sys.stderr)
"""
"""Runs ``code`` and then names every module that is loaded, the interpreter's own included."""


def loaded_by(code: str, words: list[str], folder: Path, **more: str) -> tuple[set[str], str]:
    """The modules that are loaded when ``code`` has run with ``words``, and its stdout."""
    done = subprocess.run(
        [sys.executable, "-c", SPY.format(code=code), *words],
        cwd=folder,
        env=clean_environment(**more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split()), done.stdout


PROGRAM = "import os; os._exit = sys.exit; from scorekeeper.__main__ import main; main()"
"""The program, left by the long way: what is loaded can be looked at then."""


GAME = ledger(scores("Bo", Ann=12, Bo=0, Cy=5))


def own(modules: set[str]) -> set[str]:
    """The program's own modules, by their names in it."""
    return {name.removeprefix("scorekeeper.") for name in modules}


def heavy(modules: set[str]) -> set[str]:
    return {name for name in modules for package in HEAVY if f"{name}.".startswith(f"{package}.")}


JUDGES = {"solver", "referee", "melds", "render.hands", "cli.commands.quarrels"}
EDITING = {"codec.encode", "codec.spans", "store.history", "tomli_w", "json", "ctypes"}
"""What only a command that writes loads; ``ctypes`` takes 3 ms, and swaps the names of files."""

ENTERING = {"cli.commands.rounds", "ledger.entries", "ledger.rows", "ledger.recording", "asking"}
OF_LINES = {"asking", "listening.line", "games"}
SELDOM = {
    "ledger.changes",
    "ledger.columns",
    "ledger.gin",
    "ledger.gin_hands",
    "render.rules",
    "render.machine",
    "cli.commands.table",
    "cli.commands.start",
    "cli.commands.season",
    "render.season",
    "season",
}
EVENING = {"rules", "ledger", "codec", "store", "ledger.standings", "audit", "games", "tomllib"}


SHORT: dict[str, tuple[str, set[str]]] = {
    "--version": ("0.", {"typer", "terminal.command_words", "rules"}),
    "--help": ("Usage: sk", EVENING | JUDGES | EDITING | ENTERING | SELDOM),
    "": ("Usage: sk", set()),
    "add --help": ("Usage: sk add", EVENING | JUDGES | EDITING | ENTERING | SELDOM),
    "add 8 17 o": ("Thursday: round 2, the fours", JUDGES | SELDOM | OF_LINES),
    "fix 3s ann=11": ("Thursday", JUDGES | SELDOM | OF_LINES),
    # The checks go through the rows.
    "standings": ("Thursday", (JUDGES | EDITING | ENTERING | SELDOM) - {"ledger.rows"}),
    "standings --json": ('{"title"', JUDGES),
    "sheet": ("Thursday", set()),
    "next": ("Thursday", set()),
    "chart": ("Thursday", set()),
    "export --to csv": ("file,", set()),
    "rules": ("  deuces-arent-wild ", (JUDGES | EDITING | SELDOM | {"audit"}) - {"render.rules"}),
    "new Ann Zoë": (
        "Three Thirteen",
        (JUDGES | ENTERING | SELDOM | {"audit", "terminal.prompt", "hmac"})
        - {"ledger.rows", "cli.commands.start"},
    ),
    "deadwood 4h5h6hkd": (
        "Thursday",
        EDITING | SELDOM | {"cli.commands.rounds", "audit", "ledger.recording", "referee"},
    ),
    "verify 4h5h6h7hkd": (
        "Thursday",
        EDITING | SELDOM | {"cli.commands.rounds", "audit", "ledger.recording", "solver"},
    ),
}
"""Command lines, how their answers begin, and what of the program none of them needs."""


@pytest.mark.parametrize("line", SHORT)
def test_a_short_command_loads_nothing_heavy_and_only_what_it_uses(
    tmp_path: Path, line: str
) -> None:
    begins, needless = SHORT[line]
    seeded(tmp_path / "thursday.toml", GAME)
    modules, out = loaded_by(PROGRAM, line.split(), tmp_path)
    assert out.startswith(begins)
    assert heavy(modules) == set()
    assert needless & own(modules) == set()


def test_undo_loads_neither_the_season_nor_what_enters_a_round(tmp_path: Path) -> None:
    """It asks where the names of a season are, which is only the name of a file."""
    seeded(tmp_path / "thursday.toml", GAME)
    loaded_by(PROGRAM, ["add", "8", "17", "o"], tmp_path)
    modules, _ = loaded_by(PROGRAM, ["undo"], tmp_path)
    assert (JUDGES | SELDOM | ENTERING - {"ledger.rows"}) & own(modules) == set()


@pytest.mark.parametrize("words", [["next"], ["again"]])
def test_a_hand_is_melded_only_if_its_points_are_needed(tmp_path: Path, words: list[str]) -> None:
    """Without them it is clear whether a round is left to play, and that nothing is missing."""
    shown = f'{scores("Bo", Ann=12, Bo=0)}\n\n[rounds.hands]\nCy = "9H 9D KS"'
    seeded(tmp_path / "thursday.toml", ledger(shown))
    modules, _ = loaded_by(PROGRAM, words, tmp_path)
    assert JUDGES & own(modules) == set()


FOR_NAMES = JUDGES | EDITING | ENTERING | SELDOM


@pytest.mark.parametrize(
    ("line", "offered", "needless"),
    [
        ("sk stand", {"standings"}, set()),
        ("sk ", {"add", "standings", "check"}, {"rules", "store", "cli.commands"}),
        ("sk add A", {"Ann="}, FOR_NAMES | {"audit", "games", "rules.variations", "render.words"}),
    ],
)
def test_completion_loads_nothing_heavy_and_only_what_it_uses(
    tmp_path: Path, line: str, offered: set[str], needless: set[str]
) -> None:
    seeded(tmp_path / "thursday.toml", GAME)
    typed = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    modules, out = loaded_by(PROGRAM, [], tmp_path, _SK_COMPLETE="complete_bash", **typed)
    assert offered <= set(out.split())
    assert heavy(modules) == set()
    assert (needless | {"terminal.prompt"}) & own(modules) == set()


def test_a_table_at_a_terminal_loads_nothing_heavy(tmp_path: Path) -> None:
    seeded(tmp_path / "thursday.toml", GAME)
    on_terminal = f"sys.stdout.isatty = lambda: True; {PROGRAM}"
    modules, out = loaded_by(on_terminal, ["standings"], tmp_path, TERM="xterm")
    assert "─────" in out
    assert heavy(modules) == set()


@pytest.mark.parametrize(
    ("code", "loads"),
    [
        ("import scorekeeper", "scorekeeper"),
        (
            "import scorekeeper; [getattr(scorekeeper, name) for name in scorekeeper.__all__]",
            "scorekeeper.solver",
        ),
    ],
    ids=["the library", "its public names"],
)
def test_the_library_loads_neither_the_command_line_nor_tables(
    tmp_path: Path, code: str, loads: str
) -> None:
    modules, _ = loaded_by(code, [], tmp_path)
    assert loads in modules
    assert not {name for name in modules if name.split(".")[0] in ("typer", "rich")}


def test_every_module_that_must_not_be_loaded_exists() -> None:
    named = JUDGES | EDITING | ENTERING | SELDOM | EVENING | {"terminal.prompt"}
    ours = named - {"tomllib", "tomli_w", "json", "ctypes"}
    assert {name for name in ours if find_spec(f"scorekeeper.{name}") is None} == set()


def commands() -> dict[str, Any]:
    """Every command by its name, from its module."""
    context = typer.Context(program())
    group = context.command
    assert isinstance(group, ByOccasion)
    return {name: group.get_command(context, name) for name in (*COMMANDS, *RARE)}


def commands_to_type() -> dict[str, Any]:
    """The same, with a group's commands in place of the group."""
    return {
        f"{name} {word}".strip(): inner
        for name, command in commands().items()
        for word, inner in getattr(command, "commands", {"": command}).items()
    }


def test_the_help_of_each_command_says_what_the_list_says() -> None:
    told = {name: command.get_short_help_str(200) for name, command in commands().items()}
    assert told == {**SUMMARIES, **{name: summary for name, (_, summary) in RARE.items()}}


def test_the_commands_of_a_group_are_known_without_its_module() -> None:
    within = {name: tuple(getattr(command, "commands", ())) for name, command in commands().items()}
    assert {name: words for name, words in within.items() if words} == WITHIN


def test_leaving_out_what_a_command_needs_shows_it() -> None:
    needing = {
        name
        for name, command in commands_to_type().items()
        if any(param.required for param in command.params)
    }
    assert {*needing, "fix", "export"} == set(EXAMPLES)  # which ask for the rest at a terminal


def test_every_public_name_is_found_where_it_lives() -> None:
    found = {name: getattr(scorekeeper, name) for name in scorekeeper.__all__}
    assert scorekeeper.__all__ == sorted(found)
    assert {name for name, value in found.items() if isinstance(value, type)} == {
        *("Arrangement", "Card", "Game", "RoundRules", "RuleSet", "ScorekeeperError", "Verdict")
    }
    assert all(value.__name__ == name for name, value in found.items())


def test_the_line_editor_is_in_one_place_that_only_the_open_game_loads() -> None:
    root = Path(scorekeeper.__file__).parent
    users = {
        str(path.relative_to(root)): word
        for path in root.rglob("*.py")
        for word in ("import prompt_toolkit", "from prompt_toolkit", "terminal.editing import")
        if word in path.read_text("utf-8")
    }
    assert users == {
        "terminal/editing.py": "from prompt_toolkit",
        "cli/open_game.py": "terminal.editing import",
    }
