"""When a paper pad and the sheet differ: the single slip of the pen that would explain it."""

from collections.abc import Sequence
from typing import NamedTuple


class Slip(NamedTuple):
    """A slip that explains a difference: in which round (1-based, None: in the adding), and how.

    ``meant`` is what the round should say if the pad is right, None where that follows
    from no digit.
    """

    number: int | None
    how: str
    meant: int | None = None


def explain(pad: int, sheet: int, points: Sequence[int | None]) -> tuple[Slip, ...]:
    """Every single slip that would turn ``sheet`` into ``pad``, the likeliest kind first.

    ``points`` are the scores of the rounds so far, None where there are none. Two digits
    swapped make a difference that nine divides; a round counted twice or left out one that
    equals its points; a carry forgotten or too many ten, a hundred or a thousand. Empty when the
    two agree or no single slip does it.
    """
    difference = pad - sheet
    if not difference:
        return ()
    scores = [(number, score) for number, score in enumerate(points, start=1) if score]
    found = [
        Slip(number, f"{score} written as {swapped}", swapped)
        for number, score in scores
        if (swapped := _swapped(score)) and swapped - score == difference
    ]
    for number, score in scores:
        if abs(score) == abs(difference):
            how = "counted twice" if score == difference else "left out"
            found.append(Slip(number, f"{score} {how}"))
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
