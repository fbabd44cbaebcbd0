"""When a paper pad and the sheet differ: the single slip of the pen that would explain it."""

from collections.abc import Sequence
from typing import NamedTuple


class Slip(NamedTuple):
    """A slip that explains a difference: in which round (1-based, None: in the adding), and how.

    ``meant`` is what the round should say if the paper is right, None where that follows
    from no digit.
    """

    number: int | None
    how: str
    meant: int | None = None


def explain(paper: int, sheet: int, points: Sequence[int | None]) -> tuple[Slip, ...]:
    """Every single slip that would turn ``sheet`` into ``paper``, the likeliest kind first.

    ``points`` are the scores of the rounds so far, None where there are none. Two digits
    swapped make a difference that nine divides; a round counted twice or left out one that
    equals its points; a carry forgotten or too many ten, a hundred or a thousand. Empty when the
    two agree or no single slip does it.
    """
    difference = paper - sheet
    if not difference:
        return ()
    found = []
    for number, score in enumerate(points, start=1):
        if score is None:
            continue
        swapped = _swapped(score)
        if swapped is not None and swapped - score == difference:
            found.append(Slip(number, f"{score} written as {swapped}", swapped))
    for number, score in enumerate(points, start=1):
        if score and score == difference:
            found.append(Slip(number, f"{score} counted twice"))
        if score and score == -difference:
            found.append(Slip(number, f"{score} left out"))
    if abs(difference) in (10, 100, 1000):
        found.append(Slip(None, "a carry forgotten" if difference < 0 else "a carry too many"))
    return tuple(found)


def _swapped(score: int) -> int | None:
    """A number of two digits with the two swapped.

    >>> _swapped(12), _swapped(5), _swapped(33)
    (21, 50, None)
    """
    if not 1 <= score <= 99:
        return None
    swapped = score % 10 * 10 + score // 10
    return swapped if swapped != score else None
