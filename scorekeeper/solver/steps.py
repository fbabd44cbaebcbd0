"""What a walk is made of: its steps, and what is taken or left as a whole."""

from collections.abc import Sequence
from functools import lru_cache

from scorekeeper.solver.numbers import MOST_CARDS, NEED
from scorekeeper.solver.sets import Outcomes, Sizes
from scorekeeper.solver.situations import Known, RunMove, Situation

NOTHING_MOVED: RunMove = (0, 0, 0, 0, 0, 0, 0, 0)
"""What is done with runs where no card meets any."""

NO_MOVES: Known = {0: ((NOTHING_MOVED,),) * (MOST_CARDS + 1)}
"""The moves there, with any number of wilds."""

Offer = tuple[int, Sequence[int], int, Sizes]
"""Cards that are all in one group or all left.

That is: what they cost; their places on the line; for a run its suit, for sets their sizes.
"""

LEAVE: RunMove = (0, 0, 0, 0, 1, 0, 0, 0)
"""What is done with an offer that is left."""


@lru_cache(maxsize=256)
def offer_moves(need: int, room: int) -> Known:
    """The moves of an offer that needs so many wilds, and makes room for some."""
    take: RunMove = (need << NEED, room, 0, 1, 0, 0, need << NEED, need)
    return {0: ((LEAVE,),) * need + ((LEAVE, take),) * (MOST_CARDS + 1 - need)}


Step = tuple[int, int, Known, int, Outcomes | None, int, int, int, Situation | None, Offer | None]
"""One step of the walk: the copies of a card meet the runs of their suit, or none do.

That is: where a state has the number of these runs, and the mask for it, which is 0 where none
are met; the moves that are known; the piles of the rank's cards that meet no run, the outcomes
known for all that lies there then (None where no set can be made, or cards of the rank are still
to come), and what each card costs that is left; the place, the suit, and the situation. A step may
also be an offer: to leave it and to take it are its moves.
"""
