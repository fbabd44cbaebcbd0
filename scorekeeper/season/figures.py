"""The figures of a season: what can be compared across games, and what only within one.

Means are rounded to 2 decimals, rates are fractions rounded to 4; None where there is nothing to
count. The names of the fields are those of the answer for programs.
"""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.ledger.people import folded
from scorekeeper.season.results import Result, Seat

FORM = 5
"""Places that are a player's form."""


@dataclass(frozen=True)
class Streak:
    """Wins in a row: the most there were, and those up to now."""

    longest: int
    current: int


@dataclass(frozen=True)
class Compared:
    """What of a player can be compared across games.

    ``expected_wins`` is what chance alone would give. ``beaten`` are the others behind, those
    level counted half, in percent. ``form`` are the last places, the newest last. ``left`` counts
    the games without a place.
    """

    player: str
    games: int
    wins: int
    shared: int
    win_rate: float | None
    expected_wins: float
    place_mean: float | None
    beaten: float | None
    streak: Streak
    form: list[int]
    left: int


@dataclass(frozen=True)
class Total:
    """A total, and the evening it is of."""

    total: int
    file: str
    date: datetime.date | None


@dataclass(frozen=True)
class Deal:
    """A player's rounds with so many cards."""

    deal: int
    rounds: int
    mean: float | None
    went_out: int


@dataclass(frozen=True)
class InKind(Compared):
    """The same among the games of one kind, and what only these tell.

    Games that were ended early count in none of the points below. Rounds are those with points,
    which are counted without penalties and bonuses.
    """

    total_mean: float | None
    best_total: Total | None
    worst_total: Total | None
    rounds: int
    round_mean: float | None
    best_round: int | None
    worst_round: int | None
    went_out: int | None
    went_out_rate: float | None
    deals: list[Deal]
    comeback: int | None


class Pair(NamedTuple):
    """Two players: who was placed ahead how often in the games that both were placed in."""

    players: tuple[str, str]
    games: int
    ahead: tuple[int, int]
    level: int

    def seen_by(self, player: str) -> "Pair":
        """The same with one of the two first."""
        if self.players[0] == player:
            return self
        return self._replace(players=self.players[::-1], ahead=self.ahead[::-1])


Played = list[tuple[Result, Seat]]
"""The evenings on which somebody was placed, oldest first, each with their seat."""


def _mean(values: Sequence[int | Fraction], digits: int = 2) -> float | None:
    return round(float(sum(values) / len(values)), digits) if values else None


def compared(evenings: Sequence[Result]) -> list[Compared]:
    """Everybody's figures over evenings of any kind: by wins, then ``beaten``, then name."""
    return sorted((line for line, _ in _by_player(evenings)), key=_rank)


def in_kind(evenings: Sequence[Result]) -> list[InKind]:
    """Everybody's figures over evenings of one kind, in the same order."""
    has_cards = any(deal is not None for evening in evenings for deal in evening.deals)
    lines = (_with_points(line, played, has_cards) for line, played in _by_player(evenings))
    return sorted(lines, key=_rank)


def _rank(line: Compared) -> tuple[int, float, str]:
    return -line.wins, 1 if line.beaten is None else -line.beaten, folded(line.player)


def _by_player(evenings: Sequence[Result]) -> list[tuple[Compared, Played]]:
    """Each player's figures, and the evenings on which they were placed."""
    played: dict[str, Played] = {}
    left: Counter[str] = Counter()
    for evening in evenings:
        for seat in evening.seats:
            mine = played.setdefault(seat.name, [])
            if seat.place is None:
                left[seat.name] += 1
            else:
                mine.append((evening, seat))
    return [(_compared(name, mine, left[name]), mine) for name, mine in played.items()]


def _compared(name: str, played: Played, left: int) -> Compared:
    places = [seat.place for _, seat in played if seat.place]
    streaks = [*accumulate(places, lambda wins, place: wins + 1 if place == 1 else 0, initial=0)]
    beaten = []
    for (evening, _), place in zip(played, places, strict=True):
        others = [seat.place or 0 for seat in evening.placed]
        level = others.count(place) - 1
        if len(others) > 1:
            halves = 2 * sum(other > place for other in others) + level
            beaten.append(Fraction(50 * halves, len(others) - 1))
    return Compared(
        player=name,
        games=len(played),
        wins=places.count(1),
        shared=sum(seat.place == 1 and len(evening.winners) > 1 for evening, seat in played),
        win_rate=_mean([place == 1 for place in places], 4),
        expected_wins=round(float(sum(Fraction(1, len(e.placed)) for e, _ in played)), 2),
        place_mean=_mean(places),
        beaten=_mean(beaten),
        streak=Streak(longest=max(streaks), current=streaks[-1]),
        form=places[-FORM:],
        left=left,
    )


def _with_points(line: Compared, played: Played, has_cards: bool) -> InKind:
    """The figures of a player with those that only games of one kind have."""
    played = [row for row in played if not row[0].early]
    rounds = [
        (evening.sign * points, points, out, deal)
        for evening, seat in played
        for points, out, deal in zip(seat.points, seat.out, evening.deals, strict=True)
        if points is not None
    ]
    by_deal: dict[int, list[tuple[int, bool]]] = {}
    for _, points, out, deal in rounds:
        if deal is not None:
            by_deal.setdefault(deal, []).append((points, out))
    outs = [out for _, _, out, _ in rounds]
    comebacks = [back for evening, own in played for back, seat in evening.comebacks if seat is own]
    return InKind(
        **vars(line),
        total_mean=_mean([seat.total for _, seat in played]),
        best_total=_total(played, best=True),
        worst_total=_total(played, best=False),
        rounds=len(rounds),
        round_mean=_mean([points for _, points, _, _ in rounds]),
        best_round=min(rounds, key=itemgetter(0, 1))[1] if rounds else None,
        worst_round=max(rounds, key=itemgetter(0, 1))[1] if rounds else None,
        went_out=sum(outs) if has_cards else None,
        went_out_rate=_mean(outs, 4) if has_cards else None,
        deals=[
            Deal(deal, len(rows), _mean([row[0] for row in rows]), sum(row[1] for row in rows))
            for deal, rows in sorted(by_deal.items())
        ],
        comeback=max(comebacks, default=None),
    )


def _total(played: Played, *, best: bool) -> Total | None:
    """The best or the worst total of a player; of equal ones the first."""
    if not played:
        return None
    pick = min if best else max
    evening, seat = pick(played, key=lambda row: row[0].sign * row[1].total)
    return Total(seat.total, evening.file, evening.date)


def head_to_head(evenings: Sequence[Result], players: Sequence[str]) -> list[Pair]:
    """Each two of ``players`` who were both placed on some evening, in the order given."""
    order = {name: at for at, name in enumerate(players)}
    met: dict[tuple[str, str], list[int]] = {}
    for evening in evenings:
        there = sorted(evening.placed, key=lambda seat: order[seat.name])
        for first, second in combinations(there, 2):
            ahead = (first.place or 0) - (second.place or 0)
            met.setdefault((first.name, second.name), []).append(ahead)
    return [
        Pair(
            players=pair,
            games=len(gaps),
            ahead=(sum(gap < 0 for gap in gaps), sum(gap > 0 for gap in gaps)),
            level=gaps.count(0),
        )
        for pair, gaps in sorted(met.items(), key=lambda row: [order[name] for name in row[0]])
    ]
