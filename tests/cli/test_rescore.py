"""An evening counted again by other rules, on the command line."""

from pathlib import Path

import pytest

from tests.program import TWO_ROUNDS, Run, ledger, refusal, scores, seeded
from tests.terminal import Person

SHOWN = """out = "Ann"
[rounds.scores]
Ann = 0
[rounds.hands]
Ann = "5H 3S 3D"
Bo = "QH QS AD"
Cy = "9S KD KH"
"""

NUMBERS = ledger(SHOWN, scores("Bo", Ann=13, Bo=0, Cy=5), rules=TWO_ROUNDS)


@pytest.fixture
def thursday(folder: Path) -> Path:
    return seeded(folder / "thursday.toml", NUMBERS)


@pytest.mark.usefixtures("thursday")
def test_totals_are_shown_before_and_after_with_who_would_have_won(run: Run) -> None:
    said = run("rescore", "thursday.toml", "face_points=rank").said
    assert said[1] == "  Ann         13  13 to 16"
    assert said[5] == "Ann would have won under these rules too."


@pytest.mark.usefixtures("thursday")
def test_a_player_who_would_not_have_gone_out_is_named(run: Run) -> None:
    said = run("rescore", "one-wild").said
    assert said[0] == "Thursday"
    assert "Ann, round 1, the threes: went out, but couldn't under these rules: 11 points" in said
    assert "Ann won; under these rules it would have been Bo." in said
    assert run("rescore", "one", "wild").said == said


@pytest.mark.usefixtures("thursday")
def test_another_winner_is_named(run: Run) -> None:
    said = run("rescore", "winner=high").said
    assert said[-1] == "Ann won; under these rules it would have been Cy."


def test_numbers_alone_cannot_tell_who_would_have_won_with_jokers(run: Run, folder: Path) -> None:
    rounds = scores("Ann", Ann=0, Bo=9, Cy=5), scores("Bo", Ann=3, Bo=0, Cy=8)
    seeded(folder / "t.toml", ledger(*rounds, rules=TWO_ROUNDS))
    said = run("rescore", "jokers").said
    assert "Ann won; nobody can tell who would have won under these rules." in said
    assert run("rescore", "jokers", "--json").facts["winners"] == {"before": ["Ann"], "after": None}


@pytest.mark.usefixtures("thursday")
def test_the_answer_for_programs(run: Run) -> None:
    answer = run("rescore", "wild_limit=one", "--json")
    assert (answer.err, answer.code) == ("", 0)
    assert answer.facts == {
        "title": "Thursday",
        "file": "thursday.toml",
        "players": [
            {"player": "Ann", "before": 13, "after": None, "least": 24, "most": 51},
            {"player": "Bo", "before": 21, "after": 21, "least": 21, "most": 21},
            {"player": "Cy", "before": 34, "after": None, "least": 34, "most": 69},
        ],
        "winners": {"before": ["Ann"], "after": ["Bo"]},
    }


def test_hands_with_cards_that_the_other_game_lacks_are_named(run: Run, folder: Path) -> None:
    seeded(folder / "t.toml", NUMBERS)
    answer = run("rescore", "--game", "five-crowns")
    assert answer.code == 0
    assert "1 hand with cards that the other game doesn't have: Bo in round 1, the threes." in (
        answer.said
    )


def test_an_evening_that_goes_on_has_no_winner(run: Run, folder: Path) -> None:
    seeded(folder / "t.toml", ledger(SHOWN))
    assert run("rescore", "one-wild", "--json").facts["winners"] == {"before": [], "after": []}
    assert "won" not in run("rescore", "one-wild").out


@pytest.mark.usefixtures("thursday")
def test_a_file_is_not_mistaken_for_a_rule(run: Run, folder: Path) -> None:
    (folder / "june").write_text(NUMBERS.replace("Thursday", "June"), "utf-8")
    assert run("rescore", "june", "one-wild", "--json").facts["title"] == "June"
    assert run("rescore", "none.toml", "one-wild").code == 3


@pytest.mark.usefixtures("folder")
def test_numbers_of_a_game_without_cards_stay(run: Run) -> None:
    assert run("new", "Ann", "Bo", "--game", "points", "--rule", "rounds=1").code == 0
    assert run("add", "3", "9").code == 0
    assert (
        run("rescore", "winner=high").said[-1]
        == "Ann won; under these rules it would have been Bo."
    )
    assert run("rescore", "jokers").code == 2
    how = "name one, like sk rescore winner=high"
    assert run("rescore").err == refusal("rescore needs other rules", how)
    assert run("house", "winner=high").code == 0
    how = "name one, like sk rescore winner=low"
    assert run("rescore").err == refusal("rescore needs other rules", how)


