"""A hill climb to the slowest hand: it swaps cards, the wild rank and the rules for others.

A hand that takes longer than the slowest so far takes its place if it does so twice. After some
fruitless steps the climb starts again, from random hands or, every second time, from a
neighbourhood of the slowest of all.
"""

import resource
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from time import monotonic, process_time
from typing import NamedTuple

from scorekeeper.cards import JOKER, Card
from scorekeeper.rules import RuleSet
from scorekeeper.solver import best_arrangement
from tests.tools.random_hands import Dealt, random_hand, random_rules, random_wild

PATIENCE = 150
"""Steps without a slower hand before the climb starts again."""

FIRST = 12
"""Random hands of which the slowest is where a climb begins."""


class Spot(NamedTuple):
    """Where a climb is now: the game, the packs, a hand, and the wild rank."""

    game: RuleSet
    packs: int
    hand: tuple[Card, ...]
    wild: str | None

    @property
    def dealt(self) -> Dealt:
        return Dealt(self.game.in_order(self.hand), self.game.wild_only(self.wild))


class Found(NamedTuple):
    """The slowest hand of a climb, its seconds, how many hands were tried, and the memory in MB."""

    dealt: Dealt
    seconds: float
    tried: int
    megabytes: int


def seconds_of(spot: Spot) -> float:
    """The processor time of a hand alone, without that of setting up its rules."""
    hand, rules = spot.dealt
    best_arrangement((), rules)
    started = process_time()
    best_arrangement(hand, rules)
    return process_time() - started


def anywhere(random: Random, size: int) -> Spot:
    """A random hand of up to four packs, under random rules."""
    while True:
        game, packs = random_rules(random), random.randint(1, 4)
        hand = random_hand(random, game, packs, size)
        if len(hand) == size:
            return Spot(game, packs, hand, random_wild(random, game, hand))


def near(random: Random, spot: Spot) -> Spot:
    """A hand that differs a little: in one or two cards, the wild rank, or the rules."""
    game, packs, hand, wild = spot
    chance = random.random()
    if chance < 0.06:
        other = random_rules(random)
        if all(hand.count(card) <= packs * other.pack.count(card) for card in hand):
            return Spot(other, packs, hand, wild if wild in {*other.ranks} else None)
    elif chance < 0.12:
        return spot._replace(wild=random.choice((None, *game.ranks)))
    cards = list(hand)
    for _ in range(1 if chance < 0.75 else 2):
        cards.remove(random.choice(cards))
        cards.append(free_card(random, spot._replace(hand=tuple(cards))))
    return spot._replace(hand=tuple(cards))


def free_card(random: Random, spot: Spot) -> Card:
    """A card that is still in the packs, more often than not next to one of the hand."""
    pack, ranks = spot.game.pack, spot.game.ranks
    while True:
        card, beside = random.choice(pack), random.choice(spot.hand)
        if beside != JOKER and random.random() < 0.6:
            at = ranks.index(beside.rank) + random.choice((-2, -1, 0, 0, 1, 2))
            suit = random.choice(spot.game.suits) if random.random() < 0.3 else beside.suit
            card = Card(ranks[at % len(ranks)], suit)
        if spot.hand.count(card) < spot.packs * pack.count(card):
            return card


def climb(
    size: int, seconds: float, seed: object, seconds_of: Callable[[Spot], float] = seconds_of
) -> Found:
    """The slowest hand of ``size`` cards found in this many seconds; it tries at least one."""
    random, until = Random(f"{seed}/{size}"), monotonic() + seconds
    worst, most, tried = anywhere(random, size), 0.0, 0

    def timed(spot: Spot, least: float = 0.0) -> float:
        nonlocal worst, most, tried
        tried += 1
        took = seconds_of(spot)
        if took > least:
            took = min(took, seconds_of(spot))
        if took > most:
            worst, most = spot, took
        return took

    while not tried or monotonic() < until:
        if random.random() < 0.5:
            starts = [anywhere(random, size) for _ in range(FIRST)]
        else:
            starts = [worst]
            for _ in range(size // 3):
                starts = [near(random, starts[0])]
        times = [timed(spot) for spot in starts]
        best, fruitless = max(times), 0
        spot = starts[times.index(best)]
        while fruitless < PATIENCE and monotonic() < until:
            other = near(random, spot)
            took = timed(other, best)
            fruitless += 1
            if took > best:
                spot, best, fruitless = other, took, 0
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Found(worst.dealt, most, tried, megabytes)


def climb_row(size: int, seconds: float, most: float, seed: object) -> str:
    """A line about the slowest hand of a climb, which runs in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        found = process.submit(climb, size, seconds, seed).result()
    verdict = "<=" if found.seconds <= most else "ABOVE"
    return (
        f"  {size} cards: {found.seconds * 1e3:.0f} ms ({verdict} {most * 1e3:.0f}),"
        f" {found.megabytes} MB, of {found.tried:,} hands: {found.dealt}"
    )
