"""Which game a command means, and the list of evenings to choose from."""

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Literal

from scorekeeper import store
from scorekeeper.errors import SK, FileError, ScorekeeperError, UsageError, count, printable, quoted
from scorekeeper.render.evenings import Listed, evening_lines, home_lines, telling_words
from scorekeeper.store.evenings import Evening, called, evenings_in, in_order, newest_first
from scorekeeper.terminal.command_words import number_of, shell_path
from scorekeeper.terminal.counting import with_progress
from scorekeeper.terminal.game_at_hand import GameAtHand
from scorekeeper.terminal.output import at_a_terminal, draws, on_terminal, say, talk, width


def today() -> date:
    """The day of today; UsageError where the clock shows a year that no calendar has."""
    try:
        return date.today()
    except (ValueError, OverflowError, OSError) as error:
        problem = "this computer's clock isn't between the years 1 and 9999"
        raise UsageError(problem, remedy="set the clock, and try again") from error


# ── choosing a game ──────────────────────────────────────────────────────────────────────────


VARIABLE = "SCOREKEEPER_FILE"

MOST_LISTED = 10
"""Games that an error lists."""

Wanted = Literal["to play", "to judge", "to mend", "to read", "to end"]
"""What a command wants a game for. Where none is open, what it wants to mend may be the newest of
today and yesterday, and what it wants to read the newest of all."""


class NoGameError(FileError, kind="choice", code=3):
    """There is no game here, or more than one."""


def find_ledger(at: GameAtHand, wanted: Wanted = "to play") -> Path:
    """The ledger to work on.

    ``-f FILE``, then the one that lies open, then the environment's, then the only open game in the
    current folder, or where none is open, the one that fits what is ``wanted``; else a person is
    asked which open game, and whoever cannot be asked gets NoGameError.
    """
    found = _known(at, wanted)
    if found is None:
        here = games_here()
        found = _meant(here, wanted) or _chosen(here)
        at.lay(found)
    return found


def find_game_to_open() -> Path | None:
    """The game that ``sk`` alone opens: the only open one, or the only one; None where several are.

    Whoever is at the table then sees them all.
    """
    if found := named_by_environment():
        return found
    here = games_here()
    return only_open(here) or (here[0].path if len(here) == 1 else None)


def find_without_asking(at: GameAtHand) -> Path:
    """The ledger to play on where it is clear; FileError where a person would be asked.

    What stands behind ``-f`` is known from the line so far.
    """
    found = _known(at, "to play") or _meant(games_here(quiet=True), "to play")
    if found is None:
        raise NoGameError("there are several games here", remedy="name one with -f")
    return found


def only_open(here: Sequence[Evening]) -> Path | None:
    """The only game that is still open; None where none is, or several are."""
    found = [evening.path for evening in here if not evening.is_over]
    return found[0] if len(found) == 1 else None


def find_called(typed: str) -> Path:
    """The game here that a word means; NoGameError where none fits, or several do.

    It is a path where a file has that name, or it looks like one, else a number of the list that
    ``games`` shows, or words of a title, players, a month, a file.
    """
    if _is_path(typed):
        return named_path(typed)
    here = in_order(games_here())
    number = number_of(typed, len(here))
    found = [here[number - 1]] if number else called(typed, here)
    if not found:
        problem = f"no game here is called {quoted(typed)}"
        raise NoGameError(problem, remedy=f"see what there is with {SK}games")
    if len(found) > 1:
        problem = f"{quoted(typed)} can be {len(found)} games here:{_listed(found)}"
        raise NoGameError(problem, remedy="type more of it, or its file")
    return found[0].path


def is_called(typed: str) -> bool:
    """Whether some game here is called so; several may be."""
    here = games_here(quiet=True)
    return _is_path(typed) or bool(number_of(typed, len(here)) or called(typed, here))


def _is_path(typed: str) -> bool:
    return "/" in typed or typed.endswith(".toml") or store.is_there(Path(typed))


def _known(at: GameAtHand, wanted: Wanted) -> Path | None:
    """The ledger that is named, lies open, or stands in the environment; None to look for one."""
    if at.named is None:
        return at.path or named_by_environment()
    is_number = at.named.isdigit() and wanted in ("to play", "to mend")
    if wanted == "to end" or is_number or not at.named.strip():
        return named_path(at.named)
    found = find_called(at.named)
    at.named = str(found)  # what is offered to be typed next may end the game, and takes no word
    return found


def named_path(typed: str) -> Path:
    """The path after ``-f``; FileError for an empty word, which would mean the folder."""
    if not typed.strip():
        raise FileError("-f names no file", remedy="give a file name, like -f friday.toml")
    return Path(typed)


def named_by_environment() -> Path | None:
    """The ledger that the environment names, which must be there."""
    named = os.environ.get(VARIABLE)
    if named and not store.is_there(Path(named)):
        problem = f"{VARIABLE} names {printable(named)}, and there is no such file"
        raise FileError(problem, remedy=f"correct {VARIABLE}, or take it away")
    return Path(named) if named else None


def is_there_a_ledger(at: GameAtHand) -> bool:
    """Whether any ledger is at hand at all, so that a question is about its rules."""
    if at.named is not None or at.path or os.environ.get(VARIABLE):
        return True
    return bool(store.ledgers_in(Path()))


