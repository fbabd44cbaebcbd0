"""The pages in a real browser: what a screen reader makes of them, and how much paper they fill."""

from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

import pytest

from scorekeeper import games
from scorekeeper.ledger.written import Round
from scorekeeper.sharing import season
from scorekeeper.sharing.page import html, pad, svg
from tests.browser import barriers, chromium
from tests.sharing.sharable import SAMPLES, STRANGE, sample, whole
from tests.tools.seasons import family
from tests.values import game

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

THREE_THIRTEEN = games.game("three-thirteen")


@pytest.fixture(scope="module")
def page() -> Iterator["Page"]:
    """One for all, as whatever it shows is written anew; each test says how large and how dark."""
    with chromium() as browser:
        yield browser.new_page()


@pytest.fixture
def faults(page: "Page") -> Iterator[list[str]]:
    """What the page says on its console, what fails in it, and what it fetches."""
    found: list[str] = []
    notes: dict[Any, Callable[[Any], None]] = {
        "console": lambda message: found.append(message.text),
        "pageerror": lambda error: found.append(str(error)),
        "request": lambda request: found.append(request.url),
    }
    for event, note in notes.items():
        page.on(event, note)
    yield found
    for event, note in notes.items():
        page.remove_listener(event, note)


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
    "months of a season": lambda: season.html(family(by="month"), None),
    "season of one": lambda: season.html(family(), "Ann"),
    "pad of strange names": lambda: pad(games.game("points"), STRANGE),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_barrier_and_nothing_is_fetched_or_wrong(
    page: "Page", faults: list[str], name: str, colours: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=colours)
    page.set_viewport_size({"width": 360, "height": 740})
    if name == "picture":
        page.set_content(f'<html lang="en"><title>x</title><main><h1>x</h1>{PAGES[name]()}</main>')
    else:
        page.set_content(PAGES[name]())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != ""
    assert barriers(page) == []
    assert faults == []


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
        pytest.param(lambda: season.html(family(60), None), 2, id="60 evenings"),
        pytest.param(lambda: season.html(family(60, by="month"), None), 1, id="their months"),
        pytest.param(lambda: pad(THREE_THIRTEEN, ["Ann", "Bo", "Cy", "Dee"]), 1, id="pad of 4"),
        pytest.param(lambda: pad(THREE_THIRTEEN, list("ABCDEFG")), 1, id="pad of 7"),
        pytest.param(lambda: pad(THREE_THIRTEEN, []), 1, id="pad of nobody"),
        pytest.param(lambda: pad(games.game("points"), ["Ann", "Bo"]), 1, id="pad of points"),
        pytest.param(lambda: pad(games.game("points"), list("ABCDEFGHIJKL")), 2, id="pad of 12"),
    ],
)
def test_printing_uses_as_few_pages_as_possible(
    page: "Page", made: Callable[[], str], sheets: int, paper: str
) -> None:
    from pypdf import PdfReader

    page.emulate_media(color_scheme="dark")
    page.set_content(made())
    assert len(PdfReader(BytesIO(page.pdf(format=paper))).pages) == sheets


@pytest.mark.parametrize("width", [320, 1280])
def test_a_page_is_never_wider_than_the_screen(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.set_content(html(whole(10), ""))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
