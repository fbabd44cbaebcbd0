"""Phones around the table, for tests: the real server, and people who tap in a real browser."""

import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, ConsoleMessage, Page, Response, ViewportSize, expect
from playwright.sync_api import Error as Gone

from scorekeeper.cards import RANK_NAMES as RANKS
from scorekeeper.cards import SUIT_NAMES as SUITS
from scorekeeper.cards import Card
from tests.program import begin_serving, start

WAIT = 60_000
"""Milliseconds until what must come has come; a busy machine takes its time."""

SMALL = (360, 740)

BY_TOKEN = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]{20,}")

PUT_AWAY: WeakKeyDictionary[Browser, list[Page]] = WeakKeyDictionary()
"""Pages that are asleep or empty, without a cookie, for the phones to come."""

expect.set_options(timeout=WAIT)

COMES = """([look, arg, most]) => new Promise(done => {
    const until = performance.now() + most, find = eval(look);
    const again = turn => {
        const found = find(arg, turn);
        found || performance.now() > until ? done(found) : setTimeout(again, 20, turn + 1);
    };
    again(0);
})"""
"""Looks at a page until there is what ``look`` finds, 50 times a second, and says what it is.

Playwright's own ways load a large script into every page, and take three times as long to tap.
"""

DRAWN = "() => document.readyState === 'complete' && typeof state === 'object' && state !== null"
"""Whether a page has had its first news: before them its script shows no seats."""

IS_ASLEEP = """() => {
    if (typeof stream !== 'object') return false;
    window.fetch = () => new Promise(() => {});
    window.EventSource = function () { this.addEventListener = this.close = () => {}; };
    stream?.close();
    stop();
    return true;
}"""
"""Lets the page of a game hear and ask nothing any more; no other page can be told so.

To load an empty page instead, only to load the next one after it, takes four times as long.
"""

SHOWN = """where => {
    const part = document.querySelector(where), box = part?.getBoundingClientRect();
    return box?.width && box.height && part.checkVisibility({ visibilityProperty: true });
}"""
HIDDEN = f"where => !({SHOWN})(where)"

SAYS = """([where, text]) => {
    const found = document.querySelectorAll(where);
    return found.length === 1 && found[0].textContent.replace(/\\s+/g, ' ').includes(text);
}"""
"""Whether the one part of a page that is meant says a text."""

AIM = """(name, turn) => {
    document.querySelector('#after')?.open && closeCard();
    const called = key => (key.ariaLabel ?? key.textContent).replace(/\\s+/g, ' ').trim();
    const [key, more] = [...document.querySelectorAll('button:enabled')].filter(
        key => called(key) === name && key.checkVisibility({ visibilityProperty: true }));
    if (!key || more) return null;
    key.scrollIntoViewIfNeeded();
    if (turn) key.scrollIntoView({ block: ['center', 'end', 'start'][turn % 3] });
    const { x, y, width, height } = key.getBoundingClientRect();
    const at = high => [x + width / 2, y + high];
    const isSeen = high => key.contains(document.elementFromPoint(...at(high)));
    return [2, height / 2, height - 2].every(isSeen) ? at(height / 2) : null;
}"""
"""Where to tap the button of this name, once no card after a round, or anything else, hides it."""


def add(path: Path, *entries: str) -> None:
    """Write a round from another terminal."""
    assert start(["add", "-f", str(path), *entries], path.parent).code == 0


class Served:
    """``sk serve`` in a process of its own, with a keyboard; a restart uses the same port."""

    def __init__(self, ledger: Path, *options: str) -> None:
        self.ledger, self.options = ledger, options
        self.port = 0
        self.comes_back()

    def comes_back(self) -> None:
        """Start it, or start it again after its end."""
        words = (str(self.ledger), "--port", str(self.port), *self.options)
        self.process, self.url = begin_serving(Path.cwd(), *words, stdin=subprocess.PIPE)
        self.port = urlsplit(self.url).port or 0

    def types(self, line: str) -> None:
        """Type a line and Enter on the terminal where it runs."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ends(self) -> None:
        """Kill it, as a flat battery would."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def serving(ledger: Path, *options: str) -> Iterator[Served]:
    """Serve the game of a ledger for as long as the test needs it."""
    served = Served(ledger, *options)
    try:
        yield served
    finally:
        served.process.send_signal(signal.SIGCONT)
        served.ends()


