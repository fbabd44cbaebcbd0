"""The ledger that a command works on: read, changed, and the one place that answers a change."""

from collections.abc import Callable
from pathlib import Path

from scorekeeper import store
from scorekeeper.cli.choose import Wanted, find_ledger
from scorekeeper.cli.command_words import shell_path
from scorekeeper.cli.counting import count_hands, load
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import say, talk
from scorekeeper.cli.show import title_line
from scorekeeper.errors import FileError, count, printable
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.people import find_player


class LedgerAtHand:
    """The ledger of the game at hand, which is looked for, or asked for, once."""

    def __init__(self, at: GameAtHand, wanted: Wanted = "to play") -> None:
        self.at = at
        self.path = find_ledger(at, wanted)

    def load(self) -> store.Loaded:
        """The game as it is on the sheet now."""
        return load(self.path)

    def player(self, typed: str, game: Game) -> str:
        """The player of the game that ``typed`` means; PlayerError for nobody, or several."""
        return find_player(typed, game.names, str(self.path))

    def change(
        self, command: str, edit: Callable[[Game], Game | Outcome], seen: str | None = None
    ) -> tuple[Game, Game]:
        """The game before and after a change; what its ``edit`` remarks is said.

        With ``seen``, the text that a person decided upon, the file must still be that.
        """

        def counted(game: Game) -> Outcome:
            count_hands(game)
            edited = edit(game)
            return edited if isinstance(edited, Outcome) else Outcome(edited)

        before, after, remarks, parted = store.change(self.path, command, counted, seen=seen)
        for remark in remarks:
            talk(remark)
        mention_second_name(self.path, parted=parted)
        return before, after

    def answer(
        self, game: Game, *lines: str, remark: str = "", drawn: Callable[[], None] | None = None
    ) -> None:
        """Say what a command did below the game's title, and whether ``check`` finds something.

        What is ``drawn`` instead has a title of its own.
        """
        if drawn:
            drawn()
        else:
            say([*title_line(game, self.at), *lines])
        talk([remark] if remark else [])
        mention_findings(self.path)


def mention_second_name(path: Path, *, parted: bool) -> None:
    """Say that a ledger had a second name (a hard link), which a write has not reached."""
    if parted:
        talk(f"{printable(str(path))} had a second name; that one keeps what stood there before")


def mention_findings(path: Path) -> None:
    """Say in one line that ``check`` would find something, if it would.

    The command is done and answered. Where the file cannot be read any more that is no reason to
    end as if it were not: a script would write a round twice.
    """
    from scorekeeper.audit import audit

    try:
        found = audit(store.read_text(path))
    except FileError:
        return
    if found:
        things = count(len(found), "thing")
        file = str(path)
        talk(f"check finds {things} in {printable(file)}:  sk check {shell_path(file)}")
