"""Drawing: Rich tables on a terminal that has room for them, plain lines everywhere else."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from scorekeeper import store
from scorekeeper.cli.command_words import for_file, shell_path, sk
from scorekeeper.cli.counting import count_hands
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import colours, draws, fitting, say, talk, width
from scorekeeper.errors import FileError, count, printable
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.standings import Standings
from scorekeeper.render.grid import (
    Grid,
    columns_of,
    plain,
    split_columns,
    stacked,
    total_width,
    with_columns,
)

if TYPE_CHECKING:
    from rich.box import Box
    from rich.console import RenderableType


def standings(game: Game, places: Standings, at: GameAtHand) -> None:
    """Show the standings with all numbers, however narrow the screen."""
    from scorekeeper.render.standings import standings_foot, standings_title

    say([standings_title(game, places), ""])
    rows(game, places)
    say(["", *(for_file(line, at) for line in standings_foot(game, places))])


def rows_or_totals(game: Game, places: Standings) -> None:
    """Show the rows of the standings alone, or all totals in a line where they would not fit."""
    if draws() and _fitting_rows(game, places) is None:
        from scorekeeper.render.evening import totals_line

        say(totals_line(game))
    else:
        rows(game, places)


def rows(game: Game, places: Standings) -> None:
    """Show the rows of the standings alone; on a narrow screen their cells stand in lines."""
    from scorekeeper.render.standings import standings_grid

    without = standings_grid(game, places, bars=False)
    if not draws():
        _say_plain(without)
    elif fits := _fitting_rows(game, places):
        grid, notes = fits
        _draw(grid)
        say(f"  {note}" for note in notes)
    else:
        say(stacked(without))


def _fitting_rows(game: Game, places: Standings) -> tuple[Grid, list[str]] | None:
    """The rows that a terminal has room for, and the notes below them; None where it has not."""
    from scorekeeper.render.standings import standings_grid, with_footnotes

    for bars in (True, False):
        grid = standings_grid(game, places, bars=bars)
        for shown, notes in ((grid, []), with_footnotes(grid)):
            if total_width(shown) <= width():
                return shown, notes
    return None


def sheet(game: Game, *, totals_only: bool) -> None:
    """Show the sheet; on a narrow screen players stand below each other in groups."""
    from scorekeeper.render.sheet import sheet_grid, sheet_notes, sheet_title

    say([sheet_title(game), ""])
    grid = sheet_grid(game, totals_only=totals_only)
    if draws():
        _draw_in_groups(grid, len(grid.header) - len(game.names))
    else:
        _say_plain(grid)
    notes = sheet_notes(game)
    say(["", *notes] if notes else [])


def _draw_in_groups(grid: Grid, fixed: int) -> None:
    """Draw a grid whose first ``fixed`` columns are labels, in as many groups as the screen wants.

    Who dealt can be had from ``sk next``: where all does not fit, only the first label stays.
    """
    if total_width(grid) > width() and fixed > 1:
        grid, fixed = with_columns(grid, [0, *range(fixed, len(grid.header))]), 1
    for i, piece in enumerate(split_columns(grid, fixed, width())):
        say([""] if i else [])
        if total_width(piece) <= width():
            _draw(piece)
        else:
            say(plain(piece))


def card(game: Game, places: Standings, at: GameAtHand) -> None:
    """Show the round card, in a frame where one can be drawn."""
    from scorekeeper.render.evening import next_lines

    say(title_line(game, at))
    lines = [for_file(line, at) for line in next_lines(game, places)]
    if draws() and places.next is not None and max(map(columns_of, lines)) + 6 <= width():
        from rich import box
        from rich.panel import Panel
        from rich.text import Text

        body = Text("\n".join(map(_fit, lines)))
        body.stylize("bold", 0, len(lines[0]))
        _print(Panel(body, box=_lines(box.SQUARE), expand=False, padding=(0, 2)))
    else:
        say(lines)


def _say_plain(grid: Grid) -> None:
    """Say the grid in plain lines; the leader's in bold where colour was asked for."""
    lines = plain(Grid(grid.header, grid.rows, grid.aligns))
    leaders = {lines[1 + i] for i in _leaders(grid)} if colours() else set()
    say(plain(grid), bold=leaders)


