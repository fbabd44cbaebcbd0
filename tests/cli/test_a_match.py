"""The commands for a match of Gin: what programs read, what is refused, what works as always."""

import json
from pathlib import Path

import pytest

from tests.program import Run, facts, seeded

OWN, OTHERS = "o:5shd/789h/qcdh/2c", "9c9d9s4s5c6skckskdah"


@pytest.fixture
def match(run: Run, folder: Path) -> Path:
    """A match after a knock, an undercut and cards that were laid off."""
    run("new", "Ann", "Bo", "--game", "gin", "--dealer", "ann", "-f", "gin.toml")
    for words in (["o7", "23"], ["o7", "3"], [f"ann={OTHERS}", f"bo={OWN}"]):
        assert run("add", *words).code == 0
    return folder / "gin.toml"


@pytest.mark.usefixtures("match")
def test_programs_read_what_counts_and_what_was_left(run: Run) -> None:
    table = facts(run, "standings")
    assert [line["rounds"] for line in table["standings"]] == [[0, 29, 9], [16, 0, 0]]
    assert [(line["total"], line["final"]) for line in table["standings"]] == [
        (38, None),
        (16, None),
    ]
    third = facts(run, "sheet")["rounds"][2]
    assert third["points"] == {"Ann": 0, "Bo": 9}
    assert third["left"] == {"Ann": 11, "Bo": 2}
    assert (third["how"], third["undercut"], third["laid_off"]) == ("knock", False, ["5C"])
    written = facts(run, "add", "big", "80")
    assert (written["round"]["how"], written["round"]["points"]) == (
        "big-gin",
        {"Ann": 111, "Bo": 0},
    )
    assert [line["final"] for line in written["standings"]] == [127 + 100 + 50, 38 + 50]
    assert "columns" not in facts(run, "sheet")


def test_programs_read_the_columns(run: Run) -> None:
    run("new", "Ann", "Bo", "--game", "gin", "--rule", "columns=3", "-f", "gin.toml")
    for words in (["o", "23"], ["o", "23"]):
        run("add", *words)
    columns = facts(run, "sheet")["columns"]
    assert [column["points"]["Ann"] for column in columns] == [96, 48, 0]
    assert columns[0]["hands"][1] == {"number": 2, "player": "Ann", "points": 48, "total": 96}
    assert [column["winner"] for column in columns] == [None, None, None]


@pytest.mark.usefixtures("match")
def test_other_games_do_not_have_these_keys(run: Run) -> None:
    run("new", "Ann", "Bo", "-f", "other.toml")
    run("add", "12", "o", "-f", "other.toml")
    told = json.dumps(facts(run, "sheet", "-f", "other.toml"))
    told += json.dumps(facts(run, "standings", "-f", "other.toml"))
    assert not [key for key in ("left", "how", "final", "columns", "dead") if f'"{key}"' in told]


@pytest.mark.usefixtures("match")
def test_totals_after_add_are_those_of_the_pad(run: Run) -> None:
    assert run("pad", "16", "38").code == 0
    assert run("add", "o7=29", "--totals", "38").code == 0
    assert run("pad", "29", "38").code == 0
    assert facts(run, "sheet")["rounds"][3]["left"] == {"Ann": 7, "Bo": 20}


@pytest.mark.usefixtures("match")
def test_an_earlier_knock_stands_whatever_a_knock_may_leave_now(run: Run) -> None:
    before = facts(run, "standings")["standings"]
    assert run("house", "knock=1", "--from", "1").code == 0
    assert facts(run, "standings")["standings"] == before
    third = facts(run, "sheet")["rounds"][2]
    assert (third["points"], third["left"]) == ({"Ann": 0, "Bo": 9}, {"Ann": 11, "Bo": 2})
    assert "round 3, Bo: can't knock with 2: the limit is 1" in run("check", "gin.toml").out


@pytest.mark.usefixtures("match")
def test_one_player_ends_a_hand_even_if_several_may_go_out(run: Run) -> None:
    assert run("house", "several_out=true").code == 0
    assert run("fix", "2", "bo=o").code == 2  # Ann ended it, and what is left to her is not said
    assert run("fix", "2", "bo=o", "ann=20").code == 0
    second = facts(run, "sheet")["rounds"][1]
    assert (second["out"], second["points"]) == (["Bo"], {"Ann": 0, "Bo": 45})


def test_in_a_family_of_three_thirteen_nobody_knocks(run: Run) -> None:
    run("new", "Ann", "Bo", "-f", "other.toml")
    assert "knock" not in run("verify", "3s4s5s9d", "-f", "other.toml").out
    assert "upcard" not in run("add", "--help").out


