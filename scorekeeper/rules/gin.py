"""What a round of gin is worth, given the points that both players have left."""

from typing import Literal, NamedTuple

from scorekeeper.rules.card_rules import CardRules

Ending = Literal["gin", "big-gin", "knock"]
"""How a round ends: nothing left but the discard, not even a discard, or some cards left."""


class Scored(NamedTuple):
    """What one player scores: the one who ended the round or, in an ``undercut``, the other."""

    points: int
    undercut: bool

    @property
    def gain(self) -> int:
        """The points for the player who ended the round; negative if the other scores them."""
        return -self.points if self.undercut else self.points


def scored(how: Ending, left: int, others: int, rules: CardRules) -> Scored:
    """The score if the player who ends the round has ``left``, and the other ``others``.

    As much left as the knocker is an undercut too.
    """
    if how == "knock":
        if others > left:
            return Scored(others - left, undercut=False)
        return Scored(left - others + rules.undercut_bonus, undercut=True)
    bonus = rules.gin_bonus if how == "gin" else rules.big_gin_bonus
    return Scored(others + bonus, undercut=False)
