"""An evening to take along: a game as a text that other programs and people understand.

A format is a function that takes a game, and its file as it is shown, and gives back the whole
text. It prints nothing and touches no file. Its module is loaded when somebody asks for it.
"""

from importlib import import_module

from scorekeeper.errors import UsageError, listed, meant, quoted
from scorekeeper.ledger.game import Game

FORMATS = {
    "csv": "spreadsheet:spreadsheet",
    "json": "facts:facts",
    "md": "markdown:markdown",
    "chat": "message:message",
    "html": "page:html",
    "svg": "picture:svg",
}
"""Each format with its module of this room and the function in it."""


def exported(game: Game, file: str, to: str, *, plain: bool = False) -> str:
    """A game in a format, with a line end behind the last line.

    ``plain`` is for the one that would have emoji. UsageError for a format that there is not.
    """
    if to not in FORMATS:
        remedy = meant(to, FORMATS) or f"the formats are {listed(FORMATS)}"
        raise UsageError(f"there is no format {quoted(to)}", remedy=remedy)
    if plain and to != "chat":
        raise UsageError(f"{to} has no emoji to leave out", remedy="leave --plain out")
    module, function = FORMATS[to].split(":")
    writer = getattr(import_module(f"scorekeeper.sharing.{module}"), function)
    text: str = writer(game, file, plain=True) if plain else writer(game, file)
    return text
