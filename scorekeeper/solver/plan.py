"""The steps of a walk: which cards of a hand can be in melds, and what each of them can do."""

from collections.abc import Mapping, Sequence

from scorekeeper.solver.chains import Chains
from scorekeeper.solver.numbers import BYTE, CARD, LANE_BITS, MOST_CARDS, RUNS
from scorekeeper.solver.runs import RunMoves
from scorekeeper.solver.sets import Outcomes, SetOutcome
from scorekeeper.solver.situations import Known, RunMove, Situation
from scorekeeper.solver.tables import Tables

NOTHING_MOVED: RunMove = (0, 0, 0, 0, 0, 0, 0, 0)
"""What is done with runs where no card meets any."""

NO_MOVES: Known = {0: dict.fromkeys(range(MOST_CARDS + 1), (NOTHING_MOVED,))}
"""The moves there, with any number of wilds."""

Step = tuple[int, int, Known, int, Outcomes | None, int, int, int, Situation | None]
"""One step of the walk: the copies of a card meet the runs of their suit, or none do.

That is: where a state has the number of these runs, and the mask for it, which is 0 where none
are met; the moves that are known; the piles of the rank's cards that meet no run, the outcomes
known for all that lies there then (None where no set can be made, or cards of the rank are still
to come), and what each card costs that is left; the place, the suit, and the situation.
"""


class Plan:
    """A hand taken apart for the walk under one round's rules.

    ``hand`` is the sum of its cards' weights (see ``Tables``). ``total`` is what its natural cards
    cost, ``base`` what those of them cost that are in no step.
    ``flags_at`` has what is special at the places of the line. With ``exact`` it counts how long a
    run is up to the end of its line.
    """

    __slots__ = (
        "base",
        "exact",
        "flags_at",
        "hand",
        "moves",
        "steps",
        "tables",
        "total",
        "track_room",
        "widest",
        "wilds",
    )

    def __init__(self, hand: int, tables: Tables, *, exact: bool = False) -> None:
        wilds = hand >> tables.wilds_at & 255
        self.hand = hand
        self.tables = tables
        self.exact = exact
        self.wilds = wilds
        self.total = self.base = hand >> tables.cost_at
        self.track_room = wilds > 0 and tables.room_matters
        self.steps: list[Step] = []
        self.moves: RunMoves | None = None
        naturals = hand & tables.naturals
        ranks = naturals % tables.one_suit
        held = naturals + tables.below_1 & tables.tops
        if wilds:
            self.widest = min(wilds, tables.most_in_gap)
            near = held << BYTE | held >> BYTE | held << 2 * BYTE | held >> 2 * BYTE
            for distance in range(3, self.widest + 2):
                near |= held << BYTE * distance | held >> BYTE * distance
            near &= held
            # With so many cards a rank can have a set.
            enough = max(3 - wilds, tables.fewest_in_set)
        else:
            self.widest = 0
            near = held & held >> BYTE & held >> 2 * BYTE
            if near:
                near |= near << BYTE | near << 2 * BYTE
            enough = 3
        self.flags_at = tables.flags_at
        tops = tables.rank_tops
        if tables.ace_twice and not near & tables.last_places:
            # No run reaches an ace at the high end: they are all at the low one.
            self.flags_at = tables.flags_if_low
            naturals &= ~((tables.last_places >> 7) * 255)
            ranks = naturals % tables.one_suit
            tops = 128 * tables.ones
        sets = ranks + (128 - enough) * tables.ones & tops
        if near:
            sets = Chains(self, naturals, ranks, sets).plan_runs(near)
        if sets:
            self._plan_sets(ranks, sets)

    @property
    def jokers(self) -> int:
        """How many of the wilds are jokers."""
        return self.hand >> self.tables.jokers_at & 255

    @property
    def worth_of_wild(self) -> int:
        """What a wild counts where few states are followed: half a natural card of the hand."""
        cards = self.total % CARD
        return self.total // (2 * cards) if cards else 0

    def widest_gap(self, naturals: int) -> int:
        """The most wilds in a gap of a run with so many naturals at the most."""
        if naturals < self.widest and self.tables.limits.wild_limit == "half":
            return naturals
        return self.widest

    def piles(self, place: int, lanes: Mapping[int, int] | Sequence[int]) -> int:
        """All the cards of a rank, those of a suit on a pile in its lane."""
        hand, at = self.hand, BYTE * place
        return sum(
            [
                (hand >> line_at + at & 255) << BYTE * lanes[suit]
                for suit, line_at in enumerate(self.tables.lines_at)
            ]
        )

    # ── sets alone ───────────────────────────────────────────────────────────────────────

    def _plan_sets(self, ranks: int, sets: int) -> None:
        """Plan the ranks of which no card can be in a run."""
        tables = self.tables
        while sets:
            place = (sets & -sets).bit_length() // BYTE - 1
            sets &= sets - 1
            count = ranks >> BYTE * place & 255
            piles = self.piles(place, tables.suits) if tables.by_suit else count
            each = tables.cost_at_place[place]
            self.base -= each * count
            self.steps.append(
                (0, 0, NO_MOVES, piles, tables.outcomes_at[place], each, place, 0, None)
            )

    # ── what is learned ──────────────────────────────────────────────────────────────────

    def outcomes(self, place: int, piles: int) -> list[SetOutcome]:
        """What sets can make of piles of a rank that were not met yet."""
        tables = self.tables
        return tables.sets.learn(piles, own=place in tables.own_places)

    def learn_moves(self, number: int, spare: int, step: Step) -> tuple[RunMove, ...]:
        """The moves of open runs that were not met with so many wilds in a situation yet."""
        now = step[8]
        assert self.moves is not None, "there are runs"
        assert now is not None, "they meet a card"
        lane = (step[0] - RUNS) // LANE_BITS
        return self.moves.learn(number, spare, lane, now, by_suit=self.tables.by_suit)
