"""A game, and the program to play it with."""

import shlex
from pathlib import Path
from typing import Any

from scorekeeper.ledger import Game
from scorekeeper.store import load_ledger
from tests.program import Run, facts, seeded


class Table:
    """A game in the folder, at which commands are typed."""

    def __init__(self, run: Run, path: Path) -> None:
        self.run = run
        self.path = path

    def __call__(self, *words: str) -> list[str]:
        """What a command says without the title's line; it must succeed without complaint.

        There is no such line if the file was named.
        """
        answer = self.run(*words)
        assert (answer.code, answer.err) == (0, "")
        if "-f" in words:
            return answer.said
        title, *said = answer.said
        assert title.startswith(self.game.title)
        return said

    def lay(self, text: str) -> None:
        """Put another ledger in place of the one that is there."""
        seeded(self.path, text)

    def add(self, *rounds: str) -> None:
        """Record rounds, a line of entries each."""
        for line in rounds:
            assert self.run("add", *line.split(), "-f", self.path.name).code == 0

    def plays(self, evening: str) -> None:
        """Go through an evening, in steps separated by ``;``.

        A step is a line of entries, a command, or something that must be true by then: ``Bo deals``
        the next round, ``dealers ABC`` dealt the rounds and deal the next, ``round 2`` is next, and
        ``places 1 Bo 0, - Ann 12`` with the totals.
        """
        for step in evening.split("; "):
            word, _, rest = step.partition(" ")
            if step[0].isdigit() or word in ("o", "-"):
                self.add(step)
            elif rest == "deals":
                assert self.next["dealer"] == word, step
            elif word == "dealers":
                assert self.dealers == rest
            elif word == "round":
                assert self.next["number"] == int(rest)
            elif word == "places":
                assert self.places == rest
            else:
                self(*shlex.split(step))

    @property
    def text(self) -> str:
        return self.path.read_bytes().decode()

    @property
    def game(self) -> Game:
        return load_ledger(self.path)

    @property
    def next(self) -> dict[str, Any]:
        card: dict[str, Any] = facts(self.run, "next")
        return card

    @property
    def rounds(self) -> list[dict[str, Any]]:
        """The rounds on the sheet, for programs."""
        rounds: list[dict[str, Any]] = facts(self.run, "sheet")["rounds"]
        return rounds

    @property
    def dealers(self) -> str:
        """The initials of the dealer of each round, and of the next one."""
        return (
            "".join(block["dealer"][0] for block in self.rounds) + (self.next["dealer"] or "-")[0]
        )

    @property
    def standings(self) -> list[tuple[int | None, str, int, int]]:
        """Everybody's place, name, total and missed rounds."""
        told = facts(self.run, "standings")["standings"]
        return [(line["place"], line["player"], line["total"], line["missed"]) for line in told]

    @property
    def places(self) -> str:
        """Everybody's place, name and total, best first."""
        return ", ".join(f"{place or '-'} {who} {total}" for place, who, total, _ in self.standings)

    @property
    def winners(self) -> list[str]:
        """Who has won; nobody as long as a round is still to come."""
        told = facts(self.run, "standings")
        assert told["finished"] or not told["winners"]
        winners: list[str] = told["winners"]
        return winners
