"""An exported season: the same figures as on the page, for other programs."""

import csv
import io
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import codec
from scorekeeper.games import game as rules_of
from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render.season import RECORDS
from scorekeeper.sharing import SEASON_FORMATS
from tests.program import ONE_ROUND, Answer, Run, ledger, numbers_in, refusal, scores, seeded
from tests.tools.seasons import believable


@pytest.fixture
def season(folder: Path) -> Path:
    for file, text in believable().items():
        seeded(folder / file, text)
    return folder


def rows(run: Run, *words: str) -> list[dict[str, str]]:
    answer = run("stats", "--to", "csv", *words)
    assert (answer.err, answer.code) == ("", 0)
    return list(csv.DictReader(io.StringIO(answer.out)))


def flat(kind: str, line: dict[str, Any]) -> dict[str, str]:
    """A player's figures from ``--json``, each under the name of its column."""
    found = {"game": kind}
    for name, value in line.items():
        if name == "deals":
            for deal in value:
                found |= {f"deal_{deal['deal']}_{k}": deal[k] for k in deal if k != "deal"}
        elif name == "form":
            found[name] = " ".join(map(str, value))
        elif isinstance(value, dict):
            found |= {name if k == "total" else f"{name}_{k}": v for k, v in value.items()}
        else:
            found[name] = value
    return {name: "" if value is None else str(value) for name, value in found.items()}


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize("words", [[], ["--game", "sky"], ["--player", "ann"]])
def test_a_row_has_all_figures_of_a_player_in_a_kind(run: Run, words: list[str]) -> None:
    kinds = run("stats", "--json", *words).facts["kinds"]
    expected = [flat(name, line) for name, kind in kinds.items() for line in kind["players"]]
    found = [{name: cell for name, cell in row.items() if cell} for row in rows(run, *words)]
    assert found == [{name: cell for name, cell in row.items() if cell} for row in expected]


def test_no_name_is_a_formula(run: Run, folder: Path) -> None:
    text = ledger(scores(Ann=1, Bo=2), players=("Ann", "Bo"), rules=ONE_ROUND)
    seeded(folder / "=1+1.toml", text.replace("Ann", "@SUM").replace("@SUM = 1", '"@SUM" = 1'))
    found = rows(run)
    assert [row["player"] for row in found] == ["'@SUM", "Bo"]
    assert [row["best_total_file"] for row in found] == ["'=1+1.toml"] * 2


def test_a_line_break_in_a_title_does_not_end_a_row(run: Run, folder: Path) -> None:
    day, seats = date(2026, 1, 2), (Player("Ann"), Player("Bo"))
    rounds = (Round(scores={"Ann": 1, "Bo": 2}),)
    game = Game("Sky\rjo", day, seats, rules_of("points"), rounds, finished=day)
    seeded(folder / "t.toml", codec.write_new(game))
    run("stats", "--to", "csv", "-o", "season.csv")
    with (folder / "season.csv").open(newline="", encoding="utf-8") as file:
        found = list(csv.reader(file))
    assert [row[:2] for row in found[1:]] == [["sky\rjo", "Ann"], ["sky\rjo", "Bo"]]


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize("to", SEASON_FORMATS)
def test_a_format_goes_to_stdout_or_into_a_new_file(run: Run, folder: Path, to: str) -> None:
    said = run("stats", "--to", to)
    assert (said.err, said.code) == ("", 0)
    assert run("stats", "--to", to, "-o", "season") == Answer("season written.\n", "", 0)
    assert (folder / "season").read_bytes().decode() == said.out
    problem, remedy = "season already exists", "choose another name after -o"
    assert run("stats", "--to", to, "-o", "season") == Answer("", refusal(problem, remedy), 4)
    answer = run("stats", "--to", to, "--json")
    assert answer.facts == {"to": to, "output": None, "text": said.out}


