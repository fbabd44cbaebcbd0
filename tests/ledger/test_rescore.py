"""The same cards under other rules: what is exact, and the bounds of everything else."""

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, permutations
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import Card, parse_cards
from scorekeeper.errors import RulesError
from scorekeeper.games import game as rules_of
from scorekeeper.ledger.looking_back import OtherRules, Rescore, bounds, rescore
from scorekeeper.ledger.standings import standings
from scorekeeper.ledger.written import Round
from scorekeeper.rules import RuleChange, RuleSet
from scorekeeper.rules.card_rules import RoundRules
from tests.effort import examples, some
from tests.tools import oracle
from tests.tools.looking_back import (
    OTHER,
    all_shown,
    counted_again,
    rules_at_random,
    winners_again,
    with_numbers,
)
from tests.tools.random_hands import random_hand
from tests.values import DEFAULT, game, row

Hand = tuple[Card, ...]


def again(evening: Any, **keys: Any) -> Rescore:
    return rescore(evening, OtherRules(evening.rules.replace(**keys), frozenset(keys)))


@pytest.mark.parametrize("seed", range(examples(30)))
def test_totals_and_winners_are_those_of_a_plain_count_if_they_are_known(seed: int) -> None:
    random = Random(f"rescore {seed}")
    evening = all_shown(random)
    shown = with_numbers(random, evening, random.choice((0, 0, 0.3, 0.8)))
    keys = random.choice(OTHER)
    found = again(shown, **keys)
    truth = counted_again(evening, shown, keys)
    for each in found.players:
        assert each.before == evening.total(each.player)
        assert each.least <= truth[each.player] <= each.most, (each, keys)
    if all(shown.rounds[square.row.position].hands.get(square.player) for square in found.squares):
        assert {each.player: each.after for each in found.players} == truth
        assert found.after is not None
    if not standings(evening).finished:
        assert (found.before, found.after) == ((), ())
    elif found.after is not None:
        assert found.after == winners_again(evening, shown, keys), keys


@pytest.mark.parametrize("keys", OTHER, ids=str)
def test_the_points_under_new_rules_are_between_the_bounds(keys: dict[str, Any]) -> None:
    random = Random(f"bounds {keys}")
    for _ in range(examples(25)):
        rules = rules_at_random(random)
        old = rules.round(1)
        new = replace(old, **{key: value for key, value in keys.items() if key != "winner"})
        hand = random_hand(random, rules, rules.decks or 1, old.deal or 3)
        points, _, _ = oracle.least_deadwood(hand, old)
        truth, _, _ = oracle.least_deadwood(hand, new)
        least, most = bounds(points, old, new, rules.decks or 1)
        assert least <= truth <= most, (hand, old, keys)


def test_points_are_exact_if_melds_and_costs_stay_the_same() -> None:
    old = DEFAULT.round(5)
    assert bounds(23, old, replace(old, joker_points=50), 2) == (23, 23)
    assert bounds(23, old, replace(old, wild_as_rank=True), 2) == (23, 23)


@pytest.mark.parametrize(
    ("points", "cap", "other_cap", "expected"),
    [
        (30, 0, 20, (20, 20)),
        (15, 0, 20, (15, 15)),
        (30, 20, 0, (30, 30)),  # typed as they were counted, though 20 count
        (20, 20, 0, (20, 50)),  # or all five cards cost 10
        (20, 20, 5, (5, 5)),
        (20, 20, 20, (20, 20)),
        (0, 0, 20, (0, 0)),
    ],
)
def test_a_hand_counts_at_most_what_the_other_rules_allow(
    points: int, cap: int, other_cap: int, expected: tuple[int, int]
) -> None:
    rules = DEFAULT.round(3)
    old, new = replace(rules, hand_cap=cap), replace(rules, hand_cap=other_cap)
    assert bounds(points, old, new, 2) == expected


