"""Files by other programs: each shape is read, and a wrong cell is named before any writing."""

import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import store
from scorekeeper.cards import plural_of
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import is_finished, standings
from tests.program import Answer, Run, refusal
from tests.tables import each, rows

HERE = Path(__file__).parent

TABLES = tomllib.loads((HERE / "tables.toml").read_text("utf-8"))["tables"]

CELLS = tomllib.loads((HERE / "wrong_cells.toml").read_text("utf-8"))

LONG = "date,title,round,player,points\n2026-03-07,Friday,1,Ann,12\n2026-03-07,Friday,1,Bo,-2\n"
WIDE = "Round,Ann,Bo\n1,12,-2\n2,-,5\n"

SAME = {
    "in capitals": LONG.replace("date,title,round,player,points", "DATE,Title,ROUND,Player,Points"),
    "with a byte order mark": "\ufeff" + LONG,
    "with semicolons": LONG.replace(",", ";"),
    "with tabs": LONG.replace(",", "\t"),
    "with line ends of Windows": LONG.replace("\n", "\r\n"),
    "with line ends of old": LONG.replace("\n", "\r"),
    "in quotes": "".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) + "\n" for line in LONG.splitlines()
    ),
    "with score and name": LONG.replace("player,points", "Name,Score"),
    "with hands": LONG.replace("round", "Hand"),
    "with rounds in words": LONG.replace("Friday,1", "Friday,Round 1"),
    "with empty cells and lines": LONG.replace("\n", ",,\n") + ",,,,,,\n\n",
    "with the players one by one": "date,title,round,player,points\n"
    "2026-03-07,Friday,1,Ann,12\n2026-03-07,Friday,1,Bo,−2\n",
    "with out": LONG.replace("points\n", "points,out\n").replace("2\n", "2,\n"),
}


SKYJO = ("--date", "2026-03-07", "--title", "Skyjo")


def imported(run: Run, text: str, *words: str) -> Game:
    """The only game that a text contains."""
    there = set(Path().glob("*.toml"))
    Path("x.csv").write_bytes(text.encode())
    assert run("import", "x.csv", *words, "--yes").code == 0
    [path] = set(Path().glob("*.toml")) - there
    return store.load(path).game


def points(game: Game) -> list[dict[str, int]]:
    return [dict(round_.scores) for round_ in game.rounds]


@each("name, words, csv, problem, remedy", CELLS["cells"], lambda cell: str(cell[0]))
def test_a_wrong_cell_is_named_and_nothing_is_written(
    run: Run, folder: Path, name: str, words: list[str], csv: str, problem: str, remedy: str
) -> None:
    (folder / "x.csv").write_bytes((csv and f"{csv}\n").encode())
    said = CELLS["shown"].get(name, "") + refusal(f"x.csv:{problem}", remedy)
    assert run("import", "x.csv", *words, "--yes") == Answer("", said, 3)
    assert [path.name for path in folder.iterdir()] == ["x.csv"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table["name"]))
def test_a_table_is_read_as_it_was_meant(run: Run, folder: Path, table: dict[str, Any]) -> None:
    (folder / "x.csv").write_bytes(table["csv"].encode(table.get("encoding", "utf-8")))
    answer = run("import", "x.csv", *table.get("words", ()), "--yes")
    if offered := table.get("offered"):
        assert answer.err.endswith(f"--columns {offered}\n")
        answer = run("import", "x.csv", "--columns", offered, "--yes")
    assert (answer.err, answer.code) == ("", 0)
    assert (table.get("said", answer.said[0])) == answer.said[0]
    assert table.get("wins", "") in answer.out
    [path] = folder.glob("*.toml")
    made = store.load(path).game
    found = {name: [each[name] for each in points(made) if name in each] for name in made.names}
    assert found == table["points"]
    assert str(made.date) == table.get("date", str(date.today()))


@each("typed, problem, remedy", rows(__file__, "from_elsewhere.toml", "columns"))
def test_impossible_columns_are_refused(run: Run, typed: str, problem: str, remedy: str) -> None:
    Path("x.csv").write_text(LONG)
    answer = run("import", "x.csv", "--columns", typed, "--yes")
    assert answer == Answer("", refusal(problem, remedy), 2)


