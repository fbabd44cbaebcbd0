"""Questions about hands, in a process of their own, to whichever package is on its path.

Reads a job as JSON from stdin, and writes the processor time of each case in nanoseconds and the
answer. It is run as a file, and uses only what every revision has.
"""

import gc
import json
import sys
from collections.abc import Callable
from time import process_time_ns
from typing import Any

from scorekeeper.cards import parse_cards
from scorekeeper.solver import best_arrangement, best_discard, discards_going_out

try:
    from scorekeeper.rules import RuleSet
except ImportError:  # a revision where a game had a file of its own
    from scorekeeper.rules.rule_set import RuleSet  # type: ignore[import-not-found,no-redef]

ASK: dict[str, Callable[[Any, Any], object]] = {
    "arrange": lambda cards, rules: best_arrangement(cards, rules).points,
    "tied": lambda cards, rules: best_arrangement(cards, rules).tied,
    "discard": lambda cards, rules: best_discard(cards, rules)[1].points,
    "go_out": lambda cards, rules: len(discards_going_out(cards, rules)),
}


def main() -> None:
    job = json.load(sys.stdin)
    ask = ASK[job["question"]]
    rounds: dict[str, Any] = {}

    def case(text: str, keys: dict[str, Any], wild: str | None) -> tuple[Any, Any]:
        # One object for all the hands that are dealt in a round, as in a game.
        key = json.dumps([keys, wild])
        if key not in rounds:
            rounds[key] = RuleSet(**keys).wild_only(wild)
        return parse_cards(text), rounds[key]

    cases = [case(*each) for each in job["cases"]]
    for cards, rules in [case(*each) for each in job["others"]]:
        ask(cards, rules)
    gc.collect()
    times, answers = [], []
    for cards, rules in cases:
        started = process_time_ns()
        answers.append(ask(cards, rules))
        times.append(process_time_ns() - started)
    json.dump([times, answers], sys.stdout)


if __name__ == "__main__":
    main()
