"""The figures of a season: its evenings, the statistics, and the records."""

import datetime
import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, combinations
from operator import attrgetter
from pathlib import PurePath
from typing import Literal, NamedTuple

from scorekeeper import games
from scorekeeper.ledger import Game, standings
from scorekeeper.ledger.names import folded
from scorekeeper.rules import KIND_KEYS, RuleSet


class Seat(NamedTuple):
    """How an evening went for one player."""

    name: str
    joined: int
    place: int | None
    points: tuple[int | None, ...]  # of each round, without penalties and bonuses
    out: tuple[bool, ...]  # whether they went out in it
    totals: tuple[int, ...]  # from before the first round to the end
    total: int  # at the end, or the settlement if the game has one


@dataclass(frozen=True)
class Result:
    """The result of an evening."""

    file: str  # as typed, or as found
    title: str
    date: datetime.date | None
    kind: str
    rules: RuleSet
    sign: int  # 1 or -1: times the sign, the smaller total is better
    deals: tuple[int | None, ...]  # cards of each round
    seats: tuple[Seat, ...]
    lead_changes: int
    early: bool  # ended before its last round: only its places count

    @cached_property
    def placed(self) -> tuple[Seat, ...]:
        """The players with a place, in seat order."""
        return tuple(seat for seat in self.seats if seat.place is not None)

    @cached_property
    def winners(self) -> tuple[Seat, ...]:
        """The players in first place, in seat order."""
        return tuple(seat for seat in self.seats if seat.place == 1)

    @cached_property
    def comebacks(self) -> list[tuple[int, Seat]]:
        """Each winner's largest gap to the best placed player, from the round they joined in."""
        gaps = dict.fromkeys(self.winners, 0)
        for played in range(len(self.deals)):
            playing = [seat for seat in self.placed if seat.joined <= played + 1]
            best = min((self.sign * seat.totals[played] for seat in playing), default=0)
            for seat in playing:
                if seat.place == 1:
                    gaps[seat] = max(gaps[seat], self.sign * seat.totals[played] - best)
        return [(gap, winner) for winner, gap in gaps.items()]


def label_of(game: Game | Result) -> str:
    """The label of a game's rules; without cards, its title in lower case."""
    return game.rules.game if game.rules.plays_cards else game.title.strip().lower()


def kind_of(game: Game) -> str:
    """What games must share to be compared: label and unusual settings, ``points target=100``."""
    label, settings = label_of(game), settings_of(game.rules)
    own = settings_of(own_rules(label, plays_cards=game.rules.plays_cards))
    other = [f"{key}={value}" for key, value in settings.items() if value != own[key]]
    return " ".join([label, *other])


def settings_of(rules: RuleSet) -> dict[str, str | int]:
    """The rules that must be equal for totals to compare; ``rounds`` is 0 for an open end."""
    return {key: getattr(rules, key) for key in KIND_KEYS} | {"rounds": rules.last_round or 0}


@cache
def own_rules(label: str, *, plays_cards: bool) -> RuleSet:
    """The rules of a game that comes with the program; for any other, the default rules."""
    if label in games.names():
        return games.game(label)
    return RuleSet() if plays_cards else RuleSet(rounds=0)


def why_left_out(game: Game, places: Mapping[str, int]) -> str | None:
    """Why a game with these places doesn't count; None if it does."""
    if not standings.is_finished(game):
        return "not finished"
    if game.put_away:
        return "put away"
    if 1 not in places.values():
        return "nobody won"
    return "played alone" if len(game.names) < 2 else None


