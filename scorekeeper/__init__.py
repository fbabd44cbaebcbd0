"""Score sheet and referee for card games played with real cards on a real table.

The names below are the public ones; each is loaded when it is first used, so that
``import scorekeeper`` costs next to nothing.

>>> from scorekeeper import best_arrangement, game, parse_cards
>>> round_3 = game("three-thirteen").round(3)  # deal 5, fives wild
>>> best_arrangement(parse_cards("5S 6S 7S 6H 6C"), round_3).points
7
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # as in typing, which would take a tenth of a short command's time
if TYPE_CHECKING:
    from scorekeeper.cards import Card, parse_cards, spell
    from scorekeeper.errors import ScorekeeperError
    from scorekeeper.games import game
    from scorekeeper.ledger import Game
    from scorekeeper.referee import Verdict, judge_going_out
    from scorekeeper.rules import RuleSet
    from scorekeeper.rules.card_rules import RoundRules
    from scorekeeper.solver import Arrangement, best_arrangement, best_discard, discards_going_out
    from scorekeeper.store import load_ledger

__all__ = [
    "Arrangement",
    "Card",
    "Game",
    "RoundRules",
    "RuleSet",
    "ScorekeeperError",
    "Verdict",
    "best_arrangement",
    "best_discard",
    "discards_going_out",
    "game",
    "judge_going_out",
    "load_ledger",
    "parse_cards",
    "spell",
]

_HOMES = {
    "cards": ("Card", "parse_cards", "spell"),
    "errors": ("ScorekeeperError",),
    "games": ("game",),
    "ledger": ("Game",),
    "referee": ("Verdict", "judge_going_out"),
    "rules": ("RuleSet",),
    "rules.card_rules": ("RoundRules",),
    "solver": ("Arrangement", "best_arrangement", "best_discard", "discards_going_out"),
    "store": ("load_ledger",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
