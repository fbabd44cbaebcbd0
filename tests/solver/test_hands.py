"""The cheapest arrangement: of published hands, of once wrong ones, and at known traps."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards import parse_card, parse_cards
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import best_arrangement, best_discard
from tests.solver.asking import (
    AS_RANK,
    AT_MOST_3,
    AT_MOST_4,
    BOTH,
    HALF,
    HIGH,
    NATURAL,
    ONE,
    SHORT,
    SUITS_DIFFER,
    Keys,
    rules_for,
    solved,
)
from tests.tools import oracle
from tests.tools.long_run import differences, faults

# ── published hands ──────────────────────────────────────────────────────────────────────

PUBLISHED = tomllib.loads(Path(__file__).parent.with_name("hands.toml").read_text("utf-8"))


def rules_of(entry: dict[str, Any]) -> RoundRules:
    wild = None if entry["wild"] == "none" else entry["wild"]
    return rules_for(wild, entry.get("rules", {}))


@pytest.mark.parametrize("entry", PUBLISHED["hand"], ids=lambda entry: entry["cards"])
def test_published_hands(entry: dict[str, Any]) -> None:
    hand, rules = parse_cards(entry["cards"]), rules_of(entry)
    assert best_arrangement(hand, rules).points == entry["points"]
    assert differences(hand, rules) == []


@pytest.mark.parametrize("entry", PUBLISHED["held"], ids=lambda entry: entry["cards"])
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


@pytest.mark.parametrize(
    "entry",
    [entry for entry in PUBLISHED["hand"] + PUBLISHED["held"] if "published" in entry],
    ids=lambda entry: entry["cards"],
)
def test_a_published_answer_that_is_wrong_is_never_too_low(entry: dict[str, Any]) -> None:
    # Too many points are a meld overlooked; too few would be a meld that is none.
    assert entry["published"] > entry["points"]
    assert entry["why"]


@pytest.mark.parametrize("entry", PUBLISHED["once_wrong"], ids=lambda entry: entry["cards"])
def test_hands_at_which_other_searches_went_wrong(entry: dict[str, Any]) -> None:
    hand, rules = parse_cards(entry["cards"]), rules_of(entry)
    found = best_arrangement(hand, rules)
    assert found.points == entry["points"]
    assert faults(found, hand, rules) == []
    if len(hand) <= 10:
        assert differences(hand, rules) == []


# ── traps ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cards", "wild", "keys", "points", "ranks_left"),
    [
        pytest.param("8C 5S 5C AH AD", "5", {}, 2, "A A", id="fewest points, not most cards"),
        pytest.param("2D 3D 5D KS KH 6C", "6", {}, 10, "2 3 5", id="and the other way round"),
        pytest.param("3D 7S 6C", "3", {}, 16, "7 3 6", id="a lone wild is deadwood"),
        pytest.param("3D 7S 7C", "3", {}, 0, "", id="a wild with a pair is none"),
        # a run that fills the line, and one wild more: it splits
        pytest.param("A23456S JK", None, SHORT, 0, "", id="a full short line and a wild"),
        pytest.param("A23456789TJQKS JK", None, {}, 0, "", id="a full line and a wild"),
        pytest.param("A23456S JK", None, SHORT | ONE, 0, "", id="a full short line, one wild each"),
        pytest.param(
            "A23456S JK JK JK JK", None, SHORT | ONE, 20, "JK", id="one wild each, and one left"
        ),
        # sets at their largest
        pytest.param("7C 7D 7H 7S JK", None, AT_MOST_4, 7, "7", id="throw a natural out"),
        pytest.param("7C 7D 7H 7S 7S JK", None, AT_MOST_4, 0, "", id="or make two sets"),
        pytest.param("7C 7D 7H 8S JK", None, AT_MOST_3, 15, "8 7", id="the joker is costlier"),
        # which wild stays behind
        pytest.param("7C 7D JK 3S", "3", ONE, 3, "3", id="the cheaper wild stays behind"),
        pytest.param(
            *("7C 7D JK 3S", "3", ONE | {"wild_points": 25}, 20, "JK"), id="the joker, if cheaper"
        ),
        # aces
        pytest.param("AS 2S 3S QS KS AS", None, BOTH, 0, "", id="aces at both ends at once"),
        pytest.param("AS 2S 3S QS KS", None, BOTH, 5, "2 3", id="an ace is at one end only"),
        pytest.param("KS AS 2S", None, BOTH, 13, "A 2 K", id="no run around the corner"),
        pytest.param("KS AS 2S", None, HIGH, 13, "A 2 K", id="nor with high aces"),
        pytest.param("AH KH QH", None, {}, 21, "A Q K", id="nor over the top"),
        pytest.param("AS AS 2S 3S 4S 5S 6S", None, SHORT | BOTH, 0, "", id="one run, two aces"),
        # runs side by side
        pytest.param("5H 5H 6H 7H 7H JK", None, {}, 0, "", id="two runs of a suit at once"),
        pytest.param("5H 6H 6H 7H 7H 8H", None, {}, 0, "", id="two runs that overlap"),
        pytest.param("3H 4H 5H 5H 6H 7H", None, {}, 0, "", id="two runs end to end"),
        pytest.param("2H 4H 5H", "3", {}, 11, "2 4 5", id="a run does not skip the wild rank"),
        pytest.param("2H 4H 5H 3S", "3", {}, 0, "", id="unless a wild stands there"),
        # a wild standing as itself
        pytest.param("4H 5H JK", "5", HALF, 29, "4 5 JK", id="a wild is a wild"),
        pytest.param("4H 5H JK", "5", HALF | AS_RANK, 0, "", id="or stands as itself"),
        pytest.param("4H 5S JK", "5", HALF | AS_RANK, 29, "5 4 JK", id="in its own suit"),
        pytest.param("5S 5H 5D", "5", NATURAL, 15, "5 5 5", id="three wilds are no meld"),
        pytest.param("5S 5H 5D", "5", NATURAL | AS_RANK, 0, "", id="but a set of their rank"),
        pytest.param("5S 5H 5D", "5", {}, 0, "", id="without a limit three wilds are a meld"),
        pytest.param("JK JK JK", "5", {}, 0, "", id="jokers, too"),
        pytest.param("JK JK JK", "5", HALF | AS_RANK, 60, "JK JK JK", id="jokers are no set"),
        pytest.param(
            *("3S 3H 3D 5C 9D", "3", HALF | AS_RANK | {"wild_points": 25}, 14, "9 5"),
            id="threes beside a five and a nine",
        ),
        pytest.param(
            *("3S 3H 3D 5C 9D", "3", HALF | {"wild_points": 25}, 89, "3 3 3 9 5"),
            id="threes that are always wild",
        ),
        # identical cards
        pytest.param("5H 5H 5H", None, {}, 0, "", id="identical cards are a set"),
        pytest.param("2C 3C 3C 4C", None, {}, 3, "3", id="but share no run"),
        pytest.param("2C 3C 3C 4C 4C 5C", None, {}, 0, "", id="they can be in two"),
        pytest.param(
            "3C 3C 3D", None, SUITS_DIFFER, 9, "3 3 3", id="nor a set, where suits differ"
        ),
        pytest.param("5X 6X 7X 7S", None, {"suits": "SHDCX"}, 7, "7", id="stars are a suit"),
        # a run of six splits in two, unless a meld needs naturals
        pytest.param("3H JK JK JK JK 8H", None, {}, 0, "", id="a run of six"),
        pytest.param("3H JK JK JK JK 8H", None, NATURAL, 0, "", id="or two sets"),
        pytest.param("3H JK JK JK JK 8H", None, HALF, 91, "3 8 JK JK JK JK", id="too many wilds"),
        pytest.param("3H 5H JK JK JK 8H", None, HALF, 0, "", id="a run of six that does not split"),
    ],
)
def test_fewest_points(
    cards: str, wild: str | None, keys: Keys, points: int, ranks_left: str
) -> None:
    found = solved(cards, wild, keys)
    assert found.points == points
    assert " ".join(card.rank for card in found.deadwood) == ranks_left


@pytest.mark.parametrize(
    ("cards", "wild", "keys", "points"),
    [
        pytest.param("5H 6H 7H 9S 9C 9D KD KS", None, {}, 20, id="a run and a set without wilds"),
        pytest.param("5H 6H 7H 8H 2S 3S 4S 4D", None, {}, 4, id="two runs and a card"),
        pytest.param("5H 5S 5C 5D 5D KS", "K", AT_MOST_4, 0, id="five of a kind need the wild"),
        pytest.param("5H 7H JK KD", None, {}, 10, id="two cards and the wild for them"),
        pytest.param("KD KS JK 5H 7H JK", None, {}, 0, id="enough wilds for both"),
        pytest.param("KD KS JK 5H 7H", None, {}, 12, id="not enough"),
        pytest.param("KD KS 9D 9S 4C 4H JK", None, {}, 26, id="one wild, one of three pairs"),
        pytest.param("9D 9S 3H 5H QC QC JK", None, {}, 26, id="of pairs and a run"),
        pytest.param("KD QS TC 6H 2C JK JK", None, {}, 28, id="two wilds, one card of five"),
        pytest.param("KD KS 9D 7S 7C JK JK", None, {}, 9, id="two pairs or one of the cards"),
        pytest.param("KD QS 9D 9S 4C 4H JK", None, ONE, 28, id="at most one wild each"),
        # two of a suit
        pytest.param("5H 6H JK KD", None, {}, 10, id="one wild for both"),
        pytest.param("5H 8H JK JK KD", None, {}, 10, id="two wilds: both in a run, or the king"),
        pytest.param("2H 3H KH JK JK", None, {}, 5, id="or neither"),
        pytest.param("5H 9H JK JK JK", None, {}, 0, id="three in the gap"),
        pytest.param("5H 8H JK JK", None, ONE, 53, id="not with two wilds in one meld"),
        pytest.param("5H 8H JK JK", None, HALF, 0, id="half of it may be wild"),
        pytest.param("2H 3H 4H 5H TH JK JK JK JK", None, HALF, 0, id="all of them in one gap"),
        pytest.param("5H 7H 7S JK", None, {}, 5, id="one of them has a pair"),
        pytest.param("5H 5H 7H JK", None, {}, 5, id="one of them is held twice"),
        pytest.param("4H 5H JK KD", "5", HALF | AS_RANK, 10, id="one of them is of the wild rank"),
        # cards for several runs that can't end without one
        pytest.param("5H 5H 6H 6H 7H JK JK", None, HALF, 0, id="two runs and three cards"),
        pytest.param("3H 3H 6H 6H JK JK", None, HALF | AS_RANK, 0, id="two runs, and no sets"),
        pytest.param("3H 3H 5H 5H 7H JK JK", None, HALF, 3, id="two places with a gap between"),
        pytest.param("4H 4H 6H 7H 7H 7H JK JK", None, HALF, 4, id="three cards that are a set"),
        pytest.param("3H 4H 5H 5H 5H 7H JK JK", None, HALF, 0, id="one that is the last"),
        pytest.param("3H 4H 7H 7H 7H 7H JK JK", None, ONE, 0, id="four, and any number would do"),
        pytest.param("3H 4H 5H 5H 7H 7H 7H JK JK", None, HALF, 0, id="more than one place"),
        pytest.param("3H 3H 4H 5H JK JK", None, HALF | SUITS_DIFFER, 0, id="the last but one"),
    ],
)
def test_wilds_go_where_they_save_the_most(
    cards: str, wild: str | None, keys: Keys, points: int
) -> None:
    assert solved(cards, wild, keys).points == points


@pytest.mark.parametrize(
    ("cards", "wild", "keys", "tied"),
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
    ],
)
def test_a_tie_is_as_many_points_with_other_cards_left(
    cards: str, wild: str | None, keys: Keys, tied: bool
) -> None:
    assert solved(cards, wild, keys).tied == tied


@pytest.mark.parametrize(
    ("cards", "keys", "points"),
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


@pytest.mark.parametrize(
    ("cards", "keys", "tied"),
    [
        pytest.param("5S 6S 7S 6H 6C", {"card_points": {"7": 7}}, True, id="as much with others"),
        pytest.param("5S 6S 7S 6H 6C", {"card_points": {"7": 6}}, False, id="a shade more"),
        pytest.param("5H 5H 5S 6S 7S", {}, False, id="the same cards in another way"),
        pytest.param("9H 9D KS KC JK", {}, False, id="the wild goes where it saves more"),
        pytest.param("KH KD QS QC JK", {}, True, id="or where it saves as much"),
    ],
)
def test_a_tie_shows_when_a_card_that_is_melded_can_be_left_for_as_many_points(
    cards: str, keys: Keys, tied: bool
) -> None:
    assert solved(cards, None, keys).tied == tied
