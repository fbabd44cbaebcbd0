"""Game files: made once, changed whole or not at all, and taken back step by step."""

import ctypes
import errno
import json
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TypeVar

import pytest

from scorekeeper import codec, store
from scorekeeper.errors import ConflictError, FileError, LedgerError, UsageError
from scorekeeper.ledger import Game, Outcome
from scorekeeper.store import evenings
from scorekeeper.store import history as store_history
from scorekeeper.store.durable import LARGEST_FILE, as_file_error, read_file, replace_file
from scorekeeper.store.evenings import evenings_in
from scorekeeper.store.history import (
    LARGEST_HISTORY,
    MOST_CHANGES,
    Change,
    History,
    history_path,
    load_history,
    locked,
    save_history,
)
from scorekeeper.store.steps import Done, last_taken_back, redo, undo
from tests.effort import Clock
from tests.program import (
    SOUND,
    TODAY,
    Run,
    at_once,
    clean_environment,
    files,
    ledger,
    names,
    scores,
    seeded,
)
from tests.tools.durability import Child
from tests.values import game, refused, row


def one_more(old: Game) -> Outcome:
    return Outcome(old.with_round(row(8, 17, 0, out="Cy")))


ADDED = "\n[[rounds]]\n" + scores("Cy", Ann=8, Bo=17, Cy=0) + "\n"
"""What that adds to a ledger."""


def ann(points: int) -> Callable[[Game], Outcome]:
    def edit(old: Game) -> Outcome:
        round_ = old.rounds[0]
        return Outcome(
            old.with_round_at(0, round_._replace(scores={**round_.scores, "Ann": points}))
        )

    return edit


def on_disk(path: Path) -> str:
    """What is in a file, with the ends of its lines."""
    return path.read_bytes().decode()


@pytest.fixture
def thursday(tmp_path: Path) -> Path:
    """A ledger with one round."""
    return seeded(tmp_path / "thursday.toml", SOUND)


BOTH = {"thursday.toml", ".thursday.toml.history"}

# ── making ───────────────────────────────────────────────────────────────────────────────


def test_a_new_ledger_is_the_games_text(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game())
    assert on_disk(path) == codec.write_new(game())
    assert names(tmp_path) == {"new.toml", ".new.toml.history"}


def test_an_existing_file_is_never_overwritten(thursday: Path) -> None:
    error = refused(ConflictError, store.create, thursday, game())
    assert error.problem == f"{thursday} already exists"
    assert error.code == 4
    assert on_disk(thursday) == SOUND
    assert names(thursday.parent) == {"thursday.toml"}


def test_an_existing_file_is_named_on_one_line(tmp_path: Path) -> None:
    path = seeded(tmp_path / "a\nb.toml", SOUND)
    error = refused(ConflictError, store.create, path, game())
    assert error.problem.endswith("a\\nb.toml already exists")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("none/new.toml", "there is no folder "),
        ("new\0.toml", "new\\x00.toml can't be a file name"),
        ("x" * 300 + ".toml", " can't be written: file name too long"),
        pytest.param("n" * 245 + ".toml", " can't be written: file name too long", id="history"),
        pytest.param("李" * 81 + ".toml", " can't be written: file name too long", id="李"),
    ],
)
def test_what_cannot_be_made_is_refused(tmp_path: Path, name: str, problem: str) -> None:
    error = refused(FileError, store.create, tmp_path / name, game())
    assert problem in error.problem
    assert error.code == 3
    assert names(tmp_path) == set()


# ── reading ──────────────────────────────────────────────────────────────────────────────


def test_a_ledger_is_read_with_its_text(thursday: Path) -> None:
    loaded = store.load(thursday)
    assert (loaded.text, loaded.path) == (SOUND, thursday)
    assert store.load_ledger(str(thursday)) == loaded.game


