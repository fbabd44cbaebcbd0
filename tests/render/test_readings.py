"""What a verdict says about other readings: each has its switch, and would change the answer."""

import pytest

from scorekeeper.cards import parse_cards, parse_groups
from scorekeeper.referee import Verdict, judge_going_out, other_readings
from scorekeeper.render.hands import reading_words, verdict_lines
from scorekeeper.rules import RuleSet
from scorekeeper.rules.rule_keys import literal
from scorekeeper.rules.variations import VARIATIONS
from tests.effort import examples
from tests.tables import each
from tests.tools.random_hands import random_deals

RULES = RuleSet().round(4)
STRICT = RuleSet(ace_runs="both", wild_limit="one", set_max=4, set_distinct_suits=True).round(4)

NONE = "No common house rule would change this."


def said(verdict: Verdict) -> list[str]:
    return verdict_lines(verdict, None, None, (), ())


@each("reading", sorted({*other_readings(RULES), *other_readings(STRICT)}))
def test_a_reading_is_named_with_its_switch(reading: str) -> None:
    _, _, switch = reading_words(reading, RULES).removesuffix(")").rpartition(" (")
    keys = VARIATIONS.get(switch)
    written = {f"{key}={literal(keys[key])}" for key in keys} if keys else {switch}
    assert {text.replace('"', "") for text in written} == {reading}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(examples(2)))
def test_the_claim_that_no_rule_would_change_this_is_true(seed: int) -> None:
    found = {True: 0, False: 0}
    for hand, rules in random_deals(f"readings {seed}", 200, 9):
        if len(hand) < 6:
            continue
        laid = judge_going_out(hand, rules, melds=[hand[:3], hand[3:-1]], discard=hand[-1])
        bare = judge_going_out(hand, rules)
        differ = bare.would_stand + bare.would_fall
        is_said = NONE in said(laid)
        found[is_said] += 1
        if is_said:
            assert (laid.would_stand, differ) == ((), ()), hand
        elif not laid.stands:
            assert laid.would_stand or differ, hand
    assert min(found.values()) > 5


def test_a_hand_that_would_go_out_laid_differently_under_another_reading_says_so() -> None:
    rules = RuleSet().round(4)
    laid = parse_groups("qsks5h / 6c7has")
    held = parse_cards("qsksas 5h6c7h 2d")
    verdict = judge_going_out(held, rules, melds=laid, discard=held[-1])
    assert (verdict.would_stand, verdict.would_differ) == ((), ("ace_runs=both",))
    lines = said(verdict)
    at = lines.index("Laid differently, the answer would be yes:")
    assert lines[at + 1] == "  where aces are low or high: Q-K-A is a run too (ace_runs=both)"
    assert NONE not in lines
