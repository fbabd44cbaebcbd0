"""The commands that take games along to other programs and people, and bring some in."""

from typing import Annotated

from scorekeeper.cli.ledger_at_hand import ledger_to_read
from scorekeeper.cli.options import AtHand, Json, Output, argument, flag, format_of
from scorekeeper.cli.output import bring_out, can_show
from scorekeeper.sharing import FORMATS, exported


def export(
    file: Annotated[str | None, argument("[FILE]", "The game's file.")] = None,
    *,
    to: Annotated[str, format_of(FORMATS)],
    output: Output = None,
    plain: Annotated[bool, flag("--plain", "A message without emoji.")] = False,
    at: AtHand,
    json: Json = False,
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
