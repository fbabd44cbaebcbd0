"""The open game: it shows the game, reads a line, carries it out, and looks at the file again.

Everything is on disk before the next prompt; only what people have seen is kept here.
"""

import gc
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from scorekeeper import store
from scorekeeper.cli import commands as options
from scorekeeper.cli.commands.help import PAGES
from scorekeeper.cli.dispatch import attempt, obey
from scorekeeper.cli.offering import confirm, interpret
from scorekeeper.errors import ConflictError, ScorekeeperError, count, printable, refuse_bytes
from scorekeeper.ledger import Game
from scorekeeper.listening import Heard, meaning, said, without_program
from scorekeeper.render.evening import choice_lines, choices, fixes, help_lines, prompt_words
from scorekeeper.render.rules import facts_with
from scorekeeper.store.evenings import ledgers_in, open_first
from scorekeeper.terminal import Sitting, complain, flush, games, say, talk, voice, width
from scorekeeper.terminal.command_words import (
    COMMANDS,
    HELP,
    HOW_TO_FIX,
    LEAVE,
    OCCASIONS,
    READ_ONLY,
    SAVE,
    SAYS_MORE,
    WITHIN,
    WORDS,
    AnotherLine,
    command_line,
    normalized,
    rare_commands,
)
from scorekeeper.terminal.prompt import LineReader, can_go_back, cleaned, read_with
from scorekeeper.terminal.showing import first_lines, opened_lines, standings_lines

DONE = (0, 1)  # the exit codes of a line that was carried out: done or yes, and no


def play(sitting: Sitting, path: Path | None = None, hints: Sequence[str] = ()) -> int:
    """Keep the game in ``path``, or the obvious one, open until somebody leaves."""
    gc.enable()  # an evening is long
    sitting.path, sitting.is_open = path or games.find_game_to_open(), True
    voice.stays_open = True
    opened = OpenGame(sitting)
    opened.look()
    opened.show()
    say(hints)
    flush()
    reader = LineReader()
    if can_go_back():
        from scorekeeper.terminal.editing import EditingReader

        reader = EditingReader(lambda line: completions(line, sitting))
    read_with(reader)
    # Somebody may end the program from outside; the terminal has to be as it was before.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        with reader.at_the_keys():
            _line_by_line(opened, reader)
    finally:
        if sitting.serving:
            sitting.serving.stop()
    # For anybody who wonders whether it was saved.
    say(f"Everything is in {printable(sitting.path)}." if sitting.path else [])
    return 0


def _line_by_line(opened: "OpenGame", reader: LineReader) -> None:
    """Read and obey until the end of the input."""
    instead = ""
    while True:
        try:
            opened.notice()
            typed_line = instead or reader.read_line(prompt_words(opened.game))
            line, instead = cleaned(typed_line) or opened.enter(), ""
            line = without_program(line, opened.game)
            reader.knows_keys, reader.look = False, None  # each line starts its own dialogue
            if normalized(line) in (*LEAVE, "q"):
                return
            code = opened.obey(line) if line else 0
            instead = opened.then if code in DONE else ""
            # Pasted lines after a refused one may depend on it, so they aren't obeyed.
            if code not in DONE and (dropped := reader.drop_pasted()):
                talk(f"left out what was pasted after it: {count(dropped, 'line')}")
            say("" if line else [])
        except AnotherLine as other:
            instead = str(other)
        except KeyboardInterrupt:
            reader.drop_pasted()
        except (EOFError, OSError):
            return


