"""The chart on a terminal, piped, for programs, and as a picture."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.program import Run, ledger, refusal, scores, seeded
from tests.terminal import Sits

THURSDAY = ledger(scores("Bo", Ann=12, Bo=0, Cy=5), scores("Ann", Ann=0, Bo=20, Cy=9))

BELOW = "Not decided yet: Ann has led since round 2, the fours."


@pytest.fixture
def thursday(folder: Path) -> Path:
    return seeded(folder / "thursday.toml", THURSDAY)


@pytest.mark.usefixtures("thursday")
def test_in_a_pipe_a_chart_is_plain_and_80_columns_wide(run: Run) -> None:
    said = run("chart", "thursday.toml").said
    assert said[-1] == BELOW
    assert "".join(said).isascii()
    assert 70 < max(map(len, said[:-2])) <= 80
    labels = [line.split()[-3:] for line in said if line[-2:] in ("nn", "Bo", "Cy")]
    assert labels == [["A", "12", "Ann"], ["C", "14", "Cy"], ["B", "20", "Bo"]]


@pytest.mark.usefixtures("thursday")
def test_the_game_at_hand_is_named_above_its_chart(run: Run) -> None:
    assert run("chart").said[0] == "Thursday"


def test_before_the_first_round_there_is_nothing_to_draw(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger())
    assert run("chart", "thursday.toml").said == ["No round is on the sheet yet."]


def test_programs_get_the_totals_by_round(run: Run, folder: Path) -> None:
    text = ledger(scores("Bo", Ann=12, Bo=0), scores("Ann", Ann=0, Bo=20, Cy=9))
    joined = 'name = "Cy"\njoined = 2\nstart = 7'
    seeded(folder / "thursday.toml", text.replace('name = "Cy"', joined))
    assert run("chart", "--json").facts == {
        "title": "Thursday",
        "file": "thursday.toml",
        "finished": False,
        "winners": [],
        "rounds": [{"number": 1, "wild": "3"}, {"number": 2, "wild": "4"}],
        "players": [
            {"player": "Ann", "totals": [0, 12, 12]},
            {"player": "Bo", "totals": [0, 0, 20]},
            {"player": "Cy", "totals": [None, 7, 16]},
        ],
        "decided": None,
    }


@pytest.mark.usefixtures("thursday")
def test_json_says_where_a_game_was_decided(run: Run) -> None:
    run("finish")
    assert run("chart", "--json").facts["decided"] == {"player": "Ann", "round": 2}


@pytest.mark.usefixtures("thursday")
def test_a_chart_is_written_as_a_picture_and_never_over_a_file(run: Run, folder: Path) -> None:
    assert run("chart", "--to", "svg", "-o", "t.svg").said == ["t.svg written."]
    written = (folder / "t.svg").read_text("utf-8")
    assert written == run("chart", "--to", "svg").out == run("export", "--to", "svg").out
    again = run("chart", "-o", "t.svg")
    assert again.code == 4
    assert "t.svg already exists" in again.err


@pytest.mark.usefixtures("thursday")
def test_a_picture_whose_name_ends_in_png_is_one(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawer = SimpleNamespace(svg_to_bytes=lambda svg_string, zoom: [zoom, "Wins" in svg_string])
    monkeypatch.setitem(sys.modules, "resvg_py", drawer)
    for words in ("-o one.PNG", "--to png -o two.png", ". -o season.png"):
        assert run("chart", *words.split()).code == 0
    written = [(folder / name).read_bytes() for name in ("one.PNG", "two.png", "season.png")]
    assert written == [b"\x02\x00", b"\x02\x00", b"\x02\x01"]


@pytest.mark.usefixtures("thursday")
def test_a_chart_in_another_format_is_refused(run: Run) -> None:
    answer = run("chart", "--to", "jpg")
    assert (answer.code, answer.err) == (
        2,
        refusal(
            "a chart can only be an svg or png, not 'jpg'",
            "use --to svg; sk export writes the other formats",
        ),
    )


@pytest.mark.usefixtures("thursday")
def test_each_line_has_its_own_colour_if_colour_is_wanted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("chart").out
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("chart").out
    assert set(re.findall(r"\x1b\[38;5;(\d+)m", coloured)) == {"32", "166", "36"}
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("chart").out == plain


BRAILLE = "[\u2801-\u28ff]"


@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_terminal_gets_fine_lines_as_wide_as_it_is(sits: Sits, columns: int) -> None:
    person = sits("chart", columns=columns, rows=30)
    person.ends()
    shown = person.shown()
    assert shown[-1] == BELOW or columns == 40
    assert re.search(BRAILLE, "".join(shown))
    assert columns - 12 < max(map(len, shown)) <= columns


@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize(
    ("words", "environment"),
    [
        pytest.param(["--ascii", "chart"], {}, id="ascii"),
        pytest.param(["chart"], {"TERM": "dumb"}, id="a dumb terminal"),
        pytest.param(["chart"], {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, id="no signs"),
    ],
)
def test_a_terminal_without_fine_lines_gets_plain_ones(
    sits: Sits, words: list[str], environment: dict[str, str]
) -> None:
    person = sits(*words, rows=30, **environment)
    person.ends()
    shown = person.shown()
    assert "".join(shown).isascii()
    assert shown[-1] == BELOW


def test_after_the_last_round_of_an_open_game_the_chart_is_offered_and_a_line_shows_it(
    sits: Sits, folder: Path
) -> None:
    rules = '[rules]\ndecks = 2\nrounds = [{ deal = 3, wild = "3" }]\n'
    seeded(folder / "thursday.toml", ledger(rules=rules))
    person = sits(rows=80, NO_COLOR="1")
    person.sees("round 1, the threes>")
    person.types("o 5 12")
    person.sees("Look back?    chart     the totals round by round as lines")
    person.sees("game over>")
    person.types("chart")
    person.sees("Ann led from the first round to the last.")
    person.sees("game over>")


# ── the wins of a folder ─────────────────────────────────────────────────────────────────


@pytest.fixture
def season(folder: Path) -> Path:
    """Three games: Ann wins two, Cy comes for the second and wins the third with Bo."""
    rules = '[rules]\ndecks = 2\nrounds = [{ deal = 3, wild = "3" }]\n'
    games = ({"Ann": 0, "Bo": 9}, {"Ann": 0, "Bo": 9, "Cy": 5}, {"Ann": 7, "Bo": 0, "Cy": 0})
    (folder / "fridays").mkdir()
    for month, points in enumerate(games, start=1):
        text = ledger(scores(**points), players=tuple(points), rules=rules)
        day = f"date = 2026-0{month}-13"
        seeded(folder / f"fridays/{month}.toml", re.sub(r"(?m)^date = .*$", day, text))
    seeded(folder / "fridays/torn.toml", "schema = 1\n[game]\n[rules\n")
    return folder / "fridays"


@pytest.mark.usefixtures("season")
def test_the_chart_of_a_folder_counts_the_wins_game_by_game(run: Run) -> None:
    said = run("chart", "fridays").said
    title = "Wins · 3 finished games · 13 January 2026 to 13 March 2026"
    assert said[:2] == [title, "1 game not counted: unreadable"]
    labels = re.findall(r"[* ][A-Z] \d (?:Ann|Bo|Cy)$", "\n".join(said), re.M)
    assert labels == ["*A 2 Ann", " C 1 Cy", " B 1 Bo"]
    assert said[-3].split() == ["Jan", "Feb", "Mar"]
    assert said[-1] == "Ann has the most wins: 2 of 3 games."


@pytest.mark.usefixtures("season")
def test_programs_get_the_wins_after_each_game(run: Run) -> None:
    found = run("chart", "fridays", "--json").facts
    assert found["players"] == [
        {"player": "Ann", "wins": [0, 1, 2, 2]},
        {"player": "Cy", "wins": [None, 0, 0, 1]},
        {"player": "Bo", "wins": [0, 0, 0, 1]},
    ]
    assert found["files"] == ["fridays/1.toml", "fridays/2.toml", "fridays/3.toml"]
    assert [left["file"] for left in found["left_out"]] == ["fridays/torn.toml"]


def test_several_with_the_most_wins_are_all_named(run: Run, season: Path) -> None:
    (season / "1.toml").unlink()
    assert run("chart", "fridays").said[-1] == "Cy, Ann and Bo have the most wins: 1 each."


def test_a_folder_without_a_finished_game_has_no_chart(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger())
    lines = [
        "Wins · no finished games",
        "1 game not counted: not finished yet",
        "No game here is finished.",
    ]
    assert run("chart", ".").said == lines


@pytest.mark.usefixtures("season")
def test_the_wins_of_a_folder_are_written_as_a_picture(run: Run, folder: Path) -> None:
    assert run("chart", "fridays", "-o", "wins.svg").said == ["wins.svg written."]
    text = (folder / "wins.svg").read_text("utf-8")
    assert re.findall('winner">.*?>(Ann|Bo|Cy)<', text, re.DOTALL) == ["Ann"]
    assert [line for line in re.findall("<text.*?>(.*?)</text>", text) if " wins: " in line]
    assert text == run("chart", "fridays", "--to", "svg").out
    assert "In the end: Ann 2, Cy 1, Bo 1." in text
    assert text.count(">Jan</text>") == 1


@pytest.mark.usefixtures("season")
def test_a_folder_and_a_game_cannot_both_be_drawn(run: Run) -> None:
    answer = run("chart", "fridays", "-f", "fridays/1.toml")
    assert (answer.code, answer.out) == (2, "")
    assert "you named two games" in answer.err


def test_of_many_players_only_those_with_the_most_wins_are_drawn(run: Run, folder: Path) -> None:
    rules = '[rules]\ngame = "points"\nrounds = 1\ndealer = "none"\nplayers = [1, 0]\n'
    points = {f"P{n}": n for n in range(40)}
    seeded(folder / "1.toml", ledger(scores(**points), players=tuple(points), rules=rules))
    said = run("chart", ".").said
    assert said[-1] == "P0 has the most wins: 1 of 1 game. 28 more aren't drawn."
    assert len([line for line in said if re.search(r" P\d+$", line)]) == 12
