"""The cheapest arrangement: published hands, hands that once came out wrong, and known traps."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards import parse_card, parse_cards
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import best_arrangement, best_discard
from tests.solver.asking import AT_MOST_3, ONE, SUITS_DIFFER, Keys, rules_for, solved
from tests.tables import called, each
from tests.tools import oracle
from tests.tools.long_run import differences, faults

# ── published hands ──────────────────────────────────────────────────────────────────────

PUBLISHED = tomllib.loads(Path(__file__).parent.with_name("hands.toml").read_text("utf-8"))


def of_cards(entry: dict[str, Any]) -> str:
    return str(entry["cards"])


def rules_of(entry: dict[str, Any]) -> RoundRules:
    wild = None if entry["wild"] == "none" else entry["wild"]
    return rules_for(wild, entry.get("rules", {}))


@each("entry", PUBLISHED["hand"], of_cards)
def test_published_hands(entry: dict[str, Any]) -> None:
    hand, rules = parse_cards(entry["cards"]), rules_of(entry)
    assert best_arrangement(hand, rules).points == entry["points"]
    assert differences(hand, rules) == []


@each("entry", PUBLISHED["held"], of_cards)
def test_published_hands_to_go_out_with(entry: dict[str, Any]) -> None:
    held, rules = parse_cards(entry["cards"]), rules_of(entry)
    discard, arrangement = best_discard(held, rules)
    if "discards" in entry:
        going_out = parse_cards(entry["discards"])
        assert oracle.goes_out(held, rules) == set(going_out)
        assert (arrangement.deadwood == ()) == bool(going_out)
        assert discard in (going_out or held)
    else:
        assert discard == parse_card(entry["best_discard"])
        assert arrangement.points == entry["points"]


@each(
    "entry",
    [entry for entry in PUBLISHED["hand"] + PUBLISHED["held"] if "published" in entry],
    of_cards,
)
def test_a_published_answer_that_is_wrong_is_never_too_low(entry: dict[str, Any]) -> None:
    # Too many points: a meld was overlooked; too few: something counted that isn't a meld.
    assert entry["published"] > entry["points"]
    assert entry["why"]


@pytest.mark.slow
@each("entry", PUBLISHED["once_wrong"], of_cards)
def test_hands_on_which_other_searches_went_wrong(entry: dict[str, Any]) -> None:
    hand, rules = parse_cards(entry["cards"]), rules_of(entry)
    found = best_arrangement(hand, rules)
    assert found.points == entry["points"]
    assert faults(found, hand, rules) == []
    if len(hand) <= 10:
        assert differences(hand, rules) == []


# ── traps ────────────────────────────────────────────────────────────────────────────────


@each("cards, wild, keys, points, ranks_left", called(__file__, "hands.toml", "traps"))
def test_fewest_points(cards: str, wild: str, keys: Keys, points: int, ranks_left: str) -> None:
    found = solved(cards, wild or None, keys)
    assert found.points == points
    assert " ".join(card.rank for card in found.deadwood) == ranks_left


@each("cards, wild, keys, points", called(__file__, "hands.toml", "wilds"))
def test_wilds_go_where_they_save_the_most(cards: str, wild: str, keys: Keys, points: int) -> None:
    assert solved(cards, wild or None, keys).points == points


@each(
    "cards, wild, keys, tied",
    [
        pytest.param("5S 6S 7S 6H 6C", None, {}, True, id="sixes or the run: 12 both ways"),
        pytest.param("5S 6S 7S 6H 6C", "5", {}, False, id="the wild five is one card with the run"),
        pytest.param("9H 9D 9S 8H TH", None, {}, True, id="nines or the run: 18 both ways"),
        pytest.param("2H 3H 4H 5H", None, AT_MOST_3, False, id="all melded"),
        pytest.param("5H 6H 7H 8H 8S 8D 8C", None, {}, False, id="regrouping is no tie"),
        pytest.param("5H 5S 5D 5C", None, AT_MOST_3, True, id="one five too many, whichever"),
        pytest.param("5H 5H 5H 5H", None, AT_MOST_3, False, id="identical cards are no choice"),
        pytest.param("7C 7D JK 3S", "3", ONE | {"wild_points": 20}, True, id="either wild stays"),
        pytest.param(
            *("KS QS QH AS AH", None, {"card_points": {"K": 0}}, False), id="nothing to choose"
        ),
        pytest.param("5H 5S JK", None, {"joker_points": 0}, False, id="two fives need the joker"),
        pytest.param("5H 5S 5D JK", None, {"joker_points": 0}, False, id="a 0 is no choice"),
        pytest.param(
            "5S 6S 7S 6H 6C", None, {"card_points": {"7": 7}}, True, id="equal with others"
        ),
        pytest.param("5S 6S 7S 6H 6C", None, {"card_points": {"7": 6}}, False, id="a shade more"),
        pytest.param("5H 5H 5S 6S 7S", None, {}, False, id="the same cards in another way"),
        pytest.param("9H 9D KS KC JK", None, {}, False, id="the wild goes where it saves more"),
        pytest.param("KH KD QS QC JK", None, {}, True, id="or where it saves as much"),
    ],
)
def test_there_is_a_tie_if_a_melded_card_can_be_left_over_for_the_same_points(
    cards: str, wild: str | None, keys: Keys, tied: bool
) -> None:
    assert solved(cards, wild, keys).tied == tied


@each(
    "cards, keys, points",
    [
        pytest.param("5H 5H 5H 5H 5H 5H", {}, 0, id="six of a kind are one set"),
        pytest.param("5H 5H 6H 6H 7H 7H", {}, 0, id="two equal runs"),
        pytest.param("5H 5H 5H 6H 6H 6H 7H 7H", {}, 11, id="two runs, not two sets"),
        pytest.param("5H 5H 6H 6H 7H", {}, 11, id="one run, and one card of each left"),
        pytest.param("5H 5H 6H 6H 7H JK", {}, 0, id="the joker is the second seven"),
        pytest.param("5H 5H 5H 5H", AT_MOST_3, 5, id="one of four equal cards left"),
        pytest.param("5H 5H 6S 6S JK JK", SUITS_DIFFER, 16, id="two jokers and one of four cards"),
    ],
)
def test_identical_cards_are_one_kind_with_a_count(cards: str, keys: Keys, points: int) -> None:
    assert solved(cards, None, keys).points == points
