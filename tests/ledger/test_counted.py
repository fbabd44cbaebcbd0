"""What hands of gin are worth, and what a match comes to."""

import datetime
from random import Random

import pytest

from scorekeeper import games
from scorekeeper.cards import parse_card
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger import Game
from scorekeeper.ledger.columns import columns, settlements
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.gin import dead_hand, turn_up
from scorekeeper.ledger.recording import correct, record
from scorekeeper.ledger.rows import next_row, row_of
from scorekeeper.ledger.standings import is_finished, standings
from scorekeeper.ledger.written import Player
from scorekeeper.rules import RuleSet
from tests.effort import examples
from tests.tables import each, rows
from tests.tools.gin import random_deal
from tests.tools.plain_match import NAMES, Hand, Pad, random_hand

GIN = games.game("gin")
OKLAHOMA = games.game("oklahoma-gin")

MELDED, LEFT = "5s5h5d7h8h9hqcqdqh", "2c"
OTHERS = "9c9d9s4s5c6skckskdah"
"""Beside melds 16 points; 5C can be laid off on the fives."""


def match(rules: RuleSet = GIN) -> Game:
    people = tuple(map(Player, NAMES))
    return Game("Gin", datetime.date(2026, 3, 13), people, rules, dealer="Ann")


def played(game: Game, hand: dict[str, str], upcard: str | None = None) -> Game:
    if upcard:
        game = turn_up(game, parse_card(upcard))
    if not hand:
        return dead_hand(game, None)
    row = next_row(game)
    return record(game, {name: parse_entry(text, row.rules) for name, text in hand.items()}).game


def scores(*hands: dict[str, str], rules: RuleSet = GIN) -> list[tuple[int | None, ...]]:
    """Ann's and Bo's points in each hand."""
    game = match(rules)
    for hand in hands:
        game = played(game, hand)
    numbers = range(1, len(game.played) + 1)
    return [tuple(game.square(number, name).points for name in NAMES) for number in numbers]


@each(
    "ann, bo, points",
    [
        ("o", "23", (48, 0)),
        ("gin", "0", (25, 0)),
        ("big", "23", (54, 0)),
        ("o7", "23", (16, 0)),
        ("23", "o7", (0, 16)),
        ("o7", "7", (0, 25)),
        ("o7", "3", (0, 29)),
        ("3", "knocked with 7", (29, 0)),
        (f"o:{MELDED}{LEFT}", "23", (21, 0)),
        (f"o:{MELDED}/{LEFT}", "2", (0, 25)),
        (f"o:{MELDED}{LEFT}", OTHERS, (9, 0)),
        ("o:5s5h5d/7h8h9h/qcqdqh/2c", OTHERS, (9, 0)),
        ("o:5s5h5d/7h8h9h/qcqdqhqs", OTHERS, (16 + 25, 0)),
        ("o:5s5h5d/7h8h9h10h/qcqdqhqs", OTHERS, (16 + 31, 0)),
        ("o:5s5h5d7h8h9h10hqcqdqhqs", OTHERS, (16 + 31, 0)),
        ("o", OTHERS, (16 + 25, 0)),
    ],
)
def test_a_hand_is_worth_what_the_manual_says(ann: str, bo: str, points: tuple[int, int]) -> None:
    assert scores({"Ann": ann, "Bo": bo}) == [points]


def test_a_knock_without_marked_melds_is_laid_so_that_the_other_player_can_lay_off_least() -> None:
    own, theirs = "as3s4s5s6s7s8s6h7h8h", "acah2d2h2s3d3h5h9h9s"
    assert scores({"Ann": f"o:{own}", "Bo": theirs}) == [(6, 0)]


def test_points_left_are_kept_with_the_points_that_count() -> None:
    game = played(match(), {"Ann": "o7", "Bo": "23"})
    square = game.square(1, "Bo")
    assert (square.unmelded, square.points, game.square(1, "Ann").unmelded) == (23, 0, 7)


def test_a_spade_that_is_turned_up_doubles_the_points_of_the_hand_but_not_the_box() -> None:
    game = played(match(OKLAHOMA), {"Ann": "o4", "Bo": "20"}, "4S")
    assert (game.total("Ann"), game.played[0].knock, game.played[0].double) == (32, 4, True)
    assert settlements(game)["Ann"].boxes == 25


