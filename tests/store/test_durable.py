"""The ledger that nobody can lose: ``durability`` in short, and files that can't be written."""

import errno
import fcntl
import os
import signal
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper import store
from scorekeeper.errors import FileError
from scorekeeper.store.durable import create_file, refuse_unwritable, rename_over
from scorekeeper.store.history import locked
from tests.effort import Clock, examples, some
from tests.program import SOUND, Answer, Run, ledger, names, refusal, seeded
from tests.tools import durability
from tests.tools.durability import COMMANDS

pytestmark = pytest.mark.slow

ROUND = ("add", "8", "17", "o")

OF_WRITING = [
    ROUND,
    ("fix", "1", "ann=13"),
    ("undo",),
    ("redo",),
    ("misdeal",),
    ("penalty", "ann", "5"),
    ("player", "rename", "ann", "Anna"),
    ("finish",),
]


def words_of(command: tuple[str, ...]) -> str:
    return " ".join(command[:2])


def contents(folder: Path) -> dict[str, bytes | str]:
    """What is in a folder: the bytes of files, and the kind of anything else."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        if path.is_file() and os.access(path, os.R_OK)
        else "no file"
        for path in folder.rglob("*")
    }


# ── kills ────────────────────────────────────────────────────────────────────────────────


def test_a_killed_loop_of_writes_leaves_the_state_reported_or_the_one_being_written(
    folder: Path,
) -> None:
    outcome = durability.kills(folder, examples(10))
    assert (outcome.tried, outcome.lost) == (examples(10), [])


def test_a_killed_program_leaves_a_ledger_with_the_round_or_without_it(folder: Path) -> None:
    assert durability.kills_of_the_program(folder, examples(6)).lost == []


def test_a_recorded_round_survives_a_kill(folder: Path) -> None:
    assert durability.kills_after_the_answer(folder, examples(4)).lost == []


def test_a_kill_at_any_step_of_a_write_costs_neither_the_ledger_nor_undo(folder: Path) -> None:
    commands = some(COMMANDS[2:5], 3)
    outcome = durability.killed_at_each_step(folder, commands)
    assert outcome.tried > 20 / 3 * len(commands)
    assert outcome.lost == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES], ids=errno.errorcode.get)
def test_a_refusal_at_any_step_of_a_write_costs_neither_the_ledger_nor_undo(
    folder: Path, number: int
) -> None:
    outcome = durability.refused_at_each_step(folder, number, COMMANDS[number % 2 : 4 : 3])
    assert outcome.tried > 8
    assert outcome.lost == []


@pytest.mark.parametrize("number", some([signal.SIGINT, signal.SIGTERM, signal.SIGKILL], 2))
def test_a_stop_at_any_step_of_an_import_leaves_no_game_without_history(
    folder: Path, number: signal.Signals
) -> None:
    outcome = durability.stopped_at_each_step(folder, number)
    assert outcome.tried > 30
    assert outcome.lost == []


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="only /proc says which file is flushed")
def test_contents_are_flushed_before_a_rename_and_the_answer_comes_last(folder: Path) -> None:
    assert durability.order_of_flushes(folder).lost == []


# ── crowds ───────────────────────────────────────────────────────────────────────────────


def test_twenty_adds_at_the_same_time_are_twenty_rounds(folder: Path) -> None:
    assert durability.crowd_of_adds(folder, 20).lost == []


def test_of_twenty_adds_of_round_1_one_is_recorded_and_19_end_with_exit_4(folder: Path) -> None:
    assert durability.crowd_for_one_round(folder, 20).lost == []


def test_a_held_lock_ends_every_writer_after_five_seconds_and_no_reader_waits(folder: Path) -> None:
    assert durability.held_lock(folder).lost == []


def test_adding_a_round_that_is_not_next_never_waits(run: Run, folder: Path, clock: Clock) -> None:
    seeded(folder / "t.toml", SOUND)
    later = run("add", "--round", "3", "8", "17", "o", "-f", "t.toml")
    assert later.code == 4
    assert later.err == refusal("round 3, the fives, isn't next", "round 2, the fours, is next")
    assert clock.slept == 0
    assert (folder / "t.toml").read_text("utf-8") == SOUND


def test_nothing_that_an_editor_saves_during_adds_is_lost(folder: Path) -> None:
    assert durability.saves_beside_adds(folder, 60).lost == []


# ── no room ──────────────────────────────────────────────────────────────────────────────


def test_a_full_disk_changes_nothing_and_says_so(folder: Path) -> None:
    assert durability.full_disk(folder, (0, 300)).lost == []


def test_a_ledger_that_would_grow_beyond_what_is_read_is_left_as_it_was(
    run: Run, folder: Path
) -> None:
    room = (1 << 20) - len(SOUND.encode()) - 10
    path = seeded(folder / "t.toml", SOUND + "# " + "x" * (room - 3) + "\n")
    before = path.read_bytes()
    answer = run(*ROUND, "-f", "t.toml")
    assert answer.code in (3, 4)
    assert path.read_bytes() == before
    assert run("standings", "-f", "t.toml").code == 0


def test_a_round_beyond_the_limit_of_a_ledger_is_left_out(run: Run, folder: Path) -> None:
    rules = '[rules]\ngame = "points"\nrounds = 0\ndealer = "none"\n'
    rows = ["[rounds.scores]\nA = 1\nB = 2"] * 500
    path = seeded(folder / "t.toml", ledger(*rows, players=("A", "B"), rules=rules, game=""))
    before = path.read_bytes()
    assert run("standings", "-f", "t.toml").code == 0
    answer = run("add", "1", "2", "-f", "t.toml")
    assert answer.code in (2, 3, 4)
    assert path.read_bytes() == before
    assert "t.toml" in answer.err or "500" in answer.err


@pytest.mark.parametrize("step", ["fchmod", "fsync"])
@pytest.mark.parametrize(
    ("number", "remedy"),
    [(errno.EIO, "check the folder and the disk"), (errno.EDQUOT, "free some space on the disk")],
)
def test_only_a_full_disk_asks_for_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, remedy: str
) -> None:
    path = seeded(folder / "t.toml", SOUND)

    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, step, refused)
    with pytest.raises(FileError) as error:
        store.create(folder / "new.toml", store.load(path).game)
    assert error.value.remedy == remedy
    assert names(folder) == {"t.toml"}


def test_a_failing_stat_costs_neither_the_ledger_nor_undo(folder: Path) -> None:
    outcome = durability.refused_at_each_step(
        folder, errno.EIO, some(COMMANDS[1:4:2], 2), durability.LOOKS
    )
    assert outcome.tried > 8
    assert outcome.lost == []


def test_a_file_that_an_editor_has_moved_away_is_not_write_protected(folder: Path) -> None:
    refuse_unwritable(folder / "moved.toml")


# ── where it is write-protected ──────────────────────────────────────────────────────────

Act = Callable[..., Answer]


@pytest.fixture
def common(folder: Path, act: Act) -> tuple[Path, Act]:
    """An ordinary user's folder with a ledger of two rounds, one taken back."""
    seeded(folder / "t.toml", SOUND)
    assert act(*ROUND, "-f", "t.toml").code == 0
    assert act(*ROUND, "-f", "t.toml").code == 0
    assert act("undo", "-f", "t.toml").code == 0
    return folder, act


