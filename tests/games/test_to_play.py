"""Which games are on offer for an evening, and by which rules no score is kept."""

from pathlib import Path

import pytest

from scorekeeper import games
from tests.cli.test_completion import offered
from tests.program import Answer, Run, ledger, refusal, scores, seeded
from tests.terminal import Sits

ENTRIES = {"gin": ["o5", "12"], "oklahoma-gin": ["o5", "12", "--upcard", "9h"]}
"""A round where 12 and 7 are none."""


def unscored(key: str) -> str:
    """What is answered where such a rule stands in a game of another sort."""
    problem = f"{key} is for two players of whom one scores the difference"
    return refusal(problem, f"leave {key} out, or play gin")


KNOCKS = 'base = "gin"\n[rules]\ncount = "own"\n'
"""A table's own game, in which somebody knocks and everybody counts what is left."""


@pytest.mark.parametrize("name", games.names())
def test_each_game_can_be_played(name: str, run: Run) -> None:
    made = run("new", "Ann", "Bo", "--game", name, "-f", "game.toml")
    assert (made.code, made.err) == (0, "")
    assert run("add", *ENTRIES.get(name, ["12", "7"]), "-f", "game.toml").code == 0
    assert run("finish", "-f", "game.toml").code == 0
    table = run("standings", "--json", "-f", "game.toml").facts
    totals = [7, 0] if name in ENTRIES else [7, 12]
    assert [line["total"] for line in table["standings"]] == totals
    assert run("again", "-f", "game.toml").code == 0


def test_of_a_game_of_which_no_score_is_kept_hands_are_judged(run: Run, folder: Path) -> None:
    seeded(folder / "x.csv", "round,Ann,Bo\n1,3,9\n")
    seeded(folder / "ours.toml", KNOCKS)
    refused = Answer("", unscored("knock"), 2)
    own = ("--game", "./ours.toml")
    assert run("new", "Ann", "Bo", *own, "-f", "other.toml") == refused
    assert run("sheet", "--blank", *own) == refused
    assert run("import", "x.csv", *own, "--yes") == refused
    run("new", "Ann", "Bo", "-f", "evening.toml")
    before = (folder / "evening.toml").read_bytes()
    assert run("rescore", *own, "-f", "evening.toml") == refused
    assert (folder / "evening.toml").read_bytes() == before
    here = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    assert here == ["evening.toml", "ours.toml", "x.csv"]
    asked = run("verify", "5shd 789h qcdh 2c kd", *own)
    assert (asked.code, asked.said[0][:4]) == (0, "YES.")


@pytest.mark.parametrize("rule", ["knock=10", "count=difference", "columns=3"])
def test_a_rule_by_which_no_score_is_kept_is_no_house_rule(
    rule: str, run: Run, folder: Path
) -> None:
    key = rule.partition("=")[0]
    said = Answer("", unscored(key), 2)
    assert run("new", "Ann", "Bo", "--rule", rule) == said
    run("new", "Ann", "Bo", "-f", "evening.toml")
    before = (folder / "evening.toml").read_bytes()
    assert run("house", rule, "-f", "evening.toml") == said
    assert (folder / "evening.toml").read_bytes() == before


def test_a_ledger_with_such_a_rule_is_not_played_again(run: Run, folder: Path) -> None:
    text = ledger(scores("Bo", Ann=12, Bo=0), rules="[rules]\nknock = 10\n")
    seeded(folder / "old.toml", text.replace("schema = 1", "schema = 2"))
    said = run("again", "-f", "old.toml")
    assert (said.code, said.err.splitlines()[-1]) == (2, "  try: leave knock out, or play gin")
    assert run("house", "--off", "knock", "-f", "old.toml").code == 0
    assert run("again", "-f", "old.toml").code == 0


def test_a_sheet_that_is_called_like_a_game_whose_points_say_too_little_is_one_of_points(
    run: Run, folder: Path
) -> None:
    seeded(folder / "x.csv", "game,title,round,player,points\ngin,Gin,1,Ann,20\ngin,Gin,1,Bo,0\n")
    assert run("import", "x.csv", "--yes").code == 0
    assert 'title = "Gin"' in next(folder.glob("gin-*.toml")).read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "code", "head"),
    [
        ("verify 5shd 789h qcdh 2c kd --game gin", 0, "YES. This hand knocks with 2."),
        ("deadwood 5shd 789h qcdh 2c --game gin", 0, "2 points"),
        ("meld 5shd --game gin", 0, "YES."),
        ("outs 5shd 789h qcdh 2c --game gin", 0, ""),
        ("deadwood 4s5s6s7s2h3h9cqdqskckd5c8d --game indian-rummy --wild 9", 0, "38 points"),
        ("meld 5s6s7s --game indian-rummy --wild 9", 0, "YES."),
        ("verify 5s5h5d 8s8h8d js2c3dqskckd4h9h --game indian-rummy --wild 7", 1, "NO."),
    ],
)
def test_questions_are_answered(words: str, code: int, head: str, run: Run) -> None:
    said = run(*words.split())
    assert (said.code, said.err) == (code, "")
    assert said.out.startswith(head)


@pytest.mark.slow
def test_tab_offers_every_game_and_no_rule_of_a_few(folder: Path) -> None:
    for line in ("new --game ", "rescore --game ", "verify --game ", "rules "):
        assert sorted(offered(folder, f"sk {line}").split()) == games.names()
    for line in ("house kno", "new --rule kno"):
        assert offered(folder, f"sk {line}").strip() == ""


def test_the_invitation_offers_every_game(sits: Sits) -> None:
    person = sits("new")
    person.types("Ann, Bo")
    person.sees(f"  {len(games.names())}  ")
    person.types(str(len(games.names()) + 1))
    person.sees("is no answer here")
    person.types("gin")
    person.sees("House rules?")
