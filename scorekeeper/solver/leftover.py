"""Which wilds stay behind when the melds have no room for all of them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.melds import SMALLEST


class Leftover(NamedTuple):
    """The cheapest wilds to leave; ``tied``: others would cost as much."""

    points: int
    cards: tuple[Card, ...]
    tied: bool


def cheapest_leftover(
    pool: Counter[Card], need: int, room: int, alone: bool, points: Mapping[Card, int]
) -> Leftover:
    """The wilds of ``pool`` to leave when melds take any number from ``need`` to ``room``.

    ``alone`` says that three or more wilds may lie as a meld of their own. At least ``need``
    wilds must be in the pool. Fewest points, then fewest cards, then the first in order.
    """
    held = pool.total()
    best: Leftover | None = None
    for count in range(held - need + 1):
        melded = held - count
        beyond = melded - min(room, melded)
        if beyond and not (alone and melded - need >= SMALLEST):
            continue
        found = _cheapest(pool, count, points)
        if best is not None:
            # One more costs nothing only where a wild costs nothing: then it is a tie.
            return best._replace(tied=best.tied or found.points == best.points)
        best = found
    assert best is not None, "the melds need more wilds than there are"
    return best


def _cheapest(pool: Counter[Card], count: int, points: Mapping[Card, int]) -> Leftover:
    cards: list[Card] = []
    tied = False
    for _, same_cost in groupby(sorted(pool, key=points.__getitem__), key=points.__getitem__):
        kinds = list(same_cost)
        wanted = count - len(cards)
        there = sum(pool[card] for card in kinds)
        tied = tied or (0 < wanted < there and len(kinds) > 1)
        cards += list(_spread(kinds, pool))[:wanted] if wanted > 0 else []
    return Leftover(sum(points[card] for card in cards), tuple(cards), tied)


def _spread(kinds: list[Card], pool: Counter[Card]) -> Iterator[Card]:
    for card in kinds:
        yield from (card for _ in range(pool[card]))
