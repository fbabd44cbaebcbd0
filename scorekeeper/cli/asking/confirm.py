"""Questions before a round is written, if it may hold a slip.

A person is asked about an entry that leaves a question open, and about a round where nobody is
said to have gone out.
"""

from collections.abc import Mapping

from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.whose_entry import look_like_totals, with_totals_in_mind
from scorekeeper.errors import EntryError, listed
from scorekeeper.ledger.entries import Entry, is_entry, parse_as_total, parse_entry
from scorekeeper.ledger.faults import lacks_wild, may_be_out
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player, is_whole_name
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.ledger.scoring import points_of, record
from scorekeeper.render.words import person
from scorekeeper.terminal.output import talk
from scorekeeper.terminal.prompt import ask, ask_yes, is_waiting, refuse


def refuse_so_far(game: Game, row: Row, entries: Mapping[str, Entry]) -> None:
    """Raise what ``record`` does where these entries cannot be, all others being away as yet."""
    known = {name: entry for name, entry in entries.items() if not entry.is_open}
    if any(not entry.absent for entry in known.values()):
        away = {name: Entry("-", absent=True) for name in row.players if name not in known}
        with with_totals_in_mind(game, row, known):
            record(game, {**away, **known}, partly=True)


# ── an entry ─────────────────────────────────────────────────────────────────────────────


ENTRY = "an entry, like 12, o or -"

ASKED_ABOUT_ONCE = ("t", "j", "k", "jk")
"""Letters of cards that are no words; ``a`` is *absent*, ``w`` *won* and ``q`` *quit* as well."""


class RoundAsked:
    """A round whose entries a person is asked about.

    Letters that need not be asked about again are among the ``confirmed`` of the ``ledger`` at
    hand, or are put there. With ``totals`` people type running totals.
    """

    def __init__(self, ledger: LedgerAtHand, game: Game, row: Row, *, totals: bool = False) -> None:
        self.ledger, self.game, self.row, self.totals = ledger, game, row, totals
        self.confirmed = ledger.at.confirmed

    def read(self, answer: str) -> Entry:
        """An answer as an entry, points being a running total where that is how people type."""
        parse = parse_as_total if self.totals else parse_entry
        return parse(self.in_digits(answer), self.row.rules)

    def in_digits(self, answer: str) -> str:
        """An answer with its number words as digits: ``21`` for ``twenty one``."""
        if not answer or is_entry(answer, self.row.rules):
            return answer
        from scorekeeper.cli.sayings import in_digits  # few people type words

        return " ".join(next(in_digits(answer.split(), 0, self.game.names)))

    def ask_wild(self, entries: Mapping[str, Entry]) -> None:
        """Ask which rank was drawn for the next round, where cards are shown and it is not known.

        Nothing is asked where more was typed already: that would be no answer.
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
        """The entries, asked about where a question is open, or the pad's sum does not come out.

        Nothing is asked where more was typed already: that would be no answer.
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
        """An entry of ``name`` without the question that it leaves open, which is asked.

        Enter says that it is meant as it was typed, unless that may be two things.
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
    """The entries, asked about where they look like the running totals of a pad."""
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
    """The entries, in which nobody is out, with who is meant; raises as ``record`` does."""
    recorded = record(game, entries).game
    block = recorded.rounds[row.at]
    zeros = may_be_out(recorded, row.number, block)
    usual = zeros[0] if len(zeros) == 1 else None
    question, offered = "Who went out?", "[Enter]"
    # A yes is one to the only 0; to "who?" alone it says nothing.
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
        points = recorded.unmelded(row.number, block, name)
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
