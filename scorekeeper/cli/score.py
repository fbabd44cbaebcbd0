"""The commands that show where the game stands, and those that take a step back and forth."""

from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.output import say, say_json
from scorekeeper.cli.show import card as draw_card
from scorekeeper.cli.show import mention_findings, title_line
from scorekeeper.cli.show import sheet as draw_sheet
from scorekeeper.cli.show import standings as draw_standings
from scorekeeper.errors import (
    printable,
)
from scorekeeper.ledger import Game
from scorekeeper.render import machine
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import round_line
from scorekeeper.standings import next_round, standings


def undo(
    times: Annotated[
        int, typer.Option("-n", metavar="N", help="How many changes.", min=1, max=200)
    ] = 1,
    file: options.File = None,
) -> None:
    """Take back the last change, whatever command made it."""
    path = find_ledger(file)
    commands = store.undo(path, times)
    game = store.load(path).game
    say([*title_line(game, file), *(f"taken back:  sk {printable(one)}" for one in commands)])
    say(_where_it_stands(game))


def redo(file: options.File = None) -> None:
    """Make the change again that was taken back last."""
    path = find_ledger(file)
    command = store.redo(path)
    game = store.load(path).game
    say([*title_line(game, file), f"made again:  sk {printable(command)}"])
    say(_where_it_stands(game))


def _where_it_stands(game: Game) -> list[str]:
    card = next_round(game)
    lines = [totals_line(game)] if game.played else []
    return [*lines, *([round_line(game, card)] if card else [])]


def next_command(file: options.File = None, json: options.Json = False) -> None:
    """Show the next round: the deal, what is wild, who begins."""
    path = find_ledger(file)
    game = store.load(path).game
    table = standings(game)
    if json:
        say_json(machine.next_round(table.next))
        return
    draw_card(game, table, titled=file is None)
    mention_findings(path)


def standings_command(file: options.File = None, json: options.Json = False) -> None:
    """Show places, totals and gaps."""
    path = find_ledger(file)
    game = store.load(path).game
    table = standings(game)
    if json:
        say_json(machine.standings(game, table, str(path)))
        return
    draw_standings(game, table)
    mention_findings(path)


def sheet(
    totals: Annotated[bool, typer.Option("--totals", help="Running totals alone.")] = False,
    file: options.File = None,
    json: options.Json = False,
) -> None:
    """Show the score sheet: rounds by players."""
    path = find_ledger(file)
    game = store.load(path).game
    if json:
        say_json(machine.sheet(game, str(path)))
        return
    draw_sheet(game, totals_only=totals)
    mention_findings(path)
