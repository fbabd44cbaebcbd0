"""What undo and redo need: the text before each change, and the command that made it.

The history is written before the ledger, so after a kill between the two it may be one step
ahead; which step that is follows from the ledger's text. It may be deleted at any time.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.errors import FileError
from scorekeeper.store.durable import is_missing, read_beside, remove_file, replace_file
from scorekeeper.store.folder import is_there

MOST_CHANGES = 200

NOTHING = ""
"""The text of a ledger that is not there yet."""

BEGIN = ("new", "again", "import", "people")
"""The commands before which there may be no file."""

LARGEST_HISTORY = 8 << 20
"""Bytes: 200 changes of a ledger of 40,000. Larger ledgers lose their oldest changes."""


class Change(NamedTuple):
    """A change that was made, or taken back.

    ``added`` is the index of the round that an ``add`` wrote, ``redone`` tells that the change was
    made by ``redo``.
    """

    command: str
    before: str
    after: str
    added: int | None = None
    redone: bool = False

    @property
    def begins(self) -> bool:
        """Whether there was no file before it."""
        return self.before == NOTHING and self._name in BEGIN

    @property
    def ends(self) -> bool:
        """Whether it put the game away."""
        return self.after == NOTHING and self._name == "delete"

    @property
    def is_of_game(self) -> bool:
        """Whether the file is a game: ``people`` writes another one."""
        return self._name != "people"

    @property
    def _name(self) -> str:
        return self.command.partition(" ")[0]


class History:
    """The changes of one ledger, the oldest first, and those taken back, the last one last."""

    def __init__(self, changes: Iterable[Change] = (), undone: Iterable[Change] = ()) -> None:
        self.changes = list(changes)
        self.undone = list(undone)

    def add(self, change: Change) -> None:
        """Remember a change that is about to be made; ``redo`` then has nothing left to do."""
        self.changes.append(change)
        del self.changes[:-MOST_CHANGES]
        self.undone.clear()

    def take_back(self, text: str, left: str) -> Change:
        """Move the last change to those taken back: it is ``text`` now, and ``left`` remains."""
        change = self.changes.pop()
        self.undone.append(change._replace(before=left, after=text))
        return change

    def bring_back(self) -> Change:
        """Move the change that was taken back last to those made."""
        self.changes.append(self.undone.pop()._replace(redone=True))
        return self.changes[-1]

    def settle(self, text: str) -> None:
        """Forget the step that a kill cut short, seeing that the ledger has ``text``."""
        last = self.changes[-1] if self.changes else None
        if last and last.after != text and last.before == text:
            self.changes.pop()
            if last.redone:
                self.undone.append(last)
            return
        for at, undone in enumerate(self.undone):
            if undone.after == text != self.undone[-1].before:
                # An undo of one step or several that the ledger has not seen.
                self.changes += reversed(self.undone[at:])
                del self.undone[at:]
                return


def history_path(ledger: Path) -> Path:
    """Where the history of a ledger lies: ``.NAME.toml.history`` beside it."""
    return ledger.with_name(f".{ledger.name}.history")


def kept_history(ledger: Path) -> bytes | None:
    """The bytes of the history of a ledger, for ``put_back``; None where there are none.

    FileError where the system cannot read it: it would be written over, and all steps back lost.
    """
    try:
        return read_beside(history_path(ledger), LARGEST_HISTORY)
    except FileError as error:
        if isinstance(error.__cause__, OSError) and not is_missing(error):
            raise
        return None


def put_back(ledger: Path, kept: bytes | None) -> None:
    """Restore the kept history of a ledger."""
    if kept is not None:
        replace_file(history_path(ledger), kept, like=ledger)
    elif is_there(history_path(ledger)):
        remove_file(history_path(ledger))


def load_history(ledger: Path) -> History:
    """The history of a ledger; an empty one where there is none, or a damaged one.

    Raises as ``kept_history``.
    """
    import json  # only what changes a game has a history to read

    content = kept_history(ledger)
    try:
        document = json.loads(content or b"")
        undone = [_change(facts, None) for facts in document["undone"]]
        changes: list[Change] = []
        for facts in reversed(document["changes"]):
            changes.append(_change(facts, changes[-1].before if changes else None))
        return History(reversed(changes), undone)
    except (ValueError, KeyError, TypeError, RecursionError):
        return History()


def with_change(ledger: Path, change: Change) -> History:
    """The history of a ledger with a change that is about to be made."""
    history = load_history(ledger)
    history.settle(change.before)
    history.add(change)
    return history


def _change(facts: Any, following: str | None) -> Change:
    """A change as it is written; what it came to is the text before the ``following`` one."""
    if not isinstance(facts, dict):
        raise TypeError("a change is an object")
    command, before, after = facts["command"], facts["before"], facts.get("after", following)
    if not (isinstance(command, str) and isinstance(before, str) and isinstance(after, str)):
        raise TypeError("a change has a command, a text before it and one after it")
    (before + after).encode()  # half a character, which JSON can hold, could not be written back
    # Histories were written that left a 0 out.
    added = facts.get("added", 0 if command.partition(" ")[0] == "add" else None)
    index = added if isinstance(added, int) else None
    return Change(command, before, after, index, facts.get("redone") is True)


def save_history(ledger: Path, history: History) -> None:
    """Write the history, as much of it as has room; FileError where that cannot be."""
    content = _written(history)
    while len(content) > LARGEST_HISTORY and len(history.changes) + len(history.undone) > 1:
        oldest = max(history.changes, history.undone, key=len)
        del oldest[: len(oldest) // 4 + 1]
        content = _written(history)
    replace_file(history_path(ledger), content, like=ledger)


def _written(history: History) -> bytes:
    import json

    changes, following = history.changes, [change.before for change in history.changes[1:]]
    document = {
        "what": "what sk undo takes back; it may be deleted",
        "changes": list(map(_facts, changes, [*following, None])),
        "undone": [_facts(change, None) for change in history.undone],
    }
    return json.dumps(document, indent=0).encode()


def _facts(change: Change, following: str | None) -> dict[str, Any]:
    """What is written of a change: what it came to only where the ``following`` text is another."""
    facts = change._asdict()
    if change.after == following:
        del facts["after"]
    # Not by ==, to which the first round's 0 would be False.
    return {key: value for key, value in facts.items() if value is not None and value is not False}
