"""Two matches of Gin at a terminal, from the first question to the settlement."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import standings
from scorekeeper.store import load_ledger
from tests.tables import rows
from tests.terminal import Person, Sits

pytestmark = pytest.mark.slow


MATCH = rows(__file__, "evenings.toml", "gin")
"""What must be asked, and what is typed then."""


def sitting(folder: Path, typed: Iterable[tuple[str, str]]) -> tuple[str, Game]:
    """Everything that was said, and the game at the end."""
    person = Person(folder, columns=90, rows=50, NO_COLOR="1")
    person.answers(*typed)
    person.sees(">")
    person.leaves()
    [path] = folder.glob("*.toml")
    return "".join(person.said), load_ledger(path)


def test_a_match_is_typed_from_the_first_question_to_the_settlement(folder: Path) -> None:
    said, game = sitting(folder, MATCH)
    for words in rows(__file__, "evenings.toml", "said_in_gin"):
        assert words in said, words
    assert [(line.player, line.total, line.final) for line in standings(game).lines] == [
        ("Bo", 115, 315),
        ("Ann", 41, 91),
    ]
    assert [block.dead for block in game.rounds] == [False] * 4 + [True, False, False]


OKLAHOMA = rows(__file__, "evenings.toml", "oklahoma")


def test_the_card_turned_up_is_asked_for_typed_and_corrected(folder: Path) -> None:
    said, game = sitting(folder, OKLAHOMA)
    for words in rows(__file__, "evenings.toml", "said_in_oklahoma"):
        assert words in said, words
    assert [(block.knock, block.double) for block in game.played] == [(4, False), (10, False)]
    assert [game.total(name) for name in game.names] == [16, 2]


def test_a_new_match_offers_what_tables_disagree_about(sits: Sits) -> None:
    person = sits("new")
    person.talks(">> Ann, Bo", ">> gin")
    offered = person.sees("like 1 3:")
    assert "Q-K-A is a run" in offered
    assert "wild" not in offered.rpartition("House rules?")[2]


def test_the_knock_tells_who_ended_a_hand_if_only_one_player_has_that_much_left(
    folder: Path,
) -> None:
    talk = (
        *((">", "new Ann Bo --game gin --dealer ann"), ("round 1>", "23 7")),
        *(("ann o7:", "o12"), ("ann o7:", "O7"), ("round 2>", "0 30"), ("ann o7:", "o")),
        *(("round 3>", "8 8"), ("ann o7:", "o8"), ("ann o7:", "bo"), ("round 4>", "sheet")),
    )
    said, game = sitting(folder, talk)
    assert "Bo knocked with 7, Ann has 23: Bo scores 16." in said
    assert "Ann went gin, Bo has 30: Ann scores 55." in said
    assert "Bo knocked with 8, Ann has 8: undercut, Ann scores 25." in said
    assert [block.out for block in game.rounds] == [("Bo",), ("Ann",), ("Bo",)]
