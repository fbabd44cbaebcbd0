"""Hands that need runs against the brute force: ``python -m tests.tools.indian``.

A hand is dealt from two packs with a joker each, evenly or from a few ranks and suits, and a wild
rank is drawn. For each reading of what counts without the runs, the solver must find the fewest
points, and solver and referee the discards that go out. One line at the end; exit 1 on any
difference.

The brute force is plain: every layout of a hand, by the definition of a meld in ``oracle``. It
shares only the points of single cards with the solver and the referee.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from multiprocessing import Pool
from random import Random
from typing import NamedTuple, get_args

from scorekeeper import games
from scorekeeper.cards import JOKER, Card
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.referee import judge_going_out
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import WithoutSequences
from scorekeeper.solver import Arrangement, best_arrangement, best_discard, discards_going_out
from tests.tools import oracle
from tests.tools.long_run import stands_right
from tests.tools.random_hands import Dealt, random_hand, random_wild

READINGS: tuple[WithoutSequences, ...] = get_args(WithoutSequences)


# ── the brute force ──────────────────────────────────────────────────────────────────────


class Laid(NamedTuple):
    """What matters in a layout of a hand: its runs, and what is left.

    ``pure`` and ``runs`` are counted only as far as they are required; ``pure_cost`` is what the
    cards of the pure runs would cost, and ``left`` is the points and the number of unmelded cards.
    """

    pure: int
    runs: int
    left: tuple[int, int]
    pure_cost: int


def is_pure_run(cards: tuple[Card, ...], rules: RoundRules) -> bool:
    """Every card stands for itself: one suit, and ranks next to each other in the order of runs."""
    ranks = rules.ranks
    line = {"low": ranks, "high": ranks[1:] + "A", "both": ranks + "A"}[rules.ace_runs]
    line = line if ranks[0] == "A" else ranks
    held = Counter(card.rank for card in cards)
    return (
        len(cards) >= 3
        and JOKER not in cards
        and len({card.suit for card in cards}) == 1
        and any(
            Counter(line[start : start + len(cards)]) == held
            for start in range(len(line) - len(cards) + 1)
        )
    )


def is_run(cards: tuple[Card, ...], rules: RoundRules) -> bool:
    """A run has a card that isn't wild: wilds alone are a meld, but never a run."""
    naturals = [card for card in cards if not oracle.is_wild(card, rules)]
    return len(cards) >= 3 and bool(naturals) and oracle.is_run(cards, rules)


