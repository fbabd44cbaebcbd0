"""Evenings that do not go by the book: misdeals, penalties, running totals, and a wrong pad."""

import pytest

from tests.cli.evenings import Table
from tests.program import HIGH, ONE_ROUND, TWO_ROUNDS, Answer, facts, ledger, scores
from tests.tables import called

# ── a misdeal ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [[], ["2"], ["4s"], ["fours"], ["last"]])
def test_the_last_round_can_be_void_and_is_then_played_again(
    words: list[str], table: Table
) -> None:
    table.add("12 o 5", "8 17 o")
    first = table.rounds[1]
    assert table("misdeal", *words, "--why", "Cy had 5 cards") == [
        "Round 2, the fours, doesn't count. It stays on the sheet, crossed out:",
        "  Ann 8   Bo 17   Cy 0",
        "Totals as before:  Bo 0   Cy 5 (+5)   Ann 12 (+12)",
        "Again: Round 2 of 11: deal 4 each, FOURS are wild. Bo deals, Cy begins.",
        "wrong?  sk undo",
    ]
    card = table.next
    assert (card["number"], card["deal"], card["wild"], card["dealer"]) == (2, 4, "4", "Bo")
    [crossed_out] = [line for line in table("sheet")[:-1] if "---" in line]
    assert crossed_out.split() == ["2", "4s", "Bo", "8", "---", "17", "---", "0", "---"]
    below = "--- misdeal, doesn't count, {}: round 2: Cy had 5 cards"
    assert table("sheet")[-1] == below.format("still to be played again")
    table.plays("o 3 4; Cy deals; places 1 Bo 3, 2 Cy 9, 3 Ann 12")
    assert table("sheet")[-1] == below.format("played again")
    again = table.rounds[1]
    assert [again[key] for key in ("number", "wild", "dealer")] == [
        first[key] for key in ("number", "wild", "dealer")
    ]
    assert [round_.misdeal for round_ in table.game.rounds] == [None, "Cy had 5 cards", None]
    misdeals = facts(table.run, "standings")["misdeals"]
    assert misdeals == [{"before": 2, "note": "Cy had 5 cards"}]


def test_a_note_in_a_void_round_is_still_shown(table: Table) -> None:
    table.plays("12 o 5; penalty cy 10 --why looked")
    said = table("misdeal", "--why", "9 cards")
    assert "Its bonuses and penalties don't count either:  Cy +10" in said
    assert table("sheet")[-2:] == [
        "* round 1 (misdeal): Cy penalty 10: looked",
        "--- misdeal, doesn't count, still to be played again: round 1: 9 cards",
    ]
    assert facts(table.run, "sheet")["misdeals"] == [
        {"before": 1, "note": "9 cards", "round_note": "Cy penalty 10: looked"}
    ]


def test_a_round_can_be_made_void_when_all_have_left_before_it(table: Table) -> None:
    text = ledger(scores("Ann", Ann=0), scores("Ann", Ann=0), players=("Ann",))
    table.lay(text.replace('name = "Ann"\n', 'name = "Ann"\nleft = 1\n'))
    assert table.run("misdeal").code == 0
    assert [round_.misdeal for round_ in table.game.rounds] == [None, ""]


def test_a_round_can_be_made_void_twice(table: Table) -> None:
    table.plays("12 o 5; 1 2 o; misdeal --why first; 3 4 o; misdeal --why second")
    table.plays("round 2; Bo deals; 5 6 o; places 1 Cy 5, 2 Bo 6, 3 Ann 17")
    voided = [round_.misdeal for round_ in table.game.rounds]
    assert voided == [None, "first", "second", None]


@pytest.mark.parametrize("evening", called(__file__, "irregular.toml", "dealt_again"))
def test_the_void_round_is_dealt_again_by_the_same_player(evening: str, table: Table) -> None:
    table.plays(evening)


