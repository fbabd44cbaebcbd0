"""The cheapest arrangement of a hand, exactly."""

from scorekeeper.solver.arrangement import Arrangement, best_arrangement
from scorekeeper.solver.discards import best_discard, discards_going_out

__all__ = ["Arrangement", "best_arrangement", "best_discard", "discards_going_out"]
