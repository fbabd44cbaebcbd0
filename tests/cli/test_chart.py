"""The chart on a terminal, piped, for programs, and as a picture."""

import re
from pathlib import Path

import pytest

from tests.program import Run, ledger, refusal, scores, seeded
from tests.terminal import Sits

THURSDAY = ledger(scores("Bo", Ann=12, Bo=0, Cy=5), scores("Ann", Ann=0, Bo=20, Cy=9))

BELOW = "Not decided yet: Ann has led since round 2, the fours."


@pytest.fixture
def thursday(folder: Path) -> Path:
    return seeded(folder / "thursday.toml", THURSDAY)


@pytest.mark.usefixtures("thursday")
def test_piped_a_chart_is_plain_and_80_columns_wide(run: Run) -> None:
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
def test_programs_are_told_where_a_game_was_decided(run: Run) -> None:
    run("finish")
    assert run("chart", "--json").facts["decided"] == {"player": "Ann", "round": 2}


@pytest.mark.usefixtures("thursday")
def test_a_chart_is_written_as_a_picture_and_never_over_a_file(run: Run, folder: Path) -> None:
    assert run("chart", "--to", "svg", "-o", "t.svg").said == ["t.svg is written."]
    written = (folder / "t.svg").read_text("utf-8")
    assert written == run("chart", "--to", "svg").out == run("export", "--to", "svg").out
    again = run("chart", "-o", "t.svg")
    assert again.code == 4
    assert "t.svg already exists" in again.err


@pytest.mark.usefixtures("thursday")
def test_a_chart_in_another_format_is_refused(run: Run) -> None:
    answer = run("chart", "--to", "png")
    assert (answer.code, answer.err) == (
        2,
        refusal(
            "a chart can only be an svg, not 'png'",
            "use --to svg; sk export writes the other formats",
        ),
    )


@pytest.mark.usefixtures("thursday")
def test_each_line_has_a_colour_of_its_own_where_colour_is_wanted(
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


@pytest.mark.slow
@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_terminal_gets_fine_lines_as_wide_as_it_is(sits: Sits, columns: int) -> None:
    person = sits("chart", columns=columns, rows=30)
    person.ends()
    shown = person.shown()
    assert shown[-1] == BELOW or columns == 40
    assert re.search(BRAILLE, "".join(shown))
    assert columns - 12 < max(map(len, shown)) <= columns


@pytest.mark.slow
@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize(
    ("words", "environment"),
    [
        pytest.param(["--ascii", "chart"], {}, id="ascii"),
        pytest.param(["chart"], {"TERM": "dumb"}, id="a dumb terminal"),
        pytest.param(["chart"], {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, id="no signs"),
    ],
)
def test_a_terminal_that_has_no_fine_lines_gets_plain_ones(
    sits: Sits, words: list[str], environment: dict[str, str]
) -> None:
    person = sits(*words, rows=30, **environment)
    person.ends()
    shown = person.shown()
    assert "".join(shown).isascii()
    assert shown[-1] == BELOW


@pytest.mark.slow
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
