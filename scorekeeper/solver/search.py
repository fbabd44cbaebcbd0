"""The cheapest choice of groups: branch and bound, the most worth for each wild first."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.melds import SMALLEST
from scorekeeper.solver.groups import Group
from scorekeeper.solver.rules import BITS, COUNT, SolverRules

MOST_REMEMBERED = 400_000
"""States of a search that are remembered: they take less than 100 MB."""

FIELD = (1 << BITS) - 1
"""The rest of dividing a hand by this is how many cards it has."""

Left = tuple[int, int]
"""How many cards of the wild rank and jokers are left over."""

NO_WILDS: Left = (0, 0)

Taken = tuple[Group, "Taken"] | None
"""Groups that are chosen: the last of them, and those before."""


class Choice(NamedTuple):
    """Groups of a hand, what the cards cost that are left then, and which wilds are among them."""

    cost: int
    groups: list[Group]
    left: Left


class Wilds:
    """The wilds of a hand: how many, and which of them are left if not all can be melded."""

    __slots__ = ("count", "jokers", "rules")

    def __init__(self, wilds: Sequence[int], rules: SolverRules) -> None:
        self.rules = rules
        self.count = len(wilds)
        self.jokers = wilds.count(rules.joker)

    def left(self, need: int, room: int, as_themselves: int) -> Left:
        """What is left beside groups with so much need and room: the cheapest.

        Some cards of the wild rank are in the groups as themselves.
        """
        over = self.count - room
        if over <= 0 or (self.rules.limit == "any" and self.count - need >= SMALLEST):
            # Three wilds or more are a meld of their own.
            return NO_WILDS
        of_rank = self.count - self.jokers - as_themselves
        if self.rules.cost_of_wild <= self.rules.costs[self.rules.joker]:
            of_rank = min(over, of_rank)
        else:
            of_rank = max(0, over - self.jokers)
        return of_rank, over - of_rank

    def cost(self, left: Left) -> int:
        """What those cost that are left."""
        of_rank, jokers = left
        return of_rank * self.rules.cost_of_wild + jokers * self.rules.costs[self.rules.joker]


def cheapest(
    groups: Sequence[Group], kinds: Sequence[int], rules: SolverRules, below: int
) -> Choice | None:
    """The choice of groups that leaves the least; None if it does not cost less than a bound.

    The groups may be those of a larger hand. Of choices that cost as much it is the first in their
    order.
    """
    naturals = sum(map(rules.worths.__getitem__, kinds))
    wilds = Wilds([kind for kind in kinds if kind in rules.wilds], rules)
    left = wilds.left(0, 0, 0)
    saved = -wilds.cost(left)
    # To be better than the bound more than this must be saved.
    best = naturals - below
    is_found = saved > best
    taken: Taken = None
    if groups:
        found = search(groups, kinds, wilds, max(best, saved))
        if found is not None:
            saved, taken, left = found
            is_found = True
    if not is_found:
        return None
    chosen: list[Group] = []
    while taken:
        group, taken = taken
        chosen.append(group)
    return Choice(naturals - saved, chosen, left)


def search(
    groups: Sequence[Group], kinds: Sequence[int], wilds: Wilds, best: int
) -> tuple[int, Taken, Left] | None:
    """The groups that save the most, if it is more than ``best``: what they save, and which.

    What wilds cost that are left over is not saved.

    Depth first: each group that still fits is taken, and what comes without it waits. A state is
    given up where all the wilds to spare, each for as much as the next group saves for it, would
    not save more than the best, nor would all the cards that groups could still take; and where it
    was met before, after other groups of the same cards.
    """
    rules, held = wilds.rules, wilds.count
    guard, own, below_1 = rules.guard, rules.own_fields, rules.below_1
    count = len(groups)
    # The cards that no group behind a place in the list takes, by their guard bits.
    ends = [0] * (count + 1)
    reached = 0
    room_matters = False
    for i in range(count - 1, -1, -1):
        _, _, _, room, cards, _, _ = groups[i]
        last = cards + below_1 & guard & ~reached
        if last:
            reached |= last
            ends[i + 1] = last
        if room < held:
            room_matters = True
    hand = sum(map(rules.unit_of.__getitem__, kinds)) + guard
    rest = worth_of(reached, hand, rules)
    found = None
    met: set[tuple[int, int, int, int]] = set()
    # What is tried next: the groups from there on, with the wilds and the cards that are not used,
    # what is saved, what cards are worth that are not, the room, and the groups taken.
    waiting: list[tuple[int, int, int, int, int, int, Taken]] = [(0, held, hand, 0, rest, 0, None)]
    while waiting:
        i, spare, free, saved, rest, room, taken = waiting.pop()
        while i < count:
            group = groups[i]
            each, worth, need, more, cards, _, _ = group
            most = spare * each
            if saved + (most if most < rest and need else rest) <= best:
                break
            lost = ends[i + 1] and worth_of(ends[i + 1], free, rules)
            if need > spare or (free - cards) & guard != guard:
                i += 1
                rest -= lost
                continue
            if saved + rest - lost > best:
                waiting.append((i + 1, spare, free, saved, rest - lost, room, taken))
            # The same group may come again, of cards that are held twice.
            spare -= need
            free -= cards
            saved += worth
            rest -= worth
            room += more
            taken = group, taken
            if room >= held:
                if saved > best:
                    best, found = saved, (saved, taken, NO_WILDS)
            else:
                left = wilds.left(held - spare, room, (hand - free & own) % FIELD)
                now = saved - wilds.cost(left)
                if now > best:
                    best, found = now, (now, taken, left)
            state = i, spare, free, room if room_matters else 0
            if state in met:
                break
            if len(met) < MOST_REMEMBERED:
                met.add(state)
    return found


def worth_of(kinds: int, hand: int, rules: SolverRules) -> int:
    """What cards of a hand are worth together: those of some kinds, given by their guard bits."""
    worth = 0
    while kinds:
        top = kinds & -kinds
        kinds ^= top
        worth += rules.worth_at[top] * (hand // (top >> BITS - 1) & COUNT)
    return worth
