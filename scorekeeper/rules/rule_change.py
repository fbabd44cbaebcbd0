"""Rules that a table changes during a game, from some round on."""

from functools import lru_cache
from typing import Any, NamedTuple

from scorekeeper.rules.rule_set import RuleSet


class RuleChange(NamedTuple):
    """New values of ``ROUND_KEYS`` from round ``since`` on, as pairs in the order of the keys."""

    since: int
    values: tuple[tuple[str, Any], ...]


@lru_cache(maxsize=1000)
def with_changes(rules: RuleSet, changes: tuple[RuleChange, ...]) -> RuleSet:
    """``rules`` with all of the ``changes``, later ones on top; cached."""
    values = dict(pair for change in changes for pair in change.values)
    return rules.replace(**values) if values else rules
