"""Words that are no command: one list, which the open game, help, TAB and the shell share."""

from pathlib import Path

import pytest

from scorekeeper.cli.open_game import completions
from scorekeeper.codec import read
from scorekeeper.listening import without_program
from scorekeeper.listening.meaning import hear
from scorekeeper.terminal import Sitting
from scorekeeper.terminal.command_words import (
    BACK,
    COMMANDS,
    HELP,
    HOW_TO_FIX,
    LEAVE,
    SAVE,
    STANDS_FOR,
    WORDS,
    no_command,
    normalized,
)
from tests.program import Run, ledger
from tests.tables import each

GAME = read(ledger(players=("Ann", "Bo", "Sk")))


def test_no_word_means_two_things() -> None:
    every = [*COMMANDS, *STANDS_FOR, *HOW_TO_FIX, *SAVE, *HELP, *BACK, *LEAVE]
    # They are commands, and answers to every question as well.
    assert sorted({word for word in every if every.count(word) > 1}) == ["help", "undo"]
    assert [word for word in WORDS if normalized(f" {word.upper()} ? ") != word] == []
    assert set(STANDS_FOR.values()) <= set(COMMANDS)


@each("said", STANDS_FOR)
def test_the_open_game_takes_a_word_for_its_command(said: str) -> None:
    for line in (said, said.title(), f"{said}?"):
        assert hear(line, GAME, None) == hear(line, None, None)
        assert hear(line, None, None).words == [STANDS_FOR[said]]


@pytest.mark.parametrize("said", STANDS_FOR)
def test_a_shell_is_told_the_command(run: Run, said: str) -> None:
    answer = run(*said.split())
    if " " in said:  # a sentence is heard as at the table, and needs a game
        assert "there is no game in this folder" in answer.err
    else:
        assert answer.code == 2
        assert f"there is no command '{said}'" in answer.err
        assert f"did you mean sk {STANDS_FOR[said]}?" in answer.err
    assert run("help", said).out == run("help", STANDS_FOR[said]).out


def test_words_without_a_command_get_a_remedy_in_a_shell() -> None:
    for word in HOW_TO_FIX:
        assert no_command(word).remedy == "did you mean sk fix or sk undo?"
    assert "everything is saved" in no_command("save").remedy
    assert no_command("what").remedy == "did you mean sk help?"
    assert no_command("back").remedy == "did you mean sk undo?"


def test_tab_completes_a_word() -> None:
    assert {"score", "scores"} <= {*completions("sc", Sitting())}
    assert completions("", Sitting()) == [*COMMANDS]


def test_tab_knows_players_rounds_rules_and_what_follows_a_command(run: Run) -> None:
    run("new", "Ann", "Bo", "-f", "friday.toml")
    at = Sitting(is_open=True, path=Path("friday.toml"))
    words = {"Ann", "Bo", "3s", "one-natural", "wild_limit="}
    assert words <= {*completions("fix ", at)}
    assert {"join", "leave", "Ann"} <= {*completions("player ", at)}
    assert {"standings", "Ann"} <= {*completions("a", at)}


@each(
    "line, without",
    [
        ("sk standings", "standings"),
        ("SK 12 o 5", "12 o 5"),
        ("scorekeeper fix 3s ann=5", "fix 3s ann=5"),
        ("sk", "standings"),
        ("sky 5", "sky 5"),
    ],
)
def test_the_name_of_the_program_may_stand_before_a_line(line: str, without: str) -> None:
    assert without_program(line, None) == without


def test_a_player_may_be_called_as_the_program_is() -> None:
    assert without_program("sk 12", GAME) == "sk 12"
