"""The sets of one rank: which cards to put in, and what wilds the sets need and have room for."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.solver.numbers import BYTE, NEED, OWN
from scorekeeper.solver.situations import room_for

LARGEST = 5
"""Naturals of the largest set that is worth a look: of six or more two sets can be made, which
need no wilds either and have no less room for them."""

Sizes = tuple[int, ...]
"""The naturals of each set."""


class SetLimits(NamedTuple):
    """What the sets of a game may be; ``largest`` is 0 where there is no cap.

    ``line`` is how long a run may be: a single natural card with wilds can be one.
    """

    wild_limit: str
    largest: int
    distinct_suits: bool
    line: int


class SetOutcome(NamedTuple):
    """What sets of some cards of a rank come to.

    ``step`` is added to the number of a state whose piles are empty: the wilds that are needed,
    and the cards of the wild rank that stand as themselves. ``left`` cards are left; ``room`` is
    what the sets make for wilds. Any number of wilds from the need to the room fits.
    """

    step: int
    left: int
    room: int
    sizes: Sizes


Outcomes = dict[int, list[SetOutcome]]
"""Outcomes by the piles of a rank's cards that are in no run."""


def set_room(naturals: int, limits: SetLimits) -> int:
    """How many wilds fit in a set with so many naturals; a single one may be a run instead."""
    allowed = room_for(naturals, limits.wild_limit)
    if not limits.largest:
        return allowed
    in_a_set = limits.largest - naturals
    return min(allowed, max(in_a_set, limits.line - 1) if naturals == 1 else in_a_set)


class RankSets:
    """What sets can make of the cards of a rank under the limits of a round, once it was asked.

    The cards are in so many piles; ``in_parts`` says that it may be best to take some of them only.
    """

    def __init__(self, limits: SetLimits, piles: int, *, in_parts: bool) -> None:
        self.limits = limits
        self.piles = piles
        self.in_parts = in_parts
        self.known: dict[bool, Outcomes] = {False: {}, True: {}}
        # The same, by whether a rank is wild and by the sizes of its piles in order.
        self._outcomes: dict[tuple[int, ...], list[SetOutcome]] = {}

    def learn(self, piles: int, *, own: bool) -> list[SetOutcome]:
        """The outcomes for piles, those that need the fewest wilds first.

        A card of the wild rank in a set of its own rank takes itself out of the wilds: that
        counts as one more needed and as room for one more.
        """
        cards = sorted([piles >> BYTE * i & 255 for i in range(self.piles)])
        asked = own, *cards
        found = self._outcomes.get(asked)
        if found is None:
            found = self._outcomes[asked] = self._outcomes_of(cards, own=own)
        self.known[own][piles] = found
        return found

    def _outcomes_of(self, cards: Sequence[int], *, own: bool) -> list[SetOutcome]:
        """The outcomes for so many cards of each pile."""
        count = sum(cards)
        found = []
        for taken in range(count + 1) if own or self.in_parts else (0, count):
            outcomes = []
            for sizes in self._splits(taken, cards):
                need = sum([3 - size for size in sizes if size < 3])
                rooms = [set_room(size, self.limits) for size in sizes]
                if all(size + room >= 3 for size, room in zip(sizes, rooms, strict=True)):
                    room, left = sum(rooms), count - taken
                    if own:
                        need, room, left = need + taken, room + taken, 0
                    step = (taken << OWN if own else 0) + (need << NEED)
                    outcomes.append(SetOutcome(step, left, room, sizes))
            found += _worth_it(outcomes)
        found.sort(key=lambda outcome: outcome.step >> NEED)
        return found if own else _worth_it(found)

    def _splits(self, count: int, cards: Sequence[int]) -> Iterable[Sizes]:
        """The ways worth trying to make sets of so many of the cards."""
        limits = self.limits
        if not limits.distinct_suits:
            if not limits.largest and limits.wild_limit != "one":
                return [(count,) if count else ()]
            return _partitions(count, min(limits.largest or LARGEST, LARGEST))
        # Sets can have these sizes if no few of them ask for more suits than there are (Gale and
        # Ryser).
        suits = [sum([min(have, sets) for have in cards]) for sets in range(count + 1)]
        largest = min(limits.largest or LARGEST, LARGEST, suits[1] if count else 0)
        return [
            sizes
            for sizes in _partitions(count, largest)
            if all(sum(sizes[:k]) <= suits[k] for k in range(1, len(sizes) + 1))
        ]


def _partitions(count: int, largest: int) -> Iterator[Sizes]:
    """``count`` as a sum of parts of at most ``largest``, the largest first."""
    if count == 0:
        yield ()
    for first in range(min(count, largest), 0, -1):
        for rest in _partitions(count - first, first):
            yield (first, *rest)


def _worth_it(outcomes: Iterable[SetOutcome]) -> list[SetOutcome]:
    """The outcomes without those that another beats: in need, in room and in the cards left."""
    kept: list[SetOutcome] = []
    for one in outcomes:
        if not any(
            other.step <= one.step and other.left <= one.left and other.room >= one.room
            for other in kept
        ):
            kept = [
                other
                for other in kept
                if not (
                    one.step <= other.step and one.left <= other.left and one.room >= other.room
                )
            ]
            kept.append(one)
    return kept


@lru_cache(maxsize=64)
def rank_sets(limits: SetLimits, piles: int, *, in_parts: bool) -> RankSets:
    """What sets can make of ranks under these limits, one for all the rounds that share them."""
    return RankSets(limits, piles, in_parts=in_parts)
