"""What one wild makes of cards of which none are a meld by themselves.

There is one meld then at most: a pair of a rank, two neighbours of a suit, or what lies on both
sides of one gap. The dearest is the best.
"""

from scorekeeper.solver.groups import Group
from scorekeeper.solver.numbers import BYTE
from scorekeeper.solver.tables import Tables


def dearest_group(naturals: int, held: int, ranks: int, tables: Tables) -> Group | None:
    """The dearest group that one wild makes a meld, None if there is none.

    ``held`` marks the cards by the top bits of their bytes, ``ranks`` counts those of each rank.
    Of equals the one with the highest card, by suit and then by place; a run if both have it.
    """
    worth_at, kind_at = tables.worth_at, tables.kind_at
    dearest = first = last = hole = 0
    near = held & (held << BYTE | held << 2 * BYTE)
    while near:
        one = near & -near
        near ^= one
        at = one.bit_length() // BYTE - 1
        if held & one >> BYTE:
            worth = worth_at[at] + worth_at[at - 1]
            if worth >= dearest:
                dearest, first, last, hole = worth, at - 1, at, 0
            continue
        low, high = at - 2, at
        worth = worth_at[high] + worth_at[low]
        if held & one >> 3 * BYTE:
            low -= 1
            worth += worth_at[low]
        if held & one << BYTE:
            high += 1
            worth += worth_at[high]
        if worth >= dearest:
            dearest, first, last, hole = worth, low, high, at - 1
    pairs = ranks + tables.below_2 & tables.tops
    found = 0
    while pairs:
        one = pairs & -pairs
        pairs ^= one
        worth = 2 * worth_at[one.bit_length() // BYTE - 1]
        if worth >= dearest:
            pair = naturals & (one >> 7) * 255 * tables.of_rank
            high = (pair.bit_length() - 1) // BYTE
            if worth > dearest or high > last:
                dearest, found, last = worth, pair, high
    if found:
        return [kind_at[((found & -found).bit_length() - 1) // BYTE], kind_at[last]], [], []
    if not last:
        return None
    kinds, places = kind_at[first : last + 1], tables.place_at[first : last + 1]
    if hole:
        del kinds[hole - first], places[hole - first]
    return kinds, places, []
