"""An evening to try without any set-up: what is unpacked, and what is worth typing in it."""

import tempfile
from pathlib import Path

import pytest

from scorekeeper.cli.commands.files import LINES, OPEN
from scorekeeper.store import load_ledger
from tests.effort import some
from tests.program import Run, files, ledger, refusal, seeded
from tests.terminal import Person
from tests.tools.deal_samples import SAMPLES, play
from tests.tools.deal_season import FOLDER, SEASON


@pytest.mark.slow
@pytest.mark.parametrize("name", some([*SEASON]))
def test_the_script_deals_the_evening_again_to_the_last_character(name: str) -> None:
    dealt = play(SEASON[name]).encode()
    assert dealt == (FOLDER / name).read_bytes(), "deal it again: python -m tests.tools.deal_season"


def test_without_a_terminal_it_unpacks_and_says_what_to_type(run: Run, folder: Path) -> None:
    assert run("demo", "cards").said == [
        "cards: an evening in round 8 of 11, a season of twelve, and the games used in the manual",
        "Go there:  cd cards     then:  sk standings     sk stats     sk chart",
    ]
    assert files(folder / "cards").keys() >= SEASON.keys()
    assert files(folder / "cards/sample_games").keys() == SAMPLES.keys()
    assert run("check", "cards", "cards/sample_games").code == 0
    assert run("stats", "cards").said[0] == ("12 finished games · 9 January 2026 to 27 March 2026")


@pytest.mark.usefixtures("folder")
def test_hands_are_on_the_sheet_so_that_looking_back_has_something_to_say(run: Run) -> None:
    assert run("demo", "cards").code == 0
    assert any(
        "one card from going out" in line for line in run("review", f"cards/{OPEN}").said[6:]
    )
    said = run("rescore", "cards/friday-at-ours-2026-03-27.toml", "--each").said
    assert said[1] == (
        "  Ann by 3        aces are low or high: Q-K-A is a run too, an ace left over costs 15"
    )


def test_without_a_name_it_unpacks_into_a_new_temporary_folder(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert run("demo").code == run("demo").code == 0
    first, second = folder.iterdir()
    assert files(first) == files(second)


@pytest.mark.parametrize("there", ["cards/mine.txt", "cards"])
def test_if_something_is_there_nothing_is_written(run: Run, folder: Path, there: str) -> None:
    (folder / there).parent.mkdir(exist_ok=True)
    (folder / there).write_text("mine")
    answer = run("demo", "cards")
    problem = "cards already exists, and isn't an empty folder"
    assert answer.err == refusal(problem, "name a new folder, or none to use a temporary one")
    assert answer.code == 4
    assert [path.name for path in folder.rglob("*") if path.is_file()] == [Path(there).name]


@pytest.mark.slow
def test_at_a_terminal_the_evening_opens_with_three_lines_that_do_what_they_say(
    folder: Path,
) -> None:
    person = Person(folder, "demo", columns=100, rows=50, TMPDIR=str(folder))
    person.sees("To try:")
    judged, mended, seen = (line for line, _ in LINES)
    person.answers(("round 8, the tens>", judged))
    person.sees("K♣ is neither a queen nor wild")
    person.answers(("round 8, the tens>", mended), ("Bo's 27 to 17 in round 7", ""))
    person.answers(("round 8, the tens>", seen))
    person.sees("Bo           65")
    person.answers(("round 8, the tens>", "stats"))
    person.sees("12 finished games")
    person.answers(("round 8, the tens>", "quit"))
    person.sees("To keep the demo:")
    [place] = folder.glob("sk-demo-*")
    assert place.name in person.ends()[0]
    assert load_ledger(place / OPEN).total("Bo") == 65


@pytest.mark.slow
def test_a_game_that_is_open_stays_open(folder: Path) -> None:
    seeded(folder / "a.toml", ledger())
    person = Person(folder, columns=250)
    person.answers((">", "demo cards"))
    person.sees(f"Open the evening:  open {folder}/cards/{OPEN}")
    person.answers((">", "quit"))
    assert person.ends()[1] == 0


@pytest.mark.slow
def test_without_an_open_game_the_evening_opens_and_the_next_game_is_not_part_of_it(
    folder: Path,
) -> None:
    person = Person(folder, columns=100)
    person.answers(("no game here yet", "demo cards"), (LINES[-1][0], "stats"))
    person.answers(("12 finished games", ""), ("round 8, the tens>", "new Ann Bo"))
    person.answers(("Leave it open?", "y"), ("round 1, the threes>", "quit"))
    assert person.ends()[1] == 0
    assert len(list(folder.glob("three-thirteen-*.toml"))) == 1


@pytest.mark.slow
def test_from_an_open_program_it_says_how_to_keep_what_is_temporary(folder: Path) -> None:
    person = Person(folder, columns=250, TMPDIR=str(folder))
    person.answers(("no game here yet", "demo"))
    person.sees(f"To keep the demo, once you have left:  mv {folder}/sk-demo-")
    person.answers(("round 8, the tens>", "quit"))
    assert person.ends()[1] == 0


@pytest.mark.usefixtures("folder")
def test_in_the_current_folder_it_does_not_say_to_go_there(run: Run) -> None:
    assert run("demo", ".").said[1] == "Now:  sk standings     sk stats     sk chart"
