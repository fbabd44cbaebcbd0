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


def lay_out(groups: Sequence[Group], spare: list[int], rules: SolverRules) -> tuple[Meld, ...]:
    """The melds that groups come to with the wilds that are ``spare``, by their first cards."""
    wilds: list[list[int]] = [[] for _ in groups]
    if spare:
        share_out(groups, wilds, spare, rules)
    laid = [laid_meld(*dealt, rules) for dealt in zip(groups, wilds, strict=True)]
    if spare:
        laid.append(laid_plainly("wilds", spare, rules))
    laid.sort()
    return tuple([meld for _, meld in laid])


# ── the wilds ────────────────────────────────────────────────────────────────────────────


def share_out(
    groups: Sequence[Group], wilds: Sequence[list[int]], spare: list[int], rules: SolverRules
) -> None:
    """Lay wilds to the groups: where one stands as itself, then what is needed, then the rest.

    Those that stay in ``spare`` are a meld of their own: three at least, and no more than must be.
    """
    own = rules.own
    used = [len([kind for kind in naturals_of(group) if kind in own]) for group in groups if own]
    used = used or [0] * len(groups)
    needs = [group[2] - themselves for group, themselves in zip(groups, used, strict=True)]
    rooms = [group[3] - themselves for group, themselves in zip(groups, used, strict=True)]

    def lay(kind: int, i: int) -> None:
        spare.remove(kind)
        wilds[i].append(kind)
        needs[i] -= 1
        rooms[i] -= 1

    room = sum(rooms)
    alone = 0 if len(spare) <= room else max(SMALLEST, len(spare) - room)
    beyond = len(spare) - alone - sum(needs)
    for kind in [kind for kind in spare if kind != rules.joker]:
        for i, group in enumerate(groups):
            if (needs[i] > 0 or (beyond > 0 and rooms[i] > 0)) and has_place(group, kind):
                if kind not in wilds[i]:
                    beyond -= needs[i] <= 0
                    lay(kind, i)
                    break
    for i in range(len(groups)):
        while needs[i] > 0:
            lay(spare[0], i)
    for i in range(len(groups)):
        while len(spare) > alone and rooms[i] > 0:
            lay(spare[0], i)


def has_place(group: Group, wild: int) -> bool:
    """Whether this is a run in which a wild can stand as itself, in a gap or at an end."""
    line, places = group[5:]
    if not places:
        return False
    near = range(max(0, places[0] - 1), min(len(line), places[-1] + 2))
    return any(line[place] == wild and place not in places for place in near)


# ── the melds ────────────────────────────────────────────────────────────────────────────


def laid_plainly(sort: str, kinds: Sequence[int], rules: SolverRules) -> Laid:
    """Cards that stand for themselves as a meld."""
    cards, names = rules.cards, rules.names
    shown = tuple([cards[kind] for kind in kinds])
    return tuple(kinds), Meld(sort, shown, tuple([names[kind] for kind in kinds]))


def laid_meld(group: Group, wilds: list[int], rules: SolverRules) -> Laid:
    """A group with its wilds as a meld."""
    kinds, places = group[5:]
    if not wilds:
        return laid_plainly("run" if places else "set", naturals_of(group), rules)
    if places:
        return laid_run(kinds, places, wilds, rules)
    if 0 < rules.capped_at < len(kinds) + len(wilds):
        # A single card with more wilds than a set may have.
        line = rules.lines[rules.suit_of[kinds[0]]]
        return laid_run(line, [line.index(kinds[0])], wilds, rules)
    rank = rules.cards[kinds[0]].rank
    shown = [(kind, rules.names[kind]) for kind in kinds] + [(kind, rank) for kind in wilds]
    shown.sort(key=by_kind)
    lie = tuple([kind for kind, _ in shown])
    cards = tuple([rules.cards[kind] for kind in lie])
    return lie, Meld("set", cards, tuple([stand for _, stand in shown]))


def laid_run(
    line: Sequence[int], places: Sequence[int], wilds: list[int], rules: SolverRules
) -> Laid:
    """A run where most of its wilds can stand as themselves, and there as high as it can lie."""
    size = len(places) + len(wilds)
    highest, lowest = min(places[0], len(line) - size), max(0, places[-1] + 1 - size)
    start, most = highest, 0
    for first in range(highest, lowest - 1, -1):
        gaps = {line[place] for place in range(first, first + size) if place not in places}
        if len(gaps.intersection(wilds)) > most:
            start, most = first, len(gaps.intersection(wilds))
    stands = line[start : start + size]
    rest = wilds.copy()
    for place in range(start, start + size):
        if place not in places and line[place] in rest:
            rest.remove(line[place])
            places = [*places, place]
    lie = [
        kind if place in places else rest.pop(0) for place, kind in enumerate(stands, start)
    ]
    cards = tuple([rules.cards[kind] for kind in lie])
    return tuple(lie), Meld("run", cards, tuple([rules.names[kind] for kind in stands]))
