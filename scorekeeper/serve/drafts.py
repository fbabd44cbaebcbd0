"""What phones have sent for the round at hand, and who sits where: values and their life.

Nothing here knows of a server, of a file, or of the time. Whether an entry can be is asked of the
same core as ``add``.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.errors import (
    ConflictError,
    EntryError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    UsageError,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.gin import untold
from scorekeeper.ledger.judged import refuse_open_wild
from scorekeeper.ledger.rows import Row, is_typed_twice, next_row
from scorekeeper.ledger.scoring import record
from scorekeeper.rules.packs import refuse_strangers, refuse_too_many

TELL_WILD = "ask the score keeper to type which it is, like wild 7"
TELL_UPCARD = "ask the score keeper to type it, like next --upcard 4s"
"""What to do on a phone where the round depends on a card that nobody has told yet."""

GONE = "What you entered here is gone."

LONGEST_ENTRY = 200
"""Characters: a hand of twenty cards fits three times."""


class Draft(NamedTuple):
    """What a phone would enter for its player, which counts once it is ``ready``.

    ``round`` is the number of the round, None for a bonus round; ``at`` are the seconds of its
    sending since 1970.
    """

    round: int | None
    player: str
    entry: str
    ready: bool
    at: int


class Phones(NamedTuple):
    """The tokens that let phones in, the phone in each seat, and each player's draft.

    ``block`` is the place on the sheet that the drafts are for. ``look`` lets in whoever is to
    look only. ``port`` is where they came to last, ``names`` are the players in seat order.
    ``notes`` tell a phone what it missed: that it lost its seat, or what another one lost with it.
    """

    token: str
    look: str
    seats: Mapping[str, str] = {}
    drafts: Mapping[str, Draft] = {}
    block: int = 0
    port: int = 0
    names: tuple[str, ...] = ()
    notes: Mapping[str, str] = {}

    def player(self, phone: str) -> str | None:
        """The player whose seat a phone has."""
        return next((player for player, holder in self.seats.items() if holder == phone), None)

    def seat_of(self, phone: str) -> str:
        """The player whose seat a phone has; ConflictError where it has none."""
        player = self.player(phone)
        if player is None:
            raise ConflictError("this phone has no seat", remedy="say who you are first")
        return player

    def seated(self, phone: str, player: str, *, silent: bool) -> "Phones":
        """With a phone in a player's seat, which it leaves any other for.

        Raises ConflictError where another phone has it, unless that one is ``silent``: then it
        loses the seat and its draft.
        """
        holder = self.seats.get(player, phone)
        if holder != phone and not silent:
            raise ConflictError(
                f"another phone has the seat of {printable(player)}",
                remedy='tap "not me" on that phone, or wait until it was silent for a minute',
            )
        left = self.player(phone)
        freed = self if left in (None, player) else self.free(str(left))
        notes = {other: note for other, note in freed.notes.items() if other != phone}
        if holder != phone:
            seat = f"{printable(player)}'s seat"
            lost = f"Another phone took over {seat}, as this one was silent for over a minute."
            notes[holder] = f"{lost} {GONE}"
            if player in self.drafts:
                notes[phone] = f"You took over {seat}. Enter again what was entered there."
            freed = freed.withdrawn(player)
        return freed._replace(seats={**freed.seats, player: phone}, notes=notes)

    def free(self, player: str, note: str = "") -> "Phones":
        """With nobody in a player's seat, and nothing sent from there; its phone gets a note."""
        seats = {name: phone for name, phone in self.seats.items() if name != player}
        notes = {**self.notes, self.seats[player]: note} if note and player in self.seats else {}
        return self.withdrawn(player)._replace(seats=seats, notes=notes or self.notes)

    def withdrawn(self, player: str) -> "Phones":
        """Without the draft of a player."""
        return self._replace(drafts={n: draft for n, draft in self.drafts.items() if n != player})

    def sent(self, draft: Draft) -> "Phones":
        """With this draft in place of the player's last."""
        holder = self.seats.get(draft.player) if draft.ready else None
        notes = {phone: note for phone, note in self.notes.items() if phone != holder}
        return self._replace(drafts={**self.drafts, draft.player: draft}, notes=notes)

    def at(self, game: Game) -> "Phones":
        """What is left of it for the game as it is now.

        Who has a new name keeps seat and draft, and the seats of who plays no more are free.
        Another round than the drafts are for discards them all, a misdeal too, and other rules
        those that can no longer be.
        """
        now = self._names_now(game)
        seats = {now[name]: phone for name, phone in self.seats.items() if name in now}
        row = row_to_enter(game)
        drafts = {}
        if row and row.at == self.block:
            sent = [draft._replace(player=now.get(n, n)) for n, draft in self.drafts.items()]
            drafts = {draft.player: draft for draft in sent if _can_be(row, draft)}
        block = row.at if row else len(game.rounds)
        read = set(seats.values()) if block != self.block else set()
        notes = {phone: note for phone, note in self.notes.items() if phone not in read}
        return self._replace(seats=seats, drafts=drafts, block=block, names=game.names, notes=notes)

    def _names_now(self, game: Game) -> dict[str, str]:
        """What each player is called now who plays on.

        A new name is one in the same place, with everybody else who is known where they were;
        with nobody left who is known these are other people.
        """
        changed = {was: now for was, now in zip(self.names, game.names, strict=False) if was != now}
        is_same_table = len(changed) < len(self.names) == len(game.names)
        is_renamed = is_same_table and changed.keys().isdisjoint(game.names)
        return {name: name for name in game.names} | (changed if is_renamed else {})

    def ready(self) -> dict[str, Draft]:
        """The drafts that count."""
        return {name: draft for name, draft in self.drafts.items() if draft.ready}


