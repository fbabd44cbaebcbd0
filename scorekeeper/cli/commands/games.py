"""The commands for many evenings: all of them in a list, and one of them on the table."""

from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import show
from scorekeeper.cli.choose import find_called, games_here
from scorekeeper.cli.command_words import shell_path
from scorekeeper.cli.evenings import numbered, say_evenings
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.options import Json, argument
from scorekeeper.cli.output import at_a_terminal, say_json, talk
from scorekeeper.errors import UsageError
from scorekeeper.store.evenings import in_order


def games(
    folder: Annotated[str | None, argument("[FOLDER]", "Instead of this folder.")] = None,
    *,
    json: Json = False,
) -> None:
    found = numbered(in_order(games_here(Path(folder or "."))))
    if json:
        from scorekeeper.render import machine

        say_json(machine.games((str(evening.path), evening.game) for evening, _ in found))
    elif found:
        say_evenings([listed for _, listed in found])
    elif not store.ledgers_in(Path(folder or ".")):
        talk("there is no game in this folder; start one:  sk new Ann Bo")


def open_command(
    ctx: typer.Context,
    word: Annotated[list[str], argument("WORD...", "Its file, or words of it.")],
) -> int:
    at = ctx.ensure_object(GameAtHand)
    path = find_called(" ".join(word))
    loaded = store.load(path)
    if at.is_open:
        at.lay(path)
        show.opened(loaded.game, at)
        return 0
    if not at_a_terminal():
        problem = "a game lies open at a terminal only"
        raise UsageError(problem, remedy=f"show it with sk standings -f {shell_path(str(path))}")
    from scorekeeper.cli.table.play import play

    return play(at, path)
