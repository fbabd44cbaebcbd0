"""How the page reads: by everybody, on every screen, and without its script."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import barriers
from tests.serve.people import Phone, Served, serving
from tests.serve.views import COLOURS, SCREENS, shown, six

pytestmark = pytest.mark.slow


def test_the_page_reads_without_its_script(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url, java_script_enabled=False) as phone:
        phone.sees("#standings", "Bo", "out")
        phone.sees("#sheet", "31")
        phone.sees("#round", "Round 2 of 11", "fours are wild")
        phone.page.locator("noscript p").wait_for()
        phone.sees_no("#pad")


def test_axe_finds_nothing_in_any_view_light_or_dark(browser: Browser, tmp_path: Path) -> None:
    with serving(six(tmp_path)) as served:
        for view, phone in shown(browser, served):
            for colours in COLOURS:
                phone.page.emulate_media(color_scheme=colours)
                assert (view, colours, barriers(phone.page)) == (view, colours, [])


BUTTONS = """[...document.querySelectorAll('button')].filter((button) => button.offsetParent)
    .map((button) => [button.innerText, button.getBoundingClientRect()])
    .filter(([_, box]) => Math.min(box.width, box.height) < 43.9)"""


def test_targets_are_large_and_nothing_scrolls_sideways_on_any_screen(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(six(tmp_path)) as served:
        for view, phone in shown(browser, served):
            for width, height in SCREENS:
                phone.page.set_viewport_size({"width": width, "height": height})
                wide = phone.page.evaluate("document.documentElement.scrollWidth")
                assert (view, wide) == (view, width)
                assert (view, width, phone.page.evaluate(BUTTONS)) == (view, width, [])
