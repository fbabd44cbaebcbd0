"""Totals, places, winners and the next round's card, as the rules say them."""

from typing import Any

import pytest

from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import (
    is_finished,
    next_round,
    placed,
    rank,
    standings,
    tied_for_win,
)
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleSet
from scorekeeper.rules.rule_keys import RoundSpec
from tests.program import TODAY
from tests.tables import each
from tests.values import DEFAULT, POINTS, game, row, totals

TWO_ROUNDS = DEFAULT.replace(rounds=[{"deal": 3, "wild": "3"}, {"deal": 4, "wild": "4"}])
PLAY_OFF = TWO_ROUNDS.replace(ties="bonus-round")
HIGH = POINTS.replace(winner="high")
TO_100 = POINTS.replace(target=100)
SPEED = DEFAULT.replace(decks=4, several_out=True, dealer="none")


def places(evening: Game) -> dict[str, int | None]:
    return {line.player: line.place for line in standings(evening).lines}


# ── totals ───────────────────────────────────────────────────────────────────────────────


def test_round_scores_add_up() -> None:
    evening = game(row(12, 0, 5), row(8, 17, 0), row(0, 12, 19))
    assert totals(evening) == {"Ann": 20, "Bo": 29, "Cy": 24}
    assert [evening.total("Bo", upto) for upto in (0, 1, 2, 3)] == [0, 0, 17, 29]


def test_a_shown_hand_counts_its_least_deadwood_if_there_is_no_score() -> None:
    evening = game(Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": "2S 5H 9D"}))
    assert totals(evening)["Ann"] == 16


def test_the_tables_decision_overrides_the_hand() -> None:
    evening = game(Round(scores={"Ann": 12, "Bo": 0, "Cy": 5}, hands={"Ann": "2S 5H 9D"}))
    assert totals(evening)["Ann"] == 12


def test_start_points_and_adjustments_are_in_the_total() -> None:
    late = Player("Cy", joined=2, start=31)
    evening = game(
        row(12, 0), row(1, 2, 3, adjust={"Ann": -20, "Bo": 5}), players=("Ann", "Bo", late)
    )
    assert totals(evening) == {"Ann": -7, "Bo": 7, "Cy": 34}
    assert {line.player: line.rounds for line in standings(evening).lines} == {
        "Ann": (12, -19),
        "Bo": (0, 7),
        "Cy": (None, 3),
    }


def test_totals_from_paper_are_checked_and_never_counted() -> None:
    assert totals(game(row(12, 0, 5, totals={"Ann": 99})))["Ann"] == 12


def test_a_misdeal_does_not_count() -> None:
    evening = game(row(12, 0, 5), row(9, 9, 9, misdeal="Cy had 4 cards"), row(8, 17, 0))
    assert totals(evening) == {"Ann": 20, "Bo": 17, "Cy": 5}
    assert [number for number, _ in evening.numbered()] == [1, 2, 2]
    assert evening.played[1].scores == {"Ann": 8, "Bo": 17, "Cy": 0}


# ── places ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param((1, 2, 3), {"Ann": 1, "Bo": 2, "Cy": 3}, id="all differ"),
        pytest.param((5, 5, 9), {"Ann": 1, "Bo": 1, "Cy": 3}, id="1, 1, 3"),
        pytest.param((5, 9, 9), {"Ann": 1, "Bo": 2, "Cy": 2}, id="1, 2, 2"),
        pytest.param((4, 4, 4), {"Ann": 1, "Bo": 1, "Cy": 1}, id="all share the first"),
        pytest.param((9, 1, 9, 1), {"Ann": 3, "Bo": 1, "Cy": 3, "Dee": 1}, id="1, 1, 3, 3"),
    ],
)
def test_equal_totals_share_a_place(points: tuple[int, ...], expected: dict[str, int]) -> None:
    people = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")[: len(points)]
    assert places(game(row(*points), players=people)) == expected