@pytest.mark.usefixtures("season")
@pytest.mark.parametrize("to", [to for to in SEASON_FORMATS if to != "csv"])
def test_a_page_has_every_figure_of_the_screen(run: Run, to: str) -> None:
    for who in ([], ["--player", "ann"]):
        page = run("stats", "--to", to, *who).out
        screen = run("stats", *who).out
        assert numbers_in(screen) <= numbers_in(page)
        assert "1 game not counted: put away" in page


@pytest.mark.usefixtures("season")
def test_a_row_is_headed_by_a_person_or_by_what_is_counted(run: Run) -> None:
    page = run("stats", "--to", "html").out
    heads = set(re.findall('<th scope="row"><bdi>(.*?)</bdi></th>', page))
    people = {line["player"] for line in run("stats", "--json").facts["players"]}
    assert people <= heads <= people | set(RECORDS.values())


@pytest.mark.parametrize(
    ("words", "problem", "remedy"),
    [
        (["--to", "xls"], "there is no format 'xls'", "the formats are "),
        (["--to", "cvs"], "there is no format 'cvs'", "did you mean csv?"),
        (["-o", "x.txt"], "there is no format 'txt'", "the formats are "),
    ],
)
@pytest.mark.usefixtures("season")
def test_a_season_that_cannot_be_written_is_refused(
    run: Run, words: list[str], problem: str, remedy: str
) -> None:
    answer = run("stats", *words)
    assert (answer.out, answer.code) == ("", 2)
    assert answer.err.startswith(f"error: {problem}\n  try: {remedy}")


@pytest.mark.parametrize("to", SEASON_FORMATS)
def test_the_page_says_so_if_no_game_counts(run: Run, folder: Path, to: str) -> None:
    seeded(folder / "open.toml", ledger())
    said = run("stats", "--to", to)
    assert (said.err, said.code) == ("", 0)
    assert ("1 game not counted: not finished yet" in said.out) == (to != "csv")


@pytest.mark.usefixtures("season")
def test_the_page_begins_with_its_contents_and_the_curve_of_wins(run: Run) -> None:
    page = run("stats", "--to", "html").out
    links = re.findall('<a href="#(.*?)">(.*?)</a>', page)
    titles = {
        place: re.search(f'id="{place}".*?<h2>(.*?)</h2>', page, re.S).group(1)  # type: ignore[union-attr]
        for place, _ in links
    }
    assert all(titles[place].split(" · ")[0] == words for place, words in links)
    assert [words for _, words in links][:2] == ["Wins game by game", "Three Thirteen"]
    assert "In the end: Ann 17, Zoë 8, Max 4, Bo 4, Uncle Cy 4, Fay 2." in page
    assert "Ann has the most wins: 17 of 30 games." in page


@pytest.mark.usefixtures("season")
def test_the_page_calls_games_by_their_titles(run: Run) -> None:
    page = run("stats", "--to", "html").out
    text = re.sub("<[^>]*>", " ", page.partition("<body>")[2])
    assert {"Three Thirteen", "Five Crowns", "Skyjo"} <= set(
        re.findall(r"[A-Z]\w+(?: [A-Z]\w+)?", text)
    )
    assert not re.findall(r"three-thirteen|five-crowns|skyjo|\.toml", page)


@pytest.mark.usefixtures("season")
def test_the_page_has_a_table_of_everybody_against_everybody(run: Run) -> None:
    page, found = run("stats", "--to", "html").out, run("stats", "--json").facts
    section = page.partition("<h2>Who finished ahead</h2>")[2].partition("</table>")[0]
    rows = [
        re.findall(r"<t[hd][^>]*>(?:<bdi>)?(.*?)(?:</bdi>)?</t[hd]>", row)
        for row in section.split("<tr>")
    ]
    header, *lines = rows[1:]
    cells = {
        (row[0], other): cell
        for row in lines
        for other, cell in zip(header[1:], row[1:], strict=True)
    }
    for pair in found["head_to_head"]:
        for (who, other), ahead in zip(
            (pair["players"], pair["players"][::-1]), pair["ahead"], strict=True
        ):
            assert cells[who, other] == f"{ahead} of {pair['games']}"
    assert {cells[name, name] for name in header[1:]} == {""}
