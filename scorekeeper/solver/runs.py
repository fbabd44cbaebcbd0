"""The runs of one suit: what may become of those that are open, card by card.

Nothing here knows a hand. What open runs can do with the next card of their suit depends on how
far away it is, how often it is held and how far it is to the one after, so the moves are worked
out once for each such situation, and the walk looks them up.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import count, product
from typing import NamedTuple

from scorekeeper.solver.numbers import BYTE, NEED, OWN, RUNS, SUIT_BITS

ENDLESS = 1 << 20
"""More wilds than any hand holds."""


class OpenRun(NamedTuple):
    """A run that a later card of its suit may continue.

    ``wait`` counts the places since its last natural card; its naturals and the wilds in its
    gaps are counted only as far as they matter.
    """

    wait: int
    naturals: int
    gaps: int


STARTED = OpenRun(0, 1, 0)
"""A run of one card."""


class SuitState(NamedTuple):
    """The open runs of a suit behind one of its cards, and its aces used at the low end."""

    low_aces: int
    runs: tuple[OpenRun, ...]


class Hand(NamedTuple):
    """What all the situations of a hand share: its wilds, and whether each suit is a pile."""

    wilds: int
    by_suit: bool


class Situation(NamedTuple):
    """A card of a suit as its runs meet it.

    It is held ``copies`` times, ``before`` places behind the suit's last card and ``reach``
    before its next. ``twice``: a later card of the suit is held more than once. ``exact``: a run
    could be too long for all the wilds. ``low`` and ``high`` are the ends of a line where the
    ace stands at both. ``own``: the card is of the wild rank.
    """

    suit: int
    copies: int
    before: int
    reach: int
    twice: bool
    exact: bool
    low: bool
    high: bool
    own: bool


class Continued(NamedTuple):
    """A run that a card continues: what it was and will be, and how far back its last card is."""

    before: OpenRun
    back: int
    after: OpenRun


class RunMove(NamedTuple):
    """One way to use some copies of a card in runs.

    ``step`` is added to the number of a state: the suit's runs change, copies in no run join
    the pile, and the wilds that it takes are needed, with what open runs will need at the least.
    ``room`` is the room that it makes for wilds.
    """

    step: int
    room: int
    continued: tuple[Continued, ...]
    started: int


Known = dict[int, tuple[RunMove, ...]]
"""Moves by the number of the open runs that make them."""


class RunMoves:
    """The moves of a suit's runs under one limit on wilds, on a line of so many places.

    The open runs of a suit have a number, 0 is a suit without. Moves are worked out when they
    are asked for, and kept.
    """

    def __init__(self, wild_limit: str, line: int) -> None:
        self.wild_limit = wild_limit
        self.line = line
        self.splits = wild_limit in ("any", "natural")
        self.known: dict[Hand, dict[tuple[int, ...], Known]] = {}
        self.learned = 0
        nothing = SuitState(0, ())
        self.states = {0: nothing}
        self.number_of = {nothing: 0}
        self.numbers = count(1)

    def known_for(self, hand: Hand) -> dict[tuple[int, ...], Known]:
        """The moves known for a hand, by the situation."""
        return self.known.setdefault(hand, {})

    def widest_gap(self, wilds: int) -> int:
        """The most wilds in a gap that may be worth it."""
        return min(wilds, 3) if self.splits else wilds

    def learn(self, number: int, now: Situation, hand: Hand, known: Known) -> tuple[RunMove, ...]:
        """The moves of open runs that were not met in this situation yet; ``known`` gets them."""
        state = self.states[number]
        found: dict[tuple[int, int], tuple[int, RunMove]] = {}
        for need, move in self._moves(number, state, now, hand):
            other = found.get((move.step, move.room))
            if other is None or need < other[0]:
                found[move.step, move.room] = need, move
        moves = tuple(
            [move._replace(step=move.step + (need << NEED)) for need, move in found.values()]
        )
        known[number] = moves
        self.learned += 1
        return moves

    def _number(self, state: SuitState) -> int:
        # Two threads that meet a state at once agree on its number.
        number = self.number_of.setdefault(state, next(self.numbers))
        self.states[number] = state
        return number

    def _moves(
        self, number: int, state: SuitState, now: Situation, hand: Hand
    ) -> Iterator[tuple[int, RunMove]]:
        """Each move with the wilds that it needs, which are not in its step yet."""
        copies = now.copies - (state.low_aces if now.high else 0)
        promised = sum(self._least_need(run, now.before) for run in state.runs)
        pile = 1 << BYTE * now.suit if hand.by_suit else 1
        may_start = self._reaches(STARTED, now, hand)
        for continued in _some_of(state.runs, copies):
            waiting = (Counter(state.runs) - Counter(continued)).elements()
            runs = [run._replace(wait=run.wait + now.before) for run in waiting]
            going_on = [self._continued(run, now, hand) for run in continued]
            runs += [run.after for run in going_on]
            paid = sum(run.wait + now.before - 1 for run in continued) - promised
            for started in range(copies - len(continued) + 1 if may_start else 1):
                closed = self._close(runs + [STARTED] * started, now, hand, started)
                if closed is None:
                    continue
                still_open, need, room = closed
                need += paid + sum(self._least_need(run, now.reach) for run in still_open)
                used = len(continued) + started
                room += 0 if now.exact else self._room_made(used, started, hand)
                low_aces = used if now.low else 0 if now.high else state.low_aces
                after = self._number(SuitState(low_aces, tuple(sorted(still_open))))
                step = after - number << RUNS + SUIT_BITS * now.suit
                step += 0 if now.low else (copies - used) * pile
                if now.own:
                    need += used
                    room += used
                    step += used * pile << OWN
                yield need, RunMove(step, min(room, hand.wilds), tuple(going_on), started)

    def _continued(self, run: OpenRun, now: Situation, hand: Hand) -> Continued:
        """A run with the card behind it and wilds in the gap between."""
        back = run.wait + now.before
        after = self._shape(run.naturals + 1, run.gaps + back - 1, now, hand)
        return Continued(run._replace(wait=0), back, after)

    def _shape(self, naturals: int, gaps: int, now: Situation, hand: Hand) -> OpenRun:
        """A run that ends here, without what can no longer matter of its length."""
        if now.exact or (self.wild_limit == "half" and naturals + gaps <= 3):
            return OpenRun(0, naturals, gaps)
        if self.wild_limit == "half":
            # What matters of a long run is how many more wilds it has room for.
            spare = min(naturals - gaps, hand.wilds)
            gaps = max(0, (4 - spare) // 2)
            return OpenRun(0, spare + gaps, gaps)
        if self.wild_limit == "one":
            return OpenRun(0, min(naturals, 3 - gaps), gaps)
        return OpenRun(0, min(naturals + gaps, 3), 0)

    def _reaches(self, run: OpenRun, now: Situation, hand: Hand) -> bool:
        """Whether the suit's next card may continue a run.

        Where wilds have no limit a gap is never as wide as what two runs in its place would need.
        """
        gap = run.wait + now.reach - 1
        if gap > hand.wilds or (self.wild_limit == "one" and run.gaps + gap > 1):
            return False
        return not self.splits or gap < 5 - min(3, run.naturals + run.gaps)

    def _close(
        self, runs: list[OpenRun], now: Situation, hand: Hand, started: int
    ) -> tuple[list[OpenRun], int, int] | None:
        """The runs still open, and the wilds that the others need and make room for here.

        None where one of the others cannot be a meld. Two runs that lie over each other and
        share no place with a natural card in both are better one, so where runs are started
        those that wait are closed, unless a later card is held twice.
        """
        alone = started and not now.twice and not now.exact
        still_open = []
        need = room = 0
        for run in runs:
            if self._reaches(run, now, hand) and not (alone and run.wait):
                still_open.append(run)
                continue
            short = max(0, 3 - run.naturals - run.gaps)
            most = self.run_room(run.naturals, ends=now.exact)
            if run.gaps + short > most:
                return None
            need += short
            room += most if now.exact else 0
        return still_open, need, room

    def _least_need(self, run: OpenRun, reach: int) -> int:
        """The fewest wilds that an open run will still need, its next card so far away."""
        short = max(0, 3 - run.naturals - run.gaps)
        return min(short, run.wait + reach - 1)

    def _room_made(self, used: int, started: int, hand: Hand) -> int:
        if self.wild_limit == "half":
            return used
        return started if self.wild_limit == "one" else started * hand.wilds

    def run_room(self, naturals: int, *, ends: bool) -> int:
        """How many wilds fit in a run with so many naturals.

        Without ``ends`` the line is long enough for all the wilds there are.
        """
        allowed = {"half": naturals, "one": 1}.get(self.wild_limit, ENDLESS)
        return min(allowed, self.line - naturals) if ends else allowed


def _some_of(runs: tuple[OpenRun, ...], most: int) -> Iterator[tuple[OpenRun, ...]]:
    """Every choice of at most ``most`` of ``runs``, equal runs counted and not told apart."""
    counted = Counter(runs)
    for counts in product(*(range(times + 1) for times in counted.values())):
        if sum(counts) <= most:
            yield tuple(Counter(dict(zip(counted, counts, strict=True))).elements())
