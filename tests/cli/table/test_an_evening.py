"""An evening of four at a terminal, from the first question to the tie that is played off.

A correction, a quarrel, a misdeal and a tie. All that the screen shows stands in the manual, on the
page ``evening``; the keys are counted in ``test_somebody_new.py``.
"""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger.standings import standings
from scorekeeper.store import load_ledger
from tests.program import TODAY, names, start
from tests.terminal import Person

pytestmark = pytest.mark.slow

EVENING: tuple[tuple[str, str], ...] = (
    (">", "new"),
    ("names:", "Ann, Bo, Uncle Cy, Zoë"),
    ("[Enter] Three Thirteen   or a number:", ""),
    ("[Enter] none   or numbers, like 1 3:", ""),
    ("Who deals first?   [Enter] draw lots   or a name:", "bo"),
    ("round 1, the threes>", "12 o 5 21"),
    ("round 2, the fours>", "8 17 o 4"),
    ("round 3, the fives>", "o 21 19 9"),
    ("round 4, the sixes>", "fix 5s bo=12"),
    ("round 4, the sixes>", "16 11 24 o"),
    ("round 5, the sevens>", "cy 5shd / 8h9h7cjh / 2d"),
    ("round 5, the sevens>", "7 30 o 13"),
    ("round 6, the eights>", "1 2 3 o"),
    ("round 7, the nines>", "misdeal"),
    ("[Enter] keep it   [y] void it:", "y"),
    ("round 6, the eights>", "o 9 11 3"),
    ("round 7, the nines>", "5 o 12 8"),
    ("round 8, the tens>", "zoe 3"),
    ("Ann         48 +", "9"),
    ("Bo          79 +", "567s6hctdkd23c9h"),
    ("Uncle Cy    71 +", "o"),
    ("round 9, the jacks>", "12 0 20 7"),
    ("[Enter] Bo went out   [n] nobody did:", ""),
    ("round 10, the queens>", "3 33 o 8"),
    ("round 11, the kings>", "4 6 9 o"),
    ("game over>", "playoff"),
    ("bonus round>", "4 o"),
    ("game over>", "sheet"),
)
"""What must be asked, and what is typed then."""


def evening(folder: Path, **screen: Any) -> Person:
    """Somebody who has played the evening at such a screen, and left."""
    person = Person(folder, **screen)
    person.answers(*EVENING)
    person.sees("doesn't count, played again")
    assert person.leaves() == 0
    return person


def test_the_evening_is_in_the_ledger_and_leaves_only_what_undo_needs(tmp_path: Path) -> None:
    evening(tmp_path)
    name = f"three-thirteen-{TODAY}.toml"
    assert names(tmp_path) == {name, f".{name}.history"}
    game = load_ledger(tmp_path / name)
    assert standings(game).winners == ("Zoë",)
    assert game.played[4].out == ("Uncle Cy",)
    assert [block.misdeal for block in game.rounds if block.misdeal is not None] == [""]
    assert start(["check"], tmp_path).out == ""
