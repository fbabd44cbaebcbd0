"""The game as phones see it: the sheet, the seats, and what was sent."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from pathlib import Path

from scorekeeper import store
from scorekeeper.cards import RANK_NAMES
from scorekeeper.errors import SK, CardError, ConflictError, FileError, ScorekeeperError, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.names import people
from scorekeeper.ledger.recording import correct, record
from scorekeeper.ledger.rows import Row, fix, rows, still_out
from scorekeeper.ledger.standings import is_finished
from scorekeeper.render.machine import Facts
from scorekeeper.render.words import square_text
from scorekeeper.serve import save_phones
from scorekeeper.serve.pages import Presence, printable_facts, seats, sheet_facts
from scorekeeper.serve.phones import (
    AGAIN,
    GONE,
    KEYBOARD,
    Draft,
    Phones,
    Request,
    entries_of,
    is_as_sent,
    judge_claim,
    last_rows,
    named,
    question,
    refuse_absent_player,
    refuse_draft,
    round_number,
    row_to_enter,
)

AUTO_SECONDS = 5.0
CLAIM_SECONDS = 5.0  # until a verdict; any hand on its own takes less than two seconds
REFUSAL_SECONDS = 45.0  # how long a refused claim stays on the screens


def file_stamp(path: Path) -> tuple[int, ...] | None:
    """A value that changes whenever a file is written; None without a file."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_ino, facts.st_size, facts.st_mtime_ns


def lost() -> ConflictError:
    """What phones show while the ledger can't be read; only the terminal says why."""
    return ConflictError("the score sheet can't be read just now", remedy="look at the laptop")


def read(path: Path) -> tuple[Game, Facts]:
    """The game in a file, and its sheet as phones see it."""
    game = store.load(path).game
    return game, sheet_facts(game, path.name)