def games_here(folder: Path = Path(), *, quiet: bool = False) -> list[Evening]:
    """The games in a folder of which can be told when they were, and whether they are over.

    Those of which that cannot be told are named.
    """
    found = []
    for evening in evenings_in(folder, today()):
        try:
            _ = evening.is_over, evening.head
            found.append(evening)
        except ScorekeeperError as error:
            talk([] if quiet else f"passed over: {error.problem}")
    return found


def _meant(here: Sequence[Evening], wanted: Wanted) -> Path | None:
    """The only open game, or where none is, the one that fits what is wanted."""
    fits = [evening for evening in here if not evening.is_over]
    if not fits:
        fits = [evening for evening in here if evening.is_recent or wanted == "to read"]
        if wanted in ("to read", "to mend"):
            fits = newest_first(fits)[:1]
    return fits[0].path if len(fits) == 1 else None


def confirmed(usual: Path, why: str) -> Path:
    """``usual``, or the game that a person chooses where several are open; ``why`` is said then."""
    here = games_here(quiet=True)
    is_clear = sum(not evening.is_over for evening in here) < 2
    return usual if is_clear or not on_terminal() else _chosen(here, usual, why)


def _chosen(here: Sequence[Evening], usual: Path | None = None, why: str = "") -> Path:
    """The open game that a person chooses by number; NoGameError where nobody can be asked.

    Enter chooses the ``usual`` one.
    """
    games = [evening for evening in here if not evening.is_over]
    if not (games and on_terminal()):
        raise _not_clear(games, here)
    # Where the game is clear nobody is asked.
    from scorekeeper.terminal.prompt import ask

    lines = (f"  {i}  {_describe(evening)}" for i, evening in enumerate(games, start=1))
    talk(["Which game?", *lines, *([why] if why else [])])
    enter = f", or [Enter] for {printable(str(usual))}" if usual else ""

    def read(answer: str) -> Path | None:
        number = number_of(answer, len(games))
        return games[number - 1].path if number else None if answer else usual

    hint = f"a number from 1 to {len(games)}{enter}, or Ctrl-C to stop"
    return ask(f"number{enter}: ", read, hint)


def _not_clear(open_games: Sequence[Evening], here: Sequence[Evening]) -> NoGameError:
    """The error where nobody can be asked which of some games is meant."""
    if not here and store.ledgers_in(Path()):
        problem = "no game in this folder can be read"
        return NoGameError(problem, remedy=f"see what is wrong, and what helps, with {SK}check")
    if not here:
        problem = "there is no game in this folder"
        return NoGameError(problem, remedy=f"start one: {SK}new Ann Bo, or name one with -f")
    if open_games:
        return NoGameError(
            f"there are {len(open_games)} open games in this folder:{_listed(open_games)}",
            remedy=f"name one with -f, like -f {shell_path(str(open_games[0].path))}",
        )
    newest = newest_first(here)[:1]
    which = "only game in this folder" if len(here) == 1 else f"newest of the {len(here)} games"
    more = "" if len(here) == 1 else " here"
    remedy = f"name it with -f {shell_path(str(newest[0].path))}, or start one: {SK}new Ann Bo"
    return NoGameError(f"the {which}{more} is over:{_listed(newest)}", remedy=remedy)


def _listed(found: Sequence[Evening]) -> str:
    more = len(found) - MOST_LISTED
    lines = [*map(_describe, found[:MOST_LISTED]), *([f"and {more} more"] if more > 0 else [])]
    return "".join(f"\n  {line}" for line in lines)


def _describe(evening: Evening) -> str:
    """A game in a line: file, title, date, round."""
    game = evening.game
    last = game.rules.last_round
    rounds = count(last or len(game.played), "round")
    rounds = f"{len(game.played)} of {rounds}" if last else rounds
    facts = [printable(game.title), *([str(game.date)] if game.date else []), rounds]
    return f"{printable(str(evening.path))}  {', '.join(facts)}"


# ── the list of evenings ─────────────────────────────────────────────────────────────────────


MOST_AT_HOME = 10
"""Evenings on the first screen."""


def numbered(here: Sequence[Evening]) -> list[tuple[Evening, Listed]]:
    """Evenings in order, each with its number and what is in it.

    One that is no ledger further down is named, and its number is nobody else's.
    """
    found = []
    for number, evening in enumerate(with_progress(here, "reading games"), start=1):
        try:
            found.append((evening, Listed(number, evening.game, evening.is_over)))
        except ScorekeeperError as error:
            talk(f"passed over: {error.problem}")
    return found


def say_evenings(found: Sequence[Listed]) -> None:
    """Say a line for each evening, as wide as the screen where there is one."""
    room = width() if draws() or at_a_terminal() else None
    say(evening_lines(found, today(), room))


def show_home() -> bool:
    """Show the first evenings, and what can be typed; whether there is any."""
    here = in_order(games_here())
    found = [listed for _, listed in numbered(here[:MOST_AT_HOME])]
    if found:
        say_evenings(found)
        words = telling_words((game for _, game, _ in found), (evening.words for evening in here))
        say(home_lines(found, len(here) - MOST_AT_HOME, words, width()))
    return bool(found)
