"""What may not be read or written is said, and nothing is lost by trying."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.program import SOUND, Answer, files, seeded

Act = Callable[..., Answer]


@contextmanager
def mode(path: Path, bits: int) -> Iterator[None]:
    before = path.stat().st_mode
    path.chmod(bits)
    try:
        yield
    finally:
        path.chmod(before)


WRITING = (["add", "8", "17", "o"], ["fix", "3s", "ann=21"], ["undo"], ["redo"])


@pytest.fixture
def thursday(folder: Path, act: Act) -> Path:
    """A ledger with a change that can be undone, and one that can be made again."""
    path = seeded(folder / "thursday.toml", SOUND)
    for words in (["add", "1", "o", "2"], ["add", "3", "o", "4"], ["undo"]):
        assert act(*words).code == 0
    return path


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_a_ledger_that_may_not_be_written_is_left_alone(
    folder: Path, thursday: Path, act: Act, words: list[str]
) -> None:
    before = files(folder)
    with mode(thursday, 0o444):
        answer = act(*words)
    assert (answer.out, answer.code) == ("", 3)
    assert "thursday.toml is write-protected" in answer.err
    assert files(folder) == before
    assert act("redo").code == 0


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_a_folder_that_may_not_be_written_is_left_alone(
    folder: Path, thursday: Path, act: Act, words: list[str]
) -> None:
    before = files(folder)
    with mode(folder, 0o555):
        answer = act(*words)
        assert act("standings").code == 0
        assert act("new", "Ann", "Bo").code == 3
    assert (answer.out, answer.code) == ("", 3)
    assert "permission denied" in answer.err
    assert files(folder) == before
    assert thursday.exists()


@pytest.mark.parametrize(
    "words", [["standings"], ["add", "8", "17", "o"], ["check"], ["undo"]], ids=" ".join
)
def test_a_ledger_that_may_not_be_read_is_an_error(
    thursday: Path, act: Act, words: list[str]
) -> None:
    named = ["thursday.toml"] if words == ["check"] else ["-f", "thursday.toml"]
    with mode(thursday, 0o000):
        answer = act(*words, *named)
    assert (answer.out, answer.code) == ("", 3)
    assert "thursday.toml cannot be read: permission denied" in answer.err


def test_an_unreadable_folder_does_not_count_as_a_sound_game(folder: Path, act: Act) -> None:
    (folder / "games").mkdir()
    seeded(folder / "games" / "thursday.toml", SOUND)
    with mode(folder / "games", 0o000):
        for place in ("games", "games/thursday.toml"):
            answer = act("check", place)
            assert (answer.out, answer.code) == ("", 3)
            assert "error: " in answer.err
