"""How much is tried, and what something costs.

An ordinary run tries a part of what is alike, the same each time. The long run tries all of it, and
other words and hands at random each time: ``python -m pytest --hypothesis-profile=long``.
"""

import time
from collections.abc import Callable, Sequence
from cProfile import Profile
from typing import TypeVar

from hypothesis import settings

LOOPS = 1_000_000

LOOPS_A_SECOND = 15_000_000
"""How many an ordinary machine makes, of those below."""

Case = TypeVar("Case")

SURELY_SOON = 1.0
"""Seconds of the processor that nobody counts, however slow it is."""


def is_long() -> bool:
    """Whether this is the long run."""
    return settings.get_current_profile_name() == "long"


def examples(most: int) -> int:
    """How many of so many examples, or seeds, are tried: in the long run all, else a fifth."""
    return most if is_long() else max(1, most // 5)


def some(cases: Sequence[Case], one_in: int = 5, *, first: int = 0) -> Sequence[Case]:
    """Of cases that differ in nothing but data: in the long run all, else one in so many."""
    return cases if is_long() else cases[first % one_in :: one_in]


class Clock:
    """Instead of ``time``: whoever sleeps has slept at once."""

    def __init__(self) -> None:
        self.slept = 0.0

    def monotonic(self) -> float:
        return self.slept

    def sleep(self, seconds: float) -> None:
        self.slept += seconds


def steps(action: Callable[[], object]) -> int:
    """How many functions are called while ``action`` runs, without those written in C."""
    calls = Profile(subcalls=False, builtins=False)
    calls.runcall(action)
    return sum(entry.callcount for entry in calls.getstats())


def is_soon(seconds: float, most: float = 10) -> bool:
    """Whether so many seconds of the processor, just now, are no more than ``most`` elsewhere.

    Elsewhere is an ordinary machine with nothing else to do. Use it where the time may go into C,
    which counts no ``steps``, and give ten times what is needed.
    """
    return seconds < SURELY_SOON or seconds < most * _slowness()


def _slowness() -> float:
    """How many times longer the processor takes here and now than on an ordinary machine."""
    began, count = time.process_time(), 0
    for number in range(LOOPS):
        count += number % 7
    return (time.process_time() - began) * LOOPS_A_SECOND / LOOPS
