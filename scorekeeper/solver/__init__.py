"""The cheapest arrangement of a hand, exactly.

The idea
--------
A meld is fixed by its natural cards; the wilds only fill it up. A *group* of naturals *needs* some
wilds to be a meld (for its gaps, and to reach three cards), has *room* for some (until the set is
full, the line ends, or the limit on wilds is met), and any number in between will do. So the
question is only which groups to choose: no card in two of them, and no more wilds needed than are
held. What the cards of a group would cost left over is its *worth*. Wilds that no group has room
for are left, the cheaper ones, unless three of them or more are a meld of their own.

``kinds``        what a hand is: a number with a field for each kind of card, so that cards are
                 taken by a subtraction, and a guard bit shows where there were too few
``rules``        what a round makes of the kinds: costs, wilds, needs and rooms
``groups``       every group of a hand that can matter
``search``       the choice of groups that saves the most, by branch and bound
``layout``       the melds to show, with the wilds in them
``arrangement``  the answer, and whether it is a tie
``discards``     what to throw away: the same search without a card
``outs``         the draws that let a hand go out, and what each discard keeps of them
``lay_off``      the other's cards beside the melds of who knocks, and how it is best to lie then

The groups come in the order of their worth for each wild needed, those that need none first. A
card of the wild rank that may stand as itself is in the hand twice: as a wild, and as a natural of
no worth that takes one of the wilds with it. A cost is points, then cards: of arrangements with as
many points the one that leaves the fewest cards, and then the first that is found. To choose among
overlapping groups is hard in general (for tiles and jokers see van Rijn, Takes and Vis, "The
Complexity of Rummikub Problems", arXiv 1604.07553); at 21 cards it takes milliseconds.

Shortcuts, each with a test of its name in ``tests/solver``
-----------------------------------------------------------
- *A hand without a group is told at a look*: no three in a row, no three of a rank, no wilds.
- *A run of more than five places parts in two*, and so does a set of more than five cards: they
  need no more wilds, and have no less room. Where half of a meld may be wild a run may not part,
  as 3 5 8 with three wilds: *one with a gap is not listed where two others are as good*. Those
  without a gap are listed as people lay them.
- *A run takes every card on its way.* It may pass a card that is better in another run, which takes
  cards held twice on both sides of it; and, under a limit, one that a pair may need.
- *All the wilds to spare, each for as much as the next group saves for it, must save more than is
  saved by the best choice so far*, and so must all the cards that are in groups.
- *A state that was met before is given up*; *a card that is in no group is lost*; *wilds that no
  group will have room for are lost*.
- *Without a card the groups are those of the hand, and runs that pass its place.*
- *Only a card dearer than the dearest left can be a better discard*; *a meld with room for every
  wild would take back the one that is thrown*.
- *A run that a hand must have is a card that it lacks, dearer than all others*: each run takes one
  of these along, a pure run a pure one. There a wild of its own place is a natural as well, *a run
  may pass any card*, which another needs to be pure, and *a card with two wilds is a run*.
- *No card does more than a joker*: where none goes out with it, no draw is asked about.
- *A tie shows when a card that is melded can be left for as many points.*
"""

from scorekeeper.solver.arrangement import (
    Arrangement,
    best_arrangement,
    best_discard,
    discards_going_out,
)

__all__ = ["Arrangement", "best_arrangement", "best_discard", "discards_going_out"]
