"""The melds to show: from the groups that the search chose to cards side by side."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from scorekeeper.cards import Card
from scorekeeper.melds import SMALLEST, Meld
from scorekeeper.rules import RoundRules
from scorekeeper.solver.search import Search
from scorekeeper.solver.sets import set_room
from scorekeeper.solver.states import OpenRun, SetStep, Step, Trail


@dataclass
class Group:
    """A meld to be: its naturals, for a run with their places on the line, and its wilds."""

    naturals: list[Card]
    places: list[int] = field(default_factory=list)
    wilds: list[Card] = field(default_factory=list)

    @property
    def need(self) -> int:
        """Wilds without which this is no meld."""
        gaps = self.places[-1] - self.places[0] + 1 - len(self.places) if self.places else 0
        return max(gaps, 3 - len(self.naturals))


def lay_out(search: Search, trail: Trail, pool: Counter[Card]) -> tuple[Meld, ...]:
    """The melds of a finished search, with all the wilds of ``pool`` in them."""
    rules = search.tables.rules
    groups = list(_groups(search, _in_order(trail)))
    spare = list(rules.in_order(pool.elements()))
    _share_out(groups, spare, search)
    melds = [_meld(group, rules) for group in groups]
    if spare:
        melds.append(Meld("wilds", tuple(spare), tuple(map(str, spare))))
    return tuple(sorted(melds, key=lambda meld: rules.in_order_key(meld.cards)))


def _in_order(trail: Trail) -> list[Step | SetStep]:
    steps = []
    while trail is not None:
        trail, step = trail
        steps.append(step)
    return steps[::-1]


def _groups(search: Search, steps: Iterable[Step | SetStep]) -> Iterator[Group]:
    """Follow the steps once more, this time with the cards themselves."""
    open_runs: list[tuple[int, OpenRun, Group]] = []
    for step in steps:
        if isinstance(step, SetStep):
            yield from _deal_sets(search.tables.cards_at[step.place], step)
            continue
        card = search.tables.cards_at[step.place][step.suit]
        for run in step.continued:
            at = next(
                i
                for i, (suit, known, _) in enumerate(open_runs)
                if (suit, known) == (step.suit, run)
            )
            group = open_runs.pop(at)[2]
            group.naturals.append(card)
            group.places.append(step.place)
            after = search.continued(run, step.suit, step.place)
            open_runs.append((step.suit, after, group))
        for _ in range(step.started):
            group = Group([card], [step.place])
            open_runs.append((step.suit, search.shape(step.suit, step.place, 1, 0), group))
    yield from (group for _, _, group in open_runs)


def _deal_sets(cards: list[Card], step: SetStep) -> Iterator[Group]:
    """Sets of the chosen sizes; the suit held most often goes first, each card to the emptiest."""
    groups = [Group([]) for _ in step.sizes]
    for suit in sorted(range(len(cards)), key=lambda suit: -step.taken[suit]):
        by_space = sorted(range(len(groups)), key=lambda i: len(groups[i].naturals) - step.sizes[i])
        spaces = [i for i in by_space if len(groups[i].naturals) < step.sizes[i]]
        while len(spaces) < step.taken[suit]:
            # More copies than sets: only where a suit may stand twice in one.
            spaces = [i for i in by_space for _ in range(step.sizes[i] - len(groups[i].naturals))]
        for i in spaces[: step.taken[suit]]:
            groups[i].naturals.append(cards[suit])
    yield from groups


def _share_out(groups: list[Group], spare: list[Card], search: Search) -> None:
    """Move wilds from ``spare`` into the groups: their own place first, then needs, then room."""
    rooms = [
        search.tables.run_room(len(group.naturals), ends=True)
        if group.places
        else set_room(len(group.naturals), search.tables.limits)
        for group in groups
    ]
    for group in groups:
        own = Card(search.tables.rules.wild or "", group.naturals[0].suit)
        if group.places and group.need and own in spare and own not in group.naturals:
            spare.remove(own)
            group.wilds.append(own)
    for group in groups:
        while len(group.wilds) < group.need:
            group.wilds.append(spare.pop(0))
    space = sum(rooms) - sum(len(group.wilds) for group in groups)
    # Wilds beyond the room lie alone, and three of them at least.
    alone = 0 if len(spare) <= space else max(SMALLEST, len(spare) - space)
    for group, room in zip(groups, rooms, strict=True):
        while len(spare) > alone and len(group.wilds) < room:
            group.wilds.append(spare.pop(0))


def _meld(group: Group, rules: RoundRules) -> Meld:
    if group.places:
        return _run(group, rules)
    rank = group.naturals[0].rank
    stands = [(card, str(card)) for card in group.naturals] + [(card, rank) for card in group.wilds]
    stands.sort(key=lambda pair: rules.in_order_key([pair[0]]))
    return Meld("set", tuple(card for card, _ in stands), tuple(name for _, name in stands))


def _run(group: Group, rules: RoundRules) -> Meld:
    """A run as high on the line as it can lie, unless a wild fits in its own place further down."""
    line, suit = rules.line, group.naturals[0].suit
    size = len(group.naturals) + len(group.wilds)
    own = Card(rules.wild or "", suit)
    starts = range(
        min(group.places[0], len(line) - size), max(0, group.places[-1] + 1 - size) - 1, -1
    )

    def own_place(start: int) -> int | None:
        """Where a wild of this run can stand as itself, if it lies at ``start``."""
        free = (p for p in range(start, start + size) if p not in group.places)
        return (
            next((p for p in free if line[p] == rules.wild), None) if own in group.wilds else None
        )

    start = next((one for one in starts if own_place(one) is not None), starts[0])
    at = dict(zip(group.places, group.naturals, strict=True))
    spare = list(group.wilds)
    place = own_place(start)
    if place is not None:
        at[place] = own
        spare.remove(own)
    cards = tuple(at[p] if p in at else spare.pop(0) for p in range(start, start + size))
    return Meld("run", cards, tuple(line[p] + suit for p in range(start, start + size)))
