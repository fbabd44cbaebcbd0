"""The commands for games as files: list, open, delete, edit and check them, or try some."""

import os
import shlex
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import scorekeeper
from scorekeeper import codec, store
from scorekeeper.audit import audit, new_errors
from scorekeeper.cards import are_cards
from scorekeeper.cli.commands import ToEnd, ToPlay, argument, flag
from scorekeeper.codec.decode import Finding
from scorekeeper.errors import (
    SK,
    ConflictError,
    FileError,
    LedgerError,
    ScorekeeperError,
    UsageError,
    count,
    printable,
    quoted,
)
from scorekeeper.render import machine
from scorekeeper.store import evenings
from scorekeeper.store.durable import as_file_error, create_file
from scorekeeper.terminal import (
    Answer,
    Aside,
    Sitting,
    can_ask,
    is_interactive,
    talk,
    width,
    with_progress,
)
from scorekeeper.terminal.command_words import ON_WINDOWS, shell_path, split_words, with_file
from scorekeeper.terminal.games import NoGameError, count_hands, find_called, list_row, map_games
from scorekeeper.terminal.prompt import aside, ask_yes
from scorekeeper.terminal.showing import list_lines, opened_lines


def games(
    folder: Annotated[str | None, argument("[FOLDER]", "The folder; by default this one.")] = None,
) -> Answer:
    place = Path(folder or ".")

    def words() -> Iterator[str]:
        if rows := map_games(place, list_row):
            yield from list_lines([row._replace(number=number) for number, row in rows])
        elif not evenings.ledgers_in(place):
            yield Aside(f"there is no game in this folder; start one:  {SK}new Ann Bo")

    def facts() -> dict[str, Any]:
        rows = map_games(place, lambda each: machine.in_list(str(each.path), each.game))
        return {"games": [row for _, row in rows]}

    return Answer(words(), facts)


def open_command(
    ctx: typer.Context,
    word: Annotated[list[str], argument("WORD...", "Its file, or words of its title.")],
) -> Answer:
    sitting = ctx.ensure_object(Sitting)
    path = find_called(" ".join(word))
    loaded = store.load(path)
    if sitting.is_open:
        sitting.go_on_with(path)
        return Answer(opened_lines(loaded.game))
    if not is_interactive():
        problem = "a game can only be opened at a terminal"
        raise UsageError(problem, remedy=f"show it with {SK}standings -f {shell_path(path)}")
    from scorekeeper.cli.open_game import play

    return Answer(code=play(sitting, path))


def delete(*, ledger: ToEnd) -> Answer:
    game, text, path = ledger.load()
    if not can_ask():
        problem = "delete asks first, but this isn't a terminal"
        raise UsageError(problem, remedy="type it at a terminal, or move the file yourself")
    which = f"{printable(game.title)} in {printable(path)}, {count(len(game.played), 'round')}"
    if not ask_yes(f"Delete {which}?", "delete it", "keep it", usual=False):
        return Answer(["Nothing was deleted."])
    moved = store.delete(path, seen=text)
    ledger.sitting.go_on_with(None)
    ledger.sitting.other_files.add(path)
    back = f"{SK}undo -f {shell_path(path)}"
    if moved.is_symlink():
        move, to = ("ren", path.name) if ON_WINDOWS else ("mv", str(path))
        back = f"{move} {shell_path(moved)} {shell_path(to)}"
    return Answer([f"{printable(path)} deleted.", f"To get it back:  {back}"])


def edit(*, ledger: ToPlay) -> Answer:
    from scorekeeper.render.standings import outcome_lines  # the other commands start without it

    path = ledger.path
    old = store.read_text(path)
    with _copy_to_edit(old, path) as copy:
        text = _edited(copy, old, path)
        if text != old:
            store.change_text(path, "edit", lambda _: text, seen=old)
    changed = f"{printable(path)} changed.  {SK}undo takes this back."
    ledger.is_changed = text != old
    game, turned = None, []
    with suppress(LedgerError):  # it couldn't be read before either
        game = codec.read(text)
        turned = outcome_lines(codec.read(old), game)
    return ledger.answer_change(game, "Nothing was changed." if text == old else changed, *turned)