def test_ties_are_in_seat_order_and_players_without_a_place_come_last() -> None:
    evening = game(
        Round(scores={"Ann": 9, "Bo": 4, "Cy": 4, "Dee": 4}, absent=("Eli", "Fay")),
        players=("Fay", "Ann", "Dee", "Bo", "Eli", "Cy"),
    )
    lines = standings(evening).lines
    assert [line.player for line in lines] == ["Dee", "Bo", "Cy", "Ann", "Fay", "Eli"]
    assert [line.place for line in lines] == [1, 1, 1, 4, None, None]


def test_the_most_points_win_if_the_rules_say_so() -> None:
    evening = game(row(12, 40, 40), rules=HIGH)
    assert places(evening) == {"Bo": 1, "Cy": 1, "Ann": 3}
    assert [line.behind for line in standings(evening).lines] == [0, 0, 28]


def test_behind_is_the_distance_to_the_best_placed_player() -> None:
    evening = game(row(12, 20, 3), row(12, 20, absent=("Cy",)))
    assert {line.player: line.behind for line in standings(evening).lines} == {
        "Ann": 0,
        "Bo": 16,
        "Cy": None,
    }


def test_before_the_first_round_nobody_has_a_place() -> None:
    lines = standings(game()).lines
    assert [(line.player, line.place, line.behind, line.total) for line in lines] == [
        ("Ann", None, None, 0),
        ("Bo", None, None, 0),
        ("Cy", None, None, 0),
    ]


@each(
    "players, rounds, missed",
    [
        pytest.param(
            ("Ann", "Bo", "Cy"), [row(1, 2, absent=("Cy",)), row(1, 2, 3)], 1, id="absent"
        ),
        pytest.param(("Ann", "Bo", "Cy"), [row(1, 2), row(1, 2, 3)], 1, id="missing points"),
        pytest.param(
            ("Ann", "Bo", "Cy"),
            [row(1, 2, absent=("Cy",), adjust={"Cy": 30}), row(1, 2, 3)],
            0,
            id="absent with points agreed",
        ),
        pytest.param(
            ("Ann", "Bo", "Cy"),
            [row(1, 2, adjust={"Cy": 30}), row(1, 2, 3)],
            1,
            id="an adjustment covers no missing points",
        ),
        pytest.param(
            ("Ann", "Bo", Player("Cy", joined=2, start=0)),
            [row(1, 2), row(1, 2, 3)],
            0,
            id="came with points agreed, even 0",
        ),
        pytest.param(
            ("Ann", "Bo", Player("Cy", joined=2)),
            [row(1, 2), row(1, 2, 3)],
            1,
            id="came with nothing agreed",
        ),
        pytest.param(
            ("Ann", "Bo", Player("Cy", joined=3, start=9)),
            [row(1, 2), row(1, 2)],
            0,
            id="is about to come, with points agreed",
        ),
        pytest.param(("Ann", "Bo", Player("Cy", left=1)), [row(1, 2, 3), row(1, 2)], 1, id="left"),
    ],
)
def test_a_place_needs_points_or_agreed_points_for_every_round(
    players: tuple[str | Player, ...], rounds: list[Round], missed: int
) -> None:
    evening = game(*rounds, players=players)
    line = next(line for line in standings(evening).lines if line.player == "Cy")
    assert line.missed == missed
    assert (line.place is None) == bool(missed)
    assert ("Cy" in placed(evening)) == (not missed)


def test_a_missing_score_is_not_a_zero_on_the_sheet() -> None:
    evening = game(row(1, None, 3))
    assert evening.square(1, "Bo").value is None
    assert evening.missing(1) == ("Bo",)


def test_an_absent_player_is_not_missing() -> None:
    assert game(row(1, 2, absent=("Cy",))).missing(1) == ()


def test_went_out_counts_the_rounds_that_count() -> None:
    evening = game(
        row(1, 0, 3, out="Bo"), row(1, 0, 3, out="Bo", misdeal=""), row(0, 0, 3, out="Bo")
    )
    assert {line.player: line.went_out for line in standings(evening).lines} == {
        "Ann": 0,
        "Bo": 2,
        "Cy": 0,
    }


