"""Arrangements that are found at once: melds without wilds, and the best of the rest for the wilds.

Three neighbours of a suit or three of a rank are a meld by themselves. Where all such cards can be
in melds at once, what is left to ask is which of the others, the *loose* ones, the wilds should
meld. Most hands are so, and need no walk.

Why that is the best: every arrangement saves at most all the cards that can be in melds without
wilds, and of the loose ones those that its wilds pay for. The claims on the wilds ask no more for
them than any arrangement must pay, since a loose card with such a meld near is also tried as if a
card of the meld were free to help it. So if the dearest claims need no helper, nothing saves more.
If they do, the meld of the helper stays as it is or is taken apart, and both are looked at.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.solver.groups import Group
from scorekeeper.solver.loose import HELPED, RUN, SET, TAIL, WIDEST, Claim, Loose
from scorekeeper.solver.naturals import Natural, Naturals, bytes_of, melds_without_wilds
from scorekeeper.solver.numbers import BYTE
from scorekeeper.solver.tables import Tables

MOST_QUESTIONS = 4
"""Melds of helpers of which it is asked whether they stay; beyond that it is left to the walk."""


class Choice(NamedTuple):
    """What the wilds take beside some melds, and the cards that are left then, as bits.

    ``is_sure`` where no choice is better.
    """

    left: int
    claims: Sequence[Claim]
    melds: Sequence[Natural]
    is_sure: bool


def groups_at_once(hand: int, tables: Tables) -> tuple[list[Group], bool]:
    """The groups of a good arrangement of a hand, and whether it is sure that none is better.

    There must be room for every wild as soon as there is a meld.
    """
    naturals = hand & tables.naturals
    if not naturals or (tables.ace_twice and naturals + tables.below_1 & tables.first_places):
        return [], False
    wilds = hand >> tables.wilds_at & 255
    way, *others = melds_without_wilds(naturals, tables)
    if not (others or (wilds and way.left)):
        return [_group(meld, tables) for meld in way.melds], way.is_all
    choice = _choice(way, wilds, tables)
    for other in others:
        choice = _better(choice, _choice(other, wilds, tables), tables)
    groups = [_group(meld, tables) for meld in choice.melds]
    for _, _, _, cards, sort in choice.claims:
        _add(groups, cards, sort, tables)
    return groups, choice.is_sure


def _choice(way: Naturals, wilds: int, tables: Tables, questions: int = 0) -> Choice:
    """A good choice beside melds without wilds, with so many questions asked before."""
    melds, cards, helping, in_runs, separate, no_run, no_set, is_all = way
    loose = Loose(way, wilds, tables)
    claims, is_sure = loose.dearest()
    left = loose.bits
    helped = 0
    for _, _, _, claimed, sort in claims:
        if sort == HELPED:
            helped = claimed
        else:
            left ^= claimed
    if not helped:
        # Nothing beats melding every card.
        is_sure = not left or (is_sure and is_all and not loose.may_pass(helping))
        return Choice(left, claims, melds, is_sure)
    helper = _helper(helped, separate, tables)
    if helper is None or questions == MOST_QUESTIONS:
        return Choice(left, [claim for claim in claims if claim[4] != HELPED], melds, False)
    # The meld of the helper stays as it is, or it is taken apart.
    helping &= ~(helper[0] + tables.below_1)
    separate = [meld for meld in separate if meld is not helper]
    way = Naturals(melds, cards, helping, in_runs, separate, no_run, no_set, is_all)
    stays = _choice(way, wilds, tables, questions + 1)
    melds = [meld for meld in melds if meld is not helper]
    cards += helper[0]
    way = Naturals(melds, cards, helping, in_runs, separate, no_run, no_set, is_all)
    best = _better(stays, _choice(way, wilds, tables, questions + 1), tables)
    return best if is_sure else best._replace(is_sure=False)


def _better(one: Choice, other: Choice, tables: Tables) -> Choice:
    """The choice of two that leaves less; it is sure where both are.

    Of equals the one with fewer wilds in runs, which are harder to see than those in sets, and
    then the first.
    """
    best = other if _rank(other, tables) < _rank(one, tables) else one
    return best._replace(is_sure=one.is_sure and other.is_sure)


def _rank(choice: Choice, tables: Tables) -> tuple[int, int]:
    """The worth of what is left, and how many runs take wilds."""
    worth = sum([tables.worth_at[at] for at in _at(choice.left)])
    return worth, sum([claim[4] != SET for claim in choice.claims])


def _helper(helped: int, melds: Sequence[Natural], tables: Tables) -> Natural | None:
    """A meld of three cards that may help some cards, None if there is none or a larger one."""
    helped = (helped | helped << 1) & tables.tops
    ranks = (helped >> 7) % tables.one_suit + 127 * tables.ones & tables.tops
    near = ranks * tables.all_suits
    for places in range(1, WIDEST + 2):
        near |= helped << BYTE * places | helped >> BYTE * places
    for meld in melds:
        if near & meld[0] + tables.below_1:
            at = bytes_of(meld[0])
            # Of equal cards only two can be loose.
            return meld if len(at) == 3 and at[0] < at[2] else None
    return None


def _at(bits: int) -> list[int]:
    """The byte of each of some cards; the bit of a second card is the one below the top."""
    found = []
    while bits:
        one = bits & -bits
        bits ^= one
        found.append((one.bit_length() + 1) // BYTE - 1)
    return found


def _group(meld: Natural, tables: Tables) -> Group:
    cards, run = meld
    kinds = [tables.kind_at[at] for at in run or bytes_of(cards)]
    return Group(kinds, [at % tables.stride for at in run])


def _add(groups: list[Group], claimed: int, sort: int, tables: Tables) -> None:
    """Add claimed cards to the groups: as one of their own, or to the run whose tail they are."""
    claimed_at = _at(claimed)
    kinds = [tables.kind_at[at] for at in claimed_at]
    places = [at % tables.stride for at in claimed_at]
    if sort != TAIL:
        groups.append(Group(kinds, places if sort == RUN else []))
        return
    suit = kinds[0] // tables.ranks
    for run in groups:
        if run.places and run.kinds[0] // tables.ranks == suit:
            if run.places[-1] == places[0] - 2:
                run.kinds += kinds
                run.places += places
                return
            if run.places[0] == places[0] + 2:
                run.kinds = kinds + run.kinds
                run.places = places + run.places
                return
    raise AssertionError("the run is there of which it is the tail")
