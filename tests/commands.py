"""What the commands say of themselves: how each is typed, and what may stand behind it."""

from collections.abc import Iterator
from typing import Any

import typer

from scorekeeper.cli.dispatch import program


def root() -> Any:
    """The context of the program itself, as wide as it likes."""
    command = typer.main.get_command(program())
    # A command remembers the names of the option for help under which it was first looked at.
    wide = {**command.context_settings, "terminal_width": 10_000, "max_content_width": 10_000}
    return typer.Context(command, info_name="sk", **wide)


def contexts(name: str) -> Iterator[Any]:
    """The context of a command, and of those that stand behind it."""
    above = root()
    command = above.command.get_command(above, name)
    context = typer.Context(command, info_name=name, parent=above)
    yield context
    for word, within in getattr(command, "commands", {}).items():
        yield typer.Context(within, info_name=word, parent=context)


def usage(context: Any) -> str:
    """How a command is typed: ``sk fix [OPTIONS] {ROUND} [WHO=ENTRY...]``."""
    pieces = context.command.collect_usage_pieces(context)
    return " ".join([context.command_path, *pieces])


def does(context: Any) -> str:
    """What a command is for."""
    return " ".join((context.command.help or "").split())


def records(context: Any) -> list[tuple[str, str]]:
    """What may stand behind a command, and what it means; the option that asks for help is left."""
    rows = []
    for param in context.command.params:
        if param.param_type_name == "argument":
            rows.append((param.metavar, param.help or ""))
            continue
        hidden, param.hidden = param.hidden, False
        names, text = param.get_help_record(context)
        param.hidden = hidden
        text = " ".join(text.split()).removesuffix(" [required]")
        rows.append((names, f"{text} In a few games." if hidden else text))
    return [(names, text) for names, text in rows if text]
