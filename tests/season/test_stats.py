"""What ``stats`` counts and leaves out, what narrows it, and how it looks."""

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import terminal
from scorekeeper.season.figures import file_order
from tests.manual.examples import ROOT
from tests.program import ROUND, Run, facts, ledger, numbers_in, refusal, scores, seeded
from tests.terminal import Sits
from tests.tools.seasons import believable

SKYJO = '[rules]\ngame = "points"\nrounds = 2\ndealer = "none"\nplayers = [1, 0]\n'
SHORT, SHORT_SKYJO = "short rounds=2", "skyjo rounds=2"
TWO = '[rules]\ngame = "short"\ndecks = 2\nrounds = [{ deal = 3, wild = "3" }, { deal = 4 }]\n'


def evening(folder: Path, file: str, *rounds: str, day: str = "2026-03-13", **more: Any) -> None:
    text = ledger(*rounds, **{"rules": TWO, **more})
    seeded(folder / file, re.sub(r"(?m)^date = .*$", f"date = {day}", text))


def test_the_wins_by_chance_are_exact_enough_for_one_game(run: Run, folder: Path) -> None:
    four = ("Ann", "Bo", "Cy", "Dee")
    block = scores("Bo", Ann=12, Bo=0, Cy=5, Dee=7)
    evening(folder, "a.toml", block, block, players=four)
    lines = [line.split() for line in run("stats").said]
    assert next(line for line in lines if "Ann" in line)[5] == "0.25"


def test_games_that_do_not_count_are_named_with_the_reason(run: Run, folder: Path) -> None:
    evening(folder, "a.toml", ROUND, ROUND)
    evening(folder, "away.toml", ROUND, game="finished = 2026-03-13\nput_away = true\n")
    evening(folder, "empty.toml", game="finished = 2026-03-13\n")
    evening(folder, "open.toml", ROUND)
    evening(folder, "solo.toml", scores(Ann=1), scores(Ann=1), players=["Ann"])
    seeded(folder / "torn.toml", "schema = 1\n[game]\n[rules\n")
    seeded(folder / "other.toml", "name = 1\n")
    found = facts(run, "stats")
    assert found["games"] == 1
    assert found["left_out"] == [
        {"file": "away.toml", "because": "put away"},
        {"file": "empty.toml", "because": "nobody won"},
        {"file": "open.toml", "because": "not finished"},
        {"file": "solo.toml", "because": "played alone"},
        {"file": "torn.toml", "because": found["left_out"][-1]["because"]},
    ]
    assert "this isn't valid TOML" in found["left_out"][-1]["because"]
    assert run("stats").said[:2] == [
        "1 finished game · 13 March 2026",
        "5 games not counted: 1 put away, 1 won by nobody, 1 not finished yet, "
        "1 played alone, 1 unreadable",
    ]
    assert "Short, 2 rounds · 1 game · the lead never changed" in run("stats").said


def test_both_days_belong_to_the_span_and_what_is_outside_is_not_listed(
    run: Run, folder: Path
) -> None:
    for day in range(1, 6):
        evening(folder, f"{day}.toml", *[ROUND] * (2 - day % 2), day=f"2026-03-0{day}")
    found = facts(run, "stats", "--since", "2026-03-02", "--until", "2026-03-04")
    assert [row["file"] for row in found["evenings"]] == ["2.toml", "4.toml"]
    assert [row["file"] for row in found["left_out"]] == ["3.toml"]
    answer = run("stats", "--since", "March")
    assert (answer.err, answer.code) == (
        refusal("'March' isn't a date", "give year, month and day, like 2025-11-08"),
        2,
    )


