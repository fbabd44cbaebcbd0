"""The questions before a round is written.

Each player without an entry is asked for one. There are also questions about an entry that could
mean two things, and about a round that nobody seems to have ended.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

from scorekeeper.cards import Card, parse_card, plural_of
from scorekeeper.errors import EntryError, PlayerError, ScorekeeperError, count, listed, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import draw_wild
from scorekeeper.ledger.entries import Entries, Entry, is_entry, parse_as_total, parse_entry
from scorekeeper.ledger.faults import lacks_wild, may_be_out, refuse_nonplayers
from scorekeeper.ledger.gin import turn_up
from scorekeeper.ledger.names import find_player, folded, is_whole_name, shell_name
from scorekeeper.ledger.recording import points_of, record
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.ledger.standings import next_round
from scorekeeper.listening import in_digits, whose_entry
from scorekeeper.render import columns_of, pad
from scorekeeper.render.evening import example_cards
from scorekeeper.render.words import forfeit_words, of_rounds
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import rank_typed
from scorekeeper.terminal import command_words, talk
from scorekeeper.terminal.prompt import (
    Back,
    DeadHand,
    after_a_question,
    ask,
    ask_yes,
    is_line,
    is_waiting,
    keys,
    refuse,
    show_in_row,
)

ENTRY = "an entry, like 12, o or -"

ASKED_ABOUT_ONCE = ("t", "j", "k", "jk")
"""Card letters that aren't words too, as ``a`` (*absent*), ``w`` (*won*) and ``q`` (*quit*) are."""


def settle_totals(row: Row, entries: Entries) -> Entries:
    """The entries, after a question if they look like the running totals of a pad."""
    if not whose_entry.look_like_totals(row.game, row, entries):
        return entries
    totals = {name: parse_as_total(entry.typed, row.rules) for name, entry in entries.items()}
    added = [
        f"{printable(name)} {points_of(row, name, entry)}"
        for name, entry in totals.items()
        if entry.total is not None
    ]
    talk(f"  As running totals they would add {listed(added)}.")
    return totals if ask_yes("  Are they the totals on the pad?", "totals", "points") else entries


def is_nobody_out(game: Game, entries: Entries) -> bool:
    """Whether players go out in this game, and no entry says that somebody did."""
    return game.rules.goes_out and not any(entry.out for entry in entries.values())


def settle_who_went_out(row: Row, entries: Entries) -> Entries:
    """The entries, with nobody out yet, after asking who is; raises as ``record`` does."""
    recorded = row.in_game(record(row.game, entries).game)
    zeros = may_be_out(recorded)
    usual = zeros[0] if len(zeros) == 1 else None
    question, offered = "Who went out?", "[Enter]"
    if usual:
        question += f" {printable(usual)} has 0."
        offered = f"[Enter] {printable(usual)} went out   [n]"
    elif zeros:
        question = f"Who went out first, {listed(map(printable, zeros), 'or')}?"

    def with_out(answer: str) -> Entries:
        name = _who_did(answer, row.players, usual)
        if name is None:
            return entries
        entry = entries[name]
        points = recorded.unmelded(name)
        went_out = Entry("o", out=True)
        if entry.groups:
            went_out = entry._replace(typed=f"o:{entry.typed}", out=True)
        else:
            _settle_no_points(name, points, absent=entry.absent)
        settled = {**entries, name: went_out}
        whose_entry.refuse_so_far(row.game, row, settled)  # cards may leave something
        return settled

    answers = f"a name: went out first · n: nobody did · Enter: {printable(usual or 'nobody')} did"
    question = f"  {question}   a name, or   {offered} nobody did: "
    return ask(question, with_out, answers, names=row.players)


def _who_did(answer: str, players: Sequence[str], usual: str | None = None) -> str | None:
    """The player that an answer names, alone or in a sentence: *Dad went out first*.

    None for nobody. Enter means the ``usual`` player, and so does yes if there is one.
    """
    agrees = command_words.yes_or_no(answer)
    is_usual = not answer or (usual and agrees)
    if (is_usual or agrees is False) and not is_whole_name(answer, players):
        return usual if is_usual else None
    words = f" {folded(answer).strip('.!')} "
    named = [name for name in players if f" {folded(name)} " in words]
    is_clear = len(named) == 1 and not re.search(r"\bnot\b|n't\b", words)
    return named[0] if is_clear else find_player(answer, players, "this round")


