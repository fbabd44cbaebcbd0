"""Rounds of the other games on the command line: stars and jokers, several out, ties played off."""

from pathlib import Path

import pytest

from scorekeeper.store import load_ledger
from tests.program import Answer, Run, facts, ledger, refusal, seeded


@pytest.mark.parametrize(
    ("players", "decks"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (50, 25)]
)
def test_two_more_players_bring_one_more_pack(run: Run, players: int, decks: int) -> None:
    names = [f"P{number}x" for number in range(players)]
    assert run("new", *names, "-f", "a.toml").code == 0
    assert facts(run, "next")["decks"] == decks


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [
        ["A", "B", "C", "--game", "three-thirteen", "--rule", "decks=1", "--rule", "jokers=0"],
        ["A", "B", "C", "D", "--decks", "1", "--variation", "jokers"],
    ],
)
def test_as_many_players_as_the_packs_allow_can_play(run: Run, words: list[str]) -> None:
    assert run("new", *words, "-f", "a.toml").code == 0


LARGE_DEALS = """\
title = "Long"

[rules]
decks = 20
rounds = [{ deal = 3, wild = "3" }, { deal = 21 }]
"""
TOO_LARGE = (
    "a hand has at most 21 cards, including the drawn one",
    "deal at most 20",
)


def test_a_deal_larger_than_any_hand_is_shown_and_not_played(run: Run, folder: Path) -> None:
    seeded(folder / "long.toml", LARGE_DEALS)
    assert "3 cards each in the first round, 21 in the last" in run("rules", "long.toml").out
    words = ("new", "Ann", "Bo", "--game", "long.toml", "-f", "a.toml")
    assert run(*words) == Answer("", refusal(*TOO_LARGE), 2)
    assert not (folder / "a.toml").exists()
    seeded(folder / "long.toml", LARGE_DEALS.replace("21", "20"))
    assert run(*words).code == 0


def test_a_bonus_round_larger_than_any_hand_is_not_played(run: Run) -> None:
    bonus = ("--rule", "bonus_round={ deal = 21 }", "--decks", "9")
    answer = run("new", "Ann", "Bo", *bonus)
    assert answer.code == 2
    assert TOO_LARGE[0] in answer.err


def test_again_does_not_deal_more_than_a_hand_has(run: Run, folder: Path) -> None:
    rules = "[rules]\ngame = 'long'\ndecks = 20\nrounds = [{ deal = 21 }]\n"
    seeded(folder / "a.toml", ledger(rules=rules))
    answer = run("again", "-f", "a.toml")
    assert (answer.out, answer.code) == ("", 2)
    assert TOO_LARGE[0] in answer.err
    assert [path.name for path in folder.iterdir()] == ["a.toml"]


def test_house_rules_deal_no_more_than_a_hand_has(run: Run, folder: Path) -> None:
    rules = "[rules]\ndecks = 20\nrounds = [{ deal = 20 }]\n"
    text = seeded(folder / "a.toml", ledger(rules=rules)).read_bytes()
    for rule in ("rounds=[{ deal = 21 }]", "bonus_round={ deal = 21 }"):
        answer = run("house", rule, "-f", "a.toml")
        assert (answer.out, answer.code) == ("", 2)
        assert TOO_LARGE[0] in answer.err
    assert (folder / "a.toml").read_bytes() == text
    assert run("house", "bonus_round={ deal = 19 }", "-f", "a.toml").code == 0


def test_other_house_rules_hold_in_a_game_that_deals_more_than_a_hand_has(
    run: Run, folder: Path
) -> None:
    rules = "[rules]\ndecks = 20\nrounds = [{ deal = 21 }]\n"
    seeded(folder / "a.toml", ledger(rules=rules))
    assert run("house", "ace_points=15", "-f", "a.toml").code == 0


# ── stars, jokers, costly wilds ────────────────────────────────────────────────────────────


@pytest.fixture
def crowns(run: Run, folder: Path) -> Path:
    path = folder / "crowns.toml"
    words = ("--game", "five-crowns", "--dealer", "Ann", "-f", str(path))
    assert run("new", "Ann", "Bo", "Cy", *words).code == 0
    return path


