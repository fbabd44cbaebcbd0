"""What TAB offers: games, variations, rule keys, rounds, and the players of the game at hand.

A shell may evaluate what it is offered, so only words of plain letters go out, and whatever goes
wrong here offers nothing rather than disturbing the line.
"""

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scorekeeper.cli.game_at_hand import GameAtHand

if TYPE_CHECKING:
    from scorekeeper.ledger.game import Game

SAFE = r"[^\W_][\w .-]*"


Words = Callable[[GameAtHand], list[str]]


def beginning(words: Words, at: GameAtHand, begun: str) -> list[str]:
    """Those of ``words`` that go on as ``begun``; none where anything goes wrong."""
    try:
        found = [word for word in words(at) if re.fullmatch(SAFE, word.rstrip("="))]
        fits = [word for word in found if word.casefold().startswith(begun.casefold())]
        # Shells drop what does not go on exactly as typed; names do not mind their case.
        return [begun + word[len(begun) :] for word in fits]
    except Exception:
        return []


def _offer(words: Words) -> Callable[[Any, str], list[str]]:
    """A completion function for Typer that offers those of ``words`` that go on as typed."""
    return lambda ctx, incomplete: beginning(words, ctx.ensure_object(GameAtHand), incomplete)


def _game(at: GameAtHand) -> "Game":
    """The game at hand, as far as that is clear without asking."""
    from scorekeeper import store
    from scorekeeper.cli.choose import find_without_asking

    return store.load(find_without_asking(at)).game


def names(at: GameAtHand) -> list[str]:
    """The players, for bash each in one word: it puts no quotes around what it is offered."""
    from scorekeeper.ledger.people import shell_name

    players = _game(at).names
    if os.environ.get("_SK_COMPLETE") != "complete_bash":
        return list(players)
    return [shell_name(name, players) if " " in name else name for name in players]


def round_words(at: GameAtHand) -> list[str]:
    """The rounds of the game at hand, as they are typed."""
    from scorekeeper.ledger.rounds import round_word

    game = _game(at)
    numbers = range(1, (game.rules.last_round or 0) + 1)
    bonus = ["bonus"] if any(block.bonus for block in game.rounds) else []
    return [*(round_word(game.rules, number) for number in numbers), *bonus]


def _games(_: GameAtHand) -> list[str]:
    from scorekeeper import games

    return games.names()


def _variations(_: GameAtHand) -> list[str]:
    from scorekeeper.rules.variations import VARIATIONS

    return list(VARIATIONS)


def _formats(_: GameAtHand) -> list[str]:
    from scorekeeper.sharing import FORMATS

    return list(FORMATS)


def _rule_keys(_: GameAtHand) -> list[str]:
    from scorekeeper.rules.rule_set import KEYS

    return [f"{key}=" for key in KEYS]


game_names = _offer(_games)
variations = _offer(_variations)
formats = _offer(_formats)
switches = _offer(lambda at: [*_variations(at), *_rule_keys(at)])
rule_keys = _offer(_rule_keys)
rounds = _offer(round_words)
players = _offer(names)
entries = _offer(lambda at: [f"{name}=" for name in names(at)])
