"""The commands that show where the game stands, and those that take a step back and forth."""

from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.command_words import for_file
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import say, say_json, talk
from scorekeeper.cli.show import card as draw_card
from scorekeeper.cli.show import mention_findings, title_line
from scorekeeper.cli.show import sheet as draw_sheet
from scorekeeper.cli.show import standings as draw_standings
from scorekeeper.errors import LedgerError, printable
from scorekeeper.ledger.standings import next_round, standings


def undo(
    times: Annotated[
        int, typer.Option("-n", metavar="N", help="How many changes.", min=1, max=200)
    ] = 1,
    *,
    at: options.AtHand,
) -> None:
    """Take back the last change, whatever command made it."""
    path = find_ledger(at)
    commands = store.undo(path, times)
    _say_done(path, at, [f"taken back:  sk {printable(one)}" for one in commands])


def redo(*, at: options.AtHand) -> None:
    """Make the change again that was taken back last."""
    path = find_ledger(at)
    command = store.redo(path)
    _say_done(path, at, [f"made again:  sk {printable(command)}"])


def _say_done(path: Path, at: GameAtHand, done: list[str]) -> None:
    """Say what was done and where the game stands, unless the file is broken again by it."""
    from scorekeeper.render.evening import totals_line
    from scorekeeper.render.words import round_line

    try:
        game = store.load(path).game
    except LedgerError as error:
        say(done)
        talk(
            [
                f"as before, no command can read it: {error.problem}",
                f"  try: {for_file(error.remedy, at)}",
            ]
        )
        return
    card = next_round(game)
    say([*title_line(game, at), *done])
    say(totals_line(game) if game.played else [])
    say(round_line(game, card) if card else [])


def next_command(*, at: options.AtHand, json: options.Json = False) -> None:
    """Show the next round: the deal, what is wild, who begins."""
    path = find_ledger(at)
    game = store.load(path).game
    table = standings(game)
    if json:
        from scorekeeper.render import machine

        say_json(machine.next_round(table.next))
        return
    draw_card(game, table, at)
    mention_findings(path)


def standings_command(*, at: options.AtHand, json: options.Json = False) -> None:
    """Show places, totals and gaps."""
    path = find_ledger(at)
    game = store.load(path).game
    table = standings(game)
    if json:
        from scorekeeper.render import machine

        say_json(machine.standings(game, table, str(path)))
        return
    draw_standings(game, table, at)
    mention_findings(path)


def sheet(
    totals: Annotated[bool, typer.Option("--totals", help="Running totals alone.")] = False,
    *,
    at: options.AtHand,
    json: options.Json = False,
) -> None:
    """Show the score sheet: rounds by players."""
    path = find_ledger(at)
    game = store.load(path).game
    if json:
        from scorekeeper.render import machine

        say_json(machine.sheet(game, str(path)))
        return
    draw_sheet(game, totals_only=totals)
    mention_findings(path)
