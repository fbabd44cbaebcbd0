"""The reference of all commands, made from the commands themselves.

``python -m tests.reference`` writes the page that ``sk help commands`` shows, and the man page,
which is also found as ``man scorekeeper``. Neither depends on the terminal it is made at.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper import __version__
from scorekeeper.manual import FOLDER, PAGES, about, page
from scorekeeper.terminal.command_words import OCCASIONS, RARE
from tests.commands import contexts, does, records, root, usage
from tests.manual.tables import table_of

COMMANDS_PAGE = FOLDER / "commands.md"
MAN_PAGE = FOLDER / "sk.1"
OTHER_MAN_PAGE = FOLDER / "scorekeeper.1"


def main() -> None:
    for path, text in reference():
        path.write_text(text, "utf-8")


def reference() -> Iterator[tuple[Path, str]]:
    """Every file that follows from the commands, with its text."""
    yield COMMANDS_PAGE, "\n".join(commands_page())
    yield MAN_PAGE, "\n".join(man_page())
    yield OTHER_MAN_PAGE, ".so man1/sk.1\n"


# ── the page ─────────────────────────────────────────────────────────────────────────────


def commands_page() -> Iterator[str]:
    """The page of the manual, line by line."""
    yield "# Commands"
    yield ""
    yield "Every command, and what can stand behind it."
    yield ""
    yield "This page is made from the commands themselves. `sk add --help` shows the same of one,"
    yield "and `-h` works like `--help`. Before a command may stand:"
    yield ""
    yield from option_table(root())
    for occasion, names in occasions():
        yield f"## {occasion}"
        yield ""
        for name in names:
            for context in contexts(name):
                yield from command_part(context)


def occasions() -> list[tuple[str, list[str]]]:
    """The commands by occasion, with those that only a few games have."""
    usual = [(occasion, list(commands)) for occasion, commands in OCCASIONS.items()]
    return [*usual, ("In a few games", list(RARE))]


def command_part(context: Any) -> Iterator[str]:
    yield f"### {context.command_path}"
    yield ""
    yield does(context)
    yield ""
    yield "```text"
    yield usage(context)
    yield "```"
    yield ""
    yield from option_table(context)


def option_table(context: Any) -> Iterator[str]:
    rows = records(context)
    if rows:
        yield "| word | means |"
        yield "| --- | --- |"
        for names, text in rows:
            cells = (f"`{names}`", text)
            yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
        yield ""


# ── the man page ─────────────────────────────────────────────────────────────────────────


def man_page() -> Iterator[str]:
    """The man page, in the macros that every system has."""
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
            for context in contexts(name):
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
    """What the program says of itself, a paragraph each."""
    text: str = root().command.help
    return [" ".join(part.split()) for part in text.split("\n\n")]


def rows_of(head: str) -> list[tuple[str, str]]:
    """The rows of a table for scripts, without its marks."""
    rows = table_of(page("scripts"), head)[2:]
    cells = [row.replace("`", "").strip("| ").split(" | ") for row in rows]
    return [(first, rest) for first, rest in cells]


def tagged(rows: list[tuple[str, str]]) -> Iterator[str]:
    """Words, each with what it means below it."""
    for words, meaning in rows:
        yield ".TP"
        yield rf"\fB{roff(words)}\fR"
        yield roff(meaning)


def roff(text: str) -> str:
    r"""A text as the man page takes it: nothing in it is a macro.

    >>> print(roff("-f, --file FILE"))
    \-f, \-\-file FILE
    """
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    main()
