"""What is shown below an evening that has just ended."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import process_time

from scorekeeper import store
from scorekeeper.errors import SK, ScorekeeperError
from scorekeeper.ledger.game import Game
from scorekeeper.render.season import season_line
from scorekeeper.season.figures import stand
from scorekeeper.season.season import Span, find
from scorekeeper.store.evenings import newest_first
from scorekeeper.terminal.choose import games_here
from scorekeeper.terminal.command_words import shell_path

PATIENCE = 0.1
"""Seconds to spend on reading earlier evenings: enough for a hundred, and nobody waits."""

CHART = f"Look back?    {SK}chart     the totals round by round as lines"


def season_lines(game: Game, path: Path) -> list[str]:
    """How an evening compares with earlier ones of its kind in its folder, in one line.

    No line if there are none, or if something is wrong: the round is written, and ``stats`` names
    the fault. In a large folder the line compares the newest evenings, and says so.
    """
    until = process_time() + PATIENCE

    def in_time() -> Iterator[Path]:
        yield path
        while earlier and process_time() < until:
            yield earlier.pop()

    with suppress(ScorekeeperError):
        newest = newest_first(games_here(path.parent, quiet=True))
        earlier = [found.path for found in reversed(newest) if found.path.name != path.name]
        found = find(in_time(), lambda file: store.load(file).game, Span(until=game.date), None)
        files = [evening.file for evening in found.evenings]
        if str(path) in files:
            _, stood = stand(found.evenings[: files.index(str(path)) + 1])
            own, place = stood[-1]
            games = sum(evening.kind == own.kind for evening, _ in stood)
            folder = "" if path.parent == Path() else f" {shell_path(str(path.parent))}"
            newest_of = games if earlier else None
            return [season_line(place, newest_of, f"{SK}stats{folder}")] if games > 1 else []
    return []
