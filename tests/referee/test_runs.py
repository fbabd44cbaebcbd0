"""What the referee says where a hand must have runs."""

from dataclasses import replace

import pytest

from scorekeeper import games
from scorekeeper.cards import parse_card, parse_cards, parse_groups
from scorekeeper.melds import Meld, Objection, judge_meld
from scorekeeper.referee import Verdict, judge_going_out
from scorekeeper.rules.card_rules import RoundRules

INDIAN = games.game("indian-rummy")
SEVENS = INDIAN.round(1, "7")

PURE = Objection("pure-run", "no pure run", "a run in which no card stands for another")
SECOND = Objection("second-run", "a second run is missing", "2 runs among the melds")
LEFT_OVER = Objection("deadwood", "no discard leaves every other card in a meld")


def judged(text: str, rules: RoundRules = SEVENS) -> Verdict:
    """A hand, or melds as they lie where ``/`` parts them; a last single card is the discard."""
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
        # Cards in no meld are told as well, and the runs then of the cards however they lie.
        ("8C 9C TC JH QH JK AS AD 2C 4S 4D 4C 5H KD", [LEFT_OVER]),
        ("8C 9C TC JH 9H 5D AS AD 2C 4S 4D 4C 5H KD", [LEFT_OVER, SECOND]),
        ("8C 9D TC JH 9H 5D AS AD 2C 4S 4D 4C 6H KD", [LEFT_OVER, PURE, SECOND]),
    ],
)
def test_a_hand_goes_out_only_with_its_runs(hand: str, objections: list[Objection]) -> None:
    verdict = judged(hand)
    assert list(verdict.objections) == objections
    assert verdict.stands == (objections == [])


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
def test_melds_are_counted_as_they_lie(laid: str, objections: list[Objection]) -> None:
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


def test_a_card_with_wilds_is_a_run_where_a_hand_must_have_some() -> None:
    group = parse_cards("KH JK JK")
    for rules, kind in ((SEVENS, "run"), (replace(SEVENS, sequences=0, pure_sequences=0), "set")):
        meld = judge_meld(group, rules)
        assert isinstance(meld, Meld)
        assert meld.kind == kind
