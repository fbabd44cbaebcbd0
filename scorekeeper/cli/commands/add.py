"""The command of each round: record it, and say what it scores."""

from contextlib import nullcontext
from typing import Annotated

from scorekeeper.cli import options
from scorekeeper.cli.options import (
    AtHand,
    DrawnWild,
    Note,
    OutOrNobody,
    RoundName,
    Upcard,
    argument,
    flag,
)
from scorekeeper.terminal import Answer


def add(
    entries: Annotated[
        list[str] | None,
        argument("[ENTRY... | WHO=ENTRY...]", "Points, o, a sum, cards or -.", options.entries),
    ] = None,
    round_typed: RoundName = None,
    out: OutOrNobody = None,
    note: Note = None,
    wild: DrawnWild = None,
    upcard: Upcard = None,
    totals: Annotated[bool, flag("--totals", "The entries are running totals.")] = False,
    *,
    at: AtHand,
) -> Answer:
    # TAB completion needs only what is above.
    from scorekeeper.cli.commands.rounds import Typed, record_round
    from scorekeeper.serve import phones_held
    from scorekeeper.terminal import on_terminal
    from scorekeeper.terminal.ledger_at_hand import LedgerAtHand

    ledger = LedgerAtHand(at)
    # The questions are about what phones have sent until now.
    with phones_held(ledger.path) if on_terminal() else nullcontext():
        line = Typed(entries or [], round_typed, out, note, totals, wild, upcard)
        return record_round(line, ledger)
