"""The two questions that the solver answers."""

from collections import Counter
from collections.abc import Iterable

from scorekeeper.cards import Card
from scorekeeper.rules import RoundRules
from scorekeeper.solver.arrangement import Arrangement
from scorekeeper.solver.layout import lay_out
from scorekeeper.solver.leftover import Leftover, cheapest_leftover
from scorekeeper.solver.search import Search
from scorekeeper.solver.states import Path, State, States, better
from scorekeeper.solver.tables import tables_for

NARROW = 24
"""States that the first walk follows; most hands have fewer, and are done with it."""


def best_arrangement(cards: Iterable[Card], rules: RoundRules) -> Arrangement:
    """The arrangement of ``cards`` that leaves the fewest deadwood points.

    Among those with as many points the fewest deadwood cards; among those always the same one,
    whatever the order of the cards. The cards must be of the game (see
    ``rules.refuse_strangers``); no limit of packs applies.
    """
    hand = tuple(cards)
    search = Search(hand, tables_for(rules))
    states, cut = search.finish(width=NARROW)
    best = _best_end(search, states)
    nothing_left = best is not None and best[0].points == 0 and not search.tables.some_are_free
    if cut and not nothing_left:
        # A complete arrangement is known now: what leaves more points cannot be the answer.
        states, _ = search.finish(bound=best[0].points if best else None)
        best = _best_end(search, states)
    assert best is not None, "leaving every card is always possible"
    path, state, leftover = best
    pool = _pool(search, state) - Counter(leftover.cards)
    melds = lay_out(search, path.trail, pool)
    melded = Counter(card for meld in melds for card in meld.cards)
    deadwood = rules.in_order((Counter(hand) - melded).elements())
    return Arrangement(melds, deadwood, path.points, path.tied)


def _best_end(search: Search, states: States) -> tuple[Path, State, Leftover] | None:
    """The best of the end states, its points with the wilds that stay behind; None of none."""
    best: tuple[Path, State, Leftover] | None = None
    for state, path in states.items():
        leftover = _leave_wilds(search, state)
        total = Path(
            path.points + leftover.points,
            path.cards + len(leftover.cards),
            path.left + sum(search.kinds[card] for card in leftover.cards),
            path.tied or leftover.tied,
            path.trail,
        )
        merged = better(total, best[0] if best else None)
        if best is None or merged.trail is not best[0].trail or merged.left != best[0].left:
            best = (merged, state, leftover)
        else:
            best = (merged, *best[1:])
    return best


def best_discard(held: Iterable[Card], rules: RoundRules) -> tuple[Card, Arrangement]:
    """The card to discard so that the rest leaves the fewest points, and the rest's arrangement.

    Every discard is tried: to arrange all the cards first and throw the dearest left over is
    faster and wrong, 7S 7H 7C 8H 9H TH melds as six cards and no five of them do. Where several
    do as well: the fewest cards left, then a natural card before a wild, then the dearest.
    """
    hand = list(held)
    found = []
    for card in rules.in_order(set(hand)):
        rest = list(hand)
        rest.remove(card)
        found.append((card, best_arrangement(rest, rules)))
    return min(
        found, key=lambda one: (one[1].points, len(one[1].deadwood), *discard_order(one[0], rules))
    )


def discard_order(card: Card, rules: RoundRules) -> tuple[bool, int]:
    """Sorts discards as a player would choose them: a natural card first, the dearest first."""
    return (rules.is_wild(card), -rules.points[card])


def _pool(search: Search, state: State) -> Counter[Card]:
    """The wilds that do not stand as themselves, in order."""
    pool = Counter(search.wilds)
    wild = search.tables.rules.wild
    for suit, count in zip(search.tables.suits, state.own, strict=True):
        if count:
            pool[Card(wild or "", suit)] -= count
    return Counter({card: pool[card] for card in search.tables.rules.in_order(+pool)})


def _leave_wilds(search: Search, state: State) -> Leftover:
    own = sum(state.own)
    return cheapest_leftover(
        _pool(search, state),
        state.need - own,
        state.room - own,
        search.tables.limit == "any",
        search.tables.points,
    )