@pytest.mark.parametrize(
    ("points", "fault"), [(b"twelve", "valid TOML: invalid value"), (b"12 # \xff", "text in UTF-8")]
)
def test_a_fault_names_file_and_line(thursday: Path, points: bytes, fault: str) -> None:
    thursday.write_bytes(SOUND.encode().replace(b"Ann = 12", b"Ann = " + points))
    error = refused(LedgerError, store.load, thursday)
    assert error.problem == f"{thursday}:25: this isn't {fault}"


def test_a_file_far_larger_than_any_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * (LARGEST_FILE + 1))
    error = refused(FileError, store.load, path)
    assert error.problem == f"{path} is too large: {LARGEST_FILE + 1} bytes"
    path.write_bytes(SOUND.encode() + b"#" * (LARGEST_FILE - len(SOUND.encode())))
    assert store.load(path).game.names == ("Ann", "Bo", "Cy")


@pytest.mark.parametrize("act", [store.load, undo, redo])
def test_a_file_that_is_not_there_is_refused(tmp_path: Path, act: Callable[[Path], object]) -> None:
    error = refused(FileError, act, tmp_path / "none.toml")
    assert error.problem == f"there is no file {tmp_path / 'none.toml'}"
    assert names(tmp_path) == set()


# ── changing ─────────────────────────────────────────────────────────────────────────────


def test_a_change_writes_the_ledger_and_its_history(thursday: Path) -> None:
    before, after, *_ = store.change(thursday, "add 8 17 o", one_more)
    assert (len(before.rounds), len(after.rounds)) == (1, 2)
    assert on_disk(thursday).startswith(SOUND)
    assert names(thursday.parent) == BOTH
    history = load_history(thursday)
    assert [(change.command, change.before) for change in history.changes] == [
        ("add 8 17 o", SOUND)
    ]


def test_a_change_that_changes_nothing_writes_nothing(thursday: Path) -> None:
    before, after, *_ = store.change(thursday, "fix", Outcome)
    assert before == after
    assert names(thursday.parent) == {"thursday.toml"}


def test_an_edit_returns_its_remarks_even_if_nothing_changes(thursday: Path) -> None:
    found = store.change(thursday, "fix", lambda old: Outcome(ann(13)(old).game, ("look",)))
    assert (found.after.total("Ann"), found.remarks) == (13, ("look",))
    again = store.change(thursday, "fix", lambda old: Outcome(old, ("nothing new",)))
    assert (again.before, again.remarks) == (again.after, ("nothing new",))


def test_a_second_name_of_a_ledger_that_is_written_is_told(thursday: Path) -> None:
    other = thursday.with_name("other.toml")
    other.hardlink_to(thursday)
    assert not store.change(thursday, "fix", Outcome).had_link
    assert store.change(thursday, "fix", ann(13)).had_link
    assert other.read_bytes().decode() == SOUND
    assert not store.change(thursday, "fix", ann(14)).had_link
    for step in (undo, redo):
        other.unlink()
        other.hardlink_to(thursday)
        assert step(thursday).had_link
        assert not store.change_text(thursday, "edit", SOUND, seen=store.read_text(thursday))
        undo(thursday)


def test_a_change_that_is_refused_writes_nothing(thursday: Path) -> None:
    def edit(_: Game) -> Outcome:
        raise UsageError("no", remedy="no")

    with pytest.raises(UsageError):
        store.change(thursday, "add", edit)
    assert on_disk(thursday) == SOUND
    assert names(thursday.parent) == {"thursday.toml"}


def test_a_change_decided_on_an_old_text_is_refused(thursday: Path) -> None:
    seen = store.load(thursday).text
    store.change(thursday, "fix", ann(13))
    now = thursday.read_bytes()
    error = refused(ConflictError, store.change, thursday, "add", one_more, seen=seen)
    assert error.problem == f"{thursday} was changed in the meantime"
    assert thursday.read_bytes() == now
    store.change(thursday, "add", one_more, seen=now.decode())
    assert len(store.load(thursday).game.rounds) == 2


