"""Which games are on offer for an evening, and which are there for questions about cards."""

import json
from pathlib import Path

import pytest

from scorekeeper import games
from tests.cli.test_completion import offered
from tests.program import Answer, Run, ledger, refusal, scores, seeded
from tests.terminal import Sits

TO_PLAY = games.names_to_play()
TO_ASK = sorted({*games.names()} - {*TO_PLAY})

QUESTION = {"gin": "gin CARDS", "indian-rummy": "indian-rummy --wild 7 CARDS"}
FIRST_RULE = {"gin": "knock", "indian-rummy": "sequences"}


def refused(name: str) -> Answer:
    """What is answered where an evening of a game is asked for that is there for questions."""
    unknown = f"the score sheet does not know the rule {FIRST_RULE[name]} yet"
    problem = f"hands of {games.game(name).title} can be judged, but {unknown}"
    remedy = f"ask about hands:  sk verify --game {QUESTION[name]}"
    return Answer("", refusal(problem, remedy), 2)


def test_these_are_there_for_questions() -> None:
    assert sorted(QUESTION) == TO_ASK


@pytest.mark.parametrize("name", games.names())
def test_each_game_on_offer_can_be_played_and_none_other(name: str, run: Run, folder: Path) -> None:
    made = run("new", "Ann", "Bo", "--game", name, "-f", "game.toml")
    if name in TO_ASK:
        assert made == refused(name)
        assert not list(folder.iterdir())
        return
    assert (made.code, made.err) == (0, "")
    assert run("add", "12", "7", "-f", "game.toml").code == 0
    assert run("finish", "-f", "game.toml").code == 0
    table = json.loads(run("standings", "--json", "-f", "game.toml").out)
    assert [line["total"] for line in table["standings"]] == [7, 12]
    assert run("again", "-f", "game.toml").code == 0


@pytest.mark.parametrize("name", TO_ASK)
def test_a_game_for_questions_is_kept_by_no_other_way(name: str, run: Run, folder: Path) -> None:
    text = "round,Ann,Bo\n1,3,9\n"
    seeded(folder / "x.csv", text)
    seeded(folder / "ours.toml", f'base = "{name}"\n[rules]\nace_points = 5\n')
    assert run("sheet", "--blank", "--game", name) == refused(name)
    assert run("import", "x.csv", "--game", name, "--yes") == refused(name)
    run("new", "Ann", "Bo", "-f", "evening.toml")
    before = (folder / "evening.toml").read_bytes()
    assert run("rescore", "--game", name, "-f", "evening.toml") == refused(name)
    own = run("new", "Ann", "Bo", "--game", "./ours.toml", "-f", "other.toml")
    assert (own.code, own.said) == (2, [])
    assert own.err.endswith(f"ask about hands:  sk verify --game {own_question(name)}\n")
    assert (folder / "evening.toml").read_bytes() == before
    here = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    assert here == ["evening.toml", "ours.toml", "x.csv"]


def own_question(name: str) -> str:
    return QUESTION[name].replace(name, "FILE")


@pytest.mark.parametrize("rule", ["knock=10", "count=difference", "hand_cap=80", "columns=3"])
def test_a_rule_that_the_score_sheet_does_not_know_is_no_house_rule(
    rule: str, run: Run, folder: Path
) -> None:
    key = rule.partition("=")[0]
    problem = f"the score sheet does not know the rule {key} yet"
    said = Answer("", refusal(problem, f"leave {key} out"), 2)
    assert run("new", "Ann", "Bo", "--rule", rule) == said
    run("new", "Ann", "Bo", "-f", "evening.toml")
    before = (folder / "evening.toml").read_bytes()
    assert run("house", rule, "-f", "evening.toml") == said
    assert (folder / "evening.toml").read_bytes() == before


def test_a_ledger_with_such_a_rule_is_not_played_again(run: Run, folder: Path) -> None:
    text = ledger(scores("Bo", Ann=12, Bo=0), rules="[rules]\nknock = 10\n")
    seeded(folder / "old.toml", text.replace("schema = 1", "schema = 2"))
    said = run("again", "-f", "old.toml")
    assert (said.code, said.err.splitlines()[-1]) == (2, "  try: leave knock out")
    assert run("house", "--off", "knock", "-f", "old.toml").code == 0
    assert run("again", "-f", "old.toml").code == 0


def test_a_sheet_that_is_called_like_a_game_for_questions_is_one_of_points(
    run: Run, folder: Path
) -> None:
    seeded(folder / "x.csv", "game,title,round,player,points\ngin,Gin,1,Ann,20\ngin,Gin,1,Bo,0\n")
    assert run("import", "x.csv", "--yes").code == 0
    assert 'title = "Gin"' in next(folder.glob("gin-*.toml")).read_text("utf-8")


def test_rules_lists_the_games_for_questions_apart(run: Run) -> None:
    said = run("rules").said
    apart = said.index("To ask about hands; no score is kept of these so far:")
    assert [line.split()[0] for line in said[: apart - 1]] == TO_PLAY
    assert [line.split()[0] for line in said[apart + 1 : -2]] == TO_ASK
    for name in TO_ASK:
        told = run("rules", name).said
        asked = f"Ask about a hand:  sk verify --game {QUESTION[name]}"
        assert [line for line in told if line.startswith(asked)]
        assert not [line for line in told if line.startswith("Start it")]


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
def test_tab_offers_for_an_evening_only_the_games_to_play(folder: Path) -> None:
    for line in ("new --game ", "import x.csv --game ", "rescore --game ", "sheet --game "):
        assert sorted(offered(folder, f"sk {line}").split()) == TO_PLAY
    assert offered(folder, "sk new --game gi").strip() == ""
    for line in ("house kno", "new --rule kno"):
        assert offered(folder, f"sk {line}").strip() == ""
    for line in ("verify --game ", "deadwood --game ", "rules "):
        assert sorted(offered(folder, f"sk {line}").split()) == games.names()


def test_the_invitation_offers_only_the_games_to_play(sits: Sits) -> None:
    person = sits("new")
    person.types("Ann, Bo")
    person.sees(f"  {len(TO_PLAY)}  ")
    person.types("gin")
    person.sees("the score sheet does not know")
    person.types(str(len(TO_PLAY) + 1))
    person.sees("is no answer here")
    person.types("")
    person.sees("House rules?")
