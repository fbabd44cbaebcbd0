"""What a rule key is: a field that says which values it takes and what it means."""

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
    """A rule key: its default, which values it takes, and what the rule book says about it.

    Keys about ``cards`` mean nothing in a game without cards. Keys of a ``few`` games are only in
    ledgers of games that set them. Keys of ``gin`` need two players, one scoring the difference.
    """
    parse, values = kind
    kinds = {"cards": cards, "few": few, "gin": gin}
    return field(
        default=default, metadata={"read": parse, "values": values, "meaning": meaning, **kinds}
    )


few_games_key = partial(rule_key, few=True)
"""A rule key of a few games; its default changes nothing in the others."""

gin_key = partial(few_games_key, gin=True)
"""A rule key of gin."""

evening_key = partial(rule_key, cards=False)
"""A rule key that games without cards have too."""


@dataclass_transform(frozen_default=True)
def unchanging(rules: type[Rules]) -> type[Rules]:
    """A frozen dataclass, with the guards of ``CardRules``.

    ``frozen=True`` would compile its own for each class at every start.
    """
    return dataclass(init=False, eq=False, repr=False)(rules)