class ServedGame:
    """One game and its phones."""

    def __init__(
        self,
        path: Path,
        phones: Phones,
        tell: Callable[[str], None],  # prints a line on the terminal
        message: Callable[[Game, str], str],  # the result for a chat, of a game with this file name
        *,
        auto: bool = False,  # save a round by itself if ``add`` would ask and remark nothing
    ) -> None:
        self.path, self.tell, self.auto, self._message = path, tell, auto, message
        self.presence = Presence(phones.seats.values())
        self.stamp = file_stamp(path)
        self.game, self._sheet = read(path)
        self.row, self.last = row_to_enter(self.game), last_rows(self.game)
        self.phones = self.kept = phones.fitted_to(self.game)  # what is kept is on the disk
        self.trouble: ScorekeeperError | None = None
        self._claim: tuple[Facts, str | None] | None = None
        self._referee, self._claiming = ThreadPoolExecutor(1, "referee"), set[str]()
        self._disk = ThreadPoolExecutor(1, "disk")  # keeps the order, even if a phone gives up
        self._entry_error: ScorekeeperError | None = None
        self.writes_at: float | None = None
        self._claimed_at, self._question, self._waiting_for = 0.0, "", ""  # the last: who said wait
        self._last_request = max((request.number for request in self.phones.requests), default=0)
        self._was_held, self._silent = False, set[str]()
        self._can_save, self._save_problem = dict[Path, bool](), ""
        self.changes, self._saved = 0, 0
        self._saving: asyncio.Task[tuple[int, FileError | None]] | None = None
        self.writing = asyncio.Lock()

    # ── the ledger ───────────────────────────────────────────────────────────────────────

    def take(self, game: Game, sheet: Facts) -> None:
        """Go on with the game as it is now; drafts for a round that is over are gone."""
        phones, row, new_row = self.phones, self.row, row_to_enter(game)
        before, after = (r and (r.position, round_number(r)) for r in (row, new_row))
        if before != after:
            self._claim, self._waiting_for = None, ""
            if row and not is_as_sent(row, phones, game):
                is_written = len(game.rounds) > row.position
                what = "is on the sheet" if is_written else "isn't being played now"
                self.tell(f"{row.subject} {what}: what phones sent is gone")
        self.game, self.row, self._sheet, self.trouble = game, new_row, sheet, None
        self.last = last_rows(game)
        self.phones, self.changes = phones.fitted_to(game), self.changes + 1
        self.settle()
        self.presence.news()

    def move_to(self, path: Path) -> None:
        """Move the phones to another game; players who are in it keep their seats."""
        stamp, (game, sheet) = file_stamp(path), read(path)
        seats, lost = self.phones.seats, "; what they had sent is gone" * bool(self.phones.drafts)
        self.path, self.stamp, self.row = path, stamp, None
        self.phones = self.kept = self.phones._replace(drafts={}, names=(), requests=())
        self.take(game, sheet)
        if missing := [name for name in seats if name not in game.names]:
            lost += f", and {people(missing)} {'has' if len(missing) == 1 else 'have'} no seat here"
        self.tell(f"the phones move to this game{lost}")

    def check_on_phones(self) -> None:
        """Hold the round while the keyboard writes it; show which seats may be taken over."""
        is_old = time.monotonic() >= self._claimed_at + REFUSAL_SECONDS
        if self._claim and self._claim[1] is None and is_old:
            self._claim = None
            self.presence.news()
        before, was_held = (self._was_held, self._silent, self.writes_at), self._was_held
        self._was_held = self.is_held
        self._silent = set(filter(self.presence.is_silent, self.phones.seats.values()))
        if self.is_held:  # perhaps by another keyboard than last time
            self.writes_at = None
        elif was_held:  # the keyboard wrote nothing, and the phones go on
            self.settle()
        if (self._was_held, self._silent, self.writes_at) != before:
            self.presence.news()

    # ── what phones send ─────────────────────────────────────────────────────────────────

    def sit(self, phone: str, player: str, *, also: bool = False) -> None:
        """Give a phone a seat, ``also`` beside its own; ConflictError if another phone has it."""
        row = self._open_row()
        player = named(player, row.players)
        refuse_absent_player(row, player)
        holder = self.phones.seats.get(player)
        silent = holder is not None and self.presence.is_silent(holder)
        was_ready = player in self.phones.ready()
        self._change(self.phones.seated(phone, player, silent=silent, also=also))
        if holder != phone:
            lost = "; what the first one sent is gone" if holder and was_ready else ""
            own, *other = self.phones.players(phone)
            new = f"is entered on {printable(own)}'s phone" if other else "has a phone"
            self.tell(f"{printable(player)} {'has another phone now' if holder else new}{lost}")

    def free(self, player: str) -> None:
        """Free a player's seat, drop what its phone has sent, and let the phone know."""
        note = f"The score keeper freed {printable(player)}'s seat. {GONE}"
        self._change(self.phones.free(player, note))

    def leave(self, phone: str, player: str | None = None) -> None:
        """Take a phone out of a player's seat, or out of all that it has."""
        players = self.phones.players(phone)
        for name in players:
            if player is None or name == named(player, players):
                self._change(self.phones.free(name))
                self.tell(f"{printable(name)} has no phone now")

    def send(
        self, phone: str, player: str | None, number: int | None, entry: str, *, ready: bool
    ) -> Draft:
        """Take a draft from a phone, by default for its own player; raises whatever is wrong."""
        row, player = self._round(number), self._player(phone, player)
        if ready:
            self._refuse_lost_ledger()
        before = self.phones.drafts.get(player)
        draft = Draft(number, player, entry, ready, int(time.time()))
        refuse_draft(row, draft, is_judged=before is not None and before.entry == entry)
        self._keep_draft(draft)
        return draft

    def withdraw(self, phone: str, player: str | None) -> None:
        """Take back the draft of a player."""
        self._change(self.phones.withdrawn(self._player(phone, player)))

    async def claim(
        self, phone: str, player: str | None, number: int | None, cards: str, discard: str | None
    ) -> Facts:
        """The verdict on a claim, which everybody sees; one that stands becomes the ready draft."""
        row, player = self._round(number), self._player(phone, player)
        self._refuse_lost_ledger()
        refuse_absent_player(row, player)
        if player in self._claiming:
            problem = "your last claim is still being judged"
            raise ConflictError(problem, remedy="wait for the answer")
        self._claiming.add(player)
        try:
            async with asyncio.timeout(CLAIM_SECONDS):  # other phones are served meanwhile
                verdict = await asyncio.get_running_loop().run_in_executor(
                    self._referee, judge_claim, row, player, cards, discard
                )
        except TimeoutError:
            problem = f"judging this took more than {CLAIM_SECONDS:g} seconds"
            remedy = "show the cards at the table, or claim again in a moment"
            raise CardError(problem, remedy=remedy) from None
        finally:
            self._claiming.discard(player)
        is_there = bool(self._player(phone)) and player in self.phones.players(phone)
        if not is_there or self._round(number) is not row:
            problem = "the game changed while this was being judged"
            raise ConflictError(problem, remedy="look at the page and claim again")
        facts, entry = self._claim = verdict
        self._claimed_at = time.monotonic()
        answer = "goes out" if entry else "doesn't go out like this"
        self.tell(f"{printable(player)} claims {printable(cards)}: {answer}")
        if entry:
            self._keep_draft(Draft(number, player, entry, True, int(time.time())))
        self.presence.news()
        return facts

    def _keep_draft(self, draft: Draft) -> None:
        before = self.phones.drafts.get(draft.player)
        if before and before[:4] == draft[:4]:  # a second tap
            return
        if draft.ready:
            self.tell(f"{printable(draft.player)}'s phone: {printable(draft.entry)}")
        self._change(self.phones.sent(draft))

    def wait(self, phone: str | None = None) -> None:
        """Keep ``auto`` from saving until a seated phone sends something; None is the keyboard."""
        who = "the score keeper" if phone is None else printable(self._player(phone))
        if self.writes_at is not None:
            self.tell(f"{who} says wait: [Enter] writes the round")
            self._waiting_for, self.writes_at = who, None
            self.presence.news()

    # ── what phones ask for ──────────────────────────────────────────────────────────────

    def ask(self, phone: str, player: str | None, number: int | None, entry: str) -> Facts:
        """Ask for another entry in a player's last round, or another game; only one at a time."""
        player = self.phones.seat_of(phone, player)
        row = self.last.get(player)
        if row is None or number != round_number(row):
            raise ConflictError("that isn't your last round", remedy="ask the score keeper")
        if self.row or entry != AGAIN:
            refuse_draft(row, Draft(number, player, entry, False, 0))
            typed = parse_entry(entry, row.rules)
            entry = typed.typed
            if correct(row, {player: typed}, still_out(row, player, entry)).game == self.game:
                raise ConflictError(
                    "the sheet already says that", remedy="type another, or tap back"
                )
        self._last_request += 1
        request = Request(self._last_request, player, row.position, entry)
        others = (other for other in self.phones.requests if other.player != player)
        self._change(self.phones._replace(requests=(*others, request)))
        self.tell_requests(request.number)
        return {"number": request.number, "command": self._command_of(request)}

    def tell_requests(self, *numbers: int) -> None:
        """Say what phones ask for: the requests with these numbers, or all (after a restart)."""
        for request in self.phones.requests:
            if request.number in numbers or not numbers:
                row, player = self._row_of(request), request.player
                hand = self.game.gin_hand(row.number, row.round_)
                had = hand.unmelded(player) if hand else square_text(row, player)
                written = f"not {had}, in {row.name}"
                is_again = request.entry == AGAIN
                wants = "another game" if is_again else f"{printable(request.entry)}, {written}"
                how = f"type {request.number} for {self._command_of(request)}"
                self.tell(f"{printable(player)}'s phone asks for {wants}: {how}")

    def grant(self, number: int) -> str:
        """Drop the request with this number, and return its command; empty if there is none."""
        granted = [request for request in self.phones.requests if request.number == number]
        others = tuple(request for request in self.phones.requests if request.number != number)
        self._change(self.phones._replace(requests=others))
        return "".join(map(self._command_of, granted))

    def _command_of(self, request: Request) -> str:
        row, entry = self._row_of(request), request.entry
        return entry if entry == AGAIN else fix(row, request.player, entry).removeprefix(SK)

    def _row_of(self, request: Request) -> Row:
        return next(row for row in rows(self.game) if row.position == request.at)

    async def hold(self) -> AsyncGenerator[str]:
        """The keyboard's events, each sent once all is on the disk; phones wait until they end."""
        async with aclosing(self.presence.events(KEYBOARD)) as events:
            async for event in events:
                async with self.writing:
                    with suppress(ScorekeeperError):
                        await self.save()
                yield event

    @property
    def is_held(self) -> bool:
        """Whether the keyboard is writing the round, so that phones can't change it."""
        return self.presence.listens(KEYBOARD)

    def _refuse_lost_ledger(self) -> None:
        """Raise ConflictError if the ledger is gone, or couldn't be read the last time."""
        if self.trouble or file_stamp(self.path) is None:
            raise lost()

    def _round(self, number: int | None) -> Row:
        """The row of round ``number``, None for a bonus round; ConflictError if it isn't open."""
        row = self._open_row()
        if number != round_number(row):
            problem = f"the table is playing {row.name} now"
            raise ConflictError(problem, remedy="look at the page and enter that round")
        return row

    def _open_row(self) -> Row:
        """The row of the round at hand; ConflictError if the game is over."""
        if self.row is None:
            raise ConflictError("the game is over", remedy="nothing is left to enter")
        return self.row

    def _player(self, phone: str, player: str | None = None) -> str:
        """The player for whom a phone may send; ConflictError if it may not."""
        if self.is_held or self.writing.locked():
            problem = "the score keeper is writing this round"
            raise ConflictError(problem, remedy="tell the score keeper, or try again in a moment")
        return self.phones.seat_of(phone, player)

    # ── what follows from it ─────────────────────────────────────────────────────────────

    def _change(self, phones: Phones) -> None:
        """Go on with other seats or drafts; pages are told if they would show it."""
        before, was_public = self.phones, self._public()
        self.phones, self.changes = phones, self.changes + 1
        if phones.ready() != before.ready():
            self._waiting_for = ""
            self.settle()
        if self._public() != was_public:
            self.presence.news()

    def _public(self) -> tuple[object, ...]:
        """What everybody sees of seats and drafts; only its player sees what a draft says."""
        phones = self.phones
        due = self._entry_error, self._question, self.writes_at
        return phones.seats, phones.ready().keys(), self._claim_facts, due

    @property
    def _claim_facts(self) -> Facts | None:
        """The claim that everybody sees, until its player has sent something else."""
        facts, entry = self._claim or (None, None)
        draft = facts and self.phones.drafts.get(facts["player"])
        if entry or (draft and draft.ready):
            return facts if draft and draft.entry == entry else None
        return facts

    def settle(self) -> None:
        """Say whether everybody is in, and whether the round can be saved, or will be by itself."""
        self._entry_error, self.writes_at, self._question = None, None, ""
        if self.trouble or not self.command():
            return
        row = self._open_row()
        size = str(len(row.players))
        who = "both" if size == "2" else f"all {RANK_NAMES.get(size, size)}"
        try:
            outcome = record(self.game, entries_of(row, self.phones))
        except ScorekeeperError as error:
            self._entry_error = error
            self.tell(f"{who} are in, but {error.problem}")
            return
        self.tell(f"{who} are in: [Enter] writes the round")
        if not self.auto or self._waiting_for or self.is_held:
            return
        self._question = question(outcome)
        if self._question:
            self.tell(f"it won't be saved by itself: {self._question}")
        else:
            self.tell(f"it will be saved in {AUTO_SECONDS:.0f} seconds unless somebody says wait")
            self.writes_at = time.monotonic() + AUTO_SECONDS

    def command(self) -> list[str]:
        """The command that writes the round once everybody is in; until then nothing."""
        ready = self.phones.ready()
        if self.row is None or not set(self.row.players) <= ready.keys():
            return []
        # Somebody else may be writing the round at this moment, so the command names it.
        number = ready[self.row.players[0]].round
        entries = [f"{name}={draft.entry}" for name, draft in ready.items()]
        return ["add", f"--round={number or 'bonus'}", *entries]

    async def save(self) -> None:
        """Return once all that phones have sent so far is on the disk; one write serves many."""
        wanted = self.changes
        while self._saved < wanted:
            self._saving = self._saving or asyncio.create_task(self._save())
            written, error = await asyncio.shield(self._saving)  # even if a phone gives up
            if error and written >= wanted:
                raise error

    async def _save(self) -> tuple[int, FileError | None]:
        """Write the phones; returns the number of their last change, and what went wrong."""
        written, phones = self.changes, self.phones
        try:
            await asyncio.wrap_future(self._disk.submit(self.keep, self.path, phones))
        except FileError as error:
            if self.phones is phones:  # what is refused doesn't count
                self._change(self.kept.fitted_to(self.game))
            return written, error
        else:
            self._saved, self.kept = written, phones
            return written, None
        finally:
            self._saving = None

    def keep(self, path: Path, phones: Phones) -> None:
        """Write the file of a game's phones; FileError if that worked before and fails now.

        The terminal says why, once. If it never worked, the game is served without the file.
        """
        could_save = self._can_save.get(path)
        if could_save is False:
            return
        try:
            save_phones(path, phones)
        except FileError as error:
            if error.problem != self._save_problem:
                self.tell(f"{error.problem}; a restart of {SK}serve will lose the phones")
            self._save_problem = error.problem
            if could_save:
                problem = "this can't be saved just now"
                raise FileError(problem, remedy="look at the laptop") from error
            self._can_save[path] = False
        else:
            self._can_save[path], self._save_problem = True, ""

    # ── what phones see ──────────────────────────────────────────────────────────────────

    def public_facts(self) -> Facts:
        """What all phones see."""
        is_over = is_finished(self.game)
        facts = {
            "chat": self._message(self.game, self.path.name).splitlines() if is_over else None,
            "seats": seats(self.row, self.phones, self.presence.is_silent),
            "claim": self._claim_facts,
            "wrong": self._entry_error and self._entry_error.facts,
            "writes_in": None if self.writes_at is None else self.writes_at - time.monotonic(),
            "asked": self._question or None,
            "waits": self._waiting_for or None,
            "held": self.is_held,
            "trouble": self.trouble and lost().facts,
        }
        version = {"version": self.presence.version}
        return version | self._sheet | dict(printable_facts(facts))
