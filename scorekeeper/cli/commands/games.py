"""The commands for many evenings: list them, open one, delete one."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from scorekeeper import store
from scorekeeper.cli.ledger_at_hand import ToEnd
from scorekeeper.cli.options import argument
from scorekeeper.errors import SK, UsageError, count, printable
from scorekeeper.store.evenings import in_order
from scorekeeper.terminal import show
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.choose import find_called, games_here, numbered, say_evenings
from scorekeeper.terminal.command_words import ON_WINDOWS, shell_path
from scorekeeper.terminal.game_at_hand import GameAtHand
from scorekeeper.terminal.output import at_a_terminal, on_terminal, talk


def games(
    folder: Annotated[str | None, argument("[FOLDER]", "Instead of this folder.")] = None,
) -> Answer:
    found = numbered(in_order(games_here(Path(folder or "."))))

    def words() -> None:
        if found:
            say_evenings([row for _, row in found])
        elif not store.ledgers_in(Path(folder or ".")):
            talk(f"there is no game in this folder; start one:  {SK}new Ann Bo")

    def facts() -> Any:
        from scorekeeper.render import machine

        return machine.games((str(evening.path), evening.game) for evening, _ in found)

    return Answer(words, facts)


def open_command(
    ctx: typer.Context,
    word: Annotated[list[str], argument("WORD...", "Its file, or words of it.")],
) -> Answer:
    at = ctx.ensure_object(GameAtHand)
    path = find_called(" ".join(word))
    loaded = store.load(path)
    if at.is_open:
        at.lay(path)
        return Answer(partial(show.opened, loaded.game))
    if not at_a_terminal():
        problem = "a game opens only at a terminal"
        raise UsageError(problem, remedy=f"show it with {SK}standings -f {shell_path(str(path))}")
    from scorekeeper.cli.open_game import play

    return Answer(code=play(at, path))


def delete(*, ledger: ToEnd) -> Answer:
    game, text, path = ledger.load()
    if not on_terminal():
        problem = "delete asks first, and there is nobody to ask"
        raise UsageError(problem, remedy="type it at a terminal, or move the file yourself")
    from scorekeeper.terminal.prompt import ask_yes

    rounds = count(len(game.played), "round")
    which = f"{printable(game.title)} in {printable(str(path))}, {rounds}"
    if not ask_yes(f"Delete {which}?", "delete it", "keep it", usual=False):
        return Answer(["nothing was deleted"])
    moved = store.put_away(path, seen=text)
    ledger.at.lay(None)
    ledger.at.beside.add(path)
    back = f"{SK}undo -f {shell_path(str(path))}"
    if moved.is_symlink():
        move, to = ("ren", path.name) if ON_WINDOWS else ("mv", str(path))
        back = f"{move} {shell_path(str(moved))} {shell_path(to)}"
    gone = f"{printable(str(path))} is deleted."
    return Answer([gone, f"To get it back:  {back}"])
