"""The commands that look back on an evening: what could have been, with what was shown."""

from typing import Annotated

from scorekeeper.cli import options
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.output import draws, say_json, width
from scorekeeper.errors import UsageError
from scorekeeper.ledger.review import review as review_of
from scorekeeper.render import review as review_words
from scorekeeper.render.grid import Grid, plain, stacked, total_width


def review(
    file: Annotated[str | None, options.argument("[FILE]", "The game's file.")] = None,
    *,
    at: options.AtHand,
    json: options.Json = False,
) -> None:
    """Look back on the hands that were shown."""
    ledger = _ledger(file, at)
    game = ledger.load().game
    found = review_of(game)
    if json:
        say_json(review_words.review_facts(game, str(ledger.path), found))
    elif not any(each.hands for each in found):
        ledger.answer(game, review_words.no_hands_line(game))
    else:
        table = _fitting(review_words.review_grid(found))
        ledger.answer(game, *table, "", *review_words.review_notes(game, found))


def _ledger(file: str | None, at: GameAtHand) -> LedgerAtHand:
    """The ledger of a file that is named, or of the game at hand."""
    if file is not None:
        if at.named is not None:
            raise UsageError("a file and -f name two games", remedy="give one of the two")
        at.named = file
    return LedgerAtHand(at)


def _fitting(grid: Grid) -> list[str]:
    """A table in lines; where the screen is too narrow for it, its rows stand below each other."""
    return stacked(grid) if draws() and total_width(grid) > width() else plain(grid)
