"""The melds of a hand that need no wilds."""

from typing import NamedTuple

from scorekeeper.solver.numbers import BYTE
from scorekeeper.solver.tables import Tables

Natural = tuple[int, range]
"""A meld without wilds: its cards as a number (see ``Tables``), and for a run their bytes there."""

NO_RUN = range(0)
"""In its place for a set."""


class Naturals(NamedTuple):
    """Melds without wilds that lie beside each other, and the number of the cards that are left.

    ``helping`` marks the cards that could leave their melds, by the top bits of their bytes, and
    ``in_runs`` those of them that could be in runs; ``separate`` are the melds that could be taken
    apart. ``no_run`` and ``no_set`` mark a card that is to be in none. ``is_all`` tells that no
    card is left that could be in a meld.
    """

    melds: list[Natural]
    left: int
    helping: int
    in_runs: int
    separate: list[Natural]
    no_run: int = 0
    no_set: int = 0
    is_all: bool = True


def aces_placed(naturals: int, reach: int, tables: Tables) -> list[int]:
    """The cards with each ace at one end of its line, at either where a run may reach it at both.

    A run goes on over so many places at the most.
    """
    ways = [naturals]
    near = (1 << BYTE * reach) - 1
    for at in tables.lines_at:
        aces = naturals >> at & 255
        if aces:
            low = 1 << at
            high = low << BYTE * tables.ranks
            most_low = aces if naturals & near * (low << BYTE) else 0
            fewest_low = 0 if naturals & near * (high >> BYTE * reach) else most_low
            ways = [
                way - (aces - at_low) * low - at_low * high
                for way in ways
                for at_low in range(fewest_low, most_low + 1)
            ]
    return ways


def ways_to_meld(naturals: int, tables: Tables) -> list[Naturals]:
    """The ways in which melds without wilds may lie that are worth a look."""
    starts = _starts(naturals + tables.below_1 & tables.tops)
    melds = separate_melds(naturals, starts, _threes(naturals, tables), tables)
    if melds is None:
        return melds_of_a_knot(naturals, tables)
    return [beside(naturals, melds, tables)]


def separate_melds(naturals: int, starts: int, threes: int, tables: Tables) -> list[Natural] | None:
    """All the melds that need no wilds, None where a card could be in several or is held twice.

    ``starts`` marks the cards with two neighbours behind them, ``threes`` the ranks of which three
    cards are there or more.
    """
    sets = _sets(naturals, threes, tables)
    if not starts:
        return sets
    in_runs = _neighbours(starts)
    several = naturals + tables.below_2
    if sets:
        several |= sum([cards for cards, _ in sets]) + tables.below_1
    return None if in_runs & several & tables.tops else sets + _stretches(in_runs)


def melds_of_a_knot(naturals: int, tables: Tables) -> list[Naturals]:
    """The melds that need no wilds, both ways where one card could be in a set or in a run.

    Where more cards could, or where some are held twice, it is all sets first or all runs first,
    whichever leaves fewer cards.
    """
    held = naturals + tables.below_1 & tables.tops
    in_runs = _neighbours(_starts(held))
    sets = _sets(naturals, _threes(naturals, tables), tables)
    in_sets = sum([cards for cards, _ in sets]) + tables.below_1 & tables.tops
    shared = in_runs & in_sets
    twice = in_runs & naturals + tables.below_2 & tables.tops
    rest = _neighbours(_starts(held & ~in_sets)) if shared else in_runs
    if twice:
        sets_first, runs_first = sets + _runs(naturals, rest), _runs(naturals, in_runs)
    else:
        sets_first, runs_first = sets + _stretches(rest), _stretches(in_runs)
    others = _without(naturals, runs_first)
    runs_first += _sets(others, _threes(others, tables), tables)
    if not (twice or shared & shared - 1):
        return [
            beside(naturals, sets_first, tables, no_run=shared),
            beside(naturals, runs_first, tables, no_set=shared),
        ]
    left, melds = _without(naturals, sets_first), sets_first
    other = _without(naturals, runs_first)
    if other.bit_count() < left.bit_count():
        left, melds = other, runs_first
    knot = in_runs | in_sets
    is_all = not left & (knot >> 7) * 255
    return [Naturals(melds, left, knot, in_runs, [], is_all=is_all)]


def beside(
    naturals: int, melds: list[Natural], tables: Tables, no_run: int = 0, no_set: int = 0
) -> Naturals:
    """The cards beside melds that hold all that could be in any; one is to be in no other."""
    lying = in_runs = 0
    for cards, run in melds:
        lying += cards
        if run:
            in_runs += cards
    helping = lying + tables.below_1 & tables.tops & ~(no_run | no_set)
    return Naturals(melds, naturals - lying, helping, in_runs << 7, melds, no_run, no_set)


def _without(naturals: int, melds: list[Natural]) -> int:
    """The cards that are in none of the melds."""
    return naturals - sum([cards for cards, _ in melds])


def _starts(held: int) -> int:
    """The cards with two neighbours behind them."""
    return held & held >> BYTE & held >> 2 * BYTE


def _neighbours(starts: int) -> int:
    """The cards of which three neighbours of a suit or more are held."""
    return starts | starts << BYTE | starts << 2 * BYTE


def _threes(cards: int, tables: Tables) -> int:
    """The ranks of which there are three cards or more."""
    return cards % tables.by_rank + tables.below_3 & tables.tops


def _sets(cards: int, threes: int, tables: Tables) -> list[Natural]:
    """A set of each rank of which three cards are there."""
    sets: list[Natural] = []
    while threes:
        one = threes & -threes
        threes ^= one
        sets.append((cards & (one >> 7) * 255 * tables.of_rank, NO_RUN))
    return sets


def _stretches(neighbours: int) -> list[Natural]:
    """A run of each stretch of neighbours, none of them held twice."""
    runs: list[Natural] = []
    filled = neighbours - (neighbours >> 7) | neighbours
    while neighbours:
        one = neighbours & -neighbours
        # One more at the first place is carried over the stretch, and leaves nothing in it.
        stretch = neighbours & ~(filled + (one >> 7))
        neighbours ^= stretch
        first = one.bit_length() // BYTE - 1
        runs.append((stretch >> 7, range(first, first + stretch.bit_count())))
    return runs


def _runs(cards: int, neighbours: int) -> list[Natural]:
    """Runs of neighbours; each card is in the shortest that it can go on with."""
    runs: list[list[int]] = []
    open_runs: list[list[int]] = []
    last = -2
    while neighbours:
        one = neighbours & -neighbours
        neighbours ^= one
        at = one.bit_length() // BYTE - 1
        copies = cards >> BYTE * at & 255
        if at != last + 1:
            open_runs = []
        elif len(open_runs) > copies:
            open_runs.sort(key=len)
            del open_runs[copies:]
        last = at
        for run in open_runs:
            run.append(at)
        for _ in range(copies - len(open_runs)):
            open_runs.append([at])
            runs.append(open_runs[-1])
    return [
        (sum([1 << BYTE * at for at in run]), range(run[0], run[-1] + 1))
        for run in runs
        if len(run) >= 3
    ]
