"""Many questions about cards at once: one a line on stdin, each answered as it comes."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from scorekeeper.cli.answer import Answer
from scorekeeper.cli.output import error_facts
from scorekeeper.cli.question import Question
from scorekeeper.errors import ScorekeeperError, printable, refuse_bytes


def answer_lines(question: Question, answer: Callable[[str], Answer]) -> Iterator[Answer]:
    """Answer one question a line from stdin, as it comes; each may begin ``ROUND: ``.

    Blank lines and comments get no answer; an object says which ``line`` it answers. The exit code
    is 2 when a line could not be read, whatever the other answers are.
    """
    fixed = question.round_typed
    for number, raw in enumerate(sys.stdin, start=1):
        line = raw.removeprefix("\ufeff").strip()  # some pipes begin with a byte order mark
        if not line or line.startswith("#"):
            continue
        before, colon, behind = line.partition(":")
        question.round_typed, text = (before.strip(), behind) if colon else (fixed, line)
        try:
            refuse_bytes(line)
            found = answer(text)._replace(code=0)
        except ScorekeeperError as error:
            said = f"error: {printable(error.problem)}; {printable(error.remedy)}"
            found = Answer([said], partial(dict, error=error_facts(error)), 2)
        yield found._replace(facts=partial(_at_line, number, found.facts or dict))


def _at_line(number: int, facts: Callable[[], Any]) -> dict[str, Any]:
    return {**facts(), "line": number}
