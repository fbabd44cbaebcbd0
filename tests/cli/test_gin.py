"""Questions about cards under the rules of Gin Rummy."""

import pytest

from tests.program import Run
from tests.tables import rows


def verified(run: Run, *words: str) -> tuple[int, str]:
    answer = run("verify", *words, "--game", "gin")
    assert answer.err == ""
    return answer.code, answer.out.partition("     ")[0]


@pytest.mark.parametrize(("words", "code", "head"), rows(__file__, "gin.toml", "verified"))
def test_verify_says_gin_or_knock_or_why_neither(
    words: list[str], code: int, head: str, run: Run
) -> None:
    assert verified(run, *words) == (code, head)


def test_a_meld_with_cards_that_the_game_does_not_have_is_refused(run: Run) -> None:
    answer = run("verify", "5h6h7h/8x9x10x/ks2d3dad7c", "--game", "gin")
    assert answer.code == 2
    assert answer.err.startswith("error: there is no 8★ in this game\n")


def test_a_knock_is_judged_if_the_upcard_is_known_or_decides_nothing(run: Run) -> None:
    knocks, gin = "5shd 789h qcdh 3c kd", "5shd 789h qcdhs kd"
    asked = ("--game", "oklahoma-gin")
    for words in ([gin], [knocks, "--upcard", "3s"], [knocks, "--knock", "3"]):
        assert run("verify", *words, *asked).code == 0
    assert run("verify", knocks, "--upcard", "2s", *asked).code == 1
    run("new", "Ann", "Bo", *asked)
    run("add", "o3", "20", "--upcard", "4s")
    assert run("verify", knocks, "--round", "1").code == 0
    assert run("verify", knocks).code == 2


def test_a_knock_shows_its_melds_what_is_left_and_the_discard(run: Run) -> None:
    said = run("verify", "5shd 789h qcdh 2c kd", "--game", "gin").said
    assert said[2:] == [
        "  set      5♠ 5♥ 5♦",
        "  run      7♥ 8♥ 9♥",
        "  set      Q♥ Q♦ Q♣",
        "  left     2♣",
        "  discard  K♦",
    ]
    assert run("verify", "5shd 789h10h qcdhs", "--game", "gin").said[-1] == "  discard  none"


def test_programs_read_how_the_round_ends_and_what_is_left(run: Run) -> None:
    asked = ("verify", "5shd 789h qcdh 2c kd", "--json")
    said = run(*asked, "--game", "gin").facts
    assert [said[key] for key in ("stands", "how", "left", "knock")] == [True, "knock", 2, 10]
    assert [(way["card"], way["left"]) for way in said["discards"]] == [("KD", ["2C"])]
    other = run(*asked, "--game", "three-thirteen", "--round", "8").facts
    assert not other.keys() & {"how", "left", "knock"}


def test_deadwood_and_melds_are_those_of_gin(run: Run) -> None:
    least = run("deadwood", "5shd 789h qcdh 2c", "--game", "gin")
    assert least.out.startswith("2 points     round 1, nothing is wild · 10 of 10 cards")
    assert run("meld", "5shdc", "--game", "gin").code == 0
    assert run("outs", "5shd 789h qcdh 2c", "--game", "gin").code == 0
    assert run("meld", "qskas", "--game", "gin").code == 1


def test_the_rules_of_gin_promise_no_further_turn(run: Run) -> None:
    said = run("rules", "gin").out
    assert "  gin, or a knock with 10 points of deadwood or less\n" in said
    assert "  nobody gets another turn\n" in said
    assert "  the other player may lay off, but not against gin\n" in said
    assert "gin 25 · big gin, without a discard 31 · an undercut 25" in said
    assert "one more turn" not in said
    assert "after the round in which a total reaches 100\n" in said
    assert "knock" not in run("rules", "three-thirteen").out
