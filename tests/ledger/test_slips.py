"""The single slip of the pen that would explain a difference between paper and sheet."""

import pytest

from scorekeeper.ledger.rows import Slip, explain
from tests.tables import each


@each(
    "paper, sheet, points, slips",
    [
        pytest.param(74, 74, [12, 62], (), id="no difference"),
        pytest.param(97, 88, [8, 12, 35, 33], (Slip(2, "12 written as 21", 21),), id="swapped"),
        pytest.param(
            97,
            88,
            [9, 7, 11, 35, 12, 14],
            (Slip(5, "12 written as 21", 21), Slip(1, "9 counted twice")),
            id="swapped before counted twice",
        ),
        pytest.param(79, 88, [21, 67], (Slip(1, "21 written as 12", 12),), id="swapped down"),
        pytest.param(
            33,
            24,
            [12, 12],
            (Slip(1, "12 written as 21", 21), Slip(2, "12 written as 21", 21)),
            id="swapped in either of two",
        ),
        pytest.param(50, 5, [5], (Slip(1, "5 written as 50", 50),), id="a zero behind"),
        pytest.param(5, 50, [50], (Slip(1, "50 written as 5", 5),), id="a zero lost"),
        pytest.param(36, 25, [14, 11], (Slip(2, "11 counted twice"),), id="counted twice"),
        pytest.param(14, 25, [14, 11], (Slip(2, "11 left out"),), id="left out"),
        pytest.param(78, 88, [44, 44], (Slip(None, "a forgotten carry"),), id="a carry"),
        pytest.param(98, 88, [44, 44], (Slip(None, "an extra carry"),), id="an extra carry"),
        pytest.param(188, 288, [44, 244], (Slip(None, "a forgotten carry"),), id="a hundred"),
        pytest.param(91, 88, [44, 44], (), id="nothing explains it"),
        pytest.param(100, 88, [None, 88, 0], (), id="what is missing explains nothing"),
        pytest.param(12, 9, [None, 9], (), id="none"),
        pytest.param(
            20,
            10,
            [10],
            (Slip(1, "10 counted twice"), Slip(None, "an extra carry")),
            id="the likeliest kind first",
        ),
        pytest.param(0, -3, [-3], (Slip(1, "-3 left out"),), id="points below nothing left out"),
        pytest.param(-21, -12, [-12, 0], (), id="points below nothing have no digits to swap"),
    ],
)
def test_a_slip_explains_a_difference(
    paper: int, sheet: int, points: list[int | None], slips: tuple[Slip, ...]
) -> None:
    assert explain(paper, sheet, points) == slips


@each("score", [12, 35, 41, 70, 9])
def test_two_digits_swapped_are_the_first_explanation(score: int) -> None:
    swapped = int(f"{score:02}"[::-1])
    found = explain(100 + swapped - score, 100, [score])
    assert found[0] == Slip(1, f"{score} written as {swapped}", swapped)
