"""The checks of what few games have: words for points, a drawn rank, who comes in again."""

from collections.abc import Iterator

from scorekeeper.codec.reader import Remark
from scorekeeper.errors import printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row, row_name, row_word
from scorekeeper.ledger.written import Player


def of_rejoining(game: Game) -> Iterator[Remark]:
    """Who comes in again though they are in, or may not."""
    for seat, player in enumerate(game.players):
        for number in player.rejoined:
            why = _why_not_in_again(game, player, number)
            if why:
                problem = f"{printable(player.name)} comes in again in round {number}, and {why}"
                remedy = "take that round out of rejoined, or correct the rounds before"
                yield Remark("player", ("players", seat, "rejoined"), problem, remedy)


def _why_not_in_again(game: Game, player: Player, number: int) -> str:
    """Why a player may not come in again in a round, empty where they may."""
    limit = game.rules.rejoin_limit
    if not game.pool or not limit:
        return "in this game nobody does"
    if number > len(game.played) + 1:
        return f"only {len(game.played)} are played"
    without = tuple(n for n in player.rejoined if n < number)
    rounds = game.rounds[: game.block(number - 1) + 1] if number > 1 else ()
    players = tuple(
        player._replace(rejoined=without)
        if other is player
        else other._replace(rejoined=tuple(n for n in other.rejoined if n < number))
        for other in game.players
    )
    before = game._replace(rounds=rounds, players=players)
    there = before.seated(number)
    if player.name in there or not player.plays(number):
        return "is not out there"
    if len(there) < 2:
        return "the game is over there"
    highest = max(map(before.total, there))
    return f"somebody has {highest} there, more than {limit}" if highest > limit else ""


def of_words(game: Game, row: Row) -> Iterator[Remark]:
    """Words that the rules have no points for, and who went out beside one."""
    block, where = game.rounds[row.at], row_name(game, row)
    for name, word in block.called.items():
        path = ("rounds", row.at, "scores", name)
        who = f"{where}, {printable(name)}"
        if row.rules is None or word not in row.rules.called:
            problem = f'{who}: "{word}" has no points in this game'
            yield Remark("value", path, problem, "write the points")
        if name in block.out:
            problem = f'{who}: went out, and has "{word}"'
            yield Remark("out-score", path, problem, "take one of the two out")


def of_drawn_ranks(game: Game, row: Row) -> Iterator[Remark]:
    """A drawn rank that is missing where cards are shown, or is there where none is drawn."""
    block, where = game.rounds[row.at], row_name(game, row)
    draws = row.rules is not None and game.rules.draws_in(row.rules.number)
    if block.wild and not draws:
        problem = f"{where}: no wild rank is drawn in this game"
        yield Remark("value", ("rounds", row.at, "wild"), problem, "take wild out")
    if draws and not block.wild and block.hands:
        problem = f"{where}: cards are shown, and the rank that was drawn to be wild is missing"
        remedy = f"sk fix {row_word(game, row)} --wild RANK"
        yield Remark("missing", ("rounds", row.at), problem, remedy)
