"""How the walk writes its states as numbers, so that a step is an addition.

From the lowest bits: a byte for each pile of the rank at hand (its cards in no run so far); in
each lane (of one suit at a time) the number of its open runs and its low aces; how many cards of
the wild rank stand as themselves, the room for wilds, and the need of wilds on top.
"""

BYTE = 8
"""Bits for a count of cards."""

MOST_CARDS = 127
"""Cards of the largest hand."""

MOST_SUITS = 5

CARD = 1 << 16
"""A cost is points times this, and cards: of as many points the fewest cards."""

RUNS = BYTE * MOST_SUITS
"""Where the numbers of open runs begin, a lane behind the other."""

ACES = 20
"""Bits for the number of the open runs in a lane. Behind them are the aces of its suit that were
used at the low end of the line, where they could be at its high end as well."""

LANE_BITS = ACES + 7
"""Bits of a lane; there is one for each suit at the most."""

OPEN_MASK = (1 << ACES) - 1

LANE_MASK = (1 << LANE_BITS) - 1

OWN = RUNS + LANE_BITS * MOST_SUITS
ROOM = OWN + BYTE
NEED = ROOM + BYTE + 1

PILES = (1 << RUNS) - 1
"""The piles of a state."""

ROOM_MASK = (1 << NEED - ROOM) - 1

NO_LIMIT = 1 << 100
"""More than any cost."""
