"""``delete``: a game is put away with what undo needs, and one command brings it back."""

import shlex
from pathlib import Path

import pytest

from tests.program import Run, facts, ledger, names, scores, seeded, start
from tests.terminal import Sits

GAME = ledger(scores("Bo", Ann=12, Bo=0))


def test_a_deleted_game_comes_back_as_the_answer_says(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", GAME)
    assert start(["fix", "1", "ann=15"], folder).code == 0
    before = (folder / "a.toml").read_bytes()
    person = sits("delete")
    person.talks("Delete Thursday in a.toml, 1 round?   [Enter] keep it   [y] delete it: >> yes")
    said, code = person.ends()
    assert code == 0
    assert names(folder) == {".a.toml.deleted", "..a.toml.deleted.history"}
    command = shlex.split(said.partition("To get it back:  ")[2])
    assert command == ["sk", "undo", "-f", "a.toml"]
    back = start(command[1:], folder).said
    assert back[:2] == ["taken back:  sk delete", "a.toml is back."]
    assert names(folder) == {"a.toml", ".a.toml.history"}
    assert (folder / "a.toml").read_bytes() == before


def test_undo_goes_on_past_a_deleted_game_and_redo_deletes_it_again(
    run: Run, folder: Path, sits: Sits
) -> None:
    path = seeded(folder / "a.toml", GAME)
    assert run("fix", "1", "ann=15").code == 0
    deleted(sits)
    assert "taken back:  sk fix 1 ann=15" in run("undo", "-n", "2").said
    assert path.read_text("utf-8") == GAME
    assert run("redo").code == 0
    assert "Ann = 15" in path.read_text("utf-8")
    assert run("redo").said[-1] == "a.toml is gone.  sk undo brings it back."
    assert names(folder) == {".a.toml.deleted", "..a.toml.deleted.history"}
    assert facts(run, "undo")["undone"] == [{"command": "delete", "says": "delete"}]
    assert "Ann = 15" in path.read_text("utf-8")


def test_undo_takes_back_the_delete_before_an_older_change_of_another_game(
    run: Run, folder: Path, sits: Sits
) -> None:
    for name in ("a.toml", "b.toml"):
        seeded(folder / name, GAME)
        assert run("fix", "1", "ann=15", "-f", name).code == 0
    deleted(sits, "-f", "a.toml")
    assert run("undo").said[1:3] == ["taken back:  sk delete", "a.toml is back."]


def test_undo_leaves_a_deleted_game_alone_that_was_edited_since(
    run: Run, folder: Path, sits: Sits
) -> None:
    seeded(folder / "a.toml", GAME)
    deleted(sits)
    seeded(folder / ".a.toml.deleted", GAME.replace("= 12", "= 13"))
    before = names(folder)
    answer = run("undo")
    assert (answer.code, "a.toml was edited by hand since 'delete'" in answer.err) == (4, True)
    assert names(folder) == before


def test_a_deleted_game_never_replaces_a_new_one_of_its_name(
    run: Run, folder: Path, sits: Sits
) -> None:
    path = seeded(folder / "a.toml", GAME)
    deleted(sits)
    assert run("new", "Dee", "Eve", "-f", "a.toml").code == 0
    assert run("undo").said[0] == "taken back:  sk new Dee Eve"
    assert run("undo").code == 0
    assert path.read_text("utf-8") == GAME


def deleted(sits: Sits, *words: str) -> None:
    """Delete a game and confirm it."""
    person = sits("delete", *words)
    person.talks("delete it: >> y")
    assert person.ends()[1] == 0


@pytest.mark.parametrize("answer", ["", "n", "no"])
def test_the_game_is_kept_unless_yes_is_typed(folder: Path, sits: Sits, answer: str) -> None:
    path = seeded(folder / "a.toml", GAME)
    person = sits("delete")
    person.talks(f"delete it: >> {answer}")
    said, code = person.ends()
    assert (code, "Nothing was deleted." in said) == (0, True)
    assert names(folder) == {"a.toml"}
    assert path.read_text("utf-8") == GAME


def test_a_game_of_the_same_name_is_not_written_over(folder: Path, sits: Sits) -> None:
    for text in (GAME, GAME.replace("= 12", "= 13")):
        path = seeded(folder / "a.toml", text)
        deleted(sits)
    assert {".a.toml.deleted", ".a.toml.2.deleted"} <= names(folder)
    for text in (GAME.replace("= 12", "= 13"), GAME):
        assert start(["undo", "-f", "a.toml"], folder).code == 0
        assert path.read_text("utf-8") == text
        path.unlink()


def test_a_change_made_meanwhile_stays(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", GAME)
    person = sits("delete")
    person.sees("delete it: ")
    seeded(folder / "a.toml", GAME.replace("Ann = 12", "Ann = 13"))
    person.types("y")
    said, code = person.ends()
    assert (code, "a.toml was changed in the meantime" in said) == (4, True)
    assert names(folder) == {"a.toml"}


def test_nothing_is_deleted_without_somebody_to_ask(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", GAME)
    answer = run("delete")
    assert answer.code == 2
    assert "try: type it at a terminal" in answer.err
    assert names(folder) == {"a.toml"}


def test_the_open_game_goes_on_with_what_is_left(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", GAME)
    seeded(folder / "torn.toml", "schema = 1\n[game\n")
    person = sits()
    person.answers(("the fours>", "delete"), ("Delete Thursday in a.toml, 1 round?", "y"))
    person.answers(("no game here can be read", "save"))
    person.sees("everything is saved already")
    assert person.leaves() == 0


def test_undo_in_the_open_game_brings_the_deleted_one_back(folder: Path, sits: Sits) -> None:
    for name in ("a.toml", "b.toml"):
        seeded(folder / name, GAME)
    assert start(["fix", "1", "ann=15", "-f", "b.toml"], folder).code == 0
    person = sits("open", "a.toml")
    person.sees("the fours>")
    person.answers(("", "delete"), ("delete it:", "y"))
    person.sees("Thursday · after round 1")  # the other game lies open now
    person.types("undo")
    person.sees("taken back:  delete")
    person.sees("a.toml is back.")
    person.types("undo -f b.toml")
    person.sees("taken back:  fix 1 ann=15")
    person.types("save")
    person.sees("everything is saved already, in a.toml")
    person.sees("the fours>")
    assert person.leaves() == 0
    assert (folder / "b.toml").read_text("utf-8") == GAME
