"""What people type for a player's round: points, a sum, out, a total, cards, or absent.

This module only reads an entry; ``recording`` decides whether the round allows it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.cards import (
    RANK_NAMES,
    RANKS,
    Card,
    parse_groups,
    plural_of,
    rank_label,
    with_article,
)
from scorekeeper.errors import SK, CardError, EntryError, count, quoted
from scorekeeper.ledger.names import LETTERS_OF_CARDS, forfeit_in, meaning_of
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import WITHOUT_WILDS
from scorekeeper.rules.rule_keys import Forfeit

MOST_POINTS = 1_000_000_000  # no round is worth more; a longer number is a typing mistake


class Entry(NamedTuple):
    """One player's entry: points, a total, cards, a forfeit, absence, or only that they are out."""

    typed: str
    points: int | None = None  # of a knock if the entry is also ``out``
    total: int | None = None  # the new running total; points may stand beside it
    groups: tuple[tuple[Card, ...], ...] = ()  # cards, in groups as they were laid
    out: bool = False
    absent: bool = False
    doubt: str = ""  # how it was understood, if it could mean something else
    forfeit: Forfeit | None = None
    big: bool = False  # big gin

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards shown, in the order typed."""
        return tuple(card for group in self.groups for card in group)

    @property
    def letter(self) -> str:
        """The letter of a card if that is all that was typed, else ""; it may also be a word."""
        typed = self.typed.strip().casefold()
        return typed if typed in LETTERS_OF_CARDS else ""

    @property
    def needs_answer(self) -> bool:
        """Whether the entry means nothing until somebody settles its doubt."""
        return self == Entry(self.typed, doubt=self.doubt)


Entries = Mapping[str, Entry]  # what was typed for the players of a round, by name

# Not compiled at start-up: most rounds have no sum, no knock and no gin.
_NUMBER = r"[-−]?\d+"
_IN_NUMBERS = r"(?:[-−]?\d+|\d+(?:[+]\d+)+)(?:=[-−]?\d+)?"  # in a game without cards
_TERM = r"(?i)\d+|[atjqk]|w|jk|joker"
_OUT = r"(?is)(?:o|out):(?P<hand>.*)"
_KNOCK = r"(?i)(?:o|(?:out|knock(?:s|ed)?)(?: with)?) ?(?P<left>\d+)"
_GIN = r"(?i)(?:went |goes )?(?:gin|(?P<big>big(?: gin)?))"  # besides words for going out
_TOTAL = r"(?is)(?:=|total:)(?P<total>.*)"


def split_name(
    word: str, *, sums: bool = True, knocks: bool = False, names: Iterable[str] = ()
) -> tuple[str | None, str]:
    """The player and the entry of ``WHO=ENTRY``; None for a bare entry.

    Words before the first ``=`` are a player unless they are empty, a number or a sum. Without
    ``sums``, in a game without cards, letters are never a sum. With ``knocks``, in gin, o7 is an
    entry. One of ``names`` in full is always a player, even K.

    >>> split_name("bo=12"), split_name("12=74"), split_name("bo=12=74")
    (('bo', '12'), (None, '12=74'), ('bo', '12=74'))
    """
    before, equals, entry = word.partition("=")
    name = before.strip()
    is_known = name.casefold() in {known.casefold() for known in names}
    is_points = not name or re.fullmatch(_NUMBER, name) or (is_sum(name) and (sums or "+" in name))
    is_knock = knocks and re.fullmatch(_KNOCK, name)
    return (name, entry) if equals and (is_known or not (is_points or is_knock)) else (None, word)


def is_sum(text: str) -> bool:
    """Whether ``text`` is a sum of cards and numbers, or the letter of one card."""
    terms = [term.strip() for term in text.split("+")]
    are_terms = all(re.fullmatch(_TERM, term) for term in terms)
    return are_terms and (len(terms) > 1 or not terms[0].isdigit())


def parse_entry(typed: str, rules: RoundRules | None) -> Entry:
    """Read one entry for a round; ``rules`` are None in a game without cards.

    EntryError if ``typed`` isn't an entry, CardError for cards that can't be read.
    """
    text = typed.strip()
    if not text:
        raise EntryError("an empty entry isn't a zero", remedy=_help(rules))
    if meaning := meaning_of(text):
        return _entry_in_words(typed, text, meaning, rules)
    if forfeit := forfeit_in(text, rules):
        return Entry(typed, forfeit=forfeit)
    if match := re.fullmatch(_TOTAL, text):
        return Entry(typed, total=_number(match["total"], typed))
    if re.fullmatch(_NUMBER, text):
        return Entry(typed, points=_number(text, typed))
    if rules is None and not re.fullmatch(_IN_NUMBERS, re.sub(r" *([+=]) *", r"\1", text)):
        raise not_a_number(typed)
    if rules and rules.has_gin and (ended := _ending(typed, " ".join(text.split()))):
        return ended
    if match := re.fullmatch(_OUT, text):
        return Entry(typed, out=True, groups=_cards(match["hand"], typed, rules))
    if "=" in text:
        return _with_total(typed, text, rules)
    if is_sum(text):
        return _sum(typed, text, rules)
    return Entry(typed, groups=_cards(text, typed, rules))


def _entry_in_words(typed: str, text: str, meaning: str, rules: RoundRules | None) -> Entry:
    """The entry for what people say instead of a number, like *nothing*, *away* or *won*."""
    if meaning == "-":
        if rules and rules.has_gin:
            raise EntryError("both players play every hand", remedy=_help(rules))
        return Entry(typed, absent=True)
    if meaning == "0":
        return Entry(typed, points=0)
    if meaning == "o":
        # A player who knocks also says "won" or "went out"; only o and out always mean gin.
        may_be_knock = rules and rules.knock and text.casefold() not in ("o", "out")
        doubt = f"{quoted(text)} is taken as gin; a knock with 7 is o7" if may_be_knock else ""
        return Entry(typed, out=True, doubt=doubt)
    if rules is None:
        raise not_a_number(typed)
    return Entry(typed, doubt=meaning)  # a question, which somebody has to answer


def _with_total(typed: str, text: str, rules: RoundRules | None) -> Entry:
    """The entry for points with the total on a paper pad: ``12=74``, or in gin ``o=74``."""
    before, _, total = text.partition("=")
    entry = parse_entry(before, rules)
    is_gin = entry.out and not entry.groups and rules is not None and rules.has_gin
    if entry.points is None and not is_gin:
        raise EntryError(f"{quoted(typed)} isn't an entry", remedy=_help(rules))
    # The total settles what a letter alone would leave open.
    doubt = "" if entry.letter else entry.doubt
    return entry._replace(typed=typed, total=_number(total, typed), doubt=doubt)


def _ending(typed: str, text: str) -> Entry | None:
    """The entry if ``text`` ends a round by gin or a knock, else None."""
    if knock := re.fullmatch(_KNOCK, text):
        return Entry(typed, points=_number(knock["left"], typed), out=True)
    gin = re.fullmatch(_GIN, text)
    return Entry(typed, out=True, big=gin["big"] is not None) if gin else None


def ends_a_hand(text: str, rules: RoundRules | None) -> bool:
    """Whether ``text`` says gin or a knock, like ``knocked with 7``; ``o 7`` may be two entries."""
    if rules is None or not rules.has_gin or meaning_of(text.split()[0]) is not None:
        return False
    return _ending(text, text) is not None


@lru_cache(maxsize=2000)  # asked several times for each word of a line
def is_entry(text: str, rules: RoundRules | None) -> bool:
    """Whether ``text`` can be read as one entry."""
    try:
        parse_entry(text, rules)
    except (CardError, EntryError):
        return False
    return True


def parse_as_total(typed: str, rules: RoundRules | None) -> Entry:
    """Read an entry as ``parse_entry`` does, in a round of totals: a bare number is a total."""
    entry = parse_entry(typed, rules)
    if entry.points is None or entry.total is not None or entry.out:
        return entry
    return entry._replace(typed=f"={entry.points}", points=None, total=entry.points)


_LETTERS = frozenset("atjqkshdcxwbvr")  # of hands, with V and B for a jack and R for a king


def _cards(text: str, typed: str, rules: RoundRules | None) -> tuple[tuple[Card, ...], ...]:
    """The cards of an entry; EntryError if there are none."""
    try:
        groups = parse_groups(text)
    except CardError:
        is_word = text.isalpha() and not set(text.casefold()) <= _LETTERS
        if len(text) > 2 and not is_word and not re.fullmatch(r"[\d.,\s]+", text):
            raise
        groups = ()  # it's a typo, half a point, the points of two players, or the word twelve
    if not groups:
        raise EntryError(f"{quoted(typed)} isn't an entry", remedy=_help(rules))
    return groups


def each_entry(rules: RoundRules | None, each: str = "give one entry for each,") -> str:
    """The remedy if an entry is missing; ``each`` begins it, except in gin."""
    if rules is not None and rules.has_gin:
        return "type both, like o7 23: who ended the hand, and what the other has left"
    return f"{each} - for somebody who sat the round out"


def not_a_number(typed: str) -> EntryError:
    """The error for an entry that isn't a number, in a game without cards."""
    return EntryError(f"{quoted(typed)} isn't a number of points", remedy=_help(None))


