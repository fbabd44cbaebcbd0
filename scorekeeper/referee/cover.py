"""Can *all* of these cards be melded? The referee's own plain search."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.cards import JOKER, RANKS, Card, spell
from scorekeeper.melds import SMALLEST, Meld, judge_meld, may_stand_as_itself, most_wilds
from scorekeeper.rules.card_rules import RoundRules

Part = tuple[tuple[Card, ...], list[int]]
"""Cards of a meld, and each number of wilds that completes it."""


def _with_wilds(
    cards: tuple[Card, ...], gaps: int, most: int, wilds: int, rules: RoundRules
) -> Iterator[Part]:
    """The cards with each number of wilds that makes a meld of at most ``most`` cards, if any."""
    size = len(cards)
    others = wilds - sum(map(rules.is_wild, cards))
    fitting = range(max(gaps, SMALLEST - size), min(others, most - size) + 1)
    if counts := [count for count in fitting if count <= most_wilds(size + count, rules)]:
        yield cards, counts


def sets_of(natural: Counter[Card], wilds: int, rules: RoundRules) -> Iterator[Part]:
    """The cards of one rank that a set may hold; at most five, as six are two sets."""
    largest = rules.set_max or natural.total() + wilds
    for rank in dict.fromkeys(card.rank for card in natural):
        same = [card for card in natural if card.rank == rank]
        most = [1 if rules.set_distinct_suits else natural[card] for card in same]
        for counts in product(*(range(n, -1, -1) for n in most)):
            if 0 < sum(counts) < 2 * SMALLEST:
                cards = (card for card, n in zip(same, counts, strict=True) for _ in range(n))
                yield from _with_wilds(tuple(cards), 0, largest, wilds, rules)


def runs_of(natural: Counter[Card], wilds: int, rules: RoundRules) -> Iterator[Part]:
    """The cards of one suit that a run may hold, as far as they don't make two runs."""
    line = rules.run_order
    for suit in dict.fromkeys(card.suit for card in natural):
        held = [place for place, rank in enumerate(line) if natural[Card(rank, suit)]]
        for places in _rising(held, wilds):
            cards = tuple(Card(line[place], suit) for place in places)
            # An ace at both ends is two aces.
            if cards.count(cards[0]) <= natural[cards[0]] and not _is_two_runs(places, rules):
                gaps = places[-1] - places[0] + 1 - len(places)
                yield from _with_wilds(cards, gaps, len(line), wilds, rules)


def pure_runs(held: Sequence[Card], rules: RoundRules) -> Iterator[tuple[Card, ...]]:
    """The runs in which all cards stand for themselves, even wilds; at most five cards each."""
    have = Counter(held)
    for suit in rules.suits:
        for start, size in product(range(len(rules.run_order)), range(SMALLEST, 2 * SMALLEST)):
            cards = tuple(Card(rank, suit) for rank in rules.run_order[start : start + size])
            if len(cards) == size and Counter(cards) <= have:
                yield cards