# ── the end ──────────────────────────────────────────────────────────────────────────────


@each(
    "evening, finished",
    [
        pytest.param(game(rules=TWO_ROUNDS), False, id="nothing played"),
        pytest.param(game(row(1, 0, 2), rules=TWO_ROUNDS), False, id="a round to go"),
        pytest.param(game(row(1, 0, 2), row(0, 1, 2), rules=TWO_ROUNDS), True, id="all played"),
        pytest.param(
            game(row(1, 0, 2), row(0, None, 2), rules=TWO_ROUNDS), False, id="a missing score"
        ),
        pytest.param(
            game(row(1, 0, 2), row(0, 1, absent=("Cy",)), rules=TWO_ROUNDS), True, id="absent"
        ),
        pytest.param(
            game(row(1, 0, 2), row(0, 1, 2, misdeal=""), rules=TWO_ROUNDS), False, id="a misdeal"
        ),
        pytest.param(
            game(row(1, 0, 2), row(0, 1, 1), rules=PLAY_OFF), False, id="a tie to play off"
        ),
        pytest.param(game(row(1, 0, 2), row(0, 1, 1), rules=TWO_ROUNDS), True, id="a shared win"),
        pytest.param(game(row(1, 0, 2), rules=TWO_ROUNDS, finished=TODAY), True, id="ended early"),
        pytest.param(game(row(99, 0, 2), rules=TO_100), False, id="below the target"),
        pytest.param(game(row(99, 0, 2), row(1, 0, 0), rules=TO_100), True, id="the target"),
        pytest.param(game(row(180, 0, 2), rules=TO_100), True, id="above the target"),
        pytest.param(
            game(row(180, None, 2), rules=TO_100), False, id="the target with a missing score"
        ),
        pytest.param(game(*[row(1, 0, 2)] * 30, rules=POINTS), False, id="an open end"),
        pytest.param(
            game(*[row(1, 0, 2)] * 5, rules=POINTS.replace(rounds=5)), True, id="five rounds"
        ),
    ],
)
def test_a_game_is_finished_when_all_counts_and_no_tie_is_left(
    evening: Game, finished: bool
) -> None:
    assert is_finished(evening) is finished
    assert standings(evening).finished is finished
    if finished:
        assert next_round(evening) is None


@each(
    "evening, winners",
    [
        pytest.param(game(row(1, 0, 2), row(0, 1, 2), rules=TWO_ROUNDS), ("Ann", "Bo"), id="two"),
        pytest.param(game(row(2, 2, 2), row(0, 1, 2), rules=TWO_ROUNDS), ("Ann",), id="one"),
        pytest.param(game(row(2, 2, 2), rules=TWO_ROUNDS), (), id="not over"),
        pytest.param(
            game(row(2, 2, 1), rules=TWO_ROUNDS, finished=TODAY), ("Cy",), id="ended early"
        ),
        pytest.param(
            game(row(2, 2, 1), rules=TWO_ROUNDS, finished=TODAY, put_away=True), (), id="put away"
        ),
        pytest.param(
            game(row(9, 0, absent=("Cy",)), row(9, 1, 0), rules=TWO_ROUNDS),
            ("Bo",),
            id="fewer rounds are fewer points and win nothing",
        ),
        pytest.param(game(row(101, 50, 2), rules=TO_100), ("Cy",), id="low wins at the target"),
        pytest.param(
            game(row(101, 50, 2), rules=TO_100.replace(winner="high")), ("Ann",), id="high wins"
        ),
    ],
)
def test_all_who_share_the_first_place_win(evening: Game, winners: tuple[str, ...]) -> None:
    assert standings(evening).winners == winners


# ── playing off ──────────────────────────────────────────────────────────────────────────

TIED = (row(5, 0, 9), row(0, 5, 9))


def bonus(**points: int) -> Round:
    return Round(scores=points, bonus=True)


