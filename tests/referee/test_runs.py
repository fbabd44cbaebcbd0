"""What the referee says if a hand needs runs."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scorekeeper import games
from scorekeeper.cards import Card, parse_card, parse_cards, parse_groups
from scorekeeper.melds import Meld, Objection, judge_meld
from scorekeeper.referee import Verdict, judge_going_out
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import best_discard
from tests.effort import examples, steps
from tests.tools.indian import READINGS, BruteForce, random_runs, random_runs_hand
from tests.tools.random_hands import Dealt, random_wild

INDIAN = games.game("indian-rummy")
SEVENS = INDIAN.round(1, "7")

PURE = Objection("pure-run", "no pure run", "a run with no card standing in for another")
SECOND = Objection("second-run", "a second run is missing", "2 runs among the melds")
LEFT_OVER = Objection("deadwood", "whatever is discarded, another card is left over")


def without_legal(*objections: Objection) -> list[Objection]:
    return [objection._replace(legal="") for objection in objections]


def judged(text: str, rules: RoundRules = SEVENS) -> Verdict:
    """A hand, or melds separated by ``/``; a single card at the end is the discard."""
    groups = parse_groups(text)
    held = tuple(card for group in groups for card in group)
    if len(groups) == 1:
        return judge_going_out(held, rules)
    discard = groups[-1][0] if len(groups[-1]) == 1 else None
    melds = groups if discard is None else groups[:-1]
    return judge_going_out(held, rules, melds=melds, discard=discard)


def kinds(verdict: Verdict) -> list[str]:
    return [f"{'pure ' * m.is_pure}{m.kind}" for way in verdict.ways[:1] for m in way.melds]


@pytest.mark.parametrize(
    ("hand", "objections"),
    [
        ("8C 9C TC JH QH JK AS AD AC 4S 4D 4C 4H KD", []),
        # All lie in melds, and both runs have a joker.
        ("8S 9S JK TH JH JK AS AD AC 4S 4D 4C 4H KD", [PURE]),
        ("8C 9C TC JH JC JS AS AD AC 4S 4D 4C 4H KD", [SECOND]),
        ("KS KH KC JH JC JS AS AD AC 4S 4D 4C 4H QD", [PURE, SECOND]),
        # Cards in no meld are reported too, and then missing runs whatever the layout. Having
        # those runs would not be enough.
        ("8C 9C TC JH QH JK AS AD 2C 4S 4D 4C 5H KD", [LEFT_OVER]),
        ("8C 9C TC JH 9H 5D AS AD 2C 4S 4D 4C 5H KD", [LEFT_OVER, *without_legal(SECOND)]),
        ("8C 9D TC JH 9H 5D AS AD 2C 4S 4D 4C 6H KD", [LEFT_OVER, *without_legal(PURE, SECOND)]),
    ],
)
def test_a_hand_goes_out_only_with_its_runs(hand: str, objections: list[Objection]) -> None:
    verdict = judged(hand)
    assert list(verdict.objections) == objections
    assert verdict.stands == (objections == [])


def test_a_run_is_missing_only_if_no_layout_has_it() -> None:
    eights = INDIAN.round(1, "Q")
    verdict = judged("QC QC 8S JK TH 8H TD 8D 4H JC 4D TC 7S 8C", eights)
    because = "with the runs that a hand needs, whatever is discarded, another card is left over"
    assert list(verdict.objections) == [Objection("deadwood", because)]
    # The only wild stands as itself in the pure run, and none is there for the second.
    only_wild = judged("6C 7C 8C JH QH 2S 2D 4S 4D 5H 9D KS KC AD")
    assert list(only_wild.objections) == [LEFT_OVER, *without_legal(SECOND)]


@pytest.mark.parametrize("seed", range(examples(2)))
def test_the_reason_is_true_of_the_best_layout_and_its_remedy_makes_the_claim_stand(
    seed: int,
) -> None:
    random, seen = Random(f"reasons/{seed}"), Counter[str]()
    for _ in range(100):
        held = random_runs_hand(random, INDIAN, 14)
        dealt = Dealt(held, INDIAN.round(1, random_wild(random, INDIAN, held)))
        found = judge_going_out(*dealt, neighbours={}).objections
        seen.update(objection.rule for objection in found)
        rules: set[str] = {objection.rule for objection in found}
        for reading in READINGS if found else ():
            read = replace(dealt.rules, without_sequences=reading)
            _, best = best_discard(held, read)
            lacks_pure = not any(meld.is_pure for meld in best.melds)
            lacks_second = sum(meld.kind == "run" for meld in best.melds) < 2
            assert lacks_pure or "pure-run" not in rules, str(dealt)
            assert lacks_second or "second-run" not in rules, str(dealt)
            assert best.deadwood or lacks_second or rules != {"deadwood"}, str(dealt)
        if any(objection.legal for objection in found):
            seen["mended"] += 1
            mended = with_the_runs(dealt, rules)
            assert judge_going_out(mended, dealt.rules, neighbours={}).stands, str(dealt)
    assert min(seen[rule] for rule in ("deadwood", "pure-run", "second-run", "mended")) > 3


def with_the_runs(dealt: Dealt, lacking: set[str]) -> list[Card]:
    """The hand with runs in place of some of its melds: as many as are said to be missing."""
    pure, runs = "pure-run" not in lacking, 2 * ("second-run" not in lacking)
    without = replace(dealt.rules, pure_sequences=int(pure), sequences=runs)
    discard, best = best_discard(dealt.hand, without)
    assert not best.deadwood, str(dealt)
    melds = sorted(best.melds, key=lambda meld: (meld.is_pure, meld.kind != "set"))
    held = [discard]
    for meld in melds:
        if lacking and not meld.is_pure:
            size, _ = len(meld.cards), lacking.pop()
            held += [Card(rank, "S") for rank in dealt.rules.run_order[:size]]
        else:
            held += meld.cards
    assert not lacking, str(dealt)
    return held


@pytest.mark.parametrize(
    ("laid", "objections"),
    [
        ("8C9CTC/JHQHJK/ASADAC/4S4D4C4H/KD", []),
        ("8C9CJK/JHQHJK/ASADAC/4S4D4C4H/KD", [PURE]),
        ("8C9CTC/KHKSJK/ASADAC/4S4D4C4H/KD", [SECOND]),
        ("8C8D8S/KHKSJK/ASADAC/4S4D4C4H/KD", [PURE, SECOND]),
        # One card and wilds can be a run, wilds alone never are.
        ("8C9CTC/KHJKJK/ASADAC/4S4D4C4H/KD", []),
        ("8C9CTC/7HJKJK/ASADAC/4S4D4C4H/KD", [SECOND]),
        # A seven in its own place keeps the run pure, elsewhere it does not.
        ("6C7C8C/JHQHJK/ASADAC/4S4D4C4H/KD", []),
        ("6C7D8C/JHQHJK/ASADAC/4S4D4C4H/KD", [PURE]),
        # Laid as one, a long run is one.
        ("8C9CTCJCQCKC/ASADAC/4S4D4C4H/KD", [SECOND]),
    ],
)
def test_melds_are_counted_as_they_are_laid(laid: str, objections: list[Objection]) -> None:
    verdict = judged(laid)
    assert list(verdict.objections) == objections
    if "8C9CTCJCQCKC" in laid:
        assert verdict.hand_goes_out
        assert kinds(verdict) == ["pure run", "pure run", "set", "set"]


def test_a_named_discard_that_breaks_a_run_names_those_that_do_not() -> None:
    held = parse_cards("8C 9C TC JC JH QH JK AS AD AC 4S 4D 4C 4H")
    verdict = judge_going_out(held, SEVENS, discard=parse_card("9C"))
    assert {o.legal for o in verdict.objections} == {"discard 4♠, 4♥, 4♦, 4♣, 8♣ or J♣"}


def test_more_runs_can_be_asked_for() -> None:
    three = replace(SEVENS, sequences=3, pure_sequences=2)
    verdict = judged("8C9CTC/JHQHJK/ASADAC/4S4D4C4H/KD", three)
    assert [o.because for o in verdict.objections] == [
        "fewer than 2 pure runs",
        "fewer than 3 runs",
    ]
    assert judged("8C9CTC/JHQHKH/4S5S6SJK/ASADAC/KD", three).stands


@pytest.mark.parametrize("runs", range(4, 8))
def test_a_hand_that_needs_many_runs_is_judged_at_once(runs: int) -> None:
    held = parse_cards("2S 3S 5S 6S 8H 9H JH QH 2D 3D 5D JK JK 7C")
    rules = replace(SEVENS, sequences=runs)
    assert steps(lambda: judge_going_out(held, rules)) < 1_000_000
    assert [o.rule for o in judge_going_out(held, rules).objections] == ["pure-run", "second-run"]


@pytest.mark.slow
def test_with_many_runs_the_referee_goes_out_as_the_brute_force_does() -> None:
    random, stood, tried = Random("many runs"), 0, examples(60)
    for _ in range(tried):
        game = random_runs(random).replace(
            sequences=random.randint(3, 4), pure_sequences=random.randint(0, 4)
        )
        held = random_runs_hand(random, game, 4)
        for _ in range(3):
            start, suit = random.randrange(len(game.ranks) - 2), random.choice(game.suits)
            held += tuple(Card(rank, suit) for rank in game.ranks[start : start + 3])
        rules = replace(game.round(1, random_wild(random, game, held)), deal=12)
        going = BruteForce(held, rules).goes_out()
        verdict = judge_going_out(held, rules, neighbours={})
        assert {way.card for way in verdict.ways} == going, str(Dealt(held, rules))
        stood += verdict.stands
    assert stood > tried / 12


def test_a_card_with_wilds_is_a_run_if_a_hand_needs_runs() -> None:
    group = parse_cards("KH JK JK")
    for rules, kind in ((SEVENS, "run"), (replace(SEVENS, sequences=0, pure_sequences=0), "set")):
        meld = judge_meld(group, rules)
        assert isinstance(meld, Meld)
        assert meld.kind == kind
