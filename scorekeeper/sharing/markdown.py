"""An evening in Markdown: title, standings and sheet as GitHub shows tables."""

import re

from scorekeeper.ledger.game import Game
from scorekeeper.render.grid import Grid
from scorekeeper.render.settlement import column_grid
from scorekeeper.render.sheet import sheet_grid, sheet_notes, sheet_title
from scorekeeper.render.standings import standings_foot, standings_grid, standings_title
from scorekeeper.render.words import person


def markdown(game: Game, file: str) -> str:  # noqa: ARG001 - every format is called alike
    """The standings and the sheet of a game under its title."""
    parts = [
        [f"# {plain(person(game.title))}", ""],
        ["## Standings", "", plain(standings_title(game)), ""],
        [*table(standings_grid(game, bars=False)), ""],
        [f"- {plain(line)}" for line in standings_foot(game)],
        ["", "## Sheet", "", plain(sheet_title(game)), ""],
        [*table(_with_totals_apart(sheet_grid(game))), ""],
        [f"- {plain(re.sub(r'^([*]|---) ', '', line))}" for line in sheet_notes(game)],
    ]
    if game.rules.in_columns:
        parts.append(["", "## Columns", "", *table(column_grid(game))])
    lines = [line for part in parts for line in part]
    return "\n".join(lines).rstrip("\n") + "\n"


def table(grid: Grid) -> list[str]:
    """A grid as a table."""
    rules = ("---:" if align == "r" else "---" for align in grid.aligns)
    rows = [map(plain, row) for row in (grid.header, *grid.rows)]
    return [f"| {' | '.join(cells)} |" for cells in (rows[0], rules, *rows[1:])]


def _with_totals_apart(grid: Grid) -> Grid:
    """The sheet with running totals in brackets: no spaces hold them under each other here."""
    total = r"(?<=\S) +(-?\d+|---)$"
    rows = tuple(tuple(re.sub(total, r" (\1)", cell) for cell in row) for row in grid.rows)
    return grid._replace(rows=rows)


def plain(text: str) -> str:
    r"""A text in which nothing is a sign of Markdown.

    >>> plain("*Bo* | <b>")
    '\\*Bo\\* \\| \\<b\\>'
    """
    return re.sub(r"([\\`*_\[\]<>|~#&!])", r"\\\1", text.strip())
