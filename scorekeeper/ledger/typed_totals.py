"""Totals read from a paper pad, and the slip of the pen that explains a difference."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import EntryError, printable, quoted
from scorekeeper.ledger.rounds import round_subject
from scorekeeper.ledger.rows import Fault, Row, fault, fix, row_of

if TYPE_CHECKING:
    from scorekeeper.ledger.entries import Entry


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

    ``points`` are the scores of the rounds so far; None if a round has none. Two digits
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


# ── totals read from a pad ───────────────────────────────────────────────────────────────────


def refuse_open(row: Row, name: str, entry: "Entry") -> None:
    """Raise EntryError for what may be two things, and for a total where none is entered."""
    if entry.is_open:
        problem = f"{printable(name)}: {quoted(entry.typed)} could mean two things: {entry.doubt}"
        raise EntryError(problem, remedy="type o for going out, - for not being here")
    if row.bonus and entry.total is not None:
        problem = f"{quoted(entry.typed)} is a total, but a bonus round has no totals"
        raise EntryError(problem, remedy="type the points")


def before_row(row: Row, name: str) -> int:
    """The running total that a round is added to; a penalty beside it is in there, too."""
    return row.game.total(name, row.number - 1) + row.round_.adjust.get(name, 0)


def total_apart(row: Row, name: str, pad: int) -> Fault | None:
    """That the total on a pad isn't what the rounds come to, with the slip that explains it."""
    game, before, points = row.game, before_row(row, name), 0
    if row.bonus:  # its points count in no total
        before = game.total(name)
    else:
        points = game.points(row.number, row.round_, name) or 0
    if pad in (before + points, game.total(name, row.number)):
        return None
    scores = [game.cell(number, name).points for number in range(1, row.number + 1)]
    slips = explain(pad, before + points, scores)
    hint, mend = "", "correct the paper's total, or the round that is wrong"
    if slips:
        slip = slips[0]
        where = f" in {round_subject(game.rules, slip.number)}" if slip.number else ""
        hint = f"; {slip.how}{where} would explain it"
        if slip.number and slip.meant is not None:
            mend = f"correct the paper, or  {fix(row_of(game, slip.number), name, slip.meant)}"
    problem = f"had {before}, and {before} + {points} is {before + points}, not {pad}{hint}"
    return fault(row, "total", problem, "look at the pad", "totals", name, mend=mend)


def refuse_other_total(row: Row, name: str, entry: "Entry") -> None:
    """Raise EntryError where a row does not come to the total that was typed for it."""
    is_known = row.game.points(row.number, row.round_, name) is not None
    found = total_apart(row, name, entry.total) if entry.total is not None and is_known else None
    if found:
        alone = entry.typed.partition("=")[0].strip() or "what is left"
        raise found._replace(remedy=f"look at the pad, or type {alone} alone").error