class BruteForce:
    """Every layout of some of the cards ``held``, which are told apart by their indices."""

    def __init__(self, held: tuple[Card, ...], rules: RoundRules) -> None:
        self.held, self.rules = tuple(sorted(held)), rules
        self.runs = max(rules.sequences, rules.pure_sequences)
        self.melds: dict[int, list[tuple[int, int, int, int]]] = {}
        self.ways = cache(self._ways)
        judged: dict[tuple[Card, ...], tuple[bool, bool, bool]] = {}
        for places in self._of_a_rank_or_a_suit():
            cards = tuple(self.held[place] for place in places)
            if cards not in judged:
                judged[cards] = self._judged(cards)
            pure, run, meld = judged[cards]
            if meld:
                mask = sum(1 << place for place in places)
                cost = oracle.cost(cards, rules) if pure else 0
                self.melds.setdefault(mask & -mask, []).append((mask, pure, run or pure, cost))

    def _of_a_rank_or_a_suit(self) -> set[tuple[int, ...]]:
        """The indices of any three or more cards whose naturals share a rank or a suit.

        No other cards can be a meld.
        """
        found: set[tuple[int, ...]] = set()
        for name in (*self.rules.ranks, *self.rules.suits):
            places = [
                place
                for place, card in enumerate(self.held)
                if name in card or oracle.is_wild(card, self.rules)
            ]
            for size in range(3, len(places) + 1):
                found.update(combinations(places, size))
        return found

    def _judged(self, cards: tuple[Card, ...]) -> tuple[bool, bool, bool]:
        """Whether cards are a pure run, a run, a meld."""
        pure, run = is_pure_run(cards, self.rules), is_run(cards, self.rules)
        return pure, run, pure or run or oracle.is_meld(cards, self.rules)

    def _ways(self, mask: int) -> frozenset[Laid]:
        """The layouts of some of the cards; of those otherwise alike, the cheapest.

        The first card is left over, or is in a meld with some of the others.
        """
        if not mask:
            return frozenset({Laid(0, 0, (0, 0), 0)})
        first = mask & -mask
        card = self.held[first.bit_length() - 1]
        points = self.rules.points[card]
        found = {
            way._replace(left=(way.left[0] + points, way.left[1] + 1))
            for way in self.ways(mask - first)
        }
        for meld, pure, run, cost in self.melds.get(first, ()):
            if meld & mask == meld:
                for way in self.ways(mask - meld):
                    counted = min(way.pure + pure, 9), min(way.runs + run, self.runs)
                    found.add(Laid(*counted, way.left, way.pure_cost + cost))
        return frozenset(cheapest_of(found))

    def without(self, card: Card | None = None) -> list[Laid]:
        """The layouts of all the cards but one that is thrown."""
        every = (1 << len(self.held)) - 1
        return list(self.ways(every - (1 << self.held.index(card) if card else 0)))

    def down(self, way: Laid) -> bool:
        return way.pure >= self.rules.pure_sequences and way.runs >= self.runs

    def points(self, reading: WithoutSequences, thrown: Card | None = None) -> int:
        """The least points that a hand counts."""
        rules, total = self.rules, oracle.cost(self.held, self.rules)
        total -= rules.points[thrown] if thrown else 0
        first, cap, counted = rules.pure_sequences, rules.hand_cap or 10**9, []
        for way in self.without(thrown):
            points = total
            if self.down(way) or (reading == "pure" and way.pure >= first):
                points = way.left[0]
            elif reading == "first" and way.pure == first:
                points = total - way.pure_cost
            elif reading == "flat" and rules.hand_cap:
                points = cap
            counted.append(min(points, cap))
        return min(counted)

    def goes_out(self) -> set[Card]:
        """Every discard that leaves a hand with its runs and nothing left over."""
        return {
            card
            for card in set(self.held)
            if any(self.down(way) and way.left == (0, 0) for way in self.without(card))
        }


def cheapest_of(ways: set[Laid]) -> Iterator[Laid]:
    """The least that is left, and the costliest pure runs, by the number of runs."""
    kept: dict[tuple[int, int], list[Laid]] = {}
    for way in ways:
        kept.setdefault((way.pure, way.runs), []).append(way)
    for alike in kept.values():
        yield min(alike, key=lambda way: (way.left, -way.pure_cost))
        yield max(alike, key=lambda way: (way.pure_cost, [-n for n in way.left]))


# ── the hands ────────────────────────────────────────────────────────────────────────────


def random_runs(random: Random) -> RuleSet:
    """The game, or one that needs other numbers of runs and has other melds."""
    game = games.game("indian-rummy")
    if random.random() < 0.5:
        return game
    return game.replace(
        sequences=random.choice((0, 1, 2, 2, 3)),
        pure_sequences=random.choice((0, 1, 1, 2)),
        hand_cap=random.choice((0, 40, 80)),
        wild_limit=random.choice(("any", "any", "natural", "half", "one")),
        wild_as_rank=random.random() < 0.5,
        wild_points=random.choice((0, "face")),
        joker_points=random.choice((0, 20)),
        jokers=random.choice((0, 1, 3)),
        set_max=random.choice((0, 3, 4)),
        set_distinct_suits=random.random() < 0.5,
        ace_runs=random.choice(("low", "high", "both")),
    )


def deals(seed: object, count: int, size: int) -> Iterator[Dealt]:
    """``count`` hands of ``size`` cards with a drawn wild rank, half of them under other rules."""
    random = Random(f"runs/{seed}")
    for _ in range(count):
        game = random_runs(random)
        hand = random_runs_hand(random, game, size)
        yield Dealt(hand, game.round(1, random_wild(random, game, hand)))


