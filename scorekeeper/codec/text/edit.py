"""The smallest edit of a TOML text that makes it mean something else.

Comments, order, blank lines and spelling that a person put there stay. After every edit the
text is read again, and less must be left to do; in the end it means exactly what was intended.
"""

import tomllib
from itertools import takewhile
from typing import Any

from scorekeeper.codec.text import KeyPath
from scorekeeper.codec.text.difference import Edit, NameTakenError, edits_between, merged
from scorekeeper.codec.text.pieces import put, put_in, remove, reorder, word
from scorekeeper.codec.text.spans import Spans
from scorekeeper.errors import LedgerError, printable


def amend(text: str, was: dict[str, Any], now: dict[str, Any]) -> str:
    """``text``, read as the document ``was``, as it says ``now``; each edit as small as it can be.

    Raises LedgerError, naming the line to edit by hand, where the shape of the text does not
    allow a safe edit.
    """
    path: KeyPath = ()
    try:
        there = _parsed(text)
        wanted = merged(there, was, now)
        left = edits_between(there, wanted)
        while left:
            spans, path = Spans(text), left[0].path
            # A name may stand in hundreds of rounds: words are put in the place of others together.
            words = list(takewhile(bool, (word(spans, edit) for edit in left)))
            edited = text if words else _made(spans, left[0]) or text
            for span, new in sorted(filter(None, words), reverse=True):
                edited = put(edited, span, new)
            following = edits_between(_parsed(edited), wanted)
            if len(following) > len(left) - max(len(words), 1):
                break
            text, left = edited, following
        else:
            return text
    except NameTakenError as error:
        path = error.args
    except ValueError:
        pass  # the edited text is no TOML
    where = printable(".".join(map(str, path)))
    raise LedgerError(
        f"the way this ledger is written makes no safe edit possible at {where}",
        remedy="change that line by hand, or write the table in lines of its own",
        line=Spans(text).line(path),
    )


def _parsed(text: str) -> dict[str, Any]:
    """What a text of TOML means; ValueError where it is none."""
    return {"changes": [], "rounds": [], **tomllib.loads(text.removeprefix("\ufeff"))}


def _made(spans: Spans, edit: Edit) -> str | None:
    """The text after an edit that puts in, takes out or moves; None where it cannot be made."""
    if edit.how == "order":
        return reorder(spans, edit)
    if edit.how == "rename":
        return None  # there is no such key in a line
    if edit.value is None:
        return remove(spans, edit.path)
    return put_in(spans, edit.path, edit.value)
