"""How fast the program is: ``python -m tests.bench [--json FILE]``.

Figures are ratios within one run: the solver's to the *floor* (mapping 14 cards to numbers and
adding them up), the start of the program's to ``python -c pass`` of the same interpreter.
"""

import argparse
import json
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from scorekeeper import __version__
from scorekeeper.cards import Card, spell
from scorekeeper.rule_values import RoundSpec
from scorekeeper.rules import RoundRules, RuleSet
from scorekeeper.solver import best_arrangement, best_discard
from tests.random_hands import random_hand

SEED = 313
HANDS = 400
STARTS = 15

LIMITS = {"wild_limit": "half", "wild_as_rank": True}
Row = tuple[str, float, float, float, str]


# ── the solver ───────────────────────────────────────────────────────────────────────────


def floor() -> float:
    """Seconds to map 14 cards to numbers and add them up."""
    cards = [str(card) for card in RuleSet().pack[:14]]
    codes = {card: i for i, card in enumerate(cards)}
    times = []
    for _ in range(20):
        started = time.perf_counter()
        for _ in range(2_000):
            sum(map(codes.__getitem__, cards))
        times.append((time.perf_counter() - started) / 2_000)
    return min(times)


def hands(size: int | None, keys: dict[str, Any]) -> Iterator[tuple[tuple[Card, ...], RoundRules]]:
    """Hands of one or two packs, with and without jokers, half of them clustered."""
    rng = random.Random(SEED)
    for _ in range(HANDS):
        rules = RuleSet(**keys, jokers=rng.choice((0, 2)), rounds=(RoundSpec(3, None),))
        count = size or rng.randint(3, 14)
        cards = random_hand(rng, rules, rng.choice((1, 2)), count)
        yield cards, rules.wild_only(rules.ranks[min(count, 13) - 1])


def measure(
    name: str, unit: float, size: int | None, keys: dict[str, Any], ask: Callable[..., object]
) -> Row:
    """Median, 99th percentile and worst in units, and the worst hand."""
    asked = list(hands(size, keys))
    for cards, rules in asked[:40]:
        ask(cards, rules)
    times = []
    for cards, rules in asked:
        started = time.perf_counter()
        ask(cards, rules)
        times.append(((time.perf_counter() - started) / unit, spell(cards, symbols=False)))
    times.sort()
    ratios = [ratio for ratio, _ in times]
    return name, statistics.median(ratios), ratios[int(0.99 * len(ratios))], *times[-1]


def solver_rows(unit: float) -> list[Row]:
    return [
        measure("3-14 cards", unit, None, {}, best_arrangement),
        measure("14 cards", unit, 14, {}, best_arrangement),
        measure("14 cards, at most half wild", unit, 14, LIMITS, best_arrangement),
        measure("14 cards, four-card sets", unit, 14, {"set_max": 4}, best_arrangement),
        measure("best discard of 14", unit, 14, {}, best_discard),
    ]


# ── whole processes ──────────────────────────────────────────────────────────────────────


def seconds(command: list[str], folder: str, text: str = "") -> float:
    """The median time of some runs after three to warm up."""
    times = []
    for i in range(STARTS + 3):
        started = time.perf_counter()
        done = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True)
        if done.returncode > 1:
            raise SystemExit(f"{command} failed: {done.stderr}")
        if i >= 3:
            times.append(time.perf_counter() - started)
    return statistics.median(times)


def process_rows() -> list[tuple[str, float]]:
    """The start of each kind of command as a ratio to the interpreter alone."""
    program = [sys.executable, "-m", "scorekeeper"]
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "game.toml")
        new = [*program, "new", "Ann", "Bo", "Cy", "-f", file]
        subprocess.run(new, check=True, capture_output=True)
        subprocess.run(
            [*program, "add", "12", "o", "5", "-f", file], check=True, capture_output=True
        )
        unit = seconds([sys.executable, "-c", "pass"], folder)
        commands = {
            "--version": ["--version"],
            "--help": ["--help"],
            "deadwood": ["deadwood", "5h6h7h", "--wild", "3"],
            "verify": ["verify", "5h6h7h8h", "--wild", "3"],
            "standings": ["standings", "-f", file],
            "fix": ["fix", "1", "ann=12", "-f", file],
        }
        rows = [(name, seconds(program + words, folder) / unit) for name, words in commands.items()]
        lines = "\n".join(
            spell(cards, symbols=False) for cards, _ in hands(13, {}) if _.jokers == 0
        )
        batch = seconds([*program, "deadwood", "-", "--wild", "K"], folder, lines + "\n")
        rows.append((f"deadwood -, {len(lines.splitlines())} hands of 13", batch / unit))
        return rows


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write the same figures as JSON")
    chosen = parser.parse_args()
    unit = floor()
    head = {
        "date": date.today().isoformat(),
        "scorekeeper": __version__,
        "python": platform.python_version(),
        "seed": SEED,
        "floor in microseconds": round(unit * 1e6, 2),
    }
    print(", ".join(f"{name} {value}" for name, value in head.items()))
    print(f"\n{'solver, in floors':<32}{'median':>8}{'p99':>8}{'worst':>8}")
    solver = solver_rows(unit)
    for name, median, late, worst, _ in solver:
        print(f"{name:<32}{median:>8.0f}{late:>8.0f}{worst:>8.0f}")
    print(f"\n{'processes, in python -c pass':<32}{'ratio':>8}")
    processes = process_rows()
    for name, ratio in processes:
        print(f"{name:<32}{ratio:>8.2f}")
    if chosen.json:
        figures = {**head, "solver": solver, "processes": processes}
        Path(chosen.json).write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
