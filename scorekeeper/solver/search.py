"""The cheapest choice of groups: branch and bound, the most worth for each wild first."""

from scorekeeper.melds import SMALLEST
from scorekeeper.solver.groups import Group, Hand
from scorekeeper.solver.kinds import BITS, COUNT
from scorekeeper.solver.rules import CARD, NO_LIMIT

MOST_REMEMBERED = 400_000
"""States of a search that are remembered: they take less than 100 MB."""

FEW = 12
"""So few groups are tried without a look at which cards are in none."""

FIELD = (1 << BITS) - 1
"""The rest of dividing a hand by this is how many cards it has."""

Choice = tuple[int, tuple[Group, ...], int]
"""What the cards cost that are left, the groups of the others, and how many wilds are left."""

State = tuple[int, int, int, int]
"""From which of the groups on, the wilds and the cards that are not used, and the room."""

Waiting = tuple[State, int, tuple[Group, ...]]
"""A state, what is saved, and the groups taken."""


def cheapest(hand: Hand, below: int) -> Choice | None:
    """The choice of groups that leaves the least; None if it does not cost less than a bound.

    Of choices that cost as much it is the first in the order of the groups.

    Depth first: each group that still fits is taken, and then it is done without. A state is given
    up where all the wilds to spare, each for as much as the next group saves for it, would not save
    more than the best so far, nor would all the cards that are in groups; and where it was met
    before, after other groups of the same cards.
    """
    rules, groups, held = hand.rules, hand.groups, len(hand.wilds)
    guard, own, count = rules.guard, rules.own_fields, len(groups)
    # Three wilds or more that no group needs may be a meld of their own.
    alone = SMALLEST if rules.limit == "any" else NO_LIMIT
    naturals = most = sum(map(rules.worths.__getitem__, hand.kinds)) + rules.cost_missing
    if not held and count > FEW:
        # A card that is in no group is left.
        grouped = 0
        for group in groups:
            grouped |= group[4]
        kinds = [kind for kind in hand.kinds if grouped & rules.units[kind] * COUNT]
        most = sum(map(rules.worths.__getitem__, kinds)) + rules.cost_missing
    losses: list[int] = []
    if held and rules.is_limited and not own:
        losses = [cost_of_wilds(hand, left, 0) for left in range(held + 1)]
    # To be better than the bound more than this must be saved.
    best = naturals - below
    found: tuple[tuple[Group, ...], int] | None = None
    met: set[State] = set()

    waiting: list[Waiting] = [((0, held, hand.number + guard, 0), 0, ())]
    while waiting:
        (first, spare, free, room), saved, taken = waiting.pop()
        if saved > best:
            now, left = saved, 0
            if room < held and spare < alone:
                left = held - room
                now -= cost_of_wilds(hand, left, (hand.number + guard - free & own) % FIELD)
            if now > best:
                best, found = now, (taken, left)
        # No group will have room for these.
        lost = losses[max(0, held - room - rules.most_room((most - saved) % CARD))] if losses else 0
        if most - lost <= best:
            continue
        for i in range(first, count):
            group = groups[i]
            each, worth, need, more, cards, _, _ = group
            if need and saved - lost + spare * each <= best:
                break
            if need <= spare and (rest := free - cards) & guard == guard:
                # From here on, as the same group may come again, of cards that are held twice.
                state = i, spare - need, rest, min(room + more, held)
                if state not in met:
                    if len(met) < MOST_REMEMBERED:
                        met.add(state)
                    if i + 1 < count:
                        waiting.append(((i + 1, spare, free, room), saved, taken))
                    waiting.append((state, saved + worth, (*taken, group)))
                    break
    return (naturals - best, *found) if found else None


def cost_of_wilds(hand: Hand, left: int, as_themselves: int) -> int:
    """What it costs to leave the cheapest wilds, with some of the wild rank used as themselves."""
    costs = [hand.rules.costs[kind] for kind in hand.wilds[as_themselves:]]
    return sum(sorted(costs)[:left])
