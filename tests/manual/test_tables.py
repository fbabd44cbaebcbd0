"""The tables of README, manual and CONTRIBUTING say what the code says."""

import re
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.cli.commands.help import FOLDER, PAGES, about, page
from scorekeeper.codec.decode import _GAME, _PLAYER, _ROUND
from scorekeeper.errors import Interrupted, ScorekeeperError
from scorekeeper.rules import RuleSet
from tests.manual.examples import README, ROOT
from tests.manual.tables import (
    TABLES,
    floor_line,
    json_table,
    key_table,
    page_table,
    room_table,
    table_of,
    variation_table,
)
from tests.reference import reference
from tests.tables import each

CONTRIBUTING = ROOT / "CONTRIBUTING.md"

HOMES = {
    "keys": (FOLDER / "house-rules.md", key_table),
    "variations": (FOLDER / "house-rules.md", variation_table),
    "pages": (README, page_table),
    "json": (FOLDER / "scripts.md", json_table),
    "rooms": (CONTRIBUTING, room_table),
}


@pytest.mark.parametrize("name", HOMES)
def test_a_table_says_what_the_code_says(name: str) -> None:
    path, made = HOMES[name]
    rows = made()
    assert table_of(path.read_text("utf-8"), rows[0]) == rows, "to write it: python -m tests.manual"


def test_every_generated_table_has_a_place() -> None:
    assert len(HOMES) == len(TABLES)


def test_the_standard_rounds_are_what_the_table_of_keys_calls_them() -> None:
    assert [(spec.deal, spec.wild) for spec in RuleSet().specs] == list(
        zip(range(3, 14), "3456789TJQK", strict=True)
    )


def test_the_table_of_rooms_lists_every_room_once() -> None:
    root = Path(scorekeeper.__file__).parent
    rooms = {
        path.name.removesuffix(".py")
        for path in root.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    rows = table_of(CONTRIBUTING.read_text("utf-8"), room_table()[0])[2:]
    assert sorted(row.split("`")[1] for row in rows) == sorted(rooms - {"__init__"})


def test_the_floors_are_those_that_the_imports_must_keep_to() -> None:
    assert floor_line() in CONTRIBUTING.read_text("utf-8").splitlines()


def test_the_reference_says_what_the_commands_say() -> None:
    for path, text in reference():
        assert path.read_text("utf-8") == text, "to write it: python -m tests.reference"


def test_the_list_has_every_page_and_no_other() -> None:
    assert sorted(PAGES) == sorted(path.stem for path in FOLDER.glob("*.md"))


@each("name", PAGES)
def test_a_page_opens_with_its_title_and_a_sentence_that_fits_the_list(name: str) -> None:
    assert page(name).startswith("# ")
    assert about(name).endswith(".")
    assert len(f"  {name:{max(map(len, PAGES))}}  {about(name)}") <= 79


# ── what programs count on ───────────────────────────────────────────────────────────────

SOURCE = {path: path.read_text("utf-8") for path in Path(scorekeeper.__file__).parent.rglob("*.py")}


def first_cells(name: str, head: str) -> set[str]:
    """The first cell of each row of a table, without its marks."""
    return {row.strip("| ").split(" | ")[0] for row in table_of(page(name), head)[2:]}


def test_the_exit_codes_of_the_page_are_those_of_the_program() -> None:
    kinds = [ScorekeeperError, Interrupted, *ScorekeeperError.__subclasses__()]
    codes = {kind.code for kind in kinds if hasattr(kind, "code")}
    assert first_cells("scripts", "| code | means |") == {"0", *map(str, codes)}


def test_the_environment_variables_of_the_page_are_those_that_the_program_reads() -> None:
    looks = r'(?:environ\.get\(|VARIABLE = )"([A-Z_]+)"'
    read = {name for text in SOURCE.values() for name in re.findall(looks, text)}
    ours = {"SCOREKEEPER_DEBUG", "_SK_COMPLETE", "_TYPER_COMPLETE_ARGS"}  # set by programs
    cells = " ".join(first_cells("scripts", "| set | for |"))
    assert set(re.findall(r"[A-Z_]{4,}", cells)) == read - ours


def test_the_objections_in_the_manual_are_those_the_program_makes() -> None:
    [listed] = re.findall(r"(?s)`rule` of an objection is one of (.*?)\.", page("scripts"))
    judging = [text for path, text in SOURCE.items() if path.parent.name in ("melds", "referee")]
    made = set(re.findall(r'Objection\(\s*"([a-z-]+)"', "\n".join(judging)))
    assert made <= set(re.findall("`(.*?)`", listed))
    assert all(f'"{rule}"' in "\n".join(judging) for rule in re.findall("`(.*?)`", listed))


@each("known", [_GAME, _PLAYER, _ROUND])
def test_every_key_of_a_game_is_on_its_page(known: tuple[str, ...]) -> None:
    both = [
        f"| in | what you may write |{part}"
        for part in page("ledger").split("| in | what you may write |")[1:]
    ]
    table = "\n".join(
        line for part in both for line in table_of(part, "| in | what you may write |")
    )
    assert [key for key in known if f"`{key}`" not in table and f".{key}]" not in table] == []
