"""Can *all* of these cards be melded? A plain search of the referee's own."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.cards import JOKER, Card, spell
from scorekeeper.melds import SMALLEST, Meld, judge_meld, may_stand_as_itself
from scorekeeper.rules.card_rules import RoundRules


def meld_all(
    cards: Sequence[Card], rules: RoundRules, judged: "Judged | None" = None
) -> tuple[Meld, ...] | None:
    """Melds that hold every one of ``cards``, sorted by their first card, or None.

    ``judged`` keeps what was found of groups from one discard to the next.
    """
    wilds = Counter(card for card in cards if rules.is_wild(card))
    naturals = Counter(card for card in cards if not rules.is_wild(card))
    for as_themselves in _choices_of_naturals(wilds, rules):
        cover = _Cover(rules, wilds - as_themselves, {} if judged is None else judged)
        groups = cover.search(naturals + as_themselves)
        if groups is not None:
            return sorted_melds(cover.fill(groups), rules)
    return None


def _choices_of_naturals(wilds: Counter[Card], rules: RoundRules) -> Iterator[Counter[Card]]:
    """Every choice of wilds that stand as themselves; only none where they cannot."""
    own = [card for card in wilds if card != JOKER] if may_stand_as_itself(rules) else []
    for counts in product(*(range(wilds[card] + 1) for card in own)):
        yield Counter(dict(zip(own, counts, strict=True)))


class _Group(NamedTuple):
    """Naturals that shall lie in one meld, with the fewest and the most wilds that fit."""

    naturals: tuple[Card, ...]
    fewest: int
    most: int


Judged = dict[tuple[tuple[Card, ...], int], _Group | None]


class _Cover:
    """The search for groups that hold every natural card, with the wilds of ``pool``."""

    def __init__(self, rules: RoundRules, pool: Counter[Card], judged: Judged) -> None:
        self.rules = rules
        self.pool = rules.in_order(pool.elements())
        self.failed: set[tuple[tuple[Card, ...], int, int]] = set()
        self.judged = judged

    def search(
        self, naturals: Counter[Card], fewest: int = 0, most: int = 0
    ) -> list[_Group] | None:
        """Groups for all of ``naturals``, given the wilds that earlier groups take; or None."""
        if fewest > len(self.pool):
            return None
        left = self.rules.in_order((+naturals).elements())
        if not left:
            spare = len(self.pool) - fewest
            alone = self.rules.wild_limit == "any" and spare >= SMALLEST
            return [] if len(self.pool) <= most or alone else None
        key = (left, fewest, min(most, len(self.pool)))
        if key in self.failed or 2 * self._loners(left) > len(self.pool) - fewest:
            return None
        # An ace may stand at either end of a run, so it is left to the other cards to fetch it.
        first = next((card for card in left if card.rank != "A"), left[0])
        for group in self._groups_with(first, naturals):
            others = self.search(
                naturals - Counter(group.naturals), fewest + group.fewest, most + group.most
            )
            if others is not None:
                return [group, *others]
        self.failed.add(key)
        return None

    def _groups_with(self, first: Card, naturals: Counter[Card]) -> Iterator[_Group]:
        """Every group that ``first``, the lowest of its suit but for aces, can be in."""
        for cards in (*self._sets_with(first, naturals), *self._runs_with(first, naturals)):
            key = (cards, len(self.pool))
            if key not in self.judged:
                self.judged[key] = self._judge(cards)
            group = self.judged[key]
            if group is not None:
                yield group

    def _loners(self, naturals: tuple[Card, ...]) -> int:
        """How many cards have no other within reach, so that each needs two wilds of its own."""
        line, reach = self.rules.line, len(self.pool) + 1
        places = [[p for p, rank in enumerate(line) if rank == card.rank] for card in naturals]

        def are_company(i: int, j: int) -> bool:
            if naturals[i].rank == naturals[j].rank:
                return True
            return naturals[i].suit == naturals[j].suit and any(
                abs(p - q) <= reach for p in places[i] for q in places[j]
            )

        everyone = range(len(naturals))
        return sum(not any(i != j and are_company(i, j) for j in everyone) for i in everyone)

    def _judge(self, naturals: tuple[Card, ...]) -> _Group | None:
        """The wilds that make ``naturals`` a meld, asked of the definition of a meld."""
        fits = [
            count
            for count in range(max(0, SMALLEST - len(naturals)), len(self.pool) + 1)
            if isinstance(judge_meld((*naturals, *[JOKER] * count), self.rules), Meld)
        ]
        return _Group(naturals, fits[0], fits[-1]) if fits else None

    def _sets_with(self, first: Card, naturals: Counter[Card]) -> Iterator[tuple[Card, ...]]:
        same = [card for card in naturals if card.rank == first.rank and naturals[card]]
        least = [1 if card == first else 0 for card in same]
        for counts in product(
            *(range(naturals[card], low - 1, -1) for card, low in zip(same, least, strict=True))
        ):
            yield tuple(card for card, n in zip(same, counts, strict=True) for _ in range(n))

    def _runs_with(self, first: Card, naturals: Counter[Card]) -> Iterator[tuple[Card, ...]]:
        line, suit = self.rules.line, first.suit
        for start in (place for place, rank in enumerate(line) if rank == first.rank):
            for above in self._upwards(start + 1, suit, naturals, len(self.pool)):
                yield (first, *above)
                ace = Card("A", suit)
                aces = 1 + (first == ace) + above.count(ace)
                if start and line[0] == "A" and naturals[ace] >= aces:
                    yield (ace, first, *above)

    def _upwards(
        self, place: int, suit: str, naturals: Counter[Card], gaps: int
    ) -> Iterator[tuple[Card, ...]]:
        """Every choice of naturals from ``place`` on with at most ``gaps`` places between them."""
        yield ()
        for end in range(place, min(place + gaps + 1, len(self.rules.line))):
            card = Card(self.rules.line[end], suit)
            if naturals[card]:
                for above in self._upwards(end + 1, suit, naturals, gaps - (end - place)):
                    yield (card, *above)

    def fill(self, groups: list[_Group]) -> Iterator[Meld]:
        """The melds that the groups become with all the wilds of the pool in them."""
        spare = list(self.pool)
        shares = [[spare.pop(0) for _ in range(group.fewest)] for group in groups]
        room = sum(group.most - group.fewest for group in groups)
        # Wilds beyond the room lie alone, and three of them at least.
        alone = 0 if len(spare) <= room else max(SMALLEST, len(spare) - room)
        for group, share in zip(groups, shares, strict=True):
            while len(spare) > alone and len(share) < group.most:
                share.append(spare.pop(0))
        laid = [(*group.naturals, *share) for group, share in zip(groups, shares, strict=True)]
        for cards in [*laid, tuple(spare)] if spare else laid:
            meld = judge_meld(cards, self.rules)
            assert isinstance(meld, Meld), f"{spell(cards)} was judged a meld before"
            yield meld


def sorted_melds(melds: Iterable[Meld], rules: RoundRules) -> tuple[Meld, ...]:
    """Melds by their first card, then the second and so on."""
    return tuple(sorted(melds, key=lambda meld: rules.in_order_key(meld.cards)))
