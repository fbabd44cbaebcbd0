"""Phones as values: which may come in, who sits where, what they have sent, and what they claim.

Nothing here knows about the server, the file or the clock. The core that ``add`` uses decides
whether an entry is possible, and the referee judges the claims.
"""

import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from scorekeeper.cards import Card, parse_card, parse_groups
from scorekeeper.errors import (
    CardError,
    ConflictError,
    EntryError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    UsageError,
    printable,
    quoted,
)
from scorekeeper.ledger import Game, Outcome
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.faults import refuse_unknown_wild
from scorekeeper.ledger.gin import upcard_unknown
from scorekeeper.ledger.hands import hand_text
from scorekeeper.ledger.names import people
from scorekeeper.ledger.recording import record, record_so_far
from scorekeeper.ledger.rows import Row, is_typed_twice, next_row, rows
from scorekeeper.referee import judge_going_out, laid_out, neighbouring_readings
from scorekeeper.referee.cover import Cover
from scorekeeper.render import machine
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack, refuse_too_many
from scorekeeper.solver import best_arrangement

TELL_WILD = "ask the score keeper to type it, like wild 7"
TELL_UPCARD = "ask the score keeper to type it, like next --upcard 4s"
"""What to do on a phone when the round depends on a card that nobody has named yet."""

AGAIN = "again"  # the entry by which a phone asks for another game, and the command for that
GONE = "What you entered here is gone."
LONGEST_ENTRY = 200  # characters: three times what a hand of twenty cards takes


class Draft(NamedTuple):
    """What a phone would enter for its player; it counts once it is ``ready``."""

    round: int | None  # None for a bonus round
    player: str
    entry: str
    ready: bool
    at: int  # when it was sent, in seconds since 1970


class Request(NamedTuple):
    """An entry that a phone asks for in row ``at``, or ``AGAIN``; typing its ``number`` does it."""

    number: int
    player: str
    at: int
    entry: str


