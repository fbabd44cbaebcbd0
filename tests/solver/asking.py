"""What the tests ask the solver, and under which rules."""

from typing import Any

from scorekeeper.cards import parse_cards
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import Arrangement, best_arrangement
from tests.tools.long_run import differences

Keys = dict[str, Any]

NATURAL: Keys = {"wild_limit": "natural"}
HALF: Keys = {"wild_limit": "half"}
ONE: Keys = {"wild_limit": "one"}
AS_RANK: Keys = {"wild_as_rank": True}
AT_MOST_3: Keys = {"set_max": 3}
AT_MOST_4: Keys = {"set_max": 4}
SUITS_DIFFER: Keys = {"set_distinct_suits": True}
HIGH: Keys = {"ace_runs": "high"}
BOTH: Keys = {"ace_runs": "both"}
SHORT: Keys = {"ranks": "A23456"}


def rules_for(wild: str | None, keys: Keys) -> RoundRules:
    # One round without a wild rank, so that every line of ranks will do.
    return RuleSet(**{"rounds": [{"deal": 3}], **keys}).wild_only(wild)


def solved(cards: str, wild: str | None, keys: Keys) -> Arrangement:
    """The solver's answer, checked by the brute force."""
    hand, rules = parse_cards(cards), rules_for(wild, keys)
    assert differences(hand, rules) == []
    return best_arrangement(hand, rules)
