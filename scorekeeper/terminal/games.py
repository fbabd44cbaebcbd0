"""Finds what a line names: the game, the games of a folder, the rules, the day, the players."""

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from scorekeeper import store
from scorekeeper.codec import looks_like_ledger
from scorekeeper.errors import (
    SK,
    FileError,
    ScorekeeperError,
    UsageError,
    count,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.hands import least_points
from scorekeeper.ledger.names import PHRASES, folded, near_names
from scorekeeper.rules import RuleSet
from scorekeeper.store import evenings
from scorekeeper.store.evenings import Evening, called, evenings_in, newest_first, open_first
from scorekeeper.terminal import Sitting, can_ask, can_show_progress, talk, voice, with_progress
from scorekeeper.terminal.command_words import WORDS, normalized, number_of, shell_path

if TYPE_CHECKING:
    from scorekeeper.render.evening import Listed


def today() -> date:
    """Today's date; UsageError if the clock shows a year that no calendar has."""
    try:
        return date.today()
    except (ValueError, OverflowError, OSError) as error:
        problem = "this computer's clock isn't between the years 1 and 9999"
        raise UsageError(problem, remedy="set the clock and try again") from error


# ── choosing a game ──────────────────────────────────────────────────────────────────────────

VARIABLE = "SCOREKEEPER_FILE"

Wanted = Literal["to play", "to judge", "to correct", "to read", "to end"]
"""What a command wants a game for. If none is open, a game to correct may be the newest of today
and yesterday, and a game to read the newest of all."""


class NoGameError(FileError, kind="choice"):
    """There is no game here, or more than one."""


def find_ledger(sitting: Sitting, wanted: Wanted = "to play", *, asks: bool = True) -> Path:
    """The ledger to work on; NoGameError if that isn't clear and nobody can be asked.

    ``-f FILE``, then the open game, then the environment's, then the only unfinished game in this
    folder, or if all are finished, the one that fits what is ``wanted``. Unless it ``asks``, this
    says nothing about files that can't be read, and opens no game.
    """
    if path := _named_or_open(sitting, wanted):
        return path
    games = games_here(quiet=not asks)
    path = _only_candidate(games, wanted)
    if path is None:
        still_open = [evening for evening in games if not evening.is_over]
        if not (asks and still_open and can_ask()):
            raise _no_game_error(still_open, games)
        path = _choose(still_open)
    if asks:
        sitting.go_on_with(path)
    return path


def find_game_to_open() -> Path | None:
    """The game that ``sk`` alone opens: the only unfinished one, or the only one; else None."""
    if path := named_by_environment():
        return path
    # The first screen needs the row of each open game; a huge one isn't kept in memory for later.
    games = games_here(look=lambda game: game.is_huge and not game.is_over and list_row(game))
    return only_open(games) or (games[0].path if len(games) == 1 else None)


def only_open(games: Sequence[Evening]) -> Path | None:
    """The only game that isn't over; None for none or several."""
    paths = [evening.path for evening in games if not evening.is_over]
    return paths[0] if len(paths) == 1 else None


def find_called(typed: str) -> Path:
    """The game here that ``typed`` means; NoGameError if none fits, or several.

    That is a path, a number in the list of ``games``, or words of a title, players, a month or a
    file.
    """
    if _is_path(typed):
        return named_path(typed)
    games = open_first(games_here())
    number = number_of(typed, len(games))
    matches = [games[number - 1]] if number else called(typed, games)
    if not matches:
        raise NoGameError(f"no game here is called {quoted(typed)}", remedy=f"{SK}games lists them")
    if len(matches) == 1:
        return matches[0].path
    if can_ask():
        return _choose(matches)
    problem = f"{quoted(typed)} could be {len(matches)} games here:{_listed(matches)}"
    raise NoGameError(problem, remedy="type more of it, or its file")


def is_called(typed: str) -> bool:
    """Whether ``typed`` means one or more of the games here."""
    games = games_here(quiet=True)
    return _is_path(typed) or bool(number_of(typed, len(games)) or called(typed, games))


def _is_path(typed: str) -> bool:
    is_like_one = typed.endswith(".toml") or ("/" in typed and " " not in typed.strip())
    return is_like_one or store.is_there(Path(typed))  # gin w/ Ann isn't one


def _named_or_open(sitting: Sitting, wanted: Wanted) -> Path | None:
    """The ledger named by ``-f``, the open one, or the environment's; None to look for one."""
    if sitting.named is None:
        return sitting.path or named_by_environment()
    is_number = sitting.named.isdigit() and wanted in ("to play", "to correct")
    if wanted == "to end" and not _is_path(sitting.named):
        files = [each.path for each in called(sitting.named, games_here(quiet=True))]
        if files:  # a command that ends a game needs its file, not a word of its title
            problem = f"there is no file {printable(sitting.named)}"
            remedy = f"give the whole name:  -f {listed(map(shell_path, files), 'or')}"
            raise FileError(problem, remedy=remedy)
    if wanted == "to end" or is_number or not sitting.named.strip():
        return named_path(sitting.named)
    path = find_called(sitting.named)
    sitting.named = str(path)  # a command offered next may end the game, and needs the file
    return path


def named_path(typed: str) -> Path:
    """The path after ``-f``; FileError for an empty word, which would mean this folder."""
    if not typed.strip():
        raise FileError("-f needs a file name", remedy="give a file name, like -f friday.toml")
    return Path(typed)


def named_by_environment() -> Path | None:
    """The ledger that the environment names; FileError if it isn't there."""
    named = os.environ.get(VARIABLE)
    if named and not store.is_there(Path(named)):
        problem = f"{VARIABLE} names {printable(named)}, but there is no such file"
        raise FileError(problem, remedy=f"correct {VARIABLE}, or unset it")
    return Path(named) if named else None


def is_there_a_ledger(sitting: Sitting) -> bool:
    """Whether any ledger is at hand, so that a question is about its rules."""
    is_named = sitting.named is not None or sitting.path or os.environ.get(VARIABLE)
    return bool(is_named or evenings.ledgers_in(Path()))


def _only_candidate(games: Sequence[Evening], wanted: Wanted) -> Path | None:
    """The only open game, or if none is open, the one that fits what is wanted; None if unclear."""
    if not all(evening.is_over for evening in games):
        return only_open(games)
    fits = [evening for evening in games if evening.is_recent or wanted == "to read"]
    if wanted in ("to read", "to correct"):
        fits = newest_first(fits)[:1]
    return fits[0].path if len(fits) == 1 else None


def confirmed(usual: Path, why: str) -> Path:
    """``usual``, or if several games are open, the one a person chooses after reading ``why``."""
    games = [evening for evening in games_here(quiet=True) if not evening.is_over]
    return _choose(games, usual, why) if len(games) > 1 and can_ask() else usual


def _choose(games: Sequence[Evening], usual: Path | None = None, why: str = "") -> Path:
    """The game that a person picks of several, after reading ``why``; Enter takes the usual one."""
    # Loaded late: nobody is asked if it's clear which game is meant.
    from scorekeeper.terminal.prompt import ask, numbered

    titles = [_described(evening) for evening in games]
    if usual or len({*titles}) < len(titles):
        titles = [f"{printable(each.path)}  {_described(each)}" for each in games]
    talk(["Which game?", *numbered(titles), *([why] if why else [])])
    enter = f", or [Enter] for {printable(usual)}" if usual else ""

    def read(answer: str) -> Path | None:
        number = number_of(answer, len(games))
        return games[number - 1].path if number else None if answer else usual

    hint = f"a number from 1 to {len(games)}{enter}, or Ctrl-C to stop"
    return ask(f"number{enter}: ", read, hint)


def _no_game_error(open_games: Sequence[Evening], here: Sequence[Evening]) -> NoGameError:
    """The error if nobody can be asked which game is meant."""
    if open_games:
        problem = f"there are {len(open_games)} open games in this folder:{_listed(open_games)}"
        remedy = f"name one with -f, like -f {shell_path(open_games[0].path)}"
    elif here:
        newest = newest_first(here)[:1]
        which = f"newest of the {len(here)} games here" if here[1:] else "only game in this folder"
        problem = f"the {which} is over:{_listed(newest)}"
        remedy = f"name it with -f {shell_path(newest[0].path)}, or start one: {SK}new Ann Bo"
    elif evenings.ledgers_in(Path()):
        problem = "no game in this folder can be read"
        remedy = f"{SK}check says what is wrong and how to fix it"
    else:
        problem = "there is no game in this folder"
        remedy = f"start one: {SK}new Ann Bo, or name one with -f"
    return NoGameError(problem, remedy=remedy)


def _listed(games: Sequence[Evening]) -> str:
    """The first ten games, a line each, for the end of an error."""
    named = (f"{printable(evening.path)}  {_described(evening)}" for evening in games[:10])
    lines = [*named, *([f"and {len(games) - 10} more"] if games[10:] else [])]
    return "".join(f"\n  {line}" for line in lines)


def _described(evening: Evening) -> str:
    """A game in one line: title, date, round."""
    game, last = evening.game, evening.game.rules.last_round
    rounds = count(last or len(game.played), "round")
    rounds = f"{len(game.played)} of {rounds}" if last else rounds
    return ", ".join([printable(game.title), *([str(game.date)] if game.date else []), rounds])


# ── the games of a folder ────────────────────────────────────────────────────────────────────

T = TypeVar("T")


def games_here(
    folder: Path = Path(), *, quiet: bool = False, look: Callable[[Evening], object] = id
) -> list[Evening]:
    """The games in a folder that can be read; unless ``quiet``, the others are named.

    ``look`` is called with each while its file is in memory: huge games don't stay there.
    """
    games = []
    for evening in with_progress(evenings_in(folder, today()), "reading games"):
        try:
            _ = evening.is_over, evening.head
            games.append(evening)
            look(evening)
        except ScorekeeperError as error:
            talk([] if quiet else f"skipped: {error.problem}")
    return games


def folder_at_hand() -> Path:
    """The open game's folder if there is no game in this one; otherwise this one."""
    path = voice.sitting.path
    return path.parent if path and not evenings.ledgers_in(Path()) else Path()


def files_in(places: Sequence[str]) -> Iterator[Path]:
    """The ledgers in these files and folders, each once; FileError for one that isn't there."""
    from scorekeeper.season.figures import file_order  # few commands read many games

    files: dict[Path, Path] = {}
    for place in places or [str(folder_at_hand())]:
        path = Path(place)
        if not store.is_there(path):
            problem = f"{printable(place)} isn't a file or a folder"
            raise FileError(problem, remedy="name a ledger or a folder")
        for file in evenings.ledgers_in(path) if path.is_dir() else [path]:
            files.setdefault(file.resolve() if len(places) > 1 else file, file)
    if not files:
        where = "there" if places else "in this folder"
        raise NoGameError(f"there is no game {where}", remedy="give the folder of your games")
    in_turn = sorted(files.values(), key=lambda file: file_order(str(file)))
    return with_progress(in_turn, "reading games")


def list_row(evening: Evening) -> "Listed":
    """The row of an evening in a list, without its number."""
    if evening.row is None:
        from scorekeeper.render.evening import as_listed  # few commands list evenings

        evening.row = as_listed(evening.game, today(), is_over=evening.is_over)
    row: Listed = evening.row
    return row


def map_games(folder: Path, describe: Callable[[Evening], T]) -> list[tuple[int, T]]:
    """What ``describe`` returns for each game in a folder, with the game's number in the list.

    A huge game is parsed once for everything. A broken one is named, and keeps its number.
    """
    results: dict[Path, T] = {}
    here = games_here(folder, look=lambda each: results.update({each.path: describe(each)}))
    numbered = enumerate(open_first(here), start=1)
    return [(n, results[evening.path]) for n, evening in numbered if evening.path in results]


def load(path: Path) -> store.Loaded:
    """A game with every hand on its sheet counted; raises what ``store.load`` raises."""
    loaded = store.load(path)
    count_hands(loaded.game)
    return loaded


def count_hands(game: Game) -> None:
    """Count every hand on the sheet, with progress, so that later questions find it cached."""
    if can_show_progress():
        for number, round_, name in with_progress(list(game.shown_hands()), "counting hands"):
            least_points(round_.hands[name], game.round_rules(number, round_))


# ── the rules, the day and the players that a line names ─────────────────────────────────────


def file_of_rules(name: str) -> Path | None:
    """The TOML file that a name with a ``/``, or with ``.toml`` at its end, means; else None."""
    return Path(name) if "/" in name or name.endswith(".toml") else None


def game_named(name: str) -> RuleSet:
    """The rules of the game with this name, or in the file with this name."""
    from scorekeeper import games  # few commands name a game

    if (path := file_of_rules(name)) is None:
        return games.game_called(name)
    if not store.is_there(path):
        problem = f"there is no file {printable(path)}"
        raise FileError(problem, remedy="check the name of your rules")
    text = store.read_text(path)
    if looks_like_ledger(text.encode()):
        return store.load(path).game.rules_now
    return games.read_game(text, str(path))


def day_typed(typed: str) -> date:
    """The day typed as ``2025-11-08``, or a word for it; UsageError if it isn't one."""
    words = {"today": today(), "yesterday": today() - timedelta(days=1)}
    try:
        return words.get(typed.casefold()) or date.fromisoformat(typed)
    except ValueError as error:
        remedy = "give year, month and day, like 2025-11-08"
        raise UsageError(f"{quoted(typed)} isn't a date", remedy=remedy) from error


def past_day(typed: str) -> date:
    """The day typed; UsageError for a future one."""
    day = day_typed(typed)
    if day > today():
        raise UsageError(f"{day} is in the future", remedy="give a past date, like 2025-11-08")
    return day


def settle_names(names: Sequence[str], before: Sequence[str] = ()) -> None:
    """Ask a person about names that weren't at the table ``before`` and may be slips.

    Off a terminal they count as names, and a remark says so. UsageError if a person says that one
    isn't a name, or that two are one person.
    """
    new = [name for name in names if name not in before]
    words = {*WORDS, "and", "game"}.union(*PHRASES.values())
    remarks = {
        f"{printable(name)} usually means something else here": False
        for name in new
        if normalized(name) in words
    }
    for name, other in near_names(names):
        if name in new or other in new:
            remarks[f"{printable(name)} and {printable(other)} differ by one letter"] = True
    for name, other in product(new, names):
        if other not in new and folded(name) in folded(other).split():  # Max and Uncle Max
            remarks[f"{printable(name)} meant {printable(other)} until now"] = True
    for remark, are_two in remarks.items():
        if not can_ask():
            talk(f"{remark}; {'they count as two people' if are_two else 'it counts as a name'}")
            continue
        from scorekeeper.terminal.prompt import ask_yes  # few tables are asked

        question = "Are they two people?" if are_two else "Is that somebody's name?"
        if not ask_yes(f"{remark}. {question}", usual=are_two):
            raise UsageError(remark, remedy="type the names again")