@pytest.mark.slow
@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize("columns", [40, 80])
def test_every_word_appears_on_a_narrow_terminal(folder: Path, columns: int) -> None:
    person = Person(folder, "rescore", "wild_limit=one", columns=columns)
    assert person.ends()[1] == 0
    lines = person.shown()
    assert max(map(len, lines)) <= columns
    for word in ("Ann", "34 to 69", "went out"):
        assert word in "\n".join(lines)


# ── by every rule that tables confuse ────────────────────────────────────────────────────


@pytest.mark.usefixtures("thursday")
def test_rules_that_change_the_winner_come_first_and_unknown_outcomes_last(run: Run) -> None:
    assert run("rescore", "--each").said == [
        "Thursday",
        "  winner           with this house rule",
        "  Bo               at most half of a meld may be wild, "
        "a wild in its own place counts as natural",
        "  Bo               a meld may hold at most one wild",
        "  still Ann        J Q K left over cost 11, 12 and 13",
        "  still Ann by 8   sets hold at most 4 cards",
        "  nobody can tell  aces are low or high: Q-K-A is a run too, an ace left over costs 15",
        "  nobody can tell  2 jokers in each pack, a joker left over costs 20",
        "  nobody can tell  a meld needs a natural card, one that is not wild",
        "  nobody can tell  a wild left over costs 20",
        "  nobody can tell  a set may hold each suit only once",
        "",
        "Ann won; 2 of these rules would change that.",
        "2 of 6 squares on the sheet have only points, not cards.",
        "All totals under one of them:  sk rescore half-wild",
    ]


@pytest.mark.usefixtures("thursday")
def test_json_names_each_rule_as_rescore_takes_it(run: Run) -> None:
    answer = run("rescore", "thursday.toml", "--each", "--json")
    assert (answer.facts["title"], answer.facts["winners"]) == ("Thursday", ["Ann"])
    rules = answer.facts["rules"]
    assert {"rule": "one-wild", "winners": ["Bo"], "margin": None} in rules
    assert {"rule": "jokers", "winners": None, "margin": None} in rules
    for each in rules:
        alone = run("rescore", *each["rule"].split(), "--json").facts
        assert alone["winners"] == {"before": ["Ann"], "after": each["winners"]}


def test_if_only_points_were_typed_nobody_can_tell_for_most_rules(run: Run, folder: Path) -> None:
    rounds = scores("Ann", Ann=0, Bo=9, Cy=5), scores("Bo", Ann=3, Bo=0, Cy=8)
    seeded(folder / "t.toml", ledger(*rounds, rules=TWO_ROUNDS))
    said = run("rescore", "--each").said
    assert "  nobody can tell  a meld may hold at most one wild" in said
    assert "4 of 6 squares on the sheet have only points, not cards." in said


def test_an_evening_that_goes_on_is_counted_as_if_it_ended_here(run: Run, folder: Path) -> None:
    seeded(folder / "t.toml", ledger(SHOWN))
    said = run("rescore", "--each").said
    assert said[1] == "  in front         with this house rule"
    assert "  still Ann by 10  a meld may hold at most one wild" in said
    assert said[-2] == "Ann is in front; no house rule is known to change that."


@pytest.mark.parametrize("rounds", [(SHOWN,), (scores("Ann", Ann=0, Bo=9, Cy=5),)])
def test_jokers_are_judged_by_the_hands_whether_alone_or_among_all_rules(
    run: Run, folder: Path, rounds: tuple[str, ...]
) -> None:
    seeded(folder / "t.toml", ledger(*rounds))
    run("finish")
    rules = {
        each["rule"]: each["winners"] for each in run("rescore", "--each", "--json").facts["rules"]
    }
    alone = run("rescore", "jokers", "--json").facts["winners"]["after"]
    assert rules["jokers"] == alone == (["Ann"] if rounds == (SHOWN,) else None)


def test_a_rule_that_was_changed_during_the_evening_is_tried_both_ways(
    run: Run, folder: Path
) -> None:
    seeded(folder / "t.toml", ledger(SHOWN))
    assert run("house", "one-wild").code == 0
    rules = {each["rule"] for each in run("rescore", "--each", "--json").facts["rules"]}
    assert {"one-wild", "wild_limit=any", "wild_as_rank=true"} <= rules
