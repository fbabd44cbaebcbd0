"""Laying off, and the knocker's best layout: against brute force, and by hand."""

from dataclasses import replace

import pytest

from scorekeeper import games
from scorekeeper.cards import Card, parse_cards, parse_groups, spell
from scorekeeper.errors import CardError
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.scoring import Ending, GinScore, gin_score
from scorekeeper.solver import discards_going_out
from scorekeeper.solver.lay_off import Defence, lay_off
from scorekeeper.solver.outs import discards_by_outs, outs
from tests.effort import examples
from tests.tables import called, each
from tests.tools import gin_oracle
from tests.tools.gin import ended, marked_differences, random_deals, unmarked_differences
from tests.tools.gin_oracle import Cards

GIN = games.game("gin").round(1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(examples(4)))
def test_two_hundred_knocks_get_the_best_layout(seed: int) -> None:
    for dealt in random_deals(seed, 50):
        assert unmarked_differences(dealt) == [], str(dealt)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(examples(4)))
def test_the_cards_of_two_hundred_hands_are_laid_off_in_the_best_way(seed: int) -> None:
    for dealt in random_deals(f"marked/{seed}", 50):
        assert marked_differences(dealt) == [], str(dealt)


def answered(cards: str, table: str, rules: RoundRules = GIN) -> Defence:
    melds = [judge_meld(group, rules) for group in parse_groups(table)]
    return lay_off(parse_cards(cards), [meld for meld in melds if isinstance(meld, Meld)], rules)


@each("cards, table, melds, laid, left", called(__file__, "lay_off.toml", "laid_off"))
def test_the_other_player_lays_off_what_leaves_the_fewest_points(
    cards: str, table: str, melds: list[str], laid: list[str], left: str
) -> None:
    found = answered(cards, table)
    assert [spell(meld.cards) for meld in found.melds] == melds
    assert [spell(off.card) for off in found.laid_off] == laid
    assert spell(found.deadwood) == left


def test_a_set_with_room_for_one_takes_the_card_in_no_other_meld() -> None:
    stars = RuleSet(suits="SHDCX", set_max=4, knock=10, lay_off=True, rounds=[{"deal": 10}])
    found = answered("7c 7x 8c 9c", "7s7h7d", stars.round(1))
    assert ([spell(off.card) for off in found.laid_off], found.points) == (["7★"], 0)


HAND, OTHER = "AS 3S 4S 5S 6S 7S 8S 6H 7H 8H", "AC AH 2D 2H 2S 3D 3H 5H 9H 9S"


def test_a_card_is_left_out_of_a_meld_on_purpose() -> None:
    found = ended(parse_cards(HAND), parse_cards(OTHER), GIN)
    assert found is not None
    assert (found.points, found.defence.points, found.scored) == (9, 15, GinScore(6, False))
    assert [spell(meld.cards) for meld in found.melds] == ["3♠ 4♠ 5♠ 6♠ 7♠", "6♥ 7♥ 8♥"]
    truth = gin_oracle.best_layout(parse_cards(HAND), parse_cards(OTHER), GIN)
    assert truth is not None
    assert truth.score == 6


def test_of_layouts_that_score_the_same_the_one_leaving_least_is_chosen() -> None:
    # To leave the 3♠ out as well keeps the other's 2♠ where it is: 7 against 34 scores no more.
    cards, other = "2h 2c 34567s qshc", "as 2s 8s js 4h 7h 8h jh 8d qd"
    found = ended(parse_cards(cards), parse_cards(other), GIN)
    assert found is not None
    assert (found.points, found.defence.points, found.scored.gain) == (4, 31, 27)


def test_without_lay_offs_the_least_deadwood_is_best() -> None:
    rules = games.game("gin").replace(lay_off=False).round(1)
    found = ended(parse_cards(HAND), parse_cards(OTHER), rules)
    assert found is not None
    assert (found.points, found.defence.laid_off) == (1, ())


