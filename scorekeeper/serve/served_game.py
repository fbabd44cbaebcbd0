"""The game as phones see it: what is on the sheet, who sits where, and what they have sent.

It is the same game that the commands work on: read by the same core, written through the same
store under the same lock. All here happens in one thread, that of the server's loop.
"""

import asyncio
import shlex
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from scorekeeper import store
from scorekeeper.cards import RANK_NAMES
from scorekeeper.errors import ConflictError, ScorekeeperError, own_fault, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row, next_row, row_subject
from scorekeeper.ledger.scoring import record
from scorekeeper.ledger.standings import next_round
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import person, round_line
from scorekeeper.serve.claims import judged
from scorekeeper.serve.door import KEYBOARD
from scorekeeper.serve.drafts import (
    Draft,
    Phones,
    command_of,
    entries_of,
    goes_without_saying,
    is_as_sent,
    place,
    refuse_draft,
    refuse_who_is_away,
    round_number,
    row_to_enter,
    written,
)
from scorekeeper.serve.phones_file import save_phones
from scorekeeper.serve.presence import Presence
from scorekeeper.serve.state import seats, sheet_facts

LOOK_SECONDS = 0.25
"""How often the ledger's file is looked at, by its time and size alone."""

AUTO_SECONDS = 5.0


class ServedGame:
    """One game and its phones; ``tell`` says a line on the terminal.

    With ``auto`` a round that ``add`` would take without a question or a remark writes itself.
    """

    def __init__(
        self, path: Path, phones: Phones, tell: Callable[[str], None], *, auto: bool = False
    ) -> None:
        self.path, self.tell, self.auto = path, tell, auto
        self.here = Presence(phones.seats.values())
        self._mark = self._file_mark()
        self.game = store.load(path).game
        self._sheet = sheet_facts(self.game, path.name)
        self.row = row_to_enter(self.game)
        self.phones = phones.at(self.game)
        self._trouble: ScorekeeperError | None = None
        self._claim: dict[str, Any] | None = None
        self._wrong: ScorekeeperError | None = None
        self._writes_at: float | None = None
        self._waits = False
        self._around: tuple[bool, set[str]] = False, set()
        self._saving, self._changes, self._saved = asyncio.Lock(), 0, 0

    # ── the ledger ───────────────────────────────────────────────────────────────────────

    async def follow(self) -> None:
        """Look at the ledger again and again, whoever writes it, and write what is due."""
        self._settle()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if self._mark != self._file_mark():
                    await self._look_again()
                self._look_around()
                if self._writes_at is not None and time.monotonic() >= self._writes_at:
                    await self._write()
            except Exception as error:
                fault = own_fault(error)
                self.tell(f"{fault.problem}; {fault.remedy}")

    def _file_mark(self) -> tuple[int, ...] | None:
        """What changes whenever the file is written; None where it is not there."""
        try:
            facts = self.path.stat()
        except OSError:
            return None
        return facts.st_ino, facts.st_size, facts.st_mtime_ns

    async def _look_again(self) -> None:
        """Read the ledger; where it cannot be read that is said, and the game stays as it was."""

        def read() -> tuple[Game, dict[str, Any]]:
            game = store.load(self.path).game
            return game, sheet_facts(game, self.path.name)

        self._mark = self._file_mark()
        try:
            game, sheet = await asyncio.to_thread(read)
        except ScorekeeperError as error:
            if self._trouble is None:
                self.tell(f"phones see the game as it was: {error.problem}")
            self._trouble = error
            self.here.news()
        else:
            self._trouble, self._sheet = None, sheet
            self._take(game)

    def _look_around(self) -> None:
        """Hold the round while the keyboard writes it; say when a seat may be taken over."""
        before = self._around
        self._around = self.is_held, set(filter(self.here.is_silent, self.phones.seats.values()))
        if self._around == before:
            return
        if self.is_held:
            self._writes_at = None
        elif before[0]:  # it has written nothing, and the phones go on
            self._settle()
        self.here.news()

    def _take(self, game: Game) -> None:
        """Go on with the game as it is now; drafts for another round than its next are gone."""
        sent, row, fresh = self.phones, self.row, row_to_enter(game)
        if place(row) != place(fresh):
            self._claim, self._waits = None, False
            if row and not is_as_sent(self.game, row, sent, game):
                what = "is written" if len(game.rounds) > row.at else "is not played now"
                self.tell(f"{row_subject(self.game, row)} {what}: what phones sent is gone")
        self.game, self.row = game, fresh
        self.phones, self._changes = sent.at(game), self._changes + 1
        self._settle()
        self.here.news()

    async def _write(self) -> None:
        """Write the round as phones have sent it, as ``add`` would without a question."""
        command, edit = shlex.join(self.words()), partial(written, self.phones)
        self._writes_at = None
        try:
            changed = await asyncio.to_thread(store.change, self.path, command, edit)
        except ScorekeeperError as error:
            self.tell(f"the round was not written: {error.problem}")
            self.here.news()
            return
        game = changed.after
        card = next_round(game)
        name = row_subject(changed.before, next_row(changed.before))
        self.tell(f"{name} is on the sheet, as phones sent it.")
        self.tell(totals_line(game))
        self.tell(round_line(game, card) if card else "The game is over.")
        await self._look_again()

    # ── what phones send ─────────────────────────────────────────────────────────────────

    def sit(self, phone: str, player: str) -> None:
        """Give a phone a player's seat; ConflictError where another one has it."""
        refuse_who_is_away(self.game, self._row(), player)
        holder = self.phones.seats.get(player)
        silent = holder is not None and self.here.is_silent(holder)
        self._change(self.phones.seated(phone, player, silent=silent))
        if holder != phone:
            other = ", another one than before" if holder else ""
            self.tell(f"{person(player)} has a phone{other}")

    def free(self, player: str) -> None:
        """Take the phone out of a player's seat, with what it has sent."""
        self._change(self.phones.free(player))

    def leave(self, phone: str) -> None:
        """Take a phone out of its seat, if it has one."""
        player = self.phones.player(phone)
        if player is not None:
            self.free(player)
            self.tell(f"{person(player)} has no phone any more")

    def send(self, phone: str, number: int | None, entry: str, *, ready: bool) -> Draft:
        """Take a draft for the seat of a phone; raises what is wrong with it."""
        row, player = self._round(number), self._player(phone)
        before = self.phones.drafts.get(player)
        claimed = before is not None and before.claimed and before.entry == entry
        draft = Draft(number, player, entry, ready, int(time.time()), claimed)
        refuse_draft(self.game, row, draft)
        self._put(draft)
        return draft

    def withdraw(self, phone: str) -> None:
        """Take the draft of a phone back."""
        self._change(self.phones.withdrawn(self._player(phone)))

    def claim(
        self, phone: str, number: int | None, cards: str, discard: str | None
    ) -> dict[str, Any]:
        """The verdict on a claim, which everybody sees; one that stands is the ready draft."""
        row, player = self._round(number), self._player(phone)
        refuse_who_is_away(self.game, row, player)
        self._claim, entry = judged(self.game, row, player, cards, discard)
        answer = "goes out" if entry else "does not go out like this"
        self.tell(f"{person(player)} claims {printable(cards)}: {answer}")
        if entry:
            self._put(Draft(number, player, entry, True, int(time.time()), claimed=True))
        else:
            self.here.news()
        return self._claim

    def _put(self, draft: Draft) -> None:
        before = self.phones.drafts.get(draft.player)
        if draft.ready and (before is None or before[:4] != draft[:4]):
            self.tell(f"{person(draft.player)}'s phone: {printable(draft.entry)}")
        self._change(self.phones.sent(draft))

    def wait(self, phone: str | None = None) -> None:
        """Write nothing by itself until somebody sends something else; a phone needs a seat."""
        who = "the keyboard" if phone is None else person(self._player(phone))
        if self._writes_at is not None:
            self.tell(f"{who} says wait: [Enter] writes the round")
            self._waits, self._writes_at = True, None
            self.here.news()

    @property
    def is_held(self) -> bool:
        """Whether the keyboard writes the round, so that phones change nothing of it."""
        return self.here.listens(KEYBOARD)

    def _round(self, number: int | None) -> Row:
        """The row of round ``number``, None for a bonus round; ConflictError for another round."""
        row = self._row()
        if number != round_number(row):
            raise ConflictError(
                f"{row_subject(self.game, row)} is played now",
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
        if self.is_held:
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
            self._settle()
        if self._shown() != seen:
            self.here.news()

    def _shown(self) -> tuple[object, ...]:
        """What all see of seats and drafts; what a draft says is nobody else's business."""
        phones = self.phones
        return phones.seats, phones.ready().keys(), self._wrong, self._writes_at

    def _settle(self) -> None:
        """Say whether all are in, and whether the round can be written, or writes itself."""
        self._wrong = self._writes_at = None
        if not self.words():
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
        if self.auto and not (self._waits or self.is_held) and goes_without_saying(outcome):
            self.tell(f"it writes itself in {AUTO_SECONDS:.0f} seconds, unless somebody says wait")
            self._writes_at = time.monotonic() + AUTO_SECONDS

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
                await asyncio.to_thread(save_phones, self.path, phones)
                self._saved = written

    # ── what phones see ──────────────────────────────────────────────────────────────────

    def seen_by_all(self) -> dict[str, Any]:
        """What all phones see alike."""
        writes_in = None if self._writes_at is None else self._writes_at - time.monotonic()
        return {
            "version": self.here.version,
            **self._sheet,
            "seats": seats(self.row, self.phones, self.here.is_silent),
            "claim": self._claim,
            "wrong": self._wrong and self._wrong.facts,
            "writes_in": writes_in,
            "trouble": self._trouble and self._trouble.facts,
        }
