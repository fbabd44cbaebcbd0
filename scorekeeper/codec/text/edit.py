"""The smallest edit of a TOML text that makes it mean something else.

Comments, order, blank lines and spelling that a person put there stay. After every edit the
text is read again, and less must be left to do; in the end it means exactly what was intended.
"""

import tomllib
from bisect import bisect
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from scorekeeper.codec.text import KeyPath
from scorekeeper.codec.text.difference import Edit, NameTakenError, edits_between, merged
from scorekeeper.codec.text.pieces import put, put_in, remove, reorder, word
from scorekeeper.codec.text.spans import Span, Spans
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
            # Hundreds of rounds may change alike, a name in each: they are edited together.
            words = list(takewhile(bool, (word(spans, edit) for edit in left)))
            patches = list(filter(None, words)) or _patches(spans, left)
            edited = text
            for span, new in sorted(patches, reverse=True):
                edited = put(edited, span, new)
            following = edits_between(_parsed(edited), wanted)
            if len(following) > len(left) - max(len(patches), 1):
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


def _patches(spans: Spans, left: Sequence[Edit]) -> list[tuple[Span, str]]:
    """What makes the first edit, and with it one more edit in each other round or change of rules.

    Those stand in the text one behind the other, so no patch moves another; a patch that would
    touch the one before waits. Empty where the first edit cannot be made.
    """
    together = {left[0].path[:2]: left[0]}
    if _is_within_table(left[0]):
        for edit in filter(_is_within_table, left):
            together.setdefault(edit.path[:2], edit)
    made = [_made(spans, edit) for edit in together.values()]
    if made[0] is None:
        return []
    patches: list[tuple[Span, str]] = []
    for patch in sorted(_patch(spans.text, text) for text in made if text is not None):
        if not patches or patch[0].start > patches[-1][0].stop:
            patches.append(patch)
    return patches


def _is_within_table(edit: Edit) -> bool:
    """Whether an edit changes a round or a change of rules that is there, or takes it away."""
    is_new = len(edit.path) == 2 and edit.value is not None
    return edit.how == "set" and edit.path[0] in ("rounds", "changes") and not is_new


def _patch(old: str, new: str) -> tuple[Span, str]:
    """The one stretch in which two texts differ, and what stands there in the new one."""
    shorter = min(len(old), len(new))
    head = bisect(range(shorter), 0, key=lambda n: old[: n + 1] != new[: n + 1])
    most = shorter - head
    tail = bisect(range(most), 0, key=lambda n: old[len(old) - n - 1 :] != new[len(new) - n - 1 :])
    return Span(head, len(old) - tail), new[head : len(new) - tail]


def _made(spans: Spans, edit: Edit) -> str | None:
    """The text after an edit that puts in, takes out or moves; None where it cannot be made."""
    if edit.how == "order":
        return reorder(spans, edit)
    if edit.how == "rename":
        return None  # there is no such key in a line
    if edit.value is None:
        return remove(spans, edit.path)
    return put_in(spans, edit.path, edit.value)
