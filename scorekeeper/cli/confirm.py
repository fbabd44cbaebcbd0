"""Questions before a round is written, if it may hold a slip.

A person is asked about an entry that leaves a question open, and about a round that nobody seems to
have ended.
"""

from collections.abc import Mapping

from scorekeeper.cards import Card, parse_card
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.whose_entry import look_like_totals, read_entries, said_in, with_totals_in_mind
from scorekeeper.errors import EntryError, listed
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import Entry, is_entry, parse_as_total, parse_entry
from scorekeeper.ledger.faults import lacks_wild, may_be_out
from scorekeeper.ledger.people import find_player, is_whole_name, shell_name
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.ledger.scoring import points_of, record
from scorekeeper.render.words import person
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.terminal import talk
from scorekeeper.terminal.command_words import as_said, split_words
from scorekeeper.terminal.prompt import DeadHand, ask, ask_yes, is_waiting, refuse


def refuse_so_far(game: Game, row: Row, entries: Mapping[str, Entry]) -> None:
    """Raise as ``record`` does if these entries are impossible, with all others away so far."""
    known = {name: entry for name, entry in entries.items() if not entry.is_open}
    if any(not entry.absent for entry in known.values()):
        away = {name: Entry("-", absent=True) for name in row.players if name not in known}
        with with_totals_in_mind(game, row, known):
            record(game, {**away, **known}, partly=True)


# ── an entry ─────────────────────────────────────────────────────────────────────────────


ENTRY = "an entry, like 12, o or -"

ASKED_ABOUT_ONCE = ("t", "j", "k", "jk")
"""Card letters that aren't words; ``a`` is *absent*, ``w`` *won* and ``q`` *quit* as well."""


class RoundAsked:
    """A round whose entries a person is asked about.

    Letters already settled are in the ``confirmed`` of the ``ledger`` at hand, or are added. With
    ``totals`` people type running totals.
    """

    def __init__(self, ledger: LedgerAtHand, game: Game, row: Row, *, totals: bool = False) -> None:
        self.ledger, self.game, self.row, self.totals = ledger, game, row, totals
        self.confirmed = ledger.at.confirmed

    def read(self, answer: str) -> Entry:
        """An answer as an entry; with ``totals``, points are a running total."""
        parse = parse_as_total if self.totals else parse_entry
        return parse(self.in_digits(answer), self.row.rules)

    def in_digits(self, answer: str) -> str:
        """An answer with its number words as digits: ``21`` for ``twenty one``."""
        if not answer or is_entry(answer, self.row.rules):
            return answer
        from scorekeeper.cli.sayings import in_digits  # few people type words

        return " ".join(next(in_digits(answer.split(), 0, self.game.names)))

    def ask_wild(self, entries: Mapping[str, Entry]) -> None:
        """Ask which rank was drawn for the next round, if cards are shown and it isn't known.

        Nothing is asked if more lines were typed already: they aren't answers.
        """
        is_next = self.row.at == len(self.game.rounds)
        if not (is_next and lacks_wild(self.row, entries)) or is_waiting():
            return
        from scorekeeper.cli.rulebook import rank_typed
        from scorekeeper.ledger.changes import draw_wild

        def drawn(answer: str) -> Game | None:
            if not answer:
                return None
            rank = rank_typed(answer, joker=True, what="the wild rank")
            return draw_wild(self.game, rank)

        answers = "a rank: 7, 10, k · jk if a joker was drawn"
        self.game = ask("  Which rank was drawn as wild?   like 7: ", drawn, answers)
        self.row = next_row(self.game)

    def settled(self, entries: Mapping[str, Entry]) -> dict[str, Entry]:
        """The entries, after questions about open ones and about sums that don't match the pad.

        Nothing is asked if more lines were typed already: they aren't answers.
        """
        if is_waiting():
            return dict(entries)
        self.ask_wild(entries)
        return {name: self._as_meant(name, entry) for name, entry in entries.items()}

    def _as_meant(self, name: str, entry: Entry) -> Entry:
        """An entry as it was typed, or as it is typed now."""
        while True:
            entry = self.without_doubt(name, entry)
            try:
                points_of(self.row, name, entry)
            except EntryError as error:
                refuse(error)
                entry = ask(f"  {person(name)}: ", self.read, ENTRY, names=self.game.names)
            else:
                return entry

    def without_doubt(self, name: str, entry: Entry) -> Entry:
        """A player's entry after asking the question that it leaves open.

        Enter means as it was typed, unless that could be two things.
        """
        while entry.doubt and entry.letter not in self.confirmed:
            meant = None if entry.is_open else entry._replace(doubt="")
            question = f"{entry.doubt}?   [Enter], or type it again: "
            answers = ["Enter: yes, as typed", ENTRY]
            if meant is None:
                question, answers = f"{entry.doubt}? ", ["o: went out · -: not here", ENTRY]
            elif not entry.letter:
                question = f"{entry.doubt}.   [Enter] as typed, or type it again: "

            def typed(answer: str, meant: Entry | None = meant) -> Entry:
                return meant if meant and not answer else self.read(answer)

            again = ask(f"  {person(name)}: {question}", typed, answers, names=self.game.names)
            if again is meant and entry.letter in ASKED_ABOUT_ONCE:
                self.confirmed.add(entry.letter)
            entry = again
        return entry._replace(doubt="")


# ── running totals ───────────────────────────────────────────────────────────────────────


