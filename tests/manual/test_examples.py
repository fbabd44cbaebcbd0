"""The examples of README and manual run as they stand.

After a change of wording ``python -m tests.manual`` writes what the program says now. Read the
difference before you commit it.
"""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

from scorekeeper.cards import parse_groups
from scorekeeper.cli.commands.help import FOLDER, page
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.rules import RuleSet
from scorekeeper.serve import phones_path
from scorekeeper.store.history import history_path
from scorekeeper.terminal.command_words import COMMANDS, RARE
from tests.manual.examples import README, ROOT, WRITTEN, Place, blocks_of
from tests.manual.tables import examples_in
from tests.tables import each


def name(path: Path) -> str:
    return path.stem


RUNNING = [
    path for path in WRITTEN if any(block.runs for block in blocks_of(path.read_text("utf-8")))
]


@pytest.mark.slow
@pytest.mark.parametrize("path", RUNNING, ids=name)
def test_the_examples_of_a_page_show_what_the_program_says(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    hint = f"if this is meant, python -m tests.manual {path.stem} writes it down"
    renewed = Place(tmp_path).renewed(text)
    for shown, now in zip(blocks_of(text), blocks_of(renewed), strict=True):
        assert now.body == shown.body, hint
    assert renewed == text


def test_every_page_for_players_has_an_example() -> None:
    shown = {path.stem for path in RUNNING}
    pages = {"README", "evening", "entries", "cards", "house-rules", "games", "ledger", "scripts"}
    assert shown == pages | {"afterwards", "gin", "indian", "season", "sharing"}


def test_the_python_examples_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Place(tmp_path)
    monkeypatch.chdir(tmp_path / "evening")
    blocks = [block.body for path in WRITTEN for block in blocks_of(path.read_text("utf-8"))]
    text = "\n".join(body for body in blocks if body.startswith(">>> "))
    examples = doctest.DocTestParser().get_doctest(text, {}, "python.md", "python.md", 0)
    said: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    assert result.attempted
    assert not result.failed, "".join(said)


SHELL = [
    block.body
    for path in WRITTEN
    for block in blocks_of(path.read_text("utf-8"))
    if block.kind == "sh"
]


@pytest.mark.slow
@pytest.mark.parametrize("lines", SHELL, ids=[body.split("\n")[0] for body in SHELL])
def test_a_shell_can_read_every_line_that_changes_the_system(lines: str) -> None:
    done = subprocess.run(["bash", "-n"], input=lines.encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
def test_games_can_be_kept_in_git_as_the_manual_says(tmp_path: Path) -> None:
    place = Place(tmp_path)
    [line] = [body for body in SHELL if body.startswith("git init")]
    for variable in ("GIT_AUTHOR", "GIT_COMMITTER"):
        place.environment |= {f"{variable}_NAME": "Ann", f"{variable}_EMAIL": "ann@example.org"}
    place.environment |= {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    place.said("sk new Ann Bo --dealer bo -f june.toml && sk add 12 o -f june.toml")
    june = place.folder / "june.toml"
    private = {history_path(june), phones_path(june), june.with_name(".june.toml.lock")}
    private |= {path.with_name(f".{path.name}.0f.tmp") for path in (june, phones_path(june))}
    for path in private - {history_path(june)}:
        path.write_text("a key\n")
    place.said(line)
    kept = {place.folder / name for name in place.said("git ls-files").splitlines()}
    assert june in kept
    assert all(path.exists() for path in private)
    assert not private & kept


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    kinds = {path.stem: {b.kind for b in blocks_of(path.read_text("utf-8"))} for path in WRITTEN}
    assert set.union(*kinds.values()) == {"console", "text", "toml", "python", "sh"}
    assert [stem for stem, found in kinds.items() if "python" in found] == ["python"]


@each("text", examples_in(page("cards"), "| cards | are |"))
def test_the_cards_of_the_table_can_be_typed(text: str) -> None:
    assert parse_groups(text)


@each("text", examples_in(page("entries"), "| entry | means |"))
def test_the_entries_of_the_table_can_be_typed(text: str) -> None:
    assert parse_entry(text, RuleSet(jokers=2).round(4)).typed == text


# ── what the pages name ──────────────────────────────────────────────────────────────────


def test_pages_for_people_name_every_command_and_no_others() -> None:
    texts = [path.read_text("utf-8") for path in WRITTEN if path.stem != "commands"]
    typed = set(re.findall(r"\bsk ([a-z]+)\b", "\n".join(texts)))
    assert typed == {*COMMANDS, *RARE}


@each("path", [*WRITTEN, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"])
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text("utf-8")):
        assert target.startswith("https://") or (path.parent / target).exists(), target


@each("path", WRITTEN)
def test_prose_fits_a_hundred_columns(path: Path) -> None:
    prose = re.sub(r"(?ms)^```.*?^```$", "", path.read_text("utf-8"))
    assert [row for row in prose.splitlines() if len(row) > 100 and row[0] != "|"] == []


# ── the README ───────────────────────────────────────────────────────────────────────────


def test_the_readme_is_short_and_soon_says_how_to_get_the_program() -> None:
    lines = README.read_text("utf-8").splitlines()
    assert len(lines) <= 200
    commands = [n for n, row in enumerate(lines) if row.startswith("python3 -m venv --without-pip")]
    assert len(commands) == 2
    assert max(commands) < 59


def test_the_test_command_stands_alone_on_its_line() -> None:
    lines = README.read_text("utf-8").splitlines()
    assert sum(bool(re.fullmatch("python3 -m venv .*pytest", row)) for row in lines) == 1


def test_the_readme_links_every_page() -> None:
    linked = set(re.findall(r"\(scorekeeper/manual/([\w-]+\.md)\)", README.read_text("utf-8")))
    assert linked == {path.name for path in FOLDER.glob("*.md")}