class Phones(NamedTuple):
    """The tokens that let phones in, the phone in each seat, and each player's draft."""

    token: str
    look: str  # the token that only lets people watch
    seats: Mapping[str, str] = {}
    drafts: Mapping[str, Draft] = {}
    block: int = 0  # the row of the sheet that the drafts are for
    port: int = 0  # the last one used
    names: tuple[str, ...] = ()  # in seat order
    notes: Mapping[str, str] = {}  # what a phone missed, like the loss of its seat
    requests: tuple[Request, ...] = ()  # at most one from each player

    def players(self, phone: str) -> tuple[str, ...]:
        """The players whose seats a phone has: its own first, then one without a phone."""
        return tuple(player for player, holder in self.seats.items() if holder == phone)

    def seat_of(self, phone: str, player: str | None = None) -> str:
        """The ``player`` whose seat a phone has, its own by default; otherwise ConflictError."""
        players = self.players(phone)
        if not players:
            raise ConflictError("this phone has no seat", remedy="say who you are first")
        meant = players[0] if player is None else named(player, players)
        if meant not in players:
            problem = f"this phone doesn't have {printable(meant)}'s seat"
            raise ConflictError(problem, remedy="somebody may have taken it over: look at the page")
        return meant

    def seated(self, phone: str, player: str, *, silent: bool, also: bool = False) -> "Phones":
        """These phones with one in a player's seat, and out of its others unless ``also`` is true.

        ConflictError if it has two others then, or another phone has the seat and isn't ``silent``;
        a silent one loses the seat and its draft.
        """
        holder = self.seats.get(player, phone)
        if holder != phone and not silent:
            remedy = "give it up on that phone, or wait until it has been silent for a minute"
            raise ConflictError(f"another phone has {printable(player)}'s seat", remedy=remedy)
        freed, others = self, [name for name in self.players(phone) if name != player]
        if also and len(others) == 2:  # its own, and that of somebody without a phone
            problem = f"this phone has the seats of {people(others)} already"
            raise ConflictError(problem, remedy="leave one of them first")
        for name in [] if also else others:
            freed = freed.free(name)
        notes = {other: note for other, note in freed.notes.items() if other != phone}
        if holder != phone:
            seat = f"{printable(player)}'s seat"
            lost = f"Another phone took over {seat} because this one was silent for over a minute."
            notes[holder] = f"{lost} {GONE}"
            if player in self.drafts:
                notes[phone] = f"You took over {seat}. Please enter again what was entered there."
            freed = freed.free(player)
        return freed._replace(seats={**freed.seats, player: phone}, notes=notes)

    def free(self, player: str, note: str = "") -> "Phones":
        """These phones with a player's seat empty and the draft gone; its phone gets a note."""
        seats = {name: phone for name, phone in self.seats.items() if name != player}
        notes = {**self.notes, self.seats[player]: note} if note and player in self.seats else {}
        return self.withdrawn(player)._replace(seats=seats, notes=notes or self.notes)

    def withdrawn(self, player: str) -> "Phones":
        """These phones without a player's draft."""
        return self._replace(drafts={n: draft for n, draft in self.drafts.items() if n != player})

    def sent(self, draft: Draft) -> "Phones":
        """These phones with this draft in place of the player's last."""
        holder = self.seats.get(draft.player) if draft.ready else None
        notes = {phone: note for phone, note in self.notes.items() if phone != holder}
        return self._replace(drafts={**self.drafts, draft.player: draft}, notes=notes)

    def fitted_to(self, game: Game) -> "Phones":
        """These phones without what no longer holds for the game as it is now.

        A renamed player keeps everything; one who has left loses it. Drafts for another round, or
        that new rules forbid, are dropped, and so are requests for a row that is gone.
        """
        new_names = self._names_now(game)
        seats = {new_names[name]: phone for name, phone in self.seats.items() if name in new_names}
        row = row_to_enter(game)
        drafts = {}
        if row and row.position == self.block:
            sent = [draft._replace(player=new_names.get(n, n)) for n, draft in self.drafts.items()]
            drafts = {draft.player: draft for draft in sent if _still_fits(row, draft)}
        block = row.position if row else len(game.rounds)
        readers = set(seats.values()) if block != self.block else set()
        positions = {row.position for row in rows(game)} if self.requests else set()
        requests = [r for r in self.requests if r.at in positions and r.player in new_names]
        requests = [request for request in requests if row is None or request.entry != AGAIN]
        return self._replace(
            seats=seats,
            drafts=drafts,
            block=block,
            names=game.names,
            notes={phone: note for phone, note in self.notes.items() if phone not in readers},
            requests=tuple(r._replace(player=new_names[r.player]) for r in requests),
        )

    def _names_now(self, game: Game) -> dict[str, str]:
        """Each player's present name, by the name that these phones know.

        A player is renamed if only names changed, each in its place, and somebody kept theirs: if
        the phones know nobody any more, these are other people.
        """
        changed = {old: new for old, new in zip(self.names, game.names, strict=False) if old != new}
        is_same_table = len(changed) < len(self.names) == len(game.names)
        is_renamed = is_same_table and changed.keys().isdisjoint(game.names)
        return {name: name for name in game.names} | (changed if is_renamed else {})

    def ready(self) -> dict[str, Draft]:
        """The drafts that count."""
        return {name: draft for name, draft in self.drafts.items() if draft.ready}


def new_phones() -> Phones:
    """No phones yet, and tokens that nobody can guess."""
    return Phones(secrets.token_urlsafe(16), secrets.token_urlsafe(16))


def named(player: str, players: Iterable[str]) -> str:
    """The player that phones show under this name; the name itself if there is none."""
    return next((name for name in players if printable(name, limit=len(name)) == player), player)


def row_to_enter(game: Game) -> Row | None:
    """The row of the round at hand; None if no round is left to play."""
    try:
        return next_row(game)
    except RoundError:
        return None


def last_rows(game: Game) -> dict[str, Row]:
    """The last row on the sheet in which each player could play, by player."""
    return {name: row for row in rows(game) for name in row.players}


def round_number(row: Row) -> int | None:
    """The number of a round as phones know it: None for a bonus round."""
    return None if row.bonus else row.number


def _still_fits(row: Row, draft: Draft) -> bool:
    try:
        refuse_draft(row, draft, is_judged=True)
    except ScorekeeperError:
        return False
    return draft.round == round_number(row)


