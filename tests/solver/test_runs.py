"""Hands that need runs: the fewest points under each reading, and the shortcuts for them."""

from dataclasses import replace

import pytest

from scorekeeper import games
from scorekeeper.cards import parse_card, parse_cards
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import WithoutSequences
from scorekeeper.solver import Arrangement, best_arrangement, best_discard, discards_going_out
from scorekeeper.solver.outs import discards_by_outs, outs
from tests.effort import examples, steps
from tests.tables import each
from tests.tools.indian import READINGS, BruteForce, deals, differences

INDIAN = games.game("indian-rummy")


def by(reading: WithoutSequences, wild: str) -> RoundRules:
    return replace(INDIAN.round(1, wild), without_sequences=reading)


def arranged(cards: str, wild: str, reading: WithoutSequences = "all") -> Arrangement:
    return best_arrangement(parse_cards(cards), by(reading, wild))


def named(found: Arrangement) -> list[str]:
    return [
        f"{'pure ' * meld.is_pure}{meld.kind} {' '.join(map(str, meld.cards))}"
        for meld in found.melds
    ]


@each(
    "cards, wild, points",
    [
        ("8C 9C TC JH QH JK AS AD AC 4S 4D 4C 4H", "7", (0, 0, 0, 0)),
        ("4S 5S 6S 7S 2H 3H 9C QD QS KC KD 5C 8D", "9", (38, 38, 38, 38)),
        ("2H 3H 4H 8S 8C 8D 3S 3D 3C 5D QC 9S 6C", "7", (72, 30, 63, 80)),
        ("4S 5H JK 2C 3D 2H KS 8D 9H 6D 7C JC QD", "A", (76, 76, 76, 80)),
        ("5C 6C 7C 2D 3D JK TS TH TD KS KD KC 9H", "6", (9, 9, 9, 9)),
        ("4S 5S 6S 7S 2H 3H 4H QD QD QC 9C 9D 9S", "8", (30, 30, 30, 30)),
        # The cap: without runs all of 100 count 80, and so do they by each reading.
        ("KS KH KD KC QS QH QD QC 9S 9H 9D 9C 4S", "2", (80, 80, 80, 80)),
        # Q-K-A and A-2-3 both want the ace: the second run takes a joker.
        ("QS KS AS 2S 3S JK 9H 9D 9C TH TD TC 4H", "7", (4, 4, 4, 4)),
        # The wild 7 stands as itself and keeps the run pure; it is then no wild for the kings.
        ("6S 7S 8S 2H 4D JC JD JH 5C 5D 5H KH KD", "7", (80, 26, 71, 80)),
    ],
)
def test_the_least_points_of_a_hand_worked_out_by_hand(
    cards: str, wild: str, points: tuple[int, ...]
) -> None:
    truth = BruteForce(parse_cards(cards), by("all", wild))
    assert tuple(map(truth.points, READINGS)) == points
    assert tuple(arranged(cards, wild, reading).points for reading in READINGS) == points


def test_two_runs_of_the_same_cards_are_both_free() -> None:
    game = INDIAN.replace(sequences=3, pure_sequences=2, without_sequences="first")
    hand = parse_cards("3S 4S 5S 3S 4S 5S 3H 3H 4H 3C 3C 4C 4C")
    found = best_arrangement(hand, game.round(1, "A"))
    assert named(found) == ["pure run 3S 4S 5S", "pure run 3S 4S 5S"]
    assert found.points == BruteForce(hand, game.round(1, "A")).points("first") == 24


@pytest.mark.parametrize("batch", range(examples(2)))
def test_solver_and_referee_agree_with_the_brute_force(batch: int) -> None:
    """Some of the 5,000 hands that ``python -m tests.tools.indian`` deals."""
    wrong = [fault for dealt in deals(f"suite {batch}", 20, 14) for fault in differences(dealt)]
    assert wrong == []


def test_a_wild_that_stands_as_itself_keeps_a_run_pure() -> None:
    found = arranged("6S 7S 8S 2H 3H JK 9C 9D 9S TC TD TS TH", "7")
    assert named(found)[0] == "pure run 6S 7S 8S"
    assert found.points == 0


