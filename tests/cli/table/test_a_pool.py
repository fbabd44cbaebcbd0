"""An evening of Indian rummy for four at a terminal: drops, a drawn rank, and a player who rejoins.

Players who are out aren't asked any more, and a word for points counts only after a name.
"""

from pathlib import Path

import pytest

from scorekeeper.ledger.standings import standings
from scorekeeper.store import load_ledger
from tests.program import start
from tests.tables import rows
from tests.terminal import Person

pytestmark = pytest.mark.slow


EVENING = rows(__file__, "evenings.toml", "pool")
"""What must be seen, and what is typed then."""


def test_the_frame_around_the_round_card_is_straight(tmp_path: Path) -> None:
    person = Person(tmp_path)
    person.talks("> >> new Ann Bo --game indian-rummy --dealer Ann", "round 1> >> next")
    framed = [line for line in person.settles().splitlines() if line[:1] in ("┌", "│", "└")]
    person.types("quit")
    assert person.ends()[1] == 0
    assert "│  Say which rank was drawn, like  wild 7" in framed[3]
    assert len(set(map(len, framed))) == 1


def test_an_evening_of_pool_rummy_can_be_typed(tmp_path: Path) -> None:
    person = Person(tmp_path, columns=100)
    person.answers(*EVENING)
    assert person.ends()[1] == 0
    [file] = tmp_path.glob("*.toml")
    evening = load_ledger(file)
    places = [(line.place, line.player, line.lost) for line in standings(evening).lines]
    assert places == [(1, "Ann", None), (2, "Dee", 5), (3, "Cy", 4), (4, "Bo", 3)]
    assert [block.wild for block in evening.rounds] == [None, "9", None, None, None]
    assert start(["check", file.name], tmp_path).out == ""


def test_the_prompts_show_the_points_that_count(tmp_path: Path) -> None:
    new = ("new", "Ann", "Bo", "Cy", "--game", "indian-rummy", "--dealer", "Ann")
    assert start([*new, "-f", "pool.toml"], tmp_path).code == 0
    person = Person(tmp_path, "add", "-f", "pool.toml")
    person.talks("Ann     0 + >> o", "Bo      0 + >> 95", "= 80 >> drop", "= 0 + 20 = 20")
    assert person.ends()[1] == 0
    # What the winner takes is known when all are in.
    assert start([*new, "--variation", "one-deal", "-f", "deal.toml"], tmp_path).code == 0
    person = Person(tmp_path, "add", "-f", "deal.toml")
    person.answers(("Ann     0 :", "o"), ("Bo      0 :", "95"), ("Cy      0 :", "drop"))
    assert person.ends()[1] == 0
    assert "ANN wins with 100 points" in start(["standings", "-f", "deal.toml"], tmp_path).out
