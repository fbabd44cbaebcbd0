"""The keys stay where they are, whatever happens while somebody taps them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from scorekeeper import parse_cards
from tests.effort import some
from tests.program import Run, ledger, scores, start
from tests.serve import people
from tests.serve.people import AIM, Phone
from tests.serve.phones import Served, Serves
from tests.serve.test_words_of_a_game import begun

SCREENS = [(320, 568), (375, 667), (414, 896)]

screens = pytest.mark.parametrize("screen", some(SCREENS, 3))


def aimed(phone: Phone, key: str) -> Callable[[], None]:
    """Aim at a key; returns a function that taps where it was, whatever is there by then."""
    at = phone.waits(AIM, key)
    return lambda: phone.page.touchscreen.tap(*at)


@screens
def test_a_tap_enters_the_key_it_aimed_at_whatever_arrives_meanwhile(
    browser: Browser, served: Served, screen: tuple[int, int]
) -> None:
    zoe = start(["player", "rename", "Bo", "Zoë", "-f", str(served.path)], served.path.parent)
    assert zoe.code == 0
    with Phone(browser, served.url, screen=screen) as ann, Phone(browser, served.url) as bo:
        bo.sits("Zoë")
        ann.sits("Ann")
        tap = aimed(ann, "5")
        bo.enters(7)
        ann.sees("#news", "Zoë is in.")
        tap()
        ann.sees("#typed", "5")
        tap = aimed(ann, "2")
        bo.taps("Change it", "I went out")
        bo.picks(list(parse_cards("5s 5h 9d tc kh")), "4")
        bo.taps("Show everybody")
        ann.sees("#claim", "No. Zoë doesn't go out.")
        tap()
        ann.sees("#typed", "52")


@screens
def test_a_card_pad_stays_in_place_from_the_first_card_to_the_discard(
    browser: Browser, serves: Serves, screen: tuple[int, int]
) -> None:
    served = serves(ledger(*[scores("Bo", Ann=12, Bo=0, Cy=31)] * 10))
    with Phone(browser, served.url, screen=screen) as ann:
        ann.sits("Ann").taps("I went out")
        tap = aimed(ann, "queen of clubs")
        for many in range(1, 15):
            tap() if many % 7 == 0 else ann.page.evaluate(f"tap('{many % 7 + 2}S')")
            ann.sees("#counted", f"{min(many, 13)} of 13 in melds")
        ann.page.get_by_role("button", name="take back the discard: queen of clubs").wait_for()
        assert ann.page.evaluate("byId('counted').scrollWidth <= byId('counted').clientWidth")


@screens
def test_neither_a_long_sum_nor_a_missing_server_moves_a_key(
    browser: Browser, process: people.Served, screen: tuple[int, int]
) -> None:
    with Phone(browser, process.url, screen=screen) as ann:
        ann.sits("Ann").taps("1", "0", "plus")
        tap = aimed(ann, "2")
        ann.taps("1", "5", "plus", "1", "7", "plus", "8")
        tap()
        ann.sees("#typed", "10+15+17+82 = 124")
        process.ends()
        ann.sees("#trouble", "isn't answering")
        tap()
        ann.sees("#typed", "10+15+17+822 = 864")


@screens
def test_typing_the_wild_rank_of_a_round_moves_no_key(
    browser: Browser, serves: Serves, run: Run, screen: tuple[int, int]
) -> None:
    served = serves(begun(run, "indian-rummy"))
    with Phone(browser, served.url, screen=screen) as ann:
        ann.sits("Ann")
        tap = aimed(ann, "5")
        assert start(["wild", "7", "-f", str(served.path)], served.path.parent).code == 0
        ann.sees("#round", "sevens are wild")
        tap()
        ann.sees("#typed", "5")
        assert start(["undo", "-f", str(served.path)], served.path.parent).code == 0
        ann.sees("#round", "the wild rank is drawn")
        tap()
        ann.sees("#typed", "55")
        tap = aimed(ann, "wrong show 80")
        ann.taps("first drop 20")
        tap()
        ann.sees("#typed", "wrong show 80")
