"""The commands of the program, ordered by the occasion on which somebody needs them."""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from scorekeeper import __version__
from scorekeeper.errors import UsageError, nearest, printable, quoted

OCCASIONS = {
    "Start": {
        "new": "start:new",
        "again": "start:again",
        "rules": "book:rules",
        "house": "book:house",
    },
    "Each round": {"next": "score:next_command", "add": "evening:add"},
    "A quarrel": {
        "verify": "hand:verify",
        "meld": "hand:meld",
        "deadwood": "hand:deadwood",
        "pad": "pad:pad",
    },
    "Oops": {
        "fix": "evening:fix",
        "undo": "score:undo",
        "redo": "score:redo",
        "misdeal": "detours:misdeal_command",
        "penalty": "detours:penalty",
        "bonus": "detours:bonus",
        "edit": "audits:edit",
    },
    "People": {"player": "people:player", "seats": "people:seats", "dealer": "people:dealer"},
    "Afterwards": {
        "standings": "score:standings_command",
        "sheet": "score:sheet",
        "playoff": "detours:playoff",
        "finish": "detours:finish_command",
        "check": "audits:check",
    },
}
"""The commands by occasion, each with the module and the function behind it."""

COMMANDS = {name: home for commands in OCCASIONS.values() for name, home in commands.items()}


class ByOccasion(TyperGroup):
    """Help lists the commands by occasion."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is Typer's
        """Every command, by occasion."""
        return list(COMMANDS)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands of each occasion under its name."""
        for occasion, names in OCCASIONS.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(occasion):
                formatter.write_dl(
                    [(name, one.get_short_help_str(200)) for name, one in commands if one]
                )


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
    """Score sheet and referee for card games played with real cards on a real table."""


def app_for(words: list[str]) -> typer.Typer:
    """The program with the one command that ``words`` name, or with all where they name none.

    A command's module is loaded only when it is needed: people feel how long that takes.
    """
    app = typer.Typer(
        cls=ByOccasion,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90},
        help="Score sheet and referee for card games played with real cards on a real table."
        "\n\nAt a terminal sk alone keeps the game open, and a line is all that has to be typed.",
    )
    app.callback()(_program)
    first = next((word for word in words if not word.startswith("-")), "")
    for name in [first] if first in COMMANDS else COMMANDS:
        module, function = COMMANDS[name].split(":")
        command = getattr(import_module(f"scorekeeper.cli.{module}"), function)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def usage_error(error: typer.TyperException) -> UsageError:
    """What Typer has against a command line, in the program's words."""
    context: Any = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "sk"
    in_words = getattr(error, "format_message", error.__str__)
    message = printable(in_words())
    name = getattr(error, "option_name", None)
    options = [
        word
        for one in getattr(getattr(context, "command", None), "params", [])
        for word in one.opts
    ]
    if name and message.startswith("No such option"):
        close = nearest(name, [word for word in options if word.startswith("--")])
        return UsageError(
            f"there is no option {quoted(name)}",
            remedy=f"did you mean {close}?" if close else f"see {command} --help",
        )
    if message.startswith("No such command"):
        typed = message.split("'")[1] if "'" in message else message
        close = nearest(typed, COMMANDS)
        return UsageError(
            f"there is no command {quoted(typed)}",
            remedy=f"did you mean sk {close}?" if close else "see sk --help",
        )
    return UsageError(message[:1].lower() + message[1:].rstrip("."), remedy=f"see {command} --help")
