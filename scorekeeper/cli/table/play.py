"""The open game, line by line: it shows where the game is, reads, obeys, and looks again.

Nothing is kept here but what people have seen: every line is carried out by the command that it
stands for, and everything is on disk when the next prompt is there.
"""

import gc
import os
import signal
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from scorekeeper import store
from scorekeeper.cli import show
from scorekeeper.cli.asking.prompt import PlainReader, Reader, as_typed, read_with
from scorekeeper.cli.choose import find_game_to_open, find_without_asking
from scorekeeper.cli.command_list import OCCASIONS
from scorekeeper.cli.dispatch import guarded, obey
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import flush, say, stay_open, talk, width
from scorekeeper.cli.table.line import HELP, LEAVE, meaning
from scorekeeper.errors import FileError, ScorekeeperError, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.standings import standings
from scorekeeper.render.hints import choice_lines, choices, help_lines, prompt_words
from scorekeeper.render.standings import standings_title

LOOKS = frozenset(
    {"rules", "next", "verify", "meld", "deadwood", "pad", "standings", "sheet", "check", "help"}
)
"""The commands that change nothing."""


class LineReader(Reader, Protocol):
    """Reads what is typed at the table, and the answers to questions."""

    def read_line(self, prompt: str, offered: str = "") -> str:
        """The next line, ``offered`` standing there already where the terminal can do that."""
        ...

    def drop_pasted(self) -> int:
        """Forget the pasted lines that nobody has read yet; how many they were."""
        ...

    def at_the_keys(self) -> AbstractContextManager[None]:
        """While this lasts, keys are kept as they come until somebody reads them."""
        ...


def play(at: GameAtHand) -> int:
    """Keep the game open until somebody leaves; the exit code."""
    gc.enable()  # an evening is long
    at.path, at.is_open = find_game_to_open(), True
    stay_open()
    game = OpenGame(at)
    game.look()
    game.show()
    flush()
    reader = _reader(at)
    read_with(reader)
    # Somebody may end the program from outside; the terminal has to be as it was before.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with reader.at_the_keys():
        _line_by_line(game, reader)
    game.leave()
    return 0


def _reader(at: GameAtHand) -> LineReader:
    """Who reads: with editing, but for a terminal that cannot move its cursor."""
    if os.environ.get("TERM", "dumb") == "dumb":
        return PlainReader()
    from scorekeeper.cli.table.editing import EditingReader
    from scorekeeper.cli.table.suggest import suggestions

    return EditingReader(lambda line: suggestions(line, at))


def _line_by_line(game: "OpenGame", reader: LineReader) -> None:
    """Read and obey until the end of the input."""
    offered = ""
    while True:
        try:
            game.notice()
            line = as_typed(reader.read_line(prompt_words(game.game), offered))
            if line in LEAVE:
                return
            offered = _obeyed(game, reader, line) if line else ""
        except KeyboardInterrupt:
            reader.drop_pasted()
            offered = ""
        except (EOFError, OSError):
            return


def _obeyed(game: "OpenGame", reader: LineReader, line: str) -> str:
    """Obey a line; the same line where it is to be offered again."""
    if not game.obey(line):
        # What was pasted behind a line that was refused may count on it: it would go astray.
        left = reader.drop_pasted()
        if left:
            lines = "line" if left == 1 else f"{left} lines"
            talk(f"the {lines} pasted behind it {'was' if left == 1 else 'were'} left out")
    say("")
    return line if game.held else ""


class OpenGame:
    """What people at the table have seen of the game: the file, its text, and the game in it.

    ``game`` is None where there is none, or none that can be read. ``held`` says that a line was
    not carried out because the game had changed.
    """

    def __init__(self, at: GameAtHand) -> None:
        self.at = at
        self.game: Game | None = None
        self.held = False
        self._text: str | None = None
        self._trouble: str | None = None

    def look(self) -> bool:
        """Look at the file again; whether it is another text than was seen last."""
        path = self.at.path or self._only_game()
        seen, self._text, self.game = self._text, None, None
        trouble = None
        try:
            if path is not None:
                self._text = store.read_text(path)
                self.game = store.load(path).game
        except ScorekeeperError as error:
            trouble = error.problem
            if trouble != self._trouble:
                talk([f"error: {error.problem}", f"  try: {error.remedy}"])
            if path is not None and not store.is_there(path):
                path = None
        self._trouble = trouble
        self.at.lay(path)
        return seen != self._text

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
                show.places(self.game, standing)
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

    def obey(self, line: str) -> bool:
        """Carry out a line; False where it was refused, and changed nothing."""
        changed = self.notice()
        self.held = False
        if line in HELP:
            say(help_lines(self.game, OCCASIONS, width()))
            return True
        words: list[str] = []

        def read() -> int:
            words.extend(meaning(line, self.game))
            return 0

        code = guarded(read, self.at)
        if code:
            return False
        if changed and words[0] not in LOOKS:
            self.held = True
            talk("so this was not done. Press Enter, or type it again, if it still holds:")
            return False
        code = obey(words, self.at)
        if code in (0, 1):
            self._settle()
        return code in (0, 1)

    def _settle(self) -> None:
        """Take what a line has done as seen."""
        try:
            path = self.at.path or self._only_game()
            self._text = store.read_text(path) if path else None
        except FileError:
            return  # the next look says so

    def leave(self) -> None:
        """Say where the game is, for whoever wonders whether it was saved."""
        path = self.at.path
        say(f"Everything is in {printable(str(path))}." if path else [])

    def _only_game(self) -> Path | None:
        """The game that somebody else has begun here, as far as it is clear which one."""
        try:
            return find_without_asking(self.at)
        except ScorekeeperError:
            return None