def _leaders(grid: Grid) -> list[int]:
    """The rows of those in front; on the sheet, whose rows are rounds, none are."""
    if grid.header[0].strip():
        return []
    return [i for i, row in enumerate(grid.rows) if row[0].strip() in ("1", "1=")]


def _draw(grid: Grid) -> None:
    """Draw a grid that fits as a Rich table."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    lines = _lines(box.SIMPLE_HEAD)
    table = Table(box=lines, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    for name, align in zip(grid.header, grid.aligns, strict=True):
        justify: Literal["left", "right"] = "right" if align == "r" else "left"
        table.add_column(Text(_fit(name)), justify=justify, overflow="fold")
    leaders = _leaders(grid)
    for i, row in enumerate(grid.rows):
        if i in grid.rules and i:
            table.add_section()
        # Text, never str: a name such as [red] must not act as markup.
        style = "bold" if i in leaders else ""
        table.add_row(*[Text(_fit(cell), style=style) for cell in row])
    _print(table)


def _lines(box: "Box") -> "Box":
    """The same box in characters that stdout can show; Rich would take another box instead."""
    return type(box)(_fit(str(box)), ascii=True)


def _fit(text: str) -> str:
    return fitting(text, sys.stdout.encoding)


def _print(renderable: "RenderableType") -> None:
    from rich.console import Console

    coloured = colours()
    Console(
        file=sys.stdout,
        width=width(),
        force_terminal=coloured,
        color_system="auto" if coloured else None,
        markup=False,
        emoji=False,
        highlight=False,
    ).print(renderable)


def title_line(game: Game, at: GameAtHand) -> list[str]:
    """The game's title above an answer, unless the person named the file."""
    return [printable(game.title)] if at.is_titled else []


def change(
    path: Path, command: str, edit: Callable[[Game], Outcome], seen: str | None = None
) -> tuple[Game, Game]:
    """The game before and after a change of the ledger; what there is to say of it is said."""

    def counted(game: Game) -> Outcome:
        count_hands(game)
        return edit(game)

    before, after, remarks, parted = store.change(path, command, counted, seen=seen)
    for remark in remarks:
        talk(remark)
    mention_second_name(path, parted=parted)
    return before, after


def mention_second_name(path: Path, *, parted: bool) -> None:
    """Say that a ledger had a second name (a hard link), which a write has not reached."""
    if parted:
        talk(f"{printable(str(path))} had a second name; that one keeps what stood there before")


def answer(game: Game, at: GameAtHand, path: Path, *lines: str) -> None:
    """Say what a command did below the game's title, and then whether ``check`` finds something."""
    say([*title_line(game, at), *lines])
    mention_findings(path)


def mention_findings(path: Path) -> None:
    """Say in one line that ``check`` would find something, if it would.

    The command is done and answered. Where the file cannot be read any more that is no reason to
    end as if it were not: a script would write a round twice.
    """
    from scorekeeper.audit import audit

    try:
        found = audit(store.read_text(path))
    except FileError:
        return
    if found:
        things = count(len(found), "thing")
        file = str(path)
        talk(f"check finds {things} in {printable(file)}:  sk check {shell_path(file)}")


def mention_packs(game: Game, at: GameAtHand) -> None:
    """Say how many packs would do where those in play are too few for the rounds to come."""
    from scorekeeper.ledger.seats import packs_short

    short = packs_short(game)
    if short:
        talk(
            f"{count(game.decks, 'pack')} will not do for all rounds:"
            f" play with {short},  {sk(f'house decks={short}', at)}"
        )
