"""From entries to a round: what is written, what is refused, and corrections."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.errors import (
    EntryError,
)
from scorekeeper.ledger import Game, Outcome
from scorekeeper.ledger.recording import correct, record
from scorekeeper.ledger.rows import row_of
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleSet
from tests.tables import each
from tests.values import DEFAULT, POINTS, entries, game, row

SPEED = DEFAULT.replace(decks=4, several_out=True, dealer="none")
ONE_PACK = DEFAULT.replace(decks=1)

Typed = Mapping[str, str] | str


def added(evening: Game, typed: Typed, **more: Any) -> Round:
    """The round as it is recorded."""
    return record(evening, entries(evening, typed), **more).game.rounds[-1]


def mended(evening: Game, number: int, typed: Typed, **more: Any) -> Round:
    """The round as it is corrected."""
    return correct(row_of(evening, number), entries(evening, typed, number), **more).game.played[
        number - 1
    ]


# ── recording ────────────────────────────────────────────────────────────────────────────


@each(
    "typed, round_",
    [
        pytest.param("12 0 5", row(12, 0, 5), id="points; a 0 alone puts nobody out"),
        pytest.param("12 o 5", row(12, 0, 5, out="Bo"), id="who went out has 0"),
        pytest.param("k+2 o w", row(12, 0, 3, out="Bo"), id="sums are points"),
        pytest.param("12 o -", row(12, 0, out="Bo", absent=("Cy",)), id="absent"),
        pytest.param("=12 o =5", row(12, 0, 5, out="Bo"), id="running totals are points"),
        pytest.param("12=12 o 5=5", row(12, 0, 5, out="Bo"), id="points that the pad agrees with"),
        pytest.param("0 0 o", row(0, 0, 0, out="Cy"), id="several may score 0"),
        pytest.param(
            {"Cy": "5", "Ann": "12", "Bo": "o"}, row(12, 0, 5, out="Bo"), id="in seat order"
        ),
        pytest.param(
            {"Ann": "2s 5h 9d", "Bo": "o", "Cy": "5"},
            Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": "2S 5H 9D"}, out=("Bo",)),
            id="a hand is evidence and counts without a score",
        ),
        pytest.param(
            {"Ann": "12", "Bo": "out:3h4h5h", "Cy": "5"},
            Round(scores={"Ann": 12, "Cy": 5}, hands={"Bo": "3H 4H 5H"}, out=("Bo",)),
            id="the hand of who went out",
        ),
        pytest.param(
            {"Ann": "5h 6h / 9d", "Bo": "o", "Cy": "5"},
            Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": "5H 6H / 9D"}, out=("Bo",)),
            id="groups are kept as they lie",
        ),
    ],
)
def test_a_round_is_written_as_it_was_typed(typed: Typed, round_: Round) -> None:
    assert added(game(), typed) == round_


def test_out_fills_in_for_the_missing_entry() -> None:
    assert added(game(), {"Ann": "12", "Cy": "5"}, out=["Bo"]) == row(12, 0, 5, out="Bo")


def test_out_beside_a_zero_or_a_hand_means_that_player() -> None:
    assert added(game(), "12 0 5", out=["Bo"]) == row(12, 0, 5, out="Bo")
    round_ = added(game(), {"Ann": "12", "Bo": "3h4h5h", "Cy": "5"}, out=["Bo"])
    assert (round_.out, round_.hands, round_.scores) == (
        ("Bo",),
        {"Bo": "3H 4H 5H"},
        {"Ann": 12, "Cy": 5},
    )


def test_a_dealer_named_ahead_moves_into_the_round() -> None:
    evening = game(row(1, 0, 2), next_dealer="Ann")
    after = record(evening, entries(evening, "12 o 5")).game
    assert (after.rounds[-1].dealer, after.next_dealer) == ("Ann", None)


def test_running_totals_count_the_start_and_adjustments() -> None:
    late = Player("Cy", joined=2, start=30)
    evening = game(row(12, 0, adjust={"Ann": -5}), players=("Ann", "Bo", late))
    assert added(evening, "=10 o =37").scores == {"Ann": 3, "Bo": 0, "Cy": 7}


def test_a_game_without_cards_takes_negative_points() -> None:
    assert added(game(rules=POINTS), "-5 0 12").scores == {"Ann": -5, "Bo": 0, "Cy": 12}


def test_without_cards_the_player_who_goes_out_takes_what_the_others_have_left() -> None:
    evening = game(rules=POINTS.replace(count="winner-takes", winner="high"))
    for typed, scored in (("12 o 30", [0, 42, 0]), ("7 7 7", [0, 42, 0]), ("5 - o", [0, 42, 5])):
        evening = record(evening, entries(evening, typed)).game
        assert [evening.total(name) for name in evening.names] == scored
    evening = correct(row_of(evening, 2), entries(evening, {"Ann": "o"})).game
    assert [evening.total(name) for name in evening.names] == [14, 42, 5]


# ── what is worth saying ─────────────────────────────────────────────────────────────────

USUAL = dict(zip(range(3, 14), (30, 40, 50, 60, 70, 80, 88, 94, 101, 108, 114), strict=True))


def remarks(number: int, rules: RuleSet, points: int) -> Outcome:
    evening = game(*(row(0, 0, 0) for _ in range(number - 1)), rules=rules)
    return record(evening, entries(evening, f"{points} o 0"))


@each("deal, usual", USUAL.items())
def test_the_most_that_a_melded_hand_leaves_raises_no_question(deal: int, usual: int) -> None:
    assert remarks(deal - 2, DEFAULT, usual).remarks == ()


@each("deal, usual", [(d, u) for d, u in USUAL.items() if d > 8])
def test_more_than_any_melded_hand_leaves_is_written_with_a_warning(deal: int, usual: int) -> None:
    scored = remarks(deal - 2, DEFAULT, usual + 1)
    assert scored.game.rounds[-1].scores["Ann"] == usual + 1
    assert scored.remarks == (
        f"Ann has {usual + 1} points, but {deal} cards never leave more than {usual};"
        " it is saved as typed",
    )


@each("deal, costliest", [(3, 30), (8, 80), (9, 90), (13, 130)])
def test_more_than_the_costliest_cards_cost_is_refused(deal: int, costliest: int) -> None:
    assert remarks(deal - 2, DEFAULT, costliest).game.rounds[-1].scores["Ann"] == costliest
    with pytest.raises(EntryError):
        remarks(deal - 2, DEFAULT, costliest + 1)


def test_under_house_rules_no_score_is_a_surprise() -> None:
    assert remarks(11, DEFAULT.replace(wild_limit="one"), 120).remarks == ()


def test_with_one_pack_the_costliest_cards_are_fewer() -> None:
    rules = ONE_PACK.replace(wild_points=20)
    assert remarks(11, rules, 4 * 20 + 9 * 10).game.rounds[-1].scores["Ann"] == 170
    with pytest.raises(EntryError):
        remarks(11, rules, 171)


# ── corrections ──────────────────────────────────────────────────────────────────────────

PLAYED = game(
    row(12, 0, 5, out="Bo"),
    Round(scores={"Ann": 8, "Cy": 20}, hands={"Bo": "4H 5H 6H 7H"}, out=("Bo",)),
    row(9, 0, 4, out="Bo", note="late"),
)


@each(
    "number, typed, more, round_",
    [
        pytest.param(1, {"Ann": "21"}, {}, row(21, 0, 5, out="Bo"), id="one number"),
        pytest.param(1, {"Ann": "k+9+2"}, {}, row(21, 0, 5, out="Bo"), id="a sum"),
        pytest.param(3, {"Ann": "=21"}, {}, row(1, 0, 4, out="Bo", note="late"), id="a total"),
        pytest.param(
            1,
            {"Ann": "-"},
            {},
            Round(scores={"Bo": 0, "Cy": 5}, out=("Bo",), absent=("Ann",)),
            id="an absence takes the score away",
        ),
        pytest.param(
            1,
            {"Ann": "2s 5h 9d"},
            {},
            Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": "2S 5H 9D"}, out=("Bo",)),
            id="a hand removes the score",
        ),
        pytest.param(
            2,
            {"Bo": "0"},
            {},
            Round(scores={"Ann": 8, "Bo": 0, "Cy": 20}, hands={"Bo": "4H 5H 6H 7H"}, out=("Bo",)),
            id="points keep a shown hand",
        ),
        pytest.param(1, {}, {"out": ()}, row(12, 0, 5), id="nobody out"),
        pytest.param(1, {"Bo": "7"}, {"out": ()}, row(12, 7, 5), id="nobody out, with points"),
        pytest.param(
            1, {"Bo": "7"}, {"out": ("Cy",)}, row(12, 7, 0, out="Cy"), id="another one is out"
        ),
        pytest.param(
            1, {"Bo": "7", "Cy": "o"}, {}, row(12, 7, 0, out="Cy"), id="the same by entry"
        ),
        pytest.param(1, {"Bo": "0"}, {}, row(12, 0, 5, out="Bo"), id="a 0 for who is out"),
        pytest.param(1, {"Bo": "o"}, {}, row(12, 0, 5, out="Bo"), id="o for who is out"),
        pytest.param(1, {"Bo": "=0"}, {}, row(12, 0, 5, out="Bo"), id="a total that leaves 0"),
        pytest.param(
            1, {}, {"note": "why"}, row(12, 0, 5, out="Bo", note="why"), id="a note alone"
        ),
        pytest.param(
            1,
            {"Ann": "21"},
            {"note": "misheard"},
            row(21, 0, 5, out="Bo", note="Ann was 12: misheard"),
            id="a note says what was there",
        ),
        pytest.param(
            3,
            {"Ann": "21"},
            {"note": "misheard"},
            row(21, 0, 4, out="Bo", note="late; Ann was 9: misheard"),
            id="behind the note that is there",
        ),
        pytest.param(
            1,
            {"Ann": "21", "Cy": "-"},
            {"note": "x"},
            Round(
                scores={"Ann": 21, "Bo": 0},
                out=("Bo",),
                absent=("Cy",),
                note="Ann was 12, Cy was 5: x",
            ),
            id="a note about two",
        ),
        pytest.param(
            1,
            {"Bo": "7"},
            {"out": (), "note": "x"},
            row(12, 7, 5, note="Bo was out: x"),
            id="a note about who was out",
        ),
        pytest.param(
            1,
            {"Bo": "7"},
            {"out": ("Cy",), "note": "x"},
            row(12, 7, 0, out="Cy", note="Bo was out, Cy was 5: x"),
            id="a note about who was out and who is",
        ),
        pytest.param(
            1,
            {},
            {"out": (), "note": "x"},
            row(12, 0, 5, note="Bo was out: x"),
            id="a note where only who was out changes",
        ),
    ],
)
def test_a_correction_changes_only_what_is_entered(
    number: int, typed: Typed, more: dict[str, Any], round_: Round
) -> None:
    assert mended(PLAYED, number, typed, **more) == round_


def test_an_absence_takes_the_hand_away() -> None:
    shown = Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": "2S 5H 9D"}, out=("Bo",))
    assert mended(game(shown), 1, {"Ann": "-"}) == Round(
        scores={"Bo": 0, "Cy": 5}, out=("Bo",), absent=("Ann",)
    )


@pytest.mark.parametrize("typed", ["=0", "0=0"])
def test_a_total_that_comes_to_0_points_does_not_change_who_went_out(typed: str) -> None:
    evening = game(row(12, 0, 5, out="Bo"))
    assert mended(evening, 1, {"Bo": typed}) == evening.rounds[0]


@pytest.mark.parametrize("typed", ["=31", "9=31"])
def test_the_running_total_of_a_round_holds_its_penalty(typed: str) -> None:
    evening = game(row(12, 0, 12, out="Bo"), row(1, 0, 5, out="Bo", adjust={"Cy": 10}))
    after = correct(row_of(evening, 2), entries(evening, {"Cy": typed}, 2)).game
    assert (after.rounds[1].scores["Cy"], after.total("Cy")) == (9, 31)


def test_an_absence_can_be_taken_back_and_a_note_says_who_was_absent() -> None:
    evening = game(row(12, 0, out="Bo", absent=("Cy",)))
    noted = row(12, 0, 5, out="Bo", note="Cy was absent: came late")
    assert mended(evening, 1, {"Cy": "5"}, note="came late") == noted


def test_the_other_rounds_stay_as_they_are() -> None:
    after = correct(row_of(PLAYED, 2), entries(PLAYED, {"Ann": "9"}, 2)).game
    assert (after.rounds[0], after.rounds[2]) == (PLAYED.rounds[0], PLAYED.rounds[2])


def test_a_misdeal_has_no_number_and_is_not_corrected() -> None:
    evening = game(row(12, 0, 5), row(1, 2, 3, misdeal=""), row(9, 0, 4))
    after = correct(row_of(evening, 2), entries(evening, {"Ann": "8"}, 2)).game
    assert (after.rounds[1], after.rounds[2]) == (evening.rounds[1], row(8, 0, 4))


def test_naming_a_player_out_needs_an_entry_or_makes_their_points_zero() -> None:
    evening = game(row(12, 4, 5))
    after = mended(evening, 1, {}, out=("Bo",))
    assert (after.out, after.scores["Bo"]) == (("Bo",), 0)


def test_an_absent_player_has_not_gone_out() -> None:
    with pytest.raises(EntryError):
        correct(row_of(PLAYED, 1), entries(PLAYED, {"Bo": "-"}, 1))
    assert mended(PLAYED, 1, {"Bo": "-"}, out=()).absent == ("Bo",)


def test_if_several_go_out_another_one_joins_them() -> None:
    evening = game(row(0, 12, 5, out="Ann"), rules=SPEED)
    assert mended(evening, 1, {"Cy": "o"}).out == ("Ann", "Cy")
    assert mended(evening, 1, {"Cy": "0"}, out=("Cy",)).out == ("Ann", "Cy")
    assert mended(evening, 1, {"Ann": "7"}, out=("Cy",)).out == ("Cy",)


def test_a_hand_of_zero_points_may_replace_the_score_of_a_player_who_went_out() -> None:
    round_ = mended(PLAYED, 1, {"Bo": "5h5s5d"})
    assert (round_.out, round_.hands, "Bo" in round_.scores) == (("Bo",), {"Bo": "5H 5S 5D"}, False)


@each("hand", ["5H 6H", "JK 5H 6H", "5X 5H 6H", "5H 5H 5H"])
def test_impossible_cards_on_the_sheet_do_not_stop_a_correction(hand: str) -> None:
    evening = game(Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": hand}, out=("Bo",)))
    round_ = mended(evening, 1, {"Ann": "11"})
    assert (round_.scores["Ann"], round_.hands) == (11, {"Ann": hand})
    assert mended(evening, 1, {"Cy": "2s7d9c"}).hands == {"Ann": hand, "Cy": "2S 7D 9C"}
    assert mended(evening, 1, {"Ann": "2s7d9c"}).hands == {"Ann": "2S 7D 9C"}


def test_a_player_who_went_out_with_uncountable_cards_keeps_them() -> None:
    evening = game(Round(scores={"Bo": 3, "Cy": 5}, hands={"Ann": "5H 6H"}))
    round_ = mended(evening, 1, {"Ann": "o"})
    assert (round_.scores["Ann"], round_.hands, round_.out) == (0, {"Ann": "5H 6H"}, ("Ann",))


def test_a_score_that_is_already_out_of_range_stops_no_other_correction() -> None:
    evening = game(row(99, 0, 5, out="Bo"))
    assert mended(evening, 1, {"Cy": "6"}).scores == {"Ann": 99, "Bo": 0, "Cy": 6}


@each(
    "rules, name",
    [
        pytest.param({"rounds": ({"deal": 3},)}, "round 1", id="nothing is wild"),
        pytest.param({}, "round 1, the threes,", id="it has a name"),
        pytest.param({"rounds": 1, "ties": "bonus-round"}, "the bonus round", id="a bonus round"),
    ],
)
def test_a_round_is_named_before_a_verb_as_people_say_it(rules: dict[str, Any], name: str) -> None:
    tie = (row(5, 5, 5),) if "ties" in rules else ()
    evening = game(*tie, rules=DEFAULT.replace(**rules))
    with pytest.raises(EntryError) as refused:
        record(evening, entries(evening, {"Ann": "5h6h", "Bo": "3", "Cy": "3"}, 1))
    assert refused.value.problem == f"Ann has 2 cards, but {name} has 3"
