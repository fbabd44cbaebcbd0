"""The commands that show where the game stands."""

from typing import Annotated

import typer

from scorekeeper.cli import options, show
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.output import say_json
from scorekeeper.ledger.standings import standings


def next_command(*, at: options.AtHand, json: options.Json = False) -> None:
    ledger = LedgerAtHand(at, "to read")
    game = ledger.load().game
    places = standings(game)
    if json:
        from scorekeeper.render import machine

        say_json(machine.round_card(places.next, "stock"))
    else:
        ledger.answer(game, drawn=lambda: show.card(game, places, at))


def standings_command(*, at: options.AtHand, json: options.Json = False) -> None:
    ledger = LedgerAtHand(at, "to read")
    game = ledger.load().game
    places = standings(game)
    if json:
        from scorekeeper.render import machine

        say_json(machine.standings(game, places, str(ledger.path)))
    else:
        ledger.answer(game, drawn=lambda: show.standings(game, places, at))


def sheet(
    totals: Annotated[bool, typer.Option("--totals", help="Running totals alone.")] = False,
    *,
    at: options.AtHand,
    json: options.Json = False,
) -> None:
    ledger = LedgerAtHand(at, "to read")
    game = ledger.load().game
    if json:
        from scorekeeper.render import machine

        say_json(machine.sheet(game, str(ledger.path)))
    else:
        ledger.answer(game, drawn=lambda: show.sheet(game, totals_only=totals))
