"""All games of a folder as one table or object, which says what it leaves out."""

import csv
import io
import json
from pathlib import Path

import pytest

from scorekeeper import store
from scorekeeper.errors import UsageError
from scorekeeper.ledger import Game
from scorekeeper.render import machine
from scorekeeper.sharing.sheets import spreadsheet_of_all
from tests.manual.examples import ROOT
from tests.program import Answer, Run, facts, ledger, refusal, seeded
from tests.sharing.sharable import SAMPLES, sample


@pytest.fixture
def fridays(folder: Path) -> Path:
    here = folder / "fridays"
    here.mkdir()
    for name in ("friday-at-ours", "gin-by-the-fire", "skyjo-night"):
        (here / f"{name}.toml").write_bytes((ROOT / f"sample_games/{name}.toml").read_bytes())
    seeded(here / "begun.toml", ledger())
    seeded(here / "torn.toml", "schema = 1\n[game]\n[rules\n")
    seeded(here / "people.toml", '[people]\nAnn = "Anna"\n')
    return here


LEFT_OUT = [
    "left out: fridays/begun.toml: no rounds were played",
    "left out: fridays/torn.toml:3: this isn't valid TOML: ",
]


@pytest.mark.usefixtures("fridays")
def test_a_folder_becomes_one_table_and_import_brings_its_games_back(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = run("export", "fridays", "--to", "csv")
    assert answer.code == 0
    assert all(map(str.startswith, answer.err.splitlines(), LEFT_OUT))
    rows = list(csv.DictReader(io.StringIO(answer.out, newline="")))
    files = ["fridays/friday-at-ours.toml", "fridays/gin-by-the-fire.toml"]
    assert list(dict.fromkeys(row["file"] for row in rows)) == [*files, "fridays/skyjo-night.toml"]
    alone = csv.DictReader(io.StringIO(run("export", files[1], "--to", "csv").out, newline=""))
    assert [row for row in rows if row["file"] == files[1]] == list(alone)
    seeded(folder / "all.csv", answer.out)
    (folder / "back").mkdir()
    monkeypatch.chdir(folder / "back")
    assert run("import", "../all.csv", "--yes").code == 0
    before, after = (facts(run, "stats", place)["players"] for place in ("../fridays", "."))
    assert [{**line, "player": ""} for line in after] == [{**line, "player": ""} for line in before]


@pytest.mark.usefixtures("fridays")
def test_a_folder_becomes_one_object_with_every_game(run: Run, folder: Path) -> None:
    answer = run("export", "fridays", "--to", "json", "-o", "all.json")
    assert answer.said == ["all.json written."]
    assert all(map(str.startswith, answer.err.splitlines(), LEFT_OUT))
    games = json.loads((folder / "all.json").read_text())["games"]
    alone = [run("export", game["file"], "--to", "json").out for game in games]
    assert list(map(json.loads, alone)) == games
    assert len(games) == 3


@pytest.mark.usefixtures("fridays")
def test_a_json_object_is_written_game_by_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    load, sheet, done = store.load, machine.sheet, []

    def loaded(path: Path) -> store.Loaded:
        done.append(f"read {path}")
        return load(path)

    def told(game: Game, file: str) -> machine.Facts:
        done.append(f"told {file}")
        return sheet(game, file)

    monkeypatch.setattr(store, "load", loaded)
    monkeypatch.setattr(machine, "sheet", told)
    run("export", "fridays", "--to", "json", "-o", "all.json")
    games = [line.removeprefix("told ") for line in done if line.startswith("told ")]
    steps = [step for game in games for step in (f"read {game}", f"told {game}")]
    assert len(games) == 3
    assert [step for step in done if step.split()[1] in games] == steps


@pytest.mark.usefixtures("fridays")
def test_json_says_which_games_of_a_folder_are_left_out(run: Run) -> None:
    found = facts(run, "export", "fridays", "--to", "csv")
    files = [left["file"] for left in found["left_out"]]
    assert files == ["fridays/begun.toml", "fridays/torn.toml"]
    assert found["text"].startswith("file,title,game,")


@pytest.mark.usefixtures("fridays")
@pytest.mark.parametrize("words", [["--to", "html"], ["--to", "chat", "--plain"]])
def test_a_folder_becomes_no_page_and_no_message(run: Run, words: list[str]) -> None:
    problem = "a folder can only be csv or json"
    remedy = "say --to csv or json; sk stats writes a page of the season"
    assert run("export", "fridays", *words) == Answer("", refusal(problem, remedy), 2)


def test_a_folder_without_any_round_is_not_exported(run: Run, folder: Path) -> None:
    seeded(folder / "begun.toml", ledger())
    answer = run("export", ".", "--to", "csv", "-o", "all.csv")
    problem, remedy = "no game there has rounds", "see what is there with sk check"
    assert answer == Answer("", refusal(problem, remedy), 3)
    assert not (folder / "all.csv").exists()


def test_more_games_than_can_be_read_back_are_not_written_as_csv() -> None:
    game = sample(SAMPLES[0])
    with pytest.raises(UsageError, match="more than can be read back from one CSV file"):
        spreadsheet_of_all([("f.toml", game)] * 1001)
