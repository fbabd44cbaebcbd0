"""The cheapest arrangement of a hand, exactly.

The idea
--------
A meld is fixed by its natural cards; the wilds only fill it up. A group of naturals that is
to be a meld *needs* some wilds (to fill its gaps and to reach three cards) and has *room* for
some (until the set is full, the line ends, or the limit on wilds is met), and every number
in between will do. So the question is only which naturals to group: the groups' needs together
must not exceed the wilds held, and wilds beyond all the room are left over, unless three of
them may lie as a meld of their own.

``walk`` goes along the line of ranks once. Its state is what can still matter: the runs of each
suit that a later card could continue, the need and the room of all groups so far. At each rank
the copies of each suit continue runs, start runs, join the sets of the rank, or are left. Of
the ways that meet in a state the cheapest survives. A state is one number, and so is a step:
``numbers`` tells its fields, ``runs`` and ``sets`` work steps out when they are first met, and
from then on a step is an addition. The need of a state holds what its open runs will need at
the least, so that a way which cannot be paid for ends at once.

Run states along the ranks come from van Rijn, Takes and Vis, "The Complexity of Rummikub
Problems" (arXiv 1604.07553), where the wilds are cards like others; need, room, the limits and
the steps worked out once are ours.

The work is linear in the ranks times the states. A suit of one pack has at most a dozen states
where wilds have no limit, and only those that the hand can reach are met; for a fixed number of
suits they grow polynomially with the copies of a card and with the wilds.

Shortcuts, each with a test of its name in ``tests/test_solver.py``
--------------------------------------------------------------------
- *Cards that can be in no meld are left before the walk*: without enough others of their rank,
  and without one so near in their suit that the wilds could bridge it.
- *A run stays open only while a natural card can still reach it*: beyond that, wilds at its
  ends are room.
- *No gap is as wide as what two runs in its place would need*, where wilds have no limit.
- *Runs lie over each other only where a later card is held twice*: else they are better one.
- *A set takes all the cards left of its rank or none*, unless sets are capped, suits must
  differ, or a card costs nothing.
- *A single natural with wilds is a set*, so a run has two naturals at least.
- *How long a run is matters up to three*, unless half of it may be wild and its room could run
  out: a run that fills its line is laid out as two, and they have room.
- *There is room for every wild as soon as there is a meld*, where neither wilds nor sets are
  limited and every card costs something.
- *A state that another beats in need and cost and equals in the rest cannot win.*
- *Walk narrowly first*: with only the most promising states. Where none had to be given up the
  answer is exact; else it bounds a second walk, which gives up only what costs more.
- *Nothing beats leaving only what can be in no meld.*
- *Identical cards are one kind with a count.*
- *Of the cards that can be in no meld the dearest is the discard*, or one that can.
- *A tie shows when the cards that are left cost a shade more.*
"""

from scorekeeper.solver.arrangement import Arrangement
from scorekeeper.solver.best import best_arrangement, best_discard, discards_going_out

__all__ = ["Arrangement", "best_arrangement", "best_discard", "discards_going_out"]
