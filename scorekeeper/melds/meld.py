"""What a meld is, and what is said against cards that are none."""

from collections.abc import Iterable
from operator import ne
from typing import Literal, NamedTuple

from scorekeeper.cards import Card

SMALLEST = 3
"""Cards of the smallest meld."""

MeldKind = Literal["set", "run", "wilds"]

ClaimRule = Literal["hand-size", "deadwood", "knock", "discard", "not-held", "used-twice"]
GroupRule = Literal["meld-size", "set-rank", "run-suit", "run-gap", "off-the-line"]
LimitRule = Literal["wild-limit", "set-max", "set-suits"]
RunsRule = Literal["pure-run", "second-run"]
ObjectionRule = ClaimRule | GroupRule | LimitRule | RunsRule
"""The words for what is wrong, which programs may test."""


class Meld(NamedTuple):
    """Cards that lie together: a ``set``, a ``run``, or ``wilds`` alone.

    The cards of a run run upwards, all others are sorted. ``stands[i]`` is what ``cards[i]``
    stands for: a card such as ``TH``, or for a wild in a set the rank alone.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    stands: tuple[str, ...]

    @property
    def is_pure(self) -> bool:
        """Whether this is a run in which no card stands for another."""
        return self.kind == "run" and not self.stand_ins

    @property
    def stand_ins(self) -> int:
        """How many of its cards stand for another."""
        return sum(map(ne, map(str, self.cards), self.stands))

    @property
    def turn(self) -> int:
        """Its place where a hand must have runs: the pure ones first, then the others."""
        return 0 if self.is_pure else 1 if self.kind == "run" else 2


class Objection(NamedTuple):
    """Why something on the table is against the rules.

    ``because`` is a sentence, ``legal`` what would have been right (empty where nothing short
    would mend it), ``cards`` the group meant.
    """

    rule: ObjectionRule
    because: str
    legal: str = ""
    cards: tuple[Card, ...] = ()


RULES_AGAIN = (
    "each rank",
    "each suit",
    "an ace stands",
    "at most",
    "one wild, the rest",
    "a card that is not wild",
)
"""How a remedy begins that only says the rule again, and names no cards."""


def together(objections: Iterable[Objection]) -> tuple[Objection, ...]:
    """The objections to one group: where there are several, to keep one rule mends nothing."""
    found = tuple(objections)
    if len(found) == 1:
        return found
    return tuple(o._replace(legal="") if o.legal.startswith(RULES_AGAIN) else o for o in found)
