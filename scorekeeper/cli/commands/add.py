"""The command of each round: record it, and say what it comes to."""

from typing import Annotated

import typer

from scorekeeper.cli import complete, options


def add(
    entries: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ENTRY... | WHO=ENTRY...]",
            help="Points, o, a sum, cards, or -.",
            autocompletion=complete.entries,
        ),
    ] = None,
    round_typed: options.RoundName = None,
    out: options.Out = None,
    note: options.Note = None,
    totals: Annotated[
        bool, typer.Option("--totals", help="The entries are running totals.")
    ] = False,
    *,
    at: options.AtHand,
) -> None:
    """Record the next round; at a terminal it asks."""
    # TAB looks only at what stands above.
    from scorekeeper.cli.commands.recording import record_round

    record_round(entries or [], round_typed, out, note, totals=totals, at=at)
