"""The steps of a walk: which cards of a hand can be in melds, and what each of them can do."""

from collections.abc import Iterable, Iterator
from typing import Any

from scorekeeper.cards import Card
from scorekeeper.errors import CardError
from scorekeeper.solver.numbers import (
    BYTE,
    MOST_CARDS,
    NEED,
    OWN,
    RUNS,
    SUIT_BITS,
    SUIT_MASK,
    THROWN,
)
from scorekeeper.solver.runs import Known, RunMove, Situation, run_moves
from scorekeeper.solver.sets import Outcomes, SetOutcome
from scorekeeper.solver.tables import Tables

Costs = dict[int, tuple[int, ...]]
"""What each number of left cards of a kind costs together."""

Met = tuple[int, tuple[int, ...]]
"""A suit, and the situation in which its runs meet a card."""

NO_MOVES: Known = {0: (RunMove(0, 0, (), 0),)}
"""The moves where no card meets a run."""


Variant = tuple[Known, Any, Outcomes | None, int, int, int, tuple[int, ...]]
"""How the cards of a step are used, with one of them as the discard or with none.

That is: the moves known for the situation and the situation; the outcomes known for the piles of
a rank, and the piles of its loose cards, which meet no run (None until all the cards of the rank
have met theirs); what a discard adds to a state and to the room for wilds, and the kinds that it
may be.
"""

Step = tuple[int, int, int, int, int, list[Variant]]
"""One step of the walk: the copies of a card meet the runs of their suit, or none do.

That is: the place and the suit, where a state has the number of these runs and the mask for it,
which is 0 where none are met, what each card costs that is left, and the variants.
"""


