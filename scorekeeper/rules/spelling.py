"""How keys, values and rules are spelled in TOML: for ledgers, and for what is typed."""

import re
from datetime import date
from typing import Any

from scorekeeper.rules.rule_set import KEYS, RuleSet
from scorekeeper.rules.rule_values import RoundSpec


def literal(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key_text(key)} = {literal(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, date):
        return value.isoformat()
    import tomli_w

    return tomli_w.dumps({"k": value}).removeprefix("k = ").removesuffix("\n")


def key_text(key: str) -> str:
    """A key as TOML, quoted only where it must be."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", key):
        return key
    import tomli_w

    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def rules_table(rules: RuleSet) -> dict[str, Any]:
    """Every key that the game has a use for, so that the file means the same in ten years."""
    table: dict[str, Any] = {"game": rules.game}
    if rules.title != RuleSet(game=rules.game).title:
        table["title"] = rules.title
    if rules.words:
        table["words"] = dict(rules.words)
    for key, field in KEYS.items():
        value = getattr(rules, key)
        if value is None or (field.metadata["cards"] and not rules.plays_cards):
            continue
        table[key] = _plain(value)
    return table


def _plain(value: Any) -> Any:
    if isinstance(value, RoundSpec):
        return filled(deal=value.deal, wild=value.wild)
    if isinstance(value, tuple) and all(isinstance(one, RoundSpec) for one in value) and value:
        return [_plain(one) for one in value]
    if isinstance(value, tuple) and all(isinstance(one, tuple) for one in value):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def filled(**values: Any) -> dict[str, Any]:
    """The values that are there: what is None has no key."""
    return {key: value for key, value in values.items() if value is not None}
