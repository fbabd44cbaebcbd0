"""The ledger of a game that is served: looked at again and again, and written when that is due."""

import asyncio
import shlex
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from scorekeeper import store
from scorekeeper.errors import ScorekeeperError, own_fault
from scorekeeper.ledger.rows import next_row, row_subject
from scorekeeper.ledger.standings import next_round
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import round_line
from scorekeeper.serve.drafts import written
from scorekeeper.serve.phones_file import phones_path
from scorekeeper.serve.served_game import ServedGame, file_mark, read

LOOK_SECONDS = 0.25
"""How often the ledger's file is looked at, by its time and size alone."""


async def follow(served: ServedGame) -> None:
    """Look at the ledger again and again, whoever writes it, and write what is due."""
    served.settle()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            if served.mark != file_mark(served.path):
                await _look_again(served)
            served.look_around()
            if served.writes_at is not None and time.monotonic() >= served.writes_at:
                async with served.writing:  # meanwhile phones change nothing of it
                    await _write(served)
        except Exception as error:
            fault = own_fault(error)
            served.tell(f"{fault.problem}; {fault.remedy}")


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
        served.here.news()
    else:
        if path == served.path:  # the phones may have gone along to another game
            served.take(game, sheet)


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
    card = next_round(game)
    name = row_subject(changed.before, next_row(changed.before))
    served.tell(f"{name} is on the sheet, as phones sent it.")
    served.tell(totals_line(game))
    served.tell(round_line(game, card) if card else "The game is over.")
    await _look_again(served)
