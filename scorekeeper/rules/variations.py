"""The named variations: what a family says at the table, and the keys that it sets."""

from collections.abc import Iterable, Mapping

from scorekeeper.errors import RulesError, meant, quoted
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


def vary(rules: RuleSet, values: Mapping[str, object], variations: Iterable[str]) -> RuleSet:
    """``rules`` with single ``values`` and named ``variations`` on top.

    A single value goes before a variation. Variations combine; raises RulesError for an unknown
    name, for two of them that set one key differently, and for a value that cannot be.
    """
    merged: dict[str, object] = {}
    setter: dict[str, str] = {}
    for name in variations:
        if name not in VARIATIONS:
            choices = f"choose from {', '.join(VARIATIONS)}"
            raise RulesError(
                f"there is no variation {quoted(name)}",
                remedy=meant(name, VARIATIONS).rstrip() or choices,
            )
        for key, value in VARIATIONS[name].items():
            if merged.setdefault(key, value) != value:
                raise RulesError(
                    f"{setter[key]} and {name} set {key} differently",
                    remedy="choose one of the two",
                )
            setter[key] = name
    merged.update(values)
    varied = rules.replace(**merged)
    about_cards = [key for key in merged if KEYS[key].metadata["cards"]]
    if about_cards and not varied.plays_cards:
        raise RulesError(
            f"{varied.title} deals no cards, so {about_cards[0]} can do nothing",
            remedy="leave that rule out",
        )
    return varied
