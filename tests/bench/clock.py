"""The floor, and the times of questions in floors.

A machine that is busy with something else is slower for a while, so questions are asked in short
stretches, one right after another as a program asks them, their times are divided by the floor
measured right before and after the stretch, and each question is asked in several processes, of
which the median counts. Each process starts fresh and warms up on other hands: it has seen none
of the hands that it is timed with. How long they take when they come again is a figure beside.
Python collects its garbage as ever, but once before the first question: what the warm-up left is
not looked through in the middle of a hand.

Where the system puts Python in memory makes the floor a third longer in some processes than in
others, and hands no longer. So the floor that counts is the mean of the processes.
"""

import gc
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

from scorekeeper.rules.rule_set import RuleSet

CARDS = [str(card) for card in RuleSet(suits="SHDCX").pack[:14]]
CODE = {str(card): i for i, card in enumerate(RuleSet(suits="SHDCX", jokers=1).pack)}

LOOPS = range(20)
CHUNKS = range(5)

STRETCH = 20
"""Questions between two measurements of the floor."""

FLOORS = 101
"""Measurements of the floor that tell what it is in a process most of the time."""

Ask = Callable[..., object]


class Timed(NamedTuple):
    """Questions, each a tuple of arguments for ``ask``, and others to warm up on."""

    ask: Ask
    cases: Sequence[tuple[object, ...]]
    others: Sequence[tuple[object, ...]]


def floor() -> float:
    """Seconds to map 14 card strings to numbers and add them up."""
    code, cards = CODE, CARDS
    times = []
    for _ in CHUNKS:
        started = perf_counter()
        for _ in LOOPS:
            sum(map(code.__getitem__, cards))
        times.append(perf_counter() - started)
    return median(times) / len(LOOPS)


def floors(ask: Ask, cases: Sequence[tuple[object, ...]]) -> list[float]:
    """The time of each question in floors."""
    found: list[float] = []
    before = floor()
    for first in range(0, len(cases), STRETCH):
        times = []
        for case in cases[first : first + STRETCH]:
            started = perf_counter()
            ask(*case)
            times.append(perf_counter() - started)
        after = floor()
        found += [2 * took / (before + after) for took in times]
        before = after
    return found


class Times(NamedTuple):
    """Times in floors, one for each question: when it is new, and when it comes again.

    ``floor`` is what one takes in seconds in that process, most of the time.
    """

    new: list[float]
    again: list[float]
    floor: float


def once(timed: Timed) -> Times:
    """The time of each question in floors, after a warm-up on the others."""
    for case in timed.others:
        timed.ask(*case)
    gc.collect()
    new, again = floors(timed.ask, timed.cases), floors(timed.ask, timed.cases)
    return Times(new, again, median([floor() for _ in range(FLOORS)]))


def in_fresh_processes(timed: Timed, repetitions: int) -> Times:
    """The same as the median of so many processes, one after another."""
    return side_by_side([timed], repetitions)[0]


def side_by_side(several: Sequence[Timed], repetitions: int) -> list[Times]:
    """The same for several sorts of questions, asked in the same processes for a fair ratio."""
    runs = []
    for _ in range(repetitions):
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            runs.append(list(process.map(once, several)))
    return [in_the_middle(times) for times in zip(*runs, strict=True)]


def in_the_middle(times: Sequence[Times]) -> Times:
    """The median of each question over processes, in floors that are the mean of theirs."""
    unit = mean([run.floor for run in times])

    def middle(runs: Iterable[Sequence[float]]) -> list[float]:
        return [median(of_one) for of_one in zip(*runs, strict=True)]

    return Times(
        middle([[took * run.floor / unit for took in run.new] for run in times]),
        middle([[took * run.floor / unit for took in run.again] for run in times]),
        unit,
    )