class Phone:
    """A phone with its own cookies, on the page of a game; its browser must report no error.

    ``refusals`` are the statuses that a test causes. A phone that is put away becomes the next one:
    opening another takes as long as loading the page. With settings in ``more`` a phone is thrown
    away, as is one that a test calls spoilt.
    """

    def __init__(
        self, browser: Browser, url: str, screen: tuple[int, int] = SMALL, **more: Any
    ) -> None:
        self.is_spoilt = bool(more)
        viewport: ViewportSize = {"width": screen[0], "height": screen[1]}
        self.away = PUT_AWAY.setdefault(browser, [])
        if self.away and not more:
            self.page = self.away.pop()
            self.page.set_viewport_size(viewport)
        else:
            settings = {"has_touch": True, "reduced_motion": "reduce", **more}
            self.page = browser.new_context(viewport=viewport, **settings).new_page()
            self.page.set_default_timeout(WAIT)
        self.wrong: list[str] = []
        self.refusals: set[int] = set()
        self.listens: dict[Any, Callable[[Any], None]] = {
            "console": self._note,
            "pageerror": lambda error: self.wrong.append(str(error)),
            "response": self._note_answer,
        }
        for event, note in self.listens.items():
            self.page.on(event, note)
        if BY_TOKEN.fullmatch(url):  # the page that sets the cookie costs a third of the next one
            self.page.request.get(url)
            url = url[: url.rindex("/") + 1]
        self.page.goto(url)
        if more:  # maybe without scripts
            self.page.locator("main").wait_for()
        else:
            assert self.waits(DRAWN), url  # the address with the token leads there

    def _note(self, message: ConsoleMessage) -> None:
        # What can't be loaded is noted where it is answered; the server may be away.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.wrong.append(message.text)

    def _note_answer(self, answer: Response) -> None:
        asked = f"{answer.request.method} {answer.url} {answer.request.post_data}"
        if answer.status >= 400 and answer.status not in self.refusals:
            self.wrong.append(f"{answer.status} to {asked}")

    def _falls_asleep(self) -> None:
        """This page sends no more requests."""
        with suppress(Gone):  # on its way to another page
            if self.page.evaluate(IS_ASLEEP):
                return
        self.page.goto("about:blank")

    def __enter__(self) -> "Phone":
        """Take the phone out of the pocket."""
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        """Put the phone away; the browser must have had nothing to complain about."""
        if error or self.is_spoilt:
            self.page.context.close()
        else:
            self._falls_asleep()
            for event, note in self.listens.items():
                self.page.remove_listener(event, note)
            self.page.emulate_media(color_scheme="light")
            self.page.context.clear_cookies()
            self.away.append(self.page)
        assert error or self.wrong == [], self.wrong

    def waits(self, look: str, arg: Any = None, most: float = WAIT) -> Any:
        """What ``look`` finds on the page, once it does; nothing after ``most`` milliseconds."""
        while True:
            try:
                return self.page.evaluate(COMES, [look, arg, most])
            except Gone as error:
                if "context was destroyed" not in str(error):  # another page is on its way
                    raise

    def taps(self, *names: str) -> None:
        """Tap buttons, by their names."""
        for name in names:
            at = self.waits(AIM, name)
            assert at, f"there is no {name} to tap: {self.reads('body')}"
            self.page.touchscreen.tap(*at)

    def sits(self, player: str) -> "Phone":
        """Say who it is."""
        self.taps(player)
        self.sees("#me", player)
        return self

    def enters(self, points: int) -> None:
        """Type points on the number pad and send them."""
        self.taps("Points", *str(points), "Ready")
        self.shows("#sent")

    def picks(self, cards: list[Card], wild: str | None) -> None:
        """Tap cards on the card pad."""
        for card in cards:
            mark = ", wild" if card.rank == wild else ""
            name = f"{RANKS[card.rank]} of {SUITS[card.suit]}{mark}"
            self.taps(name)

    def begins(self, entry: str) -> None:
        """Type points on the number pad; they reach the server but aren't ready yet."""

        def has_come(answer: Response) -> bool:
            return f'"entry":"{entry}"' in (answer.request.post_data or "")

        with self.page.expect_response(has_come):
            self.taps(*entry)

    def sees(self, where: str, *texts: str) -> None:
        """Wait for texts in a part of the page, no longer than anything may take."""
        for text in texts:
            found = self.waits(SAYS, [where, text])
            assert found, f"{text} isn't in {self.page.locator(where).all_inner_texts()}"

    def shows(self, where: str) -> None:
        """Wait for a part of the page, no longer than that."""
        assert self.waits(SHOWN, where), where

    def sees_no(self, where: str) -> None:
        """Wait until a part of the page is gone or hidden."""
        assert self.waits(HIDDEN, where), where

    def reads(self, where: str) -> str:
        """The text in a part of the page right now."""
        return str(self.page.evaluate("where => document.querySelector(where).textContent", where))

    def wakes(self) -> None:
        """Take the phone up again after a sleep."""
        self.page.evaluate("dispatchEvent(new Event('online'))")


@contextmanager
def seated(browser: Browser, url: str, *players: str) -> Iterator[tuple[Phone, ...]]:
    """A phone for each of these players, with its seat taken."""
    with ExitStack() as phones:
        yield tuple(phones.enter_context(Phone(browser, url)).sits(name) for name in players)
