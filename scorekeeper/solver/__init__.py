"""The cheapest arrangement of a hand, exactly.

The idea
--------
A meld is fixed by its natural cards; the wilds only fill it up. A group of naturals that is
to be a meld *needs* some wilds (to fill its gaps and to reach three cards) and has *room* for
some (until the set is full, the line ends, or the limit on wilds is met), and every number
in between will do. So the question is only which naturals to group: the groups' needs together
must not exceed the wilds held, and wilds beyond all the room are left over, unless three of
them may lie as a meld of their own.

Where the rules have room for every wild, most hands are settled at once. ``naturals`` finds the
melds that need no wilds, ``loose`` what wilds can make of the other cards (``one_wild``, where
there is one and no such meld), and ``at_once`` chooses, and tells whether that is sure to be the
best. Where it is not, what was found bounds the walk.

The walk answers for every hand under every rule. ``plan`` and ``chains`` look at the hand as one
number, leave what can be in no meld, and make a step of each card that is left to decide about.
Cards of a suit that runs can connect follow one another; suits that may meet in a set go along
the line of ranks together. ``walk`` takes the steps. Its state is what can still matter: the runs
of each suit that a later card could continue, the need and the room of all groups so far. At each
rank the copies of each suit continue runs, start runs, join the sets of the rank, or are left. Of
the ways that meet in a state the cheapest survives. A state is one number, and so is a step:
``numbers`` tells its fields, ``runs`` and ``sets`` work steps out when they are first met, and
from then on a step is an addition. The need of a state holds what its open runs will need at the
least, so that a way which cannot be paid for ends at once; and where there are many states,
``lost`` tells what the cards to come will cost whatever is done.

Run states along the ranks come from van Rijn, Takes and Vis, "The Complexity of Rummikub
Problems" (arXiv 1604.07553), where the wilds are cards like others; need, room, the limits, the
bound and the steps worked out once are ours.

To settle a hand at once takes a few operations for each card, and a bounded number of tries. The
work of the walk is linear in the cards times the states. A suit of one pack has at most a dozen
states where wilds have no limit, and only those that the hand can reach for less than what is
already known are met; for a fixed number of suits they grow polynomially with the copies of a card
and with the wilds.

Shortcuts, each with a test of its name in ``tests/test_solver.py``
--------------------------------------------------------------------
- *Melds without wilds stay where they can all lie at once*, and the wilds take the dearest of the
  other cards, unless one of these does better with a card out of such a meld as its helper.
- *Where no cards are a meld by themselves one wild makes one meld at most*, and the dearest is the
  best.
- *A meld that could help stays or a card leaves it*, and of three cards all are loose then.
- *A card that could be in a set or in a run is not in the one or not in the other.*
- *An ace that runs could reach at both ends of the line is at one of them*, and each is tried.
- *A run takes every loose card that it passes*, unless another run takes it, which needs cards held
  twice on both its sides and three wilds.
- *What is found at once bounds the walk.*
- *Cards that can be in no meld are left before the walk*: without enough others of their rank,
  and without one so near in their suit that the wilds could bridge it.
- *A gap holds no more wilds than its suit has naturals*, where half of a meld may be wild.
- *Aces are at the low end of the line where no run reaches one at the high end.*
- *A run stays open only while a natural card can still reach it*: beyond that, wilds at its
  ends are room.
- *No gap is as wide as what two runs in its place would need*, where wilds have no limit.
- *A run goes on only over a gap that the wilds to spare fill*, where wilds in runs are limited, and
  *no more room of a run is remembered than there are wilds to spare*.
- *No more runs that could end stay open than a later card is held*, where wilds in runs have no
  limit: the others can end here, and those that go on take their cards.
- *Runs that must go on lack no more than the cards to come and the wilds*, where wilds in runs are
  limited.
- *A card that no set can take continues a run that ends right before it*, or another run.
- *A set takes all the cards left of its rank or none*, unless sets are capped, suits must
  differ, or a card costs nothing.
- *Moves that need more wilds than there are to spare are not worked out*, but where there are few.
- *Of six cards of a rank or more two sets can be made*: they need no wilds either, and have no
  less room.
- *A single natural with wilds is a set*, so a run has two naturals at least.
- *How long a run is matters up to three*: a run that fills its line is laid out as two, and they
  have room. If they cannot, because half of a run may be wild, the hand is walked once more and
  every card counts.
- *There is room for every wild as soon as there is a meld*, where neither wilds nor sets are
  limited and every card costs something.
- *Walk narrowly first*: with only the few most promising states, where a wild counts half a card,
  then with more, by their cost alone. What is found bounds the others, which are followed as long
  as they cost less.
- *Cards that no meld takes without wilds claim some or are lost*: where many states are followed,
  only those that can afford what is lost behind them.
- *Nothing beats leaving only what can be in no meld.*
- *Identical cards are one kind with a count.*
- *Only a card dearer than the dearest left can be a better discard*, or one that is chosen
  before it and costs as much.
- *What the melds found can do without goes out*, if they are of all the cards.
- *A tie shows when a card that is melded can be left for as many points.*
"""

from scorekeeper.solver.arrangement import Arrangement
from scorekeeper.solver.best import best_arrangement, best_discard, discards_going_out

__all__ = ["Arrangement", "best_arrangement", "best_discard", "discards_going_out"]