def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        store.create(tmp_path / "new.toml", game(row(1, 0, 2)))
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new.toml").stat().st_mode) == 0o640


def test_a_link_in_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").symlink_to("b.toml")
    (tmp_path / "b.toml").symlink_to("a.toml")
    with pytest.raises(FileError):
        store.change(tmp_path / "a.toml", "add", one_more)


def test_nothing_is_written_without_the_history(thursday: Path) -> None:
    history_path(thursday).mkdir()
    with pytest.raises(FileError):
        store.change(thursday, "add", one_more)
    assert on_disk(thursday) == SOUND
    assert names(thursday.parent) == BOTH


def test_text_that_cannot_be_encoded_is_refused_before_anything_is_opened(thursday: Path) -> None:
    def edit(old: Game) -> Outcome:
        return Outcome(old.with_round_at(0, old.rounds[0]._replace(note="\udcff")))

    with pytest.raises(UnicodeEncodeError):
        store.change(thursday, "fix", edit)
    assert on_disk(thursday) == SOUND
    assert names(thursday.parent) == {"thursday.toml"}


def test_new_games_search_no_folder_for_what_a_killed_writer_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[object] = []
    monkeypatch.setattr("scorekeeper.store.durable._sweep", searched.append)
    store.create(tmp_path / "new.toml", game(row(1, 2)))
    assert searched == []
    store.change(tmp_path / "new.toml", "add", one_more)
    assert len(searched) == 2


def test_the_leftovers_of_a_killed_writer_are_removed_after_an_hour(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = thursday.with_name(".thursday.toml.0123456789abcdef.tmp")
    new = thursday.with_name(".thursday.toml.fedcba9876543210.tmp")
    other = thursday.with_name(".friday.toml.0123456789abcdef.tmp")
    for path in (old, other):
        path.touch()
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + 3601)
    store.change(thursday, "add", one_more)
    assert names(thursday.parent) == {*BOTH, other.name}
    new.touch()
    os.utime(new, (0, 0))  # as old as the text that somebody brought back from a backup
    monkeypatch.setattr(time, "time", clock)
    store.change(thursday, "add", one_more)
    assert names(thursday.parent) == {*BOTH, new.name, other.name}


# ── an editor that saves at the same time ────────────────────────────────────────────────


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
    real = store_history.Held.saved_late

    def acted(held: store_history.Held, *known: bytes) -> bytes | None:
        monkeypatch.setattr(store_history.Held, "saved_late", real)
        act()
        return real(held, *known)

    monkeypatch.setattr(store_history.Held, "saved_late", acted)


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


# ── back and forth ───────────────────────────────────────────────────────────────────────


def evening(path: Path) -> list[str]:
    """Three changes of a ledger: its text before the first and after each of them."""
    texts = [on_disk(path)]
    for command, edit in (("add 8 17 o", one_more), ("fix 3s ann=13", ann(13)), ("add", one_more)):
        store.change(path, command, edit)
        texts.append(on_disk(path))
    return texts


def test_undo_puts_back_byte_for_byte_as_often_as_there_are_changes(thursday: Path) -> None:
    texts = evening(thursday)
    assert undo(thursday).commands == ["add"]
    assert on_disk(thursday) == texts[2]
    assert undo(thursday, 2).commands == ["fix 3s ann=13", "add 8 17 o"]
    assert thursday.read_bytes() == texts[0].encode() == SOUND.encode()


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_undo_keeps_line_ends_and_the_byte_order_mark(thursday: Path, mark: str) -> None:
    text = mark + SOUND.replace("\n", "\r\n")
    seeded(thursday, text)
    texts = evening(thursday)
    undo(thursday, 3)
    assert thursday.read_bytes() == text.encode()
    for expected in texts[1:]:
        redo(thursday)
        assert on_disk(thursday) == expected


