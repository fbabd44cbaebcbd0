"""Fixtures: a ledger, and the program with file modes that count even if root runs the tests."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.program import SOUND, Answer, clean_environment, seeded, start


@pytest.fixture(autouse=True)
def usual_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    """The flush that the tests watch, also on macOS, where a drive may have another one."""
    if sys.platform == "darwin":
        import fcntl

        monkeypatch.setattr(fcntl, "F_FULLFSYNC", -1)


@pytest.fixture
def thursday(tmp_path: Path) -> Path:
    """A ledger with one round."""
    return seeded(tmp_path / "thursday.toml", SOUND)


@pytest.fixture
def act(folder: Path) -> Iterator[Callable[..., Answer]]:
    """The real program, which may do only what the file modes allow."""
    if os.geteuid() == 0 and sys.platform != "linux":
        pytest.skip("root may read and write any file")

    limit = "" if os.geteuid() else "rights"

    def run(*words: str, **environment: str) -> Answer:
        return start(words, folder, environment=clean_environment(**environment), limit=limit)

    yield run
    for path in [folder, *folder.rglob("*")]:
        with suppress(OSError):
            path.chmod(0o755)
