"""A page of the manual on a terminal, drawn by Rich, in a pager if it is longer than the screen.

Nothing else may load this module: Rich takes longer to load than most commands take to run.
It knows the Markdown that the pages use: titles, paragraphs, lists, tables and blocks of terminal
text, and within a line code, *emphasis* and **strong** words.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from io import StringIO

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scorekeeper.render import wrapped
from scorekeeper.terminal import Whole, at_a_terminal, colours, fitting, width
from scorekeeper.terminal.command_words import words_of_setting
from scorekeeper.terminal.prompt import aside

WIDEST = 90
"""The most columns of a page; longer lines are hard to read."""


def page_lines(markdown: str) -> Iterator[str]:
    """A page as it is drawn, unless a pager has shown it; Ctrl-C there doesn't end the program."""
    text = drawn(markdown, min(width(), WIDEST), coloured=colours())
    rows = text.count("\n") + 1
    if rows <= shutil.get_terminal_size().lines or not at_a_terminal() or not _is_paged(text):
        yield Whole(text)


BLOCKS = re.compile(r"```.*?\n```|\S.*?(?=\n\n|\s*\Z)", re.DOTALL)
MARKS = {"": "", "`": "cyan", "*": "italic", "**": "bold"}
"""How words between two marks look; the colours are legible on dark and light screens."""


def drawn(markdown: str, columns: int, *, coloured: bool) -> str:
    """The page for a screen of this many columns, in characters that stdout has."""
    paper = StringIO()
    console = Console(
        file=paper,
        width=columns,
        force_terminal=coloured,
        color_system="auto" if coloured else None,
        legacy_windows=False,
        highlight=False,
    )
    for block in BLOCKS.findall(fitting(markdown)):
        console.print(*_parts(block, columns, coloured=coloured), "", sep="\n")
    text = paper.getvalue().replace("─", fitting("─"))
    return "".join(f"{row.rstrip()}\n" for row in text.rstrip().split("\n"))


def _parts(block: str, columns: int, *, coloured: bool) -> Iterable[RenderableType]:
    """What one block of a page looks like."""

    def words(text: str) -> Text:
        """Without colour, the marks around what can be typed stay."""
        styled = Text()
        for part in re.split(r"(`[^`]+`|\*\*.+?\*\*|\*\w.*?\*)", re.sub(r"\s+", " ", text)):
            mark = part[: len(part) - len(part.lstrip("`*"))]
            bare = part.removeprefix(mark).removesuffix(mark)
            styled.append(bare if coloured or mark != "`" else part, MARKS[mark])
        return styled

    if block.startswith("```"):
        lines = block.split("\n")[1:-1]
        indent = 2 if max(map(len, lines)) + 2 <= columns else 0
        shown = [
            Text(part, style="bold" if line.startswith(("$ ", ">>> ")) else "", overflow="fold")
            for line in lines
            for part in wrapped(line, columns - indent)
        ]
        return [Padding(Text("\n").join(shown), (0, 0, 0, indent))]
    if block.startswith("#"):
        marks, _, title = block.partition(" ")
        return [Text(title, style="bold" if marks == "###" else "bold underline")]
    if block.startswith("- "):
        items = Table.grid()
        for item in block.removeprefix("- ").split("\n- "):
            items.add_row(" - ", words(item))
        return [items]
    if block.startswith("| "):
        rows = [re.split(r" (?<!\\)\| ", row.strip("| ")) for row in block.split("\n")]
        return _table([[words(cell.replace("\\|", "|")) for cell in row] for row in rows], columns)
    return [words(block)]


def _table(lines: list[list[Text]], columns: int) -> Iterable[RenderableType]:
    """A table; on a narrow screen its cells go below each other."""
    head, _, *rows = lines
    widest = [max(cell.cell_len for cell in column) for column in zip(head, *rows, strict=True)]
    # The last column needs some width to be easy to read.
    if sum(widest[:-1]) + 2 * len(head) + min(24, widest[-1]) <= columns:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for place, name in enumerate(head):
            table.add_column(name, no_wrap=place < len(head) - 1, overflow="fold")
        for row in rows:
            table.add_row(*row)
        yield table
        return
    for first, *others in rows:
        yield first
        for name, cell in zip(head[1:], others, strict=True):
            label = "" if len(head) == 2 else f"{name.plain}: "
            yield Padding(Text.assemble(label, cell), (0, 0, 0, 4))


def _is_paged(text: str) -> bool:
    """Show ``text`` in a pager, the person's own or the first one here; whether that worked."""
    named = os.environ.get("PAGER", next(filter(shutil.which, ("less", "more")), ""))
    before = signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is for the pager alone
    try:
        with aside():
            subprocess.run(
                words_of_setting(named) or [""],
                input=text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"),
                # As in git: with colours, and the text stays on the screen.
                env={"LESS": r"FRXPsspace\: more   q\: back", **os.environ},
                check=False,
            )
    except (OSError, ValueError):  # no such program, no command at all
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True
