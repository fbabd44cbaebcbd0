"""Evenings that do not go by the book: misdeals, penalties, paper pads, other rules, ties."""

import difflib
import errno
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from scorekeeper.ledger import Game
from scorekeeper.store import load_ledger
from tests.program import (
    HIGH,
    TODAY,
    TWO_ROUNDS,
    Answer,
    Run,
    facts,
    ledger,
    refusal,
    scores,
    seeded,
)

FILE = "thursday.toml"


def game_of(folder: Path, file: str = FILE) -> Game:
    return load_ledger(folder / file)


def done(run: Run, *words: str) -> list[str]:
    """What a command says that is done without complaint."""
    said = run(*words)
    assert (said.code, said.err) == (0, "")
    return said.said


def play(run: Run, *rounds: str) -> None:
    """Record rounds, a line of entries each."""
    for line in rounds:
        assert run("add", *line.split(), "-f", FILE).code == 0


def table(run: Run) -> dict[str, tuple[int | None, int]]:
    """Place and total of everybody, the best first."""
    told = facts(run, "standings")["standings"]
    return {line["player"]: (line["place"], line["total"]) for line in told}


@pytest.fixture(autouse=True)
def thursday(folder: Path) -> Path:
    """The ledger of Ann, Bo and Cy, before the first round; Ann deals it."""
    return seeded(folder / FILE, ledger())


# ── a misdeal ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [[], ["2"], ["4s"], ["fours"], ["last"]])
def test_the_last_round_can_be_void_and_is_played_again(
    words: list[str], run: Run, folder: Path
) -> None:
    play(run, "12 o 5", "8 17 o")
    first = facts(run, "sheet")["rounds"][1]
    said = done(run, "misdeal", *words, "--why", "Cy had 5 cards")
    assert said == [
        "Thursday",
        "Round 2, the fours, doesn't count. It stays on the sheet, crossed out:",
        "  Ann 8   Bo 17   Cy 0",
        "Totals as before:  Bo 0   Cy 5 (+5)   Ann 12 (+12)",
        "Again: Round 2 of 11: deal 4 each, FOURS are wild. Bo deals, Cy begins.",
        "wrong?  sk undo     if the round isn't on the sheet yet, just deal again",
    ]
    card = facts(run, "next")
    assert (card["number"], card["deal"], card["wild"], card["dealer"]) == (2, 4, "4", "Bo")
    play(run, "o 3 4")
    again = facts(run, "sheet")["rounds"][1]
    assert [again[key] for key in ("number", "wild", "dealer")] == [
        first[key] for key in ("number", "wild", "dealer")
    ]
    assert [round_.misdeal for round_ in game_of(folder).rounds] == [None, "Cy had 5 cards", None]
    assert table(run) == {"Bo": (1, 3), "Cy": (2, 9), "Ann": (3, 12)}
    assert facts(run, "standings")["misdeals"] == [{"before": 2, "note": "Cy had 5 cards"}]
    assert facts(run, "next")["dealer"] == "Cy"


def test_a_note_in_a_void_round_is_still_shown(run: Run) -> None:
    play(run, "12 o 5")
    done(run, "penalty", "cy", "10", "--why", "looked")
    said = done(run, "misdeal", "--why", "9 cards")
    assert "Its bonuses and penalties don't count either:  Cy +10" in said
    assert run("sheet").said[-2:] == [
        "* round 1 (misdeal): Cy penalty 10: looked",
        "--- misdeal, doesn't count, still to be played again: round 1: 9 cards",
    ]
    assert facts(run, "sheet")["misdeals"] == [
        {"before": 1, "note": "9 cards", "round_note": "Cy penalty 10: looked"}
    ]


def test_the_note_of_a_bonus_round_is_shown(run: Run, folder: Path) -> None:
    rules = "[rules]\nrounds = [{ deal = 3, wild = '3' }]\nties = 'bonus-round'\n"
    tied = scores("Bo", Ann=0, Bo=0, Cy=9)
    seeded(folder / "thursday.toml", ledger(tied, rules=rules))
    play(run, "4 o --note close")
    assert run("sheet").said[-1] == "* bonus round: close"


def test_the_first_round_can_be_void(run: Run) -> None:
    play(run, "12 o 5")
    done(run, "misdeal")
    card = facts(run, "next")
    assert (card["number"], card["dealer"]) == (1, "Ann")
    assert table(run) == {"Ann": (None, 0), "Bo": (None, 0), "Cy": (None, 0)}


def test_a_round_can_be_void_when_all_have_left_before_it(run: Run, folder: Path) -> None:
    text = ledger(scores("Ann", Ann=0), scores("Ann", Ann=0), players=("Ann",))
    seeded(folder / FILE, text.replace('name = "Ann"\n', 'name = "Ann"\nleft = 1\n'))
    assert run("misdeal").code == 0
    assert [round_.misdeal for round_ in game_of(folder).rounds] == [None, ""]


def test_a_round_can_be_void_twice(run: Run, folder: Path) -> None:
    play(run, "12 o 5", "1 2 o")
    done(run, "misdeal", "--why", "first")
    play(run, "3 4 o")
    done(run, "misdeal", "--why", "second")
    assert facts(run, "next")["number"] == 2
    assert facts(run, "next")["dealer"] == "Bo"
    play(run, "5 6 o")
    assert [round_.misdeal for round_ in game_of(folder).rounds] == [None, "first", "second", None]
    assert table(run)["Ann"] == (3, 17)


def test_a_round_cannot_be_voided_before_it_exists(run: Run) -> None:
    remedy = "if the round isn't on the sheet yet, just deal again"
    refused = refusal("there is no round on the sheet to void", remedy)
    assert run("misdeal") == Answer("", refused, 2)
    play(run, "12 o 5")
    done(run, "misdeal")
    assert run("misdeal") == Answer("", refused, 2)


def test_a_void_round_stays_crossed_out_and_says_whether_it_was_played_again(run: Run) -> None:
    play(run, "12 o 5", "8 17 o")
    done(run, "misdeal", "--why", "Cy had 5 cards")
    sheet = done(run, "sheet")
    row = next(line for line in sheet if "---" in line)
    assert row.split() == ["2", "4s", "Bo", "8", "---", "17", "---", "0", "---"]
    assert sheet[-1] == (
        "--- misdeal, doesn't count, still to be played again: round 2: Cy had 5 cards"
    )
    play(run, "1 2 o")
    assert done(run, "sheet")[-1] == (
        "--- misdeal, doesn't count, played again: round 2: Cy had 5 cards"
    )


@pytest.mark.parametrize(
    "evening",
    [
        pytest.param("1 o 2; 1 2 o; misdeal; Bo deals; 1 2 o; Cy deals", id="its own dealer"),
        pytest.param(
            "1 o 2; 1 2 o; dealer Ann; misdeal; Bo deals; 1 2 o; Cy deals",
            id="its own, though another was to deal the next",
        ),
        pytest.param(
            "1 o 2; dealer Cy; 1 2 o; misdeal; Cy deals; 1 2 o; Ann deals", id="who was said to"
        ),
        pytest.param("1 o 2; 1 - o; misdeal; Cy deals", id="the same, where somebody sat out"),
        pytest.param(
            "1 o 2; 1 2 o; misdeal; player join Fay --after ann --points 0; Bo deals; 1 2 3 o;"
            " Cy deals",
            id="nobody who joined to the left of the last dealer",
        ),
        pytest.param(
            "1 o 2; player leave bo; Cy deals; 1 o; misdeal; player leave bo --after 2; Cy deals",
            id="nobody who was there for it after all",
        ),
        pytest.param(
            "1 o 2; 1 2 o; player leave bo; misdeal; Cy deals; 1 o; Ann deals",
            id="the next at the left of a dealer who has left",
        ),
        pytest.param(
            "1 o 2; player leave ann; misdeal; Bo deals; dealer cy; Cy deals;"
            " player join Dee --after cy; player leave cy; Dee deals",
            id="somebody else, where it is the first",
        ),
        pytest.param(
            "1 o 2; 1 2 o; misdeal; seats Ann Cy Bo; Bo deals; 1 2 o; Ann deals",
            id="its own in other seats",
        ),
    ],
)
def test_the_void_round_is_dealt_again_by(evening: str, run: Run) -> None:
    for step in evening.split("; "):
        if step.endswith(" deals"):
            assert facts(run, "next")["dealer"] == step.removesuffix(" deals"), step
        elif step[0].isdigit():
            play(run, step)
        else:
            done(run, *step.split())


