"""What the table calls a round, and which round a typed word means."""

import pytest

from scorekeeper.errors import RoundError
from scorekeeper.ledger.names import find_round, round_name, round_word, wild_label, wild_of
from scorekeeper.rules import RuleSet
from scorekeeper.rules.rule_keys import RoundSpec
from tests.tables import each, rows

RULES = RuleSet()
POINTS = RuleSet(rounds=0, dealer="none", players=(1, 0))
FIVE_ROUNDS = POINTS.replace(rounds=5)
TWICE = RuleSet(rounds=(RoundSpec(3, "3"), RoundSpec(4, "3"), RoundSpec(5, None)))
NOTHING_WILD = RuleSet(rounds=(RoundSpec(3, None), RoundSpec(4, None)))


@each("typed, number", rows(__file__, "rounds.toml", "rounds"))
def test_a_round_is_found_by_number_wild_or_name_or_as_the_last(typed: str, number: int) -> None:
    assert find_round(RULES, typed, 4) == number


@each("number", range(1, 12))
def test_whatever_is_printed_for_a_round_can_be_typed_back(number: int) -> None:
    assert find_round(RULES, round_word(RULES, number), 0) == number
    assert find_round(RULES, round_name(RULES, number).split("the ")[1], 0) == number


A_ROUND = "choose a round from 1 to 11"


@each(
    "rules, typed, last, problem, remedy",
    [
        (RULES, "0", 4, "there is no round 0", A_ROUND),
        (RULES, "12", 4, "there is no round 12", A_ROUND),
        (RULES, "2s", 4, "there is no round '2s'", A_ROUND),
        (RULES, "-1", 4, "there is no round '-1'", A_ROUND),
        (RULES, "", 4, "there is no round ''", A_ROUND),
        (RULES, "last", 0, "no round is on the sheet yet", "record one with sk add"),
        (POINTS, "sevens", 4, "there is no round 'sevens'", "give the number of a round"),
        (FIVE_ROUNDS, "6", 4, "there is no round 6", "choose a round from 1 to 5"),
        (TWICE, "3s", 1, "'3s' could be round 1 or 2", "give the number of the round"),
        (TWICE, "4", 1, "there is no round 4", "choose a round from 1 to 3"),
        (NOTHING_WILD, "3s", 1, "there is no round '3s'", "choose a round from 1 to 2"),
    ],
)
def test_a_word_that_means_no_round_or_several_is_refused(
    rules: RuleSet, typed: str, last: int, problem: str, remedy: str
) -> None:
    with pytest.raises(RoundError) as refused:
        find_round(rules, typed, last)
    assert (refused.value.problem, refused.value.remedy) == (problem, remedy)
    assert refused.value.code == 2


def test_with_an_open_end_any_number_is_a_round() -> None:
    assert find_round(POINTS, "345", 4) == 345


@each(
    "rules, number, name, word, label",
    [
        (RULES, 5, "round 5, the sevens", "7s", "7s"),
        (RULES, 4, "round 4, the sixes", "6s", "6s"),
        (RULES, 8, "round 8, the tens", "10s", "10s"),
        (RULES, 11, "round 11, the kings", "Ks", "Ks"),
        (TWICE, 2, "round 2, the threes", "2", "3s"),
        (TWICE, 3, "round 3", "3", "-"),
        (POINTS, 3, "round 3", "3", "-"),
    ],
)
def test_a_round_is_shown_by_number_and_name(
    rules: RuleSet, number: int, name: str, word: str, label: str
) -> None:
    assert round_name(rules, number) == name
    assert round_word(rules, number) == word
    assert wild_label(wild_of(rules, number)) == label
