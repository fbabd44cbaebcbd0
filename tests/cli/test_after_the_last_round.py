"""After the last round: a tie is played off in a round like any other, and nobody leaves."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import options
from scorekeeper.store import load_ledger
from scorekeeper.terminal import GameAtHand
from tests.program import Answer, Run, facts, ledger, refusal, scores, seeded
from tests.values import rounds

FILE = "tie.toml"
RULES = """\
[rules]
decks = 2
rounds = [{ deal = 3, wild = "3" }, { deal = 4, wild = "4" }]
ties = "bonus-round"
"""
TIE = (scores("Bo", Ann=5, Bo=0, Cy=9), scores("Ann", Ann=0, Bo=5, Cy=9))
"""Ann and Bo have 5 each; Bo dealt the last round."""


def bonus(**points: int) -> str:
    return f"bonus = true\n\n{scores(**points)}"


def laid(folder: Path, *more: str, rounds: tuple[str, ...] = TIE, rules: str = RULES) -> Path:
    return seeded(folder / FILE, ledger(*rounds, *more, rules=rules))


def at(run: Run, *words: str) -> Answer:
    return run(*words, "-f", FILE)


# ── the deal ─────────────────────────────────────────────────────────────────────────────


def deal(run: Run) -> dict[str, Any]:
    found = facts(run, "next")
    return {key: found[key] for key in ("dealer", "begins", "players", "stock")}


@pytest.mark.parametrize(
    ("rounds", "more", "expected"),
    [
        pytest.param(
            TIE,
            (),
            {"dealer": "Ann", "begins": "Bo", "players": ["Bo", "Ann"], "stock": 95},
            id="the next at the left who plays it",
        ),
        pytest.param(
            (scores("Bo", Ann=9, Bo=0, Cy=5), scores("Cy", Ann=9, Bo=5, Cy=0)),
            (),
            {"dealer": "Cy", "begins": "Bo", "players": ["Bo", "Cy"], "stock": 95},
            id="in its turn",
        ),
        pytest.param(
            TIE,
            (bonus(Ann=7, Bo=7),),
            {"dealer": "Bo", "begins": "Ann", "players": ["Ann", "Bo"], "stock": 95},
            id="another one is dealt by the next",
        ),
        pytest.param(
            TIE,
            ('dealer = "Bo"\n' + bonus(Ann=7, Bo=7),),
            {"dealer": "Ann", "begins": "Bo", "players": ["Bo", "Ann"], "stock": 95},
            id="who dealt the one before stands there",
        ),
    ],
)
def test_the_next_player_in_the_play_off_deals_the_bonus_round(
    rounds: tuple[str, ...],
    more: tuple[str, ...],
    expected: dict[str, Any],
    run: Run,
    folder: Path,
) -> None:
    laid(folder, *more, rounds=rounds)
    assert deal(run) == expected


def test_the_card_of_a_bonus_round_names_its_dealer_and_the_stock(run: Run, folder: Path) -> None:
    laid(folder)
    assert at(run, "next").said == [
        "BONUS ROUND",
        "deal 4 each, FOURS are wild",
        "Only Ann and Bo play it.",
        "Ann deals. Bo begins.",
        "2 packs: 104 cards, 8 dealt, 1 turned up, 95 to draw",
    ]


def test_without_a_dealer_nobody_deals_the_bonus_round(run: Run, folder: Path) -> None:
    seeded(folder / FILE, ledger(*TIE, rules=RULES + 'dealer = "none"\n', game=""))
    assert deal(run) == {
        "dealer": None,
        "begins": None,
        "players": ["Ann", "Bo"],
        "stock": None,
    }


def test_points_are_typed_in_seat_order_whoever_begins(run: Run, folder: Path) -> None:
    path = laid(folder)
    assert facts(run, "next")["begins"] == "Bo"
    assert at(run, "add", "1", "2").code == 0
    assert load_ledger(path).rounds[-1].scores == {"Ann": 1, "Bo": 2}


def test_only_a_player_of_the_bonus_round_can_deal_it(run: Run, folder: Path) -> None:
    path = laid(folder)
    before = path.read_text()
    problem, remedy = "Cy does not play the bonus round", "name Ann or Bo"
    assert at(run, "dealer", "cy") == Answer("", refusal(problem, remedy), 2)
    assert path.read_text() == before
    assert at(run, "dealer", "bo").said[1:] == [
        "Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it. Bo deals, Ann begins.",
        "Type points in this order: Ann and Bo.",
    ]
    at(run, "add", "1", "2")
    assert load_ledger(path).rounds[-1].dealer == "Bo"


def test_a_dealer_named_ahead_deals_no_bonus_round_of_others(run: Run, folder: Path) -> None:
    path = laid(folder)
    at(run, "dealer", "bo")
    at(run, "fix", "4s", "ann=5", "cy=o", "bo=9")
    at(run, "fix", "3s", "ann=0", "cy=5", "bo=o")
    assert deal(run)["dealer"] == "Cy", "Ann and Cy are tied, and Bo dealt the last round"
    at(run, "add", "1", "2")
    assert load_ledger(path).rounds[-1].dealer is None
    assert facts(run, "sheet")["bonus_rounds"][0]["dealer"] == "Cy"


def test_the_player_left_of_the_bonus_rounds_dealer_deals_the_next_game(
    run: Run, folder: Path
) -> None:
    laid(folder, bonus(Ann=1, Bo=2))
    assert "Bo (deals first)" in at(run, "again").out


def test_new_seats_do_not_change_who_dealt_the_bonus_round(run: Run, folder: Path) -> None:
    rounds = tuple(scores(**dict.fromkeys(("Ann", "Bo", "Cy"), 5)) for _ in range(2))
    path = laid(folder, bonus(Ann=7, Bo=7, Cy=7), rounds=rounds)
    at(run, "seats", "Ann", "Cy", "Bo")
    game = load_ledger(path)
    assert [game.dealer_at(index) for index in range(3)] == ["Ann", "Bo", "Cy"]


# ── who has won ──────────────────────────────────────────────────────────────────────────


def test_the_winner_of_a_play_off_is_named_as_such(run: Run, folder: Path) -> None:
    laid(folder)
    line = "BO wins with 5 points, after a play-off with Ann"
    assert f"   =====  {line}  =====" in at(run, "add", "5", "o").said
    said = at(run, "standings").said
    assert f"{line}." in said
    assert [row.split()[-3:] for row in said if "Bo" in row] == [["won", "the", "play-off"]]
    assert at(run, "fix", "last", "ann=o", "bo=7").out.count("ANN wins") == 1


def test_players_still_level_after_a_play_off_share_the_win(run: Run, folder: Path) -> None:
    level = tuple(scores(**dict.fromkeys(("Ann", "Bo", "Cy"), 5)) for _ in range(2))
    laid(folder, bonus(Ann=7, Bo=2, Cy=2), rounds=level)
    assert "play-off" not in at(run, "standings").out
    at(run, "finish")
    line = "BO and CY share the win with 10 points, after a play-off with Ann."
    assert line in at(run, "standings").said


# ── corrections ──────────────────────────────────────────────────────────────────────────


def test_add_ends_with_the_line_that_corrects_the_bonus_round(run: Run, folder: Path) -> None:
    laid(folder)
    said = at(run, "add", "5", "7").said
    assert said[0] == "The bonus round is on the sheet. Nobody went out."
    assert said[-1] == "wrong?  sk undo -f tie.toml     or     sk fix -f tie.toml bonus ann=5"


def test_add_says_how_a_zero_of_the_bonus_round_went_out(run: Run, folder: Path) -> None:
    laid(folder)
    line = "Bo has 0 and nobody went out; if Bo did:  sk fix -f tie.toml bonus --out bo"
    assert line in at(run, "add", "5", "0").err.splitlines()


@pytest.mark.parametrize("word", ["bonus", "BONUS", "bonus1", "last"])
def test_the_bonus_round_is_corrected_by_its_word_or_as_the_last(
    word: str, run: Run, folder: Path
) -> None:
    path = laid(folder, bonus(Ann=5, Bo=7))
    said = at(run, "fix", word, "ann=9", "--note", "misread")
    assert said.code == 0
    assert said.said[0] == "The bonus round (4 cards each): Ann 5 -> 9"
    game = load_ledger(path)
    assert game.rounds[-1].scores == {"Ann": 9, "Bo": 7}
    assert game.rounds[-1].note == "Ann was 5: misread"
    assert game.played == load_ledger(laid(folder)).played, "the numbered rounds are as they were"
    assert "* bonus round: Ann was 5: misread" in _sheet_after(run, folder, word)


def _sheet_after(run: Run, folder: Path, word: str) -> list[str]:
    laid(folder, bonus(Ann=5, Bo=7))
    at(run, "fix", word, "ann=9", "--note", "misread")
    return at(run, "sheet").said


def test_a_correction_of_the_bonus_round_changes_who_has_won(run: Run, folder: Path) -> None:
    laid(folder, bonus(Ann=5, Bo=7))
    assert facts(run, "standings")["winners"] == ["Ann"]
    at(run, "fix", "bonus", "bo=o")
    assert facts(run, "standings")["winners"] == ["Bo"]
    at(run, "fix", "bonus", "--out", "-")
    assert facts(run, "sheet")["bonus_rounds"][0]["out"] == []


def test_a_correction_of_the_bonus_round_says_what_became_of_the_lead(
    run: Run, folder: Path
) -> None:
    laid(folder, bonus(Ann=5, Bo=7))
    said = at(run, "fix", "bonus", "ann=9").said
    assert "  Bo        5    5  now ahead (was behind)" in said
    assert "  Ann       5    5  now behind (was ahead)" in said


def test_each_of_several_bonus_rounds_can_be_corrected(run: Run, folder: Path) -> None:
    path = laid(folder, bonus(Ann=7, Bo=7), bonus(Ann=1, Bo=2))
    assert at(run, "fix", "bonus1", "bo=8").said[0].startswith("Bonus round 1 (4 cards")
    assert at(run, "fix", "bonus", "bo=3").said[0].startswith("Bonus round 2 (4 cards")
    assert rounds(path)[2:] == [
        {"Ann": 7, "Bo": 8},
        {"Ann": 1, "Bo": 3},
    ]


def test_tab_offers_the_word_for_a_bonus_round_that_is_on_the_sheet(folder: Path) -> None:
    laid(folder)
    assert options.beginning(options.round_words, GameAtHand(), "b") == []
    laid(folder, bonus(Ann=7, Bo=7))
    assert options.beginning(options.round_words, GameAtHand(), "b") == ["bonus"]


@pytest.mark.parametrize(
    ("more", "words", "problem", "remedy"),
    [
        pytest.param(
            (),
            ["bonus", "ann=1"],
            "no bonus round is on the sheet",
            "see the rounds with sk sheet -f tie.toml",
            id="none",
        ),
        pytest.param(
            (bonus(Ann=7, Bo=7), bonus(Ann=1, Bo=2)),
            ["bonus3", "ann=1"],
            "there is no bonus round 3",
            "type bonus1 to bonus2",
            id="too many",
        ),
        pytest.param(
            (bonus(Ann=5, Bo=7),),
            ["last", "cy=3"],
            "Cy was not at the table in the bonus round",
            "give entries for Ann and Bo",
            id="who did not play it",
        ),
        pytest.param(
            (bonus(Ann=5, Bo=7),),
            ["last", "ann=-", "bo=-"],
            "nobody played this round",
            "take the round back with sk undo -f tie.toml",
            id="nobody",
        ),
    ],
)
def test_a_bonus_round_refuses_wrong_corrections(
    more: tuple[str, ...], words: list[str], problem: str, remedy: str, run: Run, folder: Path
) -> None:
    laid(folder, *more)
    assert at(run, "fix", *words) == Answer("", refusal(problem, remedy), 2)


def test_a_score_that_the_bonus_round_lacks_is_given_by_a_correction(
    run: Run, folder: Path
) -> None:
    laid(folder, bonus(Ann=5))
    assert at(run, "fix", "bonus", "bo=7").said[0].endswith("Bo missing -> 7")
    assert facts(run, "standings")["winners"] == ["Ann"]


def test_a_bonus_round_that_lacks_a_score_does_not_keep_the_next_from_deciding(
    run: Run, folder: Path
) -> None:
    laid(folder, bonus(Ann=5))
    at(run, "add", "4", "3")
    assert facts(run, "standings")["winners"] == ["Bo"]


def test_a_player_who_sat_the_bonus_round_out_has_a_dash_on_the_sheet(
    run: Run, folder: Path
) -> None:
    laid(folder, bonus(Ann=5, Bo=7))
    at(run, "fix", "bonus", "bo=-")
    line = next(line for line in at(run, "sheet").said if line.startswith("  +"))
    assert line.split() == ["+", "4s", "Ann", "5", "-"]


def test_the_bonus_round_can_be_asked_for_by_name(run: Run, folder: Path) -> None:
    laid(folder)
    assert at(run, "add", "5", "7", "--round", "bonus").code == 0
    laid(folder, rounds=TIE[:1])
    problem, remedy = "the next round isn't a bonus round", "round 2, the fours, is next"
    asked = at(run, "add", "5", "7", "8", "--round", "bonus")
    assert asked == Answer("", refusal(problem, remedy), 4)


# ── void ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [[], ["last"], ["bonus"]])
def test_a_bonus_round_can_be_void(words: list[str], run: Run, folder: Path) -> None:
    path = laid(folder, bonus(Ann=5, Bo=7))
    assert at(run, "misdeal", *words, "--note", "13 cards").said == [
        "The bonus round doesn't count. It stays on the sheet, crossed out:",
        "  Ann 5   Bo 7",
        "Totals as before:  Ann 5   Bo 5   Cy 18 (+13)",
        "Again: Bonus round: deal 4 each, FOURS are wild. Only Ann and Bo play it."
        " Ann deals, Bo begins.",
        f"wrong?  sk undo -f {path.name}     if the round isn't on the sheet yet, just deal again",
        "The game goes on: nobody has won yet.",
    ]
    assert load_ledger(path).rounds[-1].misdeal == "13 cards"
    assert facts(run, "standings")["finished"] is False
    again = "--- misdeal, doesn't count, still to be played again: bonus round: 13 cards"
    assert again in at(run, "sheet").said
    void = {"before": None, "note": "13 cards", "round_note": None}
    assert facts(run, "sheet")["misdeals"] == [void]
    assert "misdealt: bonus round" in at(run, "standings").said
    at(run, "add", "3", "o")
    assert facts(run, "standings")["winners"] == ["Bo"]


def test_the_dealer_of_a_void_bonus_round_deals_again(run: Run, folder: Path) -> None:
    laid(folder, 'dealer = "Bo"\n' + bonus(Ann=5, Bo=7))
    at(run, "misdeal")
    assert deal(run)["dealer"] == "Bo"


def test_no_earlier_round_can_be_voided_after_a_bonus_round(run: Run, folder: Path) -> None:
    laid(folder, bonus(Ann=5, Bo=7))
    problem = "round 2, the fours, isn't the last round, and only that one can be voided"
    answer = Answer("", refusal(problem, "correct it with sk fix -f tie.toml 4s"), 2)
    assert at(run, "misdeal", "4s") == answer


# ── for programs ─────────────────────────────────────────────────────────────────────────


def test_the_sheet_for_programs_has_the_bonus_rounds(run: Run, folder: Path) -> None:
    laid(folder, 'out = "Bo"\n' + bonus(Ann=5, Bo=0))
    found = facts(run, "sheet")
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
OVER = ("Thursday is over", "start another game with sk new or sk again -f tie.toml")
TO_PLAY_OFF = (
    "only the bonus round is left to play",
    "play it, or let them share the win with sk finish -f tie.toml",
)
LACKING = ("all rounds are played", "fill in the missing points with sk fix -f tie.toml")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["player", "leave", "ann"], id="leaves"),
        pytest.param(["player", "leave", "ann", "--after", "last"], id="leaves behind the last"),
        pytest.param(["player", "join", "Dee", "--points", "5"], id="comes"),
    ],
)
@pytest.mark.parametrize(
    ("rounds", "refused"),
    [
        pytest.param(PLAYED, OVER, id="finished"),
        pytest.param(TIE, TO_PLAY_OFF, id="a tie is to be played off"),
        pytest.param((TIE[0], scores("Ann", Ann=0, Bo=5)), LACKING, id="a score is missing"),
    ],
)
def test_when_all_rounds_are_played_nobody_comes_or_leaves(
    rounds: tuple[str, ...], refused: tuple[str, str], words: list[str], run: Run, folder: Path
) -> None:
    path = laid(folder, rounds=rounds)
    before = path.read_text()
    answer = at(run, *words)
    assert (answer.out, answer.code) == ("", 2)
    assert answer.err.startswith(refusal(*refused))
    assert path.read_text() == before


def test_dealer_is_refused_while_a_score_of_the_last_round_is_missing(
    run: Run, folder: Path
) -> None:
    path = laid(folder, rounds=(TIE[0], scores("Ann", Ann=0, Bo=5)))
    before = path.read_text()
    answer = at(run, "dealer", "bo")
    assert (answer.out, answer.code) == ("", 2)
    assert answer.err.startswith(refusal(*LACKING))
    assert path.read_text() == before


def test_a_player_noted_as_leaving_too_early_is_placed_when_that_is_corrected(
    run: Run, folder: Path
) -> None:
    path = laid(folder, rounds=PLAYED)
    text = path.read_text().replace('name = "Ann"\n', 'name = "Ann"\nleft = 1\n')
    seeded(path, text)
    said = at(run, "player", "leave", "ann", "--after", "2").said
    assert said[0] == "Ann leaves after round 2, the fours. 5 points stay on the sheet."
    assert facts(run, "standings")["winners"] == ["Ann"]


def test_a_player_who_leaves_early_has_no_place(run: Run, folder: Path) -> None:
    laid(folder, rounds=TIE[:1])
    said = at(run, "player", "leave", "cy").said
    assert said[0].endswith("9 points stay on the sheet, without a place.")


# ── a quarrel in the bonus round ─────────────────────────────────────────────────────────

NINES = RULES + 'bonus_round = { deal = 5, wild = "9" }\n'


@pytest.mark.parametrize(
    ("more", "words"),
    [
        pytest.param((), [], id="being played"),
        pytest.param((), ["--round", "bonus"], id="asked for"),
        pytest.param((bonus(Ann=1, Bo=2),), [], id="written last"),
        pytest.param((bonus(Ann=1, Bo=2),), ["--round", "last"], id="as the last"),
    ],
)
def test_a_question_in_the_bonus_round_is_answered_by_its_rules(
    more: tuple[str, ...], words: list[str], run: Run, folder: Path
) -> None:
    laid(folder, *more, rules=NINES)
    assert facts(run, "deadwood", "9s9d4h7ckd", *words)["round"] == {
        "number": None,
        "deal": 5,
        "wild": "9",
    }
    claim = facts(run, "verify", "ann=9s9d6c7c8ckd", *words)
    assert (claim["stands"], claim["last_turns"]) == (True, ["Bo"])
    assert facts(run, "meld", "9s5h5c", *words)["meld"] is True


def test_a_hand_of_the_last_round_is_still_judged_in_it(run: Run, folder: Path) -> None:
    laid(folder, rules=NINES)
    found = facts(run, "deadwood", "9s9d4h7c")["round"]
    assert found == {"number": 2, "deal": 4, "wild": "4"}


def test_a_hand_of_the_wrong_size_for_the_bonus_round_gets_a_note(run: Run, folder: Path) -> None:
    laid(folder, rules=NINES)
    assert "7 cards, but the bonus round has 5" in at(run, "deadwood", "9s9d4h7c8c8dkd").out
