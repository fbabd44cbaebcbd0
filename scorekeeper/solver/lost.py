"""What a walk still loses behind each of its steps, whatever it does: too few wilds for all cards.

Cards that are in no meld without wilds claim some, or are left. Where each of the claims is on
wilds of its own, the least is a small knapsack: for so many wilds, which claims are met.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.solver.numbers import BYTE, MOST_CARDS, NO_LIMIT
from scorekeeper.solver.plan import Plan
from scorekeeper.solver.situations import HIGH, LOW
from scorekeeper.solver.tables import Tables

Lost = Sequence[int]
"""The cost of what is left at the least, by the wilds that are to spare."""

Claim = tuple[int, int, int]
"""Cards that are left, or need some wilds at the least, whichever of them are melded.

That is: the step before which neither is paid for; the wilds; what the cards cost if all are left.
"""

NO_WAY = MOST_CARDS + 1
"""More wilds than any hand holds."""


class Copies(NamedTuple):
    """The copies of a card, which runs may connect with others of its suit.

    ``cost`` is what they cost if all are left, 0 where they claim nothing; ``in_set`` the wilds
    that a set with one of them needs.
    """

    place: int
    step: int
    cost: int
    in_set: int


def least_lost(plan: Plan) -> list[Lost]:
    """A cost that is lost from each step on, and behind them all; it may be more, never less."""
    claims: list[list[Claim]] = [[] for _ in plan.steps]
    for claim in _claims(plan):
        claims[claim[0]].append(claim)
    least = [0] * (plan.wilds + 1)
    lost: list[Lost] = [least]
    for of_step in reversed(claims):
        for _, need, cost in of_step:
            met = [NO_LIMIT] * need + least
            least = [min(left + cost, other) for left, other in zip(least, met, strict=False)]
        lost.append(least)
    lost.reverse()
    return lost


def _claims(plan: Plan) -> list[Claim]:
    """Claims of which no meld meets two."""
    tables = plan.tables
    naturals = plan.hand & tables.naturals
    of_ranks = naturals % tables.one_suit
    # Copies of a card are no set where suits must differ.
    alike = (naturals + tables.below_1 & tables.tops) >> 7 if tables.by_suit else naturals
    alike %= tables.one_suit
    claims: list[Claim] = []
    suits: dict[int, list[Copies]] = {}
    for i, step in enumerate(plan.steps):
        place, suit, now = step[6:]
        count = alike >> BYTE * place & 255
        in_set = 3 - count if count >= tables.fewest_in_set else NO_WAY
        cost = tables.cost_at_place[place]
        if now is not None:
            copies, _, flags = now
            # An ace may be used at the other end of its line.
            is_sure = in_set > 0 and not flags & (LOW | HIGH)
            one = Copies(place, i, cost * copies if is_sure else 0, in_set)
            suits.setdefault(suit, []).append(one)
        elif in_set > 0:
            claims.append((i, in_set, cost * (of_ranks >> BYTE * place & 255)))
    claimed: set[int] = set()
    for of_suit in suits.values():
        for claim, place in _claims_in_runs(of_suit, plan.widest_gap(len(of_suit)), tables):
            # Cards of a rank could be in one set.
            if place not in claimed:
                claimed.add(place)
                claims.append(claim)
    return claims


def _claims_in_runs(
    cards: Sequence[Copies], widest: int, tables: Tables
) -> Iterator[tuple[Claim, int]]:
    """Claims of the cards of a suit, from the last of them, each with its place.

    A run with one or two neighbours goes on over a gap before or behind them. Where this could
    be the gap that others claim, it is claimed once.
    """
    alone = 2 if tables.fewest_in_set == 1 else NO_WAY
    behind = NO_WAY
    is_claimed = False
    blocks = _blocks_of_neighbours(cards)
    for before, block in zip(reversed([[], *blocks[:-1]]), reversed(blocks), strict=True):
        first, gap = block[0].step, NO_WAY
        if before and (between := block[0].place - before[-1].place - 1) <= widest:
            first = before[-1].step
            # If a card of the wild rank lies there as itself, it is one wild less.
            gap = between + (before[-1].place in tables.own_places)
        dearest = max(block, key=_COST)
        need = min(1 if len(block) == 2 else min(gap, behind, alone), dearest.in_set)
        is_claimed = len(block) < 3 and need > 0 and dearest.cost > 0 and not is_claimed
        if is_claimed:
            yield (first, need, dearest.cost), dearest.place
        is_claimed = is_claimed and gap < NO_WAY
        behind = gap


def _blocks_of_neighbours(cards: Iterable[Copies]) -> list[list[Copies]]:
    """Cards of a suit, parted where a place is empty between them."""
    blocks: list[list[Copies]] = []
    last = -2
    for one in cards:
        if one.place > last + 1:
            blocks.append([])
        blocks[-1].append(one)
        last = one.place
    return blocks


_COST = attrgetter("cost")
