"""The ``help`` command: it shows the pages of the manual, and explains every command.

The pages are Markdown files, written for card players. The paragraph below the title of each says
what it is about.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from scorekeeper.cli import commands as options
from scorekeeper.errors import SK, UsageError, did_you_mean, listed, nearest, quoted
from scorekeeper.terminal import Answer, Aside, draws
from scorekeeper.terminal.command_words import COMMANDS, OCCASIONS, RARE, STANDS_FOR, normalized

FOLDER = Path(__file__).parents[2] / "manual"

PAGES = (
    *("evening", "phones", "entries", "cards", "afterwards", "house-rules", "games", "gin"),
    *("indian", "ledger", "season", "sharing", "commands", "scripts", "python"),
)
"""The pages, beginning with those that players need first."""


def page(name: str) -> str:
    """The Markdown of a page, with links as plain words: nobody can follow them in a terminal."""
    text = (FOLDER / f"{name}.md").read_bytes().decode("utf-8")
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)


def about(name: str) -> str:
    """What a page is about, in one sentence."""
    _, sentence, _ = page(name).split("\n\n", 2)
    return sentence.replace("\n", " ")


def pages_begun(typed: str) -> list[str]:
    """The pages that ``typed`` may mean: the one with that name, or all that begin with it.

    >>> pages_begun("house")
    ['house-rules']
    >>> pages_begun("e")
    ['evening', 'entries']
    """
    begun = typed.casefold().replace(" ", "-")
    return [begun] if begun in PAGES else [name for name in PAGES if name.startswith(begun)]


def help_command(
    ctx: typer.Context,
    topic: Annotated[
        list[str] | None,
        options.argument("[TOPIC]", "A page, or a command.", options.one_of([*PAGES, *COMMANDS])),
    ] = None,
) -> Answer:
    words = normalized(" ".join(topic or [])).split()
    if not words:
        longest = max(map(len, PAGES))
        pages = [f"  {name:{longest}}  {about(name)}" for name in PAGES]
        more = f"Read one:  {SK}help cards     more about a command:  {SK}help add"
        samples = f"The games used in its examples:  {SK}demo FOLDER"
        return Answer(["The manual:", "", *pages, "", more, samples])
    if command := STANDS_FOR.get(" ".join(words)):
        words = [command]
    begun = pages_begun(" ".join(words))
    if len(begun) == 1:
        return Answer(_page(begun[0], ctx))
    if words[0] in {*COMMANDS, *RARE}:
        root = ctx.find_root()
        group: Any = root.command
        command = group.get_command(root, words[0])
        with command.make_context(words[0], [*words[1:], "--help"], parent=root) as asked:
            command.invoke(asked)
    return Answer(_close_page(" ".join(words), begun, ctx))


def _close_page(typed: str, begun: list[str], ctx: typer.Context) -> Iterable[str]:
    """The page that ``typed`` is close to; UsageError for a command, several pages or none."""
    problem = f"there is no page {quoted(typed)}"
    if begun:
        raise UsageError(problem, remedy=f"did you mean {listed(begun, 'or')}?")
    if close := nearest(typed.replace(" ", "-"), PAGES):
        return chain([Aside(f"{problem}; this is {close}:")], _page(close, ctx))
    remedy = did_you_mean(typed, COMMANDS, f"{SK}help {{}}".format)
    remedy = remedy or f"{SK}help lists the pages, {SK}help commands the commands"
    raise UsageError(problem, remedy=remedy)


def _page(name: str, ctx: typer.Context) -> Iterable[str]:
    """A page of the manual; the one about commands is made from them."""
    text = page(name) if name != "commands" else "\n".join(commands_page(ctx.find_root()))
    if not draws():
        return text.replace("\\|", "|").splitlines()
    from scorekeeper.terminal.page import page_lines

    return page_lines(text)


def commands_page(root: Any) -> Iterator[str]:
    """The page ``commands``, line by line; ``root`` is the context of the program itself."""
    yield from page("commands").splitlines()
    for occasion, names in occasions():
        yield from ["", f"## {occasion}"]
        for context in (context for name in names for context in contexts(root, name)):
            yield from ["", "```text", *context.get_help().splitlines(), "```"]


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