@pytest.mark.parametrize(
    ("rounds", "total", "said"),
    [
        pytest.param(
            ["12 o 5"],
            0,
            "Dee plays from round 1, the threes, without the 14 points agreed for the earlier"
            " rounds\n",
            id="the first: nothing was missed",
        ),
        pytest.param(
            ["12 o 5", "1 2 o"],
            14,
            "Dee plays from round 2, the fours, still with the 14 points agreed for the earlier"
            " rounds\n",
            id="a later one: those agreed stay",
        ),
    ],
)
def test_a_player_who_joined_after_a_void_round_plays_it_again_and_hears_of_the_points_agreed(
    rounds: list[str], total: int, said: str, run: Run
) -> None:
    play(run, *rounds)
    done(run, "player", "join", "Dee", "--points", "14")
    assert run("misdeal").err == said
    assert "Dee" in facts(run, "next")["players"]
    totals = {line["player"]: line["total"] for line in facts(run, "standings")["standings"]}
    assert totals["Dee"] == total


def test_a_game_without_a_dealer_has_none_for_a_void_round(run: Run, folder: Path) -> None:
    seeded(folder / FILE, ledger(players=("Ann", "Bo"), rules=HIGH, game=""))
    play(run, "12 3")
    done(run, "misdeal")
    assert game_of(folder).next_dealer is None


def test_a_round_without_a_name_is_called_by_its_number(run: Run, folder: Path) -> None:
    seeded(folder / FILE, ledger(players=("Ann", "Bo"), rules=HIGH, game=""))
    play(run, "12 3", "1 3")
    assert run("misdeal", "1").err == refusal(
        "round 1 isn't the last round, and only that one can be voided", "correct it with sk fix 1"
    )
    assert run("add", "1", "2", "--round", "2").err == refusal(
        "round 2 is already on the sheet", "correct it with sk fix 2"
    )
    assert run("add", "1", "2", "--round", "4").err == refusal(
        "round 4 isn't next", "round 3 is next"
    )
    assert run("pad", "22", "6").said[2].strip() == "12 written as 21 in round 1 would explain it"
    assert done(run, "misdeal")[1:] == [
        "Round 2 doesn't count. It stays on the sheet, crossed out:",
        "  Ann 1   Bo 3",
        "Totals as before:  Ann 12   Bo 3 (+9)",
        "Again: Round 2.",
        "wrong?  sk undo     if the round isn't on the sheet yet, just deal again",
    ]


# ── penalty and bonus ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rules", "kind", "total"),
    [
        pytest.param(None, "penalty", 32, id="a penalty is more where the fewest points win"),
        pytest.param(None, "bonus", -8, id="a bonus is less where the fewest points win"),
        pytest.param(HIGH, "penalty", -8, id="a penalty is less where the most points win"),
        pytest.param(HIGH, "bonus", 32, id="a bonus is more where the most points win"),
    ],
)
def test_bonuses_help_and_penalties_hurt(
    rules: str | None, kind: str, total: int, run: Run, folder: Path
) -> None:
    text = ledger(rules=rules, game="") if rules else ledger()
    seeded(folder / FILE, text)
    play(run, "12 0 5")
    said = done(run, kind, "ann", "20", "--why", "as agreed")
    assert said[:2] == ["Thursday", f"A {kind} of 20 points for Ann: 12 -> {total}"]
    assert table(run)["Ann"][1] == total
    round_ = game_of(folder).rounds[0]
    assert (dict(round_.adjust), round_.scores["Ann"]) == ({"Ann": total - 12}, 12)
    assert round_.note == f"Ann {kind} 20: as agreed"


def test_penalties_and_bonuses_add_up_and_may_cancel_out(run: Run, folder: Path) -> None:
    play(run, "12 o 5")
    done(run, "penalty", "Ann", "20")
    done(run, "penalty", "Ann", "1")
    done(run, "bonus", "Cy", "5")
    assert dict(game_of(folder).rounds[0].adjust) == {"Ann": 21, "Cy": -5}
    done(run, "bonus", "Ann", "21")
    assert dict(game_of(folder).rounds[0].adjust) == {"Cy": -5}
    assert game_of(folder).rounds[0].note == (
        "Ann penalty 20; Ann penalty 1; Cy bonus 5; Ann bonus 21"
    )


def test_penalties_and_bonuses_stand_below_their_round_on_the_sheet(run: Run) -> None:
    play(run, "12 o 5", "8 17 o")
    done(run, "penalty", "Bo", "20")
    rows = [line.split() for line in done(run, "sheet")]
    at = next(i for i, row in enumerate(rows) if row[:1] == ["2*"])
    assert rows[at] == ["2*", "4s", "Bo", "8", "20", "17", "17", "out", "5"]
    assert rows[at + 1] == ["+20", "37"]


def test_penalties_of_a_player_who_left_go_with_their_last_round(run: Run, folder: Path) -> None:
    play(run, "12 o 5", "8 17 o")
    done(run, "player", "leave", "Bo")
    play(run, "3 o")
    said = run("penalty", "Bo", "20", "--json").facts
    assert (said["round"]["number"], table(run)["Bo"]) == (2, (None, 37))
    assert dict(game_of(folder).rounds[1].adjust) == {"Bo": 20}
    totals = {line["player"]: line["totals"] for line in facts(run, "chart")["players"]}
    assert totals["Bo"] == [0, 0, 37, None]
    rows = [line.split(",") for line in done(run, "export", "--to", "csv", "-f", FILE)]
    assert [row[8:12] for row in rows if row[7] == "Bo"][-1] == ["17", "typed", "20", "37"]


@pytest.mark.usefixtures("tied")
def test_a_bonus_round_has_no_penalties_or_bonuses(run: Run) -> None:
    done(run, "playoff", "-f", FILE)
    play(run, "7 7")
    said = run("penalty", "Cy", "20", "--json", "-f", FILE).facts
    assert said["round"]["number"] == 2


def test_a_penalty_may_be_noted_in_a_round_too_many(run: Run, folder: Path) -> None:
    rules = '[rules]\ndecks = 2\nrounds = [{ deal = 3, wild = "3" }]\n'
    text = ledger(scores(Ann=12, Bo=0), scores(Ann=12, Bo=0), players=("Ann", "Bo"), rules=rules)
    seeded(folder / FILE, text)
    said = run("penalty", "Bo", "5", "--json", "-f", FILE)
    assert (said.code, said.facts["round"]["number"]) == (0, 2)


@pytest.mark.parametrize("kind", ["penalty", "bonus"])
@pytest.mark.parametrize("number", ["-5", "0", "some", "1.5", "٣", "99999999"])
def test_a_wrong_number_of_points_is_refused(kind: str, number: str, run: Run) -> None:
    play(run, "12 o 5")
    said = run(kind, "Ann", "--", number)
    assert said == Answer(
        "",
        refusal(f"'{number}' isn't a number of points for a {kind}", "give a number like 20"),
        2,
    )


