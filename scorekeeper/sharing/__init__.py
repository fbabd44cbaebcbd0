"""An evening to take along: a game as a text that other programs and people understand.

A format is a function that takes a game, and its file as it is shown, and gives back the whole
text. It prints nothing and touches no file. Its module is loaded when somebody asks for it.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from scorekeeper.errors import UsageError, listed, meant, quoted
from scorekeeper.ledger.game import Game

FORMATS = {
    "csv": "sheets:spreadsheet",
    "json": "texts:facts",
    "md": "texts:markdown",
    "chat": "texts:message",
    "html": "page:html",
    "svg": "page:svg",
}
"""Each format with its module of this room and the function in it."""

SEASON_FORMATS = {"csv": "season:spreadsheet", "html": "season:html", "md": "season:markdown"}
"""Those of a season; their functions take it, and the player whose page it is, or None."""


def exported(game: Game, file: str, to: str, *, plain: bool = False) -> str:
    """A game in a format, with a line end behind the last line.

    ``plain`` is for the one that would have emoji. UsageError for a format that there is not.
    """
    write = writer(to, FORMATS)
    if plain and to != "chat":
        raise UsageError(f"{to} has no emoji to leave out", remedy="leave --plain out")
    return write(game, file, plain=True) if plain else write(game, file)


def writer(to: str, formats: Mapping[str, str]) -> Callable[..., str]:
    """What writes one of some formats; UsageError for a format that is not among them."""
    if to not in formats:
        remedy = meant(to, formats) or f"the formats are {listed(formats)}"
        raise UsageError(f"there is no format {quoted(to)}", remedy=remedy)
    module, function = formats[to].split(":")
    found: Callable[..., str] = getattr(import_module(f"scorekeeper.sharing.{module}"), function)
    return found