def test_redo_goes_the_other_way_until_something_else_is_written(thursday: Path) -> None:
    texts = evening(thursday)
    undo(thursday, 3)
    assert redo(thursday).commands == ["add 8 17 o"]
    assert redo(thursday).commands == ["fix 3s ann=13"]
    assert on_disk(thursday) == texts[2]
    undo(thursday)
    store.change(thursday, "fix", ann(14))
    error = refused(UsageError, redo, thursday)
    assert error.problem == "there is nothing to redo"
    assert error.remedy == "sk redo follows sk undo"


def test_undo_and_redo_may_go_to_and_fro(thursday: Path) -> None:
    texts = evening(thursday)
    random = Random(3)
    at = 3
    for _ in range(40):
        back = at == 3 or (at > 0 and random.random() < 0.5)
        if back:
            steps = random.randint(1, at)
            undo(thursday, steps)
            at -= steps
        else:
            redo(thursday)
            at += 1
        assert on_disk(thursday) == texts[at]


def test_less_to_take_back_than_asked_for_changes_nothing(thursday: Path) -> None:
    texts = evening(thursday)
    error = refused(UsageError, undo, thursday, 4)
    assert error.problem == "only 3 changes can be undone"
    assert error.remedy == "to undo 3: sk undo -n 3"
    assert on_disk(thursday) == texts[3]


def test_a_new_game_is_taken_back_and_comes_again_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game(), "new Ann Bo Cy")
    store.change(path, "add 8 17 o", one_more)
    text = path.read_bytes()
    done = undo(path, 2)
    assert (done.commands, done.is_gone) == (["add 8 17 o", "new Ann Bo Cy"], True)
    assert names(tmp_path) == {".new.toml.history"}
    assert redo(path).commands == ["new Ann Bo Cy"]
    assert on_disk(path) == codec.write_new(game())
    assert redo(path).commands == ["add 8 17 o"]
    assert path.read_bytes() == text


def test_a_new_game_that_a_person_has_edited_is_not_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game())
    text = path.read_bytes() + b"# Bo brings the cake\n"
    path.write_bytes(text)
    assert "was edited by hand since 'new'" in refused(ConflictError, undo, path).problem
    assert path.read_bytes() == text


def test_redo_does_not_overwrite_another_game(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game())
    undo(path)
    seeded(path, SOUND)
    with pytest.raises((ConflictError, UsageError)):
        redo(path)
    assert on_disk(path) == SOUND


@pytest.mark.parametrize("step", [undo, redo])
def test_a_step_that_was_killed_before_the_ledger_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: Callable[[Path], Done]
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "new.toml"
    store.create(path, game())
    if step is redo:
        undo(path)
    with monkeypatch.context() as stopped:
        stopped.setattr(store.durable, "remove_checked", killed)
        stopped.setattr("scorekeeper.store.steps.create_file", killed)
        with pytest.raises(KeyboardInterrupt):
            step(path)
    assert step(path).commands == ["new"]
    assert path.exists() is (step is redo)


