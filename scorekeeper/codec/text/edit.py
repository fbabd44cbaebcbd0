"""The smallest edit of a TOML text that makes it mean something else.

Comments, order, blank lines and spelling that a person put there stay. After every edit the
text is read again and must mean exactly what was intended.
"""

import re
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from scorekeeper.codec.text.difference import Change
from scorekeeper.codec.text.pieces import append, insert, insert_table, remove, reorder
from scorekeeper.codec.text.spans import Pair, Span, Spans
from scorekeeper.codec.text.written import comments, put
from scorekeeper.errors import LedgerError, printable
from scorekeeper.rules.spelling import key_text, literal


def amend(text: str, changes: Iterable[Change]) -> str:
    """``text`` with the changes made, each as small as it can be.

    Raises LedgerError, naming the line to change by hand, where the shape of the text does not
    allow a safe edit.
    """
    left = list(changes)
    together = len(left)
    while left:
        spans = Spans(text)
        words = _words(spans, left[:together])
        step = left[: len(words) or 1]
        edited = _put_all(text, words) if words else _make(spans, left[0])
        if edited is not None and _means(edited, _applied(_parsed(text), step)):
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


def _words(spans: Spans, changes: Iterable[Change]) -> list[tuple[Span, str]]:
    """The words to put in place of others, as far as the changes ask for no more than that.

    A name may stand in hundreds of rounds: they are changed together.
    """
    words: list[tuple[Span, str]] = []
    for change in changes:
        word = _word(spans, change)
        if word is None or any(_overlap(word[0], span) for span, _ in words):
            break
        words.append(word)
    return words


def _word(spans: Spans, change: Change) -> tuple[Span, str] | None:
    pair = spans.pair(change.path)
    if pair is None or change.value is None:
        return None
    if change.how == "set":
        kept = comments(spans.text[pair.value.start : pair.value.stop])
        return pair.value, " ".join([literal(change.value), *kept])
    return _last_key(spans, pair, change.value) if change.how == "rename" else None


def _last_key(spans: Spans, pair: Pair, name: str) -> tuple[Span, str] | None:
    """The last part of a pair's key, and ``name`` as it is written there."""
    raw = spans.text[pair.key.start : pair.key.stop]
    last = re.search(r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')$""", raw)
    if last is None:
        return None
    return Span(pair.key.start + last.start(), pair.key.stop), key_text(name)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.stop and other.start < one.stop


def _put_all(text: str, words: list[tuple[Span, str]]) -> str:
    for span, word in sorted(words, reverse=True):
        text = put(text, span, word)
    return text


def _means(text: str, intended: Any) -> bool:
    try:
        return bool(_pruned(_parsed(text)) == _pruned(intended))
    except ValueError:
        return False


def _applied(document: dict[str, Any], changes: Iterable[Change]) -> dict[str, Any]:
    """What the text shall mean after the changes."""
    for change in changes:
        _apply(document, change)
    return document


def _apply(document: dict[str, Any], change: Change) -> None:
    here: Any = document
    for key, then in pairwise(change.path):
        empty: Any = [] if isinstance(then, int) else {}
        here = here.setdefault(key, empty) if isinstance(here, dict) else here[key]
    last = change.path[-1]
    if change.how == "insert":
        here.insert(last, change.value)
    elif change.how == "order":
        here[last] = [here[last][i] for i in change.value]
    elif change.how == "rename":
        here[change.value] = here.pop(last)
    elif change.value is None:
        del here[last]
    elif isinstance(last, int) and last == len(here):
        here.append(change.value)
    else:
        here[last] = change.value


def _pruned(value: Any) -> Any:
    """``value`` without its empty tables and lists of tables, which mean nothing."""
    if isinstance(value, dict):
        pruned = {key: _pruned(one) for key, one in value.items()}
        return {key: one for key, one in pruned.items() if one not in ({}, [])}
    return [_pruned(one) for one in value] if isinstance(value, list) else value


def _make(spans: Spans, change: Change) -> str | None:
    """The text after a change that puts in, takes out or moves; None where it cannot be made."""
    if change.how == "insert":
        return insert_table(spans, change)
    if change.how == "order":
        return reorder(spans, change)
    if change.how == "rename":
        return None  # there is no such key in a line
    if change.value is None:
        return remove(spans, change.path, spans.pair(change.path))
    if isinstance(change.path[-1], int):
        return append(spans, change.path, change.value)
    return insert(spans, change.path, change.value)
