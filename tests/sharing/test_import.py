"""``sk import`` for people and scripts: it says what it would write, asks, and writes."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from scorekeeper.errors import FileError
from scorekeeper.sharing import imported
from scorekeeper.sharing.imported import numbers_of
from scorekeeper.store import durable, evenings, load_ledger
from tests.effort import steps
from tests.manual.examples import ROOT
from tests.program import IMPATIENT, Answer, Run, names, refusal
from tests.sharing.test_from_elsewhere import LONG
from tests.terminal import Sits
from tests.values import rounds

TWO = LONG + "2026-03-08,Friday,1,Ann,4\n2026-03-08,Friday,1,Bo,5\n"

FILES = ["friday-2026-03-07.toml", "friday-2026-03-08.toml"]


@pytest.fixture
def two(folder: Path) -> Path:
    path = folder / "two.csv"
    path.write_text(TWO)
    return path


def ledgers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.toml"))


@pytest.mark.usefixtures("two")
def test_in_a_script_only_yes_writes(run: Run, folder: Path) -> None:
    answer = run("import", "two.csv")
    assert answer.said == [
        "friday-2026-03-07.toml: Friday, Points, 2026-03-07",
        "  1 round: Bo -2   Ann 12 (+14)",
        "  BO wins with -2 points.",
        "friday-2026-03-08.toml: Friday, Points, 2026-03-08",
        "  1 round: Ann 4   Bo 5 (+1)",
        "  ANN wins with 4 points.",
    ]
    problem = "import asks before it writes, but this isn't a terminal"
    assert (answer.err, answer.code) == (refusal(problem, "to write without asking, add --yes"), 2)
    assert ledgers(folder) == []
    back = f"2 games written.  Take one back:  sk undo -f {FILES[0]}"
    assert run("import", "two.csv", "--yes").said[-1] == back
    assert ledgers(folder) == FILES


def test_a_far_too_large_file_is_refused_in_plain_words(run: Run, folder: Path) -> None:
    with (folder / "big.csv").open("wb") as file:
        file.truncate((8 << 20) + 1)
    problem = "big.csv has 8388609 bytes, more than a thousand evenings need"
    remedy = "name a CSV file of rounds and points, or split it"
    assert run("import", "big.csv", "--yes") == Answer("", refusal(problem, remedy), 3)


def test_every_game_of_one_day_is_named_and_compared_once(run: Run, folder: Path) -> None:
    rows = (f"{game},Skat,2026-03-07,1,Ann,{game}\n" for game in range(60))
    (folder / "x.csv").write_text("file,title,date,round,player,points\n" + "".join(rows))
    with (
        patch.object(evenings, "Path", wraps=Path) as named,
        patch.object(imported, "numbers_of", wraps=numbers_of) as compared,
    ):
        assert run("import", "x.csv", "--yes").said[-1].startswith("60 games written.")
        assert named.call_count == 60
        assert run("import", "x.csv", "--yes").said[-1].endswith("and 59 more")
        assert compared.call_count == 2 * 60
    assert len(ledgers(folder)) == 60


@pytest.mark.posix("the stand-in adds calls of its own to those that are counted")
def test_a_game_with_the_same_rules_as_another_takes_little_time(run: Run, folder: Path) -> None:
    def imported(games: int) -> int:
        rows = (
            f"{date(2024, 1, 1) + timedelta(game)},three-thirteen,{number},{who},{points}\n"
            for game in range(games)
            for number in range(1, 12)
            for who, points in {"Ann": 0, "Bo": 5, "Cy": 7, "Di": 9}.items()
        )
        (folder / "x.csv").write_text("date,game,round,player,points\n" + "".join(rows))
        taken = steps(lambda: run("import", "x.csv", "--yes"))
        for path in folder.glob("*.toml"):
            path.unlink()
        return taken

    imported(1)  # which loads the games
    assert (imported(30) - imported(10)) / (20 * 44) < 130  # functions called for a row


@pytest.mark.usefixtures("two")
def test_the_answer_for_programs(run: Run, folder: Path) -> None:
    answer = run("import", "two.csv", "--yes", "--json")
    said = json.loads(answer.out)
    assert [game["file"] for game in said["games"]] == FILES
    assert said["games"][0]["winners"] == ["Bo"]
    assert (said["changed"], said["command"], answer.code) == (True, "import", 0)
    refused = run("import", "two.csv", "--json")
    assert (refused.out, refused.code) == ("", 2)
    (folder / "x.csv").write_text(LONG.replace("12", "x"))
    refused = run("import", "x.csv", "--yes", "--json")
    assert json.loads(refused.err.splitlines()[-1])["error"]["kind"] == "file"


@pytest.mark.usefixtures("two")
def test_a_game_that_is_here_already_is_not_written_again(run: Run, folder: Path) -> None:
    (folder / "one.csv").write_text(LONG)
    run("import", "one.csv", "--yes")
    grown = run("import", "two.csv", "--yes")
    assert grown.said == [
        f"already here, and left alone:  {FILES[0]}",
        "friday-2026-03-08.toml: Friday, Points, 2026-03-08",
        "  1 round: Ann 4   Bo 5 (+1)",
        "  ANN wins with 4 points.",
        f"1 game written.  Take it back:  sk undo -f {FILES[1]}",
    ]
    again = run("import", "two.csv", "--yes")
    assert again.said == [f"already here, and left alone:  {FILES[0]} and 1 more"]
    assert (again.err, again.code) == ("nothing was written\n", 0)
    said = run("import", "two.csv", "--yes", "--json")
    assert json.loads(said.out) == {"games": [], "changed": False, "command": "import"}
    assert ledgers(folder) == FILES


@pytest.mark.parametrize("file", ["nosuch.csv", ".", " "])
def test_a_missing_file_is_named_and_a_csv_file_asked_for(run: Run, file: str) -> None:
    problem, remedy = f"there is no file called '{file}'", "name the CSV file that you mean"
    answer = run("import", file, "--yes")
    assert answer == Answer("", refusal(problem, f"{remedy}, like friday.csv"), 3)


@pytest.mark.parametrize("sample", ["friday-at-ours.toml", "five-crowns-saturday.toml"])
def test_a_game_exported_from_here_counts_as_already_here(
    run: Run, folder: Path, sample: str
) -> None:
    """With dealers and notes, under a name of its own."""
    (folder / "mine.toml").write_bytes((ROOT / "sample_games" / sample).read_bytes())
    run("export", "mine.toml", "--to", "csv", "-o", "x.csv")
    said = ["already here, and left alone:  mine.toml"]
    assert run("import", "x.csv", "--yes").said == said
    text = (folder / "x.csv").read_text()
    (folder / "x.csv").write_text(text.replace(",Ann,", ",Anna,"))
    assert run("import", "x.csv", "--yes").said[-1].startswith("1 game written")


def test_a_game_exported_with_shown_hands_counts_as_already_here(run: Run, folder: Path) -> None:
    run("new", "Ann", "Bo", "-f", "mine.toml")
    run("add", "ann=o", "bo=5h 9c kd")
    run("misdeal")
    run("add", "ann=12", "bo=o")
    run("export", "mine.toml", "--to", "csv", "-o", "x.csv")
    again = run("import", "x.csv", "--yes")
    assert again.said == ["already here, and left alone:  mine.toml"]
    assert ledgers(folder) == ["mine.toml"]


def test_a_player_who_came_for_a_void_round_has_the_points_agreed_again(
    run: Run, folder: Path
) -> None:
    for words in (
        "new Ann Bo --dealer ann -f a.toml",
        "add 3 o",
        "player join Fay --points 19",
        "add 3 o 4",
        "misdeal",
        "export --to csv -o a.csv",
    ):
        assert run(*words.split()).code == 0
    before = run("standings", "--json", "-f", "a.toml").facts["standings"]
    (folder / "a.toml").unlink()
    assert run("import", "a.csv", "--yes").code == 0
    [path] = ledgers(folder)
    assert run("standings", "--json", "-f", path).facts["standings"] == before


def test_a_game_that_has_gone_on_since_is_a_different_one(run: Run, folder: Path) -> None:
    (folder / "one.csv").write_text(LONG)
    run("import", "one.csv", "--yes")
    run("fix", "1", "ann=13", "-f", FILES[0])
    run("import", "one.csv", "--yes")
    assert ledgers(folder) == [f"{FILES[0][:-5]}-2.toml", FILES[0]]


def test_two_games_of_one_name_and_day_get_two_files(run: Run, folder: Path) -> None:
    text = "file,date,title,round,player,points\n"
    text += "".join(f"{file},2026-03-07,Friday,1,Ann,{file}\n" for file in (1, 2))
    (folder / "x.csv").write_text(text)
    assert run("import", "x.csv", "--yes").code == 0
    assert ledgers(folder) == ["friday-2026-03-07-2.toml", "friday-2026-03-07.toml"]


@pytest.mark.usefixtures("two")
def test_undo_takes_an_imported_game_away_and_redo_brings_it_back(run: Run, folder: Path) -> None:
    run("import", "two.csv", "--yes")
    text = (folder / FILES[0]).read_text()
    answer = run("undo", "-f", FILES[0])
    assert (answer.said[0], answer.code) == ("taken back:  sk import two.csv", 0)
    assert ledgers(folder) == FILES[1:]
    assert run("redo", "-f", FILES[0]).code == 0
    assert (folder / FILES[0]).read_text() == text


@pytest.mark.usefixtures("two")
def test_one_game_that_cannot_be_written_stops_them_all(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = durable.create_file

    def full(path: Path, content: bytes, **more: Any) -> None:
        if path.name == FILES[1]:
            raise FileError("no room", remedy="make some")
        create(path, content, **more)

    monkeypatch.setattr(durable, "create_file", full)
    assert run("import", "two.csv", "--yes").code == 3
    assert names(folder) == {"two.csv"}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("round,Zoë\n1,3\n".encode("mac-roman"), id="an encoding of old Macs"),
        pytest.param("round,Zoë\n".encode() + b"\xeb,3\n", id="two encodings at once"),
        pytest.param("round,Zoë\n1,3\n".encode("utf-16")[:-1], id="UTF-16 that is cut off"),
    ],
)
def test_a_file_that_is_not_text_is_refused(run: Run, folder: Path, content: bytes) -> None:
    (folder / "x.csv").write_bytes(content)
    answer = run("import", "x.csv", "--yes")
    remedy = "save the table as CSV in UTF-8; a spreadsheet does that with Save As"
    assert answer.err.endswith(refusal("this isn't text in UTF-8", remedy).removeprefix("error: "))
    assert (answer.out, answer.code) == ("", 3)


@pytest.mark.parametrize("start", [b"PK\x03\x04\x14", b"\xd0\xcf\x11\xe0\xa1"], ids=["new", "old"])
def test_a_workbook_is_not_a_csv_file(run: Run, folder: Path, start: bytes) -> None:
    (folder / "x.csv").write_bytes(start + b"\x00\x06\x00\x08\xb5")
    problem, remedy = "x.csv:1: this is a spreadsheet, not a CSV file", "save the sheet as CSV"
    assert run("import", "x.csv", "--yes") == Answer("", refusal(problem, remedy), 3)


@pytest.mark.parametrize(("answer", "day"), [("", "2026-03-04"), ("n", "2026-04-03")])
def test_at_a_terminal_a_date_that_could_be_two_is_asked_about_once(
    sits: Sits, folder: Path, answer: str, day: str
) -> None:
    text = "date,round,player,points\n04/03/2026,1,Ann,1\n05/03/2026,1,Ann,2\n"
    (folder / "x.csv").write_text(text)
    person = sits("import", "x.csv", "--title", "Friday", "--rule", "winner=low")
    person.sees("Which date is '04/03/2026'?   [Enter] 2026-03-04   [n] 2026-04-03")
    person.types(answer)
    person.talks("Write 2 games? >>")
    person.ends()
    assert f"friday-{day}.toml" in ledgers(folder)


def test_an_unknown_order_of_dates_is_refused(run: Run, folder: Path) -> None:
    (folder / "x.csv").write_text(LONG)
    problem, remedy = "'dmy' isn't a date order", "give day-first or month-first"
    assert run("import", "x.csv", "--dates", "dmy") == Answer("", refusal(problem, remedy), 2)


def test_at_a_terminal_it_asks(sits: Sits, two: Path) -> None:
    for answer, said, written in (
        ("n", "nothing was written", []),
        ("", "2 games written.", FILES),
    ):
        person = sits("import", "two.csv")
        person.talks("Do the fewest points win? >>", "BO wins with -2 points.", "Write 2 games?")
        person.types(answer)
        rest, code = person.ends()
        assert (said in rest, code, ledgers(two.parent)) == (True, 0, written)


def test_at_a_terminal_the_most_points_may_win(sits: Sits, two: Path) -> None:
    person = sits("import", "two.csv")
    person.talks("Do the fewest points win? >> n", "ANN wins with 12 points.", "Write 2 games? >>")
    person.ends()
    assert [load_ledger(two.parent / file).rules.winner for file in FILES] == ["high", "high"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(LONG, ["--rule", "winner=high"], id="a rule"),
        pytest.param(LONG.replace("points\n", "points,winner\n").replace("2\n", "2,high\n"), [],
                     id="a column"),
    ],
)  # fmt: skip
def test_if_the_command_says_who_wins_nobody_is_asked(
    sits: Sits, folder: Path, text: str, words: list[str]
) -> None:
    (folder / "x.csv").write_text(text)
    person = sits("import", "x.csv", *words)
    person.talks("ANN wins with 12 points.", "Write 1 game? >>")
    assert "Do the fewest" not in person.ends()[0]
    assert load_ledger(folder / FILES[0]).rules.winner == "high"


TOTALS = "Round,Ann,Bo\n1,12,-2\n2,15,3\n3,15,10\n"

TAKEN = ("--date", "2026-03-07", "--title", "Friday")

POINTS = [{"Ann": 12, "Bo": -2}, {"Ann": 3, "Bo": 5}, {"Ann": 0, "Bo": 7}]


@pytest.mark.parametrize("below", ["", "Total,15,10\n"])
def test_running_totals_are_read_with_the_option(run: Run, folder: Path, below: str) -> None:
    (folder / "x.csv").write_text(TOTALS + below)
    problem = "x.csv:1: these look like running totals: they never go down"
    remedy = "use --totals; if they are points, add a last row called total"
    assert run("import", "x.csv", *TAKEN, "--yes") == Answer("", refusal(problem, remedy), 3)
    assert run("import", "x.csv", *TAKEN, "--totals", "--yes").code == 0
    assert rounds(folder / FILES[0]) == POINTS


def test_if_points_fall_in_one_game_none_are_totals(run: Run, folder: Path) -> None:
    rows = [f"2026-03-0{day},{n},Ann,{n * (5 - day)}" for day in (4, 6) for n in (1, 2, 3)]
    (folder / "x.csv").write_text("\n".join(["date,round,player,points", *rows]))
    assert run("import", "x.csv", "--title", "Friday", "--yes").code == 0


@pytest.mark.parametrize(("answer", "total"), [("", 15), ("n", 42)])
def test_at_a_terminal_numbers_that_never_fall_are_asked_about(
    sits: Sits, folder: Path, answer: str, total: int
) -> None:
    (folder / "x.csv").write_text(TOTALS)
    person = sits("import", "x.csv", *TAKEN, "--rule", "winner=low")
    person.sees("The numbers never go down. Are they running totals?")
    person.types(answer)
    person.talks("Write 1 game? >>")
    person.ends()
    assert load_ledger(folder / FILES[0]).total("Ann") == total


BESIDE = "Round,Ann,A2,Bo,B2\n1,12,12,0,0\n2,3,15,-5,-5\n3,1,16,7,2\n4,2,18,1,3\n"


def test_at_a_terminal_what_looks_like_totals_next_to_the_points_is_asked_about(
    sits: Sits, folder: Path
) -> None:
    (folder / "x.csv").write_text(BESIDE)
    person = sits("import", "x.csv", *TAKEN, "--rule", "winner=low")
    for question in ("Ann's running totals. Is", "Bo's running totals. Is", "Write 1 game?"):
        person.talks(f"{question} >>")
    person.ends()
    assert load_ledger(folder / FILES[0]).names == ("Ann", "Bo")


def test_a_column_without_a_name_that_sums_the_others_can_be_left_out(
    sits: Sits, folder: Path
) -> None:
    (folder / "x.csv").write_text("Round,Ann,,Bo\n1,3,7,4\n2,1,3,2\n3,0,5,5\n")
    person = sits("import", "x.csv", *TAKEN, "--rule", "winner=low")
    person.talks("'' doesn't look like a player. Is that right? >>", "Write 1 game? >>")
    person.ends()
    assert rounds(folder / FILES[0])[0] == {"Ann": 3, "Bo": 4}


def test_long_work_shows_progress_on_a_terminal(sits: Sits, folder: Path) -> None:
    rows = (
        f"2025-01-01,Evening {game},{number},{who},5\n"
        for game in range(40)
        for number in range(1, 12)
        for who in ("Ann", "Bo")
    )
    (folder / "x.csv").write_text("date,title,round,player,points\n" + "".join(rows))
    person = sits(command=[*IMPATIENT, "import", "x.csv", "--yes"])
    person.talks(
        "reading games 1/40", "and 30 games more", "writing games 1/40", "40 games written."
    )
    assert person.ends()[1] == 0


FRIDAY = "Friday,,\nRound,Ann,Bo\n1,0,12\n2,7,0\n"


@pytest.mark.parametrize("first", [FRIDAY, "Name,1,2\nAnn,0,7\nBo,12,0\n", ",R1\nAnn,0\nBo,2\n"])
@pytest.mark.parametrize("between", ["", "\n", "Saturday,,\n"])
@pytest.mark.parametrize("second", ["Runde,Ann,Cy,Bo\n1,5,1,0\n", "Player,1\nAnn,3\n", None])
def test_two_tables_in_a_file_are_refused(
    run: Run, folder: Path, first: str, between: str, second: str | None
) -> None:
    (folder / "x.csv").write_text(first + between + (second or first))
    answer = run("import", "x.csv", "--yes")
    line = f"{first}{between}".count("\n") + (2 if (second, first) == (None, FRIDAY) else 1)
    problem = f"x.csv:{line}: this looks like the headings of another table"
    assert answer == Answer("", refusal(problem, "save each table as a file of its own"), 3)
    assert ledgers(folder) == []


@pytest.mark.parametrize("day", ["Skat 13.3.2026", "Exported 7 March 26", "On 3/4/26"])
def test_a_possible_date_above_a_table_is_refused_unless_the_date_is_given(
    run: Run, folder: Path, day: str
) -> None:
    (folder / "x.csv").write_text(FRIDAY.replace("Friday,", day))
    answer = run("import", "x.csv", "--yes")
    assert answer.err.startswith("error: x.csv:1: ")
    assert "looks like a date, but may not be the day of the game" in answer.err
    assert "give the date with --date, or remove the line" in answer.err
    assert (answer.code, ledgers(folder)) == (3, [])
    assert run("import", "x.csv", "--date", "2026-03-07", "--yes").code == 0


def test_a_date_above_rows_with_dates_is_ignored(run: Run, folder: Path) -> None:
    (folder / "x.csv").write_text(f"Exported 2026-03-09\n{LONG}")
    assert run("import", "x.csv", "--yes").code == 0
    assert ledgers(folder) == FILES[:1]
