"""A season for people: tables of figures, records, and where each evening stands in them."""

import calendar
from collections.abc import Iterable, Sequence
from datetime import date

from scorekeeper.errors import count, printable, times
from scorekeeper.render.grid import Grid, with_columns
from scorekeeper.render.words import ordinal, people, person
from scorekeeper.season.figures import Compared, InKind, Pair
from scorekeeper.season.people import Person
from scorekeeper.season.records import Place, Record, RecordName
from scorekeeper.season.results import Result
from scorekeeper.season.season import Kind, LeftOut, Season

LATELY = 5
"""Evenings that have a line on the page."""

RECORDS: dict[RecordName, str] = {
    "best_total": "best total",
    "worst_total": "worst total",
    "best_round": "best round",
    "worst_round": "worst round",
    "streak": "wins in a row",
    "comeback": "came back from",
    "lead_changes": "changes of the lead",
}
"""The records in the order and the words of the page."""

HEADS = {
    "best_total": "is the best total so far",
    "worst_total": "is the worst total so far",
    "best_round": "is the best round so far",
    "worst_round": "is the worst round so far",
}


def title(season: Season, player: str | None) -> str:
    """The line above a season: how many games it is of, and of when."""
    days = [day_text(evening.date) for evening, _ in season.evenings]
    parts = [person(player)] if player else []
    parts += [count(len(days), "finished game"), " to ".join(dict.fromkeys(days[:1] + days[-1:]))]
    return " · ".join(filter(None, parts))


def day_text(day: date) -> str:
    """A day: ``13 March 2026``."""
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"


def left_out_line(left_out: Sequence[LeftOut]) -> list[str]:
    """How many games do not count, and why; no line where all do."""
    reasons = [left.because if left.because in _PLAIN else "cannot be read" for left in left_out]
    counted = [f"{reasons.count(reason)} {reason}" for reason in dict.fromkeys(reasons)]
    return [f"left out: {', '.join(counted)}"] if counted else []


_PLAIN = ("not finished", "put away", "nobody won", "played alone")


def players_grid(players: Sequence[Compared]) -> Grid:
    """Everybody's figures across games, the best first."""
    header = ("", "player", "games", "wins", "shared", "by chance", "beaten", "place", "streak",
              "now", "form", "left")  # fmt: skip
    rows = tuple(
        (
            f"{at} " if len(players) > 1 else "",
            person(line.player),
            str(line.games),
            str(line.wins),
            str(line.shared or ""),
            f"{line.expected_wins:.1f}",
            _percent(line.beaten),
            _decimal(line.place_mean),
            str(line.streak.longest),
            str(line.streak.current or ""),
            " ".join(map(str, line.form)),
            str(line.left or ""),
        )
        for at, line in enumerate(players, start=1)
    )
    return _without_empty(Grid(header, rows, "rlrrrrrrrrlr"))


def _without_empty(grid: Grid) -> Grid:
    """The grid without columns in which nobody has anything."""
    filled = [at for at in range(len(grid.header)) if any(row[at] for row in grid.rows)]
    return with_columns(grid, filled)


LEGEND = (
    "by chance: the wins that chance alone would give",
    "beaten: of the others, those placed behind, and half of those level",
    "form: the last places, the newest at the right",
)
"""What the columns of the first table are."""

KIND_LEGEND = (
    "back: the largest gap to the best total that a winner made up",
    "points: of a round, without penalties and bonuses; then their mean by cards dealt",
)
"""What is in the tables below it."""


def kind_title(name: str, kind: Kind) -> str:
    """The line above the figures of one kind of game."""
    changes = times(kind.lead_changes) if kind.lead_changes else "never"
    return f"{printable(name)} · {count(kind.games, 'game')} · the lead changed hands {changes}"


def totals_grid(players: Sequence[InKind]) -> Grid:
    """Everybody's totals in the games of one kind."""
    header = ("totals", "games", "wins", "mean", "best", "worst", "back")
    rows = tuple(
        (
            person(line.player),
            str(line.games),
            str(line.wins),
            _decimal(line.total_mean),
            str(line.best_total.total) if line.best_total else "",
            str(line.worst_total.total) if line.worst_total else "",
            _number(line.comeback),
        )
        for line in players
    )
    return _without_empty(Grid(header, rows, "lrrrrrr"))


