"""The chart: each player's line can be told from the others, at every width."""

import re
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import games
from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render import columns_of
from scorekeeper.render.chart import (
    FINE,
    NARROWEST,
    PLAIN,
    WIDEST,
    Pen,
    chart_facts,
    chart_rows,
    curves,
    decided_line,
    letters_of,
    race_of,
    scale_of,
    spread,
)
from scorekeeper.rules.variations import vary
from scorekeeper.store import load_ledger
from tests.manual.examples import ROOT
from tests.program import TODAY
from tests.tables import each
from tests.values import DEFAULT, POINTS, game, row


def drawn(evening: Game, columns: int = 80, pen: Pen = FINE) -> list[str]:
    return ["".join(text for text, _ in row) for row in chart_rows(race_of(evening), columns, pen)]


@cache
def many(players: int, rounds: int) -> Game:
    """Totals that go up and down, differently for each player."""
    names = [f"Player {n}" for n in range(players)]
    return game(
        *(
            Round(scores={name: (n * 7 + i * 13) % 41 - 9 for i, name in enumerate(names)})
            for n in range(rounds)
        ),
        players=names,
        rules=POINTS,
    )


@each("pen", [FINE, PLAIN])
@each("columns", [40, 80, 200])
@each("players, rounds", [(2, 1), (2, 500), (7, 11), (50, 11), (50, 500)])
def test_every_line_ends_in_its_own_row_with_letter_total_and_name(
    players: int, rounds: int, columns: int, pen: Pen
) -> None:
    evening = many(players, rounds)
    lines = drawn(evening, columns, pen)
    assert max(map(columns_of, lines)) <= columns
    for letter, curve in zip(letters_of(evening.names), curves(evening), strict=True):
        label = rf" {letter} +{curve.total} Player"
        assert sum(re.search(label, line) is not None for line in lines) == 1


@pytest.mark.parametrize(("winner", "first"), [("low", "Bo"), ("high", "Cy")])
def test_the_side_of_the_winner_is_up(winner: str, first: str) -> None:
    evening = game(row(5, -2, 9), rules=POINTS.replace(winner=winner))
    labels = [line for line in drawn(evening) if line[-2:] in ("nn", "Bo", "Cy")]
    assert labels[0].endswith(first)
    assert len(labels) == 3


def test_a_chart_is_as_wide_as_it_may_be_between_40_and_200_columns() -> None:
    evening = many(4, 11)
    wide = {columns: max(map(columns_of, drawn(evening, columns))) for columns in (10, 120, 999)}
    assert wide[10] <= NARROWEST
    assert 110 < wide[120] <= 120
    assert 190 < wide[999] <= WIDEST


def test_a_plain_chart_has_no_character_beyond_ascii() -> None:
    assert "".join(drawn(many(9, 11), 80, PLAIN)).isascii()


def test_where_lines_overlap_their_letters_take_turns() -> None:
    evening = game(*[row(5, 5, 30)] * 10, rules=POINTS)
    marks = [letter for line in drawn(evening)[:-2] for letter in line[3:-12] if letter in "AB"]
    assert marks.count("A") > 2
    assert marks.count("B") > 2


def test_the_line_of_a_player_who_left_ends_and_keeps_its_label() -> None:
    players = ("Ann", "Bo", Player("Cy", left=2))
    rounds = [row(5, 7, 9), row(5, 7, 9), *[row(5, 7)] * 8]
    lines = drawn(game(*rounds, players=players, rules=POINTS))
    [end] = [line for line in lines if line.endswith("C 18 Cy")]
    assert "C" not in end[30:-8]


