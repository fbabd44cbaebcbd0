"""What becomes of one run from a card of its suit to the next."""

from scorekeeper.solver.situations import (
    ENDLESS,
    STARTED,
    Continued,
    Fate,
    Meeting,
    OpenRun,
    room_for,
)


class Fates:
    """The fates of runs under one limit on wilds, on a line of so many places."""

    def __init__(self, wild_limit: str, line: int) -> None:
        self.wild_limit = wild_limit
        self.line = line
        self.splits = wild_limit in ("any", "natural")
        self._new: dict[tuple[int, int, int], Fate | None] = {}
        self._meetings: dict[tuple[int, int, int], dict[OpenRun, Meeting]] = {}

    def meeting(self, run: OpenRun, reach: int, widest: int, exact: int) -> Meeting:
        """What may become of an open run where a card comes that it can go on with."""
        asked = reach, widest, exact
        known = self._meetings.get(asked)
        if known is None:
            known = self._meetings[asked] = {}
        meeting = known.get(run)
        if meeting is None:
            meeting = known[run] = self._meeting(run, reach, widest, exact)
        return meeting

    def of_new(self, reach: int, widest: int, exact: int) -> Fate | None:
        """What may become of a run that starts, None if no other card can reach it."""
        asked = reach, widest, exact
        if asked not in self._new:
            run = (reach, *STARTED)
            reaches = self._reaches(run, widest)
            self._new[asked] = _moved(self._fate(run, widest, exact), 1, 0, ()) if reaches else None
        return self._new[asked]

    def _meeting(self, run: OpenRun, reach: int, widest: int, exact: int) -> Meeting:
        back, naturals, gaps = run
        promised = self._least(run, self._missing(run, exact))
        later = back + reach, naturals, gaps
        after = self._shape(naturals + 1, gaps + back - 1, widest, exact)
        going_on = back, (naturals, gaps), after
        goes_on = self._fate((reach, *after), widest, exact)
        return Meeting(
            _moved(self._fate(later, widest, exact), 0, -promised, ()),
            _moved(self._end(later, exact), 0, -promised, ()),
            _moved(goes_on, 1, back - 1 - promised, (going_on,)),
        )

    def _fate(self, run: OpenRun, widest: int, exact: int) -> Fate | None:
        """What may become of a run before the next card."""
        if not self._reaches(run, widest):
            return self._end(run, exact)
        missing = self._missing(run, exact)
        least = self._least(run, missing)
        if missing < 0:
            return 0, least, 0, (run,), (), ()
        return 0, least, 0, (), ((run, missing - least),), ()

    def _end(self, run: OpenRun, exact: int) -> Fate | None:
        """What becomes of a run that ends."""
        missing = self._missing(run, exact)
        room = self._room(run[1], ends=True) if exact else 0
        return None if missing < 0 else (0, missing, room, (), (), ())

    def _missing(self, run: OpenRun, exact: int) -> int:
        """The wilds that a run needs to end, -1 where it would be no meld."""
        _, naturals, gaps = run
        short = max(0, 3 - naturals - gaps)
        return short if gaps + short <= self._room(naturals, ends=exact > 0) else -1

    def _least(self, run: OpenRun, missing: int) -> int:
        """The wilds that an open run needs at the least.

        For the gap to the next card, or to be three cards; what must go on needs the gap.
        """
        gap = run[0] - 1
        return gap if missing < 0 or gap < missing else missing

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

    def room_made(self, used: int, started: int) -> int:
        """The room for wilds that cards in runs make, of which so many start one."""
        if self.wild_limit == "half":
            return used
        return started if self.wild_limit == "one" else started * ENDLESS

    def _room(self, naturals: int, *, ends: bool) -> int:
        """How many wilds fit in a run with so many naturals.

        Without ``ends`` the line is long enough for all the wilds there are.
        """
        allowed = room_for(naturals, self.wild_limit)
        return min(allowed, self.line - naturals) if ends else allowed


def _moved(
    fate: Fate | None, taken: int, need: int, going_on: tuple[Continued, ...]
) -> Fate | None:
    """The fate of a run that takes a card, or none, on its way."""
    if fate is None:
        return None
    _, more, room, still_open, either, _ = fate
    return taken, need + more, room, still_open, either, going_on
