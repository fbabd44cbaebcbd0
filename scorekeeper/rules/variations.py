"""The named variations: what a family says at the table, and the keys that it sets."""

from collections.abc import Iterable, Mapping

from scorekeeper.errors import RulesError, called, meant, quoted
from scorekeeper.rules.rule_set import KEYS, RuleSet
from scorekeeper.rules.spelling import as_setting

VARIATIONS: Mapping[str, Mapping[str, object]] = {
    "aces-high-or-low": {"ace_runs": "both", "ace_points": 15},
    "face-cards-11-12-13": {"face_points": "rank"},
    "jokers": {"jokers": 2, "joker_points": 20},
    "one-natural": {"wild_limit": "natural"},
    "half-wild": {"wild_limit": "half", "wild_as_rank": True},
    "one-wild": {"wild_limit": "one"},
    "four-card-sets": {"set_max": 4},
}
"""The keys that each sets."""


def in_switches(values: Mapping[str, object]) -> list[str]:
    """What would be typed for these values: variations, and the keys that none of them sets.

    >>> in_switches({"wild_limit": "one", "jokers": 1})
    ['one-wild', 'jokers=1']
    """
    named = [name for name, keys in VARIATIONS.items() if keys.items() <= values.items()]
    told = {key for name in named for key in VARIATIONS[name]}
    return [*named, *(as_setting(key, values[key]) for key in values if key not in told)]


def variation_called(typed: str) -> str:
    """The variation that a name or the beginning of a word of one means: ``aces high``.

    Raises RulesError where none is meant, or several.
    """
    found = called(typed, {name: [name] for name in VARIATIONS})
    if found is None:
        remedy = meant(typed, VARIATIONS) or f"choose from {', '.join(VARIATIONS)}"
        raise RulesError(f"there is no variation {quoted(typed)}", remedy=remedy)
    return found


def vary(rules: RuleSet, values: Mapping[str, object], variations: Iterable[str]) -> RuleSet:
    """``rules`` with single ``values`` and named ``variations`` on top.

    A single value goes before a variation. Variations combine; raises RulesError for an unknown
    name, for two of them that set one key differently, and for a value that cannot be.
    """
    merged: dict[str, object] = {}
    setter: dict[str, str] = {}
    for typed in variations:
        name = variation_called(typed)
        for key, value in VARIATIONS[name].items():
            if merged.setdefault(key, value) != value:
                problem = f"{setter[key]} and {name} set {key} differently"
                raise RulesError(problem, remedy="choose one of the two")
            setter[key] = name
    merged.update(values)
    varied = rules.replace(**merged)
    about_cards = [key for key in merged if KEYS[key].metadata["cards"]]
    if about_cards and not varied.plays_cards:
        problem = f"{varied.title} deals no cards, so {about_cards[0]} can do nothing"
        raise RulesError(problem, remedy="leave that rule out")
    return varied
