"""Game files: created once, changed completely or not at all, by one program at a time."""

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper import codec, store
from scorekeeper.errors import ConflictError, FileError, LedgerError, UsageError
from scorekeeper.ledger import Game, Outcome
from scorekeeper.store import evenings
from scorekeeper.store.durable import LARGEST_FILE, read_file, replace_file
from scorekeeper.store.history import history_path, load_history, locked
from scorekeeper.store.steps import redo, undo
from tests.program import SOUND, Run, at_once, clean_environment, names, seeded
from tests.store.changes import BOTH, ann, on_disk, one_more
from tests.values import game, refused, row

# ── making ───────────────────────────────────────────────────────────────────────────────


def test_a_new_ledger_is_the_games_text(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    store.create(path, game())
    assert on_disk(path) == codec.write_new(game())
    assert names(tmp_path) == {"new.toml", ".new.toml.history"}


def test_an_existing_file_is_never_overwritten_and_named_on_one_line(tmp_path: Path) -> None:
    path = seeded(tmp_path / "a\nb.toml", SOUND)
    error = refused(ConflictError, store.create, path, game())
    assert error.problem == f"{tmp_path}/a\\nb.toml already exists"
    assert (error.code, on_disk(path), names(tmp_path)) == (4, SOUND, {"a\nb.toml"})


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
def test_a_file_that_cannot_be_created_is_refused(tmp_path: Path, name: str, problem: str) -> None:
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
    before, (after, _) = store.change(thursday, "add 8 17 o", one_more)
    assert (len(before.rounds), len(after.rounds)) == (1, 2)
    assert on_disk(thursday).startswith(SOUND)
    assert names(thursday.parent) == BOTH
    history = load_history(thursday)
    assert [(change.command, change.before) for change in history.changes] == [
        ("add 8 17 o", SOUND)
    ]


def test_a_change_that_changes_nothing_writes_nothing(thursday: Path) -> None:
    before, (after, _) = store.change(thursday, "fix", Outcome)
    assert before == after
    assert names(thursday.parent) == {"thursday.toml"}


def test_an_edit_returns_its_remarks_even_if_nothing_changes(thursday: Path) -> None:
    _, found = store.change(thursday, "fix", lambda old: Outcome(ann(13)(old).game, ("look",)))
    assert (found.game.total("Ann"), found.remarks) == (13, ("look",))
    before, again = store.change(thursday, "fix", lambda old: Outcome(old, ("nothing new",)))
    assert (before, again.remarks) == (again.game, ("nothing new",))


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


def test_new_games_do_not_search_the_folder_for_leftovers_of_a_killed_writer(
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


def test_if_eight_programs_start_the_same_game_at_once_one_succeeds(sk: Run, folder: Path) -> None:
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
