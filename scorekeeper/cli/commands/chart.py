"""The command that draws an evening: the running totals round by round."""

import sys
from typing import Annotated

from scorekeeper.cli import show
from scorekeeper.cli.commands.sharing import export
from scorekeeper.cli.ledger_at_hand import ledger_to_read
from scorekeeper.cli.options import AtHand, Json, Output, argument, option
from scorekeeper.cli.output import draws, fitting, say, say_coloured, say_json, width
from scorekeeper.errors import UsageError, quoted
from scorekeeper.ledger.game import Game
from scorekeeper.render.chart import FINE, PLAIN, chart_facts, chart_rows, decided_line

COLOURS = (32, 166, 36, 175, 178, 74)
"""Those of Okabe and Ito that can be read on dark screens and on light ones, of the 256."""


def chart(
    file: Annotated[str | None, argument("[FILE]", "The game's file.")] = None,
    *,
    to: Annotated[str | None, option("--to", "svg", "A picture in place of it.")] = None,
    output: Output = None,
    at: AtHand,
    json: Json = False,
) -> None:
    """Show the totals round by round as lines."""
    if to not in (None, "svg"):
        problem = f"a chart is written as svg, not as {quoted(to)}"
        raise UsageError(problem, remedy="say --to svg; other formats are written by sk export")
    if to or output is not None:
        export(file, to="svg", output=output, at=at, json=json)
        return
    ledger = ledger_to_read(file, at)
    game = ledger.load().game
    if json:
        say_json(chart_facts(game, str(ledger.path)))
        return
    say(show.title_line(game, at))
    if game.played:
        say_coloured(_rows(game))
        say("")
    say(decided_line(game))
    ledger.answered(game)


def _rows(game: Game) -> list[list[tuple[str, int | None]]]:
    """The rows of the chart, each part with its colour."""
    encoding = sys.stdout.encoding
    is_fine = draws() and fitting(FINE.characters[-1], encoding) == FINE.characters[-1]
    rows = chart_rows(
        game, width(), FINE if is_fine else PLAIN, lambda name: fitting(name, encoding)
    )
    return [
        [(text, None if seat is None else COLOURS[seat % len(COLOURS)]) for text, seat in row]
        for row in rows
    ]
