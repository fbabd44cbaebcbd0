"""After the last round: a tie is played off in a round like any other, and nobody leaves."""

import pytest

from scorekeeper.cli import commands as options
from scorekeeper.terminal import Sitting
from tests.cli.evenings import Table
from tests.program import TWO_ROUNDS, Answer, facts, ledger, refusal, scores
from tests.values import rounds

FILE = "thursday.toml"
RULES = TWO_ROUNDS + 'ties = "bonus-round"\n'
TIE = (scores("Bo", Ann=5, Bo=0, Cy=9), scores("Ann", Ann=0, Bo=5, Cy=9))
"""Ann and Bo have 5 each; Bo dealt the last round."""

LEVEL = (scores(Ann=5, Bo=5, Cy=5), scores(Ann=5, Bo=5, Cy=5))


def bonus(**points: int) -> str:
    return f"bonus = true\n\n{scores(**points)}"


@pytest.fixture
def tied(table: Table) -> Table:
    """Ann and Bo are to play off."""
    return laid(table)


@pytest.fixture
def shared(table: Table) -> Table:
    """Ann and Bo have won together."""
    return laid(table, rules=TWO_ROUNDS)


def laid(table: Table, *more: str, rounds: tuple[str, ...] = TIE, rules: str = RULES) -> Table:
    """The game after these rounds."""
    table.lay(ledger(*rounds, *more, rules=rules))
    return table


def at(table: Table, *words: str) -> Answer:
    return table.run(*words, "-f", FILE)


# ── from the tie to the winner ───────────────────────────────────────────────────────────


def test_a_tie_is_played_off_right_away_if_that_was_agreed_from_the_start(table: Table) -> None:
    table.path.unlink()
    rules = ["--rule", "rounds=2", "--rule", "ties=bonus-round"]
    assert at(table, "new", "Ann", "Bo", "Cy", *rules, "--dealer", "Ann").code == 0
    table.add("5 o 5")
    said = at(table, "add", "o", "5", "6").out
    assert "Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it." in said
    assert "wins" not in said
    assert (facts(table.run, "standings")["finished"], table.winners) == (False, [])
    answer = at(table, "add", "4", "o", "--note", "close")
    assert (answer.code, answer.err) == (0, "")
    assert "BO wins with 5 points" in answer.out
    assert at(table, "sheet").said[-1] == "* bonus round: close"
    told = facts(table.run, "standings")
    assert (told["finished"], told["winners"], told["rounds_played"]) == (True, ["Bo"], 2)
    table.plays("places 1 Bo 5, 2 Ann 5, 3 Cy 11")
    assert table.run("check", FILE).code == table.run("undo").code == 0
    assert table.next["bonus"] is True


def test_a_shared_win_may_be_played_off_afterwards(shared: Table) -> None:
    assert at(shared, "playoff").said == [
        "Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it. Ann deals, Bo begins.",
        "Its points only break the tie.",
        "The game goes on: nobody has won yet.",
    ]
    assert shared.game.rules.ties == "bonus-round"
    card = shared.next
    assert (card["number"], card["bonus"], card["players"]) == (None, True, ["Bo", "Ann"])
    shared.plays("7 o; places 1 Bo 5, 2 Ann 5, 3 Cy 18")
    assert (shared.winners, shared.game.rounds[-1].bonus) == (["Bo"], True)


def test_of_three_tied_players_those_still_level_play_on(table: Table) -> None:
    rounds = scores("Bo", Ann=5, Bo=0, Cy=0), scores("Ann", Ann=0, Bo=5, Cy=5)
    assert laid(table, rounds=rounds).next["players"] == ["Ann", "Bo", "Cy"]
    table.add("3 9 3")
    assert table.next["players"] == ["Cy", "Ann"], "Cy dealt, so Ann does"
    table.plays("4 1; places 1 Cy 5, 2 Ann 5, 3 Bo 5")


