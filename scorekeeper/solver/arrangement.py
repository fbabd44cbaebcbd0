"""The best arrangement of a hand."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import chain, combinations_with_replacement
from typing import NamedTuple

from scorekeeper.cards import MOST_CARDS, Card
from scorekeeper.errors import CardError
from scorekeeper.melds import Meld
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver.groups import Hand, naturals_of, pure_runs
from scorekeeper.solver.layout import lay_out
from scorekeeper.solver.rules import CARD, NO_LIMIT, RUN, solver_rules
from scorekeeper.solver.search import Choice, cheapest


class _Shown(NamedTuple):
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int


class Arrangement(_Shown):
    """A choice of melds for a hand.

    ``points`` is what ``deadwood`` costs together, and never more than the cap of a hand. Of a
    hand without the runs that it must have it holds what counts by the reading of the round, or
    the cap alone. Melds are sorted by their first card, behind the runs that a hand must have;
    deadwood as hands are.
    """

    # For further questions: the hand, the kinds of it that are left, and what they cost.
    _hand: Hand
    _left: list[int]
    _cost: int

    @property
    def tied(self) -> bool:
        """Whether another arrangement with as many points leaves other cards (by rank and suit).

        Cards that cost nothing make no difference.
        """
        return self.other_way is not None

    @cached_property
    def other_way(self) -> "Arrangement | None":
        """Another arrangement that ties with this one; worked out when it is asked for."""
        hand = self._hand
        for kind in dict.fromkeys(hand.kinds):
            # A card that is melded can be left for as many points: one more than are left now.
            points, count = hand.rules.costs[kind] // CARD, self._left.count(kind) + 1
            rest = self._cost // CARD - count * points
            if not points or rest < 0 or hand.kinds.count(kind) < count:
                continue
            other = best_below(hand.without(kind, count), (rest + 1) * CARD)
            if other is not None:
                left = sorted([*other._left, *[kind] * count])
                cost = other._cost + count * hand.rules.costs[kind]
                return arrangement_of(hand, other.melds, left, cost)
        return None


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
    choice = cheapest(hand, min(below, RUN))
    if hand.rules.missing and (choice is None or hand.rules.reading == "first"):
        choice = best_not_down(hand, below if choice is None else choice[0]) or choice
    return None if choice is None else laid(hand, choice)


def best_not_down(hand: Hand, below: int) -> Choice | None:
    """A hand without the runs that it must have; None if it does not cost less than a bound."""
    rules, costs, held = hand.rules, hand.rules.costs, Counter(hand.kinds)
    everything = sum(map(costs.__getitem__, hand.kinds))
    best: Choice = everything, (), len(hand.wilds)
    # Of the pure runs only as many are free as must be there.
    free_runs = pure_runs(hand) if rules.reading == "first" else ()
    for runs in combinations_with_replacement(free_runs, rules.pure_runs):
        free = list(chain.from_iterable(map(naturals_of, runs)))
        cost = everything - sum(map(costs.__getitem__, free))
        if cost < best[0] and Counter(free) <= held:
            best = cost, runs, len(hand.wilds)
    return best if best[0] < below else None


def laid(hand: Hand, choice: Choice) -> Arrangement:
    """The arrangement of a hand that a choice of groups comes to."""
    cost, groups, wilds_left = choice
    rules, left = hand.rules, list(hand.kinds)
    naturals = list(map(naturals_of, groups))
    for melded in naturals:
        for kind in melded:
            left.remove(kind)
    spare = [kind for kind in left if kind in rules.wilds] if hand.wilds else []
    if wilds_left:
        # The cheapest stay behind, of equals the first.
        spare = sorted(sorted(spare, key=rules.costs.__getitem__)[wilds_left:])
    for kind in spare:
        left.remove(kind)
    melds = lay_out(groups, naturals, spare, rules) if groups or spare else ()
    return arrangement_of(hand, melds, left, cost)


def arrangement_of(hand: Hand, melds: tuple[Meld, ...], left: list[int], cost: int) -> Arrangement:
    """The arrangement of a hand in these melds, which leaves some of its kinds at this cost."""
    deadwood = tuple(map(hand.rules.cards.__getitem__, left))
    arrangement = Arrangement(melds, deadwood, hand.rules.counted(cost, hand.kinds))
    arrangement._hand, arrangement._left, arrangement._cost = hand, left, cost
    return arrangement
