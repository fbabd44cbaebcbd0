"""A phone that slept, or went back to the page, is right again by itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from scorekeeper.serve.pages import Presence
from tests.serve.people import Phone, add
from tests.serve.phones import Served
from tests.serve.test_browser import is_right
from tests.serve.test_served_game import until

WAKE = {
    "the screen is on again": "document.dispatchEvent(new Event('visibilitychange'))",
    "the page is taken out of the cache": (
        "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
    ),
    "the network is back": "dispatchEvent(new Event('online'))",
}


def streams(served: Served) -> list[int]:
    """How many streams each phone has."""
    return [len(found) for found in served.serving.game.presence._streams.values()]


def one_stream(served: Served, phone: Phone, number: int) -> None:
    """Check that the page is right, and has one stream that brings it news."""
    is_right(phone, number)
    until(lambda: streams(served) == [1])
    add(served.path, "6", "o", "8")
    is_right(phone, number + 1)
    assert streams(served) == [1]


@pytest.mark.parametrize("event", WAKE.values(), ids=WAKE)
def test_a_page_whose_stream_hung_is_right_as_soon_as_it_wakes(
    browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").begins("17")
        with monkeypatch.context() as hangs:
            hangs.setattr(Presence, "_wake", lambda _: None)
            add(served.path, "5", "o", "9")
            until(lambda: served.phone().state()["next"]["number"] == 3)
            ann.page.wait_for_timeout(300)
            assert ann.page.get_by_text("Round 2 of 11").is_visible()
        ann.page.evaluate(event)
        one_stream(served, ann, 3)


def test_a_page_that_is_hidden_asks_for_nothing_until_it_is_seen(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as ann:
        asked: list[str] = []

        def is_quiet() -> bool:
            asked.clear()
            ann.page.wait_for_timeout(600)
            return not asked

        ann.sits("Ann")
        ann.page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
        ann.is_spoilt = True
        ann.page.on("request", lambda request: asked.append(request.url))
        until(is_quiet)  # what it asks because it sits down is no answer to waking
        ann.page.evaluate(WAKE["the screen is on again"])
        ann.page.wait_for_timeout(300)
        assert asked == []


def test_a_frozen_page_is_right_when_it_resumes(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann")
        ann.is_spoilt = True
        system = ann.page.context.new_cdp_session(ann.page)
        system.send("Page.setWebLifecycleState", {"state": "frozen"})
        add(served.path, "5", "o", "9")
        until(lambda: served.phone().state()["next"]["number"] == 3)
        system.send("Page.setWebLifecycleState", {"state": "active"})
        one_stream(served, ann, 3)


def away_and_back(phone: Phone, meanwhile: Callable[[], None]) -> None:
    """Go to another page, and back with the back button."""
    phone.page.goto("about:blank")
    meanwhile()
    phone.page.go_back(wait_until="commit")


def test_a_page_is_right_when_somebody_goes_back_to_it(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").begins("17")
        away_and_back(ann, lambda: add(served.path, "5", "o", "9"))
        one_stream(served, ann, 3)
        ann.sees("#me", "Ann")
