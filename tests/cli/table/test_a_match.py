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
    """All that was said, and the game in the end."""
    person = Person(folder, columns=90, rows=50, NO_COLOR="1")
    person.answers(*typed)
    person.sees(">")
    person.leaves()
    [path] = folder.glob("*.toml")
    return "".join(person.said), load_ledger(path)


def test_a_match_is_typed_from_the_first_question_to_the_settlement(folder: Path) -> None:
    said, game = sitting(folder, MATCH)
    for words in (
        "Ann knocked with 7, Bo has 23: Ann scores 16.",
        "Bo went gin, Ann has 12: Bo scores 37.",
        "The hand is dead, and nobody scores.",
        "both players play every hand",
        "Bo has 2 cards",
        "Bo knocked with 2, Ann has 11 after laying off 5♣: Bo scores 9.",
        "Best layout for Bo, who didn't split the melds:  5♠ 5♥ 5♦ / 7♥ 8♥ 9♥ / Q♥ Q♦ Q♣ / left 2♣",
        "'big 20' does not say whose it is",
        "name who it was, like Ann big, Bo 20",
        "Bo can't knock with 20: the limit is 10",
        "this doesn't say who ended the hand",
        "Bo knocked with 4, Ann has 12: Bo scores 8.",
        "Bo knocked with 7, Ann has 7: undercut, Ann scores 25.",
        "YES. Bo knocks with 7.",
        "Bo went big gin, Ann has 30: Bo scores 61.",
        "BO wins with 315 points",
        "Bo: 115 + 100 for the game + 100 for 4 hands won = 315",
    ):
        assert words in said, words
    assert [(line.player, line.total, line.final) for line in standings(game).lines] == [
        ("Bo", 115, 315),
        ("Ann", 41, 91),
    ]
    assert [block.dead for block in game.rounds] == [False] * 4 + [True, False, False]


OKLAHOMA = rows(__file__, "evenings.toml", "oklahoma")


def test_the_card_turned_up_is_typed_asked_for_and_corrected(folder: Path) -> None:
    said, game = sitting(folder, OKLAHOMA)
    for words in (
        "│  Which card was turned up?  next --upcard 4s          │",
        "the card turned up sets the knock limit, but nobody has said which it was",
        "4♠ is turned up: a knock may leave 4, and points count twice.",
        "Ann can't knock with 5: the limit is 4",
        "Ann scores 16 doubled, 32.",
        "a card, like 4s or 10h",
        "there is no 5★ in this game",
        "Ann can't knock with 4: only gin ends this hand",
        "upcard 4s",
        "Bo knocked with 10, Ann has 12: Bo scores 2.",
    ):
        assert words in said, words
    assert [(block.knock, block.double) for block in game.played] == [(4, False), (10, False)]
    assert [game.total(name) for name in game.names] == [16, 2]


def test_a_new_match_is_offered_what_its_tables_disagree_about(sits: Sits) -> None:
    person = sits("new")
    person.talks(">> Ann, Bo", ">> gin")
    offered = person.sees("like 1 3:")
    assert "Q-K-A is a run" in offered
    assert "wild" not in offered.rpartition("House rules?")[2]


def test_the_knock_alone_tells_who_ended_a_hand_if_only_one_has_that_much_left(
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
