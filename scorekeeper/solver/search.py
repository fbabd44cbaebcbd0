"""One walk along the line of ranks that finds the cheapest choice of groups; see the package."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from operator import add, sub

from scorekeeper.cards import Card
from scorekeeper.solver.sets import ENDLESS, Choose, set_choices
from scorekeeper.solver.states import (
    OpenRun,
    Path,
    RunChoice,
    SetOutcome,
    SetStep,
    State,
    States,
    Step,
    Trail,
    better,
    promise,
    undominated,
)
from scorekeeper.solver.tables import Tables


class Search:
    """One hand under one round's rules.

    ``wilds`` counts its wilds, ``held[place][suit]`` the cards that may stand as themselves.
    ``finish()`` tells the end states.
    """

    def __init__(self, cards: Iterable[Card], tables: Tables) -> None:
        self.tables = tables
        counted = Counter(cards)
        self.wilds = Counter({card: n for card, n in counted.items() if card in tables.wilds})
        self.wild_count = self.wilds.total()
        in_order = tables.rules.in_order(counted)
        self.kinds = {card: 1 << 6 * i for i, card in enumerate(in_order)}
        self.nothing = (0,) * len(tables.suits)
        self.held = [[0] * len(tables.suits) for _ in tables.line]
        for card in in_order:
            for place, suit in tables.places.get(card, ()):
                self.held[place][suit] = counted[card]
        self.start = self._set_loners_aside([card for card in in_order if card not in self.wilds])
        self._look_ahead()

    def _set_loners_aside(self, naturals: list[Card]) -> Path:
        """Take the cards out that are in no meld whatever is done, and count them as left.

        With fewer than two wilds a meld has two natural cards, so each needs company: others of
        its rank, or within three places of its suit.
        """
        points = cards = left = 0
        if self.wild_count < 2:
            wanted = 3 - self.wild_count
            ranks = Counter(card.rank for card in naturals for _ in range(self._copies(card)))
            lines = [0] * len(self.tables.suits)
            for place, counts in enumerate(self.held):
                for suit, count in enumerate(counts):
                    lines[suit] |= bool(count) << (place + 2)
            for card in naturals:
                in_line = max(
                    (lines[suit] >> (place + shift) & 0b111).bit_count()
                    for place, suit in self.tables.places[card]
                    for shift in (0, 1, 2)
                )
                if ranks[card.rank] < wanted and in_line < wanted:
                    copies = self._copies(card)
                    points += copies * self.tables.points[card]
                    cards += copies
                    left += copies * self.kinds[card]
                    for place, suit in self.tables.places[card]:
                        self.held[place][suit] = 0
        return Path(points, cards, left, False, None)

    def _copies(self, card: Card) -> int:
        place, suit = self.tables.places[card][0]
        return self.held[place][suit]

    def _look_ahead(self) -> None:
        """Find the places with cards, and from each the next card of every suit."""
        suits = range(len(self.tables.suits))
        self.active = [place for place, copies in enumerate(self.held) if any(copies)]
        self.next_card: dict[int, list[int]] = {}
        following = [len(self.held) * 9] * len(suits)
        self.places_of = [0] * len(suits)
        for place in reversed(self.active):
            self.next_card[place] = list(following)
            for suit in suits:
                if self.held[place][suit]:
                    following[suit] = place
                    self.places_of[suit] += 1

    def _is_own(self, place: int) -> bool:
        """Whether cards of the wild rank may stand as themselves at ``place``."""
        return place in self.tables.own_places

    # ── the walk ─────────────────────────────────────────────────────────────────────────

    def finish(self, bound: int | None = None, width: int | None = None) -> tuple[States, bool]:
        """The end states with the best way into each, and whether any was given up for ``width``.

        Paths that leave more than ``bound`` points are not followed. With a ``width`` only so
        many states, those with the fewest points, go on from one rank to the next.
        """
        no_runs = ((),) * len(self.tables.suits)
        start = State(no_runs, 0, 0, self.nothing, self.nothing)
        states: States = {start: self.start}
        cut = False
        for place in self.active:
            states = self._pass(place, states, ENDLESS if bound is None else bound)
            if width is not None and len(states) > width:
                cut = True
                ranked = sorted(states.items(), key=promise)
                states = dict(ranked[:width])
        return states, cut

    def _pass(self, place: int, states: States, bound: int) -> States:
        """The states after the cards at ``place``."""
        low_ace = self.tables.ace_twice and place == 0
        known: dict[tuple[int, int, tuple[OpenRun, ...]], list[RunChoice]] = {}
        outcomes: dict[tuple[int, ...], list[SetOutcome]] = {}
        after: States = {}
        for state, path in states.items():
            for between, trail, rest in self._use_in_runs(place, state, path.trail, known):
                ends: Iterable[tuple[State, Path]]
                if low_ace:
                    ends = [(between, path._replace(trail=trail))]
                else:
                    if rest not in outcomes:
                        outcomes[rest] = self._set_outcomes(place, rest)
                    ends = self._use_in_sets(place, between, path, trail, outcomes[rest], bound)
                for end, way in ends:
                    closed = self._close(place, end)
                    if closed is not None:
                        after[closed] = better(way, after.get(closed))
        return undominated(after)

    def _use_in_runs(
        self,
        place: int,
        state: State,
        trail: Trail,
        known: dict[tuple[int, int, tuple[OpenRun, ...]], list[RunChoice]],
    ) -> Iterator[tuple[State, Trail, tuple[int, ...]]]:
        """Every way to continue and start runs with the cards at ``place``, and what is left.

        What one suit can do depends on its own runs alone, so ``known`` keeps it for the place.
        """
        choices = []
        held = []
        for suit, runs in enumerate(state.runs):
            copies = self.held[place][suit]
            if self.tables.ace_twice and place == len(self.tables.line) - 1:
                copies -= state.low_aces[suit]
            held.append(copies)
            key = (suit, copies, runs)
            if key not in known:
                known[key] = list(self._use_suit(place, suit, runs, copies))
            choices.append(known[key])
        is_own = self._is_own(place)
        low_end = self.tables.ace_twice and place == 0
        for chosen in product(*choices):
            need = state.need + sum([choice.gaps for choice in chosen])
            used = tuple([choice.used for choice in chosen])
            room, own, low_aces = state.room, state.own, state.low_aces
            if is_own:
                own = tuple(map(add, own, used))
                need += sum(used)
                room = min(self.wild_count, room + sum(used))
            if need > self.wild_count:
                continue
            if low_end:
                low_aces = used
            later = trail
            for choice in chosen:
                if choice.step:
                    later = (later, choice.step)
            runs_after = tuple([choice.runs for choice in chosen])
            rest = tuple(map(sub, held, used))
            yield State(runs_after, need, room, own, low_aces), later, rest

    def _use_suit(
        self, place: int, suit: int, runs: tuple[OpenRun, ...], copies: int
    ) -> Iterator[RunChoice]:
        """Every way to use some of the ``copies`` of one card to continue and start runs."""
        may_start = copies and self._may_start(place, suit)
        for continued in _some_of(runs, copies):
            after = list(runs)
            gaps = 0
            for run in continued:
                after.remove(run)
                gaps += place - run.last - 1
                after.append(self.continued(run, suit, place))
            if self.tables.limit == "one" and any(run.gaps > 1 for run in after):
                continue
            most = copies - len(continued) if may_start else 0
            for started in range(most + 1):
                used = len(continued) + started
                runs_after = tuple(sorted(after + [self.shape(suit, place, 1, 0)] * started))
                step = Step(place, suit, continued, started) if used else None
                yield RunChoice(runs_after, gaps, used, step)

    def _use_in_sets(
        self,
        place: int,
        state: State,
        path: Path,
        trail: Trail,
        outcomes: list[SetOutcome],
        bound: int,
    ) -> Iterator[tuple[State, Path]]:
        """Every way to put the cards of a rank that are in no run into sets, the others left."""
        is_own = self._is_own(place)
        for need, room, points, cards, left, tied, step in outcomes:
            need += state.need
            points += path.points
            if need > self.wild_count or points > bound:
                continue
            room = min(room + state.room, self.wild_count)
            own = state.own
            if is_own and step is not None:
                own = tuple(map(add, own, step.taken))
            end = State(state.runs, need, room, own, state.low_aces)
            later = trail if step is None else (trail, step)
            tied = tied or path.tied
            yield end, Path(points, path.cards + cards, path.left + left, tied, later)

    def _set_outcomes(self, place: int, rest: tuple[int, ...]) -> list[SetOutcome]:
        """What the choices of sets from ``rest`` come to.

        A card of the wild rank in a set of its own rank takes itself out of the wilds: that
        counts as one more needed and as room for one more.
        """
        is_own = self._is_own(place)
        found = []
        for choice in set_choices(
            rest, self.tables.limits, Choose.SUITS if is_own else self.tables.choose
        ):
            step = SetStep(place, choice.taken, choice.sizes) if choice.sizes else None
            if is_own:
                count = sum(choice.taken)
                found.append(
                    SetOutcome(choice.need + count, choice.room + count, 0, 0, 0, choice.tied, step)
                )
                continue
            cards = list(zip(self.tables.cards_at[place], choice.left, strict=True))
            found.append(
                SetOutcome(
                    choice.need,
                    choice.room,
                    sum(self.tables.points[card] * copies for card, copies in cards if copies),
                    sum(choice.left),
                    sum(self.kinds[card] * copies for card, copies in cards if copies),
                    choice.tied,
                    step,
                )
            )
        return found

    # ── runs ─────────────────────────────────────────────────────────────────────────────

    def _may_start(self, place: int, suit: int) -> bool:
        """Whether a run from ``place`` can be a meld that no set would be as well."""
        if self.next_card[place][suit] - place - 1 <= self.wild_count:
            return True
        return self.tables.capped and self.wild_count >= 2

    def shape(self, suit: int, place: int, naturals: int, gaps: int) -> OpenRun:
        """A run, forgetting of its length what can no longer matter."""
        limit = self.tables.limit
        if limit == "half" or self._room_is_short(suit):
            return OpenRun(place, naturals, gaps)
        if limit == "one":
            return OpenRun(place, min(naturals, 3), gaps)
        return OpenRun(place, min(naturals + gaps, 3), 0)

    def continued(self, run: OpenRun, suit: int, place: int) -> OpenRun:
        """``run`` with the card at ``place`` behind it, wilds in the gap between."""
        return self.shape(suit, place, run.naturals + 1, run.gaps + place - run.last - 1)

    def _room_is_short(self, suit: int) -> bool:
        """Whether a run of the suit could be too long for all the wilds."""
        return self.places_of[suit] + self.wild_count > len(self.tables.line)

    def _close(self, place: int, state: State) -> State | None:
        """Close the runs that no later card can reach; None when that needs too many wilds."""
        if not any(state.runs):
            return state
        need, room, pending = state.need, state.room, 0
        still_open = []
        for suit, runs in enumerate(state.runs):
            if not runs:
                still_open.append(runs)
                continue
            reach = self.next_card[place][suit]
            kept = []
            for run in runs:
                if need + reach - run.last - 1 <= self.wild_count:
                    kept.append(run)
                    pending += self._pending(run, suit, reach)
                    continue
                short = max(0, 3 - run.naturals - run.gaps)
                most = self.tables.run_room(run.naturals, ends=self._room_is_short(suit))
                if run.gaps + short > most:
                    return None
                need += short
                room += most
            still_open.append(tuple(kept))
        if need + pending > self.wild_count:
            return None
        room = min(room, self.wild_count)
        return State(tuple(still_open), need, room, state.own, state.low_aces)

    def _pending(self, run: OpenRun, suit: int, reach: int) -> int:
        """The fewest wilds an open run will need; the next card of its suit is at ``reach``."""
        short = 3 - run.naturals - run.gaps
        if short <= 0:
            return 0
        gap = reach - run.last - 1
        if gap:
            return min(gap, short)
        return int(short == 2 and self.next_card[reach][suit] != reach + 1)


def _some_of(runs: tuple[OpenRun, ...], most: int) -> Iterator[tuple[OpenRun, ...]]:
    """Every choice of at most ``most`` of ``runs``, equal runs counted and not told apart."""
    counted = list(Counter(runs).items())

    def choose(i: int, left: int) -> Iterator[tuple[OpenRun, ...]]:
        if i == len(counted):
            yield ()
            return
        run, times = counted[i]
        for count in range(min(times, left) + 1):
            for others in choose(i + 1, left - count):
                yield (run,) * count + others

    return choose(0, most)
