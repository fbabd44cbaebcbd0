"""Every command that writes answers a program with one object."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.terminal.command_words import COMMANDS, RARE, READ_ONLY
from tests.program import ONE_ROUND, ROUND, Answer, Run, in_quotes, ledger, scores, seeded
from tests.test_startup import commands_to_type

KEYS = {"file", "changed", "command", "round", "standings", "next", "remarks"}

TIE = ledger(scores("Bo", Ann=0, Bo=0, Cy=5), rules=ONE_ROUND)

CHANGES = {
    "new": "new Ann Bo",
    "again": "again",
    "house": "house jokers=2",
    "add": "add 8 17 o",
    "fix": "fix 1 ann=3",
    "undo": "undo",
    "redo": "redo",
    "misdeal": "misdeal",
    "penalty": "penalty bo 5",
    "bonus": "bonus bo 5",
    "edit": "edit",
    "player join": "player join Dee --points 3",
    "player leave": "player leave cy",
    "player rename": "player rename cy Dee",
    "seats": "seats cy bo ann",
    "dealer": "dealer cy",
    "playoff": "playoff",
    "finish": "finish",
}

OF_A_ROUND = {"add": 2, "fix": 1, "misdeal": 1, "penalty": 1, "bonus": 1}

LOOKS = {
    *("rules", "next", "verify", "meld", "deadwood", "pad", "standings", "sheet", "check"),
    *("games", "open", "help", "stats", "people"),
    *("outs", "review", "rescore", "export"),
    *("chart", "serve"),
}

ASKS_FIRST = {"delete"}
"""Nobody does it for a program."""

MAKES_SEVERAL = {"import"}
"""What it answers is said of each game."""

UNPACKS = {"demo"}
"""It changes no game of anybody's."""


def test_every_command_that_writes_is_here() -> None:
    others = {
        *LOOKS,
        *ASKS_FIRST,
        *MAKES_SEVERAL,
        *UNPACKS,
        *RARE,
    }  # a pool has what is rare in its tests
    assert set(commands_to_type()) - others == set(CHANGES)
    assert LOOKS | UNPACKS == READ_ONLY


def test_every_command_but_those_for_people_takes_json() -> None:
    lacking = {
        name
        for name, command in commands_to_type().items()
        if "--json" not in {word for param in command.params for word in param.opts}
    }
    assert lacking == {"open", "help", "demo"}
    others = LOOKS | ASKS_FIRST | MAKES_SEVERAL | UNPACKS
    assert {name.split()[0] for name in CHANGES} | others == set(COMMANDS)


def changed(run: Run, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """The answer to a change of a game with one round."""
    monkeypatch.setenv("EDITOR", "sed -i '$ a # a word'")
    if name != "new":
        seeded(folder / "thursday.toml", TIE if name == "playoff" else ledger(ROUND))
    for before in {"undo": ["add 1 2 o"], "redo": ["add 1 2 o", "undo"]}.get(name, []):
        assert run(*before.split()).code == 0
    return run(*shlex.split(CHANGES[name]), "--json")


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_one_object(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    answer = changed(run, folder, name, monkeypatch)
    assert answer.code == 0
    found: dict[str, Any] = answer.facts
    assert set(found) == KEYS | {"undo": {"undone"}, "redo": {"redone"}}.get(name, set())
    assert found["changed"] is True
    assert found["command"] == name
    assert (folder / found["file"]).exists()
    assert (found["round"] or {}).get("number") == OF_A_ROUND.get(name)
    shown = run("standings", "-f", found["file"], "--json").facts
    assert (found["standings"], found["next"]) == (shown["standings"], shown["next"])


def test_the_answer_has_the_round_that_was_written(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(ROUND))
    found = run("add", "8", "17", "o", "--note", "late", "--json").facts
    assert found["round"] == {
        "number": 2,
        "name": "round 2, the fours",
        "wild": "4",
        "bonus": False,
        "out": ["Cy"],
        "absent": [],
        "note": "late",
        "misdeal": None,
        "points": {"Ann": 8, "Bo": 17, "Cy": 0},
    }


def test_a_change_without_effect_says_so(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(ROUND))
    assert run("fix", "1", "ann=12", "--json").facts["changed"] is False


def test_a_remark_for_people_is_a_remark_in_json(run: Run, folder: Path) -> None:
    seeded(folder / "friday.toml", ledger(scores("Bo", Ann=31, Bo=0, Cy=5)))
    found = run("fix", "1", "cy=4", "-f", "friday.toml", "--json").facts
    assert found["remarks"] == ["check found 1 thing in friday.toml:  sk check friday.toml"]


@pytest.mark.parametrize(
    ("entries", "remark"),
    [
        ("8 17 5", "nobody went out in round 2, the fours; if somebody did:  sk fix 4s WHO=o"),
        ("8 17 0", "Cy has 0 and nobody went out; if Cy did:  sk fix 4s --out cy"),
    ],
)
def test_a_round_with_nobody_out_is_a_remark_of_its_own(
    run: Run, folder: Path, entries: str, remark: str
) -> None:
    seeded(folder / "thursday.toml", ledger(ROUND))
    assert remark in run("add", *entries.split(), "--json").facts["remarks"]
    assert run("undo").code == 0
    assert f"{remark}\n" in run("add", *entries.split()).err


def test_a_game_that_is_taken_back_has_no_standings(run: Run, folder: Path) -> None:
    run("new", "Ann", "Bo", "-f", "a.toml")
    found = run("undo", "--json").facts
    assert (found["standings"], found["next"], found["changed"]) == ([], None, True)
    assert not (folder / "a.toml").exists()


def test_undo_and_redo_say_what_was_taken_back_and_made_again(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(ROUND))
    run("add", "8", "17", "o", "--note", "late at night")
    run("player", "rename", "cy", "Dee")
    added = {"command": "add", "says": f"add 8 17 o --note {in_quotes('late at night')}"}
    renamed = {"command": "player rename", "says": "player rename cy Dee"}
    found = run("undo", "-n", "2", "--json").facts
    assert (found["command"], found["undone"]) == ("undo", [renamed, added])
    found = run("redo", "--json").facts
    assert (found["command"], found["redone"]) == ("redo", [added])
    run("new", "Ann", "Bo", "-f", "a.toml")
    found = run("undo", "--json", "-f", "a.toml").facts
    assert found["undone"] == [{"command": "new", "says": "new Ann Bo"}]


@pytest.mark.parametrize("words", ["add 1", "fix 9 ann=1", "undo", "player leave eve", "dealer x"])
def test_a_refusal_with_json_is_the_usual_error(run: Run, folder: Path, words: str) -> None:
    path = seeded(folder / "thursday.toml", ledger(ROUND))
    before = path.read_bytes()
    answer = run(*words.split(), "--json")
    assert (answer.out, answer.code) == ("", 2)
    assert set(json.loads(answer.err)["error"]) == {"kind", "problem", "try", "code"}
    assert path.read_bytes() == before


def test_after_a_json_answer_people_get_words_again(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(ROUND))
    run("add", "8", "17", "o", "--json")
    assert run("standings").said[0].startswith("Thursday")


@pytest.mark.parametrize("command", ["deadwood", "verify"])
def test_each_of_many_answers_says_which_line_it_is_for(run: Run, command: str) -> None:
    lines = "# hands\n3h4h5h9d\n\nzz\n3h4h5h9d\n"
    answer = run(command, "-", "--json", "--wild", "none", stdin=lines)
    found = [json.loads(line) for line in answer.said]
    assert [(facts["line"], "error" in facts) for facts in found] == [
        *((2, False), (4, True), (5, False))
    ]
