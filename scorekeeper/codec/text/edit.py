"""The smallest edit of a TOML text that makes it mean something else.

Comments, order, blank lines and spelling that a person put there stay. After every edit the
text is read again and must mean exactly what was intended.
"""

import re
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from scorekeeper.codec.text.difference import Edit
from scorekeeper.codec.text.pieces import append, insert, insert_table, remove, reorder
from scorekeeper.codec.text.spans import Pair, Span, Spans
from scorekeeper.codec.text.written import comments, put
from scorekeeper.errors import LedgerError, printable
from scorekeeper.rules.spelling import key_text, literal


def amend(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with the edits made, each as small as it can be.

    Raises LedgerError, naming the line to edit by hand, where the shape of the text does not
    allow a safe edit.
    """
    left = list(edits)
    together = len(left)
    while left:
        spans = Spans(text)
        words = _words(spans, left[:together])
        step = left[: len(words) or 1]
        edited = _put_all(text, words) if words else _make(spans, left[0])
        intended = _parsed(text)
        for edit in step:
            _apply(intended, edit)
        if edited is not None and _means(edited, intended):
            text, left = edited, left[len(step) :]
        elif len(step) > 1:
            together = 1  # so that the one that cannot be made is named
        else:
            path = left[0].path
            where = ".".join(str(part) for part in path)
            raise LedgerError(
                f"the way this ledger is written makes no safe edit possible at {printable(where)}",
                remedy="change that line by hand, or write the table in lines of its own",
                line=spans.line(path),
            )
    return text


def _parsed(text: str) -> dict[str, Any]:
    """What a text of TOML means; ValueError where it is none."""
    return tomllib.loads(text.removeprefix("\ufeff"))


def _words(spans: Spans, edits: Iterable[Edit]) -> list[tuple[Span, str]]:
    """The words to put in place of others, as far as the edits ask for no more than that.

    A name may stand in hundreds of rounds: they are changed together.
    """
    words: list[tuple[Span, str]] = []
    for edit in edits:
        word = _word(spans, edit)
        if word is None or any(
            word[0].start < span.stop and span.start < word[0].stop for span, _ in words
        ):
            break  # what lies in a word that is put in anew comes behind it
        words.append(word)
    return words


def _word(spans: Spans, edit: Edit) -> tuple[Span, str] | None:
    pair = spans.pair(edit.path)
    if pair is None or edit.value is None:
        return None
    if edit.how == "set":
        kept = comments(spans.text[pair.value.start : pair.value.stop])
        return pair.value, " ".join([literal(edit.value), *kept])
    return _last_key(spans, pair, edit.value) if edit.how == "rename" else None


def _last_key(spans: Spans, pair: Pair, name: str) -> tuple[Span, str] | None:
    """The last part of a pair's key, and ``name`` as it is written there."""
    raw = spans.text[pair.key.start : pair.key.stop]
    last = re.search(r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')$""", raw)
    if last is None:
        return None
    return Span(pair.key.start + last.start(), pair.key.stop), key_text(name)


def _put_all(text: str, words: list[tuple[Span, str]]) -> str:
    for span, word in sorted(words, reverse=True):
        text = put(text, span, word)
    return text


def _means(text: str, intended: Any) -> bool:
    try:
        return bool(_pruned(_parsed(text)) == _pruned(intended))
    except ValueError:
        return False


def _apply(document: dict[str, Any], edit: Edit) -> None:
    """Make a document mean what the text shall mean after an edit."""
    here: Any = document
    for key, then in pairwise(edit.path):
        empty: Any = [] if isinstance(then, int) else {}
        here = here.setdefault(key, empty) if isinstance(here, dict) else here[key]
    last = edit.path[-1]
    if edit.how == "insert":
        here.insert(last, edit.value)
    elif edit.how == "order":
        here[last] = [here[last][i] for i in edit.value]
    elif edit.how == "rename":
        here[edit.value] = here.pop(last)
    elif edit.value is None:
        del here[last]
    elif isinstance(last, int) and last == len(here):
        here.append(edit.value)
    else:
        here[last] = edit.value


def _pruned(value: Any) -> Any:
    """``value`` without its empty tables and lists of tables, which mean nothing."""
    if isinstance(value, dict):
        pruned = {key: _pruned(member) for key, member in value.items()}
        return {key: member for key, member in pruned.items() if member not in ({}, [])}
    return [_pruned(member) for member in value] if isinstance(value, list) else value


def _make(spans: Spans, edit: Edit) -> str | None:
    """The text after an edit that puts in, takes out or moves; None where it cannot be made."""
    if edit.how == "insert":
        return insert_table(spans, edit)
    if edit.how == "order":
        return reorder(spans, edit)
    if edit.how == "rename":
        return None  # there is no such key in a line
    if edit.value is None:
        return remove(spans, edit.path, spans.pair(edit.path))
    if isinstance(edit.path[-1], int):
        return append(spans, edit.path, edit.value)
    return insert(spans, edit.path, edit.value)
