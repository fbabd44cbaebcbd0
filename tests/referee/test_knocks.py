"""Gin, big gin and knocks: claims, hands as they are laid, and the discard that leaves least."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from scorekeeper import games
from scorekeeper.cards import Card, parse_card, parse_cards, parse_groups, spell
from scorekeeper.referee import Verdict, judge_going_out, laid_out
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import best_arrangement, best_discard
from tests.effort import examples
from tests.tables import each
from tests.tools.gin import random_deals, verdict_differences
from tests.tools.random_hands import random_deals as random_hands
from tests.tools.random_hands import wild_deals

GIN = games.game("gin").round(1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(examples(10)))
def test_a_hundred_claims_are_judged_as_by_brute_force(seed: int) -> None:
    for dealt in random_deals(f"claims/{seed}", 10):
        assert verdict_differences(dealt) == [], str(dealt)


def judged(held: str, melds: str | None = None, discard: str | None = None) -> Verdict:
    return judge_going_out(
        parse_cards(held),
        GIN,
        melds=None if melds is None else parse_groups(melds),
        discard=None if discard is None else parse_card(discard),
        neighbours={},
    )


@each(
    "held, melds, discard, how, left, thrown",
    [
        ("5shd 789h qcdh 2c kd", None, None, "knock", 2, "K♦"),
        ("5shd 789h qcdh 2c", None, None, "knock", 2, ""),
        ("5shd 789h qcdhs kd", None, None, "gin", 0, "K♦"),
        ("5shd 789h qcdhs", None, None, "gin", 0, ""),
        ("5shd 789h 10h qcdhs", None, None, "big-gin", 0, ""),
        ("5shd 789h 10h qcdhs", None, "qs", "gin", 0, "Q♠"),
        ("5shd 789h qcdh 2c ac", "5shd/789h/qcdh", None, "knock", 1, "2♣"),
        ("5shd 789h qcdh qs kd", "5shd/789h/qcdh", None, "knock", 10, "Q♠"),
        ("5shd 789h qcdhs kd", "5shd/789h/qcdhs", None, "gin", 0, "K♦"),
        ("5shd 789h 10h qcdhs", "5shd/78910h/qcdhs", None, "big-gin", 0, ""),
    ],
)
def test_a_claim_stands(
    held: str, melds: str | None, discard: str | None, how: str, left: int, thrown: str
) -> None:
    verdict = judged(held, melds, discard)
    assert (verdict.stands, verdict.objections) == (True, ())
    assert (verdict.how, verdict.left) == (how, left)
    way = verdict.ways[0]
    assert spell(way.card) == thrown if way.card else thrown == ""


@each(
    "held, melds, discard, objections, goes_out",
    [
        pytest.param(
            "5shd 789h qcdh 9c kd",
            "5shd/789h",
            None,
            [("knock", "Q♦, K♦, 9♣ and Q♣ aren't in a meld: 39 points; the limit is 10")],
            True,
            id="marks bind",
        ),
        pytest.param(
            "5shd 789h qcdh 2c kd",
            "5shd/789h/qcd",
            None,
            [
                ("meld-size", "a meld needs at least 3 cards, but this has 2"),
                ("knock", "K♦ and 2♣ aren't in a meld: 12 points; the limit is 10"),
            ],
            True,
            id="a group that is no meld",
        ),
        pytest.param(
            "5shd 789h qcdh 2c kd",
            None,
            "qc",
            [("discard", "discarding Q♣ leaves 32 points; the limit is 10")],
            True,
            id="another discard",
        ),
        pytest.param(
            "5shd 7h 2d 4h 8c qcdh kd",
            None,
            None,
            [("knock", "the best discard leaves 21 points; the limit is 10")],
            False,
            id="too much with every discard",
        ),
        pytest.param(
            "5shd 7h 2d 4h 8c qcdh",
            None,
            None,
            [("knock", "the melds leave 21 points; the limit is 10")],
            False,
            id="too much where the discard is gone",
        ),
        pytest.param(
            "5shd 789h qcdh",
            None,
            None,
            [("hand-size", "9 cards, but after the draw a player should hold 11")],
            False,
            id="too few cards",
        ),
    ],
)
def test_a_claim_does_not_stand(
    held: str,
    melds: str | None,
    discard: str | None,
    objections: list[tuple[str, str]],
    goes_out: bool,
) -> None:
    verdict = judged(held, melds, discard)
    assert [(found.rule, found.because) for found in verdict.objections] == objections
    assert (verdict.stands, verdict.hand_goes_out) == (False, goes_out)


def as_laid(groups: Sequence[tuple[Card, ...]], rules: RoundRules) -> Verdict:
    """The verdict on cards that are laid in groups."""
    melds, discard = laid_out(groups, None, rules)
    held = [card for group in groups for card in group]
    return judge_going_out(held, rules, melds=melds, discard=discard, neighbours={})


@pytest.mark.parametrize(
    ("laid", "stands", "left"),
    [
        ("6d7d8d9d/6c6h6s/2d3c4c/2c", False, 9),
        ("6d7d8d9d/6c6h6s/2d3c4c", True, 9),
        ("6d7d8d9d/6c6h6s/2d3c/4c2c", True, 7),
        ("5shd/789h/qcdh/ac2d", True, 1),
        ("5shd/78jh/qc8d3h/ac", False, None),
        ("567h9scdkdch2s/8h", True, 2),
    ],
)
def test_a_group_that_is_not_a_meld_is_left_over_only_if_nothing_else_is(
    laid: str, stands: bool, left: int | None
) -> None:
    for groups in permutations(parse_groups(laid)):
        verdict = as_laid(groups, GIN)
        assert (verdict.stands, verdict.left) == (stands, left), str(groups)


@pytest.mark.slow
def test_every_order_of_the_same_groups_gets_the_same_verdict() -> None:
    random, seen = Random("orders"), Counter[bool]()
    hands = [((*d.knocker, d.other[0]), d.rules) for d in random_deals("orders", 60)]
    hands += [(hand[:-1], rules) for hand, rules in hands]
    for hand, rules in (*hands, *wild_deals("orders", 60, 4, 12)):
        groups = random_table(random, hand, rules)
        verdicts = set()
        for _ in range(examples(15)):
            found = as_laid(random.sample(groups, len(groups)), rules)
            verdicts.add((found.stands, found.ways, tuple(sorted(found.objections))))
        assert len(verdicts) == 1, " / ".join(map(spell, groups))
        seen.update(stands for stands, *_ in verdicts)
    assert min(seen[True], seen[False]) > 20


def random_table(
    random: Random, hand: tuple[Card, ...], rules: RoundRules
) -> list[tuple[Card, ...]]:
    """A hand as its owner may lay it: good and bad melds, and the rest in any groups."""
    best = best_arrangement(hand, rules)
    groups = [meld.cards for meld in best.melds]
    if groups and random.random() < 0.3:
        # One card lies in the wrong place.
        groups[0], left = groups[0][1:], [*best.deadwood, groups[0][0]]
    else:
        left = list(best.deadwood)
    while left:
        size = random.randint(1, len(left))
        groups.append(tuple(left[:size]))
        left = left[size:]
    return groups


def test_if_nothing_may_be_left_there_is_gin_and_big_gin_but_no_knock() -> None:
    gin_only = games.game("gin").replace(knock=0).round(1)
    hands = {
        "5shd 789h qcdhs kd": "gin",
        "5shd 789h 10h qcdhs": "big-gin",
        "5shd 789h qcdh ac kd": None,
    }
    for hand, how in hands.items():
        verdict = judge_going_out(parse_cards(hand), gin_only, neighbours={})
        assert (verdict.how, verdict.stands) == (how, how is not None)


def test_without_big_gin_a_card_must_be_discarded() -> None:
    without = games.game("gin").replace(big_gin_bonus=0).round(1)
    verdict = judge_going_out(parse_cards("5shd 789h 10h qcdhs"), without, neighbours={})
    assert (verdict.how, spell([way.card for way in verdict.ways if way.card])) == (
        "gin",
        "Q♠ 7♥ 10♥ Q♥ Q♦ Q♣",
    )


def test_wilds_are_melded_first_if_a_knock_may_leave_something() -> None:
    knocking = RuleSet(knock=5, jokers=2, rounds=[{"deal": 7}], decks=1).round(1)
    verdict = judge_going_out(parse_cards("5s 6s jk 9h 9d jk 4c kd"), knocking, neighbours={})
    assert (verdict.how, verdict.left, spell(verdict.ways[0].left)) == ("knock", 4, "4♣")


def test_a_game_without_knocks_does_not_mention_them() -> None:
    verdict = judge_going_out(parse_cards("3s4s5s9d"), RuleSet().round(1), neighbours={})
    assert (verdict.stands, verdict.how, verdict.left) == (True, None, None)


@pytest.mark.parametrize("seed", range(examples(3)))
def test_the_two_witnesses_agree_on_what_a_knock_leaves_under_any_rules(seed: int) -> None:
    for dealt in (*random_hands(seed, 60, 12), *wild_deals(seed, 60, 4, 12)):
        if len(dealt.hand) > 3:
            rules = replace(dealt.rules, knock=12)
            verdict = judge_going_out(dealt.hand, rules, neighbours={})
            points = best_discard(dealt.hand, rules)[1].points
            assert verdict.stands == (points <= 12), str(dealt)
            assert verdict.left == (points if verdict.stands else None), str(dealt)
