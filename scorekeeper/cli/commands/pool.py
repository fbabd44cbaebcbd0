"""The commands of a few games: the rank that is drawn for a round, and who comes in again."""

from typing import Annotated

from scorekeeper.cli.command_words import sk, typed
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.options import AtHand, Who, argument
from scorekeeper.cli.rulebook import rank_typed
from scorekeeper.ledger.changes import draw_wild
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.seats import rejoin
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import person, points, round_lines


def wild(
    rank: Annotated[str, argument("RANK", "Like 7 or k; jk for a joker; - for none.")],
    *,
    at: AtHand,
) -> None:
    ledger = LedgerAtHand(at)
    is_none = rank.casefold() in ("none", "-")
    drawn = None if is_none else rank_typed(rank, joker=True, what="the wild rank")
    _, game = ledger.change(typed("wild", rank), lambda now: draw_wild(now, drawn))
    ledger.answer(game, *round_lines(game))


def rejoin_command(who: Who, *, at: AtHand) -> None:
    ledger = LedgerAtHand(at)
    _, game = ledger.change(typed("rejoin", who), lambda now: rejoin(now, ledger.player(who, now)))
    name = ledger.player(who, game)
    again = round_name(game.rules, len(game.played) + 1)
    ledger.answer(
        game,
        f"{person(name)} is in again from {again} on, with {points(game.total(name))}.",
        totals_line(game),
        *round_lines(game),
        f"wrong?  {sk('undo', at)}",
    )
