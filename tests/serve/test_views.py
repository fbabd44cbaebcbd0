"""How the page reads: by everybody, on every screen, and without its script."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser

from tests.browser import barriers
from tests.effort import is_long, some
from tests.program import evening
from tests.serve.people import Phone, add, serving
from tests.serve.phones import Served, Serves
from tests.tools.views import KINDS, SCREENS, VIEWS, shown, six

TELEVISION_SIZES = ((1920, 1080), (1280, 720))
TELEVISIONS = [(n, *size) for n in (4, 7, 10) for size in TELEVISION_SIZES]


def test_the_page_reads_without_its_script(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url, java_script_enabled=False) as phone:
        phone.sees("#standings", "Bo", "out")
        phone.sees("#sheet", "31")
        phone.sees("#round", "Round 2 of 11", "fours are wild")
        phone.page.locator("noscript p").wait_for()
        phone.sees_no("#pad")


@pytest.mark.parametrize(("players", "width", "height"), some(TELEVISIONS, 5))
def test_a_television_shows_everything_at_once_and_its_news_covers_nothing(
    browser: Browser, serves: Serves, players: int, width: int, height: int
) -> None:
    first = ("Ann", "Bo", "Grüße", "مريم", "🦊", "Dee", "Eli", "Fay", "Gus", "Hal")
    names = [f"Grandma {name}" for name in first[:players]]
    served = serves(evening(10, {name: 30 - seat for seat, name in enumerate(names)}))
    with Phone(browser, f"{served.url}/tv", screen=(width, height)) as screen:
        assert box(screen, "#standings").bottom <= height
        assert box(screen, "#curve").bottom <= height
        assert box(screen, "#curve g:last-child text:last-child").height >= height / 45
        assert max(screen.page.evaluate(RIGHTS, "#curve text")) <= box(screen, "#curve svg").right
        add(served.path, "o", *map(str, range(5, 4 + players)))
        screen.sees("#news", "wins")
        assert max(screen.page.evaluate(RIGHTS, "#curve text")) <= box(screen, "#curve svg").right
        news = box(screen, "#news")
        assert all(news.bottom <= box(screen, place).top for place in ("#round", "#sheet table"))


@pytest.mark.parametrize(
    ("players", "width", "height"), [(n, *size) for n in (5, 8, 14) for size in TELEVISION_SIZES]
)
def test_once_everybody_is_in_a_television_still_shows_every_player(
    browser: Browser, serves: Serves, players: int, width: int, height: int
) -> None:
    names = [f"Name {letter}" for letter in "ABCDEFGHIJKLMN"[:players]]
    served = serves(evening(9, {name: 30 - i for i, name in enumerate(names)}), auto=True)
    with Phone(browser, f"{served.url}/tv", screen=(width, height)) as screen:
        phones = [served.phone(name) for name in names]
        assert box(screen, "#standings").bottom <= height
        for points, phone in enumerate(phones, start=5):
            assert phone.sends(str(points), 10).status == 200
        screen.sees("#in", "won't be saved by itself")
        assert box(screen, "#standings").bottom <= height
        assert phones[0].sends("o", 10).status == 200
        screen.sees("#in", "will be saved in")
        assert box(screen, "#standings").bottom <= height


@pytest.mark.parametrize(("width", "height"), [(250, 444), (284, 160)])
def test_large_letters_on_a_small_phone_cover_and_cut_off_nothing(
    browser: Browser, served: Served, width: int, height: int
) -> None:
    # Ordinary letters have as much room here as those of twice the size on twice as many pixels.
    with Phone(browser, served.url, screen=(width, height)) as phone:
        phone.sits("Ann").taps("Cards")
        assert box(phone, "#counted").height > 20
        phone.page.evaluate("scrollTo(0, 0)")
        assert box(phone, "#ready").top > height
        assert max(phone.page.evaluate(RIGHTS, ".deck button")) < box(phone, "#mine").right


def test_a_phone_on_its_side_shows_all_number_keys_and_a_whole_hand(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url, screen=(568, 320)) as phone:
        phone.sits("Ann")
        tops = "all => all.map(it => it.getBoundingClientRect()).map(it => [it.top, it.bottom])"
        keys = phone.page.locator(".keys button, #typed, #ready, #ways").evaluate_all(tops)
        assert all(box(phone, "#title").bottom < top < bottom <= 320 for top, bottom in keys)
        phone.taps("I went out")
        assert box(phone, ".hand").height < 70
        assert box(phone, '[data-card="JS"]').top == box(phone, '[data-card="AS"]').top


def test_large_letters_keep_what_stands_beside_a_name_straight(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url, screen=(160, 284)) as phone:
        phone.sits("Ann")
        words = [phone.page.evaluate(WORDS, name) for name in ("me", "mend", "leave")]
        assert len({left for left, _ in words}) == len({lines for _, lines in words}) == 1
        high = box(phone, "header").height
        add(served.path, "8", "o", "5")
        phone.sees("#news", "Round 2 is on the sheet.")
        assert box(phone, "#news").height > 30
        assert box(phone, "header").height == high


@pytest.mark.parametrize("width", [160, 320])
def test_a_long_name_breaks_between_its_words(browser: Browser, serves: Serves, width: int) -> None:
    names = ("Great-Uncle Maximilian", "Bo", "Gertrude-Hildegard Müller", "Aunt Alexandra")
    served = serves(evening(1, {name: 120 * seat for seat, name in enumerate(names)}))
    with Phone(browser, served.url, screen=(width, 568)) as phone:
        assert phone.page.evaluate(BROKEN) == []
        phone.sits(names[0])
        assert phone.page.evaluate(BROKEN) == []
        phone.page.get_by_text("Also enter for somebody without a phone").tap()
        phone.taps(names[2])
        phone.sees("#extra", f"This phone enters for {names[2]} too")
        assert phone.page.evaluate(BROKEN) == []
        assert phone.page.evaluate("document.documentElement.scrollWidth") == width


def test_a_name_without_spaces_is_shortened(browser: Browser, serves: Serves) -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff"
    served = serves(evening(1, {name: 120, "Bo": 0}))
    with Phone(browser, served.url, screen=(320, 568)) as phone:
        for place in ("#seats", "#in", "#standings"):
            shown = phone.page.locator(f"{place} bdi").filter(has_text=name)
            fits = "it => [it.scrollWidth > it.clientWidth, it.clientHeight < 30]"
            assert (place, shown.evaluate(fits)) == (place, [True, True])


BROKEN = """[...document.querySelectorAll("main *")].flatMap((part) => {
    if (!part.checkVisibility() || part.closest("svg, table")) return [];
    const texts = [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return texts.flatMap((text) => [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
        const place = document.createRange();
        place.setStart(text, word.index);
        place.setEnd(text, word.index + word[0].length);
        return new Set([...place.getClientRects()].map(({ top }) => top)).size > 1;
    }).map(String));
})"""
"""The words that go on in another line."""

WORDS = """name => {
    const words = document.createRange();
    words.selectNodeContents(document.getElementById(name));
    return [words.getBoundingClientRect().left, words.getClientRects().length];
}"""
"""Where the words of an element begin, and how many lines they are."""


@pytest.mark.parametrize(
    ("players", "width"), [(4, 320), (8, 320), *some([(8, 390), (7, 390), (5, 390), (10, 320)], 2)]
)
def test_a_sheet_of_up_to_eight_fits_a_phone_and_a_larger_one_keeps_its_rounds_in_view(
    browser: Browser, serves: Serves, players: int, width: int
) -> None:
    names = ("Ann", "Bo", "Uncle Cy", "Maximilian", "Zoë", "Gertrude", "Max", "Eli", "Fay", "Gus")
    served = serves(evening(9, {name: 60 - seat for seat, name in enumerate(names[:players])}))
    with Phone(browser, served.url, screen=(width, 844)) as phone:
        wide, room = phone.page.evaluate(
            "(sheet => [sheet.scrollWidth, sheet.clientWidth])(document.querySelector('.scroll'))"
        )
        assert (wide > room) == (players > 8)
        lines = "names => names.map((name) => name.getClientRects().length)"
        assert phone.page.locator("#sheet thead bdi").evaluate_all(lines) == [1] * players
        first = box(phone, "#r9 th").left
        phone.page.evaluate("document.querySelector('.scroll').scrollLeft = 900")
        assert box(phone, "#r9 th").left == first


RIGHTS = "all => [...document.querySelectorAll(all)].map(it => it.getBoundingClientRect().right)"


def box(phone: Phone, where: str) -> SimpleNamespace:
    """Where a part of the page is, in pixels of the screen."""
    measure = "where => document.querySelector(where).getBoundingClientRect().toJSON()"
    return SimpleNamespace(**phone.page.evaluate(measure, where))


BUTTONS = """[...document.querySelectorAll('button')].filter((button) => button.offsetParent)
    .map((button) => [button.innerText, button.getBoundingClientRect()])
    .filter(([_, box]) => Math.min(box.width, box.height) < 43.9)"""


def test_every_view_is_readable_by_everybody_light_or_dark_on_every_screen(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(six(tmp_path)) as served:
        for view, phone in shown(browser, served, VIEWS if is_long() else KINDS):
            assert (view, barriers(phone.page)) == (view, [])
            # Targets are large, and nothing scrolls sideways.
            for width, height in some(SCREENS, 2):
                phone.page.set_viewport_size({"width": width, "height": height})
                wide = phone.page.evaluate("document.documentElement.scrollWidth")
                assert (view, wide) == (view, width)
                assert (view, width, phone.page.evaluate(BUTTONS)) == (view, width, [])
