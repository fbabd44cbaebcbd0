"""The cheapest arrangement of a hand, exactly.

The idea
--------
A meld is fixed by its natural cards; the wilds only fill it up. A group of naturals that is
to be a meld *needs* some wilds (to fill its gaps and to reach three cards) and has *room* for
some (until the set is full, the line ends, or the limit on wilds is met), and every number
in between will do. So the question is only which naturals to group: the groups' needs together
must not exceed the wilds held, and wilds beyond all the room are left over, unless three of
them may lie as a meld of their own.

``search`` walks along the line of ranks once. Its state is what can still matter: the runs that
a later card could continue, the need and the room of everything closed so far. At each rank
the copies of each suit continue runs, start runs, join the sets of the rank, or are left. Of
the paths that meet in a state the one with the fewest points survives, then the one with the
fewest cards; that others with as many points left other cards is remembered, for the tie.
Run states along the ranks come from van Rijn, Takes and Vis, "The Complexity of Rummikub
Problems" (arXiv 1604.07553); need and room of wilds, and the limits, are ours.

The work is linear in the ranks times the states; states grow with the runs that can be open at
once (identical cards and wilds make them many), polynomially for a fixed number of suits and
packs.

Shortcuts, each with a test of its name in ``tests/test_solver.py``
--------------------------------------------------------------------
- *With fewer than two wilds a card needs company*: one without others of its rank, or within
  three places of its suit, is left before the walk begins.
- *A run stays open only while a natural card can still reach it*: beyond that, wilds at its
  ends are room.
- *A set takes all the cards left of its rank or none*, unless sets are capped, suits must
  differ, or the card costs nothing.
- *A single natural with wilds is a set*, so runs of one natural are tried only where sets are
  capped.
- *How long a run is matters up to three*, unless its room could run out.
- *A state that another beats in points and equals in all else cannot win, nor tie.*
- *Walk narrowly first*: with only the most promising states. Where none had to be given up the
  answer is exact; else it bounds a second walk, which gives up only what leaves more points.
- *Nothing beats leaving nothing*, and where every card costs something nothing ties with it.
- *Identical cards are one kind with a count.*
"""

from scorekeeper.solver.arrangement import Arrangement
from scorekeeper.solver.best import best_arrangement, best_discard, discards_going_out

__all__ = ["Arrangement", "best_arrangement", "best_discard", "discards_going_out"]
