"""A round's rules as the search needs them, and the kinds of cards, computed once a round."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from scorekeeper.cards import BY_NAME, JOKER, MOST_CARDS
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import WithoutSequences

BITS = 6
"""Bits of a field: five to count the copies of a card, and one to guard the field above."""

COUNT = (1 << BITS - 1) - 1
"""The bits of a field that count."""


class Kinds:
    """The kinds of cards of a game, the same in all its rounds.

    Identical cards are one kind; kinds are numbered as hands are sorted, the joker last. ``lines``
    has the places of each suit in the order of runs; ``line_of`` a kind is that of its suit, and
    the joker has none. A hand is a number with a field for each of these places. If a line has an
    ace at both ends, the ace has its field at the low end. ``units`` has the number of one card of
    each kind, and ``tops`` the guard bits of all its places.
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
        """The fields of a hand, and the masks that test many of them at once."""
        # Two empty fields between suits, so that neighbours are always of one suit.
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
        """The guard bits of the cards of a hand that could be in a meld with this many wilds.

        Some others may be included. It looks at all the cards at once: without wilds a card needs
        two others of its rank, or two neighbours.
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


# ── a round's rules ──────────────────────────────────────────────────────────────────────────

CARD = 1 << 16
"""A cost is points times this, plus cards: so equal points are decided by the fewest cards."""

NO_LIMIT = 1 << 60
"""More than any cost, any worth for each wild, and the wilds of any hand."""

RUN = 1 << 52
"""The cost of a missing run that a hand needs: more than all its cards."""

LONGEST = 5
"""The places of the longest run, and the cards of the largest set, that can't be split in two."""

Spot = tuple[int, int, int, bool]
"""A kind's place in a run: the place, the kind's unit and worth, and whether it is ``own``."""


class SolverRules(Kinds):
    """What the kinds of cards are in a round.

    ``unit_of`` and ``top_of`` are set for kinds that can stand as themselves, and 0 for others.
    ``costs`` are the costs of kinds left over, ``worths`` the savings if they meld as themselves.
    ``turns`` is the order in which a player would throw them: natural cards first, costliest first.
    ``own`` are the kinds of the wild rank if a card of it may stand as itself. ``pure`` and ``run``
    are the numbers for a missing run, a pure one and any one; ``missing`` is the number for all
    runs that a hand needs, 0 if it needs none, and ``cost_missing`` their cost. A run takes them
    out of the hand as it does its cards. ``run_rooms`` is the room of runs by their number of
    naturals; ``set_sizes`` has the sizes of sets with their need and room, by the wilds of a hand.
    """

    def __init__(self, rules: RoundRules) -> None:
        # The same objects as in the other rounds of the game: a processor's cache holds them once.
        vars(self).update(vars(kinds_of(rules.suits, rules.ranks, rules.line)))
        self.limit = rules.wild_limit
        self.is_limited = rules.wild_limit in ("half", "one")
        self.capped_at = rules.set_max
        self.suits_differ = rules.set_distinct_suits
        self.cap = rules.hand_cap or NO_LIMIT
        self.missing = self.cost_missing = 0
        self.reading: WithoutSequences = "all"
        self._find_wilds(rules)
        self._find_sizes(len(rules.line))
        self.wants_runs = rules.wants_runs
        if self.wants_runs:
            self._find_missing(rules)
        self.own_fields = sum(self.units[kind] * COUNT for kind in self.own)

    def _find_wilds(self, rules: RoundRules) -> None:
        """Which kinds are wild, what each costs, and which can stand as themselves."""
        self.wilds = frozenset(kind for kind, card in enumerate(self.cards) if rules.is_wild(card))
        of_rank = self.wilds - {self.joker}
        self.own = of_rank if rules.wild_as_rank and rules.wild_limit != "any" else frozenset()
        self.costs = [rules.points[card] * CARD + 1 for card in self.cards]
        kinds = range(len(self.cards))
        self.worths = [0 if kind in self.wilds else self.costs[kind] for kind in kinds]
        self.turns = [(kind in self.wilds, -self.costs[kind]) for kind in kinds]
        always_wild = self.wilds - self.own
        self.unit_of = [0 if kind in always_wild else self.units[kind] for kind in kinds]
        self.top_of = [0 if kind in always_wild else self.tops[kind] for kind in kinds]
        self.spots_of: list[list[Spot]] = [[] for _ in kinds]
        for line in self.lines:
            for place, kind in enumerate(line):
                spot = place, self.units[kind], self.worths[kind], kind in self.own
                self.spots_of[kind].append(spot)

    def _find_missing(self, rules: RoundRules) -> None:
        """The runs that a hand needs, as extra kinds of cards in the hand."""
        self.pure_runs = rules.pure_sequences
        if rules.hand_cap or rules.without_sequences != "flat":
            self.reading = rules.without_sequences
        more = 0 if self.reading == "pure" else max(0, rules.sequences - self.pure_runs)
        of_rank = self.wilds - {self.joker}
        if not self.own:
            # A wild that stands as itself keeps a run pure; otherwise it is a wild.
            for kind in of_rank:
                self.unit_of[kind] = self.units[kind]
            self.own = of_rank
        # Two empty fields apart, because they aren't neighbours.
        above = self.of_suits.bit_length() - 1 + self.one_suit.bit_length()
        self.pure, self.run = 1 << above, 1 << above + 3 * BITS
        self.guard += self.pure + self.run << BITS - 1
        self.missing = self.pure_runs * self.pure + more * self.run
        self.cost_missing = (self.pure_runs + more) * RUN

    def _find_sizes(self, line: int) -> None:
        """The sizes of sets and runs, with the wilds that they need and have room for."""
        self.widest_gap = {"half": line, "one": 1}.get(self.limit, LONGEST - 2)
        self.run_rooms = [
            min(self.most_wilds(naturals), line - naturals) for naturals in range(line + 1)
        ]
        sizes = []
        for naturals in range(1, min(self.capped_at or LONGEST, LONGEST) + 1):
            room = self.most_wilds(naturals)
            if self.capped_at:
                # A single card with more wilds than a set may hold is a run.
                most = max(self.capped_at, line) if naturals == 1 else self.capped_at
                room = min(room, most - naturals)
            need = max(0, 3 - naturals)
            if need <= room:
                sizes.append((naturals, need, room))
        self.set_sizes = [
            [(size, need, min(room, wilds)) for size, need, room in sizes if need <= wilds]
            for wilds in range(MOST_CARDS + 1)
        ]

    def counted(self, cost: int, kinds: Iterable[int]) -> int:
        """The points that count for a hand of these kinds that leaves this cost."""
        if self.reading == "flat" and cost == sum(map(self.costs.__getitem__, kinds)):
            return self.cap
        return min(cost // CARD, self.cap)

    def most_wilds(self, naturals: int) -> int:
        """How many wilds the limit allows in a meld with this many naturals."""
        if self.limit == "half":
            return naturals
        return 1 if self.limit == "one" else NO_LIMIT

    def most_room(self, naturals: int) -> int:
        """The most wilds that the limit allows in all melds of this many naturals together."""
        if self.limit == "half":
            return naturals
        # A meld with one wild has at least two naturals.
        return naturals // 2 if self.limit == "one" else NO_LIMIT


def going_out(rules: RoundRules) -> RoundRules:
    """The rules for going out: without the runs that a hand needs, no card is free."""
    return rules if rules.without_sequences == "all" else replace(rules, without_sequences="all")


@lru_cache(maxsize=256)
def solver_rules(rules: RoundRules) -> SolverRules:
    """These rules as the search needs them; the last 256 rounds are cached."""
    return SolverRules(rules)
