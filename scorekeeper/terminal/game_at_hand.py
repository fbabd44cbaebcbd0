"""Which game a command line is for, as far as that is known before anybody looks for it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.errors import printable

if TYPE_CHECKING:
    from scorekeeper.ledger.game import Game
    from scorekeeper.serve.server import Serving


class GameAtHand:
    """What one line leaves for the next while the program stays open, and what ``-f`` names.

    ``named`` is the file behind ``-f`` as it was typed, None without it. ``path`` is the game
    that lies open, None where none does, as for a command that was called alone. ``confirmed``
    are the letters that were asked about and are cards, so that nobody is asked again.
    ``told`` is what ``check`` finds and they have heard of. ``serving`` shows the game to phones.
    ``beside`` are the files beside the game that were changed here: a ``people.toml``, or another
    game that was deleted. ``context`` is the command line as Typer has read it.
    """

    # Every command makes one, and a dataclass would be written anew at each start.
    __slots__ = ("beside", "confirmed", "context", "is_open", "named", "path", "serving", "told")

    def __init__(
        self, is_open: bool = False, path: Path | None = None, named: str | None = None
    ) -> None:
        self.is_open = is_open
        self.path = path
        self.named = named
        self.confirmed: set[str] = set()
        self.told: set[str] = set()
        self.beside: set[Path] = set()
        self.serving: Serving | None = None
        self.context: Any = None

    def lay(self, path: Path | None) -> None:
        """Go on with this game, or with none; where nothing stays open nothing is kept."""
        if path != self.path:
            self.told = set()
        self.path = path if self.is_open else None

    @property
    def is_on_phones(self) -> bool:
        """Whether phones see the game that lies open, and not one that lay open before."""
        return bool(
            self.serving and self.path and self.path.resolve() == self.serving.game.path.resolve()
        )

    def title(self, game: "Game") -> list[str]:
        """The game's title above an answer, unless it is known already, or the file was named."""
        return [] if self.is_open or self.named is not None else [printable(game.title)]
