"""The melds to show: groups with wilds in them, their cards side by side."""

from collections.abc import Iterable, Sequence
from operator import itemgetter

from scorekeeper.melds import SMALLEST, Meld
from scorekeeper.solver.groups import Group
from scorekeeper.solver.rules import SolverRules

Laid = tuple[list[int], Meld]
"""The cards of a meld by kind, as they lie, and the meld."""

by_kind = itemgetter(0)


class Lying:
    """A group on the table: its naturals, and the wilds that are laid to them.

    ``needs`` and ``room`` say how many wilds more it must have and can take. ``places`` on the
    ``line`` of their suit are those of the naturals of a run, none for a set.
    """

    __slots__ = ("kinds", "line", "needs", "places", "room", "wilds")

    def __init__(self, group: Group, rules: SolverRules) -> None:
        _, _, self.needs, self.room, _, self.line, self.places = group
        self.kinds = naturals_of(group)
        self.wilds: list[int] = []
        if rules.own:
            as_themselves = len([kind for kind in self.kinds if kind in rules.own])
            self.needs -= as_themselves
            self.room -= as_themselves

    def has_place_for(self, wild: int) -> bool:
        """Whether this is a run in which a wild can stand as itself, in a gap or at an end."""
        if not self.places or not self.room or wild in self.wilds:
            return False
        near = range(max(0, self.places[0] - 1), min(len(self.line), self.places[-1] + 2))
        return any(self.line[place] == wild and place not in self.places for place in near)

    def take(self, wilds: Iterable[int], spare: list[int]) -> None:
        """Lay some of the spare wilds to it."""
        for wild in wilds:
            spare.remove(wild)
            self.wilds.append(wild)
            self.needs -= 1
            self.room -= 1


def naturals_of(group: Group) -> list[int]:
    """The kinds of a group's cards, in the order in which they lie."""
    kinds, places = group[5:]
    return [kinds[place] for place in places] if places else list(kinds)


def lay_out(groups: Sequence[Group], spare: list[int], rules: SolverRules) -> tuple[Meld, ...]:
    """The melds that groups come to with the wilds that are ``spare``, by their first cards."""
    if not (groups or spare):
        return ()
    lying = [Lying(group, rules) for group in groups]
    if spare:
        share_out(lying, spare, rules)
    laid = [laid_meld(group, rules) for group in lying]
    if spare:
        shown = [rules.names[kind] for kind in spare]
        cards = [rules.cards[kind] for kind in spare]
        laid.append((spare, Meld("wilds", tuple(cards), tuple(shown))))
    laid.sort()
    return tuple([meld for _, meld in laid])


def share_out(lying: Sequence[Lying], spare: list[int], rules: SolverRules) -> None:
    """Lay the spare wilds to the groups: where they stand as themselves, then needs, then room.

    Those that stay in ``spare`` are a meld of their own: three at least, and no more than must be.
    """
    room = sum([group.room for group in lying])
    alone = 0 if len(spare) <= room else max(SMALLEST, len(spare) - room)
    beyond = len(spare) - alone - sum([group.needs for group in lying if group.needs > 0])
    for wild in [kind for kind in spare if kind != rules.joker]:
        for group in lying:
            if (group.needs > 0 or beyond > 0) and group.has_place_for(wild):
                beyond -= group.needs <= 0
                group.take([wild], spare)
                break
    for group in lying:
        if group.needs > 0:
            group.take(spare[: group.needs], spare)
    for group in lying:
        if len(spare) > alone and group.room > 0:
            group.take(spare[: min(group.room, len(spare) - alone)], spare)


def laid_meld(group: Lying, rules: SolverRules) -> Laid:
    """A group as a meld."""
    kinds, names = group.kinds, rules.names
    size = len(kinds) + len(group.wilds)
    if group.places or (rules.capped_at and size > rules.capped_at and len(kinds) == 1):
        return laid_run(group, rules)
    lie, stands = kinds, [names[kind] for kind in kinds]
    if group.wilds:
        rank = rules.cards[kinds[0]].rank
        shown = list(zip(kinds, stands, strict=True)) + [(wild, rank) for wild in group.wilds]
        shown.sort(key=by_kind)
        lie, stands = [kind for kind, _ in shown], [stand for _, stand in shown]
    return lie, Meld("set", tuple([rules.cards[kind] for kind in lie]), tuple(stands))


def laid_run(group: Lying, rules: SolverRules) -> Laid:
    """A run as high on its line as it can lie with as many wilds as can be in their own places."""
    line, places, wilds = group.line, group.places, group.wilds
    if not places:
        # A single card with more wilds than a set may have.
        line = rules.lines[rules.suit_of[group.kinds[0]]]
        places = (line.index(group.kinds[0]),)
    size = len(places) + len(wilds)
    start = min(places[0], len(line) - size)
    lie = group.kinds
    if wilds:
        lowest = max(0, places[-1] + 1 - size)
        most = 0
        for first in range(start, lowest - 1, -1):
            gaps = {line[place] for place in range(first, first + size) if place not in places}
            themselves = len(gaps.intersection(wilds))
            if themselves > most:
                start, most = first, themselves
        rest = list(wilds)
        lie = [line[place] if place in places else -1 for place in range(start, start + size)]
        for at, kind in enumerate(lie):
            wanted = line[start + at]
            if kind < 0 and wanted in rest:
                rest.remove(wanted)
                lie[at] = wanted
        lie = [kind if kind >= 0 else rest.pop(0) for kind in lie]
    stands = [rules.names[kind] for kind in line[start : start + size]]
    return lie, Meld("run", tuple([rules.cards[kind] for kind in lie]), tuple(stands))
