"""Every command that changes a ledger keeps what people wrote in it, and can be taken back."""

import difflib
import shlex
from pathlib import Path

import pytest

from tests.cli.evenings import Table
from tests.program import SOUND, TODAY, Answer

HERE = Path(__file__).parent


def of_today(name: str) -> str:
    """The text of a file beside this one, as if it had been written today."""
    return (HERE / name).read_text("utf-8").replace("2026-03-12", f"{TODAY}")


WRITTEN = of_today("written.toml")

CHANGES = {
    command: lines
    for command, *lines in map(str.splitlines, of_today("changes.txt").split("\n$ sk ")[1:])
}
"""Every command that writes, and the lines that it takes out of ``WRITTEN`` and puts in."""


def changed(old: str, new: str) -> list[str]:
    """The lines that a unified diff without context removes and adds."""
    diff = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in list(diff)[2:] if not line.startswith("@@")]


def comments(text: str) -> list[str]:
    return sorted(line.partition("#")[2].strip() for line in text.splitlines() if "#" in line)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(WRITTEN, id="as it is"),
        pytest.param(
            "\ufeff" + WRITTEN.rstrip("\n").replace("\n", "\r\n"),
            id="byte order mark, CR LF, and no line end at the end",
        ),
    ],
)
@pytest.mark.parametrize(("command", "lines"), CHANGES.items(), ids=CHANGES)
def test_a_command_changes_only_the_lines_it_must_and_is_taken_back_byte_for_byte(
    command: str, lines: list[str], text: str, table: Table
) -> None:
    table.lay(text)
    table(*shlex.split(command), "-f", table.path.name)
    after = table.text
    assert sorted(changed(text, after)) == sorted(lines)
    assert comments(after) == comments(text)
    assert after.startswith("\ufeff") == text.startswith("\ufeff")
    assert after.count("\r\n") == (after.count("\n") if "\r\n" in text else 0)
    assert table.run("check", table.path.name) == Answer("", "", 0)
    for _ in range(2):
        back = table("undo", "-f", table.path.name)
        assert table.text == text
        told = next(line for line in back if line.startswith("taken back:  sk "))
        assert shlex.split(told)[3:] == shlex.split(command.replace("--why", "--note"))
        table("redo", "-f", table.path.name)
        assert table.text == after
    assert table.run("redo", "-f", table.path.name).code == 2


def test_undo_and_redo_name_the_command_and_say_where_the_game_stands(table: Table) -> None:
    table.lay(SOUND)
    table.plays("8 17 o; fix 4s ann=9")
    assert table("undo", "-n", "2") == [
        "taken back:  sk fix 4s ann=9",
        "taken back:  sk add 8 17 o",
        "  Bo 0   Cy 5 (+5)   Ann 12 (+12)",
        "Round 2 of 11: deal 4 each, FOURS are wild. Bo deals, Cy begins.",
    ]
    assert table.text == SOUND
    assert table("redo")[0] == "redone:  sk add 8 17 o"
    assert dict(table.game.rounds[1].scores) == {"Ann": 8, "Bo": 17, "Cy": 0}


def test_playing_off_a_tie_adds_two_lines(table: Table) -> None:
    # Two rounds: Ann 17, Bo 17, Cy 5; the win is shared where the most points win.
    text = WRITTEN.replace("    { deal = 5", "    # { deal = 5").replace("Ann = 12", "Ann = 9")
    text = text.replace("decks = 2\n", 'decks = 2\nwinner = "high"\n')
    table.lay(text)
    assert table.run("playoff").code == 0
    after = table.text
    lines = ["-schema = 1", "+schema = 2", "+playoff = true", '+ties = "bonus-round"']
    assert changed(text, after) == lines
    table.add("3 o")
    bonus = ["+", "+[[rounds]]", '+out = "Bo"', "+bonus = true", "+", "+[rounds.scores]"]
    assert changed(after, table.text) == [*bonus, "+Ann = 3", "+Bo = 0"]
    assert table.run("undo", "-n", "2").code == 0
    assert table.text == text
