"""The man page, made from the commands themselves.

``python -m tests.reference`` writes it; it is also found as ``man scorekeeper``. It doesn't depend
on the terminal where it is made.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scorekeeper import __version__
from scorekeeper.cli.commands.help import FOLDER, PAGES, about, contexts, occasions, page
from tests.manual.tables import root, table_of

MAN_PAGE = FOLDER / "sk.1"
OTHER_MAN_PAGE = FOLDER / "scorekeeper.1"


def main() -> None:
    for path, text in reference():
        path.write_text(text, "utf-8")


def reference() -> Iterator[tuple[Path, str]]:
    """Every file that is generated from the commands, with its text."""
    yield MAN_PAGE, "\n".join(man_page())
    yield OTHER_MAN_PAGE, ".so man1/sk.1\n"


# ── the man page ─────────────────────────────────────────────────────────────────────────


def man_page() -> Iterator[str]:
    """The man page, with macros that every system has."""
    above = root()
    yield f'.TH SK 1 "" "scorekeeper {__version__}" "User Commands"'
    yield ".SH NAME"
    yield rf"sk, scorekeeper \- {roff(description()[0].rstrip('.').lower())}"
    yield ".SH SYNOPSIS"
    yield r"\fBsk\fR [\fIOPTIONS\fR] [\fICOMMAND\fR [\fIARGS\fR]]"
    yield ".SH DESCRIPTION"
    for sentence in description():
        yield roff(sentence)
        yield ".PP"
    yield r"The manual comes with the program: \fBsk help\fR lists its pages."
    yield ".SH OPTIONS"
    yield from tagged(records(above))
    yield ".SH COMMANDS"
    for occasion, names in occasions():
        yield f".SS {roff(occasion)}"
        for name in names:
            for context in contexts(above, name):
                yield ".TP"
                yield rf"\fB{roff(usage(context))}\fR"
                yield roff(does(context))
                yield ".RS"
                yield from tagged(records(context))
                yield ".RE"
    yield ".SH MANUAL"
    yield from tagged([(f"sk help {name}", about(name)) for name in PAGES])
    yield ".SH EXIT STATUS"
    yield from tagged(rows_of("| code | means |"))
    yield ".SH ENVIRONMENT"
    yield from tagged(rows_of("| set | for |"))
    yield ".SH FILES"
    yield from tagged(
        [
            ("*.toml", "A game, in the folder where it was started; sk help ledger says more."),
            (".NAME.toml.history", "What undo needs, beside the game. It may be deleted."),
        ]
    )
    yield ""


def description() -> list[str]:
    """What the program says about itself, a sentence each."""
    text: str = root().command.help
    return re.findall(r"\S.*?\.(?= |$)", " ".join(text.split()))


def rows_of(head: str) -> list[tuple[str, str]]:
    """The rows of a table for scripts, without its marks."""
    rows = table_of(page("scripts"), head)[2:]
    cells = [row.replace("`", "").strip("| ").split(" | ") for row in rows]
    return [(first, rest) for first, rest in cells]


def tagged(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Words, each with what it means below it."""
    for words, meaning in rows:
        yield ".TP"
        yield rf"\fB{roff(words)}\fR"
        yield roff(meaning)


def usage(context: Any) -> str:
    """How a command is typed: ``sk fix [OPTIONS] {ROUND} [WHO=ENTRY...]``."""
    return " ".join([context.command_path, *context.command.collect_usage_pieces(context)])


def does(context: Any) -> str:
    """What a command is for."""
    return " ".join((context.command.help or "").split())


def records(context: Any) -> Iterator[tuple[str, str]]:
    """The arguments and options of a command with their meaning, without ``--help``."""
    for param in context.command.params:
        if param.param_type_name == "argument":
            names, text = param.metavar, param.help or ""
        else:
            hidden, param.hidden = param.hidden, False
            names, text = param.get_help_record(context)
            param.hidden = hidden
            text = " ".join(text.split()).removesuffix(" [required]")
            text += " In a few games." if hidden else ""
        if text:
            yield names, text


def roff(text: str) -> str:
    r"""A text as the man page takes it: nothing in it is a macro.

    >>> print(roff("-f, --file FILE"))
    \-f, \-\-file FILE
    """
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    main()
