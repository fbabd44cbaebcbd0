"""The commands that audit ledgers, and that let a person edit one safely."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import codec, store
from scorekeeper.audit import Finding, audit
from scorekeeper.cards import are_cards
from scorekeeper.cli import options
from scorekeeper.cli.asking.prompt import aside, ask_yes
from scorekeeper.cli.choose import NoGameError, find_ledger
from scorekeeper.cli.command_words import for_file, sk
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import at_a_terminal, on_terminal, say, say_json, talk
from scorekeeper.cli.show import mention_findings, title_line
from scorekeeper.errors import (
    FileError,
    LedgerError,
    ScorekeeperError,
    UsageError,
    count,
    printable,
    quoted,
)
from scorekeeper.render import machine


def check(
    places: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE|FOLDER]...", help="By default this folder.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="A warning counts as an error.")] = False,
    json: options.Json = False,
) -> int:
    """Audit ledgers: what is wrong, where, and what helps."""
    _refuse_cards(places or [])
    files = [file for place in places or ["."] for file in _files(place, is_named=bool(places))]
    found = [(str(file), finding) for file in files for finding in _audit(file)]
    several = bool(places) or len(files) > 1
    if json:
        say_json(machine.check(found))
    else:
        for file, finding in found:
            place = f"{printable(file)}:{finding.line}"
            at = GameAtHand(named=file if several else None)
            say(f"{place}: {finding.severity}: {finding.check}: {finding.message}")
            say(f"    try: {for_file(finding.remedy, at)}")
        if found:
            say(_summary(found, len(files)))
        elif at_a_terminal():
            say(f"{count(len(files), 'game')}, and all is well")
    severities = {finding.severity for _, finding in found}
    return 1 if "error" in severities or (strict and severities) else 0


def edit(*, at: options.AtHand) -> None:
    """Open the ledger in your editor; it must come back sound."""
    path = find_ledger(at)
    old = store.read_text(path)
    text = old
    while True:
        text = _in_editor(text, path.name)
        if text == old:
            say([*_title(text, at), "nothing was changed"])
            return
        wrong = _new_errors(old, text)
        for found in wrong:
            talk([f"line {found.line}: {found.check}: {found.message}", f"    try: {found.remedy}"])
        if not wrong or not on_terminal() or not ask_yes("Edit it again?"):
            break
    try:
        if wrong:
            things = count(len(wrong), "thing")
            raise LedgerError(
                f"{printable(str(path))} was left as it was: {things} would be wrong",
                remedy="edit it again with sk edit",
            )
        store.change_text(path, "edit", text, seen=old)
    except ScorekeeperError as error:
        # Somebody may have sat over it for an hour.
        with suppress(OSError):
            error.remedy += f"; what you wrote is in {printable(str(_kept(text, path.name)))}"
        raise
    changed = f"{printable(str(path))} changed.  {sk('undo', at)} takes exactly this back."
    say([*_title(text, at), changed])
    mention_findings(path)


def _title(text: str, at: GameAtHand) -> list[str]:
    """The title above an answer about a ledger, none where the ledger cannot be read."""
    try:
        return title_line(codec.read(text), at)
    except LedgerError:
        return []


def _new_errors(old: str, new: str) -> list[Finding]:
    """The errors that stand in the way of a text: all where it is no ledger, else those it adds.

    Whoever keeps a table of their own in the file can edit the rest.
    """
    errors = [found for found in audit(new) if found.severity == "error"]
    try:
        codec.read(new)
    except LedgerError:
        return errors
    known = {(found.check, found.message) for found in audit(old)}
    return [found for found in errors if (found.check, found.message) not in known]


def _in_editor(text: str, name: str) -> str:
    """``text`` as it comes back from the person's editor."""
    import shlex
    import subprocess
    import tempfile

    command = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not command:
        raise UsageError(
            "EDITOR names no editor", remedy="set it, like EDITOR=nano, or edit the file yourself"
        )
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / Path(name).name
        copy.write_bytes(text.encode())
        try:
            with aside():
                code = subprocess.call([*shlex.split(command), str(copy)])
        except (OSError, ValueError) as error:
            raise UsageError(
                f"the editor {quoted(command)} does not start", remedy="set EDITOR to another one"
            ) from error
        if code:
            raise UsageError(
                f"the editor {quoted(command)} ended with a fault",
                remedy="edit again with sk edit; nothing was changed",
            )
        return store.read_text(copy)


def _kept(text: str, name: str) -> Path:
    """A file that ``text`` is kept in; nobody but its owner may read it."""
    import tempfile

    copy = Path(tempfile.mkdtemp(prefix="scorekeeper-")) / name
    copy.write_bytes(text.encode())
    return copy


def _files(place: str, *, is_named: bool) -> list[Path]:
    """The ledgers that a word means; in a folder only games are looked at."""
    path = Path(place)
    if _is_folder(path):
        found = store.ledgers_in(path)
        if not found and not is_named:
            raise NoGameError("there is no game in this folder", remedy="start one: sk new Ann Bo")
        return found
    return [path]


def _refuse_cards(places: Sequence[str]) -> None:
    """Raise UsageError for words that are cards and no files: somebody means ``verify``."""
    cards = [place for place in places if are_cards(place) and not store.is_there(Path(place))]
    if cards:
        hand = " ".join(place for place in places if place in (*cards, "/"))
        raise UsageError(
            f"{quoted(hand)} are cards, and check looks at ledgers",
            remedy=f"a claim to go out is judged by  sk verify {hand.replace('*', 'x')}",
        )


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a name that no file can have
        return False


def _audit(path: Path) -> tuple[Finding, ...]:
    try:
        return audit(store.read_text(path))
    except FileError as error:
        if isinstance(error.__cause__, OSError) or not store.is_there(path):
            raise
        problem = error.problem.removeprefix(f"{printable(str(path))}:{error.line}: ")
        return (Finding("syntax", "error", error.line or 1, problem, error.remedy),)


def _summary(found: list[tuple[str, Finding]], games: int) -> str:
    errors = sum(finding.severity == "error" for _, finding in found)
    kinds = [count(errors, "error")] if errors else []
    kinds += [count(len(found) - errors, "warning")] if len(found) > errors else []
    return f"{count(len(found), 'thing')} to look at in {count(games, 'game')}: {', '.join(kinds)}"
