"""What TAB goes on with in the open game: commands, players, rounds, rules, options.

It offers what the commands offer a shell, so a new command or option is known here as well.
"""

from collections.abc import Iterable
from copy import copy
from typing import Any

import typer

from scorekeeper.cli import complete
from scorekeeper.cli.command_list import COMMANDS, RARE, WORDS
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.program import program
from scorekeeper.cli.table.line import SAYS_MORE
from scorekeeper.manual import PAGES


def completions(line: str, at: GameAtHand) -> list[tuple[str, int]]:
    """What the last word of ``line`` may become, each with how many characters it replaces.

    Nothing rather than an error: whatever goes wrong here must not disturb who is typing.
    """
    try:
        *before, begun = line.split(" ")
        words = [word for word in before if word]
        return [(word, len(begun)) for word in _words(words, begun, at)]
    except Exception:
        return []


def _words(before: list[str], begun: str, at: GameAtHand) -> list[str]:
    """What the word that is ``begun`` may become behind those ``before`` it."""
    first = before[0].casefold() if before else ""
    if first in SAYS_MORE:
        return _beginning([*PAGES, *COMMANDS], begun)
    if first not in {*COMMANDS, *RARE}:
        commands = [] if before else _beginning(WORDS if begun else COMMANDS, begun)
        commands += [] if before else complete.beginning(complete.rare, at, begun)
        return [*commands, *(complete.beginning(complete.names, at, begun) if begun else [])]
    context = _context(before, at)
    if within := getattr(context.command, "commands", None):
        return _beginning(within, begun)
    if parameter := _parameter(context, before[-1], begun):
        return [_in_one_word(found.value) for found in parameter.shell_complete(context, begun)]
    return [option.value for option in context.command.shell_complete(context, begun or "--")]


def _beginning(commands: Iterable[str], begun: str) -> list[str]:
    return [name for name in commands if name.startswith(begun.casefold())]


def _in_one_word(value: str) -> str:
    """A value with the quotes that a name of several words needs behind a command."""
    name, equals, rest = value.partition("=")
    return f'"{name}"{equals}{rest}' if " " in name else value


def _context(before: list[str], at: GameAtHand) -> Any:
    """The command that the first words name, with what the others say already."""
    command: Any = typer.main.get_command(program())
    # What a line names is not named before it is done.
    context = command.make_context("sk", [], obj=copy(at), resilient_parsing=True)
    while before and hasattr(command, "get_command"):
        first, *before = before
        command = command.get_command(context, first.casefold())
        context = command.make_context(first, [*before], parent=context, resilient_parsing=True)
    return context


def _parameter(context: Any, last: str, begun: str) -> Any:
    """What ``begun`` would be a value of, behind the ``last`` word; None for an option's name."""
    params = context.command.params
    for option in params:
        if last.startswith("-") and last in option.opts and not option.is_flag:
            return option
    if begun.startswith("-"):
        return None
    arguments = [found for found in params if found.param_type_name == "argument"]
    is_open = (found for found in arguments if found.nargs == -1 or not context.params[found.name])
    return next(is_open, None)
