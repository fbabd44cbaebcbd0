"""What is wrong in a row: an entry is refused for what ``check`` finds in a ledger."""

from collections.abc import Mapping

import pytest

from scorekeeper.errors import CardError, ScorekeeperError
from scorekeeper.ledger.faults import faults
from scorekeeper.ledger.recording import correct, record
from scorekeeper.ledger.rows import row_of
from scorekeeper.ledger.written import Round
from tests.tables import each
from tests.values import DEFAULT, entries, game, row

ONE_PACK = DEFAULT.replace(decks=1)


@each(
    "typed, written, check",
    [
        ("31 o 5", row(31, 0, 5, out="Bo"), "score-range"),
        ("12 o o", row(12, 0, 0)._replace(out=("Bo", "Cy")), "out-score"),
        (
            {"Ann": "5h6h", "Bo": "o", "Cy": "5"},
            Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": "5H 6H"}, out=("Bo",)),
            "hand-size",
        ),
        (
            {"Ann": "5h6h7x", "Bo": "o", "Cy": "5"},
            Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": "5H 6H 7X"}, out=("Bo",)),
            "impossible-card",
        ),
        (
            {"Ann": "5h5h9c", "Bo": "o", "Cy": "5"},
            Round(scores={"Bo": 0, "Cy": 5}, hands={"Ann": "5H 5H 9C"}, out=("Bo",)),
            "impossible-card",
        ),
        (
            {"Ann": "12", "Bo": "out:4h5hkd", "Cy": "3"},
            Round(scores={"Ann": 12, "Cy": 3}, hands={"Bo": "4H 5H KD"}, out=("Bo",)),
            "out-claim",
        ),
    ],
)
def test_an_entry_is_refused_for_what_check_would_find_on_the_sheet(
    typed: str | Mapping[str, str], written: Round, check: str
) -> None:
    [found] = faults(row_of(game(written, rules=ONE_PACK), 1))
    evening = game(rules=ONE_PACK)
    with pytest.raises(ScorekeeperError) as refused:
        record(evening, entries(evening, typed))
    assert (found.check, found.error.problem) == (check, str(refused.value))
    assert type(found.error) is type(refused.value)


def test_going_out_with_points_is_refused_and_reported_in_the_same_words() -> None:
    [found] = faults(row_of(game(row(12, 4, 5, out="Bo")), 1))
    with pytest.raises(ScorekeeperError) as refused:
        record(game(), entries(game(), "12 4 5"), ["Bo"])
    assert str(refused.value) == found.error.problem
    assert found.error.problem == "Bo went out, which means 0 points, but has 4"


def test_an_extra_card_on_the_sheet_is_no_reason_to_refuse_a_hand_without_it() -> None:
    shown = {"Ann": "5H 5H 5H", "Cy": "5H 9C 9D"}
    evening = game(Round(scores={"Bo": 0}, hands=shown, out=("Bo",)), rules=ONE_PACK)
    corrected = correct(row_of(evening, 1), entries(evening, {"Cy": "2s9c9d"}, 1)).game
    assert corrected.rounds[0].hands["Cy"] == "2S 9C 9D"
    with pytest.raises(CardError, match="5♥ appears 4 times"):
        correct(row_of(evening, 1), entries(evening, {"Cy": "5h9c2d"}, 1))
