"""What becomes of one run from a card of its suit to the next."""

from scorekeeper.solver.situations import ENDLESS, STARTED, Fate, Meeting, OpenRun, room_for


class Fates:
    """The fates of runs under one limit on wilds, on a line of so many places."""

    def __init__(self, wild_limit: str, line: int) -> None:
        self.wild_limit = wild_limit
        self.line = line
        self.splits = wild_limit in ("any", "natural")
        self._meetings: dict[tuple[int, int, int], dict[OpenRun, Meeting]] = {}

    def meetings(
        self, runs: tuple[OpenRun, ...], reach: int, widest: int, exact: int
    ) -> list[Meeting]:
        """What becomes of open runs where a card comes that may continue them."""
        asked = reach, widest, exact
        known = self._meetings.get(asked)
        if known is None:
            known = self._meetings[asked] = {}
        met = []
        for run in runs:
            meeting = known.get(run)
            if meeting is None:
                meeting = known[run] = self._meeting(run, reach, widest, exact)
            met.append(meeting)
        return met

    def of_new(self, reach: int, widest: int, exact: int) -> Fate:
        """What may become of a run that starts."""
        return self._fate((reach, *STARTED), widest, exact)

    def _meeting(self, run: OpenRun, reach: int, widest: int, exact: int) -> Meeting:
        back, naturals, gaps = run
        after = self._shape(naturals + 1, gaps + back - 1, widest, exact)
        return Meeting(
            self._fate(run, widest, exact)[1],
            self._fate((back + reach, naturals, gaps), widest, exact),
            (back, (naturals, gaps), after),
            self._fate((reach, *after), widest, exact),
        )

    def _fate(self, run: OpenRun, widest: int, exact: int) -> Fate:
        """What may become of a run before the next card."""
        back, naturals, gaps = run
        short = max(0, 3 - naturals - gaps)
        most = self._room(naturals, ends=exact > 0)
        ended = short if gaps + short <= most else -1
        if not self._reaches(run, widest):
            return None, 0, ended, most if exact else 0
        # For the gap to the next card, or to be three cards; what must go on needs the gap.
        return run, back - 1 if ended < 0 or back - 1 < short else short, ended, 0

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
