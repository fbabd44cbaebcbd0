"""Who scores what after a round: one class for each kind of scoring, found as ``rules.scoring``.

What a hand of gin scores is at the end.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Protocol

from scorekeeper.errors import count
from scorekeeper.rules.card_rules import CardRules

_ENTRIES = ("21", "12", "o", "3", "8", "17", "5", "30")


class Sheet(Protocol):
    """The parts of a game that the points of a round depend on."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""

    def unmelded(self, number: int, round_: Any, name: str) -> int | None:
        """What a player has left; None if that isn't known."""

    def counted(self, number: int, round_: Any) -> Any:
        """The hand as gin counts it; None if it can't."""


class Scoring:
    """Everybody scores their own points, as in most games; other kinds are subclasses."""

    in_short = "each scores their own points"
    adds = True  # what a player has left is added to that player's total
    from_totals = True  # the points left follow from a running total
    goes_out = False  # somebody goes out even in a game without cards
    several_out = True  # several players may go out in one round, if the game allows it
    out_leaves = False  # a player who is out may have points left
    more_cards_out = 0  # how many more cards than were dealt a player who is out may show
    for_two = False  # only for two players with cards; the keys of gin need it
    settles = False  # boxes, columns and bonuses count at the end
    dead_hands = False  # a hand that nobody ended is dealt again
    knocks = False  # a hand ends by gin or a knock
    winner: str | None = None  # which total wins, ``low`` or ``high``; None if it can be either
    takes = ""  # what going out is worth, for the page of rules
    not_rescored = ""  # why a game can't be rescored by other rules; empty if it can
    went_out = "went out"  # the heading of what ``won`` says
    two_out = (
        "can't {all} have gone out first",
        "type o for the one who went out first, 0 for others with nothing left",
    )
    """What is wrong if too many are out, and what to do."""
    short = ""  # what can be typed, in one line; empty if that depends on the cards
    answers: Sequence[str] = (
        "points: 12 · went out first: o or won · a sum: k+9+2, w a wild, jk a joker",
        "cards: {cards} · as the pad says: 12=74, or =74 · not here: -",
        "everybody at once: 21 12 o 3 · somebody else first: {who} 3",
    )
    """What can be answered for a player."""
    answers_without_cards: Sequence[str] = (
        "points: 12 · as the pad says: 12=74, or =74 · not here: -",
        "everybody at once: 21 12 0 3 · somebody else first: {who} 3",
    )
    example_means = ""  # what ``example`` means; empty if it is just everybody's points

    def points(self, sheet: Sheet, number: int, round_: Any, name: str) -> int | None:
        """What a player scores in a round; None if nothing is known of the hand."""
        return sheet.unmelded(number, round_, name)

    def square(self, left: int | None, points: int | None, *, is_out: bool) -> str:
        """What a square of the sheet says: that the player went out, or a number."""
        return "out" if is_out else "" if left is None else str(left)

    def won(self, points: Sequence[int | None], went_out: int) -> str:
        """What the standings say about a player's rounds, next to the total."""
        return count(went_out, "time") if went_out else ""

    def example(self, players: int, *, goes_out: bool) -> str:
        """Entries for this many players in one line: ``21 12 o 3``, or ``21 12 0 3``."""
        words = list(_ENTRIES[:players]) if players > 2 else ["12", "o"][-players:]
        line = " ".join([*words, "..."] if players > len(_ENTRIES) else words)
        return line if goes_out else line.replace("o", "0")


class WinnerTakes(Scoring):
    """The player who goes out scores what the others have left, and they score 0."""

    in_short = "the winner takes what others have left"
    adds = False
    from_totals = False
    goes_out = True
    winner = "high"
    takes = "going out scores what the others have left; they score 0"
    not_rescored = "the winner takes what the others have left, and that can't be worked out again"
    answers_without_cards = (
        "points left: 12 · went out: o or won · not here: -",
        "everybody at once: 21 12 o 3 · somebody else first: {who} 3",
    )

    def points(self, sheet: Sheet, number: int, round_: Any, name: str) -> int | None:
        """All the points left in other hands, for the player who is out."""
        if sheet.unmelded(number, round_, name) is None:
            return None
        left = (sheet.unmelded(number, round_, other) or 0 for other in sheet.names)
        return sum(left) if name in round_.out else 0

    def square(self, left: int | None, points: int | None, *, is_out: bool) -> str:
        """What was left, or what going out scored."""
        said = super().square(left, points, is_out=is_out)
        return f"{said} +{points}" if is_out and points else said


class Difference(Scoring):
    """One of two players scores the difference, as in gin."""

    in_short = "one scores the difference"
    adds = False
    several_out = False
    out_leaves = True
    more_cards_out = 1
    for_two = True
    settles = True
    dead_hands = True
    knocks = True
    not_rescored = "the total ends the match, so other points would have meant other hands"
    went_out = "won"
    two_out = (
        "can't both have ended the hand",
        "type o or o7 for the one who did, and what the other has left",
    )
    short = "who ended the hand: o gin, o7 knocked with 7, big · the other: 23 left · or cards"
    answers = (
        "gin: o or gin · knocked with 7 left: o7 · big gin, all 11 cards: big",
        "the other: the points left after laying off, or all 10 cards",
        "cards: 5shd/789h/qcdh/2c, as melds lie; o first if that player ended the hand",
        "as the pad says: o7=74 or 23=0 · both at once: o7 23 · nobody could end it: dead",
    )
    example_means = "one knocked with 7, the other has 23 left; o is gin; NAME big: big gin"

    def points(self, sheet: Sheet, number: int, round_: Any, name: str) -> int | None:
        """What the hand is worth to the player who scores it, 0 for the other."""
        hand = sheet.counted(number, round_)
        scored: int | None = hand and hand.scores(name)
        return scored

    def square(self, left: int | None, points: int | None, *, is_out: bool) -> str:
        """What the hand scored."""
        return "" if points is None else str(points)

    def won(self, points: Sequence[int | None], went_out: int) -> str:
        """How many hands the player has scored."""
        hands = sum(scored is not None and scored > 0 for scored in points)
        return count(hands, "hand") if hands else ""

    def example(self, players: int, *, goes_out: bool) -> str:
        """A hand that ends by a knock."""
        return "o7 23"


SCORINGS = {"own": Scoring(), "difference": Difference(), "winner-takes": WinnerTakes()}
"""Every kind of scoring, by the word that a ledger has for it."""

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
    """The score if the player who ends the round has ``left``, and the other ``others``."""
    if how == "knock":
        if others > left:
            return Scored(others - left, undercut=False)
        # Equal deadwood is an undercut too.
        return Scored(left - others + rules.undercut_bonus, undercut=True)
    bonus = rules.gin_bonus if how == "gin" else rules.big_gin_bonus
    return Scored(others + bonus, undercut=False)
