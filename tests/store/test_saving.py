"""An editor that saves a game at the moment at which the program writes it."""

import ctypes
import errno
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import pytest

from scorekeeper import store
from scorekeeper.errors import ConflictError, LedgerError, UsageError
from scorekeeper.ledger import Game, Outcome
from scorekeeper.store import evenings
from scorekeeper.store import history as store_history
from scorekeeper.store.evenings import evenings_in
from scorekeeper.store.history import locked
from scorekeeper.store.steps import undo
from tests.effort import Clock
from tests.program import SOUND, TODAY, names, seeded
from tests.store.changes import BOTH, ann, one_more
from tests.tools.durability import Child
from tests.values import game, refused


def in_place(path: Path, text: bytes) -> None:
    path.write_bytes(text)


def by_a_rename(path: Path, text: bytes) -> None:
    new = path.with_name("saved.new")
    new.write_bytes(text)
    new.replace(path)


T = TypeVar("T")
Save = Callable[[Path, bytes], None]
REMARK = b"# Bo brings the cake\n"


@pytest.mark.parametrize("save", [in_place, by_a_rename])
def test_a_change_is_made_on_what_an_editor_saves_before_it_is_written(
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


def saved_at_the_rename(
    monkeypatch: pytest.MonkeyPatch,
    path: Path,
    save: Save,
    *,
    swaps: bool,
    also: Callable[[], object] = lambda: None,
) -> None:
    """An editor saves a ledger once more, just when its file is about to lose its name.

    Without ``swaps`` the system can't swap two names.
    """

    still = [True]

    def saving(real: Callable[[Path, Path], T]) -> Callable[[Path, Path], T]:
        def call(one: Path, other: Path) -> T:
            late = path in (one, other) and bool(still)
            if late:
                still.clear()
                save(path, path.read_bytes() + REMARK)
            answer = real(one, other)
            if late:
                also()
            return answer

        return call

    monkeypatch.setattr(store.durable, "rename_over", saving(store.durable.rename_over))
    swap = saving(store.durable.exchange) if swaps else lambda *_: False
    monkeypatch.setattr(store.durable, "exchange", swap)


def just_after_the_rename(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Act once when a change has given its file the name, and no longer has the lock."""
    real = store_history.LockedFile.saved_late

    def acted(held: store_history.LockedFile, *known: bytes) -> bytes | None:
        monkeypatch.setattr(store_history.LockedFile, "saved_late", real)
        act()
        return real(held, *known)

    monkeypatch.setattr(store_history.LockedFile, "saved_late", acted)


LATE = [(appended, False), (appended, True), (in_place, True), (by_a_rename, True)]


@pytest.mark.parametrize(("save", "swaps"), LATE)
def test_a_save_at_the_moment_of_the_rename_is_as_good_as_one_before_it(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, save: Save, swaps: bool
) -> None:
    saved_at_the_rename(monkeypatch, thursday, save, swaps=swaps)
    store.change(thursday, "add 8 17 o", one_more)
    assert thursday.read_bytes().startswith(SOUND.encode() + REMARK)
    assert names(thursday.parent) == BOTH
    assert undo(thursday).commands == ["add 8 17 o"]
    assert thursday.read_bytes() == SOUND.encode() + REMARK


@pytest.mark.parametrize("save", [appended, in_place, by_a_rename])
def test_a_new_game_that_an_editor_saves_while_it_is_taken_back_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, save: Save
) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game())
    text = path.read_bytes()
    saved_at_the_rename(monkeypatch, path, save, swaps=True)
    assert "was edited by hand since 'new'" in refused(ConflictError, undo, path).problem
    assert path.read_bytes() == text + REMARK
    assert names(tmp_path) == {"new.toml", ".new.toml.history"}


def test_macos_swaps_names_by_its_own_function(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ctypes.CDLL(None, use_errno=True).renameat2
    asked: list[tuple[int, int, int]] = []

    def renameatx_np(here: int, one: bytes, there: int, other: bytes, flags: int) -> int:
        asked.append((here, there, flags))
        return int(real(-100, one, -100, other, flags))

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("fcntl.F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: SimpleNamespace(renameatx_np=renameatx_np))
    store.change(thursday, "add 8 17 o", one_more)
    assert asked == [(-2, -2, 2)]
    assert len(store.load(thursday).game.rounds) == 2


def failing_swap(*_: object) -> int:
    ctypes.set_errno(errno.EINVAL)
    return -1


@pytest.mark.parametrize("library", [SimpleNamespace(), SimpleNamespace(renameat2=failing_swap)])
def test_a_system_or_a_disk_that_cannot_swap_names_replaces_the_file(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, library: SimpleNamespace
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: library)
    store.change(thursday, "add 8 17 o", one_more)
    assert len(store.load(thursday).game.rounds) == 2
    assert names(thursday.parent) == BOTH


def saved_by_whoever_waits(monkeypatch: pytest.MonkeyPatch, path: Path, text: bytes) -> None:
    """An editor saves as soon as somebody waits for it; a minute ago is just now."""
    monkeypatch.setattr(store.durable, "SAVING_SECONDS", 60)
    monkeypatch.setattr(time, "sleep", lambda _: path.write_bytes(text))


def test_a_ledger_that_an_editor_moves_away_at_the_moment_of_the_rename_is_waited_for(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def move_away(path: Path, text: bytes) -> None:
        path.rename(path.with_name("saved.old"))
        saved_by_whoever_waits(monkeypatch, path, text)

    saved_at_the_rename(monkeypatch, thursday, move_away, swaps=True)
    store.change(thursday, "add 8 17 o", one_more)
    assert undo(thursday).commands == ["add 8 17 o"]
    assert thursday.read_bytes() == SOUND.encode() + REMARK


def test_the_last_of_two_saves_around_the_moment_of_the_rename_stays(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = SOUND.encode() + REMARK * 2
    again = partial(by_a_rename, thursday, last)
    saved_at_the_rename(monkeypatch, thursday, by_a_rename, swaps=True, also=again)
    store.change(thursday, "add 8 17 o", one_more)
    assert undo(thursday).commands == ["add 8 17 o"]
    assert thursday.read_bytes() == last


def test_other_commands_wait_until_a_round_is_safely_written(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build_on_it() -> None:
        with pytest.raises(ConflictError), locked(thursday, 0):
            pass

    saved_at_the_rename(monkeypatch, thursday, by_a_rename, swaps=True, also=build_on_it)
    store.change(thursday, "add 8 17 o", one_more)
    assert len(store.load(thursday).game.rounds) == 2


def test_a_kill_right_after_the_rename_leaves_the_old_text_to_nobody_that_reads_ledgers(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def work() -> int:
        saved_at_the_rename(monkeypatch, thursday, lambda *_: None, swaps=True, also=killed)
        store.change(thursday, "add 8 17 o", one_more)
        return 0

    assert Child(work).end() == -signal.SIGKILL
    (left,) = names(thursday.parent) - BOTH
    assert thursday.with_name(left).read_bytes() == SOUND.encode()
    assert evenings.ledgers_in(thursday.parent) == [thursday]
    assert undo(thursday).commands == ["add 8 17 o"]
    assert thursday.read_bytes() == SOUND.encode()


def test_a_save_that_another_command_has_written_over_too_is_in_the_history(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    just_after_the_rename(monkeypatch, lambda: store.change(thursday, "fix", ann(13)))
    saved_at_the_rename(monkeypatch, thursday, appended, swaps=False)
    store.change(thursday, "add 8 17 o", one_more)
    game = store.load(thursday).game
    assert (len(game.rounds), game.total("Ann")) == (2, 21)
    undo(thursday)
    assert thursday.read_bytes() == SOUND.encode() + REMARK


def test_of_two_saves_around_the_rename_the_one_without_the_other_is_in_the_history(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = SOUND.encode() + b"# Cy brings the tea\n"
    just_after_the_rename(monkeypatch, lambda: by_a_rename(thursday, last))
    saved_at_the_rename(monkeypatch, thursday, appended, swaps=False)
    store.change(thursday, "add 8 17 o", one_more)
    assert thursday.read_bytes() == last
    undo(thursday)
    assert thursday.read_bytes() == SOUND.encode() + REMARK
    undo(thursday)
    assert thursday.read_bytes() == last


KILLED_AT = [1, 2, 3, 4]
"""After the first swap, the second, and the two that follow when an editor saves once more."""


@pytest.mark.parametrize("swaps", KILLED_AT)
def test_a_save_that_a_kill_between_two_swaps_put_aside_is_in_the_history(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, swaps: int
) -> None:
    """Each save is made on what is there, so each has a remark that no other has."""

    def work() -> int:
        swapped = 0

        def swap(one: Path, other: Path) -> bool:
            nonlocal swapped
            swapped += 1
            if swapped < 3:
                by_a_rename(thursday, SOUND.encode() + b"# save %d\n" % swapped)
            answer = exchange(one, other)
            if swapped == swaps:
                os.kill(os.getpid(), signal.SIGKILL)
            return answer

        exchange = store.durable.exchange
        monkeypatch.setattr(store.durable, "exchange", swap)
        store.change(thursday, "add 8 17 o", one_more)
        return 0

    assert Child(work).end() == -signal.SIGKILL
    store.change(thursday, "fix", ann(13))
    assert names(thursday.parent) == BOTH
    texts = [thursday.read_bytes()]
    with suppress(UsageError, ConflictError):
        while undo(thursday):
            texts.append(thursday.read_bytes())
    for number in range(1, min(swaps, 2) + 1):
        assert any(b"# save %d" % number in text for text in texts)
    assert sum(b"rounds.scores" in text for text in texts) == len(texts)


def test_what_a_kill_put_aside_of_another_program_is_not_a_step_to_undo(thursday: Path) -> None:
    aside = thursday.with_name(".thursday.toml.0123456789abcdef.old")
    for content in (b"", SOUND.encode(), SOUND.encode()[:99]):
        aside.write_bytes(content)
        store.change(thursday, "fix", ann(13))
        undo(thursday)
        assert names(thursday.parent) == BOTH
        with pytest.raises(UsageError):
            undo(thursday)
    aside.write_bytes(b"a letter")
    store.change(thursday, "fix", ann(13))
    assert aside.read_bytes() == b"a letter"


@pytest.mark.parametrize("late", [None, *LATE])
def test_a_save_after_the_person_decided_stops_the_change(
    thursday: Path, monkeypatch: pytest.MonkeyPatch, late: tuple[Save, bool] | None
) -> None:
    def edit(old: Game) -> Outcome:
        if not late:
            in_place(thursday, SOUND.encode() + REMARK)
        return one_more(old)

    if late:
        saved_at_the_rename(monkeypatch, thursday, late[0], swaps=late[1])
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
    "change": lambda path: store.change(path, "fix", Outcome).after,
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
