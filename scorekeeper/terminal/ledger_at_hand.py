"""The ledger that a command works on: how it is read and changed, and what a change answers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper import store
from scorekeeper.cards import parse_card
from scorekeeper.errors import SK, FileError, count, printable
from scorekeeper.ledger import Game, Outcome
from scorekeeper.ledger.names import find_player
from scorekeeper.rules.rule_keys import rank_typed
from scorekeeper.terminal import Answer, GameAtHand, say, talk, voice
from scorekeeper.terminal.command_words import shell_path, typed_again
from scorekeeper.terminal.games import Wanted, count_hands, find_ledger, load

if TYPE_CHECKING:
    from scorekeeper.ledger.rows import Row


class LedgerAtHand:
    """The ledger of the game at hand, looked for (or asked for) once, when it is needed."""

    def __init__(
        self, at: GameAtHand, wanted: Wanted = "to play", path: Path | None = None
    ) -> None:
        self.at = at
        self._wanted = wanted
        if path:
            self.path = path
        self.is_changed = False
        self._before: Game | None = None
        self._seen: str | None = None
        self._answers = 0

    @cached_property
    def path(self) -> Path:
        """The file of the ledger."""
        return find_ledger(self.at, self._wanted)

    def load(self) -> store.Loaded:
        """The game as it is on disk now; from here on this is what the person has seen."""
        loaded = load(self.path)
        self._seen, self._answers = loaded.text, voice.answers
        return loaded

    def read(self, file: str | None = None) -> Game:
        """The game in this ledger, or in a ``file`` that is named instead."""
        if file is not None:
            self.at.name(file)
        return self.load().game

    def player(self, typed: str, game: Game) -> str:
        """The player of the game that ``typed`` means; PlayerError for nobody, or several."""
        return find_player(typed, game.names, str(self.path))

    def change(self, edit: Callable[[Game], Game | Outcome], **settled: Any) -> tuple[Game, Game]:
        """Change the game, print the remarks of ``edit``, and return the game before and after.

        ``undo`` names the command line as typed, but for what was ``settled`` since. ConflictError
        if the file has changed while a person answered.
        """

        def counted(game: Game) -> Outcome:
            count_hands(game)
            edited = edit(game)
            return edited if isinstance(edited, Outcome) else Outcome(edited)

        seen = self._seen if voice.answers > self._answers else None
        command = typed_again(self.at.context, settled)
        before, after, said, had_link = store.change(self.path, command, counted, seen=seen)
        self._before = before
        talk(said)
        self.mention_change(had_link=had_link, is_changed=after != before)
        return before, after

    def mention_change(self, *, had_link: bool = False, is_changed: bool = True) -> None:
        """Note that the ledger was written; say if a hard link keeps the old text."""
        self.is_changed = is_changed
        if had_link:
            name = printable(self.path)
            talk(f"{name} had a second name; the file of that name keeps the old text")

    def answer(
        self,
        game: Game | None,
        *lines: str,
        shows: Iterable[str] = (),
        row: "Row | None" = None,
        remark: str = "",
        more: Mapping[str, Any] | None = None,
        is_sound: bool = False,
    ) -> Answer:
        """The answer of a command that changed the game; ``game`` is None if there is none now.

        It says what it ``shows``, or else the title, the ``lines`` and the outcome. A line about
        ``check`` follows if it finds something, unless the game ``is_sound``. A program gets the
        ``row`` that was written, and ``more`` facts.
        """

        def talk_beside() -> None:
            talk(remark.splitlines())
            if game and not is_sound:
                self.mention_findings()

        def words() -> Iterator[str]:
            if shows:
                yield from shows
            elif game:
                from scorekeeper.render.standings import outcome_lines  # needed after changes only

                yield from [*self.at.title(game), *lines, *outcome_lines(self._before, game)]
            else:
                yield from lines
            talk_beside()

        def facts() -> Mapping[str, Any]:
            from scorekeeper.render import machine

            talk_beside()
            command = self.at.context.command_path.partition(" ")[2]
            written = (str(self.path), command, self.is_changed)
            return {**machine.change(*written, game, row, voice.remarks or ()), **(more or {})}

        return Answer(words(), facts)

    def shown(
        self, words: Iterable[str] | Callable[[], None], facts: Callable[[], Any] | None
    ) -> Answer:
        """The answer of a command that only reads, and a line if ``check`` finds anything."""

        def say_it() -> None:
            words() if callable(words) else say(words)
            self.mention_findings()

        return Answer(say_it, facts)

    def mention_findings(self) -> None:
        """Say in one line that ``check`` finds something; in an open game, say it once."""
        from scorekeeper.audit import audit

        try:
            every = audit(store.ledger_text(self.path))
        except FileError:  # no failure: after one, a script would write the round again
            return
        # Whether nobody went out was asked when the round was entered.
        found = [finding for finding in every if finding.check != "nobody-out"]
        messages = {finding.problem for finding in found}
        is_new = not messages <= self.at.known_findings
        self.at.known_findings = messages if self.at.is_open else set()
        if is_new:
            file = str(self.path)
            things = f"{count(len(found), 'thing')} in {printable(file)}"
            talk(f"check found {things}:  {SK}check {shell_path(file)}")


def with_drawn_cards(
    game: Game, wild: str | None, upcard: str | None, row: "Row | None" = None
) -> Game:
    """The game with the drawn wild and the upcard, if given, for the next round or ``row``."""
    if wild is not None:
        from scorekeeper.ledger.changes import draw_wild  # in few games one is drawn

        game = draw_wild(game, rank_typed(wild, joker=True), row)
    if upcard is not None:
        from scorekeeper.ledger.gin import turn_up  # in few games that matters

        game = turn_up(game, parse_card(upcard), row)
    return game
