"""The brute force for knocks: laying off card by card, and every layout of a hand.

Plain and slow, by the definitions; ``tests.tools.oracle`` says what a meld is. It shares only types
and the points of single cards with the program.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.rules.card_rules import RoundRules
from tests.tools.oracle import cost, is_run, is_set

Cards = tuple[Card, ...]


class Layout(NamedTuple):
    """Some melds of a hand, and its other cards."""

    melds: tuple[Cards, ...]
    left: Cards


def _is_meld(cards: Cards, rules: RoundRules) -> bool:
    """Whether cards without wilds are a meld."""
    if len(cards) > 2 and len({card.rank for card in cards}) == 1:
        return is_set(cards, rules)
    return len(cards) > 2 and len({card.suit for card in cards}) == 1 and is_run(cards, rules)


def layouts(cards: Cards, rules: RoundRules) -> Iterator[Layout]:
    """Every choice of melds of a hand, including those that could hold more cards."""
    places = range(len(cards))
    of_one_rank_or_suit = [
        [place for place in places if alike in (cards[place].rank, cards[place].suit)]
        for alike in {*(card.rank for card in cards), *(card.suit for card in cards)}
    ]
    found = {
        chosen
        for there in of_one_rank_or_suit
        for size in range(3, len(there) + 1)
        for chosen in combinations(there, size)
        if _is_meld(tuple(cards[place] for place in chosen), rules)
    }
    melds = sorted(found, key=lambda meld: (len(meld), meld))

    def choices(first: int, free: frozenset[int]) -> Iterator[list[tuple[int, ...]]]:
        yield []
        for number in range(first, len(melds)):
            if free.issuperset(melds[number]):
                for others in choices(number + 1, free.difference(melds[number])):
                    yield [melds[number], *others]

    for chosen in choices(0, frozenset(places)):
        used = {place for meld in chosen for place in meld}
        yield Layout(
            tuple(tuple(cards[place] for place in meld) for meld in chosen),
            tuple(cards[place] for place in places if place not in used),
        )


def least_left(lefts: Iterable[Cards], table: tuple[Cards, ...], rules: RoundRules) -> int:
    """The fewest points that the other player, who may leave any of ``lefts`` unmelded, can have.

    One card after another is laid off wherever the meld with it is still a meld.
    """

    @cache
    def least(left: Cards, table: tuple[Cards, ...]) -> int:
        fewest = cost(left, rules)
        for at, card in enumerate(left):
            rest = left[:at] + left[at + 1 :]
            for number, meld in enumerate(table):
                longer = tuple(sorted((*meld, card)))
                if _is_meld(longer, rules):
                    laid = (*table[:number], longer, *table[number + 1 :])
                    fewest = min(fewest, least(rest, laid))
        return fewest

    return min(least(left, table) for left in lefts)


def score(layout: Layout, others: int, rules: RoundRules, *, all_cards: bool = False) -> int:
    """What the player who ended the hand scores; negative in an undercut."""
    if not layout.left:
        return others + (rules.big_gin_bonus if all_cards else rules.gin_bonus)
    left = cost(layout.left, rules)
    return others - left if others > left else -(left - others + rules.undercut_bonus)


class Answer(NamedTuple):
    """The best score for the player who ended the hand, and the layout that gets it."""

    score: int
    layouts: list[Layout]


def others_left(cards: Cards, layout: Layout, rules: RoundRules) -> int:
    """What the other player has left against a layout; nothing is laid off against gin."""
    table = layout.melds if rules.lay_off and layout.left else ()
    return least_left({found.left for found in layouts(cards, rules)}, table, rules)


def best_layout(knocker: Cards, other: Cards, rules: RoundRules) -> Answer | None:
    """The best layout for the player who ended the hand; None if every layout leaves too much."""
    lefts = {found.left for found in layouts(other, rules)}
    scores: dict[Layout, int] = {}
    for layout in layouts(knocker, rules):
        if not layout.left or 0 < rules.knock >= cost(layout.left, rules):
            table = layout.melds if rules.lay_off and layout.left else ()
            scores[layout] = score(layout, least_left(lefts, table, rules), rules)
    best = max(scores.values(), default=None)
    if best is None:
        return None
    return Answer(best, [layout for layout in scores if scores[layout] == best])


def is_big_gin(held: Cards, rules: RoundRules) -> bool:
    """Whether some melds hold all the cards."""
    return any(not layout.left for layout in layouts(held, rules))


def least_by_discard(held: Cards, rules: RoundRules) -> dict[Card, tuple[int, int]]:
    """The fewest points, and then the fewest cards, that each discard leaves."""
    found: dict[Card, tuple[int, int]] = {}
    for layout in layouts(held, rules):
        for discard in layout.left:
            left = [card for card in layout.left if card != discard]
            left_over = (cost(tuple(left), rules), len(left))
            found[discard] = min(left_over, found.get(discard, left_over))
    return found
