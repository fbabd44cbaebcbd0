"""What a row of the bench is, and how rows are printed."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, median
from typing import NamedTuple

from tests.bench.clock import Times


class Figure(NamedTuple):
    """One number that was reached, and its target: at most, or with ``at_least`` no less."""

    name: str
    reached: float
    target: float | None = None
    at_least: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.reached >= self.target if self.at_least else self.reached <= self.target

    def __str__(self) -> str:
        if self.target is None:
            return f"{self.name} {_short(self.reached)}"
        bound = ">=" if self.at_least else "<="
        verdict = "" if self.met else "  MISSED"
        return f"{self.name} {_short(self.reached)} ({bound} {_short(self.target)}){verdict}"


class Row(NamedTuple):
    """A line of the table: what was measured, its figures, and a note such as the worst hand."""

    name: str
    figures: tuple[Figure, ...] = ()
    note: str = ""

    def facts(self) -> dict[str, object]:
        """The row for a program."""
        return {
            "name": self.name,
            "figures": [{**figure._asdict(), "met": figure.met} for figure in self.figures],
            "note": self.note,
        }


Most = tuple[float | None, float | None, float | None]


def spread(
    name: str,
    times: Times,
    hands: Sequence[object],
    most: Most = (None, None, None),
) -> Row:
    """A row of times in floors, with the targets for the median, 99th percentile and worst."""
    in_order, again = sorted(times.new), sorted(times.again)
    late = int(0.99 * (len(hands) - 1))
    worst = max(range(len(hands)), key=times.new.__getitem__)
    figures = (
        Figure("median", median(in_order), most[0]),
        Figure("p99", in_order[late], most[1]),
        Figure("mean", fmean(in_order)),
        Figure("worst", in_order[-1], most[2]),
        Figure("median again", median(again)),
        Figure("p99 again", again[late]),
    )
    return Row(name, figures, f"worst: {hands[worst]}")


def printed(title: str, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, after a line is printed for each as it comes."""
    print(f"\n{title}", flush=True)
    for row in rows:
        # Worst hands go into the JSON only; they are as long as the line.
        words = " | ".join(map(str, row.figures)) or row.note
        print(f"  {row.name:<48}{words}", flush=True)
        yield row


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
