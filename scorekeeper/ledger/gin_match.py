"""How a match is settled: the game bonus, the boxes, a shutout, and columns.

A column is a game of its own on the same sheet. A win goes into every column that its player has
opened, and opens the next one.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.ledger import Game


class Win(NamedTuple):
    """A hand in a column: its round, who won it, and the player's points there after it."""

    number: int
    player: str
    points: int
    behind: int


class Column(NamedTuple):
    """One of the games side by side; ``winner`` reached the target, None if nobody has yet."""

    wins: tuple[Win, ...]
    winner: str | None

    def points(self, name: str) -> int:
        """The points of a player's hands in it."""
        return sum(win.points for win in self.wins if win.player == name)

    def boxes(self, name: str) -> int:
        """How many hands a player has won in it."""
        return sum(win.player == name for win in self.wins)


class Final(NamedTuple):
    """What a player has at the end: hand points, what a shutout doubles, and the bonuses."""

    points: int
    doubled: int
    game: int
    boxes: int
    extras: int

    @property
    def total(self) -> int:
        """All of it together."""
        return sum(self)


def columns(game: Game) -> tuple[Column, ...]:
    """The columns of a game, as far as they are played.

    A player who was shut out of one opens the next with the first win.
    """
    target = game.rules.target
    found = [Column((), None) for _ in range(game.rules.columns)]
    for number, round_ in enumerate(game.played, start=1):
        hand = game.counted(number, round_)
        if hand is None or not hand.points:
            continue
        open_ones = [at for at, column in enumerate(found) if column.winner is None]
        begun = [at for at in open_ones if found[at].boxes(hand.player)]
        following = [at for at in open_ones if at not in begun][:1]
        for at in begun + following:
            behind = found[at].points(hand.player) + hand.points
            wins = (*found[at].wins, Win(number, hand.player, hand.points, behind))
            is_over = bool(target) and len(found) > 1 and behind >= target
            found[at] = Column(wins, hand.player if is_over else None)
    if len(found) == 1 and target:  # bonuses and penalties count towards the target as well
        reached = max(game.names, key=game.total)
        found[0] = found[0]._replace(winner=reached if game.total(reached) >= target else None)
    return tuple(found)


def finals(game: Game) -> Mapping[str, Final]:
    """What each player would have if the match ended here, all columns together."""
    found, rules = columns(game), game.rules

    def final(name: str) -> Final:
        won = [column for column in found if column.winner == name]
        others = [other for other in game.names if other != name]
        alone = [column for column in won if not any(map(column.points, others))]
        points = sum(column.points(name) for column in found)
        return Final(
            points=points,
            doubled=sum(column.points(name) for column in alone) if rules.shutout else 0,
            game=rules.game_bonus * len(won),
            boxes=rules.box_bonus * sum(column.boxes(name) for column in found),
            extras=game.extras(name),
        )

    return {name: final(name) for name in game.names}
