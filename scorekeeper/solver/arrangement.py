"""What the solver answers."""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.melds import Meld


class _Shown(NamedTuple):
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int


class Arrangement(_Shown):
    """A choice of melds for a hand.

    ``points`` is what ``deadwood`` costs together. Melds are sorted by their first card,
    deadwood as hands are.
    """

    look_for_tie: Callable[[], bool]

    @cached_property
    def tied(self) -> bool:
        """Whether another arrangement with as many points leaves other cards (by rank and suit).

        Worked out when it is asked for.
        """
        return self.look_for_tie()
