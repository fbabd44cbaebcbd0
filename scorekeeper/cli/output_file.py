"""Where a text goes that is made to be kept: to stdout, or into a new file behind ``-o``."""

from collections.abc import Mapping
from pathlib import Path

from scorekeeper.cli.output import say, say_json, say_text
from scorekeeper.errors import UsageError, printable


def bring_out(text: str, output: str | None, facts: Mapping[str, str] | None = None) -> None:
    """Write a text to stdout, or into the file that is named, and say so.

    A program is told where it is, or the text itself, behind these ``facts``. ConflictError where
    that file is there already; it is written whole or not at all.
    """
    if output is not None:
        from scorekeeper.store.durable import create_file

        if not output.strip():
            raise UsageError("-o names no file", remedy="give a file name, like -o friday.csv")
        create_file(Path(output), text.encode(), "choose another name behind -o")
    if facts is not None:
        say_json({**facts, "output": output, "text": text if output is None else None})
    elif output is not None:
        say(f"{printable(output)} is written.")
    else:
        say_text(text)
