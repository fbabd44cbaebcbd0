"""The cards that let a hand go out, and what each discard keeps of them."""

from collections import Counter

import pytest

from scorekeeper.cards import parse_cards, spell
from scorekeeper.solver import best_arrangement
from scorekeeper.solver.outs import discards_by_outs, outs
from tests.effort import examples
from tests.solver.asking import HALF, ONE, SUITS_DIFFER, Keys, rules_for
from tests.tables import each
from tests.tools.outs import batch, differences, differences_after, main, near_deals
from tests.tools.random_hands import Dealt, deals_with_many_wilds


@each(
    "cards, wild, keys, drawn",
    [
        pytest.param("5H 6H KD", None, {}, {"KD": "4H 7H"}, id="both ends of a run"),
        pytest.param("5H 7H KD", None, {}, {"KD": "6H"}, id="the gap of a run"),
        pytest.param("5H 5S KD", None, {}, {"KD": "5S 5H 5D 5C"}, id="a pair, and its own again"),
        pytest.param("5H 5S KD", None, SUITS_DIFFER, {"KD": "5D 5C"}, id="where suits differ"),
        pytest.param("5H 8S KD", None, {}, {}, id="nothing near"),
        pytest.param("5H 6H 9S 9D", None, {}, {}, id="two draws away"),
        pytest.param("KH QH 5D", None, {"ace_runs": "both"}, {"5D": "AH JH"}, id="a high ace"),
        pytest.param("JK 5D 9S KC", None, {}, {}, id="a wild and three idle cards"),
        pytest.param("5H 6H JK 9D", None, ONE, {"9D": "3H 4H 7H 8H"}, id="no second wild"),
        pytest.param(
            "5H JK 9D",
            None,
            HALF,
            {"9D": "3H 4H 5S 5H 5D 5C 6H 7H", "5H": "7D 8D 9S 9H 9D 9C TD JD"},
            id="of two cards, one wild",
        ),
    ],
)
def test_the_cards_that_let_a_hand_go_out(
    cards: str, wild: str | None, keys: Keys, drawn: dict[str, str]
) -> None:
    dealt = Dealt(parse_cards(cards), rules_for(wild, keys))
    assert differences(dealt) == []
    expected = {
        card: discard
        for then, found in drawn.items()
        for discard in parse_cards(then)
        for card in parse_cards(found)
    }
    assert outs(*dealt) == expected, spell(outs(*dealt))


def test_every_card_is_an_out_for_a_melded_hand() -> None:
    dealt = Dealt(parse_cards("5H 6H 7H"), rules_for(None, {}))
    assert differences(dealt) == []
    found = outs(*dealt)
    assert list(found) == list(dict.fromkeys(dealt.rules.pack))
    # 8H goes on with the run, and then the ends of it can go: the costlier, which is itself.
    assert {str(card): str(found[card]) for card in parse_cards("KD 4H 2S")} == {
        "KD": "KD",
        "4H": "7H",
        "2S": "2S",
    }


def test_discards_come_by_points_then_by_outs_then_the_costliest() -> None:
    rules = rules_for(None, {})
    held = parse_cards("5H 6H 9D 9C 2S 3S 2C")
    unseen = Counter(rules.pack) - Counter(held)
    found = [
        (str(kept.card), kept.points, sum(unseen[card] for card in kept.outs))
        for kept in discards_by_outs(held, rules, unseen)
    ]
    assert found == sorted(found, key=lambda row: (row[1], -row[2]))
    assert found[0][0] == "9D"
    assert differences_after(Dealt(held, rules), unseen) == []


def test_a_discard_leaves_what_the_best_arrangement_of_the_rest_leaves() -> None:
    for hand, rules in (*near_deals("alike", 100, 12), *deals_with_many_wilds("alike", 60, 12)):
        for found in discards_by_outs(hand, rules, Counter(rules.pack)):
            rest = list(hand)
            rest.remove(found.card)
            assert found.points == best_arrangement(rest, rules).points, f"{found.card} of {hand}"


def test_a_visible_card_is_not_an_out() -> None:
    rules = rules_for(None, {})
    held = parse_cards("5H 6H KD 2S")
    unseen = Counter(rules.pack) - Counter(held)
    by_card = {str(kept.card): kept.outs for kept in discards_by_outs(held, rules, unseen)}
    assert by_card["KD"] == parse_cards("4H 7H")
    fewer = unseen - Counter(parse_cards("4H"))
    by_card = {str(kept.card): kept.outs for kept in discards_by_outs(held, rules, fewer)}
    assert by_card["KD"] == parse_cards("7H")


def test_no_cards_have_no_outs() -> None:
    rules = rules_for(None, {})
    assert discards_by_outs((), rules, Counter(rules.pack)) == []


@pytest.mark.parametrize("seed", range(examples(4)))
def test_outs_agree_with_trying_every_draw(seed: int) -> None:
    near, count, wrong = batch((seed, 12), 7)
    assert wrong == []
    assert 0 < near < count


@pytest.mark.slow
def test_the_command_compares_as_many_hands_as_it_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--hands", str(examples(10)), "--cards", "13", "--seed", "7", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.endswith("a card from out: 0 differences\n")
