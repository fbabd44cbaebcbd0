"""A page of the manual on a terminal: drawn by Rich, in a pager where it is longer than that.

Nothing else may load this module: what draws Markdown takes longer to load than most commands
take in all.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, ListItem, Markdown, TableElement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from scorekeeper.cli.asking.prompt import aside
from scorekeeper.cli.output import at_a_terminal, colours, fitting, width
from scorekeeper.render.grid import wrapped

WIDEST = 90
"""Columns that a page takes at most; longer lines are hard to read."""

STYLES = {
    "markdown.h1": "bold underline",
    "markdown.h2": "bold underline",
    "markdown.h3": "bold",
    "markdown.code": "cyan",
    "markdown.table.header": "bold",
    "markdown.table.border": "none",
}
"""Colours that can be read on dark screens and on light ones."""


def show_page(markdown: str) -> None:
    """Show a page; KeyboardInterrupt ends a pager's work, not the program's."""
    text = drawn(markdown, min(width(), WIDEST), coloured=colours())
    rows = text.count("\n") + 1
    if rows <= shutil.get_terminal_size().lines or not at_a_terminal() or not _is_paged(text):
        sys.stdout.write(text)


# ── drawing ──────────────────────────────────────────────────────────────────────────────


def drawn(markdown: str, columns: int, *, coloured: bool) -> str:
    """The page as it stands on a screen of so many columns, in characters that stdout has."""
    paper = StringIO()
    console = Console(
        file=paper,
        width=columns,
        force_terminal=coloured,
        color_system="auto" if coloured else None,
        markup=False,
        emoji=False,
        highlight=False,
        theme=Theme(STYLES),
    )
    page = _Page(_fit(markdown))
    if not coloured:
        page.mark_code()
    console.print(page)
    rows = (re.sub(r"\s+$", "", row) for row in _fit(paper.getvalue()).splitlines())
    return "\n".join([*rows, ""])


def _fit(text: str) -> str:
    """``text`` in characters that stdout has; its styles stay."""
    pieces = re.split(r"(\x1b\[[\d;]*m)", text)
    return "".join(
        piece if piece.startswith("\x1b") else fitting(piece, sys.stdout.encoding)
        for piece in pieces
    )


class _Heading(Heading):
    """A title at the left, without a frame."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Lines(CodeBlock):
    """What a terminal shows or a file holds; what somebody types is bold.

    Its lines are broken between words where the screen is too narrow.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = str(self.text).rstrip().split("\n")
        columns = options.max_width
        indent = 2 if max(map(len, lines)) + 2 <= columns else 0
        shown = [
            Text(part, style="bold" if line.startswith(("$ ", ">>> ")) else "", overflow="fold")
            for line in lines
            for part in wrapped(line, columns - indent)
        ]
        yield Padding(Text("\n").join(shown), (0, 0, 0, indent))


class _Item(ListItem):
    """An item behind a sign that every screen has."""

    def render_bullet(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for part in super().render_bullet(console, options):
            is_sign = isinstance(part, Segment) and part.text == " • "
            yield Segment(" - ") if is_sign else part


ROOM = 24
"""Columns that the last column of a table needs to be read with ease."""


class _Table(TableElement):
    """A table; where the screen is too narrow for it, its rows stand below each other."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        assert self.header
        assert self.header.row
        assert self.body
        head = [cell.content for cell in self.header.row.cells]
        rows = [[cell.content for cell in row.cells] for row in self.body.rows]
        widest = [max(cell.cell_len for cell in column) for column in zip(head, *rows, strict=True)]
        if sum(widest[:-1]) + 2 * len(head) + min(ROOM, widest[-1]) <= options.max_width:
            yield _side_by_side(head, rows)
        else:
            yield from _stacked(head, rows)


def _side_by_side(head: Sequence[Text], rows: Sequence[Sequence[Text]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, name in enumerate(head):
        table.add_column(name, no_wrap=place < len(head) - 1, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _stacked(head: Sequence[Text], rows: Sequence[Sequence[Text]]) -> RenderResult:
    for first, *others in rows:
        yield first
        for name, cell in zip(head[1:], others, strict=True):
            label = Text("" if len(head) == 2 else f"{name.plain}: ")
            yield Padding(Text.assemble(label, cell), (0, 0, 0, 4))


class _Page(Markdown):
    """Markdown with the parts above."""

    elements = {  # noqa: RUF012 - as Rich has it
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _Lines,
        "list_item_open": _Item,
        "table_open": _Table,
    }

    def mark_code(self) -> None:
        """Leave the marks around what can be typed, where no colour tells it from the words."""
        for token in self.parsed:
            for part in token.children or []:
                if part.type == "code_inline":
                    part.content = f"`{part.content}`"


# ── a pager ──────────────────────────────────────────────────────────────────────────────


def _is_paged(text: str) -> bool:
    """Whether somebody could read ``text`` in a pager: theirs, or the first that is here."""
    command = _pager()
    if not command:
        return False
    # As git has it: with colours, and what was read stays on the screen.
    environment = {"LESS": "FRX", **os.environ}
    with aside():
        try:
            pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
        except OSError:
            return False
        _feed(pager, text)
    return True


def _pager() -> list[str]:
    named = os.environ.get("PAGER")
    if named is None:
        return next(([name] for name in ("less", "more") if shutil.which(name)), [])
    try:
        return shlex.split(named)
    except ValueError:
        return []


def _feed(pager: subprocess.Popen[bytes], text: str) -> None:
    """Give ``text`` to the pager and wait for its end; Ctrl-C is for the pager alone."""
    assert pager.stdin
    with suppress(BrokenPipeError, KeyboardInterrupt):
        pager.stdin.write(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
    with suppress(BrokenPipeError, KeyboardInterrupt):
        pager.stdin.close()
    while True:
        with suppress(KeyboardInterrupt):
            pager.wait()
            return
