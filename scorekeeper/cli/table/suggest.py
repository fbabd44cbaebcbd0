"""How a line at the table can go on: commands, players, rounds, rules, options.

It offers what the commands offer a shell, so a new command or option is known here as well.
"""

from typing import Any

import typer

from scorekeeper.cli import complete
from scorekeeper.cli.command_list import COMMANDS
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.program import program
from scorekeeper.cli.table.line import HELP
from scorekeeper.manual import PAGES


def suggestions(line: str, at: GameAtHand) -> list[tuple[str, int]]:
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
    first = before[0].casefold() if before else ""
    if not before or first in HELP:
        names = [*(PAGES if before else ()), *COMMANDS]
        found = [name for name in names if name.startswith(begun.casefold())]
        players = complete.beginning(complete.names, at, begun) if begun and not before else []
        return [*found, *players]
    if first not in COMMANDS:
        return complete.beginning(complete.names, at, begun) if begun else []
    command, context, behind = _command(before, at)
    commands = getattr(command, "commands", None)
    if commands:
        return [name for name in commands if name.startswith(begun.casefold())]
    parameter = _parameter(command, behind, begun)
    if parameter is not None:
        return [_in_one_word(one.value) for one in parameter.shell_complete(context, begun)]
    options = [name for one in command.params for name in one.opts if name.startswith("--")]
    return [name for name in options if name.startswith(begun)]


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
        name: one
        for one in command.params
        for name in one.opts
        if name.startswith("-") and not one.is_flag
    }
    if before and before[-1] in valued:
        return valued[before[-1]]
    if begun.startswith("-"):
        return None
    options = sum(word in valued for word in before)
    given = sum(not word.startswith("-") for word in before) - options
    places = [one for one in command.params if not any(name.startswith("-") for name in one.opts)]
    return places[min(given, len(places) - 1)] if places else None
