"""Fixtures: a game that is served, in this process or in its own, and a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.program import ledger, scores, seeded
from tests.serve.phones import Served, Serves

if TYPE_CHECKING:
    from tests.serve import people


@pytest.fixture
def serves(folder: Path) -> Iterator[Serves]:
    """Serves a game, by default of Ann, Bo and Cy before its first round; stops it afterwards."""
    begun: list[Served] = []

    def serve(text: str | None = None, **more: Any) -> Served:
        path = folder / "thursday.toml"
        if text is not None or not path.exists():
            seeded(path, text or ledger())
        begun.append(Served(path, **more))
        return begun[-1]

    yield serve
    for served in begun:
        served.serving.stop()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game of three with one round on the sheet: four cards are dealt now, and fours are wild."""
    return seeded(tmp_path / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=31)))


@pytest.fixture
def served(path: Path) -> Iterator[Served]:
    """That game, served in this process."""
    found = Served(path)
    yield found
    found.serving.stop()


@pytest.fixture
def process(path: Path) -> Iterator["people.Served"]:
    """That game, served in a process of its own, which can be killed and started again."""
    from tests.serve import people  # it needs playwright

    with people.serving(path) as found:
        yield found
