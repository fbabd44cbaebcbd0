"""Says and asks things at the terminal, and finds the game; it carries out no commands.

It prints results to stdout, talk and errors to stderr, in characters that the stream can show. A
command returns its answer and prints nothing, so that one place decides about ``--json``.
"""

import os
import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeVar

from scorekeeper.errors import SK, FileError, ScorekeeperError, UsageError, plain, printable
from scorekeeper.render import wrapped
from scorekeeper.terminal.command_words import split_words, with_file

if TYPE_CHECKING:
    from scorekeeper.ledger import Game
    from scorekeeper.render import machine as machine
    from scorekeeper.serve.server import Serving

Thing = TypeVar("Thing")
Listen = Callable[[list[str], "Sitting", ScorekeeperError], list[str]]


class Sitting:
    """What each line of an open game leaves for the next; a command called alone has one too."""

    # A dataclass would be slower to define at each start.
    def __init__(self, is_open: bool = False, path: Path | None = None) -> None:
        self.is_open = is_open
        self.path = path  # the open game; None for a command called alone
        self.named: str | None = None  # the file after -f, as typed
        self.confirmed: set[str] = set()  # letters that a person said are cards
        self.mentioned_findings: set[str] = set()
        self.other_files: set[Path] = set()  # changed here too: a people.toml, or a deleted game
        self.serving: Serving | None = None  # shows the game to phones
        self.context: Any = None  # the command line as Typer has read it
        self.listen: Listen | None = None  # finds the command that a sentence means
        self.is_line: Callable[[str], bool] | None = None  # whether an answer is a whole line

    def name(self, file: str) -> None:
        """Work on the game in ``file``; UsageError if one was named already."""
        if self.named is not None:
            raise UsageError("you named two games", remedy="choose one of the two")
        self.named = file

    def go_on_with(self, path: Path | None) -> None:
        """Make this the open game, or none; a command called alone has no open game."""
        if path != self.path:
            self.mentioned_findings = set()
        self.path = path if self.is_open else None

    @property
    def is_on_phones(self) -> bool:
        """Whether phones see the open game, and not one that was open before."""
        seen = self.serving and self.serving.game.path.resolve()
        return bool(seen and self.path and self.path.resolve() == seen)

    def phone_request(self, line: str) -> list[str]:
        """The command that a phone asked for, if the line is the number of its request."""
        return split_words(self.serving.granted(line)) if self.serving else []

    def title(self, game: "Game") -> list[str]:
        """The game's title above an answer, unless the game is open or its file was named."""
        return [] if self.is_open or self.named is not None else [printable(game.title)]


# ── output ───────────────────────────────────────────────────────────────────────────────────

_ASCII = str.maketrans(
    {
        **dict(zip("♠♥♦♣★", "SHDCX", strict=True)),
        # What · separates must not look like the entry -, or like 2-10.
        **dict(zip("·–—−×─│█", "|---x-|#", strict=True)),
        **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
        **{"…": "...", "→": "->", "≥": ">=", "≤": "<=", "\u2068": "", "\u2069": ""},
    }
)


class Voice:
    """How the program speaks, from one line to the next while a game is open."""

    def __init__(self) -> None:
        self.wants_ascii = False  # letters for suits, and nothing beyond ASCII
        self.stays_open = False  # commands are shown without sk
        self.sitting = Sitting()  # whose file commands name, if a person has named one
        self.answers = 0  # how many a person has given so far
        # What talk says while a program changes a game and nobody is asked; it's in the answer.
        self.remarks: list[str] | None = None


voice = Voice()


def displayable(text: str, stream: TextIO | None = None) -> str:
    """``text`` as the stream, or else stdout, can show it: ♠ as S, ë as e, 李 by its number."""
    # What could act on a terminal is escaped here at the latest.
    text = "\n".join(printable(line, limit=len(text)) for line in text.split("\n"))
    if not voice.wants_ascii:
        with suppress(UnicodeEncodeError, LookupError):
            text.encode((stream or sys.stdout).encoding or "ascii")
            return text
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.translate(_ASCII))
    unaccented = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return unaccented.encode("ascii", "backslashreplace").decode()


