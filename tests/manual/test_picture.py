"""The pictures of the README show what the evening of the manual says, and a sample game."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper.cli.commands.help import page
from tests.manual.examples import README, ROOT, blocks_of
from tests.manual.picture import CLAIM, COLOURS, CURVE, FOLDER, SHOWN_FROM, curve, lines_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURE = re.compile(r'!\[[^\]]+\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"')


@pytest.mark.parametrize("colours", COLOURS)
def test_the_terminal_shows_what_the_evening_says(colours: str) -> None:
    shown = lines_of(FOLDER / f"terminal-{colours}.svg")
    [evening] = [
        block.body for block in blocks_of(page("evening")) if block.body.startswith("$ sk\n")
    ]
    assert shown[0].endswith(f"> {SHOWN_FROM}")
    assert any(line.endswith(f"> {CLAIM}") for line in shown)
    assert "\n".join(shown) in evening


def test_the_page_shows_the_curve_that_the_program_draws() -> None:
    assert CURVE.read_text("utf-8") == curve()


def test_the_readme_shows_every_picture_and_they_are_light() -> None:
    shown = {"".join(found) for found in PICTURE.findall(README.read_text("utf-8"))}
    assert shown == {str(path.relative_to(ROOT)) for path in FOLDER.iterdir()}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 300_000


def test_the_phone_can_be_photographed_again(browser: "Browser", tmp_path: Path) -> None:
    from tests.tools.pictures import photographed  # it needs playwright

    photographed(browser, tmp_path)
    made, kept = ({path.name for path in folder.glob("*.png")} for folder in (tmp_path, FOLDER))
    assert made == kept
    assert all(
        (tmp_path / name).read_bytes()[16:24] == (FOLDER / name).read_bytes()[16:24]
        for name in kept
    )
