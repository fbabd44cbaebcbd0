"""Questions at a terminal and their answers, and who reads what is typed.

Whatever asks, asks here: so a line that was typed or pasted early answers the question that is
asked next, and none is lost on the way; and so every question can be asked what its answers are,
goes back to the one before, and stops. Who reads is kept here as well, since there is one keyboard
as there is one stdin, and no question need be handed it.
"""

import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TypeVar

from scorekeeper.errors import Interrupted, ScorekeeperError, UsageError, quoted, refuse_bytes
from scorekeeper.ledger.people import is_whole_name
from scorekeeper.render.grid import columns_of
from scorekeeper.terminal.command_words import BACK, HELP, LEAVE, as_said
from scorekeeper.terminal.output import fitting, painted, talk, voice, width

T = TypeVar("T")

LONGEST_LINE = 4_000
"""Characters of a line: a round of fifty players who all show their cards has fewer."""

LONGEST_TOTAL = 10
"""Columns that a total behind an answer may take."""


class LineReader:
    """Reads a person's lines, each as the terminal itself lets people edit it.

    After each line the cursor stands at the beginning of the row below it. ``is_told`` says that
    whoever types has heard what can be answered to every question, ``has_one_before`` that there
    is a question to go back to.
    """

    def __init__(self) -> None:
        self.is_told = self.has_one_before = False

    def read(self, prompt: str) -> str:
        """The next answer; KeyboardInterrupt for Ctrl-C, EOFError when there is no more."""
        # What was typed before the prompt was there, the terminal has shown somewhere above.
        shown = _echoes() and not self.is_waiting()
        sys.stderr.write(_fit(prompt))
        sys.stderr.flush()
        with news.told():
            line = sys.stdin.readline()
        if not line:
            raise EOFError
        answer = line.rstrip("\n")
        if not shown:
            sys.stderr.write(f"{_fit(answer)}\n")
        return answer

    def read_line(self, prompt: str, offered: str = "") -> str:  # noqa: ARG002 - nothing to edit
        """The next line of the open game; raises as ``read`` does.

        ``offered`` stands there already where the terminal can do that.
        """
        try:
            return self.read(prompt)
        except (KeyboardInterrupt, EOFError):
            sys.stderr.write("\n")  # the cursor stands behind the prompt still
            raise

    def is_waiting(self) -> bool:
        """Whether more was typed already, so that nobody would see a question before answering."""
        from select import select

        try:
            return bool(select([sys.stdin], [], [], 0)[0])
        except (OSError, ValueError):  # no system knows it of every stream
            return False

    def drop_pasted(self) -> int:
        """Forget the pasted lines that nobody has read yet; how many they were.

        None here: the terminal tells them from no others.
        """
        return 0

    def at_the_keys(self) -> AbstractContextManager[None]:
        """While this lasts, keys are kept as they come until somebody reads them."""
        return nullcontext()

    def aside(self) -> AbstractContextManager[None]:
        """While this lasts, another program has the terminal as it usually is."""
        return nullcontext()


def _echoes() -> bool:
    """Whether the terminal shows what is typed."""
    try:
        import termios
    except ImportError:  # this system has no such switch
        return True
    try:
        return bool(termios.tcgetattr(sys.stdin)[3] & termios.ECHO)
    except (OSError, ValueError, termios.error):
        return True


_reader = LineReader()


def read_with(reader: LineReader) -> None:
    """Let ``reader`` read every answer from now on."""
    global _reader
    _reader = reader


def read_answer(prompt: str) -> str:
    """One line from the person at the terminal; Interrupted for Ctrl-C and the end of the input."""
    above, asked = _in_rows(prompt)
    talk(above)
    try:
        answer = _reader.read(asked)
    except (KeyboardInterrupt, EOFError) as stop:
        raise Interrupted from stop
    voice.answers += 1
    return as_typed(answer)


def _in_rows(prompt: str) -> tuple[list[str], str]:
    """A prompt that is wider than the terminal in two: what stands above, and what asks.

    It is parted where three spaces are, as early as what asks has room.
    """
    parts = prompt.split("   ")
    for at in range(1, len(parts)):
        asked = f"  {'   '.join(parts[at:])}"
        above = "   ".join(parts[:at])
        if columns_of(prompt) >= width() > columns_of(asked) and above.strip():
            fits = columns_of(above) <= width()
            rows = [above] if fits else [parts[0], *(f"  {part}" for part in parts[1:at])]
            return rows, asked
    return [], prompt


def as_typed(line: str) -> str:
    """A line without what no key means to type, and without the space around it.

    Bytes that aren't text stay, so that whoever takes the line refuses them.
    """
    # Joiners and flags, which a name may hold, and surrogates.
    is_meant = re.compile("[\u200c\u200d\ud800-\udfff\U000e0020-\U000e007f]").match
    return "".join(
        letter if letter.isprintable() or is_meant(letter) else " " for letter in line
    ).strip()


def check_length(line: str) -> None:
    """Raise UsageError for a line that is too long to be anything but a paste gone wrong."""
    if len(line) > LONGEST_LINE:
        problem = f"this line has more than {LONGEST_LINE} characters"
        raise UsageError(problem, remedy="type one round or one command in a line")


def aside() -> AbstractContextManager[None]:
    """While this lasts, another program has the terminal as it usually is."""
    return _reader.aside()