def row_to_enter(game: Game) -> Row | None:
    """The row of the round at hand; None where none is to be played."""
    try:
        return next_row(game)
    except RoundError:
        return None


def round_number(row: Row) -> int | None:
    """The number of the round at hand as phones name it: None for a bonus round."""
    return None if row.bonus else row.number


def place(row: Row | None) -> tuple[int, int | None] | None:
    """What tells a round at hand from any other, None where none is to be played."""
    return row and (row.at, round_number(row))


def _can_be(row: Row, draft: Draft) -> bool:
    try:
        refuse_draft(row, draft, is_known=True)
    except ScorekeeperError:
        return False
    return draft.round == round_number(row)


def refuse_who_is_away(row: Row, player: str) -> None:
    """Raise PlayerError for a player who does not play the round at hand."""
    if player not in row.players:
        raise PlayerError(
            f"{printable(player)} is not at the table in {row.name}",
            remedy=f"it is played by {listed(map(printable, row.players))}",
        )


def refuse_draft(row: Row, draft: Draft, *, is_known: bool = False) -> None:
    """Raise what is wrong with a draft, as far as its own player can know it.

    Before it is ready it may be on its way: of "12" to "120", or some cards of a hand. Cards that
    go out are taken where it ``is_known``: a claim with them stood.
    """
    refuse_who_is_away(row, draft.player)
    if len(draft.entry) > LONGEST_ENTRY:
        raise EntryError(
            f"{quoted(draft.entry, 20)} is longer than any entry", remedy="look for a slip"
        )
    entry = parse_entry(draft.entry, row.rules)
    if entry.out and entry.groups and not is_known:
        # Sent quietly it would tell, card by card, what can be melded.
        raise EntryError(
            "cards that go out are claimed before everybody", remedy="send them as a claim"
        )
    if draft.ready:
        if entry.groups:
            refuse_open_wild(row, f"{TELL_WILD}; or send points")
        if row.game.lacks_upcard:
            raise untold(TELL_UPCARD)
        recorded(row, {draft.player: entry})
    elif row.rules is not None:
        refuse_strangers(entry.cards, row.rules)
        refuse_too_many(entry.cards, row.rules, row.game.decks)


def recorded(row: Row, entries: Mapping[str, Entry]) -> Outcome | None:
    """The game with these entries, whoever has none being away; None where nobody played.

    Raises as ``record`` does.
    """
    if all(entry.absent for entry in entries.values()):
        return None
    away = {name: Entry("-", absent=True) for name in row.players if name not in entries}
    return record(row.game, {**away, **entries}, partly=True)


def entries_of(row: Row, phones: Phones) -> dict[str, Entry]:
    """What is ready, as entries in seat order."""
    ready = phones.ready()
    return {
        name: parse_entry(ready[name].entry, row.rules) for name in row.players if name in ready
    }


def command_of(row: Row | None, phones: Phones) -> list[str]:
    """The command that writes a round where all are in, else nothing.

    It names the round, which somebody else may be writing at this moment.
    """
    ready = phones.ready()
    if row is None or not set(row.players) <= ready.keys():
        return []
    number = ready[row.players[0]].round
    entries = [f"{name}={draft.entry}" for name, draft in ready.items()]
    return ["add", f"--round={number or 'bonus'}", *entries]


def written(phones: Phones, game: Game) -> Outcome:
    """The game with the round as phones have sent it; raises where ``add`` would remark upon it."""
    row = next_row(game)
    if row.at > phones.block:
        raise ConflictError("that round is written already", remedy="look at the sheet")
    now = phones.at(game)  # maybe somebody has a new name by now
    if not now.drafts:
        raise ConflictError("another round is played now", remedy="look at the sheet")
    outcome = record(game, entries_of(row, now))
    if asked := question(outcome):
        raise UsageError(asked, remedy="press Enter, and it is asked")
    return outcome


def question(outcome: Outcome) -> str:
    """What ``add`` would ask or remark about a round; nothing where it would just take it."""
    game = outcome.game
    if game.rules.goes_out and not game.rounds[-1].out:
        return "nobody went out"
    if is_typed_twice(game):
        return "it has the same points as the round before"
    return outcome.remarks[0] if outcome.remarks else ""


def is_as_sent(row: Row, phones: Phones, game: Game) -> bool:
    """Whether all that phones had sent for a row stands there in the ``game`` as it is now."""
    entries = entries_of(row, phones)
    try:
        outcome = recorded(row, entries)
    except ScorekeeperError:
        outcome = None
    if outcome is None or len(game.rounds) <= row.at:
        return not phones.drafts
    sent, block = outcome.game.rounds[row.at], game.rounds[row.at]
    return phones.drafts.keys() == entries.keys() and all(
        written.get(name) == now.get(name)
        for written, now in [
            (sent.scores, block.scores),
            (sent.hands, block.hands),
            (sent.called, block.called),
        ]
        for name in entries
    )
