"""The options of ``add``; what it does is in ``rounds``, so that TAB loads fast."""

from contextlib import nullcontext
from typing import Annotated

from scorekeeper.cli import commands as options
from scorekeeper.terminal import Answer, can_ask


def add(
    entries: Annotated[
        list[str] | None,
        options.argument(
            "[ENTRY... | WHO=ENTRY...]", "Points, o, a sum, cards or -.", options.entries
        ),
    ] = None,
    round_typed: options.RoundName = None,
    out: options.OutOrNobody = None,
    note: options.Note = None,
    wild: options.DrawnWild = None,
    upcard: options.Upcard = None,
    totals: Annotated[bool, options.flag("--totals", "The entries are running totals.")] = False,
    *,
    sitting: options.ThisSitting,
) -> Answer:
    # Imported late, as TAB and --help need none of it.
    from scorekeeper.cli.commands.rounds import Typed, record_round
    from scorekeeper.serve import phones_held
    from scorekeeper.terminal.ledger_at_hand import LedgerAtHand

    ledger = LedgerAtHand(sitting)
    # The questions are about what phones have sent so far.
    with phones_held(ledger.path) if can_ask() else nullcontext():
        line = Typed(entries or [], round_typed, out, note, totals, wild, upcard)
        return record_round(line, ledger)
