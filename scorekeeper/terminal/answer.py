"""What a command comes to: words for a person, one object for a program, and an exit code.

A command returns it and prints nothing, so that ``--json`` is decided in one place.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.errors import UsageError, printable
from scorekeeper.terminal.output import (
    at_a_terminal,
    say,
    say_json,
    say_text,
    speak_utf8_to_files,
    talk,
    voice,
)


class Answer(NamedTuple):
    """``words`` are lines, or a function that shows them.

    Only ``--json`` asks for the ``facts``; without them a program hears nothing.
    """

    words: Iterable[str] | Callable[[], None] = ()
    facts: Callable[[], Any] | None = None
    code: int = 0


def deliver(answer: Answer, *, json: bool) -> int:
    """Say an answer to a person, or with ``json`` to a program; its exit code."""
    if not json:
        answer.words() if callable(answer.words) else say(answer.words)
    elif answer.facts:
        facts = answer.facts()
        voice.remarks = None  # they are among the facts, where those are of a change
        say_json(facts)
    return answer.code


def bring_out(text: str, output: str | None, facts: Mapping[str, str] | None = None) -> Answer:
    """The answer that is a whole text, or that it was written into the file that is named.

    A program is told where it is, or the text itself, behind these ``facts``. The file is written
    whole or not at all: ConflictError if it exists. What could act on a terminal is written out.
    """
    text = re.sub(r"[^\t\r\n]+", lambda part: printable(part[0], limit=len(text)), text)
    told = {**(facts or {}), "output": output, "text": text if output is None else None}
    if output is None:
        return Answer(lambda: _say_whole(text), lambda: told)
    from scorekeeper.store.durable import create_file

    if output.strip() in ("", "-"):
        remedy = "give a file name, like -o friday.csv, or leave -o out"
        raise UsageError("-o names no file", remedy=remedy)
    create_file(Path(output), text.encode(), "choose another name behind -o")
    return Answer([f"{printable(output)} is written."], lambda: told)


def _say_whole(text: str) -> None:
    speak_utf8_to_files()
    say_text(text)
    if text.startswith(("<!DOCTYPE", "<svg")) and at_a_terminal():
        ending = "svg" if text.startswith("<svg") else "html"
        talk(f"That is for a browser; to keep it, give it a file:  -o NAME.{ending}")