def rounds_grid(players: Sequence[InKind]) -> Grid:
    """Everybody's points in the rounds of these games."""
    header = ("points", "rounds", "mean", "best", "worst", "out")
    rows = tuple(
        (
            person(line.player),
            str(line.rounds),
            _decimal(line.round_mean),
            _number(line.best_round),
            _number(line.worst_round),
            _percent(None if line.went_out_rate is None else 100 * line.went_out_rate),
        )
        for line in players
    )
    return _without_empty(Grid(header, rows, "lrrrrr"))


def deals_grid(players: Sequence[InKind]) -> Grid | None:
    """Mean points by the cards that were dealt; None without cards."""
    deals = sorted({deal.deal for line in players for deal in line.deals})
    rows = tuple(
        (person(line.player), *(_decimal(means.get(deal)) for deal in deals))
        for line in players
        if (means := {deal.deal: deal.mean for deal in line.deals})
    )
    header = ("cards", *map(str, deals))
    return Grid(header, rows, "l" + "r" * len(deals)) if rows else None


def own_deals_grid(line: InKind) -> Grid | None:
    """One player's rounds by the cards that were dealt; None without cards."""
    rows = tuple(
        (str(deal.deal), str(deal.rounds), _decimal(deal.mean), str(deal.went_out or ""))
        for deal in line.deals
    )
    return Grid(("cards", "rounds", "mean", "out"), rows, "rrrr") if rows else None


def records_lines(records: dict[RecordName, Record]) -> list[str]:
    """The records of a kind of game, a line each."""
    return [
        f"  {words:<20} {held.value:>4}  {_where(held)}{day_text(held.date)}"
        for name, words in RECORDS.items()
        if (held := records.get(name))
    ]


def _where(held: Record) -> str:
    parts = [person(held.player)] if held.player else []
    parts += [f"round {held.round}"] if held.round else []
    return "".join(f"{part}, " for part in parts)


def pairs_grid(pairs: Iterable[Pair]) -> Grid:
    """Who was placed ahead of whom, and how often."""
    rows = tuple(
        (
            person(pair.players[0]),
            f"{pair.ahead[0]} : {pair.ahead[1]}",
            person(pair.players[1]),
            str(pair.games),
            str(pair.level or ""),
        )
        for pair in pairs
    )
    return _without_empty(Grid(("", "ahead", "", "of", "level"), rows, "rllrr"))


def evening_line(evening: Result, place: Place) -> str:
    """An evening in a line: who won, and where it stands among those before."""
    winners = people(winner.name for winner in evening.winners)
    head = f"{day_text(evening.date)}  {printable(evening.title)}"
    return f"{head}: {winners} won with {evening.winners[0].total}; {place_words(place)}"


def place_words(place: Place) -> str:
    """Where an evening stands, in words: ``Ann's best since March``."""
    name, value = person(place.player or ""), place.value
    match place.what:
        case "comeback":
            return f"{name} came back from {value} behind, more than ever"
        case "streak":
            return f"{name} won {times(value)} in a row, the longest streak so far"
        case "lead_changes":
            return f"the lead changed hands {times(value)}, more than ever"
        case "own best":
            return f"{name}'s best {_since(place)}"
        case "winner" if place.among == 1:
            return "the first of its kind"
        case "winner":
            nth = f"{ordinal(place.nth)} best" if place.nth > 1 else "best"
            return f"the {nth} of {place.among} winning totals"
        case _:
            return f"{name}'s {value} {HEADS[place.what]}"


def _since(place: Place) -> str:
    since, day = place.since, place.day
    if since is None:
        return "ever"
    month = calendar.month_name[since.month]
    if since.year != day.year:
        return f"since {month} {since.year}"
    return f"since {month}" if since.month != day.month else f"since {since.day} {month}"


def _percent(part: float | None) -> str:
    return "" if part is None else f"{part:.0f}%"


def _decimal(number: float | None) -> str:
    return "" if number is None else f"{number:.1f}"


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def persons_grid(persons: Iterable[Person]) -> Grid:
    """Everybody, with the other ways in which they are written."""
    rows = tuple(
        (person(one.player), str(one.games), ", ".join(map(person, one.names))) for one in persons
    )
    return Grid(("player", "games", "also written"), rows, "lrl")