def test_points_say_nothing_if_jokers_would_have_been_dealt() -> None:
    old = DEFAULT.round(1)
    assert bounds(23, old, replace(old, jokers=1, joker_points=50), 2) == (0, 110)
    evening = game(row(0, 9, 5, out="Ann"), rules=DEFAULT.replace(rounds=1))
    assert again(evening, jokers=2).after is None
    shown = Round(hands={"Ann": "5H 4S 3D", "Bo": "KD KH 9S", "Cy": "QS QH 2D"})
    assert again(game(shown, rules=DEFAULT.replace(rounds=1)), jokers=2).after == ("Ann",)


SMALL = RuleSet(suits="SHD", ranks="A2345K", rounds=[{"deal": 3, "wild": "4"}] * 2)


def every_hand(rules: RoundRules, decks: int) -> list[Hand]:
    pack = Counter(rules.pack * decks)
    hands = combinations_with_replacement(sorted(pack, key=str), rules.deal or 0)
    return [hand for hand in hands if not Counter(hand) - pack]


@pytest.mark.parametrize(("deal", "decks"), some([(3, 2), (4, 1)], 2), ids=str)
@pytest.mark.parametrize(
    "keys",
    [{}, {"wild_limit": "one"}, {"wild_limit": "half", "wild_as_rank": True}, {"set_max": 3}],
    ids=str,
)
def test_every_hand_of_a_small_pack_is_within_the_bounds(
    keys: dict[str, Any], deal: int, decks: int
) -> None:
    old = replace(SMALL.round(1), **keys, deal=deal)
    # Of hands that differ only in their suits, one is tried under the new rules: these and the
    # brute force treat them all alike, as the old rules must for every hand.
    alike: dict[Hand, int] = {}
    for hand in every_hand(old, decks):
        points, _, _ = oracle.least_deadwood(hand, old)
        assert alike.setdefault(in_first_suits(hand, old), points) == points, hand
    hands, before = list(alike), list(alike.values())
    for others in OTHER:
        new = replace(old, **{key: value for key, value in others.items() if key != "winner"})
        after: dict[int, set[int]] = {}
        for points, hand in zip(before, hands, strict=True):
            after.setdefault(points, set()).add(oracle.least_deadwood(hand, new)[0])
        found = {points: bounds(points, old, new, decks) for points in after}
        for points, (least, most) in found.items():
            assert least <= min(after[points]) <= max(after[points]) <= most, (others, points)


def in_first_suits(hand: Hand, rules: RoundRules) -> Hand:
    """The first of the hands that differ from this one only in their suits."""
    dealt = (dict(zip(rules.suits, suits, strict=True)) for suits in permutations(rules.suits))
    return min(
        tuple(sorted(card._replace(suit=suit.get(card.suit, card.suit)) for card in hand))
        for suit in dealt
    )


def test_points_say_nothing_if_odd_prices_make_too_many_sums() -> None:
    prices = {rank: 100_003 * (i + 1) ** 3 + 2**i for i, rank in enumerate("A23456789TJQK")}
    old = RuleSet(card_points=prices).round(11)
    most = 4 * (prices["Q"] + prices["J"] + prices["T"]) + prices["9"]
    new = RuleSet(card_points={**prices, "K": 0}).round(11)
    assert bounds(prices["K"] + prices["2"], old, new, 1) == (0, most)


def test_at_the_same_prices_stricter_rules_never_leave_less_and_freer_rules_never_more() -> None:
    strict, free = (RuleSet(wild_limit=limit).round(1) for limit in ("one", "any"))
    assert bounds(17, free, strict, 2) == (17, 30)
    assert bounds(17, strict, free, 2) == (0, 17)
    capped, apart = (RuleSet(**keys).round(5) for keys in ({"set_max": 4}, {"ace_runs": "high"}))
    assert bounds(17, capped, apart, 2) == (0, 70)
    apart = replace(free, set_distinct_suits=True)
    assert bounds(17, free, apart, 1) == (17, 17)  # one pack has no two cards of a suit and rank


def test_at_other_prices_the_cards_left_can_be_any_that_cost_as_much() -> None:
    old = DEFAULT.round(1)  # three cards: all are left, or none
    new = replace(old, ace_points=15)
    assert bounds(21, old, new, 2) == (21, 35)  # two tens and an ace
    assert bounds(30, old, new, 2) == (30, 30)
    assert bounds(2, old, new, 2) == (0, 45), "no three cards are left with 2"


