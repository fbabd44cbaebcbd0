"""What a meld is, and what is said against cards that are none."""

from typing import NamedTuple

from scorekeeper.cards import Card

SMALLEST = 3
"""Cards of the smallest meld."""


class Meld(NamedTuple):
    """Cards that lie together: a ``set``, a ``run``, or ``wilds`` alone.

    The cards of a run run upwards, all others are sorted. ``stands[i]`` is what ``cards[i]``
    stands for: a card such as ``TH``, or for a wild in a set the rank alone.
    """

    kind: str
    cards: tuple[Card, ...]
    stands: tuple[str, ...]


class Objection(NamedTuple):
    """Why something on the table is against the rules.

    ``rule`` is one of the words that programs may test, ``because`` a sentence, ``legal`` what
    would have been right (empty where nothing short would mend it), ``cards`` the group meant.
    """

    rule: str
    because: str
    legal: str = ""
    cards: tuple[Card, ...] = ()
