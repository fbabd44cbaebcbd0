"""Which phones are here: who asks and who listens, and how much of both is served.

All of it happens in one thread, that of the server's loop.
"""

import asyncio
import random
import time
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Callable, Collection, Iterable

from scorekeeper.errors import UsageError

SILENT_SECONDS = 60.0
"""After so much silence a phone may have left, and another one may take its seat."""

MOST_PHONES = 64
MOST_STREAMS = 4
MOST_A_SECOND = 20

KEEP_ALIVE_SECONDS = 20.0
EVENTS_APART = 0.25
"""Seconds between two events of a stream, more or less: all that happens meanwhile is one.

A quarter more or less, so that not all pages ask for the new state at the same moment.
"""


class TooMuchError(UsageError, kind="too-much"):
    """More phones, or more requests, than are served."""

    status = 429


class Presence:
    """The phones that are here, and the version of what they see, which their pages follow.

    ``known`` are those that were here before a restart: they get their time to come back.
    """

    def __init__(
        self, known: Iterable[str] = (), now: Callable[[], float] = time.monotonic
    ) -> None:
        self._now = now
        self._asked: dict[str, deque[float]] = {
            phone: deque([now()], MOST_A_SECOND) for phone in known
        }
        # What wakes each page that listens.
        self._streams: defaultdict[str, list[asyncio.Event]] = defaultdict(list)
        self._is_closing = False
        # The clock's seconds: so it grows over a restart as well.
        self.version = int(time.time())

    def greet(self, phone: str, seated: Collection[str] = (), *, counts: bool = True) -> None:
        """Note that a phone asks; TooMuchError where it is too much.

        Where all places are taken, the phone that was quiet for longest makes room, but none that
        listens or is among the ``seated``. ``counts`` is false for the page's own files: who loads
        the page twice in a second and types asks for nothing too often.
        """
        now = self._now()
        asked = self._asked.get(phone)
        if asked is None:
            if len(self._asked) >= MOST_PHONES:
                self._make_room(seated)
            asked = self._asked[phone] = deque(maxlen=MOST_A_SECOND)
        if not counts and asked:
            return
        if len(asked) == MOST_A_SECOND and now - asked[0] < 1:
            problem = f"this phone asks more than {MOST_A_SECOND} times in a second"
            raise TooMuchError(problem, remedy="wait a second, and try again")
        asked.append(now)

    def _make_room(self, seated: Collection[str]) -> None:
        may_go = [who for who in self._asked if who not in seated and not self.listens(who)]
        if not may_go:
            problem = f"{MOST_PHONES} phones are here, and more are not served"
            raise TooMuchError(problem, remedy="close the page on a phone that has no seat")
        del self._asked[min(may_go, key=lambda who: self._asked[who][-1])]

    def is_silent(self, phone: str) -> bool:
        """Whether a phone neither listens nor has asked anything for a minute."""
        asked = self._asked.get(phone)
        is_long_ago = not asked or self._now() - asked[-1] >= SILENT_SECONDS
        return is_long_ago and not self.listens(phone)

    def listens(self, phone: str) -> bool:
        """Whether a page of this phone is open."""
        return bool(self._streams.get(phone))

    def news(self) -> None:
        """Say to every page that listens that something is another now."""
        self.version += 1
        self._wake()

    def end(self) -> None:
        """End every stream; the pages open them again where a server comes back."""
        self._is_closing = True
        self._wake()

    def _wake(self) -> None:
        for streams in self._streams.values():
            for woken in streams:
                woken.set()

    async def events(self, phone: str) -> AsyncGenerator[str]:
        """The events of one page: the version at once, and whenever it is another.

        A phone has four at most, and the oldest ends with ``bye``.
        """
        woken, streams = asyncio.Event(), self._streams[phone]
        streams.append(woken)
        if len(streams) > MOST_STREAMS:
            streams.pop(0).set()
        sent = 0
        try:
            yield "retry: 1000\n\n"
            while woken in streams and not self._is_closing:
                woken.clear()
                if self.version != sent:
                    sent = self.version
                    yield f'event: state\nid: {sent}\ndata: {{"version": {sent}}}\n\n'
                    await asyncio.sleep(EVENTS_APART * random.uniform(0.75, 1.25))
                    continue
                try:
                    await asyncio.wait_for(woken.wait(), KEEP_ALIVE_SECONDS)
                except TimeoutError:
                    yield ": still here\n\n"
            if woken not in streams:
                yield "event: bye\ndata: {}\n\n"
        finally:
            if woken in streams:
                streams.remove(woken)
            if self._streams.get(phone) == []:  # from now on the phone is silent
                if phone in self._asked:
                    self._asked[phone].append(self._now())
                del self._streams[phone]
