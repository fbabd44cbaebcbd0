"""The cheapest arrangement of a hand: rules as the search needs them, groups, and the search."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from scorekeeper.cards import BY_NAME, JOKER, MOST_CARDS
from scorekeeper.melds import SMALLEST
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import WithoutSequences

BITS = 6  # bits of a field: five to count the copies of a card, and one to guard the field above
COUNT = (1 << BITS - 1) - 1  # the bits of a field that count


class Kinds:
    """The kinds of cards of a game, the same in all its rounds.

    Identical cards are one kind; kinds are numbered as hands are sorted, the joker last. A hand is
    a number with a field for each place in the ``lines``. A card that is on its line twice, like an
    ace at both ends, has its field where it comes first.
    """

    def __init__(self, suits: str, ranks: str, line: str) -> None:
        self.cards = [BY_NAME[rank + suit] for suit in suits for rank in ranks]
        self.cards.append(JOKER)
        self.kind_of = {card: kind for kind, card in enumerate(self.cards)}
        self.joker = self.kind_of[JOKER]
        self.names = [str(card) for card in self.cards]
        self.rank_of = [kind % len(ranks) for kind in range(len(self.cards))]
        self.suit_of = [kind // len(ranks) for kind in range(len(self.cards))]
        # The places of each suit in the order of runs, and the line of each kind; a joker has none.
        self.lines = [[self.kind_of[BY_NAME[rank + suit]] for rank in line] for suit in suits]
        self.line_of = [line for line in self.lines for _ in ranks] + [[]]
        self._find_fields(len(line), len(ranks))

    def _find_fields(self, line: int, ranks: int) -> None:
        """The fields of a hand, and the masks that test many of them at once."""
        # Two empty fields between suits, so that neighbours are always of one suit.
        suit_bits = BITS * (line + 2)
        self.ones = sum(1 << BITS * place for place in range(line))
        self.of_suits = sum(1 << suit_bits * suit for suit in range(len(self.lines)))
        self.one_suit = (1 << suit_bits) - 1
        self.suit_fields = [self.one_suit << suit_bits * suit for suit in range(len(self.lines))]
        self.below_1 = COUNT * self.ones * self.of_suits
        self.guard = self.below_1 + self.ones * self.of_suits
        self.second_place_shift = BITS * ranks  # how far up the second place of a card on a line is
        self.placed_twice = COUNT * (self.ones >> self.second_place_shift) * self.of_suits
        self.units = [0] * len(self.cards)  # the number of one card of each kind
        self.tops = [0] * len(self.cards)  # the guard bits of all its places
        for suit, kinds in enumerate(self.lines):
            for place in range(line - 1, -1, -1):
                unit = 1 << suit_bits * suit + BITS * place
                self.units[kinds[place]] = unit
                self.tops[kinds[place]] |= unit << BITS - 1

    def could_meld(self, number: int, wilds: int) -> int:
        """The guard bits of the cards of a hand that could be in a meld with this many wilds.

        Some others may be included. It looks at all the cards at once: without wilds a card needs
        two others of its rank, or two neighbours; with one wild it needs one of them.
        """
        if wilds > 1:
            return self.guard
        if self.placed_twice:
            number += (number & self.placed_twice) << self.second_place_shift
        held = number + self.below_1 & self.guard
        first, second = held >> BITS, held >> 2 * BITS  # the neighbours above
        near = held & (first | second if wilds else first & second)
        near |= near << BITS | near << 2 * BITS
        ranks = number % self.one_suit + (COUNT - 2 + wilds) * self.ones & self.ones << BITS - 1
        return near | ranks * self.of_suits


kinds_of = lru_cache(maxsize=64)(Kinds)


# ── a round's rules ──────────────────────────────────────────────────────────────────────────

CARD = 1 << 16
"""A cost is points times this, plus cards: so equal points are decided by the fewest cards."""

NO_LIMIT = 1 << 60  # more than any cost, any worth for each wild, and the wilds of any hand
RUN = 1 << 52  # the cost of a missing run that a hand needs: more than all its cards

LONGEST = 5  # the places of a run, or the cards of a set, that can't be split in two

Spot = tuple[int, int, int, bool]
"""A kind's place in a run: the place, the kind's unit and worth, and whether it is ``own``."""


class SolverRules(Kinds):
    """What the kinds of cards do in a round: which are wild, what each costs, how they meld."""

    def __init__(self, rules: RoundRules) -> None:
        # The same objects as in the other rounds of the game: a processor's cache holds them once.
        vars(self).update(vars(kinds_of(rules.suits, rules.ranks, rules.run_order)))
        self.limit = rules.wild_limit
        self.is_limited = rules.wild_limit in ("half", "one")
        self.capped_at = rules.set_max
        self.suits_differ = rules.set_distinct_suits
        self.cap = rules.hand_cap or NO_LIMIT
        self.missing = self.cost_missing = 0  # number and cost of all runs that a hand needs
        self.reading: WithoutSequences = "all"
        self._find_wilds(rules)
        self._find_sizes(len(rules.run_order))
        self.needs_runs = rules.needs_runs
        if self.needs_runs:
            self._find_missing(rules)
        self.own_fields = sum(self.units[kind] * COUNT for kind in self.own)

    def _find_wilds(self, rules: RoundRules) -> None:
        """Which kinds are wild, what each costs, and which can stand as themselves."""
        self.wilds = frozenset(kind for kind, card in enumerate(self.cards) if rules.is_wild(card))
        of_rank = self.wilds - {self.joker}
        # The kinds of the wild rank, if a card of it may stand as itself.
        self.own = of_rank if rules.wild_as_rank and rules.wild_limit != "any" else frozenset()
        self.costs = [rules.points[card] * CARD + 1 for card in self.cards]
        kinds = range(len(self.cards))
        # What each saves if it melds as itself, and the order in which a player would throw them.
        self.worths = [0 if kind in self.wilds else self.costs[kind] for kind in kinds]
        self.throw_order = [(kind in self.wilds, -self.costs[kind]) for kind in kinds]
        always_wild = self.wilds - self.own
        # Only for kinds that can stand as themselves; 0 for others.
        self.unit_of = [0 if kind in always_wild else self.units[kind] for kind in kinds]
        self.top_of = [0 if kind in always_wild else self.tops[kind] for kind in kinds]
        self.spots_of: list[list[Spot]] = [[] for _ in kinds]
        for line in self.lines:
            for place, kind in enumerate(line):
                spot = place, self.units[kind], self.worths[kind], kind in self.own
                self.spots_of[kind].append(spot)

    def _find_missing(self, rules: RoundRules) -> None:
        """The runs that a hand needs, as extra kinds of cards that a run takes out of it."""
        self.pure_runs = rules.pure_sequences
        if rules.hand_cap or rules.without_sequences != "flat":
            self.reading = rules.without_sequences
        more = 0 if self.reading == "pure" else max(0, rules.sequences - self.pure_runs)
        of_rank = self.wilds - {self.joker}
        if not self.own:
            # A wild that stands as itself keeps a run pure; otherwise it is a wild.
            for kind in of_rank:
                self.unit_of[kind] = self.units[kind]
            self.own = of_rank
        # Two empty fields apart, because they aren't neighbours.
        above = self.of_suits.bit_length() - 1 + self.one_suit.bit_length()
        self.pure, self.run = 1 << above, 1 << above + 3 * BITS
        self.guard += self.pure + self.run << BITS - 1
        self.missing = self.pure_runs * self.pure + more * self.run
        self.cost_missing = (self.pure_runs + more) * RUN

    def _find_sizes(self, line: int) -> None:
        """The sizes of sets and runs, with the wilds that they need and have room for."""
        self.widest_gap = {"half": line, "one": 1}.get(self.limit, LONGEST - 2)
        # The room of runs by their naturals; below, sizes of sets with need and room, by the wilds.
        self.run_rooms = [
            min(self.most_wilds(naturals), line - naturals) for naturals in range(line + 1)
        ]
        sizes = []
        for naturals in range(1, min(self.capped_at or LONGEST, LONGEST) + 1):
            room = self.most_wilds(naturals)
            if self.capped_at:
                # A single card with more wilds than a set may hold is a run.
                most = max(self.capped_at, line) if naturals == 1 else self.capped_at
                room = min(room, most - naturals)
            need = max(0, 3 - naturals)
            if need <= room:
                sizes.append((naturals, need, room))
        self.set_sizes = [
            [(size, need, min(room, wilds)) for size, need, room in sizes if need <= wilds]
            for wilds in range(MOST_CARDS + 1)
        ]

    def counted(self, cost: int, kinds: Iterable[int]) -> int:
        """The points that count for a hand of these ``kinds`` with this ``cost`` left over."""
        if self.reading == "flat" and cost == sum(map(self.costs.__getitem__, kinds)):
            return self.cap
        return min(cost // CARD, self.cap)

    def most_wilds(self, naturals: int) -> int:
        """How many wilds the limit allows in a meld with this many naturals."""
        if self.limit == "half":
            return naturals
        return 1 if self.limit == "one" else NO_LIMIT

    def most_room(self, naturals: int) -> int:
        """The most wilds that the limit allows in all melds of this many naturals together."""
        if self.limit == "half":
            return naturals
        # A meld with one wild has at least two naturals.
        return naturals // 2 if self.limit == "one" else NO_LIMIT


def going_out(rules: RoundRules) -> RoundRules:
    """The rules for going out: without the runs that a hand needs, no card is free."""
    return rules if rules.without_sequences == "all" else replace(rules, without_sequences="all")


solver_rules = lru_cache(maxsize=256)(SolverRules)
"""These rules as the search needs them; the last 256 rounds are cached."""


# ── groups ───────────────────────────────────────────────────────────────────────────────────

Group = tuple[int, int, int, int, int, Sequence[int], tuple[int, ...]]
"""Naturals that are a meld with some wilds: any number of wilds from the need to the room works.

