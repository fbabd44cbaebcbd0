"""Many questions about cards at once: one a line on stdin, each answered as it comes."""

import sys
from collections.abc import Callable
from typing import Any

import typer

from scorekeeper.cli.output import error_facts, flush, say, say_json
from scorekeeper.cli.question import Question
from scorekeeper.errors import ScorekeeperError, printable, refuse_bytes


def answer_lines(
    question: Question, answer: Callable[[str], dict[str, Any] | str], *, json: bool
) -> None:
    """Answer one question a line from stdin, as it comes; each may begin ``ROUND: ``.

    Blank lines and comments get no answer; an object says which ``line`` it answers. Leaves with
    exit code 2 when a line could not be read.
    """
    fixed = question.round_typed
    wrong = False
    for number, raw in enumerate(sys.stdin, start=1):
        line = raw.removeprefix("\ufeff").strip()  # some pipes begin with a byte order mark
        if not line or line.startswith("#"):
            continue
        before, colon, behind = line.partition(":")
        question.round_typed, text = (before.strip(), behind) if colon else (fixed, line)
        try:
            refuse_bytes(line)
            said = answer(text)
        except ScorekeeperError as error:
            wrong = True
            said = f"error: {printable(error.problem)}; {printable(error.remedy)}"
            said = {"error": error_facts(error)} if json else said
        if isinstance(said, str):
            say(said)
        else:
            say_json({**said, "line": number})
        flush()
    if wrong:
        raise typer.Exit(2)
