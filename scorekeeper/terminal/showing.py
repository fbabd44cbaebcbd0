"""How a terminal shows games: lists, standings, sheets, and the card of a round.

Tables are drawn on a terminal with room; elsewhere lines are plain.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import compress
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from scorekeeper import render, store
from scorekeeper.errors import SK, ScorekeeperError, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import next_round
from scorekeeper.render.words import square_text
from scorekeeper.store.evenings import newest_first, open_first
from scorekeeper.terminal import Bold, as_shown, displayable, draws, is_interactive, talk, width
from scorekeeper.terminal.command_words import shell_path
from scorekeeper.terminal.games import games_here, list_row

if TYPE_CHECKING:
    from scorekeeper.render.evening import Listed


def opened_lines(game: Game) -> Iterator[str]:
    """An open game: title, round card, standings, and what you can type."""
    from scorekeeper.render.evening import choice_lines, choices
    from scorekeeper.render.standings import standings_title

    yield from [standings_title(game), "", *card_lines(game)]
    yield from ["", *places_lines(game, or_totals=True)] if game.played else []
    yield from ["", *choice_lines(choices(game), width())]


def standings_lines(game: Game) -> Iterator[str]:
    """The standings with all numbers, however narrow the screen."""
    from scorekeeper.render.standings import standings_foot, standings_title

    yield from [standings_title(game), "", *places_lines(game), "", *standings_foot(game)]


def places_lines(game: Game, *, or_totals: bool = False) -> list[str]:
    """The rows of the standings; on a narrow screen one line per cell, or only the totals."""
    from scorekeeper.render.evening import totals_line
    from scorekeeper.render.standings import standings_grid, with_footnotes

    without_bars = standings_grid(game)
    if not draws():
        return grid_lines(without_bars)
    for grid in (standings_grid(game, bars=True), without_bars):
        for shown, notes in ((grid, []), with_footnotes(grid)):
            if render.total_width(shown) <= width():
                return [*grid_lines(shown), *(f"  {note}" for note in notes)]
    return [totals_line(game)] if or_totals else render.stacked(without_bars)


def sheet_lines(game: Game, *, totals_only: bool) -> Iterator[str]:
    """The sheet; on a narrow screen in pieces, with a few players in each."""
    from scorekeeper.render.standings import column_grid, sheet_grid, sheet_notes, sheet_title

    yield from [sheet_title(game), ""]
    grid = sheet_grid(game, (lambda _, total: total) if totals_only else None)
    fixed = len(grid.header) - len(game.names)
    if draws() and render.total_width(grid) > width() and fixed > 1:
        # If it doesn't all fit, only the first label stays; sk next says who deals.
        grid, fixed = render.with_columns(grid, [0, *range(fixed, len(grid.header))]), 1
    yield from in_pieces(grid, fixed)
    yield from ["", *in_pieces(column_grid(game), 1)] if game.rules.in_columns else []
    notes = sheet_notes(game)
    yield from ["", *notes] if notes else []


def one_round(game: Game, typed: str) -> list[str]:
    """What everybody has in the round that ``typed`` means, and in gin how the hand ended."""
    from scorekeeper.ledger.rows import row_typed
    from scorekeeper.render.standings import hand_lines

    row = row_typed(game, typed)
    squares = (f"{printable(name)} {square_text(row, name)}" for name in game.names)
    ended = [] if row.bonus else hand_lines(game, row.number, row.round_)
    return [f"{row.name[0].upper()}{row.name[1:]}:", f"  {'   '.join(squares)}", *ended]


def card_lines(game: Game) -> Iterator[str]:
    """The round card, in a frame if one can be drawn."""
    from scorekeeper.render.evening import next_lines

    lines = list(map(as_shown, next_lines(game)))
    wide = max(map(render.columns_of, lines), default=0)
    if draws() and next_round(game) is not None and wide + 6 <= width():
        edge = "─" * (wide + 4)
        first, *others = [f"│  {render.pad(line, wide)}  │" for line in lines]
        lines = [f"┌{edge}┐", Bold(first), *others, f"└{edge}┘"]
    yield from lines


# ── a list of evenings ───────────────────────────────────────────────────────────────────────

MOST_AT_HOME = 10  # evenings on the first screen


def list_lines(evenings: Sequence["Listed"]) -> list[str]:
    """A line for each evening, no wider than the screen if there is one."""
    from scorekeeper.render.evening import evening_lines

    return evening_lines(evenings, width() if draws() or is_interactive() else None)


def first_lines() -> list[str]:
    """The first evenings and what you can type; no lines if there are none."""
    from scorekeeper.render.evening import distinct_words, home_lines

    all_games = open_first(games_here(quiet=True))
    rows = []
    for number, evening in enumerate(all_games[:MOST_AT_HOME], start=1):
        try:
            rows.append(list_row(evening)._replace(number=number))
        except ScorekeeperError as error:
            talk(f"skipped: {error.problem}")
    if not rows:
        return []
    words = distinct_words(rows, (evening.words for evening in all_games))
    return [*list_lines(rows), *home_lines(rows, len(all_games) - MOST_AT_HOME, words, width())]


PATIENCE = 0.1
"""Seconds to spend on reading earlier evenings: enough for a hundred, and nobody waits."""

CHART = f"Look back?    {SK}chart     the totals round by round as lines"


def season_lines(game: Game, path: Path) -> list[str]:
    """How an evening compares with earlier ones of its kind in its folder, in one line if any.

    In a large folder it compares the newest evenings, and says so.
    """
    from scorekeeper.render.season import season_line
    from scorekeeper.season import Span, find
    from scorekeeper.season.figures import highlights

    until = process_time() + PATIENCE

    def in_time() -> Iterator[Path]:
        yield path
        while earlier and process_time() < until:
            yield earlier.pop()

    with suppress(ScorekeeperError):  # stats says what is wrong; the round is written
        newest = newest_first(games_here(path.parent, quiet=True))
        earlier = [each.path for each in reversed(newest) if each.path.name != path.name]
        found = find(in_time(), store.load_ledger, Span(until=game.date))
        files = [evening.file for evening in found.evenings]
        if str(path) in files:
            _, stood = highlights(found.evenings[: files.index(str(path)) + 1])
            own, place = stood[-1]
            games = sum(evening.kind == own.kind for evening, _ in stood)
            folder = "" if path.parent == Path() else f" {shell_path(path.parent)}"
            newest_of = games if earlier else None
            return [season_line(place, newest_of, f"{SK}stats{folder}")] if games > 1 else []
    return []


# ── tables ───────────────────────────────────────────────────────────────────────────────────


def grid_lines(grid: render.Grid) -> list[str]:
    """A grid in lines; a terminal with room gets a bold header with a rule below it."""
    is_drawn = draws() and render.total_width(grid) <= width()
    header, *rows = [tuple(map(displayable, row)) for row in (grid.header, *grid.rows)]
    if is_drawn:  # numbers line up without the space for a missing =
        rows = [tuple(cell.rstrip().rjust(len(cell)) for cell in row) for row in rows]
    below = (0, *grid.rules) if is_drawn else grid.rules
    grid = grid._replace(header=header, rows=tuple(rows), rules=below)
    lines = render.in_lines(grid)
    first, *others = render.in_lines(grid._replace(rules=()))
    # On the sheet the first column has a header, and a 1 there is a round.
    in_front = [not header[0].strip() and row[0].strip() in ("1", "1=") for row in rows]
    bold = [first] if is_drawn else []
    bold += compress(others, in_front)
    if is_drawn:
        lines = [line[2:] if i < 2 or line != lines[1] else "" for i, line in enumerate(lines)]
        bold = [line[2:] for line in bold]
    return [Bold(line) if line in bold else line for line in lines]


def in_pieces(grid: render.Grid, fixed: int) -> Iterator[str]:
    """A grid; on a narrow screen in pieces, each with the first ``fixed`` columns."""
    for i, piece in enumerate(render.split_columns(grid, fixed, width()) if draws() else [grid]):
        yield from ["", *grid_lines(piece)] if i else grid_lines(piece)