class ReaderGone(Exception):  # noqa: N818 - not an error: the reader has seen enough
    """The reader of the output has closed it."""


class AnswerError(FileError):
    """The answer of a command, which may have been carried out, can't be printed."""


def rendered(line: str, file: str | None) -> str:
    """A line with its marked commands as they are typed here; they name the ``file``, if given."""
    line = with_file(line, file)
    return line.replace(SK, "") if voice.stays_open else plain(line)


def as_shown(line: str, stream: TextIO | None = None) -> str:
    """A line as it is typed here, in characters that the stream, or else stdout, can show."""
    return displayable(rendered(line, voice.sitting.named).rstrip(" "), stream)


_THEME = {
    r"^YES\..*?(?=  |$)|.*(?:wins|share the win) with \d.*": "1;32",
    r"^NO\..*?(?=  |$)|^error: .*": "1;31",
    r"^NOT LIKE THIS, .*?(?=  |$)": "1;33",
    r"(?:10|[2-9AJQK])?[♥♦]": "31",
    r"(?<=  )\([a-z]\w*=.*\)$": "2",
}
"""What stands out on a screen, and how: verdicts, winners, errors, red suits, and faint rule keys.

These are the terminal's own codes: Rich's styles take longer to load than most commands run.
"""


def painted(text: str, stream: TextIO) -> str:
    """A row in the colours of the theme, where colour may be used on the stream."""
    if not colours(stream):
        return text
    codes, parts = list(_THEME.values()), [f"({pattern})" for pattern in _THEME]
    return re.sub(
        "|".join(parts),
        lambda match: f"\x1b[{codes[(match.lastindex or 1) - 1]}m{match[0]}\x1b[0m",
        text,
    )


class Bold(str):
    """A line that is bold on a screen with colours."""


class Aside(str):
    """A line that isn't part of the result, and goes to stderr."""


class Whole(str):
    """Text that is written as it is, including its line ends."""


def _write(stream: TextIO, line: str) -> None:
    bold = isinstance(line, Bold) and colours(stream)
    text = as_shown(line, stream)
    # A terminal would break a line anywhere.
    for part in wrapped(text, width()) if _is_terminal(stream) else [text]:
        _put(stream, (f"\x1b[1m{part}\x1b[0m" if bold else painted(part, stream)) + "\n")


def _put(stream: TextIO, text: str) -> None:
    """Write to a stream; ReaderGone if nobody reads the results any more."""
    try:
        stream.write(text)
    except OSError as error:
        if stream is not sys.stderr:  # talk may go unheard: the exit code says how it ended
            raise write_error(error) from error


def flush() -> None:
    """Write out everything said so far."""
    try:
        sys.stdout.flush()
    except OSError as error:
        raise write_error(error) from error


def write_error(error: OSError) -> Exception:
    """The error for output that can't be written."""
    if isinstance(error, BrokenPipeError):
        return ReaderGone()
    problem = f"the answer can't be written: {(error.strerror or str(error)).lower()}"
    remedy = f"send it somewhere else; {SK}sheet shows what is on the sheet"
    return AnswerError(problem, remedy=remedy)


def read_error(error: OSError) -> AnswerError:
    """The error for something that the system won't let a command read."""
    name = printable(error.filename or "a file here")
    problem = f"{name} can't be read: {(error.strerror or str(error)).lower()}"
    return AnswerError(problem, remedy="check the disk and the permissions")


def say(lines: str | Iterable[str]) -> None:
    """Write the lines of a result to stdout, and asides to stderr."""
    for line in [lines] if isinstance(lines, str) else lines:
        if isinstance(line, Aside):
            talk(line)
        elif isinstance(line, Whole):
            _put(sys.stdout, line)
        else:
            _write(sys.stdout, line)


