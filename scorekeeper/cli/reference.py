"""The manual's page of commands, made from the command objects when it is asked for."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.manual import page
from scorekeeper.terminal.command_words import OCCASIONS, RARE


def commands_page(root: Any) -> Iterator[str]:
    """The page ``commands``, line by line; ``root`` is the context of the program itself."""
    yield from [*page("commands").splitlines(), "", *option_table(root)]
    for occasion, names in occasions():
        yield from [f"## {occasion}", ""]
        for context in (context for name in names for context in contexts(root, name)):
            yield from [f"### {context.command_path}", "", does(context), ""]
            yield from ["```text", usage(context), "```", "", *option_table(context)]


def occasions() -> Iterator[tuple[str, list[str]]]:
    """The commands by occasion, with those that only a few games have."""
    yield from ((occasion, list(commands)) for occasion, commands in OCCASIONS.items())
    yield "In a few games", list(RARE)


def contexts(root: Any, name: str) -> Iterator[Any]:
    """The context of a command, and of its subcommands."""
    command = root.command.get_command(root, name)
    context = type(root)(command, info_name=name, parent=root)
    yield context
    for word, within in getattr(command, "commands", {}).items():
        yield type(root)(within, info_name=word, parent=context)


def usage(context: Any) -> str:
    """How a command is typed: ``sk fix [OPTIONS] {ROUND} [WHO=ENTRY...]``."""
    return " ".join([context.command_path, *context.command.collect_usage_pieces(context)])


def does(context: Any) -> str:
    """What a command is for."""
    return " ".join((context.command.help or "").split())


def option_table(context: Any) -> Iterator[str]:
    """The arguments and options of a command, as a table."""
    rows = [(f"`{names}`".replace("|", "\\|"), text) for names, text in records(context)]
    if rows:
        yield from ["| word | means |", "| --- | --- |"]
        yield from (f"| {names} | {text} |" for names, text in rows)
        yield ""


def records(context: Any) -> Iterator[tuple[str, str]]:
    """The arguments and options of a command with their meaning, without ``--help``."""
    for param in context.command.params:
        if param.param_type_name == "argument":
            names, text = param.metavar, param.help or ""
        else:
            hidden, param.hidden = param.hidden, False
            names, text = param.get_help_record(context)
            param.hidden = hidden
            text = " ".join(text.split()).removesuffix(" [required]")
            text += " In a few games." if hidden else ""
        if text:
            yield names, text
