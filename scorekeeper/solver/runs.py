"""The runs of one suit: what may become of those that are open, card by card.

Nothing here knows a hand. What open runs can do with the next card of their suit depends on how
often it is held, how far it is to the one after, and how many wilds there are to spare, so the
moves are worked out once for each such situation, and the walk looks them up.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter

from scorekeeper.solver.fates import Fates, Ways, joined
from scorekeeper.solver.numbered import Numbered
from scorekeeper.solver.numbers import (
    ACES,
    BYTE,
    LANE_BITS,
    MOST_SUITS,
    NEED,
    OPEN_MASK,
    OWN,
    RUNS,
)
from scorekeeper.solver.situations import (
    ALONE,
    ENDLESS,
    EXACT,
    FEW,
    HIGH,
    LOW,
    MANY,
    NO_SET,
    NOTHING,
    OF_WILD_RANK,
    TRACKS,
    Continued,
    Fate,
    Known,
    OpenRun,
    RunMove,
    Situation,
)

MOST_LEARNED = 500_000
"""Moves, and tables that have them, that are kept before all are forgotten: some 200 megabytes."""

AT_ONCE = 4
"""Open runs and copies of a card together, up to which the moves with all numbers of wilds are
worked out at once, where wilds in runs have no limit: else other runs stay open with each."""

AHEAD = 6
"""Wilds to spare, up to which what was worked out is put into tables at once."""

_NEEDED = itemgetter(7)


class RunMoves:
    """The moves of a suit's runs under one limit on wilds, on a line of so many places.

    The ``open_runs`` of a suit have a number, 0 is a suit without; so have those that are
    ``continued``. Moves are worked out when they are asked for, and kept: ``known[by_suit][lane]``
    has them by the situation, where ``by_suit`` says that each suit of a rank is a pile.
    ``learned`` counts what is kept.
    """

    def __init__(self, wild_limit: str, line: int) -> None:
        self.fates = Fates(wild_limit, line)
        self.at_once = AT_ONCE if self.fates.splits else 0
        self.learned = 0
        self.open_runs: Numbered[tuple[OpenRun, ...]] = Numbered(())
        self.continued: Numbered[tuple[Continued, ...]] = Numbered(())
        self.known: list[list[dict[Situation, Known]]] = [
            [defaultdict(dict) for _ in range(MOST_SUITS)] for _ in (False, True)
        ]
        # In no lane yet, those that need the fewest wilds first.
        self._moves: dict[tuple[int, int, Situation], list[RunMove]] = {}

    def learn(
        self, number: int, spare: int, lane: int, now: Situation, *, by_suit: bool
    ) -> tuple[RunMove, ...]:
        """The moves of open runs in a situation with so many wilds to ``spare``; they are kept.

        At the high end of a line where the ace stands at both the number has the low aces as well.

        Those that need the fewest come first. Neither they nor their order depend on what was
        learned before; the numbers of new states do.
        """
        count = now[0] + len(self.open_runs[number & OPEN_MASK])
        most = ENDLESS if count <= self.at_once else spare
        found = self._moves.get((number, most, now))
        if found is None:
            found = sorted(self._moves_of(number, most, now), key=_NEEDED)
            self._moves[number, most, now] = found
        runs_at = RUNS + LANE_BITS * lane
        pile = 0 if now[2] & NO_SET else 1 << (BYTE * lane if by_suit else 0)
        moves = tuple(
            [
                ((change << runs_at) + left * pile + paid, room, on, new, left, change, paid, wilds)
                for _, room, on, new, left, change, paid, wilds in found
            ]
        )
        known = {spare: moves}
        if most > spare:
            needed = list(map(_NEEDED, moves))
            for wilds in range(max(spare, AHEAD) + 1):
                known[wilds] = moves[: bisect_right(needed, wilds)]
        self.known[by_suit][lane][now].setdefault(number, {}).update(known)
        self.learned += len(moves) + len(known)
        return known[spare]

    def _moves_of(self, number: int, spare: int, now: Situation) -> list[RunMove]:
        """The moves where the open runs have this number, with so many wilds, in no lane yet."""
        copies, reach, flags = now
        low, high, exact = flags & LOW, flags & HIGH, flags & EXACT
        low_aces, open_now = number >> ACES, number & OPEN_MASK
        open_runs = self.open_runs[open_now]
        if high:
            copies -= low_aces
        few = flags >> FEW & MANY
        to_come = MANY - few if few else ENDLESS
        fates = self.fates
        tracks = flags >> TRACKS if fates.splits and not exact else ENDLESS
        asked = reach, spare, exact
        new = fates.of_new(asked)
        most_new = copies if new is not None else 0
        # A card that no set can take continues a run that ends right before it, or another run.
        before = 0
        if flags & (ALONE | OF_WILD_RANK | LOW | HIGH | EXACT) == ALONE:
            before = sum([run[0] == 1 for run in open_runs])
            is_last = tracks <= 1 == copies == len(open_runs)
            if before and is_last:
                most_new = 0
        moves: list[RunMove] = []
        together = _together(open_runs, fates.ways(asked, stay=True), copies, spare)
        for started in range(most_new + 1):
            if started and new is not None:
                if started == 1 and tracks <= 1:
                    # Two runs that lie over each other and share no place with a natural card in
                    # both are better one: those that wait end where new ones go on alone.
                    together = _together(open_runs, fates.ways(asked, stay=False), copies, spare)
                together = joined(together, [new], copies, spare)
            for used, need, room, lacks, must, may, mores, going_on in together:
                if before and used < copies and before > sum([run[0] == 1 for run in going_on]):
                    continue
                own = used if flags & OF_WILD_RANK else 0
                aces = used if low else 0 if high else low_aces
                left = 0 if low else copies - used
                # So many wilds in place of cards that are not to come.
                lacking = lacks - to_come if lacks > to_come else 0
                rest = spare - need - own - lacking
                if rest < 0:
                    continue
                made = own if exact else own + fates.room_made(used, started)
                continued = self.continued.number(going_on)
                for runs, more in _kept_open(must, may, mores, tracks, rest):
                    needed = need + own + more
                    change = self.open_runs.number(runs) - open_now + (aces - low_aces << ACES)
                    paid = (own << OWN) + (needed << NEED)
                    done = continued, started, left, change, paid, needed + lacking
                    moves.append((0, room + made, *done))
        return moves


def _together(runs: Sequence[OpenRun], ways: Ways, copies: int, spare: int) -> list[Fate]:
    """What may become of open runs with so many copies of a card and wilds."""
    found = [NOTHING]
    for run, times in {run: runs.count(run) for run in runs}.items():
        found = joined(found, ways[run, times], copies, spare)
    return found


def _kept_open(
    must: tuple[OpenRun, ...],
    may: tuple[OpenRun, ...],
    mores: tuple[int, ...],
    most: int,
    spare: int,
) -> list[tuple[tuple[OpenRun, ...], int]]:
    """The runs that stay open, in order, and what the others need more as they end.

    That is no more than there is to ``spare``. Of the runs that ``may`` end so many stay open at
    the ``most``: with all the cards of the others these do as well.
    """
    if most >= len(may):
        return [(tuple(sorted(must + may)), 0)]
    all_more = sum(mores)
    found = []
    for some in dict.fromkeys(combinations(sorted(zip(may, mores, strict=True)), most)):
        more = all_more - sum([more for _, more in some])
        if more <= spare:
            found.append((tuple(sorted([*must, *[run for run, _ in some]])), more))
    return found


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
