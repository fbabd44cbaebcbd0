"""The checks of what few games have: words for points, a drawn rank, who comes in again."""

from collections.abc import Iterator

from scorekeeper.audit.faults import fault
from scorekeeper.codec.reader import Remark
from scorekeeper.errors import PlayerError, UsageError, count, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.written import Player


def of_rejoining(game: Game) -> Iterator[Remark]:
    """Who comes in again though they are in, or may not."""
    for seat, player in enumerate(game.players):
        for number in player.rejoined:
            why = _why_not_in_again(game, player, number)
            if why:
                problem = f"{printable(player.name)} comes in again in round {number}, {why}"
                remedy = "take that round out of rejoined, or correct the rounds before"
                yield Remark("player", ("players", seat, "rejoined"), problem, remedy)


def _why_not_in_again(game: Game, player: Player, number: int) -> str:
    """Why a player may not come in again in a round, empty where they may."""
    from scorekeeper.ledger.seats import rejoin  # in few games anybody does

    if number > len(game.played) + 1:
        return f"and the sheet has only {count(len(game.played), 'round')}"
    rounds = game.rounds[: game.block(number - 1) + 1] if number > 1 else ()
    why = ""
    # Who left behind the round before may have done so when the other was in again.
    for left in (number - 1, None):
        players = tuple(
            other._replace(
                rejoined=tuple(n for n in other.rejoined if n < number),
                left=left if other.left == number - 1 and other != player else other.left,
            )
            for other in game.players
        )
        try:
            rejoin(game._replace(rounds=rounds, players=players, finished=None), player.name)
        except (PlayerError, UsageError) as error:
            why = why or f"where {error.problem}"
        else:
            return ""
    return why


def of_words(row: Row) -> Iterator[Remark]:
    """Words that the rules have no points for, and who went out beside one."""
    rules, block = row.rules, row.block
    for name, word in block.called.items():
        if rules is None or word not in rules.called:
            problem = f'"{word}" has no points in this game'
            yield fault(row, "value", problem, "write the points", "scores", name)
        if name in block.out:
            problem = f'went out, and has "{word}"'
            yield fault(row, "out-score", problem, "take one of the two out", "scores", name)


def of_drawn_ranks(row: Row) -> Iterator[Remark]:
    """A drawn rank that is missing where cards are shown, or is there where none is drawn."""
    game, block = row.game, row.block
    draws = row.rules is not None and game.rules.draws_in(row.rules.number)
    if block.wild and not draws:
        yield fault(row, "value", "no wild rank is drawn in this game", "take wild out", "wild")
    if draws and not block.wild and block.hands:
        problem = "cards are shown, and the rank that was drawn to be wild is missing"
        yield fault(row, "missing", problem, f"sk fix {row.word} --wild RANK")


def of_knocks(row: Row) -> Iterator[Remark]:
    """What only gin says of a round, in another game."""
    block = row.block
    said = {"how": block.how, "knock": block.knock is not None, "double": block.double}
    for key, is_said in said.items():
        if is_said:
            problem = f"{key} is said, and nobody knocks in this game"
            yield fault(row, "value", problem, f"take {key} out", key)
