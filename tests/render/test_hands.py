"""What is said about a hand: the runs that it lacks, in the words of the rules."""

import pytest

from tests.program import Run


@pytest.mark.parametrize(
    ("hand", "wild", "line"),
    [
        ("5s6s7s6h6c", "none", "A tie. Just as good:  5♠ 6♠ 7♠ / left 6♥ 6♣"),
        ("5h5s5djk", "none", "  nothing is left: every card is melded"),
        ("8s 10s 8h", "8", "  nothing is left: every card is melded"),
    ],
)
def test_two_ways_that_are_just_as_good_are_both_shown(
    run: Run, hand: str, wild: str, line: str
) -> None:
    rules = ("--rule", "jokers=2", "--rule", "joker_points=0")
    assert run("deadwood", hand, "--wild", wild, *rules).out.splitlines()[-1] == line


def test_a_wild_that_can_be_itself_is_not_another_card(run: Run) -> None:
    assert "run      8♠ 8♥ 10♠     8♥ is the 9♠" in run("deadwood", "8s10s8h", "--wild", "8").out
    assert "run      8♠ 8♥ 10♠     8♥ is the 9♠" in run("verify", "8s10s8h/2c", "--wild", "8").out


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (["sequences=2"], "2 runs"),
        (["pure_sequences=1"], "1 run, 1 of them pure"),
        (["sequences=2", "pure_sequences=1"], "2 runs, 1 of them pure"),
    ],
)
def test_a_hand_without_its_runs_says_which_it_needs(
    run: Run, rules: list[str], wanted: str
) -> None:
    switches = [word for rule in rules for word in ("--rule", rule)]
    answer = run("deadwood", "9c9d9s kd", "--round", "5", *switches)
    assert answer.out.endswith(f"A hand needs {wanted}.\n")


def test_a_remedy_takes_no_card_that_the_packs_in_play_do_not_hold(run: Run) -> None:
    offered = "would work: a queen in its place"
    assert offered in run("meld", "qshdc", "3s").out
    assert "would work" not in run("meld", "qshdc", "3s", "--decks", "1").out
    run("new", "Ann", "Bo")
    assert "would work" not in run("meld", "qshdc", "3s", "--wild", "none").out
    assert offered in run("meld", "qshdc", "3s", "--wild", "none", "--decks", "2").out
