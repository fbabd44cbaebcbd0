"""The course of a game: running totals round by round, and from which round on it was decided."""

import pytest

from scorekeeper import games
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import costliest_scores, leaders_by_round, standings
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render.chart import Curve, curves, lead
from scorekeeper.rules.variations import vary
from tests.program import TODAY
from tests.tables import each
from tests.values import DEFAULT, POINTS, game, row


def test_a_curve_begins_at_zero_and_has_the_total_after_each_round() -> None:
    evening = game(row(0, 12, 5, out="Ann"), row(7, 0, 3, out="Bo"))
    assert curves(evening) == [
        Curve("Ann", ({0: 0, 1: 0, 2: 7},)),
        Curve("Bo", ({0: 0, 1: 12, 2: 12},)),
        Curve("Cy", ({0: 0, 1: 5, 2: 8},)),
    ]


def test_a_late_player_begins_with_the_points_agreed_and_one_who_leaves_ends_there() -> None:
    evening = game(
        row(0, 12, out="Ann"),
        row(0, None, 3, out="Ann"),
        row(4, None, 0, out="Cy"),
        players=("Ann", Player("Bo", left=1), Player("Cy", joined=2, start=9)),
    )
    assert curves(evening) == [
        Curve("Ann", ({0: 0, 1: 0, 2: 0, 3: 4},)),
        Curve("Bo", ({0: 0, 1: 12},)),
        Curve("Cy", ({1: 9, 2: 12, 3: 12},)),
    ]


def test_a_player_who_left_before_the_first_round_has_no_line() -> None:
    players = ("Ann", "Bo", Player("Cy", left=0))
    assert curves(game(row(0, 5, out="Ann"), players=players))[2] == Curve("Cy", ({0: 0},))


def test_a_player_who_left_before_joining_has_no_line() -> None:
    players = ("Ann", "Bo", Player("Cy", joined=3, start=9, left=1))
    evening = game(row(0, 5, out="Ann"), row(0, 5, out="Ann"), players=players)
    assert curves(evening)[2] == Curve("Cy", ({2: 9},))


def test_a_player_who_comes_for_the_next_round_has_a_point_and_no_line_yet() -> None:
    players = ("Ann", "Bo", Player("Cy", joined=2, start=4))
    assert curves(game(row(0, 5, out="Ann"), players=players))[2] == Curve("Cy", ({1: 4},))


def test_penalties_are_in_the_curve_and_misdeals_and_bonus_rounds_are_not() -> None:
    evening = game(
        row(0, 5, 6, out="Ann", adjust={"Ann": 10}),
        row(9, 9, 9, misdeal=""),
        row(0, 5, 6, out="Ann", bonus=True),
    )
    assert [curve.pieces for curve in curves(evening)] == [({0: 0, 1: n},) for n in (10, 5, 6)]


POOL = vary(games.game("indian-rummy"), {}, ["pool-101"])


def test_in_a_pool_a_curve_ends_when_a_player_is_out_and_goes_on_after_a_rejoin() -> None:
    rounds = [row(0, 80, 20), row(0, 30, 30), row(0, None, 1), row(10, 5, 0), row(0, 0, 70)]
    players = ("Ann", Player("Bo", rejoined=(4,)), "Cy")
    ann, bo, cy = curves(game(*rounds, players=players, rules=POOL))
    assert ann == Curve("Ann", ({0: 0, 1: 0, 2: 0, 3: 0, 4: 10, 5: 10},))
    assert bo == Curve("Bo", ({0: 0, 1: 80, 2: 110}, {3: 52, 4: 57, 5: 57}))
    assert bo.total == 57
    assert cy == Curve("Cy", ({0: 0, 1: 20, 2: 50, 3: 51, 4: 51, 5: 121},))


