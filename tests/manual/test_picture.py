"""The pictures of the README show what the evening of the manual says, and a sample game."""

from pathlib import Path

import pytest

from scorekeeper.manual import page
from tests.manual.examples import README, ROOT
from tests.manual.picture import CURVE, PICTURE, curve, lines_of, pictured


def test_the_picture_shows_what_the_evening_says() -> None:
    shown, said = lines_of(PICTURE), pictured(page("evening"))
    assert [line for line in shown if line] == [line for line in said if line]


def test_the_page_shows_the_curve_that_the_program_draws() -> None:
    assert CURVE.read_text("utf-8") == curve()


@pytest.mark.parametrize("path", [PICTURE, CURVE])
def test_the_readme_shows_the_picture(path: Path) -> None:
    assert f"]({path.relative_to(ROOT)})" in README.read_text("utf-8")