@pytest.mark.parametrize(
    ("rounds", "total", "plays"),
    [
        (["12 o 5"], 0, "round 1, the threes, without"),  # nothing was missed
        (["12 o 5", "1 2 o"], 14, "round 2, the fours, still with"),
    ],
)
def test_a_player_who_joined_after_a_void_round_plays_it_again_and_is_told_of_the_points_agreed(
    rounds: list[str], total: int, plays: str, table: Table
) -> None:
    table.add(*rounds)
    table("player", "join", "Dee", "--points", "14")
    said = f"Dee plays from {plays} the 14 points agreed for the earlier rounds\n"
    assert table.run("misdeal").err == said
    assert "Dee" in table.next["players"]
    assert ("Dee", total) in [(name, points) for _, name, points, _ in table.standings]


def test_a_round_without_a_name_is_called_by_its_number_and_nobody_deals_it(table: Table) -> None:
    table.lay(ledger(players=("Ann", "Bo"), rules=HIGH, game=""))
    table.add("12 3", "1 3")
    explained = "12 written as 21 in round 1 would explain it"
    assert table.run("pad", "22", "6").said[2].strip() == explained
    assert table("misdeal") == [
        "Round 2 doesn't count. It stays on the sheet, crossed out:",
        "  Ann 1   Bo 3",
        "Totals as before:  Ann 12   Bo 3 (−9)",
        "Again: Round 2.",
        "wrong?  sk undo",
    ]
    assert table.game.next_dealer is None


# ── penalty and bonus ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rules", "kind", "total"),
    [
        pytest.param("", "penalty", 32, id="a penalty is more where the fewest points win"),
        pytest.param("", "bonus", -8, id="a bonus is less where the fewest points win"),
        pytest.param(HIGH, "penalty", -8, id="a penalty is less where the most points win"),
        pytest.param(HIGH, "bonus", 32, id="a bonus is more where the most points win"),
    ],
)
def test_bonuses_help_and_penalties_hurt(rules: str, kind: str, total: int, table: Table) -> None:
    if rules:
        table.lay(ledger(rules=rules, game=""))
    table.add("12 0 5")
    said = table(kind, "ann", "20", "--why", "as agreed")
    assert said[0] == f"A {kind} of 20 points for Ann: 12 -> {total}"
    assert ("Ann", total) in [(name, points) for _, name, points, _ in table.standings]
    round_ = table.game.rounds[0]
    assert (dict(round_.adjust), round_.scores["Ann"]) == ({"Ann": total - 12}, 12)
    assert round_.note == f"Ann {kind} 20: as agreed"


def test_penalties_and_bonuses_add_up_and_may_cancel_out(table: Table) -> None:
    table.plays("12 o 5; penalty Ann 20; penalty Ann 1; bonus Cy 5")
    assert dict(table.game.rounds[0].adjust) == {"Ann": 21, "Cy": -5}
    table("bonus", "Ann", "21")
    round_ = table.game.rounds[0]
    assert dict(round_.adjust) == {"Cy": -5}
    assert round_.note == "Ann penalty 20; Ann penalty 1; Cy bonus 5; Ann bonus 21"


def test_penalties_and_bonuses_are_below_their_round_on_the_sheet(table: Table) -> None:
    table.plays("12 o 5; 8 17 o; penalty Bo 20")
    rows = [line.split() for line in table("sheet")]
    at = next(i for i, row in enumerate(rows) if row[:1] == ["2*"])
    assert rows[at] == ["2*", "4s", "Bo", "8", "20", "17", "17", "out", "5"]
    assert rows[at + 1] == ["+20", "37"]


def test_penalties_of_a_player_who_left_go_with_their_last_round(table: Table) -> None:
    table.plays("12 o 5; 8 17 o; player leave Bo; 3 o")
    said = facts(table.run, "penalty", "Bo", "20")
    assert (said["round"]["number"], dict(table.game.rounds[1].adjust)) == (2, {"Bo": 20})
    table.plays("places 1 Cy 5, 2 Ann 23, - Bo 37")
    totals = {line["player"]: line["totals"] for line in facts(table.run, "chart")["players"]}
    assert totals["Bo"] == [0, 0, 37, None]
    rows = [line.split(",") for line in table.run("export", "--to", "csv").said]
    assert [row[8:12] for row in rows if row[7] == "Bo"][-1] == ["17", "typed", "20", "37"]