The fields: the worth for each wild needed, rounded up (``NO_LIMIT`` if none is); the worth of the
cards; the need; the room; the cards as a number; then the kinds of a set, or the line of a run's
suit and the places of its cards there (none for a set). A card of the wild rank standing as itself
uses up a wild, which counts as needed and as room.
"""

EVERY = -1  # the cards that a run may pass: all of them

OpenRun = tuple[int, tuple[int, ...], int, int, int]
"""A run that may go on: the next spot, its places, cards and worth, and how many of its cards
are of the wild rank."""


def naturals_of(group: Group) -> tuple[int, ...]:
    """The kinds of the cards of a group; a run's in ascending order."""
    line, places = group[5:]
    return tuple(map(line.__getitem__, places)) if places else tuple(line)


class Hand:
    """A hand taken apart: its kinds in order, its wild kinds, its number, and its groups.

    The groups have the most worth for each wild first; some may be of a hand with more cards.
    """

    __slots__ = ("groups", "kinds", "number", "rules", "wilds")

    def __init__(
        self, kinds: Sequence[int], rules: SolverRules, groups: list[Group] | None = None
    ) -> None:
        self.kinds = kinds
        self.rules = rules
        self.wilds = list(filter(rules.wilds.__contains__, kinds))
        self.number = sum(map(rules.unit_of.__getitem__, kinds)) + rules.missing
        self.groups = groups_of(self) if groups is None else groups

    def without(self, kind: int, count: int = 1) -> "Hand":
        """The same hand without this many cards of a kind."""
        rest = list(self.kinds)
        for _ in range(count):
            rest.remove(kind)
        groups: list[Group] | None = self.groups
        if self.wilds and kind not in rest and self.rules.unit_of[kind]:
            # Runs can now pass its place. Under a limit more changes, so they are listed again. If
            # the hand needs runs, those that pass any card are listed already.
            if self.rules.is_limited:
                groups = None
            elif not self.rules.needs_runs:
                groups = groups_passing(kind, self)
        return Hand(rest, self.rules, groups)


