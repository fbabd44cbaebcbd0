"""What to throw away."""

from collections.abc import Iterable

from scorekeeper.cards import Card
from scorekeeper.errors import CardError
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver.arrangement import (
    Arrangement,
    arrangement_of,
    best_arrangement,
    best_below,
)
from scorekeeper.solver.rules import CARD, NO_LIMIT, going_out


def best_discard(held: Iterable[Card], rules: RoundRules) -> tuple[Card, Arrangement]:
    """The card to discard so that the rest leaves the fewest points, and the rest's arrangement.

    To arrange all the cards and to throw the dearest left over is not always best, 7S 7H 7C 8H
    9H TH melds as six cards and no five of them do; but only a dearer card can do better. Where
    several do as well: the fewest cards left, then a natural card before a wild, then the
    dearest. Of arrangements of the rest that leave as much it may be another than
    ``best_arrangement`` shows. Raises CardError as that does, and where no card is held.
    """
    whole = best_arrangement(held, rules)
    hand = whole._hand
    if not hand.kinds:
        raise CardError("there is no card to discard", remedy="give the cards held")
    costs, wilds, turns = hand.rules.costs, hand.rules.wilds, hand.rules.turns
    thrown, rest, least = hand.kinds[0], None, NO_LIMIT
    if whole._left:
        thrown = min(whole._left, key=lambda kind: (-costs[kind], kind in wilds))
        left = whole._left.copy()
        left.remove(thrown)
        least = whole._cost - costs[thrown]
        rest = arrangement_of(hand.without(thrown), whole.melds, left, least)
    # A meld that has room for every wild would take back the one that is thrown.
    keeps_wilds = bool(whole._left and whole.melds) and all(
        group[3] >= len(hand.wilds) for group in hand.groups
    )
    for kind in sorted(dict.fromkeys(hand.kinds), key=turns.__getitem__):
        if keeps_wilds and kind in wilds:
            break
        below = least + (turns[kind] < turns[thrown])
        # With the discard left over, all the cards leave no less than they must.
        if whole._cost - costs[kind] < below:
            found = best_below(hand.without(kind), below)
            if found is not None:
                thrown, rest, least = kind, found, found._cost
    assert rest is not None, "each card can be thrown"
    return hand.rules.cards[thrown], rest


def discards_going_out(held: Iterable[Card], rules: RoundRules) -> tuple[Card, ...]:
    """Every card after whose discard all the others are melded, in order; each kind once.

    The runs that a hand must have are among the melds, whatever counts of a hand without them.
    Where a knock may leave something, after whose discard no more is left than that.
    """
    whole = best_arrangement(held, going_out(rules))
    hand, costs = whole._hand, whole._hand.rules.costs
    below = (rules.knock + 1) * CARD if rules.knock else 1
    return tuple(
        [
            hand.rules.cards[kind]
            for kind in dict.fromkeys(hand.kinds)
            # With the discard left over, all the cards leave no less than they must.
            if whole._cost - costs[kind] < below
            and best_below(hand.without(kind), below) is not None
        ]
    )
