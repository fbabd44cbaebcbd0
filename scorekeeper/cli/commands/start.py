"""The commands that start an evening: with new people, or with the same ones again."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Annotated

from scorekeeper import store
from scorekeeper.cli.commands import Decks, GameName, Rule, Variation, argument, file_option, option
from scorekeeper.cli.dispatch import let_look
from scorekeeper.errors import SK, FileError, PlayerError, ScorekeeperError, UsageError, printable
from scorekeeper.games import game_among, played_for_points
from scorekeeper.ledger import Game, Outcome
from scorekeeper.ledger.names import check_names, find_player
from scorekeeper.ledger.standings import is_finished
from scorekeeper.ledger.written import Player
from scorekeeper.render.evening import new_lines
from scorekeeper.rules import RuleSet
from scorekeeper.rules.packs import enough_packs, refuse_seats, refuse_unscored
from scorekeeper.rules.variations import varied
from scorekeeper.store.evenings import newest_first, path_for
from scorekeeper.terminal import Answer, Sitting, can_ask, games, talk
from scorekeeper.terminal.command_words import command_line, names_in, shell_path
from scorekeeper.terminal.ledger_at_hand import LedgerAtHand

NOT_OVER = "another game here isn't over either"
"""Why a command without a game asks which one, after a new one was started."""


def new(
    names: Annotated[list[str] | None, argument("NAME...", "The players, clockwise.")] = None,
    game: GameName = None,
    variation: Variation = None,
    rule: Rule = None,
    decks: Decks = None,
    dealer: Annotated[
        str | None, option("--dealer", "WHO", "Who deals round 1; by default drawn by lot.")
    ] = None,
    title: Annotated[str | None, option("--title", "TEXT", "What the evening is called.")] = None,
    day: Annotated[str | None, option("--date", "DAY", "A past evening, like 2025-11-08.")] = None,
    *,
    sitting: Annotated[Sitting, file_option(about="A new file for the game.")],
) -> Answer:
    played = None if day is None else games.past_day(day)
    words, named = list(names or ()), None
    if game is None:
        named, words = game_among(words)
        game = named
        if named is None and can_ask() and (size := _size_of_title(words)):
            called, words = " ".join(words[:size]), words[size:]
            game, title = "points", title or called.capitalize()
            rule = [f"winner={played_for_points()[called.casefold()]}", *(rule or ())]
    players = check_names(names_in(words))
    asks = not players and can_ask()
    if not players and not asks:
        raise UsageError("a game needs players", remedy=f"name them clockwise: {SK}new Ann Bo Cy")
    if can_ask():
        let_look(sitting.path)
        _settle_open(sitting.path or games.only_open(games.games_here(quiet=True)))
    agreed = None
    if players or game is not None or rule or variation or decks:
        usual = games.game_named("three-thirteen" if game is None else game)
        agreed = varied(usual, rule, variation, decks)
        refuse_unscored(agreed)
    if asks:
        from scorekeeper.terminal.evening import ask_evening

        players, agreed, dealer, played = ask_evening(_last_game(sitting), agreed, dealer, played)
        talk("")
    assert agreed is not None, "no game was named"
    try:
        refuse_seats(agreed, len(players))
    except PlayerError as error:
        hint = "; if that's somebody's name, name the game with --game" if named else ""
        raise PlayerError(error.problem, remedy=f"{error.marked_remedy}{hint}") from error
    rules = agreed.replace(decks=agreed.decks_for(len(players))) if agreed.plays_cards else agreed
    first = _first_dealer(rules, players, dealer)
    started = _game(title, rules.title, players, rules, first, played)
    path = games.named_path(sitting.named) if sitting.named is not None else path_for(started)
    path = path if path.suffix or store.is_there(path) else Path(f"{path}.toml")
    if not asks:  # otherwise they are settled already
        games.settle_names(players)
    drawn_by_lot = started.dealer if dealer is None else None
    command = command_line("new", *started.names)
    # Last time's names come from a file, and nobody has checked them.
    return _start(path, command, started, sitting, drawn_by_lot, is_sound=not asks)


def _size_of_title(words: Sequence[str]) -> int:
    """How many words before the players name a game for points, after asking; 0 if they don't."""
    from scorekeeper.terminal.prompt import ask_yes

    longest = max(title.count(" ") for title in played_for_points()) + 1
    titles = {n: " ".join(words[:n]) for n in range(1, min(len(words), longest + 1))}
    sizes = (size for size, text in titles.items() if text.casefold() in played_for_points())
    if size := max(sizes, default=0):
        question = f"Is {printable(titles[size])} the game, or a player?"
        return size * ask_yes(question, "the game, for points", "a player")
    return 0