# ── totals ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["20", "17", "5", "--totals"], id="all totals"),
        pytest.param(["ann=20", "bo=17", "cy=5", "--totals"], id="all totals, by name"),
        pytest.param(["=20", "=17", "=5"], id="each with its sign"),
        pytest.param(["total:20", "total:17", "total:5"], id="each with its word"),
        pytest.param(["8=20", "17=17", "0=5"], id="points and what the pad makes of them"),
        pytest.param(["ann==20", "bo=17=17", "cy=total:5"], id="every way at once"),
        pytest.param(["8", "=17", "0"], id="one total"),
    ],
)
def test_a_running_total_is_a_way_to_type_points(words: list[str], run: Run, folder: Path) -> None:
    play(run, "12 o 5")
    assert run("add", *words, "-f", FILE).code == 0
    assert dict(game_of(folder).rounds[1].scores) == {"Ann": 8, "Bo": 17, "Cy": 0}
    assert "totals" not in (folder / FILE).read_text("utf-8")


def test_a_running_total_has_start_and_penalties_in_it(run: Run, folder: Path) -> None:
    play(run, "12 o 5")
    done(run, "penalty", "Bo", "20")
    done(run, "player", "join", "Dee", "--points", "9")
    assert run("add", "20", "27", "5", "10", "--totals", "-f", FILE).code == 0
    assert dict(game_of(folder).rounds[1].scores) == {"Ann": 8, "Bo": 7, "Cy": 0, "Dee": 1}


def test_totals_copied_from_paper_are_asserted_by_check(run: Run, folder: Path) -> None:
    rounds = [
        scores("Bo", Ann=12, Bo=0, Cy=5) + "\n\n[rounds.totals]\nAnn = 12\nCy = 5",
        scores("Cy", Ann=8, Bo=17, Cy=0) + "\n\n[rounds.totals]\nAnn = 29\nBo = 71\nCy = 8",
    ]
    text = ledger(*rounds)
    seeded(folder / FILE, text)
    lines = text.splitlines()
    first = lines.index("Ann = 29") + 1
    said = run("check", FILE)
    assert said.code == 1
    found = [line for line in said.said if ": total: " in line]
    where = f"{FILE}:{{}}: error: total: round 2 (the fours), {{}}"
    assert found == [
        where.format(first, "Ann")
        + ": had 12, and 12 + 8 is 20, not 29; 12 written as 21 in round 1, the threes, would"
        " explain it",
        where.format(first + 1, "Bo")
        + ": had 0, and 0 + 17 is 17, not 71; 17 written as 71 in round 2, the fours, would"
        " explain it",
        where.format(first + 2, "Cy") + ": had 5, and 5 + 0 is 5, not 8",
    ]


def test_a_round_that_the_game_does_not_have_can_be_corrected_and_made_void(
    run: Run, folder: Path
) -> None:
    more = scores("Bo", Ann=12, Bo=0, Cy=5)
    path = seeded(folder / FILE, ledger(more, more, more, rules=TWO_ROUNDS))
    assert run("fix", "last", "ann=13", "-f", FILE).said[0] == "Round 3: Ann 12 -> 13"
    assert run("pad", "37", "0", "15", "-f", FILE).code == 0
    answer = run("misdeal", "-f", FILE)
    assert (answer.code, answer.err) == (0, "")
    assert run("check", FILE) == Answer("", "", 0)
    assert len(load_ledger(path).played) == 2


# ── the paper pad ────────────────────────────────────────────────────────────────────────


def test_a_pad_that_is_right_is_ok(run: Run) -> None:
    play(run, "12 o 5", "8 17 o")
    expected = ["Thursday", "  Ann 20 ok", "  Bo 17 ok", "  Cy 5 ok"]
    assert done(run, "pad", "20", "17", "5") == expected
    assert done(run, "pad", "cy=5", "ann=20") == ["Thursday", "  Cy 5 ok", "  Ann 20 ok"]


SLIPS = [
    pytest.param(29, 9, "12 written as 21 in round 1, the threes,", id="two digits swapped"),
    pytest.param(51, 31, "no single slip explains it", id="nothing"),
    pytest.param(28, 8, "8 counted twice in round 2, the fours,", id="counted twice"),
    pytest.param(12, -8, "8 left out in round 2, the fours,", id="left out"),
    pytest.param(10, -10, "a carry forgotten", id="ten too few"),
    pytest.param(30, 10, "a carry too many", id="ten too many"),
    pytest.param(120, 100, "a carry too many", id="a hundred too many"),
    pytest.param(92, 72, "8 written as 80 in round 2, the fours,", id="a nought behind"),
]


@pytest.mark.parametrize(("written", "gap", "slip"), SLIPS)
def test_a_pad_that_differs_is_shown_with_the_slip_that_explains_it(
    written: int, gap: int, slip: str, run: Run
) -> None:
    play(run, "12 o 5", "8 17 o")
    said = run("pad", f"ann={written}")
    assert (said.code, said.err) == (1, "")
    more = f"{abs(gap)} too {'many' if gap > 0 else 'few'} on the pad"
    explained = slip if slip.startswith("no ") else f"{slip} would explain it"
    assert [line.strip() for line in said.said[1:]] == [
        f"Ann  pad {written}, here 20: {more}.",
        explained,
        "points by round: 12  8",
    ]


def test_every_slip_that_would_explain_it_is_named(run: Run) -> None:
    play(run, "12 o 5", "9 17 o")
    said = [line.strip() for line in run("pad", "30", "17", "5").said]
    assert said[1:4] == [
        "Ann  pad 30, here 21: 9 too many on the pad.",
        "12 written as 21 in round 1, the threes, would explain it",
        "9 counted twice in round 2, the fours, would explain it",
    ]


def test_a_pad_for_programs(run: Run) -> None:
    play(run, "12 o 5")
    said = run("pad", "21", "0", "5", "--json")
    assert said.code == 1
    told = said.facts
    assert (told["title"], told["agrees"]) == ("Thursday", False)
    assert [(line["player"], line["pad"], line["sheet"]) for line in told["pad"]] == [
        ("Ann", 21, 12),
        ("Bo", 0, 0),
        ("Cy", 5, 5),
    ]
    assert told["pad"][0]["slips"] == [{"number": 1, "how": "12 written as 21", "meant": 21}]


@pytest.mark.parametrize("words", ["ann 12 bo 0 cy 5", "Ann 12, Bo 0 and Cy 5", "5 for cy"])
def test_a_pad_is_read_aloud_as_entries_are(words: str, run: Run) -> None:
    play(run, "12 o 5")
    assert run("pad", *words.split()).code == 0


def test_the_pad_needs_no_total_of_a_player_who_left(run: Run) -> None:
    play(run, "12 o 5", "8 17 o")
    done(run, "player", "leave", "Cy")
    play(run, "1 o")
    assert done(run, "pad", "21", "17")[1:] == ["  Ann 21 ok", "  Bo 17 ok"]
    assert done(run, "pad", "21", "17", "5")[1:] == ["  Ann 21 ok", "  Bo 17 ok", "  Cy 5 ok"]


# ── the end ──────────────────────────────────────────────────────────────────────────────


def test_a_game_that_ends_early_has_places_as_they_stand(run: Run, folder: Path) -> None:
    play(run, "12 o 5", "8 17 o")
    said = done(run, "finish")
    assert said[0] == "Thursday · ended after round 2 of 11 · fewest points wins"
    assert "CY wins with 5 points." in said
    told = facts(run, "standings")
    assert (told["finished"], told["winners"], told["next"]) == (True, ["Cy"], None)
    assert table(run) == {"Cy": (1, 5), "Bo": (2, 17), "Ann": (3, 20)}
    assert game_of(folder).finished == TODAY
    assert run("add", "1", "2", "o", "-f", FILE).code == 2


