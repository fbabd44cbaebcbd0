"""How much is tried, and what something costs.

An ordinary run tries some of the similar cases, the same ones each time. The long run tries all of
them, and new random words and hands each time: ``python -m pytest --hypothesis-profile=long``.
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
    """How many of this many examples, or seeds, to try: all in the long run, otherwise a fifth."""
    return most if is_long() else max(1, most // 5)


def some(cases: Sequence[Case], one_in: int = 5, *, first: int = 0) -> Sequence[Case]:
    """Some of the cases that differ only in their data, one in ``one_in``; all in the long run."""
    return cases if is_long() else cases[first % one_in :: one_in]


class Clock:
    """Stands in for ``time``: sleeping takes no time."""

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
    """Whether these seconds of processor time would be at most ``most`` on an ordinary machine.

    That is a machine with nothing else to do. Use this where the time may go into C, which counts
    no ``steps``, and allow ten times what is needed.
    """
    return seconds < SURELY_SOON or seconds < most * _slowness()


def _slowness() -> float:
    """How many times longer the processor takes, here and now, than on an ordinary machine."""
    began, count = time.process_time(), 0
    for number in range(LOOPS):
        count += number % 7
    return (time.process_time() - began) * LOOPS_A_SECOND / LOOPS
