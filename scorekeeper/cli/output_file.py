"""Where a text goes that is made to be kept: to stdout, or into a new file behind ``-o``."""

from pathlib import Path

from scorekeeper.cli.output import at_a_terminal, say, say_text, talk
from scorekeeper.errors import UsageError, printable


def bring_out(text: str, output: str | None) -> None:
    """Write a text to stdout, or into the file that is named, and say so.

    ConflictError where that file is there already; it is written whole or not at all.
    """
    if output is None:
        say_text(text)
        if text.startswith(("<!DOCTYPE", "<svg")) and at_a_terminal():
            ending = "svg" if text.startswith("<svg") else "html"
            talk(f"That is for a browser; to keep it, give it a file:  -o NAME.{ending}")
        return
    write_output(text, output)
    say(f"{printable(output)} is written.")


def output_facts(text: str, to: str, output: str | None) -> dict[str, str | None]:
    """The same for a program: what was written, or the text; raises as ``bring_out``."""
    if output is not None:
        write_output(text, output)
    return {"to": to, "output": output, "text": text if output is None else None}


def write_output(text: str, output: str) -> None:
    """Write a text into a new file; raises as ``bring_out``."""
    from scorekeeper.store.durable import create_file

    if output.strip() in ("", "-"):
        remedy = "give a file name, like -o friday.csv, or leave -o out"
        raise UsageError("-o names no file", remedy=remedy)
    create_file(Path(output), text.encode(), "choose another name behind -o")
