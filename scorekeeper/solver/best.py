"""The questions that the solver answers."""

from collections.abc import Iterable, Sequence
from functools import partial

from scorekeeper.card_rules import RoundRules
from scorekeeper.cards import Card
from scorekeeper.errors import CardError
from scorekeeper.melds import Meld
from scorekeeper.solver.arrangement import Arrangement
from scorekeeper.solver.groups import spared
from scorekeeper.solver.layout import lay_out
from scorekeeper.solver.numbers import CARD, MOST_CARDS, NO_LIMIT
from scorekeeper.solver.search import Found, best_groups_below
from scorekeeper.solver.tables import Tables, tables_for

Laid = tuple[tuple[Meld, ...], Found]
"""The melds to show, and what was found of which they are."""


def best_arrangement(cards: Iterable[Card], rules: RoundRules) -> Arrangement:
    """The arrangement of ``cards`` that leaves the fewest deadwood points.

    Among those with as many points the fewest deadwood cards; among those always the same one,
    whatever the order of the cards and whatever was asked before. The cards must be of the game
    (see ``packs.refuse_strangers``); no limit of packs applies. Raises CardError for more cards
    than any hand holds, 127.
    """
    tables = tables_for(rules)
    kinds = _kinds(cards, tables)
    return _arrangement(kinds, *_laid_out(kinds, tables), tables)


def best_discard(held: Iterable[Card], rules: RoundRules) -> tuple[Card, Arrangement]:
    """The card to discard so that the rest leaves the fewest points, and the rest's arrangement.

    To arrange all the cards and to throw the dearest left over is not always best, 7S 7H 7C 8H
    9H TH melds as six cards and no five of them do; but only a dearer card can do better. Where
    several do as well: the fewest cards left, then a natural card before a wild, then the
    dearest. Of arrangements of the rest that leave as much it may be another than
    ``best_arrangement`` shows. Raises CardError as that does, and where no card is held.
    """
    tables = tables_for(rules)
    kinds = _kinds(held, tables)
    if not kinds:
        raise CardError("there is no card to discard", remedy="give the cards held")
    costs = tables.costs

    def choice(kind: int) -> tuple[bool, int]:
        return kind in tables.wilds, -costs[kind]

    melds, whole = _laid_out(kinds, tables)
    thrown, rest, least = -1, None, NO_LIMIT
    if whole.left:
        thrown = min(whole.left, key=lambda kind: (-costs[kind], kind in tables.wilds))
        least = whole.cost - costs[thrown]
        rest = melds, whole._replace(left=_without(whole.left, thrown), cost=least)
    # With room for every wild one fewer is no better, unless nothing melds.
    no_wilds = bool(whole.left and melds) and not tables.room_matters
    for kind in sorted(dict.fromkeys(kinds), key=choice):
        below = least + (thrown < 0 or choice(kind) < choice(thrown))
        if not below:
            break
        # With the discard left over, all the cards leave no less than they must.
        if whole.cost - costs[kind] >= below or (no_wilds and kind in tables.wilds):
            continue
        found = _laid_out_below(_without(kinds, kind), tables, below)
        if found is not None:
            thrown, rest, least = kind, found, found[1].cost
    assert rest is not None, "each card can be thrown"
    return tables.cards[thrown], _arrangement(_without(kinds, thrown), *rest, tables)


def discards_going_out(held: Iterable[Card], rules: RoundRules) -> tuple[Card, ...]:
    """Every card after whose discard all the others are melded, in order; each kind once."""
    tables = tables_for(rules)
    kinds = _kinds(held, tables)
    whole, sure = _sure_to_go_out(kinds, tables)
    return tuple(
        [
            tables.cards[kind]
            for kind in dict.fromkeys(kinds)
            # With the discard left over, all the cards leave no less than they must.
            if tables.costs[kind] >= whole
            and (kind in sure or _cost(_without(kinds, kind), tables, 1) == 0)
        ]
    )


def _sure_to_go_out(kinds: Sequence[int], tables: Tables) -> tuple[int, set[int]]:
    """The least cost of a hand; where it is 0, the kinds that the melds found can do without."""
    if tables.may_be_short(tables.weigh(kinds)):
        return _laid_out(kinds, tables)[1].cost, set()
    found = best_groups_below(kinds, tables, NO_LIMIT)
    assert found is not None, "leaving every card is always possible"
    if found.cost:
        return found.cost, set()
    return 0, spared(found.groups, kinds, tables)


def _kinds(cards: Iterable[Card], tables: Tables) -> list[int]:
    """The kinds of cards, in order. Raises CardError for more than any hand holds."""
    kinds = sorted(map(tables.kind_of.__getitem__, cards))
    if len(kinds) > MOST_CARDS:
        raise CardError(
            f"a hand of {len(kinds)} cards is too large",
            remedy=f"give at most {MOST_CARDS} cards",
        )
    return kinds


def _without(kinds: Sequence[int], kind: int, count: int = 1) -> list[int]:
    rest = list(kinds)
    for _ in range(count):
        rest.remove(kind)
    return rest


def _laid_out(kinds: Sequence[int], tables: Tables) -> Laid:
    """The best arrangement of a hand."""
    laid = _laid_out_below(kinds, tables, NO_LIMIT)
    assert laid is not None, "leaving every card is always possible"
    return laid


def _laid_out_below(kinds: Sequence[int], tables: Tables, below: int) -> Laid | None:
    """The best arrangement of a hand, None if it does not cost less than a bound.

    How long a run is counts only where the melds turn out to have no room for all their wilds.
    """
    for exact in (False, True):
        found = best_groups_below(kinds, tables, below, exact=exact)
        if found is None:
            return None
        melds = lay_out(found.groups, found.spare, tables)
        if melds is not None:
            return melds, found
    raise AssertionError("the runs have the room that the walk says")


def _arrangement(
    kinds: Sequence[int], melds: tuple[Meld, ...], found: Found, tables: Tables
) -> Arrangement:
    cost, _, left, _ = found
    cards = tables.cards
    shown = Arrangement(melds, tuple([cards[kind] for kind in left]), cost // CARD)
    # No lambda: an arrangement may be sent to another process.
    shown.look_for_tie = partial(_is_tied, kinds, left, cost, tables)
    return shown


def _cost(kinds: Sequence[int], tables: Tables, below: int = NO_LIMIT) -> int | None:
    """The cost of the best arrangement of a hand, None if it is not below a bound."""
    if tables.may_be_short(tables.weigh(kinds)):
        laid = _laid_out_below(kinds, tables, below)
        return None if laid is None else laid[1].cost
    found = best_groups_below(kinds, tables, below)
    return None if found is None else found.cost


def _is_tied(kinds: Sequence[int], left: Sequence[int], cost: int, tables: Tables) -> bool:
    """Whether a card that is melded can be left for as many points: one more than are left now."""
    points = cost // CARD
    for kind in set(kinds):
        count = left.count(kind) + 1
        rest = points - count * (tables.costs[kind] // CARD)
        if rest >= 0 and kinds.count(kind) >= count:
            below = (rest + 1) * CARD
            if _cost(_without(kinds, kind, count), tables, below) is not None:
                return True
    return False
