"""The solver against the brute force, and large hands card by card."""

from itertools import islice

import pytest

from tests.effort import examples, some
from tests.tools import oracle
from tests.tools.long_run import differences, large_differences, whole_deal
from tests.tools.random_hands import Dealt, deals_with_many_wilds, large_deals, random_deals


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(examples(10)))
def test_two_thousand_random_hands_under_random_rules(seed: int) -> None:
    for dealt in random_deals(seed, 200, 8):
        assert differences(*dealt) == [], str(dealt)


@pytest.mark.parametrize("seed", range(examples(4)))
def test_hands_with_many_wilds_are_solved_exactly_under_every_limit(seed: int) -> None:
    for dealt in deals_with_many_wilds(seed, 100, 8):
        assert differences(*dealt) == [], str(dealt)


@pytest.mark.parametrize("seed", range(examples(4)))
def test_large_hands_cost_what_they_do_card_by_card(seed: int) -> None:
    for dealt in large_deals(seed, 25):
        assert large_differences(*dealt) == [], str(dealt)


def test_every_tenth_hand_of_three_cards_with_threes_wild() -> None:
    for dealt in islice(whole_deal(1), 0, None, 10):
        assert differences(*dealt) == [], str(dealt)


def test_every_hundredth_hand_of_four_cards_with_fours_wild() -> None:
    for dealt in islice(whole_deal(2), 0, None, 100):
        assert differences(*dealt) == [], str(dealt)


@pytest.mark.slow
@pytest.mark.parametrize("number", some([1, 2], 2))
def test_every_hand_of_the_first_two_deals(number: int) -> None:
    # These rules treat hands that differ only in their suits alike: all of the first deal are
    # tried, and of the second the first of each kind and some of the others.
    known: dict[tuple[str, ...], tuple[int, int, bool]] = {}
    for at, (hand, rules) in enumerate(whole_deal(number)):
        ranks = ["".join([card.rank for card in hand if card.suit == suit]) for suit in rules.suits]
        like = tuple(sorted(ranks))
        if like in known and number == 2 and at % 10:
            continue
        if like not in known:
            known[like] = oracle.least_deadwood(hand, rules)
        assert differences(hand, rules, known[like]) == [], str(Dealt(hand, rules))
