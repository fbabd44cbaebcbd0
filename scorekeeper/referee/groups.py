"""Which cards of a hand can lie in one meld as themselves, and with how many wilds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from scorekeeper.cards import Card
from scorekeeper.melds import SMALLEST, too_wild
from scorekeeper.rules.card_rules import RoundRules

Part = tuple[tuple[Card, ...], list[int]]
"""Cards of a meld, and each number of wilds that makes them one."""


def _with_wilds(
    cards: tuple[Card, ...], gaps: int, most: int, wilds: int, rules: RoundRules
) -> Iterator[Part]:
    """The cards with some of so many wilds, which fill all gaps; ``most`` cards in all."""
    size = len(cards)
    others = wilds - sum(map(rules.is_wild, cards))
    fitting = range(max(gaps, SMALLEST - size), min(others, most - size) + 1)
    if counts := [count for count in fitting if not too_wild(size + count, count, rules)]:
        yield cards, counts


def sets_of(natural: Counter[Card], wilds: int, rules: RoundRules) -> Iterator[Part]:
    """Cards of one rank; six are two sets."""
    largest = rules.set_max or natural.total() + wilds
    for rank in dict.fromkeys(card.rank for card in natural):
        same = [card for card in natural if card.rank == rank]
        most = [1 if rules.set_distinct_suits else natural[card] for card in same]
        for counts in product(*(range(n, -1, -1) for n in most)):
            if 0 < sum(counts) < 2 * SMALLEST:
                cards = (card for card, n in zip(same, counts, strict=True) for _ in range(n))
                yield from _with_wilds(tuple(cards), 0, largest, wilds, rules)


def runs_of(natural: Counter[Card], wilds: int, rules: RoundRules) -> Iterator[Part]:
    """Cards of one suit on the line."""
    line = rules.line
    for suit in dict.fromkeys(card.suit for card in natural):
        held = [place for place, rank in enumerate(line) if natural[Card(rank, suit)]]
        for places in _rising(held, wilds):
            cards = tuple(Card(line[place], suit) for place in places)
            # An ace at both ends is two aces.
            if cards.count(cards[0]) <= natural[cards[0]] and not _is_two_runs(places, rules):
                gaps = places[-1] - places[0] + 1 - len(places)
                yield from _with_wilds(cards, gaps, len(line), wilds, rules)


def pure_runs(held: Sequence[Card], rules: RoundRules) -> Iterator[tuple[Card, ...]]:
    """The runs of cards that all stand for themselves, the wild ones too; six are two runs."""
    have = Counter(held)
    for suit in rules.suits:
        for start, stop in combinations(range(len(rules.line) + 1), 2):
            cards = tuple(Card(rank, suit) for rank in rules.line[start:stop])
            if SMALLEST <= len(cards) < 2 * SMALLEST and Counter(cards) <= have:
                yield cards


def _rising(held: Sequence[int], gaps: int, below: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every choice of places, low to high, with at most so many gaps between them."""
    for i, place in enumerate(held):
        left = gaps if below is None else gaps - (place - below - 1)
        if left < 0:
            return
        yield (place,)
        for above in _rising(held[i + 1 :], left, place):
            yield (place, *above)


def _is_two_runs(places: tuple[int, ...], rules: RoundRules) -> bool:
    """Whether a run can be cut in two that take as many wilds: those are found as two."""
    size = places[-1] - places[0] + 1
    for cut in range(SMALLEST, size - SMALLEST + 1):
        below = sum(place < places[0] + cut for place in places)
        above = len(places) - below
        if not (
            too_wild(cut, cut - below, rules) or too_wild(size - cut, size - cut - above, rules)
        ):
            return True
    return False
