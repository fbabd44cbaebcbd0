"""A season to take along: everybody's figures for a spreadsheet, or the whole page."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields

from scorekeeper.render.season import left_out_line, sections, title
from scorekeeper.season.figures import InKind
from scorekeeper.season.season import Season
from scorekeeper.sharing.markdown import plain, table
from scorekeeper.sharing.spreadsheet import guarded

PARTS = {
    "streak": ("streak_longest", "streak_current"),
    "best_total": ("best_total", "best_total_file", "best_total_date"),
    "worst_total": ("worst_total", "worst_total_file", "worst_total_date"),
}
"""The figures that take several columns."""

NAMES = [field.name for field in fields(InKind) if field.name != "deals"]

COLUMNS = ["game", *(column for name in NAMES for column in PARTS.get(name, (name,)))]


def spreadsheet(season: Season, _player: str | None) -> str:
    """A row for each player and kind of game as CSV; the figures by deal stand at the end."""
    lines = [(name, line) for name, kind in season.kinds.items() for line in kind.players]
    deals = sorted({deal.deal for _, line in lines for deal in line.deals})
    by_deal = [f"deal_{deal}_{fact}" for deal in deals for fact in ("rounds", "mean", "went_out")]
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow([*COLUMNS, *by_deal])
    for kind, line in lines:
        cells = [kind, *_figures(line), *_by_deal(line, deals)]
        rows.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in cells])
    return written.getvalue()


def _figures(line: InKind) -> Iterator[object]:
    """A player's figures, a cell each."""
    facts = asdict(line)
    for name in NAMES:
        if name in PARTS:
            yield from facts[name].values() if facts[name] else [None] * len(PARTS[name])
        else:
            yield " ".join(map(str, line.form)) if name == "form" else facts[name]


def _by_deal(line: InKind, deals: Iterable[int]) -> Iterator[object]:
    """A player's rounds with so many cards: their number, mean, and those gone out in."""
    found = {deal.deal: (deal.rounds, deal.mean, deal.went_out) for deal in line.deals}
    for deal in deals:
        yield from found.get(deal, (None, None, None))


def html(season: Season, player: str | None) -> str:
    """The page as one file to look at and to print."""
    from scorekeeper.sharing.templates import filled_in

    return filled_in(
        "season.html",
        heading=title(season, player),
        left_out=left_out_line(season.left_out),
        sections=sections(season, player),
    )


def markdown(season: Season, player: str | None) -> str:
    """The page with tables as GitHub shows them."""
    lines = [f"# {plain(title(season, player))}", "", *left_out_line(season.left_out)]
    for section in sections(season, player):
        lines += ["", f"## {plain(section.title)}"] if section.title else []
        for grid in section.grids:
            lines += ["", *table(grid)]
        lines += ["", *(f"- {plain(line)}" for line in section.lines)] if section.lines else []
    return "\n".join(lines) + "\n"
