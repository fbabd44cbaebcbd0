"""What the solver needs to know of a round's rules, worked out once for each."""

from functools import lru_cache

from scorekeeper.cards import JOKER, Card
from scorekeeper.rules import RoundRules
from scorekeeper.solver.sets import ENDLESS, Choose, SetLimits


class Tables:
    """The rules of a round as the search asks for them.

    Places are numbered along the line that runs follow; where the ace stands at both of its
    ends, ``ace_twice`` holds and the ace has the first place and the last.
    """

    def __init__(self, rules: RoundRules) -> None:
        self.rules = rules
        self.line = rules.line
        self.suits = rules.suits
        self.ace_twice = rules.line[0] == rules.line[-1]
        self.points = rules.points
        self.wilds = frozenset(card for card in (*rules.pack, JOKER) if rules.is_wild(card))
        self.limit = rules.wild_limit
        self.limits = SetLimits(rules.wild_limit, rules.set_max, rules.set_distinct_suits)
        self.wild_is_natural = rules.wild_as_rank and rules.wild_limit != "any"
        self.cards_at = [[Card(rank, suit) for suit in rules.suits] for rank in rules.line]
        self.own_places = frozenset(
            place
            for place, rank in enumerate(rules.line)
            if rank == rules.wild and self.wild_is_natural
        )
        self.places = self._places()
        self.capped = bool(rules.set_max) or rules.set_distinct_suits
        self.some_are_free = not all(rules.points.values())
        self.choose = (
            Choose.SUITS
            if rules.set_distinct_suits
            else Choose.NUMBER
            if self.capped or self.some_are_free
            else Choose.ALL_OR_NONE
        )

    def _places(self) -> dict[Card, tuple[tuple[int, int], ...]]:
        """Where each card that may stand as itself has its place: on the line, and its suit.

        An ace that stands at both ends has two; what is wild and never itself has none.
        """
        found: dict[Card, tuple[tuple[int, int], ...]] = {}
        for place, cards in enumerate(self.cards_at):
            for suit, card in enumerate(cards):
                if card not in self.wilds or place in self.own_places:
                    found[card] = (*found.get(card, ()), (place, suit))
        return found

    def run_room(self, naturals: int, *, ends: bool) -> int:
        """How many wilds fit in a run with so many naturals.

        Without ``ends`` the line is long enough for all the wilds there are.
        """
        allowed = {"half": naturals, "one": 1}.get(self.limit, ENDLESS)
        return min(allowed, len(self.line) - naturals) if ends else allowed


@lru_cache(maxsize=256)
def tables_for(rules: RoundRules) -> Tables:
    """The tables of ``rules``; the last 256 rounds asked for are kept."""
    return Tables(rules)
