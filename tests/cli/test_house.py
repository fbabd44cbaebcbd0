"""``house``: a rule that the table agrees on holds from a round on, and the past stays."""

from pathlib import Path

from scorekeeper import store
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.standings import standings
from tests.program import Run, ledger, scores, seeded

FILE = "t.toml"

WILDS_ALONE = """\
out = "Ann"

[rounds.scores]
Bo = 12
Cy = 5

[rounds.hands]
Ann = "3S 3H 3D"
"""
"""Ann went out with three wilds, as she may unless every meld needs a natural card."""


def game_of(folder: Path) -> Game:
    return store.load_ledger(folder / FILE)


def totals(folder: Path) -> dict[str, int]:
    return {line.player: line.total for line in standings(game_of(folder)).lines}


def test_who_went_out_in_the_past_stays_out_whatever_is_agreed_later(
    run: Run, folder: Path
) -> None:
    seeded(folder / FILE, ledger(WILDS_ALONE, scores("Bo", Ann=3, Bo=0, Cy=1)))
    assert run("house", "one-wild", "-f", FILE).code == 0
    assert totals(folder) == {"Ann": 3, "Cy": 6, "Bo": 12}
    answer = run("check", FILE)
    assert (answer.out, answer.code) == ("", 0)
