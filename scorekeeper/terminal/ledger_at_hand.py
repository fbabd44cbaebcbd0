"""The ledger that a command works on: how it is read and changed, and what the command answers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper import store
from scorekeeper.cards import parse_card
from scorekeeper.errors import SK, FileError, count, printable
from scorekeeper.ledger import Game, Outcome
from scorekeeper.ledger.names import find_player
from scorekeeper.render.standings import outcome_lines
from scorekeeper.rules.rule_keys import rank_typed
from scorekeeper.terminal import Answer, Sitting, machine, talk, voice
from scorekeeper.terminal.command_words import command_line_of, shell_path
from scorekeeper.terminal.games import Wanted, count_hands, find_ledger, load

if TYPE_CHECKING:
    from scorekeeper.ledger.rows import Row


class LedgerAtHand:
    """The ledger of one command; its file is looked for (or asked for) when first needed."""

    def __init__(
        self, sitting: Sitting, wanted: Wanted = "to play", path: Path | None = None
    ) -> None:
        self.sitting = sitting
        self._wanted = wanted
        if path:
            self.path = path
        self.is_changed = False
        self._before: Game | None = None  # the game before the change
        self._text: str | None = None  # the file's text as a person has seen it
        self._answers = 0  # how many answers a person had given by then

    @cached_property
    def path(self) -> Path:
        """The file of the ledger."""
        return find_ledger(self.sitting, self._wanted)

    def load(self) -> store.Loaded:
        """The game as it is on disk now; from here on this is what the person has seen."""
        loaded = load(self.path)
        self._text, self._answers = loaded.text, voice.answers
        return loaded

    def read(self, file: str | None = None) -> Game:
        """The game in this ledger, or in a ``file`` that is named instead."""
        if file is not None:
            self.sitting.name(file)
        return self.load().game

    def player(self, typed: str, game: Game) -> str:
        """The player of the game that ``typed`` means; PlayerError for nobody, or several."""
        return find_player(typed, game.names, str(self.path))

    def change(self, edit: Callable[[Game], Game | Outcome], **answered: Any) -> tuple[Game, Game]:
        """Change the game, print the remarks of ``edit``, and return the game before and after.

        ``undo`` names the command line as typed, with the values that a person has ``answered``
        since then. ConflictError if the file has changed while a person answered.
        """

        def count_and_edit(game: Game) -> Outcome:
            count_hands(game)
            edited = edit(game)
            return edited if isinstance(edited, Outcome) else Outcome(edited)

        seen = self._text if voice.answers > self._answers else None
        command = command_line_of(self.sitting.context, answered)
        before, outcome = store.change(self.path, command, count_and_edit, seen=seen)
        talk(outcome.remarks)
        self._before, self.is_changed = before, outcome.game != before
        return before, outcome.game

    def answer_change(
        self,
        game: Game | None,  # None if there is none now
        *lines: str,
        instead: Iterable[str] = (),  # of the title, the lines and the outcome
        row: "Row | None" = None,  # the one that was written, for programs
        remark: str = "",  # for stderr
        more: Mapping[str, Any] | None = None,  # facts for programs
        is_sound: bool = False,  # whether check can't find anything
    ) -> Answer:
        """The answer of a command that changed the game, and a line if ``check`` finds anything."""

        def say_remarks() -> None:
            talk(remark.splitlines())
            if game and not is_sound:
                self.mention_findings()

        def words() -> Iterator[str]:
            if instead:
                yield from instead
            elif game:
                yield from [*self.sitting.title(game), *lines, *outcome_lines(self._before, game)]
            else:
                yield from lines
            say_remarks()

        def facts() -> Mapping[str, Any]:
            say_remarks()
            command = self.sitting.context.command_path.partition(" ")[2]
            remarks = voice.remarks or ()
            change = machine.change(str(self.path), command, self.is_changed, game, row, remarks)
            return {**change, **(more or {})}

        return Answer(words(), facts)

    def answer(self, words: Iterable[str], facts: Callable[[], Any] | None) -> Answer:
        """The answer of a command that only reads, and a line if ``check`` finds anything."""

        def with_findings() -> Iterator[str]:
            yield from words
            self.mention_findings()

        return Answer(with_findings(), facts)

    def mention_findings(self) -> None:
        """Say in one line that ``check`` finds something; in an open game, say it once."""
        from scorekeeper.audit import audit

        try:
            findings = audit(store.ledger_text(self.path))
        except FileError:  # no failure: after one, a script would write the round again
            return
        # Whether nobody went out was settled when the round was entered.
        problems = [each.problem for each in findings if each.check != "nobody-out"]
        is_new = not self.sitting.mentioned_findings.issuperset(problems)
        self.sitting.mentioned_findings = set(problems) if self.sitting.is_open else set()
        if is_new:
            file, things = self.path, count(len(problems), "thing")
            talk(f"check found {things} in {printable(file)}:  {SK}check {shell_path(file)}")


def with_drawn_cards(
    game: Game, wild: str | None, upcard: str | None, row: "Row | None" = None
) -> Game:
    """The game with the drawn wild and the upcard, if given, for the next round or ``row``."""
    if wild is not None:
        from scorekeeper.ledger.changes import draw_wild  # few games draw one

        game = draw_wild(game, rank_typed(wild, joker=True), row)
    if upcard is not None:
        from scorekeeper.ledger.gin import turn_up  # it matters in few games

        game = turn_up(game, parse_card(upcard), row)
    return game
