"""The cards that runs can connect, and the steps in which they meet the runs of their suits."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorekeeper.solver.numbers import BYTE, LANE_BITS, LANE_MASK, OPEN_MASK, RUNS
from scorekeeper.solver.runs import run_moves
from scorekeeper.solver.situations import (
    ALONE,
    EXACT,
    FEW,
    HIGH,
    LOW,
    MANY,
    NO_SET,
    OUT_OF_REACH,
    TRACKS,
    Situation,
)

if TYPE_CHECKING:
    from scorekeeper.solver.plan import Plan

Met = tuple[int, Situation]
"""A suit, and the situation in which its runs meet a card."""


class Chains:
    """The cards of a hand that runs can connect; a chain is of one suit.

    ``ranks`` counts the cards at each place, a byte for each; ``sets`` marks the places where
    sets can be made, ``shared`` those where they may have cards of several suits: there the
    runs of the suits matter to each other, and the chains are ``joint``. Those go along the ranks
    side by side, each suit in a lane of its own; the others come one after another, in lane 0.
    """

    __slots__ = (
        "joint",
        "known",
        "lanes",
        "naturals",
        "plan",
        "ranks",
        "sets",
        "shared",
        "tables",
        "twice",
    )

    def __init__(self, plan: "Plan", naturals: int, ranks: int, sets: int) -> None:
        tables = plan.tables
        self.plan = plan
        self.tables = tables
        self.naturals = naturals
        self.ranks = ranks
        self.sets = sets
        self.shared = sets & ranks + 126 * tables.ones
        self.twice = naturals + tables.below_2 & tables.tops
        plan.moves = run_moves(tables.limits.wild_limit, len(tables.line))
        self.known = plan.moves.known[tables.by_suit]
        self.joint: dict[int, list[Met]] = {}
        self.lanes: dict[int, int] = {}

    def plan_runs(self, near: int) -> int:
        """Plan the cards that are ``near`` to others of their suit.

        Returns the places that are left for sets alone.
        """
        plan, tables = self.plan, self.tables
        if tables.ace_twice:
            # Aces used at the low end are gone at the high end.
            low = near & tables.first_places
            near |= self.naturals + tables.below_1 & low << BYTE * (len(tables.line) - 1)
        met = 0
        for suit, at in enumerate(tables.lines_at):
            of_suit = places = near >> at & tables.one_suit
            if not places:
                continue
            aces = plan.flags_at[0] & LOW and places & 128
            far = plan.widest_gap(places.bit_count()) + 2
            chains: list[list[int]] = []
            last = -far
            while places:
                place = (places & -places).bit_length() // BYTE - 1
                places &= places - 1
                # No run reaches so far, but aces used at the low end are remembered.
                if place - last >= far and not (chains and aces):
                    chains.append([])
                chains[-1].append(place)
                last = place
            for chain in chains:
                if len(chain) > 1:
                    self._plan_chain(suit, chain, far)
                else:
                    of_suit -= 128 << BYTE * chain[0]
            met |= of_suit
        if self.joint:
            self._plan_joint()
        return self.sets & ~met

    def _plan_chain(self, suit: int, chain: list[int], far: int) -> None:
        """Plan the cards of a suit at these places; no run goes from one to another so ``far``."""
        plan, tables = self.plan, self.tables
        at = tables.lines_at[suit]
        line = plan.hand >> at & tables.one_suit
        twice = self.twice >> at & tables.one_suit
        flags = EXACT if plan.exact and tables.is_short(line, plan.wilds) else 0
        is_joint = False
        most = to_come = 0
        after = OUT_OF_REACH
        situations: list[Situation] = []
        for place in reversed(chain):
            bit = 128 << BYTE * place
            now = flags | plan.flags_at[place]
            if not self.sets & bit:
                now |= ALONE | NO_SET
            elif self.shared & bit:
                is_joint = True
            else:
                now |= ALONE
            count = line >> BYTE * place & 255 if twice & bit else 1
            if tables.fewest_in_set == 1:
                now |= most << TRACKS
            else:
                now |= max(0, MANY - to_come) << FEW
            reach = after - place
            situations.append((count, reach if reach < far else OUT_OF_REACH, now))
            after = place
            if count > most:
                most = count
            if place not in tables.own_places:
                to_come += count
        for place in chain:
            situation = situations.pop()
            if not is_joint:
                self._add_step(place, suit, 0, situation, 0)
            elif place in self.joint:
                self.joint[place].append((suit, situation))
            else:
                self.joint[place] = [(suit, situation)]

    def _plan_joint(self) -> None:
        """Plan the cards that meet the runs of their suits side by side with others."""
        lanes = self.lanes
        places = sorted(self.joint)
        for place in places:
            for suit, _ in self.joint[place]:
                lanes.setdefault(suit, len(lanes))
        # Where each suit of a rank is a pile, those that meet no run need a place for it as well.
        for suit in self.tables.suits:
            lanes.setdefault(suit, len(lanes))
        for place in places:
            self._meet(place, self.joint[place])

    def _meet(self, place: int, met: Sequence[Met]) -> None:
        """The cards of a rank meet the runs of their suits, the last of them with the rest."""
        plan, tables, lanes = self.plan, self.tables, self.lanes
        if not self.sets >> BYTE * place & 128:
            for suit, now in met:
                self._add_step(place, suit, lanes[suit], now, 0)
            return
        count = self.ranks >> BYTE * place & 255
        for _, now in met:
            count -= now[0]
        plan.base -= tables.cost_at_place[place] * count
        loose = count
        if count and tables.by_suit:
            loose = plan.piles(place, lanes)
            for suit, now in met:
                loose -= now[0] << BYTE * lanes[suit]
        *others, (last, now) = met
        for suit, one in others:
            self._add_step(place, suit, lanes[suit], one, None)
        self._add_step(place, last, lanes[last], now, loose)

    def _add_step(
        self, place: int, suit: int, lane: int, now: Situation, loose: int | None
    ) -> None:
        """Add a step, in which sets are made where the loose cards are given."""
        plan, tables = self.plan, self.tables
        moves = self.known[lane][now]
        each = tables.cost_at_place[place]
        copies, _, flags = now
        if not flags & LOW:
            plan.base -= each * copies
        outcomes = None
        if loose is None:
            each = loose = 0
        elif not flags & NO_SET:
            outcomes = tables.outcomes_at[place]
        runs_at = RUNS + LANE_BITS * lane
        # Only at the high end of the line it matters how many aces are gone.
        mask = LANE_MASK if flags & HIGH else OPEN_MASK
        plan.steps.append((runs_at, mask, moves, loose, outcomes, each, place, suit, now))
