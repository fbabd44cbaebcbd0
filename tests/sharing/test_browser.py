"""The pages in a real browser: what a screen reader makes of them, and how much paper they fill."""

from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Literal

import pytest

from scorekeeper import games
from scorekeeper.ledger.written import Round
from scorekeeper.sharing import season
from scorekeeper.sharing.pad import pad
from scorekeeper.sharing.page import html
from scorekeeper.sharing.picture import svg
from tests.browser import barriers, chromium
from tests.season.seasons import family
from tests.sharing.sharable import SAMPLES, STRANGE, sample, whole
from tests.values import game

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

THREE_THIRTEEN = games.game("three-thirteen")


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with chromium() as found:
        yield found


STRANGE_GAME = game(Round(scores=dict.fromkeys(STRANGE, 5)), players=STRANGE)

PAGES: dict[str, Callable[[], str]] = {
    **{
        path.stem: partial(lambda path: html(sample(path), "game.toml"), path)
        for path in SAMPLES
        if "crowns" in path.stem
    },
    "strange names": lambda: html(STRANGE_GAME, "game.toml"),
    "pad": lambda: pad(THREE_THIRTEEN, ["Ann", "Bo", "Uncle Cy", "Zoë"]),
    "pad without players": lambda: pad(THREE_THIRTEEN, []),
    "picture": lambda: svg(whole(7), "game.toml"),
    "season": lambda: season.html(family(), None),
    "season of one": lambda: season.html(family(), "Ann"),
    "pad of strange names": lambda: pad(games.game("points"), STRANGE),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_barrier_and_nothing_is_fetched_or_wrong(
    browser: "Browser", name: str, colours: Literal["light", "dark"]
) -> None:
    page = browser.new_page(color_scheme=colours, viewport={"width": 360, "height": 740})
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url))
    if name == "picture":
        page.set_content(f'<html lang="en"><title>x</title><main><h1>x</h1>{PAGES[name]()}</main>')
    else:
        page.set_content(PAGES[name]())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != ""
    assert barriers(page) == []
    assert faults == []
    page.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(
    ("made", "sheets"),
    [
        pytest.param(lambda: html(whole(4), ""), 1, id="4 players, 11 rounds"),
        pytest.param(lambda: html(whole(7), ""), 1, id="7 players, 11 rounds"),
        pytest.param(lambda: html(whole(4, hands=True), ""), 1, id="one of 4 shows every hand"),
        pytest.param(lambda: html(whole(7, hands=True), ""), 1, id="one of 7 shows every hand"),
        pytest.param(lambda: html(whole(20), ""), 2, id="20 players"),
        pytest.param(lambda: html(whole(5, 60), ""), 2, id="60 rounds"),
        pytest.param(lambda: pad(THREE_THIRTEEN, ["Ann", "Bo", "Cy", "Dee"]), 1, id="pad of 4"),
        pytest.param(lambda: pad(THREE_THIRTEEN, list("ABCDEFG")), 1, id="pad of 7"),
        pytest.param(lambda: pad(THREE_THIRTEEN, []), 1, id="pad of nobody"),
        pytest.param(lambda: pad(games.game("points"), ["Ann", "Bo"]), 1, id="pad of points"),
        pytest.param(lambda: pad(games.game("points"), list("ABCDEFGHIJKL")), 2, id="pad of 12"),
    ],
)
def test_what_is_printed_fills_as_few_pages_as_it_can(
    browser: "Browser", made: Callable[[], str], sheets: int, paper: str
) -> None:
    from pypdf import PdfReader

    page = browser.new_page(color_scheme="dark")
    page.set_content(made())
    assert len(PdfReader(BytesIO(page.pdf(format=paper))).pages) == sheets
    page.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_a_page_is_never_wider_than_the_screen(browser: "Browser", width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 700})
    page.set_content(html(whole(10), ""))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
