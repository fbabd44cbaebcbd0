"""The groups that the walk chose, with the cards that are in them."""

from collections.abc import Sequence

from scorekeeper.solver.numbers import BYTE
from scorekeeper.solver.sets import SetChoice, set_room
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


def groups_to(walk: Walk, end: End) -> list[Group]:
    """The groups on the way to an end of the walk: it is followed once more, with the cards."""
    plan, tables = walk.plan, walk.plan.tables
    hand = plan.hand
    groups: list[Group] = []
    taken = list(plan.settled)
    open_runs: dict[int, list[Group]] = {}
    for step, move, met in walk.way_to(end) if plan.steps else ():
        place, suit, _, offer = step[6:]
        _, _, continued, started, _ = move
        if offer is not None:
            taken.append(offer)
        elif continued or started:
            kind = tables.kinds_at[place][suit]
            runs = open_runs.get(suit)
            if runs is None:
                runs = open_runs[suit] = []
            for run in continued:
                _continue(run, runs, kind, place)
            for _ in range(started):
                runs.append(Group([kind], [place]))
            # Sets have the cards that are in no run.
            hand -= tables.weight_of[kind] * (started + len(continued))
        if met is not None and met[4]:
            groups += _sets(hand, place, met, tables)
    for runs in open_runs.values():
        groups += runs
    for _, places, suit, choice in taken:
        if choice is None:
            line = tables.line_of[suit]
            groups.append(Group([line[place] for place in places], list(places)))
        else:
            groups += _sets(hand, places[0], choice, tables)
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


def _sets(hand: int, place: int, choice: SetChoice, tables: Tables) -> list[Group]:
    """The sets of a choice, made of the cards of a rank in a hand without those in runs."""
    kinds = tables.kinds_at[place]
    free = [hand >> at + BYTE * place & 255 for at in tables.lines_at]
    if tables.by_suit:
        free = list(choice.taken)
    elif choice.left[0]:
        free = _first(free, choice.taken[0])
    if len(choice.sizes) > 1:
        return _shared_out(kinds, free, choice.sizes)
    cards: list[int] = []
    for kind, count in zip(kinds, free, strict=True):
        if count:
            cards += [kind] * count
    return [Group(cards, [])]


def _first(piles: Sequence[int], count: int) -> list[int]:
    """So many cards of the piles, from the first on."""
    taken = []
    for have in piles:
        taken.append(min(have, count))
        count -= taken[-1]
    return taken


def _shared_out(kinds: Sequence[int], taken: Sequence[int], sizes: Sequence[int]) -> list[Group]:
    """Sets of the chosen sizes; the suit held most often goes first, each card to the emptiest."""
    groups = [Group([], []) for _ in sizes]
    for suit in sorted(range(len(kinds)), key=lambda suit: -taken[suit]):
        by_space = sorted(range(len(groups)), key=lambda i: len(groups[i].kinds) - sizes[i])
        spaces = [i for i in by_space if len(groups[i].kinds) < sizes[i]]
        while len(spaces) < taken[suit]:
            # More copies than sets: only where a suit may stand twice in one.
            spaces = [i for i in by_space for _ in range(sizes[i] - len(groups[i].kinds))]
        for i in spaces[: taken[suit]]:
            groups[i].kinds.append(kinds[suit])
    return groups
