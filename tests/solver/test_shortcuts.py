"""Each shortcut of the search has a test of its name, against the search without it."""

from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.cards import parse_cards
from scorekeeper.melds import SMALLEST
from scorekeeper.solver import best_arrangement, best_below, outs, search
from scorekeeper.solver.search import (
    CARD,
    NO_LIMIT,
    Group,
    Hand,
    Kinds,
    SolverRules,
    Spot,
    cheapest,
    groups_of,
    parts_of,
)
from tests.solver.asking import HALF, NATURAL, ONE, Keys, rules_for, solved
from tests.tables import each
from tests.tools.random_hands import deals_with_many_wilds, random_deals


def hands(seed: str, count: int = 100) -> Iterator[Hand]:
    """Random hands of up to 12 cards under random rules, then some with many wilds."""
    for dealt in random_deals(seed, count, 12):
        yield best_arrangement(*dealt)._hand
    for dealt in deals_with_many_wilds(seed, count // 2, 11):
        yield best_arrangement(*dealt)._hand


def cost_of(hand: Hand) -> int:
    """What the cards that the solver leaves cost, in points and in cards."""
    found = best_below(Hand(hand.kinds, hand.rules), NO_LIMIT)
    assert found is not None
    return found._cost


def costs(seed: str) -> list[int]:
    return [cost_of(hand) for hand in hands(seed)]


def listed(cards: str, wild: str | None, keys: Keys) -> set[str]:
    """The naturals of each group of a hand that has no card twice."""
    hand = best_arrangement(parse_cards(cards), rules_for(wild, keys))._hand
    rules = hand.rules
    return {
        " ".join(rules.names[kind] for kind in hand.kinds if group[4] & rules.unit_of[kind])
        for group in hand.groups
    }


def test_a_run_of_more_than_five_places_splits_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    known = costs("parts")
    monkeypatch.setattr(search, "LONGEST", 14)
    assert costs("parts") == known


@each(
    "cards, keys, group, is_listed",
    [
        pytest.param("3H 4H 6H 7H 8H JK", NATURAL, "3H 4H 6H 7H 8H", False, id="six, with a gap"),
        pytest.param("3H 4H 5H 6H 7H 8H", {}, "3H 4H 5H 6H 7H 8H", True, id="six as people lay"),
        pytest.param("3H 5H JK JK JK 8H", HALF, "3H 5H 8H", True, id="half of it may be wild"),
        pytest.param("3H 4H 5H 7H 8H JK", HALF, "3H 4H 5H 7H 8H", False, id="two are as good"),
        pytest.param("3H 4H 6H 7H JK", HALF, "3H 4H 6H 7H", True, id="two need one wild more"),
    ],
)
def test_a_longer_run_is_listed_where_it_has_no_gap_or_may_not_split(
    cards: str, keys: Keys, group: str, is_listed: bool
) -> None:
    assert (group in listed(cards, None, keys)) == is_listed


def test_a_run_with_a_gap_is_not_listed_where_two_others_are_as_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = costs("as good")
    monkeypatch.setattr(search, "undivided", lambda runs, *_: runs)
    assert costs("as good") == known


def test_a_run_takes_every_card_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    known, list_runs = costs("on its way"), search.list_runs

    def list_all_runs(spots: list[Spot], wilds: int, *marks_and_more: Any) -> list[Group]:
        # As if every card were held twice, and in a set.
        return list_runs(spots, wilds, -1, -1, *marks_and_more[2:])

    monkeypatch.setattr(search, "list_runs", list_all_runs)
    assert costs("on its way") == known


@each(
    "cards, keys, group, is_listed",
    [
        pytest.param("5H 6H 7H JK", {}, "5H 7H", False, id="the six is better in it"),
        pytest.param("5H 6H 7H 6S JK", {}, "5H 7H", False, id="also where it could be in a set"),
        pytest.param("5H 6H 7H 6S JK", ONE, "5H 7H", True, id="but a pair needs it under a limit"),
        pytest.param("5H 6H 7H 9S JK", ONE, "5H 7H", False, id="where it has one"),
    ],
)
def test_a_run_passes_a_card_that_a_pair_may_need(
    cards: str, keys: Keys, group: str, is_listed: bool
) -> None:
    assert (group in listed(cards, None, keys)) == is_listed


@each(
    "cards, could",
    [
        pytest.param("5H 6H 8H 9S 9C KD", "", id="no three in a row, no three of a rank"),
        pytest.param("5H 6H 7H 9S 9C KD", "5H 6H 7H", id="three in a row"),
        pytest.param("5H 7H 6S 9S 9C KD JK", "9S 5H 7H 9C", id="with a wild two are enough"),
        pytest.param("5H 9S KD JK JK", "9S 5H KD", id="with two wilds any card may be in one"),
    ],
)
def test_a_hand_without_groups_is_seen_at_a_glance(cards: str, could: str) -> None:
    hand = best_arrangement(parse_cards(cards), rules_for(None, {}))._hand
    found = hand.rules.could_meld(hand.number, len(hand.wilds))
    names = [hand.rules.names[kind] for kind in hand.kinds if found & hand.rules.top_of[kind]]
    assert names == could.split()


def test_a_look_at_a_hand_overlooks_no_group(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list(hands("a look"))
    known = [groups_of(hand) for hand in looked]
    monkeypatch.setattr(Kinds, "could_meld", lambda self, *_: self.guard)
    assert [groups_of(hand) for hand in looked] == known


def test_no_natural_run_starts_at_the_last_card_but_one(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, list_runs = list(hands("the last but one")), search.list_runs
    known = [groups_of(hand) for hand in looked]

    def list_all_starts(spots: list[Spot], wilds: int, *more: Any) -> list[Group]:
        # A card that no run reaches is the last.
        return list_runs(spots if wilds else [*spots, (99, 0, 0, False)], wilds, *more)

    monkeypatch.setattr(search, "list_runs", list_all_starts)
    assert [groups_of(hand) for hand in looked] == known


def test_groups_that_share_no_card_are_all_taken() -> None:
    all_taken = 0
    for hand in hands("all taken", 300):
        # Listed twice, they can't all be taken, so the hand is searched.
        twice = Hand(hand.kinds, hand.rules, sorted(hand.groups * 2, reverse=True))
        searched = cheapest(twice, NO_LIMIT)
        assert cheapest(hand, NO_LIMIT) == searched
        assert searched is not None
        all_taken += len(hand.groups) > 1 and searched[1] == tuple(hand.groups)
    assert all_taken > 2
    assert solved("5H 5H 6H 6H 7H 7H", None, {}).points == 0


def test_parts_that_share_no_group_are_searched_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FEW_GROUPS", 0)
    looked = [hand for hand in hands("apart", 600) if not hand.wilds]
    looked += [rest for hand in looked for rest in map(hand.without, {*hand.kinds})]
    apart = [hand for hand in looked if len(parts_of(hand)) > 1]
    assert len(apart) > 30
    bounds = [NO_LIMIT, *(points * CARD for points in range(0, 60, 5))]
    known = [[cheapest(hand, below) for below in bounds] for hand in apart]
    monkeypatch.setattr(search, "parts_of", lambda hand: [hand])
    assert [[cheapest(hand, below) for below in bounds] for hand in apart] == known


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("MOST_REMEMBERED", 0, id="a state that was met before is given up"),
        pytest.param("FEW_GROUPS", 0, id="a card that is in no group is lost"),
        pytest.param("FEW_GROUPS", 1_000, id="or is not, among few groups"),
    ],
)
def test_the_memory_of_the_search_changes_no_answer(
    name: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = costs(name)
    monkeypatch.setattr(search, name, value)
    assert costs(name) == known


def test_wilds_that_no_group_will_have_room_for_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    known = costs("no room")
    monkeypatch.setattr(SolverRules, "most_room", lambda *_: NO_LIMIT)
    assert costs("no room") == known


def test_without_a_card_the_groups_are_those_of_the_hand_and_runs_that_pass_its_place() -> None:
    for hand in hands("without"):
        for kind in dict.fromkeys(hand.kinds):
            rest = hand.without(kind)
            found = best_below(rest, NO_LIMIT)
            assert found is not None
            assert found._cost == cost_of(rest)


def test_one_group_takes_all_the_wilds(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = [hand for hand in hands("one group", 300) if len(hand.wilds) < SMALLEST]
    known = [best_below(hand, NO_LIMIT) for hand in looked]
    monkeypatch.setattr("scorekeeper.solver.SMALLEST", 0)
    assert [best_below(hand, NO_LIMIT) for hand in looked] == known


def test_nothing_is_found_that_costs_as_much_as_a_bound() -> None:
    for hand in hands("a bound"):
        cost = cost_of(hand)
        assert best_below(hand, cost) is None
        found = best_below(hand, cost + 1)
        assert found is not None
        assert found._cost == cost


def test_no_card_does_more_than_a_joker(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = [*random_deals("a joker", 200, 8), *deals_with_many_wilds("a joker", 60, 8)]
    found = [outs.outs(*each) for each in dealt]
    assert 20 < len(list(filter(None, found))) < len(found) - 20
    monkeypatch.setattr(outs, "discards_going_out", lambda *hand: hand)
    assert [outs.outs(*each) for each in dealt] == found
