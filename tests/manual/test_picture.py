"""The picture of the README shows what the evening of the manual says."""

from scorekeeper.manual import page
from tests.manual.examples import README, ROOT
from tests.manual.picture import PICTURE, lines_of, pictured


def test_the_picture_shows_what_the_evening_says() -> None:
    shown, said = lines_of(PICTURE), pictured(page("evening"))
    assert [line for line in shown if line] == [line for line in said if line]


def test_the_readme_shows_the_picture() -> None:
    assert f"]({PICTURE.relative_to(ROOT)})" in README.read_text("utf-8")