def test_of_several_games_with_a_wrong_cell_in_one_none_is_written(run: Run, folder: Path) -> None:
    (folder / "x.csv").write_text(LONG + "2026-03-08,Skyjo,1,Ann,twelve\n")
    answer = run("import", "x.csv", "--yes")
    assert (answer.out, answer.code) == ("", 3)
    assert answer.err.startswith("error: x.csv:4: column points: ")
    assert [path.name for path in folder.iterdir()] == ["x.csv"]


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_a_header_is_known_however_it_is_written(run: Run, text: str) -> None:
    assert points(imported(run, text)) == [{"Ann": 12, "Bo": -2}]


def test_a_matrix_takes_its_date_and_title_from_the_options(run: Run, folder: Path) -> None:
    (folder / "x.csv").write_text(WIDE)
    assert run("import", "x.csv", *SKYJO, "--yes").said == [
        "skyjo-2026-03-07.toml: Skyjo, Points, 2026-03-07",
        "  2 rounds: Bo 3   Ann 12 (no place)",
        "  BO wins with 3 points.",
        "1 game written.  Take it back:  sk undo -f skyjo-2026-03-07.toml",
    ]
    made = store.load(folder / "skyjo-2026-03-07.toml").game
    assert points(made) == [{"Ann": 12, "Bo": -2}, {"Bo": 5}]
    assert made.rounds[1].absent == ("Ann",)
    assert made.finished == made.date


def test_empty_cells_at_the_ends_mean_that_players_came_or_left(run: Run) -> None:
    made = imported(run, "round,Ann,Bo,Cy\n1,1,2,\n2,1,2,3\n3,1,,3\ntotals,3,4,6\n", *SKYJO)
    seats = {player.name: (player.joined, player.left) for player in made.players}
    assert seats == {"Ann": (1, None), "Bo": (1, 2), "Cy": (2, None)}


WILDS = ["3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s", "Js", "Qs", "Ks"]
NAMED = [plural_of(rank).title() for rank in "3456789TJQK"]
DEALS = list(map(str, range(3, 14)))


@pytest.mark.parametrize("labels", [WILDS, NAMED, DEALS, WILDS[:4]], ids=str)
@pytest.mark.parametrize("game", ["three-thirteen", "five-crowns"])
def test_rounds_may_be_called_as_the_table_calls_them(
    run: Run, folder: Path, labels: list[str], game: str
) -> None:
    day = ("--date", "2026-03-07", "--title", "A")
    text = "Round,Ann,Bo\n" + "".join(f"{word},0,5\n" for word in labels)
    made = imported(run, text, "--game", game, *day)
    assert points(made) == [{"Ann": 0, "Bo": 5}] * len(labels)
    [path] = folder.glob("*.toml")
    rows = "".join(f"{game},{word},Ann,0\n{game},{word},Bo,5\n" for word in labels)
    (folder / "y.csv").write_text("game,round,player,points\n" + rows)
    said = run("import", "y.csv", *day, "--yes").said
    assert said[0] == f"already here, and left alone:  {path.name}"


@pytest.mark.parametrize(
    ("words", "labels", "said"), rows(__file__, "from_elsewhere.toml", "rounds")
)
def test_rounds_that_could_be_others_are_refused(
    run: Run, folder: Path, words: list[str], labels: list[str], said: tuple[str, str]
) -> None:
    (folder / "x.csv").write_text("Round,Ann,Bo\n" + "".join(f"{word},0,5\n" for word in labels))
    answer = run("import", "x.csv", *words, "--yes")
    assert answer == Answer("", refusal(f"x.csv:{said[0]}", said[1]), 3)


def test_rounds_numbered_1_to_11_keep_their_numbers(run: Run) -> None:
    text = "Round,Ann,Bo\n" + "".join(f"{n},0,{n}\n" for n in range(1, 12))
    made = imported(run, text, "--game", "313", *SKYJO)
    assert [block["Bo"] for block in points(made)] == list(range(1, 12))


def test_an_unfinished_game_may_call_its_rounds_by_the_cards_dealt(run: Run) -> None:
    made = imported(run, "Round,Ann,Bo\n3,0,5\n4,10,0\n", "--game", "313", *SKYJO)
    assert points(made) == [{"Ann": 0, "Bo": 5}, {"Ann": 10, "Bo": 0}]
    assert made.rules.last_round == 11


def test_separators_in_quotes_do_not_split_cells(run: Run) -> None:
    made = imported(run, 'round,"Ann; Bo; Cy","Dee, Eli"\n1,3,4\n', *SKYJO)
    assert made.names == ("Ann; Bo; Cy", "Dee, Eli")


