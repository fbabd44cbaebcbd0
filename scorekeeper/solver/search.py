"""The search for the best groups of a hand: at once where that is sure, else by a walk."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.solver.at_once import groups_at_once
from scorekeeper.solver.groups import Group, groups_to
from scorekeeper.solver.plan import Plan
from scorekeeper.solver.tables import Tables
from scorekeeper.solver.walk import Walk


class Found(NamedTuple):
    """Groups of a hand, the kinds of cards that are in none of them, and what stays behind costs.

    Of the wilds that are left so many ``jokers`` and ``others`` stay behind.
    """

    cost: int
    groups: list[Group]
    left: list[int]
    jokers: int
    others: int


def best_groups_below(
    kinds: Sequence[int], tables: Tables, below: int, *, exact: bool = False
) -> Found | None:
    """The best groups of a hand, None if they do not cost less than a bound.

    With ``exact`` it counts how long a run is up to the end of its line.
    """
    hand = tables.weigh(kinds)
    found = None
    if not tables.room_matters:
        groups, is_sure = groups_at_once(hand, tables, below)
        if groups is not None:
            found = _with_groups(groups, hand, kinds, tables)
            if found.cost < below:
                below = found.cost
            else:
                found = None
        if is_sure:
            return found
    walk = Walk(Plan(hand, tables, exact=exact))
    end = walk.end_below(below)
    if end is None:
        return found
    left = list(kinds)
    return Found(end.cost, groups_to(walk, end, left), left, end.jokers, end.others)


def _with_groups(groups: list[Group], hand: int, kinds: Sequence[int], tables: Tables) -> Found:
    """What groups of a hand leave, where there is room for every wild as soon as there is one."""
    left = list(kinds)
    cost = hand >> tables.cost_at
    jokers = others = 0
    if groups:
        for group in groups:
            for kind in group.kinds:
                left.remove(kind)
                cost -= tables.costs[kind]
    else:
        jokers = hand >> tables.jokers_at & 255
        others = (hand >> tables.wilds_at & 255) - jokers
        cost += others * tables.cost_of_wilds[0] + jokers * tables.cost_of_wilds[1]
    return Found(cost, groups, left, jokers, others)
