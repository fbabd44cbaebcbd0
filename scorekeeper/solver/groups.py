"""The groups that the walk chose, with the cards that are in them."""

from collections.abc import Sequence

from scorekeeper.solver.sets import Sizes, set_room
from scorekeeper.solver.situations import STARTED, Continued, room_for
from scorekeeper.solver.tables import Tables
from scorekeeper.solver.walk import End, Walk

Group = tuple[list[int], list[int], list[int]]
"""A meld to be: its naturals (by kind), their places on the line if it is a run, its wilds."""


def need_of(group: Group) -> int:
    """The wilds without which this is no meld."""
    kinds, places, _ = group
    need = 3 - len(kinds)
    if places:
        gaps = places[-1] - places[0] + 1 - len(places)
        if gaps > need:
            return gaps
    return need if need > 0 else 0


def room_of(group: Group, tables: Tables) -> int:
    """The most wilds that it takes."""
    kinds, places, _ = group
    if places:
        allowed = room_for(len(kinds), tables.limits.wild_limit)
        return min(allowed, len(tables.line) - len(kinds))
    return set_room(len(kinds), tables.limits)


def spared(groups: Sequence[Group], kinds: Sequence[int], tables: Tables) -> set[int]:
    """The kinds of which one card can be missing from these groups, which meld all the cards.

    There may be more such kinds: other groups could do without them.
    """
    wilds = list(kinds)
    for naturals, _, _ in groups:
        for kind in naturals:
            wilds.remove(kind)
    count = len(wilds)
    need = sum(map(need_of, groups))
    room = sum([room_of(group, tables) for group in groups])
    found = set(wilds) if need < count <= room + 1 else set()
    for group in groups:
        naturals, places, _ = group
        needed, beside = need - need_of(group), room - room_of(group, tables)
        for i, kind in enumerate(naturals):
            rest: Group = naturals[:i] + naturals[i + 1 :], places[:i] + places[i + 1 :], []
            least, most = (need_of(rest), room_of(rest, tables)) if rest[0] else (0, 0)
            if least <= most and needed + least <= count <= beside + most:
                found.add(kind)
    return found


class _Run:
    """A run that may go on: its cards, by kind, their places, and what the walk knows it by."""

    __slots__ = ("kinds", "known", "places")

    def __init__(self, kind: int, place: int) -> None:
        self.kinds = [kind]
        self.places = [place]
        self.known = STARTED


def groups_to(walk: Walk, end: End, kinds: list[int]) -> list[Group]:
    """The groups on the way to an end of the walk: it is followed once more, with the cards.

    ``kinds``, the cards in order, keeps those that are in no group.
    """
    plan = walk.plan
    tables = plan.tables
    groups: list[Group] = []
    open_runs: dict[int, list[_Run]] = {}
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
                open_runs.setdefault(suit, []).append(_Run(kind, place))
                kinds.remove(kind)
        if sizes:
            _add_sets(groups, sizes, kinds, tables.kinds_at[place])
    groups += [(run.kinds, run.places, []) for runs in open_runs.values() for run in runs]
    return groups


def _continue(move: Continued, runs: Sequence[_Run], kind: int, place: int) -> None:
    """Put a card behind the run of its suit that the walk chose."""
    back, before, after = move
    for run in runs:
        if run.places[-1] == place - back and run.known == before:
            run.known = after
            run.kinds.append(kind)
            run.places.append(place)
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
        groups.append((cards, [], []))
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
