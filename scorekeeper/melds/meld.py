"""What a meld is, and what is said against cards that are none."""

from typing import Literal, NamedTuple

from scorekeeper.cards import Card

SMALLEST = 3
"""Cards of the smallest meld."""

MeldKind = Literal["set", "run", "wilds"]

ClaimRule = Literal["hand-size", "deadwood", "discard", "not-held", "used-twice"]
GroupRule = Literal["meld-size", "set-rank", "run-suit", "run-gap", "off-the-line"]
LimitRule = Literal["wild-limit", "set-max", "set-suits"]
ObjectionRule = ClaimRule | GroupRule | LimitRule
"""The words for what is wrong, which programs may test."""


class Meld(NamedTuple):
    """Cards that lie together: a ``set``, a ``run``, or ``wilds`` alone.

    The cards of a run run upwards, all others are sorted. ``stands[i]`` is what ``cards[i]``
    stands for: a card such as ``TH``, or for a wild in a set the rank alone.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    stands: tuple[str, ...]


class Objection(NamedTuple):
    """Why something on the table is against the rules.

    ``because`` is a sentence, ``legal`` what would have been right (empty where nothing short
    would mend it), ``cards`` the group meant.
    """

    rule: ObjectionRule
    because: str
    legal: str = ""
    cards: tuple[Card, ...] = ()
