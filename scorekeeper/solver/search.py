"""The cheapest choice of groups: branch and bound, the most worth for each wild first."""

from collections.abc import Sequence

from scorekeeper.melds import SMALLEST
from scorekeeper.solver.groups import Group, Hand
from scorekeeper.solver.kinds import BITS, COUNT
from scorekeeper.solver.rules import CARD, SolverRules

MOST_REMEMBERED = 400_000
"""States of a search that are remembered: they take less than 100 MB."""

FEW = 18
"""So few groups are tried without a look at which cards are lost."""

FIELD = (1 << BITS) - 1
"""The rest of dividing a hand by this is how many cards it has."""

Choice = tuple[int, list[Group], int]
"""What the cards cost that are left, the groups of the others, and how many wilds are left."""

Taken = tuple[Group, "Taken"] | None
"""Groups that are taken: the last of them, and those before."""


def cheapest(hand: Hand, below: int) -> Choice | None:
    """The choice of groups that leaves the least; None if it does not cost less than a bound.

    Of choices that cost as much it is the first in the order of the groups.
    """
    naturals = sum(map(hand.rules.worths.__getitem__, hand.kinds))
    left = wilds_left(hand, 0, 0)
    saved = -cost_of_wilds(hand, left, 0) if left else 0
    taken: Taken = None
    # To be better than the bound more than this must be saved.
    best = naturals - below
    is_found = saved > best
    if hand.groups:
        found = search(hand, naturals, saved if is_found else best)
        if found is not None:
            saved, taken, left = found
            is_found = True
    if not is_found:
        return None
    chosen: list[Group] = []
    while taken:
        group, taken = taken
        chosen.append(group)
    chosen.reverse()
    return naturals - saved, chosen, left


def wilds_left(hand: Hand, need: int, room: int) -> int:
    """How many wilds are left beside groups with so much need and room."""
    held = len(hand.wilds)
    # Three wilds or more that no group needs may be a meld of their own.
    is_alone = hand.rules.limit == "any" and held - need >= SMALLEST
    return 0 if is_alone or room >= held else held - room


def cost_of_wilds(hand: Hand, left: int, as_themselves: int) -> int:
    """What it costs to leave the cheapest wilds, with some of the wild rank used as themselves."""
    costs = [hand.rules.costs[kind] for kind in hand.wilds[as_themselves:]]
    return sum(sorted(costs)[:left])


def search(hand: Hand, rest: int, best: int) -> tuple[int, Taken, int] | None:
    """The groups that save the most, if it is more than ``best``, and how many wilds they leave.

    ``rest`` is what all the cards are worth. What wilds cost that are left over is not saved.

    Depth first: each group that still fits is taken, and what comes without it waits. A state is
    given up where all the wilds to spare, each for as much as the next group saves for it, would
    not save more than the best, nor would all the cards that groups could still take; and where it
    was met before, after other groups of the same cards.
    """
    rules, groups, held = hand.rules, hand.groups, len(hand.wilds)
    guard, own, count = rules.guard, rules.own_fields, len(groups)
    number = hand.number + guard
    room_matters = held and hand.room_matters
    ends = [0] * (count + 1)
    if held < 2 and count > FEW:
        reached = mark_ends(groups, ends, rules)
        rest = worth_of(reached, hand.number, rules)
    losses: list[int] = []
    if held and rules.is_limited and not own:
        losses = [cost_of_wilds(hand, left, 0) for left in range(held + 1)]
    found = None
    met: set[tuple[int, int, int, int]] = set()
    # What is tried next: the groups from there on, with the wilds and the cards that are not used,
    # what is saved, what cards are worth that are not, the room, and the groups taken.
    waiting: list[tuple[int, int, int, int, int, int, Taken]] = [
        (0, held, number, 0, rest, 0, None)
    ]
    while waiting:
        first, spare, free, saved, rest, room, taken = waiting.pop()
        floor = best - saved
        if losses:
            # No group will have room for these.
            floor += losses[max(0, held - room - rules.most_room(rest % CARD))]
        for i in range(first, count):
            group = groups[i]
            each, worth, need, more, cards, _, _ = group
            if rest <= floor or (need and spare * each <= floor):
                break
            lost = ends[i + 1] and worth_of(ends[i + 1], free, rules)
            if need <= spare and (free - cards) & guard == guard:
                # From here on, as the same group may come again, of cards that are held twice.
                state = i, spare - need, free - cards, room + more if room_matters else 0
                if state not in met:
                    if len(met) < MOST_REMEMBERED:
                        met.add(state)
                    if i + 1 < count:
                        waiting.append((i + 1, spare, free, saved, rest - lost, room, taken))
                    spare -= need
                    free -= cards
                    saved += worth
                    room += more
                    taken = group, taken
                    waiting.append((i, spare, free, saved, rest - worth, room, taken))
                    now, left = saved, 0
                    if room < held and (left := wilds_left(hand, held - spare, room)):
                        as_themselves = (number - free & own) % FIELD
                        now -= cost_of_wilds(hand, left, as_themselves)
                    if now > best:
                        best, found = now, (now, taken, left)
                    break
            rest -= lost
    return found


def mark_ends(groups: Sequence[Group], ends: list[int], rules: SolverRules) -> int:
    """Mark at each place in the list the cards that only groups before it take; and return all.

    They are given by their guard bits.
    """
    reached = 0
    unreached = rules.below_1
    for i in range(len(groups) - 1, -1, -1):
        if last := groups[i][4] & unreached:
            ends[i + 1] = last = last + rules.below_1 & rules.guard
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
