"""The steps of a walk: which cards of a hand can be in melds, and what each of them can do."""

from collections.abc import Sequence
from operator import itemgetter

from scorekeeper.solver.numbers import BYTE, NEED, ROOM, RUNS, SUIT_BITS, SUIT_MASK
from scorekeeper.solver.runs import (
    ALONE,
    EXACT,
    LOW,
    NO_SET,
    TRACKS,
    Known,
    RunMove,
    Situation,
    room_for,
    run_moves,
)
from scorekeeper.solver.sets import Outcomes, SetChoice, SetOutcome
from scorekeeper.solver.tables import Tables

Met = tuple[int, Situation]
"""A suit, and the situation in which its runs meet a card."""

NO_MOVES: Known = {0: ((0, 0, (), 0, 0),)}
"""The moves where no card meets a run."""

Offer = tuple[int, Sequence[int], int, SetChoice | None]
"""Cards that are all in one group or all left.

That is: what they cost; their places on the line; for a run its suit, for sets the choice of them.
"""

LEAVE: RunMove = (0, 0, (), 0, 1)
"""What is done with an offer that is left."""

Step = tuple[int, int, Known, int, Outcomes | None, int, int, int, Situation | None, Offer | None]
"""One step of the walk: the copies of a card meet the runs of their suit, or none do.

That is: where a state has the number of these runs, and the mask for it, which is 0 where none
are met; the moves that are known; the piles of the rank's cards that meet no run, the outcomes
known for all that lies there then (None where no set can be made, or cards of the rank are still
to come), and what each card costs that is left; the place, the suit, and the situation. A step may
also be an offer: to leave it and to take it are its moves.
"""


