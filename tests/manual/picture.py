"""The pictures of the README: a part of the evening at the table, and the totals of a game.

What the phones show is photographed by ``python -m tests.tools.pictures``.
"""

import html
import re
from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from scorekeeper import codec
from scorekeeper.sharing.page import svg
from tests.cli.table.test_an_evening import EVENING
from tests.manual.examples import ROOT, as_that_day
from tests.terminal import Person

FOLDER = ROOT / ".github" / "pictures"

GAME = ROOT / "sample_games" / "friday-at-ours.toml"

CURVE = FOLDER / "friday-at-ours.svg"

SHOWN_FROM, CLAIM = "fix 5s bo=12", "cy 5shd / 8h9h7cjh / 2d"
"""What is typed first and last of what the picture shows: a correction, a round and a quarrel."""

PAPER, INK = (255, 253, 247), (28, 33, 30)

COLOURS = {
    "light": (PAPER, INK, {"red": (176, 0, 32), "green": (29, 94, 74)}),
    "dark": (INK, PAPER, {"red": (255, 138, 128), "green": (125, 211, 168)}),
}
"""The background, the letters, and the colours that the terminal has names for."""

FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""What would be fetched from elsewhere, which no page does for a picture."""

EDGE = "rgba(255,255,255,0.35)", "rgba(128,128,128,0.5)"
"""The line around the terminal, which on a white page was white."""


PIECE, COLUMN = r'x="([\d.]+)"[^>]* clip-path="url\(#([^)]*)\)">([^<]*)</text>', 12.2
"""A piece of a line in a picture: where it begins, its row, its text; and how wide a letter is."""


def drawn() -> dict[Path, str]:
    """Every picture that is drawn, with its path."""
    with TemporaryDirectory() as folder:
        rows = pictured(played(Path(folder), rows=400, TERM="xterm-256color"))
    terminals = {FOLDER / f"terminal-{name}.svg": picture(rows, name) for name in COLOURS}
    return {**terminals, CURVE: curve()}


def played(folder: Path, **screen: Any) -> Person:
    """A person who has played the evening in this folder, up to the quarrel, and left."""
    person = Person(folder, **screen)
    answers = [answer for _, answer in EVENING]
    person.answers(*EVENING[: answers.index(CLAIM) + 1])
    person.leaves()
    return person


def pictured(person: Person) -> list[Text]:
    """The lines of the screen that the picture shows, in their colours, typed words in bold."""
    rows = [written(line) for line in person.screen()]
    typed = {row.plain.partition("> ")[2]: number for number, row in enumerate(rows)}
    shown = rows[typed[SHOWN_FROM] : typed[CLAIM] + 15]
    for row in shown:
        row.highlight_regex(r"^round .*?>(?P<bold>.*)")
    return shown


def written(line: Sequence[Any]) -> Text:
    """A line of a screen, each piece in its colour."""
    row = Text()
    for (colour, bold), chars in groupby(line, lambda char: (char.fg, char.bold)):
        named = f"#{colour}" if re.fullmatch("[0-9a-f]{6}", colour) else colour
        row.append("".join(char.data for char in chars), Style(color=named, bold=bold))
    row.rstrip()
    return row


def picture(rows: Sequence[Text], name: str) -> str:
    """The lines as an SVG of a terminal of their width."""
    paper, ink, colours = COLOURS[name]
    named = [colours.get(colour, ink) for colour in ("black", "red", "green", *["other"] * 5)]
    width = max(len(row) for row in rows) + 1
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True)
    for row in rows:
        console.print(row)
    made = console.export_svg(title="sk", theme=TerminalTheme(paper, ink, named), unique_id="sk")
    return FONTS.sub("", as_that_day(made)).replace(*EDGE)


def lines_of(picture: Path) -> list[str]:
    """What a picture says, line by line, with each piece in its column."""
    rows: dict[str, str] = {}
    pieces = re.findall(PIECE, picture.read_text("utf-8"))
    for column, row, text in pieces:
        before = rows.get(row, "").ljust(round(float(column) / COLUMN))
        rows[row] = before + html.unescape(text).replace("\xa0", " ")
    return [text.rstrip() for text in rows.values()]


def curve() -> str:
    """The totals of a sample game, as ``sk chart --to svg`` writes them."""
    return svg(codec.read(GAME.read_text("utf-8")), GAME.name)