def _settle_no_points(name: str, points: int | None, *, absent: bool) -> None:
    """Ask whether a player who went out with points, or away, gets 0 instead; EntryError for no."""
    has = "isn't here" if absent else f"has {points}"
    if (absent or points) and not ask_yes(f"  {printable(name)} {has}. Make it 0?"):
        raise EntryError(f"{printable(name)} still {has}", remedy="type who went out, or n")


def ask_who_instead(row: Row, entries: Entries) -> str | None:
    """Ask who went out, if a correction gives points to the player who did so far.

    ``-`` means nobody did; None that there is nothing to ask.
    """
    round_, scoring = row.round_, row.game.rules.scoring
    entry = entries.get(round_.out[0]) if len(round_.out) == 1 else None
    has = entry and not entry.groups and (entry.absent or entry.forfeit or entry.points)
    is_clear = not has or scoring.knocks or any(each.out for each in entries.values())
    if is_clear or is_waiting():
        return None

    def instead(answer: str) -> str:
        name = _who_did(answer, row.players)
        if name is None:
            return "-"
        if name in round_.out:
            raise EntryError(f"{printable(name)} has points now", remedy="type who went out, or n")
        _settle_no_points(name, row.unmelded(name), absent=name in round_.absent)
        return name

    answers = "a name: went out first · n or Enter: nobody did"
    question = "  Who went out instead?   a name, or   [Enter] nobody did: "
    return ask(question, instead, answers, names=row.players)


# ── gin and knocks ───────────────────────────────────────────────────────────────────────────

DEAD = ("dead", "dead hand")
"""What people type if the stock ran out before anybody ended the hand."""


def settle_who_ended(row: Row, entries: Entries) -> Entries:
    """The entries after asking who ended the hand in gin, or who went out in other games.

    Raises DeadHand if nobody ended it, and what ``record`` raises.
    """
    if not is_nobody_out(row.game, entries):
        return entries
    if not row.game.rules.scoring.knocks:
        return settle_who_went_out(row, entries)

    def with_ending(answer: str) -> Entries | None:
        if command_words.normalized(answer) in DEAD:
            raise DeadHand
        if not answer:
            return None
        typed = answer.casefold()
        ended = [name for name, entry in entries.items() if typed == f"o{entry.points or ''}"]
        if len(ended) == 1:  # the other has different points left
            answer = ended[0]
        if is_whole_name(answer, row.players) or len(answer.split()) == 1:
            name = find_player(answer, row.players, "this round")
            entry = entries[name]  # the points left tell gin from a knock
            typed = f"o:{entry.typed}" if entry.groups else f"o{entry.points or ''}"
            named = {name: entry._replace(typed=typed, out=True)}
        else:
            said = whose_entry.said_in(command_words.split_words(answer), row.game, row.rules)
            named = whose_entry.read_entries(row, said, partly=True)
            if sum(entry.out for entry in named.values()) != 1:
                raise EntryError("this doesn't say who ended the hand", remedy=f"type {example}")
        settled = {**entries, **named}
        whose_entry.refuse_so_far(row.game, row, settled)
        return settled

    who = shell_name(row.players[0], row.game.names)
    example = f"{who} o for gin, {who} o7 for a knock with 7, {who} big, or dead"
    question = f"  Who ended the hand?   like {who}, or {who} o7: "
    return ask(question, with_ending, example, names=row.players, looks_like_a_line=True)


def ask_upcard(game: Game) -> Card:
    """The card that was turned up for the next hand."""

    def turned_up(answer: str) -> Card | None:
        if not answer:
            return None
        card = parse_card(answer)
        turn_up(game, card)  # raises what is wrong with it
        return card

    question = "Which card was turned up?   like 4s: "
    # A card alone would otherwise be a line of its own.
    return ask(question, turned_up, "a card, like 4s or 10h", looks_like_a_line=True)


def entry_words(name: str, entry: Entry, rules: RoundRules | None) -> str:
    """What an entry alone says about a hand of gin, in words; maybe nothing."""
    if entry.cards:
        return "big gin" if rules and len(entry.cards) > (rules.deal or 0) else ""
    if not entry.out:
        return "" if entry.points is None else f"{printable(name)} has {entry.points} left"
    return "big gin" if entry.big else f"knocked with {entry.points}" if entry.points else "gin"


# ── one question for each player ─────────────────────────────────────────────────────────────


