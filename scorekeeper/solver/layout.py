"""The melds to show: groups with wilds in them, their cards side by side."""

from collections.abc import Sequence

from scorekeeper.melds.meld import SMALLEST, Meld, MeldKind
from scorekeeper.solver.groups import Group
from scorekeeper.solver.rules import SolverRules

Lie = tuple[int, ...]
"""Cards as they lie, by kind."""

Laid = tuple[Lie, Meld]


def lay_out(
    groups: Sequence[Group], naturals: Sequence[Lie], spare: list[int], rules: SolverRules
) -> tuple[Meld, ...]:
    """The melds that groups come to with the wilds that are ``spare``, by their first cards.

    Where a hand must have runs they come first, the pure ones before the others.
    """
    wilds: list[list[int]] = [[] for _ in groups]
    if spare:
        share_out(groups, naturals, wilds, spare, rules)
    lying = [laid_meld(group, naturals[i], wilds[i], rules) for i, group in enumerate(groups)]
    if spare:
        lying.append(laid_plainly("wilds", spare, spare, rules))
    lying.sort()
    melds = [meld for _, meld in lying]
    return tuple(sorted(melds, key=lambda meld: meld.turn) if rules.missing else melds)


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
    for kind in spare.copy():
        line = rules.line_of[kind]
        for i, group in enumerate(groups):
            if kind not in wilds[i] and has_place(kind, line, group):
                if needs[i] > 0:
                    needs[i] -= 1
                elif beyond > 0 and rooms[i] > 0:
                    beyond -= 1
                else:
                    continue
                rooms[i] -= 1
                spare.remove(kind)
                wilds[i].append(kind)
                break
    for most in needs, rooms:
        for i, wanted in enumerate(most):
            if count := min(wanted, len(spare) - alone):
                wilds[i] += spare[:count]
                del spare[:count]
                rooms[i] -= count


def has_place(wild: int, line: Sequence[int], group: Group) -> bool:
    """Whether a wild, which has this line, can stand there as itself in a group.

    In a run at a gap or an end; beside a single card with the other wilds that it needs.
    """
    of_line, places = group[5:]
    if not places and len(of_line) == 1 and of_line[0] in line:
        return 0 < abs(line.index(wild) - line.index(of_line[0])) <= group[2]
    if of_line is not line:
        return False
    place = line.index(wild)
    return places[0] - 1 <= place <= places[-1] + 1 and place not in places


def laid_plainly(
    sort: MeldKind, lie: Sequence[int], stands: Sequence[int], rules: SolverRules
) -> Laid:
    """Cards as they lie, that stand for cards, as a meld."""
    cards, names = rules.cards.__getitem__, rules.names.__getitem__
    return tuple(lie), Meld(sort, tuple(map(cards, lie)), tuple(map(names, stands)))


def laid_meld(group: Group, naturals: Lie, wilds: Sequence[int], rules: SolverRules) -> Laid:
    """A group with its wilds as a meld."""
    line, places = group[5:]
    if not wilds:
        return laid_plainly("run" if places else "set", naturals, naturals, rules)
    if places:
        return laid_run(line, places, wilds, rules)
    kind = naturals[0]
    if len(naturals) == 1 and (place := place_of_run(kind, wilds, rules)) is not None:
        return laid_run(rules.line_of[kind], (place,), wilds, rules)
    rank = rules.cards[kind].rank
    lie, stands = tuple(sorted([*naturals, *wilds])), []
    for at, kind in enumerate(lie):
        # Where suits must differ, one of two 7♠ in a set of sevens is a wild.
        is_itself = rules.cards[kind].rank == rank and not (rules.suits_differ and kind in lie[:at])
        stands.append(rules.names[kind] if is_itself else rank)
    return lie, Meld("set", tuple(map(rules.cards.__getitem__, lie)), tuple(stands))


def place_of_run(kind: int, wilds: Sequence[int], rules: SolverRules) -> int | None:
    """Where a single card lies if it and the wilds are a run, None if they are a set.

    They are a run if a wild stands as itself there, or a set may not be so large.
    """
    line, size = rules.line_of[kind], 1 + len(wilds)
    places = [place for place, each in enumerate(line) if each == kind] if size <= len(line) else []
    own = [place for place, each in enumerate(line) if each in wilds]
    reached = [place for place in places if any(0 < abs(place - other) < size for other in own)]
    is_too_large = 0 < rules.capped_at < size
    return next(iter(reached or (places if is_too_large else ())), None)


def laid_run(
    line: Sequence[int], places: Sequence[int], wilds: Sequence[int], rules: SolverRules
) -> Laid:
    """A run where most of its wilds can stand as themselves, and there as high as it can lie."""
    size = len(places) + len(wilds)
    start, themselves = min(places[0], len(line) - size), set[int]()
    if own := set(wilds).intersection(line):
        for first in range(start, max(0, places[-1] + 1 - size) - 1, -1):
            gaps = {line[place] for place in range(first, first + size) if place not in places}
            if len(gaps & own) > len(themselves):
                start, themselves = first, gaps & own
    rest = list(wilds)
    for kind in themselves:
        rest.remove(kind)
    stands = line[start : start + size]
    lie = list(stands)
    for at, kind in enumerate(stands):
        if start + at not in places:
            if kind in themselves:
                themselves.remove(kind)
            else:
                lie[at] = rest.pop(0)
    return laid_plainly("run", lie, stands, rules)
