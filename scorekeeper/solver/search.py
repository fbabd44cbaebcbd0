"""The cheapest choice of groups: branch and bound, the most worth for each wild first."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.melds import SMALLEST
from scorekeeper.solver.groups import Group
from scorekeeper.solver.rules import BITS, COUNT, SolverRules

MOST_REMEMBERED = 400_000
"""States that are remembered of a hand: they take less than 100 MB, and most hands meet a few."""

FIELD = (1 << BITS) - 1


class Choice(NamedTuple):
    """Groups of a hand, and what it costs to leave the other cards: the wilds that no group has
    room for among them, of which ``left`` counts those of the wild rank and the jokers."""

    cost: int
    groups: list[Group]
    left: tuple[int, int]


class Wilds:
    """The wilds of a hand, and what it costs to leave some of them: the cheapest are left."""

    __slots__ = ("alone", "count", "jokers", "of_rank", "rules")

    def __init__(self, kinds: Sequence[int], rules: SolverRules) -> None:
        wilds = [kind for kind in kinds if kind in rules.wilds]
        self.rules = rules
        self.count = len(wilds)
        self.jokers = wilds.count(rules.joker)
        self.of_rank = self.count - self.jokers
        self.alone = rules.limit == "any"

    def left(self, need: int, room: int, as_themselves: int) -> tuple[int, int]:
        """How many cards of the wild rank and jokers are left beside groups with so much room.

        None where three of them or more may be a meld of their own.
        """
        over = self.count - room
        if over <= 0 or (self.alone and self.count - need >= SMALLEST):
            return 0, 0
        of_rank = self.of_rank - as_themselves
        if self.rules.cost_of_wild <= self.rules.costs[self.rules.joker]:
            return min(over, of_rank), max(0, over - of_rank)
        return max(0, over - self.jokers), min(over, self.jokers)

    def cost(self, left: tuple[int, int]) -> int:
        """What these cost."""
        return left[0] * self.rules.cost_of_wild + left[1] * self.rules.costs[self.rules.joker]


def cheapest(
    groups: Sequence[Group], kinds: Sequence[int], rules: SolverRules, below: int
) -> Choice | None:
    """The choice of groups that leaves the least; None if that does not cost less than a bound.

    The groups may be those of a larger hand with all these cards. Of choices that cost as much it
    is the first in the order of the groups.
    """
    wilds = Wilds(kinds, rules)
    naturals = sum(map(rules.worths.__getitem__, kinds))
    # What must be saved to be better than what is known; wilds that are left are saved less.
    best, chosen = naturals - below, None
    left = wilds.left(0, 0, 0)
    saved = -wilds.cost(left)
    if saved > best:
        best, chosen = saved, ()
    if groups:
        found = search(groups, kinds, rules, wilds, best)
        if found is not None:
            best, chosen, left = found
    if chosen is None:
        return None
    picked: list[Group] = []
    while chosen:
        group, chosen = chosen
        picked.append(group)
    return Choice(naturals - best, picked, left)


def search(groups, kinds, rules, wilds, best):
    """The groups that save more than ``best``."""
    guard, own = rules.guard, rules.own_fields
    hand = free = sum(map(rules.unit_of.__getitem__, kinds))
    reach = 0
    tight = wilds.count
    room_matters = False
    for group in groups:
        reach |= group[4]
        if group[3] < tight:
            room_matters = True
    rest = 0
    for kind in kinds:
        if reach & rules.fields_of[kind]:
            rest += rules.worths[kind]
    held = wilds.count
    count = len(groups)
    seen = set()
    found = None
    waiting = [(0, held, free | guard, 0, rest, 0, ())]
    while waiting:
        i, spare, free, saved, rest, room, taken = waiting.pop()
        while i < count:
            each, worth, need, more, cards, _, _ = group = groups[i]
            most = spare * each if need else rest
            if saved + (most if most < rest else rest) <= best:
                break
            i += 1
            if need > spare or (free - cards) & guard != guard:
                continue
            waiting.append((i, spare, free, saved, rest, room, taken))
            # The same group may be taken once more, of cards that are held twice.
            i -= 1
            spare -= need
            free -= cards
            saved += worth
            rest -= worth
            taken = (group, taken)
            room += more
            now = saved
            if room < held:
                used = (hand + guard - free & own) % FIELD if own else 0
                left = wilds.left(held - spare, room, used)
                now -= wilds.cost(left)
            else:
                left = (0, 0)
            if now > best:
                best = now
                found = best, taken, left
            state = i, spare, free, room if room_matters and room < held else held
            if state in seen:
                break
            if len(seen) < MOST_REMEMBERED:
                seen.add(state)
    return found
