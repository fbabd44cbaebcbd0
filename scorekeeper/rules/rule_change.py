"""What a table agrees on while it plays: rules that hold from a round on."""

from functools import lru_cache
from typing import Any, NamedTuple

from scorekeeper.rules.rule_set import RuleSet


class RuleChange(NamedTuple):
    """What a table agreed on during the evening: values of ``ROUND_KEYS`` from round ``since`` on.

    The values are pairs, in the order of the keys.
    """

    since: int
    values: tuple[tuple[str, Any], ...]


@lru_cache(maxsize=1000)
def with_changes(rules: RuleSet, changes: tuple[RuleChange, ...]) -> RuleSet:
    """``rules`` with every one of the ``changes``, a later one on top of an earlier.

    The same object for the same changes, so that what follows from it is worked out once.
    """
    values = dict(pair for change in changes for pair in change.values)
    return rules.replace(**values) if values else rules
