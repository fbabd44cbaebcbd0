"""An evening to take along: a game as text for other programs and people.

A format is a function that takes a game, and the name of its file, and returns the whole text. It
prints nothing and touches no file. Its module is loaded when somebody asks for it.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from scorekeeper.errors import UsageError, did_you_mean, listed, quoted
from scorekeeper.ledger import Game

FORMATS = {
    "csv": "sheets:spreadsheet",
    "json": "texts:facts",
    "md": "texts:markdown",
    "chat": "texts:message",
    "html": "page:html",
    "svg": "page:svg",
    "png": "page:png",  # in bytes, the others are texts
}
"""Each format with its module of this room and the function in it."""

SEASON_FORMATS = {
    "csv": "texts:season_spreadsheet",
    "html": "page:season_html",
    "md": "texts:season_markdown",
}
"""The formats of a season: their functions take it, and the player whose page it is, or None."""

FOLDER_FORMATS = {"csv": "sheets:spreadsheet_of_all", "json": "texts:facts_of_all"}
"""The formats of all games in a folder: their functions take pairs of a file and its game."""


def exported(game: Game, file: str, to: str, *, plain: bool = False, **more: Any) -> Any:
    """A game in a format: a text that ends with a line end, or the bytes of a picture.

    ``plain`` leaves out emoji, and ``more`` is whatever else this format takes. UsageError for an
    unknown format, or for ``plain`` in one without emoji.
    """
    write = writer(to, FORMATS)
    if plain and to != "chat":
        raise UsageError(f"{to} has no emoji to leave out", remedy="leave --plain out")
    return write(game, file, **more, **({"plain": True} if plain else {}))


def writer(to: str, formats: Mapping[str, str]) -> Callable[..., str]:
    """The function that writes a format; UsageError for an unknown one."""
    if to not in formats:
        remedy = did_you_mean(to, formats) or f"the formats are {listed(formats)}"
        raise UsageError(f"there is no format {quoted(to)}", remedy=remedy)
    module, function = formats[to].split(":")
    writes: Callable[..., str] = getattr(import_module(f"scorekeeper.sharing.{module}"), function)
    return writes