def _edited(copy: Path, old: str, path: Path) -> str:
    """The text from the editor, valid or unchanged; otherwise LedgerError."""
    while True:
        _start_editor(copy)
        text = store.read_text(copy)
        wrong = new_errors(old, text) if text != old else []
        if not wrong:
            return text
        for finding in wrong:
            talk(f"line {finding.line}: {finding.check}: {finding.problem}")
            talk(f"    try: {finding.remedy}")
        if not can_ask() or not ask_yes("Edit it again?"):
            things = count(len(wrong), "thing")
            problem = f"{printable(path)} wasn't changed: {things} would be wrong"
            raise LedgerError(problem, remedy=f"edit it again with {SK}edit")


def _start_editor(copy: Path) -> None:
    """Let a person edit a file; UsageError if their editor doesn't start, or fails."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        # On Windows a backslash separates folders and escapes nothing.
        words = split_words(command) if ON_WINDOWS else shlex.split(command)
        if not words:
            remedy = "set it, like EDITOR=nano, or edit the file yourself"
            raise UsageError("EDITOR is empty", remedy=remedy)
        with aside():
            code = subprocess.call([*words, str(copy)])
    except (OSError, ValueError) as error:
        problem = f"the editor {quoted(command)} won't start"
        raise UsageError(problem, remedy="set EDITOR to another one") from error
    if code:
        problem = f"the editor {quoted(command)} failed"
        raise UsageError(problem, remedy=f"edit again with {SK}edit; nothing was changed")


@contextmanager
def _copy_to_edit(text: str, path: Path) -> Iterator[Path]:
    """A file with ``text`` that only its owner may read; FileError if it can't be written.

    It is deleted at the end, unless something fails after it was edited, perhaps for an hour.
    """
    from tempfile import mkdtemp  # it loads more than most commands here need

    with ExitStack() as cleanup:
        with as_file_error(path, "copied for the editor", "set TMPDIR to a folder you can use"):
            folder = mkdtemp(prefix="scorekeeper-")
            cleanup.callback(shutil.rmtree, folder, ignore_errors=True)
            copy = Path(folder) / path.name
            copy.write_bytes(text.encode())
        try:
            yield copy
        except BaseException as error:
            with suppress(OSError):
                if copy.read_bytes() != text.encode():
                    cleanup.pop_all()
                    where = f"what you wrote is in {printable(copy)}"
                    if isinstance(error, ScorekeeperError):
                        error.marked_remedy += f"; {where}"
                    else:
                        talk(["", where])
            raise


def check(
    places: Annotated[
        list[str] | None, argument("[FILE|FOLDER]...", "By default this folder.")
    ] = None,
    strict: Annotated[bool, flag("--strict", "Count warnings as errors.")] = False,
) -> Answer:
    named = places or []
    _refuse_cards(named)
    paths = {*map(Path, named)}
    files = [file for place in named or ["."] for file in _files(Path(place))]
    if not files and not named:
        raise NoGameError("there is no game in this folder", remedy=f"start one: {SK}new Ann Bo")
    findings = [
        (str(file), finding)
        for file in with_progress(files, "checking games")
        for finding in _audit(file, is_named=file in paths)
    ]
    severities = Counter(finding.severity for _, finding in findings)
    games = count(len(files), "game")
    lines = [f"{games}: all is well"] if is_interactive() and not findings else []
    for file, finding in findings:
        place = f"{printable(file)}:{finding.line}"
        named_by = file if named or len(files) > 1 else None
        lines.append(f"{place}: {finding.severity}: {finding.check}: {finding.problem}")
        lines.append(f"    try: {with_file(finding.remedy, named_by)}")
    if findings:
        kinds = [count(number, severity) for severity, number in sorted(severities.items())]
        lines.append(f"{count(len(findings), 'thing')} to look at in {games}: {', '.join(kinds)}")
    code = 1 if severities["error"] or (strict and severities) else 0
    return Answer(lines, partial(machine.check, findings), code)


def _files(path: Path) -> list[Path]:
    """The ledgers of a folder, or the file itself, which may not be there."""
    return evenings.ledgers_in(path) if store.is_there(path) and path.is_dir() else [path]


def _refuse_cards(places: Sequence[str]) -> None:
    """Raise UsageError for words that are cards, not files: somebody means ``verify``."""
    cards = {word for word in {*places} if are_cards(word) and not store.is_there(Path(word))}
    if cards:
        hand = " ".join(place for place in places if place in cards | {"/"})
        claim = hand.replace("*", "x") if len(hand) < 200 else "HAND"
        problem = f"{quoted(hand)} is a hand of cards, but check looks at ledgers"
        raise UsageError(problem, remedy=f"to judge a claim to go out:  {SK}verify {claim}")


def _audit(path: Path, *, is_named: bool) -> tuple[Finding, ...]:
    """The findings in a file. If it can't be read, that is one, or FileError if it ``is_named``."""
    try:
        text = store.ledger_text(path)
        if "hands" in text:
            with suppress(LedgerError):
                count_hands(codec.read(text))
        return audit(text)
    except FileError as error:
        if is_named and (isinstance(error.__cause__, OSError) or not store.is_there(path)):
            raise
        problem = error.problem.removeprefix(f"{printable(path)}:{error.line}: ")
        return (Finding("syntax", (), problem, error.marked_remedy, line=error.line or 1),)


