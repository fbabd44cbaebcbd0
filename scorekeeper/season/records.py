"""What was never seen before, evening by evening: the records of a kind of game as they fell."""

import datetime
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorekeeper.season.results import Result, Seat

RecordName = Literal[
    "best_total", "comeback", "streak", "lead_changes", "worst_total", "worst_round", "best_round"
]
"""The records, those first that say more of an evening."""

LONG = 3
"""Games that somebody was not as good in, so that it is worth a line that they are now."""


@dataclass(frozen=True)
class Record:
    """The most or the least there was, and the evening of it: of equal ones the first.

    ``value`` is in points, for a streak in wins, for the lead in changes. ``round`` is the number
    of a best or worst round. What concerns nobody alone has no ``player``.
    """

    value: int
    player: str | None
    round: int | None
    file: str
    date: datetime.date | None


class Place(NamedTuple):
    """Where an evening stands among those before it.

    ``what`` is a record that fell on this ``day``, the ``own best`` of a player (``since`` a day as
    good, None for ever), the winner's total as the ``nth`` best of ``among`` so far, or ``early``
    for a game that was ended early, the totals of which stand nowhere.
    """

    what: RecordName | Literal["own best", "winner", "early"]
    player: str | None
    value: int
    day: datetime.date | None
    since: datetime.date | None = None
    nth: int = 1
    among: int = 1


class Book:
    """The records of one kind of game, written on evening by evening from the oldest."""

    def __init__(self) -> None:
        self.records: dict[RecordName, Record] = {}
        self._scores: dict[RecordName, int] = {}
        self._streaks: dict[str, int] = {}
        self._own: dict[str, list[tuple[int, datetime.date | None]]] = {}
        self._won: list[int] = []

    def add(self, evening: Result) -> Place:
        """Write an evening down; where it stands among those before."""
        for seat in evening.placed:
            wins = self._streaks.get(seat.name, 0)
            self._streaks[seat.name] = wins + 1 if seat.place == 1 else 0
        fallen = []
        for name, score, record in _candidates(evening, self._streaks):
            if evening.early and name != "streak":  # of such a game only the win counts
                continue
            if score > self._scores.get(name, score - 1):
                if name in self.records:
                    fallen.append(Place(name, record.player, record.value, evening.date))
                self.records[name], self._scores[name] = record, score
        own = None if evening.early else self._own_best(evening)
        winner = self._winner(evening)
        return fallen[0] if fallen else own or winner

    def _own_best(self, evening: Result) -> Place | None:
        """The total that its player was not as good as for the longest; None for none worth it."""
        best, longest = None, LONG - 1
        for seat in evening.placed:
            before = self._own.setdefault(seat.name, [])
            total = evening.sign * seat.total
            span = next(
                (n for n, row in enumerate(reversed(before)) if row[0] <= total), len(before)
            )
            since = before[-span - 1][1] if span < len(before) else None
            if span > longest and (since or span == len(before)):
                best = Place("own best", seat.name, seat.total, evening.date, since)
                longest = span
            before.append((total, evening.date))
        return best

    def _winner(self, evening: Result) -> Place:
        """Where the winner's total stands among those that won before."""
        winner = evening.winners[0]
        if evening.early:
            return Place("early", winner.name, winner.total, evening.date)
        total = evening.sign * winner.total
        nth = bisect_left(self._won, total) + 1
        insort(self._won, total)
        among = len(self._won)
        return Place("winner", winner.name, winner.total, evening.date, nth=nth, among=among)


def _candidates(
    evening: Result, streaks: dict[str, int]
) -> Iterator[tuple[RecordName, int, Record]]:
    """What an evening may set a record with: its name, what of two is the larger, the record."""

    def record(value: int, seat: Seat | None, number: int | None = None) -> Record:
        return Record(value, seat.name if seat else None, number, evening.file, evening.date)

    sign, placed = evening.sign, evening.placed
    seat = min(placed, key=lambda seat: sign * seat.total)
    yield "best_total", -sign * seat.total, record(seat.total, seat)
    back, seat = max(evening.comebacks, key=lambda row: row[0])
    if back:
        yield "comeback", back, record(back, seat)
    seat = max(evening.winners, key=lambda seat: streaks[seat.name])
    if streaks[seat.name] > 1:
        yield "streak", streaks[seat.name], record(streaks[seat.name], seat)
    if evening.lead_changes:
        yield "lead_changes", evening.lead_changes, record(evening.lead_changes, None)
    seat = max(placed, key=lambda seat: sign * seat.total)
    yield "worst_total", sign * seat.total, record(seat.total, seat)
    # Of equal ones the first round, and in it the first seat.
    rounds = [
        (sign * value, value, seat, number)
        for number in range(1, len(evening.deals) + 1)
        for seat in placed
        if (value := seat.points[number - 1]) is not None
    ]
    if rounds:
        score, points, seat, number = max(rounds, key=lambda row: row[0])
        yield "worst_round", score, record(points, seat, number)
        score, points, seat, number = min(rounds, key=lambda row: row[0])
        yield "best_round", -score, record(points, seat, number)


def stand(evenings: Iterable[Result]) -> tuple[dict[str, Book], list[tuple[Result, Place]]]:
    """The book of each kind of game, and where each of the evenings, oldest first, stood then."""
    books: dict[str, Book] = {}
    return books, [
        (evening, books.setdefault(evening.kind, Book()).add(evening)) for evening in evenings
    ]
