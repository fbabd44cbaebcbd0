"""What something costs, in measures that say the same on a slow machine and on a busy one."""

import time
from collections.abc import Callable
from cProfile import Profile

LOOPS = 1_000_000

LOOPS_A_SECOND = 15_000_000
"""How many an ordinary machine makes, of those below."""

SURELY_SOON = 1.0
"""Seconds of the processor that nobody counts, however slow it is."""


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
