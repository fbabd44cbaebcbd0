"""The command that explains: the pages of the manual, and every command by its name."""

from functools import partial
from typing import Annotated, Any

import typer

from scorekeeper.cli import options
from scorekeeper.cli.options import argument
from scorekeeper.errors import SK, UsageError, listed, meant, nearest, quoted
from scorekeeper.manual import PAGES, about, page, pages_begun
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.command_words import COMMANDS, RARE, STANDS_FOR, as_said
from scorekeeper.terminal.output import draws, say, talk


def help_command(
    ctx: typer.Context,
    topic: Annotated[
        list[str] | None,
        argument("[TOPIC]", "A page, or a command.", options.one_of([*PAGES, *COMMANDS])),
    ] = None,
) -> Answer:
    words = as_said(" ".join(topic or [])).split()
    if not words:
        longest = max(map(len, PAGES))
        pages = [f"  {name:{longest}}  {about(name)}" for name in PAGES]
        more = f"Read one:  {SK}help cards     more of a command:  {SK}help add"
        return Answer(["The manual:", "", *pages, "", more])
    if command := STANDS_FOR.get(" ".join(words)):
        words = [command]
    begun = pages_begun(" ".join(words))
    if len(begun) == 1:
        return _page(begun[0], ctx)
    if words[0] in {*COMMANDS, *RARE}:
        root = ctx.find_root()
        group: Any = root.command
        command = group.get_command(root, words[0])
        with command.make_context(words[0], [*words[1:], "--help"], parent=root) as asked:
            command.invoke(asked)
    return _page(_meant(" ".join(words), begun), ctx)


def _meant(typed: str, begun: list[str]) -> str:
    """The page that ``typed`` is near to; UsageError where that is a command, several or none."""
    problem = f"there is no page {quoted(typed)}"
    if begun:
        raise UsageError(problem, remedy=f"did you mean {listed(begun, 'or')}?")
    if close := nearest(typed.replace(" ", "-"), PAGES):
        talk(f"{problem}; this is {close}:")
        return close
    remedy = meant(typed, COMMANDS, f"{SK}help {{}}".format)
    remedy = remedy or f"{SK}help lists the pages, {SK}help commands the commands"
    raise UsageError(problem, remedy=remedy)


def _page(name: str, ctx: typer.Context) -> Answer:
    """A page of the manual; that of the commands follows from them."""
    if name != "commands":
        return Answer(partial(_show, page(name)))
    from scorekeeper.cli.reference import commands_page  # it loads every command

    return Answer(partial(_show, "\n".join(commands_page(ctx.find_root()))))


def _show(text: str) -> None:
    """Show a page: drawn where the screen can draw, else as it is written."""
    if draws():
        from scorekeeper.cli.page import show_page

        show_page(text)
    else:
        say(text.replace("\\|", "|").splitlines())
