"""The answer of a command: words for a person, one object for a program, and an exit code.

A command returns its answer and prints nothing, so that one place decides about ``--json``.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.errors import UsageError, printable
from scorekeeper.terminal import (
    at_a_terminal,
    say,
    say_json,
    say_text,
    speak_utf8_to_files,
    talk,
    voice,
)


class Answer(NamedTuple):
    """``words`` are lines, or a function that shows them; ``facts`` are for ``--json``, if any."""

    words: Iterable[str] | Callable[[], None] = ()
    facts: Callable[[], Any] | None = None
    code: int = 0


def for_programs(about: str, *values: Any) -> Callable[[], Any]:
    """The facts that ``render.machine`` gives about some values; only a program loads it."""

    def facts() -> Any:
        from scorekeeper.render import machine

        return getattr(machine, about)(*values)

    return facts


def deliver(answer: Answer, *, json: bool) -> int:
    """Print an answer for a person, or with ``json`` for a program; return its exit code."""
    if not json:
        answer.words() if callable(answer.words) else say(answer.words)
    elif answer.facts:
        facts = answer.facts()
        voice.remarks = None  # the facts of a change include them
        say_json(facts)
    return answer.code


def write_out(
    text: str | bytes, output: str | None, facts: Mapping[str, Any] | None = None
) -> Answer:
    """The answer that is a whole text, or that it was written to ``output``, as a picture must be.

    A program gets the file, or the text itself, after these ``facts``. The file is written whole
    or not at all: ConflictError if it exists. What could act on a terminal is escaped.
    """
    if isinstance(text, bytes):
        if output is None:
            raise UsageError("a picture can't be shown here", remedy="name a file after -o")
        content, text = text, ""
    else:
        if re.search(r"[^\t\r\n -~]", text):  # a large export is all ASCII
            text = re.sub(r"[^\t\r\n]+", lambda part: printable(part[0], limit=len(text)), text)
        content = text.encode()
    given = {**(facts or {}), "output": output, "text": text if output is None else None}

    def say_whole() -> None:
        speak_utf8_to_files()
        say_text(text)
        if text.startswith(("<!DOCTYPE", "<svg")) and at_a_terminal():
            ending = "svg" if text.startswith("<svg") else "html"
            talk(f"This is for a browser; to keep it, name a file:  -o NAME.{ending}")

    if output is None:
        return Answer(say_whole, lambda: given)
    from scorekeeper.store.durable import create_file

    if output.strip() in ("", "-"):
        remedy = "give a file name, like -o friday.csv, or leave -o out"
        raise UsageError("-o needs a file name", remedy=remedy)
    create_file(Path(output), content, "choose another name after -o")
    return Answer([f"{printable(output)} written."], lambda: given)
