"""The end of an evening on phones: who won, what that means for each, and the text for the chat."""

import socket
from typing import Literal

import pytest
from playwright.sync_api import Browser

from scorekeeper.sharing.texts import message
from tests.browser import barriers
from tests.program import ledger, scores
from tests.serve.people import Phone, add, seated
from tests.serve.phones import Serves
from tests.serve.test_views import box

TEN = [scores("Bo", Ann=12, Bo=0, Cy=31)] * 10


def test_the_end_shows_the_winner_the_margin_and_the_players_own_place_above_the_curve(
    browser: Browser, serves: Serves
) -> None:
    served = serves(ledger(*TEN))
    with (
        seated(browser, served.url, "Ann", "Bo") as (ann, bo),
        Phone(browser, f"{served.url}/tv") as screen,
    ):
        ann.taps("7", "Ready")
        bo.refusals = {409}  # what is still on its way when the game ends
        bo.taps("1")
        add(served.path, "7", "o", "5")
        for phone in (ann, bo, screen):
            phone.sees("#news", "Bo wins")
            phone.sees("#round", "Bo wins", "127 ahead of Ann")
            phone.sees("#again", "The score keeper types again at the laptop")
        ann.sees("#came", "You came 2nd, 127 behind Bo.")
        for phone in (ann, bo):
            assert 0 < box(phone, "#news").bottom <= box(phone, "#round h2").top
        bo.sees("#came", "You won!")
        ann.sees_no("#after")
        bo.sees_no("#pad")
        parts = ("#round", "#curve", "#again", "#standings", "#mine")
        places = [box(ann, part).top for part in parts]
        assert places == sorted(places)
        assert barriers(ann.page) == []


def test_the_end_removes_the_card_of_the_last_round(browser: Browser, serves: Serves) -> None:
    served = serves(ledger(*TEN[1:]))
    with seated(browser, served.url, "Ann") as (ann,):
        add(served.path, "7", "o", "5")
        ann.shows("#after")
        ann.page.evaluate("clearTimeout(reading)")  # it doesn't go by itself
        add(served.path, "7", "o", "5")
        ann.sees("#news", "Bo wins")
        ann.sees_no("#after")
        ann.sees("#came", "You came 2nd")


def test_the_chat_text_is_selected_and_copied_without_a_secure_context(
    browser: Browser, serves: Serves
) -> None:
    served = serves(ledger(*TEN))
    url = served.url.replace("127.0.0.1", socket.gethostname())
    with Phone(browser, url) as ann:
        add(served.path, "7", "o", "5")
        ann.sees("#share h2", "For the chat")
        assert not ann.page.evaluate("isSecureContext")
        chosen = "() => getSelection().toString() || byId('chat').value.slice(0, chat.selectionEnd)"
        said = message(served.serving.game.game, "thursday.toml")
        ann.page.wait_for_function("() => document.activeElement === byId('chat')")
        assert ann.page.evaluate(chosen).strip() == said.strip()
        ann.taps("Copy it")
        ann.sees("#copied", "Copied. Paste it into your chat.")
        ann.page.evaluate("document.execCommand = () => false")
        ann.taps("Copy it")
        ann.sees("#copied", "Not copied: use the menu of the selected text.")
        ann.page.evaluate("document.body.prepend(document.createElement('textarea'))")
        ann.page.evaluate("document.querySelector('textarea').focus()")
        ann.page.keyboard.press("Control+V")
        assert ann.page.evaluate("document.querySelector('textarea').value").strip() == said.strip()


def test_a_name_written_right_to_left_keeps_its_points_after_it(
    browser: Browser, serves: Serves
) -> None:
    players = ("Ann", "مريم")
    played = '[rounds.scores]\n"Ann" = 5\n"مريم" = 9'
    served = serves(ledger(played, players=players))
    with Phone(browser, served.url) as ann:
        ann.sits("Ann")
        ann.page.locator("#also summary").tap()
        ann.taps("مريم")
        ann.sees("#also", "This phone enters for")
        add(served.path, "o", "9")
        ann.sees("#told", "\u2068مريم\u2069 +9, now 2nd")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_confetti_falls_unless_somebody_wants_less_motion(
    browser: Browser, serves: Serves, motion: Literal["reduce", "no-preference"]
) -> None:
    with Phone(browser, serves(ledger(*TEN, TEN[0])).url, reduced_motion=motion) as ann:
        falls = "getComputedStyle(document.querySelector('.confetti')).display !== 'none'"
        assert ann.page.evaluate(falls) == (motion == "no-preference")


def test_the_page_says_how_a_phone_keeps_its_screen_on(browser: Browser, serves: Serves) -> None:
    served = serves()
    with Phone(browser, served.url) as ann:
        ann.page.get_by_text("Keep this screen on").tap()
        ann.sees("#awake", "iPhone: Display & Brightness, Auto-Lock.")
        add(served.path, "5", "o", "9")
        ann.sees("#round", "Round 2")
        ann.shows("#awake p")


def test_everybody_who_shares_the_win_has_won(browser: Browser, serves: Serves) -> None:
    served = serves(ledger(*TEN))
    with seated(browser, served.url, "Ann", "Bo") as (ann, bo):
        add(served.path, "o", "120", "31")
        for phone in (ann, bo):
            phone.sees("#came", "You won!")
