"""The groups of a hand: every choice of natural cards that the best melds can be made of."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from scorekeeper.solver.rules import BITS, ENDLESS, LONGEST, SolverRules, Spot

Group = tuple[int, int, int, int, int, Sequence[int], tuple[int, ...]]
"""Naturals that are a meld with the right number of wilds, and any number from need to room will do.

That is: the worth for each wild needed, rounded up (``FREE`` where none is); the worth, which is
what the cards would cost; the need; the room; the cards as a number; then the kinds of a set, or
the line of a run's suit and the places of its cards there (none for a set). A card of the wild rank
standing as itself uses up a wild, which counts as needed and as room.
"""

FREE = 1 << 60
"""The worth for each wild of what needs none: it comes before all others."""

Open = tuple[int, tuple[int, ...], int, int, int]
"""A run that may go on: from which of the spots, its places, cards and worth, and how many are
of the wild rank."""


def groups_of(kinds: Sequence[int], rules: SolverRules) -> list[Group]:
    """Every group of these kinds that can matter, the most worth for each wild first."""
    wilds = len([kind for kind in kinds if kind in rules.wilds])
    hand = sum(map(rules.unit_of.__getitem__, kinds))
    could = rules.could_meld(hand, wilds)
    if not could:
        return []
    ranks: dict[int, list[int]] = {}
    suits: dict[int, list[Spot]] = {}
    top_of, rank_of, suit_of, spots_of = rules.top_of, rules.rank_of, rules.suit_of, rules.spots_of
    last = -1
    for kind in kinds:
        if could & top_of[kind]:
            ranks.setdefault(rank_of[kind], []).append(kind)
            if kind != last:
                suits.setdefault(suit_of[kind], []).extend(spots_of[kind])
                last = kind
    groups: list[Group] = []
    for of_rank in ranks.values():
        if len(of_rank) + wilds > 2:
            list_sets(of_rank, wilds, rules, groups)
    twice = (hand + rules.below_1 - rules.ones * rules.of_suits & rules.guard) >> BITS - 1
    may_pass = 0
    if wilds and rules.is_limited:
        # What a set may take, and in a suit with a card held twice what another run may.
        for of_rank in ranks.values():
            if len(of_rank) > 1:
                may_pass += sum(map(rules.unit_of.__getitem__, set(of_rank)))
    for suit, along in suits.items():
        if len(along) > 1 and len(along) + wilds > 2:
            along.sort()
            line = rules.lines[suit]
            if may_pass and any(twice & spot[1] for spot in along):
                list_runs(along, line, wilds, -1, twice, rules, groups)
            else:
                list_runs(along, line, wilds, may_pass, twice, rules, groups)
    groups.sort(reverse=True)
    return groups


def list_sets(
    kinds: Sequence[int], wilds: int, rules: SolverRules, groups: list[Group]
) -> None:
    """Add the sets of a rank: some of the cards, each size as far as it can matter."""
    worth, own = rules.worths[kinds[0]], kinds[0] in rules.own
    units = rules.unit_of
    for size, need, room in rules.set_sizes[wilds]:
        if size > len(kinds):
            break
        if own:
            need, room = need + size, min(room + size, wilds)
            if need > wilds:
                continue
        saved = worth * size
        each = -(-saved // need) if need else FREE
        for chosen in some_of(kinds, size, rules.suits_differ):
            cards = sum([units[kind] for kind in chosen])
            groups.append((each, saved, need, room, cards, chosen, ()))
    if len(kinds) > LONGEST and not (own or rules.capped_at or rules.suits_differ):
        # Two sets would do as well; one is what people lay.
        cards = sum([units[kind] for kind in kinds])
        room = min(rules.most_wilds(len(kinds)), wilds)
        groups.append((FREE, worth * len(kinds), 0, room, cards, kinds, ()))


def some_of(kinds: Sequence[int], size: int, suits_differ: bool) -> Iterable[tuple[int, ...]]:
    """Every choice of so many of the kinds; each once where they may not differ."""
    if size == len(kinds) and not suits_differ:
        return (tuple(kinds),)
    once = list(dict.fromkeys(kinds))
    if size == 1:
        return [(kind,) for kind in once]
    if suits_differ or len(once) == len(kinds):
        return combinations(once, size)
    few = [kind for kind in once for _ in range(min(size, kinds.count(kind)))]
    return dict.fromkeys(combinations(few, size))


def list_runs(
    spots: Sequence[Spot],
    line: Sequence[int],
    wilds: int,
    may_pass: int,
    twice: int,
    rules: SolverRules,
    groups: list[Group],
) -> None:
    """Add the runs of a suit: each beginning with each of its cards, and as far as it can matter.

    ``twice`` has the units of the cards that are held twice.
    """
    half, rooms = rules.limit == "half", rules.run_rooms
    widest = min(wilds, rules.widest_gaps, len(spots) if half else wilds)
    count = len(spots)
    open_runs: list[Open] = [
        (at, (place,), unit, worth, own) for at, (place, unit, worth, own) in enumerate(spots, 1)
    ]
    while open_runs:
        at, places, cards, saved, owned = open_runs.pop()
        first, naturals = places[0], len(places) + 1
        while at < count:
            place, unit, worth, own = spots[at]
            at += 1
            gaps = place + 1 - first - naturals
            if gaps > widest:
                break
            need, room = gaps or naturals == 2, rooms[naturals]
            is_long = gaps and place - first >= LONGEST
            if is_long and not half:
                break
            run = at, (*places, place), cards + unit, saved + worth, owned + own
            open_runs.append(run)
            if need <= room and not (is_long and parts(run[1], need, rooms)):
                need += run[4]
                room += run[4]
                if need <= wilds:
                    each = -(-run[3] // need) if need else FREE
                    groups.append(
                        (each, run[3], need, min(room, wilds), run[2], line, run[1])
                    )
            if not (may_pass & unit or cards & twice):
                break


def parts(places: Sequence[int], need: int, rooms: Sequence[int]) -> bool:
    """Whether a run parts in two that need no more wilds: then those have as much room."""
    for at in range(2, len(places) - 1):
        needs = 0
        for part in (places[:at], places[at:]):
            naturals = len(part)
            gaps = part[-1] + 1 - part[0] - naturals
            own_need = gaps or naturals == 2
            needs += own_need if own_need <= rooms[naturals] else ENDLESS
        if needs <= need:
            return True
    return False