def test_a_penalty_goes_with_the_last_round_that_counts(table: Table) -> None:
    tie = [scores("Bo", Ann=5, Bo=0, Cy=9), scores("Ann", Ann=0, Bo=5, Cy=9)]
    bonus_round = "bonus = true\nscores = { Ann = 7, Bo = 7 }"
    # A bonus round has no penalties; a round too many may have some.
    for text in (ledger(*tie, bonus_round, rules=TWO_ROUNDS), ledger(*tie, rules=ONE_ROUND)):
        table.lay(text)
        told = facts(table.run, "penalty", "Cy", "20", "-f", table.path.name)
        assert told["round"]["number"] == 2


# ── totals ───────────────────────────────────────────────────────────────────────────────


def test_a_running_total_includes_the_start_and_penalties(table: Table) -> None:
    table.plays("12 o 5; penalty Bo 20; player join Dee --points 9")
    assert table.run("add", "20", "27", "5", "10", "--totals").code == 0
    assert dict(table.game.rounds[1].scores) == {"Ann": 8, "Bo": 7, "Cy": 0, "Dee": 1}


def test_a_round_that_the_game_does_not_have_can_be_corrected_and_made_void(table: Table) -> None:
    more = scores("Bo", Ann=12, Bo=0, Cy=5)
    table.lay(ledger(more, more, more, rules=TWO_ROUNDS))
    file = table.path.name
    assert table.run("fix", "last", "ann=13", "-f", file).said[0] == "Round 3: Ann 12 -> 13"
    assert table.run("pad", "37", "0", "15", "-f", file).code == 0
    answer = table.run("misdeal", "-f", file)
    assert (answer.code, answer.err) == (0, "")
    assert table.run("check", file) == Answer("", "", 0)
    assert len(table.game.played) == 2


# ── the paper pad ────────────────────────────────────────────────────────────────────────


def test_a_pad_that_is_right_is_ok(table: Table) -> None:
    table.add("12 o 5", "8 17 o")
    assert table("pad", "20", "17", "5") == ["  Ann 20 ok", "  Bo 17 ok", "  Cy 5 ok"]
    assert table("pad", "cy=5", "ann=20") == ["  Cy 5 ok", "  Ann 20 ok"]


@pytest.mark.parametrize(
    ("written", "gap", "slip"),
    [
        pytest.param(29, 9, "12 written as 21 in round 1, the threes,", id="two digits swapped"),
        pytest.param(51, 31, "no single slip explains it", id="nothing"),
        pytest.param(10, -10, "a forgotten carry", id="ten too few"),
    ],
)
def test_a_pad_that_differs_is_shown_with_the_slip_that_explains_it(
    written: int, gap: int, slip: str, table: Table
) -> None:
    table.add("12 o 5", "8 17 o")
    said = table.run("pad", f"ann={written}")
    assert (said.code, said.err) == (1, "")
    more = f"{abs(gap)} too {'many' if gap > 0 else 'few'} on the pad"
    assert [line.strip() for line in said.said[1:]] == [
        f"Ann  pad {written}, here 20: {more}.",
        slip if slip.startswith("no ") else f"{slip} would explain it",
        "points by round: 12  8",
    ]


def test_a_pad_for_programs(table: Table) -> None:
    table.add("12 o 5")
    said = table.run("pad", "21", "0", "5", "--json")
    told = said.facts
    assert (said.code, told["title"], told["agrees"]) == (1, "Thursday", False)
    assert [(line["player"], line["pad"], line["sheet"]) for line in told["pad"]] == [
        *(("Ann", 21, 12), ("Bo", 0, 0), ("Cy", 5, 5))
    ]
    assert told["pad"][0]["slips"] == [{"number": 1, "how": "12 written as 21", "meant": 21}]


@pytest.mark.parametrize("words", ["ann 12 bo 0 cy 5", "Ann 12, Bo 0 and Cy 5", "5 for cy"])
def test_a_pad_can_be_read_out_like_entries(words: str, table: Table) -> None:
    table.add("12 o 5")
    assert table.run("pad", *words.split()).code == 0


def test_the_pad_needs_no_total_for_a_player_who_left(table: Table) -> None:
    table.plays("12 o 5; 8 17 o; player leave Cy; 1 o")
    assert table("pad", "21", "17") == ["  Ann 21 ok", "  Bo 17 ok"]
    assert table("pad", "21", "17", "5") == ["  Ann 21 ok", "  Bo 17 ok", "  Cy 5 ok"]