def result_of(game: Game, places: Mapping[str, int], names: Sequence[str], file: str) -> Result:
    """The result of a game with these places, with the players under ``names``."""
    rounds = game.numbers
    totals, seats = standings.final_totals(game), []
    for name, player in zip(names, game.players, strict=True):
        squares = [game.square(number, player.name) for number in rounds]
        seats.append(
            Seat(
                name=name,
                joined=player.joined,
                place=places.get(player.name),
                points=tuple([square.points for square in squares]),
                out=tuple([square.out for square in squares]),
                totals=tuple([game.total(player.name, upto) for upto in (0, *rounds)]),
                total=totals[player.name],
            )
        )
    return Result(
        file=file,
        title=game.title,
        date=game.date,
        kind=kind_of(game),
        rules=game.rules,
        sign=1 if game.rules.winner == "low" else -1,
        deals=tuple(spec.deal if spec else None for spec in map(game.rules.spec, rounds)),
        seats=tuple(seats),
        lead_changes=standings.lead_changes(standings.leaders_by_round(game, places)),
        early=standings.ended_early(game),
    )


def file_order(file: str) -> list[tuple[int, str]]:
    """The sort key of a file: its name, with numbers as numbers, then its folder.

    >>> sorted(["june-10.toml", "june.toml", "june-2.toml"], key=file_order)
    ['june.toml', 'june-2.toml', 'june-10.toml']
    """
    path = PurePath(file)
    words = re.findall(r"[0-9]+|[^0-9]+", path.name.removesuffix(".toml"))
    parts = [(int(word), "") if word.isascii() and word.isdigit() else (-1, word) for word in words]
    return [*parts, (-2, str(path.parent))]


# ── figures ──────────────────────────────────────────────────────────────────────────────────

FORM_LENGTH = 5  # how many last places make up a player's form


@dataclass(frozen=True)
class Streak:
    """Wins in a row: the most ever, and the current run."""

    longest: int
    current: int


@dataclass(frozen=True)
class PlayerFigures:
    """The figures of a player that compare across games."""

    player: str
    games: int
    wins: int
    shared: int
    win_rate: float | None
    expected_wins: float  # by chance alone
    place_mean: float | None
    beaten: float | None  # percentage of the others who were behind, with ties counted half
    streak: Streak
    form: list[int]  # the last places, the newest last
    left: int  # games without a place


@dataclass(frozen=True)
class Total:
    """A total and its evening."""

    total: int
    file: str
    date: datetime.date | None


@dataclass(frozen=True)
class Deal:
    """A player's rounds with this many cards."""

    deal: int
    rounds: int
    mean: float | None
    went_out: int


@dataclass(frozen=True)
class KindFigures(PlayerFigures):
    """The same figures for one kind of game, and those about points without games ended early.

    They count rounds with points, without penalties and bonuses.
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
    """How often each of two players was ahead in the games in which both had a place."""

    players: tuple[str, str]
    games: int
    ahead: tuple[int, int]
    level: int

    def seen_by(self, player: str) -> "Pair":
        """The same pair with ``player`` first."""
        if self.players[0] == player:
            return self
        return self._replace(players=self.players[::-1], ahead=self.ahead[::-1])


class Rival(NamedTuple):
    """Who was most often ahead of a player, in ``ahead`` of their ``games``; several if level."""

    player: str
    rivals: tuple[str, ...]
    ahead: int
    games: int


Played = list[tuple[Result, Seat]]  # evenings with a place, oldest first, and the seat


def _mean(values: Sequence[int | Fraction], digits: int = 2) -> float | None:
    return round(float(sum(values) / len(values)), digits) if values else None


def compared(evenings: Sequence[Result]) -> list[PlayerFigures]:
    """Everybody's figures over evenings of any kind, sorted by wins, ``beaten`` and name."""
    return [line for line, _ in _by_player(evenings)]


def compared_in_kind(evenings: Sequence[Result]) -> list[KindFigures]:
    """Everybody's figures over evenings of one kind, in the same order."""
    has_cards = any(deal is not None for evening in evenings for deal in evening.deals)
    return [_with_points(line, played, has_cards) for line, played in _by_player(evenings)]


def _by_player(evenings: Sequence[Result]) -> list[tuple[PlayerFigures, Played]]:
    """Each player's figures in the same order, and the evenings on which they had a place."""

    def order(row: tuple[PlayerFigures, Played]) -> tuple[int, float, str]:
        line = row[0]
        return -line.wins, 1 if line.beaten is None else -line.beaten, folded(line.player)

    played: dict[str, Played] = {}
    left: Counter[str] = Counter()
    for evening in evenings:
        for seat in evening.seats:
            mine = played.setdefault(seat.name, [])
            if seat.place is None:
                left[seat.name] += 1
            else:
                mine.append((evening, seat))
    lines = ((_compared(name, mine, left[name]), mine) for name, mine in played.items())
    return sorted(lines, key=order)


