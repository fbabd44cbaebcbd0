"""Which game a command means: the file named, the environment's, or the only one at hand."""

import os
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path

from scorekeeper import store
from scorekeeper.cli.command_words import shell_path
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import on_terminal, talk
from scorekeeper.codec.quick_look import is_past
from scorekeeper.errors import FileError, ScorekeeperError, count, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.standings import seems_finished

VARIABLE = "SCOREKEEPER_FILE"


class NoGameError(FileError, kind="choice", code=3):
    """There is no game here, or more than one."""


def find_ledger(at: GameAtHand) -> Path:
    """The ledger to work on.

    ``-f FILE``, then the one that lies open, then the environment's, then the only unfinished game
    in the current folder, or where none is, the only one there of today or yesterday; else a
    person is asked, and a program gets NoGameError.
    """
    found = _known(at)
    if found is None:
        found, games = _clear_one()
        if found is None and not (games and on_terminal()):
            raise _not_clear(games)
        found = found or _chosen(games, "number: ", "Ctrl-C to stop")
        assert found is not None, "without a number it is asked again"
        at.lay(found)
    return found


def find_game_to_open() -> Path | None:
    """The same ledger for a table that is opened; None for a new game.

    Where it is not clear a person is asked, and may want none of those that are here.
    """
    found = named_by_environment()
    if found is None:
        found, games = _clear_one()
        if found is None and games:
            found = _chosen(games, "[Enter] a new game   or a number: ", "Enter", or_none=True)
    return found


def find_without_asking(at: GameAtHand) -> Path:
    """The same ledger where it is clear; FileError where a person would be asked.

    What stands behind ``-f`` is known from the line so far.
    """
    found = _known(at) or _one_of(_choices(quiet=True)[0])
    if found is None:
        raise NoGameError("there are several games here", remedy="name one with -f")
    return found


def _known(at: GameAtHand) -> Path | None:
    """The ledger that is named, lies open, or stands in the environment; None to look for one."""
    return named_path(at.named) if at.named is not None else at.path or named_by_environment()


def _clear_one() -> tuple[Path | None, list[store.Loaded]]:
    """The one game here that is meant; None and all the games where that is not clear."""
    games, past = _choices()
    found = _one_of(games)
    if found is None:
        games = sorted([*games, *_read(past)], key=lambda loaded: loaded.path)
    return found, games


def named_path(typed: str) -> Path:
    """The path after ``-f``; FileError for an empty word, which would mean the folder."""
    if not typed.strip():
        raise FileError("-f names no file", remedy="give a file name, like -f friday.toml")
    return Path(typed)


def named_by_environment() -> Path | None:
    """The ledger that the environment names, which must be there."""
    named = os.environ.get(VARIABLE)
    if named and not store.is_there(Path(named)):
        raise FileError(
            f"{VARIABLE} names {printable(named)}, and there is no such file",
            remedy=f"correct {VARIABLE}, or take it away",
        )
    return Path(named) if named else None


def is_there_a_ledger(at: GameAtHand) -> bool:
    """Whether any ledger is at hand at all, so that a question is about its rules."""
    if at.named is not None or at.path or os.environ.get(VARIABLE):
        return True
    return bool(store.ledgers_in(Path()))


def games_here() -> list[store.Loaded]:
    """The games in the current folder that can be read; those that cannot are named."""
    return _read(store.ledgers_in(Path()))


def _choices(*, quiet: bool = False) -> tuple[list[store.Loaded], list[Path]]:
    """The games here that may be meant, and the evenings of the past, which nobody need parse."""
    yesterday = date.today() - timedelta(days=1)
    here = store.contents_in(Path())
    # One game alone is the one, and is parsed anyway.
    past = [path for path, content in here if len(here) > 1 and is_past(content, yesterday)]
    over = set(past)
    return _read((path for path, _ in here if path not in over), quiet=quiet), past


def _read(paths: Iterable[Path], *, quiet: bool = False) -> list[store.Loaded]:
    found = []
    for path in paths:
        try:
            found.append(store.load(path))
        except ScorekeeperError as error:
            if not quiet:
                talk(f"passed over: {error.problem}")
    return found


def _one_of(games: Sequence[store.Loaded]) -> Path | None:
    """The only unfinished game, or where none is, the only one of today or yesterday."""
    unfinished = [loaded for loaded in games if not _counts_as_finished(loaded.game)]
    chosen = unfinished or [loaded for loaded in games if _is_recent(loaded.game)]
    return chosen[0].path if len(chosen) == 1 else None


def _is_recent(game: Game) -> bool:
    return date.today() - timedelta(days=1) <= game.date <= date.today()


def _counts_as_finished(game: Game) -> bool:
    """Whether a game is over, or an evening of the past with all its rounds."""
    last = game.rules.last_round
    if last is None or _is_recent(game):
        return seems_finished(game)
    return game.finished is not None or len(game.rounds) >= last


def _chosen(
    games: Sequence[store.Loaded], question: str, otherwise: str, *, or_none: bool = False
) -> Path | None:
    """The game that a person chooses by number, or with Enter none of these where that may be."""
    # Where the game is clear nobody is asked.
    from scorekeeper.cli.asking.prompt import ask, number_of

    talk(["Which game?", *(f"  {i}  {_describe(game)}" for i, game in enumerate(games, start=1))])
    number = ask(
        question,
        lambda answer: 0 if or_none and not answer else number_of(answer, len(games)),
        f"a number from 1 to {len(games)}, or {otherwise}",
    )
    return games[number - 1].path if number else None


def _not_clear(games: Sequence[store.Loaded]) -> NoGameError:
    """The error where nobody can be asked which of some games is meant."""
    if not games:
        return NoGameError(
            "there is no game in this folder",
            remedy="start one: sk new Ann Bo, or name one with -f",
        )
    first = shell_path(str(games[0].path))
    if len(games) == 1:
        return NoGameError(
            f"the only game in this folder is over:\n  {_describe(games[0])}",
            remedy=f"name it with -f {first}, or start one: sk new Ann Bo",
        )
    return NoGameError(
        f"there are {len(games)} games in this folder:\n  " + "\n  ".join(map(_describe, games)),
        remedy=f"name one with -f, like -f {first}",
    )


def _describe(loaded: store.Loaded) -> str:
    """A game in a line: file, title, date, round."""
    game, last = loaded.game, loaded.game.rules.last_round
    rounds = count(last or len(game.played), "round")
    rounds = f"{len(game.played)} of {rounds}" if last else rounds
    facts = [printable(game.title), *([str(game.date)] if game.date.year > 1 else []), rounds]
    return f"{printable(str(loaded.path))}  {', '.join(facts)}"
