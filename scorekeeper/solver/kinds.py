"""The kinds of cards of a game, and a hand as a number."""

from functools import lru_cache

from scorekeeper.cards import BY_NAME, JOKER

BITS = 6
"""Bits of a field: five to count the copies of a card, and one to guard the field above."""

COUNT = (1 << BITS - 1) - 1
"""The bits of a field that count."""


class Kinds:
    """The kinds of cards of a game, the same in all its rounds.

    Identical cards are one kind; kinds are numbered as hands are sorted, the joker last. ``lines``
    are those of the places of each suit that runs follow; ``line_of`` a kind is that of its suit,
    the joker has none. A hand is a number with a field for each of these places. The ace of a line
    with an ace at both ends has its field at the low one.
    ``units`` are the kinds' numbers, one card each, and ``tops`` the guard bits of all the places
    where it can be.
    """

    def __init__(self, suits: str, ranks: str, line: str) -> None:
        self.cards = [BY_NAME[rank + suit] for suit in suits for rank in ranks]
        self.cards.append(JOKER)
        self.kind_of = {card: kind for kind, card in enumerate(self.cards)}
        self.joker = self.kind_of[JOKER]
        self.names = [str(card) for card in self.cards]
        self.rank_of = [kind % len(ranks) for kind in range(len(self.cards))]
        self.suit_of = [kind // len(ranks) for kind in range(len(self.cards))]
        self.lines = [[self.kind_of[BY_NAME[rank + suit]] for rank in line] for suit in suits]
        self.line_of = [line for line in self.lines for _ in ranks] + [[]]
        self._find_fields(len(line))
        self.aces = COUNT * self.of_suits if line[0] == line[-1] else 0

    def _find_fields(self, line: int) -> None:
        """The fields of a hand, and what is asked of many at once."""
        # Two empty fields between suits, so that what lies near is of one suit.
        suit_bits = BITS * (line + 2)
        self.ones = sum(1 << BITS * place for place in range(line))
        self.of_suits = sum(1 << suit_bits * suit for suit in range(len(self.lines)))
        self.one_suit = (1 << suit_bits) - 1
        self.suit_fields = [self.one_suit << suit_bits * suit for suit in range(len(self.lines))]
        self.below_1 = COUNT * self.ones * self.of_suits
        self.guard = self.below_1 + self.ones * self.of_suits
        self.units = [0] * len(self.cards)
        self.tops = [0] * len(self.cards)
        for suit, kinds in enumerate(self.lines):
            for place in range(line - 1, -1, -1):
                unit = 1 << suit_bits * suit + BITS * place
                self.units[kinds[place]] = unit
                self.tops[kinds[place]] |= unit << BITS - 1

    def could_meld(self, number: int, wilds: int) -> int:
        """The guard bits of the cards of a hand that could be in a meld with so many wilds.

        Those of others may be among them. A look at all the cards at once: without wilds a card
        needs two others of its rank, or two neighbours.
        """
        if wilds:
            return self.guard
        if self.aces:
            number += (number & self.aces) << BITS * (len(self.lines[0]) - 1)
        held = number + self.below_1 & self.guard
        near = held & held >> BITS & held >> 2 * BITS
        near |= near << BITS | near << 2 * BITS
        fields = self.guard & self.one_suit
        ranks = number % self.one_suit + (COUNT - 2) * self.ones & fields
        return near | ranks * self.of_suits


@lru_cache(maxsize=64)
def kinds_of(suits: str, ranks: str, line: str) -> Kinds:
    """The kinds of cards of a game with these suits and ranks, and with this line for runs."""
    return Kinds(suits, ranks, line)
