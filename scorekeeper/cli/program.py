"""The program as Typer has it, of which a command line loads the command that it names."""

import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from scorekeeper import __version__
from scorekeeper.cli.command_list import (
    COMMANDS,
    EXAMPLES,
    OCCASIONS,
    RARE,
    SUMMARIES,
    WORDS,
    as_said,
    no_command,
)
from scorekeeper.cli.output import voice, width
from scorekeeper.errors import UsageError, meant, printable, quoted


class ByOccasion(TyperGroup):
    """The commands by occasion; one is loaded when it is run, or asked for its own help.

    People feel how long loading takes, and no line needs more than one command.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is Typer's
        """Every command, by occasion."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, None where there is none."""
        if cmd_name in {*COMMANDS, *RARE} and cmd_name not in self.commands:
            self.commands[cmd_name] = _load(cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write the commands of each occasion under its name."""
        for occasion, names in OCCASIONS.items():
            with formatter.section(occasion):
                formatter.write_dl([(name, SUMMARIES[name]) for name in names])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """What TAB offers for the name of a command; commands without content will do for that."""
        for name in COMMANDS:
            self.commands.setdefault(name, TyperCommand(name, short_help=SUMMARIES[name]))
        return super().shell_complete(ctx, incomplete)


@cache  # an open game obeys line after line
def _load(name: str) -> Any:
    """The command of that name, from its module."""
    home, summary = RARE.get(name) or (COMMANDS[name], SUMMARIES[name])
    module = import_module(f"scorekeeper.cli.commands.{home}")
    command = getattr(module, f"{name}_command", None) or getattr(module, name)
    if not isinstance(command, typer.Typer):
        alone = typer.Typer(rich_markup_mode=None, add_completion=False)
        alone.command(name, help=summary)(command)
        return _with_json(typer.main.get_command(alone))
    loaded = typer.main.get_group(command)
    loaded.name, loaded.help = name, summary
    for command_within in loaded.commands.values():
        # Left alone, it is cut to one row where the terminal is narrow.
        command_within.short_help = command_within.help
        _with_json(command_within)
    return loaded


def _with_json(command: Any) -> Any:
    """The command; one that is for a game and says nothing of ``--json`` writes, and gets it.

    The change it makes is answered as one object then.
    """

    def noted(ctx: Any, _: Any, value: bool) -> None:
        if ctx.resilient_parsing:
            return  # somebody has pressed TAB
        voice.for_program = ctx.command_path.partition(" ")[2] if value else None
        voice.remarks = []

    options = {word for param in command.params for word in param.opts}
    if "--file" in options and "--json" not in options:
        about = "One JSON object for programs."
        asked = TyperOption(
            param_decls=["--json"], is_flag=True, expose_value=False, callback=noted, help=about
        )
        command.params.append(asked)
    return command


def _version(asked: bool) -> None:
    if asked:
        typer.echo(__version__)
        raise typer.Exit


def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    ascii_only: Annotated[
        bool, typer.Option("--ascii", help="Letters for suits, and nothing beyond ASCII.")
    ] = False,
) -> None:
    """Score sheet and referee for card games played with real cards on a real table.

    At a terminal sk alone keeps the game open, and a line is all that has to be typed.
    """


WIDEST_HELP = 90
"""Columns that help takes at most; longer lines are hard to read."""


def program() -> typer.Typer:
    """The whole program, of which a command line loads what it names."""
    app = typer.Typer(
        cls=ByOccasion,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={
            "help_option_names": ["-h", "--help"],
            # Left alone, the help is never narrower than 50 columns.
            "terminal_width": min(width(), WIDEST_HELP) - 2,
        },
    )
    app.callback()(_program)
    return app


def usage_error(error: typer.TyperException, words: Sequence[str]) -> UsageError:
    """What Typer has against a command line of these words, in the program's words."""
    context: Any = getattr(error, "ctx", None)
    named = [word for word in words[:1] if word in COMMANDS]
    command = context.command_path if context is not None else " ".join(["sk", *named])
    see = f"see {command} --help"
    message = printable(getattr(error, "format_message", error.__str__)())
    name = getattr(error, "option_name", None)
    params = getattr(getattr(context, "command", None), "params", [])
    options = [word for param in params for word in param.opts]
    if name and message.startswith("No such option"):
        # The hyphens alone would make every option near.
        known = [word[2:] for word in options if word.startswith("--")]
        # What follows one hyphen is taken apart letter by letter.
        taken_apart = (word for word in words if re.match("-[^-]", word) and name[1:] in word)
        typed = name if name.startswith("--") else next(taken_apart, name)
        problem = f"there is no option {quoted(typed)}"
        return UsageError(problem, remedy=meant(name.strip("-"), known, "--{}".format) or see)
    if message.startswith("No such command"):
        typed = message.split("'")[1] if "'" in message else message
        line = as_said(" ".join(words))
        typed = line if line in WORDS else typed
        return no_command(typed, context.info_name if context is not None else "sk")
    bad = re.match(r"Invalid value for '([^']+)': (.+) is not ", message)
    number: Any = getattr(getattr(error, "param", None), "type", None)
    if bad and hasattr(number, "min"):
        problem = f"{bad[1]} cannot be {bad[2]}"
        return UsageError(problem, remedy=f"give a number from {number.min} to {number.max}")
    missing = re.match(r"Missing (?:argument|option) '([^']+)'", message)
    if missing:
        example = EXAMPLES.get(command.removeprefix("sk "))
        problem = f"{command} needs {missing[1].partition('...')[0]}"
        return UsageError(problem, remedy=f"say it like sk {example}; {see}" if example else see)
    extra = re.match(r"Got unexpected extra argument\S* \((.+)\)", message)
    if extra:
        note = "a note goes behind --note, in quotes; " if "--note" in options else ""
        problem = f"{quoted(extra[1])} is more than {command} can take"
        return UsageError(problem, remedy=f"{note}{see}")
    return UsageError(message[:1].lower() + message[1:].rstrip("."), remedy=see)
