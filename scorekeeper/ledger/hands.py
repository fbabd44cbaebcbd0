"""Hands that were shown: how a ledger stores them, and what they cost.

A ledger keeps only what was left, as points or as cards; the rest is worked out here. The solver
is loaded only for cards.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.cards import MOST_CARDS, Card, parse_cards, spell
from scorekeeper.errors import listed
from scorekeeper.rules.card_rules import RoundRules

if TYPE_CHECKING:
    from scorekeeper.solver import Arrangement

MOST_HANDS = 25_000  # hands of the largest ledger: those of 50 players in 500 rounds


def hand_text(groups: tuple[tuple[Card, ...], ...]) -> str:
    """Cards as the ledger stores them: ``3S 3H 3D / KS``."""
    return " / ".join(" ".join(map(str, group)) for group in groups)


def countable(hand: str, rules: RoundRules | None) -> tuple[Card, ...]:
    """The cards of a hand; empty if there are too few, too many, or some from another game."""
    cards = parse_cards(hand)
    if rules is None or len(cards) != rules.deal or len(cards) > MOST_CARDS:
        return ()
    return cards if rules.cards.issuperset(cards) else ()


def melded(hand: str, rules: RoundRules | None) -> "Arrangement | None":
    """A hand melded as well as it can be; None if it can't be counted."""
    cards = countable(hand, rules)
    if not cards or rules is None:
        return None
    # Most evenings have only points, and then nobody waits for the solver to load.
    from scorekeeper.solver import best_arrangement

    return best_arrangement(cards, rules)


def why_not_out(hand: str, rules: RoundRules) -> str:
    """Why a shown hand hasn't gone out; empty if it has, or can't be counted."""
    if not rules.needs_runs:
        best = melded(hand, rules)
        return f"{spell(best.deadwood)} can't be melded" if best and best.deadwood else ""
    # By some readings of the rules, nothing is left over even though a run is missing.
    from scorekeeper.referee import judge_going_out

    verdict = judge_going_out(countable(hand, rules), rules, neighbours={})
    return listed(objection.because for objection in verdict.objections) if verdict.held else ""


# Only the points are cached: a ledger may show thousands of hands, and each is looked up often.
@lru_cache(maxsize=MOST_HANDS)
def least_points(hand: str, rules: RoundRules | None) -> int | None:
    """The least deadwood of a hand; None if it can't be counted."""
    best = melded(hand, rules)
    return best.points if best else None
