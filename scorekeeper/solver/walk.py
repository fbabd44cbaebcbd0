"""One walk along the line of ranks that finds the cheapest choice of groups; see the package."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.melds import SMALLEST
from scorekeeper.solver.lost import Lost, least_lost
from scorekeeper.solver.numbers import NEED, NO_LIMIT, OWN, PILES, ROOM, ROOM_MASK
from scorekeeper.solver.plan import NOTHING_MOVED, Plan, Step
from scorekeeper.solver.sets import Sizes
from scorekeeper.solver.situations import RunMove

NARROW = 5
"""States before a step that are followed first where no bound is known."""

WIDE = 100
"""States before a step that are followed then: most hands never have as many."""

WIDE_WITH_ROOM = 150
"""The same where states differ by their room for wilds as well."""

MANY_STATES = 50
"""States before a step of which it is asked what they will lose at the least."""

Way = tuple[int, int, RunMove, Sizes]
"""The cheapest way known into a state: its cost, the state that it comes from, and what was done
with runs and with sets there."""

Layer = dict[int, Way]


class End(NamedTuple):
    """An end of the walk, its cost with the wilds that stay behind.

    ``jokers`` and ``others`` count those.
    """

    cost: int
    state: int
    jokers: int = 0
    others: int = 0


class Walk:
    """A walk through the steps of a plan.

    ``layers`` has the states before each step and those at the end, as the last walk met them.
    """

    __slots__ = ("layers", "plan")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.layers: list[Layer] = []

    def end_below(self, below: int) -> End | None:
        """The cheapest end of all ways, None if it costs ``below`` or more.

        First only the few most promising states are followed, then more of them and in another
        order, then all. An end that is found bounds the walks after it.
        """
        plan = self.plan
        best, layers = None, self.layers
        wide = WIDE_WITH_ROOM if plan.track_room else WIDE
        for width in (NARROW, wide, NO_LIMIT) if below == NO_LIMIT else (wide, NO_LIMIT):
            is_all = self.go(width, below)
            for state, way in self.layers[-1].items():
                if way[0] < below:
                    end = self._end(state, way[0])
                    if end is not None and end.cost < below:
                        best, below, layers = end, end.cost, self.layers
            if is_all or below <= plan.base:
                break
        self.layers = layers
        return best

    def go(self, width: int, below: int, many: int = MANY_STATES) -> bool:
        """Follow the ways that cost less than ``below``, the ``width`` best before each step.

        Where there are more than so ``many``, those that will cost as much in the end are not
        followed. Returns whether these are all. One loop in a loop, without calls for what is
        known: here the time of a hand goes.
        """
        plan = self.plan
        track, wilds = plan.track_room, plan.wilds
        layer: Layer = {0: (plan.base, 0, NOTHING_MOVED, ())}
        self.layers = [layer]
        is_all = True
        lost: Sequence[Lost] = ()
        # The last number of a state that can be paid for: what it needs less is to spare.
        last = (wilds + 1 << NEED) - 1
        for i, step in enumerate(plan.steps):
            runs_at, mask, known, loose, outcomes, each, place, _, _ = step
            now = list(layer.items())
            if len(now) > many and below < NO_LIMIT:
                lost = lost or least_lost(plan)
                least = lost[i]
                now = [one for one in now if one[1][0] + least[last - one[0] >> NEED] < below]
            if len(now) > width:
                is_all = False
                now = most_promising(now, width, plan.worth_of_wild if width == NARROW else 0)
            after: Layer = {}
            for state, way in now:
                try:
                    moves = known[state >> runs_at & mask][last - state >> NEED]
                except KeyError:
                    number, spare = state >> runs_at & mask, last - state >> NEED
                    moves = plan.learn_moves(number, spare, step)
                cost = way[0]
                for move in moves:
                    to = state + move[0]
                    if track and move[1]:
                        over = (to >> ROOM & ROOM_MASK) + move[1] - wilds
                        to += (move[1] - over if over > 0 else move[1]) << ROOM
                    if outcomes is None:
                        total = cost + move[4] * each
                        if total < below:
                            old = after.get(to)
                            if old is None or total < old[0]:
                                after[to] = (total, state, move, ())
                        continue
                    met = to & PILES
                    try:
                        found = outcomes[met + loose]
                    except KeyError:
                        found = plan.outcomes(place, met + loose)
                    for change, left, room, sizes in found:
                        end = to + change - met
                        if end > last:
                            break
                        if track and room:
                            over = (end >> ROOM & ROOM_MASK) + room - wilds
                            end += (room - over if over > 0 else room) << ROOM
                        total = cost + left * each
                        if total < below:
                            old = after.get(end)
                            if old is None or total < old[0]:
                                after[end] = (total, state, move, sizes)
            layer = after
            self.layers.append(layer)
        return is_all

    # ── the end ──────────────────────────────────────────────────────────────────────────

    def way_to(self, end: End) -> list[tuple[Step, RunMove, Sizes]]:
        """What was done on the way to ``end``, from the first; steps without any are left out."""
        state = end.state
        done = []
        for i in range(len(self.layers) - 1, 0, -1):
            _, state, move, sizes = self.layers[i][state]
            if move[2] or move[3] or sizes:
                done.append((self.plan.steps[i - 1], move, sizes))
        done.reverse()
        return done

    def _end(self, state: int, cost: int) -> End | None:
        """The end in a state, with the cheapest wilds left; None where there are too few."""
        plan = self.plan
        if not plan.wilds or (not plan.track_room and cost < plan.total):
            return End(cost, state)
        own = state >> OWN & 255
        held = plan.wilds - own
        need = (state >> NEED) - own
        room = (state >> ROOM & ROOM_MASK) - own
        left = max(0, held - room)
        if left and plan.tables.limits.wild_limit == "any" and held - need >= SMALLEST:
            # Three wilds or more may lie as a meld of their own.
            left = 0
        if need > held - left:
            return None
        if not left:
            return End(cost, state)
        other, joker = plan.tables.cost_of_wilds
        others = held - plan.jokers
        jokers = min(left, plan.jokers) if joker < other else max(0, left - others)
        cost += jokers * joker + (left - jokers) * other
        return End(cost, state, jokers, left - jokers)


def most_promising(
    ways: Sequence[tuple[int, Way]], width: int, worth_of_wild: int
) -> list[tuple[int, Way]]:
    """So many of some states with their ways: the cheapest, then those that need least, then first.

    What a state needs may count for something, else those go first that promise the most. Nothing
    else may count: the numbers of states depend on what was asked before.
    """
    in_order = sorted(
        [
            (way[0] + (state >> NEED) * worth_of_wild, state >> NEED, i)
            for i, (state, way) in enumerate(ways)
        ]
    )
    return [ways[i] for _, _, i in in_order[:width]]