@pytest.mark.parametrize("command", OF_WRITING, ids=words_of)
def test_a_file_that_may_not_be_written_stays(
    common: tuple[Path, Act], command: tuple[str, ...]
) -> None:
    folder, act = common
    (folder / "t.toml").chmod(0o444)
    before = contents(folder)
    answer = act(*command, "-f", "t.toml")
    assert answer == Answer(
        "", refusal("t.toml is write-protected", "make it writable, or copy it"), 3
    )
    assert contents(folder) == before


@pytest.mark.parametrize("command", OF_WRITING, ids=words_of)
def test_a_folder_that_may_not_be_written_stays(
    common: tuple[Path, Act], command: tuple[str, ...]
) -> None:
    folder, act = common
    before = contents(folder)
    folder.chmod(0o555)
    assert act("standings", "-f", "t.toml").code == 0
    answer = act(*command, "-f", "t.toml")
    assert (answer.out, answer.code) == ("", 3)
    assert answer.err.startswith("error: ")
    assert " can't be written: permission denied\n  try: " in answer.err
    assert contents(folder) == before


def test_a_file_that_may_not_be_read_is_refused(common: tuple[Path, Act]) -> None:
    folder, act = common
    (folder / "t.toml").chmod(0)
    for command in [*OF_WRITING, ("standings",), ("check",)]:
        file = ("t.toml",) if command == ("check",) else ("-f", "t.toml")
        answer = act(*command, *file)
        assert (answer.out, answer.code) == ("", 3)
        assert answer.err.endswith(
            "t.toml can't be read: permission denied\n  try: check its permissions\n"
        )