OPEN = "friday-night.toml"
LINES = (
    ("is zoe out with 4h5h6h / 9s9d10c / qsqhqdkc / 2d", "judge a claim"),
    ("oops bo was 17 not 27", "fix a slip"),
    ("who's winning", "see where everybody stands"),
)
"""The game of the demo that isn't over, and what is worth typing in it."""


def demo(
    ctx: typer.Context,
    folder: Annotated[str | None, argument("[FOLDER]", "A new folder to keep it in.")] = None,
) -> Answer:
    from tempfile import mkdtemp

    from scorekeeper.render.evening import choice_lines

    place = Path(folder or mkdtemp(prefix="sk-demo-"))
    _unpack(place)
    sitting, game, shown = ctx.ensure_object(Sitting), place.absolute() / OPEN, shell_path(place)
    tries = ["", "To try:", *choice_lines(LINES, width())]
    move = f"{'move' if ON_WINDOWS else 'mv'} {shown} my-games"
    if sitting.is_open and sitting.path is None:
        sitting.go_on_with(game)  # but the next game begins in the person's own folder
        keep = [] if folder else ["", f"To keep the demo, once you have left:  {move}"]
        return Answer([*opened_lines(store.load(game).game), *tries, *keep])
    if sitting.is_open or not is_interactive():
        what = "an evening in round 8 of 11, a season of twelve, and the games used in the manual"
        there = f"Go there:  cd {shown}     then:" if place != Path() else "Now:"
        go = f"{there}  {SK}standings     {SK}stats     {SK}chart"
        opening = f"Open the evening:  {SK}open {shell_path(game)}"
        return Answer([f"{shown}: {what}", opening if sitting.is_open else go])
    from scorekeeper.cli.open_game import play

    os.chdir(place)
    code = play(sitting, game, tries)
    return Answer([] if folder else [f"To keep the demo:  {move}"], code=code)


def _unpack(folder: Path) -> None:
    """Copy the games that come with the program; ConflictError if something is in the folder."""
    with as_file_error(folder, "written", "choose a folder you can write to"):
        if store.is_there(folder) and not (folder.is_dir() and not any(folder.iterdir())):
            problem = f"{printable(folder)} already exists, and isn't an empty folder"
            raise ConflictError(problem, remedy="name a new folder, or none to use a temporary one")
        (folder / "sample_games").mkdir(parents=True)
        package = Path(scorekeeper.__file__).parent
        inside = package / "sample_games"  # in a checkout they are next to the package
        games = inside if inside.is_dir() else package.parent / "sample_games"
        for game in games.glob("**/*.toml"):
            target = folder if game.parent.name == "season" else folder / "sample_games"
            create_file(target / game.name, game.read_bytes())
