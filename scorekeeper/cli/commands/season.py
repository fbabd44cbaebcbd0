"""The commands about many evenings: the season's figures, and names that are one person.

An evening that has just ended is told how it compares.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Annotated, Any, TypeVar

import typer

from scorekeeper import store
from scorekeeper.cli import options
from scorekeeper.cli.options import Output, argument, format_of, one_of, option
from scorekeeper.errors import (
    SK,
    FileError,
    ScorekeeperError,
    UsageError,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import find_player, folded, near_names
from scorekeeper.render import plain
from scorekeeper.render import season as render
from scorekeeper.render.season import season_facts, season_line
from scorekeeper.season import (
    EMPTY,
    SPANS,
    Found,
    LeftOut,
    Season,
    Span,
    change_lines,
    everybody,
    find,
    known_name,
    lines_of,
    people_of,
    readable,
    season,
)
from scorekeeper.season.figures import file_order, stand
from scorekeeper.sharing import SEASON_FORMATS, writer
from scorekeeper.store import evenings
from scorekeeper.store.evenings import PEOPLE, Head, nearest_people, newest_first
from scorekeeper.terminal import Answer, GameAtHand, on_terminal, say, talk, write_out
from scorekeeper.terminal.command_words import shell_path, typed_again
from scorekeeper.terminal.games import NoGameError, games_here, load, show_in_pieces, with_progress
from scorekeeper.terminal.prompt import ask_yes

Told = TypeVar("Told")

MOST_HINTS = 10
"""Pairs of names, maybe one person, that ``people`` lists."""


def stats(
    places: Annotated[
        list[str] | None,
        argument("[PATH]...", "Ledgers or folders; by default this folder.", options.ledgers),
    ] = None,
    game: Annotated[
        str | None, option("--game", "KIND", "Only games of one kind.", options.kinds)
    ] = None,
    player: Annotated[
        str | None, option("--player", "WHO", "One person's page.", options.season_people)
    ] = None,
    since: Annotated[
        str | None, option("--since", "DATE", "From this day on, like 2026-03-13.")
    ] = None,
    until: Annotated[str | None, option("--until", "DATE", "Up to and including this day.")] = None,
    by: Annotated[
        str | None, option("--by", "SPAN", "Months or years side by side.", one_of(SPANS))
    ] = None,
    to: Annotated[str | None, format_of(SEASON_FORMATS)] = None,
    output: Output = None,
) -> Answer:
    if output is not None and to is None:
        remedy = f"say --to {listed(SEASON_FORMATS, 'or')}"
        raise UsageError("-o needs a format", remedy=remedy)
    if by not in (None, *SPANS):
        raise UsageError(f"{quoted(by or '')} isn't a period", remedy="use --by month or --by year")
    found = found_in(places or [], Span(_day(since), _day(until)), game)
    who = None
    if player is not None and found.evenings:
        names = list(dict.fromkeys(seat.name for row in found.evenings for seat in row.seats))
        who = find_player(found.joined.get(folded(player), player), names, "these games")
    seen = season(found, who, by)
    if to is not None:
        return write_out(writer(to, SEASON_FORMATS)(seen, who), output, {"to": to})
    return Answer(partial(_show, seen, who), partial(season_facts, seen))


def found_in(places: Sequence[str], span: Span, kind: str | None = None) -> Found:
    """The evenings in some places that count."""
    files = with_progress(files_in(places), "reading games")
    return find(files, lambda path: load(path).game, span, kind)


def games_in(
    places: Sequence[str], of: Callable[[Game], Told], left_out: list[LeftOut]
) -> Iterator[tuple[str, Told]]:
    """What ``of`` keeps of each game in some places, one by one; ``left_out`` gets the others."""
    files = with_progress(files_in(places), "reading games")
    return readable(files, lambda path: of(store.load(path).game), left_out)


def _day(typed: str | None) -> date | None:
    """The day typed; UsageError if it isn't one."""
    try:
        return date.fromisoformat(typed) if typed else None
    except ValueError:
        raise UsageError(f"{quoted(typed or '')} isn't a date", remedy="write 2026-03-13") from None


