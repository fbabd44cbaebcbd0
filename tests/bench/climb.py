"""A hill climb to the worst hand: cards, the wild rank and the rules are swapped for others.

A hand that takes longer than the slowest so far is asked three times, and takes its place if it
still does. After some fruitless steps the climb starts again, from a random hand or, every second
time, from a neighbourhood of the slowest of all. What the climb finds is timed once more as all
hands are: in fresh processes that have not seen it.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import median
from time import monotonic
from typing import Any, NamedTuple

from scorekeeper.cards import JOKER, Card
from scorekeeper.rules.card_rules import RoundRules
from tests.bench.clock import Timed, Times, floors, in_fresh_processes
from tests.bench.deals import Kind, arrange, few_ranks_and_suits, game_with, others
from tests.bench.table import Figure, Row
from tests.random_hands import Dealt

PATIENCE = 150
"""Steps without a slower hand before the climb starts again."""

FIRST = 12
"""Random hands of which the slowest is where a climb begins."""

KEPT = 3
"""Slowest hands that are timed again in fresh processes."""


class Hill(NamedTuple):
    """Where to climb: hands of ``size`` cards of ``packs``, under one of the ``keys``.

    ``wilds`` is how many of the cards are wild, None for any number.
    """

    name: str
    size: int
    packs: int
    keys: tuple[Mapping[str, Any], ...]
    wilds: int | None
    most: float


ACES: tuple[Mapping[str, Any], ...] = ({}, {"ace_runs": "high"}, {"ace_runs": "both"})
LIMITED: tuple[Mapping[str, Any], ...] = tuple(
    {**limit, **aces}
    for limit in (
        {"wild_limit": "natural"},
        {"wild_limit": "half"},
        {"wild_limit": "half", "wild_as_rank": True},
        {"wild_limit": "one"},
        {"wild_limit": "one", "wild_as_rank": True},
        {"set_max": 3},
        {"set_max": 4},
        {"set_distinct_suits": True},
        {"set_distinct_suits": True, "wild_limit": "half", "wild_as_rank": True},
        {"set_max": 4, "wild_limit": "one"},
    )
    for aces in ACES
)

HILLS = (
    Hill("14 cards of 2 packs", 14, 2, ACES, None, 2_500),
    *(Hill(f"14 cards with limits, packs: {n}", 14, n, LIMITED, None, 12_000) for n in (1, 2, 8)),
    Hill("26 cards of 2 packs", 26, 2, ACES, None, 200_000),
    Hill("40 cards of 8 packs, 12 of them wild", 40, 8, ACES, 12, 1_000_000),
)


class Climb:
    """One climb; ``ask`` is timed."""

    def __init__(self, hill: Hill, ask: Callable[..., object], seed: object) -> None:
        self.hill = hill
        self.ask = ask
        self.random = Random(f"{seed}/{hill.name}")
        self.games = [game_with(keys) for keys in hill.keys]
        self.slowest: dict[Dealt, float] = {}
        self.asked = 0

    def go(self, seconds: float) -> list[Dealt]:
        """The slowest hands found in so many seconds, the slowest first."""
        until = monotonic() + seconds
        while monotonic() < until or not self.slowest:
            self._climb(self._start(), until)
        return list(self.slowest)

    def _climb(self, dealt: Dealt, until: float) -> None:
        best, fruitless = self._timed(dealt), 0
        self._keep(dealt, best)
        while fruitless < PATIENCE and monotonic() < until:
            fruitless += 1
            near = self._near(dealt)
            took = self._timed(near, best)
            if took > best:
                dealt, best, fruitless = near, took, 0
                self._keep(dealt, best)

    def _timed(self, dealt: Dealt, least: float = 0) -> float:
        """The time in floors; if it is more than ``least``, the median of three."""
        self.asked += 1
        took = self._floors(dealt)
        if took <= least:
            return took
        return median((took, self._floors(dealt), self._floors(dealt)))

    def _floors(self, dealt: Dealt) -> float:
        return floors(self.ask, [dealt])[0]

    def _keep(self, dealt: Dealt, took: float) -> None:
        kept = {**self.slowest, dealt: took}
        in_order = sorted(kept, key=kept.__getitem__, reverse=True)
        self.slowest = {one: kept[one] for one in in_order[:KEPT]}

    # ── hands ────────────────────────────────────────────────────────────────────────────

    def _start(self) -> Dealt:
        if self.slowest and self.random.random() < 0.5:
            dealt = next(iter(self.slowest))
            for _ in range(self.hill.size // 3):
                dealt = self._near(dealt)
            return dealt
        times: dict[Dealt, float] = {}
        for _ in range(FIRST):
            dealt = self._random_hand()
            times[dealt] = self._floors(dealt)
        return max(times, key=times.__getitem__)

    def _random_hand(self) -> Dealt:
        game = self.random.choice(self.games)
        rules = game.wild_only(self.random.choice((None, *game.ranks)))
        cards = list(rules.pack) * self.hill.packs
        if self.random.random() < 0.8:
            cards = few_ranks_and_suits(self.random, rules, cards, self.hill.size)
        return self._with_wilds(self.random.sample(cards, self.hill.size), rules)

    def _near(self, dealt: Dealt) -> Dealt:
        """A hand that differs a little: in one card or two, or the wild rank, or the rules."""
        hand, rules = list(dealt.hand), dealt.rules
        chance = self.random.random()
        if chance < 0.05:
            rules = self.random.choice(self.games).wild_only(rules.wild)
        elif chance < 0.1:
            rules = rules.with_wild(self.random.choice((None, *rules.ranks)))
        else:
            for _ in range(1 if chance < 0.75 else 2):
                hand.remove(self.random.choice(hand))
                hand.append(self._free_card(hand, rules))
        return self._with_wilds(hand, rules)

    def _free_card(self, hand: Sequence[Card], rules: RoundRules) -> Card:
        """A card that the packs still hold, more often than not beside one of the hand."""
        while True:
            card = self.random.choice(rules.pack)
            beside = self.random.choice(hand)
            if beside != JOKER and self.random.random() < 0.6:
                at = rules.ranks.index(beside.rank) + self.random.choice((-2, -1, 0, 0, 1, 2))
                card = Card(rules.ranks[at % len(rules.ranks)], beside.suit)
                if self.random.random() < 0.3:
                    card = Card(card.rank, self.random.choice(rules.suits))
            if hand.count(card) < self.hill.packs * rules.pack.count(card):
                return card

    def _with_wilds(self, hand: list[Card], rules: RoundRules) -> Dealt:
        """The hand with as many wilds as the hill wants, by swapping cards at random."""
        while self.hill.wilds is not None:
            wilds = [card for card in hand if rules.is_wild(card)]
            if len(wilds) == self.hill.wilds:
                break
            too_many = len(wilds) > self.hill.wilds
            hand.remove(
                self.random.choice([card for card in hand if rules.is_wild(card) == too_many])
            )
            cards = [
                card
                for card in rules.held
                if rules.is_wild(card) != too_many
                and hand.count(card) < self.hill.packs * rules.pack.count(card)
            ]
            hand.append(self.random.choice(sorted(cards)))
        return Dealt(rules.in_order(hand), rules)


def climbed(hill: Hill, seconds: float, seed: object) -> tuple[list[Dealt], int]:
    """What one climb finds, and how many hands it asked about."""
    climb = Climb(hill, arrange, seed)
    return climb.go(seconds), climb.asked


def timed_anew(dealt: Dealt, hill: Hill, repetitions: int, warm_up: int) -> Times:
    """The times of a hand in fresh processes that are warm with its rules."""
    kind = Kind(min(hill.size, 14), (hill.packs,))
    timed = Timed(arrange, [dealt], others(dealt.rules, kind, warm_up))
    return in_fresh_processes(timed, repetitions)


def climb_row(hill: Hill, seconds: float, seed: object, repetitions: int, warm_up: int) -> Row:
    """The worst hand that a climb finds, in floors, timed again in fresh processes."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        hands, asked = process.submit(climbed, hill, seconds, seed).result()
    times = [timed_anew(dealt, hill, repetitions, warm_up) for dealt in hands]
    worst = max(range(len(hands)), key=lambda i: times[i].new)
    figures = (
        Figure("worst found", times[worst].new[0], hill.most),
        Figure("again", times[worst].again[0]),
        Figure("hands tried", asked),
    )
    return Row(hill.name, figures, f"worst: {hands[worst]}")
