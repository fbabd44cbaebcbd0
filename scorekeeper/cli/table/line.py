"""What a line at the table means: the command that somebody would have had to type.

A line is the first of these that it can be: a command without the program's name; names with
their entries, or an entry for everybody at the table; cards with ``/`` between them; cards.
"""

from collections.abc import Sequence

from scorekeeper.cards import are_cards
from scorekeeper.cli.asking.confirm import refuse_so_far
from scorekeeper.cli.command_list import COMMANDS, WITHIN, close_command, no_command
from scorekeeper.cli.command_words import split_entries, split_words
from scorekeeper.cli.whose_entry import named_entries, read_entries, refuse_strangers
from scorekeeper.errors import (
    EntryError,
    RoundError,
    ScorekeeperError,
    UsageError,
    quoted,
)
from scorekeeper.ledger.entries import is_entry, parse_entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player
from scorekeeper.ledger.rows import Row, next_row

HELP = ("?", "help")
LEAVE = ("quit", "exit", "bye")
NAMES = ("sk", "scorekeeper")

EXPLAINED = {*COMMANDS, *(f"{group} {name}" for group in WITHIN for name in WITHIN[group])}
"""The commands that have a help of their own."""


def meaning(line: str, game: Game | None) -> list[str]:
    """The words of the command that ``line`` stands for in ``game``; there may be no game.

    Raises the error that says what is missing where it can be no command at all.
    """
    words = split_words(line)
    if words[0] in NAMES and words[1:] and (words[1] in COMMANDS or words[1].startswith("--")):
        words = words[1:]
    if asked := _asked_for_help(words):
        return asked
    if words[0].casefold() in COMMANDS:
        return [words[0].casefold(), *words[1:]]
    if words[0].startswith("--"):
        return words
    row, given = _row(game), split_entries(line)
    if game is not None:
        if row is not None and (entries := _entries(given, game, row)):
            return ["add", *entries]
        named = named_entries(given, game)
        if len(named) == 1 and "/" in named[0][1] and are_cards(named[0][1]):
            return ["verify", "--", "=".join(named[0])]
    if are_cards(line):
        return ["verify" if "/" in line else "deadwood", "--", line]
    raise _unclear(given or words, line, game, row)


def _asked_for_help(words: Sequence[str]) -> list[str]:
    """The help asked for by ``? fix``, ``?fix``, ``help player join``, ``fix ?``; else nothing."""
    if words[0].startswith("?") and words[0] not in HELP:
        words = ["?", words[0][1:], *words[1:]]
    if words[0].casefold() in HELP and words[1:]:
        return ["help", *words[1:]]
    for asks, names in ((words[0], words[1:]), (words[-1], words[:-1])):
        command = " ".join(names).casefold()
        if asks.casefold() in HELP and command in EXPLAINED:
            return [*command.split(), "--help"]
    return []


def _row(game: Game | None) -> Row | None:
    """The row that entries would go into, None where the game is over or there is none."""
    try:
        return next_row(game) if game else None
    except RoundError:
        return None


# ── entries ──────────────────────────────────────────────────────────────────────────────


def _entries(words: Sequence[str], game: Game, row: Row) -> list[str]:
    """The entries of ``add``, none where the words can be none that fit this round."""
    named = named_entries(words, game)
    if not named and len(words) != len(row.players):
        return []
    typed = dict(named or zip(row.players, words, strict=True))
    try:
        entries = {name: parse_entry(text, row.rules) for name, text in typed.items()}
        refuse_so_far(game, row, entries)
    except ScorekeeperError:
        return []
    return [f"{name}={entry}" for name, entry in named] or list(words)


# ── neither ──────────────────────────────────────────────────────────────────────────────


def _unclear(
    words: Sequence[str], line: str, game: Game | None, row: Row | None
) -> ScorekeeperError:
    """What is wrong with a line that is nothing of all this, or what it lacks."""
    readable = [word for word in words if _is_readable(word, game, row)]
    close = close_command(words[0])
    if close and (not readable or words[0].casefold() == close.split()[-1]):
        return no_command(words[0])
    if not readable:
        return UsageError(
            f"{quoted(line)} is no command, no player, no points and no cards",
            remedy="type ? to see what can be typed",
        )
    if game is None:
        return UsageError("there is no game yet that this could be for", remedy="start one: sk new")
    try:
        lacking = row or next_row(game)
        refuse_strangers(words, game, lacking.rules)
        named = named_entries(words, game)
        given = [f"{name}={entry}" for name, entry in named] or list(words)
        entries = read_entries(game, lacking, given, "this game", partly=bool(named))
        refuse_so_far(game, lacking, entries)
    except ScorekeeperError as error:
        return error
    return EntryError(f"{quoted(line)} is no round", remedy="type ? to see what can be typed")


def _is_readable(word: str, game: Game | None, row: Row | None) -> bool:
    """Whether a word alone could be an entry or a player."""
    if is_entry(word.rpartition("=")[2] or word, row.rules if row else None):
        return True
    try:
        return game is not None and bool(find_player(word.partition("=")[0], game.names, ""))
    except ScorekeeperError:
        return False
