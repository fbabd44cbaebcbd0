"""The brute force that the solver is measured against: plain, slow, by the definition of a meld.

It shares no code with the solver or the referee. A wild is tried as every card it could be:
a meld is a tuple of *claims*, one for each card, and the definitions below read like the rules.
Only the points of single cards are taken from ``RoundRules.points``, which has tests of its own.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from scorekeeper.cards import Card
from scorekeeper.rules.card_rules import RoundRules

KNOWN = 50_000
"""Hands and groups under the same rules of which is kept what was found."""


def is_wild(card: Card, rules: RoundRules) -> bool:
    return card.rank == "JK" or card.rank == rules.wild


def limit_allows(wilds: int, size: int, rules: RoundRules) -> bool:
    match rules.wild_limit:
        case "any":
            return True
        case "natural":
            return wilds < size
        case "half":
            return wilds * 2 <= size
        case "one":
            return wilds <= 1
    raise AssertionError(rules.wild_limit)


def is_set(cards: tuple[Card, ...], rules: RoundRules) -> bool:
    """Some rank fits: every card is a natural of that rank, or a wild."""
    if rules.set_max and len(cards) > rules.set_max:
        return False
    ranks = {card.rank for card in cards if not is_wild(card, rules)}
    return any(_is_set_of(rank, cards, rules) for rank in rules.ranks if ranks <= {rank})


def _is_set_of(rank: str, cards: tuple[Card, ...], rules: RoundRules) -> bool:
    # A card of the wild rank may count as natural here, or not: try it both ways.
    as_itself = [
        card
        for card in cards
        if card.rank == rank
        and is_wild(card, rules)
        and rules.wild_as_rank
        and rules.wild_limit != "any"
    ]
    fixed = [card for card in cards if not is_wild(card, rules)]
    for count in range(len(as_itself) + 1):
        for chosen in combinations(as_itself, count):
            naturals = [*fixed, *chosen]
            suits = [card.suit for card in naturals]
            if rules.set_distinct_suits and len(set(suits)) < len(suits):
                continue
            if limit_allows(len(cards) - len(naturals), len(cards), rules):
                return True
    return False


def is_run(cards: tuple[Card, ...], rules: RoundRules) -> bool:
    """Some stretch of a suit's line fits: each natural in its place, wilds in the others."""
    ranks = rules.ranks
    line = ranks
    if ranks[0] == "A" and rules.ace_runs == "high":
        line = ranks[1:] + "A"
    if ranks[0] == "A" and rules.ace_runs == "both":
        line = ranks + "A"
    size = len(cards)
    naturals = [card for card in cards if not is_wild(card, rules)]
    wilds = [card for card in cards if is_wild(card, rules)]
    suits = {card.suit for card in naturals}
    return len(suits) < 2 and any(
        _is_run_at(line[start : start + size], suit, naturals, wilds, rules)
        for start in range(len(line) - size + 1)
        for suit in suits or rules.suits
    )


def _is_run_at(
    places: str, suit: str, naturals: list[Card], wilds: list[Card], rules: RoundRules
) -> bool:
    free = [*places]
    for card in naturals:
        if card.rank not in free:
            return False
        free.remove(card.rank)
    as_itself = 0
    if rules.wild_as_rank and rules.wild_limit != "any":
        own = sum(1 for card in wilds if card == (rules.wild, suit))
        as_itself = min(own, free.count(rules.wild or ""))
    return limit_allows(len(wilds) - as_itself, len(places), rules) or not places


def is_meld(cards: tuple[Card, ...], rules: RoundRules) -> bool:
    if len(cards) < 3:
        return False
    if rules.wild_limit == "any" and all(is_wild(card, rules) for card in cards):
        return True
    return is_set(cards, rules) or is_run(cards, rules)


def deadwoods(cards: tuple[Card, ...], rules: RoundRules) -> set[tuple[Card, ...]]:
    """Every hand of cards (sorted) that an arrangement of ``cards`` can leave.

    The first card is left over, or is in a meld with some others; then the same for the rest.
    """
    return set(_left_by(rules)(tuple(sorted(cards))))


@lru_cache(maxsize=1)
def _left_by(rules: RoundRules) -> Callable[[tuple[Card, ...]], frozenset[tuple[Card, ...]]]:
    """What a sorted hand can leave; results are kept from one hand to the next."""

    @lru_cache(maxsize=KNOWN)
    def meld(group: tuple[Card, ...]) -> bool:
        return is_meld(group, rules)

    @lru_cache(maxsize=KNOWN)
    def left(hand: tuple[Card, ...]) -> frozenset[tuple[Card, ...]]:
        if not hand:
            return frozenset({()})
        first, others = hand[0], hand[1:]
        found = {tuple(sorted((first, *rest))) for rest in left(others)}
        for size in range(2, len(others) + 1):
            for chosen in set(combinations(others, size)):
                if meld((first, *chosen)):
                    rest = Counter(others)
                    rest.subtract(chosen)
                    found |= left(tuple(sorted(rest.elements())))
        return frozenset(found)

    return left


def cost(cards: tuple[Card, ...], rules: RoundRules) -> int:
    return sum(rules.points[card] for card in cards)


def least_deadwood(cards: tuple[Card, ...], rules: RoundRules) -> tuple[int, int, bool]:
    """Fewest points, fewest cards among those, and whether other cards could be left as cheaply.

    Cards that cost nothing make no tie.
    """
    costs = {left: cost(left, rules) for left in deadwoods(cards, rules)}
    points = min(costs.values())
    best = [left for left in costs if costs[left] == points]
    dear = {tuple(card for card in left if rules.points[card]) for left in best}
    return points, min(map(len, best)), len(dear) > 1


def goes_out(held: tuple[Card, ...], rules: RoundRules) -> set[Card]:
    """Every card that can be discarded so that all the others are melded."""
    found = set()
    for discard in set(held):
        rest = list(held)
        rest.remove(discard)
        if () in deadwoods(tuple(rest), rules):
            found.add(discard)
    return found
