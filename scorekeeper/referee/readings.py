"""The readings of the rules that tables confuse with one another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.rule_values import DRAWN, WildLimit, as_typed


def neighbouring_readings(game: RuleSet, rules: RoundRules) -> dict[str, RoundRules]:
    """The readings that tables confuse with ``rules``, by name."""
    readings = {}
    around = {"previous-wild": (rules.number or 0) - 1, "next-wild": (rules.number or -1) + 1}
    for name, number in around.items():
        spec = game.spec(number)
        if spec and spec.wild != DRAWN and spec.rank != rules.wild:
            readings[name] = replace(rules, wild=spec.rank)
    return {**readings, **other_readings(rules)}


def other_readings(rules: RoundRules) -> dict[str, RoundRules]:
    """Neighbouring readings of the house rules themselves, as KEY=VALUE."""
    others: dict[str, Sequence[Any]] = {
        "ace_runs": ("low", "both") if "A" in rules.ranks else (),
        "wild_limit": get_args(WildLimit),
        "wild_as_rank": () if rules.wild_limit == "any" else (True, False),
        "set_max": (0 if rules.set_max else 4,),
        "set_distinct_suits": (True, False),
    }
    return {
        f"{key}={as_typed(value)}": replace(rules, **{key: value})
        for key, values in others.items()
        for value in values
        if value != getattr(rules, key)
    }
