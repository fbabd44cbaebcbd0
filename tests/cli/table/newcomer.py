"""Somebody who plays cards and has never seen the program: types only what the screen offers.

It knows what happens at the table, but has to find on the screen how to type it.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.terminal import Person

START = "sk\r"

MAIN_PROMPT = re.compile(r"(^|\n)[^?\n]*>\s*$")

STARTING = r"(?m)^ +(new(?: [A-Z]\w+)+) {2,}"
"""``new Ann Bo Cy``, with what it does behind it."""

ROUND = r"(?m)^ +((?:(?:\d+|o) )+(?:\d+|o)) {2,}.*points of (.*)$"
"""``21 12 o 3``, and whose points these are, in what order."""

CLAIM = r"(?m)^ +(\S.* / \S+) {2,}.*go out"
"""``567h 8s8c8d / 2d``: cards that may go out."""

CORRECTION = r"wrong\?.* (fix \S+) \S+=\S+"
"""``wrong?  undo     or     fix 3s ann=12``."""

TIE = r"Play it off\? +(\S+)"

OF_THE_TIED = r"Only ([^.]*) play it"


class Newcomer:
    """Somebody new at the keyboard; every key is counted."""

    def __init__(self, folder: Path, **screen: Any) -> None:
        self.person = Person(folder, **screen)
        self.seen = self.said = self.person.settles()

    @property
    def keys(self) -> int:
        """The keys so far, including those that started the program."""
        return len(START) + self.person.keys

    def types(self, line: str) -> None:
        """Type a line, and read what is said."""
        self.person.types(line)
        self.said = self.person.settles()
        self.seen += self.said

    def finds(self, pattern: str) -> re.Match[str]:
        """Find what the screen offers; if it isn't there yet, type ``?`` for more."""
        if not re.search(pattern, self.seen):
            self.types("?")
        offers = list(re.finditer(pattern, self.seen))
        assert offers, f"nothing like {pattern} was ever on the screen:\n{self.seen}"
        return offers[-1]

    def answers(self, **about: str) -> None:
        """Answer question by question, until the program waits for the next line.

        If a question is ``about`` something known, that is the answer; otherwise it is Enter, if
        the question offers that.
        """
        for _ in range(9):
            if MAIN_PROMPT.search(self.said):
                return
            known = [word for word in about if word in self.said]
            offered = "[Enter]" in self.said.rpartition("\n")[2]
            assert known or offered, f"nothing here says what to answer:\n{self.said}"
            self.types(about.pop(known[0]) if known else "")
        raise AssertionError(f"there is always one more question:\n{self.said}")

    # ── what happens at the table ────────────────────────────────────────────────────────

    def starts(self, names: Sequence[str]) -> None:
        """Start a game with these people, in the order in which they sit."""
        self.finds(STARTING)
        self.types(" ".join(["new", *names]))
        self.answers()

    def starts_and_is_asked(self, names: Sequence[str], dealer: str) -> None:
        """The same, question by question."""
        self.finds(r"(?m)^ +new {2,}.*asks")
        self.types("new")
        assert "Ann, Bo" in self.said, "nothing shows how to separate names"
        self.answers(plays=", ".join(names), deals=dealer.lower())

    def plays(self, points: dict[str, int], out: str) -> str:
        """Play a round; returns what to type to correct it, but for the player and the points."""
        found = self.finds(ROUND)
        assert "o" in found[1].split(), "nothing says that o is for going out"
        self._enters(re.split(", | and ", found[2].strip()), points, out)
        correction = re.search(CORRECTION, self.said)
        assert correction, f"nothing says how to correct it:\n{self.said}"
        return correction[1]

    def plays_off(self, points: dict[str, int], out: str) -> None:
        """Play off the tie after the last round."""
        self.types(self.finds(TIE)[1])
        tied = " ".join(self.finds(OF_THE_TIED)[1].split())
        self._enters(re.split(", | and ", tied), points, out)

    def _enters(self, order: Sequence[str], points: dict[str, int], out: str) -> None:
        """Type a round in the order of the table."""
        assert sorted(order) == sorted(points)
        self.types(" ".join("o" if name == out else str(points[name]) for name in order))
        self.answers()
        assert "is on the sheet" in self.said, self.said

    def corrects(self, correction: str, name: str, points: int) -> None:
        """Correct a round that was written wrong, with what was offered at the time."""
        self.types(f"{correction} {name.lower()}={points}")
        assert f"-> {points}" in self.said, self.said

    def asks_whether_these_go_out(self, *groups: str) -> str:
        """Settle a quarrel about cards; returns the verdict."""
        self.finds(CLAIM)
        self.types(" / ".join(groups))
        return self.said

    def does(self, word: str, **about: str) -> str:
        """Type a word that is on offer; returns what is said to it and the answers ``about`` it."""
        self.finds(rf"\b{word}\b")
        self.types(word)
        self.answers(**about)
        return self.said

    def leaves(self) -> int:
        """Leave; returns the exit code."""
        self.finds(r"Ctrl-D leaves")
        return self.person.leaves()
