"""A season to take along: all figures for a spreadsheet, or the whole page."""

from dataclasses import asdict, fields

from scorekeeper.render import Section, wrapped
from scorekeeper.render.chart import wins_line, wins_race
from scorekeeper.render.season import AHEAD, MATRIX_LEGEND, left_out_line, matrix, sections, title
from scorekeeper.season import Season
from scorekeeper.season.figures import InKind
from scorekeeper.sharing.sheets import csv_line
from scorekeeper.sharing.texts import document

PARTS = {
    "streak": ("streak_longest", "streak_current"),
    "best_total": ("best_total", "best_total_file", "best_total_date"),
    "worst_total": ("worst_total", "worst_total_file", "worst_total_date"),
}
"""The figures that take several columns."""

NAMES = [field.name for field in fields(InKind) if field.name != "deals"]

WINS = "Wins game by game, the most at the top."

COLUMNS = ["game", *(column for name in NAMES for column in PARTS.get(name, (name,)))]


def spreadsheet(season: Season, _player: str | None) -> str:
    """A row for each player, kind of game and span as CSV; the figures by deal come last."""
    lines = [
        ({"span": span, "game": name}, line)
        for span, part in season.spans or [("", season)]
        for name, kind in part.kinds.items()
        for line in kind.players
    ]
    deals = sorted({deal.deal for _, line in lines for deal in line.deals})
    by_deal = [f"deal_{deal}_{fact}" for deal in deals for fact in ("rounds", "mean", "went_out")]
    columns = [*(["span"] if season.spans else []), *COLUMNS, *by_deal]
    rows = [{**of, **_figures(line)} for of, line in lines]
    return "".join(map(csv_line, [columns, *(map(row.get, columns) for row in rows)]))


def _figures(line: InKind) -> dict[str, object]:
    figures: dict[str, object] = asdict(line) | {"form": " ".join(map(str, line.form))}
    for name, parts in PARTS.items():
        if values := getattr(line, name):
            figures.update(zip(parts, vars(values).values(), strict=True))
    for deal in line.deals:
        figures |= {f"deal_{deal.deal}_{fact}": figure for fact, figure in vars(deal).items()}
    return figures


def html(season: Season, player: str | None) -> str:
    """The page as one file to look at and to print."""
    from scorekeeper.sharing.page import filled_in, picture_of

    page = sections(season, player)
    if season.head_to_head and not (player or season.spans):
        at = next(i for i, section in enumerate(page) if section.title == AHEAD)
        grid = matrix(season.head_to_head, [line.player for line in season.players])
        page[at] = Section(AHEAD, [grid], MATRIX_LEGEND)
    return filled_in(
        "season.html",
        heading=title(season, player),
        left_out=left_out_line(season.left_out),
        sections=page,
        picture=picture_of(wins_race(season), WINS) if season.evenings and not player else None,
        below=wins_line(season),
        whole=AHEAD,
        columns=1 if season.spans else 2,
    )


def svg(season: Season) -> str:
    """The wins, game by game, as a picture."""
    from scorekeeper.sharing.page import filled_in, picture_of

    heading, below = wrapped(title(season, None), 90), wrapped(wins_line(season), 100)
    drawn = picture_of(wins_race(season), WINS)
    return filled_in("picture.svg", picture=drawn, heading=heading, below=below)


def markdown(season: Season, player: str | None) -> str:
    """The page with tables as GitHub shows them."""
    left_out = [Section("", [], above=line) for line in left_out_line(season.left_out)]
    return document(title(season, player), [*left_out, *sections(season, player)])
