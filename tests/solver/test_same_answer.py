"""The same hand always gets the same answer; and what is refused."""

import os
import pickle
import resource
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from scorekeeper.cards import MOST_CARDS, parse_cards
from scorekeeper.errors import CardError
from scorekeeper.solver import best_arrangement, best_discard, discards_going_out
from tests.effort import some
from tests.solver.asking import rules_for
from tests.tools.durability import Child
from tests.tools.random_hands import Dealt, random_deals


def test_every_order_of_a_tied_hand_gives_the_same_arrangement() -> None:
    hand, rules = parse_cards("5S 6S 7S 6H 6C"), rules_for(None, {})
    found = {best_arrangement(order, rules) for order in permutations(hand)}
    assert len(found) == 1


def test_the_order_of_the_cards_makes_no_difference() -> None:
    random = Random(0)
    for dealt in random_deals("order", 200, 12):
        found = best_arrangement(dealt.hand, dealt.rules)
        discard = best_discard(dealt.hand, dealt.rules)
        for _ in range(3):
            shuffled = random.sample(dealt.hand, len(dealt.hand))
            assert best_arrangement(shuffled, dealt.rules) == found, str(dealt)
        assert best_discard(shuffled, dealt.rules) == discard, str(dealt)


@pytest.mark.slow
def test_another_process_gives_the_same_arrangement() -> None:
    program = (
        "from tests.tools.random_hands import random_deals\n"
        "from scorekeeper.solver import best_arrangement\n"
        "for hand, rules in random_deals('another day', 150, 12):\n"
        "    print(best_arrangement(hand, rules))\n"
    )
    answers = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert answers[0].count("Arrangement(") == 150
    assert answers[0] == answers[1]


def test_earlier_questions_do_not_change_an_answer() -> None:
    def answers(dealt: Dealt) -> list[object]:
        best, (card, rest) = best_arrangement(*dealt), best_discard(*dealt)
        return [best, best.tied, card, rest, rest.tied, discards_going_out(*dealt)]

    deals = list(random_deals("asked before", 200, 16))
    one_after_another = [answers(dealt) for dealt in deals]
    the_last_first = [answers(dealt) for dealt in reversed(deals)]
    assert one_after_another == the_last_first[::-1]


def test_an_arrangement_can_be_sent_to_another_process() -> None:
    found = best_arrangement(parse_cards("5H 6H 7H 9S 9D"), rules_for("3", {}))
    came = pickle.loads(pickle.dumps(found))
    assert (came, came.tied) == (found, found.tied)


def test_the_cache_of_an_arrangement_does_not_affect_equality() -> None:
    hand = parse_cards("5H 6H 7H 9S 9D")
    found, other = (
        best_arrangement(hand, rules_for("3", {})),
        best_arrangement(hand, rules_for("2", {})),
    )
    assert found == other


def test_more_cards_than_any_hand_holds_are_refused() -> None:
    rules = rules_for(None, {})
    assert MOST_CARDS == 21
    assert best_arrangement(parse_cards("KS") * 21, rules).points == 0
    for ask in (best_arrangement, best_discard, discards_going_out):
        with pytest.raises(CardError) as refused:
            ask(parse_cards("KS") * 22, rules)
        assert refused.value.problem == "a hand of 22 cards is too large"
        assert refused.value.remedy == "give at most 21 cards"


WORST = [
    pytest.param(
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS JK JK JK JK JK JK JK JK",
        None,
        {"wild_limit": "half"},
        id="a suit and eight jokers",
    ),
    pytest.param(
        "7S 7S 7S 7H 7H 7H 7D 7D 7D 7C 7C 7C 3H 4H 5H 9H TH JH 2C 2D 2S",
        "7",
        {"wild_limit": "half", "wild_as_rank": True, "set_max": 3},
        id="a wild rank",
    ),
    pytest.param(
        "5S 5S 5S 5S 6S 6S 6S 6S 7S 7S 7S 7S 8S 8S 8S 8S 9S 9S 9S JK JK",
        None,
        {"wild_limit": "half", "set_distinct_suits": True},
        id="one suit",
    ),
    pytest.param(
        "2S 2S 2S 7S QS KS KS 2H 2H JH KH 2D 2D KD KD 2C 2C 2C KC 2X 2X",
        "7",
        {"suits": "SHDCX", "joker_points": 0, "wild_limit": "one"},
        id="sets of twos",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "wild", "keys"), some(WORST, 2, first=1))
def test_the_worst_hands_take_little_memory(
    cards: str, wild: str | None, keys: dict[str, object]
) -> None:
    hand, rules = parse_cards(cards), rules_for(wild, keys)

    def needs_more() -> bool:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        best_arrangement(hand, rules)
        more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        return more > (100_000_000 if sys.platform == "darwin" else 100_000)  # there in bytes

    assert Child(needs_more).end() == 0, "it needed more than a hundred megabytes"