def test_a_game_that_is_put_away_has_no_winner(run: Run, folder: Path) -> None:
    play(run, "12 o 5")
    said = done(run, "finish", "--put-away")
    assert "The game was put away without a winner." in said
    told = facts(run, "standings")
    assert (told["finished"], told["winners"]) == (True, [])
    assert game_of(folder).put_away


def test_an_end_without_a_round_is_not_called_put_away(run: Run) -> None:
    said = done(run, "finish")
    assert said[0] == "Thursday · ended before the first round · fewest points wins"
    assert said[-3] == "The game ended, and nobody won."
    assert done(run, "next")[-1] == "The game ended, and nobody won."


def test_undo_of_an_early_end_goes_on_where_it_was(run: Run) -> None:
    play(run, "12 o 5")
    card = facts(run, "next")
    done(run, "finish")
    done(run, "undo", "-f", FILE)
    assert facts(run, "next") == card


def test_the_next_game_has_the_same_people_rules_and_the_next_dealer(
    run: Run, folder: Path
) -> None:
    play(run, "12 o 5")
    done(run, "house", "one-natural")
    done(run, "player", "join", "Dee", "--after", "Ann", "--points", "0")
    done(run, "player", "leave", "Cy")
    deals = facts(run, "next")["dealer"]
    done(run, "finish")
    said = done(run, "again")
    file = next(line for line in said if line.startswith("Score sheet: "))[13:]
    game = game_of(folder, file)
    assert [(player.name, player.joined, player.start, player.left) for player in game.players] == [
        ("Ann", 1, None, None),
        ("Dee", 1, None, None),
        ("Bo", 1, None, None),
    ]
    assert (game.title, game.date, game.rounds) == ("Thursday", TODAY, ())
    assert game.dealer == deals == "Dee"
    assert game.rules == game_of(folder).rules_now
    assert (game.rules.wild_limit, game.changes) == ("natural", ())


def test_a_remedy_for_the_next_game_does_not_name_the_last_file(run: Run) -> None:
    done(run, "finish")
    said = run("again", "-f", FILE)
    assert said.code == 0
    assert "sk house\n" in said.out
    assert f"-f {FILE}" not in said.out


def test_the_next_game_never_writes_over_a_file(run: Run, folder: Path) -> None:
    files = []
    for _ in range(3):
        said = run("again", "-f", FILE, "--title", "Late show").said
        files.append(next(line for line in said if line.startswith("Score sheet: "))[13:])
    assert files == [f"late-show-{TODAY}{end}.toml" for end in ("", "-2", "-3")]
    assert {game_of(folder, file).title for file in files} == {"Late show"}


def test_the_next_game_has_enough_packs_for_newcomers_and_a_one_line_title(
    run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(rules="[rules]\ndecks = 1\n"))
    play(run, "12 o 5")
    assert run("player", "join", "Dee", "--points", "0").code == 0
    said = run("again", "-f", FILE, "--title", " Late\nshow ").said
    game = game_of(folder, next(line for line in said if line.startswith("Score sheet: "))[13:])
    assert (game.title, game.decks, len(game.names)) == ("Late show", 2, 4)


def test_a_next_game_that_new_would_refuse_is_refused(run: Run, folder: Path) -> None:
    play(run, "12 o 5")
    refused = refusal("a title needs letters", "give a title, or leave it out")
    assert run("again", "--title", " ") == Answer("", refused, 2)
    for name in ("Bo", "Cy"):
        done(run, "player", "leave", name)
    problem = "Three Thirteen needs 2 players, but only 1 stayed"
    refused = refusal(problem, "name all who play: sk new Ann Bo Cy")
    assert run("again") == Answer("", refused, 2)
    assert [path.name for path in folder.glob("*.toml")] == [FILE]


@pytest.mark.parametrize("words", [[], ["-f", "r/old.toml"]])
def test_the_next_game_is_that_of_the_file_that_is_named(
    run: Run, folder: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "r").mkdir()
    seeded(folder / "r" / "old.toml", ledger(scores("Zed", Zed=0, Yan=5), players=("Zed", "Yan")))
    if not words:
        monkeypatch.setenv("SCOREKEEPER_FILE", "r/old.toml")
    assert "Yan (deals first)" in run("again", *words).out


@pytest.mark.parametrize(
    ("named", "finished"), [(None, False), (None, True), ("friday.toml", False)]
)
def test_starting_a_game_next_to_an_open_one_says_how_to_name_it(
    run: Run, named: str | None, finished: bool
) -> None:
    if finished:
        done(run, "finish")
    said = run("new", "Ann", "Bo", "--title", "Friday", *(["-f", named] if named else []))
    path = f"friday-{TODAY}.toml"
    note = f"another game here isn't over either; name the one you mean:  sk add -f {path}\n"
    assert said.code == 0
    assert said.err == ("" if named or finished else note)
    clear = f" -f {named or path}" if not finished else ""
    offered = re.findall("sk (?:house|seats)(?: -f [^ ,\n]+)?", said.out)
    assert offered == [f"sk house{clear}", f"sk seats{clear}"]
    for command in offered:
        assert run(*command.split()[1:]).code == 0
    assert run("standings").code == (0 if finished else 3)
    assert run("standings", "-f", named or path).code == 0


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (FILE, "SCOREKEEPER_FILE names another game"),
        ("nowhere.toml", "SCOREKEEPER_FILE names nowhere.toml, but there is no such file"),
    ],
)
def test_starting_a_game_next_to_the_environments_game_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, file: str, said: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_FILE", file)
    answer = run("new", "Ann", "Bo", "--title", "Friday")
    named = f"name the one you mean:  sk add -f friday-{TODAY}.toml"
    assert (answer.code, answer.err) == (0, f"{said}; {named}\n")


def test_starting_the_next_game_says_that_the_last_is_not_over(run: Run) -> None:
    said = run("again")
    end = f"sk finish -f {FILE}"
    assert said.err == f"Thursday isn't over; if nobody will go on with it:  {end}\n"
    [path] = re.findall("Score sheet: (.*)", said.out)
    assert f"sk seats -f {path}, sk dealer -f {path}" in said.out
    done(run, *end.split()[1:])
    third = run("again", "-f", FILE)
    assert re.match("another game here isn't over either; .*  sk add -f .*-2.toml\n$", third.err)


@pytest.mark.parametrize("finished", [False, True])
def test_a_next_game_started_next_to_the_environments_game_says_so(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, finished: bool
) -> None:
    monkeypatch.setenv("SCOREKEEPER_FILE", FILE)
    if finished:
        done(run, "finish")
    said = run("again")
    named = said.err.rpartition("SCOREKEEPER_FILE names another game; name the one you mean:  ")[2]
    assert done(run, *named.split()[1:], "12", "o", "5")
    assert len(game_of(folder, named.split()[-1]).rounds) == 1
    assert not game_of(folder).rounds


# ── ties ─────────────────────────────────────────────────────────────────────────────────

FINAL_TIE = [scores("Bo", Ann=5, Bo=0, Cy=9), scores("Ann", Ann=0, Bo=5, Cy=9)]


@pytest.fixture
def tied(folder: Path) -> Path:
    """A game of two rounds that Ann and Bo share with 5 points."""
    return seeded(folder / FILE, ledger(*FINAL_TIE, rules=TWO_ROUNDS))


@pytest.mark.usefixtures("tied")
def test_a_shared_win_is_1_1_3(run: Run) -> None:
    assert table(run) == {"Ann": (1, 5), "Bo": (1, 5), "Cy": (3, 18)}
    assert facts(run, "standings")["winners"] == ["Ann", "Bo"]
    assert "ANN and BO share the win with 5 points." in done(run, "standings", "-f", FILE)


