"""What a square of the score sheet says."""

import pytest

from scorekeeper.games import game as packaged
from scorekeeper.render.standings import sheet_grid
from scorekeeper.rules.scoring import SCORINGS, WinnerTakes
from tests.tables import each
from tests.values import DEFAULT, game, row


def test_points_come_with_out_only_if_the_winner_takes_them() -> None:
    by_hand = sheet_grid(game(row(12, 7, out="Bo"), players=("Ann", "Bo")))
    assert [square.split() for square in by_hand.rows[0][-2:]] == [["12", "12"], ["out", "7"]]
    rules = DEFAULT.replace(count="winner-takes", winner="high")
    takes = sheet_grid(game(row(12, 0, out="Bo"), players=("Ann", "Bo"), rules=rules))
    assert [square.split() for square in takes.rows[0][-2:]] == [["12", "0"], ["out", "+12", "12"]]


class BothSaid(WinnerTakes):
    def square_text(self, unmelded: int | None, points: int | None, *, is_out: bool) -> str:
        return f"{unmelded}/{points}{'!' if is_out else ''}"


def test_a_kind_of_scoring_says_what_everybodys_square_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCORINGS, "winner-takes", BothSaid())
    rules = DEFAULT.replace(count="winner-takes", winner="high")
    said = sheet_grid(game(row(12, 0, out="Bo"), players=("Ann", "Bo"), rules=rules))
    assert [square.split() for square in said.rows[0][-2:]] == [["12/0", "0"], ["0/12!", "12"]]


@each(
    "game_id, columns",
    [
        ("gin", ["rd", "dealer"]),
        ("indian-rummy", ["rd", "wild", "dealer"]),
        ("three-thirteen", ["rd", "wild", "dealer"]),
        ("points", ["rd"]),
    ],
)
def test_a_sheet_has_a_column_for_wilds_if_any_card_is_ever_wild(
    game_id: str, columns: list[str]
) -> None:
    grid = sheet_grid(game(players=("Ann", "Bo"), rules=packaged(game_id)))
    assert [*grid.header] == [*columns, "Ann", "Bo"]