def test_the_game_is_that_of_the_file_or_the_one_that_is_named(run: Run) -> None:
    day = ("--date", "2026-03-07")
    made = imported(run, "game,round,player,points\nFive Crowns,1,Ann,3\n", *day)
    assert made.rules.game == "five-crowns"
    made = imported(run, WIDE.replace("-2", "2"), "--game", "three-thirteen", *day)
    assert (made.rules.game, made.decks) == ("three-thirteen", 1)
    assert made.dealer is None
    assert made.dealer_of(1) is None


@each(
    "above, title, winner",
    [
        ("Scrabble", "Scrabble", "high"),
        ("Canasta at ours,,", "Canasta", "high"),
        ("Spiel: Hand and Foot", "Hand and Foot", "high"),
        ("Golf", "Golf", "low"),
        ("Games at ours", "Points", "low"),
    ],
)
def test_a_game_named_above_the_table_says_who_wins(
    run: Run, above: str, title: str, winner: str
) -> None:
    game = imported(run, f"{above}\n{WIDE}", "--date", "2026-03-07")
    assert (game.title, game.rules.winner) == (title, winner)


def test_rules_from_a_file_or_from_another_ledger_are_taken(run: Run, folder: Path) -> None:
    (folder / "house.toml").write_text('title = "House"\n[rules]\nace_points = 50\n')
    text = "Round,Ann,Bo\n1,150,0\n"
    imported(run, text, "--game", "./house.toml", "--title", "A")
    [first] = folder.glob("a-*.toml")
    made = imported(run, text, "--game", f"./{first.name}", "--title", "B")
    assert made.rules.ace_points == 50


def test_a_date_in_the_file_may_not_be_given_again(run: Run, folder: Path) -> None:
    (folder / "x.csv").write_text(LONG)
    problem, remedy = "the file already gives the date of its games", "leave --date out"
    answer = run("import", "x.csv", "--date", "2026-01-01", "--yes")
    assert answer == Answer("", refusal(problem, f"{remedy}, or correct the file"), 2)


def test_the_points_that_somebody_started_with_have_a_column_and_are_never_guessed(
    run: Run, folder: Path
) -> None:
    rows = ["1,Ann,5,5,", "2,Ann,5,10,", "2,Bo,4,34,30", "3,Ann,5,15,", "3,Bo,1,35,30"]
    text = "\n".join(["round,player,points,total,start", *rows])
    assert [each.start for each in imported(run, text, *SKYJO).players] == [None, 30]
    (folder / "x.csv").write_text("\n".join(row.rpartition(",")[0] for row in text.split("\n")))
    problem = "x.csv:4: column total: 34, but up to round 2 Bo has 4"
    remedy = "write the points that somebody came with in a column called start, or correct the"
    remedy = f"{remedy} total, or the points of one of the rounds"
    assert run("import", "x.csv", "--yes") == Answer("", refusal(problem, remedy), 3)


def test_more_rows_of_players_than_can_play_are_refused(run: Run, folder: Path) -> None:
    (folder / "x.csv").write_text("Player,1,2\n" + "".join(f"P{n}x,3,4\n" for n in range(51)))
    problem, remedy = "x.csv:2: Points is for at most 50 players, not 51", "play at two tables"
    assert run("import", "x.csv", "--yes") == Answer("", refusal(problem, remedy), 3)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        pytest.param("1,Ann,3,yes\n" * 501, "501 rounds, more than 500", id="void rounds"),
        pytest.param(
            "".join(f"{n},P{n}x,3,no\n" for n in range(1, 52)),
            "51 players, more than 50",
            id="players who come and go",
        ),
    ],
)
def test_more_than_a_ledger_can_have_is_refused(
    run: Run, folder: Path, rows: str, why: str
) -> None:
    (folder / "x.csv").write_text(f"round,player,points,misdeal\n{rows}")
    problem, remedy = f"x.csv:2: there are {why}", "split the game in two"
    assert run("import", "x.csv", "--yes") == Answer("", refusal(problem, remedy), 3)


def test_five_hundred_rounds_are_read(run: Run) -> None:
    made = imported(run, "round,Ann\n" + "".join(f"{n},1\n" for n in range(1, 501)), *SKYJO)
    assert len(made.played) == 500


def test_absent_may_be_in_upper_or_lower_case(run: Run) -> None:
    made = imported(run, LONG + "2026-03-07,Friday,2,Ann,Absent\n2026-03-07,Friday,2,Bo,5\n")
    assert [round_.absent for round_ in made.rounds] == [(), ("Ann",)]


