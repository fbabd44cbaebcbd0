"""Which games are on offer for an evening, and under which rules no score is kept."""

from pathlib import Path

import pytest

from scorekeeper import games
from scorekeeper.store import load_ledger
from tests.cli.test_completion import offered
from tests.program import Answer, Run, ledger, refusal, scores, seeded
from tests.tables import rows
from tests.terminal import Sits

ENTRIES = {"gin": ["o5", "12"], "oklahoma-gin": ["o5", "12", "--upcard", "9h"]}
"""A round where 12 and 7 are none."""


def unscored(key: str) -> str:
    """The error for such a rule in another kind of game."""
    problem = f"{key} is for two players, where one scores the difference"
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


def test_the_rules_and_the_next_card_of_speed_say_how_all_play_at_once(run: Run) -> None:
    everybody, caller = games.turn(games.game("three-thirteen-speed"))
    said = run("rules", "three-thirteen-speed").said
    assert said[said.index(f"  turn       {everybody}") + 1] == f"             {caller}"
    run("new", "Al", "Bo", "--game", "speed", "-f", "game.toml")
    assert run("next", "-f", "game.toml").said[2:4] == [everybody, caller]
    assert "caller" not in run("rules", "three-thirteen").out
    run("new", "Al", "Bo", "--game", "speed", "--rule", "dealer=passes", "-f", "dealt.toml")
    assert "caller" not in run("next", "-f", "dealt.toml").out


@pytest.mark.parametrize(
    ("decks", "asks"), [([], True), (["--decks", "1"], False), (["--decks", "2"], True)]
)
def test_tables_disagree_about_twins_in_a_set_only_if_the_packs_have_twins(
    decks: list[str], asks: bool, run: Run
) -> None:
    run("new", "Al", "Bo", "Cy", *decks, "-f", "game.toml")
    assert ("two 9♣ in one set" in run("house", "-f", "game.toml").out) is asks
    assert "two 9♣" not in run("rules", "deuces-arent-wild").out


@pytest.mark.parametrize(("line", "title", "names"), rows(__file__, "titles.toml", "among_players"))
def test_a_title_of_any_number_of_words_among_the_players_is_the_game(
    line: str, title: str, names: str, run: Run, folder: Path
) -> None:
    said = run("new", *line.split(), "-f", "game.toml")
    game = load_ledger(folder / "game.toml")
    assert (said.code, game.rules.title, game.names) == (0, title, tuple(names.split()))


def test_somebody_may_be_called_like_a_game_if_the_game_is_named(run: Run, folder: Path) -> None:
    assert run("new", "Gin", "Ann", "--game", "three-thirteen", "-f", "game.toml").code == 0
    assert load_ledger(folder / "game.toml").names == ("Gin", "Ann")
    with_uncle = ("new", "Ann,", "Uncle", "Gin,", "Bo", "-f", "other.toml")
    assert run(*with_uncle).code == 0
    assert load_ledger(folder / "other.toml").names == ("Ann", "Uncle Gin", "Bo")


@pytest.mark.parametrize(
    ("line", "problem", "remedy"),
    [
        (
            "gin Al Bo Cy",
            "Gin Rummy is for at most 2 players, not 3",
            "name the two who play; if that's somebody's name, name the game with --game",
        ),
        (
            "gin points Al Bo",
            "you named more than one game: gin and points",
            "name one; if a player is called that, name the game with --game",
        ),
        ("five crowns", "a game needs players", "name them clockwise: sk new Ann Bo Cy"),
    ],
)
def test_a_game_named_among_the_players_is_refused_like_its_option(
    line: str, problem: str, remedy: str, run: Run, folder: Path
) -> None:
    assert run("new", *line.split()) == Answer("", refusal(problem, remedy), 2)
    assert not list(folder.glob("*.toml"))


def test_a_game_may_be_named_where_the_players_are_asked_for(folder: Path, sits: Sits) -> None:
    person = sits("new", "-f", "game.toml")
    person.talks("Who plays? >> gin Ann and Bo", "Who deals first? >> ann")
    assert person.ends()[1] == 0
    game = load_ledger(folder / "game.toml")
    assert (game.rules.title, game.names) == ("Gin Rummy", ("Ann", "Bo"))


def test_hands_are_judged_without_a_score_sheet(run: Run, folder: Path) -> None:
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
def test_a_rule_that_affects_no_score_is_not_a_house_rule(
    rule: str, run: Run, folder: Path
) -> None:
    key = rule.partition("=")[0]
    said = Answer("", unscored(key), 2)
    assert run("new", "Ann", "Bo", "--rule", rule) == said
    run("new", "Ann", "Bo", "-f", "evening.toml")
    before = (folder / "evening.toml").read_bytes()
    assert run("house", rule, "-f", "evening.toml") == said
    assert (folder / "evening.toml").read_bytes() == before


def test_again_refuses_a_ledger_with_such_a_rule(run: Run, folder: Path) -> None:
    text = ledger(scores("Bo", Ann=12, Bo=0), rules="[rules]\nknock = 10\n")
    seeded(folder / "old.toml", text.replace("schema = 1", "schema = 2"))
    said = run("again", "-f", "old.toml")
    assert (said.code, said.err.splitlines()[-1]) == (2, "  try: leave knock out, or play gin")
    assert run("house", "--off", "knock", "-f", "old.toml").code == 0
    assert run("again", "-f", "old.toml").code == 0


def test_a_sheet_named_after_a_game_whose_points_say_too_little_is_one_of_points(
    run: Run, folder: Path
) -> None:
    seeded(folder / "x.csv", "game,title,round,player,points\ngin,Gin,1,Ann,20\ngin,Gin,1,Bo,0\n")
    assert run("import", "x.csv", "--yes").code == 0
    assert 'title = "Gin"' in next(folder.glob("gin-*.toml")).read_text("utf-8")


@pytest.mark.slow
def test_tab_offers_every_game_and_no_rule_of_a_few(folder: Path) -> None:
    for line in ("new --game ", "rescore --game ", "verify --game ", "rules "):
        assert sorted(offered(folder, f"sk {line}").split()) == games.names()
    for line in ("house kno", "new --rule kno"):
        assert offered(folder, f"sk {line}").strip() == ""