class Plan:
    """A hand, as kinds of cards, taken apart for the walk under one round's rules.

    ``hand`` is the sum of its cards' weights (see ``Tables``). ``total`` is what its natural cards
    cost, ``base`` what those of them cost that are in no step and in nothing that is settled.
    What is ``settled`` is taken: nothing else can be as good. ``start`` is the state before the
    first step.

    With ``exact`` it counts how long a run is up to the end of its line.
    """

    __slots__ = (
        "base",
        "exact",
        "hand",
        "known",
        "moves",
        "offers",
        "settled",
        "start",
        "steps",
        "tables",
        "total",
        "track_room",
        "widest",
        "wilds",
    )

    def __init__(self, kinds: Sequence[int], tables: Tables, *, exact: bool = False) -> None:
        hand = sum(map(tables.weight_of.__getitem__, kinds))
        wilds = hand >> tables.wilds_at & 255
        self.hand = hand
        self.tables = tables
        self.exact = exact
        self.wilds = wilds
        self.total = self.base = hand >> tables.cost_at
        self.track_room = wilds > 0 and tables.room_matters
        self.settled: list[Offer] = []
        self.start = 0
        self.steps: list[Step] = []
        self.offers: dict[tuple[int, int], list[Offer]] = {}
        naturals = hand & tables.naturals
        ranks = naturals % tables.one_suit
        held = naturals + tables.below_1 & tables.tops
        if wilds:
            self.widest = tables.widest_gap(wilds)
            near = held << BYTE | held >> BYTE | held << 2 * BYTE | held >> 2 * BYTE
            for distance in range(3, self.widest + 2):
                near |= held << BYTE * distance | held >> BYTE * distance
            near &= held
            # With so many cards a rank can have a set.
            enough = 3 - wilds if wilds < 3 else 1
            if enough < tables.fewest_in_set:
                enough = tables.fewest_in_set
        else:
            self.widest = 0
            near = held & held >> BYTE & held >> 2 * BYTE
            if near:
                near |= near << BYTE | near << 2 * BYTE
            enough = 3
        sets = ranks + (128 - enough) * tables.ones & tables.rank_tops
        if near:
            sets = self._plan_runs(naturals, near, ranks, sets)
        if sets:
            self._plan_sets(ranks, sets)
        if self.offers:
            self._plan_offers()

    @property
    def jokers(self) -> int:
        """How many of the wilds are jokers."""
        return self.hand >> self.tables.jokers_at & 255

    # ── runs ─────────────────────────────────────────────────────────────────────────────

    def _plan_runs(self, naturals: int, near: int, ranks: int, sets: int) -> int:
        """Plan the cards that can be in runs; the places that are left for sets alone."""
        tables = self.tables
        if tables.ace_twice:
            # Aces used at the low end are gone at the high end.
            low = near & tables.first_places
            near |= naturals + tables.below_1 & low << BYTE * len(tables.line) - BYTE
        twice = naturals + tables.below_2 & tables.tops
        # Where a set may have cards of several suits, their runs matter to each other.
        shared = sets & ranks + 126 * tables.ones
        moves = self.moves = run_moves(tables.limits.wild_limit, len(tables.line))
        self.known = moves.known[tables.by_suit]
        far = self.widest + 2
        joint: dict[int, list[Met]] = {}
        rest = sets
        for suit, at in enumerate(tables.lines_at):
            places = near >> at & tables.one_suit
            if not places:
                continue
            again = twice >> at & tables.one_suit
            rest &= ~places
            aces = tables.ace_twice and places & 128
            if not (self.wilds or aces or places & (shared | again)):
                self._settle_runs(suit, places)
                continue
            chain: list[int] = []
            while places:
                bit = places & -places
                places ^= bit
                place = bit.bit_length() // BYTE - 1
                # No run reaches so far, but aces used at the low end are remembered.
                if chain and place - chain[-1] >= far and not aces:
                    self._plan_chain(suit, chain, again, sets, shared, joint)
                    chain = []
                chain.append(place)
            self._plan_chain(suit, chain, again, sets, shared, joint)
        for place in sorted(joint):
            self._meet(place, joint[place], ranks, sets)
        return rest

    def _settle_runs(self, suit: int, places: int) -> None:
        """All the cards of a suit at these places are in runs, one for each stretch."""
        costs = self.tables.cost_at_place
        while places:
            start = place = (places & -places).bit_length() // BYTE - 1
            while places >> BYTE * place & 128:
                self.base -= costs[place]
                place += 1
            places &= -1 << BYTE * place
            self.settled.append((0, range(start, place), suit, None))

    def _plan_chain(
        self,
        suit: int,
        chain: list[int],
        twice: int,
        sets: int,
        shared: int,
        joint: dict[int, list[Met]],
    ) -> None:
        """Plan the cards of a suit at these places, of which runs may reach one after the other.

        Where they may be in sets with other suits they go to ``joint``, by their place.
        """
        tables = self.tables
        line = self.hand >> tables.lines_at[suit] & tables.one_suit
        flags = EXACT if self.exact and self._is_short(line) else 0
        first, last = chain[0], chain[-1]
        # A gap in a run of these cards is not wider than that, nor are all its gaps together.
        widest = last - first - 1
        if widest > self.widest:
            widest = self.widest
        elif widest < 0:
            widest = 0
        far = widest + 2
        is_joint = False
        most = 0
        after = last + far
        situations = []
        for place in reversed(chain):
            bit = 128 << BYTE * place
            now = flags | tables.flags_at[place] | most << TRACKS
            if not sets & bit:
                now |= ALONE | NO_SET
            elif shared & bit:
                is_joint = True
            else:
                now |= ALONE
            count = line >> BYTE * place & 255 if twice & bit else 1
            reach = after - place
            situations.append((count, reach if reach < far else far, widest, now))
            after = place
            if count > most:
                most = count
        are_plain = not (
            is_joint or flags or twice or tables.flags_at[first] or tables.flags_at[last]
        )
        if len(chain) == 2 and last - first <= 3 and are_plain:
            # Both in a run, or neither: it needs no more wilds than a set of one of them.
            room = room_for(2, tables.limits.wild_limit)
            cost = tables.cost_at_place[first] + tables.cost_at_place[last]
            self._offer(widest or 1, room, (cost, chain, suit, None))
            return
        for place in chain:
            situation = situations.pop()
            if not is_joint:
                self._add_step(place, suit, situation, 0)
            elif place in joint:
                joint[place].append((suit, situation))
            else:
                joint[place] = [(suit, situation)]

    @property
    def may_be_short(self) -> bool:
        """Whether some run could be too long for all the wilds that may be half of it."""
        tables = self.tables
        return (
            self.wilds > 0
            and tables.limits.wild_limit == "half"
            and any(self._is_short(self.hand >> at & tables.one_suit) for at in tables.lines_at)
        )

    def _is_short(self, line: int) -> bool:
        places = (line + self.tables.below_1 & self.tables.tops).bit_count()
        return places + self.wilds > len(self.tables.line)

    def _meet(self, place: int, met: Sequence[Met], ranks: int, sets: int) -> None:
        """The cards of a rank meet the runs of their suits, the last of them with the rest."""
        tables = self.tables
        if not sets >> BYTE * place & 128:
            for suit, now in met:
                self._add_step(place, suit, now, 0)
            return
        loose = self._piles(place, ranks)
        count = ranks >> BYTE * place & 255
        last = met[-1][0]
        for suit, now in met:
            count -= now[0]
            loose -= now[0] << BYTE * suit if tables.by_suit else now[0]
            if suit != last:
                self._add_step(place, suit, now, None)
        self.base -= tables.cost_at_place[place] * count
        self._add_step(place, last, met[-1][1], loose)

    def _add_step(self, place: int, suit: int, now: Situation, loose: int | None) -> None:
        """Add a step, in which sets are made where the loose cards are given."""
        tables = self.tables
        known = self.known[suit].get(now)
        if known is None:
            known = self.known[suit][now] = {}
        each = tables.cost_at_place[place]
        copies, _, _, flags = now
        if not flags & LOW:
            self.base -= each * copies
        outcomes = None
        if loose is None:
            each = loose = 0
        elif not flags & NO_SET:
            outcomes = tables.outcomes_at[place]
        self.steps.append(
            (
                RUNS + SUIT_BITS * suit,
                SUIT_MASK,
                known,
                loose,
                outcomes,
                each,
                place,
                suit,
                now,
                None,
            )
        )

    # ── sets alone ───────────────────────────────────────────────────────────────────────

    def _plan_sets(self, ranks: int, sets: int) -> None:
        """Plan the ranks of which no card can be in a run."""
        tables = self.tables
        room = 0
        while sets:
            place = (sets & -sets).bit_length() // BYTE - 1
            sets &= sets - 1
            count = ranks >> BYTE * place & 255
            piles = self._piles(place, ranks) if tables.by_suit else count
            found = tables.outcomes_at[place].get(piles) or self.outcomes(place, piles)
            each = tables.cost_at_place[place]
            change, left, more, choice = found[-1]
            if len(found) == 1:
                self.base -= each * (count - left)
                room += more
                if choice.sizes:
                    self.settled.append((0, (place,), 0, choice))
            elif len(found) == 2 and found[0].left == count and not left and each:
                self._offer(change >> NEED, more, (each * count, (place,), 0, choice))
            else:
                self.base -= each * count
                outcomes = tables.outcomes_at[place]
                self.steps.append((0, 0, NO_MOVES, piles, outcomes, each, place, 0, None, None))
        if self.track_room:
            self.start = min(room, self.wilds) << ROOM

    def _piles(self, place: int, ranks: int) -> int:
        """The piles of all the cards of a rank."""
        if not self.tables.by_suit:
            return ranks >> BYTE * place & 255
        hand, at = self.hand, BYTE * place
        return sum(
            [
                (hand >> line_at + at & 255) << BYTE * suit
                for suit, line_at in enumerate(self.tables.lines_at)
            ]
        )

    # ── offers ───────────────────────────────────────────────────────────────────────────

    def _offer(self, need: int, room: int, offer: Offer) -> None:
        if (need, room) in self.offers:
            self.offers[need, room].append(offer)
        else:
            self.offers[need, room] = [offer]

    def _plan_offers(self) -> None:
        """Plan what is taken or left: of what needs as many wilds only the dearest are worth it.

        Those are as many as there are wilds for. Where nothing else wants the wilds, and there
        are enough for all of those, they are taken.
        """
        wilds = self.wilds
        needed = 0
        for (need, _), alike in self.offers.items():
            if need * len(alike) > wilds:
                alike.sort(key=_COST, reverse=True)
                del alike[wilds // need :]
            needed += need * len(alike)
        is_settled = needed <= wilds and not self.steps and not self.track_room
        for (need, room), alike in self.offers.items():
            for offer in alike:
                self.base -= offer[0]
            if is_settled:
                self.settled += alike
                continue
            moves: Known = {0: (LEAVE, (need << NEED, room, (), 1, 0))}
            for offer in alike:
                cost, places, suit, _ = offer
                self.steps.append((0, 0, moves, 0, None, cost, places[0], suit, None, offer))

    # ── what is learned ──────────────────────────────────────────────────────────────────

    def outcomes(self, place: int, piles: int) -> list[SetOutcome]:
        """What sets can make of piles of a rank that were not met yet."""
        tables = self.tables
        return tables.sets.learn(piles, own=place in tables.own_places)

    def learn_moves(self, number: int, step: Step) -> tuple[RunMove, ...]:
        """The moves of open runs that were not met in a situation yet."""
        now = step[8]
        assert now is not None, "only runs are learned"
        return self.moves.learn(number, step[7], now, step[2], by_suit=self.tables.by_suit)


_COST = itemgetter(0)
