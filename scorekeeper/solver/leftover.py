"""Which wilds stay behind when the melds have no room for all of them."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.melds import SMALLEST


class Leftover(NamedTuple):
    """The cheapest wilds to leave: what they cost, and how many of each kind."""

    cost: int
    left: tuple[int, ...]


def cheapest_leftover(
    costs: Sequence[Sequence[int]], need: int, room: int, *, alone: bool
) -> Leftover | None:
    """The wilds to leave when melds take any number from ``need`` to ``room``; None if too few.

    ``costs[kind][n]`` is what ``n`` left wilds of a kind cost, up to all that there are. With
    ``alone`` three or more wilds may lie as a meld of their own. Of equal costs the first kinds
    are left.
    """
    held = sum(len(cost) - 1 for cost in costs)
    # by_count[n]: the cheapest way to leave n of the kinds so far.
    by_count = [Leftover(0, ())]
    for cost in costs:
        by_count = [
            min(
                Leftover(found.cost + cost[count - before], (*found.left, count - before))
                for before, found in enumerate(by_count)
                if 0 <= count - before < len(cost)
            )
            for count in range(len(by_count) + len(cost) - 1)
        ]
    return min(
        (
            found
            for count, found in enumerate(by_count)
            if need <= held - count
            and (held - count <= room or (alone and held - count - need >= SMALLEST))
        ),
        default=None,
    )
