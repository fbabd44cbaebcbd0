"""What goes over the wire: one page to begin with, then only what changed, compressed."""

import gzip
import json
from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Route

from scorekeeper.serve.pages import Rendering
from tests.program import Run, ledger, scores
from tests.serve.people import Phone, add
from tests.serve.phones import Page, Served, Serves

NAMES = "Ann Bo Cy Di Eli Fay Gus Hal Ida Jo Kim Lou Mia Ned"
FOURTEEN = tuple(f"{name}-Elisabeth" for name in NAMES.split())


def rounds(names: Sequence[str], many: int) -> list[str]:
    """Rounds in which everybody goes out in turn and no two have the same points."""

    def one(number: int) -> str:
        points = {name: (7 * seat + 13 * number) % 40 + 1 for seat, name in enumerate(names)}
        out = names[number % len(names)]
        return scores(out, **{**points, out: 0})

    return [one(number) for number in range(many)]


def page(**parts: str) -> str:
    """A page whose parts have these texts, the sheet in the second column."""
    written = {name: f'<section id="{name}">{text}</section>' for name, text in parts.items()}
    sheet = written.pop("sheet", "")
    return f'<div id="play">{"".join(written.values())}</div><div id="follow">{sheet}</div>'


def test_only_parts_that_changed_since_a_phone_looked_are_sent() -> None:
    rendering = Rendering()
    rendering.write(lambda _: page(round="1", standings="a", sheet="x"))
    first = rendering.seen
    rendering.write(lambda _: page(round="2", claim="yes", standings="a", sheet="x"))
    second = rendering.seen
    rendering.write(lambda _: page(round="2", claim="yes", standings="a", sheet="y"))
    new = '<section id="claim">yes</section>'
    assert rendering.since(second) == {
        "play": {"round": None, "claim": None, "standings": None},
        "follow": {"sheet": '<section id="sheet">y</section>'},
    }
    assert rendering.since(first)["play"] == {
        "round": '<section id="round">2</section>',
        "claim": new,
        "standings": None,
    }
    assert None not in rendering.since(0)["play"].values()


def test_a_part_that_disappeared_and_came_back_is_sent_again() -> None:
    rendering = Rendering()
    rendering.write(lambda _: page(claim="yes"))
    rendering.write(lambda _: page(round="2"))
    seen = rendering.seen
    rendering.write(lambda _: page(claim="yes", round="2"))
    assert rendering.since(seen)["play"]["claim"] == '<section id="claim">yes</section>'


@pytest.mark.parametrize("path", ["/", "/tv", "/page.js", "/api/news?view=phone&seen=0"])
def test_answers_are_compressed_for_those_who_take_it(serves: Serves, path: str) -> None:
    phone = serves(ledger(*rounds(FOURTEEN[:4], 9), players=FOURTEEN[:4])).phone()
    plain = phone.asks("GET", path)
    assert "content-encoding" not in plain.headers
    with closing(HTTPConnection("127.0.0.1", phone.port, timeout=60)) as line:
        line.request("GET", path, headers={"Cookie": phone.cookie, "Accept-Encoding": "gzip, br"})
        packed = line.getresponse()
        assert packed.getheader("content-encoding") == "gzip"
        content = gzip.decompress(packed.read())
    assert len(content) == len(plain.text.encode())


def test_a_row_of_the_sheet_that_a_phone_has_is_sent_empty() -> None:
    def sheet(*rows: str) -> str:
        return "".join(f'<tr id="r{i}">{row}</tr>' for i, row in enumerate(rows, start=1))

    rendering = Rendering()
    rendering.write(lambda _: page(sheet=sheet("12", "31")))
    first = rendering.seen
    rendering.write(lambda _: page(sheet=sheet("12", "31", "5")))
    second = rendering.seen
    sent = '<section id="sheet"><tr id="r1"></tr><tr id="r2"></tr><tr id="r3">5</tr></section>'
    assert rendering.since(first)["follow"] == {"sheet": sent}
    assert sheet("12", "31", "5") in str(rendering.since(0)["follow"]["sheet"])
    rendering.write(lambda _: page(sheet=sheet("12", "13", "5")))
    sent = '<section id="sheet"><tr id="r1"></tr><tr id="r2">13</tr><tr id="r3"></tr></section>'
    assert rendering.since(second)["follow"] == {"sheet": sent}


@pytest.mark.parametrize("seen", ["", "x", "-1", "%C2%B2", "9" * 19, "9" * 40])
def test_an_unknown_number_brings_everything(serves: Serves, seen: str) -> None:
    phone = serves().phone()
    news = phone.asks("GET", f"/api/news?seen={seen}")
    assert news.status == 200
    assert "Round 1" in news.json["page"]["play"]["round"]


def test_a_load_is_one_page_and_each_change_costs_at_most_3_kb_for_fourteen(
    browser: Browser, serves: Serves
) -> None:
    text = ledger(*rounds(FOURTEEN, 9), players=FOURTEEN)
    served = serves(text.replace("decks = 2", "decks = 7"))
    with Phone(browser, served.url) as bo:
        wire, ann = Wire(bo), served.phone(FOURTEEN[0])
        bo.page.reload()
        bo.sees("#seats", "Ann")
        bo.page.wait_for_timeout(1_000)
        came = wire.takes()
        # What the page asked for before it was loaded anew may have come meanwhile.
        loaded = came[[path for path, _ in came].index("/") :]
        assert [path for path, _ in loaded if path in ("/", "/api/news")] == ["/"]
        assert sum(size for _, size in loaded) < 60_000
        ann.sends("12", 10)
        bo.sees("#in", "1 of 14 are in")
        drafted = wire.takes()
        assert {path for path, _ in drafted} == {"/api/events"}
        for number, sees in ((10, "Round 11"), (11, "wins")):
            add(served.path, "o", *map(str, range(number, number + 13)))
            bo.sees("#round", sees)
        rows = "[...document.querySelectorAll('#sheet tbody tr')].map((row) => row.innerText)"
        was = bo.page.evaluate(rows)
        bo.page.wait_for_timeout(500)
        changed = wire.takes()
        assert {path for path, _ in changed} == {"/api/events", "/api/news"}
        assert max(size for _, size in drafted + changed) <= 3_000, changed
        bo.page.reload()
        assert bo.page.evaluate(rows) == was


