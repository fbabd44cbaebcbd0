"""The history beside a ledger, which another user of the folder may have planted."""

import os
import stat
from pathlib import Path

import pytest

from scorekeeper import codec, store
from scorekeeper.errors import UsageError
from scorekeeper.store.history import Change, History, history_path, load_history, save_history
from scorekeeper.store.steps import undo
from tests.program import SOUND, files, seeded
from tests.store.changes import one_more


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.fixture
def thursday(tmp_path: Path) -> Path:
    (tmp_path / "shared").mkdir()
    return seeded(tmp_path / "shared" / "thursday.toml", SOUND)


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """The history of another game, in a folder of its own, as if it belonged to this one."""
    game = tmp_path / "private.toml"
    save_history(game, History([Change("edit", "a secret", SOUND)]))
    history_path(game).chmod(0o600)
    return history_path(game)


def test_a_link_in_place_of_the_history_is_not_followed(thursday: Path, private: Path) -> None:
    history_path(thursday).symlink_to(private)
    before = files(private.parent)
    assert load_history(thursday).changes == []
    with pytest.raises(UsageError):
        undo(thursday)
    store.change(thursday, "add 8 17 o", one_more)
    assert "secret" not in history_path(thursday).read_text("utf-8")
    assert (mode(private), files(private.parent)) == (0o600, before)
    undo(thursday)
    assert thursday.read_bytes().decode() == SOUND


def test_a_dangling_link_in_place_of_the_history_creates_no_file(
    tmp_path: Path, thursday: Path
) -> None:
    history_path(thursday).symlink_to(tmp_path / "made")
    store.change(thursday, "add 8 17 o", one_more)
    assert not (tmp_path / "made").exists()
    undo(thursday)
    assert thursday.read_bytes().decode() == SOUND


def test_a_pipe_in_place_of_the_history_delays_nobody(thursday: Path) -> None:
    os.mkfifo(history_path(thursday), 0o666)
    store.change(thursday, "add 8 17 o", one_more)
    assert [change.command for change in load_history(thursday).changes] == ["add 8 17 o"]


@pytest.mark.parametrize(
    ("planted", "of_ledger", "expected"),
    [(0o666, 0o600, 0o600), (0o644, 0o640, 0o640), (0o600, 0o644, 0o600), (0o666, 0o664, 0o664)],
    ids=oct,
)
def test_users_who_may_not_read_the_ledger_may_not_read_its_history(
    thursday: Path, planted: int, of_ledger: int, expected: int
) -> None:
    thursday.chmod(of_ledger)
    seeded(history_path(thursday), "{}").chmod(planted)
    store.change(thursday, "add 8 17 o", one_more)
    assert mode(history_path(thursday)) == expected
    assert mode(thursday) == of_ledger


def test_the_history_of_a_new_game_is_as_private_as_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    seeded(history_path(path), "{}").chmod(0o666)
    store.create(path, codec.read(SOUND))
    assert mode(history_path(path)) == mode(path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files for other users")
def test_a_planted_history_becomes_that_of_the_ledgers_owner(thursday: Path) -> None:
    os.chown(thursday, 65533, 65533)
    os.chown(seeded(history_path(thursday), "{}"), 65534, 65534)
    store.change(thursday, "add 8 17 o", one_more)
    assert history_path(thursday).stat().st_uid == thursday.stat().st_uid == 65533
