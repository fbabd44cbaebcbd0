"""Hands that were shown: how a ledger stores them, which of them count, and what they cost."""

from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.cards import MOST_CARDS, Card, parse_cards, spell
from scorekeeper.errors import listed
from scorekeeper.rules.card_rules import RoundRules

if TYPE_CHECKING:
    from scorekeeper.solver import Arrangement

MOST_HANDS = 25_000
"""Hands of the largest ledger: those of 50 players in 500 rounds."""


def hand_text(groups: tuple[tuple[Card, ...], ...]) -> str:
    """Cards as the ledger stores them: ``3S 3H 3D / KS``."""
    return " / ".join(" ".join(map(str, group)) for group in groups)


def countable(hand: str, rules: RoundRules) -> tuple[Card, ...]:
    """The cards of a hand; none where it cannot be counted.

    That is so where their number is not right, or too large for any hand, and where the game does
    not hold one of them.
    """
    cards = parse_cards(hand)
    fits = len(cards) == rules.deal and len(cards) <= MOST_CARDS
    return cards if fits and all(card in rules.held for card in cards) else ()


def melded(hand: str, rules: RoundRules) -> "Arrangement | None":
    """A hand melded as well as it can be; None for one that cannot be counted."""
    cards = countable(hand, rules)
    if not cards:
        return None
    # Most evenings are points alone, and then nobody waits for the solver to be loaded.
    from scorekeeper.solver import best_arrangement

    return best_arrangement(cards, rules)


def not_down(hand: str, rules: RoundRules) -> str:
    """Why a shown hand has not gone out; empty where it has, or cannot be counted."""
    if not rules.wants_runs:
        found = melded(hand, rules)
        return f"{spell(found.deadwood)} cannot be melded" if found and found.deadwood else ""
    # By some readings nothing is left of a hand though a run is missing.
    from scorekeeper.referee import judge_going_out

    verdict = judge_going_out(countable(hand, rules), rules, neighbours={})
    return listed(objection.because for objection in verdict.objections) if verdict.held else ""


# The points alone are kept: a ledger may show thousands of hands, and each is asked for often.
@lru_cache(maxsize=MOST_HANDS)
def least_points(hand: str, rules: RoundRules) -> int | None:
    """The least deadwood of a hand; None for one that cannot be counted."""
    found = melded(hand, rules)
    return found.points if found else None
