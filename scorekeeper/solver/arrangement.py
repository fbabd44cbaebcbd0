"""The best arrangement of a hand."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from scorekeeper.card_rules import RoundRules
from scorekeeper.cards import MOST_CARDS, Card
from scorekeeper.errors import CardError
from scorekeeper.melds import Meld
from scorekeeper.solver.groups import Hand
from scorekeeper.solver.layout import lay_out, naturals_of
from scorekeeper.solver.rules import CARD, solver_rules
from scorekeeper.solver.search import cheapest

NO_LIMIT = 1 << 60
"""More than any cost."""


class _Shown(NamedTuple):
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int


class Arrangement(_Shown):
    """A choice of melds for a hand.

    ``points`` is what ``deadwood`` costs together. Melds are sorted by their first card,
    deadwood as hands are.
    """

    _hand: Hand
    _left: list[int]
    _cost: int

    @cached_property
    def tied(self) -> bool:
        """Whether another arrangement with as many points leaves other cards (by rank and suit).

        Worked out when it is asked for.
        """
        kinds, rules = self._hand.kinds, self._hand.rules
        for kind in dict.fromkeys(kinds):
            # A card that is melded can be left for as many points: one more than are left now.
            count = self._left.count(kind) + 1
            rest = self.points - count * (rules.costs[kind] // CARD)
            if rest >= 0 and kinds.count(kind) >= count:
                others = self._hand.without(kind, count)
                if best_below(others, (rest + 1) * CARD) is not None:
                    return True
        return False


def best_arrangement(cards: Iterable[Card], rules: RoundRules) -> Arrangement:
    """The arrangement of ``cards`` that leaves the fewest deadwood points.

    Among those with as many points the fewest deadwood cards; among those always the same one,
    whatever the order of the cards and whatever was asked before. The cards must be of the game
    (see ``packs.refuse_strangers``); no limit of packs applies. Raises CardError for more cards
    than any hand holds, ``MOST_CARDS``.
    """
    known = solver_rules(rules)
    kinds = sorted(map(known.kind_of.__getitem__, cards))
    if len(kinds) > MOST_CARDS:
        raise CardError(
            f"a hand of {len(kinds)} cards is too large",
            remedy=f"give at most {MOST_CARDS} cards",
        )
    arrangement = best_below(Hand(kinds, known), NO_LIMIT)
    assert arrangement is not None, "leaving every card is always possible"
    return arrangement


def best_below(hand: Hand, below: int) -> Arrangement | None:
    """The best arrangement of a hand; None if it does not cost less than a bound."""
    choice = cheapest(hand, below)
    if choice is None:
        return None
    cost, chosen, (of_rank, jokers) = choice
    rules, spare = hand.rules, hand.wilds
    left = list(hand.kinds)
    naturals = [naturals_of(group) for group in chosen]
    for melded in naturals:
        for kind in melded:
            left.remove(kind)
    if spare:
        if rules.own:
            spare = [kind for kind in left if kind in rules.wilds]
        others = len(spare) - spare.count(rules.joker)
        spare = spare[of_rank:others] + spare[others + jokers :]
        for kind in spare:
            left.remove(kind)
    melds = lay_out(chosen, naturals, spare, rules) if chosen or spare else ()
    return arrangement_of(hand, melds, left, cost)


def arrangement_of(hand: Hand, melds: tuple[Meld, ...], left: list[int], cost: int) -> Arrangement:
    """An arrangement of a hand that leaves these kinds, which cost so much."""
    deadwood = tuple(map(hand.rules.cards.__getitem__, left))
    arrangement = Arrangement(melds, deadwood, cost // CARD)
    arrangement._hand, arrangement._left, arrangement._cost = hand, left, cost
    return arrangement