def test_an_event_brings_short_news_to_a_page_and_announces_long_ones(
    serves: Serves, run: Run
) -> None:
    served = serves()
    ann, bo = served.phone("Ann"), served.phone("Bo")
    seen = ann.asks("GET", "/api/news").json["seen"]
    listening = [Page(phone, f"?view=phone&seen={seen}") for phone in (ann, bo)]

    def heard() -> Any:
        return [json.loads(page.hears().get("data", "0")) for page in listening]

    assert heard() == [0, 0]
    first, _ = heard()
    assert (first["since"], set(first["page"]["follow"].values())) == (seen, {None})
    bo.sends("12")
    to_ann, to_bo = heard()
    asked = ann.asks("GET", f"/api/news?seen={first['seen']}").json
    assert to_ann == {**asked, "seen": to_ann["seen"]}
    assert (to_ann["me"]["draft"], to_bo["me"]["draft"]["entry"]) == (None, "12")
    assert "1 of 3 are in" in str(to_ann["page"])
    run("add", "8", "o", "5")
    assert heard() == [{"version": first["version"] + 2}] * 2
    seen = ann.asks("GET", f"/api/news?seen={to_ann['seen']}").json["seen"]
    bo.sends("9", 2)
    last, _ = heard()
    assert last["since"] <= seen <= last["seen"]
    for page in listening:
        page.closes()


@pytest.mark.parametrize("seen", ["1", "9e15"])
def test_a_page_that_lacks_what_news_are_about_asks_for_all_of_it(
    browser: Browser, served: Served, seen: str
) -> None:
    with Phone(browser, served.url) as ann:
        ann.page.evaluate(f"seen = {seen}, byId('standings').remove()")
        served.phone("Bo").sends("9", 2)
        ann.sees("#standings", "Cy")
        ann.sees("#in", "1 of 3 are in")


def test_an_answer_under_way_does_not_undo_later_news(browser: Browser, served: Served) -> None:
    late: list[tuple[Route, APIResponse]] = []
    with Phone(browser, served.url) as ann:
        ann.is_spoilt = True
        ann.page.route("**/api/news*", lambda route: late.append((route, route.fetch())))
        ann.page.evaluate("refresh()")
        while not late:
            ann.page.wait_for_timeout(20)
        served.phone("Bo").sends("9", 2)
        ann.sees("#in", "1 of 3 are in")
        for route, answer in late[:1]:
            route.fulfill(response=answer)
        ann.page.wait_for_timeout(300)
        assert ann.page.evaluate("state.seats[1].ready")


def test_a_late_event_does_not_bring_back_an_older_draft(browser: Browser, served: Served) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann")
        asks = "fetch(`/api/news?view=phone&seen=${seen}`).then(answer => answer.text())"
        late = ann.page.evaluate(asks)
        ann.begins("1")
        ann.page.evaluate("refresh()")
        assert ann.waits("() => state.me.draft?.entry === '1'")
        ann.page.evaluate(LATE_NEWS, late)
        assert ann.page.evaluate("[state.me.draft?.entry, mine.digits]") == ["1", "1"]
        assert ann.reads("#wrong") == ""


def test_news_spells_names_in_every_script_as_they_are(serves: Serves) -> None:
    names = ("مريم", "Bo", "Grüße")
    phone = serves(ledger(players=names).replace('"Ann"', '"Bo"')).phone(names[0])
    assert f'"me": {{"player": "{names[0]}"' in phone.asks("GET", "/api/news").text


LATE_NEWS = """text => {
    const news = JSON.stringify({ ...JSON.parse(text), since: seen, seen });
    stream.dispatchEvent(new MessageEvent("state", { data: news }));
}"""
"""Brings news to a page as if they had been sent before what it has seen of its own draft."""


class Wire:
    """The bytes that came over the wire to a phone, by the path that was asked."""

    def __init__(self, phone: Phone) -> None:
        self._paths: dict[str, str] = {}
        self._came: list[tuple[str, int]] = []
        phone.is_spoilt = True
        session = phone.page.context.new_cdp_session(phone.page)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.eventSourceMessageReceived", self._told)
        session.send("Network.enable")

    def _answered(self, event: dict[str, Any]) -> None:
        address = event["response"]["url"].partition("?")[0]
        self._paths[event["requestId"]] = "/" + address.split("/", 3)[3]

    def _finished(self, event: dict[str, Any]) -> None:
        if path := self._paths.get(event["requestId"]):
            self._came.append((path, int(event["encodedDataLength"])))

    def _told(self, event: dict[str, Any]) -> None:
        self._came.append(("/api/events", len(event["data"].encode()) + 50))  # with what is around

    def takes(self) -> list[tuple[str, int]]:
        """What has come since it was last asked."""
        came, self._came = self._came, []
        return came
