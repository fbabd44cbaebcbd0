"""The game as phones see it: the sheet, the seats, what they sent, and who is here."""

import asyncio
import random
import time
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scorekeeper import store
from scorekeeper.cards import RANK_NAMES
from scorekeeper.errors import (
    CardError,
    ConflictError,
    FileError,
    ScorekeeperError,
    UsageError,
    listed,
    printable,
)
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.scoring import record
from scorekeeper.render.machine_cards import Facts
from scorekeeper.render.words import person
from scorekeeper.serve.claims import Judged, judged
from scorekeeper.serve.door import KEYBOARD
from scorekeeper.serve.drafts import (
    GONE,
    Draft,
    Phones,
    command_of,
    entries_of,
    is_as_sent,
    place,
    question,
    refuse_draft,
    refuse_who_is_away,
    round_number,
    row_to_enter,
)
from scorekeeper.serve.pages import seats, sheet_facts, shown
from scorekeeper.serve.phones_file import save_phones

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


# ── the served game ──────────────────────────────────────────────────────────────────────────


AUTO_SECONDS = 5.0

CLAIM_SECONDS = 5.0
"""How long a phone waits for a verdict; any hand alone takes less than two seconds."""

REFUSAL_SECONDS = 45.0
"""A claim that does not stand makes way after so long, for the game goes on."""


