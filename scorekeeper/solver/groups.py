"""The groups that the walk chose, with the cards that are in them."""

from collections.abc import Sequence

from scorekeeper.solver.sets import Sizes, set_room
from scorekeeper.solver.situations import STARTED, Continued, room_for
from scorekeeper.solver.tables import Tables
from scorekeeper.solver.walk import End, Walk


class Group:
    """A meld to be: its naturals (by kind), their places on the line if it is a run, its wilds.

    Of a run ``known`` are the naturals and the wilds in gaps that the walk knew it by.
    """

    __slots__ = ("kinds", "known", "places", "wilds")

    def __init__(self, kinds: list[int], places: list[int]) -> None:
        self.kinds = kinds
        self.places = places
        self.known = STARTED
        self.wilds: list[int] = []

    @property
    def need(self) -> int:
        """Wilds without which this is no meld."""
        need = 3 - len(self.kinds)
        places = self.places
        if places:
            gaps = places[-1] - places[0] + 1 - len(places)
            if gaps > need:
                return gaps
        return need if need > 0 else 0

    def room(self, tables: Tables) -> int:
        """The most wilds that it takes."""
        if self.places:
            allowed = room_for(len(self.kinds), tables.limits.wild_limit)
            return min(allowed, len(tables.line) - len(self.kinds))
        return set_room(len(self.kinds), tables.limits)


def spared(groups: Sequence[Group], kinds: Sequence[int], tables: Tables) -> set[int]:
    """The kinds of which one card can be missing from these groups, which meld all the cards.

    There may be more such kinds: other groups could do without them.
    """
    wilds = list(kinds)
    for group in groups:
        for kind in group.kinds:
            wilds.remove(kind)
    count = len(wilds)
    need = sum([group.need for group in groups])
    room = sum([group.room(tables) for group in groups])
    found = set(wilds) if need < count <= room + 1 else set()
    for group in groups:
        naturals, places = group.kinds, group.places
        needed, beside = need - group.need, room - group.room(tables)
        for i, kind in enumerate(naturals):
            rest = Group(naturals[:i] + naturals[i + 1 :], places[:i] + places[i + 1 :])
            least, most = (rest.need, rest.room(tables)) if rest.kinds else (0, 0)
            if least <= most and needed + least <= count <= beside + most:
                found.add(kind)
    return found


def groups_to(walk: Walk, end: End, kinds: list[int]) -> list[Group]:
    """The groups on the way to an end of the walk: it is followed once more, with the cards.

    ``kinds``, the cards in order, keeps those that are in no group.
    """
    plan = walk.plan
    tables = plan.tables
    groups: list[Group] = []
    open_runs: dict[int, list[Group]] = {}
    for step, move, sizes in walk.way_to(end):
        place, suit = step[6:8]
        continued, started = move[2:4]
        if continued or started:
            assert plan.moves is not None, "there are runs"
            kind = tables.kinds_at[place][suit]
            for run in plan.moves.continued[continued]:
                _continue(run, open_runs[suit], kind, place)
                kinds.remove(kind)
            for _ in range(started):
                open_runs.setdefault(suit, []).append(Group([kind], [place]))
                kinds.remove(kind)
        if sizes:
            _add_sets(groups, sizes, kinds, tables.kinds_at[place])
    for runs in open_runs.values():
        groups += runs
    return groups


def _continue(run: Continued, runs: Sequence[Group], kind: int, place: int) -> None:
    """Put a card behind the run of its suit that the walk chose."""
    back, before, after = run
    for group in runs:
        if group.places[-1] == place - back and group.known == before:
            group.known = after
            group.kinds.append(kind)
            group.places.append(place)
            return
    raise AssertionError("the walk continued a run that is not there")


def _add_sets(groups: list[Group], sizes: Sizes, kinds: list[int], of_rank: Sequence[int]) -> None:
    """Add sets of these sizes, made of the cards of a rank that are left; they are taken away.

    Each takes of the suits that are held most often, and no suit twice if it need not.
    """
    free: list[int] = []
    for kind in of_rank:
        if kind in kinds:
            free += [kind] * kinds.count(kind)
    for size in sizes:
        cards = free if size == len(free) else _dealt_out(free, size)
        groups.append(Group(cards, []))
        for kind in cards:
            kinds.remove(kind)


def _dealt_out(free: list[int], size: int) -> list[int]:
    """So many cards, taken away from those that are free."""
    cards: list[int] = []
    while len(cards) < size:
        most_held = sorted(dict.fromkeys(free), key=free.count, reverse=True)
        for kind in most_held[: size - len(cards)]:
            free.remove(kind)
            cards.append(kind)
    cards.sort()
    return cards
