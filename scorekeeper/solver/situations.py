"""What a card of a suit meets, and what it can do: the words that runs and the walk share."""

ENDLESS = 1 << 20
"""More wilds than any hand holds."""

OpenRun = tuple[int, int, int]
"""A run that the next card of its suit may continue.

How many places back its last natural card lies from there, then its naturals and the wilds in its
gaps, both only as far as they matter.
"""

Situation = tuple[int, int, int]
"""A card of a suit as its runs meet it.

That is: how often it is held; how many places before the suit's next card, or ``OUT_OF_REACH``; and
the flags below.
"""

OUT_OF_REACH = 2 * ENDLESS
"""So many places that no run goes on."""

EXACT = 1
"""How long a run is counts up to the end of its line."""

LOW = 2
"""The card is at the low end of a line where the ace stands at both."""

HIGH = 4
"""The card is at the high end of such a line."""

OF_WILD_RANK = 8

ALONE = 16
"""No other card can be in a set with this one."""

NO_SET = 32
"""No set can be made of the rank."""

FEW = 6
"""Where in the flags it says, if wilds in runs are limited, how many fewer than ``MANY`` natural
cards of the suit are to come."""

MANY = 7
"""As many or more are not told apart. It is also the mask of what the flags say of them."""

TRACKS = 9
"""Where in the flags it says, if wilds in runs have no limit, how often the later cards of the
suit are held, at the most."""


Continued = tuple[int, tuple[int, int], tuple[int, int]]
"""A run that a card continues.

That is: how many places back its last natural card lies; its naturals and the wilds in its gaps,
before and after.
"""

STARTED = (1, 0)
"""A run of one card: naturals and wilds in gaps."""


Fate = tuple[
    int,
    int,
    int,
    int,
    tuple[OpenRun, ...],
    tuple[OpenRun, ...],
    tuple[int, ...],
    tuple[Continued, ...],
]
"""What becomes of some runs of a suit from one of its cards to the next.

That is: how many copies of the card they take; the wilds that they need at the least, beyond those
that they were to need before; the room for wilds that they are known to have; then of the runs
that must stay open for a later card the cards that they lack beside those wilds, and which they
are; the runs that may stay open or end, and what each needs more if it ends; and those that the
card continues. The fate of several is the sum of each one's.
"""

NOTHING: Fate = (0, 0, 0, 0, (), (), (), ())
"""The fate of no run."""


RunMove = tuple[int, int, int, int, int, int, int, int]
"""One way to use some copies of a card in runs.

That is: what is added to the number of a state; the room that it makes; the number of the runs
that it continues, and how many it starts; how many copies are in no run. These are in the piles of
the state as well, unless no set can be made. Then, in whatever lane: what leads to the number of
the open runs after it; what else is added, for copies of the wild rank that are used up, and for
wilds that are taken or that open runs will need at the least; and how many wilds must be to spare.
"""

Known = dict[int, dict[int, tuple[RunMove, ...]]]
"""Moves by the number of the open runs that make them, and by the wilds that are to spare: they
need no more. None where they were not met yet."""


def room_for(naturals: int, wild_limit: str) -> int:
    """The most wilds that a limit allows in a meld with so many naturals."""
    if wild_limit == "half":
        return naturals
    return 1 if wild_limit == "one" else ENDLESS
