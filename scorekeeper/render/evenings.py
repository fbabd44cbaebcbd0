"""Many evenings as people look through them: what is still open, and who won the others."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from scorekeeper.errors import listed, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.standings import leaders, next_round, rank
from scorekeeper.render.grid import Grid, columns_of, plain, total_width
from scorekeeper.render.words import of_rounds, people, person
from scorekeeper.store.evenings import Evening

LEAST_PEOPLE = 8
"""Columns in which it is still worth while to name some of the players."""


Numbered = tuple[int, Evening]
"""An evening with its number in the list of all."""


def evening_lines(found: Sequence[Numbered], today: date, width: int | None = None) -> list[str]:
    """A line for each evening, those still open apart from those played.

    Where they do not fit the ``width`` of a screen, some players are left out, then all; and where
    that does not do, what became of an evening stands below its title.
    """
    rows = [_row(number, evening, today) for number, evening in found]
    most = max((columns_of(row.people) for row in rows), default=0)
    grids = (_grid(rows, size) for size in (*range(most, LEAST_PEOPLE - 1, -1), 0))
    grid = next((grid for grid in grids if width is None or total_width(grid) <= width), None)
    lines = [[line] for line in plain(grid)] if grid else [_stacked(row) for row in rows]
    headed: list[str] = []
    for name, is_over in (("Still open", False), ("Played", True)):
        part = [
            text
            for texts, (_, evening) in zip(lines, found, strict=True)
            if evening.is_over is is_over
            for text in texts
        ]
        headed += [name, *part] if part else []
    return headed


class _Row(NamedTuple):
    number: str
    title: str
    state: str
    leads: str
    people: str
    day: str


def _row(number: int, evening: Evening, today: date) -> _Row:
    game = evening.game
    state, leads = (_outcome(game), "") if evening.is_over else _progress(game)
    names = " ".join(map(person, game.names))
    return _Row(str(number), printable(game.title), state, leads, names, _day(game.date, today))


def _grid(rows: Sequence[_Row], size: int) -> Grid:
    """The rows with at most ``size`` columns of players, who stand where nobody leads."""
    cells = []
    for row in rows:
        names = row.people if len(row.people) <= size else row.people[: size - 1] + "…"
        behind = [cell for cell in (row.leads, names if size else "", row.day) if cell]
        cells.append((row.number, row.title, row.state, *behind, *[""] * (3 - len(behind))))
    return Grid(("",) * 6, tuple(cells), "rlllll")


def _stacked(row: _Row) -> list[str]:
    when = f", {row.day}" if row.day else ""
    below = ", ".join(filter(None, (row.state, row.leads)))
    return [f"{row.number:>3}  {row.title}{when}", f"     {below}"]


def _progress(game: Game) -> tuple[str, str]:
    """Where an open game is, and who leads it."""
    card = next_round(game)
    first = leaders(rank(game))
    if card is None:
        state = "points are missing"
    else:
        state = "bonus round" if card.bonus else f"round {card.number}{of_rounds(game)}"
    if not first:
        return state, ""
    total = game.total(first[0])
    verb = "leads with" if len(first) == 1 else "lead with"
    return state, f"{people(first) if len(first) < 3 else f'{len(first)} people'} {verb} {total}"


def _outcome(game: Game) -> str:
    """Who won a game that is over, and with how much."""
    first = leaders(rank(game))
    if game.put_away or not first:
        return "put away" if game.put_away else "nobody won"
    return f"{listed(map(person, first))} won, {game.total(first[0])}"


def _day(day: date, today: date) -> str:
    """A day as people say it; nothing for the one that stands for none."""
    if day == today:
        return "today"
    if day == today - timedelta(days=1):
        return "yesterday"
    if day.year == 1:
        return ""
    near = abs(today - day) < timedelta(days=300)
    return f"{day:%a} {day.day} {day:%b}" if near else f"{day.day} {day:%b} {day.year}"


def home_lines(found: Sequence[Numbered], more: int, words: Sequence[str]) -> list[str]:
    """What can be typed below a list of evenings of which ``more`` are not shown.

    ``words`` are some by which one of them may be called.
    """
    examples = f" ({', '.join(words)})" if words else ""
    rest = f"{more} more:  games        " if more > 0 else ""
    first = [number for number, evening in found if not evening.is_over]
    over = [number for number, evening in found if evening.is_over]
    choices = [f"[Enter] goes on with {first[0]}"] if first else []
    choices += [f"again  once more with the people of {over[0]}"] if over else []
    return [
        f"    {rest}one of them:  a number, or a word of it{examples}",
        "",
        "      ".join([*choices, "new  a new game"]),
    ]


def telling_words(found: Iterable[Evening], everywhere: Iterable[Evening]) -> list[str]:
    """A word for some of the evenings, three at most, that no other of all has."""
    known = Counter(word for evening in everywhere for word in evening.words)
    words: dict[str, None] = {}
    for evening in found:
        title, day, players = evening.head
        own = map(folded, (*players, *reversed(title.split()), f"{day:%B}"))
        words.update(
            dict.fromkeys([word for word in own if known[word] == 1 and word.isalpha()][:1])
        )
    return list(words)[:3]