def again(
    title: Annotated[str | None, option("--title", "TEXT", "What this game is called.")] = None,
    *,
    sitting: Annotated[Sitting, file_option()],
) -> Answer:
    finished = []
    if sitting.is_open and sitting.named is None and sitting.path is None:
        finished = [evening for evening in games.games_here(quiet=True) if evening.is_over]
    path = newest_first(finished)[0].path if finished else games.find_ledger(sitting, "to correct")
    last = games.load(path).game
    number = len(last.played) + 1
    staying = last.at_the_table(number)
    least = last.rules.players[0]
    if len(staying) < least:
        problem = f"{last.rules.title} needs {least} players, but only {len(staying)} stayed"
        raise PlayerError(problem, remedy=f"name everybody who plays: {SK}new Ann Bo Cy")
    dealer = last.dealer_of(number) if last.rules.dealer == "passes" else None
    rules = enough_packs(last.rules_to_repeat, len(staying))
    started = _game(title, last.title, staying, rules, dealer)
    ends = _settle_open(path)
    sitting.named = None  # the named file is the last game's
    how_to_end = ""
    if not (ends or is_finished(last)):
        # With two games open, the next command would have to ask which one it is for.
        how_to_end = f"{printable(last.title)} isn't over; if you're done with it:"
        how_to_end += f"  {SK}finish -f {shell_path(path)}"
    return _start(path_for(started), "again", started, sitting, how_to_end=how_to_end)


def _settle_open(path: Path | None) -> bool:
    """End a game that isn't over if a person agrees; return whether it was ended."""
    if path is None or not can_ask():
        return False
    game = store.load(path).game
    if not game.played or is_finished(game):
        return False
    from scorekeeper.ledger.changes import finish
    from scorekeeper.terminal.prompt import ask_yes

    if ask_yes(f"{printable(game.title)} isn't over. Leave it open?", "yes", "no, end it now"):
        return False
    day = games.today()
    store.change(path, "finish", lambda now: Outcome(finish(now, day, put_away=False)))
    return True


def _game(
    title: str | None,
    usual: str,
    names: tuple[str, ...],
    rules: RuleSet,
    dealer: str | None,
    played: date | None = None,
) -> Game:
    """A game played today, or on the day ``played``, with the title typed, or the ``usual`` one."""
    if title is not None and not title.strip():
        raise UsageError("a title needs letters", remedy="give a title, or leave it out")
    title = usual if title is None else " ".join(title.split())
    return Game(title, played or games.today(), tuple(map(Player, names)), rules, dealer=dealer)


def _start(
    path: Path,
    command: str,
    game: Game,
    sitting: Sitting,
    drawn_by_lot: str | None = None,
    *,
    is_sound: bool = False,  # whether its names are checked
    how_to_end: str = "",  # the last game, if it isn't over
) -> Answer:
    """Write a new game, carry on with it, and say what is agreed and how to change that."""
    store.create(path, game, command)
    serving = sitting.serving
    if serving and not sitting.is_on_phones and store.is_there(serving.game.path):
        serving = None  # phones follow another game, and stay with it
    sitting.go_on_with(path)
    why_not = _why_not_meant(path, sitting) if sitting.named is None else None
    if why_not:
        sitting.named = str(path)
    lines = new_lines(game, str(path))
    if drawn_by_lot:
        lines.append(f"Drawn by lot: {printable(drawn_by_lot)} deals first.")
    remark = how_to_end
    if why_not and not (how_to_end and why_not == NOT_OVER):
        remark = f"{why_not}; name the one you mean:  {SK}add -f {shell_path(path)}"
    ledger = LedgerAtHand(sitting, path=path)
    ledger.is_changed = True
    if serving:
        serving.move_to(path)
    return ledger.answer_change(game, instead=lines, remark=remark, is_sound=is_sound)


def _first_dealer(rules: RuleSet, names: tuple[str, ...], dealer: str | None) -> str | None:
    """Who deals the first round, by lot if nobody is named; None if nobody deals."""
    if rules.dealer == "none":
        if dealer is not None:
            remedy = "leave --dealer out, or add --rule dealer=passes"
            raise UsageError("nobody deals in this game", remedy=remedy)
        return None
    if dealer is not None:
        return find_player(dealer, names, "the new game")
    from random import SystemRandom  # secrets would load all of OpenSSL as well

    return SystemRandom().choice(names)


def _why_not_meant(path: Path, sitting: Sitting) -> str | None:
    """Why a command without a game doesn't mean the one in ``path``; None if it does."""
    try:
        is_meant = games.find_ledger(sitting, asks=False) == path
        return None if is_meant else f"{games.VARIABLE} names another game"
    except games.NoGameError:
        return NOT_OVER
    except FileError as error:
        return error.problem


def _last_game(sitting: Sitting) -> Game | None:
    """The last game played here, with the rules to repeat; None if there is none to read."""
    with suppress(ScorekeeperError):
        path = sitting.path or games.named_by_environment()
        here = [] if path else newest_first(games.games_here())
        if last := store.load(path).game if path else here[0].game if here else None:
            return last._replace(rules=last.rules_to_repeat)
    return None