def _help(rules: RoundRules | None) -> str:
    if rules is None:
        return "type points like 12, or - for somebody who sat the round out"
    if rules.has_gin:
        return (
            "type points left like 12, o for gin, o7 for a knock with 7, big for big gin, or cards"
        )
    forfeits = "".join(f" {forfeit}," for forfeit in rules.forfeits)
    return (
        "type points like 12, o for going out, a sum like k+9+2, cards like 567s,"
        f"{forfeits} or - for absent"
    )


def _number(text: str, typed: str) -> int:
    digits = text.strip().replace("−", "-")
    if not re.fullmatch(_NUMBER, digits):
        raise EntryError(f"{quoted(typed)} isn't a number", remedy="type 12, or 12=74")
    # The length first: turning thousands of digits into a number is slow.
    if len(digits) > 12 or abs(int(digits)) > MOST_POINTS:
        raise EntryError(f"{quoted(typed, 30)} is too many points", remedy="check for a typo")
    return int(digits)


def _sum(typed: str, text: str, rules: RoundRules | None) -> Entry:
    # The Kelvin sign becomes a K only in lower case.
    terms = [term.strip() for term in text.lower().replace("joker", "jk").split("+")]
    points = sum(_term(term, typed, rules) for term in terms)
    if terms[0] in LETTERS_OF_CARDS and len(terms) == 1:
        names = {"W": "wild", "JK": "joker"} | RANK_NAMES
        card = with_article(names[terms[0].upper()])
        return Entry(typed, points=points, doubt=f"{card} left over, {count(points, 'point')}")
    numbers = [int(term) for term in terms if term.isdigit()]
    return Entry(typed, points=points, doubt=_doubt(numbers, rules))


