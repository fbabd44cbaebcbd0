"""Questions at a terminal, their answers, and the reader of what is typed.

Every question is asked here, so each knows ``?``, ``back`` and ``quit``, and a line that was typed
or pasted early isn't lost. The reader is global, as there is one keyboard and one stdin.
"""

import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from select import select
from typing import TypeVar

from scorekeeper.errors import (
    Declined,
    Interrupted,
    ScorekeeperError,
    UsageError,
    quoted,
    refuse_bytes,
)
from scorekeeper.ledger.names import is_whole_name
from scorekeeper.render import columns_of
from scorekeeper.terminal import displayable, painted, talk, voice, width
from scorekeeper.terminal.command_words import BACK, HELP, LEAVE, AnotherLine, normalized, yes_or_no

T = TypeVar("T")

LONGEST_LINE = 4_000
"""Characters of a line; a round of fifty players who all show their cards needs fewer."""


class LineReader:
    """Reads a person's lines, edited as the terminal itself allows."""

    def __init__(self) -> None:
        self.knows_keys = False  # the person has seen what every question accepts
        self.has_previous = False  # back has a question to go back to
        self.look: Callable[[str], bool] | None = None  # obeys a line that only looks

    def read(self, prompt: str) -> str:
        """The next answer; KeyboardInterrupt for Ctrl-C, EOFError at the end of the input."""
        was_waiting = self.is_waiting()
        print(displayable(prompt, sys.stderr), end="", file=sys.stderr, flush=True)
        with news.shown():
            _wait_for_keys()
            line = sys.stdin.readline()
        if not line:
            raise EOFError
        answer = line.rstrip("\n")
        if was_waiting:  # what was typed before the prompt appeared is echoed somewhere above
            sys.stderr.write(f"{displayable(answer, sys.stderr)}\n")
        return answer

    def read_line(self, prompt: str) -> str:
        """The next line of the open game."""
        try:
            return self.read(prompt)
        except (KeyboardInterrupt, EOFError):
            sys.stderr.write("\n")  # the cursor is still after the prompt
            raise

    def is_waiting(self) -> bool:
        """Whether more was typed already, so that a question would be answered unseen."""
        try:
            return bool(select([sys.stdin], [], [], 0)[0])
        except (OSError, ValueError):  # not every system can tell for every stream
            return False

    def drop_pasted(self) -> int:
        """Forget the pasted lines not yet read, and count them; 0 here, as nothing marks them."""
        return 0

    def at_the_keys(self) -> AbstractContextManager[None]:
        """While this lasts, keys are kept until somebody reads them."""
        return nullcontext()

    def aside(self) -> AbstractContextManager[None]:
        """While this lasts, another program has the terminal in its normal state."""
        return nullcontext()


def _wait_for_keys() -> None:
    """Wait until something is typed at the terminal; KeyboardInterrupt for Ctrl-C."""
    # A Ctrl-C just before the wait begins doesn't end it, so it ends by itself each second.
    with suppress(OSError, ValueError):  # not every system can wait for every stream
        while sys.stdin.isatty() and not select([sys.stdin], [], [], 1)[0]:
            pass


_reader = LineReader()


def read_with(reader: LineReader) -> None:
    """Let ``reader`` read every answer from now on."""
    global _reader
    _reader = reader


def read_answer(prompt: str) -> str:
    """One line from the person at the terminal; Interrupted for Ctrl-C and the end of the input."""
    if columns_of(prompt) >= width():
        question, *ways = re.split(" {3,}", prompt)
        *above, prompt = [question, *(f"  {way}" for way in ways)]
        talk(above)
    try:
        answer = _reader.read(prompt)
    except (KeyboardInterrupt, EOFError) as stop:
        raise Interrupted from stop
    voice.answers += 1
    # Where nothing edits the line, the Escape key is a letter in it.
    return "<" if answer.endswith("\x1b") else cleaned(answer)


def cleaned(line: str) -> str:
    """A line without characters that nobody types on purpose, and without the space around it."""
    # Joiners and flags, which a name may hold, and surrogates, which the line's reader refuses.
    is_meant = re.compile("[\u200c\u200d\ud800-\udfff\U000e0020-\U000e007f]").match
    return "".join(
        letter if letter.isprintable() or is_meant(letter) else " " for letter in line
    ).strip()


def check_length(line: str) -> None:
    """Raise UsageError for a line that is too long to be anything but a paste gone wrong."""
    if len(line) > LONGEST_LINE:
        problem = f"this line has more than {LONGEST_LINE} characters"
        raise UsageError(problem, remedy="type one round or one command per line")


def aside() -> AbstractContextManager[None]:
    """While this lasts, another program has the terminal in its normal state."""
    return _reader.aside()


def is_waiting() -> bool:
    """Whether more was typed already, so that a question would be answered unseen."""
    return _reader.is_waiting()


def is_line(answer: str) -> bool:
    """Whether an answer is a whole line; False if the sitting can't tell."""
    return bool(answer and voice.sitting.is_line and voice.sitting.is_line(answer))


def look_with(look: Callable[[str], bool]) -> None:
    """Let ``look`` obey lines at the questions of this dialogue, without ending the dialogue."""
    _reader.look = look


# ── a question ───────────────────────────────────────────────────────────────────────────


