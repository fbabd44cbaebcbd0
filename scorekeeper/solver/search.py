"""The search for the best groups of a hand: at once where that is sure, else by a walk."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.solver.at_once import groups_at_once
from scorekeeper.solver.groups import Group, groups_to
from scorekeeper.solver.plan import Plan
from scorekeeper.solver.tables import Tables
from scorekeeper.solver.walk import Walk


class Found(NamedTuple):
    """Groups of a hand, the kinds of its other cards, and what those cost that stay behind.

    What is ``left`` stays behind; the wilds that are ``spare`` are to be melded. Both are in order.
    """

    cost: int
    groups: list[Group]
    left: list[int]
    spare: list[int]


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
        # Nothing beats melding every card.
        if is_sure or (found is not None and not found.cost):
            return found
    walk = Walk(Plan(hand, tables, exact=exact))
    end = walk.end_below(below)
    if end is None:
        return found
    left = list(kinds)
    groups = groups_to(walk, end, left)
    spare = list(filter(tables.wilds.__contains__, left))
    if end.others or end.jokers:
        # Cards of the wild rank cost the same, so which of them stay behind is settled here.
        others = [kind for kind in spare if kind != tables.joker]
        spare = others[end.others :] + spare[len(others) + end.jokers :]
    for kind in spare:
        left.remove(kind)
    return Found(end.cost, groups, left, spare)


def _with_groups(groups: list[Group], hand: int, kinds: Sequence[int], tables: Tables) -> Found:
    """What groups of a hand leave, where there is room for every wild as soon as there is one."""
    left = list(kinds)
    cost = hand >> tables.cost_at
    costs, wilds = tables.costs, tables.wilds
    for group in groups:
        for kind in group.kinds:
            left.remove(kind)
            cost -= costs[kind]
    if not hand >> tables.wilds_at & 255:
        return Found(cost, groups, left, [])
    spare = [kind for kind in left if kind in wilds]
    if not groups:
        return Found(cost + sum([costs[kind] for kind in spare]), groups, left, [])
    for kind in spare:
        left.remove(kind)
    return Found(cost, groups, left, spare)