@each(
    "rounds, ranks, finished",
    [
        pytest.param(TIED, {"Ann": 1, "Bo": 1, "Cy": 3}, False, id="tied"),
        pytest.param(
            (*TIED, bonus(Ann=20, Bo=3)), {"Ann": 2, "Bo": 1, "Cy": 3}, True, id="decided"
        ),
        pytest.param(
            (*TIED, bonus(Ann=7, Bo=7)), {"Ann": 1, "Bo": 1, "Cy": 3}, False, id="equal again"
        ),
        pytest.param(
            (*TIED, bonus(Ann=7, Bo=7), bonus(Ann=1, Bo=9)),
            {"Ann": 1, "Bo": 2, "Cy": 3},
            True,
            id="decided in the second",
        ),
        pytest.param(
            (*TIED, Round(scores={"Ann": 20, "Bo": 3}, bonus=True, misdeal="")),
            {"Ann": 1, "Bo": 1, "Cy": 3},
            False,
            id="a bonus round misdealt decides nothing",
        ),
        pytest.param(
            (*TIED, bonus(Ann=20)),
            {"Ann": 1, "Bo": 1, "Cy": 3},
            False,
            id="a missing score of the bonus round is no zero",
        ),
        pytest.param(
            (*TIED, bonus(Ann=20, Bo=0)),
            {"Ann": 2, "Bo": 1, "Cy": 3},
            True,
            id="the loser of the bonus round is second, not third",
        ),
    ],
)
def test_a_bonus_round_decides_among_the_tied_and_is_in_no_total(
    rounds: tuple[Round, ...], ranks: dict[str, int], finished: bool
) -> None:
    evening = game(*rounds, rules=PLAY_OFF)
    assert rank(evening) == ranks
    assert totals(evening) == {"Ann": 5, "Bo": 5, "Cy": 18}
    assert is_finished(evening) is finished


def test_only_the_tied_play_the_bonus_round() -> None:
    card = next_round(game(*TIED, rules=PLAY_OFF))
    assert card is not None
    assert (card.number, card.bonus, card.players) == (None, True, ("Bo", "Ann"))
    assert (card.deal, card.wild) == (4, "4"), "the last round once more"
    assert tied_for_win(game(*TIED, rules=PLAY_OFF)) == ("Ann", "Bo")


# ── the deal ─────────────────────────────────────────────────────────────────────────────


def dealers(evening: Game) -> list[str | None]:
    return [evening.dealer_of(number) for number in range(1, len(evening.played) + 2)]


@each(
    "evening, expected",
    [
        pytest.param(
            game(*[row(1, 0, 2)] * 4), ["Ann", "Bo", "Cy", "Ann", "Bo"], id="passes to the left"
        ),
        pytest.param(
            game(*[row(1, 0, 2)] * 2, dealer="Cy"), ["Cy", "Ann", "Bo"], id="round the corner"
        ),
        pytest.param(
            game(row(1, 0, 2), row(1, absent=("Bo",)), row(1, 0, 2)),
            ["Ann", "Cy", "Ann", "Bo"],
            id="passes over who is absent",
        ),
        pytest.param(
            game(row(1, 0, 2), row(1, 0, 2, dealer="Ann"), row(1, 0, 2)),
            ["Ann", "Ann", "Bo", "Cy"],
            id="a round that names its dealer moves the turn",
        ),
        pytest.param(
            game(row(1, 0, 2), next_dealer="Ann"), ["Ann", "Ann"], id="the next one named ahead"
        ),
        pytest.param(
            game(row(1, 0, 2), row(9, 9, 9, misdeal=""), row(1, 0, 2)),
            ["Ann", "Bo", "Cy"],
            id="after a misdeal the same deals again",
        ),
        pytest.param(
            game(row(1, 0, 2), row(1, 0), players=("Ann", "Bo", Player("Cy", left=1))),
            ["Ann", "Bo", "Ann"],
            id="passes over who left",
        ),
        pytest.param(
            game(row(1, 2), row(1, 0, 2), players=("Ann", "Bo", Player("Cy", joined=2))),
            ["Ann", "Bo", "Cy"],
            id="who came in deals in turn",
        ),
        pytest.param(game(row(1, 0, 2), rules=SPEED), [None, None], id="nobody deals"),
        pytest.param(game(row(1, 0, 2), rules=POINTS), [None, None], id="a game without cards"),
    ],
)
def test_the_deal_passes_to_the_left_among_those_who_play(
    evening: Game, expected: list[str | None]
) -> None:
    assert dealers(evening) == expected


