"""The commands that take a game along: drawn as lines, or written for others to read."""

import sys
from typing import Annotated

from scorekeeper.cli.ledger_at_hand import ToRead
from scorekeeper.cli.options import GameFile, Output, flag, format_of, option
from scorekeeper.errors import SK, UsageError, quoted
from scorekeeper.sharing import FORMATS, exported
from scorekeeper.terminal.answer import Answer, bring_out
from scorekeeper.terminal.output import (
    can_show,
    draws,
    fitting,
    say,
    say_coloured,
    speak_utf8_to_files,
    width,
)


def chart(
    file: GameFile = None,
    *,
    to: Annotated[str | None, option("--to", "svg", "A picture in place of it.")] = None,
    output: Output = None,
    ledger: ToRead,
) -> Answer:
    if to not in (None, "svg"):
        problem = f"a chart can only be an svg, not {quoted(to)}"
        raise UsageError(problem, remedy=f"use --to svg; {SK}export writes the other formats")
    if to or output is not None:
        return export(file, to="svg", output=output, ledger=ledger)
    from scorekeeper.render.chart import FINE, PLAIN, chart_facts, chart_rows, decided_line, race_of

    game = ledger.read(file)

    def words() -> None:
        say(ledger.at.title(game))
        if game.played:
            pen = FINE if draws() and can_show(FINE.characters[-1]) else PLAIN
            encoding = sys.stdout.encoding
            say_coloured(
                chart_rows(race_of(game), width(), pen, lambda name: fitting(name, encoding))
            )
            say("")
        say(decided_line(game))

    return ledger.shown(words, lambda: chart_facts(game, str(ledger.path)))


def export(
    file: GameFile = None,
    *,
    to: Annotated[str, format_of(FORMATS)],
    output: Output = None,
    plain: Annotated[bool, flag("--plain", "A message without emoji.")] = False,
    ledger: ToRead,
) -> Answer:
    game = ledger.read(file)
    speak_utf8_to_files()
    has_no_emoji = to == "chat" and not can_show("🏆")
    text = exported(game, str(ledger.path), to, plain=plain or has_no_emoji)
    written = bring_out(text, output, {"file": str(ledger.path), "to": to})
    return ledger.shown(written.words, written.facts)
