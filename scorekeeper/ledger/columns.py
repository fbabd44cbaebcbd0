"""The columns of a gin match, and its settlement at the end; other games don't load this."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.ledger import Game


class Win(NamedTuple):
    """A hand in a column: its round, who won it, and the winner's total there after it."""

    number: int
    player: str
    points: int
    total: int


class Column(NamedTuple):
    """A separate game on the same sheet; ``winner`` reached its target, None if nobody has yet.

    A win goes into every column that its player has opened, and opens the next one.
    """

    wins: tuple[Win, ...]
    winner: str | None

    def points(self, name: str) -> int:
        """The points of a player's hands in this column."""
        return sum(win.points for win in self.wins if win.player == name)

    def boxes(self, name: str) -> int:
        """How many hands a player has won in this column."""
        return sum(win.player == name for win in self.wins)


class Settlement(NamedTuple):
    """A player's final score: hand points, what a shutout adds to them, and bonuses."""

    points: int
    doubled: int
    game: int
    boxes: int
    extras: int

    @property
    def total(self) -> int:
        """The sum of these parts."""
        return sum(self)


def columns(game: Game) -> tuple[Column, ...]:
    """The columns of a game so far; a player shut out of one opens the next by winning a hand."""
    target = game.rules.target
    sheet = [Column((), None) for _ in range(game.rules.columns)]
    for number, round_ in enumerate(game.played, start=1):
        hand = game.gin_hand(number, round_)
        if hand is None or not hand.points:
            continue
        undecided = [index for index, column in enumerate(sheet) if column.winner is None]
        opened = [index for index in undecided if sheet[index].boxes(hand.player)]
        for index in undecided[: len(opened) + 1]:  # those opened come first, then a new one
            total = sheet[index].points(hand.player) + hand.points
            wins = (*sheet[index].wins, Win(number, hand.player, hand.points, total))
            is_won = bool(target) and len(sheet) > 1 and total >= target
            sheet[index] = Column(wins, hand.player if is_won else None)
    if len(sheet) == 1 and target:  # bonuses and penalties count towards the target as well
        highest = max(game.names, key=game.total)
        winner = highest if game.total(highest) >= target else None
        sheet[0] = sheet[0]._replace(winner=winner)
    return tuple(sheet)


def settlements(game: Game) -> Mapping[str, Settlement]:
    """What each player would have if the match ended here, all columns together."""
    sheet = columns(game)
    settled, rules = {}, game.rules
    for name in game.names:
        won = [column for column in sheet if column.winner == name]
        others = [other for other in game.names if other != name]
        shutouts = [column for column in won if not any(map(column.points, others))]
        settled[name] = Settlement(
            points=sum(column.points(name) for column in sheet),
            doubled=sum(column.points(name) for column in shutouts) if rules.shutout else 0,
            game=rules.game_bonus * len(won),
            boxes=rules.box_bonus * sum(column.boxes(name) for column in sheet),
            extras=game.extras(name),
        )
    return settled