@pytest.mark.parametrize("rules", ["rounds=1", "target=10", "rounds=1 --rule dealer=passes"])
def test_a_tie_is_played_off_if_no_cards_are_dealt(rules: str, table: Table) -> None:
    table.path.unlink()
    new = ("new", "Ann", "Bo", "Cy", "--game", "points", "--rule", *rules.split())
    assert at(table, *new).code == 0
    table.add("10 10 12")
    said = at(table, "playoff")
    assert said.said[0].startswith("Bonus round. Only Ann and Bo play it.")
    card = table.next
    assert (card["bonus"], sorted(card["players"])) == (True, ["Ann", "Bo"])
    assert (card["deal"], card["decks"], card["stock"]) == (None, None, None)
    table.plays("7 8; places 1 Ann 10, 2 Bo 10, 3 Cy 12")


def test_the_winner_of_a_play_off_is_called_that(tied: Table) -> None:
    line = "BO wins with 5 points, after a play-off with Ann"
    assert f"   =====  {line}  =====" in at(tied, "add", "5", "o").said
    said = at(tied, "standings").said
    assert f"{line}." in said
    assert [row.split()[-3:] for row in said if "Bo" in row] == [["won", "the", "play-off"]]
    assert at(tied, "fix", "last", "ann=o", "bo=7").out.count("ANN wins") == 1


def test_players_still_level_after_a_play_off_share_the_win(table: Table) -> None:
    laid(table, bonus(Ann=7, Bo=2, Cy=2), rounds=LEVEL)
    assert "play-off" not in at(table, "standings").out
    at(table, "finish")
    line = "BO and CY share the win with 10 points, after a play-off with Ann."
    assert line in at(table, "standings").said


# ── the deal ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rounds", "more", "dealer", "players"),
    [
        pytest.param(TIE, [], "Ann", ["Bo", "Ann"], id="the next at the left who plays it"),
        pytest.param(
            (scores("Bo", Ann=9, Bo=0, Cy=5), scores("Cy", Ann=9, Bo=5, Cy=0)),
            [],
            "Cy",
            ["Bo", "Cy"],
            id="in its turn",
        ),
        pytest.param(TIE, [bonus(Ann=7, Bo=7)], "Bo", ["Ann", "Bo"], id="the next deals another"),
        pytest.param(
            TIE,
            ['dealer = "Bo"\n' + bonus(Ann=7, Bo=7)],
            "Ann",
            ["Bo", "Ann"],
            id="who dealt the one before stands there",
        ),
    ],
)
def test_the_next_player_in_the_play_off_deals_the_bonus_round(
    rounds: tuple[str, ...], more: list[str], dealer: str, players: list[str], table: Table
) -> None:
    card = laid(table, *more, rounds=rounds).next
    assert (card["dealer"], card["players"], card["stock"]) == (dealer, players, 95)
    assert card["begins"] == players[0]


def test_the_card_of_a_bonus_round_names_its_dealer_and_the_stock(tied: Table) -> None:
    assert at(tied, "next").said == [
        "BONUS ROUND",
        "deal 4 each, FOURS are wild",
        "Only Ann and Bo play it.",
        "Ann deals. Bo begins.",
        "2 packs: 104 cards, 8 dealt, 1 turned up, 95 to draw",
    ]


def test_without_a_dealer_nobody_deals_the_bonus_round(table: Table) -> None:
    table.lay(ledger(*TIE, rules=RULES + 'dealer = "none"\n', game=""))
    card = table.next
    assert (card["dealer"], card["begins"], card["stock"]) == (None, None, None)
    assert card["players"] == ["Ann", "Bo"]


def test_points_are_typed_in_seat_order_whoever_begins(tied: Table) -> None:
    assert tied.next["begins"] == "Bo"
    tied.add("1 2")
    assert tied.game.rounds[-1].scores == {"Ann": 1, "Bo": 2}


