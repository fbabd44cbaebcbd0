"""The melds to show: from the groups that the walk chose to cards side by side."""

from collections.abc import Sequence
from operator import itemgetter

from scorekeeper.melds import SMALLEST, Meld
from scorekeeper.solver.numbers import BYTE
from scorekeeper.solver.runs import STARTED, Continued, run_moves
from scorekeeper.solver.sets import set_room
from scorekeeper.solver.tables import Tables
from scorekeeper.solver.walk import End, Walk


class Group:
    """A meld to be: its naturals (by kind) with their places on the line, and its wilds.

    Of a run ``naturals`` and ``gaps`` say how the walk knew it: see ``OpenRun``.
    """

    __slots__ = ("is_run", "kinds", "places", "run", "wilds")

    def __init__(self, is_run: bool, kinds: list[int], places: list[int]) -> None:
        self.is_run = is_run
        self.kinds = kinds
        self.places = places
        self.run = STARTED
        self.wilds: list[int] = []

    @property
    def need(self) -> int:
        """Wilds without which this is no meld."""
        gaps = self.places[-1] - self.places[0] + 1 - len(self.places) if self.is_run else 0
        return max(gaps, 3 - len(self.kinds))

    def room(self, tables: Tables) -> int:
        """The most wilds that it takes."""
        if self.is_run:
            return run_moves(tables.limits.wild_limit, len(tables.line)).run_room(
                len(self.kinds), ends=True
            )
        return set_room(len(self.kinds), tables.limits)


def lay_out(walk: Walk, end: End) -> tuple[tuple[Meld, ...], list[int]]:
    """The melds that lead to an end of the walk with wilds in them, and the kinds that are left."""
    tables = walk.plan.tables
    kinds = walk.plan.kinds
    groups = _groups(walk, end)
    for group in groups:
        for kind in group.kinds:
            kinds.remove(kind)
    spare = []
    if walk.plan.wild_count:
        spare = _spare(tables, end, kinds)
        if spare:
            for kind in spare:
                kinds.remove(kind)
            _share_out(groups, spare, tables)
    laid = [_laid(group, tables) for group in groups]
    if spare:
        laid.append(("wilds", spare, [tables.names[kind] for kind in spare]))
    if len(laid) > 1:
        laid.sort(key=itemgetter(1))
    cards = tables.cards
    melds = [
        Meld(kind, tuple([cards[one] for one in kinds_laid]), tuple(stands))
        for kind, kinds_laid, stands in laid
    ]
    return tuple(melds), kinds


# ── the groups ───────────────────────────────────────────────────────────────────────────


def _groups(walk: Walk, end: End) -> list[Group]:
    """Follow the way once more, this time with the cards themselves."""
    plan, tables = walk.plan, walk.plan.tables
    groups: list[Group] = []
    in_runs: dict[int, int] = {}
    for step, move, choice in walk.way_to(end):
        place, suit, *_ = step
        kinds = tables.kinds_at[place]
        _, _, continued, started = move
        if continued or started:
            kind = kinds[suit]
            in_runs[kind] = in_runs.get(kind, 0) + started + len(continued)
            for run in continued:
                _continue(run, groups, kind, place, tables.ranks)
            groups += [Group(True, [kind], [place]) for _ in range(started)]
        if choice is not None and choice[4]:
            at = BYTE * place
            free = [line >> at & 255 for line in plan.lines]
            for suit, kind in enumerate(kinds):
                if kind in in_runs:
                    free[suit] -= in_runs[kind]
            if plan.by_suit:
                taken: Sequence[int] = choice.taken
            else:
                taken = _first(free, choice.taken[0]) if choice.left[0] else free
            groups += _deal_sets(place, kinds, taken, choice.sizes)
    return groups


def _continue(run: Continued, groups: list[Group], kind: int, place: int, ranks: int) -> None:
    """Put a card behind the run that the walk chose."""
    known, back, after = run
    for group in groups:
        if (
            group.is_run
            and group.places[-1] == place - back
            and group.run == known
            and group.kinds[0] // ranks == kind // ranks
        ):
            group.run = after
            group.kinds.append(kind)
            group.places.append(place)
            return


def _first(piles: Sequence[int], count: int) -> tuple[int, ...]:
    """So many cards of the piles, from the first on."""
    taken = []
    for have in piles:
        taken.append(min(have, count))
        count -= taken[-1]
    return tuple(taken)


def _deal_sets(
    place: int, kinds: Sequence[int], taken: Sequence[int], sizes: Sequence[int]
) -> list[Group]:
    """Sets of the chosen sizes; the suit held most often goes first, each card to the emptiest."""
    if len(sizes) == 1:
        cards: list[int] = []
        for kind, count in zip(kinds, taken, strict=True):
            if count:
                cards += [kind] * count
        return [Group(False, cards, [place])]
    groups = [Group(False, [], [place]) for _ in sizes]
    for suit in sorted(range(len(kinds)), key=lambda suit: -taken[suit]):
        by_space = sorted(range(len(groups)), key=lambda i: len(groups[i].kinds) - sizes[i])
        spaces = [i for i in by_space if len(groups[i].kinds) < sizes[i]]
        while len(spaces) < taken[suit]:
            # More copies than sets: only where a suit may stand twice in one.
            spaces = [i for i in by_space for _ in range(sizes[i] - len(groups[i].kinds))]
        for i in spaces[: taken[suit]]:
            groups[i].kinds.append(kinds[suit])
    return groups