def _term(term: str, typed: str, rules: RoundRules | None) -> int:
    if term.isdigit():
        return _number(term, typed)
    assert rules is not None, "this game has no cards, so it takes no letters"
    if term == "jk" and not rules.jokers:
        problem = f"{quoted(typed)} has a joker, but this game has none"
        remedy = WITHOUT_WILDS if rules.lay_off else f"to play with jokers: {SK}house jokers"
        raise EntryError(problem, remedy=remedy)
    if term == "w" and rules.wild is None:
        problem = f"{quoted(typed)}: nothing is wild in this round"
        raise EntryError(problem, remedy="type the points")
    rank = (rules.wild or "") if term == "w" else term.upper()
    if rank not in rules.rank_points:
        problem = f"{quoted(typed)}: there are no {plural_of(rank)} in this game"
        raise EntryError(problem, remedy="type the points")
    return rules.rank_points[rank]


def _doubt(numbers: Sequence[int], rules: RoundRules | None) -> str:
    """The doubt about a number that may mean points or a wild card of that rank; "" for none."""
    if rules is None or rules.wild is None:
        return ""
    value, cost = RANKS.index(rules.wild) + 1, rules.rank_points[rules.wild]
    if cost == value or value not in numbers:
        return ""
    reading = f"{value} is taken as {count(value, 'point')}"
    return f"{reading}; a {rank_label(rules.wild)} left over costs {cost}: for that type w"