def groups_of(hand: Hand) -> list[Group]:
    """Every group of a hand that can matter, the most worth for each wild first."""
    rules, number, wilds = hand.rules, hand.number, len(hand.wilds)
    could = rules.could_meld(number, wilds)
    if not could:
        return []
    ranks: dict[int, list[int]] = {}
    suits: dict[int, list[Spot]] = {}
    top_of, rank_of, suit_of, spots_of = rules.top_of, rules.rank_of, rules.suit_of, rules.spots_of
    twice, passed, before = 0, 0, -1
    for kind in hand.kinds:
        if could & top_of[kind]:
            ranks.setdefault(rank_of[kind], []).append(kind)
            if kind == before:
                twice |= rules.unit_of[kind]
            else:
                suits.setdefault(suit_of[kind], []).extend(spots_of[kind])
                before = kind
    groups: list[Group] = []
    for held in ranks.values():
        if len(held) + wilds > 2:
            groups += list_sets(held, wilds, rules)
        if wilds and rules.is_limited and len(held) > 1:
            # A run may pass a card that a set may take.
            passed |= sum([rules.unit_of[kind] for kind in set(held)])
    if rules.needs_runs:
        # It may pass a card that another run needs to be pure.
        passed = twice = EVERY
    for suit, spots in suits.items():
        if len(spots) > 1 and len(spots) + wilds > 2:
            line, fields = rules.lines[suit], rules.suit_fields[suit]
            groups += list_runs(spots, wilds, passed & fields, twice & fields, line, rules)
    if rules.needs_runs:
        groups = [*filling_in(groups, hand), *pure_runs(hand)]
    groups.sort(reverse=True)
    return groups


