"""Which games are of one kind, and what counts in those that ended early."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import codec
from scorekeeper.games import game as rules_of
from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleSet
from scorekeeper.rules.variations import vary
from tests.manual.examples import ROOT
from tests.program import Run, facts, seeded
from tests.tools.seasons import believable

DAY = date(2026, 3, 13)


def ended(folder: Path, file: str, rules: RuleSet, *rows: tuple[int, int], title: str = "") -> None:
    """A game of Ann and Bo that was ended after these rounds, each with Ann's points and Bo's."""
    rounds = tuple(
        Round(scores={"Ann": ann, "Bo": bo}, out=("Ann",) if rules.plays_cards and not ann else ())
        for ann, bo in rows
    )
    seats = (Player("Ann"), Player("Bo"))
    game = Game(title or rules.title, DAY, seats, rules, rounds, finished=DAY)
    seeded(folder / file, codec.write_new(game))


def totals(kind: Any) -> dict[str, Any]:
    """The mean total of each player, and the record totals."""
    records = {name: held["value"] for name, held in kind["records"].items() if "total" in name}
    return {line["player"]: line["total_mean"] for line in kind["players"]} | records


INDIAN = rules_of("indian-rummy")
OWN = RuleSet(game="cabin", title="Cabin rules")


@pytest.mark.parametrize(
    ("rules", "title", "kind", "words"),
    [
        (rules_of("five-crowns"), "Sunday", "five-crowns", "Five Crowns"),
        (
            rules_of("three-thirteen").replace(winner="high"),
            "",
            "three-thirteen winner=high",
            "Three Thirteen, most points win",
        ),
        (
            rules_of("three-thirteen").replace(jokers=2, rounds=5),
            "",
            "three-thirteen rounds=5",
            "Three Thirteen, 5 rounds",
        ),
        (INDIAN, "", "indian-rummy", "Indian Rummy"),
        (vary(INDIAN, {}, ["pool-201"]), "", "indian-rummy target=201", "Indian Rummy, to 201"),
        (
            vary(INDIAN, {}, ["deals-2"]),
            "",
            "indian-rummy winner=high count=winner-takes target=0 rounds=2",
            "Indian Rummy, 2 deals",
        ),
        (
            INDIAN.replace(reaching="ends", target=0, rejoin_limit=0),
            "",
            "indian-rummy target=0",
            "Indian Rummy, no target",
        ),
        (rules_of("oklahoma-gin"), "", "oklahoma-gin", "Oklahoma Gin"),
        (rules_of("gin").replace(columns=3), "", "gin columns=3", "Gin Rummy, 3 columns"),
        (rules_of("points"), " Skyjo ", "skyjo", "Skyjo"),
        (
            rules_of("points").replace(winner="high", target=500),
            "Uno",
            "uno winner=high target=500",
            "Uno, most points win, to 500",
        ),
        (
            rules_of("points").replace(target=100),
            "Gin",
            "gin winner=low count=own",
            "Gin, fewest points win, each scores their own points",
        ),
        (OWN, "", "cabin", "Cabin rules"),
        (OWN.replace(repeats=True), "", "cabin rounds=0", "Cabin rules, open end"),
        (
            OWN.replace(repeats=True, target=150),
            "",
            "cabin target=150 rounds=0",
            "Cabin rules, to 150",
        ),
    ],
)
def test_a_kind_names_what_differs_from_the_game_itself(
    run: Run, folder: Path, rules: RuleSet, title: str, kind: str, words: str
) -> None:
    ended(folder, "a.toml", rules, (0, 5), title=title)
    found = facts(run, "stats", "--game", kind)
    assert (list(found["kinds"]), found["evenings"][0]["game"]) == ([kind], kind)
    assert any(line.startswith(f"{words} · 1 game") for line in run("stats").said)


def test_a_game_ended_early_counts_for_wins_and_places_alone(run: Run, folder: Path) -> None:
    crowns = rules_of("five-crowns")
    ended(folder, "1.toml", crowns, (0, 40))
    ended(folder, "2.toml", crowns, *[(4, 3)] * 11)
    ended(folder, "3.toml", crowns, (0, 50), (1, 0))
    found = facts(run, "stats")
    kind = found["kinds"]["five-crowns"]
    assert (kind["games"], kind["ended_early"]) == (3, 2)
    assert totals(kind) == {"Ann": 44.0, "Bo": 33.0, "best_total": 33, "worst_total": 44}
    assert {line["player"]: line["wins"] for line in kind["players"]} == {"Ann": 2, "Bo": 1}
    assert {line["player"]: line["rounds"] for line in kind["players"]} == {"Ann": 11, "Bo": 11}
    assert {held["file"] for held in kind["records"].values()} == {"2.toml"}
    words = "it ended early, so its points aren't compared"
    says = [evening["says"] for evening in found["evenings"]]
    assert says == [words, "the first full game of its kind", words]
    said = run("stats").said
    assert "Five Crowns · 3 games, 2 ended early · the lead never changed" in said
    assert "  ended early: the place and the win count, the points don't" in said


def test_a_kind_without_a_full_game_has_no_table_of_points(run: Run, folder: Path) -> None:
    ended(folder, "1.toml", rules_of("five-crowns"), (0, 40))
    said = run("stats").said
    assert not any(line.lstrip().startswith("points") for line in said)
    ended(folder, "2.toml", rules_of("five-crowns"), *[(4, 3)] * 11)
    said = run("stats").said
    assert "  points: per round, without penalties and bonuses" in said


def test_the_page_for_scripts_names_every_key_of_a_kind(run: Run, folder: Path) -> None:
    for file, text in believable().items():
        seeded(folder / file, text)
    kind = facts(run, "stats")["kinds"]["three-thirteen"]
    keys = {*kind, *kind["records"], *kind["records"]["streak"]}
    page = (ROOT / "scorekeeper/manual/scripts.md").read_text("utf-8")
    lines = page.partition("- Each of the `kinds`")[2].partition("- `would_stand`")[0]
    assert keys <= set(re.findall(r"`(\w+)`", lines))


POINTS = rules_of("points")


@pytest.mark.parametrize(
    ("rules", "rows", "is_early"),
    [
        (POINTS, [(3, 5)], False),
        (POINTS.replace(target=100), [(3, 5)], True),
        (POINTS.replace(target=100), [(3, 101)], False),
        (POINTS.replace(rounds=2), [(3, 5)], True),
        (POINTS.replace(rounds=2), [(3, 5), (3, 5)], False),
        (POINTS.replace(rounds=2, target=5), [(3, 5)], False),
        (INDIAN, [(0, 80)], True),
        (INDIAN, [(0, 80), (0, 21)], False),
        (rules_of("gin").replace(columns=3), [(0, 80)], True),
        (rules_of("three-thirteen").replace(ties="bonus-round"), [(1, 1)] * 11, False),
    ],
)
def test_only_a_game_with_a_last_round_or_a_target_ends_early(
    run: Run, folder: Path, rules: RuleSet, rows: list[tuple[int, int]], *, is_early: bool
) -> None:
    ended(folder, "a.toml", rules, *rows)
    [kind] = facts(run, "stats")["kinds"].values()
    assert kind["ended_early"] == is_early
    assert bool(kind["records"]) != is_early
