"""The rivals of a season, and its months or years side by side."""

import csv
import io
import re
from pathlib import Path

import pytest

from tests.program import Run, facts, ledger, refusal, scores, seeded

# ── rivals ───────────────────────────────────────────────────────────────────────────────


def rounds_of(folder: Path, *results: dict[str, int]) -> None:
    """A game of one round for each result."""
    rules = '[rules]\ngame = "points"\nrounds = 1\ndealer = "none"\nplayers = [1, 0]\n'
    for number, points in enumerate(results, start=1):
        text = ledger(scores(**points), players=tuple(points), rules=rules)
        day = f"date = {2025 + number // 4}-{number % 4 + 1:02}-13"
        seeded(folder / f"{number}.toml", re.sub(r"(?m)^date = .*$", day, text))


CY_LAST = {"Ann": 1, "Bo": 2, "Cy": 3}
BO_FIRST = {"Bo": 1, "Ann": 2, "Cy": 3}


def test_a_rival_is_ahead_in_the_largest_share_of_three_games_or_more(
    run: Run, folder: Path
) -> None:
    rounds_of(folder, CY_LAST, CY_LAST, BO_FIRST, {"Dee": 0, "Ann": 1}, {"Dee": 0, "Ann": 1})
    assert facts(run, "stats")["rivals"] == [
        {"player": "Ann", "rivals": ["Bo"], "ahead": 1, "games": 3},
        {"player": "Bo", "rivals": ["Ann"], "ahead": 2, "games": 3},
        {"player": "Cy", "rivals": ["Ann", "Bo"], "ahead": 3, "games": 3},
    ]
    said = run("stats").said
    rows = [line.split() for line in said[said.index("Rivals") + 3 :][:3]]
    assert rows[2] == ["Cy", "Ann", "and", "Bo", "3", "of", "3"]
    assert "  rival: ahead in the largest share of at least 3 games together" in said
    assert [row["player"] for row in facts(run, "stats", "--player", "cy")["rivals"]] == ["Cy"]


def test_the_share_of_games_won_is_next_to_the_wins(run: Run, folder: Path) -> None:
    rounds_of(folder, CY_LAST, CY_LAST, BO_FIRST)
    [ann] = [line.split() for line in run("stats").said if line.startswith("  1 ")]
    assert ann[1:5] == ["Ann", "3", "2", "67%"]


# ── months and years side by side ────────────────────────────────────────────────────────


def test_years_are_side_by_side_with_all_of_them_last(run: Run, folder: Path) -> None:
    rounds_of(folder, CY_LAST, CY_LAST, BO_FIRST, CY_LAST)
    said = run("stats", "--by", "year").said
    assert [" ".join(line.split()) for line in said[2:6]] == [
        "wins 2025 2026 all",
        "Ann 2 of 3 1 of 1 3 of 4",
        "Bo 1 of 3 0 of 1 1 of 4",
        "Cy 0 of 3 0 of 1 0 of 4",
    ]
    assert ["mean", "total", "2025", "2026", "all"] in [line.split() for line in said]
    found = facts(run, "stats", "--by", "year")
    assert [(part["span"], part["games"]) for part in found["spans"]] == [("2025", 3), ("2026", 1)]
    wins = [[line["wins"] for line in part["players"]] for part in found["spans"]]
    assert wins == [[2, 1, 0], [1, 0, 0]]
    assert found["games"] == 4


def test_months_without_games_are_left_out_and_unknown_days_are_named(
    run: Run, folder: Path
) -> None:
    rounds_of(folder, CY_LAST, BO_FIRST)
    text = (folder / "2.toml").read_text("utf-8")
    seeded(folder / "2.toml", re.sub(r"(?m)^date = .*\n", "", text))
    found = facts(run, "stats", "--by", "month")
    assert [part["span"] for part in found["spans"]] == ["no date", "2025-02"]


@pytest.mark.parametrize("to", ["csv", "md", "html"])
def test_spans_are_written_in_every_format(run: Run, folder: Path, to: str) -> None:
    rounds_of(folder, CY_LAST, CY_LAST, BO_FIRST, CY_LAST)
    text = run("stats", "--by", "year", "--to", to).out
    if to == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [(row["span"], row["player"], row["wins"]) for row in rows] == [
            *[("2025", "Ann", "2"), ("2025", "Bo", "1"), ("2025", "Cy", "0")],
            *[("2026", "Ann", "1"), ("2026", "Bo", "0"), ("2026", "Cy", "0")],
        ]
    else:
        assert "2 of 3" in text
        assert "2026" in text


def test_another_span_is_refused(run: Run, folder: Path) -> None:
    rounds_of(folder, CY_LAST)
    answer = run("stats", "--by", "week")
    assert answer.err == refusal("'week' isn't a period", "use --by month or --by year")
    assert (answer.out, answer.code) == ("", 2)
