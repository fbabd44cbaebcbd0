"""What the solver needs to know of a round's rules, worked out once for each."""

from collections.abc import Iterable
from functools import lru_cache

from scorekeeper.card_rules import RoundRules
from scorekeeper.cards import JOKER, Card
from scorekeeper.solver.numbers import BYTE, CARD, MOST_CARDS
from scorekeeper.solver.sets import SetLimits, rank_sets
from scorekeeper.solver.situations import HIGH, LOW, OF_WILD_RANK

FINE = 128
"""A cost times this is a worth: of two choices as dear the one without helpers is worth more."""

BETWEEN_SUITS = 4
"""Empty places between the suits of a hand, more than most gaps in a run are wide."""


class Tables:
    """The rules of a round as the walk asks for them.

    Kinds of cards are numbered as hands are sorted, the joker last. Places are numbered along
    the line that runs follow; where the ace stands at both of its ends, ``ace_twice`` holds and
    the ace has the first place and the last.

    A hand is one number, the sum of its cards' weights, ``weight_of`` a kind: for each suit a byte
    for each place, which counts the cards that may stand there as themselves, and some empty
    ones; then a byte for the wilds and one for the jokers among them, and what its natural cards
    cost. With ``below_1`` added the ``tops`` of its bytes tell where one card is held or more,
    with ``below_2`` where two are or more, and so on. The rest of dividing the ``naturals`` of a
    hand by ``one_suit`` is the sum of its suits. The rest by ``by_rank`` counts each rank at its
    first place; a bit there times ``of_rank`` is that bit at all the places of the rank.
    """

    def __init__(self, rules: RoundRules) -> None:
        self._number_cards(rules)
        self._find_places(rules)
        self._weigh_cards()
        self._ask_limits(rules)

    def _number_cards(self, rules: RoundRules) -> None:
        """The kinds of cards, their names and what they cost."""
        self.cards = (*dict.fromkeys(card for card in rules.pack if card != JOKER), JOKER)
        self.kind_of = {card: kind for kind, card in enumerate(self.cards)}
        self.joker = self.kind_of[JOKER]
        self.names = [str(card) for card in self.cards]
        self.costs = [rules.points[card] * CARD + 1 for card in self.cards]
        self.wilds = frozenset(k for k, card in enumerate(self.cards) if rules.is_wild(card))
        others = [self.costs[kind] for kind in self.wilds if kind != self.joker]
        # Of a card of the wild rank, and of a joker.
        self.cost_of_wilds = (others[0] if others else 0, self.costs[self.joker])

    def _find_places(self, rules: RoundRules) -> None:
        """The line of ranks: which kinds are at its places, and what is special there."""
        self.line = rules.line
        self.ranks = len(rules.ranks)
        self.suits = range(len(rules.suits))
        self.ace_twice = rules.line[0] == rules.line[-1]
        self.kinds_at = [
            [self.kind_of[Card(rank, suit)] for suit in rules.suits] for rank in rules.line
        ]
        self.line_of = [[kinds[suit] for kinds in self.kinds_at] for suit in self.suits]
        self.names_of = [[self.names[kind] for kind in line] for line in self.line_of]
        self.wild_places = [place for place, rank in enumerate(rules.line) if rank == rules.wild]
        # The card of the wild rank in each suit, -1 where nothing is wild.
        self.own_of = (
            self.kinds_at[self.wild_places[-1]] if self.wild_places else [-1] * len(self.suits)
        )
        is_natural = rules.wild_as_rank and rules.wild_limit != "any"
        self.own_places = frozenset(self.wild_places if is_natural else ())
        self.cost_at_place = [
            0 if place in self.own_places else self.costs[kinds[0]]
            for place, kinds in enumerate(self.kinds_at)
        ]
        self.flags_at = [
            OF_WILD_RANK * (place in self.own_places) for place in range(len(self.line))
        ]
        self.flags_if_low = self.flags_at.copy()
        if self.ace_twice:
            self.flags_at[0] |= LOW
            self.flags_at[-1] |= HIGH

    def _weigh_cards(self) -> None:
        """Give each kind its weight in the number of a hand."""
        # Where the ace stands at both ends its places are as far apart as it takes to add them up.
        self.stride = 2 * self.ranks if self.ace_twice else len(self.line) + BETWEEN_SUITS
        suit_bits = BYTE * self.stride
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
        self.weight_of = [
            1 << self.wilds_at if kind in self.wilds else cost << self.cost_at
            for kind, cost in enumerate(self.costs)
        ]
        self.weight_of[self.joker] += 1 << self.jokers_at
        for place, kinds in enumerate(self.kinds_at):
            if place not in self.wild_places or place in self.own_places:
                for at, kind in zip(self.lines_at, kinds, strict=True):
                    self.weight_of[kind] += 1 << at + BYTE * place
        self.kind_at = [-1] * (self.stride * len(self.suits))
        self.place_at = [at % self.stride for at in range(len(self.kind_at))]
        self.worth_at = [0] * len(self.kind_at)
        for place, kinds in enumerate(self.kinds_at):
            for suit, kind in enumerate(kinds):
                at = self.stride * suit + place
                self.kind_at[at] = kind
                self.worth_at[at] = self.cost_at_place[place] * FINE

    def weigh(self, kinds: Iterable[int]) -> int:
        """The number of a hand."""
        return sum(map(self.weight_of.__getitem__, kinds))

    def may_be_short(self, hand: int) -> bool:
        """Whether some run could be too long for all the wilds that may be half of it."""
        wilds = hand >> self.wilds_at & 255
        return (
            wilds > 0
            and self.limits.wild_limit == "half"
            and any(self.is_short(hand >> at & self.one_suit, wilds) for at in self.lines_at)
        )

    def is_short(self, line: int, wilds: int) -> bool:
        """Whether a run of these cards of a suit could fill its line before all wilds are in."""
        places = (line + self.below_1 & self.tops).bit_count()
        return places + wilds > len(self.line)

    def _ask_limits(self, rules: RoundRules) -> None:
        """What wilds and sets may be."""
        self.limits = SetLimits(
            rules.wild_limit, rules.set_max, rules.set_distinct_suits, len(rules.line)
        )
        self.fewest_in_set = 2 if rules.wild_limit in ("half", "one") else 1
        self.most_in_gap = {"half": MOST_CARDS, "one": 1}.get(rules.wild_limit, 3)
        capped = bool(rules.set_max) or rules.set_distinct_suits
        some_are_free = not all(rules.points.values())
        # Else there is room for every wild as soon as there is a meld.
        self.room_matters = (
            rules.wild_limit in ("half", "one") or capped or some_are_free or bool(self.own_places)
        )
        # Whether each suit of a rank is a pile of its own.
        self.by_suit = rules.set_distinct_suits
        piles = len(rules.suits) if self.by_suit else 1
        self.sets = rank_sets(self.limits, piles, in_parts=capped or some_are_free)
        self.outcomes_at = [
            self.sets.known[place in self.own_places] for place in range(len(self.line))
        ]


@lru_cache(maxsize=256)
def tables_for(rules: RoundRules) -> Tables:
    """The tables of ``rules``; the last 256 rounds asked for are kept."""
    return Tables(rules)
