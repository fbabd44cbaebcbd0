"""The melds to show: groups with wilds in them, their cards side by side."""

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter

from scorekeeper.melds import SMALLEST, Meld
from scorekeeper.solver.groups import Group, need_of, room_of
from scorekeeper.solver.tables import Tables

Laid = tuple[list[int], str, tuple[str, ...]]
"""The cards of a meld (by kind) as they lie, what sort it is, and what they stand for."""


def lay_out(groups: list[Group], spare: list[int], tables: Tables) -> tuple[Meld, ...] | None:
    """The melds that groups come to with the wilds that are ``spare``.

    None where the runs are too long for all the wilds that the walk had room for.
    """
    if not (groups or spare):
        return ()
    if spare and len(groups) == 1 and not tables.room_matters:
        [(kinds, _, wilds)] = groups
        if len(kinds) + len(spare) <= len(tables.line):
            # The one meld has room for all of them.
            wilds += spare
            spare = []
    if spare and not _share_out(groups, spare, tables):
        return None
    cards, names = tables.cards, tables.names
    laid: list[tuple[list[int], Meld]] = []
    for group in groups:
        lie, places, wilds = group
        sort, stands = "run" if places else "set", None
        if wilds:
            with_wilds = _run_with_wilds if places else _set_with_wilds
            lie, sort, stands = with_wilds(group, tables)
        shown = itemgetter(*lie)
        # As ``Meld(...)`` in half the time.
        meld = tuple.__new__(Meld, (sort, shown(cards), stands or shown(names)))
        laid.append((lie, meld))
    if spare:
        shown = itemgetter(*spare)
        laid.append((spare, Meld("wilds", shown(cards), shown(names))))
    if len(laid) == 1:
        return (laid[0][1],)
    laid.sort()
    return tuple([meld for _, meld in laid])


# ── the wilds ────────────────────────────────────────────────────────────────────────────


def _share_out(groups: list[Group], spare: list[int], tables: Tables) -> bool:
    """Move wilds from ``spare`` into the groups: their own place first, then needs, then room.

    Those that stay in ``spare`` are a meld of their own. False where they cannot be.
    """
    needs = [(group, need) for group in groups if (need := need_of(group))]
    for (kinds, places, wilds), _ in needs:
        if places:
            own = tables.own_of[kinds[0] // tables.ranks]
            if own in spare and own not in kinds:
                spare.remove(own)
                wilds.append(own)
    for group, need in needs:
        _hand_over(spare, group, need - len(group[2]))
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
    _, _, wilds = group
    wilds += spare[:count]
    del spare[:count]


def _rooms(groups: Sequence[Group], wanted: int, tables: Tables) -> list[int]:
    """The room that is left in each of the groups, up to the one where it is as much as wanted."""
    rooms: list[int] = []
    for group in groups:
        _, _, wilds = group
        rooms.append(room_of(group, tables) - len(wilds))
        wanted -= rooms[-1]
        if wanted <= 0:
            break
    return rooms


def _split(groups: list[Group], spare: list[int], tables: Tables) -> bool:
    """Make two runs of the longest that can be, cut where they need the fewest wilds.

    The others of its wilds become spare. False where no run can be cut.
    """
    runs = [group for group in groups if group[1]]
    for run in sorted(runs, key=lambda run: -len(run[0]) - len(run[2])):
        kinds, places, wilds = run
        halves: list[tuple[Group, Group]] = [
            ((kinds[:at], places[:at], []), (kinds[at:], places[at:], []))
            for at in range(1, len(kinds))
        ]
        most = len(wilds) + len(spare)
        legal = [
            pair
            for pair in halves
            if sum(map(need_of, pair)) <= most
            and all(need_of(half) <= room_of(half, tables) for half in pair)
        ]
        if legal:
            best = min(legal, key=lambda pair: sum(map(need_of, pair)))
            spare += wilds
            spare.sort()
            groups.remove(run)
            for half in best:
                groups.append(half)
                _hand_over(spare, half, need_of(half))
            return True
    return False


# ── the melds ────────────────────────────────────────────────────────────────────────────


def _set_with_wilds(group: Group, tables: Tables) -> Laid:
    """A set in the order of its cards; with more wilds than a set takes, one card is a run."""
    kinds, _, wilds = group
    largest = tables.limits.largest
    if largest and len(kinds) + len(wilds) > largest:
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
    kinds, places, wilds = group
    suit = kinds[0] // tables.ranks
    line = tables.line_of[suit]
    size = len(kinds) + len(wilds)
    known = places or [line.index(kinds[0])]
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