def test_a_folder_without_write_permission_gets_no_game(common: tuple[Path, Act]) -> None:
    folder, act = common
    before = contents(folder)
    folder.chmod(0o555)
    answer = act("new", "Ann", "Bo", "-f", "other.toml")
    assert (answer.out, answer.code) == ("", 3)
    assert answer.err == refusal(
        "other.toml can't be written: permission denied", "check the permissions of its folder"
    )
    assert contents(folder) == before


def test_a_history_that_may_not_be_written_stops_the_write(common: tuple[Path, Act]) -> None:
    folder, act = common
    (folder / ".t.toml.history").chmod(0o444)
    before = contents(folder)
    for command in OF_WRITING:
        answer = act(*command, "-f", "t.toml")
        assert (answer.out, answer.code) == ("", 3)
        assert ".t.toml.history is write-protected" in answer.err
        assert contents(folder) == before


def test_a_game_in_the_environment_that_may_not_be_read_is_refused(
    common: tuple[Path, Act],
) -> None:
    folder, act = common
    inner = folder / "locked"
    inner.mkdir(mode=0)
    answer = act("standings", SCOREKEEPER_FILE=str(inner / "t.toml"))
    assert (answer.out, answer.code) == ("", 3)
    assert len(answer.err.splitlines()) == 2


def test_an_unreadable_folder_does_not_count_as_a_sound_game(common: tuple[Path, Act]) -> None:
    folder, act = common
    inner = folder / "locked"
    inner.mkdir()
    seeded(inner / "t.toml", SOUND)
    inner.chmod(0)
    for place in ("locked", "locked/t.toml"):
        answer = act("check", place)
        assert (answer.out, answer.code) == ("", 3)
        assert "error: " in answer.err


# ── what is no file of its own ───────────────────────────────────────────────────────────


