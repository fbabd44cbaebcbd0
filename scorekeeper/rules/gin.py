"""What a round that ends by a knock is worth, where one player scores the difference.

Only numbers: how the cards lie, and what is laid off, is settled before.
"""

from typing import Literal, NamedTuple

from scorekeeper.rules.card_rules import CardRules

Ending = Literal["gin", "big-gin", "knock"]
"""How a round ends: with no card left beside the discard, with none at all, or with a few left."""


class Scored(NamedTuple):
    """What one player scores: who ended the round or, in an ``undercut``, the other."""

    points: int
    undercut: bool

    @property
    def gain(self) -> int:
        """The same for who ended the round: below 0 what the other scores."""
        return -self.points if self.undercut else self.points


def scored(how: Ending, left: int, others: int, rules: CardRules) -> Scored:
    """The score of a round whose player has ``left``, and the other ``others`` after laying off.

    To have as much left as who knocked is an undercut as well.
    """
    if how == "knock":
        if others > left:
            return Scored(others - left, undercut=False)
        return Scored(left - others + rules.undercut_bonus, undercut=True)
    bonus = rules.gin_bonus if how == "gin" else rules.big_gin_bonus
    return Scored(others + bonus, undercut=False)
