"""An integer program as a third witness: ``python -m tests.tools.third_witness [--hands N]``.

The brute force of ``oracle`` can do about ten cards. This one can do forty: it writes the
definition of a meld as equations and leaves the search to HiGHS (``scipy``, of the extra
``bench``). It shares no code with the solver, the referee or the brute force; from the program it
takes only ``Card`` and the values of the rules.

What is counted, and why it is exact
------------------------------------
- *Sets* of one rank are counted by their naturals: by how many they hold, or, if suits must
  differ, by which suits. A number of naturals allows a least and a most number of wilds, and every
  number in between works, so the wilds of similar sets are counted together.
- *Runs* are counted by suit and places on the line. ``n`` of them at the same places hold at most
  ``n`` naturals at each place. If each must hold ``m`` naturals, ``n * m`` of them can be dealt
  out evenly, place after place, so again a count for each place is enough.
- *Wilds alone* are one meld of three or more, if the rules allow that.
- A card of the wild rank is used as a wild, or, if it can stand as itself, in a set of its rank
  or in its own place in a run.

Points count ``MORE_THAN_ALL_CARDS`` times as much as cards, so that the cheapest solution has the
fewest points, and of those the fewest cards. To find a tie, the program is solved again with those
points and other cards left.
"""

import argparse
import importlib
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from itertools import combinations
from multiprocessing import Pool
from typing import NamedTuple

from scorekeeper.cards import JOKER, Card
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import best_arrangement
from tests.tools import oracle
from tests.tools.long_run import faults
from tests.tools.random_hands import Dealt, large_deals, random_deals

MORE_THAN_ALL_CARDS = 256
"""What a point counts in cards; no hand has so many."""

SMALL_HANDS = 500
"""Hands on which it is itself compared with the brute force."""

PATIENCE = 60
"""Seconds after which a hand counts as not answered."""

Terms = dict[int, int]
"""A sum of columns: the factor of each."""


class Witness(NamedTuple):
    """The fewest points, then the fewest cards, and whether other cards could be left."""

    points: int
    cards: int
    tied: bool


class Program:
    """An integer program: whole numbers of 0 or more, and the conditions between them."""

    def __init__(self) -> None:
        self.most: list[int] = []
        self.prices: list[int] = []
        self.rows: list[tuple[Terms, float, float]] = []

    def column(self, most: int, price: int = 0) -> int:
        """A new variable of at most ``most``."""
        self.most.append(most)
        self.prices.append(price)
        return len(self.most) - 1

    def hold(self, terms: Terms, least: float, most: float) -> None:
        """Require the sum to be between the two."""
        self.rows.append((terms, least, most))

    def solve(self) -> list[int] | None:
        """The values of the cheapest solution; None if there is none."""
        numpy, optimize, sparse = map(
            importlib.import_module, ("numpy", "scipy.optimize", "scipy.sparse")
        )
        where = [
            (number, column, factor)
            for number, (terms, _, _) in enumerate(self.rows)
            for column, factor in terms.items()
        ]
        rows, columns, factors = zip(*where, strict=True)
        matrix = sparse.csr_array(
            (factors, (rows, columns)), shape=(len(self.rows), len(self.most))
        )
        found = optimize.milp(
            numpy.array(self.prices, dtype=float),
            integrality=numpy.ones(len(self.most)),
            bounds=optimize.Bounds(0, numpy.array(self.most, dtype=float)),
            constraints=optimize.LinearConstraint(
                matrix,
                numpy.array([least for _, least, _ in self.rows], dtype=float),
                numpy.array([most for _, _, most in self.rows], dtype=float),
            ),
            options={"mip_rel_gap": 0.0},
        )
        if found.status == 2:
            return None
        if found.status != 0:
            raise RuntimeError(f"HiGHS gave up: {found.message}")
        return [round(number) for number in found.x]


