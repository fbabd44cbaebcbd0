"""The cheapest choice of groups: branch and bound, the most worth for each wild first."""

from collections.abc import Sequence

from scorekeeper.melds import SMALLEST
from scorekeeper.solver.groups import Group, Hand
from scorekeeper.solver.kinds import BITS, COUNT
from scorekeeper.solver.rules import CARD, NO_LIMIT, SolverRules

MOST_REMEMBERED = 400_000
"""States of a search that are remembered: they take less than 100 MB."""

FEW = 12
"""So few groups are tried without a look at which cards are lost."""

FIELD = (1 << BITS) - 1
"""The rest of dividing a hand by this is how many cards it has."""

Choice = tuple[int, tuple[Group, ...], int]
"""What the cards cost that are left, the groups of the others, and how many wilds are left."""

State = tuple[int, int, int, int]
"""From which of the groups on, the wilds and the cards that are not used, and the room."""

Waiting = tuple[State, int, int, tuple[Group, ...]]
"""A state, what is saved, what groups could still take, and the groups taken."""


def cheapest(hand: Hand, below: int) -> Choice | None:
    """The choice of groups that leaves the least; None if it does not cost less than a bound.

    Of choices that cost as much it is the first in the order of the groups.

    Depth first: each group that still fits is taken, and then it is done without. A state is given
    up where all the wilds to spare, each for as much as the next group saves for it, would not save
    more than the best so far, nor would all the cards that groups could still take; and where it
    was met before, after other groups of the same cards.
    """
    rules, groups, held = hand.rules, hand.groups, len(hand.wilds)
    guard, own, count = rules.guard, rules.own_fields, len(groups)
    number = hand.number + guard
    # Three wilds or more that no group needs may be a meld of their own.
    alone = SMALLEST if rules.limit == "any" else NO_LIMIT
    naturals = rest = sum(map(rules.worths.__getitem__, hand.kinds)) + rules.cost_missing
    ends = [0] * count
    if not held and count > FEW:
        rest = worth_of(mark_ends(groups, ends, rules), hand.number, rules)
    losses: list[int] = []
    if held and rules.is_limited and not own:
        losses = [cost_of_wilds(hand, left, 0) for left in range(held + 1)]
    # To be better than the bound more than this must be saved.
    best = naturals - below
    found: tuple[tuple[Group, ...], int] | None = None
    met: set[State] = set()

    waiting: list[Waiting] = [((0, held, number, 0), 0, rest, ())]
    while waiting:
        (first, spare, free, room), saved, rest, taken = waiting.pop()
        if saved > best:
            now, left = saved, 0
            if room < held and spare < alone:
                left = held - room
                now -= cost_of_wilds(hand, left, (number - free & own) % FIELD)
            if now > best:
                best, found = now, (taken, left)
        sure = saved
        if losses:
            # No group will have room for these.
            sure -= losses[max(0, held - room - rules.most_room(rest % CARD))]
        for i in range(first, count):
            group = groups[i]
            each, worth, need, more, cards, _, _ = group
            if sure + rest <= best or (need and sure + spare * each <= best):
                break
            lost = ends[i] and worth_of(ends[i], free, rules)
            if need <= spare and (rest_free := free - cards) & guard == guard:
                # From here on, as the same group may come again, of cards that are held twice.
                state = i, spare - need, rest_free, min(room + more, held)
                if state not in met:
                    if len(met) < MOST_REMEMBERED:
                        met.add(state)
                    if i + 1 < count:
                        without = i + 1, spare, free, room
                        waiting.append((without, saved, rest - lost, taken))
                    waiting.append((state, saved + worth, rest - worth, (*taken, group)))
                    break
            rest -= lost
    return (naturals - best, *found) if found else None


def cost_of_wilds(hand: Hand, left: int, as_themselves: int) -> int:
    """What it costs to leave the cheapest wilds, with some of the wild rank used as themselves."""
    costs = [hand.rules.costs[kind] for kind in hand.wilds[as_themselves:]]
    return sum(sorted(costs)[:left])


def mark_ends(groups: Sequence[Group], ends: list[int], rules: SolverRules) -> int:
    """Mark at each group the cards that no later one takes; and return all that groups take.

    They are given by their guard bits.
    """
    reached = 0
    unreached = rules.below_1
    for i in range(len(groups) - 1, -1, -1):
        if last := groups[i][4] & unreached:
            ends[i] = last = last + rules.below_1 & rules.guard
            reached |= last
            unreached &= ~(last - (last >> BITS - 1))
    return reached


def worth_of(kinds: int, number: int, rules: SolverRules) -> int:
    """What cards of a hand are worth together: those of some kinds, given by their guard bits."""
    worth = 0
    while kinds:
        top = kinds & -kinds
        kinds ^= top
        worth += rules.worths[rules.kind_at[top]] * (number // (top >> BITS - 1) & COUNT)
    return worth
