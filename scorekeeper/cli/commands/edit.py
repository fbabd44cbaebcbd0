"""The command that lets a person edit a ledger safely."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper import codec, store
from scorekeeper.audit import audit
from scorekeeper.cli.ledger_at_hand import ToPlay
from scorekeeper.codec.reader import Remark
from scorekeeper.errors import (
    SK,
    FileError,
    Interrupted,
    LedgerError,
    ScorekeeperError,
    UsageError,
    count,
    printable,
    quoted,
)
from scorekeeper.render.standings import outcome_lines
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.command_words import ON_WINDOWS, split_words
from scorekeeper.terminal.output import on_terminal, talk
from scorekeeper.terminal.prompt import aside, ask_yes


def edit(*, ledger: ToPlay) -> Answer:
    path = ledger.path
    old = store.read_text(path)
    with _copy_to_edit(old, path) as copy:
        text = _edited(copy, old, path)
        parted = text != old and store.change_text(path, "edit", text, seen=old)
    changed = f"{printable(str(path))} changed.  {SK}undo takes this back."
    ledger.mention_change(parted=parted, is_changed=text != old)
    game, turned = None, []
    with suppress(LedgerError):  # so it was before
        game = codec.read(text)
        turned = outcome_lines(codec.read(old), game)
    return ledger.answer(game, "nothing was changed" if text == old else changed, *turned)


def _edited(copy: Path, old: str, path: Path) -> str:
    """The text from the editor, sound or unchanged; else LedgerError."""
    while True:
        _start_editor(copy)
        text = store.read_text(copy)
        wrong = _new_errors(old, text) if text != old else []
        if not wrong:
            return text
        for found in wrong:
            talk([f"line {found.line}: {found.check}: {found.problem}", f"    try: {found.remedy}"])
        if not on_terminal() or not ask_yes("Edit it again?"):
            things = count(len(wrong), "thing")
            problem = f"{printable(str(path))} wasn't changed: {things} would be wrong"
            raise LedgerError(problem, remedy=f"edit it again with {SK}edit")


def _new_errors(old: str, new: str) -> list[Remark]:
    """The errors that forbid a text: all if it isn't a ledger, else only new ones.

    So somebody who keeps a table of their own in the file can edit the rest.
    """
    errors = [found for found in audit(new) if found.severity == "error"]
    try:
        codec.read(new)
    except LedgerError:
        return errors
    known = {(found.check, found.problem) for found in audit(old)}
    return [found for found in errors if (found.check, found.problem) not in known]


def _start_editor(copy: Path) -> None:
    """Let a person edit a file; UsageError if their editor doesn't start, or fails."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        # On Windows a backslash separates folders and escapes nothing.
        words = split_words(command) if ON_WINDOWS else shlex.split(command)
        if not words:
            problem = "EDITOR is empty"
            remedy = "set it, like EDITOR=nano, or edit the file yourself"
            raise UsageError(problem, remedy=remedy)
        with aside():
            code = subprocess.call([*words, str(copy)])
    except (OSError, ValueError) as error:
        problem = f"the editor {quoted(command)} doesn't start"
        raise UsageError(problem, remedy="set EDITOR to another one") from error
    if code:
        problem = f"the editor {quoted(command)} failed"
        raise UsageError(problem, remedy=f"edit again with {SK}edit; nothing was changed")


@contextmanager
def _copy_to_edit(text: str, path: Path) -> Iterator[Path]:
    """A file with ``text`` that only its owner may read; FileError if it can't be written.

    It is deleted at the end, unless something fails while it holds another text, which may be an
    hour's work.
    """
    folder = None
    try:
        folder = tempfile.mkdtemp(prefix="scorekeeper-")
        copy = Path(folder) / path.name
        copy.write_bytes(text.encode())
    except OSError as error:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        reason = (error.strerror or str(error)).lower()
        raise FileError(
            f"the editor's copy of {printable(str(path))} can't be written: {reason}",
            remedy="free some space, or set TMPDIR to a folder with space",
        ) from error
    try:
        yield copy
    except (ScorekeeperError, Interrupted, KeyboardInterrupt) as error:
        with suppress(OSError):
            if copy.read_bytes() != text.encode():
                kept = f"what you wrote is in {printable(str(copy))}"
                if isinstance(error, ScorekeeperError):
                    error.advice += f"; {kept}"
                else:
                    talk(["", kept])
                raise
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
