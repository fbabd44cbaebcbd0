"""An evening in Markdown: title, standings and sheet as GitHub shows tables."""

import re
from collections.abc import Iterable

from scorekeeper.ledger.game import Game
from scorekeeper.render.gin import column_grid
from scorekeeper.render.grid import Grid, Section
from scorekeeper.render.sheet import sheet_grid, sheet_notes, sheet_title
from scorekeeper.render.standings import standings_foot, standings_grid, standings_title
from scorekeeper.render.words import person


def markdown(game: Game, file: str) -> str:  # noqa: ARG001 - every format is called alike
    """The standings and the sheet of a game under its title."""
    standings, sheet = standings_grid(game, bars=False), sheet_grid(game, _square)
    notes = [re.sub(r"^([*]|---) ", "", line) for line in sheet_notes(game)]
    sections = [
        Section("Standings", [standings], standings_foot(game), above=standings_title(game)),
        Section("Sheet", [sheet], notes, above=sheet_title(game)),
    ]
    sections += [Section("Columns", [column_grid(game)])] if game.rules.in_columns else []
    return document(person(game.title), sections)


def _square(points: str, total: str) -> str:
    """The running total in brackets: no spaces hold totals under each other here."""
    return f"{points} ({total})" if points and total else points or total


def document(title: str, sections: Iterable[Section]) -> str:
    """The sections of a page under its title."""
    parts = [f"# {plain(title)}"]
    for section in sections:
        parts += [f"## {plain(section.title)}"] if section.title else []
        parts += [plain(section.above)] if section.above else []
        parts += map(_table, section.grids)
        parts += ["\n".join(f"- {plain(line)}" for line in section.lines)] if section.lines else []
    return "\n\n".join(parts) + "\n"


def _table(grid: Grid) -> str:
    rules = ("---:" if align == "r" else "---" for align in grid.aligns)
    rows = [map(plain, row) for row in (grid.header, *grid.rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (rows[0], rules, *rows[1:]))


def plain(text: str) -> str:
    r"""A text in which nothing is a sign of Markdown.

    >>> plain("*Bo* | <b>")
    '\\*Bo\\* \\| \\<b\\>'
    """
    return re.sub(r"([\\`*_\[\]<>|~#&!])", r"\\\1", text.strip())
