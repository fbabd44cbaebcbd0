"""What a line at the table means: the command that somebody would have had to type.

A line is the first of these that it can be: a command without the program's name; names with
their entries, or an entry for everybody at the table; cards that are to go out, with ``/`` between
them or one more than was dealt; cards. One player's cards that are to go out are never an entry.
"""

import re
from collections.abc import Sequence
from contextlib import suppress

from scorekeeper.cards import are_cards, parse_groups
from scorekeeper.cli.asking.confirm import refuse_so_far
from scorekeeper.cli.whose_entry import Said, look_like_totals, read_entries, said_in
from scorekeeper.errors import (
    SK,
    CardError,
    EntryError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    UsageError,
    printable,
    quoted,
)
from scorekeeper.ledger.entries import is_entry
from scorekeeper.ledger.faults import lacks_wild
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player, is_whole_name, shell_name
from scorekeeper.ledger.phrases import called_in
from scorekeeper.ledger.rows import next_row
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.terminal.choose import games_here
from scorekeeper.terminal.command_words import (
    COMMANDS,
    RARE,
    STANDS_FOR,
    WITHIN,
    as_said,
    close_command,
    no_command,
    rare_commands,
    split_words,
)
from scorekeeper.terminal.prompt import check_length

SAYS_MORE = ("?", "help")
"""Before or behind a command: what there is to know of it."""

ONLY_BEHIND_A_NAME = ("big", "big gin")
"""Entries that a line of their own would say of nobody."""

NAMES = ("sk", "scorekeeper")

EXPLAINED = {*COMMANDS, *RARE, *(f"{group} {name}" for group in WITHIN for name in WITHIN[group])}
"""The commands that have a help of their own."""


def meaning(line: str, game: Game | None) -> list[str]:
    """The words of the command that ``line`` stands for in ``game``; there may be no game.

    Raises the error that says what is missing where it can be no command at all.
    """
    check_length(line)
    if command := STANDS_FOR.get(as_said(line)):
        return [command]
    words = split_words(line)
    if asked := _asked_for_help(words):
        return asked
    if words[0].casefold() in (*COMMANDS, *(rare_commands(game.rules) if game else ())):
        return [words[0].casefold(), *words[1:]]
    if words[0].startswith("--"):
        return words
    if game is not None and game.rules.scoring.knocks:
        if words[0].casefold() == "upcard":
            return ["next", *(["--upcard", *words[1:]] if words[1:] else [])]
        if [word.casefold() for word in words] == ["dead"]:
            return ["add", "dead"]
    try:
        return _round(words, game)
    except ScorekeeperError as error:
        wrong = error
    if are_cards(line):
        return _claim(line, game) if _go_out(line, game) else ["deadwood", "--", line]
    raise _unclear(words, line, game, wrong)


def without_program(line: str, game: Game | None) -> str:
    """A line of the open game as without the program's name, with which it would begin in a shell.

    A player may be called so.
    """
    first, _, rest = line.partition(" ")
    is_player = is_whole_name(first, game.names if game else ())
    return rest.strip() if rest and first.casefold() in NAMES and not is_player else line


def _go_out(text: str, game: Game | None) -> bool:
    """Whether these are cards to go out with: laid out in groups, or a hand after the draw."""
    if not are_cards(text):
        return False
    groups, rules = parse_groups(text), _rules(game)
    held = sum(map(len, groups))
    return len(groups) > 1 or (rules is not None and held == (rules.deal or 0) + 1)


def _claim(cards: str, game: Game | None) -> list[str]:
    """The ``verify`` of cards in the round at hand, however many they are."""
    at_hand = []
    if game and _rules(game):
        row = next_row(game)
        at_hand = ["--round", "bonus" if row.bonus else row.word]
    return ["verify", *at_hand, "--", cards]


