"""The questions for a round at a terminal: one for each player without an entry."""

from collections.abc import Mapping
from functools import partial

from scorekeeper.cards import plural_of
from scorekeeper.cli.confirm import (
    RoundAsked,
    entry_words,
    is_dead,
    refuse_so_far,
    settle_totals,
    settle_who_ended,
)
from scorekeeper.cli.dispatch import obey
from scorekeeper.cli.whose_entry import Said, look_like_totals, said_in
from scorekeeper.errors import PlayerError, ScorekeeperError, count
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import Entry, is_entry
from scorekeeper.ledger.faults import refuse_who_is_not_here
from scorekeeper.ledger.people import find_player, is_whole_name, shell_name
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.scoring import points_of
from scorekeeper.ledger.standings import next_round
from scorekeeper.render import columns_of, pad
from scorekeeper.render.evening import example_cards
from scorekeeper.render.hands import short_answer
from scorekeeper.render.words import called_words, of_rounds, person
from scorekeeper.solver import best_arrangement
from scorekeeper.terminal import GameAtHand, talk
from scorekeeper.terminal.command_words import (
    COMMANDS,
    STANDS_FOR,
    AnotherLine,
    as_said,
    split_words,
)
from scorekeeper.terminal.prompt import (
    Back,
    DeadHand,
    after_a_question,
    ask,
    is_line,
    is_waiting,
    keys,
    refuse,
    show_in_row,
)

HELP_ANYWHERE = "Enter: as it was before you went back · to look: sheet, standings, next, rules"


def answers_to(game: Game, row: Row) -> list[str]:
    """What can be answered for a player, line by line."""
    cards = " ".join(example_cards(game.rules))
    scoring = game.rules.scoring
    answers_here = scoring.answers if row.rules else scoring.answers_without_cards
    lines = (*answers_here, HELP_ANYWHERE)
    who = shell_name(row.players[-1], game.names)
    answers = [line.format(cards=cards, who=who) for line in lines]
    if row.rules and row.rules.called:
        answers.insert(1, f"words with points of their own: {called_words(row.rules)}")
    return answers


def head(game: Game, row: Row) -> list[str]:
    """Which round it is, who dealt, and what can be typed."""
    line = "The bonus round" if row.bonus else f"Round {row.number}{of_rounds(game)}"
    short = "12 · o went out · - not here" if game.rules.goes_out else "12 · - not here"
    if row.rules is not None:
        name = f"the {plural_of(row.rules.wild)}, " if row.rules.wild else ""
        line += f": {name}{count(row.rules.deal or 0, 'card')} each."
        called = "".join(f" · {word}" for word in row.rules.called)
        short = f"12 · o went out · k+9+2 · or cards{called} · - not here"
    card = next_round(game)
    if card and card.dealer:
        line += f" {person(card.dealer)} dealt."
    last = shell_name(row.players[-1], game.names).strip("\"'")
    scoring = game.rules.scoring
    example = scoring.example(len(row.players), goes_out=game.rules.goes_out)
    whole = f"the whole line at once ({example}) or somebody else first ({last} 3) works too"
    return [line, " · ".join([scoring.short or short, *keys()]), whole, ""]


# ── a round ──────────────────────────────────────────────────────────────────────────────────


LOOKS = ("sheet", "standings", "next", "rules")
"""Commands that somebody may want to look at with half a round typed."""

ANSWER = 17
"""Columns for an answer, before what it comes to."""


def ask_entries(
    asked: RoundAsked, known: Mapping[str, Entry], out: str | None
) -> tuple[dict[str, Entry], Game]:
    """The entries of a round: those ``known``, and an answer for everybody else in seat order.

    The game comes with them, because a wild rank may have been drawn. ``out`` are the players that
    the command line says went out. ``<`` goes back and keeps the answers; an impossible entry is
    asked for again. An impossible ``known`` entry is refused right away.
    """
    entries = {out: Entry("o", out=True), **known} if out else dict(known)
    refuse_so_far(asked.game, asked.row, entries)  # no answer from the others could fix these
    talk(head(asked.game, asked.row))
    asking = _Asking(asked, entries)
    return asking.ask_all(), asking.game


