"""How the rules of two games differ: named variations, and keys as they are written and typed."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorekeeper.errors import RulesError, UsageError, did_you_mean, listed, quoted
from scorekeeper.rules import FEW_GAMES_KEYS, KEYS, RuleSet, usual_title
from scorekeeper.rules.rule_keys import RoundSpec, given, literal

VARIATIONS: Mapping[str, Mapping[str, object]] = {
    "aces-high-or-low": {"ace_runs": "both", "ace_points": 15},
    "face-cards-11-12-13": {"face_points": "rank"},
    "jokers": {"jokers": 2, "joker_points": 20},
    "one-natural": {"wild_limit": "natural"},
    "half-wild": {"wild_limit": "half", "wild_as_rank": True},
    "one-wild": {"wild_limit": "one"},
    "four-card-sets": {"set_max": 4},
}
"""The keys that each variation sets."""

_A_DEAL = {
    **{"rounds": 1, "repeats": False, "target": 0, "winner": "high"},
    **{"count": "winner-takes", "reaching": "ends", "rejoin_limit": 0},
}
_A_POOL = {"reaching": "out", "count": "own", "winner": "low", "repeats": True}

OF_RUNS: Mapping[str, Mapping[str, object]] = {
    "pool-101": _A_POOL | {"target": 101, "first_drop": 20, "middle_drop": 40, "rejoin_limit": 79},
    "pool-201": _A_POOL | {"target": 201, "first_drop": 25, "middle_drop": 50, "rejoin_limit": 174},
    "one-deal": _A_DEAL,
    "deals-2": {**_A_DEAL, "rounds": 2, "ties": "bonus-round"},
    "deals-3": {**_A_DEAL, "rounds": 3, "ties": "bonus-round"},
}
"""The same for games that need runs to go out."""


def variations_of(rules: RuleSet) -> Mapping[str, Mapping[str, object]]:
    """The variations for a game with these rules, with the keys that each sets."""
    return {**OF_RUNS, **VARIATIONS} if rules.needs_runs else VARIATIONS


_OTHER_VALUES = {
    **{"face_points": ("ten",), "wild_points": ("face", 20), "jokers": (0,), "set_max": (0,)},
    **{"wild_limit": ("any",), "wild_as_rank": (True, False), "set_distinct_suits": (True, False)},
}
"""Common differences besides the variations: each key, with the other value a table may use."""


def other_ways(rules: RuleSet) -> list[Mapping[str, object]]:
    """The common house rules that would change this game, each as its keys; none without cards."""
    # If a hand must have runs, the ace is high already.
    irrelevant = set() if "A" in rules.ranks and not rules.needs_runs else {"ace_runs"}
    irrelevant |= {"wild_limit", "jokers"} if rules.lay_off else set()
    irrelevant |= {"wild_as_rank"} if rules.wild_limit == "any" else set()
    irrelevant |= {"set_distinct_suits"} if rules.decks == 1 else set()
    others = [{key: value} for key, values in _OTHER_VALUES.items() for value in values]
    return [
        way
        for way in (*VARIATIONS.values(), {"ace_runs": "low", "ace_points": 1}, *others)
        if rules.plays_cards
        and next(iter(way)) not in irrelevant
        and not (rules.jokers and way.get("jokers"))
        and any(getattr(rules, key) != value for key, value in way.items())
    ]


def holds(rules: RuleSet, variation: str) -> bool:
    """Whether the rules already have everything that a variation sets."""
    try:
        return rules.replace(**variations_of(rules)[variation]) == rules
    except RulesError:
        return False


def in_switches(values: Mapping[str, object]) -> list[str]:
    """How to type these values, as variations where one fits: ``one-wild jokers=1``."""
    named = [name for name, keys in VARIATIONS.items() if keys.items() <= values.items()]
    covered = {key for name in named for key in VARIATIONS[name]}
    return [*named, *(as_setting(key, values[key]) for key in values if key not in covered)]


def variation_called(typed: str, rules: RuleSet) -> str:
    """The variation that is typed, perhaps only in part; RulesError for none or several."""
    known = variations_of(rules)
    name = called(typed, {name: [name] for name in known})
    if name is None:
        remedy = did_you_mean(typed, known) or f"choose from {', '.join(known)}"
        raise RulesError(f"{quoted(typed)} isn't a house rule", remedy=remedy)
    return name


def vary(rules: RuleSet, values: Mapping[str, object], variations: Iterable[str]) -> RuleSet:
    """``rules`` with named ``variations`` and, on top, single ``values``.

    RulesError for an unknown variation, for two that contradict each other, and for a bad value.
    """
    merged: dict[str, object] = {}
    setter: dict[str, str] = {}
    for typed in variations:
        name = variation_called(typed, rules)
        for key, value in variations_of(rules)[name].items():
            if merged.setdefault(key, value) != value:
                problem = f"{setter[key]} and {name} contradict each other on {key}"
                raise RulesError(problem, remedy="choose one of the two")
            setter[key] = name
    merged.update(values)
    varied = rules.replace(**merged)
    for key in merged:
        refuse_no_effect(key, varied)
    return varied


def refuse_no_effect(key: str, rules: RuleSet) -> None:
    """Raise RulesError for a key without effect here, or a scoring that contradicts ``winner``."""
    if KEYS[key].metadata["needs_cards"] and not rules.plays_cards:
        problem = f"{rules.title} deals no cards, so {key} has no effect"
        raise RulesError(problem, remedy="leave that rule out")
    if key == "count" and rules.scoring.winner not in (None, rules.winner):
        wins = "fewest" if rules.winner == "low" else "most"
        problem = f"{rules.scoring.summary}, but {wins} points wins"
        raise RulesError(problem, remedy=f"set winner={rules.scoring.winner} as well")


def hyphened(text: str) -> str:
    """``text`` in lower case, with hyphens between its words and no apostrophes."""
    return re.sub(r"\W+", "-", text.replace("'", "").casefold()).strip("-")


def called(word: str, names: Mapping[str, Iterable[str]]) -> str | None:
    """The one of ``names`` that ``word`` means: a name, a title, or the beginning of a word in one.

    Capitals and punctuation don't matter. None if nothing fits; RulesError if several do.
    """
    typed = hyphened(word)
    titles = {name: list(map(hyphened, known)) for name, known in names.items()}
    whole = [name for name, known in titles.items() if typed in (name, *known)]
    begun = [name for name in titles if any(f"-{typed}" in f"-{title}" for title in titles[name])]
    matches = whole or (begun if typed else [])
    if len(matches) > 1:
        problem = f"{quoted(word)} could be {listed(matches, 'or')}"
        raise RulesError(problem, remedy="type more of the name")
    return matches[0] if matches else None


# ── rules as a ledger has them ───────────────────────────────────────────────────────────────


def rules_table(rules: RuleSet) -> dict[str, Any]:
    """Every key that matters in the game, so that a file means the same in ten years."""
    title = rules.title if rules.title != usual_title(rules.game) else None
    table = given(game=rules.game, title=title, words=dict(rules.words) or None)
    for key, field in KEYS.items():
        value = getattr(rules, key)
        if value is not None and (rules.plays_cards or not field.metadata["needs_cards"]):
            table[key] = written(value)
    return table


@lru_cache(maxsize=20)  # an import writes the same rules a thousand times
def kept_rules(rules: RuleSet) -> Mapping[str, Any]:
    """The same for a ledger, which has the keys of a few games only if the game sets them."""
    return {k: v for k, v in rules_table(rules).items() if v != FEW_GAMES_KEYS.get(k)}


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """The keys that differ between the written rules of two games."""
    return [key for key in KEYS if first.get(key) != second.get(key)]


def as_setting(key: str, value: Any) -> str:
    """A rule as it is typed: ``jokers=2``, ``wild_limit=one``."""
    plain = written(value)
    return f"{key}={plain if isinstance(plain, str) else literal(plain)}"


def written(value: Any) -> Any:
    """The value of a rule as it is in a ledger: plain tables and lists."""
    if isinstance(value, RoundSpec):
        return given(**value._asdict())
    if isinstance(value, tuple) and not any(isinstance(spec, RoundSpec) for spec in value):
        is_table = all(isinstance(pair, tuple) for pair in value)
        return dict(value) if is_table else list(value)
    return list(map(written, value)) if isinstance(value, tuple) else value


# ── rules as they are typed ──────────────────────────────────────────────────────────────────


def varied(
    rules: RuleSet,
    settings: Sequence[str] | None,
    variations: Sequence[str] | None,
    decks: int | None,
) -> RuleSet:
    """``rules`` changed by ``--rule``, ``--variation`` and ``--decks``."""
    values = read_settings(settings or ())
    if decks is not None:
        if "decks" in values:
            problem = "--decks and --rule decks mean the same thing"
            raise UsageError(problem, remedy="choose one of the two")
        values["decks"] = decks
    return vary(rules, values, variations or ())


def read_settings(settings: Sequence[str]) -> dict[str, Any]:
    """The values of ``KEY=VALUE`` words; RulesError for any other word."""
    values: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            problem = f"{quoted(setting)} isn't a rule"
            raise RulesError(problem, remedy="write KEY=VALUE, like --rule jokers=2")
        values[key.strip()] = _value(key.strip(), value.strip())
    return values


def switches_typed(words: Sequence[str], rules: RuleSet) -> tuple[list[str], dict[str, Any]]:
    """The variations and the rules in words like ``one-natural jokers=2``.

    Two words may be one name: aces high. RulesError for a word that is neither.
    """
    named = [word for word in words if "=" not in word]
    together = called(" ".join(named), {name: [name] for name in variations_of(rules)})
    named = [together] if together else [variation_called(word, rules) for word in named]
    return named, read_settings([word for word in words if "=" in word])


def _value(key: str, text: str) -> Any:
    """The value of a rule as TOML reads it, or the bare text if only that is valid, like 345678."""

    def is_valid(value: object) -> bool:
        try:
            KEYS[key].metadata["read"](key, value)
        except (KeyError, RulesError):
            return False
        return True

    try:
        value = tomllib.loads(f"value = {text}")["value"] if len(text) <= 2_000 else text
    except (ValueError, RecursionError):
        return text
    return value if is_valid(value) or not is_valid(text) else text