def _rising(held: Sequence[int], gaps: int, below: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every choice of places, low to high, with at most this many gaps between them."""
    for i, place in enumerate(held):
        remaining = gaps if below is None else gaps - (place - below - 1)
        if remaining < 0:
            return
        yield (place,)
        for above in _rising(held[i + 1 :], remaining, place):
            yield (place, *above)


def _is_two_runs(places: tuple[int, ...], rules: RoundRules) -> bool:
    """Whether a run can be cut in two with the same number of wilds, and is found as two runs."""
    size = places[-1] - places[0] + 1
    for cut in range(SMALLEST, size - SMALLEST + 1):
        below = sum(place < places[0] + cut for place in places)
        above = len(places) - below
        runs = ((cut, below), (size - cut, above))
        if all(length - held <= most_wilds(length, rules) for length, held in runs):
            return True
    return False


# ── covering all the cards ───────────────────────────────────────────────────────────────────

FIELD = 6  # bits for the count of a card; the highest shows where a count went below zero
COUNT = (1 << FIELD - 1) - 1  # the bits of a field that hold the count
Wanted = tuple[int, int]  # how many pure runs, and how many other runs, must still be found

NONE: Wanted = 0, 0

Left = tuple[int, int, int]  # points, how many cards, and the cards as a number


class _Group(NamedTuple):
    """Natural cards of one meld, with any number of wilds from the fewest to the most."""

    cards: tuple[Card, ...]
    number: int  # the cards as a number
    fewest: int
    most: int
    is_run: bool = False  # whether it counts as one of the runs that a hand needs
    is_pure: bool = False  # whether it counts as one of the pure runs

    def still_wanted(self, wanted: Wanted) -> Wanted:
        """The runs that the other cards must still provide."""
        pure, others = wanted
        return pure - self.is_pure, max(0, others - self.is_run)


class Cover:
    """Searches for melds that hold all of some cards, which are among those ``held``.

    Cards are written as one number, with a field for the count of each. Results are kept from one
    discard to the next. A card of the wild rank that may stand as itself is in groups as well; as a
    wild it is given away, to any meld that has room for it.
    """

    def __init__(self, held: Sequence[Card], rules: RoundRules) -> None:
        self.rules = rules
        self.kinds = sorted(set(held), key=self._sort_key)
        self.plain = sum(not rules.is_wild(card) for card in self.kinds)
        self.unit = {card: 1 << i * FIELD for i, card in enumerate(self.kinds)}
        self.guards = sum(self.unit.values()) << FIELD - 1
        self.wanted: Wanted = (rules.pure_sequences, max(0, rules.sequences - rules.pure_sequences))
        self.groups: list[list[_Group]] = [[] for _ in self.kinds]  # by their first card
        for group in self._groups_of(held):
            self.groups[self._first(group.number)].append(group)
        self.gives: dict[tuple[int, Wanted], int] = {}
        self.leaves: dict[tuple[int, Wanted], dict[int, Left]] = {}

    def _sort_key(self, card: Card) -> tuple[bool, int, int]:
        """The order of cards: naturals by rank, aces last because they may be high; then wilds."""
        place = len(RANKS) if card == JOKER else (RANKS[1:] + "A").index(card.rank)
        return self.rules.is_wild(card), place, self.rules.suits.index(card.suit)

    # ── what can be in one meld ─────────────────────────────────────────────────────────

    def _groups_of(self, held: Sequence[Card]) -> Iterator[_Group]:
        """The groups that count as needed runs, then every group."""
        own = may_stand_as_itself(self.rules)
        wilds_held = sum(map(self.rules.is_wild, held))
        natural = Counter(c for c in held if not self.rules.is_wild(c) or (own and c != JOKER))
        sets = list(sets_of(natural, wilds_held, self.rules))
        runs = list(runs_of(natural, wilds_held, self.rules))
        fits: dict[tuple[Card, ...], list[int]] = defaultdict(list)
        for cards, wilds in (*sets, *runs):
            fits[cards] += wilds
        if self.rules.wild_limit == "any" and wilds_held >= SMALLEST:
            # Wilds alone: one of them, with two or more of the others.
            alone = [card for card in self.kinds if self.rules.is_wild(card)]
            fits |= {(card,): [SMALLEST - 1, wilds_held - 1] for card in alone}
        if self.rules.needs_runs:
            # Wilds alone are a meld, but never one of the runs that a hand needs.
            of_runs = [part for part in runs if not all(map(self.rules.is_wild, part[0]))]
            yield from (self._group(*part)._replace(is_run=True) for part in of_runs)
        if self.rules.pure_sequences:
            pure = pure_runs(held, self.rules)
            yield from (self._group(cards, [0])._replace(is_pure=True) for cards in pure)
        yield from (self._group(cards, wilds) for cards, wilds in fits.items())

    def _groups_for(self, first: int, left: int, wanted: Wanted) -> Iterator[_Group]:
        """The groups of the remaining cards that begin with kind ``first``, wanted runs first."""
        pure, others = wanted
        guarded, guards = left | self.guards, self.guards
        for group in self.groups[first]:
            is_needless = (group.is_pure and not pure) or (group.is_run and not others)
            if not is_needless and (guarded - group.number) & guards == guards:
                yield group

    def _group(self, cards: tuple[Card, ...], wilds: Sequence[int]) -> _Group:
        return _Group(cards, self._number(cards), min(wilds), max(wilds))

    # ── the search ───────────────────────────────────────────────────────────────────────

    def _number(self, cards: Iterable[Card]) -> int:
        return sum(map(self.unit.__getitem__, cards))

    def _first(self, left: int) -> int:
        """The index of the first kind among the remaining cards."""
        return ((left & -left).bit_length() - 1) // FIELD

    def _can_give(self, left: int, wanted: Wanted) -> int:
        """How many wilds the remaining cards can give away: bit n is set if they can give n.

        All their other cards then lie in melds, including the ``wanted`` runs.
        """
        if not left:
            return int(wanted == NONE)
        if (left, wanted) not in self.gives:
            first, found = self._first(left), 0
            if first >= self.plain:
                found = self._can_give(left - (1 << first * FIELD), wanted) << 1
            for group in self._groups_for(first, left, wanted):
                given = self._can_give(left - group.number, group.still_wanted(wanted))
                for wilds in range(group.fewest, group.most + 1) if given else ():
                    found |= given >> wilds
            self.gives[left, wanted] = found
        return self.gives[left, wanted]

    def has_runs(self, cards: Iterable[Card]) -> bool:
        """Whether the cards hold the runs that a hand needs, whatever else they hold."""
        return bool(self._cheapest(self._number(cards), self.wanted))

    def melds(self, cards: Iterable[Card]) -> tuple[Meld, ...] | None:
        """Melds that hold all of ``cards``, sorted by their first card, or None."""

        def can_give(left: int, given: int, wanted: Wanted) -> bool:
            return given >= 0 and bool(self._can_give(left, wanted) >> given & 1)

        left, given, wanted = self._number(cards), 0, self.wanted
        if not can_give(left, given, wanted):
            return None
        laid: list[_Group] = []
        spare: list[Card] = []
        while left:
            first = self._first(left)
            others = left - (1 << first * FIELD)
            if first >= self.plain and can_give(others, given - 1, wanted):
                spare.append(self.kinds[first])
                left, given = others, given - 1
                continue
            group, wilds = next(
                (group, wilds)
                for group in self._groups_for(first, left, wanted)
                for wilds in range(group.most, group.fewest - 1, -1)
                if can_give(left - group.number, given + wilds, group.still_wanted(wanted))
            )
            laid.append(group)
            left, given, wanted = left - group.number, given + wilds, group.still_wanted(wanted)
        return sorted_melds(self._fill(laid, spare), self.rules)

    def least(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards that the cheapest melds of ``cards`` leave; if points are equal, the fewest."""
        _, _, left = self._cheapest(self._number(cards), NONE)[0]
        counts = [(card, left >> i * FIELD & COUNT) for i, card in enumerate(self.kinds)]
        return self.rules.in_order(card for card, count in counts for _ in range(count))

    def _cheapest(self, left: int, wanted: Wanted) -> dict[int, Left]:
        """The least that melds of these cards leave, by the number of wilds they give away.

        The ``wanted`` runs are among the melds; empty if these can't be laid.
        """
        if not left:
            return {0: (0, 0, 0)} if wanted == NONE else {}
        if (left, wanted) not in self.leaves:
            first = self._first(left)
            card, unit = self.kinds[first], 1 << first * FIELD
            found: dict[int, Left] = {}

            def offer(wilds: int, new: Left) -> None:
                if wilds >= 0:
                    found[wilds] = min(new, found.get(wilds, new))

            for given, (points, count, number) in self._cheapest(left - unit, wanted).items():
                offer(given, (points + self.rules.points[card], count + 1, number + unit))
                if self.rules.is_wild(card):
                    offer(given + 1, (points, count, number))
            for group in self._groups_for(first, left, wanted):
                rests = self._cheapest(left - group.number, group.still_wanted(wanted))
                for given, rest in rests.items():
                    for wilds in range(group.fewest, group.most + 1):
                        offer(given - wilds, rest)
            self.leaves[left, wanted] = found
        return self.leaves[left, wanted]

    def _fill(self, laid: list[_Group], spare: list[Card]) -> Iterator[Meld]:
        """The melds that the groups become; the first ones take the wilds that no group needs.

        Wilds alone come last, so that as few as possible are left for them. A wild that can stand
        as itself in a run does.
        """
        alone = self.rules.wild_limit == "any"
        laid.sort(
            key=lambda group: (
                alone and self.rules.is_wild(group.cards[0]),
                self.rules.group_sort_key(group.cards),
            )
        )
        shares: list[list[Card]] = [[] for _ in laid]
        beyond = len(spare) - sum(group.fewest for group in laid)
        for group, share in zip(laid, shares, strict=True):
            own = Card(self.rules.wild or "", group.cards[0].suit)
            more = 0 if group.fewest else 1
            has_room = more <= min(beyond, group.most)
            if own in spare and has_room and self._has_own_place(own, group, more):
                spare.remove(own)
                share.append(own)
                beyond -= more
        for wanted in ([group.fewest for group in laid], [group.most for group in laid]):
            for share, size in zip(shares, wanted, strict=True):
                while spare and len(share) < size:
                    share.append(spare.pop(0))
        for group, share in zip(laid, shares, strict=True):
            meld = judge_meld((*group.cards, *share), self.rules)
            assert isinstance(meld, Meld), f"{spell(group.cards)} and wilds were taken for a meld"
            yield meld

    def _has_own_place(self, own: Card, group: _Group, more: int) -> bool:
        """Whether ``own`` stands as itself in a group with ``more`` wilds than it needs."""
        others = [JOKER] * (group.fewest + more - 1)
        meld = judge_meld((*group.cards, own, *others), self.rules)
        if not isinstance(meld, Meld) or meld.kind != "run":
            return False
        return (own, str(own)) in zip(meld.cards, meld.stands, strict=True)


def sorted_melds(melds: Iterable[Meld], rules: RoundRules) -> tuple[Meld, ...]:
    """Melds by their first card, then the second and so on; runs that a hand needs come first."""

    def key(meld: Meld) -> tuple[int, list[int]]:
        return meld.order if rules.needs_runs else 0, rules.group_sort_key(meld.cards)

    return tuple(sorted(melds, key=key))