def test_only_a_player_of_the_bonus_round_can_deal_it(tied: Table) -> None:
    assert at(tied, "dealer", "bo").said[1:] == [
        "Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it. Bo deals, Ann begins.",
        "Type points in this order: Ann and Bo.",
    ]
    tied.add("1 2")
    assert tied.game.rounds[-1].dealer == "Bo"


def test_a_dealer_named_ahead_does_not_deal_a_bonus_round_of_other_players(tied: Table) -> None:
    at(tied, "dealer", "bo")
    at(tied, "fix", "4s", "ann=5", "cy=o", "bo=9")
    at(tied, "fix", "3s", "ann=0", "cy=5", "bo=o")
    tied.plays("Cy deals; 1 2")  # Ann and Cy are tied, and Bo dealt the last round
    assert tied.game.rounds[-1].dealer is None
    assert facts(tied.run, "sheet")["bonus_rounds"][0]["dealer"] == "Cy"


def test_the_player_left_of_the_bonus_rounds_dealer_deals_the_next_game(table: Table) -> None:
    laid(table, bonus(Ann=1, Bo=2))
    assert "Bo (deals first)" in at(table, "again").out


def test_new_seats_do_not_change_who_dealt_the_bonus_round(table: Table) -> None:
    laid(table, bonus(Ann=7, Bo=7, Cy=7), rounds=LEVEL)
    at(table, "seats", "Ann", "Cy", "Bo")
    assert [table.game.dealer_at(index) for index in range(3)] == ["Ann", "Bo", "Cy"]


# ── corrections ──────────────────────────────────────────────────────────────────────────


def test_add_ends_with_the_line_that_corrects_the_bonus_round(tied: Table) -> None:
    said = at(tied, "add", "5", "7").said
    assert said[0] == "The bonus round is on the sheet. Nobody went out."
    assert (
        said[-1]
        == "wrong?  sk undo -f thursday.toml     or     sk fix -f thursday.toml bonus ann=5"
    )


def test_add_says_how_to_put_a_player_with_zero_out_in_the_bonus_round(tied: Table) -> None:
    line = "Bo has 0 and nobody went out; if Bo did:  sk fix -f thursday.toml bonus --out bo"
    assert line in at(tied, "add", "5", "0").err.splitlines()


@pytest.mark.parametrize("word", ["bonus", "BONUS", "bonus1", "last"])
def test_the_bonus_round_is_corrected_by_its_word_or_as_the_last(word: str, table: Table) -> None:
    numbered = laid(table, bonus(Ann=5, Bo=7)).game.played
    said = at(table, "fix", word, "ann=9", "--note", "misread").said
    assert said[0] == "The bonus round (4 cards each): Ann 5 -> 9"
    assert "  Bo        5    5  now ahead (was behind)" in said
    assert "  Ann       5    5  now behind (was ahead)" in said
    assert table.game.rounds[-1].scores == {"Ann": 9, "Bo": 7}
    assert table.game.rounds[-1].note == "Ann was 5: misread"
    assert table.game.played == numbered
    assert "* bonus round: Ann was 5: misread" in at(table, "sheet").said


def test_a_correction_of_the_bonus_round_changes_who_has_won(table: Table) -> None:
    assert laid(table, bonus(Ann=5, Bo=7)).winners == ["Ann"]
    at(table, "fix", "bonus", "bo=o")
    assert table.winners == ["Bo"]
    at(table, "fix", "bonus", "--out", "-")
    assert facts(table.run, "sheet")["bonus_rounds"][0]["out"] == []


def test_each_of_several_bonus_rounds_can_be_corrected(table: Table) -> None:
    laid(table, bonus(Ann=7, Bo=7), bonus(Ann=1, Bo=2))
    assert at(table, "fix", "bonus1", "bo=8").said[0].startswith("Bonus round 1 (4 cards")
    assert at(table, "fix", "bonus", "bo=3").said[0].startswith("Bonus round 2 (4 cards")
    assert rounds(table.path)[2:] == [{"Ann": 7, "Bo": 8}, {"Ann": 1, "Bo": 3}]