def settle_totals(game: Game, row: Row, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries, after a question if they look like the running totals of a pad."""
    if not look_like_totals(game, row, entries):
        return dict(entries)
    totals = {name: parse_as_total(entry.typed, row.rules) for name, entry in entries.items()}
    added = [
        f"{person(name)} {points_of(row, name, entry)}"
        for name, entry in totals.items()
        if entry.total is not None
    ]
    talk(f"  As running totals they would add {listed(added)}.")
    is_so = ask_yes("  Are they the totals on the pad?", "totals", "points")
    return totals if is_so else dict(entries)


# ── nobody out ───────────────────────────────────────────────────────────────────────────


def is_nobody_out(game: Game, entries: Mapping[str, Entry]) -> bool:
    """Whether somebody might have gone out, and nobody is said to have."""
    return game.rules.goes_out and not any(entry.out for entry in entries.values())


def settle_who_went_out(game: Game, row: Row, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """Entries in which nobody is out, after asking who is; raises as ``record`` does."""
    recorded = record(game, entries).game
    round_ = recorded.rounds[row.at]
    zeros = may_be_out(recorded, row.number, round_)
    usual = zeros[0] if len(zeros) == 1 else None
    question, offered = "Who went out?", "[Enter]"
    # A yes means the only player with 0; to "who?" alone it says nothing.
    meant = {"": usual, **dict.fromkeys(("n", "no", "nobody", "no one", "none"))}
    if usual:
        question += f" {person(usual)} has 0."
        offered = f"[Enter] {person(usual)} went out   [n]"
        meant |= {"y": usual, "yes": usual}
    elif zeros:
        question = f"Who went out first, {listed(map(person, zeros), 'or')}?"

    def with_out(answer: str) -> dict[str, Entry]:
        """The entries with who is meant as out."""
        is_word = answer.lower() in meant and not is_whole_name(answer, row.players)
        name = meant[answer.lower()] if is_word else find_player(answer, row.players, "this round")
        if name is None:
            return dict(entries)
        entry = entries[name]
        points = recorded.unmelded(row.number, round_, name)
        went_out = Entry("o", out=True)
        if entry.groups:
            went_out = entry._replace(typed=f"o:{entry.typed}", out=True)
        elif entry.absent or points:
            has = "is not here" if entry.absent else f"has {points}"
            if not ask_yes(f"  {person(name)} {has}: 0 instead?"):
                problem = f"{person(name)} {has} as before"
                raise EntryError(problem, remedy="type who went out, or n")
        found = {**entries, name: went_out}
        refuse_so_far(game, row, found)  # cards may leave something
        return found

    answers = f"a name: went out first · n: nobody did · Enter: {person(usual or 'nobody')} did"
    question = f"  {question}   a name, or   {offered} nobody did: "
    return ask(question, with_out, answers, names=row.players)


# ── gin and knocks ───────────────────────────────────────────────────────────────────────────


def is_dead(answer: str) -> bool:
    """Whether an answer says that the stock ran out before anybody ended the hand."""
    return as_said(answer) in ("dead", "dead hand")


def settle_who_ended(game: Game, row: Row, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries after asking who ended the hand; raises as ``record`` does, and DeadHand.

    A name alone is enough if what that player has left says how. In a game without gin, this asks
    who went out.
    """
    if not is_nobody_out(game, entries):
        return dict(entries)
    if not game.rules.scoring.knocks:
        return settle_who_went_out(game, row, entries)

    def with_ending(answer: str) -> dict[str, Entry] | None:
        if is_dead(answer):
            raise DeadHand
        if not answer:
            return None
        typed = answer.casefold()
        ended = [name for name, entry in entries.items() if typed == f"o{entry.points or ''}"]
        if len(ended) == 1:  # the other has different points left
            answer = ended[0]
        if is_whole_name(answer, row.players) or len(answer.split()) == 1:
            name = find_player(answer, row.players, "this round")
            entry = entries[name]
            typed = f"o:{entry.typed}" if entry.groups else f"o{entry.points or ''}"
            named = {name: entry._replace(typed=typed, out=True)}
        else:
            said = said_in(split_words(answer), game, row.rules)
            named = read_entries(row, said, partly=True)
            if sum(entry.out for entry in named.values()) != 1:
                raise EntryError("this doesn't say who ended the hand", remedy=f"type {example}")
        found = {**entries, **named}
        refuse_so_far(game, row, found)
        return found

    who = shell_name(row.players[0], game.names)
    example = f"{who} o for gin, {who} o7 for a knock with 7, {who} big, or dead"
    question = f"  Who ended the hand?   like {who}, or {who} o7: "
    return ask(question, with_ending, example, names=row.players, looks_like_a_line=True)


def ask_upcard(game: Game) -> Card:
    """The card that was turned up for the next hand."""
    from scorekeeper.ledger.gin import turn_up  # in few games that matters

    def turned_up(answer: str) -> Card | None:
        if not answer:
            return None
        card = parse_card(answer)
        turn_up(game, card)
        return card

    question = "Which card was turned up?   like 4s: "
    # A card alone would otherwise be a line of its own.
    return ask(question, turned_up, "a card, like 4s or 10h", looks_like_a_line=True)


def entry_words(name: str, entry: Entry, rules: RoundRules | None) -> str:
    """An entry in words, as far as it is clear without the other's."""
    if entry.cards:
        return "big gin" if rules and len(entry.cards) > (rules.deal or 0) else ""
    if not entry.out:
        return "" if entry.points is None else f"{person(name)} has {entry.points} left"
    return "big gin" if entry.big else f"knocked with {entry.points}" if entry.points else "gin"
