"""Who scores what is left after a round, with one object for each kind of scoring.

Whatever differs between the kinds is here, and ``rules.scoring`` has it; another kind is another
class. How a hand of gin is read and judged is in the files named gin.
"""

from collections.abc import Callable, Iterable, Sequence

from scorekeeper.errors import count, times

_ENTRIES = ("21", "12", "o", "3", "8", "17", "5", "30")


class Scoring:
    """All score their own points, as in most games; a class for another kind says what differs."""

    in_short = "each scores their own points"
    adds = True
    """What a player has left is what the player scores, and what the total grows by."""
    from_totals = True
    """A running total says what was left."""
    goes_out = False
    """Somebody goes out even where no cards are dealt."""
    knocks = False
    """One of two players ends each hand by gin or a knock, which may leave points."""
    winner: str | None = None
    """Which total has to win, ``low`` or ``high``; None for either."""
    takes = ""
    """What going out is worth, for the rules of a game."""
    not_rescored = ""
    """Why an evening isn't counted again by other rules; empty where it is."""
    went_out = "went out"
    """The heading of what ``won`` says."""
    two_out = (
        "cannot all have gone out first",
        "type o for the one who went out first, 0 for others with nothing left",
    )
    """What is wrong where too many are out, and what helps."""
    short = ""
    """What can be typed, in a line; empty where that depends on the cards."""
    answers: Sequence[str] = (
        "points: 12 · went out first: o or won · a sum: k+9+2, w a wild, jk a joker",
        "cards: {cards} · as the pad says: 12=74, or =74 · not here: -",
        "everybody at once: 21 12 o 3 · somebody else first: zoe 3",
    )
    """What can be answered for a player, and the same where no cards are dealt."""
    answers_without_cards: Sequence[str] = (
        "points: 12 · as the pad says: 12=74, or =74 · not here: -",
        "everybody at once: 21 12 0 3 · somebody else first: zoe 3",
    )
    example_means = ""
    """What ``example`` says; empty where it is just the points of all players."""

    def points(self, left: int, everybody: Callable[[], Iterable[int]], *, is_out: bool) -> int:
        """What counts of a round for a player, by what is left to the player and to everybody."""
        return left

    def square(self, left: int | None, points: int | None, *, is_out: bool) -> str:
        """What a square says of a round: that the player went out, or a number."""
        return "out" if is_out else "" if left is None else str(left)

    def won(self, points: Sequence[int | None], went_out: int) -> str:
        """What the standings say of a player's rounds beside the total."""
        return times(went_out) if went_out else ""

    def example(self, players: int, *, goes_out: bool) -> str:
        """Entries for so many players in one line: ``21 12 o 3``, or ``21 12 0 3``."""
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
    not_rescored = "the winner takes what the others have left, and that is not counted again"
    answers_without_cards = (
        "points left: 12 · went out: o or won · not here: -",
        "everybody at once: 21 12 o 3 · somebody else first: zoe 3",
    )

    def points(self, left: int, everybody: Callable[[], Iterable[int]], *, is_out: bool) -> int:
        """All that is left in the hands for the player who is out."""
        return sum(everybody()) if is_out else 0

    def square(self, left: int | None, points: int | None, *, is_out: bool) -> str:
        """What was left, or what going out scored."""
        said = super().square(left, points, is_out=is_out)
        return f"{said} +{points}" if is_out and points else said


class Difference(Scoring):
    """One of two players scores the difference, as in gin, where ``counted`` has the points."""

    in_short = "one scores the difference"
    adds = False
    knocks = True
    not_rescored = "the total ends the match, and by other points it would have had other hands"
    went_out = "won"
    two_out = (
        "cannot both have ended the hand",
        "type o or o7 for the one who did, and what the other has left",
    )
    short = "who ended the hand: o gin, o7 knocked with 7, big · the other: 23 left · or cards"
    answers = (
        "gin: o or gin · knocked with 7 left: o7 · big gin, all 11 cards: big",
        "the other: the points left after laying off, or all 10 cards",
        "cards: 5shd/789h/qcdh/2c, the melds as they lie; o: before those of who ended the hand",
        "as the pad says: o7=74 or 23=0 · both at once: o7 23 · nobody could end it: dead",
    )
    example_means = "one knocked with 7, the other has 23 left; o is gin, and behind a name big"

    def square(self, left: int | None, points: int | None, *, is_out: bool) -> str:
        """What the hand scored."""
        return "" if points is None else str(points)

    def won(self, points: Sequence[int | None], went_out: int) -> str:
        """How many hands the player has scored."""
        hands = sum(scored is not None and scored > 0 for scored in points)
        return count(hands, "hand") if hands else ""

    def example(self, players: int, *, goes_out: bool) -> str:
        """A hand in which one of two knocks."""
        return "o7 23"


SCORINGS = {"own": Scoring(), "difference": Difference(), "winner-takes": WinnerTakes()}
"""Every kind of scoring, by the word that a ledger has for it."""
