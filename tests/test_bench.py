"""The benchmark measures what it says."""

from pathlib import Path
from random import Random

import pytest

from scorekeeper.cards import parse_cards
from tests.bench.climb import anywhere, climb, near
from tests.bench.deals import GIN, ROWS, Kind, deals
from tests.bench.peers import for_open_spiel
from tests.bench.sides import OURS, in_turns, late, package_of


def test_hands_have_the_size_that_was_asked_for() -> None:
    assert {len(parse_cards(case.cards)) for case in deals(Kind(14), 20)} == {14}
    assert {len(parse_cards(case.cards)) for case in deals(Kind(None), 300)} == {*range(3, 15)}
    assert {case.wild for case in deals(GIN, 20)} == {None}


def test_the_same_seed_deals_the_same_hands() -> None:
    assert list(deals(Kind(14), 20)) == list(deals(Kind(14), 20))
    assert list(deals(Kind(14), 20)) != list(deals(Kind(14), 20, "to warm up"))


def test_a_climb_stays_on_its_hill() -> None:
    random = Random(0)
    spot = anywhere(random, 14)
    for _ in range(100):
        spot = near(random, spot)
        packs = spot.game.pack * spot.packs
        assert len(spot.hand) == 14
        assert all(spot.hand.count(card) <= packs.count(card) for card in spot.hand)
    found = climb(10, 0.05, 0)
    assert found.seconds > 0
    assert len(found.dealt.hand) == 10


def test_the_99th_of_a_hundred_is_late() -> None:
    assert late([float(number) for number in range(101)]) == 99


def test_open_spiel_numbers_cards_by_suit() -> None:
    assert for_open_spiel(parse_cards("2C")) == [14]


@pytest.mark.slow
def test_both_sides_answer_the_same(tmp_path: Path) -> None:
    with package_of(str(OURS)) as other:
        assert other == OURS
        ours, theirs = in_turns((OURS, other), ROWS[0], 20, 1, 0)
    assert len(ours) == len(theirs) == 20
    assert all(0 < time < 1e9 for time in ours)
    (tmp_path / "scorekeeper").mkdir()
    with package_of(str(tmp_path)) as other:
        assert other == tmp_path