def test_wilds_alone_are_a_meld_and_never_a_run() -> None:
    assert arranged("6S 5S 4S 7S 7H 7D 9C 9D 9S TC TD TS TH", "7").points == 0
    assert arranged("6S 5S 4S JK 7H 7D 9C 9D 9S TC TD TS TH", "7").points == 0
    found = arranged("7S 7H 7D", "7", "flat")
    assert (found.points, found.melds) == (80, ())


def test_a_card_with_two_wilds_is_a_run_if_one_is_missing() -> None:
    found = arranged("4S 5S 6S KH JK JK", "7")
    assert (found.points, named(found)) == (0, ["pure run 4S 5S 6S", "run JK KH JK"])


def test_a_run_may_pass_a_card_that_another_needs_to_be_pure() -> None:
    found = arranged("2H 4H 5H 5H 6H JK JK", "7")
    assert found.points == 0
    assert sorted(named(found)) == ["pure run 4H 5H 6H", "run 2H JK JK 5H"]


def test_a_long_run_is_two() -> None:
    assert arranged("4S 5S 6S 7S 8S 9S", "K").points == 0
    assert arranged("4S 5S 6S 7S 8S", "K").points == 30


def test_only_as_many_pure_runs_are_free_as_are_needed() -> None:
    game = INDIAN.replace(sequences=3, without_sequences="first")
    hand = parse_cards("4S 5S 6S TH JH QH")
    assert best_arrangement(hand, game.round(1, "K")).points == 15


def test_the_best_discard_keeps_the_runs() -> None:
    held = parse_cards("8C 9C TC JH QH JK AS AD AC 4S 4D 4C 4H KD")
    card, rest = best_discard(held, by("all", "7"))
    assert (str(card), rest.points) == ("KD", 0)
    assert discards_going_out(held, by("pure", "7")) == (parse_card("KD"),)


def test_a_hand_that_only_counts_nothing_does_not_go_out() -> None:
    held, rules = parse_cards("4S 5S 6S 8C 8D 8S TC TD TS KC KD KS KH 2H"), by("pure", "7")
    assert best_discard(held, rules)[1].points == 0
    assert discards_going_out(held, rules) == ()


def test_a_tie_is_between_hands_that_have_their_runs() -> None:
    assert arranged("4S 5S 6S 7S 2H 3H 4H QD QD QC 9C 9D 9S", "8").tied is False
    assert arranged("AC 2C 3C TH JH QH 5S 6S 7S 6H 6C", "8").tied is True
    # Without a second run every card counts, and none can be left instead of another.
    assert arranged("5S 6S 7S 6H 6C", "8").tied is False
    assert arranged("5S 6S 7S 6H 6C", "8", "pure").tied is False


@pytest.mark.parametrize("reading", READINGS)
def test_outs_are_the_draws_after_which_a_discard_goes_out(reading: WithoutSequences) -> None:
    hand, rules = parse_cards("8C 9C TC JH QH JK AS AD AC 4S 4D 4C KD"), by(reading, "7")
    plain = {card for card in {*rules.pack} if discards_going_out((*hand, card), rules)}
    assert {*outs(hand, rules)} == plain
    held = (*hand, parse_card("2D"))
    unseen = dict.fromkeys(rules.pack, 1)
    for discard in discards_by_outs(held, rules, unseen):
        kept = list(held)
        kept.remove(discard.card)
        assert discard.points == best_arrangement(kept, rules).points
        truth = {card for card in {*rules.pack} if discards_going_out((*kept, card), rules)}
        assert {*discard.outs} == truth


def test_each_draw_of_a_large_hand_is_tried_until_one_goes_out() -> None:
    game = RuleSet(ranks="56789T", suits="SHD", jokers=1, set_max=5, rounds=[{"deal": 3}])
    rules = replace(game.wild_only("9"), sequences=4, pure_sequences=2)
    hand = parse_cards("9S5STS7D8S7D9D8DTD5D7S5H6S7S7H6D5S7H6H8D8H")
    assert steps(lambda: outs(hand, rules)) < 1_000_000
    assert set(outs(hand, rules)) == set(rules.pack)
