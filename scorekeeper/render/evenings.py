"""A list of evenings: which are still open, and who won the others."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from scorekeeper.errors import printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import folded, people
from scorekeeper.ledger.standings import final_total, leaders, next_round, rank
from scorekeeper.render.grid import Grid, columns_of, cut, plain, total_width
from scorekeeper.render.words import person, round_head

LEAST_PEOPLE = 8
"""The fewest columns in which players are named."""


class Listed(NamedTuple):
    """An evening in a list: its number in the whole one, what to say of it, its telling words."""

    number: int
    is_over: bool
    title: str
    state: str
    leads: str
    people: str
    day: str
    telling: tuple[str, ...]


def listed(number: int, game: Game, today: date, *, is_over: bool) -> Listed:
    """What a list says of an evening. It doesn't keep the game: hundreds may be large."""
    state, leads = _state(game, is_over=is_over)
    names = " ".join(map(person, game.names))
    title, day = printable(game.title), _day(game.date, today)
    month = f"{game.date:%B}" if game.date else ""
    telling = tuple(map(folded, (*game.names, *reversed(game.title.split()), month)))
    return Listed(number, is_over, title, state, leads, names, day, telling)


def evening_lines(rows: Sequence[Listed], width: int | None = None) -> list[str]:
    """A line for each evening, open ones first.

    If the lines don't fit the ``width`` of a screen, some players are left out, then all; if they
    still don't fit, each state goes below its title.
    """
    most = max((columns_of(row.people) for row in rows), default=0)
    grids = (_grid(rows, size) for size in (*range(most, LEAST_PEOPLE - 1, -1), 0))
    grid = next((grid for grid in grids if width is None or total_width(grid) <= width), None)
    lines = [[line] for line in plain(grid)] if grid else [_stacked(row) for row in rows]
    headed: list[str] = []
    for name, is_over in (("Still open", False), ("Played", True)):
        both = zip(lines, rows, strict=True)
        part = [text for texts, row in both if row.is_over is is_over for text in texts]
        headed += [name, *part] if part else []
    return headed


def _grid(rows: Sequence[Listed], size: int) -> Grid:
    """The rows with at most ``size`` columns of players, who also get the room of a lead."""
    widest = max((columns_of(row.leads) for row in rows), default=0)
    cells = []
    for row in rows:
        room = size if row.leads else max(size, widest)
        names = cut(row.people, room) if room else ""
        behind = [cell for cell in (row.leads, names, row.day) if cell]
        cells.append((str(row.number), row.title, row.state, *behind, *[""] * (3 - len(behind))))
    return Grid(("",) * 6, tuple(cells), "rlllll")


def _stacked(row: Listed) -> list[str]:
    when = f", {row.day}" if row.day else ""
    below = ", ".join(filter(None, (row.state, row.leads)))
    return [f"{row.number:>3}  {row.title}{when}", f"     {below}"]


def _state(game: Game, *, is_over: bool) -> tuple[str, str]:
    """Who won a game that is over, and with what total; else where the game is, and who leads."""
    first = leaders(rank(game))
    if is_over and (game.put_away or not first):
        return "put away" if game.put_away else "nobody won", ""
    if is_over:
        return f"{people(first)} won, {final_total(game, first[0])}", ""
    card = next_round(game)
    state = round_head(game, card).lower() if card else "points are missing"
    if not first:
        return state, ""
    total = game.total(first[0])
    verb = "leads with" if len(first) == 1 else "lead with"
    return state, f"{people(first) if len(first) < 3 else f'{len(first)} people'} {verb} {total}"


def _day(day: date | None, today: date) -> str:
    """A day as people say it; empty if nobody knows it."""
    if day is None:
        return ""
    if day == today:
        return "today"
    if day == today - timedelta(days=1):
        return "yesterday"
    near = abs(today - day) < timedelta(days=300)
    return f"{day:%a} {day.day} {day:%b}" if near else f"{day.day} {day:%b} {day.year}"


def home_lines(
    evenings: Sequence[Listed], more: int, words: Sequence[str], width: int
) -> list[str]:
    """What you can type below a list of evenings, of which ``more`` aren't shown.

    ``words`` are examples of words that open one.
    """
    examples = f" ({', '.join(words)})" if words else ""
    rest = [f"{more} more:  games"] if more > 0 else []
    first = [evening.number for evening in evenings if not evening.is_over]
    over = [evening.number for evening in evenings if evening.is_over]
    choices = [f"[Enter] goes on with {first[0]}"] if first else []
    choices += [f"again  with the people of {over[0]}"] if over else []
    return [
        *_beside([*rest, f"open one:  its number, or a word of it{examples}"], width, "    "),
        "",
        *_beside([*choices, "new  a new game"], width),
    ]


def _beside(parts: Sequence[str], width: int, indent: str = "") -> list[str]:
    """The parts in one line if they fit, else a line each."""
    line = indent + "      ".join(parts)
    return [line] if columns_of(line) <= width else [indent + part for part in parts]


def telling_words(rows: Iterable[Listed], everywhere: Iterable[Iterable[str]]) -> list[str]:
    """At most three words that each mean one of the games and no other.

    ``everywhere`` has the words of every game in the folder.
    """
    known = Counter(word for words in everywhere for word in words)
    telling: dict[str, None] = {}
    for row in rows:
        word = next((word for word in row.telling if known[word] == 1 and word.isalpha()), None)
        telling |= {word: None} if word else {}
    return list(telling)[:3]
