"""The row of the sheet that somebody fills in."""

from typing import NamedTuple

from scorekeeper.card_rules import RoundRules
from scorekeeper.errors import RoundError, printable
from scorekeeper.ledger import Game
from scorekeeper.standings import next_round


class Row(NamedTuple):
    """The row of the sheet that entries go into: a round that is on it, or the next.

    ``at`` is its place among the game's blocks, ``players`` who can have an entry, in seat
    order, ``rules`` what melds are in it, None without cards. A bonus round has the ``number``
    of the last round.
    """

    at: int
    number: int
    players: tuple[str, ...]
    rules: RoundRules | None
    bonus: bool = False


def next_row(game: Game) -> Row:
    """The row of the round to play next; RoundError when none is."""
    card = next_round(game)
    if card is None:
        count = len(game.played)
        raise RoundError(
            f"{printable(game.title)} is over after {count} {'round' if count == 1 else 'rounds'}",
            remedy="correct a round with sk fix ROUND, or start a game with sk new",
        )
    if card.number is None:
        rules = game.rules.bonus() if game.rules.plays_cards else None
        return Row(len(game.rounds), len(game.played), card.players, rules, bonus=True)
    return _row(game, len(game.rounds), card.number)


def row_of(game: Game, number: int) -> Row:
    """The row of a round on the sheet; RoundError when it was not played."""
    return _row(game, game.block(number), number)


def _row(game: Game, index: int, number: int) -> Row:
    rules = game.rules.round(number) if game.rules.plays_cards else None
    return Row(index, number, game.seated(number), rules)
