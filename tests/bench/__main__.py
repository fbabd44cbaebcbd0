"""The command: ``python -m tests.bench``."""

import argparse
import platform
import sys
from collections.abc import Iterable
from datetime import date

import tests.bench
from scorekeeper import __version__
from tests.bench.climb import climb_row
from tests.bench.deals import ROWS
from tests.bench.knocks import knock_row
from tests.bench.outs import outs_rows
from tests.bench.peers import peer_rows
from tests.bench.sides import OURS, package_of, process_rows, ratio_row

BEFORE = "f637b47"
"""The last revision with a solver of many shortcuts."""

PARTS = ("solver", "climbs", "outs", "knocks", "peers", "processes")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=tests.bench.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--against", default=BEFORE, metavar="OTHER", help=f"default: {BEFORE}")
    parser.add_argument("--hands", type=int, default=1_000, help="of each row")
    parser.add_argument("--turns", type=int, default=5, help="of which the least time counts")
    parser.add_argument("--climb", type=float, default=60, metavar="SECONDS", help="of each climb")
    parser.add_argument("--lines", type=int, default=10_000, help="of the batch")
    parser.add_argument("--seed", type=int, default=313)
    parser.add_argument("--only", choices=PARTS, action="append", help="may be given again")
    chosen = parser.parse_args(arguments)
    print(
        f"{date.today()}, scorekeeper {__version__} against {chosen.against},"
        f" Python {platform.python_version()}, seed {chosen.seed}"
    )
    with package_of(chosen.against) as other:
        sides = (OURS, other)
        parts: dict[str, tuple[str, Iterable[str]]] = {
            "solver": (
                "ratios: median, 99th of a hundred; our own times",
                (ratio_row(sides, row, chosen.hands, chosen.turns, chosen.seed) for row in ROWS),
            ),
            "climbs": (
                "the worst that a climb finds, up to 4 packs, any rules",
                (
                    climb_row(size, chosen.climb, most, chosen.seed)
                    for size, most in ((14, 0.1), (21, 2.0))
                ),
            ),
            "outs": (
                "outs: median, 99th of a hundred and the worst in milliseconds, most 100",
                outs_rows(chosen.hands, chosen.climb, chosen.seed),
            ),
            "knocks": (
                "knocks and laying off: the same in milliseconds, most 5",
                knock_row(chosen.hands, chosen.seed),
            ),
            "peers": ("peers at Gin", peer_rows(chosen.hands, chosen.turns)),
            "processes": (
                "processor time of processes: ratio; our own",
                process_rows(sides, chosen.lines, 2 * chosen.turns),
            ),
        }
        for name, (title, rows) in parts.items():
            if not chosen.only or name in chosen.only:
                print(f"\n{title}")
                for row in rows:
                    print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