def test_a_player_who_rejoins_for_the_next_deal_has_a_line_of_one_point() -> None:
    players = ("Ann", Player("Bo", rejoined=(3,)), "Cy")
    found = curves(game(row(0, 80, 20), row(0, 30, 30), players=players, rules=POOL))[1]
    assert found == Curve("Bo", ({0: 0, 1: 80, 2: 110}, {2: 51}))
    assert found.total == 51
    again = game(row(0, 80, 20), row(0, 30, 30), row(0, 5, 5), players=players, rules=POOL)
    assert curves(again)[1].pieces[-1] == {2: 51, 3: 56}


def test_a_player_put_out_of_a_pool_with_less_than_the_winners_final_total_was_not_ahead() -> None:
    four = ("Ann", "Bo", "Cy", "Dee")
    rounds = [row(80, 80, 80, 30), row(0, 21, 80, 1), row(80, None, None, 80)]
    evening = game(*rounds, players=four, rules=POOL)
    assert standings(evening).winners == ("Dee",)
    assert [evening.total(name) for name in four] == [160, 101, 160, 111]
    assert lead(evening) == ("Dee", 1)
    assert leaders_by_round(evening, four) == [["Dee"]] * 3


def over(*rounds: Round, players: tuple[str | Player, ...] = ("Ann", "Bo", "Cy")) -> Game:
    return game(*rounds, players=players, rules=POINTS, finished=TODAY)


@each(
    "evening, expected",
    [
        pytest.param(over(row(1, 2, 3), row(5, 9, 9)), ("Ann", 1), id="all the way"),
        pytest.param(
            over(row(9, 1, 2), row(0, 9, 9), row(5, 5, 5)), ("Ann", 2), id="from a round on"
        ),
        pytest.param(
            over(row(1, 2, 3), row(3, 2, 5), row(0, 1, 1)),
            ("Ann", 3),
            id="a tie in between is no lead",
        ),
        pytest.param(over(row(1, 1, 3)), ("", None), id="a shared win"),
        pytest.param(over(row(5), players=("Ann",)), ("", None), id="played alone"),
        pytest.param(over(), ("", None), id="no round"),
        pytest.param(
            game(row(9, 8, 7), row(0, 9, 9), rules=POINTS.replace(winner="high"), finished=TODAY),
            ("Bo", 2),
            id="the most points win",
        ),
        pytest.param(
            over(row(5, 9, 0), row(5, 9), players=("Ann", "Bo", Player("Cy", left=1))),
            ("Ann", 1),
            id="who has no place in the end was never in front",
        ),
        pytest.param(
            over(
                row(5, 9),
                row(5, 9, 0),
                row(5, 9, 9),
                players=("Ann", "Bo", Player("Cy", joined=2, start=0)),
            ),
            ("Cy", 2),
            id="who came later is in front from the first round of theirs at the earliest",
        ),
        pytest.param(game(row(9, 1, 2), row(0, 9, 9)), ("Ann", 2), id="a game that goes on"),
    ],
)
def test_the_lead_begins_with_the_round_after_which_nobody_was_level_or_better(
    evening: Game, expected: tuple[str, int | None]
) -> None:
    assert lead(evening) == expected


def test_a_tie_that_was_played_off_was_not_decided_in_a_numbered_round() -> None:
    rules = DEFAULT.replace(rounds=DEFAULT.specs[:1], ties="bonus-round")
    evening = game(row(0, 0, 3, out="Ann"), row(0, 7, out="Ann", bonus=True), rules=rules)
    assert lead(evening) == ("Ann", None)


def test_the_costliest_rounds_come_first_and_equal_ones_in_the_order_played() -> None:
    evening = game(row(5, 12, 0, out="Cy"), row(0, 5, 30, out="Ann"))
    assert costliest_scores(evening) == [(30, 2, "Cy"), (12, 1, "Bo"), (5, 1, "Ann"), (5, 2, "Bo")]


def test_points_that_win_or_do_not_count_are_never_called_costly() -> None:
    played_off = game(row(0, 0, 3, out="Ann"), row(0, 70, out="Ann", bonus=True))
    assert costliest_scores(played_off) == [(3, 1, "Cy")]
    most_win = game(row(5, 12, 0), rules=DEFAULT.replace(winner="high"))
    assert costliest_scores(most_win) == []
