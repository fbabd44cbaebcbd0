"""Many questions about cards at once: one a line on stdin, each answered as it comes."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import typer

from scorekeeper.cli.command_words import for_file
from scorekeeper.cli.output import error_facts, flush, say, say_json
from scorekeeper.cli.question import Question
from scorekeeper.errors import ScorekeeperError, printable


def answer_lines(
    question: Question,
    facts: Callable[[str], dict[str, Any]] | None,
    in_words: Callable[[str], str],
) -> None:
    """Answer one question a line from stdin, as it comes; each may begin ``ROUND: ``.

    Leaves with exit code 2 when a line could not be read.
    """
    fixed = question.round_typed
    wrong = False
    for number, line in _lines():
        question.round_typed, text = _round_and_hand(line, fixed)
        try:
            if facts is not None:
                say_json(facts(text))
            else:
                say(in_words(text))
        except ScorekeeperError as error:
            wrong = True
            if facts is not None:
                say_json({"error": error_facts(error, question.at), "line": number})
            else:
                remedy = for_file(error.remedy, question.at)
                say(f"error: {printable(error.problem)}; {printable(remedy)}")
        flush()
    if wrong:
        raise typer.Exit(2)


def _lines() -> Iterator[tuple[int, str]]:
    """The questions on stdin with their line numbers; blank lines and comments are none."""
    for number, line in enumerate(sys.stdin, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def _round_and_hand(line: str, fixed: str | None) -> tuple[str | None, str]:
    """The round and the hand of ``ROUND: HAND``; without a round, that of the command line."""
    typed, colon, text = line.partition(":")
    return (typed.strip(), text) if colon else (fixed, line)