def test_a_kind_is_the_label_or_without_cards_the_title(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", ROUND, ROUND)
    evening(folder, "2.toml", scores(Ann=1, Bo=2), scores(Ann=1, Bo=2), rules=SKYJO, title="Skyjo")
    evening(folder, "3.toml", scores(Ann=1, Bo=2), scores(Ann=1, Bo=2), rules=SKYJO, title="SKYJO")
    evening(folder, "4.toml", scores(Ann=1), rules=SKYJO, title="Phase 10")
    texts = {"2.toml", "3.toml", "4.toml"}
    for file in texts:  # Cy does not play these
        path = folder / file
        seeded(path, path.read_text().replace('[[players]]\nname = "Cy"\n', ""))
    found = facts(run, "stats")
    assert {kind: some["games"] for kind, some in found["kinds"].items()} == {
        SHORT: 1,
        SHORT_SKYJO: 2,
    }
    [ann] = [p for p in found["kinds"][SHORT_SKYJO]["players"] if p["player"] == "Ann"]
    assert (ann["went_out"], ann["went_out_rate"], ann["deals"]) == (None, None, [])
    for typed in ("skyjo", "SKY"):
        narrowed = facts(run, "stats", "--game", typed)
        assert (narrowed["games"], list(narrowed["kinds"])) == (2, [SHORT_SKYJO])
        assert narrowed["left_out"] == []
    answer = run("stats", "--game", "s")
    problem = f"'s' could be {SHORT} or {SHORT_SKYJO}"
    assert (answer.err, answer.code) == (refusal(problem, "type more of the name"), 2)
    answer = run("stats", "--game", "skio")
    problem, remedy = "no game here is called 'skio'", f"the games here are {SHORT} and"
    assert (problem in answer.err, remedy in answer.err, answer.code) == (True, True, 2)


def test_rounds_beyond_the_last_are_counted_like_the_others(run: Run, folder: Path) -> None:
    """Nobody knows what was dealt in them: a ledger that was edited by hand may have such."""
    evening(folder, "1.toml", ROUND, ROUND, ROUND, ROUND)
    [bo] = [
        line for line in facts(run, "stats")["kinds"][SHORT]["players"] if line["player"] == "Bo"
    ]
    assert (bo["rounds"], bo["best_round"], bo["worst_round"]) == (4, 0, 0)
    assert [row["rounds"] for row in bo["deals"]] == [1, 1]


def test_a_match_that_settles_counts_what_was_won(run: Run, folder: Path) -> None:
    (folder / "1.toml").write_bytes((ROOT / "sample_games/gin-by-the-fire.toml").read_bytes())
    (folder / "2.toml").write_bytes((ROOT / "sample_games/hollywood-at-noon.toml").read_bytes())
    kinds = facts(run, "stats")["kinds"]
    means = {line["player"]: line["total_mean"] for line in kinds["gin"]["players"]}
    assert means == {"Uncle Cy": 310.0, "Ann": 159.0}
    assert kinds["gin"]["records"]["worst_total"]["value"] == 159
    hollywood = kinds["gin columns=3"]
    means = {line["player"]: line["total_mean"] for line in hollywood["players"]}
    assert means == {"Zoë": 739.0, "Bo": 622.0}
    assert hollywood["records"]["best_total"]["value"] == 739
    lately = [line.strip() for line in run("stats").said[-2:]]
    assert lately[0].startswith("11 January 2026, Hollywood at noon: Zoë won with 739;")
    assert lately[1].startswith("10 January 2026, Gin by the fire: Uncle Cy won with 310;")


def test_evenings_are_sorted_by_date_then_by_file_with_numbers_as_numbers() -> None:
    files = ["b/june.toml", "a/june-10.toml", "a/june.toml", "june-2.toml", "a/june-2b.toml"]
    in_order = ["a/june.toml", "b/june.toml", "june-2.toml", "a/june-2b.toml", "a/june-10.toml"]
    assert sorted(files, key=file_order) == in_order


def test_an_evening_without_a_date_is_shown_without_one(run: Run, folder: Path) -> None:
    low, high = scores("Bo", Ann=12, Bo=0, Cy=5), scores("Bo", Ann=30, Bo=0, Cy=40)
    for file, block in {"a.toml": low, "b.toml": high, "c.toml": high, "d.toml": low}.items():
        evening(folder, file, block, block)
        text = (folder / file).read_text("utf-8")
        seeded(folder / file, re.sub(r"(?m)^date = .*\n", "", text))
    lines = run("stats").said
    assert lines[0] == "4 finished games"
    assert not [line for line in lines if "January" in line]
    assert "Cy, round 1" in next(line for line in lines if line.startswith("  worst round"))
    seen = facts(run, "stats")
    assert {evening["date"] for evening in seen["evenings"]} == {None}
    assert {record["date"] for record in seen["kinds"][SHORT]["records"].values()} == {None}
    assert not [evening["says"] for evening in seen["evenings"] if "since" in evening["says"]]


def test_a_best_is_never_since_an_unknown_day(run: Run, folder: Path) -> None:
    bo, cy = scores(Ann=50, Bo=10, Cy=60), scores(Ann=50, Bo=60, Cy=20)
    blocks = (scores(Ann=0, Bo=90, Cy=99), bo, cy, bo, cy, scores(Ann=0, Bo=80, Cy=80))
    for number, block in enumerate(blocks):
        evening(folder, f"e{number}.toml", block, block, day=f"2026-03-{number + 10}")
    said = [evening["says"] for evening in facts(run, "stats")["evenings"]]
    assert "Ann's best since 10 March" in said
    text = (folder / "e0.toml").read_text("utf-8")
    seeded(folder / "e0.toml", re.sub(r"(?m)^date = .*\n", "", text))
    said = [evening["says"] for evening in facts(run, "stats")["evenings"]]
    assert not [line for line in said if line.startswith("Ann's best")]


def test_one_person_has_a_page_of_their_own(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", ROUND, ROUND)
    evening(folder, "2.toml", scores("Bo", Ann=1, Bo=0), scores("Bo", Ann=1, Bo=0), players="AB")
    seeded(folder / "2.toml", (folder / "2.toml").read_text().replace('"A"', '"Ann"'))
    seeded(folder / "2.toml", (folder / "2.toml").read_text().replace('"B"', '"Bo"'))
    found = facts(run, "stats", "--player", "cy")
    assert [line["player"] for line in found["players"]] == ["Cy"]
    assert [line["player"] for line in found["kinds"][SHORT]["players"]] == ["Cy"]
    assert [pair["players"] for pair in found["head_to_head"]] == [["Cy", "Bo"], ["Cy", "Ann"]]
    assert [pair["ahead"] for pair in found["head_to_head"]] == [[0, 1], [1, 0]]
    assert [row["file"] for row in found["evenings"]] == ["1.toml"]
    said = run("stats", "--player", "cy").said
    assert run("stats", "cy").said == said
    assert said[0] == "Cy · 1 finished game · 13 March 2026"
    answer = run("stats", "--player", "Dee")
    remedy = "the players are Ann, Bo and Cy."
    assert answer.err == refusal("'Dee' isn't playing in these games", remedy)
    assert answer.code == 2


def test_shown_hands_count_and_a_rule_holds_from_its_round_on(run: Run, folder: Path) -> None:
    hand = 'out = "Bo"\n[rounds.scores]\nBo = 0\nCy = 5\n[rounds.hands]\nAnn = "{}"'
    rounds = [hand.format("KS KH 2D"), hand.format("KS KH QD 2D")]
    evening(folder, "1.toml", *rounds)
    [ann] = [p for p in facts(run, "stats")["kinds"][SHORT]["players"] if p["player"] == "Ann"]
    assert [deal["mean"] for deal in ann["deals"]] == [22.0, 32.0]
    text = (folder / "1.toml").read_text().replace("schema = 1", "schema = 2")
    change = '[[changes]]\nfrom = 2\nface_points = "rank"\n\n[[rounds]]'
    seeded(folder / "1.toml", text.replace("[[rounds]]", change, 1))
    [ann] = [p for p in facts(run, "stats")["kinds"][SHORT]["players"] if p["player"] == "Ann"]
    assert [deal["mean"] for deal in ann["deals"]] == [22.0, 40.0]


@pytest.mark.parametrize(
    ("place", "problem", "remedy"),
    [
        (".", "there is no game there", "give the folder of your games"),
        ("gone", "gone isn't a file or a folder", "name a ledger or a folder"),
    ],
)
def test_a_place_without_games_is_refused(
    run: Run, folder: Path, place: str, problem: str, remedy: str
) -> None:
    answer = run("stats", place)
    assert (answer.err, answer.code) == (refusal(problem, remedy), 3)
    assert list(folder.iterdir()) == []


def test_a_file_named_twice_counts_once(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", ROUND, ROUND)
    assert facts(run, "stats", ".", "1.toml", str(folder / "1.toml"))["games"] == 1


def test_it_says_so_if_no_game_counts(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", ROUND)
    for words in ([], ["--player", "ann"]):
        assert run("stats", *words).said == [
            "no finished games",
            "1 game not counted: not finished yet",
        ]


# ── how it looks ─────────────────────────────────────────────────────────────────────────


def family(folder: Path) -> None:
    for file, text in believable().items():
        seeded(folder / file, text)


def test_an_evening_has_a_line_and_the_game_played_most_comes_first(run: Run, folder: Path) -> None:
    family(folder)
    assert list(facts(run, "stats")["kinds"]) == [
        "three-thirteen",
        "skyjo target=100",
        "five-crowns",
    ]  # most first
    says = {row["date"]: row["says"] for row in facts(run, "stats")["evenings"]}
    assert says["2026-01-09"] == "the first full game of its kind"
    assert says["2026-05-01"] == "Bo's 20 is the best total so far"
    assert says["2026-05-08"] == "Zoë came back from 29 behind, the most so far"
    assert says["2026-05-22"] == "Ann's best ever"
    assert says["2026-06-12"] == "Zoë's best since March"
    assert says["2026-06-26"] == "the lead changed hands 6 times, the most so far"
    assert says["2026-07-03"] == "Ann won 4 times in a row, the longest streak so far"
    assert says["2026-07-10"] == "the 5th best of 9 winning totals"


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_every_number_is_on_the_screen_however_narrow(
    sits: Sits, run: Run, folder: Path, columns: int
) -> None:
    family(folder)
    plain = run("stats").out
    person = sits("stats", columns=columns)
    said = re.sub(r"\x1b\[[0-9;]*m", "", person.ends()[0])
    # On a busy machine a line that shows progress comes first, and goes.
    lines = [line.rstrip("\r").rpartition("\r")[2] for line in said.split("\n")]
    assert numbers_in(plain) <= numbers_in("\n".join(lines))
    assert all(len(line) <= columns for line in lines)


def test_stats_are_plain_ascii_with_the_ascii_option(run: Run, folder: Path) -> None:
    family(folder)
    assert run("--ascii", "stats").out.isascii()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_shows_progress_if_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(terminal, "PATIENCE", -1)
    assert list(terminal.with_progress(range(3), "reading games")) == [0, 1, 2]
    steps = [f"reading games {n}/3 [{'#' * (4 * n):12}]" for n in range(3)]
    assert screen.getvalue() == "".join(f"\r{step}" for step in steps) + f"\r{' ' * 32}\r"
    piped = io.StringIO()
    monkeypatch.setattr(sys, "stderr", piped)
    assert list(terminal.with_progress(range(3), "reading games")) == [0, 1, 2]
    assert piped.getvalue() == ""
