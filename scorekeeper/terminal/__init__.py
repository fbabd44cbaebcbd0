"""Says and asks things at the terminal, and finds the game; it carries out no commands.

Here is what a command line says about its game, before the file is found.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.errors import UsageError, printable

if TYPE_CHECKING:
    from scorekeeper.ledger import Game
    from scorekeeper.serve.server import Serving


class GameAtHand:
    """What one line leaves for the next while the program stays open, and what ``-f`` names.

    ``named`` is the file after ``-f`` as typed, or None. ``path`` is the open game, None for a
    command that was called alone. ``confirmed`` are letters that a person confirmed to be cards, so
    that nobody is asked twice. ``known_findings`` are those of ``check`` that were mentioned.
    ``serving`` shows the game to phones. ``beside`` are other files changed here: a
    ``people.toml``, or a deleted game. ``context`` is the command line as Typer has read it.
    ``listen`` gives the command that other words mean, and ``is_line`` tells whether an answer is a
    whole line; None if nobody listens.
    """

    # A dataclass would be slower to define at each start.
    def __init__(
        self, is_open: bool = False, path: Path | None = None, named: str | None = None
    ) -> None:
        self.is_open = is_open
        self.path = path
        self.named = named
        self.confirmed: set[str] = set()
        self.known_findings: set[str] = set()
        self.beside: set[Path] = set()
        self.serving: Serving | None = None
        self.context: Any = None
        self.listen: Callable[..., list[str]] | None = None
        self.is_line: Callable[[str], bool] | None = None

    def name(self, file: str) -> None:
        """Take the game of a file; UsageError if ``-f`` has named one already."""
        if self.named is not None:
            raise UsageError("you named two games: a file and -f", remedy="choose one of the two")
        self.named = file

    def lay(self, path: Path | None) -> None:
        """Carry on with this game, or with none; a command called alone keeps nothing."""
        if path != self.path:
            self.known_findings = set()
        self.path = path if self.is_open else None

    @property
    def is_on_phones(self) -> bool:
        """Whether phones see the open game, and not one that was open before."""
        return bool(
            self.serving and self.path and self.path.resolve() == self.serving.game.path.resolve()
        )

    def title(self, game: "Game") -> list[str]:
        """The game's title above an answer, unless the game is open or its file was named."""
        return [] if self.is_open or self.named is not None else [printable(game.title)]