def file_mark(path: Path) -> tuple[int, ...] | None:
    """What changes whenever a file is written; None where it is not there."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_ino, facts.st_size, facts.st_mtime_ns


def read(path: Path) -> tuple[Game, Facts]:
    """The game in a file, and what phones see of its sheet."""
    game = store.load(path).game
    return game, sheet_facts(game, path.name)


class ServedGame:
    """One game and its phones; ``tell`` says a line on the terminal.

    With ``auto`` a round that ``add`` would take without a question or a remark writes itself.
    """

    def __init__(
        self, path: Path, phones: Phones, tell: Callable[[str], None], *, auto: bool = False
    ) -> None:
        self.path, self.tell, self.auto = path, tell, auto
        self.here = Presence(phones.seats.values())
        self.mark = file_mark(path)
        self.game, self._sheet = read(path)
        self.row = row_to_enter(self.game)
        self.phones = phones.at(self.game)
        self.trouble: ScorekeeperError | None = None
        self._judged: Judged | None = None
        self._claimed_at = 0.0
        self._referee, self._claiming = ThreadPoolExecutor(1, "referee"), set[str]()
        self._wrong: ScorekeeperError | None = None
        self.writes_at: float | None = None
        self._asked = ""
        self._waits = False
        self._around: tuple[bool, set[str]] = False, set()
        self._are_kept: dict[Path, bool] = {}
        self._saving, self._changes, self._saved = asyncio.Lock(), 0, 0
        self.writing = asyncio.Lock()

    # ── the ledger ───────────────────────────────────────────────────────────────────────

    def take(self, game: Game, sheet: Facts) -> None:
        """Go on with the game as it is now; drafts for another round than its next are gone."""
        sent, row, fresh = self.phones, self.row, row_to_enter(game)
        if place(row) != place(fresh):
            self._judged, self._waits = None, False
            if row and not is_as_sent(row, sent, game):
                what = "is written" if len(game.rounds) > row.at else "is not played now"
                self.tell(f"{row.subject} {what}: what phones sent is gone")
        self.game, self.row, self._sheet, self.trouble = game, fresh, sheet, None
        self.phones, self._changes = sent.at(game), self._changes + 1
        self.settle()
        self.here.news()

    def go_along(self, path: Path) -> None:
        """Go on with another game, with the seats of those who play it, too."""
        mark = file_mark(path)
        game, sheet = read(path)
        seats, lost = self.phones.seats, ""
        if self.phones.drafts:
            lost = "; what they had sent is gone"
        self.path, self.mark, self.row = path, mark, None
        self.phones = self.phones._replace(drafts={}, names=())
        self.take(game, sheet)
        if away := [person(name) for name in seats if name not in game.names]:
            lost += f", and {listed(away)} {'has' if len(away) == 1 else 'have'} no seat here"
        self.tell(f"phones go along{lost}")

    def look_around(self) -> None:
        """Hold the round while the keyboard writes it; say when a seat may be taken over."""
        is_old = time.monotonic() >= self._claimed_at + REFUSAL_SECONDS
        if self._judged and not self._judged.entry and is_old:
            self._judged = None
            self.here.news()
        before, was_held = (self._around, self.writes_at), self._around[0]
        self._around = self.is_held, set(filter(self.here.is_silent, self.phones.seats.values()))
        if self.is_held:  # maybe by another keyboard than the one at the last look
            self.writes_at = None
        elif was_held:  # it has written nothing, and the phones go on
            self.settle()
        if (self._around, self.writes_at) != before:
            self.here.news()

    # ── what phones send ─────────────────────────────────────────────────────────────────

    def sit(self, phone: str, player: str) -> None:
        """Give a phone a player's seat; ConflictError where another one has it.

        The player is called as phones see them.
        """
        row = self._row()
        player = next((name for name in row.players if shown(name) == player), player)
        refuse_who_is_away(row, player)
        holder = self.phones.seats.get(player)
        silent = holder is not None and self.here.is_silent(holder)
        was_ready = player in self.phones.ready()
        self._change(self.phones.seated(phone, player, silent=silent))
        if holder != phone:
            other = ", another one than before" if holder else ""
            if holder and was_ready:
                other += "; what the other one sent is gone"
            self.tell(f"{person(player)} has a phone{other}")

    def free(self, player: str) -> None:
        """Take the phone out of a player's seat, with what it has sent, and let it know."""
        note = f"The score keeper freed {person(player)}'s seat. {GONE}"
        self._change(self.phones.free(player, note))

    def leave(self, phone: str) -> None:
        """Take a phone out of its seat, if it has one."""
        player = self.phones.player(phone)
        if player is not None:
            self._change(self.phones.free(player))
            self.tell(f"{person(player)} has no phone any more")

    def send(self, phone: str, number: int | None, entry: str, *, ready: bool) -> Draft:
        """Take a draft for the seat of a phone; raises what is wrong with it."""
        row, player = self._round(number), self._player(phone)
        if ready:
            self._refuse_lost()
        before = self.phones.drafts.get(player)
        draft = Draft(number, player, entry, ready, int(time.time()))
        is_known = before is not None and before.entry == entry
        refuse_draft(row, draft, is_known=is_known)
        self._put(draft)
        return draft

    def withdraw(self, phone: str) -> None:
        """Take the draft of a phone back."""
        self._change(self.phones.withdrawn(self._player(phone)))

    async def claim(self, phone: str, number: int | None, cards: str, discard: str | None) -> Facts:
        """The verdict on a claim, which everybody sees; one that stands is the ready draft."""
        row, player = self._round(number), self._player(phone)
        self._refuse_lost()
        refuse_who_is_away(row, player)
        if player in self._claiming:
            problem = "your last claim is still being judged"
            raise ConflictError(problem, remedy="wait for the answer")
        self._claiming.add(player)
        try:
            found = await self._verdict(row, player, cards, discard)
        finally:
            self._claiming.discard(player)
        if self._player(phone) != player or self._round(number) is not row:
            problem = "the game changed while this was being judged"
            raise ConflictError(problem, remedy="look at the page again, and claim once more")
        facts, entry = self._judged = found
        self._claimed_at = time.monotonic()
        answer = "goes out" if entry else "does not go out like this"
        self.tell(f"{person(player)} claims {printable(cards)}: {answer}")
        if entry:
            self._put(Draft(number, player, entry, True, int(time.time())))
        self.here.news()
        return facts

    async def _verdict(self, row: Row, player: str, cards: str, discard: str | None) -> Judged:
        """The referee's answer, during which other phones get theirs; CardError if it is late."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CLAIM_SECONDS):
                return await loop.run_in_executor(
                    self._referee, judged, row, player, cards, discard
                )
        except TimeoutError:
            problem = f"this was not judged within {CLAIM_SECONDS:g} seconds"
            remedy = "show the cards at the table, or claim again in a moment"
            raise CardError(problem, remedy=remedy) from None

    def _put(self, draft: Draft) -> None:
        before = self.phones.drafts.get(draft.player)
        if before and before[:4] == draft[:4]:  # a second tap says nothing new
            return
        if draft.ready:
            self.tell(f"{person(draft.player)}'s phone: {printable(draft.entry)}")
        self._change(self.phones.sent(draft))

    def wait(self, phone: str | None = None) -> None:
        """Write nothing by itself until somebody sends something else; a phone needs a seat."""
        who = "the keyboard" if phone is None else person(self._player(phone))
        if self.writes_at is not None:
            self.tell(f"{who} says wait: [Enter] writes the round")
            self._waits, self.writes_at = True, None
            self.here.news()

    @property
    def is_held(self) -> bool:
        """Whether the keyboard writes the round, so that phones change nothing of it."""
        return self.here.listens(KEYBOARD)

    def _refuse_lost(self) -> None:
        """Raise ConflictError where the ledger is gone or cannot be read, as at the last look."""
        if self.trouble or file_mark(self.path) is None:
            problem = "the file of this game cannot be read"
            raise ConflictError(problem, remedy="tell the score keeper, and try again then")

    def _round(self, number: int | None) -> Row:
        """The row of round ``number``, None for a bonus round; ConflictError for another round."""
        row = self._row()
        if number != round_number(row):
            raise ConflictError(
                f"{row.subject} is played now",
                remedy="look at the page again, and enter for that round",
            )
        return row

    def _row(self) -> Row:
        """The row of the round at hand; ConflictError where none is."""
        if self.row is None:
            raise ConflictError("the game is over", remedy="nothing is left to enter")
        return self.row

    def _player(self, phone: str) -> str:
        """The player for whom a phone may send; ConflictError where it may not."""
        if self.is_held or self.writing.locked():
            problem = "the score keeper is writing this round"
            raise ConflictError(problem, remedy="say it at the table, or try again in a moment")
        return self.phones.seat_of(phone)

    # ── what follows from it ─────────────────────────────────────────────────────────────

    def _change(self, phones: Phones) -> None:
        """Go on with other seats or drafts; the pages hear of it where they would show it."""
        before, seen = self.phones, self._shown()
        self.phones, self._changes = phones, self._changes + 1
        if phones.ready() != before.ready():
            self._waits = False
            self.settle()
        if self._shown() != seen:
            self.here.news()

    @property
    def _seen_claim(self) -> Facts | None:
        """The claim that all see; one that stands goes when its cards are no longer the draft."""
        facts, entry = self._judged or (None, None)
        if facts and entry:
            draft = self.phones.drafts.get(facts["player"])
            return facts if draft and draft.entry == entry else None
        return facts

    def _shown(self) -> tuple[object, ...]:
        """What all see of seats and drafts; what a draft says is nobody else's business."""
        phones = self.phones
        due = self._wrong, self._asked, self.writes_at
        return phones.seats, phones.ready().keys(), self._seen_claim, due

    def settle(self) -> None:
        """Say whether all are in, and whether the round can be written, or writes itself."""
        self._wrong, self.writes_at, self._asked = None, None, ""
        if self.trouble or not self.words():
            return
        players = self._row().players
        many = str(len(players))
        who = "both" if many == "2" else f"all {RANK_NAMES.get(many, many)}"
        try:
            outcome = record(self.game, entries_of(self._row(), self.phones))
        except ScorekeeperError as error:
            self._wrong = error
            self.tell(f"{who} are in, and yet: {error.problem}")
            return
        self.tell(f"{who} are in: [Enter] writes the round")
        if not self.auto or self._waits or self.is_held:
            return
        self._asked = question(outcome)
        if self._asked:
            self.tell(f"it does not write itself: {self._asked}")
        else:
            self.tell(f"it writes itself in {AUTO_SECONDS:.0f} seconds, unless somebody says wait")
            self.writes_at = time.monotonic() + AUTO_SECONDS

    def words(self) -> list[str]:
        """The command that writes the round where all are in, else nothing."""
        return command_of(self.row, self.phones)

    async def save(self) -> None:
        """Come back when what phones have sent so far is on the disk.

        Many send at once: who waited for another's writing finds the own draft in it already.
        """
        wanted = self._changes
        async with self._saving:
            if self._saved < wanted:
                written, phones = self._changes, self.phones
                await asyncio.to_thread(self.keep, self.path, phones)
                self._saved = written

    def keep(self, path: Path, phones: Phones) -> None:
        """Write what phones have sent beside a game; FileError where that cannot be any more.

        Where it cannot be from the start that is said, and the game is served without the file.
        """
        is_kept = self._are_kept.get(path)
        if is_kept is False:
            return
        try:
            save_phones(path, phones)
        except FileError as error:
            if is_kept:
                raise
            self._are_kept[path] = False
            self.tell(f"{error.problem}; a restart of sk serve will lose the phones")
        else:
            self._are_kept[path] = True

    # ── what phones see ──────────────────────────────────────────────────────────────────

    def _told_trouble(self) -> str:
        """What is wrong with the ledger; in which folder it lies is nobody else's business."""
        return str(self.trouble).replace(printable(str(self.path)), printable(self.path.name))

    def seen_by_all(self) -> Facts:
        """What all phones see alike."""
        writes_in = None if self.writes_at is None else self.writes_at - time.monotonic()
        return {
            "version": self.here.version,
            **self._sheet,
            "seats": seats(self.row, self.phones, self.here.is_silent),
            "claim": self._seen_claim,
            "wrong": self._wrong and self._wrong.facts,
            "writes_in": writes_in,
            "asked": self._asked or None,
            "trouble": self.trouble and {**self.trouble.facts, "problem": self._told_trouble()},
        }
