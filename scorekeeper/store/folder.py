"""Looking around: which files in a folder are games."""

import os
import time
from contextlib import suppress
from pathlib import Path

from scorekeeper.errors import FileError, printable
from scorekeeper.store.durable import LARGEST_FILE, SAVING_SECONDS, is_being_saved, read_file


def ledgers_in(folder: Path) -> list[Path]:
    """The files in a folder that may be games: every ``*.toml`` with a schema and a game.

    One that cannot be read may be a game as well.
    """
    return [path for path, _ in contents_in(folder)]


def contents_in(folder: Path) -> list[tuple[Path, bytes]]:
    """The files in a folder that may be games, each with its bytes, none where they cannot be read.

    Raises FileError for a folder that cannot be read.
    """
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - glob is silent where it may not look
    except (FileNotFoundError, NotADirectoryError) as error:
        problem = f"there is no folder {printable(str(folder))}"
        raise FileError(problem, remedy="look for a slip in the name") from error
    except OSError as error:
        problem = f"{printable(str(folder))} cannot be read"
        raise FileError(problem, remedy="look at who may read it") from error
    shown = (name for name in names if name.endswith(".toml") and not name.startswith("."))
    found = ((path, _content(path)) for name in shown if (path := folder / name))
    return [(path, content) for path, content in found if content is not None]


def _content(path: Path) -> bytes | None:
    """The bytes of a game, none of one that cannot be read; None for what is no game."""
    try:
        content = read_file(path)
        while not has_marks(content):
            if not is_being_saved(path):
                return None
            time.sleep(SAVING_SECONDS / 20)
            content = read_file(path)
        return content
    except FileError:
        return b"" if _may_be_game(path) else None


def _may_be_game(path: Path) -> bool:
    """Whether a file that cannot be read may be a game; one that is too large has its marks."""
    with suppress(OSError):
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return has_marks(file.read(LARGEST_FILE))
    return True


def is_there(path: Path) -> bool:
    """True if something has this name; False for a name that no file can have."""
    try:
        return path.exists()
    except OSError:
        return False


def looks_like_game(path: Path) -> bool:
    """Whether a file has the two marks of a ledger, whatever else is wrong with it."""
    return has_marks(read_file(path))


def has_marks(content: bytes) -> bool:
    """Whether bytes have the two marks of a ledger: a schema and a game."""
    if content.startswith(b"schema = 1\n") and b"\n[game]\n" in content:
        return True  # as the program writes it, and nobody waits for the patterns
    import re

    return all(re.search(mark, content, re.MULTILINE) for mark in (_SCHEMA, _GAME))


# Either key may be in quotes; a header without its end counts, and is reported as bad TOML.
_SCHEMA = rb"""^(?:\xef\xbb\xbf)?[ \t]*(?:schema|"schema"|'schema')[ \t]*="""
_GAME = rb"""^[ \t]*\[?[ \t]*(?:game|"game"|'game')[ \t]*(?:[]=.#\r]|$)"""
