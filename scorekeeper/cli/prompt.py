"""One question at a terminal and its answer."""

import sys

from scorekeeper.cli.output import fitting
from scorekeeper.errors import Interrupted


def read_answer(prompt: str) -> str:
    """One line from the person at the terminal; Interrupted for Ctrl-C and the end of the input."""
    sys.stderr.write(fitting(prompt, sys.stderr.encoding))
    sys.stderr.flush()
    try:
        answer = sys.stdin.readline()
    except KeyboardInterrupt as stop:
        raise Interrupted from stop
    if not answer:
        raise Interrupted
    return answer.strip()


def ask_yes(question: str) -> bool:
    """Whether the answer is yes; Enter is yes."""
    return read_answer(f"{question} [Enter] yes, [n] no: ").lower() not in ("n", "no")
