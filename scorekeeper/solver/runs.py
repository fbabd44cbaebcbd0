"""The runs of one suit: what may become of those that are open, card by card.

Nothing here knows a hand. What open runs can do with the next card of their suit depends on how
often it is held and how far it is to the one after, so the moves are worked out once for each
such situation, and the walk looks them up.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, count
from operator import itemgetter

from scorekeeper.solver.numbers import BYTE, MOST_SUITS, NEED, OWN, RUNS, SUIT_BITS
from scorekeeper.solver.situations import (
    ALONE,
    ENDLESS,
    EXACT,
    HIGH,
    LOW,
    NO_SET,
    OF_WILD_RANK,
    STARTED,
    TRACKS,
    Fate,
    Known,
    OpenRun,
    RunMove,
    Situation,
    SuitState,
    Use,
    room_for,
)

MOST_LEARNED = 50_000
"""Situations whose moves are kept before all are forgotten."""

_STEP = itemgetter(0)


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
        nothing: SuitState = (0, ())
        self._states = {0: nothing}
        self._number_of = {nothing: 0}
        self._numbers = count(1)
        self.known: list[list[dict[Situation, Known]]] = [
            [{} for _ in range(MOST_SUITS)] for _ in (False, True)
        ]
        self._uses: dict[tuple[int, Situation], list[Use]] = {}
        self._fates: dict[tuple[OpenRun, int, int], Fate] = {}

    def learn(
        self, number: int, suit: int, now: Situation, known: Known, *, by_suit: bool
    ) -> tuple[RunMove, ...]:
        """The moves of open runs that were not met in this situation yet; ``known`` gets them."""
        uses = self._uses.get((number, now))
        if uses is None:
            uses = self._uses[number, now] = self._uses_of(number, now)
            self.learned += 1
        runs_at = RUNS + SUIT_BITS * suit
        pile = 0 if now[3] & NO_SET else 1 << (BYTE * suit if by_suit else 0)
        moves = [
            (
                (change << runs_at) + left * pile + (own << OWN) + (need << NEED),
                room,
                continued,
                started,
                left,
            )
            for change, left, own, need, room, continued, started in uses
        ]
        moves.sort(key=_STEP)
        known[number] = found = tuple(moves)
        return found

    def _number(self, state: SuitState) -> int:
        number = self._number_of.get(state)
        if number is None:
            # Two threads that meet a state at once agree on its number.
            number = self._number_of.setdefault(state, next(self._numbers))
            self._states[number] = state
        return number

    def _uses_of(self, number: int, now: Situation) -> list[Use]:
        """The ways to use a card where the open runs have this number."""
        copies, reach, widest, flags = now
        low, high, exact = flags & LOW, flags & HIGH, flags & EXACT
        low_aces, open_runs = self._states[number]
        copies -= low_aces if high else 0
        new = self._fate((reach, *STARTED), widest, exact)
        may_start = new[0] is not None
        tracks = ENDLESS if exact else flags >> TRACKS
        # A card that no set can take continues a run that ends right before it, or another run.
        in_runs = flags & (ALONE | OF_WILD_RANK) == ALONE and not (low or high or exact)
        just_before = [i for i, run in enumerate(open_runs) if in_runs and run[0] == 1]
        if just_before and self.wild_limit != "one" and tracks <= 1 == copies == len(open_runs):
            may_start = False
        promised = 0
        continued, met, waiting = [], [], []
        for run in open_runs:
            promised += self._fate(run, widest, exact)[1]
            back, naturals, gaps = run
            after = self._shape(naturals + 1, gaps + back - 1, widest, exact)
            continued.append((back, (naturals, gaps), after))
            met.append(self._fate((reach, *after), widest, exact))
            waiting.append(self._fate((back + reach, naturals, gaps), widest, exact))
        uses: list[Use] = []
        for chosen in _some_of(open_runs, copies):
            going_on = tuple([continued[i] for i in chosen])
            paid = sum([run[0] - 1 for run in going_on]) - promised
            rest = [fate for i, fate in enumerate(waiting) if i not in chosen]
            for started in range(copies - len(chosen) + 1 if may_start else 1):
                used = len(chosen) + started
                left = 0 if low else copies - used
                if left and just_before and not set(just_before) <= set(chosen):
                    continue
                own = used if flags & OF_WILD_RANK else 0
                aces = used if low else 0 if high else low_aces
                made = own if exact else own + self._room_made(used, started)
                # Two runs that lie over each other and share no place with a natural card in
                # both are better one.
                alone = started > 0 and tracks <= 1
                fates = [met[i] for i in chosen] + [new] * started
                for still_open, need, room in _endings(fates, rest, tracks, alone=alone):
                    still_open.sort()
                    change = self._number((aces, tuple(still_open))) - number
                    uses.append(
                        (change, left, own, need + paid + own, room + made, going_on, started)
                    )
        return uses

    def _fate(self, run: OpenRun, widest: int, exact: int) -> Fate:
        """What may become of a run before the next card."""
        asked = run, widest, exact
        fate = self._fates.get(asked)
        if fate is None:
            back, naturals, gaps = run
            short = max(0, 3 - naturals - gaps)
            most = self.run_room(naturals, ends=exact > 0)
            ended = short if gaps + short <= most else -1
            is_open = self._reaches(run, widest)
            # For the gap to the next card, or to be three cards; what must go on needs the gap.
            least = back - 1 if ended < 0 or back - 1 < short else short
            fate = (run, least, ended, 0) if is_open else (None, 0, ended, most if exact else 0)
            self._fates[asked] = fate
        return fate

    def _shape(self, naturals: int, gaps: int, widest: int, exact: int) -> tuple[int, int]:
        """Naturals and wilds of a run that ends here, without what can no longer matter."""
        if exact or (self.wild_limit == "half" and naturals + gaps <= 3):
            return naturals, gaps
        if self.wild_limit == "half":
            # What matters of a long run is how many more wilds it has room for.
            spare = min(naturals - gaps, widest)
            gaps = max(0, (4 - spare) // 2)
            return spare + gaps, gaps
        if self.wild_limit == "one":
            return min(naturals, 3 - gaps), gaps
        return min(naturals + gaps, 3), 0

    def _reaches(self, run: OpenRun, widest: int) -> bool:
        """Whether the suit's next card may continue a run.

        Where wilds have no limit a gap is never as wide as what two runs in its place would need.
        """
        back, naturals, gaps = run
        gap = back - 1
        if gap > widest or (self.wild_limit == "one" and gaps + gap > 1):
            return False
        return not self.splits or gap < 5 - min(3, naturals + gaps)

    def _room_made(self, used: int, started: int) -> int:
        if self.wild_limit == "half":
            return used
        return started if self.wild_limit == "one" else started * ENDLESS

    def run_room(self, naturals: int, *, ends: bool) -> int:
        """How many wilds fit in a run with so many naturals.

        Without ``ends`` the line is long enough for all the wilds there are.
        """
        allowed = room_for(naturals, self.wild_limit)
        return min(allowed, self.line - naturals) if ends else allowed


def _some_of(runs: Sequence[OpenRun], most: int) -> list[tuple[int, ...]]:
    """Every choice of at most ``most`` of sorted runs by index, equal runs not told apart."""
    one = [(i,) for i in range(len(runs)) if not i or runs[i] != runs[i - 1]]
    if most < 2 or len(runs) < 2:
        return [(), *one] if most else [()]
    return [(), *one] + [
        chosen
        for size in range(2, min(most, len(runs)) + 1)
        for chosen in combinations(range(len(runs)), size)
        if not any(i and runs[i] == runs[i - 1] and i - 1 not in chosen for i in chosen)
    ]


def _endings(
    met: Sequence[Fate], waiting: Sequence[Fate], tracks: int, *, alone: bool
) -> list[tuple[list[OpenRun], int, int]]:
    """The runs that stay open, the wilds that all need from here on, and the room made here.

    Those that wait end where those that met the card go on ``alone``. Of the runs that could end
    here no more stay open than there are ``tracks``, as often as a later card is held: with all
    the cards of the others these do as well.
    """
    need = room = 0
    still_open: list[OpenRun] = []
    either: list[Fate] = []
    for fates, may_stay in ((met, True), (waiting, not alone)):
        for fate in fates:
            run, if_open, if_ended, made = fate
            if run is None or not may_stay:
                if if_ended < 0:
                    return []
                need += if_ended
                room += made
            elif if_ended < 0:
                still_open.append(run)
                need += if_open
            else:
                either.append(fate)
    found = []
    most = min(tracks, len(either))
    for some in dict.fromkeys(combinations(either, most)) if most < len(either) else (either,):
        runs, more = still_open.copy(), need
        for _, _, if_ended, _ in either:
            more += if_ended
        for run, if_open, if_ended, _ in some:
            if run is not None:
                runs.append(run)
            more += if_open - if_ended
        found.append((runs, more, room))
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