def answers_to(row: Row, *, went_back: bool) -> list[str]:
    """The possible answers for a player, line by line; Enter is one if somebody ``went_back``."""
    scoring = row.game.rules.scoring
    cards = " ".join(example_cards(row.game.rules))
    who = shell_name(row.players[-1], row.game.names)
    line = scoring.example(len(row.players), goes_out=row.game.rules.goes_out)
    lines = scoring.entry_help if row.rules else scoring.entry_help_without_cards
    answers = [text.format(cards=cards, who=who, line=line) for text in lines]
    if row.rules and row.rules.forfeits:
        answers.insert(1, f"words that stand for points: {forfeit_words(row.rules)}")
    enter = "Enter: as it was before you went back · " if went_back else ""
    return [*answers, f"{enter}to look: sheet, standings, next, rules"]


def heading(row: Row) -> list[str]:
    """Which round it is, who dealt, and what can be typed."""
    game = row.game
    line = "The bonus round" if row.bonus else f"Round {row.number}{of_rounds(game)}"
    hint = "12 · o went out · - not here" if game.rules.goes_out else "12 · - not here"
    if row.rules is not None:
        name = f"the {plural_of(row.rules.wild)}, " if row.rules.wild else ""
        line += f": {name}{count(row.rules.deal or 0, 'card')} each."
        forfeits = "".join(f" · {word}" for word in row.rules.forfeits)
        hint = f"12 · o went out · k+9+2 · or cards{forfeits} · - not here"
    card = next_round(game)
    if card and card.dealer:
        line += f" {printable(card.dealer)} dealt."
    last = shell_name(row.players[-1], game.names).strip("\"'")
    scoring = game.rules.scoring
    example = scoring.example(len(row.players), goes_out=game.rules.goes_out)
    whole = f"or type the whole line ({example}), or start with somebody else ({last} 3)"
    return [line, " · ".join([scoring.entry_hint or hint, *keys()]), whole, ""]


ANSWER_COLUMNS = 17  # room for an answer, before what it comes to