class Back(Exception):  # noqa: N818 - not an error: somebody wants to change an answer
    """Ask the previous question again; raised only if there is one."""


class DeadHand(Exception):  # noqa: N818 - not an error: the hand ended this way
    """Nobody ended the hand."""


def keys() -> list[str]:
    """The line that says what every question accepts, once in a dialogue."""
    knew_keys, _reader.knows_keys = _reader.knows_keys, True
    return [] if knew_keys else ["? help · < back"]


def numbered(choices: Iterable[str]) -> list[str]:
    """The choices of a question, a line each with its number, from 1."""
    return [f"  {number}  {words}" for number, words in enumerate(choices, start=1)]


@contextmanager
def after_a_question(*, has_previous: bool = True) -> Iterator[None]:
    """While this lasts there is a previous question: ``back`` raises Back."""
    outside, _reader.has_previous = _reader.has_previous, has_previous
    try:
        yield
    finally:
        _reader.has_previous = outside


def ask(
    question: str,
    read: Callable[[str], T | None],
    answers: str | Iterable[str],  # the possible ones, shown for ? and after None
    *,
    head: Iterable[str] = (),  # shown above it, and again when somebody comes back to it
    names: Sequence[str] = (),  # one in full beats a word that every question knows
    ways: bool = True,  # otherwise the question itself says how to leave it
    looks_like_a_line: bool = False,  # whether a right answer may, and isn't taken for another line
) -> T:
    """What ``read`` makes of the first answer that it understands.

    The question is asked again after an error, and after None. Raises Back, Interrupted to stop,
    and AnotherLine for a whole line.
    """
    answers = [f"  {line}" for line in ([answers] if isinstance(answers, str) else answers)]
    talk([*head, *(keys() if ways else [])])
    while True:
        answer = read_answer(question)
        word = "" if is_whole_name(answer, names) else normalized(answer)
        if word in BACK:
            raise Back if _reader.has_previous else Declined
        if word in LEAVE:
            raise Interrupted
        if word in HELP:
            talk([*answers, "  < or back: the previous question · quit: stop without saving"])
        elif not (word and _reader.look and _reader.look(answer)):
            try:
                refuse_bytes(answer)
                check_length(answer)
                with after_a_question():
                    value = read(answer)
            except ScorekeeperError as error:
                if not looks_like_a_line and is_line(answer):
                    raise AnotherLine(answer) from error
                refuse(error)
            except Back:
                talk(head)
            else:
                if value is not None:
                    return value
                if not looks_like_a_line and is_line(answer):
                    raise AnotherLine(answer)
                problem = [f"  {quoted(answer)} isn't an answer here"] if answer else []
                talk([*problem, *answers])


def ask_yes(
    question: str, yes: str = "yes", no: str = "no", *, usual: bool = True, head: Iterable[str] = ()
) -> bool:
    """Whether the answer is yes; Enter gives the ``usual`` one. ``head`` stands above it."""
    offered = f"[Enter] {yes}   [n] {no}" if usual else f"[Enter] {no}   [y] {yes}"

    def read(answer: str) -> bool | None:
        return yes_or_no(answer) if answer else usual

    answers = f"y: {yes} · n: {no} · Enter: {yes if usual else no}"
    return ask(f"{question}   {offered}: ", read, answers, head=head)


def refuse(error: ScorekeeperError) -> None:
    """Say what is wrong with an answer; the question comes again."""
    talk([f"  {error.problem}", f"    try: {error.marked_remedy}"])


def show_in_row(shown: str, text: str, result: str, column: int) -> None:
    """Show ``text``, and ``result`` from ``column`` on, in place of the ``shown`` row above.

    What is new goes below if nothing is ``shown``, or the row can't be reached or has no room.
    """
    shown, text, result = (displayable(part, sys.stderr) for part in (shown, text, result))
    used, room = columns_of(text), width() - 1
    if column + 10 > room:  # some totals wouldn't fit there, so all of them stand close by
        column = used + 2
    places = [x for x in (column, used + 2) if x >= used + 2 and x + columns_of(result) <= room]
    if places and (not shown or (can_go_back() and columns_of(shown) <= room)):
        back = "\x1b[A\r\x1b[K" if shown else ""
        row = f"{text}{' ' * (places[0] - used)}{result}".rstrip()
        sys.stderr.write(f"{back}{painted(row, sys.stderr)}\n")
        return
    if text != shown:
        talk(text)
    if result:
        talk(f"{' ' * max(0, min(column, room - columns_of(result)))}{result}")


def can_go_back() -> bool:
    """Whether the terminal can move its cursor to the row above."""
    return os.environ.get("TERM", "dumb") != "dumb"


class News:
    """Lines from another thread, said right away during a prompt, otherwise before the next one."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque()
        self._is_read = False

    def say(self, line: str) -> None:
        """Say a line, now or soon."""
        self._kept.append(line)
        if self._is_read:
            self._tell()

    def _tell(self) -> None:
        with suppress(IndexError):  # two threads may tell at the same time
            while True:
                talk(self._kept.popleft())

    @contextmanager
    def shown(self) -> Iterator[None]:
        """While this lasts, a line is being typed and news goes above it."""
        self._is_read = True
        self._tell()
        try:
            yield
        finally:
            self._is_read = False


news = News()