def test_a_disk_without_hard_links_takes_new_games_too(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    new = ("new", "Ann", "Bo", "--dealer", "ann", "-f", "t.toml")
    assert run(*new).code == 0
    before = contents(folder)
    assert set(before) == {"t.toml", ".t.toml.history"}
    assert run(*new) == Answer(
        "",
        refusal("t.toml already exists", "choose another name with -f, or continue that game"),
        4,
    )
    assert contents(folder) == before
    assert run("check").said == []


def test_a_disk_without_locks_is_named_and_nothing_is_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = seeded(folder / "t.toml", SOUND)

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    problem = "t.toml can't be locked: no locks available"
    refused = refusal(problem, "keep it on this computer's own disk")
    assert run(*ROUND, "-f", "t.toml") == Answer("", refused, 3)
    assert path.read_text("utf-8") == SOUND


def test_files_are_read_as_bytes_if_a_system_would_read_lines(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = seeded(folder / "t.toml", SOUND)
    binary, opened = 1 << 30, os.open

    def watched(name: Path, flags: int, *more: int) -> int:
        asked.append(flags & binary)
        return opened(name, flags & ~binary, *more)

    asked: list[int] = []
    monkeypatch.setattr(os, "O_BINARY", binary, raising=False)
    monkeypatch.setattr(os, "open", watched)
    store.read_text(path)
    with locked(path):
        pass
    assert asked == [binary, binary]


@pytest.mark.parametrize("times", [1, 9, 10])
def test_on_windows_it_tries_again_while_a_scanner_has_a_file_open(
    folder: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    real, refusals = Path.replace, iter(range(times))

    def refused_at_first(source: Path, target: Path) -> Path:
        if next(refusals, None) is not None:
            raise PermissionError(errno.EACCES, "Access is denied")
        return real(source, target)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(Path, "replace", refused_at_first)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    one, other = seeded(folder / "one", "new"), seeded(folder / "other", "old")
    if times < 10:
        rename_over(one, other)
    else:
        with pytest.raises(PermissionError):
            rename_over(one, other)
    assert other.read_text("utf-8") == ("new" if times < 10 else "old")


@pytest.mark.parametrize("refused", [errno.ENOTSUP, errno.EINVAL, errno.ENOTTY])
def test_a_drive_without_a_full_flush_gets_the_flush_it_has(
    folder: Path, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    def no_full_flush(*_: object) -> None:
        raise OSError(refused, os.strerror(refused))

    flushed: list[int] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", no_full_flush)
    monkeypatch.setattr(os, "fsync", flushed.append)
    create_file(folder / "new.toml", b"x")
    assert len(flushed) == 2, "the file and its folder"
    monkeypatch.setattr(fcntl, "fcntl", lambda *_: None)
    create_file(folder / "newer.toml", b"x")
    assert len(flushed) == 3, "the folder"


def test_a_symbolic_link_is_kept_with_the_history_next_to_the_real_file(
    run: Run, folder: Path
) -> None:
    (folder / "real").mkdir()
    path = seeded(folder / "real" / "t.toml", SOUND)
    (folder / "link.toml").symlink_to("second.toml")
    (folder / "second.toml").symlink_to("real/t.toml")
    assert run(*ROUND, "-f", "link.toml").code == 0
    assert (folder / "link.toml").readlink() == Path("second.toml")
    assert (folder / "second.toml").readlink() == Path("real/t.toml")
    assert len(store.load(path).game.rounds) == 2
    assert names(folder) == {"link.toml", "second.toml", "real"}
    assert names(folder / "real") == {"t.toml", ".t.toml.history"}
    assert run("undo", "-f", "real/t.toml").code == 0
    assert run("redo", "-f", "second.toml").code == 0
    assert run("undo", "-f", "link.toml").code == 0
    assert path.read_text("utf-8") == SOUND


def test_a_dangling_link_is_neither_read_nor_written_through(run: Run, folder: Path) -> None:
    (folder / "link.toml").symlink_to("nowhere.toml")
    for command in [*OF_WRITING, ("standings",)]:
        answer = run(*command, "-f", "link.toml")
        assert (answer.out, answer.code) == ("", 3)
        assert len(answer.err.splitlines()) == 2
    assert run("new", "Ann", "Bo", "-f", "link.toml").code == 4
    assert names(folder) == {"link.toml"}


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [make_pipe, Path.mkdir, make_device])
@pytest.mark.parametrize("command", [*OF_WRITING, ("standings",), ("edit",)], ids=words_of)
def test_a_wrong_file_is_refused_at_once_and_left_alone(
    run: Run, folder: Path, clock: Clock, make: Callable[[Path], None], command: tuple[str, ...]
) -> None:
    make(folder / "t.toml")
    answer = run(*command, "-f", "t.toml")
    assert (answer.out, answer.code) == ("", 3)
    assert answer.err.splitlines()[0].endswith("isn't a regular file")
    assert len(answer.err.splitlines()) == 2
    assert clock.slept == 0
    assert names(folder) == {"t.toml"}


@pytest.mark.parametrize("make", [make_pipe, Path.mkdir, make_device, Path.touch])
def test_a_new_game_never_writes_over_anything(
    run: Run, folder: Path, make: Callable[[Path], None]
) -> None:
    make(folder / "t.toml")
    answer = run("new", "Ann", "Bo", "-f", "t.toml")
    assert answer == Answer(
        "",
        refusal("t.toml already exists", "choose another name with -f, or continue that game"),
        4,
    )
    assert names(folder) == {"t.toml"}


@pytest.mark.parametrize("name", ["away/t.toml", "a\nb/t.toml", "t.toml/t.toml"])
def test_a_missing_folder_is_named_and_not_created(run: Run, folder: Path, name: str) -> None:
    for command in [("new", "Ann", "Bo"), *OF_WRITING, ("standings",)]:
        answer = run(*command, "-f", name)
        assert (answer.out, answer.code) == ("", 3)
        assert name.split("/")[0].replace("\n", "\\n") in answer.err
        assert len(answer.err.splitlines()) == 2
    assert list(folder.iterdir()) == []


def test_a_name_with_a_line_break_works_and_is_shown_on_one_line(run: Run, folder: Path) -> None:
    name = "two\nlines.toml"
    assert run("new", "Ann", "Bo", "--dealer", "ann", "-f", name).code == 0
    assert run("add", "8", "o", "-f", name).code == 0
    fixed = run("fix", "1", "ann=9", "-f", name)
    assert fixed.code == 0
    assert "two\\nlines.toml changed." in fixed.out
    assert run("undo", "-f", name).code == 0
    assert run("standings", "-f", name).code == 0
    stranger = run("add", "8", "zoe=9", "-f", name)
    assert stranger.code == 2
    assert len(stranger.err.splitlines()) == 2
    stranger = run("add", "zoe=9", "-f", name)
    assert stranger.code == 2
    assert "\\nlines.toml" in stranger.err
    assert len(stranger.err.splitlines()) == 2
    assert names(folder) == {name, f".{name}.history"}


def test_a_name_of_the_greatest_length_is_refused_or_works(run: Run, folder: Path) -> None:
    for length in (255, 246, 200):
        name = "n" * (length - 5) + ".toml"
        seeded(folder / name, SOUND)
        answer = run(*ROUND, "-f", name)
        assert answer.code in (0, 3)
        changed = (folder / name).read_text("utf-8") != SOUND
        assert changed == (answer.code == 0)
        assert changed == (folder / f".{name}.history").exists() if length < 247 else not changed
    assert not [name for name in names(folder) if name.endswith(".tmp")]


def test_a_removed_folder_is_not_a_fault_of_the_program(run: Run, folder: Path) -> None:
    inner = folder / "gone"
    inner.mkdir()
    os.chdir(inner)
    inner.rmdir()
    for command in [("new", "Ann", "Bo"), ("standings",), ("check",), ("again",), ROUND]:
        answer = run(*command)
        assert (answer.out, answer.code) == ("", 3)
        assert len(answer.err.splitlines()) == 2


# ── modes and owners ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_the_mode_of_a_ledger_outlives_every_command(run: Run, folder: Path, mode: int) -> None:
    path = seeded(folder / "t.toml", SOUND)
    path.chmod(mode)
    for command in (ROUND, ("fix", "1", "ann=13"), ("undo",), ("redo",)):
        assert run(*command, "-f", "t.toml").code == 0
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_the_history_of_a_private_file_is_private_too(run: Run, folder: Path) -> None:
    path = seeded(folder / "t.toml", SOUND)
    path.chmod(0o600)
    assert run(*ROUND, "-f", "t.toml").code == 0
    history = folder / ".t.toml.history"
    assert stat.S_IMODE(history.stat().st_mode) & 0o077 == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write in the files of other users")
def test_a_ledger_stays_its_owners_when_root_writes_it(run: Run, folder: Path) -> None:
    path = seeded(folder / "t.toml", SOUND)
    os.chown(path, 65534, 65534)
    path.chmod(0o600)
    assert run(*ROUND, "-f", "t.toml").code == 0
    assert path.stat().st_uid == 65534
