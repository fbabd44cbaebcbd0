"""How long laying off takes, and how knocks in OpenSpiel's Gin Rummy compare with our answers.

Each hand is dealt there as here; the player with the first ten cards draws the upcard and knocks
with it as the discard. Every way to lay melds and to lay off is tried there. Two rules differ:
having as much left as the knocker scores nothing there, and there is no big gin. It also refuses
some knocks that stand. Without the extra ``bench`` nothing is compared.
"""

import importlib
import importlib.util
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

from scorekeeper import games
from scorekeeper.cards import Card
from tests.bench.peers import for_open_spiel
from tests.bench.sides import late
from tests.tools.gin import Dealt, ended, random_deal, random_deals

KNOCK, PASS, DRAW_UPCARD = 55, 54, 52


class Played(NamedTuple):
    """What the knocker wins there (None if the knock is refused), and what it is here."""

    theirs: int | None
    ours: int


MOST = 0.005
"""Seconds that no two hands of ten may take."""


def knock_row(hands: int, seed: object) -> Iterator[str]:
    """How long it takes to find the best layout, and the other player's best answer to it."""
    times = []
    for dealt in random_deals(f"times/{seed}", hands):
        ended((), (), dealt.rules)  # its rules are known before
        started = process_time()
        ended(*dealt)
        times.append(process_time() - started)
    times.sort()
    figures = [1e3 * time for time in (times[len(times) // 2], late(times), times[-1])]
    shown = "  ".join(f"{time:6.2f}" for time in figures)
    yield f"  {'two hands of ten':<48}{shown}  {'<=' if times[-1] <= MOST else 'ABOVE'}"


def is_there() -> bool:
    return importlib.util.find_spec("pyspiel") is not None


def best_play(state: Any, known: dict[str, int]) -> int:
    """What the first player wins if both lay their cards as well as they can."""
    if state.is_terminal():
        return int(state.returns()[0])
    # In whatever order it came to lie so.
    lying = [state.current_phase(), *map(sorted, state.hands()), *map(sorted, state.layed_melds())]
    key = str([*lying, sorted(state.layoffs()), state.finished_layoffs()])
    if key not in known:
        values = [best_play(state.child(action), known) for action in state.legal_actions()]
        known[key] = (max, min)[state.current_player()](values)
    return known[key]


def played(dealt: Dealt, upcard: Card) -> int | None:
    """What the knock wins there; None if it is refused."""
    state = importlib.import_module("pyspiel").load_game("gin_rummy").new_initial_state()
    discard = for_open_spiel([upcard])[0]
    actions = [*for_open_spiel(dealt.knocker), *for_open_spiel(dealt.other), discard]
    for action in (*actions, DRAW_UPCARD, KNOCK, discard):
        if action not in state.legal_actions():
            return None
        state.apply_action(action)
    return best_play(state, {})


def knocks(seed: object, count: int) -> Iterator[tuple[Dealt, Played]]:
    """Hands that knock or go gin, played there and here."""
    random, rules = Random(f"knocks/{seed}"), games.game("gin").round(1)
    while count:
        dealt = random_deal(random)
        layout = ended(*dealt) if dealt.rules == rules else None
        if layout is not None:
            count -= 1
            dealt_out = {*dealt.knocker, *dealt.other}
            upcard = random.choice([card for card in rules.pack if card not in dealt_out])
            yield dealt, Played(played(dealt, upcard), layout.scored.gain)


def differences(seed: object, count: int) -> tuple[list[str], int, int]:
    """A line for each difference, how many hands ended level, and how many knocks were refused."""
    wrong, equal, refused = [], 0, 0
    for dealt, (theirs, ours) in knocks(seed, count):
        if theirs is None:
            refused += 1
        elif theirs == 0:
            # An undercut here: no laying wins, and some leave the other as much.
            equal += 1
            wrong += [f"{dealt}: 0 there, {ours} here"] if ours > 0 else []
        elif theirs != ours:
            wrong.append(f"{dealt}: {theirs} there, {ours} here")
    return wrong, equal, refused
