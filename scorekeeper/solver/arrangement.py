"""What the solver answers."""

from dataclasses import dataclass

from scorekeeper.cards import Card
from scorekeeper.melds import Meld


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A choice of melds for a hand.

    ``points`` is what ``deadwood`` costs together. ``tied`` says that another arrangement with
    as many points leaves other cards (by rank and suit). Melds are sorted by their first card,
    deadwood as hands are.
    """

    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int
    tied: bool
