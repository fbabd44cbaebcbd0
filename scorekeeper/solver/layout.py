"""The melds to show: groups with wilds in them, their cards side by side."""

from collections.abc import Sequence
from operator import itemgetter

from scorekeeper.melds import SMALLEST, Meld
from scorekeeper.solver.groups import Group
from scorekeeper.solver.rules import SolverRules

Laid = tuple[tuple[int, ...], Meld]
"""The cards of a meld by kind, as they lie, and the meld."""

by_kind = itemgetter(0)


def naturals_of(group: Group) -> tuple[int, ...]:
    """The kinds of a group's cards, in the order in which they lie."""
    kinds, places = group[5:]
    return tuple([kinds[place] for place in places]) if places else tuple(kinds)


def lay_out(
    groups: Sequence[Group],
    naturals: Sequence[tuple[int, ...]],
    spare: list[int],
    rules: SolverRules,
) -> tuple[Meld, ...]:
    """The melds that groups come to with the wilds that are ``spare``, by their first cards.

    ``naturals`` are the kinds of each group as they lie.
    """
    laid: list[Laid] = []
    if not spare:
        for group, kinds in zip(groups, naturals, strict=True):
            laid.append(laid_plainly("run" if group[6] else "set", kinds, rules))
    else:
        wilds = shared_out(groups, naturals, spare, rules)
        for group, kinds, filling in zip(groups, naturals, wilds, strict=True):
            laid.append(laid_meld(group, kinds, filling, rules))
        if spare:
            laid.append(laid_plainly("wilds", tuple(spare), rules))
    if len(laid) > 1:
        laid.sort()
    return tuple([meld for _, meld in laid])


# ── the wilds ────────────────────────────────────────────────────────────────────────────


def shared_out(
    groups: Sequence[Group],
    naturals: Sequence[tuple[int, ...]],
    spare: list[int],
    rules: SolverRules,
) -> list[list[int]]:
    """The wilds of each group, taken from ``spare``.

    First those that can stand as themselves, then what is needed, then the rest. Those that stay
    are a meld of their own: three at least, and no more than must be.
    """
    needs = [group[2] for group in groups]
    rooms = [group[3] for group in groups]
    if rules.own:
        for i, kinds in enumerate(naturals):
            themselves = len([kind for kind in kinds if kind in rules.own])
            needs[i] -= themselves
            rooms[i] -= themselves
    room = sum(rooms)
    alone = 0 if len(spare) <= room else max(SMALLEST, len(spare) - room)
    beyond = len(spare) - alone - sum(needs)
    wilds: list[list[int]] = [[] for _ in groups]
    for kind in [kind for kind in spare if kind != rules.joker]:
        line = rules.lines[rules.suit_of[kind]]
        for i, (_, _, _, _, _, of_line, places) in enumerate(groups):
            if of_line is line and rooms[i] > 0 and (needs[i] > 0 or beyond > 0):
                if kind not in wilds[i] and is_free(line.index(kind), places):
                    beyond -= needs[i] <= 0
                    needs[i] -= 1
                    rooms[i] -= 1
                    wilds[i].append(kind)
                    spare.remove(kind)
                    break
    for i, need in enumerate(needs):
        if need > 0:
            rooms[i] -= need
            wilds[i] += spare[:need]
            del spare[:need]
    for i, room in enumerate(rooms):
        more = min(room, len(spare) - alone)
        if more > 0:
            wilds[i] += spare[:more]
            del spare[:more]
    return wilds


def is_free(place: int, places: tuple[int, ...]) -> bool:
    """Whether a place is in a gap of a run, or right before or behind it."""
    return places[0] - 1 <= place <= places[-1] + 1 and place not in places


# ── the melds ────────────────────────────────────────────────────────────────────────────


def laid_plainly(sort: str, kinds: tuple[int, ...], rules: SolverRules) -> Laid:
    """Cards that stand for themselves as a meld."""
    cards, names = rules.cards, rules.names
    shown = tuple([cards[kind] for kind in kinds])
    return kinds, Meld(sort, shown, tuple([names[kind] for kind in kinds]))


def laid_meld(group: Group, kinds: tuple[int, ...], wilds: list[int], rules: SolverRules) -> Laid:
    """A group with its wilds as a meld."""
    line, places = group[5:]
    if not wilds:
        return laid_plainly("run" if places else "set", kinds, rules)
    if places:
        return laid_run(line, places, wilds, rules)
    if 0 < rules.capped_at < len(kinds) + len(wilds):
        # A single card with more wilds than a set may have.
        line = rules.lines[rules.suit_of[kinds[0]]]
        return laid_run(line, (line.index(kinds[0]),), wilds, rules)
    rank = rules.cards[kinds[0]].rank
    shown = [(kind, rules.names[kind]) for kind in kinds] + [(kind, rank) for kind in wilds]
    shown.sort(key=by_kind)
    lie = tuple([kind for kind, _ in shown])
    cards = tuple([rules.cards[kind] for kind in lie])
    return lie, Meld("set", cards, tuple([stand for _, stand in shown]))


def laid_run(
    line: Sequence[int], places: tuple[int, ...], wilds: list[int], rules: SolverRules
) -> Laid:
    """A run where most of its wilds can stand as themselves, and there as high as it can lie."""
    size = len(places) + len(wilds)
    start = highest = min(places[0], len(line) - size)
    rest = wilds.copy()
    if not set(line).isdisjoint(wilds):
        most = 0
        for first in range(highest, max(0, places[-1] + 1 - size) - 1, -1):
            gaps = {line[place] for place in range(first, first + size) if place not in places}
            if len(gaps.intersection(wilds)) > most:
                start, most = first, len(gaps.intersection(wilds))
        for place in range(start, start + size):
            if place not in places and line[place] in rest:
                rest.remove(line[place])
                places = (*places, place)
    rest.reverse()
    stands = line[start : start + size]
    lie = tuple(
        [kind if place in places else rest.pop() for place, kind in enumerate(stands, start)]
    )
    shown = tuple([rules.cards[kind] for kind in lie])
    return lie, Meld("run", shown, tuple([rules.names[kind] for kind in stands]))
