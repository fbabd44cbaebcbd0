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
from scorekeeper.terminal.command_words import COMMANDS, EXAMPLES, FLAGS, RARE, SUMMARIES, WITHIN
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


def heavy(modules: set[str]) -> set[str]:
    return {name for name in modules for package in HEAVY if f"{name}.".startswith(f"{package}.")}


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        pytest.param(["--version"], "0.", id="version"),
        pytest.param(["--help"], "Usage: sk", id="help"),
        pytest.param([], "Usage: sk", id="nothing, off a terminal"),
        pytest.param(["add", "--help"], "Usage: sk add", id="help of a command"),
        pytest.param(["add", "8", "17", "o"], "Thursday: round 2, the fours", id="add"),
        pytest.param(["fix", "3s", "ann=11"], "Thursday", id="fix"),
        pytest.param(["standings"], "Thursday", id="standings"),
        pytest.param(["sheet"], "Thursday", id="sheet"),
        pytest.param(["next"], "Thursday", id="next"),
        pytest.param(["chart"], "Thursday", id="chart"),
        pytest.param(["export", "--to", "csv"], "file,", id="export, but for pages and pictures"),
        pytest.param(["standings", "--json"], '{"title"', id="standings for programs"),
        pytest.param(["deadwood", "4h5h6hkd"], "Thursday", id="deadwood"),
        pytest.param(["verify", "4h5h6h7hkd"], "Thursday", id="verify"),
    ],
)
def test_a_short_command_loads_nothing_heavy(tmp_path: Path, words: list[str], begins: str) -> None:
    seeded(tmp_path / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    modules, out = loaded_by(PROGRAM, words, tmp_path)
    assert out.startswith(begins)
    assert heavy(modules) == set()


def test_completion_loads_nothing_heavy(tmp_path: Path) -> None:
    modules, out = loaded_by(
        PROGRAM,
        [],
        tmp_path,
        _SK_COMPLETE="complete_bash",
        COMP_WORDS="sk stand",
        COMP_CWORD="1",
    )
    assert out.split() == ["standings"]
    assert heavy(modules) == set()


JUDGES = {
    "solver",
    "referee",
    "melds",
    "render.hands",
    "cli.commands.quarrels",
}
EDITING = {
    "codec.encode",
    "codec.spans",
    "store.history",
    "tomli_w",
    "json",
    "ctypes",
}
"""What only a command that writes loads; ``ctypes`` takes 3 ms, and swaps the names of files."""

ADDING = {"cli.commands.add", "cli.commands.rounds"}
ENTERING = ADDING | {
    "ledger.entries",
    "ledger.rows",
    "ledger.scoring",
    "asking.rounds",
}
SELDOM = {
    "ledger.changes",
    "ledger.gin",
    "render.rules",
    "render.machine",
    "cli.commands.table",
    "cli.commands.start",
    "cli.commands.season",
    "render.season",
    "season",
}
EVENING = {
    "rules",
    "ledger",
    "codec",
    "store",
    "ledger.standings",
    "audit",
    "games",
    "tomllib",
}


@pytest.mark.parametrize(
    ("words", "needless"),
    [
        pytest.param(["--help"], EVENING | JUDGES | EDITING | ENTERING | SELDOM, id="help"),
        pytest.param(
            ["standings"],
            (JUDGES | EDITING | ENTERING | SELDOM) - {"ledger.rows"},  # which the checks go through
            id="standings",
        ),
        pytest.param(
            ["add", "8", "17", "o"],
            JUDGES | SELDOM | {"asking.rounds"},
            id="add",
        ),
        pytest.param(
            ["fix", "3s", "ann=11"],
            JUDGES | SELDOM | {"cli.commands.add", "asking.rounds"},
            id="fix",
        ),
        pytest.param(["standings", "--json"], JUDGES, id="standings for programs"),
        pytest.param(
            ["rules"],
            (JUDGES | EDITING | SELDOM | {"audit"}) - {"render.rules"},
            id="rules",
        ),
        pytest.param(
            ["new", "Ann", "Zoë"],
            (JUDGES | ENTERING | SELDOM | {"audit", "terminal.prompt", "hmac"})
            - {"ledger.rows", "cli.commands.start"},
            id="new",
        ),
        pytest.param(
            ["deadwood", "4h5h6hkd"],
            EDITING | SELDOM | ADDING | {"audit", "ledger.scoring", "referee"},
            id="deadwood",
        ),
        pytest.param(
            ["verify", "4h5h6h7hkd"],
            EDITING | SELDOM | ADDING | {"audit", "ledger.scoring", "solver"},
            id="verify",
        ),
    ],
)
def test_a_command_loads_only_what_it_uses(
    tmp_path: Path, words: list[str], needless: set[str]
) -> None:
    seeded(tmp_path / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    modules, _ = loaded_by(PROGRAM, words, tmp_path)
    assert needless & {name.removeprefix("scorekeeper.") for name in modules} == set()


def test_undo_loads_neither_the_season_nor_what_enters_a_round(tmp_path: Path) -> None:
    """It asks where the names of a season are, which is no more than the name of a file."""
    seeded(tmp_path / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    loaded_by(PROGRAM, ["add", "8", "17", "o"], tmp_path)
    modules, _ = loaded_by(PROGRAM, ["undo"], tmp_path)
    needless = JUDGES | SELDOM | ENTERING - {"ledger.rows"}
    assert needless & {name.removeprefix("scorekeeper.") for name in modules} == set()


@pytest.mark.parametrize("words", [["next"], ["again"]])
def test_a_hand_is_melded_only_if_its_points_are_needed(tmp_path: Path, words: list[str]) -> None:
    """Whether a round is left to play is clear without them, and so is that nothing is missing."""
    shown = f'{scores("Bo", Ann=12, Bo=0)}\n\n[rounds.hands]\nCy = "9H 9D KS"'
    seeded(tmp_path / "thursday.toml", ledger(shown))
    modules, _ = loaded_by(PROGRAM, words, tmp_path)
    assert JUDGES & {name.removeprefix("scorekeeper.") for name in modules} == set()


def test_every_module_that_must_not_be_loaded_exists() -> None:
    named = JUDGES | EDITING | ENTERING | SELDOM | EVENING | {"terminal.prompt"}
    own = named - {"tomllib", "tomli_w", "json", "ctypes"}
    assert {name for name in own if find_spec(f"scorekeeper.{name}") is None} == set()


def test_completing_a_command_loads_none(tmp_path: Path) -> None:
    modules, out = loaded_by(
        PROGRAM, [], tmp_path, _SK_COMPLETE="complete_bash", COMP_WORDS="sk ", COMP_CWORD="1"
    )
    assert {"add", "standings", "check"} <= set(out.split())
    assert not {"scorekeeper.rules", "scorekeeper.store", "scorekeeper.cli.options"} & modules


def test_completing_a_name_loads_only_what_reads_the_game(tmp_path: Path) -> None:
    seeded(tmp_path / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    modules, out = loaded_by(
        PROGRAM, [], tmp_path, _SK_COMPLETE="complete_bash", COMP_WORDS="sk add A", COMP_CWORD="2"
    )
    assert out.split() == ["Ann="]
    needless = (
        JUDGES
        | EDITING
        | ENTERING
        | SELDOM
        | {"audit", "games", "rules.variations", "terminal.prompt"}
    )
    needless.remove("cli.commands.add")  # it says what may stand there
    assert needless & {name.removeprefix("scorekeeper.") for name in modules} == set()


def test_a_table_on_a_terminal_loads_nothing_heavy(tmp_path: Path) -> None:
    seeded(tmp_path / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    on_terminal = f"sys.stdout.isatty = lambda: True; {PROGRAM}"
    modules, out = loaded_by(on_terminal, ["standings"], tmp_path, TERM="xterm")
    assert "─────" in out
    assert heavy(modules) == set()


def commands() -> dict[str, Any]:
    """Every command by its name, as its module has it."""
    context = typer.Context(typer.main.get_group(program()))
    group = context.command
    assert isinstance(group, ByOccasion)
    return {name: group.get_command(context, name) for name in (*COMMANDS, *RARE)}


def commands_to_type() -> dict[str, Any]:
    """The same, and in place of one that others stand behind those with it."""
    return {
        f"{name} {word}".strip(): inner
        for name, command in commands().items()
        for word, inner in getattr(command, "commands", {"": command}).items()
    }


def test_the_help_of_each_command_says_what_the_list_says() -> None:
    told = {name: command.get_short_help_str(200) for name, command in commands().items()}
    assert told == {**SUMMARIES, **{name: summary for name, (_, summary) in RARE.items()}}


def test_the_commands_within_a_command_are_known_without_its_module() -> None:
    within = {name: tuple(getattr(command, "commands", ())) for name, command in commands().items()}
    assert {name: words for name, words in within.items() if words} == WITHIN


def test_leaving_out_what_a_command_needs_shows_it() -> None:
    needing = {
        name
        for name, command in commands_to_type().items()
        if any(param.required for param in command.params)
    }
    assert needing == set(EXAMPLES)


def test_every_option_without_a_value_is_known_as_one() -> None:
    params = [param for command in commands_to_type().values() for param in command.params]
    flags = {word for param in params if getattr(param, "is_flag", False) for word in param.opts}
    assert flags == FLAGS - {"--"}


def test_the_version_is_printed_before_the_command_line_is_built(tmp_path: Path) -> None:
    modules, _ = loaded_by(PROGRAM, ["--version"], tmp_path)
    late = {"typer", "scorekeeper.terminal.command_words", "scorekeeper.rules"}
    assert not late & modules


def test_importing_the_library_loads_neither_the_command_line_nor_tables(tmp_path: Path) -> None:
    modules, _ = loaded_by("import scorekeeper", [], tmp_path)
    assert "scorekeeper" in modules
    assert not {name for name in modules if name.split(".")[0] in ("typer", "rich")}


def test_the_public_names_load_neither_the_command_line_nor_tables(tmp_path: Path) -> None:
    code = "import scorekeeper; [getattr(scorekeeper, name) for name in scorekeeper.__all__]"
    modules, _ = loaded_by(code, [], tmp_path)
    assert "scorekeeper.solver" in modules
    assert not {name for name in modules if name.split(".")[0] in ("typer", "rich")}


def test_every_public_name_is_found_where_it_lives() -> None:
    found = {name: getattr(scorekeeper, name) for name in scorekeeper.__all__}
    assert scorekeeper.__all__ == sorted(found)
    assert {name for name, value in found.items() if isinstance(value, type)} == {
        *("Arrangement", "Card", "Game", "RoundRules", "RuleSet", "ScorekeeperError", "Verdict")
    }
    assert all(value.__name__ == name for name, value in found.items())


def test_lines_are_edited_in_one_place_that_only_the_table_loads() -> None:
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
