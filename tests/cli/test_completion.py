"""What TAB offers in each shell, and what it never passes to one."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import clean_environment, ledger, scores, seeded, start
from tests.tables import rows
from tests.test_startup import commands_to_type

GAME = ledger(scores("Bo", Ann=12, Bo=0, Cy=5), players=("Ann", "Bo", "Cy", "Zoë"))


def asked(line: str, shell: str = "bash") -> dict[str, str]:
    """The environment in which a shell asks how ``line`` can go on."""
    program, *words = line.split(" ")
    return clean_environment(
        **{f"_{program.upper()}_COMPLETE": f"complete_{shell}"},
        _TYPER_COMPLETE_ARGS=line,
        _TYPER_COMPLETE_FISH_ACTION="get-args",
        COMP_WORDS=line,
        COMP_CWORD=str(len(words)),
    )


def offered(folder: Path, line: str, shell: str = "bash") -> str:
    """What a shell is offered for ``line``, with the cursor at its end."""
    answer = start([], folder, environment=asked(line, shell))
    assert answer.err == ""
    return answer.out


@pytest.mark.parametrize(("line", "words"), rows(__file__, "completion.toml", "offered"))
def test_tab_offers_words_that_begin_as_typed(folder: Path, line: str, words: list[str]) -> None:
    seeded(folder / "a.toml", GAME)
    if "other" in line:
        seeded(folder / "other.toml", ledger(players=("Dee", "Eli")))
    assert set(offered(folder, line).split()) == set(words)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_offers_a_name_of_several_words_as_one(folder: Path, shell: str) -> None:
    seeded(folder / "a.toml", ledger(players=("Ann", "Uncle Cy", "Player 1", "Player 2")))
    assert "standings" in offered(folder, "sk stan", shell)
    assert "Uncle" in offered(folder, "sk player leave U", shell)
    assert "uncle=" in offered(folder, "sk add unc", shell)
    assert "Player" not in offered(folder, "sk player leave P", shell)


@pytest.mark.slow
def test_words_are_completed_after_the_long_name_of_the_program_too() -> None:
    code = "import sys; sys.argv[0] = 'scorekeeper'; from scorekeeper.cli import main; main([])"
    line, there = [sys.executable, "-c", code], asked("scorekeeper stan")
    assert subprocess.check_output(line, env=there) == b"standings\n"


def test_the_text_beside_a_word_has_no_apostrophe_because_zsh_would_lose_it() -> None:
    found = commands_to_type().values()
    options = [param.help for command in found for param in command.params if "-" in param.opts[0]]
    assert [text for text in (*(c.help for c in found), *options) if "'" in text] == []


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"COMP_WORDS": "sk add"},
        {"COMP_CWORD": "1"},
        {"COMP_WORDS": "sk add", "COMP_CWORD": "one"},
        {"COMP_WORDS": "", "COMP_CWORD": "5" * 5_000},
        {"COMP_WORDS": "sk --game", "COMP_CWORD": "-1"},
    ],
)
def test_a_shell_that_does_not_say_what_was_typed_gets_no_offer_and_no_message(
    typed: dict[str, str], folder: Path
) -> None:
    there = clean_environment(_SK_COMPLETE="complete_bash", **typed)
    answer = start([], folder, environment=there)
    assert (answer.err, answer.code) == ("", 0)
    assert "Traceback" not in answer.out


HOSTILE = (
    "$(touch oops)",
    "`touch oops`",
    "a;b",
    "a'b",
    'a\\"b',
    "a|b",
    "a*",
    "[red]",
    "a\\u0007b",
)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_name_that_a_shell_could_run_is_not_offered(folder: Path, shell: str) -> None:
    seeded(folder / "a.toml", ledger(players=("Ann", *HOSTILE), game=""))
    said = offered(folder, "sk add --out ", shell)
    assert "Ann" in said
    for letter in ("touch", "$(", "`", "a;b", "a'b", "a|b", "a*", "[red]", "\x07"):
        assert letter not in said


@pytest.mark.parametrize(
    "text", ["dear diary", "", "\x00", "schema = 1\n[game]\nx =", "[" * 100_000]
)
def test_a_ledger_that_cannot_be_read_offers_nothing(folder: Path, text: str) -> None:
    seeded(folder / "a.toml", text)
    assert offered(folder, "sk add --out ").split() == []


def test_without_a_game_or_with_several_no_names_are_offered(folder: Path) -> None:
    assert offered(folder, "sk add --out ").split() == []
    seeded(folder / "a.toml", GAME)
    seeded(folder / "b.toml", GAME)
    assert offered(folder, "sk add --out ").split() == []
