"""Fixtures: a ledger, and the program where modes count, though root runs the tests."""

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.fork_server import ForkServer
from tests.program import COPIES, SOUND, Answer, clean_environment, seeded, start

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


@pytest.fixture
def thursday(tmp_path: Path) -> Path:
    """A ledger with one round."""
    return seeded(tmp_path / "thursday.toml", SOUND)


@pytest.fixture
def act(folder: Path) -> Iterator[Callable[..., Answer]]:
    """The real program, which may do what its modes allow and no more."""
    if os.geteuid() == 0 and sys.platform != "linux":
        pytest.skip("root may do everything")

    server = COPIES if os.geteuid() else PLAINLY

    def run(*words: str, **environment: str) -> Answer:
        return start(words, folder, environment=clean_environment(**environment), server=server)

    yield run
    for path in [folder, *folder.rglob("*")]:
        with suppress(OSError):
            path.chmod(0o755)


def give_up_rights() -> None:
    """Let root be a user like others from the next program on (Linux)."""
    for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        if ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0):
            raise OSError("root may do everything here")


PLAINLY = ForkServer(before=give_up_rights)
"""What copies the program for root without the rights that are root's alone."""