class HandProgram:
    """The program of one hand. ``uses[card]`` are the columns that take a card as itself."""

    def __init__(self, cards: Sequence[Card], rules: RoundRules) -> None:
        self.rules = rules
        self.held = Counter(cards)
        self.program = Program()
        self.uses: dict[Card, Terms] = {card: {} for card in self.held}
        self.wilds = sum(n for card, n in self.held.items() if self._is_wild(card))
        self.wilds_used: Terms = {}
        self.naturals = {
            card: n
            for card, n in self.held.items()
            if not self._is_wild(card) or (card != JOKER and self._counts_as_itself())
        }
        self._sets()
        self._runs()
        if rules.wild_limit == "any":
            self._wilds_alone()
        self.left = self._supply()

    def _is_wild(self, card: Card) -> bool:
        return card == JOKER or card.rank == self.rules.wild

    def _counts_as_itself(self) -> bool:
        return self.rules.wild_as_rank and self.rules.wild_limit != "any"

    # ── the melds ────────────────────────────────────────────────────────────────────────

    def _sets(self) -> None:
        for rank in self.rules.ranks:
            cards = [card for card in self.naturals if card.rank == rank]
            if self.rules.set_distinct_suits:
                for size in range(1, len(cards) + 1):
                    for chosen in combinations(cards, size):
                        column = self._sets_with(size, min(self.held[card] for card in chosen))
                        if column is not None:
                            for card in chosen:
                                self.uses[card][column] = 1
            elif cards:
                self._sets_by_size(cards)

    def _sets_by_size(self, cards: Sequence[Card]) -> None:
        """Sets of one rank where any suits in one set."""
        total = sum(self.held[card] for card in cards)
        in_sets: Terms = {}
        for size in range(1, total + 1):
            column = self._sets_with(size, total // size)
            if column is not None:
                in_sets[column] = size
        for card in cards:
            used = self.program.column(self.held[card])
            self.uses[card][used] = 1
            in_sets[used] = -1
        self.program.hold(in_sets, 0, 0)

    def _sets_with(self, naturals: int, most: int) -> int | None:
        """The number of sets with this many naturals, at most ``most``; None if impossible."""
        rules = self.rules
        fewest = max(0, 3 - naturals)
        room = {"half": naturals, "one": 1}.get(rules.wild_limit, self.wilds)
        if rules.set_max:
            room = min(room, rules.set_max - naturals)
        if fewest > min(room, self.wilds):
            return None
        column = self.program.column(most)
        if self.wilds:
            wilds = self.program.column(self.wilds)
            self.wilds_used[wilds] = 1
            self.program.hold({wilds: 1, column: -fewest}, 0, float("inf"))
            self.program.hold({wilds: 1, column: -room}, -float("inf"), 0)
        return column

    def _line(self) -> str:
        """The ranks that runs follow, the ace at either end or at both."""
        ranks, where = self.rules.ranks, self.rules.ace_runs
        if not ranks.startswith("A") or where == "low":
            return ranks
        return ranks + "A" if where == "both" else ranks[1:] + "A"

    def _runs(self) -> None:
        line = self._line()
        for suit in self.rules.suits:
            for start in range(len(line)):
                for stop in range(start + 3, len(line) + 1):
                    self._runs_at([Card(rank, suit) for rank in line[start:stop]])

    def _runs_at(self, places: Sequence[Card]) -> None:
        """Runs at the same places in a suit."""
        size = len(places)
        fewest = {"any": 0, "natural": 1, "half": size - size // 2, "one": size - 1}[
            self.rules.wild_limit
        ]
        held = [self.naturals.get(card, 0) for card in places]
        possible = sum(1 for count in held if count)
        if possible < max(fewest, 1) or size - possible > self.wilds:
            # A run of nothing but wilds is what ``_wilds_alone`` counts.
            return
        runs = self.program.column(sum(held))
        wilds = {runs: size}
        for card, count in zip(places, held, strict=True):
            if count:
                here = self.program.column(count)
                self.uses[card][here] = 1
                wilds[here] = -1
                self.program.hold({here: 1, runs: -1}, -float("inf"), 0)
        for column, factor in wilds.items():
            self.wilds_used[column] = self.wilds_used.get(column, 0) + factor
        # The naturals that these runs must hold together: size - wilds, at least ``fewest``.
        self.program.hold(wilds, 0, float("inf"))
        self.program.hold({**wilds, runs: fewest}, -float("inf"), 0)

    def _wilds_alone(self) -> None:
        there = self.program.column(1)
        wilds = self.program.column(self.wilds)
        self.wilds_used[wilds] = 1
        self.program.hold({wilds: 1, there: -3}, 0, float("inf"))
        self.program.hold({wilds: 1, there: -self.wilds}, -float("inf"), 0)

    # ── the cards ────────────────────────────────────────────────────────────────────────

    def _supply(self) -> dict[Card, int]:
        """Each card is used or left; returns the columns of those left."""
        left = {}
        for card, count in self.held.items():
            price = self.rules.points[card] * MORE_THAN_ALL_CARDS + 1
            left[card] = self.program.column(count, price)
            terms = {**self.uses[card], left[card]: 1}
            if self._is_wild(card):
                as_wild = self.program.column(count)
                terms[as_wild] = 1
                self.wilds_used[as_wild] = -1
            self.program.hold(terms, count, count)
        if self.wilds_used:
            self.program.hold(self.wilds_used, 0, 0)
        return left

    def solve(self) -> Witness:
        """The least deadwood, and whether it is tied."""
        found = self.program.solve()
        assert found is not None, "leaving every card is always possible"
        left = {card: found[column] for card, column in self.left.items()}
        points = sum(self.rules.points[card] * count for card, count in left.items())
        return Witness(points, sum(left.values()), self._is_tied(left, points))

    def _is_tied(self, left: dict[Card, int], points: int) -> bool:
        """Whether cards other than ``left``, costing points, can be left for as many points."""
        program = self.program
        costs = {self.left[card]: self.rules.points[card] for card in left}
        if not any(costs.values()):
            return False
        program.hold({column: cost for column, cost in costs.items() if cost}, points, points)
        other: Terms = {}
        for card, count in left.items():
            column, held = self.left[card], self.held[card]
            if not self.rules.points[card]:
                continue
            if count < held:
                more = program.column(1)
                program.hold({column: 1, more: -(count + 1)}, 0, float("inf"))
                other[more] = 1
            if count:
                fewer = program.column(1)
                program.hold({column: 1, fewer: held - count + 1}, -float("inf"), held)
                other[fewer] = 1
        program.hold(other, 1, float("inf"))
        program.prices = [0] * len(program.most)
        return program.solve() is not None


def least_deadwood(cards: Iterable[Card], rules: RoundRules) -> Witness:
    """What the integer program says about a hand."""
    return HandProgram(tuple(cards), rules).solve()


# ── the command ──────────────────────────────────────────────────────────────────────────


class Compared(NamedTuple):
    """A line for each difference, and for each hand that the solver didn't answer in time."""

    differences: list[str]
    unanswered: list[str]


def compare_small(dealt: Dealt) -> Compared:
    """Where the integer program and the brute force disagree."""
    got, truth = least_deadwood(*dealt), oracle.least_deadwood(*dealt)
    wrong = f"{dealt}: the brute force says {truth}, the integer program {tuple(got)}"
    return Compared([] if got == truth else [wrong], [])


def compare_large(dealt: Dealt, patience: int) -> Compared:
    """Where the solver and the integer program disagree."""
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(patience)
    try:
        found = best_arrangement(*dealt)
        got = (found.points, len(found.deadwood), found.tied)
    except TimeoutError:
        return Compared([], [f"{dealt}: no answer in {patience} s"])
    finally:
        signal.alarm(0)
    truth = least_deadwood(*dealt)
    wrong = [] if got == truth else [f"is {tuple(truth)}, not {got} (points, cards, tied)"]
    wrong += faults(found, dealt.hand, dealt.rules)
    return Compared([f"{dealt}: {fault}" for fault in wrong], [])


def _give_up(*_: object) -> None:
    raise TimeoutError


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.third_witness", description=__doc__
    )
    parser.add_argument("--hands", type=int, default=500, help="hands of 11 to 21 cards")
    parser.add_argument("--seed", type=int, default=313, help="of the random hands")
    parser.add_argument("--patience", type=int, default=PATIENCE, help="seconds for a hand")
    chosen = parser.parse_args(arguments)
    version: str = importlib.import_module("scipy").__version__
    started = time.monotonic()
    parts: list[tuple[Iterable[Dealt], Callable[[Dealt], Compared]]] = [
        (random_deals(f"small/{chosen.seed}", SMALL_HANDS, 8), compare_small),
        (large_deals(chosen.seed, chosen.hands), partial(compare_large, patience=chosen.patience)),
    ]
    wrong = unanswered = 0
    with Pool() as pool:
        for deals, compare in parts:
            for compared in pool.imap_unordered(compare, deals):
                wrong += len(compared.differences)
                unanswered += len(compared.unanswered)
                for line in (*compared.differences, *compared.unanswered):
                    print(line, flush=True)
    print(
        f"{date.today().isoformat()} seed {chosen.seed}: an integer program"
        f" (HiGHS, scipy {version})"
        f" against the brute force on {SMALL_HANDS} hands of 1 to 8 cards, and against the solver"
        f" on {chosen.hands} hands of 11 to 21 cards of 2 to 8 packs under random"
        f" rules: {wrong} differences, {unanswered} not answered within {chosen.patience} s,"
        f" {time.monotonic() - started:.0f} s in all"
    )
    return 1 if wrong or unanswered else 0


if __name__ == "__main__":
    sys.exit(main())
