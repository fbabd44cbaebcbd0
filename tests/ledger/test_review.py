"""What could have been: layouts, hands one card from going out, and the costliest card left."""

from random import Random
from unittest.mock import Mock

import pytest

from scorekeeper.ledger import looking_back as looking_back
from scorekeeper.ledger.looking_back import review
from scorekeeper.ledger.written import Round
from scorekeeper.solver.outs import outs
from tests.effort import examples
from tests.tools.looking_back import evening_at_random, reviewed
from tests.values import game


@pytest.mark.parametrize("seed", range(examples(12)))
def test_a_review_agrees_with_a_plain_count(seed: int) -> None:
    evening = evening_at_random(Random(f"review {seed}"))
    for each in review(evening):
        truth = reviewed(evening, each.player)
        assert len(each.hands) == truth["hands"]
        assert each.rounds == truth["rounds"]
        assert each.given_away == truth["given"]
        assert [sum(hand.outs.values()) for hand in each.near] == truth["near"]
        left = [
            max((hand.rules.points[card] for card in hand.best.deadwood), default=0)
            for hand in each.hands
        ]
        for cost, costs in zip(left, truth["costliest"], strict=True):
            assert cost in costs  # which of several equally good layouts is shown isn't promised
        assert (each.costliest.points if each.costliest else 0) == max(left, default=0)


def test_the_worst_layout_is_the_one_that_gave_away_most() -> None:
    cheap = Round(scores={"Ann": 12, "Bo": 0}, hands={"Ann": "5H 6H 3S"}, out=("Bo",))
    dear = Round(scores={"Ann": 30, "Bo": 0}, hands={"Ann": "5H 6H / KS KD"}, out=("Bo",))
    ann, bo, _ = review(game(cheap, dear))
    assert [hand.given_away for hand in ann.hands] == [12, 0]
    assert ann.worst_laid == ann.hands[0]
    assert (bo.hands, bo.worst_laid, bo.costliest, bo.rounds) == ((), None, None, 2)


def test_equal_hands_under_equal_rules_are_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searching = Mock(side_effect=outs)
    monkeypatch.setattr(looking_back, "outs", searching)
    first = Round(hands={"Ann": "5H 6H KD", "Bo": "6H KD 5H"})
    second = Round(hands={"Ann": "5H 6H KD 2S", "Bo": "2S KD 5H 6H"})
    found = review(game(first, second))
    assert searching.call_count == 2
    assert [hand.outs for hand in found[0].hands] == [hand.outs for hand in found[1].hands]


def test_a_player_who_went_out_was_not_one_card_away() -> None:
    row = Round(scores={"Ann": 0}, hands={"Ann": "5H 6H 7H", "Bo": "5S 6S KD"}, out=("Ann",))
    ann, bo, _ = review(game(row))
    assert ann.near == []
    assert {str(card): count for card, count in bo.near[0].outs.items()} == {
        **{"3S": 2, "4S": 2, "7S": 2},
        **{"3H": 2, "3D": 2, "3C": 2},
    }


def test_a_card_cannot_come_if_the_packs_have_no_more_of_it() -> None:
    row = Round(hands={"Ann": "5S 5S KD"})
    ann, *_ = review(game(row))
    assert [str(card) for card in ann.near[0].outs] == ["3S", "3H", "5H", "3D", "5D", "3C", "5C"]


def test_hands_that_cannot_be_counted_are_left_out() -> None:
    row = Round(scores={"Ann": 3}, hands={"Ann": "5S 5S", "Bo": "5S 5H 5D 5C"})
    ann, bo, _ = review(game(row))
    assert (len(ann.hands), ann.rounds) == (0, 1)
    assert (len(bo.hands), bo.rounds) == (0, 0)