@pytest.mark.parametrize("kind", ["csv", "json", "md", "html", "svg", "chat"])
@pytest.mark.usefixtures("match")
def test_a_match_can_be_exported_in_every_format(kind: str, run: Run) -> None:
    said = run("export", "--to", kind)
    assert (said.code, said.err) == (0, "")
    assert "38" in said.out


def test_a_match_in_columns_is_settled_the_same_way_everywhere(run: Run) -> None:
    run("new", "Ann", "Bo", "--game", "gin", "--rule", "columns=3", "-f", "gin.toml")
    assert "column" not in run("add", "o7", "23").out + run("add", "o2", "40").out
    assert "Ann wins column 1 and column 2." in run("add", "o", "50").said
    assert "column" not in run("add", "30", "o5").out
    said = run("add", "o", "60").out
    assert "\nAnn wins column 3.\n" in said
    assert "  Ann 1119   Bo 50 (−1069)\n" in said
    assert "ANN wins with 1119 points" in said
    assert said[said.index("Settled") :].splitlines()[:3] == [
        "Settled, all 3 columns together:",
        "  Ann: 402 + 242 for shutouts + 300 for 3 games + 175 for 7 boxes = 1119",
        "  Bo: 25 + 25 for 1 box = 50",
    ]
    fixed = run("fix", "2", "bo=10").said
    before = next(line for line in fixed if line.startswith("  Ann"))
    assert before.split()[:3] == ["Ann", "1119", "1365"]
    run("undo")
    assert "Ann won, 1119" in run("games").out
    assert run("export", "--to", "chat", "--plain").out.splitlines()[1:4] == [
        "Ann wins with 1119 points",
        "1. Ann 1119",
        "2. Bo 50 (−1069)",
    ]
    assert "| 5 |  |  |  |  | 160 |  |" in run("export", "--to", "md").out
    assert "<caption>Each player&#39;s points in each column" in run("export", "--to", "html").out


def test_the_sheet_says_which_hands_count_twice(run: Run) -> None:
    run("new", "Ann", "Bo", "--game", "oklahoma-gin", "-f", "gin.toml")
    for upcard in ("4s", "4h", "9s"):
        assert run("add", "o4", "20", "--upcard", upcard).code == 0
    assert run("sheet").said[-1] == "a spade turned up, so points count double: round 1, round 3"


@pytest.mark.usefixtures("match")
def test_a_penalty_is_taken_off_in_the_settlement(run: Run) -> None:
    assert run("penalty", "bo", "10").code == 0
    assert "  Bo: 38 + 50 for 2 hands won - 10 in penalties and bonuses = 78" in run("finish").said


def test_each_column_ends_by_itself(run: Run) -> None:
    new = ("new", "Ann", "Bo", "--game", "gin", "--rule", "columns=3", "-f", "three.toml")
    end = "  end        when a total has reached 100 in every column"
    assert end in run(*new).said
    assert end in run("rules", "three.toml").said


def test_points_alone_are_not_enough_to_import_a_match(run: Run, folder: Path) -> None:
    seeded(folder / "x.csv", "round,Ann,Bo\n1,30,0\n")
    read = run("import", "x.csv", "--game", "gin", "--yes")
    assert (read.code, read.out) == (3, "")
    assert "points alone don't say what was left in the hands" in read.err


@pytest.mark.usefixtures("match")
def test_everything_else_works_as_before(run: Run) -> None:
    for words in ("next", "chart", "review", "stats", "people", "games", "house", "rules", "check"):
        said = run(words)
        assert (said.code, said.err) == (0, ""), words
    assert run("fix", "1", "bo=20").said[1:3] == [
        "Round 1 (10 cards each): Ann 16 -> 13",
        "Ann knocked with 7, Bo has 20: Ann scores 13.",
    ]
    assert run("undo").code == run("misdeal").code == run("undo").code == 0
    assert run("penalty", "bo", "10").code == run("bonus", "ann", "5").code == 0
    assert run("house", "knock=7").code == run("finish").code == run("again").code == 0


@pytest.mark.usefixtures("match")
def test_a_dead_hand_is_on_the_sheet_and_can_be_undone(run: Run) -> None:
    assert run("add", "dead", "--note", "nobody dared").code == 0
    said = run("sheet").out
    assert "--- dead hand, still to be played again: round 4" in said
    assert "* round 4 (dead): nobody dared" in said
    assert facts(run, "sheet")["misdeals"][0]["dead"]
    assert run("check", "--strict").code == 0
    assert run("undo").code == 0
    assert facts(run, "sheet")["misdeals"] == []
