"""The errors that a user can meet: each says what is wrong and what to do, and has an exit code.

A wrong claim at the table is a verdict, not an error (see ``referee``). Any other exception is a
bug. Below the errors are functions that all messages use, to quote, count and list things.
"""

import re
from collections.abc import Callable, Iterable
from typing import ClassVar, Literal

CheckOfText = Literal["key", "schema", "syntax", "value"]
CheckOfSheet = Literal["missing", "nobody-out", "player", "rounds", "score-range", "total"]
CheckOfCards = Literal["hand-size", "impossible-card", "out-claim", "out-score", "score-hand"]
CheckId = Literal[CheckOfText, CheckOfSheet, CheckOfCards]
"""The checks of ``sk check``, by the names it shows."""
Severity = Literal["error", "warning"]

SK = "\ufdd0sk "
"""Marks a command in a message, so that the terminal can show it as it is typed there.

No name contains this mark: Unicode keeps it for a program's own use, and ``printable`` escapes it.
"""


def plain(text: str) -> str:
    """``text`` without the marks on its commands, for programs and phones."""
    return text.replace(SK, "sk ")


class ScorekeeperError(Exception):
    """Something that stops a command: bad input, or a file or terminal that it can't use."""

    code: ClassVar[int] = 2  # the exit code
    kind: ClassVar[str] = "usage"  # a word for programs to test

    def __init_subclass__(cls, kind: str | None = None, code: int | None = None) -> None:
        cls.kind, cls.code = kind or cls.kind, code or cls.code  # or those of the class above

    def __init__(self, problem: str, *, remedy: str, line: int | None = None) -> None:
        super().__init__(plain(problem))
        # Sentences for a card player; the marked ones have SK before each command.
        self.problem, self.remedy = plain(problem), plain(remedy)
        self.marked_problem, self.marked_remedy = problem, remedy
        self.line = line  # of a file, from 1

    @property
    def facts(self) -> dict[str, str | int]:
        """The error as one object for programs."""
        return {"kind": self.kind, "problem": self.problem, "try": self.remedy, "code": self.code}


class UsageError(ScorekeeperError):
    """A command whose parts don't go together."""


class CardError(ScorekeeperError, kind="card"):
    """Text that isn't a card, or a card that isn't in the game."""


class EntryError(ScorekeeperError, kind="entry"):
    """An entry for a player's round that isn't valid."""


class PlayerError(ScorekeeperError, kind="player"):
    """A name that fits no player, or more than one."""


class RoundError(ScorekeeperError, kind="round"):
    """A round that the game doesn't have."""


class RulesError(ScorekeeperError, kind="rule"):
    """A rule key, value or variation that isn't valid."""


class ClaimError(ScorekeeperError, kind="claim", code=1):
    """A claim to have gone out that doesn't stand."""


class FileError(ScorekeeperError, kind="file", code=3):
    """A file that is missing, or can't be read or written."""


class LedgerError(FileError, kind="ledger"):
    """A file that isn't a ledger, or not one that this version understands."""


class ConflictError(ScorekeeperError, kind="conflict", code=4):
    """Carrying on would lose data; nothing was changed."""


class ProgramError(ScorekeeperError, kind="program", code=70):
    """A bug in the program, as the user sees it; nothing raises it."""


def program_error(error: Exception, saved: str | None = None) -> ProgramError:
    """``error`` as a bug to report; ``saved`` says what was already written."""
    from traceback import extract_tb

    place = extract_tb(error.__traceback__)[-1]
    where = printable(f"{place.filename}:{place.lineno}")
    what = f"{type(error).__name__}: {printable(error)}"
    return ProgramError(
        f"this is a bug in scorekeeper; {saved or 'no game was changed'}",
        remedy=f"please report it: {what} at {where}",
    )


class Interrupted(Exception):  # noqa: N818 - not an error: somebody pressed Ctrl-C or closed the input
    """The person at the prompt stopped; nothing was written."""

    code = 130


class Declined(Interrupted):
    """The person said no to an offer, or left a question."""


_PICTURE = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_LETTER = (
    "[\u0620-\u0dff\u0f00-\u109f\u1780-\u1cff\ua800-\uabff"
    "\U00010a00-\U000123ff\U0001e900-\U0001e95f]"
)
"""Letters of scripts whose letters change shape when they are joined."""

_MEANINGFUL = (
    f"(?:(?<={_PICTURE})|(?<={_PICTURE}\ufe0f))\u200d(?={_PICTURE})"
    f"|(?<={_LETTER})[\u200c\u200d]{{1,2}}(?={_LETTER})"
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
)
"""Invisible characters that matter: they join pictures or letters, or say whose flag it is."""

_ISOLATED = "\u2068(?=[^\u2066-\u2069]*[\u0590-\u08ff])[^\u2066-\u2069]*\u2069"
"""Right-to-left text between the marks that isolate it, so that numbers beside it stay put."""


def printable(thing: object, limit: int = 200) -> str:
    r"""A text or a path made safe to print: nothing in it moves the cursor, hides or reverses text.

    >>> printable("Bo\x1b[31m")
    'Bo\\x1b[31m'
    """
    text = str(thing)
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    if text.isprintable():
        return text
    meaningful = {i for match in re.finditer(_MEANINGFUL, text) for i in range(*match.span())}
    meaningful |= {i for m in re.finditer(_ISOLATED, text) for i in (m.start(), m.end() - 1)}
    return "".join(
        c if c.isprintable() or i in meaningful else c.encode("unicode_escape").decode()
        for i, c in enumerate(text)
    )


def refuse_bytes(typed: str) -> None:
    """Raise UsageError for bytes that aren't text, which Python reads as surrogates."""
    if any("\ud800" <= letter <= "\udfff" for letter in typed):
        raise UsageError("some of what was typed isn't text", remedy="type it in UTF-8")


def quoted(text: str, limit: int = 60) -> str:
    """``text`` in quotes, with the hyphen that was typed where the command line put a minus."""
    return f"'{printable(text.replace('−', '-'), limit)}'"


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that ``word`` probably means, preferably one that begins with it; or None."""
    from difflib import get_close_matches

    by_folded = {choice.casefold(): choice for choice in choices}
    typed = word.casefold()[:80]
    close = get_close_matches(typed, by_folded)
    close.sort(key=lambda choice: not choice.startswith(typed))
    return by_folded[close[0]] if close else None


def did_you_mean(word: str, choices: Iterable[str], show: Callable[[str], str] = str) -> str:
    """``did you mean jokers?``, with the choice nearest to ``word``; empty if none is near."""
    choice = nearest(word, choices)
    return f"did you mean {show(printable(choice))}?" if choice else ""


def times(count: int) -> str:
    """How often: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def count(number: int, thing: str) -> str:
    """A number of things: ``1 card``, ``2 cards``."""
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def listed(words: Iterable[str], conjunction: str = "and") -> str:
    """``words`` as a person lists them: ``Ann, Bo and Uncle Cy``."""
    *head, tail = list(words) or [""]
    return f"{', '.join(head)} {conjunction} {tail}" if head else tail