def random_runs_hand(random: Random, game: RuleSet, size: int) -> tuple[Card, ...]:
    """A hand dealt evenly or from few ranks and suits, or one with half its cards in runs."""
    hand = list(random_hand(random, game, 2, size))
    if random.random() < 0.5:
        for _ in range(random.randint(1, 2)):
            line, suit = game.round(1).run_order, random.choice(game.suits)
            start, length = random.randrange(len(line) - 2), random.randint(2, 5)
            run = [Card(rank, suit) for rank in line[start : start + length]]
            hand = [*run, *hand][:size]
    random.shuffle(hand)
    return tuple(hand)


# ── the comparison ───────────────────────────────────────────────────────────────────────


def differences(dealt: Dealt) -> list[str]:
    """Where solver and referee differ from the brute force about a hand after the draw."""
    held, rules = dealt
    truth = BruteForce(held, rules)
    hand, thrown = held[:-1], held[-1]
    wrong = []
    for reading in READINGS:
        read = replace(rules, without_sequences=reading)
        got, least = best_arrangement(hand, read), truth.points(reading, thrown)
        if got.points != least:
            wrong.append(f"{reading}: {least} without {thrown}, not {got.points}")
        wrong += [f"{reading}: {fault}" for fault in faults(got, hand, read)]
        card, rest = best_discard(held, read)
        least = min(truth.points(reading, card) for card in set(held))
        if rest.points != least or rest.points != truth.points(reading, card):
            wrong.append(f"{reading}: the best discard leaves {least}, not {rest.points} ({card})")
    going = truth.goes_out()
    if {*discards_going_out(held, rules)} != going:
        wrong.append(f"the solver goes out with {discards_going_out(held, rules)}, not {going}")
    verdict = judge_going_out(held, rules, neighbours={})
    ways = {way.card for way in verdict.ways}
    if verdict.stands != bool(going) or ways != going:
        wrong.append(f"the referee goes out with {ways}, not {going}")
    return [f"{dealt}: {fault}" for fault in wrong]


def faults(found: Arrangement, hand: tuple[Card, ...], rules: RoundRules) -> Iterator[str]:
    """Why ``found`` isn't a possible layout of the hand, cheap or not."""
    shown = Counter(found.deadwood)
    for meld in found.melds:
        shown.update(meld.cards)
        judged = judge_meld(meld.cards, rules)
        if not isinstance(judged, Meld) or judged.is_pure != meld.is_pure:
            yield f"{meld} is no such meld"
        elif rules.needs_runs and (judged.kind == "run") != (meld.kind == "run"):
            yield f"{meld} is no {judged.kind}"
        elif not stands_right(meld, rules):
            yield f"wrong places: {meld}"
    if shown != Counter(hand):
        yield "the cards shown are not the cards of the hand"
    pure, runs = sum(m.is_pure for m in found.melds), sum(m.kind == "run" for m in found.melds)
    cost = oracle.cost(found.deadwood, rules)
    is_down = pure >= rules.pure_sequences and runs >= rules.sequences
    if found.points != min(cost, rules.hand_cap or cost) and (
        is_down or rules.without_sequences != "flat"
    ):
        yield f"{cost} points are left, and {found.points} count"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.indian", description=__doc__)
    parser.add_argument("--hands", type=int, default=5_000, help="hands of 14 cards")
    parser.add_argument("--seed", type=int, default=313, help="of the random hands")
    parser.add_argument("--processes", type=int, help="default: as many as there are processors")
    chosen = parser.parse_args(arguments)
    started, wrong = time.monotonic(), 0
    with Pool(chosen.processes) as pool:
        hands = deals(chosen.seed, chosen.hands, 14)
        for found in pool.imap_unordered(differences, hands, chunksize=10):
            wrong += len(found)
            for line in found:
                print(line, flush=True)
    print(
        f"seed {chosen.seed}: {chosen.hands} hands of 14 cards under each reading,"
        f" {wrong} differences, {time.monotonic() - started:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
