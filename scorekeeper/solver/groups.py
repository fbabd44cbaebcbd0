"""The groups of a hand: every choice of natural cards that the best melds can be made of."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from scorekeeper.solver.rules import BITS, ENDLESS, LONGEST, SolverRules

Group = tuple[int, int, int, int, int, Sequence[int], tuple[int, ...]]
"""Naturals that are a meld with the right number of wilds, and any number from need to room will do.

That is: the worth for each wild needed, rounded up (``FREE`` where none is); the worth, which is
what the cards would cost; the need; the room; the cards as a number; then the kinds of a set, or
the line of a run's suit and the places of its cards there (none for a set). A card of the wild rank
standing as itself uses up a wild, which counts as needed and as room.
"""

FREE = 1 << 60
"""The worth for each wild of what needs none: it comes before all others."""

MOST_KNOWN = 6
"""Cards of a rank whose sets are kept: of more there are too many."""

Open = tuple[int, tuple[int, ...], int, int, int]
"""A run that may go on: from which of the spots, its places, cards and worth, and how many are
of the wild rank."""


class Hand:
    """A hand taken apart: its kinds in order, those of them that are wild, and its number.

    ``groups`` are what its melds can be made of, the most worth for each wild first; others of a
    hand with more cards may be among them.
    """

    __slots__ = ("_groups", "kinds", "number", "rules", "wilds")

    def __init__(
        self, kinds: Sequence[int], rules: SolverRules, groups: list[Group] | None = None
    ) -> None:
        self.kinds = kinds
        self.rules = rules
        self.wilds = [kind for kind in kinds if kind in rules.wilds]
        self.number = sum(map(rules.unit_of.__getitem__, kinds))
        self._groups = groups

    @property
    def groups(self) -> list[Group]:
        """Listed when they are first asked for."""
        if self._groups is None:
            self._groups = groups_of(self)
        return self._groups

    def without(self, kind: int, count: int = 1) -> "Hand":
        """The same hand but for so many cards of a kind."""
        rest = list(self.kinds)
        for _ in range(count):
            rest.remove(kind)
        if kind in rest or not self.rules.unit_of[kind]:
            return Hand(rest, self.rules, self.groups)
        if self.rules.is_limited:
            return Hand(rest, self.rules)
        passing = groups_passing(kind, self)
        return Hand(rest, self.rules, sorted(self.groups + passing, reverse=True))


def groups_of(hand: Hand) -> list[Group]:
    """Every group of a hand that can matter, the most worth for each wild first."""
    rules, number, wilds = hand.rules, hand.number, len(hand.wilds)
    could = rules.could_meld(number, wilds)
    if not could:
        return []
    ranks: dict[int, list[int]] = {}
    suits: dict[int, list[int]] = {}
    top_of, rank_of, suit_of = rules.top_of, rules.rank_of, rules.suit_of
    last = -1
    for kind in hand.kinds:
        if could & top_of[kind]:
            ranks.setdefault(rank_of[kind], []).append(kind)
            if kind != last:
                suits.setdefault(suit_of[kind], []).append(kind)
                last = kind
    groups: list[Group] = []
    for held in ranks.values():
        if len(held) + wilds > 2:
            known = known_sets if len(held) <= MOST_KNOWN else sets_of
            groups += known(tuple(held), wilds, rules)
    twice = (number + rules.below_1 - rules.ones * rules.of_suits & rules.guard) >> BITS - 1
    passed = 0
    if wilds and rules.is_limited:
        # A run may pass what a set may take.
        units = [sum(map(rules.unit_of.__getitem__, set(held))) for held in ranks.values() if len(held) > 1]
        passed = sum(units)
    for suit, held in suits.items():
        if len(held) > 1:
            known = known_runs if len(held) <= MOST_KNOWN else runs_of
            fields = rules.suit_fields[suit]
            groups += known(tuple(held), wilds, passed & fields, twice & fields, rules)
    groups.sort(reverse=True)
    return groups


def sets_of(kinds: tuple[int, ...], wilds: int, rules: SolverRules) -> list[Group]:
    """The sets of a rank: some of the cards, each size as far as it can matter."""
    groups: list[Group] = []
    worth, own, units = rules.worths[kinds[0]], kinds[0] in rules.own, rules.unit_of
    held = len(kinds)
    for size, need, room in rules.set_sizes[wilds]:
        if size > held:
            break
        if own:
            need, room = need + size, min(room + size, wilds)
            if need > wilds:
                continue
        saved = worth * size
        each = -(-saved // need) if need else FREE
        for chosen in some_of(kinds, size, rules.suits_differ):
            cards = 0
            for kind in chosen:
                cards += units[kind]
            groups.append((each, saved, need, room, cards, chosen, ()))
    if len(kinds) > LONGEST and not (own or rules.capped_at or rules.suits_differ):
        # Two sets would do as well; one is what people lay.
        cards = sum([units[kind] for kind in kinds])
        room = min(rules.most_wilds(len(kinds)), wilds)
        groups.append((FREE, worth * len(kinds), 0, room, cards, kinds, ()))
    return groups


known_sets = lru_cache(maxsize=2048)(sets_of)
"""The same, kept: the same few cards of a rank come again and again."""


def some_of(kinds: Sequence[int], size: int, suits_differ: bool) -> Iterable[tuple[int, ...]]:
    """Every choice of so many of the kinds; each once where they may not differ."""
    once = list(dict.fromkeys(kinds))
    if suits_differ or len(once) == len(kinds):
        return combinations(once, size)
    if size == len(kinds):
        return (tuple(kinds),)
    few = [kind for kind in once for _ in range(min(size, kinds.count(kind)))]
    return dict.fromkeys(combinations(few, size))


def runs_of(
    kinds: tuple[int, ...], wilds: int, passed: int, twice: int, rules: SolverRules
) -> list[Group]:
    """The runs of a suit, from each of its cards on as far as they can matter.

    ``twice`` has the units of the cards that are held twice, ``passed`` of some that a run under a
    limit may pass, with a wild in their place. Of others it takes every card on its way.
    """
    groups: list[Group] = []
    line, half, rooms = rules.lines[rules.suit_of[kinds[0]]], rules.limit == "half", rules.run_rooms
    spots = sorted([spot for kind in kinds for spot in rules.spots_of[kind]])
    count = len(spots)
    widest = min(wilds, rules.widest_gaps, count if half else wilds)
    passes_all = passed and twice
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
                    groups.append((each, run[3], need, min(room, wilds), run[2], line, run[1]))
            if not (passes_all or passed & unit or cards & twice):
                break
    return groups


known_runs = lru_cache(maxsize=2048)(runs_of)
"""The same, kept."""


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


def groups_passing(kind: int, hand: Hand) -> list[Group]:
    """Groups that there are without a kind: runs that pass its place, where a wild is."""
    rules, wilds = hand.rules, len(hand.wilds)
    line = rules.lines[rules.suit_of[kind]]
    place = line.index(kind)
    passing: list[Group] = []
    for _, worth, need, room, cards, of_line, places in hand.groups:
        if need < wilds and of_line is line and place in places[1:-1]:
            if places[-1] - places[0] < LONGEST:
                saved, need = worth - rules.worths[kind], need + 1
                each, room = -(-saved // need), min(room + 1, wilds)
                left = cards - rules.unit_of[kind]
                rest = tuple([other for other in places if other != place])
                passing.append((each, saved, need, room, left, line, rest))
    return passing
