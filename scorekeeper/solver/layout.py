"""The melds to show: groups with wilds in them, their cards side by side."""

from collections.abc import Sequence

from scorekeeper.melds.meld import SMALLEST, Meld, MeldKind
from scorekeeper.solver.groups import Group
from scorekeeper.solver.rules import SolverRules

Lie = tuple[int, ...]
"""Cards as they lie, by kind."""

Laid = tuple[Lie, Meld]


def naturals_of(group: Group) -> Lie:
    """The cards of a group."""
    kinds, places = group[5:]
    return tuple([kinds[place] for place in places] if places else kinds)


def lay_out(
    groups: Sequence[Group], naturals: Sequence[Lie], spare: list[int], rules: SolverRules
) -> tuple[Meld, ...]:
    """The melds that groups come to with the wilds that are ``spare``, by their first cards."""
    wilds: list[list[int]] = [[] for _ in groups]
    if spare:
        share_out(groups, naturals, wilds, spare, rules)
    laid = [laid_meld(*lying, rules) for lying in zip(groups, naturals, wilds, strict=True)]
    if spare:
        laid.append(laid_plainly("wilds", tuple(spare), rules))
    laid.sort()
    return tuple([meld for _, meld in laid])


def share_out(
    groups: Sequence[Group],
    naturals: Sequence[Lie],
    wilds: Sequence[list[int]],
    spare: list[int],
    rules: SolverRules,
) -> None:
    """Lay wilds to the groups: where one can stand as itself, then what is needed, then the rest.

    Those that stay in ``spare`` are a meld of their own: three at least, and no more than must be.
    """
    needs, rooms = [group[2] for group in groups], [group[3] for group in groups]
    for i, kinds in enumerate(naturals if rules.own else ()):
        # A card of the wild rank that is in a group as itself is there already.
        there = len([kind for kind in kinds if kind in rules.own])
        needs[i] -= there
        rooms[i] -= there
    over = len(spare) - sum(rooms)
    alone = max(SMALLEST, over) if over > 0 else 0
    beyond = len(spare) - alone - sum(needs)

    def lay(kind: int, i: int) -> None:
        spare.remove(kind)
        wilds[i].append(kind)
        needs[i] -= 1
        rooms[i] -= 1

    for kind in [kind for kind in spare if kind != rules.joker]:
        line = rules.lines[rules.suit_of[kind]]
        for i, group in enumerate(groups):
            may_take = needs[i] > 0 or (beyond > 0 and rooms[i] > 0)
            if may_take and has_place(group, kind, line) and kind not in wilds[i]:
                beyond -= needs[i] <= 0
                lay(kind, i)
                break
    for i, need in enumerate(needs):
        for kind in spare[: max(0, need)]:
            lay(kind, i)
    for i, room in enumerate(rooms):
        for kind in spare[: max(0, min(room, len(spare) - alone))]:
            lay(kind, i)


def has_place(group: Group, wild: int, line: Sequence[int]) -> bool:
    """Whether this is a run along a line, with a gap at the place of a wild or an end beside it."""
    places = group[6]
    if not places or group[5] is not line:
        return False
    place = line.index(wild)
    return places[0] - 1 <= place <= places[-1] + 1 and place not in places


def laid_plainly(sort: MeldKind, lie: Lie, rules: SolverRules) -> Laid:
    """Cards that stand for themselves as a meld."""
    cards, names = rules.cards, rules.names
    shown = tuple([cards[kind] for kind in lie])
    return lie, Meld(sort, shown, tuple([names[kind] for kind in lie]))


def laid_meld(group: Group, naturals: Lie, wilds: Sequence[int], rules: SolverRules) -> Laid:
    """A group with its wilds as a meld."""
    line, places = group[5:]
    if not wilds:
        return laid_plainly("run" if places else "set", naturals, rules)
    if places:
        return laid_run(line, places, wilds, rules)
    kind = naturals[0]
    if 0 < rules.capped_at < len(naturals) + len(wilds):
        # A single card with more wilds than a set may have.
        line = rules.lines[rules.suit_of[kind]]
        return laid_run(line, (line.index(kind),), wilds, rules)
    rank = rules.cards[kind].rank
    lie, stands = tuple(sorted([*naturals, *wilds])), []
    for at, kind in enumerate(lie):
        # Of two 7♠ in a set of sevens one may stand as itself, and the other is a wild.
        is_itself = lie[:at].count(kind) < naturals.count(kind)
        stands.append(rules.names[kind] if is_itself else rank)
    return lie, Meld("set", tuple([rules.cards[kind] for kind in lie]), tuple(stands))


def laid_run(
    line: Sequence[int], places: Sequence[int], wilds: Sequence[int], rules: SolverRules
) -> Laid:
    """A run where most of its wilds can stand as themselves, and there as high as it can lie."""
    size = len(places) + len(wilds)
    start = min(places[0], len(line) - size)
    themselves: set[int] = set()
    suit = rules.suit_of[line[0]]
    if suit in [rules.suit_of[kind] for kind in wilds]:
        for first in range(start, max(0, places[-1] + 1 - size) - 1, -1):
            gaps = [line[place] for place in range(first, first + size) if place not in places]
            there = set(gaps).intersection(wilds)
            if len(there) > len(themselves):
                start, themselves = first, there
    rest = list(wilds)
    for kind in themselves:
        rest.remove(kind)
    stands, lie = line[start : start + size], []
    for place, kind in enumerate(stands, start):
        if place not in places and kind in themselves:
            themselves.remove(kind)
            lie.append(kind)
        else:
            lie.append(kind if place in places else rest.pop(0))
    shown = tuple([rules.cards[kind] for kind in lie])
    return tuple(lie), Meld("run", shown, tuple([rules.names[kind] for kind in stands]))
