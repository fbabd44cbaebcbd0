"""The ledger that a command works on: read, changed, and the one place that answers a change."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scorekeeper import store
from scorekeeper.cards import parse_card
from scorekeeper.cli.choose import Wanted, find_ledger
from scorekeeper.cli.command_words import shell_path
from scorekeeper.cli.counting import count_hands, load
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import say, say_json, talk, voice
from scorekeeper.errors import FileError, UsageError, count, printable
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.people import find_player
from scorekeeper.ledger.rows import Row


class LedgerAtHand:
    """The ledger of the game at hand, which is looked for, or asked for, once."""

    def __init__(
        self, at: GameAtHand, wanted: Wanted = "to play", path: Path | None = None
    ) -> None:
        self.at = at
        self.path = path or find_ledger(at, wanted)
        self.is_changed = False
        self._before: Game | None = None
        self._seen: str | None = None
        self._answers = 0

    def load(self) -> store.Loaded:
        """The game as it is on the sheet now; who is asked about it from here on has seen that."""
        loaded = load(self.path)
        self._seen, self._answers = loaded.text, voice.answers
        return loaded

    def player(self, typed: str, game: Game) -> str:
        """The player of the game that ``typed`` means; PlayerError for nobody, or several."""
        return find_player(typed, game.names, str(self.path))

    def change(self, command: str, edit: Callable[[Game], Game | Outcome]) -> tuple[Game, Game]:
        """The game before and after a change; what its ``edit`` remarks is said.

        Where a person was asked, the file must still be what they have seen: ConflictError else.
        """

        def counted(game: Game) -> Outcome:
            count_hands(game)
            edited = edit(game)
            return edited if isinstance(edited, Outcome) else Outcome(edited)

        seen = self._seen if voice.answers > self._answers else None
        before, after, said, parted = store.change(self.path, command, counted, seen=seen)
        self._before = before
        talk(said)
        self.mention_change(parted=parted, is_changed=after != before)
        return before, after

    def mention_change(self, *, parted: bool = False, is_changed: bool = True) -> None:
        """Note that the ledger was written, for whoever asks, and what that has not reached."""
        self.is_changed = is_changed
        if parted:  # a hard link
            name = printable(str(self.path))
            talk(f"{name} had a second name; that one keeps what stood there before")

    def answer(
        self,
        game: Game | None,
        *lines: str,
        row: Row | None = None,
        remark: str = "",
        more: Mapping[str, Any] | None = None,
        is_sound: bool = False,
    ) -> None:
        """Say what a command did below the game's title, and whether ``check`` finds something.

        What it did to the outcome stands below that. Without ``lines`` all that is said already.
        A program gets one object instead of it, with ``more`` facts; ``row`` is the round that was
        written. ``game`` is None where it is there no more, or cannot be read. In one that
        ``is_sound`` there is nothing to find.
        """
        if lines:
            # Whoever only looks at a game needs no words for this.
            from scorekeeper.render.standings import outcome_lines

            title = self.at.title(game) if game else []
            outcome = outcome_lines(self._before, game) if game else []
            say([*title, *lines, *outcome])
        talk(remark.splitlines())
        if game and not is_sound:
            _mention_findings(self.path, self.at)
        if voice.for_program:
            from scorekeeper.render import machine

            written = (str(self.path), voice.for_program)
            facts = machine.change(*written, self.is_changed, game, row, voice.remarks)
            say_json({**facts, **(more or {})})


def told(game: Game, wild: str | None, upcard: str | None, row: Row | None = None) -> Game:
    """The game with the rank that was drawn and the card that was turned up, where they are told.

    They are those of the round to come, or of a ``row`` on the sheet.
    """
    if wild is not None:
        from scorekeeper.cli.rulebook import rank_typed  # in few games one is drawn
        from scorekeeper.ledger.changes import draw_wild

        game = draw_wild(game, rank_typed(wild, joker=True), row)
    if upcard is not None:
        from scorekeeper.ledger.gin import turn_up  # in few games that matters

        game = turn_up(game, parse_card(upcard), row)
    return game


def game_to_read(at: GameAtHand, file: str | None = None) -> tuple[LedgerAtHand, Game]:
    """The ledger of a ``file`` that is named, or of the game at hand, and the game in it."""
    if file is not None:
        if at.named is not None:
            raise UsageError("a file and -f name two games", remedy="give one of the two")
        at.named = file
    ledger = LedgerAtHand(at, "to read")
    return ledger, ledger.load().game


def _mention_findings(path: Path, at: GameAtHand) -> None:
    """Say in one line that ``check`` would find something, if it would; at an open game once.

    The command is done and answered. Where the file cannot be read any more that is no reason to
    end as if it were not: a script would write a round twice.
    """
    from scorekeeper.audit import audit

    try:
        found = audit(store.ledger_text(path))
    except FileError:
        return
    messages = {finding.problem for finding in found}
    is_new, at.told = not messages <= at.told, messages if at.is_open else set()
    if is_new:
        things = count(len(found), "thing")
        file = str(path)
        talk(f"check finds {things} in {printable(file)}:  sk check {shell_path(file)}")
