"""The command that audits ledgers."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated

from scorekeeper import codec, store
from scorekeeper.audit import audit
from scorekeeper.cards import are_cards
from scorekeeper.cli.options import argument, flag
from scorekeeper.codec.reader import Remark
from scorekeeper.errors import SK, FileError, LedgerError, UsageError, count, printable, quoted
from scorekeeper.render import machine
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.choose import NoGameError
from scorekeeper.terminal.command_words import for_file
from scorekeeper.terminal.counting import count_hands, with_progress
from scorekeeper.terminal.output import at_a_terminal


def check(
    places: Annotated[
        list[str] | None, argument("[FILE|FOLDER]...", "By default this folder.")
    ] = None,
    strict: Annotated[bool, flag("--strict", "A warning counts as an error.")] = False,
) -> Answer:
    named = places or []
    _refuse_cards(named)
    files = [file for place in named or ["."] for file in _files(place, is_named=bool(named))]
    found = [
        (str(file), finding)
        for file in with_progress(files, "checking games")
        for finding in _audit(file, is_named=file in map(Path, named))
    ]
    errors = sum(finding.severity == "error" for _, finding in found)
    warnings = len(found) - errors
    games = count(len(files), "game")
    lines = [f"{games}: all is well"] if at_a_terminal() and not found else []
    for file, finding in found:
        place = f"{printable(file)}:{finding.line}"
        named_by = file if named or len(files) > 1 else None
        lines.append(f"{place}: {finding.severity}: {finding.check}: {finding.problem}")
        lines.append(f"    try: {for_file(finding.remedy, named_by)}")
    if found:
        both = ((errors, "error"), (warnings, "warning"))
        kinds = [count(number, kind) for number, kind in both if number]
        lines.append(f"{count(len(found), 'thing')} to look at in {games}: {', '.join(kinds)}")
    return Answer(lines, partial(machine.check, found), int(bool(errors or (strict and warnings))))


def _files(place: str, *, is_named: bool) -> list[Path]:
    """The ledgers that a word means; in a folder, only games."""
    path = Path(place)
    try:
        is_folder = path.is_dir()
    except OSError:  # no file can have this name
        is_folder = False
    found = store.ledgers_in(path) if is_folder else [path]
    if not found and not is_named:
        raise NoGameError("there is no game in this folder", remedy=f"start one: {SK}new Ann Bo")
    return found


def _refuse_cards(places: Sequence[str]) -> None:
    """Raise UsageError for words that are cards, not files: somebody means ``verify``."""
    cards = {place for place in places if are_cards(place) and not store.is_there(Path(place))}
    if cards:
        hand = " ".join(place for place in places if place in cards | {"/"})
        claim = hand.replace("*", "x") if len(hand) < 200 else "HAND"
        remedy = f"to judge a claim to go out:  {SK}verify {claim}"
        raise UsageError(
            f"{quoted(hand)} is a hand of cards, but check looks at ledgers", remedy=remedy
        )


def _audit(path: Path, *, is_named: bool) -> tuple[Remark, ...]:
    """What is wrong in a file; if it isn't a ledger, only that.

    FileError if it ``is_named`` and isn't there or can't be read.
    """
    try:
        text = store.ledger_text(path)
        if "hands" in text:
            with suppress(LedgerError):
                count_hands(codec.read(text))
        return audit(text)
    except FileError as error:
        if is_named and (isinstance(error.__cause__, OSError) or not store.is_there(path)):
            raise
        problem = error.problem.removeprefix(f"{printable(str(path))}:{error.line}: ")
        return (Remark("syntax", (), problem, error.advice, line=error.line or 1),)
