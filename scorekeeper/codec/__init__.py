"""Games and rules as TOML text, both ways, and the smallest edit of a text; no paths.

Reading a sound ledger loads only what reads: where things stand in a text, and what edits it,
is loaded where there is something to tell or to change.
"""

import re
import tomllib
from contextlib import suppress
from functools import lru_cache
from typing import Any

from scorekeeper.codec.decode import SCHEMA, decode
from scorekeeper.codec.reader import Remark
from scorekeeper.errors import SK, LedgerError, listed, printable
from scorekeeper.ledger.game import Game

MOST_VALUES = 30_000
"""Lines and members of lists of the largest ledger: 500 rounds of 50 players have fewer."""

MOST_DOTS = 100
"""Dots in a line outside of texts. A key of 100,000 parts takes minutes to read."""


def parse(text: str) -> dict[str, Any]:
    """What a TOML text means; LedgerError with the line where it is no TOML, or without end."""
    _refuse_endless(text)
    try:
        return _loaded(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.search(r"\(at line (\d+), column \d+\)", message)
        line = int(found.group(1)) if found else text.count("\n") + 1
        reason = message.split(" (at ")[0]
    except RecursionError:
        line, reason = None, "brackets inside brackets without end"
    except ValueError:
        found = re.search(r"\d{1000}", text)
        line = text.count("\n", 0, found.start()) + 1 if found else None
        reason = "a number with thousands of digits"
    raise LedgerError(
        f"this is no TOML: {printable(reason[:1].lower() + reason[1:])}",
        remedy="mend that line and try again",
        line=line,
    )


def _loaded(text: str) -> dict[str, Any]:
    """What ``tomllib`` makes of a text; of rules that stand in many texts only once.

    They take longer than all the rounds of an evening. Where each of the pieces before, in and
    behind ``[rules]`` is whole by itself and none has a key of another, the text is the three.
    """
    before, found, behind = text.partition("\n[rules]\n")
    rules, more, rounds = behind.partition("\n[[")
    if found and more:
        with suppress(ValueError, RecursionError):
            pieces = (tomllib.loads(before), _rules_in(rules), tomllib.loads(f"[[{rounds}"))
            document = {key: value for piece in pieces for key, value in piece.items()}
            if len(document) == sum(map(len, pieces)):
                return document
    return tomllib.loads(text)


@lru_cache(maxsize=20)
def _rules_in(text: str) -> dict[str, Any]:
    return tomllib.loads(f"[rules]\n{text}")


def _refuse_endless(text: str) -> None:
    """Raise LedgerError for what is quickly written and takes long, or much memory, to read."""
    values = text.count("\n") + text.count(",")
    if values <= MOST_VALUES and text.count(".") <= MOST_DOTS:
        return  # with its texts and comments, too, and nobody waits for the pattern
    bare = re.sub(_TEXTS, lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    if bare.count("\n") + bare.count(",") > MOST_VALUES:
        problem = f"there are more than {MOST_VALUES} lines and values, far more than in any game"
        raise LedgerError(problem, remedy="name a ledger; they have a few hundred lines")
    for number, line in enumerate(bare.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            problem = f"a key has more than {MOST_DOTS} parts"
            raise LedgerError(problem, remedy="take that line out", line=number)


_TEXTS = (
    r'''"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\\?\Z)|\'\'\'.*?(?:\'\'\'|\Z)'''
    r"""|"(?:[^"\\\n]++|\\[^\n])*+"?|\'[^\'\n]*+\'?|#[^\n]*+"""
)
"""Texts and comments. What is never closed reaches to the end, so that no place is read twice."""


# A command asks about one text several times: to choose a game, to read it, to look it over.
@lru_cache(maxsize=2)
def read_all(text: str) -> tuple[Game | None, list[Remark]]:
    """The game that a text means and every remark with its line; raises only for no TOML."""
    game, remarks = decode(parse(text))
    return game, with_lines(text, remarks)


def read(text: str) -> Game:
    """The game that a text means; LedgerError with the line of the first fatal remark."""
    game, remarks = read_all(text)
    for remark in remarks:
        if remark.fatal:
            raise LedgerError(remark.problem, remedy=remark.remedy, line=remark.line)
    assert game is not None, "there is no game only where a remark is fatal"
    return game


def with_lines(text: str, remarks: list[Remark]) -> list[Remark]:
    """Each remark with the line of its key, or of the nearest thing around that."""
    if not remarks:
        return []
    from scorekeeper.codec.text.spans import Spans

    spans = Spans(text)
    return [remark._replace(line=spans.line(remark.path) or 1) for remark in remarks]


def write_new(game: Game) -> str:
    """The text of a new ledger for ``game``."""
    from scorekeeper.codec import encode

    return encode.write_new(game)


def rewrite(text: str, old: Game, new: Game) -> str:
    """``text``, which means ``old``, with the fewest edits that make it mean ``new``.

    LedgerError where it has something of a newcomer already, or its shape allows no safe edit.
    """
    from scorekeeper.codec.encode import encode
    from scorekeeper.codec.text.edit import amend

    was, now = encode(old), encode(new)
    if now["schema"] > was["schema"]:
        _refuse_to_wake(text, old)
    edited = amend(text, was, now)
    if read(edited) != new:
        # What is written of somebody who does not play counts for nothing, until somebody of that
        # name does.
        newcomers = listed(printable(name) for name in new.names if name not in old.names)
        assert newcomers, "an edited ledger must mean what was intended"
        problem = f"there is something of {newcomers} in it already, which would count from now on"
        remedy = f"see where with {SK}check, and take it out with {SK}edit"
        raise LedgerError(problem, remedy=remedy)
    return edited


def _refuse_to_wake(text: str, old: Game) -> None:
    """Raise LedgerError for a text of schema 1 with a key that would mean something in schema 2."""
    woken, remarks = decode({**parse(text), "schema": SCHEMA})
    if woken == old:
        return
    unknown = {remark.path for remark in remarks if remark.check == "key"}
    for remark in read_all(text)[1]:
        if remark.check == "key" and remark.path not in unknown:
            key = "[[changes]]" if remark.path == ("changes",) else remark.path[-1]
            raise LedgerError(
                f"schema = 1 knows no {key}, and what stands there would count from now on",
                remedy=f"write schema = 2 if it is meant, or take it out, with {SK}edit",
                line=remark.line,
            )
