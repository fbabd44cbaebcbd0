"""What the words above a column, or next to a row, of a score sheet mean."""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from scorekeeper.ledger.people import folded


def heading(cell: str) -> str:
    """A heading as it is compared, without case, accents and the signs around numbers.

    >>> heading("Round #"), heading("Runde Nr."), heading("Went_out"), heading("#")
    ('round', 'runde', 'went out', '#')
    """
    words = re.sub(r"[\s_.:#°()/]+", " ", folded(cell)).strip()
    return re.sub(r"(?<=\w) (?:no|nr|number|num)$", "", words) or "#" * ("#" in cell)


_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

MEANS = {heading(word): key for key, words in _WORDS["means"].items() for word in words.split()}
"""The column that a heading means; ``deal`` is the round unless there is another for that."""

MONTHS = {word: n for n, words in enumerate(_WORDS["months"]["words"], 1) for word in words.split()}
"""The month that a word in a date means."""

OTHER = {heading(word) for word in _WORDS["other"]["words"].split()}


def keys_of(header: Sequence[str]) -> list[str]:
    """What each column means by its heading; an empty text for one that isn't known."""
    keys = [MEANS.get(heading(cell), "") for cell in header]
    if keys.count("round") > 1:
        pairs = zip(header, keys, strict=True)
        return ["deal" if heading(cell) == "deal" else key for cell, key in pairs]
    return keys


@lru_cache(1000)
def is_total(label: str) -> bool:
    """Whether a row or a column with this label has totals, like ``Total Score`` or ``Summe``."""
    means = {MEANS.get(word) for word in _words(label)}
    return "total" in means and "round" not in means


def is_other(label: str) -> bool:
    """Whether a column counts something other than points, like ``Rank`` or ``Ann Phase``."""
    return not OTHER.isdisjoint(_words(label))


def without(key: str, label: str) -> str:
    """A label without the words that mean ``key``, unless it has no others.

    >>> without("points", "Ann Score"), without("total", "Total (Bo)")
    ('Ann', 'Bo')
    """
    others = [word for word in label.split() if MEANS.get(heading(word)) != key]
    return " ".join(others).strip("():") or label


def _words(label: str) -> list[str]:
    return re.findall(r"\w+|∑", heading(label))
