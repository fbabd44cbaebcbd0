"""The questions that the solver answers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from scorekeeper.cards import Card
from scorekeeper.melds import Meld
from scorekeeper.rules import RoundRules
from scorekeeper.solver.arrangement import Arrangement
from scorekeeper.solver.layout import lay_out
from scorekeeper.solver.numbers import CARD
from scorekeeper.solver.plan import Plan
from scorekeeper.solver.tables import tables_for
from scorekeeper.solver.walk import NO_LIMIT, End, Walk

NARROW = 24
"""States that the first walk follows; most hands have fewer, and are done with it."""


def best_arrangement(cards: Iterable[Card], rules: RoundRules) -> Arrangement:
    """The arrangement of ``cards`` that leaves the fewest deadwood points.

    Among those with as many points the fewest deadwood cards; among those always the same one,
    whatever the order of the cards. The cards must be of the game (see
    ``rules.refuse_strangers``); no limit of packs applies.
    """
    plan = Plan(cards, tables_for(rules))
    melds: tuple[Meld, ...] = ()
    left, cost = plan.kinds, plan.base
    if plan.steps or plan.wild_count:
        walk = Walk(plan)
        end = _cheapest_ends(walk)[0]
        melds, left = lay_out(walk, end)
        cost = end.cost
    deadwood = tuple([plan.tables.cards[kind] for kind in left])
    return Arrangement(melds, deadwood, cost // CARD, partial(_is_tied, plan, left, cost))


def best_discard(held: Iterable[Card], rules: RoundRules) -> tuple[Card, Arrangement]:
    """The card to discard so that the rest leaves the fewest points, and the rest's arrangement.

    The discard is chosen on the way: to arrange all the cards first and throw the dearest left
    over is wrong, 7S 7H 7C 8H 9H TH melds as six cards and no five of them do. Where several do
    as well: the fewest cards left, then a natural card before a wild, then the dearest.
    """
    hand = list(held)
    _, discards = _cheapest_discards(hand, rules)
    card = min(discards, key=lambda one: discard_order(one, rules))
    hand.remove(card)
    return card, best_arrangement(hand, rules)


def discards_going_out(held: Iterable[Card], rules: RoundRules) -> tuple[Card, ...]:
    """Every card after whose discard all the others are melded, in order; each kind once."""
    cost, discards = _cheapest_discards(held, rules)
    return () if cost else discards


def discard_order(card: Card, rules: RoundRules) -> tuple[bool, int]:
    """Sorts discards as a player would choose them: a natural card first, the dearest first."""
    return (rules.is_wild(card), -rules.points[card])


def _cheapest_ends(walk: Walk) -> list[End]:
    """The cheapest ends: of a narrow walk if that was exact, else of one that it bounds."""
    cut = walk.go(width=NARROW)
    ends = walk.cheapest_ends()
    if cut and not (ends and ends[0].cost == walk.plan.base and not walk.plan.discards):
        # A complete arrangement is known now: what costs more cannot be the answer.
        walk.go(bound=ends[0].cost if ends else NO_LIMIT)
        ends = walk.cheapest_ends()
    assert ends, "leaving every card is always possible"
    return ends


def _cheapest_discards(held: Iterable[Card], rules: RoundRules) -> tuple[int, tuple[Card, ...]]:
    """The cost of the cheapest rest of a hand, and the discards that leave it, in order."""
    walk = Walk(Plan(held, tables_for(rules), discards=True))
    ends = _cheapest_ends(walk)
    kinds = {kind for end in ends for kind in walk.discards_on_the_way(end)}
    return ends[0].cost, tuple([walk.plan.tables.cards[kind] for kind in sorted(kinds)])


def _is_tied(plan: Plan, left: Sequence[int], cost: int) -> bool:
    """Whether other cards cost as many points as those ``left``, which are the cheapest to leave.

    Solved once more, with each card that was left a shade dearer than it is and every other one
    a shade cheaper: of all that cost as many points, only the same cards are as dear then.
    """
    tables = plan.tables
    points = cost // CARD * CARD
    known = Counter(left)
    costs = {}
    for kind, held in Counter(map(tables.kind_of.__getitem__, plan.cards)).items():
        each = tables.costs[kind] // CARD * CARD
        costs[kind] = tuple(
            [n * each + min(n, known[kind]) - max(0, n - known[kind]) for n in range(held + 1)]
        )
    again = Walk(Plan(plan.cards, tables, costs))
    again.go(bound=points + CARD - 1)
    return again.cheapest_ends()[0].cost < points + len(left) + len(plan.cards)
