"""The empty pad: everything known beforehand is filled in, and nothing else."""

from pathlib import Path

import pytest

from scorekeeper import games
from scorekeeper.render import shortened
from scorekeeper.sharing.page import COLUMNS, ROWS, pad
from tests.program import Run, refusal
from tests.sharing.sharable import STRANGE, Element, Elements
from tests.tables import each
from tests.terminal import Sits


def cells(page: str) -> list[list[str]]:
    """The rows of a pad, cell by cell."""
    rows = Elements(page)
    found: list[list[Element]] = []
    for element in rows.found:
        if element.name == "tr":
            found.append([])
        elif element.name in ("td", "th"):
            found[-1].append(element)
    return [[cell.said for cell in line] for line in found]


def test_round_deal_wild_and_dealer_are_filled_in_and_the_squares_are_empty() -> None:
    head, *rows, total = cells(pad(games.game("three-thirteen"), ["Ann", "Bo", "Cy"]))
    assert head == ["round", "deal", "wild", "dealer", "Ann", "Bo", "Cy"]
    assert len(rows) == 11
    assert total == ["total", "", "", ""]
    assert rows[0] == ["1", "3", "3s", "Ann", *[""] * 6]
    assert rows[1] == ["2", "4", "4s", "Bo", *[""] * 6]
    assert rows[10] == ["11", "13", "Ks", "Bo", *[""] * 6]


def test_without_players_the_columns_are_empty_and_nobody_deals() -> None:
    head, *rows = cells(pad(games.game("three-thirteen"), []))
    assert head[4:] == [""] * COLUMNS
    assert rows[0] == ["1", "3", "3s", *[""] * (1 + 2 * COLUMNS)]


@each(
    "game, wins",
    [
        ("three-thirteen", "fewest points wins"),
        ("gin", "to 100, most points wins"),
        ("indian-rummy", "out at 101, the last player in wins"),
    ],
)
def test_the_pad_says_how_the_game_ends_and_which_total_wins(game: str, wins: str) -> None:
    facts, *_ = Elements(pad(games.game(game), [])).called("p")
    assert facts.said.startswith(f"{wins} · left over: A 1")


def test_there_are_lines_for_the_date_and_the_winner() -> None:
    [line] = [p for p in Elements(pad(games.game("gin"), [])).called("p") if p.attributes]
    assert line.said == "datewinner"


@each("game", ["indian-rummy", "gin", "three-thirteen-speed"])
def test_what_nobody_knows_yet_is_left_empty(game: str) -> None:
    assert "-" not in {cell for line in cells(pad(games.game(game), [])) for cell in line}


def test_if_nothing_is_ever_wild_there_is_no_column_for_it() -> None:
    assert cells(pad(games.game("gin"), []))[0][:3] == ["round", "deal", "dealer"]
    assert cells(pad(games.game("indian-rummy"), []))[0][:3] == ["round", "deal", "wild"]


def test_a_game_without_cards_has_only_numbers() -> None:
    head, *rows, _ = cells(pad(games.game("points"), ["Ann", "Bo"]))
    assert head == ["round", "Ann", "Bo"]
    assert [line[0] for line in rows] == [str(n) for n in range(1, ROWS + 1)]


def test_names_are_never_markup() -> None:
    page = pad(games.game("points"), STRANGE)
    assert cells(page)[0][1:] == [shortened(name, 12) for name in STRANGE]
    assert "<script>" not in page


def test_sheet_blank_writes_the_pad_and_never_over_a_file(folder: Path, run: Run) -> None:
    assert run("sheet", "--blank", "Ann", "Bo", "-o", "pad.html").out == "pad.html written.\n"
    written = (folder / "pad.html").read_text("utf-8")
    assert written == run("sheet", "--blank", "Ann", "Bo").out
    refused = run("sheet", "--blank", "-o", "pad.html")
    assert refused.code == 4
    assert (folder / "pad.html").read_text("utf-8") == written


def test_the_pad_of_another_game_and_of_many_players(run: Run) -> None:
    assert "<h1><bdi>Five Crowns</bdi></h1>" in run("sheet", "--blank", "--game", "crowns").out
    assert "3 packs" in run("sheet", "--blank", "Ann", "Bo", "Cy", "Dee", "Eli").out


def test_the_pad_is_for_the_game_at_hand_with_its_house_rules_but_without_its_players(
    run: Run,
) -> None:
    assert "<h1><bdi>Three Thirteen</bdi></h1>" in run("sheet", "--blank").out
    run("new", "Ann", "Bo", "--game", "crowns", "--rule", "winner=high", "-f", "crowns.toml")
    page = run("sheet", "--blank").out
    assert "<h1><bdi>Five Crowns</bdi></h1>" in page
    assert "most points wins" in page
    assert cells(page)[0][4:] == [""] * COLUMNS
    assert cells(run("sheet", "--blank", "Cy", "Dee").out)[0][4:] == ["Cy", "Dee"]
    assert "<bdi>Three Thirteen</bdi>" in run("sheet", "--blank", "--game", "three-thirteen").out
    run("new", "Ann", "Bo", "--game", "points", "-f", "points.toml")
    assert "<bdi>Three Thirteen</bdi>" in run("sheet", "--blank").out  # which of two nobody says


def test_in_the_open_game_the_pad_is_for_that_game(folder: Path, run: Run, sits: Sits) -> None:
    run("new", "Ann", "Bo", "--game", "points", "-f", "a.toml")
    run("new", "Ann", "Bo", "--game", "crowns", "-f", "b.toml")
    person = sits("b.toml")
    person.talks(">> sheet --blank -o pad.html", "pad.html written >> quit")
    assert "<h1><bdi>Five Crowns</bdi></h1>" in (folder / "pad.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(
            ["--blank", "--json"],
            refusal("a blank pad doesn't belong to a game", "leave --totals, --json and -f out"),
            id="json",
        ),
        pytest.param(
            ["Ann", "Bo"],
            refusal(
                "players, --game and -o only go with --blank",
                "use sk sheet --blank; a game goes after -f",
            ),
            id="players",
        ),
        pytest.param(
            ["--blank", "Ann"],
            refusal(
                "Three Thirteen needs at least 2 players, not 1", "name all players, clockwise"
            ),
            id="alone",
        ),
    ],
)
def test_options_of_sheet_that_contradict_each_other_are_refused(
    run: Run, words: list[str], said: str
) -> None:
    answer = run("sheet", *words)
    assert (answer.out, answer.code) == ("", 2)
    if "--json" not in words:
        assert answer.err == said
