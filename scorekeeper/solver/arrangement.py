"""The best arrangement of a hand: found at once where that is sure, else by a walk."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import CardError
from scorekeeper.melds import Meld
from scorekeeper.solver.at_once import groups_at_once
from scorekeeper.solver.groups import Group, groups_to
from scorekeeper.solver.layout import lay_out
from scorekeeper.solver.numbers import CARD, MOST_CARDS
from scorekeeper.solver.plan import Plan
from scorekeeper.solver.tables import Tables
from scorekeeper.solver.walk import Walk

Chosen = tuple[int, list[int], list[Group], list[int]]
"""What the cards cost that are left, their kinds, the groups, and the wilds to be melded."""

Found = tuple[Sequence[int], list[int], int, list[Group], Tables]
"""The kinds of a hand in order, those left, what these cost, the groups that are melds, and the
tables of the round."""


class _Shown(NamedTuple):
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int


class Arrangement(_Shown):
    """A choice of melds for a hand.

    ``points`` is what ``deadwood`` costs together. Melds are sorted by their first card,
    deadwood as hands are. ``found`` is for further questions of the solver.
    """

    found: Found

    @cached_property
    def tied(self) -> bool:
        """Whether another arrangement with as many points leaves other cards (by rank and suit).

        Worked out when it is asked for.
        """
        kinds, left, _, _, tables = self.found
        costs = tables.costs
        # A card that is melded can be left for as many points: one more than are left now.
        for kind in set(kinds):
            count = left.count(kind) + 1
            rest = self.points - count * (costs[kind] // CARD)
            if rest >= 0 and kinds.count(kind) >= count:
                below = (rest + 1) * CARD
                if best_below(without(kinds, kind, count), tables, below) is not None:
                    return True
        return False


def without(kinds: Sequence[int], kind: int, count: int = 1) -> list[int]:
    """The kinds but for so many cards of one of them."""
    rest = list(kinds)
    for _ in range(count):
        rest.remove(kind)
    return rest


def best_below(
    kinds: Sequence[int], tables: Tables, below: int, *, exact: bool = False
) -> Arrangement | None:
    """The best arrangement of these kinds, in order; None if it does not cost less than a bound.

    With ``exact`` it counts how long a run is up to the end of its line. That is asked for where
    the melds turn out to have no room for all their wilds. Raises CardError for more cards than
    any hand holds.

    In one piece: half of all hands need little else, and each call takes a hundredth of their time.
    """
    if len(kinds) > MOST_CARDS:
        raise CardError(
            f"a hand of {len(kinds)} cards is too large",
            remedy=f"give at most {MOST_CARDS} cards",
        )
    hand = tables.weigh(kinds)
    cost = below
    groups, is_sure = None, False
    if not tables.room_matters:
        groups, is_sure = groups_at_once(hand, tables, below)
        if groups is not None:
            left, spare = list(kinds), []
            if groups:
                for melded, _, _ in groups:
                    for kind in melded:
                        left.remove(kind)
                if hand >> tables.wilds_at & 255:
                    wilds = tables.wilds
                    spare = [kind for kind in left if kind in wilds]
                    for kind in spare:
                        left.remove(kind)
            cost = sum(map(tables.costs.__getitem__, left))
            if cost >= below:
                groups, cost = None, below
    # Nothing beats melding every card.
    if not is_sure and cost:
        chosen = _walked(kinds, Walk(Plan(hand, tables, exact=exact)), cost)
        if chosen is not None:
            cost, left, groups, spare = chosen
    if groups is None:
        return None
    melds = lay_out(groups, spare, tables)
    if melds is None:
        assert not exact, "the runs have the room that the walk says"
        return best_below(kinds, tables, below, exact=True)
    deadwood = tuple(map(tables.cards.__getitem__, left))
    # As ``Arrangement(...)`` in half the time.
    arrangement = tuple.__new__(Arrangement, (melds, deadwood, cost // CARD))
    arrangement.found = kinds, left, cost, groups, tables
    return arrangement


def _walked(kinds: Sequence[int], walk: Walk, below: int) -> Chosen | None:
    """What a walk chooses, None if that does not cost less than a bound."""
    end = walk.end_below(below)
    if end is None:
        return None
    tables = walk.plan.tables
    left = list(kinds)
    groups = groups_to(walk, end, left)
    spare = list(filter(tables.wilds.__contains__, left))
    if end.others or end.jokers:
        # Cards of the wild rank cost the same, so which of them stay behind is settled here.
        others = [kind for kind in spare if kind != tables.joker]
        spare = others[end.others :] + spare[len(others) + end.jokers :]
    for kind in spare:
        left.remove(kind)
    return end.cost, left, groups, spare
