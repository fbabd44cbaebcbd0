"""Finds the games in a folder."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from scorekeeper.errors import FileError, printable
from scorekeeper.store.durable import LARGEST_FILE, SAVING_SECONDS, is_being_saved, read_file


def ledgers_in(folder: Path) -> list[Path]:
    """The files in a folder that may be games: every ``*.toml`` with a schema and a game.

    A file that can't be read may be a game, too.
    """
    return [path for path, _ in contents_in(folder)]


def contents_in(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The files in a folder that may be games, each with its bytes; empty if it can't be read.

    They come one by one: all together may be too much for the memory.

    FileError if the folder can't be read.
    """
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - glob is silent where it may not look
    except (FileNotFoundError, NotADirectoryError) as error:
        problem = f"there is no folder {printable(str(folder))}"
        raise FileError(problem, remedy="check the name for a typo") from error
    except OSError as error:
        problem = f"{printable(str(folder))} cannot be read"
        raise FileError(problem, remedy="check its permissions") from error
    paths = [folder / name for name in names if name.endswith(".toml") and name[0] != "."]
    yield from ((path, content) for path in paths if (content := _content(path)) is not None)


def _content(path: Path) -> bytes | None:
    """The bytes of a game, empty if it can't be read; None if the file isn't a game."""
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
    """Whether a file that can't be read may be a game; a too large one must have the marks."""
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
    """Whether a file has the two marks of a ledger; it may still be broken."""
    return has_marks(read_file(path))


def has_marks(content: bytes) -> bool:
    """Whether bytes have the two marks of a ledger: a schema and a game."""
    if content.startswith(b"schema = 1\n") and b"\n[game]\n" in content:
        return True  # the program's own layout doesn't need the slow patterns
    import re

    return all(re.search(mark, content, re.MULTILINE) for mark in (_SCHEMA, _GAME))


# Either key may be in quotes. A header without its end counts, and is reported as invalid TOML.
_SCHEMA = rb"""^(?:\xef\xbb\xbf)?[ \t]*(?:schema|"schema"|'schema')[ \t]*="""
_GAME = rb"""^[ \t]*\[?[ \t]*(?:game|"game"|'game')[ \t]*(?:[]=.#\r]|$)"""
