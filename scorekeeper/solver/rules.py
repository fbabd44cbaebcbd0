"""A round's rules as the search asks for them, worked out once for each round."""

from functools import lru_cache

from scorekeeper.card_rules import RoundRules
from scorekeeper.cards import BY_NAME, JOKER, MOST_CARDS

BITS = 6
"""Bits of a field: five to count the copies of a card, and one to guard the field above."""

COUNT = (1 << BITS - 1) - 1
"""The bits of a field that count."""

CARD = 1 << 16
"""A cost is points times this, and cards: of as many points the fewest cards."""

ENDLESS = 1 << 20
"""More wilds than any hand holds."""

LONGEST = 5
"""Places of the longest run, and cards of the largest set, that is not as good as two."""

Spot = tuple[int, int, int, bool]
"""Where a kind can be in a run: the place, the kind's unit and worth, and whether it is ``own``."""


class SolverRules:
    """The kinds of cards of a game and what a round makes of them.

    Identical cards are one kind; kinds are numbered as hands are sorted, the joker last. A hand is
    a number with a field for each kind, suit by suit along the line that runs follow, with empty
    fields between the suits. ``unit_of`` a kind is one such card: what has no place of its own in a
    meld, a wild that is always wild, has none. The ace of a line with an ace at both ends has its
    field at the low one.

    ``costs`` are those of kinds left over, ``worths`` what it saves to meld them as themselves.
    ``own`` are the kinds of the wild rank where a card of it may stand as itself.
    """

    __slots__ = (
        "ace_twice",
        "aces",
        "below_1",
        "capped_at",
        "cards",
        "cost_of_wild",
        "costs",
        "guard",
        "is_limited",
        "joker",
        "kind_of",
        "limit",
        "lines",
        "names",
        "of_suits",
        "one_suit",
        "ones",
        "own",
        "own_fields",
        "rank_of",
        "run_rooms",
        "set_sizes",
        "spots_of",
        "suit_fields",
        "suit_of",
        "suits_differ",
        "top_of",
        "unit_of",
        "widest_gaps",
        "wilds",
        "worth_at",
        "worths",
    )

    def __init__(self, rules: RoundRules) -> None:
        self.cards = [BY_NAME[rank + suit] for suit in rules.suits for rank in rules.ranks]
        self.cards.append(JOKER)
        self.kind_of = {card: kind for kind, card in enumerate(self.cards)}
        self.joker = self.kind_of[JOKER]
        self.names = [str(card) for card in self.cards]
        self.rank_of = [kind % len(rules.ranks) for kind in range(len(self.cards))]
        self.suit_of = [kind // len(rules.ranks) for kind in range(len(self.cards))]
        self.limit = rules.wild_limit
        self.is_limited = rules.wild_limit in ("half", "one")
        self.capped_at = rules.set_max
        self.suits_differ = rules.set_distinct_suits
        self._find_wilds(rules)
        self._find_fields(rules)
        self._find_sizes(len(rules.line))

    def _find_wilds(self, rules: RoundRules) -> None:
        """Which kinds are wild, and what each costs."""
        self.wilds = frozenset(
            kind for kind, card in enumerate(self.cards) if rules.is_wild(card)
        )
        may_be_natural = rules.wild_as_rank and rules.wild_limit != "any"
        self.own = self.wilds - {self.joker} if may_be_natural else frozenset()
        self.costs = [rules.points[card] * CARD + 1 for card in self.cards]
        of_rank = [self.costs[kind] for kind in self.wilds if kind != self.joker]
        self.cost_of_wild = of_rank[0] if of_rank else 0
        self.worths = [
            0 if kind in self.wilds else cost for kind, cost in enumerate(self.costs)
        ]

    def _find_fields(self, rules: RoundRules) -> None:
        """Where the line has its places, and the number of a hand its fields."""
        line = rules.line
        self.ace_twice = line[0] == line[-1]
        self.lines = [
            [self.kind_of[BY_NAME[rank + suit]] for rank in line] for suit in rules.suits
        ]
        suit_bits = BITS * (len(line) + 2)
        self.one_suit = (1 << suit_bits) - 1
        self.ones = sum(1 << BITS * place for place in range(len(line)))
        self.of_suits = sum(1 << suit_bits * suit for suit in range(len(rules.suits)))
        self.suit_fields = [
            self.one_suit << suit_bits * suit for suit in range(len(rules.suits))
        ]
        self.guard = (self.ones * self.of_suits) << BITS - 1
        self.below_1 = COUNT * self.ones * self.of_suits
        self.aces = COUNT * self.of_suits if self.ace_twice else 0
        self.unit_of = [0] * len(self.cards)
        self.top_of = [0] * len(self.cards)
        for suit, kinds in enumerate(self.lines):
            for place, kind in reversed(list(enumerate(kinds))):
                if kind not in self.wilds or kind in self.own:
                    self.unit_of[kind] = 1 << suit_bits * suit + BITS * place
                    self.top_of[kind] |= self.unit_of[kind] << BITS - 1
        self.worth_at = {
            unit << BITS - 1: worth for unit, worth in zip(self.unit_of, self.worths, strict=True)
        }
        self.own_fields = sum(self.unit_of[kind] * COUNT for kind in self.own)
        self.spots_of: list[list[Spot]] = [[] for _ in self.cards]
        for kinds in self.lines:
            for place, kind in enumerate(kinds):
                unit, worth = self.unit_of[kind], self.worths[kind]
                if unit:
                    self.spots_of[kind].append((place, unit, worth, kind in self.own))

    def _find_sizes(self, line: int) -> None:
        """The sizes of sets and runs, and the wilds that they need and have room for."""
        self.widest_gaps = {"half": line, "one": 1}.get(self.limit, LONGEST - 2)
        self.run_rooms = [
            min(self.most_wilds(naturals), line - naturals) for naturals in range(line + 1)
        ]
        sizes = []
        for naturals in range(1, min(self.capped_at or LONGEST, LONGEST) + 1):
            room = self.most_wilds(naturals)
            if self.capped_at:
                # A single card with more wilds than a set may have is a run.
                most = max(self.capped_at, line) if naturals == 1 else self.capped_at
                room = min(room, most - naturals)
            need = max(0, 3 - naturals)
            if need <= room:
                sizes.append((naturals, need, room))
        self.set_sizes = [
            [(size, need, min(room, wilds)) for size, need, room in sizes if need <= wilds]
            for wilds in range(MOST_CARDS + 1)
        ]

    def could_meld(self, hand: int, wilds: int) -> int:
        """The guard bits of the cards of a hand that could be in a meld with so many wilds.

        Those of others may be among them. A look at all the cards at once: without wilds a card
        needs two others of its rank, or two neighbours; with one wild it needs one other.
        """
        if wilds > 1:
            return self.guard
        if self.ace_twice:
            hand += (hand & self.aces) << BITS * (len(self.lines[0]) - 1)
        held = hand + self.below_1 & self.guard
        if wilds:
            near = held << BITS | held >> BITS | held << 2 * BITS | held >> 2 * BITS
            enough = COUNT - 1
        else:
            near = held & held >> BITS & held >> 2 * BITS
            near |= near << BITS | near << 2 * BITS
            enough = COUNT - 2
        ranks = hand % self.one_suit + enough * self.ones & self.guard & self.one_suit
        return near | ranks * self.of_suits

    def most_wilds(self, naturals: int) -> int:
        """How many wilds the limit allows in a meld with so many naturals."""
        if self.limit == "half":
            return naturals
        return 1 if self.limit == "one" else ENDLESS

    def most_room(self, naturals: int) -> int:
        """The most wilds that the limit allows in all melds of so many naturals together."""
        if self.limit == "half":
            return naturals
        # A meld with one wild has two naturals at least.
        return naturals // 2 if self.limit == "one" else ENDLESS


@lru_cache(maxsize=256)
def solver_rules(rules: RoundRules) -> SolverRules:
    """These rules for the search; the last 256 rounds asked for are kept."""
    return SolverRules(rules)
