"""Keeps what an editor, which takes no lock, saved just as a change was written."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from scorekeeper.codec.quick_look import has_marks
from scorekeeper.errors import ConflictError, FileError
from scorekeeper.store.durable import create_file, read_beside, read_file, replace_file, take_away
from scorekeeper.store.history import Change, load_history, save_history
from scorekeeper.store.lock import SavedMeanwhile, locked


def let_stand(ledger: Path, new: bytes, late: bytes) -> None:
    """Put back what an editor saved, as if it had come before the ``new`` content.

    Raises SavedMeanwhile, so that the change is made on it. If the ledger has changed again since,
    ``sk undo`` brings back what was saved.
    """
    try:
        if new:
            with locked(ledger) as held:
                replace_file(ledger, late, rename=lambda own: take_away(held.give_name(own, new)))
        else:
            create_file(ledger, late)
    except (SavedMeanwhile, ConflictError):
        with locked(ledger):
            _keep(ledger, late, read_file(ledger).decode(errors="replace"))
    else:
        raise SavedMeanwhile


def settle(old_files: Iterable[Path], ledger: Path, text: str) -> None:
    """Remove files that killed changes put aside; what was saved in them goes into the history.

    ``text`` is the locked ledger's. A file stays if another command has it, or if it isn't a game.
    """
    for old in old_files:
        with suppress(FileError, ConflictError), locked(old, 0):
            if _keep(ledger, read_beside(old), text):
                take_away(old)


def _keep(ledger: Path, saved: bytes, text: str) -> bool:
    """Make ``saved`` a step of the history of a ledger with this ``text``; False if it's no game.

    What the history has, even in part, isn't added.
    """
    history = load_history(ledger)
    changes = [*history.changes, *history.undone]
    known = {text, *(known for change in changes for known in (change.before, change.after))}
    if any(one.encode().startswith(saved) for one in known):
        return True
    if not has_marks(saved):
        return False
    there = saved.decode(errors="replace")
    history.changes += [Change("edit", text, there), Change("edit", there, text)]
    save_history(ledger, history)
    return True