@pytest.mark.usefixtures("tied")
def test_a_shared_win_may_be_played_off_afterwards(run: Run, folder: Path) -> None:
    said = done(run, "playoff", "-f", FILE)
    assert said == [
        "Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it. Ann deals, Bo begins.",
        "Its points only break the tie.",
        "The game goes on: nobody has won yet.",
    ]
    assert game_of(folder).rules.ties == "bonus-round"
    card = facts(run, "next")
    assert (card["number"], card["bonus"], card["players"]) == (None, True, ["Bo", "Ann"])
    play(run, "7 o")
    assert table(run) == {"Bo": (1, 5), "Ann": (2, 5), "Cy": (3, 18)}
    assert facts(run, "standings")["winners"] == ["Bo"]
    assert game_of(folder).rounds[-1].bonus
    assert facts(run, "standings")["rounds_played"] == 2


@pytest.mark.usefixtures("tied")
def test_players_who_tie_again_play_another_bonus_round(run: Run) -> None:
    done(run, "playoff", "-f", FILE)
    play(run, "7 7")
    assert facts(run, "standings")["finished"] is False
    assert facts(run, "next")["bonus"] is True
    play(run, "0 0", "2 3")
    assert facts(run, "standings")["winners"] == ["Ann"]
    assert table(run) == {"Ann": (1, 5), "Bo": (2, 5), "Cy": (3, 18)}
    assert run("add", "1", "2", "-f", FILE).code == 2


@pytest.mark.usefixtures("tied")
def test_last_means_the_bonus_round_before_a_void_one(run: Run, folder: Path) -> None:
    done(run, "playoff", "-f", FILE)
    play(run, "0 0", "0 3")
    done(run, "misdeal", "-f", FILE)
    done(run, "fix", "last", "bo=6", "-f", FILE)
    assert [round_.scores for round_ in game_of(folder).rounds[2:]] == [
        {"Ann": 0, "Bo": 6},
        {"Ann": 0, "Bo": 3},
    ]


def test_a_player_who_left_after_the_last_round_keeps_the_place_when_a_bonus_round_is_void(
    run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(FINAL_TIE[0], rules=TWO_ROUNDS))
    done(run, "player", "leave", "Cy", "--after", "2")
    play(run, "0 5 9")
    done(run, "playoff", "-f", FILE)
    play(run, "7 o")
    done(run, "misdeal")
    assert table(run) == {"Ann": (1, 5), "Bo": (1, 5), "Cy": (3, 18)}
    assert facts(run, "next")["dealer"] == "Ann"


@pytest.mark.usefixtures("tied")
def test_a_correction_that_breaks_the_tie_ends_the_dealing(run: Run, folder: Path) -> None:
    done(run, "playoff", "-f", FILE)
    play(run, "7 o")
    assert run("fix", "4s", "bo=6", "-f", FILE).code == 0
    assert run("misdeal", "-f", FILE).code == 0
    assert game_of(folder).next_dealer is None
    assert facts(run, "standings")["winners"] == ["Ann"]


def test_of_three_tied_players_those_still_level_play_on(run: Run, folder: Path) -> None:
    rounds = [scores("Bo", Ann=5, Bo=0, Cy=0), scores("Ann", Ann=0, Bo=5, Cy=5)]
    seeded(folder / FILE, ledger(*rounds, rules=TWO_ROUNDS + 'ties = "bonus-round"\n'))
    assert facts(run, "next")["players"] == ["Ann", "Bo", "Cy"]
    play(run, "3 9 3")
    assert facts(run, "next")["players"] == ["Cy", "Ann"], "Cy dealt, so Ann does"
    play(run, "4 1")
    assert table(run) == {"Cy": (1, 5), "Ann": (2, 5), "Bo": (3, 5)}


def test_a_tie_is_played_off_right_away_if_that_was_agreed_from_the_start(
    run: Run, thursday: Path
) -> None:
    thursday.unlink()
    rules = ["--rule", "rounds=2", "--rule", "ties=bonus-round"]
    done(run, "new", "Ann", "Bo", "Cy", *rules, "--dealer", "Ann", "-f", FILE)
    play(run, "5 o 9")
    said = run("add", "o", "5", "9", "-f", FILE)
    assert "Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it." in said.out
    assert facts(run, "standings")["finished"] is False
    assert facts(run, "standings")["winners"] == []
    play(run, "o 1")
    assert facts(run, "standings")["winners"] == ["Ann"]


@pytest.mark.parametrize(
    "rules", [("rounds=1",), ("target=10",), ("rounds=1", "--rule", "dealer=passes")]
)
def test_a_tie_is_played_off_if_no_cards_are_dealt(
    rules: tuple[str, ...], run: Run, thursday: Path
) -> None:
    thursday.unlink()
    done(run, "new", "Ann", "Bo", "Cy", "--game", "points", "--rule", *rules, "-f", FILE)
    play(run, "10 10 12")
    said = done(run, "playoff", "-f", FILE)
    assert said[0].startswith("Bonus round. Only Ann and Bo play it.")
    card = facts(run, "next")
    assert (card["bonus"], sorted(card["players"])) == (True, ["Ann", "Bo"])
    assert (card["deal"], card["decks"], card["stock"]) == (None, None, None)
    play(run, "7 8")
    assert table(run) == {"Ann": (1, 10), "Bo": (2, 10), "Cy": (3, 12)}


@pytest.mark.usefixtures("tied")
@pytest.mark.parametrize(
    ("entries", "problem", "remedy"),
    [
        (
            ["ann=1", "cy=2", "bo=o"],
            "Cy was not at the table in the bonus round",
            "give entries for Ann and Bo",
        ),
        (
            ["=12", "3"],
            "'=12' is a total, but a bonus round has no totals",
            "type the points",
        ),
    ],
)
def test_only_points_of_the_tied_enter_the_bonus_round(
    entries: list[str], problem: str, remedy: str, run: Run
) -> None:
    done(run, "playoff", "-f", FILE)
    assert run("add", *entries, "-f", FILE) == Answer("", refusal(problem, remedy), 2)


@pytest.mark.parametrize(
    ("rounds", "problem", "remedy"),
    [
        pytest.param(
            FINAL_TIE[:1],
            "a tie is played off when the last round is over",
            "record the next round with sk add",
            id="too early",
        ),
        pytest.param(
            [FINAL_TIE[0], scores("Ann", Ann=0, Bo=6, Cy=9)],
            "there is no tie to play off",
            "see who has won with sk standings",
            id="no tie",
        ),
        pytest.param(
            [FINAL_TIE[0], scores("Ann", Ann=0, Bo=9, Cy=0)],
            "there is no tie to play off",
            "see who has won with sk standings",
            id="a tie behind the first",
        ),
    ],
)
def test_only_a_tie_for_the_win_is_played_off(
    rounds: list[str], problem: str, remedy: str, run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(*rounds, rules=TWO_ROUNDS))
    assert run("playoff", "-f", FILE) == Answer("", refusal(problem, f"{remedy} -f {FILE}"), 2)


# ── house rules ──────────────────────────────────────────────────────────────────────────


def test_other_house_rules_count_the_hands_again_and_leave_the_numbers(
    run: Run, folder: Path
) -> None:
    # Three wilds are a meld, until every meld needs a natural card.
    block = 'out = "Bo"\n\n[rounds.scores]\nBo = 0\nCy = 5\n\n[rounds.hands]\nAnn = "3S 3H 3D"\n'
    seeded(folder / FILE, ledger(block))
    assert table(run)["Ann"] == (1, 0)
    said = run("house", "one-natural", "--from", "1")
    assert (said.code, said.err) == (0, "")
    rows = [line.split()[:3] for line in said.said]
    assert ["Ann", "0", "9"] in rows
    assert ["Bo", "0", "0"] in rows
    assert ["Cy", "5", "5"] in rows
    assert game_of(folder).rounds[0].note is None
    assert table(run) == {"Bo": (1, 0), "Cy": (2, 5), "Ann": (3, 9)}
    done(run, "house", "--off", "one-natural", "--from", "1")
    assert table(run)["Ann"] == (1, 0)
    assert game_of(folder).rules.wild_limit == "any"