def _compared(name: str, played: Played, left: int) -> PlayerFigures:
    places = [seat.place for _, seat in played if seat.place]
    streaks = [*accumulate(places, lambda wins, place: wins + 1 if place == 1 else 0, initial=0)]
    beaten = []
    for (evening, _), place in zip(played, places, strict=True):
        others = [seat.place or 0 for seat in evening.placed]
        level = others.count(place) - 1
        if len(others) > 1:
            halves = 2 * sum(other > place for other in others) + level
            beaten.append(Fraction(50 * halves, len(others) - 1))
    return PlayerFigures(
        player=name,
        games=len(played),
        wins=places.count(1),
        shared=sum(seat.place == 1 and len(evening.winners) > 1 for evening, seat in played),
        win_rate=_mean([place == 1 for place in places], 4),
        expected_wins=round(float(sum(Fraction(1, len(e.placed)) for e, _ in played)), 2),
        place_mean=_mean(places),
        beaten=_mean(beaten),
        streak=Streak(longest=max(streaks), current=streaks[-1]),
        form=places[-FORM_LENGTH:],
        left=left,
    )


def _with_points(line: PlayerFigures, played: Played, has_cards: bool) -> KindFigures:
    played = [row for row in played if not row[0].early]
    rounds = [
        (points, out, deal)
        for evening, seat in played
        for points, out, deal in zip(seat.points, seat.out, evening.deals, strict=True)
        if points is not None
    ]
    by_deal: dict[int, list[tuple[int, bool]]] = {}
    for points, out, deal in rounds:
        if deal is not None:
            by_deal.setdefault(deal, []).append((points, out))
    scores, outs = [points for points, _, _ in rounds], [out for _, out, _ in rounds]
    totals = [Total(seat.total, evening.file, evening.date) for evening, seat in played]
    # The fewest points win on all evenings of a kind, or on none; the first of equal totals counts.
    best, worst = (min, max) if played and played[0][0].sign > 0 else (max, min)
    comebacks = [back for evening, own in played for back, seat in evening.comebacks if seat is own]
    return KindFigures(
        **vars(line),
        total_mean=_mean([seat.total for _, seat in played]),
        best_total=best(totals, key=attrgetter("total"), default=None),
        worst_total=worst(totals, key=attrgetter("total"), default=None),
        rounds=len(rounds),
        round_mean=_mean(scores),
        best_round=best(scores, default=None),
        worst_round=worst(scores, default=None),
        went_out=sum(outs) if has_cards else None,
        went_out_rate=_mean(outs, 4) if has_cards else None,
        deals=[
            Deal(deal, len(rows), _mean([row[0] for row in rows]), sum(row[1] for row in rows))
            for deal, rows in sorted(by_deal.items())
        ],
        comeback=max(comebacks, default=None),
    )


def head_to_head(evenings: Sequence[Result], players: Sequence[str]) -> list[Pair]:
    """Every two of ``players`` who both had a place on some evening, in the order given."""
    order = {name: i for i, name in enumerate(players)}
    met: dict[tuple[str, str], list[int]] = {}
    for evening in evenings:
        for first, second in combinations(sorted(evening.placed, key=lambda s: order[s.name]), 2):
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


MET = 3  # a rival has played at least this many games with somebody


def rivals(pairs: Sequence[Pair], players: Sequence[str]) -> list[Rival]:
    """Those of ``players`` who have a rival: who was ahead in the largest share of their games.

    If the share is the same, more games together count more.
    """
    all_rivals, seen = [], dict[str, list[Pair]]()
    for pair in pairs:
        for name in pair.players:
            seen.setdefault(name, []).append(pair.seen_by(name))
    for player in players:
        shares = {
            pair.players[1]: (Fraction(pair.ahead[1], pair.games), pair.games, pair.ahead[1])
            for pair in seen.get(player, ())
            if pair.games >= MET and pair.ahead[1]
        }
        if shares:
            most = max(shares.values())
            first = tuple(name for name, share in shares.items() if share == most)
            all_rivals.append(Rival(player, first, ahead=most[2], games=most[1]))
    return all_rivals