def files_in(places: Sequence[str]) -> list[Path]:
    """The ledgers that some words mean, each once; FileError for what isn't there."""
    found: dict[Path, Path] = {}
    for place in places or ["."]:
        path = Path(place)
        if not store.is_there(path):
            raise FileError(f"{printable(place)} isn't there", remedy="name a ledger or a folder")
        inside = evenings.ledgers_in(path) if path.is_dir() else [path]
        for file in inside:
            found.setdefault(file.resolve() if len(places) > 1 else file, file)
    if not found:
        where = "there" if places else "in this folder"
        raise NoGameError(f"there is no game {where}", remedy="name the folder of your games")
    return sorted(found.values(), key=lambda file: file_order(str(file)))


def _show(seen: Season, who: str | None) -> None:
    """Show a season, or one player's part of it."""
    say([render.title(seen, who), *render.left_out_line(seen.left_out)])
    for section in render.sections(seen, who):
        say(["", section.title] if section.title else [])
        for grid in section.grids:
            say("")
            if any(grid.header):
                show_in_pieces(grid, section.fixed)
            else:
                say(plain(grid))
        say(["", *(f"  {line}" for line in section.lines)] if section.lines else [])


def people(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        argument(
            "[PATH|NAME=PERSON]...",
            "Ledgers or folders; a name and its person.",
            options.names_to_join,
        ),
    ] = None,
    apart: Annotated[
        list[str] | None, option("--apart", "NAME", "Separate a joined name again.")
    ] = None,
) -> Answer:
    places = [word for word in words or [] if "=" not in word]
    same = [word for word in words or [] if "=" in word]
    left_out: list[LeftOut] = []
    games = list(games_in(places, lambda game: Head(game.title, game.date, game.names), left_out))
    if not games:
        raise NoGameError("no games there can be read", remedy=f"see why with {SK}check")
    written: dict[str, Any] = {}
    changed: list[str] = []
    if same or apart:
        first = Path(places[0] if places else "")
        folder = first if first.is_dir() else first.parent
        path = nearest_people(folder) or folder / PEOPLE
        parts = [word.rpartition("=") for word in same]
        persons = {known_name(k.strip(), path, games): who.strip() for k, _, who in parts}
        people_file = people_of(store.read_text(path) if store.is_there(path) else EMPTY, path)
        gone = [line for name in apart or [] for line in lines_of(name, people_file)]
        lines = [f"  {quoted(line.key)} = {quoted(line.person)}" for line in gone]
        going = [f"To be removed from {printable(str(path))}:", *lines] if gone else []
        may_ask = bool(going) and on_terminal()
        talk(going if may_ask else [])
        if is_meant := not may_ask or ask_yes("Separate them?"):
            change_lines(path, persons, gone, games, typed_again(ctx, {}))
            ctx.ensure_object(GameAtHand).beside.add(path)
            changed = [*([] if may_ask else going), f"{printable(str(path))} changed.", ""]
        written = {"file": str(path), "changed": is_meant, "command": "people"}
        written["gone"] = [line._asdict() for line in gone if is_meant]
    found, people_files = everybody(games)
    read = [str(file.path) for file in people_files]
    facts = {**written, "files": read, "left_out": [left._asdict() for left in left_out]}
    facts["people"] = [who._asdict() for who in found]

    def shown() -> None:
        passed_over = [*render.left_out_line(left_out), ""] if left_out else []
        say([*changed, *passed_over])
        show_in_pieces(render.persons_grid(found), 1)
        near = islice(near_names([who.player for who in found]), MOST_HINTS + 1)
        lines = [f"one person?  {SK}people {shell_path(f'{other}={name}')}" for name, other in near]
        lines[MOST_HINTS:] = ["and more names one letter apart"] * (len(lines) > MOST_HINTS)
        say(["", *(lines or [f"somebody with two names?  {SK}people NAME=PERSON"])])

    return Answer(shown, lambda: facts)


# ── below an evening that has just ended ─────────────────────────────────────────────────────


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
