"""The commands that audit ledgers and show the rule book; help and version."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import scorekeeper
from scorekeeper import games
from scorekeeper.rules import KEYS
from scorekeeper.rules.variations import VARIATIONS
from scorekeeper.terminal.command_words import COMMANDS, EXAMPLES, NEEDED, RARE, SUMMARIES
from tests.program import (
    SOUND,
    TODAY,
    Answer,
    Run,
    clean_environment,
    ledger,
    refusal,
    scores,
    seeded,
)
from tests.tables import each

ERROR = ledger(scores("Bo", Ann=31, Bo=0, Cy=5))
WARNING = ledger(scores(None, Ann=3, Bo=4, Cy=5))

# ── check ────────────────────────────────────────────────────────────────────────────────


def test_check_is_silent_when_all_is_well(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", SOUND)
    assert run("check") == Answer("", "", 0)
    assert run("check", "a.toml") == Answer("", "", 0)
    assert run("check", ".") == Answer("", "", 0)


def test_a_finding_names_file_line_severity_check_and_remedy(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", ERROR)
    assert run("check") == Answer(
        "a.toml:25: error: score-range: round 1 (the threes), Ann: can't have 31 points in"
        " this round: 3 cards cost 0 to 30\n"
        "    try: sk fix 3s ann=POINTS\n"
        "1 thing to look at in 1 game: 1 error\n",
        "",
        1,
    )


@pytest.mark.parametrize(
    ("texts", "words", "code", "last"),
    [
        ([WARNING], [], 0, "1 thing to look at in 1 game: 1 warning"),
        ([WARNING], ["--strict"], 1, "1 thing to look at in 1 game: 1 warning"),
        ([SOUND], ["--strict"], 0, None),
        ([ERROR, WARNING, SOUND], [], 1, "2 things to look at in 3 games: 1 error, 1 warning"),
        ([ERROR, ERROR], [], 1, "2 things to look at in 2 games: 2 errors"),
        ([ERROR, SOUND], ["1.toml"], 0, None),
        (
            [ERROR, WARNING],
            ["0.toml", "1.toml"],
            1,
            "2 things to look at in 2 games: 1 error, 1 warning",
        ),
    ],
)
def test_an_error_is_a_no_and_a_warning_only_if_strict(
    run: Run, folder: Path, texts: list[str], words: list[str], code: int, last: str | None
) -> None:
    for number, text in enumerate(texts):
        seeded(folder / f"{number}.toml", text)
    answer = run("check", *words)
    assert (answer.code, answer.err) == (code, "")
    assert (answer.said[-1] if answer.said else None) == last
    assert ("sk fix -f 0.toml" in answer.out) == (len(texts) > 1 and last is not None)


def test_in_a_folder_only_games_are_checked(run: Run, folder: Path) -> None:
    (folder / "games").mkdir()
    seeded(folder / "games" / "a.toml", ERROR)
    seeded(folder / "games" / "house.toml", "[rules]\njokers = 2\n")
    seeded(folder / "games" / "pyproject.toml", "broken =\n")
    answer = run("check", "games")
    assert (answer.code, answer.said[0].split(": ")[0]) == (1, "games/a.toml:25")
    assert answer.said[-1] == "1 thing to look at in 1 game: 1 error"


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("dear diary\n", "1: error: syntax: this isn't valid TOML"),
        ('title = "x"\n', "1: error: schema: this isn't a game file"),
        (SOUND.replace("schema = 1", "schema = 3"), "1: error: schema: the file has"),
        ("", "1: error: schema: this isn't a game file"),
        ("#" * (1 << 20) + "\n", "1: error: syntax: permission.toml is too large: 1048577 bytes"),
        ("\x00", "1: error: syntax: this isn't valid TOML"),
    ],
    ids=["no TOML", "no ledger", "newer", "empty", "large", "nothing readable"],
)
def test_an_existing_file_that_is_not_a_ledger_is_a_finding(
    run: Run, folder: Path, text: str, begins: str
) -> None:
    file = "permission.toml"  # the name says nothing about who may read it
    seeded(folder / file, text)
    answer = run("check", file)
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith(f"{file}:{begins}")


def test_bytes_that_are_not_text_are_a_finding(run: Run, folder: Path) -> None:
    file = "permission.toml"  # the name says nothing about who may read it
    (folder / file).write_bytes(SOUND.encode().replace(b"Ann = 12", b"Ann = 12 # \xff"))
    answer = run("check", file)
    assert answer.code == 1
    assert answer.said[0] == f"{file}:25: error: syntax: this isn't text in UTF-8"


@pytest.mark.posix("no folder can hold a pipe")
def test_a_pipe_is_a_finding_and_does_not_hang(run: Run, folder: Path) -> None:
    os.mkfifo(folder / "pipe.toml")
    assert run("check", "pipe.toml").code == 1


GROUP = "type sk player join, sk player leave or sk player rename"

SLIPS = [
    ("player renam", "there is no command 'renam'", GROUP),
    ("nxt", "there is no command 'nxt'", "did you mean sk next?"),
    ("undo -n 0", "-n can't be 0", "give a number from 1 to 200"),
    ("new A B --decks x", "--decks can't be 'x'", "give a number from 1 to 100"),
    ("verify 5h --knock -1", "--knock can't be -1", "give a number that is 0 or more"),
    ("undo 3 4", "sk undo doesn't take '3 4'", "see sk undo --help"),
    ("next --jsn", "there is no option '--jsn'", "did you mean --json?"),
    ("next --json=1", "option '--json' doesn't take a value", "see sk next --help"),
    ("next --file", "option '--file' needs a value", "see sk next --help"),
    ("wild", "sk wild needs RANK", "type it like sk wild 7; see sk wild --help"),
]


@pytest.mark.parametrize("by_typer", [True, False], ids=["as Typer says it", "otherwise"])
@each("words, problem, remedy", SLIPS)
def test_a_misspelt_command_gets_the_nearest_one_whatever_typer_says(
    run: Run, words: str, problem: str, remedy: str, by_typer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other_words(self: typer.TyperException, message: str) -> None:  # noqa: ARG001
        self.message = "Hoppla."

    if not by_typer:
        monkeypatch.setattr(typer.TyperException, "__init__", other_words)
    assert run(*words.split()) == Answer("", refusal(problem, remedy), 2)


@pytest.mark.parametrize("words", ["player", "player --", "--"])
def test_a_group_of_commands_shows_its_help_by_itself(run: Run, words: str) -> None:
    answer = run(*words.split())
    assert (answer.err, answer.code) == ("", 0)
    assert answer == run(*words.removesuffix("--").split(), "--help")


def test_help_shows_every_word_that_follows_a_command(run: Run) -> None:
    assert run("rules", "--help").out.startswith("Usage: sk rules [OPTIONS] [GAME|FILE] [OTHER]\n")


@pytest.mark.parametrize("words", [["standings"], ["sheet"], ["next"], ["add", "1", "o", "3"]])
def test_other_commands_do_their_work_and_mention_the_findings(
    run: Run, folder: Path, words: list[str]
) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=31, Bo=0)))
    answer = run(*words)
    assert answer.code == 0
    assert answer.err == "check found 2 things in a.toml:  sk check a.toml\n"


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("more", [[], ["--title", "[game] = \"'"], ["--date", "2020-02-29"]])
def test_check_finds_nothing_in_a_new_game(run: Run, name: str, more: list[str]) -> None:
    people = ["Ann", "Zoë B", "Cy", "O'Neil"][: games.game(name).players[1] or 4]
    begun = run("new", *people, "--game", name, "-f", "a.toml", *more)
    assert (begun.code, begun.err) == (0, "")
    assert run("check", "a.toml") == Answer("", "", 0)


def test_an_impossible_name_goes_into_the_next_game_and_is_mentioned_there(
    run: Run, folder: Path
) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=3, Bo=0), players=("Ann", "Bo", "7")))
    answer = run("again", "--title", "More")
    file = f"more-{TODAY}.toml"
    assert answer.code == 0
    assert answer.err.endswith(f"check found 1 thing in {file}:  sk check {file}\n")


# ── rules ────────────────────────────────────────────────────────────────────────────────


def test_rules_list_the_games(run: Run) -> None:
    answer = run("rules")
    assert (answer.code, answer.err) == (0, "")
    for name in games.names():
        assert f"  {name} " in answer.out


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_its_rules_in_words(run: Run, name: str) -> None:
    answer = run("rules", name)
    assert (answer.code, answer.err) == (0, "")
    assert games.game(name).title.upper() in answer.said[0].upper()
    people = "Ann Bo" if games.game(name).players == (2, 2) else "Ann Bo Cy"
    starts = f"sk new {people} --game {name}" in answer.out
    assert starts == (name in games.names())


def test_the_rules_say_where_tables_disagree_and_which_switch_changes_that(run: Run) -> None:
    answer = run("rules", "three-thirteen")
    assert "WHERE TABLES DISAGREE" in answer.out
    for switch in VARIATIONS:
        if switch != "half-wild":
            assert switch in answer.out


def test_rules_with_keys_names_every_switch(run: Run) -> None:
    answer = run("rules", "three-thirteen", "--keys")
    assert answer.code == 0
    for key in KEYS:
        assert f"{key} = " in answer.out
    for name in VARIATIONS:
        assert name in answer.out


def test_the_rules_of_a_ledger_and_of_a_house_game_can_be_shown(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", SOUND)
    seeded(folder / "house.toml", 'title = "House"\n[rules]\nace_points = 15\n')
    assert run("rules", "thursday.toml").said[0].startswith("THREE THIRTEEN")
    answer = run("rules", "./house.toml")
    assert answer.said[0].startswith("HOUSE")
    assert "A 15" in answer.out
    differences = run("rules", "--diff", "three-thirteen", "house.toml")
    assert "ace_points" in differences.out


# ── help and version ─────────────────────────────────────────────────────────────────────


def test_the_version_is_printed(run: Run, sk: Run) -> None:
    said = f"{scorekeeper.__version__}\n"
    assert run("--version") == sk("--version") == Answer(said, "", 0)


def test_bare_help_is_not_an_error_and_fits_one_screen_with_the_prompt_below_it(
    run: Run, sk: Run
) -> None:
    helped = run("--help")
    assert (helped.code, helped.err) == (0, "")
    assert run("-h") == run() == sk() == helped
    assert len(helped.said) <= 23
    assert max(map(len, helped.said)) <= 80


def test_help_names_what_an_evening_needs_and_where_the_rest_is(run: Run) -> None:
    said = run("--help").said
    listed = said[said.index("An evening:") + 1 : said.index("Options:") - 1]
    needed = "new add fix undo standings sheet verify deadwood house serve"
    assert [line.split()[0] for line in listed[:-2]] == needed.split()
    assert [line.split(maxsplit=1) for line in listed[:10]] == [
        [name, SUMMARIES[name]] for name in NEEDED
    ]
    assert listed[10:] == ["  everything:  sk help commands", "  the manual:  sk help"]


def test_all_commands_are_ordered_by_occasion(run: Run) -> None:
    said = run("help", "commands").said
    occasions = ("Start", "Each round", "A dispute", "Oops", "People", "Afterwards")
    places = [said.index(f"## {occasion}") for occasion in occasions]
    assert places == sorted(places)


@each("command", [*COMMANDS, *RARE])
def test_every_command_has_help_and_no_line_of_it_is_wider_than_a_screen(
    run: Run, command: str
) -> None:
    answer = run(command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: sk {command}")
    assert run(command, "-h") == answer
    assert max(map(len, answer.said)) <= 90
    assert (f"  Example: sk {command} " in answer.out) == (command in EXAMPLES)


def test_help_of_the_program_cuts_no_sentence_short(run: Run) -> None:
    assert "..." not in run("--help").out.replace("ARGS]...", "")


@pytest.mark.parametrize("name", ["sk", "scorekeeper"])
def test_both_names_start_the_same_program(run: Run, name: str) -> None:
    program = Path(sys.executable).with_name(name)
    done = subprocess.run(
        [program, "rules", "points"], env=clean_environment(), capture_output=True, check=True
    )
    assert done.stdout.decode() == run("rules", "points").out
