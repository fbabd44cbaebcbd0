"""Fixtures: a folder of one's own, and three ways to run the program in it."""

import gc
import importlib
import io
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.browser import chromium
from tests.effort import Clock
from tests.program import MEMORY, STRANGE, Answer, Run, has_room_in_memory, start, unflushed
from tests.terminal import Person, Sits

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.cli.table_talk.sitting import Tables

collect_ignore = [
    *("bench", "test_bench.py", "tools"),
    *("cli/test_hostile.py", "cli/test_large_files.py", "serve/test_phones_file.py"),
    *("solver/test_same_answer.py", "store/test_durable.py", "store/test_planted.py"),
    *("store/test_saving.py", "store/test_store.py", "store/test_undo.py"),
] * (sys.platform == "win32")
"""What asks for pipes, owners of files and limits of memory, which Windows hasn't got."""

collect_ignore += ["stand_in.py"]
"""A module that pretends to be on another system as soon as it is imported."""

PROCESSES = {"browser", "process", "sits", "sk", "tables"}
"""The fixtures that start a program in a process of its own."""

LONGEST = {"test_evening.py", "test_said.py", "test_views.py"}
"""Begun at the end, these would keep one worker busy for half a minute while the others wait."""


def pytest_configure() -> None:
    """Collect garbage seldom, and never among the tests themselves, which are most of it."""
    gc.set_threshold(50_000)
    # An example that takes a second on a busy machine isn't wrong.
    settings.register_profile("long", deadline=None, print_blob=True)
    settings.register_profile("short", deadline=None, max_examples=20, derandomize=True)
    settings.load_profile("short")
    if has_room_in_memory():  # the folders of tests
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)
    # Whatever a shell starts in the background ignores Ctrl-C, and so does all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """More workers than cores: a test at a terminal or a page mostly waits."""
    if sys.platform != "linux":
        return (os.cpu_count() or 1) + 3
    return len(os.sched_getaffinity(0)) + 3


def pytest_collection(session: pytest.Session) -> None:
    """Each worker loads its share of the tests first; what one has compiled, the others read."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    folders = [Path(name).absolute() for name in session.config.args]
    modules = sorted(path for folder in folders for path in folder.rglob("test_*.py"))
    for path in modules[int(worker["workerid"][2:]) :: worker["workercount"]]:
        with suppress(Exception, pytest.skip.Exception):  # which comes again when it is collected
            name = path.relative_to(session.config.rootpath).with_suffix("")
            importlib.import_module(".".join(name.parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first; a test whose fixture starts a process, or that draws at random, is slow.

    Tests that need another system are left out on Windows.
    """
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in items:
        if sys.platform == "win32" and (only := item.get_closest_marker("posix")):
            item.add_marker(pytest.mark.skip(reason=f"on Windows {only.args[0]}"))
        if isinstance(item, pytest.Function):
            starts = PROCESSES & set(item.fixturenames)
            if starts or getattr(item.obj, "is_hypothesis_test", False):
                item.add_marker(pytest.mark.slow)
    gc.freeze()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, in a clean environment."""
    monkeypatch.chdir(tmp_path)
    for name in STRANGE:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def sk(folder: Path) -> Run:
    """The real program, in a process of its own."""

    def run(*words: str, stdin: str = "") -> Answer:
        return start(words, folder, stdin)

    return run


@pytest.fixture
def run(
    folder: Path,  # noqa: ARG001 - the command runs in it
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Run]:
    """The program in this process: the same answers, forty times as fast."""
    from scorekeeper import store, terminal
    from scorekeeper.cli import main

    def run(*words: str, stdin: str = "") -> Answer:
        monkeypatch.setattr(terminal.voice, "wants_ascii", False)
        monkeypatch.setattr(os, "fsync", unflushed)
        monkeypatch.setattr(store.durable, "SAVING_SECONDS", 0)  # nobody else saves here
        store.last_written.clear()
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main(list(words))
        said = capsys.readouterr()
        return Answer(said.out, said.err, code)

    yield run
    gc.enable()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock for whoever waits for a lock, in this process and in copies of it."""
    from scorekeeper.store import history

    clock = Clock()
    monkeypatch.setattr(history, "time", clock)
    return clock


@pytest.fixture
def sits(folder: Path) -> Iterator[Sits]:
    """Starts the program at a terminal; whatever is still running at the end is stopped."""
    people: list[Person] = []

    def start(*words: str, **more: Any) -> Person:
        people.append(Person(folder, *words, **more))
        return people[-1]

    yield start
    for person in people:
        person.is_killed()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One browser for all; it knows this machine's name, as on a home network."""
    with chromium(f"--host-resolver-rules=MAP {socket.gethostname()} 127.0.0.1") as found:
        yield found


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Tables"]:
    """The games that stay open from one test to the next."""
    from tests.cli.table_talk.sitting import Tables

    tables = Tables(tmp_path_factory.mktemp("tables"))
    yield tables
    tables.are_left()