def _asked_for_help(words: Sequence[str]) -> list[str]:
    """The help asked for by ``? fix``, ``?fix``, ``help player join``, ``fix ?``; else nothing."""
    if words[0].startswith("?") and words[0] not in SAYS_MORE:
        words = ["?", words[0][1:], *words[1:]]
    if words[0].casefold() in SAYS_MORE and words[1:]:
        return ["help", *words[1:]]
    command = " ".join(words[:-1]).casefold()
    is_asked = words[-1].casefold() in SAYS_MORE and command in EXPLAINED
    return [*command.split(), "--help"] if is_asked else []


def _round(words: Sequence[str], game: Game | None) -> list[str]:
    """The ``add`` of a round, or ``verify`` of a player's cards with ``/`` between them.

    Raises what is wrong with the entries, or why there can be none.
    """
    if game is None:
        problem, remedy = "there is no game yet that this could be for", f"start one: {SK}new"
        if any(not evening.is_over for evening in games_here(quiet=True)):
            problem = "several games here are not over, and this could be for each"
            remedy = f"open one first, like {SK}open 1, or start another: {SK}new"
        raise UsageError(problem, remedy=remedy)
    row = next_row(game)
    said = said_in(words, game, row.rules)
    given = [entry if name is None else f"{name}={entry}" for name, entry in said]
    is_named = any(name is not None for name, _ in said)
    bare = {entry.casefold() for name, entry in said if name is None}
    if row.rules and row.rules.has_gin and not bare.isdisjoint(ONLY_BEHIND_A_NAME):
        problem = f"{quoted(' '.join(words))} does not say whose it is"
        raise EntryError(problem, remedy="name who it was, like {} big, {} 20".format(*row.players))
    if not is_named:
        _refuse_bare_words(said, row.rules, game)
    elif len(said) == 1 and _go_out(said[0].entry, game):
        return _claim(given[0], game)
    entries = read_entries(row, said, partly=is_named)
    # All of these are asked about.
    lacks = lacks_wild(row, entries) or game.lacks_upcard
    if not (look_like_totals(game, row, entries) or lacks):
        refuse_so_far(game, row, entries)
    return ["add", *given]


def _refuse_bare_words(said: Sequence[Said], rules: RoundRules | None, game: Game) -> None:
    """Raise EntryError for a word like ``drop`` without a name: alone it means something else."""
    for _, entry in said:
        if called_in(entry, rules):
            problem = f"{quoted(entry)} says nothing without a name here"
            example = f"{shell_name(game.names[-1], game.names)} {entry}"
            raise EntryError(problem, remedy=f"name every entry, like {example}; or type add")


def _unclear(
    words: Sequence[str], line: str, game: Game | None, wrong: ScorekeeperError
) -> ScorekeeperError:
    """What there is to say of a line that is no command, no cards, and ``wrong`` as a round."""
    readable = [word for word in words if _is_readable(word, game)]
    # Several words before any game are rather names than one command with a slip.
    close = close_command(words[0]) if game or len(words) == 1 else None
    if close and (not readable or words[0].casefold() == close.split()[-1]):
        return no_command(words[0])
    # Nothing but cards, and what is probably a slip in one: 5-7h.
    is_about_cards = all(map(are_cards, readable)) and re.search(r"\d", line)
    if is_about_cards and not isinstance(wrong, PlayerError):
        try:
            parse_groups(line)
        except CardError as error:
            return error
    if readable:
        return wrong
    # Where nothing is played these are rather those who would play.
    names = f" {printable(line)}" if "," in line else ""
    start = "" if game else f"start a game with {SK}new{names}, or "
    problem = f"{quoted(line)} is no command, no player, no points and no cards"
    return UsageError(problem, remedy=f"{start}type ? to see what can be typed")


def _is_readable(word: str, game: Game | None) -> bool:
    """Whether a word alone could be an entry or a player."""
    if is_entry(word.rpartition("=")[2] or word, _rules(game)):
        return True
    with suppress(PlayerError):
        return bool(game and find_player(word.partition("=")[0], game.names, ""))
    return False


def _rules(game: Game | None) -> RoundRules | None:
    """The rules of the round to come, None where there is none or no cards are dealt."""
    try:
        return next_row(game).rules if game else None
    except RoundError:
        return None
