"""A page of the manual on a terminal, drawn by Rich, in a pager if it is longer than the screen.

Load this module only to show a page: Rich takes longer to load than most commands take to run.
"""

import os
import pydoc
import re
import shutil
from collections.abc import Iterator
from io import StringIO
from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.theme import Theme

from scorekeeper.terminal import Whole, colours, displayable, is_interactive, width
from scorekeeper.terminal.prompt import aside

WIDEST = 90  # columns of a page; longer lines are hard to read

THEME = Theme(
    {
        **{"markdown.h1": "bold underline", "markdown.h2": "bold underline", "markdown.h3": "bold"},
        **dict.fromkeys(("markdown.table.border", "markdown.table.header"), "none"),
        **{"markdown.code": "cyan", "markdown.code_block": "none"},
    }
)
"""How a page looks; the colours are legible on dark and light screens."""


def page_lines(markdown: str) -> Iterator[str]:
    """A page as drawn, or nothing if a pager has shown it; Ctrl-C there doesn't end the program."""
    text = drawn(markdown, min(width(), WIDEST), coloured=colours())
    pager = os.environ.get("PAGER")
    is_there = pager is None or shutil.which("".join(pager.split()[:1]))
    if text.count("\n") < shutil.get_terminal_size().lines or not is_interactive() or not is_there:
        yield Whole(text)
        return
    os.environ.pop("MANPAGER", None)  # pydoc would prefer it to PAGER
    os.environ.setdefault("LESS", r"RXPsspace\: more   q\: back")  # the text stays on the screen
    with aside():
        pydoc.pager(text)


class _Page(Markdown):
    """Markdown with titles on the left, and blocks without a background."""

    class _Title(Heading):
        def __rich_console__(self, _: Console, __: ConsoleOptions) -> RenderResult:
            yield self.text

    class _Block(CodeBlock):
        def __rich_console__(self, _: Console, __: ConsoleOptions) -> RenderResult:
            self.text.rstrip()
            self.text.highlight_regex(r"(?m)^(\$|>>>) .*", "bold")
            yield Padding(self.text, (0, 0, 0, 2))

    elements: ClassVar = {**Markdown.elements, "heading_open": _Title, "fence": _Block}


def drawn(markdown: str, columns: int, *, coloured: bool) -> str:
    """The page for a screen of this many columns, in characters that stdout has.

    If a cell of a table has no room for a word, the tables become lists.
    """
    markdown = displayable(markdown)
    # Without colour, what can be typed keeps the marks around it.
    marked = markdown if coloured else re.sub("(?<!`)(`[^`]+`)(?!`)", r"`` \1 ``", markdown)
    text = _shown(marked, columns, coloured=coloured)
    if text.count("…") > markdown.count("…"):
        text = _shown(_with_lists(marked), columns, coloured=coloured)
    text = re.sub(r" *\n(?: *\n)+", "\n\n", text)
    return re.sub("(?m) +$", "", text).replace("•", "-").replace("─", displayable("─"))


def _shown(markdown: str, columns: int, *, coloured: bool) -> str:
    console = Console(
        file=StringIO(),
        width=columns,
        theme=THEME,
        force_terminal=coloured,
        color_system="auto" if coloured else None,
        legacy_windows=False,
        highlight=False,
    )
    with console.capture() as seen:
        console.print(_Page(markdown, hyperlinks=False))
    return seen.get()


def _with_lists(markdown: str) -> str:
    """A page with a list in place of each table: an item for a row, without the headings."""
    rows = re.sub(r"(?m)^\|.*\|\n\| -.*\n", "", markdown)

    def item(row: re.Match[str]) -> str:
        return f"- {row[1]}: {row[2].replace(' | ', '; ')}".replace("\\|", "|")

    return re.sub(r"(?m)^\| (.+?) (?<!\\)\| (.*) \|$", item, rows)
