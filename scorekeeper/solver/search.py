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

Left = tuple[int, int]
"""How many cards of the wild rank and jokers are left over."""

NO_WILDS: Left = (0, 0)

Choice = tuple[int, list[Group], Left]
"""What the cards cost that are left, the groups of the others, and which wilds are left."""

Taken = tuple[Group, "Taken"] | None
"""Groups that are chosen: the last of them, and those before."""


def cheapest(hand: Hand, below: int) -> Choice | None:
    """The choice of groups that leaves the least; None if it does not cost less than a bound.

    Of choices that cost as much it is the first in the order of the groups.
    """
    naturals = sum(map(hand.rules.worths.__getitem__, hand.kinds))
    # To be better than the bound more than this must be saved.
    best = naturals - below
    saved, left = 0, NO_WILDS
    if hand.wilds:
        left = wilds_left(hand, 0, 0, 0)
        saved -= cost_of(left, hand.rules)
    taken: Taken = None
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


def wilds_left(hand: Hand, need: int, room: int, as_themselves: int) -> Left:
    """Which wilds are left beside groups with so much need and room: the cheapest.

    Some cards of the wild rank are in the groups as themselves.
    """
    rules, held = hand.rules, len(hand.wilds)
    over = held - room
    if over <= 0 or (rules.limit == "any" and held - need >= SMALLEST):
        # Three wilds or more are a meld of their own.
        return NO_WILDS
    jokers = hand.wilds.count(rules.joker)
    if rules.cost_of_wild <= rules.costs[rules.joker]:
        of_rank = min(over, held - jokers - as_themselves)
    else:
        of_rank = max(0, over - jokers)
    return of_rank, over - of_rank


def cost_of(left: Left, rules: SolverRules) -> int:
    """What wilds cost that are left."""
    of_rank, jokers = left
    return of_rank * rules.cost_of_wild + jokers * rules.costs[rules.joker]


def search(hand: Hand, rest: int, best: int) -> tuple[int, Taken, Left] | None:
    """The groups that save the most, if it is more than ``best``: what they save, and which.

    ``rest`` is what all the cards are worth. What wilds cost that are left over is not saved.

    Depth first: each group that still fits is taken, and what comes without it waits. A state is
    given up where all the wilds to spare, each for as much as the next group saves for it, would
    not save more than the best, nor would all the cards that groups could still take; and where it
    was met before, after other groups of the same cards.
    """
    rules, groups, held = hand.rules, hand.groups, len(hand.wilds)
    guard, own = rules.guard, rules.own_fields
    number = hand.number + guard
    count = len(groups)
    room_matters = held and hand.room_matters
    ends = [0] * (count + 1)
    if held < 2 and count > FEW:
        reached = mark_ends(groups, ends, rules)
        top_of, worths = rules.top_of, rules.worths
        rest = sum([worths[kind] for kind in hand.kinds if reached & top_of[kind]])
    losses = losses_of(hand) if held and rules.is_limited and not own else None
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
        if losses and room < held:
            # No group will have room for these.
            floor += losses[max(0, held - room - rules.most_room(rest % CARD))]
        for i in range(first, count):
            group = groups[i]
            each, worth, need, more, cards, _, _ = group
            if rest <= floor or (need and spare * each <= floor):
                break
            lost = ends[i + 1] and worth_of(ends[i + 1], free, rules)
            if need <= spare and (free - cards) & guard == guard:
                # The same group may come again, of cards that are held twice.
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
                    left = NO_WILDS
                    now = saved
                    if room < held:
                        left = wilds_left(hand, held - spare, room, (number - free & own) % FIELD)
                        now -= cost_of(left, rules)
                    if now > best:
                        best, found = now, (now, taken, left)
                    break
            rest -= lost
    return found


def losses_of(hand: Hand) -> list[int]:
    """What it costs to leave no wild, one of them, and so on: the cheapest are left."""
    held = len(hand.wilds)
    return [cost_of(wilds_left(hand, 0, room, 0), hand.rules) for room in range(held, -1, -1)]


def mark_ends(groups: Sequence[Group], ends: list[int], rules: SolverRules) -> int:
    """Mark at each place in the list the cards that only groups before it take; and return all.

    They are given by their guard bits.
    """
    reached = 0
    unreached = rules.guard - rules.ones * rules.of_suits
    for i in range(len(groups) - 1, -1, -1):
        last = groups[i][4] & unreached
        if last:
            ends[i + 1] = last = last + rules.below_1 & rules.guard
            reached |= last
            unreached &= ~(last - (last >> BITS - 1))
    return reached


def worth_of(kinds: int, hand: int, rules: SolverRules) -> int:
    """What cards of a hand are worth together: those of some kinds, given by their guard bits."""
    worth = 0
    while kinds:
        top = kinds & -kinds
        kinds ^= top
        worth += rules.worths[rules.kind_at[top]] * (hand // (top >> BITS - 1) & COUNT)
    return worth
