"""What could have been: the cards that would have let a hand go out."""

from collections import Counter
from pathlib import Path

import pytest

from scorekeeper.cards import parse_cards
from scorekeeper.rules import RuleSet
from tests.program import ROUND, Run, facts, ledger, seeded
from tests.terminal import Person
from tests.tools.outs import each_draw

THREES = ("--decks", "2", "--round", "3s")


@pytest.fixture
def thursday(folder: Path) -> Path:
    """Round 4, the sixes, is next; round 3 is on the sheet."""
    return seeded(folder / "thursday.toml", ledger(ROUND, ROUND, ROUND))


@pytest.mark.usefixtures("folder")
def test_a_hand_that_no_card_lets_go_out_says_so(run: Run) -> None:
    assert run("outs", "5h9skd", "--decks", "2").said == [
        "No card lets this hand go out.     round 1, THREES are wild · 3 cards, before the draw"
    ]


@pytest.mark.usefixtures("folder")
def test_with_all_cards_melded_the_drawn_card_can_be_discarded(run: Run) -> None:
    said = run("outs", "8h9hth", "--decks", "1").said
    assert said[0].startswith("Goes out with 49 of 49 unseen cards: 100.0%")
    assert said[3].startswith("  that card  1 × A♠ 2♠ 4♠")
    assert said[4] == "  10♥        1 × 3♠ 3♥ 7♥ 3♦ 3♣"


@pytest.mark.usefixtures("folder")
def test_a_card_of_which_the_hand_has_every_copy_cannot_be_drawn(run: Run) -> None:
    words = ("outs", "8h9hth", "--decks", "1")
    assert "×" in run(*words).out
    assert "0 ×" not in run(*words).out
    held = {"8H", "9H", "TH"}
    assert held.isdisjoint(row["card"] for row in facts(run, *words)["outs"])
    two = facts(run, *words[:-1], "2")["outs"]
    assert {row["unseen"] for row in two if row["card"] in held} == {1}


@pytest.mark.usefixtures("folder")
def test_after_the_draw_a_hand_that_goes_out_says_with_which_discard(run: Run) -> None:
    said = run("outs", "5h6h7h8h", *THREES).said
    assert said[0].startswith("Goes out now: discard 5♥ or 8♥.     ")
    assert said[3] == "  8♥          0   100  100.0%"


@pytest.mark.usefixtures("folder")
def test_the_answers_for_programs(run: Run) -> None:
    hand = {"hand": ["5H", "6H", "KD"], "round": {"number": 1, "deal": 3, "wild": "3"}}
    found = facts(run, "outs", "kd6h5h", "--decks", "1", "--seen", "7h")
    goes = [("3S", 1), ("3H", 1), ("4H", 1), ("7H", 0), ("3D", 1), ("3C", 1)]
    rows = [{"card": card, "discard": "KD", "unseen": unseen} for card, unseen in goes]
    assert found == {**hand, "outs": rows, "unseen": 48, "chance": 0.1042}
    found = facts(run, "outs", "kd6h5h7h", *THREES)
    assert found["goes_out"] == ["KD"]
    assert found["discards"][0] == {"card": "KD", "points": 0, "outs": 100, "chance": 1.0}
    assert found["unseen"] == 100


@pytest.mark.usefixtures("folder")
def test_the_chance_agrees_with_trying_every_draw(run: Run) -> None:
    cards = parse_cards("5h 6h 9s 9d jk 2c")
    rules = RuleSet(jokers=2).round(4)
    unseen = Counter(rules.pack * 2) - Counter(cards)
    outs = sum(unseen[card] for card in each_draw(cards, rules))
    words = ("outs", "5h6h9s9djk2c", "--variation", "jokers", "--decks", "2", "--round", "6s")
    found = facts(run, *words)
    assert (sum(row["unseen"] for row in found["outs"]), found["unseen"]) == (outs, 102)
    assert found["chance"] == round(outs / 102, 4)


@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize(
    ("hand", "where"),
    [
        ("5h9d9skd2c3d", "round 4, SIXES are wild · 6 cards, before the draw"),
        ("5h9d9skd2c3d3c", "round 4, SIXES are wild · 7 cards, after the draw"),
        ("5h9d9skd2c", "round 3, FIVES are wild · 5 cards, before the draw"),
    ],
)
def test_the_game_at_hand_decides_the_round_and_the_packs(run: Run, hand: str, where: str) -> None:
    said = run("outs", hand).said
    assert said[0] == "Thursday"
    assert said[1].endswith(where)


@pytest.mark.usefixtures("thursday")
def test_the_last_round_can_be_asked_about_after_the_draw(run: Run) -> None:
    assert "round 3, FIVES are wild" in run("outs", "5h9d9skd2c3d", "--round", "last").out
    assert "round 4, SIXES are wild" in run("outs", "5h9d9skd2c3d").out


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("words", [("8h9hth", "--decks", "1"), ("5h6hkd2c", *THREES)])
def test_nothing_is_lost_on_a_narrow_terminal(
    folder: Path, columns: int, words: tuple[str, ...]
) -> None:
    person = Person(folder, "outs", *words, columns=columns)
    assert person.ends()[1] == 0
    lines = person.shown()
    assert max(map(len, lines)) <= columns
    plain = Person(folder, "--ascii", "outs", *words, columns=200, TERM="dumb")
    assert plain.ends()[1] == 0
    assert "\n".join(plain.shown()).isascii()
    letters = str.maketrans("♠♥♦♣×·", "SHDCx|")
    assert " ".join(lines).translate(letters).split() == " ".join(plain.shown()).split()
