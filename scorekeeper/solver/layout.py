"""The melds to show: groups with wilds in them, their cards side by side."""

from bisect import bisect_right
from collections.abc import Sequence

from scorekeeper.melds import SMALLEST, Meld
from scorekeeper.solver.groups import Group
from scorekeeper.solver.tables import Tables

Laid = tuple[list[int], str, tuple[str, ...]]
"""The cards of a meld (by kind) as they lie, what sort it is, and what they stand for."""


def lay_out(groups: list[Group], spare: list[int], tables: Tables) -> tuple[Meld, ...] | None:
    """The melds that groups come to with the wilds that are ``spare``.

    None where the runs are too long for all the wilds that the walk had room for.
    """
    if not (groups or spare):
        return ()
    if spare and not _share_out(groups, spare, tables):
        return None
    names = tables.names
    laid: list[Laid] = []
    for group in groups:
        if group.wilds:
            laid.append(_with_wilds(group, tables))
        else:
            sort = "run" if group.places else "set"
            laid.append((group.kinds, sort, tuple([names[kind] for kind in group.kinds])))
    if spare:
        laid.append((spare, "wilds", tuple([names[kind] for kind in spare])))
    laid.sort()
    cards = tables.cards
    return tuple(
        [Meld(sort, tuple([cards[kind] for kind in lie]), stand) for lie, sort, stand in laid]
    )


# ── the wilds ────────────────────────────────────────────────────────────────────────────


def _share_out(groups: list[Group], spare: list[int], tables: Tables) -> bool:
    """Move wilds from ``spare`` into the groups: their own place first, then needs, then room.

    Those that stay in ``spare`` are a meld of their own. False where they cannot be.
    """
    needy = [group for group in groups if group.need]
    for group in needy:
        if group.places:
            own = tables.own_of[group.kinds[0] // tables.ranks]
            if own in spare and own not in group.kinds:
                spare.remove(own)
                group.wilds.append(own)
    for group in needy:
        _hand_over(spare, group, group.need - len(group.wilds))
    if not spare:
        return True
    rooms = _rooms(groups, len(spare), tables)
    # A run that fills its line has no room; two in its place have.
    while sum(rooms) < len(spare) and _split(groups, spare, tables):
        rooms = _rooms(groups, len(spare), tables)
    # Wilds beyond the room lie alone, and three of them at least.
    alone = 0 if len(spare) <= sum(rooms) else max(SMALLEST, len(spare) - sum(rooms))
    for group, room in zip(groups, rooms, strict=False):
        _hand_over(spare, group, max(0, min(room, len(spare) - alone)))
    return not spare or (len(spare) >= SMALLEST and tables.limits.wild_limit == "any")


def _hand_over(spare: list[int], group: Group, count: int) -> None:
    """Move the first of the spare wilds into a group."""
    assert count <= len(spare), "what is chosen can be paid for"
    group.wilds += spare[:count]
    del spare[:count]


def _rooms(groups: Sequence[Group], wanted: int, tables: Tables) -> list[int]:
    """The room that is left in each of the groups, up to the one where it is as much as wanted."""
    rooms: list[int] = []
    for group in groups:
        rooms.append(group.room(tables) - len(group.wilds))
        wanted -= rooms[-1]
        if wanted <= 0:
            break
    return rooms


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
                _hand_over(spare, half, half.need)
            return True
    return False


# ── the melds ────────────────────────────────────────────────────────────────────────────


def _with_wilds(group: Group, tables: Tables) -> Laid:
    """How a group with wilds lies on the table."""
    kinds, wilds = group.kinds, group.wilds
    largest = tables.limits.largest
    if group.places or (largest and len(kinds) + len(wilds) > largest):
        return _run_with_wilds(group, tables)
    rank = tables.cards[kinds[0]].rank
    lie, stand = kinds.copy(), [tables.names[kind] for kind in kinds]
    for kind in wilds:
        at = bisect_right(lie, kind)
        lie.insert(at, kind)
        stand.insert(at, rank)
    return lie, "set", tuple(stand)


def _run_with_wilds(group: Group, tables: Tables) -> Laid:
    """A run as high on the line as it can lie, unless a wild fits in its own place further down."""
    suit = group.kinds[0] // tables.ranks
    line = tables.line_of[suit]
    wilds = group.wilds
    size = len(group.kinds) + len(wilds)
    known = group.places or [line.index(group.kinds[0])]
    start = highest = min(known[0], len(line) - size)
    own = tables.own_of[suit]
    if own in wilds:
        lowest = max(0, known[-1] + 1 - size)
        for one in range(highest, lowest - 1, -1):
            free = [p for p in range(one, one + size) if p not in known and line[p] == own]
            if free:
                start = one
                known = [*known, free[0]]
                wilds = wilds.copy()
                wilds.remove(own)
                break
    spare = iter(wilds)
    end = start + size
    lie = [line[place] if place in known else next(spare) for place in range(start, end)]
    return lie, "run", tuple(tables.names_of[suit][start:end])
