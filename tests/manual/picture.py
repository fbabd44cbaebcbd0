"""The pictures of the README: a part of the evening at the table, and the totals of a game."""

import html
import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from scorekeeper import codec
from scorekeeper.sharing.page import svg
from tests.manual.examples import ROOT, blocks_of

SCREEN = 80

PICTURE = ROOT / "sample_games" / "at-the-table.svg"

CURVE = ROOT / "sample_games" / "friday-at-ours.svg"

SHOWN_FROM, SHOWN_TO = "round 4, the sixes> fix 5s bo=12", "round 5, the sevens> 7 30 o 13"
"""The lines of the evening that the picture shows: a correction, a round and a quarrel."""


def pictured(page: str) -> list[str]:
    """What the screen of the picture says, as the page with the evening has it."""
    [evening] = [block.body for block in blocks_of(page) if block.body.startswith("$ sk\n")]
    lines = evening.splitlines()
    return lines[lines.index(SHOWN_FROM) : lines.index(SHOWN_TO)]


def picture(lines: Sequence[str]) -> str:
    """The lines as an SVG of a terminal, what is typed in bold."""
    console = Console(record=True, width=SCREEN, file=StringIO(), force_terminal=True)
    for line in lines:
        prompt, mark, typed = line.partition("> ")
        asked = mark and prompt.startswith("round ")
        console.print(Text.assemble(prompt + mark, (typed, "bold")) if asked else Text(line))
    return console.export_svg(title="sk")


def lines_of(picture: Path) -> list[str]:
    """What a picture says, line by line."""
    rows: dict[str, str] = {}
    texts = re.findall(r'clip-path="url\(#([^)]*)\)">([^<]*)</text>', picture.read_text("utf-8"))
    for row, text in texts:
        rows[row] = rows.get(row, "") + html.unescape(text).replace("\xa0", " ")
    return [text.rstrip() for text in rows.values()]


def curve() -> str:
    """The totals of a sample game, as ``sk chart --to svg`` writes them."""
    game = CURVE.with_suffix(".toml")
    return svg(codec.read(game.read_text("utf-8")), game.name)
