"""Whatever command ends a game, ties it or gives it another winner says so."""

from pathlib import Path

import pytest

from tests.program import ONE_ROUND, Run, ledger, scores, seeded

FOUR = ("Ann", "Bo", "Cy", "Zoe")
PLAYED = scores("Bo", Ann=12, Bo=0, Cy=5, Zoe=21)
LEVEL = scores("Bo", Ann=12, Bo=0, Cy=0, Zoe=21)
PLAYED_OFF = ONE_ROUND + 'ties = "bonus-round"\n'
TWO_ROUNDS = "[rules]\ndecks = 2\nrounds = [{ deal = 3, wild = '3' }, { deal = 4, wild = '4' }]\n"
TO_20 = "[rules]\nrounds = 0\ntarget = 20\ndealer = 'none'\n"

GOES_ON = "The game goes on: nobody has won yet."


def game(rules: str, block: str) -> str:
    dealer = "" if "dealer" in rules else 'dealer = "Ann"\n'
    return ledger(block, players=FOUR, rules=rules, game=dealer)


@pytest.mark.parametrize(
    ("rules", "block", "command", "says"),
    [
        # another winner
        (ONE_ROUND, PLAYED, "penalty bo 12", "CY wins with 5 points."),
        (ONE_ROUND, PLAYED, "bonus zoe 30", "ZOE wins with -9 points."),
        (ONE_ROUND, PLAYED, "fix 1 cy=0", "BO and CY share the win with 0 points."),
        (ONE_ROUND, PLAYED, "penalty bo 5", "BO and CY share the win with 5 points."),
        (ONE_ROUND, PLAYED, "house winner=high", "ZOE wins with 21 points."),
        (ONE_ROUND, LEVEL, "penalty bo 1", "CY wins with 0 points."),
        (ONE_ROUND, PLAYED, "misdeal", GOES_ON),
        # the end of a game
        (TWO_ROUNDS, PLAYED, "house rounds=1", "BO wins with 0 points."),
        (
            TO_20,
            scores(None, Ann=12, Bo=0, Cy=5, Zoe=19),
            "penalty zoe 1",
            "BO wins with 0 points.",
        ),
        # a tie that is played off
        (PLAYED_OFF, PLAYED, "fix 1 cy=0", GOES_ON),
        (PLAYED_OFF, LEVEL, "penalty bo 1", "CY wins with 0 points."),
        # a tie on the way
        (TWO_ROUNDS, PLAYED, "penalty bo 5", "Bo and Cy share the lead."),
        (TWO_ROUNDS, LEVEL, "penalty bo 5", "Cy leads alone."),
        # nothing of the kind
        (ONE_ROUND, PLAYED, "penalty zoe 5", None),
        (ONE_ROUND, PLAYED, "player rename bo Bob", None),
        (TWO_ROUNDS, PLAYED, "penalty bo 1", None),
        (TWO_ROUNDS, PLAYED, "penalty bo 7", None),
    ],
)
def test_the_page_says_who_has_won_or_is_level(
    rules: str, block: str, command: str, says: str | None, run: Run, folder: Path
) -> None:
    path = folder / "thursday.toml"
    seeded(path, game(rules, block))
    answer = run(*command.split())
    assert answer.code == 0, answer.err
    outcomes = [
        line
        for line in answer.said
        if "wins with" in line
        or "share the win with" in line
        or line.endswith(("the lead.", "leads alone."))
        or line == GOES_ON
    ]
    assert outcomes == ([says] if says else [])


def test_undo_and_redo_say_who_has_won(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger(players=FOUR, rules=ONE_ROUND))
    run("add", "12", "o", "5", "21")
    run("penalty", "bo", "12")
    assert "BO wins with 0 points." in run("undo").said
    assert GOES_ON in run("undo").said
    assert "BO wins with 0 points." in run("redo").said
    assert "CY wins with 5 points." in run("redo").said


# ── sitting out ──────────────────────────────────────────────────────────────────────────


def test_a_player_who_sits_out_is_told_right_away_that_the_place_is_lost(run: Run) -> None:
    run("new", "Ann", "Bo", "Cy", "-f", "a.toml")
    told = "sat out round 1, the threes, and won't be ranked"
    said = run("add", "-", "o", "5").said
    assert f"Ann {told}; to give points instead:  sk fix 3s ann=POINTS" in said
    again = run("fix", "3s", "bo=-", "cy=o").out
    assert f"Bo {told}; to give points instead:  sk fix 3s bo=POINTS" in again
    assert "Ann sat out" not in again
    assert "sat out" not in run("add", "-", "o", "5").out
    mended = run("fix", "3s", "bo=7")
    assert (mended.code, "sat out" in mended.out) == (0, False)