@pytest.mark.parametrize(("days_ago", "is_over"), [(0, False), (1, True)])
def test_a_game_without_an_end_is_still_open_only_if_it_is_of_today(
    run: Run, days_ago: int, is_over: bool
) -> None:
    day = date.today() - timedelta(days=days_ago)
    assert is_finished(imported(run, LONG.replace("2026-03-07", str(day)))) is is_over


def test_a_tie_that_was_played_off_ends_the_game(run: Run) -> None:
    rows = ["1,Ann,5,no", "1,Bo,5,no", "1,Ann,2,yes", "1,Bo,7,yes"]
    head = "date,title,round,player,points,bonus\n"
    places = standings(imported(run, head + "".join(f"2026-03-07,Skyjo,{row}\n" for row in rows)))
    assert (places.finished, places.winners) == (True, ("Ann",))


# ── files of other keepers ───────────────────────────────────────────────────────────────


KEEPERS = HERE / "keepers"


@pytest.mark.parametrize(
    ("file", "totals"),
    [
        ("rummy-score-card.csv", {"Asha": 111, "Ben": 37, "Carol": 65}),
        ("skyjo-score-tracker.csv", {"Lena": 17, "Max": 59, "Zoë": 47}),
    ],
)
def test_a_table_by_another_program_is_read(run: Run, file: str, totals: dict[str, int]) -> None:
    made = imported(run, (KEEPERS / file).read_bytes().decode(), *SKYJO)
    assert {name: made.total(name) for name in made.names} == totals


SEASONS = {
    "totals, an evening a line": "Date,Game,Ann,Bo,Cy,Winner\n"
    "13/1/2026,Skyjo,12,5,,Bo\n20/1/2026,Skyjo,7,20,9,Ann\nTotal,,19,25,9,\n",
    "totals, a player a line": "date,game,player,total\n2026-01-13,Skyjo,Ann,12\n"
    "2026-01-13,Skyjo,Bo,5\n2026-01-20,Skyjo,Ann,7\n2026-01-20,Skyjo,Bo,20\n2026-01-20,Skyjo,Cy,9\n",
    "rounds, a player a line": "Title,Date,Name,R1,R2,Total,Place\nSkyjo,13/1/2026,Ann,10,2,12,2\n"
    "Skyjo,13/1/2026,Bo,5,0,5,1\nSkyjo,20/1/2026,Ann,7,0,7,1\nSkyjo,20/1/2026,Bo,10,10,20,3\n"
    "Skyjo,20/1/2026,Cy,9,0,9,2\n",
    "rounds, a round a line": "Title,Date,Round,Ann,Bo,Cy\nSkyjo,13/1/2026,1,12,5,\n"
    "Skyjo,20/1/2026,1,7,20,9\n",
}


@pytest.mark.parametrize("text", SEASONS.values(), ids=SEASONS)
def test_a_table_of_several_evenings_becomes_a_game_for_each(
    run: Run, folder: Path, text: str
) -> None:
    (folder / "x.csv").write_text(text)
    answer = run("import", "x.csv", "--rule", "winner=low", "--yes")
    assert (answer.err, answer.code) == ("", 0)
    games = [store.load(path).game for path in sorted(folder.glob("*.toml"))]
    assert [(game.title, str(game.date)) for game in games] == [
        ("Skyjo", "2026-01-13"),
        ("Skyjo", "2026-01-20"),
    ]
    totals = [{name: game.total(name) for name in game.names} for game in games]
    assert totals == [{"Ann": 12, "Bo": 5}, {"Ann": 7, "Bo": 20, "Cy": 9}]


def test_a_mark_beside_a_zero_says_who_went_out(run: Run) -> None:
    made = imported(run, "Round,Ann,Bo\n1,12,0*\n2,out,0\n", "--game", "313", *SKYJO)
    assert [round_.out for round_ in made.rounds] == [("Bo",), ("Ann",)]


def test_a_table_with_more_than_points_is_read_without_the_rest(run: Run, folder: Path) -> None:
    answer = run("import", str(KEEPERS / "phase-10.csv"), "--yes")
    said = "not points, so left out:  Dealer, Winner, Ann Phase, Bo Phase"
    assert (answer.said[0], answer.code) == (said, 0)
    [path] = folder.glob("*.toml")
    assert points(store.load(path).game) == [{"Ann": 35, "Bo": 0}, {"Ann": 0, "Bo": 15}]