def test_a_player_out_of_a_pool_has_no_line_until_they_come_back() -> None:
    pool = vary(games.game("indian-rummy"), {}, ["pool-101"])
    players = ("Ann", Player("Bo", rejoined=(6,)), "Cy")
    away = [row(1, None, 2)] * 3
    rounds = [row(0, 80, 20), row(0, 30, 0), *away, *[row(0, 5, 0)] * 5]
    evening = game(*rounds, players=players, rules=pool)
    lines = drawn(evening, 80, PLAIN)
    assert sum(line.endswith("B 52 Bo") for line in lines) == 1
    # Where Ann has a letter at a round, Bo has one but in rounds 3 and 4.
    at = sorted({found.start() for line in lines for found in re.finditer("A", line[:60])})
    bos = {found.start() for line in lines for found in re.finditer("B", line[:60])}
    assert [number for number, column in enumerate(at) if column in bos] == [1, 2, 5, 6, 7, 8]
    facts = chart_facts(evening, "pool.toml")
    assert facts["players"][1]["totals"] == [0, 80, 110, None, None, 27, 32, 37, 42, 47, 52]


def test_a_match_in_columns_is_decided_by_them_together() -> None:
    hollywood = load_ledger(ROOT / "sample_games/hollywood-at-noon.toml")
    assert decided_line(hollywood) == "Decided by all columns together: Zoë won."


def test_a_long_name_loses_its_middle_and_a_wide_one_is_measured_in_columns() -> None:
    names = ("李小龍" * 9, "👩‍👩‍👧" * 9, "Great-Great-Uncle Bo")
    evening = game(Round(scores=dict.fromkeys(names, 5)), players=names, rules=POINTS)
    assert all(columns_of(line) <= 60 for line in drawn(evening, 60))
    assert any("Great-…Uncle Bo" in line for line in drawn(evening, 60))


def test_no_name_can_act_on_a_terminal() -> None:
    evening = game(players=("Bo\x1b[31m", "Ann"), rules=POINTS)
    assert "\x1b" not in "".join(drawn(evening))


@given(st.lists(st.text(min_size=1), min_size=1, max_size=50))
def test_no_two_players_have_the_same_letter(names: list[str]) -> None:
    letters = letters_of(names)
    assert len(set(letters)) == len(names)
    assert all(letter.isascii() and letter.isalpha() for letter in letters)


@given(st.lists(st.integers(0, 30), max_size=31).flatmap(
    lambda wanted: st.tuples(st.just(wanted), st.permutations(range(len(wanted))))
))  # fmt: skip
def test_labels_stay_apart_inside_and_in_order(
    drawn: tuple[list[int], list[int]],
) -> None:
    wanted, order = drawn
    places = spread(wanted, order, 1, 30)
    assert all(places[below] - places[above] >= 1 for above, below in pairwise(order))
    assert all(0 <= place <= 30 for place in places)


LEFT_AHEAD = ("Ann", "Bo", Player("Cy", left=1))


@pytest.mark.parametrize(
    ("evening", "labels"),
    [
        pytest.param(
            game(row(121, 117, 120), rules=POINTS, finished=TODAY),
            "Bo Cy Ann",
            id="where all end on one row",
        ),
        pytest.param(
            game(row(0, 0, 30), row(4, 4, 0), row(7, 0, bonus=True), rules=POINTS, finished=TODAY),
            "Bo Ann Cy",
            id="after a play-off",
        ),
        pytest.param(
            game(row(9, 8, 2), row(1, 1), rules=POINTS, players=LEFT_AHEAD, finished=TODAY),
            "Bo Cy Ann",
            id="with somebody who left ahead of all",
        ),
        pytest.param(
            game(row(9, 8, 2), rules=POINTS.replace(winner="high")), "Ann Bo Cy", id="most points"
        ),
        pytest.param(
            load_ledger(ROOT / "sample_games/hollywood-at-noon.toml"), "Zoë Bo", id="in columns"
        ),
    ],
)
@pytest.mark.parametrize("pen", [FINE, PLAIN], ids=["fine", "plain"])
def test_the_label_of_the_winner_is_on_top(evening: Game, labels: str, pen: Pen) -> None:
    shown = [line.split()[-1] for line in drawn(evening, 80, pen)]
    assert [name for name in shown if name in labels.split()] == labels.split()


def test_the_line_and_the_label_of_the_winner_have_stars_once_the_game_is_over() -> None:
    rounds = [row(2, 9, 15)] * 6
    going, over = game(*rounds, rules=POINTS), game(*rounds, rules=POINTS, finished=TODAY)
    assert "*" not in "".join(drawn(going, 80, PLAIN))
    lines = drawn(over, 80, PLAIN)
    [label] = [line for line in lines if line.endswith("A 12 Ann")]
    assert label.endswith("*A 12 Ann")
    assert max(line.count("*") for line in lines) > 10
    assert not [line for line in lines if line.endswith(("*B 54 Bo", "*C 90 Cy"))]


