"""The commands that show where the game stands, and those that take a step back and forth."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.game_at_hand import is_titled
from scorekeeper.cli.output import remedy, say, say_json, talk
from scorekeeper.cli.show import card as draw_card
from scorekeeper.cli.show import mention_findings, mention_second_name, title_line
from scorekeeper.cli.show import sheet as draw_sheet
from scorekeeper.cli.show import standings as draw_standings
from scorekeeper.errors import LedgerError, printable
from scorekeeper.ledger.standings import next_round, standings

if TYPE_CHECKING:
    from scorekeeper.store.steps import Done


def undo(
    times: Annotated[
        int, typer.Option("-n", metavar="N", help="How many changes.", min=1, max=200)
    ] = 1,
    file: options.File = None,
) -> None:
    """Take back the last change, whatever command made it."""
    from scorekeeper.store import steps

    path = find_ledger(file)
    _say_done(path, file, "taken back", steps.undo(path, times))


def redo(file: options.File = None) -> None:
    """Make the change again that was taken back last."""
    from scorekeeper.store import steps

    path = find_ledger(file)
    _say_done(path, file, "made again", steps.redo(path))


def _say_done(path: Path, file: str | None, how: str, done: "Done") -> None:
    """Say what was done and where the game stands, unless the file is broken again by it."""
    from scorekeeper.render.evening import totals_line
    from scorekeeper.render.words import round_line

    said = [f"{how}:  sk {printable(command)}" for command in done.commands]
    mention_second_name(path, parted=done.parted)
    try:
        game = store.load(path).game
    except LedgerError as error:
        say(said)
        talk([f"as before, no command can read it: {error.problem}", f"  try: {remedy(error)}"])
        return
    card = next_round(game)
    say([*title_line(game, file), *said])
    say(totals_line(game) if game.played else [])
    say(round_line(game, card) if card else [])


def next_command(file: options.File = None, json: options.Json = False) -> None:
    """Show the next round: the deal, what is wild, who begins."""
    path = find_ledger(file)
    game = store.load(path).game
    table = standings(game)
    if json:
        from scorekeeper.render import machine

        say_json(machine.next_round(table.next))
        return
    draw_card(game, table, titled=is_titled(file))
    mention_findings(path)


def standings_command(file: options.File = None, json: options.Json = False) -> None:
    """Show places, totals and gaps."""
    path = find_ledger(file)
    game = store.load(path).game
    table = standings(game)
    if json:
        from scorekeeper.render import machine

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
        from scorekeeper.render import machine

        say_json(machine.sheet(game, str(path)))
        return
    draw_sheet(game, totals_only=totals)
    mention_findings(path)
