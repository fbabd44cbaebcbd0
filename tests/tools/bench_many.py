"""How long commands take with many games: ``python -m tests.tools.bench_many [--games N]``.

Checking a folder of ledgers, and working out its season, are compared with the time that
``tomllib`` alone takes to parse them; choosing the open game among them, with choosing it in a
folder of its own. Every figure is the least processor time of several processes; those compared
take turns, so that the machine is the same for both.
"""

import argparse
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

from scorekeeper import __version__, codec
from scorekeeper.games import game as rules_of
from tests.program import PROGRAM, TODAY, clean_environment
from tests.terminal import Person
from tests.values import game, row

TURNS = 7

PARSE = """
import gc, sys, tomllib
from pathlib import Path
gc.disable()
for path in sorted(Path(sys.argv[1]).glob("*.toml")):
    tomllib.loads(path.read_bytes().decode())
"""
"""All that ``tomllib`` has to do with a folder."""


def evening(number: int, rounds: int, day: date) -> str:
    """The ledger of four people after these rounds of Three Thirteen, different each evening."""
    rows = []
    for at in range(rounds):
        points = [(at * 7 + seat * 3 + number) % 11 + 1 for seat in range(4)]
        points[(at + number) % 4] = 0
        rows.append(row(*points, out=("Ann", "Bo", "Cy", "Dee")[(at + number) % 4]))
    return codec.write_new(
        game(
            *rows,
            players=("Ann", "Bo", "Cy", "Dee"),
            rules=rules_of("three-thirteen"),
            title=f"Evening {number}",
            date=day,
        )
    )


def fill(folder: Path, games: int) -> None:
    """Fill a folder: finished evenings, one in a hundred of them today's, and one open game."""
    for number in range(games - 1):
        day = TODAY if number % 100 == 99 else TODAY - timedelta(days=number + 2)
        text = evening(number, 11, day)
        (folder / f"evening-{number:05}.toml").write_text(text, "utf-8")
    (folder / "open.toml").write_text(evening(games, 5, TODAY), "utf-8")


def best(commands: Mapping[str, tuple[Sequence[str], Path]]) -> dict[str, float]:
    """The least processor time of each command in seconds, run in its folder, in turns."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(TURNS):
        for name, (words, folder) in commands.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(
                words, cwd=folder, env=clean_environment(), capture_output=True, text=True
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            times[name].append(spent)
            if done.returncode:
                raise SystemExit(f"{name} failed: {done.stdout}{done.stderr}")
    return {name: min(all_of_one) for name, all_of_one in times.items()}


def most_memory(words: Sequence[str], folder: Path) -> float:
    """The most megabytes of memory that a command has held at a time."""
    running = subprocess.Popen(
        words, cwd=folder, env=clean_environment(), stdout=subprocess.DEVNULL
    )
    _, _, used = os.wait4(running.pid, 0)
    running.returncode = 0
    return used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def first_screen(folder: Path) -> float:
    """The least seconds until ``sk`` alone has shown the evening, and asks for a line."""
    times = []
    for _ in range(TURNS):
        began = time.perf_counter()
        person = Person(folder)
        person.sees(">")
        times.append(time.perf_counter() - began)
        person.is_killed()
    return min(times)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench_many", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    head = f"scorekeeper {__version__}, python {platform.python_version()}, {games} games"
    print(f"{date.today()}, {head}")
    with tempfile.TemporaryDirectory() as many, tempfile.TemporaryDirectory() as one:
        fill(Path(many), games)
        (Path(one) / "open.toml").write_text(evening(games, 5, TODAY), "utf-8")
        took = best(
            {
                "python": ([sys.executable, "-c", "pass"], Path(one)),
                "tomllib": ([sys.executable, "-c", PARSE, many], Path(one)),
                "check": ([*PROGRAM, "check"], Path(many)),
                "check one": ([*PROGRAM, "check"], Path(one)),
                "stats": ([*PROGRAM, "stats"], Path(many)),
                "stats one": ([*PROGRAM, "stats"], Path(one)),
                "next among many": ([*PROGRAM, "next"], Path(many)),
                "next": ([*PROGRAM, "next"], Path(one)),
                "games": ([*PROGRAM, "games"], Path(many)),
            }
        )
        memory = most_memory([*PROGRAM, "stats"], Path(many))
        (Path(many) / "open-2.toml").write_text(evening(games, 3, TODAY), "utf-8")
        screens = first_screen(Path(many)) - first_screen(Path(one))
    parse = took["tomllib"] - took["python"]
    audit = took["check"] - took["check one"]
    figures = took["stats"] - took["stats one"]
    more = took["next among many"] - took["next"]
    print(f"check, of the time that tomllib needs  {audit / parse:8.2f}")
    print(f"  with the start of both processes     {took['check'] / took['tomllib']:8.2f}")
    print(f"stats, of the time that tomllib needs  {figures / parse:8.2f}")
    print(f"  with the start of both processes     {took['stats'] / took['tomllib']:8.2f}")
    print(f"  at most, megabytes                   {memory:8.1f}")
    print(f"choosing one of them, milliseconds     {more * 1000:8.1f}")
    print(f"  in starts of python                  {more / took['python']:8.2f}")
    print(f"the list of all, milliseconds          {took['games'] * 1000:8.1f}")
    print(f"the first screen of sk, more than alone{screens * 1000:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