def test_the_switches_of_house_can_be_typed_after_it(run: Run) -> None:
    done(run, "house", "one-wild", "jokers", "ace_runs=high", "set_distinct_suits=true")
    shown = done(run, "house")
    assert not any("--rule" in line for line in shown)
    for line in ("wild_limit=any", "jokers=0", "ace_runs=low", "set_distinct_suits=false"):
        assert any(row.endswith(f"  {line}") for row in shown), line
        assert run("house", line).code == 0


def test_house_rules_before_the_first_round_need_no_note(run: Run, folder: Path) -> None:
    done(run, "house", "one-natural", "jokers=2")
    game = game_of(folder)
    assert (game.rules.wild_limit, game.rules.jokers, game.rounds) == ("natural", 2, ())


@pytest.mark.parametrize("rules", [[], ["ace_runs=both", "one-wild", "set_max=4", "jokers=2"]])
def test_every_house_rule_can_be_typed_as_the_list_shows_it(run: Run, rules: list[str]) -> None:
    if rules:
        done(run, "house", *rules)
    head, *rows, _, _ = done(run, "house")[1:]
    at = head.index("house rule")
    switches = [row[at:].split(" ")[0].strip(",") for row in rows]
    switches = [switch for switch in switches if switch != "-"]
    assert len(switches) > 5
    for switch in switches:
        done(run, "house", switch)
        done(run, "undo")


def test_house_rules_that_are_so_already_change_nothing(run: Run, folder: Path) -> None:
    before = (folder / FILE).read_bytes()
    assert done(run, "house", "wild_limit=any")[-1] == (
        "Those are the house rules already; nothing was changed."
    )
    assert (folder / FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["one-naturel"], "'one-naturel' isn't a house rule"),
        (["jokres=2"], "there is no rule 'jokres'"),
        (["wild_limit=most"], "wild_limit cannot be 'most'"),
        (["rounds=1"], "2 rounds are played, more than 1"),
        (["--off", "one-naturel"], "there is no house rule 'one-naturel'"),
        (["one-wild", "half-wild"], "one-wild and half-wild contradict each other on wild_limit"),
    ],
)
def test_house_rules_that_cannot_be_are_refused(
    words: list[str], problem: str, run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(*FINAL_TIE))
    before = (folder / FILE).read_bytes()
    said = run("house", *words)
    assert (said.out, said.code) == ("", 2)
    assert said.err.splitlines()[0] == f"error: {problem}"
    assert (folder / FILE).read_bytes() == before


@pytest.mark.parametrize(
    "setting",
    [
        pytest.param("suits=SDC", id="a suit that was shown is gone"),
        pytest.param("ranks=A23456789TJQ", id="a rank that was shown is gone"),
        pytest.param("decks=1", id="a card that was shown twice is there once"),
        pytest.param("rounds=[{ deal = 4 }, { deal = 5 }]", id="another deal"),
    ],
)
def test_rules_that_the_rounds_on_the_sheet_would_not_fit_are_refused(
    setting: str, run: Run, folder: Path
) -> None:
    block = 'out = "Ann"\n\n[rounds.scores]\nAnn = 0\n\n[rounds.hands]\n'
    hands = 'Bo = "5H KS 9D"\nCy = "5H KD 8C"\n'
    seeded(folder / FILE, ledger(block + hands))
    before = (folder / FILE).read_bytes()
    said = run("house", setting, "--from", "1")
    assert (said.out, said.code) == ("", 2)
    assert said.err.startswith("error: ")
    assert (folder / FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("rounds=8", "rounds=8"),
        ("rounds=[{ deal = 3, wild = '3' }, { deal = 5, wild = 'Q' }]", "rounds="),
        ("bonus_round={ deal = 3 }", "bonus_round={ deal = 3 }"),
        ("bonus_round={ deal = 3, wild = 'A' }", 'bonus_round={ deal = 3, wild = "A" }'),
        ("players=[2, 5]", "players=[2, 5]"),
        ("decks=3", "decks=3"),
        ("several_out=true", "several_out=true"),
        ("target=100", "target=100"),
        ("ties=bonus-round", "ties=bonus-round"),
    ],
)
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(TWO_ROUNDS.partition("rounds")[0], id="rounds by default"),
        pytest.param(TWO_ROUNDS, id="rounds in the ledger"),
    ],
)
def test_a_rule_of_the_whole_game_is_noted_in_the_last_round_as_it_is_typed(
    setting: str, value: str, rules: str, run: Run, folder: Path
) -> None:
    if setting == "rounds=8" and "rounds" in rules:
        setting = value = "rounds=1"
    text = ledger(scores("Bo", Ann=5, Bo=0, Cy=9), rules=rules)
    path = seeded(folder / FILE, text)
    done(run, "house", setting)
    note = game_of(folder).rounds[0].note or ""
    said = note.partition("house rules of the whole game: ")[2].replace('"', "")
    assert said.startswith(value.replace('"', ""))
    assert "roundspec" not in said.lower()
    done(run, "undo", "-f", FILE)
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    "rounds",
    [
        ["hands = { Ann = 'JK 5H 9C' }\nscores = { Bo = 0, Cy = 5 }"],
        ["hands = { Ann = '5H 5H 5H' }\nscores = { Bo = 0, Cy = 5 }"],
        ["out = ['Ann', 'Bo']\nscores = { Ann = 0, Bo = 0, Cy = 5 }"],
        [*(["scores = { Ann = 1, Bo = 0, Cy = 5 }"] * 11), "hands = { Ann = '5H' }"],
    ],
    ids=["a strange card", "a card too often", "two out", "a round too many"],
)
def test_an_impossible_round_does_not_block_other_house_rules(
    rounds: list[str], run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(*rounds))
    assert run("house", "ace_points=15", "--from", "1", "-f", FILE).code == 0
    assert game_of(folder).rules.ace_points == 15


def test_several_players_out_do_not_block_other_house_rules(run: Run, folder: Path) -> None:
    rules = "[rules]\nseveral_out = true\n"
    both = "out = ['Ann', 'Bo']\nscores = { Ann = 0, Bo = 0, Cy = 5 }"
    seeded(folder / FILE, ledger(both, rules=rules))
    assert run("house", "ace_points=15", "--from", "1", "-f", FILE).code == 0
    assert game_of(folder).rules.ace_points == 15


# ── an editor ────────────────────────────────────────────────────────────────────────────