class OpenGame:
    """What people at the table have seen; ``game`` is None if there is none that can be read."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.game: Game | None = None
        self._text: str | None = None
        self._problem: str | None = None
        self.then = ""
        """The rest of a line whose first part was done."""

    def look(self) -> bool:
        """Look at the file again; return whether its text differs from what was seen last."""
        path, problem = None, None
        seen, self._text, self.game = self._text, None, None
        try:
            # If none is open, somebody else may have started one here.
            path = self.sitting.path or games.named_by_environment()
            path = path or games.only_open(games.games_here(quiet=True))
            if path is not None:
                self._text = store.read_text(path)
                self.game = games.load(path).game
        except ScorekeeperError as error:
            problem = error.problem
            if problem != self._problem:
                complain(error, json=False)
            if path is not None and not store.is_there(path):
                path = None
        self._problem = problem
        self.sitting.go_on_with(path)
        return seen != self._text

    def show(self) -> None:
        """Show the game at hand: title, round card, standings, and what can be typed."""
        if self.game is not None:
            say(opened_lines(self.game))
        elif self.sitting.path is None and (lines := first_lines()):
            say(lines)
        else:
            why = "no game here can be read" if ledgers_in(Path()) else "no game here yet"
            say([why, ""] if self.sitting.path is None else [])
            say(choice_lines(choices(None), width()))

    def enter(self) -> str:
        """What Enter alone means: the round that phones have sent, the first open game, or ""."""
        serving = self.sitting.serving if self.sitting.is_on_phones else None
        if serving and (words := serving.game.command()):
            return command_line(*words)
        if self.sitting.path is not None:
            return ""
        here = open_first(games.games_here(quiet=True))
        return "open 1" if here and not here[0].is_over else ""

    def notice(self) -> bool:
        """Say what another program has changed, if anything, and return whether it has."""
        if not self.look():
            return False
        path = self.sitting.path
        if path is not None and self.game is not None:
            talk(f"{printable(path)} was changed by something else in the meantime:")
            say(standings_lines(self.game))
        elif path is None:
            talk("the game is gone")
        return True

    def obey(self, line: str) -> int:
        """Carry out a line; return its exit code."""
        is_changed = self.notice()
        store.last_written.clear()
        word = normalized(line)
        if word in (*HELP, *HOW_TO_FIX, *SAVE):
            self._answer(word)
            return 0
        before = self.sitting.path
        serving = self.sitting.serving if self.sitting.is_on_phones else None
        code = attempt(lambda: self._do(line, is_changed=is_changed))
        other = self.sitting.serving if not self.sitting.is_on_phones else None
        if other and self.sitting.path not in (None, before):
            seen = printable(other.game.path)
            talk(f"phones still see {seen}: type serve off and serve to show them this game")
        if before and self.sitting.path is None:  # it was deleted
            self.look()
            self.show()
            if serving and self.sitting.path:
                serving.move_to(self.sitting.path)
        elif code in DONE:
            self.look()
            is_new = before is None and store.last_written  # an opened game was shown already
            if is_new and self.game and not self.game.played:
                say(["", *choice_lines(choices(self.game), width())])
        return code

    def _do(self, line: str, *, is_changed: bool) -> int:
        """Do what a line means, or only look if the game ``is_changed``; return the exit code."""
        refuse_bytes(line)
        may_answer = self.sitting.is_on_phones and not is_changed
        if may_answer and (request := self.sitting.phone_request(normalized(line))):
            return obey(request, self.sitting)
        self.then = ""
        heard = self._interpret(line)
        words = heard.words
        if is_changed and not (words and words[0] in READ_ONLY):
            talk("so this wasn't done; to do it anyway, type it again")
            return ConflictError.code
        if words == ["help"]:
            self._answer("help")
            return 0
        if not heard.is_done_at_once:
            if self.sitting.path is not None and self.game is None:
                games.load(self.sitting.path)  # raises: a round meant for it is for no other game
            words = confirm(heard, line, self.game, self.sitting.path)
            if words and self.notice():
                talk("so this wasn't done; to do it anyway, type it again")
                return ConflictError.code
        code = obey(words, self.sitting) if words else 0
        self.then = heard.then
        if words == ["rules"] and not heard.is_typed and self.game:
            say(answer_lines(line, self.game))
        return code

    def _interpret(self, line: str) -> Heard:
        """What a line means; if no game is open, it may name one to open."""
        opens = self.sitting.path is None and games.is_called(line)
        try:
            heard = interpret(line, self.game, self.sitting.path)
            if heard.is_typed or not opens:
                return heard
        except ScorekeeperError:
            if self.sitting.path is not None and self.game is None:
                games.load(self.sitting.path)  # raises what is wrong with it, if that is the fault
            if not opens:
                raise
        return Heard(["open", line], is_typed=True)

    def _answer(self, word: str) -> None:
        """Answer what isn't a command: what can be typed, how to fix a slip, where it is saved."""
        if word in SAVE:
            where = f", in {printable(self.sitting.path)}" if self.sitting.path else ""
            say(f"everything is saved already{where}")
        elif word in HOW_TO_FIX:
            ways = fixes(self.game) if self.game else [("new", "there is no game here; start one")]
            say(choice_lines(ways, width()))
        else:
            if self.game is None and (lines := first_lines()):
                say([*lines, ""])
            rare = rare_commands(self.game.rules) if self.game else []
            say(help_lines(self.game, {**OCCASIONS, "In this game": rare}, width()))
            say(f"help cards  shows a page of the manual; its pages:  {'  '.join(PAGES)}")


def answer_lines(question: str, game: Game) -> list[str]:
    """The rules that answer a question about them, to end the page that shows them all."""
    reading = meaning.reading_of(question, game)
    answers = said()["facts"].items()
    matching = (facts_with(game.rules_now, each) for way, each in answers if reading.says(way))
    facts = next(matching, [])
    return ["", "You asked about:", *facts] if facts else []


# ── what TAB offers ─────────────────────────────────────────────────────────────────────────


def completions(line: str, sitting: Sitting) -> list[str]:
    """The words that the last word of ``line`` may become, whatever it begins with."""
    first, space, _ = line.lstrip().casefold().partition(" ")
    if not space:
        return [*(WORDS if first else COMMANDS), *known(sitting, options.rare, options.names)]
    if first in SAYS_MORE:
        return [*PAGES, *COMMANDS]
    lists = (options.names, options.round_words, options.switch_words)
    return [*WITHIN.get(first, ()), *known(sitting, *lists)]


def known(sitting: Sitting, *lists: options.Words) -> list[str]:
    """The words of these ``lists``, without those of a game that can't be read."""
    return [word for words in lists for word in options.beginning(words, sitting, "")]