# ── records ──────────────────────────────────────────────────────────────────────────────────

RecordName = Literal[
    "best_total", "comeback", "streak", "lead_changes", "worst_total", "worst_round", "best_round"
]
"""The records, the most telling ones first."""

WORTH_A_LINE = 3  # a player's best total is mentioned if it beats at least this many before it


@dataclass(frozen=True)
class Record:
    """The highest or lowest value so far, and its evening; the first of equal ones."""

    value: int  # in points, wins in a row, or changes of the lead
    player: str | None  # None if it isn't one player's
    round: int | None  # of a best or worst round
    file: str
    date: datetime.date | None


class Highlight(NamedTuple):
    """What is most worth saying about an evening, compared with those before it."""

    what: RecordName | Literal["own best", "winner", "early"]  # a record that fell, or else
    player: str | None
    value: int
    day: datetime.date | None
    since: datetime.date | None = None  # when somebody's own best was as good; None for never
    nth: int = 1  # best of the winners' totals
    among: int = 1


class RecordBook:
    """The records of one kind of game, kept evening by evening from the oldest."""

    def __init__(self) -> None:
        self.records: dict[RecordName, Record] = {}
        self._scores: dict[RecordName, int] = {}
        self._streaks: dict[str, int] = {}
        self._own: dict[str, list[tuple[int, datetime.date | None]]] = {}
        self._won: list[int] = []

    def add(self, evening: Result) -> Highlight:
        """Add an evening, and return its highlight: a record that fell, if one did."""
        for seat in evening.placed:
            self._streaks[seat.name] = self._streaks.get(seat.name, 0) + 1 if seat.place == 1 else 0
        fallen = []
        for name, score, record in _candidates(evening, self._streaks):
            if evening.early and name != "streak":  # only the win counts in such a game
                continue
            if score > self._scores.get(name, score - 1):
                if name in self.records:
                    fallen.append(Highlight(name, record.player, record.value, evening.date))
                self.records[name], self._scores[name] = record, score
        winner, day = evening.winners[0], evening.date
        if evening.early:
            other = Highlight("early", winner.name, winner.total, day)
        else:
            own, total = self._personal_best(evening), evening.sign * winner.total
            nth = bisect_left(self._won, total) + 1
            insort(self._won, total)
            among = len(self._won)
            other = own or Highlight("winner", winner.name, winner.total, day, None, nth, among)
        return fallen[0] if fallen else other

    def _personal_best(self, evening: Result) -> Highlight | None:
        """The total that beats the most of its player's last ones; None if that isn't many."""
        best, longest = None, WORTH_A_LINE - 1
        for seat in evening.placed:
            before = self._own.setdefault(seat.name, [])
            total = evening.sign * seat.total
            as_good = (n for n, (past, _) in enumerate(reversed(before)) if past <= total)
            span = next(as_good, len(before))
            since = before[-span - 1][1] if span < len(before) else None
            if span > longest and (since or span == len(before)):
                best = Highlight("own best", seat.name, seat.total, evening.date, since)
                longest = span
            before.append((total, evening.date))
        return best


def _candidates(
    evening: Result, streaks: dict[str, int]
) -> Iterator[tuple[RecordName, int, Record]]:
    """The records that an evening may set: the name, the score to beat, the record."""

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
    # The first round of equal ones, and in it the first seat.
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


def highlights(
    evenings: Iterable[Result],
) -> tuple[dict[str, RecordBook], list[tuple[Result, Highlight]]]:
    """The records of each kind of game, and each evening, oldest first, with its highlight then."""
    books: dict[str, RecordBook] = {}
    return books, [(each, books.setdefault(each.kind, RecordBook()).add(each)) for each in evenings]
