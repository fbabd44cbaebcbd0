"""Hands of Gin for ``deal_samples``, played card by card, and what is typed after each."""

from collections.abc import Iterable, Sequence
from itertools import cycle
from random import Random

from scorekeeper.cards import Card
from scorekeeper.ledger.hands import hand_text
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import Arrangement, best_arrangement, best_discard
from scorekeeper.solver.lay_off import lay_off

Hands = dict[str, Arrangement]

LAST = 2
"""Cards left in the stock when a hand is dead."""


def match_hand(
    order: Sequence[str], rules: RoundRules, stock: list[Card], table: Random, shown: float
) -> dict[str, str]:
    """The entries for a hand, nothing for a dead one; ``shown`` is the share typed as cards."""
    hands = {name: _dealt(stock, rules) for name in order}
    pile = [stock.pop()]
    for name in cycle(order):
        if len(stock) <= LAST:
            return {}
        _draw(hands, name, pile, stock, rules)
        # Somebody who hopes for gin waits now and then.
        if hands[name].points <= rules.knock and (not hands[name].points or table.random() < 0.5):
            return _typed(hands, name, rules, shows=table.random() < shown)
    raise AssertionError("the stock is used up")


def _dealt(stock: list[Card], rules: RoundRules) -> Arrangement:
    return best_arrangement([stock.pop() for _ in range(rules.deal or 0)], rules)


def _draw(hands: Hands, name: str, pile: list[Card], stock: list[Card], rules: RoundRules) -> None:
    """Take the discard if that leaves less, else draw from the stock; throw what leaves least."""
    held = [*_cards(hands[name]), pile[-1]]
    thrown, kept = best_discard(held, rules)
    if kept.points < hands[name].points:
        pile.pop()
    else:
        held[-1] = stock.pop()
        thrown, kept = best_discard(held, rules)
    pile.append(thrown)
    hands[name] = kept


def _typed(hands: Hands, ended: str, rules: RoundRules, *, shows: bool) -> dict[str, str]:
    """What both players type: cards, the melds as laid, or what is left after laying off."""
    [other] = [name for name in hands if name != ended]
    own, others = hands[ended], hands[other]
    if shows:
        return {ended: f"o:{hand_text(_groups(own))}", other: hand_text((_cards(others),))}
    table = own.melds if own.points else ()
    left = lay_off(_cards(others), table, rules).points
    return {ended: f"o{own.points or ''}", other: str(left)}


def _groups(hand: Arrangement) -> tuple[tuple[Card, ...], ...]:
    return tuple(group for group in (*(m.cards for m in hand.melds), hand.deadwood) if group)


def _cards(hand: Arrangement) -> tuple[Card, ...]:
    return tuple(_flat(_groups(hand)))


def _flat(groups: Iterable[Iterable[Card]]) -> Iterable[Card]:
    return (card for group in groups for card in group)
