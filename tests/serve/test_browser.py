"""The page in a real browser: what a phone can do, what it says when it can't, and how it reads."""

import signal
import threading
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper import load_ledger, parse_cards
from scorekeeper.serve import pages, served_game
from tests.browser import barriers
from tests.program import ledger, scores, seeded, start
from tests.serve import people
from tests.serve.people import Phone, add, seated
from tests.serve.phones import Served, Serves
from tests.serve.test_served_game import until
from tests.serve.test_views import box

GOES_OUT, STAYS_IN = parse_cards("5s 5h 5d 4c kh"), parse_cards("5s 5h 9d tc kh")


# ── the seat ─────────────────────────────────────────────────────────────────────────────


def test_a_seat_that_is_taken_is_shown_as_taken_and_refused_in_words(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as one, Phone(browser, served.url) as other:
        one.sits("Ann")
        other.sees("#seats", "Ann taken")
        other.refusals = {409}
        other.taps("Ann taken")
        other.sees("#news", "Another phone has Ann's seat")
        one.enters(3)
        one.taps("not me")
        other.taps("Ann")
        other.sees("#me", "Ann")
        one.sees("#seats", "Who are you?")


def test_a_seat_taken_over_shows_nothing_of_the_other_phone_which_reads_why_it_lost_it(
    browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Phone(browser, served.url) as one, Phone(browser, served.url) as other:
        one.sits("Ann").taps("Cards")
        one.picks(list(STAYS_IN[:4]), "4")
        one.taps("Ready")
        one.sees("#entry", "10♣")
        other.sees("#in", "1 of 3 are in")
        monkeypatch.setattr(pages, "SILENT_SECONDS", 0.0)
        one.page.goto("about:blank")
        other.sees("#seats", "Ann taken, but silent: tap to take over")
        other.taps("Ann taken, but silent: tap to take over")
        other.sees("#note", "You took over Ann's seat. Please enter again what was entered there.")
        other.sees("#in", "0 of 3 are in")
        other.taps("Cards")
        other.sees("#counted", "0 of 4")
        other.taps("Points")
        other.enters(9)
        other.sees("#note:empty", "")
        one.page.goto(f"http://127.0.0.1:{served.port}/")
        one.sees("#note", "Another phone took over Ann's seat because this one was silent")
        one.sits("Bo")
        one.sees("#note:empty", "")
        served.serving.do(lambda: served.serving.game.free("Bo"))
        one.sees("#note", "The score keeper freed Bo's seat. What you entered here is gone.")


# ── entering ─────────────────────────────────────────────────────────────────────────────


def test_points_are_typed_taken_back_and_changed_or_completed(
    browser: Browser, served: Served, path: Path
) -> None:
    with Phone(browser, served.url) as ann, Phone(browser, served.url) as bo:
        ann.sits("Ann").taps("1", "2", "delete the last one", "0", "plus", "9")
        ann.sees("#typed", "10+9 = 19")
        bo.sits("Bo")
        bo.sees("#in", "0 of 3 are in")
        ann.taps("Ready")
        ann.sees("#news", "You're in.")
        bo.sees("#in", "1 of 3 are in", "Ann ✓ in")
        bo.sees("#news", "Ann is in.")
        ann.taps("Change it")
        bo.sees("#in", "0 of 3 are in")
        ann.sees("#typed", "19")
        ann.taps("1", "4")
        ann.sees("#typed", "14")
        bo.sees("#news", "Ann is no longer in.")
        ann.taps("Ready")
        ann.sees("#sent", "14 points")
        ann.taps("Change it", "plus", "3")
        ann.sees("#typed", "14+3 = 17")
        assert load_ledger(path).rounds[1:] == ()


def test_a_missing_entry_is_forgotten_once_it_is_not_needed(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").taps("I went out", "Show everybody")
        ann.sees("#wrong", "4 more cards: this round deals 4.")
        ann.taps("Everybody saw my cards")
        ann.sees("#sent", "You went out.")
        assert ann.reads("#wrong") == ""


def test_a_blank_too_few_or_too_many_cards_and_too_many_points_are_refused_in_words(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").taps("Ready")
        ann.sees("#wrong", "A blank isn't a zero")
        ann.taps("Cards")
        ann.picks([STAYS_IN[0]] * 3, "4")
        ann.sees("#wrong", "The packs have no more of this card.")
        ann.sees("#counted", "2 of 4")
        ann.page.get_by_role("button", name="take back: five of spades").first.tap()
        ann.sees("#counted", "1 of 4")
        ann.picks(list(STAYS_IN[1:3]), "4")
        ann.sees("#counted[role=status]", "3 of 4")
        ann.taps("Ready")
        ann.sees("#wrong", "1 more card: this round deals 4.")
        ann.picks(list(STAYS_IN[3:]), "4")
        ann.sees("#counted", "4 of 4")
        ann.sees("#wrong", "You have all your cards")
        ann.refusals = {422}
        ann.taps("Points", "9", "9", "9", "Ready")
        ann.sees("#wrong", "999")
        ann.shows("#ready")


def test_a_round_written_meanwhile_is_announced_and_phones_are_told_what_it_lacks(
    browser: Browser, served: Served, path: Path
) -> None:
    gone = "The round was written without what you typed here."
    with Phone(browser, served.url) as ann, Phone(browser, served.url) as bo:
        ann.refusals = {409}  # what is still on its way when the round is written
        ann.sits("Ann").taps("1", "7")
        bo.sits("Bo")
        add(path, "5", "o", "9")
        ann.sees("#round", "Round 3 of 11")
        ann.sees("#wrong", gone)
        ann.taps("Ready")
        ann.sees("#wrong", "A blank isn't a zero")
        bo.sees("#news", "Round 2 is on the sheet.")
        bo.sees("#sheet", "17")
        assert bo.reads("#wrong") == ""

        ann.begins("17")
        add(path, "5", "o", "9")
        ann.sees("#wrong", gone)
        late = '{ round: 3, entry: "17", ready: false }'
        ann.page.evaluate(f'write("/api/draft", "PUT", {late}, false)')
        ann.sees("#wrong", gone)

        ann.taps("8", "plus", "9", "Ready")
        ann.sees("#sent", "8+9 = 17 points")
        bo.enters(9)
        add(path, "5", "9", "o")
        ann.sees("#wrong", "The score keeper wrote 5 points for you, not 17.")
        bo.sees("#round", "Round 5 of 11")
        assert bo.reads("#wrong") == ""


def test_a_round_that_is_taken_back_is_not_called_written(
    browser: Browser, served: Served, path: Path
) -> None:
    with Phone(browser, served.url) as ann, Phone(browser, served.url) as bo:
        ann.refusals = {409}  # what is still on its way when the round is put back
        ann.sits("Ann").taps("1", "7")
        bo.sits("Bo").enters(17)
        assert start(["misdeal", "-f", str(path)], path.parent).code == 0
        for phone in (ann, bo):
            phone.sees("#round", "Round 1 of 11")
            phone.sees(
                "#wrong", "The table is playing another round now: what you typed here is gone."
            )
            phone.taps("Ready")
            phone.sees("#wrong", "A blank isn't a zero")


def test_a_card_that_the_game_no_longer_has_leaves_the_pad_with_a_message(
    browser: Browser, served: Served, path: Path
) -> None:
    assert start(["house", "jokers=2", "-f", str(path)], path.parent).code == 0
    with Phone(browser, served.url) as ann:
        ann.refusals = {422}  # the card that is still on its way when the game loses its jokers
        ann.sits("Ann").taps("Cards", "joker, wild")
        ann.sees("#counted", "1 of 4")
        assert start(["house", "jokers=0", "-f", str(path)], path.parent).code == 0
        ann.sees("#wrong", "The score keeper changed the game: please enter it again.")
        ann.sees("#counted", "0 of 4")


def test_a_phone_that_only_watches_follows_and_enters_nothing(
    browser: Browser, serves: Serves
) -> None:
    served = serves()
    with Phone(browser, served.serving.urls(look=True)[0]) as ann:
        ann.sees("#standings", "Ann")
        ann.sees_no("#mine")
        assert barriers(ann.page) == []
        add(served.path, "5", "o", "9")
        ann.sees("#round", "Round 2")
        ann.sees_no("#mine")


def test_a_phone_with_0_is_asked_whether_it_went_out_unless_somebody_is_out(
    browser: Browser, serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 0.5)
    served = serves(ledger(scores("Bo", Ann=12, Bo=0, Cy=31)), auto=True)
    with seated(browser, served.url, "Ann", "Bo", "Cy") as (ann, bo, cy):
        ann.enters(5)
        cy.enters(9)
        bo.taps("0", "Ready")
        bo.sees("#wrong", "0: did you go out?")
        bo.sees_no("#ready")
        bo.taps("No, just 0")
        bo.sees("#sent", "0 points")
        for phone in (ann, bo, cy):
            phone.sees("#in", "The round won't be saved by itself: nobody went out.")
        bo.taps("Change it", "0", "Ready")
        bo.sees("#wrong", "0: did you go out?")
        bo.taps("Yes, I went out")
        for phone in (ann, bo, cy):
            phone.sees("#round", "Round 3 of 11")
        assert load_ledger(served.path).rounds[1].out == ("Bo",)
        bo.taps("I went out", "Everybody saw my cards")
        ann.sees("#in", "Bo ✓ out")
        ann.enters(0)
        assert ann.reads("#wrong") == ""


def test_a_draft_outlives_a_page_loaded_again_and_a_ledger_that_cannot_be_read(
    browser: Browser, served: Served
) -> None:
    text = served.path.read_text("utf-8")
    with Phone(browser, served.url) as ann:
        ann.refusals = {409}
        ann.sits("Ann").begins("17")
        ann.page.reload()
        ann.sees("#typed", "17")
        served.path.unlink()
        lost = "The score sheet can't be read just now: look at the laptop."
        ann.sees("#trouble", lost)
        ann.taps("Ready")
        ann.sees("#wrong", lost)
        ann.sees("#typed", "17")
        seeded(served.path, text)
        ann.sees("#trouble:empty", "")
        ann.taps("Ready")
        ann.sees("#sent", "17 points")


# ── going out ────────────────────────────────────────────────────────────────────────────


def test_a_claim_is_judged_on_all_screens_and_a_wrong_one_can_be_corrected(
    browser: Browser, served: Served
) -> None:
    with (
        seated(browser, served.url, "Ann", "Bo") as (ann, bo),
        Phone(browser, f"{served.url}/tv") as screen,
    ):
        ann.taps("I went out")
        ann.picks(list(STAYS_IN[:4]), "4")
        ann.sees("#counted", "4 of 4 in melds, now the discard")
        ann.picks([STAYS_IN[4]], "4")
        ann.taps("Show everybody")
        for phone in (ann, bo, screen):
            phone.sees("#claim", "No. Ann doesn't go out.", "discarding K♥")
        bo.sees("#news.refused", "No. Ann doesn't go out.")
        assert box(bo, "#news").bottom <= box(bo, "#claim h2").top
        bo.enters(9)
        ann.sees("#news:not(.refused)", "Bo is in.")
        ann.taps("take back: nine of diamonds", "take back: ten of clubs")
        ann.picks(list(GOES_OUT[2:4]), "4")
        ann.taps("Show everybody")
        for phone in (ann, bo, screen):
            phone.sees("#claim", "Yes. Ann goes out.", "set", "discard", "Last turns: Bo and Cy.")
        ann.sees("#sent", "You went out.")
        bo.taps("Change it", "Cards")
        bo.picks(list(parse_cards("5c 6c 7c qd")), "4")
        bo.taps("Ready")
        bo.sees("#entry", "10 points")
        bo.shows("#entry .left")


def test_everybody_sees_who_goes_out_and_when_two_did(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url) as ann, Phone(browser, f"{served.url}/tv") as screen:
        ann.sits("Ann").taps("I went out", "Everybody saw my cards")
        screen.sees("#news", "Ann went out.")
        screen.sees("#in", "Ann ✓ out")
        with Phone(browser, served.url) as cy:
            cy.sits("Cy").enters(9)
        with Phone(browser, served.url) as bo:
            bo.sits("Bo").taps("I went out", "Everybody saw my cards")
            problem = "The round can't be saved yet: Ann and Bo can't both have gone out first."
            ann.sees("#in", f"{problem} If the mistake is yours, tap Change it.")
            assert "type o" not in ann.reads("#in")


# ── the server comes and goes ────────────────────────────────────────────────────────────


def is_right(phone: Phone, number: int) -> None:
    """The page shows the round, and reports no trouble any more."""
    phone.sees("#round", f"Round {number} of 11")
    phone.sees_no("#trouble:not(:empty)")


def test_the_page_says_that_the_server_is_gone_and_is_right_again_when_it_is_back(
    browser: Browser, process: people.Served, path: Path
) -> None:
    with Phone(browser, process.url) as ann:
        ann.sits("Ann").begins("17")
        ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        process.ends()
        ann.sees("#trouble", "isn't answering. This page will reconnect by itself.")
        expect(ann.page.locator("#trouble")).to_be_in_viewport()
        ann.taps("Ready")
        ann.sees("#wrong", "What you typed is still here.")
        process.comes_back()
        ann.sees("#trouble:empty", "")
        ann.sees("#typed", "17")
        ann.taps("Ready")
        ann.sees("#sent", "17 points")
        process.ends()
        add(path, "5", "o", "9")
        process.comes_back()
        is_right(ann, 3)


def test_the_words_not_sent_disappear_if_it_was_sent_after_all(
    browser: Browser, process: people.Served
) -> None:
    with Phone(browser, process.url) as ann:
        ann.sits("Ann").begins("17")
        process.process.send_signal(signal.SIGSTOP)
        ann.taps("Ready")
        ann.sees("#wrong", "Not sent: the computer didn't answer.")
        process.process.send_signal(signal.SIGCONT)
        ann.sees("#sent", "17 points")
        ann.sees("#wrong:empty", "")


def test_on_the_network_a_phone_comes_by_the_address_of_this_machine(
    browser: Browser, serves: Serves
) -> None:
    served = serves(is_lan=True)
    if not served.serving.urls():
        pytest.skip("this machine isn't on a network")
    url = served.serving.urls()[0]
    assert "127.0.0.1" not in url
    with Phone(browser, url) as ann, Phone(browser, f"{url}/tv") as screen:
        assert not ann.page.evaluate("isSecureContext")
        ann.sits("Ann").enters(12)
        screen.sees("#in", "1 of 3 are in")
        host = urlsplit(url).hostname
        assert f"a phone has joined ({host})" in served.told
    line = HTTPConnection(str(host), served.port, timeout=20)
    for meant, status in ((f"{host}:{served.port}", 200), (f"evil.example:{served.port}", 404)):
        line.request("GET", urlsplit(url).path, headers={"Host": meant, "Connection": "close"})
        assert line.getresponse().status == status
        line.close()


class Chat(BaseHTTPRequestHandler):
    """Another site, where somebody has posted the address of the game."""

    url = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        # A phone waits for the news of a page, and this one is never told any.
        link = f'<a href="{self.url}">the game</a>'
        self.wfile.write(f"{link}<script>state = {{}}</script>".encode())


def test_a_link_in_a_chat_leads_to_the_page_although_its_cookie_is_strict(
    browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Chat, "url", served.url)
    monkeypatch.setattr(Chat, "log_message", lambda *_: None)
    with HTTPServer(("127.0.0.1", 0), Chat) as chat:
        threading.Thread(target=chat.serve_forever, daemon=True).start()
        with Phone(browser, f"http://localhost:{chat.server_port}/") as ann:
            ann.page.get_by_role("link", name="the game").tap()
            ann.sits("Ann").enters(12)
            assert ann.page.url == f"http://127.0.0.1:{served.port}/"
        chat.shutdown()


def test_a_page_follows_to_a_new_game_and_serves_its_players(
    browser: Browser, served: Served
) -> None:
    friday = seeded(served.path.with_name("friday.toml"), ledger(title="Friday"))
    with Phone(browser, served.url) as ann, Phone(browser, served.url) as other:
        ann.sits("Ann").enters(12)
        other.sees("#news", "Ann is in.")
        served.serving.move_to(friday)
        for phone in (ann, other):
            phone.sees("#news", "A new game.")
            phone.sees("h1", "Friday")
            phone.sees("#round", "Round 1 of 11")
        ann.sees("#wrong", "The table is playing another round now: what you typed here is gone.")
        ann.enters(3)
        served.serving.do(lambda: served.serving.game.free("Ann"))
        ann.sees("#seats", "Who are you?")


def test_an_idle_page_shows_free_seats_and_new_names(
    browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = served.phone("Bo")
    with Phone(browser, served.url) as ann, Phone(browser, served.url) as other:
        ann.sits("Ann").begins("17")
        other.sees("#seats", "Bo taken")
        monkeypatch.setattr(pages, "SILENT_SECONDS", 0.0)
        other.sees("#seats", "Bo taken, but silent: tap to take over")
        other.taps("Bo taken, but silent: tap to take over")
        other.sees("#me", "Bo")
        assert bo.state()["me"] is None
        run = ["player", "rename", "Ann", "Zoë 🦊", "-f", str(served.path)]
        assert start(run, served.path.parent).code == 0
        ann.sees("#me", "Zoë 🦊")
        ann.sees("#typed", "17")


def test_a_phone_that_lost_access_is_told(browser: Browser, process: people.Served) -> None:
    with Phone(browser, process.url) as ann:
        ann.refusals = {404}
        ann.sees("#seats", "Who are you?")
        process.ends()
        process.options = ("--new-token",)
        process.comes_back()
        ann.sees("#trouble", "scan the code on the score keeper's computer again")


LOOKS = """performance.getEntriesByType("resource")
    .filter(({ name }) => name.includes("/api/news"))
    .map(({ startTime }) => startTime)"""
"""When a page looked at the game, in milliseconds."""


def test_a_busy_page_asks_five_times_a_second(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url) as ann:
        ann.page.evaluate("setInterval(refresh, 3)")
        ann.page.wait_for_function(f"() => {LOOKS}.length > 5")
        looks = ann.page.evaluate(LOOKS)
        assert min(later - before for before, later in pairwise(looks)) > 150


def test_an_idle_page_holds_one_stream_and_asks_nothing(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann")
        asked: list[str] = []
        ann.is_spoilt = True
        ann.page.on("request", lambda request: asked.append(request.url))

        def is_quiet() -> bool:
            asked.clear()
            ann.page.wait_for_timeout(2_000)
            return not asked

        until(is_quiet)  # what it asks because it sat down may still be on its way