@pytest.mark.parametrize(
    ("cards", "ending"),
    [("5s6s7s 9h9d9c 2h3h4h5h", "gin"), ("5s6s7s 9h9d9c 2h3h4h5h6h", "big-gin")],
)
def test_nothing_is_laid_off_against_gin(cards: str, ending: Ending) -> None:
    found = ended(parse_cards(cards), parse_cards("8s ah kd ks"), GIN)
    assert found is not None
    assert (found.how, found.defence.laid_off, found.defence.points) == (ending, (), 29)
    assert found.scored == GinScore(29 + (31 if ending == "big-gin" else 25), undercut=False)


def test_a_hand_that_leaves_too_much_does_not_knock() -> None:
    assert ended(parse_cards("5s6s7s9h9d9ckdqcjh2s"), parse_cards("8s"), GIN) is None


@each(
    "cards, other, rules, problem",
    [
        ("5s6s7s", "8s 8s", GIN, "8♠ appears twice, so nothing is laid off"),
        ("5s6s7s", "5s", GIN, "5♠ appears twice, so nothing is laid off"),
        ("5s6s7s", "jk", replace(GIN, jokers=1), "jk is wild, so nothing is laid off"),
    ],
)
def test_nothing_is_laid_off_if_cards_are_wild_or_alike(
    cards: str, other: str, rules: RoundRules, problem: str
) -> None:
    for ask in (
        lambda: ended(parse_cards(f"{cards} ac"), parse_cards(other), rules),
        lambda: answered(other, cards, rules),
    ):
        with pytest.raises(CardError) as refused:
            ask()
        assert refused.value.problem == problem


def test_without_laying_off_cards_may_be_wild_and_alike() -> None:
    rules = RuleSet(knock=5, jokers=2, rounds=[{"deal": 7}]).round(1)
    found = ended(parse_cards("5s 6s jk 9h 9d jk 4c"), parse_cards("8s 8s 8s kd"), rules)
    assert found is not None
    assert (found.how, found.points, found.defence.points) == ("knock", 4, 10)


@each(
    "ending, left, others, points, undercut",
    [
        ("knock", 4, 30, 26, False),
        ("knock", 4, 5, 1, False),
        ("knock", 4, 4, 25, True),
        ("knock", 4, 1, 28, True),
        ("gin", 0, 30, 55, False),
        ("gin", 0, 0, 25, False),
        ("big-gin", 0, 30, 61, False),
    ],
)
def test_one_player_scores_the_difference_and_a_bonus(
    ending: Ending, left: int, others: int, points: int, undercut: bool
) -> None:
    found = gin_score(ending, left, others, GIN)
    assert found == GinScore(points, undercut)
    assert found.gain == (-points if undercut else points)


# ── to knock with the next draw ──────────────────────────────────────────────────────────


def knocks(held: Cards) -> set[Card]:
    """The discards that leave no more than a knock may, by brute force."""
    leaves = gin_oracle.least_by_discard(held, GIN)
    return {card for card, (points, _) in leaves.items() if points <= GIN.knock}


@pytest.mark.parametrize("hand", ["5shd 78h qcdh 4c kd", "AS 3S 4S 5S 6S 9S JD 6H 7H 8H"])
def test_outs_are_the_draws_with_which_a_hand_knocks(hand: str) -> None:
    cards = parse_cards(hand)
    others = [card for card in GIN.pack if card not in cards]
    found = outs(cards, GIN)
    assert [card for card in found if card in others] == [
        card for card in others if knocks((*cards, card))
    ]
    assert all(found[card] in knocks((*cards, card)) for card in found if card in others)


def test_each_discard_keeps_its_outs_and_some_knock_at_once() -> None:
    held = parse_cards("5shd 78h qcdh 4c 2c kd")
    unseen = {card: 1 for card in GIN.pack if card not in held}
    for discard, points, kept in discards_by_outs(held, GIN, unseen)[:3]:
        rest = tuple(card for card in held if card != discard)
        assert kept == tuple(card for card in unseen if knocks((*rest, card)))
        assert points == gin_oracle.least_by_discard(held, GIN)[discard][0]
    assert discards_going_out(parse_cards("5shd 789h qcdh 4c kd"), GIN) == parse_cards("kd 4c")
