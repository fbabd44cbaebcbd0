"""The kinds of cards of a game, and where each of them is in the number of a hand."""

from functools import lru_cache

from scorekeeper.cards import BY_NAME, JOKER, Card
from scorekeeper.solver.numbers import BYTE

BETWEEN_SUITS = 4
"""Empty places between the suits of a hand, more than most gaps in a run are wide."""


class Kinds:
    """The kinds of cards of a game, the same in all its rounds.

    They are numbered as hands are sorted, the joker last. Places are numbered along the line that
    runs follow; where the ace stands at both of its ends, ``ace_twice`` holds and the ace has the
    first place and the last.

    A hand is one number: for each suit a byte for each place, which counts the cards that may
    stand there as themselves, and some empty ones; then a byte for the wilds and one for the
    jokers among them, and what its natural cards cost. With ``below_1`` added the ``tops`` of its
    bytes tell where one card is held or more, with ``below_2`` where two are or more, and so on.
    The rest of dividing the ``naturals`` of a hand by ``one_suit`` is the sum of its suits. The
    rest by ``by_rank`` counts each rank at its first place; a bit there times ``of_rank`` is that
    bit at all the places of the rank.
    """

    __slots__ = (
        "ace_twice",
        "below_1",
        "below_2",
        "below_3",
        "by_rank",
        "cards",
        "cost_at",
        "first_places",
        "joker",
        "jokers_at",
        "kind_at",
        "kind_of",
        "kinds_at",
        "last_places",
        "line",
        "line_of",
        "lines_at",
        "names",
        "names_of",
        "naturals",
        "of_rank",
        "one_suit",
        "ones",
        "place_at",
        "rank_tops",
        "ranks",
        "suits",
        "tops",
        "wilds_at",
    )

    def __init__(self, suits: str, ranks: str, line: str) -> None:
        self._number_cards(suits, ranks)
        self._find_places(suits, line)
        self._find_bytes()

    def _number_cards(self, suits: str, ranks: str) -> None:
        """The kinds of cards and their names."""
        self.cards = (*[BY_NAME[rank + suit] for suit in suits for rank in ranks], JOKER)
        self.kind_of = {card: kind for kind, card in enumerate(self.cards)}
        self.joker = self.kind_of[JOKER]
        self.names = [str(card) for card in self.cards]
        self.ranks = len(ranks)
        self.suits = range(len(suits))

    def _find_places(self, suits: str, line: str) -> None:
        """The line of ranks, and which kinds are at its places."""
        self.line = line
        self.ace_twice = line[0] == line[-1]
        self.kinds_at = [[self.kind_of[Card(rank, suit)] for suit in suits] for rank in line]
        self.line_of = [[kinds[suit] for kinds in self.kinds_at] for suit in self.suits]
        self.names_of = [[self.names[kind] for kind in line] for line in self.line_of]

    def _find_bytes(self) -> None:
        """The bytes of a hand, and what is asked of many at once."""
        # Where the ace stands at both ends its places are as far apart as it takes to add them up.
        stride = 2 * self.ranks if self.ace_twice else len(self.line) + BETWEEN_SUITS
        suit_bits = BYTE * stride
        self.lines_at = [suit_bits * suit for suit in self.suits]
        self.wilds_at = suit_bits * len(self.suits)
        self.jokers_at = self.wilds_at + BYTE
        self.cost_at = self.jokers_at + BYTE
        self.ones = sum(1 << BYTE * place for place in range(len(self.line)))
        all_suits = sum(1 << at for at in self.lines_at)
        self.one_suit = (1 << suit_bits) - 1
        self.by_rank, self.of_rank = self.one_suit, all_suits
        if self.ace_twice:
            last_place = 1 << BYTE * self.ranks
            self.by_rank, self.of_rank = last_place - 1, all_suits * (last_place + 1)
        self.naturals = (1 << self.wilds_at) - 1
        self.tops = 128 * self.ones * all_suits
        self.below_1 = 127 * self.ones * all_suits
        self.below_2 = 126 * self.ones * all_suits
        self.below_3 = 125 * self.ones * all_suits
        self.first_places = 128 * all_suits
        self.last_places = self.first_places << BYTE * (len(self.line) - 1)
        # The ace that stands at both ends is counted at its high one.
        self.rank_tops = 128 * self.ones - 128 * self.ace_twice
        self.kind_at = [-1] * (stride * len(self.suits))
        self.place_at = [at % stride for at in range(len(self.kind_at))]
        for place, kinds in enumerate(self.kinds_at):
            for suit, kind in enumerate(kinds):
                self.kind_at[stride * suit + place] = kind


@lru_cache(maxsize=64)
def kinds_of(suits: str, ranks: str, line: str) -> Kinds:
    """The kinds of cards of a game with these suits and ranks, and with this line for runs."""
    return Kinds(suits, ranks, line)