def refuse_absent_player(row: Row, player: str) -> None:
    """Raise PlayerError for a player who doesn't play the round at hand."""
    if player not in row.players:
        problem = f"{printable(player)} isn't at the table in {row.name}"
        raise PlayerError(problem, remedy=f"{people(row.players)} play it")


def refuse_draft(row: Row, draft: Draft, *, is_judged: bool = False) -> None:
    """Raise whatever is wrong with a draft, as far as its player can know.

    Until it is ready it may be incomplete: "12" on the way to "120", or half a hand. Cards that go
    out are accepted only if they have been judged in a claim.
    """
    refuse_absent_player(row, draft.player)
    if len(draft.entry) > LONGEST_ENTRY:
        problem = f"{quoted(draft.entry, 20)} is longer than any entry"
        raise EntryError(problem, remedy="check for a typo")
    entry = parse_entry(draft.entry, row.rules)
    if entry.out and entry.groups and not is_judged:
        # Otherwise a player could try, card by card and unseen, what can be melded.
        raise EntryError("cards that go out must be shown to everybody", remedy="claim with them")
    if draft.ready:
        if entry.groups:
            refuse_unknown_wild(row, f"{TELL_WILD}; or send points")
        if row.game.lacks_upcard:
            raise upcard_unknown(TELL_UPCARD)
        record_so_far(row, {draft.player: entry})
    elif row.rules is not None:
        check_cards_in_pack(entry.cards, row.rules)
        refuse_too_many(entry.cards, row.rules, row.game.decks)


def entries_of(row: Row, phones: Phones) -> dict[str, Entry]:
    """The ready drafts as entries in seat order."""
    ready = phones.ready()
    return {n: parse_entry(ready[n].entry, row.rules) for n in row.players if n in ready}


def record_sent(phones: Phones, game: Game) -> Outcome:
    """The game with the round that phones sent; raises if ``add`` would ask or remark anything."""
    row = next_row(game)
    if row.position > phones.block:
        raise ConflictError("that round is already on the sheet", remedy="look at the sheet")
    fitted = phones.fitted_to(game)  # somebody may have been renamed
    if not fitted.drafts:
        raise ConflictError("the table is playing another round", remedy="look at the sheet")
    outcome = record(game, entries_of(row, fitted))
    if open_question := question(outcome):
        raise UsageError(open_question, remedy="press Enter and answer the question")
    return outcome


def question(outcome: Outcome) -> str:
    """What ``add`` would ask or remark about the last round; empty if it would just write it."""
    game = outcome.game
    if game.rules.goes_out and not game.rounds[-1].out:
        return "nobody went out"
    if is_typed_twice(game):
        return "it has the same points as the round before"
    return outcome.remarks[0] if outcome.remarks else ""


def is_as_sent(row: Row, phones: Phones, game: Game) -> bool:
    """Whether a row of the game, as it is now, says everything that phones had sent for it."""
    entries = entries_of(row, phones)
    try:
        outcome = record_so_far(row, entries)
    except ScorekeeperError:
        outcome = None
    if outcome is None or len(game.rounds) <= row.position:
        return not phones.drafts
    sent, now = outcome.game.rounds[row.position], game.rounds[row.position]
    return phones.drafts.keys() == entries.keys() and all(
        getattr(sent, facts).get(name) == getattr(now, facts).get(name)
        for facts in ("scores", "hands", "forfeits")
        for name in entries
    )


# ── claims ───────────────────────────────────────────────────────────────────────────────────


