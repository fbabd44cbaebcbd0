"""How the page reads: by everybody, on every screen, and without its script."""

from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.browser import barriers
from tests.program import ledger, seeded
from tests.serve.people import Phone, add, serving
from tests.serve.phones import Served
from tests.tools.views import SCREENS, shown, six

pytestmark = pytest.mark.slow


def test_the_page_reads_without_its_script(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url, java_script_enabled=False) as phone:
        phone.sees("#standings", "Bo", "out")
        phone.sees("#sheet", "31")
        phone.sees("#round", "Round 2 of 11", "fours are wild")
        phone.page.locator("noscript p").wait_for()
        phone.sees_no("#pad")


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("players", [4, 7, 10])
def test_a_television_shows_all_at_once_and_its_news_cover_nothing(
    browser: Browser, tmp_path: Path, players: int, width: int, height: int
) -> None:
    first = ("Ann", "Bo", "Grüße", "مريم", "🦊", "Dee", "Eli", "Fay", "Gus", "Hal")
    names = [f"{name} of ours" for name in first[:players]]
    points = "\n".join(f'"{name}" = {30 - seat}' for seat, name in enumerate(names))
    text = ledger(*[f"[rounds.scores]\n{points}"] * 10, players=names)
    path = seeded(tmp_path / "many.toml", text.replace("decks = 2", "decks = 5"))
    size = {"width": width, "height": height}
    with serving(path) as served, Phone(browser, f"{served.url}/tv", viewport=size) as screen:
        assert box(screen, "#standings").bottom <= height
        assert box(screen, "#curve").bottom <= height
        assert box(screen, "#curve g:last-child text:last-child").height >= height / 45
        add(path, "o", *map(str, range(5, 4 + players)))
        screen.sees("#news", "wins")
        news = box(screen, "#news")
        assert all(news.bottom <= box(screen, place).top for place in ("#round", "#sheet table"))


def test_large_letters_on_a_small_phone_cover_and_cut_off_nothing(
    browser: Browser, served: Served
) -> None:
    # Ordinary letters have as much room here as those of twice the size on 500 pixels.
    with Phone(browser, served.url, viewport={"width": 250, "height": 444}) as phone:
        phone.sits("Ann").taps("Cards")
        phone.page.evaluate("scrollTo(0, 0)")
        assert box(phone, "#ready").top > 444
        assert max(phone.page.evaluate(RIGHTS)) < 250 - 12  # the edge of the page


RIGHTS = """[...document.querySelectorAll('.deck button')]
    .map((key) => key.getBoundingClientRect().right)"""


class Box(NamedTuple):
    """Where a part of the page is, in pixels of the screen."""

    left: float
    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


def box(phone: Phone, where: str) -> Box:
    found = phone.page.locator(where).bounding_box()
    assert found
    return Box(found["x"], found["y"], found["y"] + found["height"])


BUTTONS = """[...document.querySelectorAll('button')].filter((button) => button.offsetParent)
    .map((button) => [button.innerText, button.getBoundingClientRect()])
    .filter(([_, box]) => Math.min(box.width, box.height) < 43.9)"""


def test_every_view_is_for_everybody_light_or_dark_and_for_every_screen(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(six(tmp_path)) as served:
        for view, phone in shown(browser, served):
            assert (view, barriers(phone.page)) == (view, [])
            # Targets are large, and nothing scrolls sideways.
            for width, height in SCREENS:
                phone.page.set_viewport_size({"width": width, "height": height})
                wide = phone.page.evaluate("document.documentElement.scrollWidth")
                assert (view, wide) == (view, width)
                assert (view, width, phone.page.evaluate(BUTTONS)) == (view, width, [])
