"""Showing a game: drawn tables on a terminal with room, plain lines elsewhere."""

from itertools import compress

from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import next_round
from scorekeeper.render import (
    Grid,
    columns_of,
    pad,
    plain,
    split_columns,
    stacked,
    total_width,
    with_columns,
)
from scorekeeper.terminal import as_typed_here, colours, draws, fitting, say, voice, width


def opened(game: Game) -> None:
    """Show an open game: title, round card, standings, and what you can type."""
    from scorekeeper.render.evening import choice_lines, choices
    from scorekeeper.render.standings import standings_title

    say([standings_title(game), ""])
    card(game)
    if game.played:
        say("")
        rows(game, or_totals=True)
    say(["", *choice_lines(choices(game), width())])


def standings(game: Game) -> None:
    """Show the standings with all numbers, however narrow the screen."""
    from scorekeeper.render.standings import standings_foot, standings_title

    say([standings_title(game), ""])
    rows(game)
    say(["", *standings_foot(game)])


def rows(game: Game, *, or_totals: bool = False) -> None:
    """Show only the rows of the standings.

    On a narrow screen each cell gets a line, or with ``or_totals`` all totals share one.
    """
    from scorekeeper.render.evening import totals_line
    from scorekeeper.render.standings import standings_grid, with_footnotes

    without = standings_grid(game, bars=False)
    if not draws():
        _say_grid(without)
        return
    for grid in (standings_grid(game, bars=True), without):
        for shown, notes in ((grid, []), with_footnotes(grid)):
            if total_width(shown) <= width():
                _say_grid(shown)
                say(f"  {note}" for note in notes)
                return
    say(totals_line(game) if or_totals else stacked(without))


def sheet(game: Game, *, totals_only: bool) -> None:
    """Show the sheet; on a narrow screen in pieces with some players each."""
    from scorekeeper.render.standings import column_grid, sheet_grid, sheet_notes, sheet_title

    say([sheet_title(game), ""])
    grid = sheet_grid(game, (lambda _, total: total) if totals_only else None)
    fixed = len(grid.header) - len(game.names)
    if draws() and total_width(grid) > width() and fixed > 1:
        # If it doesn't all fit, only the first label stays; sk next says who deals.
        grid, fixed = with_columns(grid, [0, *range(fixed, len(grid.header))]), 1
    in_pieces(grid, fixed)
    if game.rules.in_columns:
        say("")
        in_pieces(column_grid(game), 1)
    notes = sheet_notes(game)
    say(["", *notes] if notes else [])


def one_round(game: Game, typed: str) -> list[str]:
    """What everybody has in the round of the sheet that a word means, in lines."""
    from scorekeeper.ledger.rows import row_typed
    from scorekeeper.render.words import person, square

    row = row_typed(game, typed)
    squares = (f"{person(name)} {square(game, row, name)}" for name in game.names)
    return [f"{row.name[0].upper()}{row.name[1:]}:", f"  {'   '.join(squares)}"]


def in_pieces(grid: Grid, fixed: int) -> None:
    """Show a grid; on a narrow screen in pieces, each with the ``fixed`` first columns."""
    for i, piece in enumerate(split_columns(grid, fixed, width()) if draws() else [grid]):
        say([""] if i else [])
        _say_grid(piece)


def card(game: Game) -> None:
    """Show the round card, in a frame if one can be drawn."""
    from scorekeeper.render.evening import next_lines

    lines = [fitting(as_typed_here(line, voice.at.named)) for line in next_lines(game)]
    wide = max(map(columns_of, lines), default=0)
    if draws() and next_round(game) is not None and wide + 6 <= width():
        edge = "─" * (wide + 4)
        first, *others = [f"│  {pad(line, wide)}  │" for line in lines]
        say([f"┌{edge}┐", first, *others, f"└{edge}┘"], bold=[first] if colours() else [])
    else:
        say(lines)


def _say_grid(grid: Grid) -> None:
    """Say the grid; a terminal with room gets a bold header with a line below it.

    The leaders' rows are bold too, if colour may be used; on the sheet, rows are rounds.
    """
    is_drawn = draws() and total_width(grid) <= width()
    header, *rows = [tuple(map(fitting, row)) for row in (grid.header, *grid.rows)]
    if is_drawn:  # numbers line up without the space for a missing =
        rows = [tuple(cell.rstrip().rjust(len(cell)) for cell in row) for row in rows]
    grid = Grid(header, tuple(rows), grid.aligns, (0, *grid.rules) if is_drawn else grid.rules)
    lines = plain(grid)
    first, *others = plain(grid._replace(rules=()))
    in_front = [not header[0].strip() and row[0].strip() in ("1", "1=") for row in rows]
    bold = [first] if is_drawn else []
    bold += compress(others, in_front)
    if is_drawn:
        lines = [line[2:] if i < 2 or line != lines[1] else "" for i, line in enumerate(lines)]
        bold = [line[2:] for line in bold]
    say(lines, bold=bold if colours() else [])
