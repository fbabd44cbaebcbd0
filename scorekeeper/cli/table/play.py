"""The open game, line by line: it shows where the game is, reads, obeys, and looks again.

Nothing is kept here but what people have seen: every line is carried out by the command that it
stands for, and everything is on disk when the next prompt is there.
"""

import gc
import signal
import sys
from contextlib import suppress
from pathlib import Path

from scorekeeper import store
from scorekeeper.cli import show
from scorekeeper.cli.asking.prompt import LineReader, as_typed, can_go_back, read_with
from scorekeeper.cli.choose import find_game_to_open, find_without_asking
from scorekeeper.cli.command_list import OCCASIONS
from scorekeeper.cli.counting import load
from scorekeeper.cli.dispatch import guarded, obey
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import flush, say, stay_open, talk, width
from scorekeeper.cli.table.line import HELP, LEAVE, meaning
from scorekeeper.errors import FileError, ScorekeeperError, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.standings import standings
from scorekeeper.manual import PAGES
from scorekeeper.render.hints import choice_lines, choices, help_lines, prompt_words
from scorekeeper.render.standings import standings_title

LOOKS = frozenset(
    {"rules", "next", "verify", "meld", "deadwood", "pad", "standings", "sheet", "check", "help"}
    | {"outs", "review", "rescore"}
)
"""The commands that change nothing."""

DONE = (0, 1)
"""The exit codes of a line that was carried out: done or yes, and no."""

HELD = -1
"""In place of an exit code: a line was not carried out, because the game had changed."""


def play(at: GameAtHand) -> int:
    """Keep the game open until somebody leaves; the exit code."""
    gc.enable()  # an evening is long
    at.path, at.is_open = find_game_to_open(), True
    stay_open()
    opened = OpenGame(at)
    opened.look()
    opened.show()
    flush()
    reader = LineReader()
    if can_go_back():
        from scorekeeper.cli.table.editing import EditingReader

        reader = EditingReader(at)
    read_with(reader)
    # Somebody may end the program from outside; the terminal has to be as it was before.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with reader.at_the_keys():
        _line_by_line(opened, reader)
    # For whoever wonders whether it was saved.
    say(f"Everything is in {printable(str(at.path))}." if at.path else [])
    return 0


def _line_by_line(opened: "OpenGame", reader: LineReader) -> None:
    """Read and obey until the end of the input."""
    offered = ""
    while True:
        try:
            opened.notice()
            line = as_typed(reader.read_line(prompt_words(opened.game), offered))
            if line in LEAVE:
                return
            code = opened.obey(line) if line else 0
            # What was pasted behind a line that was refused may count on it: it would go astray.
            if code not in DONE and (left := reader.drop_pasted()):
                lines, were = ("line", "was") if left == 1 else (f"{left} lines", "were")
                talk(f"the {lines} pasted behind it {were} left out")
            say("" if line else [])
            offered = line if code == HELD else ""
        except KeyboardInterrupt:
            reader.drop_pasted()
            offered = ""
        except (EOFError, OSError):
            return


class OpenGame:
    """What people at the table have seen of the game: the file, its text, and the game in it.

    ``game`` is None where there is none, or none that can be read.
    """

    def __init__(self, at: GameAtHand) -> None:
        self.at = at
        self.game: Game | None = None
        self._text: str | None = None
        self._trouble: str | None = None

    def look(self) -> bool:
        """Look at the file again; whether it is another text than was seen last."""
        path, trouble = self._path(), None
        seen, self._text, self.game = self._text, None, None
        try:
            if path is not None:
                self._text = store.read_text(path)
                self.game = load(path).game
        except ScorekeeperError as error:
            trouble = error.problem
            if trouble != self._trouble:
                talk([f"error: {error.problem}", f"  try: {error.remedy}"])
            if path is not None and not store.is_there(path):
                path = None
        self._trouble = trouble
        self.at.lay(path)
        return seen != self._text

    def _path(self) -> Path | None:
        """The game that lies open, or that somebody else has begun here where it is clear which."""
        try:
            return self.at.path or find_without_asking(self.at)
        except ScorekeeperError:
            return None

    def show(self) -> None:
        """Show the game at hand: title, round card, standings, and what can be typed."""
        if self.game is None:
            known = bool(store.ledgers_in(Path()))
            nothing = "no game is going on here" if known else "no game here yet"
            say([nothing, ""] if self.at.path is None else [])
        else:
            standing = standings(self.game)
            say([standings_title(self.game, standing), ""])
            show.card(self.game, standing, self.at)
            if self.game.played:
                say("")
                show.rows(self.game, standing, or_totals=True)
            say("")
        say(choice_lines(choices(self.game), width()))

    def notice(self) -> bool:
        """Say what another program has changed, if it has; whether it has."""
        before = self.at.path
        if not self.look():
            return False
        path = self.at.path
        if path is not None and self.game is not None:
            talk(f"{printable(str(path))} was changed meanwhile, and not from here:")
            show.standings(self.game, standings(self.game), self.at)
        elif before is not None and path is None:
            talk("the game is not there any more")
        return True

    def obey(self, line: str) -> int:
        """Carry out a line; its exit code, or HELD."""
        changed = self.notice()
        store.written.clear()
        if line in HELP:
            say(help_lines(self.game, OCCASIONS, width()))
            say(f"help cards  shows a page of the manual; its pages:  {'  '.join(PAGES)}")
            return 0

        def command() -> int:
            words = meaning(line, self.game)
            if changed and words[0] not in LOOKS:
                talk("so this was not done. Press Enter, or type it again, if it still holds:")
                return HELD
            return obey(words, self.at)

        code = guarded(command, self.at)
        if code in DONE:
            with suppress(FileError):  # the next look says so
                path = self._path()
                self._text = store.read_text(path) if path else None
        return code