def talk(lines: str | Iterable[str]) -> None:
    """Write lines that aren't a result to stderr."""
    spoken = [lines] if isinstance(lines, str) else lines
    if voice.remarks is not None:
        voice.remarks.extend(plain(with_file(line, voice.sitting.named)) for line in spoken)
        return
    flush()
    for line in spoken:
        _write(sys.stderr, line)


def speak_utf8_to_files() -> None:
    """Write UTF-8 from here on, whatever the locale, if stdout goes to a file."""
    if isinstance(sys.stdout, TextIOWrapper) and not _is_terminal(sys.stdout):
        sys.stdout.reconfigure(encoding="utf-8")


def can_show(text: str) -> bool:
    """Whether stdout can show a text as it is."""
    return displayable(text) == text


_COLOURS = (32, 166, 36, 175, 178, 74)
"""Okabe and Ito's colours that are readable on dark and on light screens, out of the 256."""


def coloured(rows: Iterable[Iterable[tuple[str, int | None]]]) -> Iterator[Whole]:
    """Rows of parts for stdout, unbroken, each in the colour of a seat, or None for none."""
    is_coloured = colours()
    for row in rows:
        line = ""
        for part, seat in row:
            text = displayable(part)
            if is_coloured and seat is not None:
                text = f"\x1b[38;5;{_COLOURS[seat % len(_COLOURS)]}m{text}\x1b[39m"
            line += text
        yield Whole(f"{line.rstrip(' ')}\n")


def code_rows(lines: Iterable[str]) -> Iterator[Whole]:
    """The rows of a QR code for stdout, white blocks on black, if it can show them."""
    for line in lines if can_show("█") else ():
        yield Whole(f"\x1b[97;40m{line}\x1b[0m\n" if colours() else f"{line}\n")


def _json(value: Any, stream: TextIO) -> str:
    """One object on a line; what could act on a terminal is escaped, which means the same."""
    import json

    is_utf8 = not voice.wants_ascii and (stream.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(value, ensure_ascii=not is_utf8)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in text)


def report(*lines: str) -> None:
    """Write lines to stderr after all that was said, even if stdout can't be written."""
    with suppress(ReaderGone, AnswerError):
        flush()
    for line in lines:
        _write(sys.stderr, line)


def complain(error: ScorekeeperError, *, json: bool) -> None:
    """Write an error to stderr: what is wrong, and what to do."""
    report()
    if json:
        _put(sys.stderr, _json({"error": error_facts(error)}, sys.stderr) + "\n")
        return
    report(rendered(f"error: {error.marked_problem}", None), f"  try: {error.marked_remedy}")


def error_facts(error: ScorekeeperError) -> dict[str, Any]:
    """An error for programs, whose commands name the file that ``-f`` named."""
    return {**error.facts, "try": plain(with_file(error.marked_remedy, voice.sitting.named))}


PATIENCE = 1.0  # seconds before progress is shown


