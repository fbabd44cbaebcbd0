"""The commands that start an evening: with new people, or the same once more."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import options
from scorekeeper.cli.asking.near import settle_near_names
from scorekeeper.cli.choose import (
    VARIABLE,
    NoGameError,
    find_without_asking,
    games_here,
    named_by_environment,
    named_path,
)
from scorekeeper.cli.command_words import for_file, shell_path
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import on_terminal, say, talk
from scorekeeper.cli.rulebook import enough_packs, game_named, refuse_seats, varied
from scorekeeper.errors import FileError, PlayerError, ScorekeeperError, UsageError, printable
from scorekeeper.ledger.game import Game, Player
from scorekeeper.ledger.people import check_names, find_player, folded
from scorekeeper.ledger.standings import is_finished
from scorekeeper.render.evening import mending_lines, new_lines
from scorekeeper.render.words import person
from scorekeeper.rules.rule_set import RuleSet


def new(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", help="The players, clockwise.")
    ] = None,
    game: options.GameName = None,
    variation: options.Variation = None,
    rule: options.Rule = None,
    decks: options.Decks = None,
    dealer: Annotated[
        str | None,
        typer.Option("--dealer", metavar="WHO", help="Deals round 1; else lots are drawn."),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="What the evening is called.")
    ] = None,
    *,
    at: options.AtHand,
) -> None:
    """Start a game: a ledger with its players and all its rules."""
    asks = not names and on_terminal()
    if asks:
        varies = game or rule or variation or decks
        given = _rules(game, rule, variation, decks) if varies else None
        from scorekeeper.cli.asking.invitation import ask_evening

        checked, rules, dealer = ask_evening(_last_time(at), given, dealer)
        talk("")
    elif names:
        checked, rules = check_names(_as_listed(names)), _rules(game, rule, variation, decks)
    else:
        raise UsageError("a game needs players", remedy="name them clockwise: sk new Ann Bo Cy")
    refuse_seats(rules, len(checked))
    if rules.plays_cards:
        rules = rules.replace(decks=rules.decks_for(len(checked)))
    today = date.today()
    started = Game(
        title=_title(title, rules.title),
        date=today,
        players=tuple(map(Player, checked)),
        rules=rules,
        dealer=_first_dealer(rules, checked, dealer),
    )
    path = named_path(at.named) if at.named is not None else _path_for(started, title)
    if at.named is None and (asks or at.is_open):
        path = _free_path(started)
    settle_near_names(checked, checked)
    store.create(path, started)
    at.lay(path)
    mending = [for_file(line, at) for line in mending_lines(started)]
    say(new_lines(started, str(path), mending))
    if dealer is None and started.dealer:
        say(f"Lots were drawn: {person(started.dealer)} deals first.")
    if at.named is None and (other := _what_is_meant_instead(path, at)):
        talk(f"{other}; name the one you mean:  sk add -f {shell_path(str(path))}")


def _what_is_meant_instead(path: Path, at: GameAtHand) -> str | None:
    """Why a command that names no game does not mean the one in ``path``, None where it does."""
    try:
        return None if find_without_asking(at) == path else f"{VARIABLE} names another game"
    except NoGameError:
        return "another game here is not over either"
    except FileError as error:
        return error.problem


def _as_listed(names: list[str]) -> list[str]:
    """The names, parted as a person writes a list: ``new Ann, Bo, Uncle Cy``.

    A program means the words as they are.
    """
    if not on_terminal() or not any(name.endswith(",") for name in names):
        return names
    return [name for name in map(str.strip, " ".join(names).split(",")) if name]


def _rules(
    game: str | None,
    rule: list[str] | None,
    variation: list[str] | None,
    decks: int | None,
) -> RuleSet:
    """The rules that the options name."""
    return varied(game_named("three-thirteen" if game is None else game), rule, variation, decks)


def _title(typed: str | None, usual: str) -> str:
    """The title that was typed, on one line; ``usual`` where none was."""
    if typed is not None and not typed.strip():
        raise UsageError("a title needs a letter", remedy="give a title, or leave it out")
    return usual if typed is None else " ".join(typed.split())


def _first_dealer(rules: RuleSet, names: tuple[str, ...], dealer: str | None) -> str | None:
    if rules.dealer == "none":
        if dealer is not None:
            raise UsageError("nobody deals in this game", remedy="leave --dealer out")
        return None
    if dealer is not None:
        return find_player(dealer, names, "this game")
    import secrets

    return secrets.choice(names)


def _path_for(game: Game, title: str | None) -> Path:
    return Path(f"{_slug(title or game.rules.game)}-{game.date}.toml")


def _free_path(game: Game) -> Path:
    """A name for a new game's file that no file has."""
    path = _path_for(game, game.title if game.title != game.rules.title else None)
    stem, number = path.stem, 2
    while store.is_there(path):
        path = Path(f"{stem}-{number}.toml")
        number += 1
    return path


def _slug(text: str) -> str:
    """A title as the beginning of a file name: lower case, letters and digits, hyphens."""
    words = "".join(letter if letter.isalnum() else " " for letter in folded(text).replace("'", ""))
    return "-".join(words.split())[:60] or "game"


def _last_game(at: GameAtHand) -> store.Loaded | None:
    """The game that was played here last.

    It is the one on the table, the environment's, or else the youngest in the folder.
    """
    if found := at.path or named_by_environment():
        return store.load(found)
    here = games_here()
    if not here:
        return None
    return max(here, key=lambda one: (one.game.date, one.path.stat().st_mtime))


def _last_time(at: GameAtHand) -> Game | None:
    """The game that was played here last, None where none is or it cannot be read."""
    try:
        found = _last_game(at)
    except ScorekeeperError:
        return None
    return found.game if found else None


def again(
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="What this game is called.")
    ] = None,
    *,
    at: options.AtHand,
) -> None:
    """Start the next game: same people and rules, the next dealer."""
    found = store.load(named_path(at.named)) if at.named is not None else _last_game(at)
    if found is None:
        raise NoGameError("there is no game here to play again", remedy="start one: sk new Ann Bo")
    last = found.game
    number = len(last.played) + 1
    staying = last.seated(number)
    least = last.rules.players[0]
    if len(staying) < least:
        raise PlayerError(
            f"{last.rules.title} needs {least} players or more, and {len(staying)} stayed",
            remedy="name all who play: sk new Ann Bo Cy",
        )
    started = Game(
        title=_title(title, last.title),
        date=date.today(),
        players=tuple(map(Player, staying)),
        rules=enough_packs(last.rules, len(staying)),
        dealer=last.dealer_of(number) if last.rules.dealer == "passes" else None,
    )
    path = _free_path(started)
    store.create(path, started)
    at.lay(path)
    say(new_lines(started, str(path), mending_lines(started)))
    if not is_finished(last):
        # With two games open the next command would have to ask for which one it is.
        over = f"sk finish -f {shell_path(str(found.path))}"
        talk(f"{printable(last.title)} is not over; if nobody goes on with it:  {over}")