def test_a_dead_hand_scores_nothing_and_is_dealt_again_by_the_same_player() -> None:
    game = played(match(), {"Ann": "o", "Bo": "5"})
    dead = dead_hand(game, "the stock ran out")
    assert [dead.total(name) for name in NAMES] == [game.total(name) for name in NAMES]
    assert dead.dealer_of(2) == game.dealer_of(2) == "Bo"
    assert (dead.rounds[-1].dead, len(dead.played)) == (True, 1)


@each("ann, bo, kind, problem", rows(__file__, "counted.toml", "refused"))
def test_impossible_hands_are_refused(ann: str, bo: str, kind: str, problem: str) -> None:
    if not kind:
        assert scores({"Ann": ann, "Bo": bo}) == [(10, 0)]
        return
    with pytest.raises(ScorekeeperError) as refused:
        scores({"Ann": ann, "Bo": bo})
    assert (type(refused.value).__name__, refused.value.problem) == (kind, problem)


@each(
    "ann, bo, left",
    [
        ("o7=16", "23=0", (7, 23)),
        ("o7=16", "=0", (7, 23)),
        ("o7", "=30", (7, 2)),
        ("o=30", "=0", (0, 5)),
        ("=0", "big=36", (5, 0)),
    ],
)
def test_totals_of_a_pad_are_those_that_count(ann: str, bo: str, left: tuple[int, int]) -> None:
    game = played(match(), {"Ann": ann, "Bo": bo})
    assert tuple(game.square(1, name).unmelded for name in NAMES) == left


def test_a_correction_changes_only_what_is_entered() -> None:
    game = played(match(), {"Ann": "o7", "Bo": "23"})
    rules = row_of(game, 1).rules
    for typed, points in (
        ({"Ann": "o4"}, (19, 0)),
        ({"Bo": "7"}, (0, 25)),
        ({"Ann": "5"}, (18, 0)),
    ):
        entries = {name: parse_entry(text, rules) for name, text in typed.items()}
        mended = correct(row_of(game, 1), entries).game
        assert tuple(mended.square(1, name).points for name in NAMES) == points


def test_a_win_enters_every_open_column_and_opens_the_next_one() -> None:
    game = match(GIN.replace(columns=3))
    for hand in ({"Ann": "o", "Bo": "23"}, {"Ann": "o4", "Bo": "20"}, {"Ann": "20", "Bo": "o5"}):
        game = played(game, hand)
    points = [tuple(column.points(name) for name in NAMES) for column in columns(game)]
    assert points == [(64, 15), (16, 0), (0, 0)]
    game = played(game, {"Ann": "o", "Bo": "44"})  # ends the first column
    game = played(game, {"Ann": "20", "Bo": "o5"})  # the first that Bo has opened is over
    points = [tuple(column.points(name) for name in NAMES) for column in columns(game)]
    assert points == [(133, 15), (85, 15), (69, 0)]
    assert (columns(game)[0].winner, is_finished(game)) == ("Ann", False)


def test_the_player_who_reached_the_target_wins_even_if_boxes_give_the_other_more() -> None:
    game = match()
    for _ in range(9):
        game = played(game, {"Ann": "o1", "Bo": "2"})
    for _ in range(2):
        game = played(game, {"Ann": "30", "Bo": "o"})
    places = standings(game)
    assert places.winners == ("Bo",)
    assert [(line.player, line.total, line.final) for line in places.lines] == [
        ("Bo", 110, 110 + 100 + 50),
        ("Ann", 9, 9 + 9 * 25),
    ]


@pytest.mark.parametrize("seed", range(examples(12)))
@pytest.mark.slow
def test_random_matches_are_counted_twice_alike(seed: int) -> None:
    random = Random(f"match/{seed}")
    rules = random.choice((GIN, OKLAHOMA)).replace(columns=random.choice((1, 1, 3, 4)))
    dealt = [(found.knocker, found.other) for found in map(random_deal, [random] * 40)]
    dealt = [(own, other) for own, other in dealt if set(own + other) <= set(rules.pack)]
    for _ in range(4):
        game, pad = match(rules), Pad(rules)
        while not pad.is_done():
            hand: Hand = random_hand(random, rules, dealt)
            game = played(game, hand.entries, hand.upcard)
            if hand.scorer:
                assert game.square(len(game.played), hand.scorer).points == hand.points, hand
                if hand.points:
                    pad.write(hand.scorer, hand.points)
            assert is_finished(game) == pad.is_done()
        for name in NAMES:
            found = [column.points(name) for column in columns(game)]
            assert found == [sum(column[name]) for column in pad.columns]
            assert settlements(game)[name].total == pad.final(name)
