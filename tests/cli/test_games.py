"""Rounds of the other games on the command line: stars and jokers, several out, ties played off."""

from pathlib import Path

import pytest

from scorekeeper.store import load_ledger
from tests.program import Answer, Run, ledger, refusal, seeded


@pytest.mark.usefixtures("folder")
def test_jokers_make_room_for_a_player(run: Run) -> None:
    assert run("new", *"ABCD", "--decks", "1", "--variation", "jokers", "-f", "a.toml").code == 0


LARGE_DEALS = """\
title = "Long"

[rules]
decks = 20
rounds = [{ deal = 3, wild = "3" }, { deal = 21 }]
"""
TOO_LARGE = Answer(
    "", refusal("a hand has at most 21 cards, including the drawn one", "deal at most 20"), 2
)


def test_a_deal_larger_than_any_hand_is_shown_but_not_played(run: Run, folder: Path) -> None:
    seeded(folder / "long.toml", LARGE_DEALS)
    assert "3 cards each in the first round, 21 in the last" in run("rules", "long.toml").out
    words = ("new", "Ann", "Bo", "--game", "long.toml", "-f", "a.toml")
    assert run(*words) == TOO_LARGE
    assert (
        run("new", "Ann", "Bo", "--rule", "bonus_round={ deal = 21 }", "--decks", "9") == TOO_LARGE
    )
    assert [path.name for path in folder.iterdir()] == ["long.toml"]
    seeded(folder / "long.toml", LARGE_DEALS.replace("21", "20"))
    assert run(*words).code == 0


def test_again_and_house_refuse_a_deal_larger_than_a_hand_and_take_other_rules(
    run: Run, folder: Path
) -> None:
    path = seeded(
        folder / "a.toml", ledger(rules="[rules]\ndecks = 20\nrounds = [{ deal = 21 }]\n")
    )
    assert run("again", "-f", "a.toml") == TOO_LARGE
    assert [path.name for path in folder.iterdir()] == ["a.toml"]
    assert run("house", "ace_points=15", "-f", "a.toml").code == 0
    text = ledger(rules="[rules]\ndecks = 20\nrounds = [{ deal = 20 }]\n")
    seeded(path, text)
    for rule in ("rounds=[{ deal = 21 }]", "bonus_round={ deal = 21 }"):
        assert run("house", rule, "-f", "a.toml") == TOO_LARGE
    assert path.read_text("utf-8") == text
    assert run("house", "bonus_round={ deal = 19 }", "-f", "a.toml").code == 0


# ── stars and jokers ─────────────────────────────────────────────────────────────────────


def test_a_claim_with_stars(run: Run) -> None:
    run("new", "Ann", "Bo", "Cy", "--game", "five-crowns", "-f", "crowns.toml")
    answer = run("verify", "ann=jk 5x 6x / kd")
    assert answer.code == 0
    assert answer.said[1].startswith("YES. Ann goes out.")
    assert answer.said[-2:] == [
        "Last turns: Bo, Cy. Then:  sk add",
        "To keep the cards on the sheet:  ann=out:5x6xjk",
    ]


# ── several out, nobody deals ────────────────────────────────────────────────────────────


def test_at_speed_several_go_out_and_nobody_deals(run: Run, folder: Path) -> None:
    words = ("--game", "three-thirteen-speed", "-f", "speed.toml")
    assert "deals" not in run("new", "Ann", "Bo", "Cy", *words).out
    answer = run("add", "o", "12", "o")
    assert answer.said[0].endswith("is on the sheet. Ann and Cy went out.")
    assert load_ledger(folder / "speed.toml").rounds[0].out == ("Ann", "Cy")
    assert "deals" not in run("next").out
    assert "deal" not in run("sheet").out
    assert run("fix", "3s", "bo=0", "--out", "bo").code == 0
    assert load_ledger(folder / "speed.toml").rounds[0].out == ("Ann", "Bo", "Cy")


# ── points ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [["deadwood", "5h6h7h"], ["verify", "5h6h7hkd"]])
def test_a_game_without_cards_answers_no_question_about_cards(run: Run, words: list[str]) -> None:
    run("new", "Ann", "Bo", "--game", "points", "-f", "p.toml")
    answer = run(*words)
    assert (answer.out, answer.code) == ("", 2)
    assert "--game" in answer.err
    assert run(*words, "--game", "three-thirteen").code == 0
