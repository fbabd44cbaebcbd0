"""``sk import`` as people and scripts meet it: it says what it would write, asks, and writes."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.errors import FileError
from scorekeeper.store import durable
from tests.manual.examples import ROOT
from tests.program import IMPATIENT, Answer, Run, refusal
from tests.sharing.test_from_elsewhere import LONG
from tests.terminal import Sits

TWO = LONG + "2026-03-08,Skyjo,1,Ann,4\n2026-03-08,Skyjo,1,Bo,5\n"

FILES = ["skyjo-2026-03-07.toml", "skyjo-2026-03-08.toml"]


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
        "skyjo-2026-03-07.toml: Skyjo, Points, 2026-03-07",
        "  1 round: Bo -2   Ann 12 (+14)",
        "  BO wins with -2 points.",
        "skyjo-2026-03-08.toml: Skyjo, Points, 2026-03-08",
        "  1 round: Ann 4   Bo 5 (+1)",
        "  ANN wins with 4 points.",
    ]
    problem = "import asks before it writes, and nobody is here to answer"
    assert (answer.err, answer.code) == (refusal(problem, "write what it says with --yes"), 2)
    assert ledgers(folder) == []
    back = f"2 games written.  Take one back:  sk undo -f {FILES[0]}"
    assert run("import", "two.csv", "--yes").said[-1] == back
    assert ledgers(folder) == FILES


def test_a_file_that_is_far_too_large_is_told_so_in_the_words_of_a_table(
    run: Run, folder: Path
) -> None:
    with (folder / "big.csv").open("wb") as file:
        file.truncate((64 << 20) + 1)
    problem = "big.csv has 67108865 bytes, more than ten thousand evenings"
    remedy = "name a CSV file of rounds and points, or split it"
    assert run("import", "big.csv", "--yes") == Answer("", refusal(problem, remedy), 3)


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
def test_names_that_are_taken_are_never_written_over(run: Run, folder: Path) -> None:
    assert run("import", "two.csv", "--yes").code == 0
    (folder / "two.csv").write_text(TWO.replace("12", "13").replace(",5", ",6"))
    assert run("import", "two.csv", "--yes").code == 0
    assert ledgers(folder) == sorted([*FILES, *(f"{name[:-5]}-2.toml" for name in FILES)])


@pytest.mark.usefixtures("two")
def test_a_game_that_is_here_already_is_not_written_again(run: Run, folder: Path) -> None:
    (folder / "one.csv").write_text(LONG)
    run("import", "one.csv", "--yes")
    grown = run("import", "two.csv", "--yes")
    assert grown.said == [
        f"here already, and left alone:  {FILES[0]}",
        "skyjo-2026-03-08.toml: Skyjo, Points, 2026-03-08",
        "  1 round: Ann 4   Bo 5 (+1)",
        "  ANN wins with 4 points.",
        f"1 game written.  Take it back:  sk undo -f {FILES[1]}",
    ]
    again = run("import", "two.csv", "--yes")
    assert again.said == [f"here already, and left alone:  {FILES[0]} and 1 more"]
    assert (again.err, again.code) == ("nothing was written\n", 0)
    said = run("import", "two.csv", "--yes", "--json")
    assert json.loads(said.out) == {"games": [], "changed": False, "command": "import"}
    assert ledgers(folder) == FILES


@pytest.mark.parametrize("file", ["nosuch.csv", ".", " "])
def test_what_is_no_file_is_named_and_a_csv_asked_for(run: Run, file: str) -> None:
    problem, remedy = f"there is no file called '{file}'", "name the CSV file that you mean"
    answer = run("import", file, "--yes")
    assert answer == Answer("", refusal(problem, f"{remedy}, like friday.csv"), 3)


@pytest.mark.parametrize("sample", ["friday-at-ours.toml", "five-crowns-saturday.toml"])
def test_what_was_exported_from_a_game_that_lies_here_is_here_already(
    run: Run, folder: Path, sample: str
) -> None:
    """With dealers and notes, under a name of its own."""
    (folder / "mine.toml").write_bytes((ROOT / "sample_games" / sample).read_bytes())
    run("export", "mine.toml", "--to", "csv", "-o", "x.csv")
    said = ["here already, and left alone:  mine.toml"]
    assert run("import", "x.csv", "--yes").said == said
    text = (folder / "x.csv").read_text()
    (folder / "x.csv").write_text(text.replace(",Ann,", ",Anna,"))
    assert run("import", "x.csv", "--yes").said[-1].startswith("1 game written")


def test_what_was_exported_from_shown_hands_is_here_already(run: Run, folder: Path) -> None:
    run("new", "Ann", "Bo", "-f", "mine.toml")
    run("add", "ann=o", "bo=5h 9c kd")
    run("misdeal")
    run("add", "ann=12", "bo=o")
    run("export", "mine.toml", "--to", "csv", "-o", "x.csv")
    again = run("import", "x.csv", "--yes")
    assert again.said == ["here already, and left alone:  mine.toml"]
    assert ledgers(folder) == ["mine.toml"]


def test_who_came_for_a_round_that_is_void_has_the_points_agreed_again(
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


def test_a_game_that_was_played_on_since_is_another(run: Run, folder: Path) -> None:
    (folder / "one.csv").write_text(LONG)
    run("import", "one.csv", "--yes")
    run("fix", "1", "ann=13", "-f", FILES[0])
    run("import", "one.csv", "--yes")
    assert ledgers(folder) == [f"{FILES[0][:-5]}-2.toml", FILES[0]]


def test_two_games_of_one_name_and_day_get_two_files(run: Run, folder: Path) -> None:
    text = "file,date,title,round,player,points\n"
    text += "".join(f"{file},2026-03-07,Skyjo,1,Ann,{file}\n" for file in (1, 2))
    (folder / "x.csv").write_text(text)
    assert run("import", "x.csv", "--yes").code == 0
    assert ledgers(folder) == ["skyjo-2026-03-07-2.toml", "skyjo-2026-03-07.toml"]


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
def test_where_one_cannot_be_written_none_is(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = durable.create_file

    def full(path: Path, content: bytes, **more: Any) -> None:
        if path.name == FILES[1]:
            raise FileError("no room", remedy="make some")
        create(path, content, **more)

    monkeypatch.setattr(durable, "create_file", full)
    assert run("import", "two.csv", "--yes").code == 3
    assert [path.name for path in folder.iterdir()] == ["two.csv"]


def test_a_file_that_is_none_is_refused(run: Run, folder: Path) -> None:
    assert run("import", "none.csv", "--yes").code == 3
    (folder / "latin.csv").write_bytes("round,player,points\n1,Zoë,3\n".encode("latin-1"))
    (folder / "winter.xlsx").write_bytes(b"PK\x03\x04\x14\x00\x06\x00\x08\xb5")
    remedy = "save the table as CSV in UTF-8; a spreadsheet does that with Save As"
    for where in ("latin.csv:2", "winter.xlsx:1"):
        answer = run("import", where.partition(":")[0], "--yes")
        assert answer == Answer("", refusal(f"{where}: this is no text in UTF-8", remedy), 3)


def test_at_a_terminal_it_asks(sits: Sits, two: Path) -> None:
    person = sits("import", "two.csv")
    person.sees("skyjo-2026-03-08.toml")
    person.sees("Write 2 games?")
    person.types("n")
    rest, code = person.ends()
    assert ("nothing was written" in rest, code, ledgers(two.parent)) == (True, 0, [])
    person = sits("import", "two.csv")
    person.sees("Write 2 games?")
    person.types("")
    rest, code = person.ends()
    assert ("2 games written." in rest, code, ledgers(two.parent)) == (True, 0, FILES)


def test_what_takes_long_is_told_on_a_terminal(sits: Sits, folder: Path) -> None:
    rows = (
        f"2025-01-01,Evening {game},{number},{who},5\n"
        for game in range(40)
        for number in range(1, 12)
        for who in ("Ann", "Bo")
    )
    (folder / "x.csv").write_text("date,title,round,player,points\n" + "".join(rows))
    person = sits(command=[*IMPATIENT, "import", "x.csv", "--yes"])
    person.sees("reading games 1/40")
    person.sees("and 30 games more")
    person.sees("writing games 1/40")
    person.sees("40 games written.")
    assert person.ends()[1] == 0
