"""Where a text goes that is made to be kept: to stdout, or into a new file behind ``-o``."""

from collections.abc import Mapping
from pathlib import Path

from scorekeeper.cli.output import at_a_terminal, say, say_json, say_text, talk
from scorekeeper.errors import UsageError, printable


def bring_out(text: str, output: str | None, facts: Mapping[str, str] | None = None) -> None:
    """Write a text to stdout, or into the file that is named, and say so.

    A program is told where it is, or the text itself, behind these ``facts``. ConflictError where
    that file is there already; it is written whole or not at all.
    """
    if output is not None:
        from scorekeeper.store.durable import create_file

        if output.strip() in ("", "-"):
            remedy = "give a file name, like -o friday.csv, or leave -o out"
            raise UsageError("-o names no file", remedy=remedy)
        create_file(Path(output), text.encode(), "choose another name behind -o")
    if facts is not None:
        say_json({**facts, "output": output, "text": text if output is None else None})
    elif output is not None:
        say(f"{printable(output)} is written.")
    else:
        say_text(text)
        if text.startswith(("<!DOCTYPE", "<svg")) and at_a_terminal():
            ending = "svg" if text.startswith("<svg") else "html"
            talk(f"That is for a browser; to keep it, give it a file:  -o NAME.{ending}")
