"""The commands about many evenings: the season's figures, and names that mean one person."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from scorekeeper import season, store
from scorekeeper.cli import commands as options
from scorekeeper.cli.commands import Output, argument, format_for, format_of, one_of, option
from scorekeeper.errors import SK, PlayerError, UsageError, listed, printable, quoted
from scorekeeper.ledger.names import find_player, folded, near_names
from scorekeeper.render import in_lines
from scorekeeper.render import season as render
from scorekeeper.sharing import SEASON_FORMATS, writer
from scorekeeper.store.evenings import PEOPLE, Head, ledgers_in, nearest_people
from scorekeeper.terminal import Answer, Sitting, can_ask, write_out
from scorekeeper.terminal.command_words import command_line_of, shell_path
from scorekeeper.terminal.games import NoGameError, day_typed, files_in, folder_at_hand, load
from scorekeeper.terminal.prompt import ask_yes
from scorekeeper.terminal.showing import in_pieces


def stats(
    places: Annotated[
        list[str] | None, argument("[PATH]...", "Ledgers or folders; by default this folder.")
    ] = None,
    game: Annotated[
        str | None, option("--game", "KIND", "Only games of one kind.", options.game_names)
    ] = None,
    player: Annotated[
        str | None, option("--player", "WHO", "The page of one person.", options.players)
    ] = None,
    since: Annotated[
        str | None, option("--since", "DATE", "From this day on, like 2026-03-13.")
    ] = None,
    until: Annotated[str | None, option("--until", "DATE", "Up to and including this day.")] = None,
    by: Annotated[
        str | None, option("--by", "SPAN", "Months or years side by side.", one_of(season.SPANS))
    ] = None,
    to: Annotated[str | None, format_of(SEASON_FORMATS)] = None,
    output: Output = None,
) -> Answer:
    to = format_for(to, output)
    if output is not None and to is None:
        raise UsageError("-o needs a format", remedy=f"say --to {listed(SEASON_FORMATS, 'or')}")
    if by not in (None, *season.SPANS):
        raise UsageError(f"{quoted(by or '')} isn't a period", remedy="use --by month or --by year")
    span = season.Span(*(day_typed(day) if day else None for day in (since, until)))
    person, is_one = None, player is None and len(places or ()) == 1
    if places and is_one and not store.is_there(Path(places[0])) and ledgers_in(Path()):
        [person], places = places, None  # stats bo
    found = season.find(files_in(places or []), lambda path: load(path).game, span, game)
    who = None
    if (called := player or person) is not None and found.evenings:
        names = list(dict.fromkeys(seat.name for row in found.evenings for seat in row.seats))
        try:
            who = find_player(found.joined.get(folded(called), called), names, "these games")
        except PlayerError:
            if person is None:
                raise
    if person and not who:
        files_in([person])  # says that it isn't a file either
    seen = season.season(found, who, by)
    if to is not None:
        return write_out(writer(to, SEASON_FORMATS)(seen, who), output, {"to": to})
    return Answer(_lines(seen, who), partial(render.season_facts, seen))


def _lines(seen: season.Season, who: str | None) -> Iterator[str]:
    """A season, or one player's part of it."""
    yield from [render.title(seen, who), *render.left_out_line(seen.left_out)]
    for section in render.sections(seen, who):
        yield from ["", section.title] if section.title else []
        for grid in section.grids:
            yield ""
            yield from in_pieces(grid, section.fixed) if any(grid.header) else in_lines(grid)
        yield from ["", *(f"  {line}" for line in section.lines)] if section.lines else []


@options.completion
def joined(_: Sitting) -> list[str]:
    """The names that are joined to others."""
    path = nearest_people(folder_at_hand()) or Path(PEOPLE)
    return [line.key for line in season.people_of(store.read_text(path), path).lines]


def people(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        argument("[PATH|NAME=PERSON]...", "Ledgers or folders; NAME=PERSON joins two names."),
    ] = None,
    apart: Annotated[
        list[str] | None, option("--apart", "NAME", "Separate a joined name again.", joined)
    ] = None,
) -> Answer:
    if words and words[0] == "join" and len(words) == 3 and not store.is_there(Path("join")):
        words = [f"{words[1]}={words[2]}"]
    places = [word for word in words or [] if "=" not in word]
    same = [word for word in words or [] if "=" in word]
    left_out: list[season.LeftOut] = []

    def head(path: Path) -> Head:
        game = store.load_ledger(path)
        return Head(game.title, game.date, game.names)

    games = list(season.readable(files_in(places), head, left_out))
    if not games:
        raise NoGameError("no games there can be read", remedy=f"see why with {SK}check")
    first = Path(places[0]) if places else folder_at_hand()
    asked = same or apart
    written, changed = _rejoined(ctx, first, same, apart or [], games) if asked else ({}, [])
    persons, people_files = season.everybody(games)
    read = [str(file.path) for file in people_files]
    facts = {**written, "files": read, "left_out": [each._asdict() for each in left_out]}
    facts["people"] = [who._asdict() for who in persons]

    def for_people() -> Iterator[str]:
        yield from [*changed, *([*render.left_out_line(left_out), ""] if left_out else [])]
        yield from in_pieces(render.persons_grid(persons), 1)
        near = islice(near_names([who.player for who in persons]), 11)
        lines = [f"one person?  {SK}people {shell_path(f'{other}={name}')}" for name, other in near]
        if lines[10:]:
            lines[10] = "and more names one letter apart"
        yield from ["", *(lines or [f"somebody with two names?  {SK}people NAME=PERSON"])]

    return Answer(for_people(), lambda: facts)


def _rejoined(
    ctx: Any, first: Path, same: list[str], apart: list[str], games: list[tuple[str, Head]]
) -> tuple[dict[str, Any], list[str]]:
    """Join names and separate others; return the facts for programs and the lines for people."""
    folder = first if first.is_dir() else first.parent
    path = nearest_people(folder) or folder / PEOPLE
    parts = [word.rpartition("=") for word in same]
    persons = {season.known_name(k.strip(), path, games): who.strip() for k, _, who in parts}
    text = store.read_text(path) if store.is_there(path) else season.EMPTY
    people_file = season.people_of(text, path)
    gone = [line for name in apart for line in season.lines_of(name, people_file)]
    lines = [f"  {quoted(line.key)} = {quoted(line.person)}" for line in gone]
    going = [f"To be removed from {printable(path)}:", *lines] if gone else []
    facts = {"file": str(path), "changed": False, "command": "people", "gone": []}
    may_ask = bool(going) and can_ask()
    if may_ask and not ask_yes("Separate them?", head=going):
        return facts, []
    season.change_lines(path, persons, gone, games, command_line_of(ctx, {}))
    ctx.ensure_object(Sitting).other_files.add(path)
    lines = [*([] if may_ask else going), f"{printable(path)} changed.", ""]
    return {**facts, "changed": True, "gone": [line._asdict() for line in gone]}, lines
