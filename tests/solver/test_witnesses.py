"""The solver against the brute force, and large hands card by card."""

from itertools import islice

import pytest

from tests.long_run import differences, large_differences, whole_deal
from tests.random_hands import deals_with_many_wilds, large_deals, random_deals


@pytest.mark.parametrize("seed", range(10))
def test_two_thousand_random_hands_under_random_rules(seed: int) -> None:
    for dealt in random_deals(seed, 200, 8):
        assert differences(*dealt) == [], str(dealt)


@pytest.mark.parametrize("seed", range(4))
def test_hands_of_which_many_cards_are_wild_under_every_limit(seed: int) -> None:
    for dealt in deals_with_many_wilds(seed, 100, 8):
        assert differences(*dealt) == [], str(dealt)


@pytest.mark.parametrize("seed", range(4))
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
@pytest.mark.parametrize("number", [1, 2])
def test_every_hand_of_the_first_two_deals(number: int) -> None:
    for dealt in whole_deal(number):
        assert differences(*dealt) == [], str(dealt)
