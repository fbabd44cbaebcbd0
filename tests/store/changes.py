"""Changes of a ledger with one round, and what is in its files then."""

from collections.abc import Callable
from pathlib import Path

from scorekeeper.ledger import Game, Outcome
from tests.program import scores
from tests.values import row

BOTH = {"thursday.toml", ".thursday.toml.history"}


def one_more(old: Game) -> Outcome:
    return Outcome(old.with_round(row(8, 17, 0, out="Cy")))


ADDED = "\n[[rounds]]\n" + scores("Cy", Ann=8, Bo=17, Cy=0) + "\n"
"""What that adds to a ledger."""


def ann(points: int) -> Callable[[Game], Outcome]:
    def edit(old: Game) -> Outcome:
        round_ = old.rounds[0]
        return Outcome(
            old.with_round_at(0, round_._replace(scores={**round_.scores, "Ann": points}))
        )

    return edit


def on_disk(path: Path) -> str:
    """The content of a file, with its line ends as they are."""
    return path.read_bytes().decode()