class Plan:
    """A hand under one round's rules, taken apart for the walk.

    ``costs`` is given where left cards cost something else than the rules say, with at least -1
    for each; then the suits of a rank are told apart. With ``discards`` one card is thrown.

    ``base`` is the cost of the cards that are in no step, and so in no meld whatever is done;
    ``total`` that of all natural cards. Where costs are given both have 1 more for each card, so
    that no way is ever below 0. Raises CardError for more cards than any hand holds.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        tables: Tables,
        costs: Costs | None = None,
        *,
        discards: bool = False,
    ) -> None:
        self.cards = tuple(cards)
        if len(self.cards) > MOST_CARDS:
            raise CardError(
                f"a hand of {len(self.cards)} cards is too large",
                remedy=f"give at most {MOST_CARDS} cards",
            )
        self.tables = tables
        self.costs = costs
        self.discards = discards
        hand = sum(map(tables.weights.__getitem__, self.cards))
        self.wild_count = wilds = hand >> tables.wilds_at & 255
        self.by_suit = (
            tables.limits.distinct_suits
            or costs is not None
            or (discards and bool(tables.own_places))
        )
        self.moves = run_moves(tables.limits.wild_limit, len(tables.line))
        self.widest = self.moves.widest_gap(wilds)
        self.known = self.moves.known[self.by_suit]
        self.piles = len(tables.suits) if self.by_suit else 1
        self.outcomes = tables.sets.known_for(self.piles, own=False)
        line_mask = (1 << tables.suit_bits) - 1
        self.lines = [hand >> at & line_mask for at in tables.lines_at]
        self.track_room = wilds > 0 and (tables.room_matters or discards)
        self.total = hand >> tables.cost_at
        if costs is not None:
            self.total = len(self.cards) + sum([costs[kind][n] for kind, n in self.naturals()])
        self.base = self.total
        self.steps: list[Step] = []
        self._plan(hand)

    @property
    def kinds(self) -> list[int]:
        """The kinds of the cards, in order."""
        return sorted(map(self.tables.kind_of.__getitem__, self.cards))

    def held(self, suit: int, place: int) -> int:
        """How often a card is held that stands as itself."""
        return self.lines[suit] >> BYTE * place & 255

    def naturals(self) -> Iterator[tuple[int, int]]:
        """The kinds that are not wild, with how often they are held."""
        for place in range(1 if self.tables.ace_twice else 0, len(self.tables.line)):
            for suit, kind in enumerate(self.tables.kinds_at[place]):
                count = self.held(suit, place)
                if count and kind not in self.tables.wilds:
                    yield kind, count

    def cost_of(self, kind: int, count: int) -> int:
        """What so many left cards of a kind cost."""
        return self.costs[kind][count] if self.costs else self.tables.costs[kind] * count

    def _is_short(self, line: int) -> bool:
        """Whether a run of the suit could be too long for all the wilds that it has room for.

        That matters where they may be half of it; else two runs in its place have room.
        """
        if self.tables.limits.wild_limit != "half" or not self.wild_count:
            return False
        places = (line + self.tables.below_1 & self.tables.tops).bit_count()
        return places + self.wild_count > len(self.tables.line)

    # ── where there can be melds ─────────────────────────────────────────────────────────

    def _plan(self, hand: int) -> None:
        tables, wilds = self.tables, self.wild_count
        ranks = sum(self.lines)
        # With so many cards a rank can have a set.
        enough = 3 - wilds if wilds < 3 else 1
        sets = places = ranks + (128 - enough) * tables.ones & 128 * tables.ones
        runs: dict[int, list[Met]] = {}
        all_near = self._near(hand + tables.below_1 & tables.tops)
        if all_near:
            line_mask = (1 << tables.suit_bits) - 1
            for suit, at in enumerate(tables.lines_at):
                near = all_near >> at & line_mask
                if near:
                    places |= near
                    self._meet(suit, self.lines[suit], near, runs)
        if tables.ace_twice and places & 128:
            # The aces that are not used here come once more, at the other end.
            for suit, now in runs.get(0, ()):
                self._add_step(0, suit, now, None)
            places ^= 128
        while places:
            place = (places & -places).bit_length() // BYTE - 1
            places &= places - 1
            met = runs.get(place, ())
            if sets >> BYTE * place & 128:
                loose = self._loose(place, ranks >> BYTE * place & 255, met)
                for suit, now in met[:-1]:
                    self._add_step(place, suit, now, None)
                suit, last = met[-1] if met else (0, None)
                self._add_step(place, suit, last, loose)
            else:
                # No set can be made of them: each is in a run, or it is left.
                for suit, now in met:
                    self.base -= self._cost_at(place, suit, now[0])
                    self._add_step(place, suit, now, 0)

    def _near(self, held: int) -> int:
        """The places whose cards can be in a run with others; more than that do no harm."""
        wilds = self.wild_count
        if wilds:
            near = held << BYTE | held >> BYTE | held << 2 * BYTE | held >> 2 * BYTE
            for distance in range(3 * BYTE, BYTE * self.widest + BYTE + 1, BYTE):
                near |= held << distance | held >> distance
            near &= held
        else:
            near = held & held >> BYTE & held >> 2 * BYTE
            near |= near << BYTE | near << 2 * BYTE
        if self.tables.ace_twice:
            # Aces used at the low end are gone at the high end.
            low = near & self.tables.first_places
            near |= held & low << BYTE * len(self.tables.line) - BYTE
        return near

    def _meet(self, suit: int, line: int, near: int, runs: dict[int, list[Met]]) -> None:
        """Add to ``runs`` how each of a suit's near cards meets its runs, by place."""
        tables = self.tables
        twice = line + tables.below_2 & tables.tops
        exact = self._is_short(line)
        high = len(tables.line) - 1 if tables.ace_twice else -1
        before = far = self.widest + 2
        place = (near & -near).bit_length() // BYTE - 1
        while near:
            near &= near - 1
            following = (near & -near).bit_length() // BYTE - 1 if near else place + far
            reach = following - place
            if reach > far:
                reach = far
            now = (
                line >> BYTE * place & 255,
                before,
                reach,
                self.widest,
                twice >> BYTE * place + BYTE > 0,
                exact,
                high > 0 and place == 0,
                place == high,
                place in tables.own_places,
            )
            if place in runs:
                runs[place].append((suit, now))
            else:
                runs[place] = [(suit, now)]
            before, place = reach, following

    def _loose(self, place: int, count: int, met: Iterable[Met]) -> int:
        """The piles of the cards at a place that meet no run; all cards there leave ``base``."""
        if not self.by_suit:
            self.base -= self.tables.cost_at_place[place] * count
            for _, now in met:
                count -= now[0]
            return count
        meeting = {suit for suit, _ in met}
        loose = 0
        for suit in self.tables.suits:
            held = self.held(suit, place)
            self.base -= self._cost_at(place, suit, held)
            if suit not in meeting:
                loose += held << BYTE * suit
        return loose

    def _cost_at(self, place: int, suit: int, count: int) -> int:
        """What so many left cards of a suit at a place cost; of the wild rank nothing here."""
        if self.costs is None or place in self.tables.own_places:
            return self.tables.cost_at_place[place] * count
        return self.costs[self.tables.kinds_at[place][suit]][count] if count else 0

    # ── the steps ────────────────────────────────────────────────────────────────────────

    def _add_step(
        self, place: int, suit: int, now: tuple[int, ...] | None, loose: int | None
    ) -> None:
        """Add a step, in which sets are made where the loose cards are given."""
        tables = self.tables
        moves, mask = NO_MOVES, 0
        if now is not None:
            moves, mask = self._moves(suit, now), SUIT_MASK
        each = tables.cost_at_place[place]
        outcomes: Outcomes | None = None
        if loose is not None:
            outcomes = self.outcomes
            if place in tables.own_places:
                outcomes = tables.sets.known_for(self.piles, own=True)
            elif self.costs is not None:
                outcomes, each = {}, 1
        variants: list[Variant] = [(moves, now, outcomes, loose or 0, 0, 0, ())]
        if self.discards:
            variants += self._discards(place, suit, variants[0])
        self.steps.append((place, suit, RUNS + SUIT_BITS * suit, mask, each, variants))

    def _moves(self, suit: int, now: tuple[int, ...]) -> Known:
        known = self.known[suit]
        moves = known.get(now)
        if moves is None:
            moves = known[now] = {}
        return moves

    def learn_moves(self, number: int, suit: int, now: Any, known: Known) -> tuple[RunMove, ...]:
        """The moves of open runs that were not met in this situation yet; ``known`` gets them."""
        return self.moves.learn(number, suit, Situation(*now), known, by_suit=self.by_suit)

    def learn_outcomes(self, place: int, piles: int, known: Outcomes) -> list[SetOutcome]:
        """What sets can make of piles that were not met yet; ``known`` gets it.

        Where costs are given ``left`` is what the cards left cost.
        """
        own = place in self.tables.own_places
        found = self.tables.sets.known_for(self.piles, own=own).get(piles)
        if found is None:
            found = self.tables.sets.learn(piles, self.piles, own=own)
        if self.costs and not own:
            kinds = self.tables.kinds_at[place]
            found = [
                one._replace(
                    left=sum(
                        [self.costs[kinds[pile]][n] for pile, n in enumerate(one.choice.left) if n]
                    )
                )
                for one in found
            ]
            known[piles] = found
        return found

    def _discards(self, place: int, suit: int, variant: Variant) -> Iterator[Variant]:
        """How a step goes with a discard among its cards; one of the wild rank is wild no more."""
        moves, now, outcomes, loose, *_ = variant
        kinds = self.tables.kinds_at[place]
        own = place in self.tables.own_places
        if now is not None and not Situation(*now).low:
            copies, *rest = now
            less = (copies - 1, *rest)
            pile = 1 << BYTE * suit if self.by_suit else 1
            extra = _thrown(pile, own)
            yield self._moves(suit, less), less, outcomes, loose, extra, int(own), (kinds[suit],)
        if not loose:
            return
        met = {step[1] for step in self.steps if step[0] == place and step[3]}
        met |= set() if now is None else {suit}
        suits = [one for one in self.tables.suits if one not in met and self.held(one, place)]
        for alike in [[one] for one in suits] if self.by_suit else [suits]:
            pile = 1 << BYTE * alike[0] if self.by_suit else 1
            thrown = tuple([kinds[one] for one in alike])
            yield moves, now, outcomes, loose - pile, _thrown(pile, own), int(own), thrown

    def idle(self) -> list[int]:
        """The kinds of the natural cards that are in no step."""
        planned: set[int] = set()
        for place, suit, _, _, _, variants in self.steps:
            kinds = self.tables.kinds_at[place]
            makes_sets = variants[0][3] > 0
            planned.update(kinds if makes_sets else (kinds[suit],))
        return [kind for kind, _ in self.naturals() if kind not in planned]


def _thrown(pile: int, own: bool) -> int:
    return (1 << THROWN) + ((pile << OWN) + (1 << NEED) if own else 0)