def judge_claim(
    row: Row, player: str, cards: str, discard: str | None
) -> tuple[machine.Facts, str | None]:
    """The verdict on the cards with which a player claims to go out, and the entry for them.

    ``/`` separates melds. If the claim is refused, there is no entry, and no hint of what would be
    right. Raises CardError for cards that the game doesn't have, EntryError if it has none.
    """
    game, rules = row.game, row.rules
    if rules is None:
        raise EntryError("nobody goes out in this game", remedy="send points")
    rules = replace(rules, decks=game.decks)
    refuse_unknown_wild(row, TELL_WILD)
    groups = parse_groups(cards)
    melds, thrown = laid_out(groups, parse_card(discard) if discard else None, rules)
    held = tuple(card for group in groups for card in group)
    if not held:
        raise CardError("no card was given", remedy="tap the cards that you hold")
    if thrown and len(held) == rules.deal:  # the discard is on the pile already
        held = (*held, thrown)
    check_cards_in_pack(held, rules)
    refuse_too_many(held, rules, game.decks)
    neighbours = neighbouring_readings(game.rules_now, rules)
    verdict = judge_going_out(held, rules, melds=melds, discard=thrown, neighbours=neighbours)
    if verdict.how == "knock" and game.lacks_upcard:
        raise upcard_unknown(TELL_UPCARD)
    if not verdict.stands:
        facts = machine.verify(verdict, None, player, ())
        for objection in facts["objections"]:
            if objection["rule"] == "discard":  # its remedy names the card that does go out
                objection["would_do"] = ""
        hidden = ("discards", "would_stand", "would_fall", "how", "left")
        is_quiet = melds is not None or (verdict.hand_goes_out and rules.knock > 0)
        shown = _refused_cards(held, thrown, is_quiet, rules)
        facts |= {key: None for key in hidden if key in facts}
        return {**facts, **shown}, None
    way = verdict.ways[0]
    laid = (*(meld.cards for meld in way.melds), *([way.left] if way.left else []))
    kept = [card for group in laid for card in group]
    if melds is None and rules.has_gin:  # nobody separated melds: the best layout will count
        laid = (tuple(kept),)
    order = () if rules.ends_at_once else game.order_from(player, row.players)
    turns = [name for name in order if name != player]
    best = way.card, best_arrangement(kept, rules)
    return machine.verify(verdict, best, player, turns), f"out:{hand_text(laid)}"


def _refused_cards(
    held: Sequence[Card], thrown: Card | None, is_quiet: bool, rules: RoundRules
) -> machine.Facts:
    """The cards of a refused claim; ``is_quiet`` hides which are left over, unless that is said."""
    kept = list(rules.in_order(held))
    if thrown in kept:
        kept.remove(thrown)
    left = () if is_quiet else Cover(held, rules).least(kept)
    for card in left:
        kept.remove(card)
    cards = {"kept": list(map(str, kept)), "left_over": list(map(str, left))}
    return {**cards, "discard": thrown and str(thrown)}


# ── the door ─────────────────────────────────────────────────────────────────────────────────

# It keeps out other web pages, other users of this machine and curious people on the network, but
# not somebody who listens on the Wi-Fi, since nothing is encrypted.

Access = Literal["plays", "looks", "holds"]
KEYBOARD = "keyboard"  # the score keeper's own keyboard among the phones; only it holds them back


class Visitor(NamedTuple):
    """A phone that was let in, and what it may do."""

    phone: str
    access: Access


class Door:
    """Lets phones in: first by a token, later by their cookies.

    Nothing is stored about a phone: its cookie holds its name and the proof that it knew a token.
    A browser sends cookies to every port of a host, so ``cookie``, their name, has the port in it.
    """

    def __init__(self, phones: Phones) -> None:
        self.cookie = f"sk-{phones.port}"
        self._tokens: dict[Access, str] = {"plays": phones.token, "looks": phones.look}
        self._tokens["holds"] = phones.token + phones.look  # only the owner of the file has both

    def access(self, token: str) -> Access | None:
        """What a token allows; None if it isn't one of ours."""
        return next((a for a, known in self._tokens.items() if _are_same(token, known)), None)

    def new_cookie(self, access: Access) -> str:
        """The cookie for a new phone, or for the keyboard."""
        phone = KEYBOARD if access == "holds" else secrets.token_hex(8)
        return f"{phone}.{self._proof(phone, access)}"

    def visitor(self, cookie: str) -> Visitor | None:
        """The phone with this cookie; None if it isn't one of ours."""
        phone, _, proof = cookie.partition(".")
        for access in self._tokens:
            if _are_same(proof, self._proof(phone, access)):
                is_genuine = (phone == KEYBOARD) == (access == "holds")
                return Visitor(phone, access) if is_genuine else None
        return None

    def _proof(self, phone: str, access: Access) -> str:
        key, name = self._tokens[access].encode(), phone.encode(errors="replace")
        return hmac.new(key, name, "sha256").hexdigest()


def _are_same(given: str, known: str) -> bool:
    """Whether two texts are equal, in a time that doesn't reveal where they differ."""
    return hmac.compare_digest(given.encode(errors="replace"), known.encode())
