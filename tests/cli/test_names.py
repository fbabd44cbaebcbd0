"""Names and notes of all kinds, in every command: text, never markup and never an escape."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from scorekeeper.store import load_ledger
from tests.program import Run

TYPED = {
    "Uncle Cy": ("uncle", "cy", "UNCLE CY"),
    "Zoë": ("zoe", "ZOË", "zoe\u0308", "z"),
    "李": ("李",),
    "[red]Bob": ("[red]bob", "[r"),
    "O'Neil": ("o'neil", "O'N"),
    'Q "the Ace"': ('"the', "ace", 'q "the'),
    "back\\slash": ("back", "back\\slash"),
    "Bo (2)": ("bo", "(2)"),
    "🃏 Jo": ("jo", "🃏"),
}
"""Names, and how each may be typed."""

STRANGE = tuple(TYPED)

COMMANDS = (["standings"], ["sheet"], ["sheet", "--totals"], ["next"])


@pytest.fixture
def table(run: Run, folder: Path) -> Path:
    """A game of all these players, with one round in which the first goes out."""
    path = folder / "names.toml"
    words = ("--dealer", "李", "-f", str(path), "--title", "[bold]Zoë's 李")
    assert run("new", *STRANGE, *words).code == 0
    assert run("add", "o", *(str(n) for n in range(1, len(STRANGE)))).code == 0
    return path


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_name_and_the_title_are_shown_whole(run: Run, words: list[str]) -> None:
    answer = run(*words)
    assert (answer.code, answer.err) == (0, "")
    assert "[bold]Zoë's 李" in answer.out
    for name in STRANGE:
        assert name in answer.out


@pytest.mark.parametrize("name", STRANGE)
def test_every_name_can_be_typed(run: Run, table: Path, name: str) -> None:
    for points, word in enumerate(TYPED[name], start=10):
        words = [f"{word}={points}", *(["--out", "-"] if name == STRANGE[0] else [])]
        assert run("fix", "3s", *words).code == 0, word
        assert load_ledger(table).rounds[0].scores[name] == points


def test_the_dealer_and_the_player_who_went_out_are_named(run: Run, table: Path) -> None:
    entries = [f"{name}={number}" for number, name in enumerate(STRANGE) if name != "[red]Bob"]
    answer = run("add", *entries, "--out", "[red]Bob")
    assert answer.said[0].endswith("the fours, is on the sheet. [red]Bob went out.")
    assert "O'Neil deals" in answer.out
    assert load_ledger(table).rounds[1].out == ("[red]Bob",)


@pytest.mark.parametrize("name", STRANGE)
def test_the_command_that_corrects_a_round_can_be_typed_as_it_is_printed(
    run: Run, table: Path, name: str
) -> None:
    players = load_ledger(table).names
    entries = ["0" if player != name else "7" for player in players]
    answer = run("add", *entries)
    [line] = [line for line in answer.said if line.startswith("wrong?")]
    command = line.split("     or     ")[1]
    words = shlex.split(command)
    assert words[0] == "sk"
    assert run(*words[1:-1], words[-1].replace("=7", "=8")).code == 0
    assert load_ledger(table).rounds[-1].scores[name] == 8
    [hint] = [line for line in answer.err.splitlines() if "nobody went out; if" in line]
    words = shlex.split(hint.split(":  ")[1])
    assert run(*words[1:]).code == 0
    assert load_ledger(table).rounds[-1].out != ()


@pytest.mark.parametrize("name", STRANGE)
def test_the_points_that_a_correction_lacks_can_be_typed_as_it_says(
    run: Run, table: Path, name: str
) -> None:
    first, second = STRANGE[:2]
    other = second if name == first else first
    before = [] if name == first else [f"{first}=1"]
    assert run("fix", "3s", "--out", name, *before).code == 0
    refused = run("fix", "3s", "--out", other)
    found = re.search(r"try: add (.+)=POINTS to the line", refused.err)
    assert found is not None
    [word] = shlex.split(found[1])
    assert run("fix", "3s", "--out", other, f"{word}=9").code == 0
    assert load_ledger(table).rounds[0].scores[name] == 9


@pytest.mark.parametrize(
    "name", ["Player 1", "1 2", 'O"Neil', "A$AP", "$cash", "`x`", "a\\", "Bo!x", "a\"b'c", "Q"]
)
def test_a_shell_leaves_the_name_in_a_printed_command_as_it_is(
    run: Run, folder: Path, name: str
) -> None:
    assert run("new", name, "Player 2", "-f", "a.toml").code == 0
    said = run("add", "7", "o").out
    command = said.rstrip().partition("     or     ")[2]
    words = subprocess.run(
        ["sh", "-c", f"printf '%s\\n' {command}"], capture_output=True, check=True, text=True
    ).stdout.split("\n")[:-1]
    assert run(*words[1:-1], words[-1].replace("=7", "=8")).code == 0
    assert load_ledger(folder / "a.toml").rounds[0].scores[name] == 8


@pytest.mark.parametrize("name", STRANGE)
def test_an_error_shows_the_name_as_it_was_typed(run: Run, table: Path, name: str) -> None:
    before = table.read_bytes()
    answer = run("fix", "3s", f"{name}x=5")
    assert answer.code == 2
    assert f"'{name}x' isn't playing in names.toml" in answer.err or "\\" in name
    assert table.read_bytes() == before


def test_a_table_lines_up_whatever_the_letters(run: Run, table: Path) -> None:
    from scorekeeper.render import columns_of

    lines = run("standings", "-f", table.name).said[2:]
    rows = [lines[0], *(line for line in lines if any(name in line for name in STRANGE))]
    ends = set()
    for row, total in zip(rows, ["total", *map(str, range(len(STRANGE)))], strict=False):
        found = re.search(rf"(?<=\s){total}(?=\s|$)", row)
        assert found, row
        ends.add(columns_of(row[: found.end()]))
    assert len(ends) == 1


@pytest.mark.parametrize("name", ["A", "k", "W", "Jk", "T", "o", "O", "out", "last", "none", "10s"])
def test_every_player_who_can_join_can_be_named(run: Run, folder: Path, name: str) -> None:
    if run("new", name, "Bo", "--dealer", "bo", "-f", "a.toml").code == 2:
        return  # a name that would be misread may be refused
    run("add", "3", "o")
    assert run("fix", "3s", f"{name}=5").code == 0
    assert load_ledger(folder / "a.toml").rounds[0].scores[name] == 5
    assert run("verify", f"{name}=5h6h7h8hkd").said[1].startswith(f"YES. {name} goes out.")


def test_notes_survive_as_text(run: Run, table: Path) -> None:
    note = "[[rounds]] \"quoted\" \\ 'single' 李 [/red] # no comment\nsecond line"
    assert run("fix", "3s", "--note", note).code == 0
    assert load_ledger(table).rounds[0].note == note
    said = run("sheet").out
    assert "[[rounds]] \"quoted\" \\ 'single' 李 [/red] # no comment second line" in said
