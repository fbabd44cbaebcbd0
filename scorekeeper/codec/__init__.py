"""Reads games and rules from TOML text, and makes the smallest edit to it. It knows no paths.

What finds lines and edits text is imported only when it is needed, so that reading is fast.
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
"""The most lines and list members in a ledger; 500 rounds of 50 players have fewer."""

MOST_DOTS = 100
"""The most dots in a line outside strings. A key of 100,000 parts takes minutes to read."""


def parse(text: str) -> dict[str, Any]:
    """The document in a TOML text; LedgerError, with the line, if the text isn't valid or sane."""
    _refuse_endless(text)
    try:
        return _loaded(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = re.search(r"\(at line (\d+), column \d+\)", message)
        line = int(place[1]) if place else text.count("\n") + 1
        reason = message.split(" (at ")[0]
    except RecursionError:
        line, reason = None, "the brackets are nested too deeply"
    except ValueError:
        number = re.search(r"\d{1000}", text)
        line = text.count("\n", 0, number.start()) + 1 if number else None
        reason = "a number with thousands of digits"
    raise LedgerError(
        f"this isn't valid TOML: {printable(reason[:1].lower() + reason[1:])}",
        remedy="fix that line and try again",
        line=line,
    )


def _loaded(text: str) -> dict[str, Any]:
    """Parse a text with ``tomllib``; rules that many texts share are parsed once.

    Rules take longer than all the rounds of an evening. If the parts before, in and after
    ``[rules]`` parse alone and share no key, the document is all three together.
    """
    before, header, behind = text.partition("\n[rules]\n")
    rules, brackets, rounds = behind.partition("\n[[")
    if header and brackets:
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
    """Raise LedgerError for a text that would take minutes, or too much memory, to read."""
    values = text.count("\n") + text.count(",")
    if values <= MOST_VALUES and text.count(".") <= MOST_DOTS:
        return  # even with its strings and comments, so the slow pattern isn't needed
    bare = re.sub(_TEXTS, lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    if bare.count("\n") + bare.count(",") > MOST_VALUES:
        problem = f"there are more than {MOST_VALUES} lines and values, far more than in any game"
        raise LedgerError(problem, remedy="choose a game file; they have a few hundred lines")
    for number, line in enumerate(bare.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            problem = f"a key has more than {MOST_DOTS} parts"
            raise LedgerError(problem, remedy="remove that line", line=number)


_TEXTS = (
    r'''"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\\?\Z)|\'\'\'.*?(?:\'\'\'|\Z)'''
    r"""|"(?:[^"\\\n]++|\\[^\n])*+"?|\'[^\'\n]*+\'?|#[^\n]*+"""
)
"""Strings and comments. An unclosed one reaches to the end, so that nothing is read twice."""


# A command reads one text several times: to choose a game, to load it, to check it.
@lru_cache(maxsize=2)
def read_all(text: str) -> tuple[Game | None, list[Remark]]:
    """The game in a text, and every remark with its line; raises only for invalid TOML."""
    game, remarks = decode(parse(text))
    return game, with_lines(text, remarks)


def read(text: str) -> Game:
    """The game in a text; LedgerError with the line of the first fatal remark."""
    game, remarks = read_all(text)
    for remark in remarks:
        if remark.fatal:
            raise LedgerError(remark.problem, remedy=remark.remedy, line=remark.line)
    assert game is not None, "without a fatal remark there is a game"
    return game


def with_lines(text: str, remarks: list[Remark]) -> list[Remark]:
    """Each remark with the line of its key, or of the nearest thing around it."""
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

    LedgerError if it already has entries for a new player, or its shape allows no safe edit.
    """
    from scorekeeper.codec.encode import encode
    from scorekeeper.codec.text.edit import amend

    was, now = encode(old), encode(new)
    if now["schema"] > was["schema"]:
        _refuse_to_wake(text, old)
    edited = amend(text, was, now)
    if read(edited) != new:
        # Entries for somebody who doesn't play are ignored until a player has that name.
        newcomers = listed(printable(name) for name in new.names if name not in old.names)
        assert newcomers, "an edited ledger must mean what was intended"
        problem = f"it already has entries for {newcomers}, which would count from now on"
        remedy = f"see where with {SK}check, and remove them with {SK}edit"
        raise LedgerError(problem, remedy=remedy)
    return edited


def _refuse_to_wake(text: str, old: Game) -> None:
    """Raise LedgerError for a schema 1 text with a key that only schema 2 gives a meaning."""
    woken, remarks = decode({**parse(text), "schema": SCHEMA})
    if woken == old:
        return
    unknown = {remark.path for remark in remarks if remark.check == "key"}
    for remark in read_all(text)[1]:
        if remark.check == "key" and remark.path not in unknown:
            key = "[[changes]]" if remark.path == ("changes",) else remark.path[-1]
            raise LedgerError(
                f"schema = 1 has no {key}, and this one would count from now on",
                remedy=f"write schema = 2 if you want that, or remove it, with {SK}edit",
                line=remark.line,
            )
