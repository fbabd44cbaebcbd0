"""The cheapest arrangement of a hand, exactly.

The idea
--------
A meld is fixed by its natural cards; the wilds only fill it up. A *group* of naturals *needs* some
wilds to be a meld (for its gaps, and to reach three cards), has *room* for some (until the set is
full, the line ends, or the limit on wilds is reached), and any number in between works. So the only
question is which groups to choose: no card may be in two of them, and together they must not need
more wilds than the hand has. A group's *worth* is what its cards would cost if they were left over.
Wilds that no group has room for are left over, the cheapest first, unless three or more of them are
a meld of their own.

``kinds``        a hand as a number, with a field for each kind of card: a subtraction takes cards
                 away, and a guard bit shows which kind had too few
``rules``        what the kinds are in a round: costs, wilds, needs and rooms
``groups``       every group of a hand that can matter
``search``       the choice of groups that saves the most, by branch and bound
``layout``       the melds to show, with the wilds in them
``arrangement``  the answer, and whether it is a tie
``discards``     what to throw away: the same search without a card
``outs``         the draws that let a hand go out, and what each discard keeps of them
``lay_off``      the other's cards laid off on the knocker's melds, and the knocker's best layout

Groups are sorted by their worth for each wild they need, those that need none first. A card of the
wild rank that may stand as itself is in the hand twice: as a wild, and as a natural without worth
that uses up one wild. A cost is points, then cards: of arrangements with equal points, the one that
leaves the fewest cards wins, and then the first one found. Choosing among overlapping groups is
hard in general (for tiles and jokers see van Rijn, Takes and Vis, "The Complexity of Rummikub
Problems", arXiv 1604.07553); at 21 cards it takes milliseconds.

Shortcuts, each with a test of its name in ``tests/solver``
-----------------------------------------------------------
- *A hand without a group is told at a look*: no three in a row, no three of a rank, no wilds.
- *A run of more than five places parts in two*, and so does a set of more than five cards: the
  halves need no more wilds and have no less room. If half of a meld may be wild, some runs don't
  part, like 3 5 8 with three wilds: *one with a gap is not listed where two others are as good*.
  Runs without a gap are listed as people lay them.
- *A run takes every card on its way.* It may pass a card that is better in another run, if cards on
  both sides of it are held twice; and, under a limit, a card that a pair may need.
- *The spare wilds, if each saved as much as in the next group, must save more than the best choice
  so far*, and so must all the cards that are in groups.
- *A state seen before is given up*; *a card in no group is left over*; *wilds that no group will
  have room for are left over*.
- *Without a card, the groups are those of the hand and the runs that pass its place.*
- *Only a card dearer than the dearest one left over can be a better discard*; *a meld with room for
  every wild would take a discarded wild back*.
- *A run that a hand needs is like a missing card, dearer than all others*: each run takes one of
  these along, and a pure run takes a pure one. In such games a wild in its own place is also a
  natural, *a run may pass any card* that another run needs to be pure, and *a card with two wilds
  is a run*.
- *No card does more than a joker*: if a joker doesn't let the hand go out, no draw does.
- *There is a tie if a melded card can be left over for the same points.*
"""

from scorekeeper.solver.arrangement import (
    Arrangement,
    best_arrangement,
    best_discard,
    discards_going_out,
)

__all__ = ["Arrangement", "best_arrangement", "best_discard", "discards_going_out"]