def editor(folder: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Make an editor that puts ``new`` in place of ``old``."""
    script = folder.parent / "editor.py"
    script.write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        f"path.write_bytes(path.read_bytes().replace({old.encode()!r}, {new.encode()!r}))\n"
    )
    monkeypatch.setenv("EDITOR", f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}")


def test_the_editors_text_becomes_the_ledger(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ledger(*FINAL_TIE)
    seeded(folder / FILE, text)
    editor(folder, monkeypatch, "Cy = 9\n", "Cy = 8 # \u2660\n")
    said = done(run, "edit")
    assert said == ["Thursday", "thursday.toml changed.  sk undo takes this back."]
    edited = (folder / FILE).read_text("utf-8")
    assert edited == text.replace("Cy = 9\n", "Cy = 8 # \u2660\n")
    done(run, "undo")
    assert (folder / FILE).read_text("utf-8") == text
    done(run, "redo")
    assert (folder / FILE).read_text("utf-8") == edited


@pytest.mark.parametrize(
    ("new", "check"),
    [
        pytest.param("Cy = \n", "syntax", id="no TOML"),
        pytest.param('Cy = "9"\n', "value", id="a text for a number"),
        pytest.param("Cy = 900\n", "score-range", id="more than the cards cost"),
        pytest.param("Cyy = 9\n", "player", id="a slip in a name"),
    ],
)
def test_the_ledger_stays_while_the_new_one_has_an_error_and_that_is_kept(
    new: str, check: str, run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ledger(*FINAL_TIE)
    seeded(folder / FILE, text)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    editor(folder, monkeypatch, "Cy = 9\n", new)
    said = run("edit")
    assert (said.out, said.code) == ("", 3)
    assert re.search(rf"^line \d+: {check}: ", said.err, re.MULTILINE)
    assert (folder / FILE).read_text("utf-8") == text
    kept = Path(said.err.rstrip("\n").partition("what you wrote is in ")[2])
    assert kept.read_text("utf-8") == text.replace("Cy = 9\n", new)
    assert run("undo").code == 2


def test_earlier_faults_do_not_block_an_edit(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ledger(*FINAL_TIE) + '\n[zoo]\ncat = "Tom"\n'
    seeded(folder / FILE, text)
    editor(folder, monkeypatch, "Cy = 9\n", "Cy = 8\n")
    answer = run("edit")
    assert (answer.code, answer.said) == (
        0,
        ["Thursday", "thursday.toml changed.  sk undo takes this back."],
    )
    assert answer.err == "check found 1 thing in thursday.toml:  sk check thursday.toml\n"
    assert (folder / FILE).read_text("utf-8") == text.replace("Cy = 9\n", "Cy = 8\n")


def test_an_editor_that_changes_nothing_leaves_no_step_to_take_back(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / FILE, ledger(*FINAL_TIE))
    editor(folder, monkeypatch, "nowhere", "")
    assert done(run, "edit") == ["Thursday", "nothing was changed"]
    assert run("undo").code == 2


def test_an_edit_is_kept_if_the_ledger_was_changed_meanwhile(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ledger(*FINAL_TIE)
    seeded(folder / FILE, text)
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(kept))
    both = f"""echo '# meanwhile' >> {shlex.quote(FILE)}; echo '# mine' >> "$1" """
    monkeypatch.setenv("EDITOR", f"sh -c {shlex.quote(both)} sh")
    said = run("edit")
    assert (folder / FILE).read_text("utf-8") == f"{text}# meanwhile\n"
    (mine,) = kept.rglob(FILE)
    assert mine.read_text("utf-8") == f"{text}# mine\n"
    assert said == Answer(
        "",
        refusal(
            f"{FILE} was changed in the meantime",
            f"look at it and try again; nothing was written; what you wrote is in {mine}",
        ),
        4,
    )


@pytest.mark.parametrize(
    ("command", "problem", "remedy"),
    [
        ("", "EDITOR is empty", "set it, like EDITOR=nano, or edit the file yourself"),
        (
            "/nowhere/ed",
            "the editor '/nowhere/ed' won't start",
            "set EDITOR to another one",
        ),
        (
            "false",
            "the editor 'false' failed",
            "edit again with sk edit; nothing was changed",
        ),
    ],
)
def test_an_editor_that_fails_is_named(
    command: str, problem: str, remedy: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", command)
    assert run("edit") == Answer("", refusal(problem, remedy), 2)


def test_an_editor_with_no_room_for_a_copy_is_not_started(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = tmp_path / "nowhere"
    monkeypatch.setattr("tempfile.tempdir", str(nowhere))
    monkeypatch.setenv("EDITOR", "touch started")
    said = run("edit")
    problem = f"the editor's copy of {FILE} can't be written: no such file or directory"
    remedy = "free some space, or set TMPDIR to a folder with space"
    assert said == Answer("", refusal(problem, remedy), 3)
    assert not (tmp_path / "started").exists()


def test_an_editor_on_a_full_disk_is_not_started(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    full_disk = tmp_path / "full"
    full_disk.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(full_disk))
    monkeypatch.setattr(Path, "write_bytes", full)
    monkeypatch.setenv("EDITOR", "touch started")
    said = run("edit")
    problem = f"the editor's copy of {FILE} can't be written: no space left on device"
    remedy = "free some space, or set TMPDIR to a folder with space"
    assert said == Answer("", refusal(problem, remedy), 3)
    assert not (tmp_path / "started").exists()
    assert list(full_disk.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "problem", "code"),
    [
        ("""printf '\\377' >> "$1" """, ": this isn't text in UTF-8", 3),
        ("""echo '# mine' >> "$1"; false""", "failed", 2),
    ],
)
def test_text_from_an_editor_is_kept_if_it_cannot_be_saved(
    script: str,
    problem: str,
    code: int,
    run: Run,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = seeded(folder / FILE, ledger(*FINAL_TIE)).read_bytes()
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(kept))
    monkeypatch.setenv("EDITOR", f"sh -c {shlex.quote(script)} sh")
    said = run("edit")
    assert (said.out, said.code) == ("", code)
    (mine,) = kept.rglob(FILE)
    assert problem in said.err
    assert said.err.endswith(f"; what you wrote is in {mine}\n")
    assert mine.read_bytes().startswith(text)
    assert mine.read_bytes() != text
    assert (folder / FILE).read_bytes() == text


def test_nothing_of_an_edit_is_left_if_nothing_was_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(kept))
    for command in ("true", "false", "/nowhere/ed", "sed -i s/Cy/Zed/"):
        monkeypatch.setenv("EDITOR", command)
        run("edit")
        assert list(kept.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\Tools\ed.exe", [r"C:\Tools\ed.exe"]),
        (r'"C:\Program Files\ed.exe" -w', [r"C:\Program Files\ed.exe", "-w"]),
        (r"'C:\Program Files\ed.exe' -w", [r"C:\Program Files\ed.exe", "-w"]),
        (r"C:\Users\O'Neil\ed.exe -w", [r"C:\Users\O'Neil\ed.exe", "-w"]),
    ],
)
def test_an_editor_on_windows_keeps_its_backslashes(
    command: str, words: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def call(command: list[str]) -> int:
        started.append(command[:-1])
        return 0

    monkeypatch.setattr("scorekeeper.terminal.command_words.ON_WINDOWS", True)
    monkeypatch.setattr("subprocess.call", call)
    monkeypatch.setenv("EDITOR", command)
    assert run("edit").code == 0
    assert started == [words]


# ── every command in a ledger that people wrote into ─────────────────────────────────────

WRITTEN = f"""\
# Thursday, at the long table.
schema = 1

[game]   # as always
title = "Thursday"
date = {TODAY}
dealer = "Ann"  # drew the ace

# clockwise
[[players]]
name = "Ann"  # by the window

[[players]]
name = "Bo"
# who has the pad

[[players]]
name = 'Cy'     # near the door

[rules] # as on the fridge
game = "three-thirteen"
decks = 2
rounds = [
    {{ deal = 3, wild = "3" }},   # quick
    {{ deal = 4, wild = "4" }},
    {{ deal = 5, wild = "5" }},
]

# a slow start
[[rounds]]
out = "Bo"

[rounds.scores]
Ann = 12  # two kings, nearly
Bo = 0
Cy = 0x5

[[rounds]]
note = "late"  # by ten minutes
dealer = "Bo"
out = "Cy"
scores = {{ Ann = 8, Bo = 17, Cy = 0 }}  # all on one line

# the end
"""

COMMANDS: dict[str, list[str]] = {
    "add 7 o 9 --note long": [
        "+",
        "+[[rounds]]",
        '+out = "Bo"',
        '+note = "long"',
        "+",
        "+[rounds.scores]",
        "+Ann = 7",
        "+Bo = 0",
        "+Cy = 9",
    ],
    "fix 3s ann=21": ["-Ann = 12  # two kings, nearly", "+Ann = 21  # two kings, nearly"],
    "fix 4s bo=-": [
        "-scores = { Ann = 8, Bo = 17, Cy = 0 }  # all on one line",
        "+scores = { Ann = 8, Cy = 0 }  # all on one line",
        '+absent = ["Bo"]',
    ],
    "player join Dee --after Ann --points average": [
        "+",
        "+[[players]]",
        '+name = "Dee"',
        "+joined = 3",
        "+start = 14",
    ],
    "player join Dee --points 3": [
        "+",
        "+[[players]]",
        '+name = "Dee"',
        "+joined = 3",
        "+start = 3",
    ],
    "player leave Bo": ["+left = 2"],
    "player leave Cy": ["+left = 2"],
    "player rename Bo 'Uncle Bo'": [
        '-name = "Bo"',
        '+name = "Uncle Bo"',
        '-out = "Bo"',
        '+out = "Uncle Bo"',
        "-Bo = 0",
        '+"Uncle Bo" = 0',
        '-dealer = "Bo"',
        '+dealer = "Uncle Bo"',
        "-scores = { Ann = 8, Bo = 17, Cy = 0 }  # all on one line",
        '+scores = { Ann = 8, "Uncle Bo" = 17, Cy = 0 }  # all on one line',
    ],
    "player rename Cy Zoë": [
        "-name = 'Cy'     # near the door",
        '+name = "Zoë"     # near the door',
        "-Cy = 0x5",
        '+"Zoë" = 0x5',
        '-out = "Cy"',
        '+out = "Zoë"',
        "-scores = { Ann = 8, Bo = 17, Cy = 0 }  # all on one line",
        '+scores = { Ann = 8, Bo = 17, "Zoë" = 0 }  # all on one line',
    ],
    "seats Ann Cy Bo": [
        "+[[players]]",
        "+name = 'Cy'     # near the door",
        "+",
        "-",
        "-[[players]]",
        "-name = 'Cy'     # near the door",
    ],
    "dealer Bo": ['+next_dealer = "Bo"'],
    "misdeal": ['+misdeal = ""'],
    "misdeal --why 'Cy had 5'": ['+misdeal = "Cy had 5"'],
    "penalty Ann 20 --why 'spilt tea'": [
        '-note = "late"  # by ten minutes',
        '+note = "late; Ann penalty 20: spilt tea"  # by ten minutes',
        "+",
        "+[rounds.adjust]",
        "+Ann = 20",
    ],
    "bonus Bo 5": [
        '-note = "late"  # by ten minutes',
        '+note = "late; Bo bonus 5"  # by ten minutes',
        "+",
        "+[rounds.adjust]",
        "+Bo = -5",
    ],
    "house one-natural": [
        "-schema = 1",
        "+schema = 2",
        "+[[changes]]",
        "+from = 3",
        '+wild_limit = "natural"',
        "+",
    ],
    "house one-natural --from 1": ['+wild_limit = "natural"'],
    "house decks=3": [
        "-decks = 2",
        "+decks = 3",
        '-note = "late"  # by ten minutes',
        '+note = "late; house rules of the whole game: decks=3"  # by ten minutes',
    ],
    "finish": [f"+finished = {TODAY}"],
    "finish --put-away": [f"+finished = {TODAY}", "+put_away = true"],
}
"""Every command that writes, and the lines that it takes out of ``WRITTEN`` and puts in."""

TIED = WRITTEN.replace("    { deal = 5", "    # { deal = 5").replace("Ann = 12", "Ann = 9")

every_command = pytest.mark.parametrize("command", [*COMMANDS, "seats Cy Ann Bo"])
every_text = pytest.mark.parametrize(
    "text",
    [
        pytest.param(WRITTEN, id="as it is"),
        pytest.param(
            "\ufeff" + WRITTEN.rstrip("\n").replace("\n", "\r\n"),
            id="byte order mark, CR LF, and no line end at the end",
        ),
    ],
)


def changed(old: str, new: str) -> list[str]:
    """The lines that a unified diff without context takes out and puts in."""
    diff = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in list(diff)[2:] if not line.startswith("@@")]


def comments(text: str) -> list[str]:
    return sorted(line.partition("#")[2].strip() for line in text.splitlines() if "#" in line)


@pytest.mark.parametrize(("command", "lines"), COMMANDS.items(), ids=COMMANDS)
def test_a_command_changes_no_line_that_it_need_not(
    command: str, lines: list[str], run: Run, folder: Path
) -> None:
    path = seeded(folder / FILE, WRITTEN)
    done(run, *shlex.split(command), "-f", FILE)
    assert sorted(changed(WRITTEN, path.read_text("utf-8"))) == sorted(lines)


@every_text
@every_command
def test_every_command_keeps_comments_and_line_ends_and_is_taken_back_byte_for_byte(
    command: str, text: str, run: Run, folder: Path
) -> None:
    path = seeded(folder / FILE, text)
    done(run, *shlex.split(command), "-f", FILE)
    after = path.read_bytes().decode()
    assert after != text
    assert comments(after) == comments(text)
    assert after.startswith("\ufeff") == text.startswith("\ufeff")
    assert after.count("\r\n") == (after.count("\n") if "\r\n" in text else 0)
    assert run("check", FILE) == Answer("", "", 0)
    for _ in range(2):
        back = done(run, "undo", "-f", FILE)
        assert path.read_bytes() == text.encode()
        told = next(line for line in back if line.startswith("taken back:  sk "))
        assert shlex.split(told)[3:] == shlex.split(command.replace("--why", "--note"))
        done(run, "redo", "-f", FILE)
        assert path.read_bytes() == after.encode()
    assert run("redo", "-f", FILE).code == 2


def test_undo_and_redo_go_through_a_whole_evening_of_detours(run: Run, folder: Path) -> None:
    path = seeded(folder / FILE, WRITTEN)
    evening = [
        "player join Dee --after Ann --points worst",
        "dealer Dee",
        "seats Bo Dee Ann Cy",
        "add 4 o 9 12 --note 'the last one'",
        "misdeal --why '4 cards'",
        "player leave Cy",
        "add o 3 5",
        "penalty Cy 10",
        "player rename Dee Dora",
        "fix last ann=8 --note misheard",
        "bonus Dora 2 --why 'nice hat'",
        "house four-card-sets --from 1",
    ]
    texts = [path.read_bytes()]
    for command in evening:
        assert run(*shlex.split(command), "-f", FILE).code == 0
        texts.append(path.read_bytes())
    assert len(set(texts)) == len(texts)
    for text in reversed(texts[:-1]):
        assert run("undo", "-f", FILE).code == 0
        assert path.read_bytes() == text
    for text in texts[1:]:
        assert run("redo", "-f", FILE).code == 0
        assert path.read_bytes() == text
    assert run("undo", "-n", str(len(evening)), "-f", FILE).code == 0
    assert path.read_bytes() == texts[0]


def test_a_tie_is_played_off_by_two_lines_more(run: Run, folder: Path) -> None:
    # Two rounds: Ann 17, Bo 17, Cy 5; the win is shared where the most points win.
    text = TIED.replace("decks = 2\n", 'decks = 2\nwinner = "high"\n')
    path = seeded(folder / FILE, text)
    assert run("playoff", "-f", FILE).code == 0
    after = path.read_text("utf-8")
    lines = ["-schema = 1", "+schema = 2", "+playoff = true", '+ties = "bonus-round"']
    assert changed(text, after) == lines
    assert run("add", "3", "o", "-f", FILE).code == 0
    bonus = ["+", "+[[rounds]]", '+out = "Bo"', "+bonus = true", "+", "+[rounds.scores]"]
    added = changed(after, path.read_text("utf-8"))
    assert added == [*bonus, "+Ann = 3", "+Bo = 0"]
    assert run("undo", "-n", "2", "-f", FILE).code == 0
    assert path.read_text("utf-8") == text
