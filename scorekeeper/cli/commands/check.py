"""The command that audits ledgers."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import codec, store
from scorekeeper.audit import Finding, audit
from scorekeeper.cards import are_cards
from scorekeeper.cli import options
from scorekeeper.cli.choose import NoGameError
from scorekeeper.cli.command_words import for_file
from scorekeeper.cli.counting import count_hands
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import at_a_terminal, say, say_json
from scorekeeper.errors import FileError, LedgerError, UsageError, count, printable, quoted
from scorekeeper.render import machine


def check(
    places: Annotated[
        list[str] | None, options.argument("[FILE|FOLDER]...", "By default this folder.")
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


def _files(place: str, *, is_named: bool) -> list[Path]:
    """The ledgers that a word means; in a folder only games are looked at."""
    path = Path(place)
    try:
        if not path.is_dir():
            return [path]
    except OSError:  # a name that no file can have
        return [path]
    found = store.ledgers_in(path)
    if not found and not is_named:
        raise NoGameError("there is no game in this folder", remedy="start one: sk new Ann Bo")
    return found


def _refuse_cards(places: Sequence[str]) -> None:
    """Raise UsageError for words that are cards and no files: somebody means ``verify``."""
    cards = [place for place in places if are_cards(place) and not store.is_there(Path(place))]
    if cards:
        hand = " ".join(place for place in places if place in (*cards, "/"))
        raise UsageError(
            f"{quoted(hand)} are cards, and check looks at ledgers",
            remedy=f"a claim to go out is judged by  sk verify {hand.replace('*', 'x')}",
        )


def _audit(path: Path) -> tuple[Finding, ...]:
    try:
        text = store.read_text(path)
        if "hands" in text:
            with suppress(LedgerError):
                count_hands(codec.read(text))
        return audit(text)
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
