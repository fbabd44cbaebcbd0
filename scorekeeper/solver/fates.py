"""What becomes of open runs from a card of their suit to the next."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from scorekeeper.solver.situations import (
    ENDLESS,
    NOTHING,
    STARTED,
    Continued,
    Fate,
    OpenRun,
    room_for,
)

Asked = tuple[int, int, int]
"""How many places before the next card of its suit a card lies; the wilds that are to spare before
it; and whether it counts how long a run is up to the end of its line."""


class Ways(dict[tuple[OpenRun, int], list[Fate]]):
    """All that may become of so many equal runs, worked out when it is asked for."""

    def __init__(self, work_out: Callable[[OpenRun, int], list[Fate]]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, runs: tuple[OpenRun, int]) -> list[Fate]:
        found = self[runs] = self._work_out(*runs)
        return found


class Fates:
    """The fates of runs under one limit on wilds, on a line of so many places."""

    def __init__(self, wild_limit: str, line: int) -> None:
        self.wild_limit = wild_limit
        self.line = line
        self.splits = wild_limit in ("any", "natural")
        self._new: dict[Asked, Fate | None] = {}
        self._ways: dict[tuple[Asked, bool], Ways] = {}

    def ways(self, asked: Asked, *, stay: bool) -> Ways:
        """All that may become of open runs where a card comes that they can go on with.

        Those that do not go on end, unless they may ``stay`` open for a later card.
        """
        found = self._ways.get((asked, stay))
        if found is None:
            found = self._ways[asked, stay] = Ways(partial(self._ways_of, asked, stay))
        return found

    def of_new(self, asked: Asked) -> Fate | None:
        """What may become of a run that starts, None if no other card can reach it."""
        if asked not in self._new:
            reach, spare, exact = asked
            run = (reach, *STARTED)
            reaches = self._reaches(run, spare)
            self._new[asked] = _moved(self._fate(run, spare, exact), 1, 0, ()) if reaches else None
        return self._new[asked]

    def _ways_of(self, asked: Asked, stay: bool, run: OpenRun, times: int) -> list[Fate]:
        """What may become of equal runs, by how many of them go on with the card."""
        reach, spare, exact = asked
        back, naturals, gaps = run
        promised = self._least(run, self._missing(run, exact))
        # What it was to need is paid for, and what its gap takes is gone.
        before = spare + promised
        behind = before - (back - 1)
        later = back + reach, naturals, gaps
        waits = self._fate(later, before, exact) if stay else self._end(later, exact)
        after = self._shape(naturals + 1, gaps + back - 1, behind, exact)
        going_on = back, (naturals, gaps), after
        goes_on = self._fate((reach, *after), behind, exact) if behind >= 0 else None
        others = _several(_moved(waits, 0, -promised, ()), times)
        several = _several(_moved(goes_on, 1, back - 1 - promised, (going_on,)), times)
        return [
            one
            for going in range(times + 1)
            for one in joined(others[times - going], several[going], ENDLESS, ENDLESS)
        ]

    def _fate(self, run: OpenRun, spare: int, exact: int) -> Fate | None:
        """What may become of a run before the next card, with so many wilds for it."""
        if not self._reaches(run, spare):
            return self._end(run, exact)
        missing = self._missing(run, exact)
        least = self._least(run, missing)
        if missing < 0:
            return 0, least, 0, self._lacks(run), (run,), (), (), ()
        return 0, least, 0, 0, (), (run,), (missing - least,), ()

    def _end(self, run: OpenRun, exact: int) -> Fate | None:
        """What becomes of a run that ends."""
        missing = self._missing(run, exact)
        room = self._room(run[1], ends=True) if exact else 0
        return None if missing < 0 else (0, missing, room, 0, (), (), (), ())

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

    def _lacks(self, run: OpenRun) -> int:
        """The cards that a run that must go on lacks at the least, beside the wilds in its gap."""
        back, naturals, gaps = run
        return max(1, 3 - naturals - gaps - (back - 1))

    def _shape(self, naturals: int, gaps: int, spare: int, exact: int) -> tuple[int, int]:
        """Naturals and wilds of a run that ends here, without what can no longer matter."""
        if exact or (self.wild_limit == "half" and naturals + gaps < 3):
            return naturals, gaps
        if self.wild_limit == "half":
            # What matters of a long run is how many more wilds it has room for.
            room = min(naturals - gaps, spare)
            gaps = max(0, (4 - room) // 2)
            return room + gaps, gaps
        if self.wild_limit == "one":
            return min(naturals, 3 - gaps), gaps
        return min(naturals + gaps, 3), 0

    def _reaches(self, run: OpenRun, spare: int) -> bool:
        """Whether the suit's next card may continue a run, with so many wilds for it.

        Where wilds have no limit a gap is never as wide as what two runs in its place would need.
        """
        back, naturals, gaps = run
        gap = back - 1
        if gap > spare or (self.wild_limit == "one" and gaps + gap > 1):
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


def joined(some: Iterable[Fate], others: Sequence[Fate], copies: int, spare: int) -> list[Fate]:
    """Each of some fates with each of others, as far as there are copies and wilds for both."""
    return [
        (
            taken + taken_2,
            need + need_2,
            room + room_2,
            lacks + lacks_2,
            must + must_2,
            may + may_2,
            mores + mores_2,
            on + on_2,
        )
        for taken, need, room, lacks, must, may, mores, on in some
        for taken_2, need_2, room_2, lacks_2, must_2, may_2, mores_2, on_2 in others
        if taken + taken_2 <= copies and need + need_2 <= spare
    ]


def _moved(
    fate: Fate | None, taken: int, need: int, going_on: tuple[Continued, ...]
) -> Fate | None:
    """The fate of a run that takes a card, or none, on its way."""
    if fate is None:
        return None
    _, more, room, lacks, must, may, mores, _ = fate
    return taken, need + more, room, lacks, must, may, mores, going_on


def _several(fate: Fate | None, most: int) -> list[list[Fate]]:
    """What becomes of no runs with the same fate, of one, and so on; nothing where it cannot be."""
    one = [] if fate is None else [fate]
    found = [[NOTHING]]
    for _ in range(most):
        found.append(joined(found[-1], one, ENDLESS, ENDLESS))
    return found
