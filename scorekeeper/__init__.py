"""Score sheet and referee for card games played with real cards on a real table.

The names below are the public ones; each is loaded when it is first asked for, so that
``import scorekeeper`` costs next to nothing.

>>> from scorekeeper import best_arrangement, game, parse_cards
>>> round_3 = game("three-thirteen").round(3)  # deal 5, fives wild
>>> best_arrangement(parse_cards("5S 6S 7S 6H 6C"), round_3).points
7
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # as in typing, which would take a tenth of the time of a short command
if TYPE_CHECKING:
    from scorekeeper.cards import Card, parse_cards, spell
    from scorekeeper.errors import ScorekeeperError
    from scorekeeper.games import game
    from scorekeeper.referee import judge_going_out
    from scorekeeper.solver import best_arrangement
    from scorekeeper.store import load_ledger

__all__ = [
    "Card",
    "ScorekeeperError",
    "best_arrangement",
    "game",
    "judge_going_out",
    "load_ledger",
    "parse_cards",
    "spell",
]

_HOMES = {
    "Card": "cards",
    "ScorekeeperError": "errors",
    "best_arrangement": "solver",
    "game": "games",
    "judge_going_out": "referee",
    "load_ledger": "store",
    "parse_cards": "cards",
    "spell": "cards",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
