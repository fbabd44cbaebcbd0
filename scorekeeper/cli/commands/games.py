"""The commands for many evenings: all in a list, one on the table, one out of the way."""

from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import show
from scorekeeper.cli.choose import find_called, games_here
from scorekeeper.cli.command_words import shell_path
from scorekeeper.cli.evenings import numbered, say_evenings
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.options import AtHand, Json, argument
from scorekeeper.cli.output import at_a_terminal, on_terminal, say, say_json, talk
from scorekeeper.errors import UsageError, count, printable
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
        show.opened(loaded.game)
        return 0
    if not at_a_terminal():
        problem = "a game lies open at a terminal only"
        raise UsageError(problem, remedy=f"show it with sk standings -f {shell_path(str(path))}")
    from scorekeeper.cli.table.play import play

    return play(at, path)


def delete(*, at: AtHand) -> None:
    ledger = LedgerAtHand(at)
    game, text, path = ledger.load()
    if not on_terminal():
        problem = "delete asks whether it is meant, and nobody is here to answer"
        raise UsageError(problem, remedy="type it at a terminal, or move the file yourself")
    from scorekeeper.cli.asking.prompt import ask_yes

    rounds = count(len(game.played), "round")
    which = f"{printable(game.title)} in {printable(str(path))}, {rounds}"
    if not ask_yes(f"Delete {which}?", "delete it", "keep it", usual=False):
        say("nothing was deleted")
        return
    moved = store.put_away(path, seen=text)
    at.lay(None)
    at.beside.add(path)
    say(f"{printable(str(path))} is out of the way now.")
    back = f"mv {shell_path(str(moved))}" if moved.is_symlink() else "sk undo -f"
    say(f"To have it back:  {back} {shell_path(str(path))}")
