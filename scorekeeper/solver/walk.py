"""One walk along the line of ranks that finds the cheapest choice of groups; see the package."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from scorekeeper.cards import Card
from scorekeeper.errors import CardError
from scorekeeper.solver.leftover import cheapest_leftover
from scorekeeper.solver.numbers import (
    BYTE,
    MOST_CARDS,
    NEED,
    OWN,
    PILES,
    ROOM,
    RUNS,
    SUIT_BITS,
    SUIT_MASK,
    THROWN,
)
from scorekeeper.solver.runs import Hand, Known, RunMove, Situation
from scorekeeper.solver.sets import Rank, SetChoice, SetOutcome, rank_outcomes
from scorekeeper.solver.tables import Tables

FEW = 12
"""States of which none is looked for that another beats."""

ROOM_MASK = (1 << NEED - ROOM) - 1

NO_LIMIT = 1 << 100
"""More than any cost."""

NO_MOVES: Known = {0: (RunMove(0, 0, (), 0),)}
"""The moves where no card meets a run."""

NO_DISCARD = (0, 0, ())

Variant = tuple[Known, Any, dict[int, list[SetOutcome]] | None, int, tuple[int, int, tuple[int, ...]]]
"""How the cards of a step are used: the moves of runs and the situation that they are known for,
the outcomes of sets and the piles that meet no run, and what a discard adds to a state and to the
room, and its kind or those that are alike."""


class Step(NamedTuple):
    """One step of the walk: the copies of a card meet the runs of their suit, or none do.

    ``runs_at`` is where a state has the number of these runs, ``mask`` is 0 without any. Sets
    are made at the last step of a rank. Each card that could be the discard makes a variant.
    """

    place: int
    suit: int
    runs_at: int
    mask: int
    variants: tuple[Variant, ...]


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
    """One hand under one round's rules.

    ``costs[kind][copies]`` is what so many left copies of a card cost together, where it is not
    what the rules say; they may be below 0 by 1 for each copy. Then the suits of a rank are told
    apart. With ``discards`` one card is thrown on the way.

    Raises CardError for more cards than any hand holds.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        tables: Tables,
        costs: dict[int, tuple[int, ...]] | None = None,
        *,
        discards: bool = False,
    ) -> None:
        self.cards = tuple(cards)
        if len(self.cards) > MOST_CARDS:
            raise CardError(
                f"a hand of {len(self.cards)} cards is too large",
                remedy=f"give at most {MOST_CARDS} cards",
            )
        tables.make_room()
        self.tables = tables
        self.costs = costs
        self.discards = discards
        number = sum(map(tables.weights.__getitem__, self.cards))
        self.wild_count = wilds = number >> tables.wilds_at & 255
        by_suit = (
            tables.limits.distinct_suits
            or costs is not None
            or (discards and bool(tables.own_places))
        )
        self.by_suit = by_suit
        self.hand = Hand(wilds, by_suit)
        self.known_moves = tables.moves.known_for(self.hand)
        bits = tables.suit_bits
        line = (1 << bits) - 1
        self.lines = [number >> bits * suit & line for suit in tables.suits]
        self.total = number >> tables.cost_at
        self.track_room = wilds > 0 and (
            tables.room_matters or discards or any(map(self._is_short, self.lines))
        )
        if costs is not None:
            # All ways begin with 1 for each card, so that none is ever below 0.
            self.total = len(self.cards) + sum(
                [costs[kind][count] for kind, count in self._naturals()]
            )
        self._plan()

    def _naturals(self) -> Iterator[tuple[int, int]]:
        """The kinds that are not wild with their counts."""
        low = 1 if self.tables.ace_twice else 0
        for place in range(low, len(self.tables.line)):
            for suit, kind in enumerate(self.tables.kinds_at[place]):
                count = self.held(suit, place)
                if count and kind not in self.tables.wilds:
                    yield kind, count

    def held(self, suit: int, place: int) -> int:
        """How often a card is held that stands as itself."""
        return self.lines[suit] >> BYTE * place & 255

    def _is_short(self, line: int) -> bool:
        """Whether a run of the suit could be too long for all the wilds."""
        places = line + self.tables.below_1 & self.tables.tops
        return places.bit_count() + self.wild_count > len(self.tables.line)

    # ── the plan ─────────────────────────────────────────────────────────────────────────

    def _plan(self) -> None:
        """The steps of the walk; cards that can be in no meld become part of ``base`` instead."""
        tables, wilds = self.tables, self.wild_count
        self.steps: list[Step] = []
        self.planned: set[int] = set()
        self.base = self.total
        runs: dict[int, list[Situation]] = {}
        for suit, line in enumerate(self.lines):
            if line:
                self._plan_suit(suit, line, runs)
        ranks = sum(self.lines)
        # With so many cards a rank can have a set.
        enough = 3 - wilds if wilds < 3 else 1
        sets = ranks + (128 - enough) * tables.ones & tables.tops
        places = set(runs)
        while sets:
            places.add((sets & -sets).bit_length() // BYTE - 1)
            sets &= sets - 1
        for place in sorted(places):
            self._plan_rank(place, runs.get(place, []), ranks >> BYTE * place & 255)

    def _plan_suit(self, suit: int, line: int, runs: dict[int, list[Situation]]) -> None:
        """Find the cards of a suit that can be in a run, and how each of them meets the runs."""
        tables, wilds = self.tables, self.wild_count
        held = line + tables.below_1 & tables.tops
        if wilds:
            near = held << BYTE | held >> BYTE | held << 2 * BYTE | held >> 2 * BYTE
            if wilds > 1:
                widest = 4 if tables.moves.splits and wilds > 3 else wilds + 1
                for distance in range(3 * BYTE, BYTE * widest + 1, BYTE):
                    near |= held << distance | held >> distance
            near &= held
        else:
            near = held & held >> BYTE & held >> 2 * BYTE
            near |= near << BYTE | near << 2 * BYTE
        if not near:
            return
        last = len(tables.line) - 1 if tables.ace_twice else -1
        if tables.ace_twice and near & 128:
            near |= held & 128 << BYTE * last
        twice = line + tables.below_2 & tables.tops
        exact = self.track_room and self._is_short(line)
        before = far = wilds + 2
        place = (near & -near).bit_length() // BYTE - 1
        while near:
            near &= near - 1
            following = (near & -near).bit_length() // BYTE - 1 if near else place + far
            reach = following - place
            if reach > far:
                reach = far
            now = (
                suit,
                line >> BYTE * place & 255,
                before,
                reach,
                twice >> BYTE * (place + 1) > 0,
                exact,
                last > 0 and place == 0,
                place == last,
                place in tables.own_places,
            )
            if place in runs:
                runs[place].append(now)
            else:
                runs[place] = [now]
            before, place = reach, following

    def _plan_rank(self, place: int, runs: list[Situation], count: int) -> None:
        """The steps at a place where so many cards are held, some of which meet runs."""
        if place == 0 and self.tables.ace_twice:
            # The aces that are not used here come once more, at the other end.
            for now in runs:
                self._add_step(place, now, None)
            return
        if count + self.wild_count < 3:
            # No set can be made of them: each is in a run, or it is left.
            for now in runs:
                self.base -= self._cost_at(now[0], place)
                self.planned.add(self.tables.kinds_at[place][now[0]])
                self._add_step(place, now, {})
            return
        loose = {}
        for suit, line in enumerate(self.lines):
            held = line >> BYTE * place & 255
            if held:
                loose[suit] = held
                self.planned.add(self.tables.kinds_at[place][suit])
                self.base -= self._cost_at(suit, place)
        for now in runs:
            del loose[now[0]]
        for now in runs[:-1]:
            self._add_step(place, now, None)
        self._add_step(place, runs[-1] if runs else None, loose)

    def _cost_at(self, suit: int, place: int) -> int:
        """What the cards of a suit at a place cost when all are left."""
        if place in self.tables.own_places:
            return 0
        return self._cost_of(self.tables.kinds_at[place][suit], self.held(suit, place))

    def _add_step(
        self, place: int, now: Situation | None, loose: dict[int, int] | None
    ) -> None:
        """Add a step, in which sets are made if there is ``loose``, the cards in no run by suit."""
        if now is None:
            suit, mask, known = 0, 0, NO_MOVES
        else:
            suit, mask, known = now[0], SUIT_MASK, self._known_moves(now)
        piles, outcomes = self._known_outcomes(place, loose)
        variants = [(known, now, outcomes, piles, NO_DISCARD)]
        if self.discards:
            variants += self._discards(place, now, loose, variants[0])
        self.steps.append(Step(place, suit, RUNS + SUIT_BITS * suit, mask, tuple(variants)))

    def _known_moves(self, now: Situation) -> Known:
        situations = self.known_moves
        known = situations.get(now)
        if known is None:
            known = situations[now] = {}
        return known

    def _known_outcomes(
        self, place: int, loose: dict[int, int] | None
    ) -> tuple[int, dict[int, list[SetOutcome]] | None]:
        if loose is None:
            return 0, None
        if self.by_suit:
            piles = sum([count << BYTE * suit for suit, count in loose.items()])
        else:
            piles = sum(loose.values())
        if self.costs is not None:
            return piles, {}
        key = (place, piles, self.wild_count, self.by_suit)
        known = self.tables.outcomes.get(key)
        if known is None:
            known = self.tables.outcomes[key] = {}
        return piles, known

    def _discards(
        self, place: int, now: Situation | None, loose: dict[int, int] | None, variant: Variant
    ) -> Iterator[Variant]:
        """How a step goes with a discard among its cards."""
        known, _, outcomes, piles, _ = variant
        kinds = self.tables.kinds_at[place]
        own = place in self.tables.own_places
        if now is not None and not Situation(*now).low:
            one_less = Situation(*now)
            one_less = one_less._replace(copies=one_less.copies - 1)
            added = self._thrown(1 << BYTE * one_less.suit, own)
            discard = (added, int(own), (kinds[one_less.suit],))
            yield self._known_moves(one_less), one_less, outcomes, piles, discard
        if loose and not self.by_suit:
            alike = tuple([kinds[suit] for suit in loose])
            first = next(iter(loose))
            fewer = {**loose, first: loose[first] - 1}
            piles, outcomes = self._known_outcomes(place, fewer)
            yield known, now, outcomes, piles, (self._thrown(1, own), int(own), alike)
        elif loose:
            for suit in loose:
                piles, outcomes = self._known_outcomes(place, {**loose, suit: loose[suit] - 1})
                discard = (self._thrown(1 << BYTE * suit, own), int(own), (kinds[suit],))
                yield known, now, outcomes, piles, discard

    def _thrown(self, pile: int, own: bool) -> int:
        """What a discard adds to a state; one of the wild rank is wild no more."""
        return (1 << THROWN) + ((pile << OWN) + (1 << NEED) if own else 0)

    def _start(self) -> Layer:
        """The state before the first step; if there are idle cards, also with the dearest thrown."""
        layer: Layer = {0: (self.base, 0, None, None, (), None)}
        if self.discards:
            idle = [(kind, 1) for kind, _ in self._naturals() if kind not in self.planned]
            dearest = max([self._cost_of(*one) for one in idle], default=0)
            thrown = tuple([kind for kind, _ in idle if self._cost_of(kind, 1) == dearest])
            if thrown:
                layer[1 << THROWN] = (self.base - dearest, 0, None, None, thrown, None)
        return layer

    # ── the walk ─────────────────────────────────────────────────────────────────────────

    def go(self, width: int = NO_LIMIT, bound: int = NO_LIMIT) -> bool:
        """Walk, and say whether any state was given up for ``width``.

        Ways that cost more than ``bound`` are given up in any case.
        """
        layer = self._start()
        self.layers = [layer]
        cut = False
        for step in self.steps:
            layer = self._take(step, layer, bound)
            if len(layer) > FEW:
                layer = self._undominated(layer)
                if len(layer) > width:
                    cut = True
                    layer = dict(sorted(layer.items(), key=_promise)[:width])
            self.layers.append(layer)
        return cut

    def _take(self, step: Step, layer: Layer, bound: int) -> Layer:
        """The states after a step."""
        place, _, runs_at, mask, variants = step
        limit = self.wild_count + 1 << NEED
        track, wilds, discards = self.track_room, self.wild_count, self.discards
        after: Layer = {}
        for known, now, outcomes, loose, (extra, extra_room, thrown) in variants:
            for state, way in layer.items():
                if extra and state >> THROWN & 1:
                    continue
                moves = known.get(state >> runs_at & mask)
                if moves is None:
                    moves = self.tables.moves.learn(
                        state >> runs_at & mask, Situation(*now), self.hand
                    )
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
                    piles = to & PILES
                    found = outcomes.get(piles)
                    if found is None:
                        found = outcomes[piles] = self._outcomes(place, piles, loose)
                    for change, more, room, choice in found:
                        end = to + change
                        if end >= limit:
                            break
                        if track and room:
                            over = (end >> ROOM & ROOM_MASK) + room - wilds
                            end += (room - over if over > 0 else room) << ROOM
                        total = cost + more
                        old = after.get(end)
                        if old is None or total < old[0]:
                            if total <= bound:
                                after[end] = (total, state, move, choice, thrown, None)
                        elif discards and total == old[0]:
                            after[end] = (total, state, move, choice, thrown, old)
        return after

    def _outcomes(self, place: int, piles: int, loose: int) -> list[SetOutcome]:
        """What sets can make of the piles at a place and of the loose cards there."""
        tables = self.tables
        own = place in tables.own_places
        kinds = tables.kinds_at[place] if self.by_suit else tables.kinds_at[place][:1]
        costs: tuple[int | tuple[int, ...], ...]
        if self.costs is not None:
            costs = tuple([self.costs.get(kind, 0) for kind in kinds])
        else:
            costs = tuple([tables.costs[kind] for kind in kinds])
        tables.learned += 1
        rank = Rank(loose, costs, self.wild_count, own)
        return rank_outcomes(piles, rank, tables.limits, tables.choose)

    def _undominated(self, layer: Layer) -> Layer:
        """The states without those that another beats in need and cost and equals in the rest.

        Whatever cards still come, the other ends with fewer points.
        """
        least: dict[int, int] = {}
        kept: Layer = {}
        below_need = (1 << NEED) - 1
        same = int(self.discards)
        for state in sorted(layer):
            cost = layer[state][0]
            rest = state & below_need
            if cost < least.get(rest, NO_LIMIT) + same:
                least[rest] = cost
                kept[state] = layer[state]
        return kept

    # ── the end ──────────────────────────────────────────────────────────────────────────

    def way_to(self, end: End) -> list[tuple[Step, RunMove | None, SetChoice | None]]:
        """What was done at each step on the way to ``end``, from the first."""
        state = end.state
        done = []
        for i in range(len(self.steps) - 1, -1, -1):
            _, before, move, choice, _, _ = self.layers[i + 1][state]
            done.append((self.steps[i], move, choice))
            state = before
        done.reverse()
        return done

    def discards_on_the_way(self, end: End) -> set[int]:
        """The kinds that are the discard on any of the ways to ``end`` that cost as much."""
        if end.thrown:
            return set(end.thrown)
        found: set[int] = set()
        reached = {end.state}
        for layer in self.layers[:0:-1]:
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
        for state in reached:
            found.update(self.layers[0][state][4])
        return found

    def ends(self) -> list[End]:
        """Every end of the walk."""
        if not self.wild_count:
            return [
                End(way[0], state)
                for state, way in self.layers[-1].items()
                if not self.discards or state >> THROWN & 1
            ]
        return [
            end for state, way in self.layers[-1].items() for end in self._ends(state, way[0])
        ]

    def _ends(self, state: int, cost: int) -> Iterator[End]:
        if not self.track_room and cost < self.total:
            yield End(cost, state)
            return
        kinds, counts = self._pool(state >> OWN & PILES)
        own = len(self.wilds) - sum(counts)
        need = (state >> NEED) - own
        room = (state >> ROOM & ROOM_MASK) - own
        throwing = self.discards and not state >> THROWN & 1
        for thrown in range(len(kinds)) if throwing else (None,):
            left = [count - (i == thrown) for i, count in enumerate(counts)]
            if -1 in left:
                continue
            found = cheapest_leftover(
                [[self._cost_of(same[0], n) for n in range(count + 1)]
                 for same, count in zip(kinds, left, strict=True)],
                need,
                room,
                alone=self.tables.limits.wild_limit == "any",
            )
            if found is not None:
                behind = {same[0]: n for same, n in zip(kinds, found.left, strict=True)}
                jokers = behind.pop(self.tables.joker, 0)
                yield End(
                    cost + found.cost,
                    state,
                    jokers,
                    sum(behind.values()),
                    () if thrown is None else kinds[thrown],
                )

    def _pool(self, own_piles: int) -> tuple[list[tuple[int, ...]], list[int]]:
        """The kinds of wilds, those together that are not told apart, and how many are not used.

        ``own_piles`` are the cards of the wild rank that stand as themselves.
        """
        counted = Counter(self.wilds)
        jokers = counted.pop(self.tables.joker, 0)
        kinds: list[tuple[int, ...]]
        if self.by_suit:
            ranks = [kinds for kinds in self.tables.kinds_at if kinds[0] in self.tables.wilds]
            piles = {kind: own_piles >> BYTE * i & 255 for i, kind in enumerate(ranks[0] if ranks else ())}
            kinds = [(kind,) for kind in counted]
            counts = [count - piles[kind] for kind, count in counted.items()]
        else:
            kinds = [tuple(counted)] if counted else []
            counts = [counted.total() - own_piles] if counted else []
        if jokers:
            kinds.append((self.tables.joker,))
            counts.append(jokers)
        return kinds, counts

    @cached_property
    def wilds(self) -> list[int]:
        """The kinds of the wilds, in order."""
        kinds = sorted(map(self.tables.kind_of.__getitem__, self.cards))
        return [kind for kind in kinds if kind in self.tables.wilds]

    def _cost_of(self, kind: int, count: int) -> int:
        return self.costs[kind][count] if self.costs else self.tables.costs[kind] * count


def _promise(reached: tuple[int, Way]) -> tuple[int, int]:
    """Sorts states by what they may come to: cheap so far, few wilds spoken for."""
    return reached[1][0], reached[0]
