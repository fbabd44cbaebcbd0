"""An editor that saves a game at the moment when the program writes it."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from scorekeeper import store
from scorekeeper.errors import ConflictError, LedgerError, UsageError
from scorekeeper.ledger import Game, Outcome
from scorekeeper.store import evenings
from scorekeeper.store import history as store_history
from scorekeeper.store.evenings import evenings_in
from scorekeeper.store.steps import undo
from tests.effort import Clock
from tests.program import SOUND, TODAY, names, seeded
from tests.store.changes import BOTH, ann, one_more
from tests.values import game, refused


def in_place(path: Path, text: bytes) -> None:
    path.write_bytes(text)


def by_a_rename(path: Path, text: bytes) -> None:
    new = path.with_name("saved.new")
    new.write_bytes(text)
    new.replace(path)


T = TypeVar("T")
Save = Callable[[Path, bytes], None]
Moment = Callable[[pytest.MonkeyPatch, Path, Save], None]
REMARK = b"# Bo brings the cake\n"


@pytest.mark.parametrize("save", [in_place, by_a_rename])
def test_a_change_starts_from_what_an_editor_saves_before_it_is_written(
    thursday: Path, save: Save
) -> None:
    def edit(old: Game) -> Outcome:
        if REMARK not in thursday.read_bytes():
            save(thursday, SOUND.encode() + REMARK)
        return one_more(old)

    store.change(thursday, "add 8 17 o", edit)
    assert thursday.read_bytes().startswith(SOUND.encode() + REMARK)
    assert len(store.load(thursday).game.rounds) == 2
    assert undo(thursday).commands == ["add 8 17 o"]
    assert thursday.read_bytes() == SOUND.encode() + REMARK
    with pytest.raises(UsageError):
        undo(thursday)


def appended(path: Path, text: bytes) -> None:
    """Save without emptying the file first: what is written comes at once."""
    with path.open("ab") as file:
        file.write(text.removeprefix(path.read_bytes()))


def saved_at_the_rename(monkeypatch: pytest.MonkeyPatch, path: Path, save: Save) -> None:
    """An editor saves a ledger once more, just before its file loses its name."""

    def saving(real: Callable[..., T]) -> Callable[..., T]:
        def call(*paths: Path) -> T:
            if path in paths and still:
                still.clear()
                save(path, path.read_bytes() + REMARK)
            return real(*paths)

        return call

    still = [True]
    for name in ("swap_names", "rename_over", "remove_file"):
        monkeypatch.setattr(store.durable, name, saving(getattr(store.durable, name)))


def saved_before_the_look(monkeypatch: pytest.MonkeyPatch, path: Path, save: Save) -> None:
    """An editor saves a ledger once more when a change is in the history, but not in the file."""
    real = store_history.save_history

    def saving(ledger: Path, changes: store_history.History) -> None:
        monkeypatch.setattr(store_history, "save_history", real)
        real(ledger, changes)
        save(path, path.read_bytes() + REMARK)

    monkeypatch.setattr(store_history, "save_history", saving)


def just_after_the_rename(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Act once, when a change has given its file the name and released the lock."""
    real = store_history.LockedFile.saved_late

    def acted(held: store_history.LockedFile, *known: bytes) -> bytes | None:
        monkeypatch.setattr(store_history.LockedFile, "saved_late", real)
        act()
        return real(held, *known)

    monkeypatch.setattr(store_history.LockedFile, "saved_late", acted)


LATE = [
    (saved_at_the_rename, appended),
    (saved_at_the_rename, in_place),
    (saved_before_the_look, in_place),
    (saved_before_the_look, by_a_rename),
]


def moved_away(path: Path, text: bytes) -> None:
    path.rename(path.with_name("saved.old"))
    path.write_bytes(text)
    path.with_name("saved.old").unlink()


@pytest.mark.parametrize(
    ("at_the_moment", "save"),
    [*LATE, (saved_at_the_rename, by_a_rename), (saved_at_the_rename, moved_away)],
)
def test_a_save_around_the_rename_is_as_good_as_one_before_it(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, at_the_moment: Moment, save: Save
) -> None:
    at_the_moment(monkeypatch, thursday, save)
    store.change(thursday, "add 8 17 o", one_more)
    assert thursday.read_bytes().startswith(SOUND.encode() + REMARK)
    assert len(store.load(thursday).game.rounds) == 2
    assert names(thursday.parent) == BOTH
    assert undo(thursday).commands == ["add 8 17 o"]
    assert thursday.read_bytes() == SOUND.encode() + REMARK


@pytest.mark.parametrize(("at_the_moment", "save"), LATE)
def test_where_no_names_can_be_swapped_only_a_rename_at_that_moment_is_lost(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, at_the_moment: Moment, save: Save
) -> None:
    monkeypatch.setattr(store.durable, "swap_names", lambda *_: False)
    at_the_moment(monkeypatch, thursday, save)
    store.change(thursday, "add 8 17 o", one_more)
    assert thursday.read_bytes().startswith(SOUND.encode() + REMARK)
    assert len(store.load(thursday).game.rounds) == 2


@pytest.mark.parametrize(("at_the_moment", "save"), LATE)
def test_a_new_game_that_an_editor_saves_while_it_is_taken_back_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_the_moment: Moment, save: Save
) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game())
    text = path.read_bytes()
    at_the_moment(monkeypatch, path, save)
    assert "was edited by hand since 'new'" in refused(ConflictError, undo, path).problem
    assert path.read_bytes() == text + REMARK
    assert names(tmp_path) == {"new.toml", ".new.toml.history"}


