"""Who scores what after a round: one class for each kind of scoring, found as ``rules.scoring``.

A new kind is a subclass of ``Scoring`` in ``SCORINGS``. What a hand of gin scores is at the end.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Protocol

from scorekeeper.errors import count, times
from scorekeeper.rules.card_rules import CardRules

_ENTRIES = ("21", "12", "o", "3", "8", "17", "5", "30")


class Sheet(Protocol):
    """The parts of a ``Game`` that the points of a round depend on; ``round_`` is a ``Round``.

    A bonus round has no number of its own: ask ``round_.bonus`` first.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The players."""

    def unmelded(self, number: int, round_: Any, name: str) -> int | None:
        """The points left in a player's hand; None if they aren't known."""

    def gin_hand(self, number: int, round_: Any) -> Any:
        """The score of a hand of gin; None if it can't be scored."""


class Scoring:
    """Everybody scores the points left in their own hand, as in most games."""

    summary = "each scores their own points"
    own_points = True  # what is left in a hand is its score, so that totals can be typed
    goes_out = False  # somebody goes out even in a game without cards
    several_out = True  # several players may go out in one round, if the game allows it
    two_players_only = False  # the rule keys that only gin has need this
    knocks = False  # a hand ends by gin or a knock, or is dead; a match may settle bonuses
    winner: str | None = None  # which total wins, ``low`` or ``high``; None if it can be either
    not_rescored = ""  # why other rules can't rescore a game; needed if ``points`` is overridden
    wins_heading = "went out"  # above what ``wins_text`` says
    too_many_out = (
        "can't {all} have gone out first",
        "type o for the one who went out first, 0 for others with nothing left",
    )
    """The problem and the remedy if too many players went out."""
    entry_hint = ""  # what can be typed, in one line; empty if that depends on the cards
    entry_help: Sequence[str] = (
        "points: 12 · went out first: o or won · a sum: k+9+2, w a wild, jk a joker",
        "cards: {cards} · with the pad's total: 12=74, or =74 · not here: -",
        "everybody at once: {line} · somebody else first: {who} 3",
    )
    """What can be typed for a player, where the question is asked."""
    entry_help_without_cards: Sequence[str] = (
        "points: 12 · with the pad's total: 12=74, or =74 · not here: -",
        "everybody at once: {line} · somebody else first: {who} 3",
    )
    example_meaning = ""  # what ``example`` means; empty if it is just everybody's points

    def points(self, sheet: Sheet, number: int, round_: Any, name: str) -> int | None:
        """What a player scores in a round; None if nothing is known about the hand."""
        return sheet.unmelded(number, round_, name)

    def square_text(self, unmelded: int | None, points: int | None, *, is_out: bool) -> str:
        """What a square of the sheet says: that the player went out, or a number."""
        return "out" if is_out else "" if unmelded is None else str(unmelded)

    def wins_text(self, points: Sequence[int | None], went_out: int) -> str:
        """What the standings say about a player's rounds, next to the total."""
        return times(went_out) if went_out else ""

    def example(self, players: int, *, goes_out: bool) -> str:
        """Entries for this many players in one line: ``21 12 o 3``, or ``21 12 0 3``."""
        words = list(_ENTRIES[:players]) if players > 2 else ["12", "o"][-players:]
        line = " ".join([*words, "..."] if players > len(_ENTRIES) else words)
        return line if goes_out else line.replace("o", "0")


class WinnerTakes(Scoring):
    """The player who goes out scores what the others have left, and they score 0."""

    summary = "whoever goes out scores what the others have left"
    own_points = False
    goes_out = True
    winner = "high"
    not_rescored = "the winner takes what the others have left, and that can't be worked out again"
    entry_help = (Scoring.entry_help[0], "cards: {cards} · not here: -", Scoring.entry_help[-1])
    entry_help_without_cards = (
        "points left: 12 · went out: o or won · not here: -",
        "everybody at once: {line} · somebody else first: {who} 3",
    )

    def points(self, sheet: Sheet, number: int, round_: Any, name: str) -> int | None:
        """All the points left in other hands, for the player who is out."""
        if sheet.unmelded(number, round_, name) is None:
            return None
        left = (sheet.unmelded(number, round_, other) or 0 for other in sheet.names)
        return sum(left) if name in round_.out else 0

    def square_text(self, unmelded: int | None, points: int | None, *, is_out: bool) -> str:
        """What was left, or what going out scored."""
        text = super().square_text(unmelded, points, is_out=is_out)
        return f"{text} +{points}" if is_out and points else text


class Difference(Scoring):
    """One of two players scores the difference, as in gin."""

    summary = "one player scores the difference"
    own_points = False
    several_out = False
    two_players_only = True
    knocks = True
    not_rescored = "the total ends the match, so different points would have meant different hands"
    wins_heading = "won"
    too_many_out = (
        "can't both have ended the hand",
        "type o or o7 for the one who did, and what the other has left",
    )
    entry_hint = "who ended the hand: o gin, o7 knocked with 7, big · the other: 23 left · or cards"
    entry_help = (
        "gin: o or gin · knocked with 7 left: o7 · big gin, all 11 cards: big",
        "the other: the points left after laying off, or all 10 cards",
        "cards: 5shd/789h/qcdh/2c, meld by meld; o: in front if that player ended the hand",
        "with the pad's total: o7=74 or 23=0 · both at once: o7 23 · nobody could end it: dead",
    )
    example_meaning = "one knocked with 7, the other has 23 left; o is gin; NAME big: big gin"

    def points(self, sheet: Sheet, number: int, round_: Any, name: str) -> int | None:
        """What the hand is worth to the player who scores it, 0 for the other."""
        hand = sheet.gin_hand(number, round_)
        points: int | None = hand.score_of(name) if hand else None
        return points

    def square_text(self, unmelded: int | None, points: int | None, *, is_out: bool) -> str:
        """What the hand scored."""
        return "" if points is None else str(points)

    def wins_text(self, points: Sequence[int | None], went_out: int) -> str:
        """How many hands the player has scored."""
        hands = sum(score is not None and score > 0 for score in points)
        return count(hands, "hand") if hands else ""

    def example(self, players: int, *, goes_out: bool) -> str:
        """A hand that ends by a knock."""
        return "o7 23"


SCORINGS = {"own": Scoring(), "difference": Difference(), "winner-takes": WinnerTakes()}
"""Every kind of scoring, by the word that a ledger has for it."""

Ending = Literal["gin", "big-gin", "knock"]
"""How a round ends: nothing left but the discard, not even a discard, or some cards left."""


class GinScore(NamedTuple):
    """What one player scores: the one who ended the round or, in an ``undercut``, the other."""

    points: int
    undercut: bool

    @property
    def gain(self) -> int:
        """The points for the player who ended the round; negative if the other scores them."""
        return -self.points if self.undercut else self.points


def gin_score(how: Ending, deadwood: int, others: int, rules: CardRules) -> GinScore:
    """The score from the deadwood of the player who ends the round, and the other player's."""
    if how == "knock":
        if others > deadwood:
            return GinScore(others - deadwood, undercut=False)
        # Equal deadwood is an undercut too.
        return GinScore(deadwood - others + rules.undercut_bonus, undercut=True)
    bonus = rules.gin_bonus if how == "gin" else rules.big_gin_bonus
    return GinScore(others + bonus, undercut=False)
