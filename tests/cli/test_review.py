"""What could have been, worked out from the hands on the sheet."""

from pathlib import Path

import pytest

from tests.program import Run, ledger, scores, seeded
from tests.terminal import Person

HANDS = """out = "Bo"
[rounds.scores]
Ann = 18
Bo = 0
[rounds.hands]
Ann = "3S KD 5H / KS"
Cy = "5H 6H KD"
"""

WITH_HANDS = ledger(
    scores("Bo", Ann=12, Bo=0, Cy=5),
    HANDS.replace("3S KD 5H / KS", "4S KD 5H / KS").replace("5H 6H KD", "5H 6H 9D 9C"),
)
"""In the fours Ann counted the king as well, Cy waits for one card."""


@pytest.fixture
def thursday(folder: Path) -> Path:
    return seeded(folder / "thursday.toml", WITH_HANDS)


@pytest.mark.usefixtures("thursday")
def test_a_review_says_what_could_have_been(run: Run) -> None:
    assert run("review", "thursday.toml").said == [
        "  player  hands shown  given away  one card from going out  costliest card",
        "  Ann          1 of 2          13                        1  5♥ 5",
        "  Bo           0 of 2",
        "  Cy           1 of 2           0                        0  9♦ 9",
        "",
        "Ann, round 2, the fours: 18 points counted, 5 at best",
        "  shown  4♠ K♦ 5♥ / K♠",
        "  best   K♠ K♦ 4♠ / left 5♥",
        "Ann, round 2, the fours: one card from going out, 13 cards would have done it: any 4 or K",
        "Ann, round 2, the fours: 5♥ left over cost 5 points",
        "Cy, round 2, the fours: 9♦ left over cost 9 points",
    ]


def test_a_hand_that_was_near_is_named_with_the_cards_it_needed(run: Run, folder: Path) -> None:
    seeded(folder / "t.toml", ledger(HANDS))
    said = run("review").said
    assert said[0] == "Thursday"
    assert (
        "Cy, round 1, the threes: one card from going out,"
        " 12 cards would have done it: any 3, 4♥ 7♥"
    ) in said
    melded = HANDS.replace("5H 6H KD", "5H 6H 7H")
    seeded(folder / "t.toml", ledger(melded))
    assert run("review").said[-1] == (
        "Cy, round 1, the threes: all melded, so any card would have done it"
    )


@pytest.mark.usefixtures("thursday")
def test_the_answer_for_programs(run: Run) -> None:
    answer = run("review", "--json")
    assert (answer.err, answer.code) == ("", 0)
    facts = answer.facts
    ann, bo, cy = facts.pop("players")
    assert facts == {"title": "Thursday", "file": "thursday.toml"}
    assert list(ann) == [
        *("player", "hands", "rounds", "given_away", "worst_laid"),
        *("one_card_from_out", "dearest_card"),
    ]
    fours = {"number": 2, "deal": 4, "wild": "4"}
    worst = ann["worst_laid"]
    assert (worst["round"], worst["points"], worst["best"]["points"]) == (fours, 18, 5)
    assert worst["laid"] == [["4S", "KD", "5H"], ["KS"]]
    assert ann["dearest_card"] == {"round": fours, "card": "5H", "points": 5}
    assert (bo["hands"], bo["worst_laid"], bo["dearest_card"]) == (0, None, None)
    assert cy["one_card_from_out"] == []


def test_without_hands_it_says_so_in_a_line_and_how_to_show_them(run: Run, folder: Path) -> None:
    seeded(folder / "t.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    assert run("review").said == [
        "Thursday",
        "No cards are on the sheet. To show them, type a hand in place of points:  "
        "sk fix last ann=HAND",
    ]
    assert run("review", "-f", "t.toml").said == [
        "No cards are on the sheet. To show them, type a hand in place of points:"
        "  sk fix -f t.toml last ann=HAND"
    ]
    assert run("fix", "last", "ann=5h6h7h").code == 0
    assert "1 of 1" in run("review").out


def test_a_game_without_cards_has_nothing_to_review(run: Run, folder: Path) -> None:
    assert run("new", "Ann", "Bo", "--game", "points", "--title", "Dice").code == 0
    assert run("review").said[-1] == ("Dice has no cards, so there is nothing to review.")
    assert run("review", "--json").facts["players"][0]["hands"] == 0
    assert len([*folder.glob("*.toml")]) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize("columns", [40, 80])
def test_every_word_appears_on_a_narrow_terminal(folder: Path, columns: int) -> None:
    person = Person(folder, "review", columns=columns)
    assert person.ends()[1] == 0
    lines = person.shown()
    assert max(map(len, lines)) <= columns
    for word in ("Ann", "1 of 2", "given away", "13", "18 points", "K♠ K♦ 4♠"):
        assert word in "\n".join(lines)