def saved_by_whoever_waits(monkeypatch: pytest.MonkeyPatch, path: Path, text: bytes) -> None:
    """An editor saves as soon as somebody waits for it; a file saved a minute ago counts as new."""
    monkeypatch.setattr(store.durable, "SAVING_SECONDS", 60)
    monkeypatch.setattr(time, "sleep", lambda _: path.write_bytes(text))


def test_a_ledger_that_an_editor_moves_away_at_the_moment_of_the_rename_is_waited_for(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def move_away(path: Path, text: bytes) -> None:
        path.rename(path.with_name("saved.old"))
        saved_by_whoever_waits(monkeypatch, path, text)

    saved_before_the_look(monkeypatch, thursday, move_away)
    store.change(thursday, "add 8 17 o", one_more)
    assert undo(thursday).commands == ["add 8 17 o"]
    assert thursday.read_bytes() == SOUND.encode() + REMARK


def test_a_save_that_another_command_has_written_over_too_is_in_the_history(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    just_after_the_rename(monkeypatch, lambda: store.change(thursday, "fix", ann(13)))
    saved_at_the_rename(monkeypatch, thursday, appended)
    store.change(thursday, "add 8 17 o", one_more)
    game = store.load(thursday).game
    assert (len(game.rounds), game.total("Ann")) == (2, 21)
    undo(thursday)
    assert thursday.read_bytes() == SOUND.encode() + REMARK


def test_of_two_saves_around_the_rename_one_without_the_other_is_in_the_history(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = SOUND.encode() + b"# Cy brings the tea\n"
    just_after_the_rename(monkeypatch, lambda: by_a_rename(thursday, last))
    saved_at_the_rename(monkeypatch, thursday, appended)
    store.change(thursday, "add 8 17 o", one_more)
    assert thursday.read_bytes() == last
    undo(thursday)
    assert thursday.read_bytes() == SOUND.encode() + REMARK
    undo(thursday)
    assert thursday.read_bytes() == last


def test_a_file_left_aside_by_an_older_version_does_no_harm(thursday: Path) -> None:
    aside = thursday.with_name(".thursday.toml.0123456789abcdef.old")
    aside.write_bytes(SOUND.encode() + REMARK)
    store.change(thursday, "fix", ann(13))
    undo(thursday)
    assert evenings.ledgers_in(thursday.parent) == [thursday]
    assert thursday.read_bytes() == SOUND.encode()
    assert aside.read_bytes() == SOUND.encode() + REMARK
    with pytest.raises(UsageError):
        undo(thursday)


@pytest.mark.parametrize("late", [None, *LATE])
def test_a_save_after_the_person_decided_stops_the_change(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, late: tuple[Moment, Save] | None
) -> None:
    def edit(old: Game) -> Outcome:
        if not late:
            in_place(thursday, SOUND.encode() + REMARK)
        return one_more(old)

    if late:
        late[0](monkeypatch, thursday, late[1])
    error = refused(ConflictError, store.change, thursday, "add", edit, seen=SOUND)
    assert error.problem == f"{thursday} was changed in the meantime"
    assert thursday.read_bytes() == SOUND.encode() + REMARK
    assert names(thursday.parent) == {"thursday.toml"}


def test_a_change_gives_up_when_the_file_is_saved_every_time(thursday: Path) -> None:
    def edit(old: Game) -> Outcome:
        in_place(thursday, thursday.read_bytes() + REMARK)
        return one_more(old)

    error = refused(ConflictError, store.change, thursday, "add", edit)
    assert error.problem == f"another program keeps saving {thursday}"
    assert len(store.load(thursday).game.rounds) == 1


READS: dict[str, Callable[[Path], Game]] = {
    "load": store.load_ledger,
    "change": lambda path: store.change(path, "fix", Outcome)[1].game,
    "folder": lambda path: evenings_in(path.parent, TODAY)[0].game,
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
@pytest.mark.parametrize("half", ["", SOUND.partition(" = 12")[0]], ids=["empty", "half"])
def test_a_ledger_is_read_again_while_an_editor_is_saving_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: str, read: Callable[[Path], Game]
) -> None:
    path = seeded(tmp_path / "thursday.toml", half)
    saved_by_whoever_waits(monkeypatch, path, SOUND.encode())
    assert read(path).total("Ann") == 12


@pytest.mark.parametrize("read", [READS["load"], READS["change"]])
def test_a_ledger_that_an_editor_empties_at_the_moment_it_is_read_is_read_again(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], Game]
) -> None:
    os.utime(thursday, (0, 0))
    real = store.durable.read_file

    def emptied(path: Path, *more: int) -> bytes:
        monkeypatch.setattr(store.durable, "read_file", real)
        thursday.write_bytes(b"")
        saved_by_whoever_waits(monkeypatch, thursday, SOUND.encode())
        return real(path, *more)

    monkeypatch.setattr(store.durable, "read_file", emptied)
    assert read(thursday).total("Ann") == 12


def test_a_file_that_is_saved_without_end_and_never_a_ledger_is_refused_soon(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.durable, "is_being_saved", lambda _: True)
    thursday.write_bytes(b"")
    clock = Clock()
    monkeypatch.setattr(store, "time", clock)
    with pytest.raises(LedgerError):
        store.load(thursday)
    assert clock.slept < 5


@pytest.mark.parametrize("read", [READS["load"], READS["change"]])
def test_a_ledger_that_an_editor_moves_away_to_save_it_is_waited_for(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], Game]
) -> None:
    thursday.rename(thursday.with_name("thursday.toml~"))
    saved_by_whoever_waits(monkeypatch, thursday, SOUND.encode())
    assert read(thursday).total("Ann") == 12
