"""What people call a round, and what they say about somebody in it."""

import re
from collections.abc import Mapping

from scorekeeper.cards import RANKS, plural_of, rank_called, rank_label
from scorekeeper.errors import SK, RoundError, listed, quoted
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import Called


class UnreadRoundError(RoundError, kind="round"):
    """What was typed isn't a round of any game, as in ``fix bo``."""


def not_on_the_sheet(rules: RuleSet, number: int, played: int) -> RoundError:
    """The error for a round after those that were ``played``."""
    few = {0: f"record the first round with {SK}add", 1: f"there is only {round_name(rules, 1)}"}
    remedy = few.get(played, f"choose a round from 1 to {played}")
    return RoundError(f"{round_subject(rules, number)} is not on the sheet", remedy=remedy)


def wild_of(rules: RuleSet, number: int) -> str | None:
    """The wild rank of round ``number``; None if there is none, or no cards are dealt."""
    spec = rules.spec(number)
    return spec.rank if spec else None


def wild_label(wild: str | None) -> str:
    """The wild rank in a column: ``3s``, ``10s``, ``Ks``, or a hyphen."""
    return f"{rank_label(wild)}s" if wild else "-"


def round_name(rules: RuleSet, number: int) -> str:
    """A round by number and name: ``round 5, the sevens``."""
    wild = wild_of(rules, number)
    return f"round {number}, the {plural_of(wild)}" if wild else f"round {number}"


def round_subject(rules: RuleSet, number: int) -> str:
    """The same before a verb: ``round 5, the sevens,``, or ``round 5`` if it has no name."""
    name = round_name(rules, number)
    return f"{name}," if "," in name else name


def round_word(rules: RuleSet, number: int) -> str:
    """What to type for a round: its wild if only one round has it, otherwise its number."""
    wild = wild_of(rules, number)
    alone = [spec.wild for spec in rules.specs].count(wild) == 1
    return wild_label(wild) if wild and alone else str(number)


def bonus_asked(typed: str) -> str | None:
    """The digits after ``bonus`` in a word for a bonus round; None for another word.

    >>> bonus_asked("bonus"), bonus_asked("bonus2"), bonus_asked("sevens")
    ('', '2', None)
    """
    asked = re.fullmatch(r"bonus(\d{0,3})", typed.strip(), re.ASCII | re.IGNORECASE)
    return asked[1] if asked else None


def wild_called(typed: str) -> str | None:
    """The wild rank that a round may be called by; None for another word.

    >>> wild_called("10s"), wild_called("Kings"), wild_called("first")
    ('T', 'K', None)
    """
    word = typed.strip().casefold()
    labels = {label.casefold(): rank for rank in RANKS for label in (wild_label(rank), f"{rank}s")}
    return labels.get(word) or rank_called(word)


_NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)


def after_the_word_round(word: str) -> str:
    """What the word after ``round`` means: ``three`` is a number there, not a wild.

    >>> after_the_word_round("three"), after_the_word_round("threes")
    ('3', 'threes')
    """
    said = word.casefold()
    return str(_NUMBERS.index(said) + 1) if said in _NUMBERS else word


def find_round(rules: RuleSet, typed: str, last: int) -> int:
    """The round meant by a number, a wild (``7s``), a name (``sevens``) or ``last`` (0: none yet).

    Raises RoundError for a word that means no round, or several.
    """
    word = typed.strip().casefold()
    if word == "last":
        if not last:
            raise RoundError("no round is on the sheet yet", remedy=f"record one with {SK}add")
        return last
    if word.isascii() and word.isdigit() and len(word) < 5:
        number = int(word)
        if number < 1 or (rules.last_round is not None and number > rules.last_round):
            raise RoundError(f"there is no round {number}", remedy=_choices(rules))
        return number
    rank = wild_called(word)
    found = [n for n, spec in enumerate(rules.specs, start=1) if rank and spec.wild == rank]
    if len(found) == 1:
        return found[0]
    if found:
        problem = f"{quoted(typed)} could be round {listed(map(str, found), 'or')}"
        raise RoundError(problem, remedy="give the number of the round")
    raise UnreadRoundError(f"there is no round {quoted(typed)}", remedy=_choices(rules))


def _choices(rules: RuleSet) -> str:
    if rules.last_round is None:
        return "give the number of a round"
    if rules.last_round == 1:
        return f"there is only {round_name(rules, 1)}"
    numbers = f"choose a round from 1 to {rules.last_round}"
    words = [round_word(rules, n) for n in (1, rules.last_round)]
    if any(word.isdigit() for word in words):  # nothing is wild, or the same in several rounds
        return numbers
    return f"{numbers}, or by its wild, {' to '.join(words)}"


# ── what people say happened to somebody ─────────────────────────────────────────────────────

PHRASES = {
    "o": ("o", "out", "went out", "goes out", "is out", "won", "wins"),
    "0": ("nothing", "none", "nil", "zero"),
    "-": ("-", "absent", "away", "not here", "sat out"),
    "went out, or not here": ("gone",),
}
"""What people say for going out, for 0, for being absent, and what could mean two of them."""

CALLED: Mapping[str, Called] = {
    **dict.fromkeys(("drop", "drops", "dropped", "first drop"), "drop"),
    **dict.fromkeys(("middle", "middle drop"), "middle"),
    **dict.fromkeys(("wrong", "wrong show"), "wrong"),
}
"""What people say for points with a name in a few games, each with the whole phrase last."""

_SAID = {phrase: meaning for meaning, phrases in PHRASES.items() for phrase in phrases}


def meaning_of(text: str) -> str | None:
    """What a phrase means: ``o``, ``0``, ``-``, or the question that it leaves open.

    >>> meaning_of("Went out"), meaning_of("zero"), meaning_of("twelve")
    ('o', '0', None)
    """
    return _SAID.get(" ".join(text.casefold().split()))


def called_in(text: str, rules: RoundRules | None) -> Called | None:
    """The word with points that a text means under these rules; None for any other text."""
    called = CALLED.get(" ".join(text.casefold().split()))
    return called if rules and called in rules.called else None


def sayings(rules: RoundRules | None) -> dict[str, bool]:
    """The words besides going out that are entries in a round, as people say them.

    Each comes with whether the points left follow it.
    """
    if rules is None or not rules.has_gin:
        whole = {called: phrase for phrase, called in CALLED.items()}
        called = [whole[word] for word in rules.called] if rules else []
        return dict.fromkeys((*called, PHRASES["-"][-1]), False)
    big = {"big gin": False} if rules.big_gin_bonus else {}
    return {"gin": False, **big, **({"knock": True} if rules.knock else {})}