def test_a_player_who_went_out_stays_at_0_unless_the_cards_do_not_go_out() -> None:
    shown = Round(scores={"Ann": 0, "Bo": 9, "Cy": 5}, hands={"Ann": "5H 3S 3D"}, out=("Ann",))
    found = again(game(shown), wild_limit="one")
    assert [square.no_longer_out for square in found.squares] == [True, False, False]
    assert (found.players[0].before, found.players[0].after) == (0, 11)
    found = again(game(row(0, 9, 5, out="Ann")), wild_limit="one")
    assert (found.players[0].after, found.players[1].least, found.players[1].most) == (0, 9, 30)


def test_a_winner_is_known_if_nobody_else_can_come_near() -> None:
    rules = DEFAULT.replace(rounds=1, wild_limit="one")
    found = again(game(row(0, 9, 5, out="Ann"), rules=rules), wild_limit="any")
    assert (found.before, found.after) == (("Ann",), None)  # the others may come down to 0
    found = again(game(row(0, 9, 5, out="Ann"), rules=rules), ace_points=15)
    assert found.after == ("Ann",)
    found = again(game(row(0, 9, 5, out="Ann"), rules=rules), winner="high")
    assert found.after == ("Bo",)


def test_a_round_with_another_deal_cannot_be_counted_again() -> None:
    evening = game(row(0, 9, 5, out="Ann"))
    with pytest.raises(RulesError, match="3 cards were dealt in round 1, the threes, and"):
        again(evening, rounds=[{"deal": 4, "wild": "4"}])
    found = again(evening, rounds=[{"deal": 3, "wild": "K"}])
    assert [each.after for each in found.players] == [0, None, None]


def test_without_cards_a_round_that_would_not_have_been_played_cannot_be_counted_either() -> None:
    rules = rules_of("points").replace(rounds=2)
    evening = game(row(3, 9), row(9, 1), players=("Ann", "Bo"), rules=rules)
    with pytest.raises(RulesError, match="round 2 was played, but Points has 1 round"):
        again(evening, rounds=1)  # after that round somebody else was in front
    assert again(evening, rounds=2, winner="high").after == ("Ann",)
    assert again(evening, rounds=0).after == ("Bo",)


def test_a_hand_with_cards_that_the_other_game_lacks_counts_as_typed_points() -> None:
    evening = game(Round(hands={"Ann": "AH KD 5C", "Bo": "KD KH 4S"}))
    found = rescore(evening, OtherRules(RuleSet(ranks="3456789TJQK", face_points="rank")))
    assert [each.after for each in found.players] == [None, 30, 0]
    assert parse_cards("AH")[0] not in RuleSet(ranks="3456789TJQK").cards


def test_a_misdeal_and_an_absence_stay_what_they_are() -> None:
    void = Round(scores={"Ann": 50}, misdeal="nine cards")
    away = Round(hands={"Ann": "KD KH 9S"}, absent=("Bo",), adjust={"Ann": 10, "Bo": 4})
    found = again(game(void, away), face_points="rank")
    assert [each.after for each in found.players] == [45, 4, 0]


def test_a_rule_that_was_agreed_on_for_a_round_holds_there_unless_it_is_changed() -> None:
    shown = Round(hands={"Ann": "5H 3S 3D", "Bo": "KD KH 3S", "Cy": "QS QH QD"})
    fours = Round(hands={"Ann": "5H 4S 4D 5C", "Bo": "KD KH 4S 9C", "Cy": "QS QH QD JK"})
    rules = DEFAULT.replace(jokers=2)
    agreed = (RuleChange(2, (("wild_limit", "one"), ("joker_points", 30))),)
    evening = game(shown, fours, rules=rules, changes=agreed)
    assert [evening.total(name) for name in evening.names] == [4, 9, 0]
    found = again(evening, face_points="rank")
    assert [each.after for each in found.players] == [4, 9, 0]
    found = again(evening, wild_limit="any")
    assert [each.after for each in found.players] == [0, 9, 0]
    found = again(evening, wild_limit="one")
    assert [each.after for each in found.players] == [15, 9, 0]
