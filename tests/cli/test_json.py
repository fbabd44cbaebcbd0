"""What programs are promised: one object on stdout, with these keys, and nothing else."""

import json
from pathlib import Path

import pytest

from scorekeeper.render import machine
from tests.program import Run, facts, ledger, scores, seeded

THREE_ROUNDS = (
    scores("Bo", Ann=3, Bo=0, Cy=5),
    "misdeal = 'Cy had 5 cards'\nscores = { Ann = 30 }",
    "absent = ['Cy']\nscores = { Ann = 0, Bo = 12 }\nnote = 'late'\nout = 'Ann'",
    "scores = { Ann = 9, Bo = 4 }\nadjust = { Bo = -20 }",
)


def test_seats(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(*THREE_ROUNDS))
    found = facts(run, "seats")
    assert found == {
        "title": "Thursday",
        "seats": ["Ann", "Bo", "Cy"],
        "next": facts(run, "standings")["next"],
    }


def test_seats_and_house_show_a_change_to_programs_too(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(*THREE_ROUNDS))
    assert facts(run, "seats", "cy", "bo", "ann")["next"] == facts(run, "seats")["next"]
    assert facts(run, "seats")["seats"] == ["Cy", "Bo", "Ann"]
    assert facts(run, "house", "jokers=2")["command"] == "house"
    assert facts(run, "house")["rules"]["jokers"] == 2


def test_standings(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(*THREE_ROUNDS))
    assert facts(run, "standings") == {
        "title": "Thursday",
        "file": "thursday.toml",
        "finished": False,
        "rounds_played": 3,
        "rounds": 11,
        "winners": [],
        "standings": [
            {
                "place": 1,
                "player": "Bo",
                "total": -4,
                "behind": 0,
                "rounds": [0, 12, -16],
                "missed": 0,
                "went_out": 1,
            },
            {
                "place": 2,
                "player": "Ann",
                "total": 12,
                "behind": 16,
                "rounds": [3, 0, 9],
                "missed": 0,
                "went_out": 1,
            },
            {
                "place": None,
                "player": "Cy",
                "total": 5,
                "behind": None,
                "rounds": [5, None, None],
                "missed": 2,
                "went_out": 0,
            },
        ],
        "next": {
            "number": 4,
            "deal": 6,
            "wild": "6",
            "dealer": "Ann",
            "begins": "Bo",
            "decks": 2,
            "bonus": False,
            "players": ["Bo", "Cy", "Ann"],
        },
        "misdeals": [{"before": 2, "note": "Cy had 5 cards"}],
    }


def test_next_is_the_same_object_with_the_stock(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(*THREE_ROUNDS))
    assert facts(run, "next") == {**facts(run, "standings")["next"], "stock": 104 - 18 - 1}


def test_a_finished_game_has_winners_and_no_next_round(run: Run, folder: Path) -> None:
    rules = "[rules]\ndecks = 2\nrounds = [{ deal = 3, wild = '3' }]\n"
    seeded(folder / "thursday.toml", ledger(scores("Bo", Ann=0, Bo=0, Cy=5), rules=rules))
    found = facts(run, "standings")
    assert (found["finished"], found["winners"], found["next"]) == (True, ["Ann", "Bo"], None)
    assert (found["rounds_played"], found["rounds"]) == (1, 1)
    assert facts(run, "next") is None


def test_ten_is_one_character(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(*[scores("Bo", Ann=1, Bo=0, Cy=2)] * 7))
    assert facts(run, "next")["wild"] == "T"


def test_the_sheet(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(*THREE_ROUNDS))
    found = facts(run, "sheet")
    assert set(found) == {"title", "file", "players", "rounds", "bonus_rounds", "misdeals"}
    assert found["players"] == ["Ann", "Bo", "Cy"]
    assert found["misdeals"] == [{"before": 2, "note": "Cy had 5 cards", "round_note": None}]
    assert found["rounds"][2] == {
        "number": 3,
        "wild": "5",
        "dealer": "Cy",
        "out": [],
        "absent": [],
        "note": None,
        "points": {"Ann": 9, "Bo": 4, "Cy": None},
        "adjust": {"Bo": -20},
        "totals": {"Ann": 12, "Bo": -4, "Cy": 5},
    }


def test_check(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=31, Bo=0, Cy=5)))
    answer = run("check", "--json")
    assert (answer.code, answer.err) == (1, "")
    [found] = answer.facts["findings"]
    assert {key: found[key] for key in ("file", "line", "check", "severity")} == {
        "file": "a.toml",
        "line": 25,
        "check": "score-range",
        "severity": "error",
    }
    assert found["message"].startswith("round 1 (the threes), Ann: can't have 31 points")


def test_check_of_a_sound_ledger_is_an_empty_list(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=3, Bo=0, Cy=5)))
    assert facts(run, "check") == {"findings": []}


def test_rules(run: Run) -> None:
    assert facts(run, "rules")["games"]["three-thirteen"] == "Three Thirteen"
    found = facts(run, "rules", "three-thirteen")
    assert (found["title"], found["rules"]["ace_runs"]) == ("Three Thirteen", "low")


@pytest.mark.parametrize("name", ["Zoë", "李", "[red]Bob", "O'Neil", 'Q "the Ace"', "back\\slash"])
def test_names_are_not_cut_in_json(run: Run, name: str) -> None:
    assert run("new", name, "Bo", "--title", name, "-f", "a.toml").code == 0
    run("add", "3", "o")
    found = facts(run, "standings")
    assert found["title"] == name
    assert name in {line["player"] for line in found["standings"]}
    assert name in facts(run, "sheet")["players"]


def test_findings_do_not_disturb_an_answer_for_programs(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=31, Bo=0)))
    assert facts(run, "standings")["rounds_played"] == 1
    assert facts(run, "next")["number"] == 2
    assert len(facts(run, "sheet")["rounds"]) == 1


def test_a_fault_of_the_program_is_an_error_for_programs_too(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / "thursday.toml", ledger(*THREE_ROUNDS))
    monkeypatch.setattr(machine, "sheet", lambda *_: 1 / 0)
    answer = run("sheet", "--json")
    said = json.loads(answer.err)["error"]
    assert (answer.code, answer.out, said["code"], said["kind"]) == (70, "", 70, "program")
    assert said["try"].startswith("please report it: ZeroDivisionError: division by zero at ")
