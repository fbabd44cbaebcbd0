"""The questions that the solver answers."""

from collections.abc import Iterable

from scorekeeper.cards import Card
from scorekeeper.errors import CardError
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver.arrangement import Arrangement, best_below, without
from scorekeeper.solver.groups import spared
from scorekeeper.solver.numbers import CARD, NO_LIMIT
from scorekeeper.solver.tables import tables_for


def best_arrangement(cards: Iterable[Card], rules: RoundRules) -> Arrangement:
    """The arrangement of ``cards`` that leaves the fewest deadwood points.

    Among those with as many points the fewest deadwood cards; among those always the same one,
    whatever the order of the cards and whatever was asked before. The cards must be of the game
    (see ``packs.refuse_strangers``); no limit of packs applies. Raises CardError for more cards
    than any hand holds, 127.
    """
    tables = tables_for(rules)
    kinds = sorted(map(tables.kind_of.__getitem__, cards))
    arrangement = best_below(kinds, tables, NO_LIMIT)
    assert arrangement is not None, "leaving every card is always possible"
    return arrangement


def best_discard(held: Iterable[Card], rules: RoundRules) -> tuple[Card, Arrangement]:
    """The card to discard so that the rest leaves the fewest points, and the rest's arrangement.

    To arrange all the cards and to throw the dearest left over is not always best, 7S 7H 7C 8H
    9H TH melds as six cards and no five of them do; but only a dearer card can do better. Where
    several do as well: the fewest cards left, then a natural card before a wild, then the
    dearest. Of arrangements of the rest that leave as much it may be another than
    ``best_arrangement`` shows. Raises CardError as that does, and where no card is held.
    """
    whole = best_arrangement(held, rules)
    kinds, left, cost, _, tables = whole.found
    if not kinds:
        raise CardError("there is no card to discard", remedy="give the cards held")
    costs, wilds = tables.costs, tables.wilds

    def choice(kind: int) -> tuple[bool, int]:
        return kind in wilds, -costs[kind]

    thrown, rest, least = -1, None, NO_LIMIT
    if left:
        thrown = min(left, key=lambda kind: (-costs[kind], kind in wilds))
        rest, least = _but_for(whole, thrown), cost - costs[thrown]
    # With room for every wild one fewer is no better, unless nothing melds.
    no_wilds = bool(left and whole.melds) and not tables.room_matters
    for kind in sorted(dict.fromkeys(kinds), key=choice):
        below = least + (thrown < 0 or choice(kind) < choice(thrown))
        if not below:
            break
        # With the discard left over, all the cards leave no less than they must.
        if cost - costs[kind] >= below or (no_wilds and kind in wilds):
            continue
        found = best_below(without(kinds, kind), tables, below)
        if found is not None:
            thrown, rest = kind, found
            _, _, least, *_ = found.found
    assert rest is not None, "each card can be thrown"
    return tables.cards[thrown], rest


def discards_going_out(held: Iterable[Card], rules: RoundRules) -> tuple[Card, ...]:
    """Every card after whose discard all the others are melded, in order; each kind once."""
    kinds, _, cost, groups, tables = best_arrangement(held, rules).found
    sure = set() if cost else spared(groups, kinds, tables)
    return tuple(
        [
            tables.cards[kind]
            for kind in dict.fromkeys(kinds)
            # With the discard left over, all the cards leave no less than they must.
            if tables.costs[kind] >= cost
            and (kind in sure or best_below(without(kinds, kind), tables, 1) is not None)
        ]
    )


def _but_for(whole: Arrangement, kind: int) -> Arrangement:
    """An arrangement without a card of this kind that it leaves."""
    kinds, left, cost, groups, tables = whole.found
    left = without(left, kind)
    cost -= tables.costs[kind]
    rest = Arrangement(whole.melds, tuple([tables.cards[one] for one in left]), cost // CARD)
    rest.found = without(kinds, kind), left, cost, groups, tables
    return rest
