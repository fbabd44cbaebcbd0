"""What one wild makes of cards of which none are a meld by themselves.

There is one meld then at most: a pair of a rank, two neighbours of a suit, or what lies on both
sides of one gap. The dearest is the best.
"""

from scorekeeper.solver.groups import Group
from scorekeeper.solver.naturals import bytes_of
from scorekeeper.solver.numbers import BYTE
from scorekeeper.solver.tables import Tables


def dearest_group(naturals: int, tables: Tables) -> Group | None:
    """The dearest group that one wild makes a meld, None if there is none.

    Of equals the one with the highest card, by suit and then by place.
    """
    worth_at = tables.worth_at
    dearest = 0
    found: list[int] = []
    is_run = False
    cards = naturals + tables.below_1 & tables.tops
    near = cards & (cards << BYTE | cards << 2 * BYTE)
    while near:
        one = near & -near
        near ^= one
        at = one.bit_length() // BYTE - 1
        if cards & one >> BYTE:
            worth = worth_at[at] + worth_at[at - 1]
            run = [at - 1, at]
        else:
            worth = worth_at[at] + worth_at[at - 2]
            run = [at - 2, at]
            if cards & one >> 3 * BYTE:
                worth += worth_at[at - 3]
                run.insert(0, at - 3)
            if cards & one << BYTE:
                worth += worth_at[at + 1]
                run.append(at + 1)
        if worth >= dearest:
            dearest, found, is_run = worth, run, True
    pairs = naturals % tables.by_rank + tables.below_2 & tables.tops
    while pairs:
        one = pairs & -pairs
        pairs ^= one
        worth = 2 * worth_at[one.bit_length() // BYTE - 1]
        if worth >= dearest:
            pair = bytes_of(naturals & (one >> 7) * 255 * tables.of_rank)
            if worth > dearest or pair[::-1] > found[::-1]:
                dearest, found, is_run = worth, pair, False
    if not found:
        return None
    kinds = [tables.kind_at[at] for at in found]
    return Group(kinds, [tables.place_at[at] for at in found] if is_run else [])