@pytest.mark.parametrize(
    ("entry", "points"),
    [
        ("jk", 50),
        ("w", 20),
        ("k+q+j", 36),
        ("jk+w+k", 83),
        ("5x 6h kx", 24),
        ("jk 3x 9h", 0),
        ("kx kx ks", 0),
    ],
)
def test_five_crowns_counts_its_own_cards(run: Run, crowns: Path, entry: str, points: int) -> None:
    assert run("add", entry, "o", "4").code == 0
    assert load_ledger(crowns).total("Ann") == points


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("a", "'a': there are no aces in this game"),
        ("ah 5h 6h", "there is no A♥ in this game"),
        ("2h 5h 6h", "there is no 2♥ in this game"),
        ("kx kx kx", "K★ appears 3 times, but 2 packs hold it twice"),
        ("151", "Ann cannot have 151 points in round 1, the threes: 3 cards cost 0 to 150"),
    ],
)
def test_five_crowns_refuses_cards_that_it_does_not_have(
    run: Run, crowns: Path, entry: str, problem: str
) -> None:
    before = crowns.read_bytes()
    answer = run("add", entry, "o", "4")
    assert (answer.out, answer.code) == ("", 2)
    assert answer.err.startswith(f"error: {problem}\n")
    assert crowns.read_bytes() == before


@pytest.mark.usefixtures("crowns")
def test_a_claim_with_stars(run: Run) -> None:
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
    assert "dealer" not in run("sheet").out
    assert run("fix", "3s", "bo=0", "--out", "bo").code == 0
    assert load_ledger(folder / "speed.toml").rounds[0].out == (
        "Ann",
        "Bo",
        "Cy",
    )


# ── a tie is played off ──────────────────────────────────────────────────────────────────


@pytest.fixture
def tied(run: Run, folder: Path) -> Path:
    """Ann and Bo have 5 points each after both rounds, Cy has 11."""
    path = folder / "tie.toml"
    words = ("--rule", "rounds=2", "--rule", "ties=bonus-round", "--dealer", "Ann", "-f", str(path))
    assert run("new", "Ann", "Bo", "Cy", *words).code == 0
    run("add", "5", "o", "5")
    answer = run("add", "o", "5", "6")
    assert "Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it." in answer.out
    assert "wins" not in answer.out
    return path


def test_the_bonus_round_decides(run: Run, tied: Path) -> None:
    answer = run("add", "4", "o")
    assert (answer.code, answer.err) == (0, "")
    assert "BO wins with 5 points" in answer.out
    found = facts(run, "standings")
    assert (found["finished"], found["winners"], found["rounds_played"]) == (True, ["Bo"], 2)
    assert [(line["player"], line["place"], line["total"]) for line in found["standings"]] == [
        ("Bo", 1, 5),
        ("Ann", 2, 5),
        ("Cy", 3, 11),
    ]
    assert run("check", tied.name).code == 0
    assert run("undo").code == 0
    assert facts(run, "next")["bonus"] is True


@pytest.mark.usefixtures("tied")
def test_another_tie_means_another_bonus_round(run: Run) -> None:
    answer = run("add", "4", "4")
    assert "Bonus round: deal 4 each" in answer.out
    assert facts(run, "standings")["finished"] is False
    assert "ANN wins with 5 points" in run("add", "o", "7").out


@pytest.mark.usefixtures("tied")
@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["1", "o", "3"], "that's 3 entries for 2 players; the order is Ann and Bo"),
        (["ann=1", "cy=o"], "Cy was not at the table in the bonus round"),
        (["1"], "Bo is missing; the order is Ann and Bo"),
        (["41", "o"], "Ann cannot have 41 points"),
    ],
)
def test_only_the_tied_have_entries_in_the_bonus_round(
    run: Run, words: list[str], problem: str
) -> None:
    answer = run("add", *words)
    assert (answer.out, answer.code) == ("", 2)
    assert answer.err.startswith(f"error: {problem}")


def test_a_shared_win_is_not_played_off(run: Run) -> None:
    run("new", "Ann", "Bo", "--rule", "rounds=1", "-f", "a.toml")
    assert "ANN and BO share the win with 0 points" in run("add", "0", "o").out
    assert facts(run, "next") is None


# ── points ───────────────────────────────────────────────────────────────────────────────


def test_the_most_points_win_if_the_rules_say_so(run: Run) -> None:
    words = ("--game", "points", "--rule", "winner=high", "--rule", "rounds=2", "-f", "p.toml")
    run("new", "Ann", "Bo", *words)
    run("add", "10", "-5")
    answer = run("add", "-5", "7")
    assert "ANN wins with 5 points" in answer.out
    assert [line["behind"] for line in facts(run, "standings")["standings"]] == [0, 3]


def test_one_may_play_alone(run: Run) -> None:
    assert run("new", "Ann", "--game", "points", "-f", "p.toml").code == 0
    assert run("add", "7").said[1] == "  Ann 7"


@pytest.mark.parametrize("words", [["deadwood", "5h6h7h"], ["verify", "5h6h7hkd"]])
def test_a_game_without_cards_answers_no_question_about_cards(run: Run, words: list[str]) -> None:
    run("new", "Ann", "Bo", "--game", "points", "-f", "p.toml")
    answer = run(*words)
    assert (answer.out, answer.code) == ("", 2)
    assert "--game" in answer.err
    assert run(*words, "--game", "three-thirteen").code == 0
