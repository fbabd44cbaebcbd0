"""What a meld is, and an objection to cards that aren't one."""

from operator import ne
from typing import Literal, NamedTuple

from scorekeeper.cards import Card

SMALLEST = 3
"""How many cards the smallest meld has."""

MeldKind = Literal["set", "run", "wilds"]

ClaimRule = Literal["hand-size", "deadwood", "knock", "discard", "not-held", "used-twice"]
GroupRule = Literal["meld-size", "set-rank", "run-suit", "run-gap", "off-the-line"]
LimitRule = Literal["wild-limit", "set-max", "set-suits"]
RunsRule = Literal["pure-run", "second-run"]
ObjectionRule = ClaimRule | GroupRule | LimitRule | RunsRule
"""The rule that is broken, as a word that programs can test."""


class Meld(NamedTuple):
    """Cards laid together: a ``set``, a ``run``, or ``wilds`` alone.

    A run's cards are in order, low to high; others are sorted. ``stands[i]`` is what ``cards[i]``
    stands for: a card like ``TH``, or just the rank for a wild in a set.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    stands: tuple[str, ...]

    @property
    def is_pure(self) -> bool:
        """Whether this is a run with no card standing in for another."""
        return self.kind == "run" and not self.stand_ins

    @property
    def stand_ins(self) -> int:
        """How many of its cards stand in for another."""
        return sum(map(ne, map(str, self.cards), self.stands))

    @property
    def turn(self) -> int:
        """Its place if a hand needs runs: pure runs first, then other runs, then the rest."""
        return 0 if self.is_pure else 1 if self.kind == "run" else 2


class Objection(NamedTuple):
    """Why something on the table is against the rules.

    ``because`` is a sentence, ``legal`` is what would have been right (empty if there is no short
    answer), ``cards`` is the group.
    """

    rule: ObjectionRule
    because: str
    legal: str = ""
    cards: tuple[Card, ...] = ()
