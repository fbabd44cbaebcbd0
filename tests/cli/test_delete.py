"""``delete``: a game goes out of the way, what undo needs as well; one command brings it back."""

import shlex
from pathlib import Path

import pytest

from tests.program import Run, ledger, names, scores, seeded, start
from tests.terminal import Sits

GAME = ledger(scores("Bo", Ann=12, Bo=0))


def test_a_deleted_game_comes_back_as_the_answer_says(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", GAME)
    assert start(["fix", "1", "ann=15"], folder).code == 0
    before = (folder / "a.toml").read_bytes()
    person = sits("delete")
    person.sees("Delete Thursday in a.toml, 1 round?   [Enter] keep it   [y] delete it: ")
    person.types("yes")
    said, code = person.ends()
    assert code == 0
    assert names(folder) == {".a.toml.deleted", "..a.toml.deleted.history"}
    command = shlex.split(said.partition("To have it back:  ")[2])
    assert command == ["mv", ".a.toml.deleted", "a.toml"]
    Path(folder / command[1]).rename(folder / command[2])
    assert (folder / "a.toml").read_bytes() == before


@pytest.mark.parametrize("answer", ["", "n", "no"])
def test_it_is_kept_unless_yes_is_typed(folder: Path, sits: Sits, answer: str) -> None:
    path = seeded(folder / "a.toml", GAME)
    person = sits("delete")
    person.sees("delete it: ")
    person.types(answer)
    said, code = person.ends()
    assert (code, "nothing was deleted" in said) == (0, True)
    assert names(folder) == {"a.toml"}
    assert path.read_text("utf-8") == GAME


def test_one_of_the_same_name_is_not_written_over(folder: Path, sits: Sits) -> None:
    for _ in range(2):
        seeded(folder / "a.toml", GAME)
        person = sits("delete")
        person.sees("delete it: ")
        person.types("y")
        assert person.ends()[1] == 0
    assert names(folder) == {".a.toml.deleted", ".a.toml.2.deleted"}


def test_what_was_changed_meanwhile_stays(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", GAME)
    person = sits("delete")
    person.sees("delete it: ")
    seeded(folder / "a.toml", GAME.replace("Ann = 12", "Ann = 13"))
    person.types("y")
    said, code = person.ends()
    assert (code, "a.toml was changed meanwhile" in said) == (4, True)
    assert names(folder) == {"a.toml"}


def test_where_nobody_can_be_asked_nothing_is_deleted(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", GAME)
    answer = run("delete")
    assert answer.code == 2
    assert "try: type it at a terminal" in answer.err
    assert names(folder) == {"a.toml"}


def test_the_open_game_goes_on_with_what_is_left(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", GAME)
    person = sits()
    said = person.settles()
    for line in ("delete", "y", "save"):
        person.types(line)
        said += person.settles()
    assert "Delete Thursday in a.toml, 1 round?" in said
    assert "no game here yet" in said
    assert "nothing needs saving" in said
    assert person.leaves() == 0
