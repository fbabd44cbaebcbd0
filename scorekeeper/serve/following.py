"""The ledger of a game that is served: looked at again and again, and written when that is due."""

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
from scorekeeper.serve.drafts import written
from scorekeeper.serve.phones_file import load_phones, phones_path
from scorekeeper.serve.served_game import ServedGame, file_mark, read
from scorekeeper.store import is_there

LOOK_SECONDS = 0.25
"""How often the ledger's file is looked at, by its time and size alone."""


def ledgers_beside(path: Path) -> set[Path]:
    """A game's file and those beside it."""
    return set(path.parent.glob("*.toml"))


async def follow(served: ServedGame, known: Collection[Path] | None = None) -> None:
    """Look at the ledger again and again, whoever writes it, and write what is due.

    With ``known``, the files that lay there when it began, phones go along to the next game of
    the same people: no terminal says to which.
    """
    served.settle()
    before = served.path
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            if served.mark != file_mark(served.path):
                await _look_again(served)
            served.look_around()
            if served.writes_at is not None and time.monotonic() >= served.writes_at:
                async with served.writing:  # meanwhile phones change nothing of it
                    await _write(served)
            if known and (found := await asyncio.to_thread(_next, served, before, known)):
                before = served.path
                served.tell(f"{printable(found.name)} is played now")
                await go_along(served, found)
        except Exception as error:
            fault = own_fault(error)
            served.tell(f"{fault.problem}; {fault.remedy}")


async def hold(served: ServedGame) -> AsyncIterator[str]:
    """The keyboard's stream, which holds the phones from now on.

    It begins when all that they have sent is on the disk, and a round that was being written.
    """
    async with aclosing(served.here.events(KEYBOARD)) as events:
        async for event in events:
            async with served.writing:
                with suppress(ScorekeeperError):  # whoever sent it is told
                    await served.save()
            yield event


async def _look_again(served: ServedGame) -> None:
    """Read the ledger; where it cannot be read that is said, and the game stays as it was."""
    path, served.mark = served.path, file_mark(served.path)
    try:
        game, sheet = await asyncio.to_thread(read, path)
    except ScorekeeperError as error:
        if path != served.path:
            return
        if served.trouble is None:
            served.tell(f"phones see the game as it was: {error.problem}")
        served.trouble = error
        served.settle()
        served.here.news()
    else:
        if path == served.path:  # the phones may have gone along to another game
            served.take(game, sheet)


def _next(served: ServedGame, before: Path, known: Collection[Path]) -> Path | None:
    """The game to which the phones have to go along, None where they stay.

    It is the only one that the same people have begun beside one that is over; what was ``known``
    already is none of tonight, and other people's games are not theirs. Where that is taken back,
    it is the one ``before`` again.
    """
    if not is_there(served.path):
        return before if is_there(before) else None
    if not is_finished(served.game):
        return None
    people = set(served.game.at_the_table(len(served.game.played) + 1))
    found = []
    for path in ledgers_beside(served.path) - set(known):
        with suppress(ScorekeeperError):
            game = store.load(path).game
            is_served = load_phones(path) is not None  # or was, and has phones of its own
            if set(game.names) == people and not (is_finished(game) or is_served):
                found.append(path)
    return found[0] if len(found) == 1 else None


async def go_along(served: ServedGame, path: Path) -> None:
    """Show phones another game, once no round is being written; the one before has none then."""
    async with served.writing:
        before = served.path
        if path.resolve() == before.resolve():
            return
        served.go_along(path)
    await served.save()
    with suppress(OSError):
        phones_path(before).unlink()


async def _write(served: ServedGame) -> None:
    """Write the round as phones have sent it, as ``add`` would without a question."""
    command, edit = shlex.join(served.words()), partial(written, served.phones)
    served.writes_at = None
    try:
        changed = await asyncio.to_thread(store.change, served.path, command, edit)
    except ScorekeeperError as error:
        served.tell(f"the round was not written: {error.problem}")
        served.here.news()
        return
    game = changed.after
    name = next_row(changed.before).subject
    served.tell(f"{name} is on the sheet, as phones sent it.")
    served.tell(totals_line(game))
    served.tell("".join(round_lines(game)) or "The game is over.")
    await _look_again(served)
