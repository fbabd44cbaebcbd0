"""The command that unpacks an evening to try, and opens it at a terminal."""

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

import scorekeeper
from scorekeeper.cli.options import argument
from scorekeeper.errors import SK, ConflictError, printable
from scorekeeper.store.durable import as_file_error, create_file
from scorekeeper.store.folder import is_there
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.command_words import ON_WINDOWS, shell_path
from scorekeeper.terminal.game_at_hand import GameAtHand
from scorekeeper.terminal.output import at_a_terminal

OPEN = "friday-night.toml"
LINES = (
    ("is zoe out with 4h5h6h / 9s9d10c / qsqhqdkc / 2d", "judge a claim"),
    ("oops bo was 17 not 27", "mend a slip"),
    ("who's winning", "see where everybody stands"),
)
"""The game that goes on, and what is worth typing in it."""


def demo(
    ctx: typer.Context,
    folder: Annotated[str | None, argument("[FOLDER]", "A new folder to keep it in.")] = None,
) -> Answer:
    place = Path(folder or tempfile.mkdtemp(prefix="sk-demo-"))
    _unpack(place)
    at, game, shown = ctx.ensure_object(GameAtHand), place.absolute() / OPEN, shell_path(str(place))
    if at.is_open or not at_a_terminal():
        what = "an evening in round 8 of 11, a season of twelve, and the games of the manual"
        go = f"Go there:  cd {shown}     then:  {SK}standings     {SK}stats     {SK}chart"
        opening = f"Open the evening:  {SK}open {shell_path(str(game))}"
        return Answer([f"{shown}: {what}", opening if at.is_open else go])
    from scorekeeper.cli.open_game import play

    os.chdir(place)
    code = play(at, game, LINES)
    move = f"{'move' if ON_WINDOWS else 'mv'} {shown} my-games"
    return Answer([] if folder else [f"To keep the demo:  {move}"], code=code)


def _unpack(folder: Path) -> None:
    """Copy the games that come with the program; ConflictError if something is in the folder."""
    with as_file_error(folder, "written", "choose a folder where you may write"):
        if is_there(folder) and not (folder.is_dir() and not any(folder.iterdir())):
            problem = f"{printable(str(folder))} is there already, and isn't an empty folder"
            raise ConflictError(problem, remedy="name a new folder; without one it is temporary")
        (folder / "sample_games").mkdir(parents=True)
        package = Path(scorekeeper.__file__).parent
        inside = package / "sample_games"  # in a checkout they lie beside the package
        games = inside if inside.is_dir() else package.parent / "sample_games"
        for game in games.glob("**/*.toml"):
            here = folder if game.parent.name == "season" else folder / "sample_games"
            create_file(here / game.name, game.read_bytes())
