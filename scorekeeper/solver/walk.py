"""One walk along the line of ranks that finds the cheapest choice of groups; see the package."""

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from typing import Any, NamedTuple

from scorekeeper.solver.leftover import cheapest_leftover
from scorekeeper.solver.numbers import BYTE, NEED, OWN, PILES, ROOM, THROWN
from scorekeeper.solver.plan import Plan, Step
from scorekeeper.solver.runs import RunMove
from scorekeeper.solver.sets import SetChoice

FEW = 12
"""States of which none is looked for that another beats."""

ROOM_MASK = (1 << NEED - ROOM) - 1

NO_LIMIT = 1 << 100
"""More than any cost."""

Way = tuple[int, int, RunMove | None, SetChoice | None, tuple[int, ...], Any]
"""The cheapest way known into a state: its cost, the state that it comes from, what was done with
runs and with sets there, the kinds of which one was the discard, and, where discards are told
apart, another way that costs as much."""

Layer = dict[int, Way]


class End(NamedTuple):
    """An end of the walk, its cost with the wilds that stay behind.

    ``jokers`` and ``others`` count those; ``thrown`` are kinds of which one is the discard.
    """

    cost: int
    state: int
    jokers: int = 0
    others: int = 0
    thrown: tuple[int, ...] = ()


