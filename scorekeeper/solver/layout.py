"""The melds to show: groups with wilds in them, their cards side by side."""

from collections.abc import Sequence
from operator import itemgetter

from scorekeeper.melds import SMALLEST, Meld
from scorekeeper.solver.groups import Group, groups_to
from scorekeeper.solver.tables import Tables
from scorekeeper.solver.walk import End, Walk

_KIND = itemgetter(0)

Laid = tuple[list[int], str, list[str]]
"""The cards of a meld (by kind) as they lie, what sort it is, and what they stand for."""


def lay_out(walk: Walk, end: End, kinds: list[int]) -> tuple[Meld, ...] | None:
    """The melds that lead to an end of the walk; ``kinds``, in order, keeps those that are left.

    None where the runs are too long for all the wilds that the walk had room for.
    """
    tables = walk.plan.tables
    groups = groups_to(walk, end)
    for group in groups:
        for kind in group.kinds:
            kinds.remove(kind)
    spare: list[int] = []
    if walk.plan.wilds:
        spare = _spare(tables, end, kinds)
        for kind in spare:
            kinds.remove(kind)
        if spare and not _share_out(groups, spare, tables):
            return None
    laid = [_laid(group, tables) for group in groups]
    if spare:
        laid.append((spare, "wilds", list(map(tables.names.__getitem__, spare))))
    if len(laid) > 1:
        laid.sort()
    card = tables.cards.__getitem__
    return tuple([Meld(sort, tuple(map(card, lie)), tuple(stand)) for lie, sort, stand in laid])


# ── the wilds ────────────────────────────────────────────────────────────────────────────


def _spare(tables: Tables, end: End, kinds: Sequence[int]) -> list[int]:
    """The wilds among ``kinds`` that are to be melded, in order."""
    pool = list(filter(tables.wilds.__contains__, kinds))
    if not (end.others or end.jokers):
        return pool
    # Cards of the wild rank cost the same, so which of them stay behind is settled here.
    others = [kind for kind in pool if kind != tables.joker]
    return others[end.others :] + pool[len(others) + end.jokers :]


def _share_out(groups: list[Group], spare: list[int], tables: Tables) -> bool:
    """Move wilds from ``spare`` into the groups: their own place first, then needs, then room.

    Those that stay in ``spare`` are a meld of their own. False where they cannot be.
    """
    needy = []
    for group in groups:
        need = group.need
        if need:
            needy.append((group, need))
            if group.places:
                own = _own(group, tables)
                if own in spare and own not in group.kinds:
                    spare.remove(own)
                    group.wilds.append(own)
    for group, need in needy:
        for _ in range(need - len(group.wilds)):
            group.wilds.append(spare.pop(0))
    if not spare:
        return True
    rooms = [group.room(tables) - len(group.wilds) for group in groups]
    # A run that fills its line has no room; two in its place have.
    while sum(rooms) < len(spare) and _split(groups, spare, tables):
        rooms = [group.room(tables) - len(group.wilds) for group in groups]
    # Wilds beyond the room lie alone, and three of them at least.
    alone = 0 if len(spare) <= sum(rooms) else max(SMALLEST, len(spare) - sum(rooms))
    for group, room in zip(groups, rooms, strict=True):
        for _ in range(min(room, len(spare) - alone)):
            group.wilds.append(spare.pop(0))
    return not spare or (len(spare) >= SMALLEST and tables.limits.wild_limit == "any")


def _split(groups: list[Group], spare: list[int], tables: Tables) -> bool:
    """Make two runs of the longest that can be, cut where they need the fewest wilds.

    The others of its wilds become spare. False where no run can be cut.
    """
    runs = [group for group in groups if group.places]
    for run in sorted(runs, key=lambda run: -len(run.kinds) - len(run.wilds)):
        halves = [
            (Group(run.kinds[:at], run.places[:at]), Group(run.kinds[at:], run.places[at:]))
            for at in range(1, len(run.kinds))
        ]
        most = len(run.wilds) + len(spare)
        legal = [
            pair
            for pair in halves
            if sum(half.need for half in pair) <= most
            and all(half.need <= half.room(tables) for half in pair)
        ]
        if legal:
            best = min(legal, key=lambda pair: pair[0].need + pair[1].need)
            spare += run.wilds
            spare.sort()
            groups.remove(run)
            for half in best:
                groups.append(half)
                for _ in range(half.need):
                    half.wilds.append(spare.pop(0))
            return True
    return False


def _own(group: Group, tables: Tables) -> int:
    """The kind of the wild rank in the suit of a run; -1 where nothing is wild."""
    if not tables.wild_places:
        return -1
    return tables.kinds_at[tables.wild_places[-1]][group.kinds[0] // tables.ranks]


# ── the melds ────────────────────────────────────────────────────────────────────────────


def _laid(group: Group, tables: Tables) -> Laid:
    """How a group lies on the table."""
    kinds, wilds = group.kinds, group.wilds
    if not wilds:
        sort = "run" if group.places else "set"
        return kinds, sort, list(map(tables.names.__getitem__, kinds))
    largest = tables.limits.largest
    if group.places or (largest and len(kinds) + len(wilds) > largest):
        return _run_with_wilds(group, tables)
    rank = tables.cards[kinds[0]].rank
    stands = [(kind, tables.names[kind]) for kind in kinds] + [(kind, rank) for kind in wilds]
    stands.sort(key=_KIND)
    lie, stand = zip(*stands, strict=True)
    return list(lie), "set", list(stand)


def _run_with_wilds(group: Group, tables: Tables) -> Laid:
    """A run as high on the line as it can lie, unless a wild fits in its own place further down."""
    suit = group.kinds[0] // tables.ranks
    size = len(group.kinds) + len(group.wilds)
    line = tables.line_of[suit]
    known = group.places or [line.index(group.kinds[0])]
    start = highest = min(known[0], len(line) - size)
    at = dict(zip(known, group.kinds, strict=True))
    spare = list(group.wilds)
    own = _own(group, tables)
    if own in spare:
        lowest = max(0, known[-1] + 1 - size)
        for one in range(highest, lowest - 1, -1):
            free = [p for p in range(one, one + size) if p not in at and line[p] == own]
            if free:
                start = one
                at[free[0]] = own
                spare.remove(own)
                break
    places = range(start, start + size)
    laid = [at[place] if place in at else spare.pop(0) for place in places]
    return laid, "run", [tables.names[line[place]] for place in places]