def test_tab_offers_the_word_for_a_bonus_round_on_the_sheet(tied: Table) -> None:
    assert options.beginning(options.round_words, Sitting(), "b") == []
    laid(tied, bonus(Ann=7, Bo=7))
    assert options.beginning(options.round_words, Sitting(), "b") == ["bonus"]


def test_a_correction_fills_in_a_score_missing_from_the_bonus_round(table: Table) -> None:
    laid(table, bonus(Ann=5))
    assert at(table, "fix", "bonus", "bo=7").said[0].endswith("Bo missing -> 7")
    assert table.winners == ["Ann"]


def test_a_bonus_round_with_a_missing_score_does_not_stop_the_next_from_deciding(
    table: Table,
) -> None:
    laid(table, bonus(Ann=5)).add("4 3")
    assert table.winners == ["Bo"]


def test_a_player_who_sat_the_bonus_round_out_has_a_dash_on_the_sheet(table: Table) -> None:
    laid(table, bonus(Ann=5, Bo=7))
    at(table, "fix", "bonus", "bo=-")
    line = next(line for line in at(table, "sheet").said if line.startswith("  +"))
    assert line.split() == ["+", "4s", "Ann", "5", "-"]


def test_the_bonus_round_can_be_asked_for_by_name(tied: Table) -> None:
    assert at(tied, "add", "5", "7", "--round", "bonus").code == 0


# ── void ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [[], ["last"], ["bonus"]])
def test_a_bonus_round_can_be_void(words: list[str], table: Table) -> None:
    laid(table, bonus(Ann=5, Bo=7))
    assert at(table, "misdeal", *words, "--note", "13 cards").said == [
        "The bonus round doesn't count. It stays on the sheet, crossed out:",
        "  Ann 5   Bo 7",
        "Totals as before:  Ann 5   Bo 5   Cy 18 (+13)",
        "Again: Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it."
        " Ann deals, Bo begins.",
        f"wrong?  sk undo -f {FILE}",
        "The game goes on: nobody has won yet.",
    ]
    assert table.game.rounds[-1].misdeal == "13 cards"
    assert facts(table.run, "standings")["finished"] is False
    again = "--- misdeal, doesn't count, still to be played again: bonus round: 13 cards"
    assert again in at(table, "sheet").said
    void = {"before": None, "note": "13 cards", "round_note": None}
    assert facts(table.run, "sheet")["misdeals"] == [void]
    assert "misdealt: bonus round" in at(table, "standings").said
    table.add("3 o")
    assert table.winners == ["Bo"]


def test_the_dealer_of_a_void_bonus_round_deals_again(table: Table) -> None:
    laid(table, 'dealer = "Bo"\n' + bonus(Ann=5, Bo=7)).plays("misdeal; Bo deals")


def test_last_means_the_bonus_round_before_a_void_one(tied: Table) -> None:
    tied.plays("0 0; 0 3; misdeal -f thursday.toml; fix last bo=6 -f thursday.toml")
    assert rounds(tied.path)[2:] == [{"Ann": 0, "Bo": 6}, {"Ann": 0, "Bo": 3}]


def test_a_player_who_left_after_the_last_round_keeps_the_place_when_a_bonus_round_is_void(
    table: Table,
) -> None:
    laid(table, rounds=TIE[:1]).plays("player leave Cy --after 2; 0 5 9; 7 o; misdeal -f " + FILE)
    table.plays("places 1 Ann 5, 1 Bo 5, 3 Cy 18; Ann deals")


def test_a_correction_that_breaks_the_tie_ends_the_dealing(tied: Table) -> None:
    tied.add("7 o")
    assert at(tied, "fix", "4s", "bo=6").code == at(tied, "misdeal").code == 0
    assert tied.game.next_dealer is None
    assert tied.winners == ["Ann"]


# ── for programs ─────────────────────────────────────────────────────────────────────────


