"""An evening of four at a terminal, from the first question to the tie that is played off.

A correction, a dispute, a misdeal and a tie. Everything that the screen shows is in the manual, on
the page ``evening``; the keys are counted in ``test_somebody_new.py``.
"""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger.standings import standings
from scorekeeper.store import load_ledger
from tests.program import TODAY, names, start
from tests.tables import rows
from tests.terminal import Person

pytestmark = pytest.mark.slow

EVENING = rows(__file__, "evenings.toml", "three_thirteen")
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
