"""The runs of one suit: what may become of those that are open, card by card.

Nothing here knows a hand. What open runs can do with the next card of their suit depends on how
far away it is, how often it is held and how far it is to the one after, so the moves are worked
out once for each such situation, and the walk looks them up.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count
from typing import NamedTuple

from scorekeeper.solver.numbers import BYTE, MOST_SUITS, NEED, OWN, RUNS, SUIT_BITS

ENDLESS = 1 << 20
"""More wilds than any hand holds."""

MOST_LEARNED = 50_000
"""Situations whose moves are kept before all are forgotten."""


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


class Situation(NamedTuple):
    """A card of a suit as its runs meet it.

    It is held ``copies`` times, ``before`` places behind the suit's last card and ``reach``
    before its next. ``widest`` is the most wilds that a gap may hold. ``twice``: a later card of
    the suit is held more than once. ``exact``: a run could be too long for all the wilds that may
    be half of it. ``low`` and ``high`` are the ends of a line where the ace stands at both.
    ``own``: the card is of the wild rank.
    """

    copies: int
    before: int
    reach: int
    widest: int
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


class Use(NamedTuple):
    """One way to use some copies of a card in runs, in whatever suit.

    ``change`` leads to the number of the suit's runs after it; ``left`` copies are in no run and
    ``own`` ones of the wild rank are used up. ``need`` are the wilds that it takes, with what
    open runs will need at the least, ``room`` those that it makes room for.
    """

    change: int
    left: int
    own: int
    need: int
    room: int
    continued: tuple[Continued, ...]
    started: int


class RunMove(NamedTuple):
    """A use of a card in its suit: ``step`` is added to the number of a state."""

    step: int
    room: int
    continued: tuple[Continued, ...]
    started: int


Known = dict[int, tuple[RunMove, ...]]
"""Moves by the number of the open runs that make them."""


class RunMoves:
    """The moves of a suit's runs under one limit on wilds, on a line of so many places.

    The open runs of a suit have a number, 0 is a suit without. Moves are worked out when they
    are asked for, and kept: ``known[by_suit][suit]`` has them by the situation, where
    ``by_suit`` says that each suit of a rank is a pile.
    """

    def __init__(self, wild_limit: str, line: int) -> None:
        self.wild_limit = wild_limit
        self.line = line
        self.splits = wild_limit in ("any", "natural")
        self.learned = 0
        nothing = SuitState(0, ())
        self._states = {0: nothing}
        self._number_of = {nothing: 0}
        self._numbers = count(1)
        self.known: list[list[dict[tuple[int, ...], Known]]] = [
            [{} for _ in range(MOST_SUITS)] for _ in (False, True)
        ]
        self._uses: dict[tuple[int, Situation], list[Use]] = {}

    def widest_gap(self, wilds: int) -> int:
        """The most wilds in a gap that may be worth it in a hand with so many."""
        if self.wild_limit == "one":
            return min(wilds, 1)
        return min(wilds, 3) if self.splits else wilds

    def learn(
        self, number: int, suit: int, now: Situation, known: Known, *, by_suit: bool
    ) -> tuple[RunMove, ...]:
        """The moves of open runs that were not met in this situation yet; ``known`` gets them."""
        uses = self._uses.get((number, now))
        if uses is None:
            uses = self._uses[number, now] = self._best_uses(number, now)
            self.learned += 1
        runs_at, pile = RUNS + SUIT_BITS * suit, BYTE * suit if by_suit else 0
        moves = []
        for change, left, own, need, room, continued, started in uses:
            step = (change << runs_at) + (left << pile) + (own << OWN + pile) + (need << NEED)
            moves.append(RunMove(step, room, continued, started))
        known[number] = tuple(moves)
        return known[number]

    def _best_uses(self, number: int, now: Situation) -> list[Use]:
        """The uses of a card, of those that come to the same the one that needs fewest wilds."""
        found: dict[tuple[int, int, int], Use] = {}
        for use in self._all_uses(number, now):
            same = (use.change, use.left, use.room)
            if same not in found or use.need < found[same].need:
                found[same] = use
        return list(found.values())

    def _number(self, state: SuitState) -> int:
        # Two threads that meet a state at once agree on its number.
        number = self._number_of.setdefault(state, next(self._numbers))
        self._states[number] = state
        return number

    def _all_uses(self, number: int, now: Situation) -> Iterator[Use]:
        low_aces, open_runs = self._states[number]
        copies = now.copies - (low_aces if now.high else 0)
        promised = sum([self._least_need(run, now.before) for run in open_runs])
        may_start = self._reaches(STARTED, now)
        for continued in _some_of(open_runs, copies):
            waiting = list(open_runs)
            for run in continued:
                waiting.remove(run)
            going_on = [self._continued(run, now) for run in continued]
            runs = [OpenRun(run.wait + now.before, run.naturals, run.gaps) for run in waiting]
            runs += [run.after for run in going_on]
            paid = sum([run.back - 1 for run in going_on]) - promised
            for started in range(copies - len(continued) + 1 if may_start else 1):
                closed = self._close(runs + [STARTED] * started, now, started)
                if closed is None:
                    continue
                still_open, need, room = closed
                need += paid + sum([self._least_need(run, now.reach) for run in still_open])
                used = len(continued) + started
                room += 0 if now.exact else self._room_made(used, started)
                aces = used if now.low else 0 if now.high else low_aces
                after = self._number(SuitState(aces, tuple(sorted(still_open))))
                own = used if now.own else 0
                left = 0 if now.low else copies - used
                change = after - number
                yield Use(change, left, own, need + own, room + own, tuple(going_on), started)

    def _continued(self, run: OpenRun, now: Situation) -> Continued:
        """A run with the card behind it and wilds in the gap between."""
        back = run.wait + now.before
        after = self._shape(run.naturals + 1, run.gaps + back - 1, now)
        return Continued(OpenRun(0, run.naturals, run.gaps), back, after)

    def _shape(self, naturals: int, gaps: int, now: Situation) -> OpenRun:
        """A run that ends here, without what can no longer matter of its length."""
        if now.exact or (self.wild_limit == "half" and naturals + gaps <= 3):
            return OpenRun(0, naturals, gaps)
        if self.wild_limit == "half":
            # What matters of a long run is how many more wilds it has room for.
            spare = min(naturals - gaps, now.widest)
            gaps = max(0, (4 - spare) // 2)
            return OpenRun(0, spare + gaps, gaps)
        if self.wild_limit == "one":
            return OpenRun(0, min(naturals, 3 - gaps), gaps)
        return OpenRun(0, min(naturals + gaps, 3), 0)

    def _reaches(self, run: OpenRun, now: Situation) -> bool:
        """Whether the suit's next card may continue a run.

        Where wilds have no limit a gap is never as wide as what two runs in its place would need.
        """
        gap = run.wait + now.reach - 1
        if gap > now.widest or (self.wild_limit == "one" and run.gaps + gap > 1):
            return False
        return not self.splits or gap < 5 - min(3, run.naturals + run.gaps)

    def _close(
        self, runs: list[OpenRun], now: Situation, started: int
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
            if self._reaches(run, now) and not (alone and run.wait):
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

    def _room_made(self, used: int, started: int) -> int:
        if self.wild_limit == "half":
            return used
        return started if self.wild_limit == "one" else started * ENDLESS

    def run_room(self, naturals: int, *, ends: bool) -> int:
        """How many wilds fit in a run with so many naturals.

        Without ``ends`` the line is long enough for all the wilds there are.
        """
        allowed = {"half": naturals, "one": 1}.get(self.wild_limit, ENDLESS)
        return min(allowed, self.line - naturals) if ends else allowed


def _some_of(runs: Sequence[OpenRun], most: int) -> list[tuple[OpenRun, ...]]:
    """Every choice of at most ``most`` of ``runs``, equal runs counted and not told apart."""
    sizes = range(min(most, len(runs)) + 1)
    return list(dict.fromkeys([some for size in sizes for some in combinations(runs, size)]))


@lru_cache(maxsize=64)
def _moves_for(wild_limit: str, line: int) -> list[RunMoves]:
    return [RunMoves(wild_limit, line)]


def run_moves(wild_limit: str, line: int) -> RunMoves:
    """The moves under a limit and on a line, one for all the rounds that share both.

    When much was learned they begin anew; who still walks with the old ones goes on with them.
    """
    kept = _moves_for(wild_limit, line)
    if kept[0].learned > MOST_LEARNED:
        kept[0] = RunMoves(wild_limit, line)
    return kept[0]