def with_progress(things: Sequence[Thing], doing: str) -> Iterator[Thing]:
    """Each of ``things``; if they take long, a line on the terminal shows the progress."""
    shown, shows_after = "", time.monotonic() + PATIENCE
    try:
        for done, thing in enumerate(things):
            if time.monotonic() > shows_after and can_show_progress():
                bar = "#" * (12 * done // len(things))
                shown = f"{doing} {done}/{len(things)} [{bar:12}]"
                print(f"\r{shown}", end="", file=sys.stderr, flush=True)
                shows_after = time.monotonic() + PATIENCE / 10
            yield thing
    finally:
        if shown:  # the last line is the longest
            print(f"\r{' ' * len(shown)}\r", end="", file=sys.stderr, flush=True)


def can_ask() -> bool:
    """Whether a person can be asked: stdin and stderr are terminals, and no program listens."""
    return voice.remarks is None and _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def can_show_progress() -> bool:
    """Whether somebody sees progress: stderr is a terminal."""
    return _is_terminal(sys.stderr)


def is_interactive() -> bool:
    """Whether a person reads the answers as well: ``can_ask``, and stdout is a terminal."""
    return can_ask() and _is_terminal(sys.stdout)


def draws(stream: TextIO | None = None) -> bool:
    """Whether a stream, by default stdout, is a terminal to draw on; if not, output stays plain."""
    return _is_terminal(stream or sys.stdout) and os.environ.get("TERM") != "dumb"


def colours(stream: TextIO | None = None) -> bool:
    """Whether a stream, by default stdout, may have colour; NO_COLOR and FORCE_COLOR decide."""
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR")
    return forced != "0" if forced else draws(stream) and _obeys_codes(stream or sys.stdout)


def _obeys_codes(stream: TextIO) -> bool:
    """Whether a terminal understands colour codes, as the Windows console does once it is told."""
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    console, mode = ctypes.c_void_p(msvcrt.get_osfhandle(stream.fileno())), ctypes.c_uint32()
    kernel = ctypes.windll.kernel32
    # 4 is ENABLE_VIRTUAL_TERMINAL_PROCESSING. Terminals that aren't a console obey anyway.
    has_mode = kernel.GetConsoleMode(console, ctypes.byref(mode))
    return not has_mode or bool(kernel.SetConsoleMode(console, mode.value | 4))


def width() -> int:
    """Columns of the terminal."""
    return shutil.get_terminal_size().columns


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # the stream is closed
        return False


# ── the answer of a command ─────────────────────────────────────────────────────────────────


class Answer(NamedTuple):
    """What a command says: lines for a person, and a function that makes the ``--json`` facts."""

    words: Iterable[str] = ()
    facts: Callable[[], Any] | None = None
    code: int = 0


class _Machine:
    """``render.machine``, loaded only when a program wants facts."""

    def __getattr__(self, name: str) -> Any:
        from scorekeeper.render import machine

        return getattr(machine, name)


if not TYPE_CHECKING:
    machine = _Machine()


def deliver(answer: Answer, *, json: bool) -> int:
    """Print an answer for a person, or with ``json`` for a program; return its exit code."""
    if not json:
        say(answer.words)
    elif answer.facts:
        facts = answer.facts()
        voice.remarks = None  # the facts of a change include them
        _put(sys.stdout, _json(facts, sys.stdout) + "\n")
    return answer.code


def write_out(
    text: str | bytes, output: str | None, facts: Mapping[str, Any] | None = None
) -> Answer:
    """The answer that shows a text, or has written it to the file ``output``; a picture needs one.

    A program gets the file, or the text itself, after these ``facts``. ConflictError if the file
    exists. What could act on a terminal is escaped.
    """
    if isinstance(text, str) and re.search(r"[^\t\r\n -~]", text):  # a large export is all ASCII
        text = re.sub(r"[^\t\r\n]+", lambda part: printable(part[0], limit=len(text)), text)
    if output is None:
        if isinstance(text, bytes):
            raise UsageError("a picture can't be shown here", remedy="give a file name after -o")
        return Answer(_whole(text), lambda: {**(facts or {}), "output": None, "text": text})
    from scorekeeper.store.durable import create_file

    if output.strip() in ("", "-"):
        remedy = "give a file name, like -o friday.csv, or leave -o out"
        raise UsageError("-o needs a file name", remedy=remedy)
    content = text.encode() if isinstance(text, str) else text
    create_file(Path(output), content, "choose another name after -o")
    written = [f"{printable(output)} written."]
    return Answer(written, lambda: {**(facts or {}), "output": output, "text": None})


def _whole(text: str) -> Iterator[str]:
    speak_utf8_to_files()
    yield Whole(displayable(text))
    if text.startswith(("<!DOCTYPE", "<svg")) and is_interactive():
        ending = "svg" if text.startswith("<svg") else "html"
        yield Aside(f"This is for a browser; to save it, give a file name:  -o NAME.{ending}")