def test_the_player_to_the_dealers_left_begins_and_the_dealer_comes_last() -> None:
    card = next_round(game(row(1, 0, 2)))
    assert card is not None
    assert (card.dealer, card.begins, card.players) == ("Bo", "Cy", ("Cy", "Ann", "Bo"))


@each(
    "evening, facts",
    [
        pytest.param(
            game(row(1, 0, 2)),
            {"number": 2, "deal": 4, "wild": "4", "decks": 2, "stock": 104 - 12 - 1},
            id="a round of cards",
        ),
        pytest.param(
            game(row(1, 0, 2), rules=DEFAULT.replace(jokers=2)),
            {"number": 2, "deal": 4, "wild": "4", "decks": 2, "stock": 108 - 12 - 1},
            id="with jokers",
        ),
        pytest.param(
            game(row(1, 0, 2), rules=SPEED),
            {"dealer": None, "begins": None, "stock": None, "deal": 4, "decks": 4},
            id="nobody deals",
        ),
        pytest.param(
            game(row(1, 0, 2), rules=POINTS),
            {"number": 2, "deal": None, "wild": None, "decks": None, "stock": None, "begins": None},
            id="without cards",
        ),
        pytest.param(
            game(rules=RuleSet(decks=1, rounds=(RoundSpec(5, None),))),
            {"number": 1, "deal": 5, "wild": None, "decks": 1, "stock": 52 - 15 - 1},
            id="nothing wild",
        ),
        pytest.param(
            game(rules=RuleSet(decks=1, rounds=(RoundSpec(17, None),))),
            {"stock": 0},
            id="every card is dealt",
        ),
        pytest.param(
            game(rules=RuleSet(decks=1, rounds=(RoundSpec(18, None),))),
            {"begins": "Bo", "stock": None},
            id="too few cards",
        ),
    ],
)
def test_the_next_rounds_card_says_what_is_dealt(evening: Game, facts: dict[str, Any]) -> None:
    card = next_round(evening)
    assert card is not None
    assert {key: getattr(card, key) for key in facts} == facts


def test_a_game_knows_who_played_and_dealt_each_round() -> None:
    evening = game(row(1, 0, 2), row(1, 2, absent=("Cy",)), row(1, 0, 2))
    assert evening.present(2) == ("Ann", "Bo")
    assert evening.dealer_of(2) == "Bo"


def test_with_all_rounds_played_and_points_missing_there_is_no_next_round() -> None:
    evening = game(row(1, 0, 2), row(0, None, 2), rules=TWO_ROUNDS)
    assert next_round(evening) is None
    assert not is_finished(evening)


# ── back in time ─────────────────────────────────────────────────────────────────────────


def test_before_gives_the_game_as_it_was_then() -> None:
    evening = game(row(1, 0, 2), row(9, 9, 9, misdeal=""), row(3, 0, 4), finished=TODAY)
    earlier = evening.before(2)
    assert (earlier.rounds, earlier.finished) == ((row(1, 0, 2),), None)
    assert placed(evening.before(1)) == ()


def test_a_round_has_no_players_who_joined_later() -> None:
    evening = game(row(1, 0), row(3, 0, 4), players=("Ann", "Bo", Player("Cy", joined=2, start=5)))
    assert evening.before(1).names == ("Ann", "Bo")
    assert evening.before(2).names == ("Ann", "Bo", "Cy")
