"""The commands that draw a game as lines, or export it for other people and programs."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from scorekeeper import store, terminal
from scorekeeper.cli import commands as options
from scorekeeper.errors import SK, FileError, UsageError, listed, printable, quoted
from scorekeeper.sharing import FOLDER_FORMATS, FORMATS, exported, writer
from scorekeeper.terminal import Answer
from scorekeeper.terminal.games import NoGameError, files_in, load
from scorekeeper.terminal.ledger_at_hand import LedgerAtHand

if TYPE_CHECKING:
    from scorekeeper.ledger import Game
    from scorekeeper.render.chart import Race


def chart(
    file: options.GameOrFolder = None,
    *,
    to: Annotated[str | None, options.option("--to", "svg|png", "A picture instead.")] = None,
    output: options.Output = None,
    ledger: options.ToRead,
) -> Answer:
    to = options.format_for(to, output) or (output and "svg")
    if to not in (None, "svg", "png"):
        problem = f"a chart can only be an svg or png, not {quoted(to)}"
        raise UsageError(problem, remedy=f"use --to svg; {SK}export writes the other formats")
    from scorekeeper.render.chart import chart_facts, decided_line, race_of

    if file is not None and is_folder(file, ledger):
        return _chart_of_season(file, to, output)
    if to:
        return export(file, to=to, output=output, ledger=ledger)
    game = ledger.read(file)
    words = _drawn(ledger.sitting.title(game), race_of(game), decided_line(game))
    return ledger.answer(words, lambda: chart_facts(game, str(ledger.path)))


def is_folder(file: str, ledger: LedgerAtHand) -> bool:
    """Whether the word names a folder, and no game is named as well."""
    return Path(file).is_dir() and ledger.sitting.named is None


def _chart_of_season(folder: str, to: str | None, output: str | None) -> Answer:
    """The wins in a folder, as lines or as a picture."""
    from scorekeeper.render.chart import wins_facts, wins_line, wins_race
    from scorekeeper.render.season import left_out_line, title
    from scorekeeper.season import Span, find, season

    seen = season(find(files_in([folder]), lambda path: load(path).game, Span()))
    if to:
        from scorekeeper.sharing.page import in_pixels, season_svg

        made = in_pixels(season_svg(seen)) if to == "png" else season_svg(seen)
        return terminal.write_out(made, output, {"file": folder, "to": to})
    lines = [f"Wins · {title(seen, None)}", *left_out_line(seen.left_out)]
    return Answer(_drawn(lines, wins_race(seen), wins_line(seen)), partial(wins_facts, seen))


def _drawn(title: Sequence[str], race: "Race", below: str) -> Iterator[str]:
    """Running totals as curves between a title and a line ``below``."""
    from scorekeeper.render.chart import FINE, PLAIN, chart_rows

    yield from title
    if race.words:
        pen = FINE if terminal.draws() and terminal.can_show(FINE.characters[-1]) else PLAIN
        rows = chart_rows(race, terminal.width(), pen, terminal.displayable)
        yield from [*terminal.coloured(rows), ""]
    yield below


def export(
    file: options.GameOrFolder = None,
    *,
    to: Annotated[str | None, options.format_of(FORMATS)] = None,
    output: options.Output = None,
    plain: Annotated[bool, options.flag("--plain", "A message without emoji.")] = False,
    ledger: options.ToRead,
) -> Answer:
    folder = file if file is not None and is_folder(file, ledger) else None
    to = options.format_for(to, output)
    if to is None:
        remedy = f"say --to {listed(FOLDER_FORMATS if folder else FORMATS, 'or')}"
        raise UsageError(f"{SK}export needs --to", remedy=remedy)
    if folder:
        return _export_of_all(folder, to, output, plain=plain)
    game = ledger.read(file)
    terminal.speak_utf8_to_files()
    plain = plain or (to == "chat" and not terminal.can_show("🏆"))
    progress = partial(terminal.with_progress, doing="arranging hands")
    path, more = str(ledger.path), {"each": progress} if to == "html" else {}
    made = exported(game, path, to, plain=plain, **more)
    written = terminal.write_out(made, output, {"file": path, "to": to})
    return ledger.answer(written.words, written.facts)


def _export_of_all(folder: str, to: str, output: str | None, *, plain: bool) -> Answer:
    """Export the games in a folder that have a round, and name the others."""
    from scorekeeper.season import LeftOut, readable

    if to not in FOLDER_FORMATS or plain:
        remedy = f"say --to {listed(FOLDER_FORMATS, 'or')}; {SK}stats writes a page of the season"
        raise UsageError(f"a folder can only be {listed(FOLDER_FORMATS, 'or')}", remedy=remedy)
    left_out: list[LeftOut] = []

    def played(path: Path) -> "Game":
        game = store.load_ledger(path)
        if game.rounds:
            return game
        raise FileError("no rounds were played", remedy="leave it out")

    games = readable(files_in([folder]), played, left_out)
    first = next(games, None)
    if first is None:
        raise NoGameError("no game there has rounds", remedy=f"see what is there with {SK}check")
    text = writer(to, FOLDER_FORMATS)(chain([first], games))
    facts = {"file": folder, "to": to, "left_out": [each._asdict() for each in left_out]}
    written = terminal.write_out(text, output, facts)

    def asides() -> Iterator[str]:
        for file, because in left_out:
            name = printable(file)
            says_file = because.startswith(name)  # with the line in it
            yield terminal.Aside(f"left out: {because if says_file else f'{name}: {because}'}")

    return Answer(chain(asides(), written.words), written.facts)