def is_waiting() -> bool:
    """Whether more was typed already, so that nobody would see a question before answering."""
    return _reader.is_waiting()


# ── a question ───────────────────────────────────────────────────────────────────────────

KEYS = "? help · < back · quit"
"""What can be answered to every question."""

MEANING = "< or back: the question before · quit: stop, and nothing is written"


class Back(Exception):  # noqa: N818 - it is no error: somebody wants to answer otherwise
    """The question before is to be asked again; raised only where there is one."""


class DeadHand(Exception):  # noqa: N818 - it is no error: the hand ended so
    """Nobody ended the hand that is asked about."""


def keys() -> list[str]:
    """The line that says what can be answered to every question, once in a dialogue."""
    was_told, _reader.is_told = _reader.is_told, True
    return [] if was_told else [KEYS]


@contextmanager
def after_a_question(*, is_so: bool = True) -> Iterator[None]:
    """While this lasts there is a question to go back to: ``back`` raises Back."""
    outside, _reader.has_one_before = _reader.has_one_before, is_so
    try:
        yield
    finally:
        _reader.has_one_before = outside


def ask(
    question: str,
    read: Callable[[str], T | None],
    answers: str | Iterable[str],
    *,
    head: Iterable[str] = (),
    names: Sequence[str] = (),
) -> T:
    """What ``read`` makes of the first answer that it understands.

    ``answers`` says what can be answered: to who asks, and where ``read`` returns None; what it
    refuses with an error is said. Then it is asked again. A question that ``read`` asks in its turn
    goes back to this one, and ``head`` stands above it again. The whole name of one of ``names``
    goes before a word that every question knows. Raises Back, and Interrupted to stop.
    """
    answers = [f"  {line}" for line in ([answers] if isinstance(answers, str) else answers)]
    talk([*head, *keys()])
    while True:
        answer = read_answer(question)
        said = "" if is_whole_name(answer, names) else as_said(answer)
        if said in LEAVE:
            raise Interrupted
        if said in HELP:
            talk([*answers, f"  {MEANING}"])
        elif said in BACK and _reader.has_one_before:
            raise Back
        elif said in BACK:
            talk("  there is no question before this one")
        else:
            try:
                refuse_bytes(answer)
                check_length(answer)
                with after_a_question():
                    found = read(answer)
            except ScorekeeperError as error:
                refuse(error)
            except Back:
                talk(head)
            else:
                if found is not None:
                    return found
                talk([f"  {quoted(answer)} is no answer here", *answers] if answer else answers)


def ask_yes(question: str, yes: str = "yes", no: str = "no", *, usual: bool = True) -> bool:
    """Whether the answer is yes, Enter being what is ``usual``."""
    offered = f"[Enter] {yes}   [n] {no}" if usual else f"[Enter] {no}   [y] {yes}"
    meant = {"": usual, "y": True, "yes": True, "n": False, "no": False}
    answers = f"y or yes: {yes} · n or no: {no} · Enter: {yes if usual else no}"
    return ask(f"{question}   {offered}: ", lambda answer: meant.get(as_said(answer)), answers)


def refuse(error: ScorekeeperError) -> None:
    """Say what is wrong with an answer; it will be asked for again."""
    talk([f"  {error.problem}", f"    try: {error.advice}"])


def put_beside(shown: str, text: str, result: str, column: int) -> None:
    """Show ``text`` and from ``column`` on ``result``, in the row above where that holds ``shown``.

    Where that row has no room for it, or the terminal cannot go back to it, what is new stands
    below; so it does where nothing is ``shown``.
    """
    used, room = columns_of(_fit(text)), width() - 1
    if column + LONGEST_TOTAL > room:  # all totals close by, rather than some far away
        column = used + 2
    places = [at for at in (column, used + 2) if at >= used + 2 and at + columns_of(result) <= room]
    if places and (not shown or (can_go_back() and columns_of(_fit(shown)) <= room)):
        back = "\x1b[A\r\x1b[K" if shown else ""
        row = f"{_fit(text)}{' ' * (places[0] - used)}{_fit(result)}".rstrip()
        sys.stderr.write(f"{back}{painted(row, sys.stderr)}\n")
        return
    if text != shown:
        talk(text)
    if result:
        talk(f"{' ' * max(0, min(column, room - columns_of(result)))}{result}")


def _fit(text: str) -> str:
    return fitting(text, sys.stderr.encoding)


def can_go_back() -> bool:
    """Whether the terminal can move its cursor to the row above."""
    return os.environ.get("TERM", "dumb") != "dumb"


# ── news beside the keyboard ─────────────────────────────────────────────────────────────────


class News:
    """Lines from another thread: said at once while somebody types, else before the next time."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque()
        self._is_read = False

    def say(self, line: str) -> None:
        """Say a line, now or soon."""
        self._kept.append(line)
        if self._is_read:
            self._tell()

    def _tell(self) -> None:
        with suppress(IndexError):  # two threads may tell at once, and none keeps a line back
            while True:
                talk(self._kept.popleft())

    @contextmanager
    def told(self) -> Iterator[None]:
        """While this lasts a line is typed, and news stand above it."""
        self._is_read = True
        self._tell()
        try:
            yield
        finally:
            self._is_read = False


news = News()
