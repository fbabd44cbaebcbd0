"""The sets of one rank: which cards to put in, and what wilds the sets need and have room for."""

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import NamedTuple

ENDLESS = 1 << 20
"""More wilds than any hand holds."""


class SetLimits(NamedTuple):
    """What the sets of a game may be; ``largest`` is 0 where there is no cap."""

    wild_limit: str
    largest: int
    distinct_suits: bool


class Choose(Enum):
    """What there is to choose of a rank's cards for its sets."""

    ALL_OR_NONE = "all or none"
    NUMBER = "how many"
    SUITS = "how many of each suit"


class SetChoice(NamedTuple):
    """Some cards of a rank in sets, the others left.

    ``taken`` and ``left`` count cards by suit, ``sizes`` the naturals of each set. Any number
    of wilds from ``need`` to ``room`` fits. ``tied``: other suits could be left just as well.
    """

    need: int
    room: int
    taken: tuple[int, ...]
    left: tuple[int, ...]
    sizes: tuple[int, ...]
    tied: bool


@lru_cache(maxsize=4096)
def set_choices(cards: tuple[int, ...], limits: SetLimits, choose: Choose) -> tuple[SetChoice, ...]:
    """Every way worth trying to put ``cards`` (counted by suit) into sets.

    Of two ways with the same cards the one is left out that needs as many wilds and has no
    more room.
    """
    nothing = (0,) * len(cards)
    choices = [SetChoice(0, 0, nothing, cards, (), False)]
    if not any(cards):
        return tuple(choices)
    for taken, tied in _takings(cards, choose):
        left = tuple(have - took for have, took in zip(cards, taken, strict=True))
        for need, room, sizes in _splits(taken, limits):
            choices.append(SetChoice(need, room, taken, left, sizes, tied))
    return tuple(choices)


def _takings(cards: tuple[int, ...], choose: Choose) -> Iterator[tuple[tuple[int, ...], bool]]:
    """The cards to put in, by suit, and whether other suits would do as well."""
    if choose is Choose.ALL_OR_NONE:
        yield cards, False
    elif choose is Choose.SUITS:
        for taken in product(*(range(have + 1) for have in cards)):
            if any(taken):
                yield taken, False
    else:
        # Suits make no difference to a set: one choice stands for all with as many cards.
        for count in range(1, sum(cards) + 1):
            left, first = count, []
            for have in cards:
                first.append(min(have, left))
                left -= first[-1]
            yield tuple(first), _ways(cards, count) > 1


def _ways(cards: tuple[int, ...], count: int) -> int:
    """In how many ways, at least, ``count`` of ``cards`` can be chosen; 2 stands for more."""
    ways = [1] + [0] * count
    for have in cards:
        ways = [sum(ways[max(0, i - have) : i + 1]) for i in range(count + 1)]
    return min(2, ways[count])


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
    """How many wilds fit in a set with so many naturals."""
    allowed = {"half": naturals, "one": 1}.get(limits.wild_limit, ENDLESS)
    return min(allowed, limits.largest - naturals) if limits.largest else allowed


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
