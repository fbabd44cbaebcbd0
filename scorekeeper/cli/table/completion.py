"""What TAB goes on with in the open game: commands, players, rounds, rules, options.

It offers what the commands offer a shell, so a new command or option is known here as well.
"""

from collections.abc import Iterable
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
    command, context, behind = _command(before, at)
    if within := getattr(command, "commands", None):
        return _beginning(within, begun)
    parameter = _parameter(command, behind, begun)
    if parameter is not None:
        return [_in_one_word(found.value) for found in parameter.shell_complete(context, begun)]
    shown = (option for option in command.params if not getattr(option, "hidden", False))
    names = [name for option in shown for name in option.opts]
    return [name for name in names if name.startswith("--") and name.startswith(begun)]


def _beginning(commands: Iterable[str], begun: str) -> list[str]:
    return [name for name in commands if name.startswith(begun.casefold())]


def _in_one_word(value: str) -> str:
    """A value with the quotes that a name of several words needs behind a command."""
    name, equals, rest = value.partition("=")
    return f'"{name}"{equals}{rest}' if " " in name else value


def _command(before: list[str], at: GameAtHand) -> tuple[Any, Any, list[str]]:
    """The command that the first words name, its context, and the words behind."""
    found: Any = typer.main.get_command(program())
    context = found.context_class(found, info_name="sk", resilient_parsing=True, obj=at)
    while before and hasattr(found, "get_command"):
        found, before = found.get_command(context, before[0].casefold()), before[1:]
        context = found.context_class(found, info_name=found.name, parent=context)
    return found, context, before


def _parameter(command: Any, before: list[str], begun: str) -> Any:
    """What ``begun`` would be a value of; None where it is an option's name."""
    valued = {
        name: option
        for option in command.params
        for name in option.opts
        if name.startswith("-") and not option.is_flag
    }
    if before and before[-1] in valued:
        return valued[before[-1]]
    if begun.startswith("-"):
        return None
    options = sum(word in valued for word in before)
    given = sum(not word.startswith("-") for word in before) - options
    arguments = [found for found in command.params if found.param_type_name == "argument"]
    return arguments[min(given, len(arguments) - 1)] if arguments else None