def test_fine_lines_show_the_winner_by_a_line_twice_as_thick() -> None:
    rounds = [row(2, 9, 15)] * 6
    going, over = game(*rounds, rules=POINTS), game(*rounds, rules=POINTS, finished=TODAY)

    def dots(evening: Game, seat: int) -> int:
        pieces = [piece for line in chart_rows(race_of(evening), 80, FINE) for piece in line]
        text = "".join(text for text, whose in pieces if whose == seat)
        return sum((ord(sign) - 0x2800).bit_count() for sign in text if sign in FINE.characters)

    assert dots(over, 0) > 1.5 * dots(going, 0)
    assert dots(over, 2) == dots(going, 2)


@given(st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=20), st.integers(1, 20))
def test_the_scale_covers_every_total_and_has_no_more_round_numbers_than_asked_for(
    scores: list[int], most: int
) -> None:
    evening = game(*(row(score) for score in scores), players=("Ann",), rules=POINTS)
    scale = scale_of(race_of(evening), most)
    assert all(0 <= scale.place(total) <= 1 for total in curves(evening)[0].pieces[0].values())
    assert len(scale.ticks) <= most + 1
    assert all(0 <= scale.place(tick) <= 1 for tick in scale.ticks)


SHORT = DEFAULT.replace(rounds=DEFAULT.specs[:2])
TIED = SHORT.replace(ties="bonus-round")
LEVEL = (row(0, 0, 3, out="Ann"), row(4, 4, 0, out="Cy"))


@each(
    "evening, said",
    [
        pytest.param(
            game(row(5, 0, 3, out="Bo"), row(0, 9, 9, out="Ann"), rules=SHORT),
            "Decided in round 2, the fours: that put Ann ahead for good.",
            id="over",
        ),
        pytest.param(
            game(row(0, 5, 3, out="Ann"), row(0, 9, 9, out="Ann"), rules=SHORT),
            "Ann led from the first round to the last.",
            id="from the first round on",
        ),
        pytest.param(
            game(row(0, 0, 3, out="Ann"), row(4, 4, 8, out="Cy"), rules=SHORT),
            "It was never decided: Ann and Bo share the win.",
            id="a shared win",
        ),
        pytest.param(
            game(*LEVEL, row(None, None, 5, out="Ann", bonus=True), rules=SHORT),
            "Decided in round 2, the fours: that put Cy ahead for good.",
            id="a bonus round that decides nothing",
        ),
        pytest.param(
            game(
                row(0, 0, 30, out="Ann"),
                row(4, 4, 0, out="Cy"),
                row(0, 7, out="Ann", bonus=True),
                rules=TIED,
            ),
            "Decided in the play-off, which Ann won.",
            id="a tie that was played off",
        ),
        pytest.param(
            game(row(0, 0, 30, out="Ann"), row(4, 4, 0, out="Cy"), rules=TIED),
            "Not decided yet: Ann and Bo share the lead.",
            id="a tie to play off",
        ),
        pytest.param(
            game(row(0, 5, 3, out="Ann")),
            "Not decided yet: Ann has led since round 1, the threes.",
            id="a game that goes on",
        ),
        pytest.param(
            game(row(0, None, 3, out="Ann"), players=("Ann",)),
            "Not decided yet.",
            id="a game alone that goes on",
        ),
        pytest.param(
            game(row(5), players=("Ann",), rules=POINTS, finished=TODAY),
            "ANN wins with 5 points.",
            id="a game alone",
        ),
        pytest.param(
            game(row(5, 6, 7), rules=POINTS, finished=TODAY, put_away=True),
            "The game was put away without a winner.",
            id="put away",
        ),
        pytest.param(game(), "No round is on the sheet yet.", id="no round"),
    ],
)
def test_the_line_below_says_where_the_game_was_decided(evening: Game, said: str) -> None:
    assert decided_line(evening) == said
