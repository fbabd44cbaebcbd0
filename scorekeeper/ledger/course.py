"""The course of a game: the running totals round by round, and where it was decided."""

from collections.abc import Container, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import leaders, placed, rank
from scorekeeper.ledger.written import Player


class Curve(NamedTuple):
    """A player's running totals: ``totals[i]`` after ``since + i`` rounds of the game.

    It starts with the points agreed and ends with the player's last round, or the one that put them
    out; ``earlier`` curves come from before a rejoin. Bonus rounds don't count.
    """

    player: str
    since: int
    totals: tuple[int, ...]
    earlier: tuple["Curve", ...] = ()

    @property
    def pieces(self) -> tuple["Curve", ...]:
        """The whole curve, in the order played."""
        return (*self.earlier, self)


def curves(game: Game) -> list[Curve]:
    """The curve of each player, in seat order."""
    found = []
    for player in game.players:
        pieces: list[Curve] = []
        for since, last in _spans(game, player):
            totals = tuple(
                # A rejoin after the last round isn't part of this piece.
                game.total(player.name, n) - (game.back(player.name, n) if n > since else 0)
                for n in range(since, last + 1)
            )
            pieces.append(Curve(player.name, since, totals))
        found.append(pieces[-1]._replace(earlier=tuple(pieces[:-1])))
    return found


def _spans(game: Game, player: Player) -> list[tuple[int, int]]:
    """The spans a player was in the game: the round before the first, and the last."""
    played, back = len(game.played), game.pool.back
    since = min(player.joined - 1, played)
    last = played if player.left is None else max(since, min(player.left, played))
    again = [n - 1 for n in player.rejoined if (player.name, n - 1) in back]

    def is_last(number: int) -> bool:
        return number in again or not game.is_in(player.name, number + 1)

    return [
        (begin, next(filter(is_last, range(begin + 1, last)), last)) for begin in (since, *again)
    ]


class Lead(NamedTuple):
    """Who leads alone, and since which round; ``number`` is None if a bonus round decided it."""

    player: str
    number: int | None


def lead(game: Game) -> Lead | None:
    """Who leads alone and since when; None if several lead or nobody has a place.

    Only placed players count, from the round they joined and, in a pool, while they were in. In a
    finished game this is the round that decided it: nobody caught the winner after.
    """
    first, there = leaders(rank(game)), placed(game)
    if len(first) != 1 or len(there) < 2:
        return None
    [ahead] = first
    fronts, joined = in_front(game, there), game.player(ahead).joined
    alone = takewhile(lambda number: fronts[number - 1] == [ahead], reversed(game.numbers))
    return Lead(ahead, min((number for number in alone if number >= joined), default=None))


def in_front(game: Game, there: Container[str]) -> list[list[str]]:
    """Which of the placed players, ``there``, led after each round, in seat order.

    Totals count from just before a player joined and, in a pool, while they are in. Play-offs
    don't count.
    """
    best = min if game.rules.winner == "low" else max
    players = [player for player in game.players if player.name in there]
    found = []
    for number in game.numbers:
        totals = {
            p.name: game.total(p.name, number)
            for p in players
            if p.joined <= number + 1 and game.is_in(p.name, number)
        }
        first = best(totals.values(), default=None)
        found.append([name for name, total in totals.items() if total == first])
    return found


def lead_changes(fronts: Sequence[Sequence[str]]) -> int:
    """How often the lead passed from one player to another; ties don't count."""
    alone = [front[0] for front in fronts if len(front) == 1]
    return sum(now != then for then, now in pairwise(alone))


class Score(NamedTuple):
    """What a round cost a player."""

    points: int
    number: int
    player: str


def costliest(game: Game) -> list[Score]:
    """Scores of numbered rounds, the most points first; empty if the most points win."""
    scores = [
        Score(points, number, name)
        for number in game.numbers
        for name in game.names
        if (points := game.cell(number, name).points or 0) > 0
    ]
    return sorted(scores, key=lambda score: -score.points) if game.rules.winner == "low" else []