def test_the_game_that_was_taken_back_last_is_known(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    for path in (first, second):
        store.create(path, game())
    assert last_taken_back(tmp_path) is None
    undo(first)
    os.utime(history_path(second), (1, 1))
    assert last_taken_back(tmp_path) == first
    store.change(second, "add", one_more)
    os.utime(history_path(first), (1, 1))
    assert last_taken_back(tmp_path) is None
    assert last_taken_back(tmp_path / "nowhere") is None


def test_one_change_is_not_called_changes(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    assert refused(UsageError, undo, thursday, 2).problem == "only 1 change can be undone"


def test_only_the_last_changes_are_kept(thursday: Path) -> None:
    history = History()
    for number in range(MOST_CHANGES + 5):
        history.add(Change(f"fix {number}", str(number), str(number + 1)))
    assert len(history.changes) == MOST_CHANGES == 200
    assert [history.changes[0].command, history.changes[-1].command] == ["fix 5", "fix 204"]
    save_history(thursday, history)
    kept = load_history(thursday)
    assert (kept.changes, kept.undone) == (history.changes, [])


def test_the_history_of_a_huge_ledger_forgets_the_oldest_changes(thursday: Path) -> None:
    history = History()
    for number in range(50):
        history.add(Change(f"fix {number}", "x" * 500_000 + str(number), "last"))
    save_history(thursday, history)
    kept = load_history(thursday)
    assert kept.changes == history.changes
    assert 5 < len(kept.changes) < 20
    assert kept.changes[-1].command == "fix 49"
    assert history_path(thursday).stat().st_size <= LARGEST_HISTORY


# ── a person edited the ledger since ─────────────────────────────────────────────────────


def test_undo_takes_the_block_of_an_addition_out_and_keeps_what_a_person_wrote(
    thursday: Path,
) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    by_hand = on_disk(thursday).replace("Ann = 12", "Ann = 21  # misheard")
    seeded(thursday, by_hand)
    assert undo(thursday).commands == ["add 8 17 o"]
    assert on_disk(thursday) == SOUND.replace("Ann = 12", "Ann = 21  # misheard")
    redo(thursday)
    assert on_disk(thursday) == by_hand


def test_earlier_changes_can_be_taken_back_when_the_edit_is_gone_again(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    sound = on_disk(thursday)
    seeded(thursday, sound + "# a word\n")
    error = refused(ConflictError, undo, thursday)
    line = sound.count("\n") + 1
    assert error.problem == (
        f"{thursday} was edited by hand since 'fix 3s ann=13': line {line} is different"
    )
    assert error.code == 4
    assert on_disk(thursday) == sound + "# a word\n"
    seeded(thursday, sound)
    undo(thursday)
    assert on_disk(thursday) == SOUND


@pytest.mark.parametrize("written", [True, False], ids=["now", "by a program that left the 0 out"])
def test_the_first_round_is_taken_out_from_under_an_edit_as_well(
    tmp_path: Path, *, written: bool
) -> None:
    path = seeded(tmp_path / "thursday.toml", ledger())
    store.change(path, "add 8 17 o", one_more)
    if not written:
        history = history_path(path)
        history.write_bytes(history.read_bytes().replace(b',\n"added": 0', b""))
    assert (b'"added": 0' in history_path(path).read_bytes()) is written
    seeded(path, on_disk(path) + "# a word\n")
    assert undo(path).commands == ["add 8 17 o"]
    assert on_disk(path) == ledger() + "# a word\n"


@pytest.mark.parametrize(
    ("was", "now", "dealer"),
    [
        pytest.param("Thursday", "Friday", "Ann", id="named ahead before the round"),
        pytest.param("\n\n[[players]]", '\nnext_dealer = "Cy"\n\n[[players]]', "Cy", id="by hand"),
    ],
)
def test_without_its_round_a_dealer_is_named_ahead_again_unless_a_person_named_one(
    tmp_path: Path, was: str, now: str, dealer: str
) -> None:
    named = ledger(scores(Ann=12, Bo=0, Cy=5), game='dealer = "Ann"\nnext_dealer = "Ann"\n')
    path = seeded(tmp_path / "thursday.toml", named)
    store.change(path, "add 8 17 o", one_more)
    seeded(path, on_disk(path).replace(was, now, 1))
    undo(path)
    kept = named.replace("Thursday", "Friday") if dealer == "Ann" else named
    assert on_disk(path) == kept.replace('next_dealer = "Ann"', f'next_dealer = "{dealer}"')
    assert store.load(path).game.dealer_of(2) == dealer


@pytest.mark.parametrize(
    ("was", "now", "what"),
    [
        ("Ann", "Anna", "the players are no longer Ann, Bo and Cy, in this order"),
        ("\n# end\n", "\n[[rounds]]\n", "rounds were added"),
        ("Ann = 8", "Ann = 9", "that round is different"),
        (ADDED, "", "that round is gone"),
    ],
    ids=["another name", "another round", "another score", "out again"],
)
def test_a_refusal_to_remove_a_round_says_what_is_in_the_way(
    thursday: Path, was: str, now: str, what: str
) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    by_hand = (on_disk(thursday) + "\n# end\n").replace(was, now)
    seeded(thursday, by_hand)
    error = refused(ConflictError, undo, thursday)
    assert error.problem == f"{thursday} was edited by hand since 'add 8 17 o': {what}"
    assert on_disk(thursday) == by_hand


def test_several_steps_are_taken_back_all_or_none(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    store.change(thursday, "add 8 17 o", one_more)
    by_hand = on_disk(thursday) + "# a word\n"
    seeded(thursday, by_hand)
    with pytest.raises(ConflictError):
        undo(thursday, 2)
    assert on_disk(thursday) == by_hand
    assert undo(thursday, 1).commands == ["add 8 17 o"]


def test_redo_is_refused_after_a_person_edited_the_ledger(thursday: Path) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    undo(thursday)
    seeded(thursday, SOUND + "# a word\n")
    error = refused(ConflictError, redo, thursday)
    assert error.problem == f"{thursday} was changed since, so nothing can be redone"
    assert on_disk(thursday) == SOUND + "# a word\n"


def test_a_change_after_an_edit_by_hand_is_taken_back_to_that_edit(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    by_hand = on_disk(thursday) + "# a word\n"
    seeded(thursday, by_hand)
    store.change(thursday, "add 8 17 o", one_more)
    undo(thursday)
    assert on_disk(thursday) == by_hand


# ── another game under the same name ─────────────────────────────────────────────────────


def test_a_file_that_was_replaced_by_another_evening_loses_no_round(thursday: Path) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    other = ledger(scores("Cy", Ann=3, Bo=4, Cy=0), scores("Bo", Ann=1, Bo=0, Cy=2))
    later = on_disk(thursday).replace(f"date = {TODAY}", "date = 2026-03-12")
    for text in (other, later):
        seeded(thursday, text)
        with pytest.raises(ConflictError):
            undo(thursday)
        assert on_disk(thursday) == text


def test_the_history_of_a_game_that_was_moved_away_is_not_the_next_ones(thursday: Path) -> None:
    store.create(thursday.with_name("new.toml"), game())
    text = thursday.with_name("new.toml").read_bytes()
    store.change(thursday.with_name("new.toml"), "add", one_more)
    thursday.with_name("new.toml").rename(thursday.with_name("old.toml"))
    store.create(thursday.with_name("new.toml"), game())
    assert thursday.with_name("new.toml").read_bytes() == text
    assert undo(thursday.with_name("new.toml")).commands == ["new"]
    assert names(thursday.parent) == {"thursday.toml", "old.toml", ".new.toml.history"}


def test_refusing_a_new_game_leaves_the_old_history_alone(thursday: Path) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    with pytest.raises(ConflictError):
        store.create(thursday, game())
    assert undo(thursday).commands == ["add 8 17 o"]


def test_a_game_is_not_written_without_its_history(tmp_path: Path) -> None:
    history_path(tmp_path / "new.toml").mkdir()
    with pytest.raises(FileError):
        store.create(tmp_path / "new.toml", game())
    assert names(tmp_path) == {".new.toml.history"}


@pytest.mark.parametrize("name", ["n" * 241 + ".toml", "李" * 80 + ".toml"], ids=["n", "李"])
def test_a_name_with_just_enough_room_for_its_history_works(tmp_path: Path, name: str) -> None:
    store.create(tmp_path / name, game(row(1, 0, 2)))
    store.change(tmp_path / name, "add", one_more)
    assert undo(tmp_path / name).commands == ["add"]


def test_if_nothing_may_be_taken_away_a_new_game_says_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_taking_away(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "unlink", no_taking_away)
    error = refused(FileError, store.create, tmp_path / "new.toml", game())
    left = (names(tmp_path) - {"new.toml", ".new.toml.history"}).pop()
    assert error.problem == (f"{tmp_path / 'new.toml'} was made, but {left} there can't be removed")


def test_a_disk_that_takes_neither_links_nor_renames_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(FileError):
        store.create(tmp_path / "new.toml", game())
    assert names(tmp_path) == set()


# ── a history that was tampered with ─────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["", "hello", "schema = 1\n[game]\ndate = 5\n", "x = 1\n"])
@pytest.mark.parametrize("step", [undo, redo])
def test_a_text_that_is_not_a_ledger_is_never_brought_back(
    thursday: Path, step: Callable[[Path], object], text: str
) -> None:
    sound = on_disk(thursday)
    changes = [Change("add 8 17 o", text, sound)] if step is undo else []
    undone = [Change("add 8 17 o", sound, text)] if step is redo else []
    save_history(thursday, History(changes, undone))
    error = refused(ConflictError, step, thursday)
    assert error.problem == f"the history of {thursday} has no valid game for 'add 8 17 o'"
    assert on_disk(thursday) == sound


@pytest.mark.parametrize(
    ("before", "after"), [(ledger(), ledger()), (SOUND, ledger()), (ledger(), SOUND), ("", SOUND)]
)
def test_an_addition_that_was_tampered_with_takes_no_round_out(
    tmp_path: Path, before: str, after: str
) -> None:
    for text in (ledger(), SOUND):
        path = seeded(tmp_path / "t.toml", text + "# a word\n")
        save_history(path, History([Change("add", before, after, added=0)]))
        if (before, after, text) == (ledger(), SOUND, SOUND):
            continue  # which is what an addition looks like
        with pytest.raises(ConflictError):
            undo(path)
        assert on_disk(path) == text + "# a word\n"


def test_undoing_a_fix_brings_back_the_broken_text(thursday: Path) -> None:
    sound = on_disk(thursday)
    broken = seeded(thursday, sound.replace("Ann = 12", "Ann = twelve")).read_bytes().decode()
    store.change_text(thursday, "edit", sound, seen=broken)
    undo(thursday)
    assert on_disk(thursday) == broken
    assert redo(thursday).commands == ["edit"]
    assert on_disk(thursday) == sound


# ── a history that is damaged or gone ────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"changes": [], "undone": 5}',
        b'{"changes": [{"command": 5, "before": ""}], "undone": []}',
        b'{"changes": [5], "undone": []}',
        b'{"changes": {"a": 1}, "undone": []}',
        b"[" * 100_000,
        None,
    ],
    ids=range(11),
)
def test_a_damaged_history_costs_only_undo(thursday: Path, damage: bytes | None) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    if damage is None:
        history_path(thursday).unlink()
    else:
        history_path(thursday).write_bytes(damage)
    with pytest.raises(UsageError):
        undo(thursday)
    with pytest.raises(UsageError):
        redo(thursday)
    text = on_disk(thursday)
    store.change(thursday, "add 8 17 o", one_more)
    undo(thursday)
    assert on_disk(thursday) == text


def test_a_history_that_the_disk_does_not_give_is_not_written_over(
    thursday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    before = files(thursday.parent)
    with monkeypatch.context() as failing:
        failing.setattr("scorekeeper.store.durable.read_beside", unreadable)
        with pytest.raises(FileError):
            store.change(thursday, "add 8 17 o", one_more)
    assert files(thursday.parent) == before


def unreadable(path: Path, *_: object) -> bytes:
    with as_file_error(path, "read", "check the disk"):
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_the_history_is_text_that_says_what_it_is(thursday: Path) -> None:
    store.change(thursday, "add 8 17 o", one_more)
    document = json.loads(history_path(thursday).read_bytes())
    assert document["what"] == "what sk undo takes back; it may be deleted"


def test_a_kill_between_history_and_ledger_costs_nothing(thursday: Path) -> None:
    store.change(thursday, "fix 3s ann=13", ann(13))
    before = on_disk(thursday)
    store.change(thursday, "add 8 17 o", one_more)
    seeded(thursday, before)  # as if the ledger had not been written
    assert undo(thursday).commands == ["fix 3s ann=13"]
    assert on_disk(thursday) == SOUND


def test_a_kill_in_the_middle_of_undo_costs_nothing(thursday: Path) -> None:
    texts = evening(thursday)
    undo(thursday)
    seeded(thursday, texts[3])
    assert undo(thursday).commands == ["add"]
    assert on_disk(thursday) == texts[2]


# ── several at a time ────────────────────────────────────────────────────────────────────


def test_two_programs_never_hold_the_lock_of_a_file_at_once(thursday: Path) -> None:
    with locked(thursday), pytest.raises(ConflictError) as refused, locked(thursday, 0.05):
        pass
    assert refused.value.problem == f"{thursday} is being written by another program"
    assert refused.value.code == 4


def test_a_waiting_writer_gets_the_lock_of_the_file_that_was_put_in_place(thursday: Path) -> None:
    done: list[int] = []

    def second() -> None:
        with locked(thursday):
            done.append(len(store.load(thursday).game.rounds))

    with locked(thursday):
        waiting = threading.Thread(target=second)
        waiting.start()
        time.sleep(0.05)
        replace_file(thursday, (SOUND + "\n[[rounds]]\n").encode())
    waiting.join()
    assert done == [2]


def test_if_eight_start_the_same_game_at_once_one_succeeds(sk: Run, folder: Path) -> None:
    answers = at_once([["new", "Ann", "Bo", "-f", "one.toml"]] * 8, folder)
    assert sum("Score sheet: one.toml" in answer.out for answer in answers) == 1
    assert sorted(answer.code for answer in answers) == [0, *[4] * 7]
    assert names(folder) == {"one.toml", ".one.toml.history"}
    assert sk("check").code == 0
    assert sk("undo").code == 0


@contextmanager
def held(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another program holds the lock of ``path`` until it is stopped."""
    code = (
        "import sys, time; from pathlib import Path; from scorekeeper.store.history import locked"
    )
    code += "\nwith locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, env=clean_environment()
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield holder
        holder.kill()


def test_a_command_goes_on_when_the_other_program_is_done(sk: Run, folder: Path) -> None:
    path = seeded(folder / "thursday.toml", SOUND)
    with held(path) as holder:
        threading.Timer(0.5, holder.kill).start()
        assert sk("add", "8", "17", "o").code == 0
    assert len(store.load(path).game.rounds) == 2


# ── looking around ───────────────────────────────────────────────────────────────────────


def test_a_game_is_a_toml_file_with_a_schema_and_a_game(tmp_path: Path) -> None:
    seeded(tmp_path / "a.toml", SOUND)
    seeded(tmp_path / "b.toml", "\ufeff" + SOUND.replace("\n", "\r\n"))
    seeded(tmp_path / "c.toml", 'schema = 2\n[game]\ntitle = "newer"\n')
    seeded(tmp_path / "d.toml", "schema = 1\n[game]\nbroken =\n")
    seeded(tmp_path / "house.toml", 'title = "House"\n[rules]\njokers = 2\n')
    seeded(tmp_path / "pyproject.toml", '[project]\nname = "game"\n')
    seeded(tmp_path / "notes.txt", SOUND)
    seeded(tmp_path / ".hidden.toml", SOUND)
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "gone.toml").symlink_to("nowhere")
    seeded(tmp_path / "e.toml", SOUND + "#" * LARGEST_FILE)
    seeded(tmp_path / "large.toml", "#" * LARGEST_FILE * 2)
    assert [path.name for path in evenings.ledgers_in(tmp_path)] == [
        "a.toml",
        "b.toml",
        "c.toml",
        "d.toml",
        "e.toml",
    ]


def test_bytes_are_read_as_they_are(thursday: Path) -> None:
    assert read_file(thursday) == SOUND.encode()
