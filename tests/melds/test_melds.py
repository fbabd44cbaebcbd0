"""When a group of cards is a meld, and when not, which rules object."""

from random import Random

import pytest

from scorekeeper.cards import parse_cards
from scorekeeper.melds import Meld, Objection, judge_meld
from scorekeeper.rules import RuleSet
from tests.effort import examples
from tests.solver.asking import Keys
from tests.tables import each, rows
from tests.tools.long_run import group_differences
from tests.tools.random_hands import random_group


def judge(cards: str, wild: str | None, keys: Keys) -> Meld | tuple[Objection, ...]:
    """The verdict in a game with two jokers in the pack."""
    game = RuleSet(**{"jokers": 2, "rounds": [{"deal": 3}], **keys})
    return judge_meld(parse_cards(cards), game.wild_only(wild))


def in_words(verdict: Meld | tuple[Objection, ...]) -> str:
    """``run 5H JK=6H 7H``: the kind, and each card with what it stands for if it isn't itself."""
    if not isinstance(verdict, Meld):
        return " ".join(objection.rule for objection in verdict)
    cards = (
        str(card) if str(card) == place else f"{card}={place}"
        for card, place in zip(verdict.cards, verdict.stands, strict=True)
    )
    return " ".join([verdict.kind, *cards])


# ── what is a meld ───────────────────────────────────────────────────────────────────────


@each("cards, wild, meld", rows(__file__, "melds.toml", "stands_for"))
def test_a_meld_says_what_each_card_stands_for(cards: str, wild: str, meld: str) -> None:
    assert in_words(judge(cards, wild or None, {})) == meld


@each("cards, wild, keys, meld", rows(__file__, "melds.toml", "decided"))
def test_the_rule_keys_decide_what_a_meld_is(cards: str, wild: str, keys: Keys, meld: str) -> None:
    assert in_words(judge(cards, wild or None, keys)) == meld


# ── what is none ─────────────────────────────────────────────────────────────────────────


@each("cards, wild, keys, rules", rows(__file__, "melds.toml", "wrong"))
def test_a_wrong_meld_gets_the_right_objections(
    cards: str, wild: str, keys: Keys, rules: str
) -> None:
    verdict = judge(cards, wild or None, keys)
    assert in_words(verdict) == rules


@each("cards, wild, keys, rule, because, legal", rows(__file__, "objections.toml", "objections"))
def test_an_objection_says_why_and_what_would_help(
    cards: str, wild: str, keys: Keys, rule: str, because: str, legal: str
) -> None:
    verdict = judge(cards, wild or None, keys)
    assert not isinstance(verdict, Meld)
    (found,) = verdict
    assert (found.rule, found.because, found.legal) == (rule, because, legal)
    assert sorted(found.cards) == sorted(parse_cards(cards))


# ── against the brute force ──────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(examples(15)))
def test_a_verdict_agrees_with_the_brute_force_in_any_order(seed: int) -> None:
    """Some of the 20,000 groups that ``python -m tests.tools.long_run --only groups`` draws."""
    random = Random(seed)
    groups = [random_group(random) for _ in range(200)]
    assert [fault for dealt in groups for fault in group_differences(*dealt)] == []
    melds = sum(isinstance(judge_meld(*dealt), Meld) for dealt in groups)
    assert 50 < melds < 150
