"""What the solver needs to know of a round's rules, worked out once for each."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver.kinds import Kinds, kinds_of
from scorekeeper.solver.numbers import BYTE, CARD, MOST_CARDS
from scorekeeper.solver.sets import SetLimits, rank_sets
from scorekeeper.solver.situations import HIGH, LOW, OF_WILD_RANK

FINE = 128
"""A cost times this is a worth: of two choices as dear the one without helpers is worth more."""


class Tables(Kinds):
    """The rules of a round as the solver asks for them.

    ``weight_of`` a kind is what it adds to the number of a hand; ``costs`` are those of kinds,
    ``cost_at_place`` those of natural cards along the line, ``worth_at`` what they are worth at
    the bytes of a hand. ``own_of`` a suit is its card of the wild rank, -1 where nothing is wild,
    and ``own_places`` are those where that card may stand as itself.
    """

    __slots__ = (
        "by_suit",
        "cost_at_place",
        "cost_of_wilds",
        "costs",
        "fewest_in_set",
        "flags_at",
        "flags_if_low",
        "limits",
        "most_in_gap",
        "outcomes_at",
        "own_of",
        "own_places",
        "room_matters",
        "sets",
        "weight_of",
        "wilds",
        "worth_at",
    )

    def __init__(self, rules: RoundRules) -> None:
        # The same objects as in the other rounds of the game, not new ones.
        kinds = kinds_of(rules.suits, rules.ranks, rules.line)
        for name in Kinds.__slots__:
            setattr(self, name, getattr(kinds, name))
        self._find_wilds(rules)
        self._weigh_cards(rules)
        self._ask_limits(rules)

    def _find_wilds(self, rules: RoundRules) -> None:
        """The wild kinds, and what is special at the places of the line."""
        self.wilds = frozenset(k for k, card in enumerate(self.cards) if rules.is_wild(card))
        places = [place for place, rank in enumerate(rules.line) if rank == rules.wild]
        self.own_of = self.kinds_at[places[-1]] if places else [-1] * len(self.suits)
        is_natural = rules.wild_as_rank and rules.wild_limit != "any"
        self.own_places = frozenset(places if is_natural else ())
        self.flags_at = [
            OF_WILD_RANK * (place in self.own_places) for place in range(len(self.line))
        ]
        self.flags_if_low = self.flags_at.copy()
        if self.ace_twice:
            self.flags_at[0] |= LOW
            self.flags_at[-1] |= HIGH

    def _weigh_cards(self, rules: RoundRules) -> None:
        """What each kind costs, and what it adds to the number of a hand."""
        self.costs = _shared(tuple([rules.points[card] * CARD + 1 for card in self.cards]))
        others = [self.costs[kind] for kind in self.wilds if kind != self.joker]
        # Of a card of the wild rank, and of a joker.
        self.cost_of_wilds = (others[0] if others else 0, self.costs[self.joker])
        self.cost_at_place = [
            0 if place in self.own_places else self.costs[kinds[0]]
            for place, kinds in enumerate(self.kinds_at)
        ]
        weights = [
            1 << self.wilds_at if kind in self.wilds else cost << self.cost_at
            for kind, cost in enumerate(self.costs)
        ]
        weights[self.joker] += 1 << self.jokers_at
        worths = [0] * len(self.kind_at)
        for at, (kind, place) in enumerate(zip(self.kind_at, self.place_at, strict=True)):
            if kind >= 0:
                worths[at] = self.cost_at_place[place] * FINE
                if kind not in self.wilds or place in self.own_places:
                    weights[kind] += 1 << BYTE * at
        self.weight_of = _shared(tuple(weights))
        self.worth_at = _shared(tuple(worths))

    def weigh(self, kinds: Iterable[int]) -> int:
        """The number of a hand."""
        return sum(map(self.weight_of.__getitem__, kinds))

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


@lru_cache(maxsize=10_000)
def _first_of_equals(number: int) -> int:
    """The number, each time the same object."""
    return number


@lru_cache(maxsize=1_000)
def _shared(numbers: tuple[int, ...]) -> Sequence[int]:
    """Numbers, the same objects in all rounds that have them: a processor's cache holds them once.

    Where the round changes from hand to hand this saves a tenth of the time.
    """
    return [_first_of_equals(number) for number in numbers]


@lru_cache(maxsize=256)
def tables_for(rules: RoundRules) -> Tables:
    """The tables of ``rules``; the last 256 rounds asked for are kept."""
    return Tables(rules)
