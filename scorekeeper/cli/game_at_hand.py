"""The game on the table while the program stays open: what one line leaves for the next.

A command that was called alone finds nothing here, and looks for its game in the folder.
"""

from pathlib import Path


class _Table:
    is_open = False
    path: Path | None = None
    named: str | None = None


_table = _Table()


def open_table() -> None:
    """From now on the program stays open from line to line."""
    _table.is_open = True


def is_open() -> bool:
    """Whether the program stays open, so that its name and the game's need no saying."""
    return _table.is_open


def lay(path: Path | None) -> None:
    """Go on with this game, or with none; without an open table nothing is kept."""
    _table.path = path if _table.is_open else None


def on_the_table() -> Path | None:
    """The game that lies on the table, if one does."""
    return _table.path


def remember(file: str | None) -> str | None:
    """Keep what the command line named behind ``-f``, None for nothing; it comes back."""
    _table.named = file
    return file


def named() -> str | None:
    """What the command line named behind ``-f``, as it was typed."""
    return _table.named


def is_titled(file: str | None) -> bool:
    """Whether an answer begins with the game's title: not where the person knows which it is."""
    return file is None and not _table.is_open
