"""Watching the ledger of a game that is served, and writing its rounds when that is due."""

import asyncio
import shlex
import time
from collections.abc import AsyncIterator, Collection
from contextlib import aclosing, suppress
from functools import partial
from pathlib import Path

from scorekeeper import store
from scorekeeper.errors import ScorekeeperError, own_fault, printable
from scorekeeper.ledger.rows import next_row
from scorekeeper.ledger.standings import is_finished
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import round_lines
from scorekeeper.serve.door import KEYBOARD
from scorekeeper.serve.drafts import record_sent
from scorekeeper.serve.phones_file import load_phones, phones_path
from scorekeeper.serve.served_game import ServedGame, file_stamp, read
from scorekeeper.store import is_there

LOOK_SECONDS = 0.25
"""How often the ledger's time and size are checked."""


def ledgers_beside(path: Path) -> set[Path]:
    """All ledgers in a game's folder."""
    return set(path.parent.glob("*.toml"))


async def follow(served: ServedGame, known: Collection[Path] | None = None) -> None:
    """Show every change to the ledger, whatever made it, and write rounds that are due.

    With ``known``, the files that were there at the start, phones move to the next game of the same
    people, since no terminal says which it is.
    """
    served.settle()
    before = served.path
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            if served.stamp != file_stamp(served.path):
                await _reread(served)
            served.check_on_phones()
            if served.writes_at is not None and time.monotonic() >= served.writes_at:
                async with served.writing:  # meanwhile phones cannot change the round
                    await _write(served)
            if known and (path := await asyncio.to_thread(_next_game, served, before, known)):
                before = served.path
                served.tell(f"the next game is {printable(path.name)}")
                await go_along(served, path)
        except Exception as error:
            fault = own_fault(error)
            served.tell(f"{fault.problem}; {fault.remedy}")


async def hold(served: ServedGame) -> AsyncIterator[str]:
    """The keyboard's stream: while it is open, phones cannot change the round.

    It begins once everything they have sent is on the disk, and any round that was being written.
    """
    async with aclosing(served.presence.events(KEYBOARD)) as events:
        async for event in events:
            async with served.writing:
                with suppress(ScorekeeperError):  # the phone that sent it gets the error
                    await served.save()
            yield event


async def _reread(served: ServedGame) -> None:
    """Read the ledger; if that fails, say so and leave the game as it was."""
    path, served.stamp = served.path, file_stamp(served.path)
    try:
        game, sheet = await asyncio.to_thread(read, path)
    except ScorekeeperError as error:
        if path != served.path:
            return
        if served.trouble is None:
            served.tell(f"phones still show the game as it was: {error.problem}")
        served.trouble = error
        served.settle()
        served.presence.news()
    else:
        if path == served.path:  # the phones may have moved to another game meanwhile
            served.take(game, sheet)


def _next_game(served: ServedGame, before: Path, known: Collection[Path]) -> Path | None:
    """The game that phones should move to; None if they should stay.

    Once this game is over, it is the one new game of the same people in the folder; None if there
    are several. If ``undo`` took this game away, it is the one ``before``.
    """
    if not is_there(served.path):
        return before if is_there(before) else None
    if not is_finished(served.game):
        return None
    people = set(served.game.at_the_table(len(served.game.played) + 1))
    next_games = []
    for path in ledgers_beside(served.path) - set(known):
        with suppress(ScorekeeperError):
            game = store.load(path).game
            has_phones = load_phones(path) is not None  # it is or was served by itself
            if set(game.names) == people and not (is_finished(game) or has_phones):
                next_games.append(path)
    return next_games[0] if len(next_games) == 1 else None


async def go_along(served: ServedGame, path: Path) -> None:
    """Show phones another game, once no round is being written, and clean up after the last."""
    async with served.writing:
        before = served.path
        if path.resolve() == before.resolve():
            return
        served.go_along(path)
    await served.save()
    with suppress(OSError):
        phones_path(before).unlink()


async def _write(served: ServedGame) -> None:
    """Write the round that phones sent, as ``add`` would without asking."""
    command, edit = shlex.join(served.command()), partial(record_sent, served.phones)
    served.writes_at = None
    try:
        changed = await asyncio.to_thread(store.change, served.path, command, edit)
    except ScorekeeperError as error:
        served.tell(f"the round was not written: {error.problem}")
        served.presence.news()
        return
    game = changed.after
    name = next_row(changed.before).subject
    served.tell(f"{name} is on the sheet, as phones sent it.")
    served.tell(totals_line(game))
    served.tell("".join(round_lines(game)) or "The game is over.")
    await _reread(served)