class _Asking(RoundAsked):
    """The questions for one round: whom to ask, the answers so far, and whose turn it is."""

    def __init__(self, asked: RoundAsked, entries: dict[str, Entry]) -> None:
        super().__init__(asked.ledger, asked.game, asked.row, totals=asked.totals)
        self.entries = entries
        """The answers that count, in the order they came."""
        self.before: dict[str, Entry] = {}
        """The answers given before somebody went back."""
        self.scoring = asked.game.rules.scoring
        for name in self.row.players:
            if name in entries:
                self._show(name, "", entries[name].typed)

    def ask_all(self) -> dict[str, Entry]:
        """Ask one player after another, then who went out; return all entries."""
        answers = answers_to(self.game, self.row)
        turn, is_asked = "", False
        while True:
            try:
                # Known entries count as answers: < goes back to them as well.
                with after_a_question(has_previous=bool(self.entries)):
                    if left := self._unasked():
                        is_asked, name = True, turn if turn in left else left[0]
                        before = self.before.get(name)
                        prompt = self._beginning(name) + (f"[{before.typed}] " if before else "")
                        read = partial(self._next, name, prompt)
                        turn = ask(prompt, read, answers, names=self.game.names)
                        continue
                    self.entries = settle_totals(self.game, self.row, self.entries)
                    settled = settle_who_ended(self.game, self.row, self.entries)
                    if not is_asked:  # phones have sent it all
                        enter = "writes the round"
                        ask(f"[Enter] {enter}: ", {"": True}.get, f"Enter: {enter}")
                    return settled
            except AnotherLine:
                typed = (f"{person(name)} {self.entries[name].typed}" for name in self.entries)
                talk(f"  this round isn't saved: {', '.join(typed)}" if self.entries else [])
                raise
            except Back:
                turn = self._turn_to(next(reversed(self.entries)))

    def _unasked(self) -> list[str]:
        """The players who are still to be asked, in seat order."""
        return [name for name in self.row.players if name not in self.entries]

    def _next(self, name: str, prompt: str, answer: str) -> str:
        """Whose turn it is after an answer for ``name``, if they haven't answered yet."""
        if self._looks(answer):
            return name
        if self.scoring.dead_hands and is_dead(answer):
            raise DeadHand
        if called := self._called(answer):
            return self._turn_to(called)
        answer = self.in_digits(answer)
        said = said_in(split_words(answer), self.game, self.row.rules)
        named = {player: text for player, text in said if player is not None}
        refuse_who_is_not_here(self.row, named)
        if named:
            if refused := self._take_named(named, prompt, answer):
                return self._turn_to(refused[0])
        elif not self._takes_line(said, answer, name):
            before = self.before.get(name)
            alone = said[0].entry if len(said) == 1 else answer  # 12 of 12 points
            self._take(name, alone or (before.typed if before else ""), f"{prompt}{answer}")
        return name

    def _looks(self, answer: str) -> bool:
        """Whether an answer was a look at the game; the answers so far stay."""
        said = as_said(answer)
        command = STANDS_FOR.get(said, said)
        if command in LOOKS and (said in COMMANDS or not is_whole_name(answer, self.row.players)):
            # Commands look at the sheet, which has nothing of this round yet.
            obey([command], GameAtHand(is_open=True, path=self.ledger.path))
            talk("")
            return True
        return False

    def _called(self, answer: str) -> str | None:
        """The player whose name is the whole answer; None if it may be an entry."""
        try:
            name = find_player(answer.rstrip(" =:,"), self.row.players, "this round")
        except PlayerError:
            return None
        return None if is_entry(answer, self.row.rules) else name

    def _turn_to(self, name: str) -> str:
        """Who is asked next: the number after a name, or after a slip of the finger, is theirs."""
        if name in self.entries:
            self.before[name] = self.entries.pop(name)
        return name

    def _beginning(self, name: str) -> str:
        """The name in front of an answer, with the total so far."""
        width = max(columns_of(person(player)) for player in self.row.players)
        if self.row.bonus:
            return f"  {pad(person(name), width)}  "
        total = self.game.total(name, self.row.number - 1)
        adds = "+" if self.scoring.adds else ":"
        return f"  {pad(person(name), width)}  {total:>4} {adds} "

    # ── one answer ───────────────────────────────────────────────────────────────────────

    def _take(self, name: str, typed: str, shown: str) -> None:
        """Note one player's entry, already ``shown`` in a row; raises what is wrong."""
        parsed = self.read(typed)
        # On paper a dash can also mean nothing; once somebody was absent, they know the difference.
        is_known = any(round_.absent for round_ in self.game.rounds) or is_waiting()
        if typed == "-" and not is_known and "-" not in self.confirmed:
            self.confirmed.add("-")
            parsed = parsed._replace(doubt="- means not here, 0 means nothing left")
        entry = self.without_doubt(name, parsed)
        # The whole round so far decides whether it is possible: the entries of others from before
        # somebody went back are judged in their turn.
        self.ask_wild({name: entry})
        others = {player: found for player, found in self.entries.items() if player != name}
        if not entry.absent:
            refuse_so_far(self.game, self.row, {**others, name: entry})
        self.entries = {**others, name: entry}
        self._show(name, "" if parsed.doubt else shown, entry.typed)

    # ── somebody else first, or everybody at once ────────────────────────────────────────

    def _take_named(self, named: Mapping[str, str], prompt: str, answer: str) -> list[str]:
        """Note the entries of those named, ``zoe 3``; return who is named without one."""
        refused, shown = [], f"{prompt}{answer}"
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

    def _takes_line(self, said: list[Said], answer: str, first: str) -> bool:
        """Whether an answer is an entry for everybody still to be asked; raises what is wrong.

        A line that can be a single entry, like a hand of that many words, is one if the round
        couldn't be written with the line. After somebody else's turn the order would be unclear.
        """
        names = self._unasked()
        if len(said) != len(names) or len(said) < 2 or first != names[0]:
            return False
        try:
            line = {name: self.read(text) for name, (_, text) in zip(names, said, strict=True)}
        except ScorekeeperError:
            return False
        if not is_waiting():
            line = {name: self.without_doubt(name, entry) for name, entry in line.items()}
        entries = {**self.entries, **line}
        self.ask_wild(line)
        try:
            if not look_like_totals(self.game, self.row, entries):
                refuse_so_far(self.game, self.row, entries)
        except ScorekeeperError:
            if is_entry(answer, self.row.rules):
                return False
            raise
        self.entries = entries
        for name, entry in line.items():
            if entry.cards:
                talk(f"  {person(name)}  {self._melds(entry)} = {self._points(name, entry)}")
        return True

    # ── what an answer comes to ──────────────────────────────────────────────────────────

    def _show(self, name: str, shown: str, typed: str) -> None:
        """Show after what was ``typed`` what it comes to; ``shown`` is already in its row."""
        entry, beginning = self.entries[name], self._beginning(name)
        text, column = f"{beginning}{typed}", columns_of(beginning) + ANSWER
        if entry.cards:
            show_in_row(shown, text, self._melds(entry), column)
            shown, text = "", f"{' ' * columns_of(beginning)}{self._points(name, entry)}"
        show_in_row(shown, text, self._result(name, entry), column)

    def _result(self, name: str, entry: Entry) -> str:
        """The new total, and how it came about if the answer doesn't show it."""
        if self.scoring.knocks:  # what counts is known once both are in
            return entry_words(name, entry, self.row.rules)
        remark = "went out" if entry.out else "not here" if entry.absent else ""
        if self.row.bonus or not self.scoring.adds:
            return remark
        before, points = self.game.total(name, self.row.number - 1), self._points(name, entry)
        plain = entry.cards or entry.out or entry.absent or entry.typed.lstrip("-−").isdigit()
        worked_out = "" if plain else f"{before} + {points} = "
        return f"= {worked_out}{before + points}   {remark}".rstrip()

    def _points(self, name: str, entry: Entry) -> int:
        """The points of an entry, at most those of the costliest hand that counts."""
        rules = self.row.rules
        if entry.cards and rules is not None:
            return best_arrangement(entry.cards, rules).points
        points = points_of(self.row, name, entry)
        return min(points, rules.hand_cap) if rules and rules.hand_cap else points

    def _melds(self, entry: Entry) -> str:
        assert self.row.rules is not None, "this game has no cards"
        return short_answer(best_arrangement(entry.cards, self.row.rules))