def test_the_sheet_for_programs_has_the_bonus_rounds(table: Table) -> None:
    laid(table, 'out = "Bo"\n' + bonus(Ann=5, Bo=0))
    found = facts(table.run, "sheet")
    assert [block["number"] for block in found["rounds"]] == [1, 2]
    assert found["bonus_rounds"] == [
        {
            "wild": "4",
            "dealer": "Ann",
            "out": ["Bo"],
            "absent": [],
            "note": None,
            "points": {"Ann": 5, "Bo": 0, "Cy": None},
        }
    ]


# ── who leaves when all is played ────────────────────────────────────────────────────────

PLAYED = (TIE[0], scores("Ann", Ann=0, Bo=6, Cy=9))
LACKING = (TIE[0], scores("Ann", Ann=0, Bo=5))


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["player", "leave", "ann"], id="leaves"),
        pytest.param(["player", "leave", "ann", "--after", "last"], id="leaves behind the last"),
        pytest.param(["player", "join", "Dee", "--points", "5"], id="comes"),
    ],
)
@pytest.mark.parametrize(
    ("rounds", "problem", "remedy"),
    [
        pytest.param(
            PLAYED,
            "Thursday is over after 2 rounds",
            "play once more with sk again -f thursday.toml,"
            " or correct a round with sk fix -f thursday.toml ROUND",
            id="finished",
        ),
        pytest.param(
            TIE,
            "only the bonus round is left to play",
            "play it, or let them share the win with sk finish -f thursday.toml",
            id="a tie is to be played off",
        ),
        pytest.param(
            LACKING,
            "all rounds are done",
            "fill in the missing points with sk fix -f thursday.toml",
            id="a score is missing",
        ),
    ],
)
def test_when_all_rounds_are_played_nobody_comes_or_leaves(
    rounds: tuple[str, ...], problem: str, remedy: str, words: list[str], table: Table
) -> None:
    before = laid(table, rounds=rounds).text
    answer = at(table, *words)
    assert (answer.out, answer.code) == ("", 2)
    assert answer.err.startswith(refusal(problem, remedy))
    assert table.text == before


def test_a_player_noted_as_leaving_too_early_is_placed_when_that_is_corrected(table: Table) -> None:
    laid(table, rounds=PLAYED)
    table.lay(table.text.replace('name = "Ann"\n', 'name = "Ann"\nleft = 1\n'))
    said = at(table, "player", "leave", "ann", "--after", "2").said
    assert said[0] == "Ann leaves after round 2, the fours. 5 points stay on the sheet."
    assert table.winners == ["Ann"]


# ── a quarrel in the bonus round ─────────────────────────────────────────────────────────

NINES = RULES + 'bonus_round = { deal = 5, wild = "9" }\n'


@pytest.mark.parametrize(
    ("more", "words"),
    [
        pytest.param([], [], id="being played"),
        pytest.param([], ["--round", "bonus"], id="asked for"),
        pytest.param([bonus(Ann=1, Bo=2)], [], id="written last"),
        pytest.param([bonus(Ann=1, Bo=2)], ["--round", "last"], id="as the last"),
    ],
)
def test_a_question_in_the_bonus_round_is_answered_by_its_rules(
    more: list[str], words: list[str], table: Table
) -> None:
    run = laid(table, *more, rules=NINES).run
    round_ = {"number": None, "deal": 5, "wild": "9"}
    assert facts(run, "deadwood", "9s9d4h7ckd", *words)["round"] == round_
    claim = facts(run, "verify", "ann=9s9d6c7c8ckd", *words)
    assert (claim["stands"], claim["last_turns"]) == (True, ["Bo"])
    assert facts(run, "meld", "9s5h5c", *words)["meld"] is True


def test_a_hand_of_the_last_round_is_still_judged_in_it(table: Table) -> None:
    found = facts(laid(table, rules=NINES).run, "deadwood", "9s9d4h7c")["round"]
    assert found == {"number": 2, "deal": 4, "wild": "4"}
    said = at(table, "deadwood", "9s9d4h7c8c8dkd").out
    assert "7 cards, but the bonus round has 5" in said
