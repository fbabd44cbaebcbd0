"""The command: ``python -m tests.bench``."""

import argparse
import json
import platform
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import tests.bench
from scorekeeper import __version__
from scorekeeper.cards import spell
from tests.bench.climb import HILLS, climb_row
from tests.bench.clock import Ask, Timed, floor, in_fresh_processes
from tests.bench.deals import (
    DISTINCT,
    FOUR,
    HALF,
    SEED,
    Kind,
    arrange,
    arrange_and_look_for_tie,
    deals,
    discard,
    go_out,
    others,
    read,
    regression,
    texts,
)
from tests.bench.peers import GIN, gin_rows, integer_program_row
from tests.bench.processes import batch_rows, start_rows
from tests.bench.table import Most, Row, printed, spread


class Effort(NamedTuple):
    """How much is measured.

    Hands of a row, others that a process warms up on, processes, seconds of each climb, lines.
    """

    hands: int
    warm_up: int
    repetitions: int
    climb: float
    lines: int


THOROUGH = Effort(1_000, 5_000, 5, 60, 100_000)
QUICK = Effort(200, 500, 3, 3, 10_000)


def solver_rows(effort: Effort) -> Iterator[Row]:
    def row(name: str, ask: Ask, kind: Kind, most: Most, few: int = 1) -> Row:
        cases = list(deals(kind, effort.hands // few))
        timed = Timed(ask, cases, list(deals(kind, effort.warm_up // few, "warm up")))
        return spread(name, in_fresh_processes(timed, effort.repetitions), cases, most)

    yield row("3-14 cards", arrange, Kind(None), (20, 250, None))
    yield row("14 cards", arrange, Kind(14), (70, 350, None))
    yield row(
        "14 cards, and whether it is a tie", arrange_and_look_for_tie, Kind(14), (None, None, None)
    )
    cards = texts(deals(Kind(14), effort.hands))
    timed = Timed(read, cards, texts(deals(Kind(14), 100, "warm up")))
    yield spread(
        "reading the text of 14 cards", in_fresh_processes(timed, effort.repetitions), cards
    )
    for name, keys in (
        ("half wild", HALF),
        ("sets of at most 4", FOUR),
        ("suits differ in sets", DISTINCT),
    ):
        for packs in (1, 2, 8):
            kind = Kind(14, (packs,), keys)
            yield row(f"14 cards, {name}, packs: {packs}", arrange, kind, (200, 1_000, None))
    yield row("best discard of 14", discard, Kind(14), (250, 1_800, None))
    yield row("every discard of 14 that goes out", go_out, Kind(14), (250, 1_800, None))
    yield row("26 cards of 2 packs", arrange, Kind(26, (2,)), (None, None, 200_000), 5)
    wild_kind = Kind(40, (8,), jokers=(2,), wilds=12)
    yield row(
        "40 cards of 8 packs, 12 of them wild", arrange, wild_kind, (None, None, 1_000_000), 5
    )
    yield from regression_rows(effort)


def regression_rows(effort: Effort) -> Iterator[Row]:
    """Hands that were once the worst, each alone."""
    for dealt in regression():
        timed = Timed(arrange, [dealt], others(dealt.rules, Kind(14), effort.warm_up))
        times = in_fresh_processes(timed, effort.repetitions)
        begins = spell(dealt.hand[:5], symbols=False)
        row = spread(f"once the worst: {begins} ...", times, [dealt])
        yield row._replace(figures=row.figures[:1])


def peer_rows(effort: Effort) -> Iterator[Row]:
    for kind in (GIN._replace(evenly=True), GIN):
        yield from gin_rows(kind, effort.hands, effort.repetitions)
    yield integer_program_row(effort.hands // 20, 1)


def climb_rows(effort: Effort) -> Iterator[Row]:
    for hill in HILLS:
        yield climb_row(hill, effort.climb, SEED, effort.repetitions, effort.warm_up)


def versions() -> dict[str, str]:
    """The peers that are installed, with their versions."""
    found = {}
    for name in ("rlcard", "open_spiel", "scipy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=tests.bench.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", metavar="FILE", help="write the same figures as JSON")
    parser.add_argument("--quick", action="store_true", help="fewer hands, shorter climbs")
    parser.add_argument("--climb", type=float, metavar="SECONDS", help="of each climb, 0 for none")
    parser.add_argument("--lines", type=int, help="of the batch")
    parser.add_argument(
        "--only",
        choices=("solver", "peers", "climbs", "starts", "batch"),
        action="append",
        help="one part; may be given more than once",
    )
    chosen = parser.parse_args(arguments)
    effort = QUICK if chosen.quick else THOROUGH
    if chosen.climb is not None:
        effort = effort._replace(climb=chosen.climb)
    if chosen.lines is not None:
        effort = effort._replace(lines=chosen.lines)
    head = {
        "date": date.today().isoformat(),
        "scorekeeper": __version__,
        "python": platform.python_version(),
        **versions(),
        "seed": SEED,
        **effort._asdict(),
        "floor in microseconds": round(floor() * 1e6, 2),
    }
    print(", ".join(f"{name} {value}" for name, value in head.items()))
    parts: dict[str, tuple[str, Iterable[Row]]] = {
        "solver": ("solver, in floors", solver_rows(effort)),
        "peers": ("peers, in floors", peer_rows(effort)),
        "climbs": ("the worst that a hill climb finds, in floors", climb_rows(effort)),
        "starts": ("processes, in python -c pass", start_rows()),
        "batch": ("many lines", batch_rows(effort.lines, 3)),
    }
    facts: dict[str, object] = dict(head)
    for name, (title, rows) in parts.items():
        wanted = not chosen.only or name in chosen.only
        if wanted and (name != "climbs" or effort.climb):
            facts[name] = [row.facts() for row in printed(title, rows)]
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