class RoundQuestions:
    """The questions about one round, and the answers so far."""

    def __init__(self, confirmed: set[str], row: Row, *, totals: bool = False) -> None:
        self.confirmed = confirmed  # letters known to be cards; new ones are added
        self.row, self.totals = row, totals  # whether people type running totals
        self.game, self.scoring = row.game, row.game.rules.scoring
        self.entries: dict[str, Entry] = {}  # the answers that count, in the order they came
        self.before: dict[str, Entry] = {}  # the answers that somebody went back to change

    def read(self, answer: str) -> Entry:
        """An answer as an entry; with ``totals``, points are a running total."""
        parse = parse_as_total if self.totals else parse_entry
        return parse(self.in_digits(answer), self.row.rules)

    def in_digits(self, answer: str) -> str:
        """An answer with its number words as digits: ``21`` for ``twenty one``."""
        if not answer or is_entry(answer, self.row.rules):
            return answer
        return " ".join(in_digits(answer.split(), self.game.names))

    def ask_wild(self, entries: Entries) -> None:
        """Ask which rank was drawn as wild, if cards are shown and nobody has said it."""
        is_next = self.row.position == len(self.game.rounds)
        if not (is_next and lacks_wild(self.row, entries)) or is_waiting():
            return  # a line typed before the question isn't an answer

        def drawn(answer: str) -> Game | None:
            if not answer:
                return None
            return draw_wild(self.game, rank_typed(answer, joker=True, what="the wild rank"))

        answers = "a rank: 7, 10, k · jk if a joker was drawn"
        self.game = ask("  Which rank was drawn as wild?   like 7: ", drawn, answers)
        self.row = next_row(self.game)

    def settled(self, entries: Entries) -> Entries:
        """The entries, after questions about unclear ones and sums that don't match the pad."""
        if is_waiting():  # lines typed before the question aren't answers
            return entries
        self.ask_wild(entries)
        return {name: self._as_meant(name, entry) for name, entry in entries.items()}

    def _as_meant(self, name: str, entry: Entry) -> Entry:
        while True:
            entry = self.without_doubt(name, entry)
            try:
                points_of(self.row, name, entry)
            except EntryError as error:
                refuse(error)
                entry = ask(f"  {printable(name)}: ", self.read, ENTRY, names=self.game.names)
            else:
                return entry

    def without_doubt(self, name: str, entry: Entry) -> Entry:
        """A player's entry, after asking what it means if that isn't clear."""
        while entry.doubt and entry.letter not in self.confirmed:
            meant = None if entry.needs_answer else entry._replace(doubt="")
            question = f"{entry.doubt}?   [Enter], or type it again: "
            answers = ["Enter: yes, as typed", ENTRY]
            if meant is None:
                question, answers = f"{entry.doubt}? ", ["o: went out · -: not here", ENTRY]
            elif not entry.letter:
                question = f"{entry.doubt}.   [Enter] as typed, or type it again: "

            def typed(answer: str, meant: Entry | None = meant) -> Entry:
                return meant if meant and not answer else self.read(answer)

            again = ask(f"  {printable(name)}: {question}", typed, answers, names=self.game.names)
            if again is meant and entry.letter in ASKED_ABOUT_ONCE:
                self.confirmed.add(entry.letter)
            entry = again
        return entry._replace(doubt="")

    def ask_all(self, known: Entries) -> Entries:
        """The entries of a round: those ``known``, and an answer for everybody else in seat order.

        ``game`` changes if a wild rank is drawn meanwhile. An impossible answer is asked for again,
        but an impossible ``known`` entry is an error.
        """
        self.entries = dict(known)
        whose_entry.refuse_so_far(self.game, self.row, self.entries)  # no answer could fix these
        talk(heading(self.row))
        for name in self.row.players:
            if name in self.entries:
                self._show(name, "")
        turn, is_asked = "", False
        while True:
            try:
                # Known entries count as answers: < goes back to them as well.
                with after_a_question(has_previous=bool(self.entries)):
                    if rest := self._unasked():
                        is_asked, name = True, turn if turn in rest else rest[0]
                        before = self.before.get(name)
                        prompt = self._beginning(name) + (f"[{before.typed}] " if before else "")
                        read = partial(self._next, name, prompt)
                        answers = answers_to(self.row, went_back=before is not None)
                        turn = ask(prompt, read, answers, names=self.game.names)
                        continue
                    self.entries = {**settle_totals(self.row, self.entries)}
                    settled = settle_who_ended(self.row, self.entries)
                    if not is_asked:  # phones have sent every entry
                        enter = "writes the round"
                        ask(f"[Enter] {enter}: ", {"": True}.get, f"Enter: {enter}")
                    return settled
            except command_words.AnotherLine:
                typed = (f"{printable(name)} {self.entries[name].typed}" for name in self.entries)
                talk(f"  not saved: {', '.join(typed)}" if self.entries else [])
                raise
            except Back:
                turn = self._turn_to(next(reversed(self.entries)))

    def _unasked(self) -> list[str]:
        """The players who are still to be asked, in seat order."""
        return [name for name in self.row.players if name not in self.entries]

    def _next(self, name: str, prompt: str, answer: str) -> str:
        """Take an answer for ``name``; return whose turn is next, if they haven't answered yet."""
        if self.scoring.knocks and command_words.normalized(answer) in DEAD:
            raise DeadHand
        with suppress(PlayerError):  # a name alone asks for that player
            called = find_player(answer.rstrip(" =:,"), self.row.players, "this round")
            if not is_entry(answer, self.row.rules):
                return self._turn_to(called)
        answer = self.in_digits(answer)
        said = whose_entry.said_in(command_words.split_words(answer), self.game, self.row.rules)
        named = {player: text for player, text in said if player is not None}
        refuse_nonplayers(self.row, named)
        if named:
            if refused := self._take_named(named, f"{prompt}{answer}", answer):
                return self._turn_to(refused[0])
        elif not self._takes_line(said, answer, name):
            before = self.before.get(name)
            typed = said[0].entry if len(said) == 1 else answer  # the 12 of 12 points
            self._take(name, typed or (before.typed if before else ""), f"{prompt}{answer}")
        return name

    def _turn_to(self, name: str) -> str:
        """Ask this player next, again if they have answered."""
        if name in self.entries:
            self.before[name] = self.entries.pop(name)
        return name

    def _beginning(self, name: str) -> str:
        """The name in front of an answer, with the total so far."""
        width = max(columns_of(printable(player)) for player in self.row.players)
        if self.row.bonus:
            return f"  {pad(printable(name), width)}  "
        total = self.game.total(name, self.row.number - 1)
        adds = "+" if self.scoring.own_points else ":"
        return f"  {pad(printable(name), width)}  {total:>4} {adds} "

    def _take(self, name: str, typed: str, shown: str) -> None:
        """Note what was ``typed`` for a player, already ``shown``; raises what is wrong."""
        parsed = self.read(typed)
        # On paper a dash can also mean 0; once somebody was absent, they know the difference.
        is_known = any(round_.absent for round_ in self.game.rounds) or is_waiting()
        if typed == "-" and not is_known and "-" not in self.confirmed:
            self.confirmed.add("-")
            zero = "nothing left" if self.row.rules else "no points"
            parsed = parsed._replace(doubt=f"- means not here, 0 means {zero}")
        entry = self.without_doubt(name, parsed)
        # It must fit the entries that count; those from before somebody went back may change.
        self.ask_wild({name: entry})
        others = {player: entry for player, entry in self.entries.items() if player != name}
        if not entry.absent:
            whose_entry.refuse_so_far(self.game, self.row, {**others, name: entry})
        self.entries = {**others, name: entry}
        self._show(name, "" if parsed.doubt else shown)

    def _take_named(self, named: Mapping[str, str], shown: str, answer: str) -> list[str]:
        """Note the entries of the players named, ``zoe 3``; return whose entries were refused."""
        refused = []
        for name, text in named.items():
            try:
                self._take(name, text, shown)
            except ScorekeeperError as error:
                if is_line(answer):  # bob leaves
                    raise
                refuse(error)
                refused.append(name)
            else:
                shown = ""
        return refused

    def _takes_line(self, said: list[whose_entry.Said], answer: str, first: str) -> bool:
        """Take an answer that has an entry for everybody still to be asked; return whether it had.

        Cards are a single hand instead if those entries make the round impossible.
        """
        names = self._unasked()
        if len(said) != len(names) or len(said) < 2 or first != names[0]:
            return False  # after somebody else's turn the order is unclear
        try:
            line = {name: self.read(text) for name, (_, text) in zip(names, said, strict=True)}
        except ScorekeeperError:
            return False
        if not is_waiting():
            line = {name: self.without_doubt(name, entry) for name, entry in line.items()}
        entries = {**self.entries, **line}
        self.ask_wild(line)
        try:
            if not whose_entry.look_like_totals(self.game, self.row, entries):
                whose_entry.refuse_so_far(self.game, self.row, entries)
        except ScorekeeperError:
            if is_entry(answer, self.row.rules):
                return False
            raise
        self.entries = entries
        for name, entry in line.items():
            if entry.cards:
                talk(f"  {printable(name)}  {self._melds(entry)} = {self._points(name, entry)}")
        return True

    def _show(self, name: str, shown: str) -> None:
        """Show a player's entry and what it comes to; ``shown`` is in that row already."""
        entry, beginning = self.entries[name], self._beginning(name)
        text, column = f"{beginning}{entry.typed}", columns_of(beginning) + ANSWER_COLUMNS
        if entry.cards:
            show_in_row(shown, text, self._melds(entry), column)
            shown, text = "", f"{' ' * columns_of(beginning)}{self._points(name, entry)}"
        show_in_row(shown, text, self._result(name, entry), column)

    def _result(self, name: str, entry: Entry) -> str:
        """The new total, and how it came about if the answer doesn't show it."""
        if self.scoring.knocks:  # the points are only known once both entries are in
            return entry_words(name, entry, self.row.rules)
        remark = "went out" if entry.out else "not here" if entry.absent else ""
        if entry.points and (most := self._points(name, entry)) < entry.points:
            remark = f"at most {most} for a hand"
        if self.row.bonus or not self.scoring.own_points:
            return remark
        before, points = self.game.total(name, self.row.number - 1), self._points(name, entry)
        is_plain = entry.cards or entry.out or entry.absent or entry.typed.lstrip("-−").isdigit()
        worked_out = "" if is_plain else f"{before} + {points} = "
        return f"= {worked_out}{before + points}   {remark}".rstrip()

    def _points(self, name: str, entry: Entry) -> int:
        """The points of an entry, at most the cap for a hand."""
        rules = self.row.rules
        if entry.cards and rules is not None:
            from scorekeeper.solver import best_arrangement

            return best_arrangement(entry.cards, rules).points
        points = points_of(self.row, name, entry)
        return min(points, rules.hand_cap) if rules and rules.hand_cap else points

    def _melds(self, entry: Entry) -> str:
        assert self.row.rules is not None, "this game has no cards"
        from scorekeeper.render.hands import short_answer
        from scorekeeper.solver import best_arrangement

        return short_answer(best_arrangement(entry.cards, self.row.rules))
