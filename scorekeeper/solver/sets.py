"""The sets of one rank: which cards to put in, and what wilds the sets need and have room for."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorekeeper.solver.numbers import BYTE, NEED, OWN
from scorekeeper.solver.situations import room_for


class SetLimits(NamedTuple):
    """What the sets of a game may be; ``largest`` is 0 where there is no cap.

    ``line`` is how long a run may be: a single natural card with wilds can be one.
    """

    wild_limit: str
    largest: int
    distinct_suits: bool
    line: int


class SetChoice(NamedTuple):
    """Some cards of a rank in sets, the others left.

    ``taken`` and ``left`` count the cards of each pile, ``sizes`` the naturals of each set. Any
    number of wilds from ``need`` to ``room`` fits.
    """

    need: int
    room: int
    taken: tuple[int, ...]
    left: tuple[int, ...]
    sizes: tuple[int, ...]


def set_choices(
    piles: tuple[int, ...], limits: SetLimits, *, in_parts: bool
) -> tuple[SetChoice, ...]:
    """Every way worth trying to put cards into sets, the way without any first.

    All the cards or none, or with ``in_parts`` any number of each pile. A pile holds cards that
    are not told apart: those of a suit, or all of the rank. Of two ways with the same cards the
    one is left out that needs as many wilds and has no more room.
    """
    nothing = (0,) * len(piles)
    choices = [SetChoice(0, 0, nothing, piles, ())]
    takings: Iterable[tuple[int, ...]] = [piles]
    if in_parts:
        takings = product(*(range(have + 1) for have in piles))
    for taken in takings:
        if any(taken):
            left = tuple(have - took for have, took in zip(piles, taken, strict=True))
            for need, room, sizes in _splits(taken, limits):
                choices.append(SetChoice(need, room, taken, left, sizes))
    return tuple(choices)


@lru_cache(maxsize=4096)
def _splits(
    taken: tuple[int, ...], limits: SetLimits
) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The ways to split the cards into sets: wilds needed, room for wilds, naturals of each set."""
    count = sum(taken)
    suits = len(taken) if limits.distinct_suits else count
    largest = min(limits.largest or count, suits, count)
    found: list[tuple[int, int, tuple[int, ...]]] = []
    one_set_is_best = (
        not limits.largest and not limits.distinct_suits and limits.wild_limit != "one"
    )
    for sizes in [(count,)] if one_set_is_best else _partitions(count, largest):
        if limits.distinct_suits and not _suits_fit(taken, sizes):
            continue
        needs = [max(0, 3 - size) for size in sizes]
        rooms = [set_room(size, limits) for size in sizes]
        if all(need <= room for need, room in zip(needs, rooms, strict=True)):
            found.append((sum(needs), sum(rooms), sizes))
    found.sort(key=lambda split: (split[0], -split[1]))
    best: list[tuple[int, int, tuple[int, ...]]] = []
    for split in found:
        if not best or split[1] > best[-1][1]:
            best.append(split)
    return tuple(best)


def set_room(naturals: int, limits: SetLimits) -> int:
    """How many wilds fit in a set with so many naturals; a single one may be a run instead."""
    allowed = room_for(naturals, limits.wild_limit)
    if not limits.largest:
        return allowed
    in_a_set = limits.largest - naturals
    return min(allowed, max(in_a_set, limits.line - 1) if naturals == 1 else in_a_set)


def _partitions(count: int, largest: int) -> Iterator[tuple[int, ...]]:
    """``count`` as a sum of parts of at most ``largest``, the largest first."""
    if count == 0:
        yield ()
    for first in range(min(count, largest), 0, -1):
        for rest in _partitions(count - first, first):
            yield (first, *rest)


def _suits_fit(taken: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Whether sets of these sizes can hold the cards with no suit twice in one (Gale and Ryser)."""
    by_count = sorted(taken, reverse=True)
    return all(
        sum(by_count[:k]) <= sum(min(size, k) for size in sizes)
        for k in range(1, len(by_count) + 1)
    )


class SetOutcome(NamedTuple):
    """What a choice of sets comes to.

    ``step`` is added to the number of a state whose piles are empty: the wilds that are needed,
    and the cards of the wild rank that stand as themselves. ``left`` cards are left; ``room`` is
    what the sets make for wilds.
    """

    step: int
    left: int
    room: int
    choice: SetChoice


Outcomes = dict[int, list[SetOutcome]]
"""Outcomes by the piles of a rank's cards that are in no run."""


class RankSets:
    """What sets can make of the cards of a rank under the limits of a round, once it was asked.

    The cards are in so many piles; ``in_parts`` says that it may be best to take some of them only.
    """

    def __init__(self, limits: SetLimits, piles: int, *, in_parts: bool) -> None:
        self.limits = limits
        self.piles = piles
        self.in_parts = in_parts
        self.known: dict[bool, Outcomes] = {False: {}, True: {}}

    def learn(self, piles: int, *, own: bool) -> list[SetOutcome]:
        """The outcomes for piles, those that need the fewest wilds first.

        A card of the wild rank in a set of its own rank takes itself out of the wilds: that
        counts as one more needed and as room for one more.
        """
        cards = tuple([piles >> BYTE * i & 255 for i in range(self.piles)])
        found = []
        for choice in set_choices(cards, self.limits, in_parts=own or self.in_parts):
            need, room, left = choice.need, choice.room, sum(choice.left)
            step = 0
            if own:
                taken = sum(choice.taken)
                need, room, left = need + taken, room + taken, 0
                step = taken << OWN
            found.append(SetOutcome(step + (need << NEED), left, room, choice))
        found.sort(key=lambda outcome: outcome.step >> NEED)
        if not own:
            found = _worth_it(found)
        self.known[own][piles] = found
        return found


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
