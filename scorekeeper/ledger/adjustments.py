"""Points beside the cards, bonuses and penalties, and the round that they stand beside."""

from scorekeeper.errors import RoundError, UsageError, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rounds import round_name


def adjusted(game: Game, name: str) -> int:
    """The round beside whose cards points of a player's stand: the last that they could play.

    Beside a later one they would be of nobody who is at the table: no curve or row goes on so far.
    """
    played, left = len(game.played), game.player(name).left
    last = game.pool.lost.get(name, played)
    return last if left is None else max(1, min(last, left))


def adjust(game: Game, name: str, points: int, note: str | None) -> Game:
    """``game`` with points added to a player's total beside the cards of the last round.

    Raises RoundError before the first one, UsageError where they would take somebody in again for
    rounds that were played without them, or be lost on who comes in again behind it.
    """
    if not game.played:
        problem = "no round is on the sheet yet"
        raise RoundError(problem, remedy="record the first round with sk add")
    number = adjusted(game, name)
    index = game.block(number)
    block = game.rounds[index]
    sums = {**block.adjust, name: block.adjust.get(name, 0) + points}
    kept = {who: sums[who] for who in game.names if sums.get(who)}
    changed = game.with_block(index, block._replace(adjust=kept).noted(note))
    if number < len(game.played) and name in changed.seated(number + 1):
        where = round_name(game.rules, number + 1)
        problem = f"{printable(name)} would be in the game in {where}, and was out of it there"
        raise UsageError(problem, remedy="give fewer points, or correct the rounds with sk fix")
    if (total := game.total(name)) == changed.total(name):
        problem = f"{printable(name)} comes in again with {total} points, whatever was before"
        raise UsageError(problem, remedy="give the points when the next round is on the sheet")
    return changed
