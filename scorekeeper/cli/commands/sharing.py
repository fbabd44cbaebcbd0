"""The commands that take games along to other programs and people, and bring some in."""

from typing import Annotated

import typer

from scorekeeper.cli import options
from scorekeeper.cli.ledger_at_hand import ledger_to_read
from scorekeeper.cli.output import bring_out, can_show
from scorekeeper.sharing import FORMATS, exported


def export(
    file: Annotated[str | None, options.argument("[FILE]", "The game's file.")] = None,
    *,
    to: Annotated[str, options.format_of(FORMATS)],
    output: options.Output = None,
    plain: Annotated[bool, typer.Option("--plain", help="A message without emoji.")] = False,
    at: options.AtHand,
    json: options.Json = False,
) -> None:
    """Write a game for other programs and people."""
    ledger = ledger_to_read(file, at)
    game = ledger.load().game
    has_no_emoji = to == "chat" and not can_show("🏆")
    text = exported(game, str(ledger.path), to, plain=plain or has_no_emoji)
    if json:
        bring_out(text, output, {"file": str(ledger.path), "to": to})
    else:
        bring_out(text, output)
        ledger.answered(game)
