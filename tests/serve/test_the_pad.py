"""What the pad says, and how it is typed and tapped."""

import pytest
from playwright.sync_api import Browser, expect

from tests.effort import some
from tests.program import Run, ledger, scores
from tests.serve.people import Phone, add
from tests.serve.phones import Served, Serves
from tests.serve.test_served_game import until
from tests.serve.test_views import box
from tests.serve.test_words_of_a_game import begun


@pytest.mark.parametrize(("width", "height"), some([(320, 568), (390, 844), (820, 1180)], 3))
def test_0_is_below_8_and_all_keys_are_in_view_above_ready_once_somebody_sits(
    browser: Browser, serves: Serves, width: int, height: int
) -> None:
    served = serves(ledger(*[scores("Bo", Ann=12, Bo=0, Cy=31)] * 10))
    with Phone(browser, served.url, screen=(width, height)) as ann:
        ann.sits("Ann")
        places = ("#me", "[data-key='8']", "[data-key='0']", "#words", "#ready")
        who, eight, zero, words, ready = [box(ann, place) for place in places]
        assert eight.left == zero.left
        assert eight.bottom <= zero.top
        assert who.top >= 0
        assert words.bottom <= ready.top
        assert ready.bottom <= height
        ann.page.evaluate("scrollTo(0, 0)")
        ann.taps("Cards", "Points")
        assert box(ann, "#words").bottom <= box(ann, "#ready").top
        ann.taps("Ready")
        ann.sees("#wrong", "Type your points first.")
        assert box(ann, ".keys").bottom <= box(ann, ".foot").top
        assert (box(ann, "#wrong").right <= box(ann, "#ready").left) == (height < 700)
        ann.taps("0", "Ready")
        ann.sees("#wrong", "0: did you go out?")
        assert box(ann, ".keys" if height > 600 else "#words").bottom <= box(ann, ".foot").top
        ann.taps("plus", *"12", "plus", *"127")
        assert ann.page.evaluate("byId('typed').scrollHeight - byId('typed').clientHeight") <= 2


def test_a_keyboard_can_take_a_seat_type_and_send_points_like_a_mouse(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as ann:
        ann.page.get_by_role("button", name="Ann").focus()
        ann.page.keyboard.press("Enter")
        ann.sees("#me", "Ann")
        expect(ann.page.locator("#ways button").first).to_be_focused()
        ann.page.keyboard.press("Enter")  # which doesn't give up the seat
        ann.shows("#numbers")
        for key in ("0", "1", "7", "Backspace", "2", "+", "0", "3"):
            ann.page.keyboard.press(key)
        ann.sees("#typed", "12+3 = 15")
        ann.page.keyboard.press("Control+4")
        ann.page.keyboard.press("x")
        ann.sees("#typed", "12+3 = 15")
        ann.page.keyboard.press("Enter")
        ann.sees("#sent", "12+3 = 15 points")
        ann.page.keyboard.press("4")
        ann.taps("Change it")
        ann.sees("#typed", "15")

        for digit in "17":
            ann.page.locator(f"[data-key='{digit}']").click()
        ann.page.keyboard.press("Enter")
        ann.sees("#sent", "17 points")
        ann.taps("Change it")
        ann.shows("#numbers")
        ann.page.locator("[data-key='4']").focus()
        for _ in range(2):  # a key that was reached with Tab is pressed
            ann.page.keyboard.press("Enter")
        ann.sees("#typed", "44")


def test_a_joker_in_the_hand_looks_like_a_card(browser: Browser, serves: Serves, run: Run) -> None:
    with Phone(browser, serves(begun(run, "indian-rummy")).url) as ann:
        ann.sits("Ann").taps("Cards", "joker, wild")
        held = ann.page.get_by_role("button", name="take back: joker, wild")
        expect(held).to_contain_text("🃏")
        fits = "card => card.scrollWidth <= card.clientWidth && card.offsetWidth === 44"
        assert held.evaluate(fits)
        held.tap()
        ann.sees("#counted", "0 of 13")


def test_going_out_takes_two_taps_where_everybody_saw_the_cards(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").taps("I went out")
        assert box(ann, "#seen").bottom <= box(ann, "#held").top
        ann.taps("Everybody saw my cards")
        ann.sees("#sent", "You went out.")


def test_points_that_arrived_before_the_round_was_written_are_not_reported_lost(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann")
        ann.is_spoilt = True
        ann.page.route("**/api/news*", lambda _: None)  # no answer comes
        ann.taps("1", "7")
        with ann.page.expect_response(lambda answer: '"ready":true' in answer.text()):
            ann.taps("Ready")
        add(served.path, "17", "o", "9")
        until(lambda: len(served.serving.game.game.rounds) == 2)
        ann.page.unroute("**/api/news*")
        ann.wakes()
        ann.sees("#round", "Round 3")
        assert ann.reads("#wrong") == ""


def test_half_a_sum_waits_for_the_rest_and_points_typed_before_a_correction_are_sent(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").taps("7", "wrong score?")
        until(lambda: "Ann" in served.serving.game.phones.drafts)
        ann.taps("back")
        ann.sees("#typed", "7")
        assert served.serving.game.phones.drafts["Ann"].entry == "7"
        ann.taps("plus")
        ann.page.wait_for_timeout(600)  # the browser would have had a refusal to complain of
        ann.taps("2", "Ready")
        ann.sees("#sent", "7+2 = 9 points")
