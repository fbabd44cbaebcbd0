"""What a rule key is: a field that says what it may hold and what it means."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar, dataclass_transform

from scorekeeper.rules.rule_values import ValueKind

Rules = TypeVar("Rules")


def rule_key(
    default: Any,
    kind: ValueKind,
    meaning: str,
    *,
    cards: bool = True,
    few: bool = False,
    gin: bool = False,
) -> Any:
    """A rule key: its default, what it may hold, and what the rule book says of it.

    Those about ``cards`` mean nothing in a game without. Those of a ``few`` games stand only in the
    ledgers of games that set them, and those of ``gin`` need two of whom one scores the difference.
    """
    parse, values = kind
    kinds = {"cards": cards, "few": few, "gin": gin}
    return field(
        default=default, metadata={"read": parse, "values": values, "meaning": meaning, **kinds}
    )


few_games_key = partial(rule_key, few=True)
"""A rule key of a few games; by its default it changes nothing in the others."""


gin_key = partial(few_games_key, gin=True)
"""A rule key of gin."""


evening_key = partial(rule_key, cards=False)
"""A rule key that a game without cards has as well."""


@dataclass_transform(frozen_default=True)
def unchanging(rules: type[Rules]) -> type[Rules]:
    """A frozen dataclass, with the guards of ``CardRules``.

    The ones that ``frozen=True`` writes are compiled anew for each class at every start.
    """
    return dataclass(init=False, eq=False, repr=False)(rules)
