"""The commands that take a game along: drawn as lines, or written for others to read."""

import sys
from typing import Annotated

from scorekeeper.cli.ledger_at_hand import game_to_read
from scorekeeper.cli.options import AtHand, GameFile, Json, Output, flag, format_of, option
from scorekeeper.cli.output import (
    bring_out,
    can_show,
    draws,
    fitting,
    say,
    say_coloured,
    say_json,
    speak_utf8_to_files,
    width,
)
from scorekeeper.errors import UsageError, quoted
from scorekeeper.sharing import FORMATS, exported


def chart(
    file: GameFile = None,
    *,
    to: Annotated[str | None, option("--to", "svg", "A picture in place of it.")] = None,
    output: Output = None,
    at: AtHand,
    json: Json = False,
) -> None:
    if to not in (None, "svg"):
        problem = f"a chart is written as svg, not as {quoted(to)}"
        raise UsageError(problem, remedy="say --to svg; other formats are written by sk export")
    if to or output is not None:
        export(file, to="svg", output=output, at=at, json=json)
        return
    from scorekeeper.render.chart import FINE, PLAIN, chart_facts, chart_rows, decided_line

    ledger, game = game_to_read(at, file)
    if json:
        say_json(chart_facts(game, str(ledger.path)))
        return
    say(at.title(game))
    if game.played:
        drawn_with = FINE if draws() and can_show(FINE.characters[-1]) else PLAIN
        encoding = sys.stdout.encoding
        say_coloured(chart_rows(game, width(), drawn_with, lambda name: fitting(name, encoding)))
        say("")
    say(decided_line(game))
    ledger.answer(game)


def export(
    file: GameFile = None,
    *,
    to: Annotated[str, format_of(FORMATS)],
    output: Output = None,
    plain: Annotated[bool, flag("--plain", "A message without emoji.")] = False,
    at: AtHand,
    json: Json = False,
) -> None:
    ledger, game = game_to_read(at, file)
    speak_utf8_to_files()
    has_no_emoji = to == "chat" and not can_show("🏆")
    text = exported(game, str(ledger.path), to, plain=plain or has_no_emoji)
    if json:
        bring_out(text, output, {"file": str(ledger.path), "to": to})
    else:
        bring_out(text, output)
        ledger.answer(game)
