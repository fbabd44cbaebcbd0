"""What to throw away: the best discard, and every one that goes out."""

import pytest

from scorekeeper.cards import parse_cards
from scorekeeper.errors import CardError
from scorekeeper.solver import best_arrangement, best_discard, discards_going_out
from tests.effort import examples
from tests.solver.asking import AS_RANK, HALF, NATURAL, Keys, rules_for
from tests.tables import each
from tests.tools import oracle
from tests.tools.long_run import discard_differences
from tests.tools.random_hands import random_deals


@each(
    "cards, wild, discard, points",
    [
        pytest.param("2C 2D 2H 9C 9D 9H", "5", "2H", 4, id="all melded and no discard goes out"),
        pytest.param("7S 7H 7C 8H 9H TH", "5", "7S", 7, id="nor here"),
        pytest.param("5H 6H 7H 8H", "3", "8H", 0, id="a card that fits may go"),
        pytest.param("5H 6H 7H KS", "K", "7H", 0, id="a natural card goes before a costlier wild"),
        pytest.param("5H 5S 5D KC", "7", "KC", 0, id="the deadwood goes"),
        pytest.param(
            "2S 5S TS 8C 9C TC 8D 5H 8H 9H TH", None, "TS", 20, id="not the costliest left over"
        ),
        pytest.param("KS 4H", None, "KS", 4, id="two cards"),
        pytest.param("KS", None, "KS", 0, id="one card"),
    ],
)
def test_the_best_discard(cards: str, wild: str | None, discard: str, points: int) -> None:
    card, arrangement = best_discard(parse_cards(cards), rules_for(wild, {}))
    assert (str(card), arrangement.points) == (discard, points)


def test_a_wild_is_thrown_if_no_meld_has_room_for_every_wild() -> None:
    held, rules = parse_cards("2S 2S 7H 7H JK"), rules_for("7", HALF | AS_RANK | {"jokers": 1})
    discard, arrangement = best_discard(held, rules)
    assert (str(discard), arrangement.points) == ("JK", 0)
    assert discard_differences(held, rules) == []


@pytest.mark.parametrize("seed", range(examples(3)))
def test_the_best_discard_agrees_with_the_brute_force(seed: int) -> None:
    for dealt in random_deals(f"discard {seed}", 80, 8):
        assert discard_differences(dealt.hand, dealt.rules) == [], str(dealt)
        discard, arrangement = best_discard(dealt.hand, dealt.rules)
        rest = list(dealt.hand)
        rest.remove(discard)
        # Where several arrangements are as cheap it may be another of them.
        found = best_arrangement(rest, dealt.rules)
        assert arrangement.points == found.points, str(dealt)
        assert len(arrangement.deadwood) == len(found.deadwood), str(dealt)
        assert arrangement.tied == found.tied, str(dealt)


@each(
    "cards, wild, keys, discard, going_out",
    [
        pytest.param("5H 6H 7H KS 9D", None, {}, "KS", "", id="of two idle cards the costliest"),
        pytest.param("5H 6H 7H KS", None, {}, "KS", "KS", id="one idle card goes out"),
        pytest.param("5H 6H 7H 8H", None, {}, "8H", "5H 8H", id="none: the ends of a run"),
        pytest.param("KS KD 2H 3H 4H JK 9C", None, {}, "9C", "9C", id="an idle card before a king"),
        pytest.param("KS KD KC 9C 9D 2H", None, {}, "9D", "", id="a card that could be in a meld"),
        pytest.param("QS 9D 3C JK", None, {}, "JK", "", id="a wild that isn't in a meld"),
        pytest.param(
            "7H 7D 7C JK", None, NATURAL, "7H", "7H 7D 7C JK", id="any of a set, or the wild"
        ),
    ],
)
def test_only_a_card_costlier_than_the_costliest_left_can_be_a_better_discard(
    cards: str, wild: str | None, keys: Keys, discard: str, going_out: str
) -> None:
    held, rules = parse_cards(cards), rules_for(wild, keys)
    assert str(best_discard(held, rules)[0]) == discard
    assert discards_going_out(held, rules) == rules.in_order(parse_cards(going_out))
    assert set(discards_going_out(held, rules)) == oracle.goes_out(held, rules)


def test_an_empty_hand_has_no_discard() -> None:
    assert discards_going_out([], rules_for(None, {})) == ()
    with pytest.raises(CardError, match="there is no card to discard"):
        best_discard([], rules_for(None, {}))


@each(
    "cards, keys, going_out",
    [
        pytest.param("5H 6H 7H 8H", {}, "5H 8H", id="the ends of a run of four"),
        pytest.param("KS KH KD KC", {}, "KS KH KD KC", id="any of a set of four"),
        pytest.param("5H 6H 7H 8H JK", {}, "5H 6H 7H 8H JK", id="with a wild"),
        pytest.param("5H 6H 7H JK JK JK", HALF, "JK", id="half of it is wild"),
        pytest.param("5H 6H JK KS KH KD", {}, "", id="nothing to spare"),
        pytest.param("7S 7H 7C 7D 9H", {}, "9H", id="a card is left, and that one goes"),
        pytest.param("4H JK JK 4H", NATURAL, "4H JK", id="a pair and two wilds"),
        pytest.param("JK JK JK JK 9D", {}, "9D JK", id="wilds of their own"),
        pytest.param("2C 2D 2H 9C 9D 9H", {}, "", id="all melded, and no discard"),
    ],
)
def test_every_discard_that_goes_out(cards: str, keys: Keys, going_out: str) -> None:
    hand, rules = parse_cards(cards), rules_for(None, keys)
    assert discard_differences(hand, rules) == []
    assert set(discards_going_out(hand, rules)) == set(parse_cards(going_out))