def filling_in(groups: Sequence[Group], hand: Hand) -> Iterator[Group]:
    """The groups of a hand that needs runs: each run by itself, and as one of those it needs.

    A single card with wilds counts as a run, not as a set.
    """
    rules = hand.rules
    for per_wild, worth, need, room, cards, line, places in groups:
        if not places and len(line) == 1 and line[0] not in rules.own:
            kind = line[0]
            line, room = rules.line_of[kind], min(room, rules.run_rooms[1])
            places = (line.index(kind),)
        yield per_wild, worth, need, room, cards, line, places
        if places and rules.missing >= rules.run:
            worth += RUN
            per_wild = -(-worth // need) if need else NO_LIMIT
            yield per_wild, worth, need, room, cards + rules.run, line, places


def pure_runs(hand: Hand) -> Iterator[Group]:
    """The runs in which no card stands in for another, as the pure runs that a hand needs."""
    rules, held = hand.rules, {*hand.kinds}
    for line in rules.lines:
        for first in range(len(line) - 2):
            run: tuple[int, ...] = ()
            for place in range(first, len(line)):
                if line[place] not in held:
                    break
                run = (*run, place)
                if len(run) > 2:
                    kinds = [line[place] for place in run]
                    need = len([kind for kind in kinds if kind in rules.own])
                    worth = sum(map(rules.worths.__getitem__, kinds)) + RUN
                    cards = sum(map(rules.unit_of.__getitem__, kinds)) + rules.pure
                    per_wild = -(-worth // need) if need else NO_LIMIT
                    yield per_wild, worth, need, need, cards, line, run


def list_sets(kinds: Sequence[int], wilds: int, rules: SolverRules) -> list[Group]:
    """The sets of a rank: every choice of cards of each size that can matter."""
    groups: list[Group] = []
    worth, own, units = rules.worths[kinds[0]], kinds[0] in rules.own, rules.unit_of
    if rules.suits_differ:
        kinds = list(dict.fromkeys(kinds))
    held = len(kinds)
    for size, need, room in rules.set_sizes[wilds]:
        if size > held:
            break
        if own:
            need, room = need + size, min(room + size, wilds)
            if need > wilds:
                continue
        saved = worth * size
        per_wild = -(-saved // need) if need else NO_LIMIT
        for chosen in dict.fromkeys(combinations(kinds, size)):
            cards = 0
            for kind in chosen:
                cards += units[kind]
            groups.append((per_wild, saved, need, room, cards, chosen, ()))
    if held > LONGEST and not (own or rules.capped_at or rules.suits_differ):
        # Two sets would be as good; people lay one.
        cards = sum([units[kind] for kind in kinds])
        room = min(rules.most_wilds(len(kinds)), wilds)
        groups.append((NO_LIMIT, worth * len(kinds), 0, room, cards, kinds, ()))
    return groups


def list_runs(
    spots: list[Spot], wilds: int, passed: int, twice: int, line: Sequence[int], rules: SolverRules
) -> list[Group]:
    """The runs along a line that can matter, beginning at each of the spots.

    ``twice`` has the units of the cards held twice, and ``passed`` those of cards that a run under
    a limit may pass, with a wild in their place. It takes every other card on its way.
    """
    half, rooms, count = rules.limit == "half", rules.run_rooms, len(spots)
    longest = len(line) if half else LONGEST
    spots.sort()
    widest = min(wilds, rules.widest_gap, count if half else wilds)
    found: list[Group] = []
    open_runs: list[OpenRun] = [
        (at, (place,), unit, worth, own)
        # Without wilds a run needs three naturals.
        for at, (place, unit, worth, own) in enumerate(spots[: -1 if wilds else -2], 1)
    ]
    while open_runs:
        at, places, cards, saved, owned = open_runs.pop()
        first, naturals = places[0], len(places)
        for after in range(at, count):
            place, unit, worth, own = spots[after]
            gaps = place - first - naturals
            if gaps and (gaps > widest or place - first >= longest):
                break
            if (twice and cards & twice) or (passed and (twice or passed & unit)):
                open_runs.append((after + 1, places, cards, saved, owned))
            naturals += 1
            places = (*places, place)
            cards += unit
            saved += worth
            owned += own
            need, room = owned + (gaps or naturals == 2), rooms[naturals] + owned
            if need <= room and need <= wilds:
                per_wild = -(-saved // need) if need else NO_LIMIT
                found.append((per_wild, saved, need, min(room, wilds), cards, line, places))
    return undivided(found, wilds) if half else found


def undivided(runs: list[Group], wilds: int) -> list[Group]:
    """The runs of a line without those with a gap that split into two others just as good."""
    fills = {places: (need, room) for _, _, need, room, _, _, places in runs}

    def splits_in_two(places: tuple[int, ...]) -> bool:
        need, room = fills[places]
        has_gap = places[-1] - places[0] >= len(places)
        for at in range(2, len(places) - 1) if has_gap else ():
            low, high = fills.get(places[:at]), fills.get(places[at:])
            if low and high and low[0] + high[0] <= need and min(low[1] + high[1], wilds) >= room:
                return True
        return False

    return [run for run in runs if not splits_in_two(run[6])]


def groups_passing(kind: int, hand: Hand) -> list[Group]:
    """The groups of a hand, and the runs that pass the place of a kind with a wild.

    A card of the wild rank that stood there as itself was already a wild.
    """
    rules, wilds = hand.rules, len(hand.wilds)
    line = rules.line_of[kind]
    more = 0 if kind in rules.own else 1
    passing: list[Group] = []
    for _, worth, need, room, cards, of_line, places in hand.groups:
        if of_line is line and kind in [line[place] for place in places[1:-1]]:
            need += more
            if need <= wilds and places[-1] - places[0] < LONGEST:
                saved = worth - rules.worths[kind]
                rest = tuple([place for place in places if line[place] != kind])
                left, room = cards - rules.unit_of[kind], min(room + more, wilds)
                passing.append((-(-saved // need), saved, need, room, left, line, rest))
    return sorted(hand.groups + passing, reverse=True) if passing else hand.groups


# ── branch and bound ─────────────────────────────────────────────────────────────────────────

MOST_REMEMBERED = 400_000  # the number of states a search remembers: they take less than 100 MB
FEW_GROUPS = 12  # with at most this many groups, the search doesn't look for parts of the hand
FIELD = (1 << BITS) - 1  # a hand modulo this is its number of cards

Choice = tuple[int, tuple[Group, ...], int]
"""The cost of the cards left over, the groups of the others, and how many wilds are left."""

State = tuple[int, int, int, int]  # the next group, the unused wilds and cards, and the room
Waiting = tuple[State, int, tuple[Group, ...]]  # a state, the saving, and the groups taken


def cheapest(hand: Hand, below: int) -> Choice | None:
    """The choice of groups that leaves the least; None if it doesn't cost less than ``below``.

    Of choices with equal cost, it is the first in the order of the groups.

    Depth first: each group that still fits is first taken, then skipped. A state is given up if
    the spare wilds couldn't save more than the best so far, even if each saved as much as in the
    next group; if all the cards in groups couldn't either; or if the same state came up before,
    after other groups of the same cards.
    """
    rules, groups, held = hand.rules, hand.groups, len(hand.wilds)
    guard, own, count = rules.guard, rules.own_fields, len(groups)
    # Three or more wilds that no group needs may be a meld of their own.
    alone = SMALLEST if rules.limit == "any" else NO_LIMIT
    everything = most = sum(map(rules.worths.__getitem__, hand.kinds)) + rules.cost_missing
    if not held and len({*hand.kinds}) == len(hand.kinds):
        # Groups that share no card are all taken: there is nothing to choose.
        free, cost = hand.number + guard, everything
        for _, worth, need, _, cards, _, _ in groups:
            free -= cards
            cost -= worth
            if need or free & guard != guard:
                break
        else:
            return (cost, tuple(groups), 0) if cost < below else None
    if not held and count > FEW_GROUPS:
        # A card in no group is left over, and parts that share no group are searched separately.
        parts = parts_of(hand)
        kinds = [kind for part in parts for kind in part.kinds]
        most = sum(map(rules.worths.__getitem__, kinds)) + rules.cost_missing
        if len(parts) > 1:
            rest, chosen = below - everything + most, list[Group]()
            for part in parts:
                choice = cheapest(part, rest)
                if choice is None:
                    return None
                rest -= choice[0]
                chosen += choice[1]
            return below - rest, tuple(sorted(chosen, reverse=True)), 0
    limited = held and rules.is_limited and not own
    losses = [cost_of_wilds(hand, left, 0) for left in range(held + 1)] if limited else []
    # To beat the bound, a choice must save more than this.
    best = everything - below
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
        # No group will have room for these wilds.
        lost = losses[max(0, held - room - rules.most_room((most - saved) % CARD))] if losses else 0
        if most - lost <= best:
            continue
        for i in range(first, count):
            group = groups[i]
            per_wild, worth, need, more, cards, _, _ = group
            if need and saved - lost + spare * per_wild <= best:
                break
            if need <= spare and (rest := free - cards) & guard == guard:
                # From this group on: with cards held twice it may be taken again.
                state = i, spare - need, rest, min(room + more, held)
                if state not in met:
                    if len(met) < MOST_REMEMBERED:
                        met.add(state)
                    if i + 1 < count:
                        waiting.append(((i + 1, spare, free, room), saved, taken))
                    waiting.append((state, saved + worth, (*taken, group)))
                    break
    return (everything - best, *found) if found else None


def parts_of(hand: Hand) -> list[Hand]:
    """The cards of a hand that are in groups, split into hands that share no group.

    A hand that needs runs stays whole, as any run may be one of those.
    """
    rules = hand.rules
    below_1, guard = rules.below_1, rules.guard
    held_by_parts: list[int] = []
    for group in hand.groups:
        held = group[4] + below_1 & guard
        for other in held_by_parts[:]:
            if other & held or rules.needs_runs:
                held_by_parts.remove(other)
                held |= other
        held_by_parts.append(held)
    parts = []
    for held in held_by_parts:
        kinds = [kind for kind in hand.kinds if held & rules.top_of[kind]]
        groups = [group for group in hand.groups if group[4] + below_1 & held]
        parts.append(Hand(kinds, rules, groups))
    return parts


def cost_of_wilds(hand: Hand, left: int, as_themselves: int) -> int:
    """The cost of leaving the cheapest wilds if some of the wild rank are used as themselves."""
    costs = map(hand.rules.costs.__getitem__, hand.wilds[as_themselves:])
    return sum(sorted(costs)[:left])
