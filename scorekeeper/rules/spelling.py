"""How keys, values and rules are spelled in TOML: for ledgers, and for what is typed."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from scorekeeper.rules.rule_set import FEW_GAMES_KEYS, KEYS, RuleSet, usual_title
from scorekeeper.rules.rule_values import RoundSpec


def literal(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key_text(key)} = {literal(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, date):
        return value.isoformat()
    import tomli_w

    return tomli_w.dumps({"k": value}).removeprefix("k = ").removesuffix("\n")


def key_text(key: str) -> str:
    """A key as TOML, quoted only if necessary."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", key):
        return key
    import tomli_w

    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def rules_table(rules: RuleSet) -> dict[str, Any]:
    """Every key that matters in the game, so that a file means the same in ten years."""
    table: dict[str, Any] = {"game": rules.game}
    if rules.title != usual_title(rules.game):
        table["title"] = rules.title
    if rules.words:
        table["words"] = dict(rules.words)
    for key, field in KEYS.items():
        value = getattr(rules, key)
        if value is None or (field.metadata["cards"] and not rules.plays_cards):
            continue
        table[key] = written(value)
    return table


def kept_rules(rules: RuleSet) -> dict[str, Any]:
    """The same for a ledger, which has the keys of a few games only if the game sets them."""
    few, table = FEW_GAMES_KEYS, rules_table(rules)
    return {key: value for key, value in table.items() if key not in few or value != few[key]}


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """The keys that differ between the written rules of two games."""
    return [key for key in KEYS if first.get(key) != second.get(key)]


def written(value: Any) -> Any:
    """The value of a rule as it is in a ledger: plain tables and lists."""
    if isinstance(value, RoundSpec):
        return filled(deal=value.deal, wild=value.wild)
    if isinstance(value, tuple) and value and all(isinstance(spec, RoundSpec) for spec in value):
        return [written(spec) for spec in value]
    if isinstance(value, tuple) and all(isinstance(pair, tuple) for pair in value):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def as_setting(key: str, value: Any) -> str:
    """A rule as it is typed: ``jokers=2``, ``wild_limit=one``."""
    plain = written(value)
    return f"{key}={plain if isinstance(plain, str) else literal(plain)}"


def filled(**values: Any) -> dict[str, Any]:
    """The values that aren't None."""
    return {key: value for key, value in values.items() if value is not None}
