"""From a command line to an exit code, whatever happens on the way."""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress

import typer

from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import (
    AnswerError,
    ReaderGone,
    complain,
    flush,
    mention,
    unread,
    unwritten,
    voice,
)
from scorekeeper.cli.program import program, usage_error
from scorekeeper.errors import (
    Interrupted,
    ProgramError,
    ScorekeeperError,
    own_fault,
    printable,
    refuse_bytes,
)

FLAGS = frozenset(
    {"--", "--auto", "--blank", "--diff", "--games", "--json", "--keys", "--lan", "--look"}
    | {"--new-token", "--plain", "--put-away", "--strict", "--totals", "--yes"}
)
"""The options behind which no value stands."""


def _shielded(words: list[str]) -> list[str]:
    """``words`` with a minus sign for the hyphen of a negative number: it is an entry, no option.

    So it is before the total that the pad makes of it, as in ``-2=72``. The value of an option
    stays as it was typed.
    """
    return [
        "−" + word[1:] if _is_below_0(word) and not _takes_a_value(before) else word
        for before, word in zip(["", *words], words, strict=False)
    ]


def _is_below_0(word: str) -> bool:
    """Whether a word begins with a negative number, as an entry does."""
    return word[:1] == "-" and word[1:].partition("=")[0].isdecimal()


def _joined(words: list[str]) -> list[str]:
    """``bo= 12`` as ``bo=12``: shells put a space behind what they complete for TAB.

    The value of an option stays as it was typed, unless that is a rule and its value.
    """
    found: list[str] = []
    for word in words:
        option, begun = ["", "", *found][-2:]
        is_begun = begun.endswith("=") and re.fullmatch("[^-=][^=]*=", begun)
        is_its_own = _takes_a_value(option) and option != "--rule"
        if is_begun and not is_its_own and "=" not in word and not re.match("--|-[a-z]", word):
            found[-1] += word
        else:
            found.append(word)
    return found


def _takes_a_value(word: str) -> bool:
    """Whether ``word`` is an option with a value behind it."""
    is_option = word[:1] == "-" and re.fullmatch(r"--[a-z][a-z-]*|-[a-z]", word)
    return bool(is_option) and word not in FLAGS


def obey(words: list[str], at: GameAtHand) -> int:
    """Carry out one command line: what it has to say is said, and its exit code comes back."""
    if os.environ.get("_SK_COMPLETE", "").startswith("complete_"):
        # TAB is pressed in the middle of a line, which nothing must disturb.
        with suppress(Exception):
            return _carried_out([], at)
        return 0

    def command() -> int:
        refuse_bytes("".join(words))
        return _carried_out(_shielded(_joined(words)), at)

    try:
        return guarded(command, words, json="--json" in words)
    finally:
        at.named = voice.remarks = None  # the next line says so anew


def _carried_out(line: list[str], at: GameAtHand) -> int:
    """The exit code of one command line; help is an answer like any other."""
    try:
        code = program()(line, prog_name="sk", standalone_mode=False, obj=at)
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):
            return 0  # Typer leaves so when nobody reads its help
        return left.code if isinstance(left.code, int) else 0
    except OSError as error:
        if _is_typers(error):
            raise unwritten(error) from error
        raise
    if code == Interrupted.code:
        raise Interrupted  # Typer keeps Ctrl-C to itself
    return code if isinstance(code, int) else 0


def _is_typers(error: Exception) -> bool:
    """Whether Typer met with an error itself: it writes its help without our words."""
    at = error.__traceback__
    while at and at.tb_next:
        at = at.tb_next
    return at is not None and at.tb_frame.f_globals["__name__"].startswith("typer.")


def guarded(action: Callable[[], int], words: Sequence[str] = (), *, json: bool = False) -> int:
    """The exit code of ``action``; what goes wrong in it is said, and has an exit code too.

    ``words`` are those of the command line, for what is wrong with them.
    """
    try:
        code = action()
        flush()
        return code
    except typer.TyperException as error:
        complain(usage_error(error, words), json=json)
        return 2
    except (KeyboardInterrupt, Interrupted, typer.Abort):
        mention("", f"stopped; {_what_was_written() or 'nothing was written'}")
        return Interrupted.code
    except (ReaderGone, BrokenPipeError):
        return 0
    except (ScorekeeperError, OSError) as error:
        refused = error if isinstance(error, ScorekeeperError) else unread(error)
        written = _what_was_written() if isinstance(refused, AnswerError) else None
        if written:  # a script that saw a failure would type it again
            mention(f"{written}; {refused.problem}")
            return 0
        complain(refused, json=json)
        return refused.code
    except Exception as error:
        complain(own_fault(error, _what_was_written()), json=json)
        if os.environ.get("SCOREKEEPER_DEBUG"):
            raise
        return ProgramError.code


def _what_was_written() -> str | None:
    """What a command that was stopped has done until then, None for nothing.

    Nobody has asked for what lies beside a game under a hidden name.
    """
    from scorekeeper.store.durable import is_written, written

    for path, content in written.items():
        if not path.name.startswith(".") and is_written(path):
            return f"{printable(path.name)} was {'written' if content else 'taken away'} already"
    return None
