"""What TAB offers: games, variations, rule keys, rounds, and the players of the game at hand.

A shell may evaluate what it is offered, so only words of plain letters go out, and whatever goes
wrong here offers nothing rather than disturbing the line.
"""

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.ledger.game import Game

SAFE = r"[^\W_][\w .-]*"


def _offer(words: Callable[[], list[str]]) -> Callable[[str], list[str]]:
    """A completion function for Typer that offers those of ``words`` that go on as typed."""

    def complete(incomplete: str) -> list[str]:
        try:
            found = [word for word in words() if re.fullmatch(SAFE, word.rstrip("="))]
            fits = [word for word in found if word.casefold().startswith(incomplete.casefold())]
            # Shells drop what does not go on exactly as typed; names do not mind their case.
            return [incomplete + word[len(incomplete) :] for word in fits]
        except Exception:
            return []

    return complete


def _game() -> "Game":
    """The game at hand, as far as that is clear without asking."""
    from scorekeeper import store
    from scorekeeper.cli.choose import find_without_asking

    return store.load(find_without_asking()).game


def _names() -> list[str]:
    """The players, for bash each in one word: it puts no quotes around what it is offered."""
    from scorekeeper.ledger.people import shell_name

    names = _game().names
    if os.environ.get("_SK_COMPLETE") != "complete_bash":
        return list(names)
    return [shell_name(name, names) if " " in name else name for name in names]


def _rounds() -> list[str]:
    from scorekeeper.ledger.rounds import round_word

    game = _game()
    numbers = range(1, (game.rules.last_round or 0) + 1)
    bonus = ["bonus"] if any(one.bonus for one in game.rounds) else []
    return [*(round_word(game.rules, number) for number in numbers), *bonus]


def _games() -> list[str]:
    from scorekeeper import games

    return games.names()


def _variations() -> list[str]:
    from scorekeeper.rules.variations import VARIATIONS

    return list(VARIATIONS)


def _rule_keys() -> list[str]:
    from scorekeeper.rules.rule_set import KEYS

    return [f"{key}=" for key in KEYS]


game_names = _offer(_games)
variations = _offer(_variations)
switches = _offer(lambda: [*_variations(), *_rule_keys()])
rule_keys = _offer(_rule_keys)
rounds = _offer(_rounds)
players = _offer(_names)
entries = _offer(lambda: [f"{name}=" for name in _names()])
