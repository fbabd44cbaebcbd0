"""The command line: it loads, asks the core, saves and shows."""

import io
import os
import sys
from types import ModuleType


def main(arguments: list[str] | None = None) -> int:
    """Run the program, and return the exit code of the command."""
    words = sys.argv[1:] if arguments is None else arguments
    _prepare_streams()
    from scorekeeper.cli.dispatch import attempt, obey
    from scorekeeper.terminal import Sitting, is_interactive, voice

    sitting = voice.sitting = Sitting()  # what each line of an open game leaves for the next
    sitting.listen = lambda *refused: _offering().meant_in_shell(*refused)
    sitting.is_line = lambda answer: _offering().is_line(answer)
    if "--ascii" in words:
        voice.wants_ascii = True
        words = [word for word in words if word != "--ascii"]
    if len(words) == 1 and words[0].endswith(".toml"):
        words = ["open", *words]
    try:
        if not words and is_interactive():
            from scorekeeper.cli.open_game import play

            return attempt(lambda: play(sitting))
        return obey(words or ["--help"], sitting)
    finally:
        _close_output()


def _offering() -> ModuleType:
    """The module that works out what a sentence means, loaded only when there is one."""
    from scorekeeper.cli import offering

    return offering


def _prepare_streams() -> None:
    """Replace each closed stream with an empty one, and leave bytes that aren't text to readers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")


def _close_output() -> None:
    """Flush the output; it isn't a fault if its reader has gone away."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            # Otherwise the interpreter would try to write the rest again at exit, and fail.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except ValueError:  # already closed
            pass