# ── the wilds ────────────────────────────────────────────────────────────────────────────


def _spare(tables: Tables, end: End, kinds: Sequence[int]) -> list[int]:
    """The wilds among ``kinds`` that are to be melded, in order."""
    pool = [kind for kind in kinds if kind in tables.wilds]
    # Cards of the wild rank cost the same, so which of them stay behind is settled here.
    others = [kind for kind in pool if kind != tables.joker]
    return others[end.others :] + pool[len(others) + end.jokers :]


def _share_out(groups: list[Group], spare: list[int], tables: Tables) -> None:
    """Move wilds from ``spare`` into the groups: their own place first, then needs, then room."""
    for group in groups:
        if group.is_run and group.need:
            own = _own(group, tables)
            if own in spare and own not in group.kinds:
                spare.remove(own)
                group.wilds.append(own)
    for group in groups:
        for _ in range(group.need - len(group.wilds)):
            group.wilds.append(spare.pop(0))
    if not spare:
        return
    rooms = [group.room(tables) - len(group.wilds) for group in groups]
    while sum(rooms) < len(spare) and (longest := _longest_run(groups, len(spare))) is not None:
        # A run that fills its line has no room; two in its place have.
        _split(groups, longest, spare)
        rooms = [group.room(tables) - len(group.wilds) for group in groups]
    # Wilds beyond the room lie alone, and three of them at least.
    alone = 0 if len(spare) <= sum(rooms) else max(SMALLEST, len(spare) - sum(rooms))
    for group, room in zip(groups, rooms, strict=True):
        for _ in range(min(room, len(spare) - alone)):
            group.wilds.append(spare.pop(0))


def _longest_run(groups: Sequence[Group], spare: int) -> Group | None:
    """The run that two could be made of with so many wilds to spare, if there is one."""
    runs = [group for group in groups if group.is_run and len(group.kinds) > 1]
    longest = max(runs, key=lambda run: len(run.kinds) + len(run.wilds), default=None)
    if longest is None or len(longest.kinds) + len(longest.wilds) + spare < 2 * SMALLEST:
        return None
    return longest


def _split(groups: list[Group], run: Group, spare: list[int]) -> None:
    """Make two runs of one, cut where they need the fewest wilds; the others become spare."""
    halves = [
        (
            Group(True, run.kinds[:at], run.places[:at]),
            Group(True, run.kinds[at:], run.places[at:]),
        )
        for at in range(1, len(run.kinds))
    ]
    best = min(halves, key=lambda pair: pair[0].need + pair[1].need)
    spare += run.wilds
    spare.sort()
    groups.remove(run)
    for half in best:
        groups.append(half)
        for _ in range(half.need):
            half.wilds.append(spare.pop(0))


def _own(group: Group, tables: Tables) -> int:
    """The kind of the wild rank in the suit of a run; -1 where nothing is wild."""
    if tables.wild_place is None:
        return -1
    return tables.kinds_at[tables.wild_place][group.kinds[0] // tables.ranks]


# ── the melds ────────────────────────────────────────────────────────────────────────────


def _laid(group: Group, tables: Tables) -> tuple[str, list[int], list[str]]:
    """What a group is, its cards (by kind) as they lie, and what they stand for."""
    names = tables.names
    if not group.wilds:
        return "run" if group.is_run else "set", group.kinds, [names[k] for k in group.kinds]
    largest = tables.limits.largest
    if group.is_run or (largest and len(group.kinds) + len(group.wilds) > largest):
        return _run_with_wilds(group, tables)
    rank = tables.cards[group.kinds[0]].rank
    stands = [(kind, names[kind]) for kind in group.kinds] + [(kind, rank) for kind in group.wilds]
    stands.sort(key=itemgetter(0))
    return "set", [kind for kind, _ in stands], [name for _, name in stands]


def _run_with_wilds(group: Group, tables: Tables) -> tuple[str, list[int], list[str]]:
    """A run as high on the line as it can lie, unless a wild fits in its own place further down."""
    suit = group.kinds[0] // tables.ranks
    size = len(group.kinds) + len(group.wilds)
    line = tables.line_of[suit]
    start = highest = min(group.places[0], len(line) - size)
    at = dict(zip(group.places, group.kinds, strict=True))
    spare = list(group.wilds)
    own = _own(group, tables)
    if own in spare:
        lowest = max(0, group.places[-1] + 1 - size)
        for one in range(highest, lowest - 1, -1):
            free = [p for p in range(one, one + size) if p not in at and line[p] == own]
            if free:
                start = one
                at[free[0]] = own
                spare.remove(own)
                break
    places = range(start, start + size)
    laid = [at[place] if place in at else spare.pop(0) for place in places]
    return "run", laid, [tables.names[line[place]] for place in places]
