"""The runs of one suit: what may become of those that are open, card by card.

Nothing here knows a hand. What open runs can do with the next card of their suit depends on how
often it is held and how far it is to the one after, so the moves are worked out once for each
such situation, and the walk looks them up.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count
from operator import itemgetter

from scorekeeper.solver.fates import Fates
from scorekeeper.solver.numbers import BYTE, MOST_SUITS, NEED, OWN, RUNS, SUIT_BITS
from scorekeeper.solver.situations import (
    ALONE,
    ENDLESS,
    EXACT,
    HIGH,
    LOW,
    NO_SET,
    OF_WILD_RANK,
    TRACKS,
    Fate,
    Known,
    Meeting,
    OpenRun,
    RunMove,
    Situation,
    SuitState,
    Use,
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
        self.fates = Fates(wild_limit, line)
        self.learned = 0
        nothing: SuitState = (0, ())
        self._states = {0: nothing}
        self._number_of = {nothing: 0}
        self._numbers = count(1)
        self.known: list[list[dict[Situation, Known]]] = [
            [{} for _ in range(MOST_SUITS)] for _ in (False, True)
        ]
        self._uses: dict[tuple[int, Situation], list[Use]] = {}

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
        if high:
            copies -= low_aces
        tracks = ENDLESS if exact else flags >> TRACKS
        met = self.fates.meetings(open_runs, reach, widest, exact)
        promised = sum([meeting.promised for meeting in met])
        new = self.fates.of_new(reach, widest, exact)
        most_new = copies if new[0] is not None else 0
        uses: list[Use] = []
        for chosen, started in self._choices(open_runs, met, copies, most_new, flags):
            used = len(chosen) + started
            fates = [
                meeting.if_it_goes_on if i in chosen else meeting.if_it_waits
                for i, meeting in enumerate(met)
            ]
            if started:
                # Two runs that lie over each other and share no place with a natural card in
                # both are better one: those that wait end where new ones go on alone.
                if tracks <= 1:
                    fates = [
                        fate if i in chosen else (None, 0, *fate[2:])
                        for i, fate in enumerate(fates)
                    ]
                fates += [new] * started
            going_on = tuple([met[i].going_on for i in chosen])
            left = 0 if low else copies - used
            own = used if flags & OF_WILD_RANK else 0
            aces = used if low else 0 if high else low_aces
            paid = own + sum([run[0] - 1 for run in going_on]) - promised
            made = own if exact else own + self.fates.room_made(used, started)
            for still_open, need, room in _endings(fates, tracks):
                still_open.sort()
                change = self._number((aces, tuple(still_open))) - number
                uses.append((change, left, own, need + paid, room + made, going_on, started))
        return uses

    def _choices(
        self,
        runs: Sequence[OpenRun],
        met: Sequence[Meeting],
        copies: int,
        most_new: int,
        flags: int,
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Which of the open runs the copies of a card continue, and how many they start."""
        # Runs that can neither stay open without the card nor end.
        must = []
        for i, meeting in enumerate(met):
            run, _, if_ended, _ = meeting.if_it_waits
            if run is None and if_ended < 0:
                must.append(i)
        if len(must) > copies:
            return
        # A card that no set can take continues a run that ends right before it, or another run.
        before: list[int] = []
        if flags & (ALONE | OF_WILD_RANK | LOW | HIGH | EXACT) == ALONE:
            before = [i for i, run in enumerate(runs) if run[0] == 1]
            is_last = flags >> TRACKS <= 1 == copies == len(runs)
            if before and is_last and self.fates.wild_limit != "one":
                most_new = 0
        for chosen in _some_of(runs, copies):
            if must and not all(i in chosen for i in must):
                continue
            free = copies - len(chosen)
            all_used = before and not all(i in chosen for i in before)
            for started in range(free if all_used else 0, min(free, most_new) + 1):
                yield chosen, started


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


def _endings(fates: Sequence[Fate], tracks: int) -> list[tuple[list[OpenRun], int, int]]:
    """The runs that stay open, the wilds that all need from here on, and the room made here.

    Of the runs that could end here no more stay open than there are ``tracks``, as often as a
    later card is held: with all the cards of the others these do as well.
    """
    need = room = 0
    still_open: list[OpenRun] = []
    either: list[Fate] = []
    for fate in fates:
        run, if_open, if_ended, made = fate
        if run is None:
            if if_ended < 0:
                return []
            need += if_ended
            room += made
        elif if_ended < 0:
            still_open.append(run)
            need += if_open
        else:
            either.append(fate)
            need += if_ended
    found = []
    choices: Iterable[Sequence[Fate]] = (either,)
    if tracks < len(either):
        choices = dict.fromkeys(combinations(sorted(either), tracks))
    for some in choices:
        runs, more = still_open.copy(), need
        for run, if_open, if_ended, _ in some:
            assert run is not None, "it may stay open"
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
