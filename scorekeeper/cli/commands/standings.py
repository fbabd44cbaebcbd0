"""The commands that show where the game stands."""

from typing import Annotated

import typer

from scorekeeper.cli import options, show
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.counting import load
from scorekeeper.cli.output import say_json
from scorekeeper.ledger.standings import standings


def next_command(*, at: options.AtHand, json: options.Json = False) -> None:
    """Show the next round: the deal, what is wild, who begins."""
    path = find_ledger(at)
    game = load(path).game
    places = standings(game)
    if json:
        from scorekeeper.render import machine

        say_json(machine.round_card(places.next, "stock"))
    else:
        show.card(game, places, at)
        show.mention_findings(path)


def standings_command(*, at: options.AtHand, json: options.Json = False) -> None:
    """Show places, totals and gaps."""
    path = find_ledger(at)
    game = load(path).game
    places = standings(game)
    if json:
        from scorekeeper.render import machine

        say_json(machine.standings(game, places, str(path)))
    else:
        show.standings(game, places, at)
        show.mention_findings(path)


def sheet(
    totals: Annotated[bool, typer.Option("--totals", help="Running totals alone.")] = False,
    *,
    at: options.AtHand,
    json: options.Json = False,
) -> None:
    """Show the score sheet: rounds by players."""
    path = find_ledger(at)
    game = load(path).game
    if json:
        from scorekeeper.render import machine

        say_json(machine.sheet(game, str(path)))
    else:
        show.sheet(game, totals_only=totals)
        show.mention_findings(path)