class Walk:
    """A walk through the steps of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.layers: list[Layer] = []

    def go(self, width: int = NO_LIMIT, bound: int = NO_LIMIT) -> bool:
        """Walk, and say whether any state was given up for ``width``.

        Ways that cost more than ``bound`` are given up in any case.
        """
        layer = self._start()
        self.layers = [layer]
        cut = False
        for step in self.plan.steps:
            layer = self._take(step, layer, bound)
            if len(layer) > FEW:
                layer = self._undominated(layer)
                if len(layer) > width:
                    cut = True
                    layer = dict(sorted(layer.items(), key=_promise)[:width])
            self.layers.append(layer)
        return cut

    def _start(self) -> Layer:
        """The state before the first step; if cards are idle, also with the dearest thrown."""
        plan = self.plan
        layer: Layer = {0: (plan.base, 0, None, None, (), None)}
        if plan.discards:
            idle = plan.idle()
            dearest = max([plan.cost_of(kind, 1) for kind in idle], default=0)
            thrown = tuple([kind for kind in idle if plan.cost_of(kind, 1) == dearest])
            if thrown:
                layer[1 << THROWN] = (plan.base - dearest, 0, None, None, thrown, None)
        return layer

    def _take(self, step: Step, layer: Layer, bound: int) -> Layer:
        """The states after a step.

        One loop in a loop, without calls for what is known: here the time of a hand goes.
        """
        plan = self.plan
        place, suit, runs_at, mask, each, variants = step
        track, discards, wilds = plan.track_room, plan.discards, plan.wild_count
        limit = wilds + 1 << NEED
        after: Layer = {}
        for known, now, outcomes, loose, extra, extra_room, thrown in variants:
            for state, way in layer.items():
                if extra and state >> THROWN & 1:
                    continue
                moves = known.get(state >> runs_at & mask)
                if moves is None:
                    moves = plan.learn_moves(state >> runs_at & mask, suit, now, known)
                cost = way[0]
                for move in moves:
                    to = state + move[0] + extra
                    if track:
                        room = move[1] + extra_room
                        if room:
                            over = (to >> ROOM & ROOM_MASK) + room - wilds
                            to += (room - over if over > 0 else room) << ROOM
                    if to >= limit:
                        continue
                    if outcomes is None:
                        old = after.get(to)
                        if old is None or cost < old[0]:
                            after[to] = (cost, state, move, None, thrown, None)
                        elif discards and cost == old[0]:
                            after[to] = (cost, state, move, None, thrown, old)
                        continue
                    met = to & PILES
                    found = outcomes.get(met + loose)
                    if found is None:
                        found = plan.learn_outcomes(place, met + loose, outcomes)
                    for change, left, room, choice in found:
                        end = to + change - met
                        if end >= limit:
                            break
                        if track and room:
                            over = (end >> ROOM & ROOM_MASK) + room - wilds
                            end += (room - over if over > 0 else room) << ROOM
                        total = cost + left * each
                        old = after.get(end)
                        if old is None or total < old[0]:
                            if total <= bound:
                                after[end] = (total, state, move, choice, thrown, None)
                        elif discards and total == old[0]:
                            after[end] = (total, state, move, choice, thrown, old)
        return after

    def _undominated(self, layer: Layer) -> Layer:
        """The states without those that another beats in need and cost and equals in the rest.

        Whatever cards still come, the other ends as cheaply.
        """
        least: dict[int, int] = {}
        kept: Layer = {}
        below_need = (1 << NEED) - 1
        same = int(self.plan.discards)
        for state in sorted(layer):
            cost = layer[state][0]
            rest = state & below_need
            if cost < least.get(rest, NO_LIMIT) + same:
                least[rest] = cost
                kept[state] = layer[state]
        return kept

    # ── the end ──────────────────────────────────────────────────────────────────────────

    def way_to(self, end: End) -> list[tuple[Step, RunMove, SetChoice | None]]:
        """What was done on the way to ``end``, from the first; steps without any are left out."""
        state = end.state
        done = []
        for i in range(len(self.layers) - 1, 0, -1):
            _, state, move, choice, _, _ = self.layers[i][state]
            if move is not None and (move[2] or move[3] or (choice is not None and choice[4])):
                done.append((self.plan.steps[i - 1], move, choice))
        done.reverse()
        return done

    def discards_on_the_way(self, end: End) -> set[int]:
        """The kinds that are the discard on any of the ways to ``end`` that cost as much."""
        if end.thrown:
            return set(end.thrown)
        found: set[int] = set()
        reached = {end.state}
        for layer in self.layers[::-1]:
            earlier = set()
            for state in reached:
                way: Way | None = layer[state]
                while way is not None:
                    if way[4]:
                        found.update(way[4])
                    else:
                        earlier.add(way[1])
                    way = way[5]
            reached = earlier
        return found

    def cheapest_ends(self) -> list[End]:
        """The cheapest ends, all with the same cost; none where a bound let none through."""
        # A wild left behind is never cheaper than that by more than 1, where costs are given.
        spare = self.plan.wild_count if self.plan.costs else 0
        least = NO_LIMIT
        best: list[End] = []
        ways = [(way[0], state) for state, way in self.layers[-1].items()]
        if len(ways) > 1:
            ways.sort(key=itemgetter(0))
        for cost, state in ways:
            if cost - spare > least:
                break
            for end in self._ends(state, cost):
                if end.cost < least:
                    least = end.cost
                    best.clear()
                if end.cost == least:
                    best.append(end)
        return best

    def _ends(self, state: int, cost: int) -> Iterator[End]:
        plan = self.plan
        throwing = plan.discards and not state >> THROWN & 1
        if not plan.wild_count or (not plan.track_room and cost < plan.total):
            if not throwing:
                yield End(cost, state)
            return
        kinds, counts = self._pool(state >> OWN & PILES)
        own = plan.wild_count - sum(counts)
        need = (state >> NEED) - own
        room = (state >> ROOM & ROOM_MASK) - own
        for thrown in range(len(kinds)) if throwing else (None,):
            left = [count - (i == thrown) for i, count in enumerate(counts)]
            if -1 in left:
                continue
            discard = () if thrown is None else kinds[thrown]
            if need <= sum(left) <= room and not plan.costs:
                yield End(cost, state, 0, 0, discard)
                continue
            found = cheapest_leftover(
                [
                    [plan.cost_of(same[0], n) for n in range(count + 1)]
                    for same, count in zip(kinds, left, strict=True)
                ],
                need,
                room,
                alone=plan.tables.limits.wild_limit == "any",
            )
            if found is not None:
                behind = {same[0]: n for same, n in zip(kinds, found.left, strict=True)}
                jokers = behind.pop(plan.tables.joker, 0)
                yield End(cost + found.cost, state, jokers, sum(behind.values()), discard)

    def _pool(self, own_piles: int) -> tuple[list[tuple[int, ...]], list[int]]:
        """The kinds of wilds, those together that are not told apart, and how many are not used.

        ``own_piles`` are the cards of the wild rank that stand as themselves.
        """
        plan, tables = self.plan, self.plan.tables
        held = Counter(map(tables.kind_of.__getitem__, plan.cards))
        counted = {kind: held[kind] for kind in sorted(held) if kind in tables.wilds}
        jokers = counted.pop(tables.joker, 0)
        kinds: list[tuple[int, ...]]
        if plan.by_suit:
            kinds = [(kind,) for kind in counted]
            counts = [
                count - (own_piles >> BYTE * (kind // tables.ranks) & 255)
                for kind, count in counted.items()
            ]
        else:
            kinds = [tuple(counted)] if counted else []
            counts = [sum(counted.values()) - own_piles] if counted else []
        if jokers:
            kinds.append((tables.joker,))
            counts.append(jokers)
        return kinds, counts


def _promise(reached: tuple[int, Way]) -> tuple[int, int]:
    """Sorts states by what they may come to: cheap so far, few wilds spoken for."""
    return reached[1][0], reached[0]
