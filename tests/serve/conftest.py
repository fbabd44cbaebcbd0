"""Fixtures: a game that is served, in this process or in its own, and a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.program import ledger, scores, seeded
from tests.serve import people
from tests.serve.phones import Served, Serves


@pytest.fixture
def serves(folder: Path) -> Iterator[Serves]:
    """Serves a game, by default of Ann, Bo and Cy before its first round; ends it afterwards."""
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game of three, of which one round is on the sheet: four cards are dealt, fours are wild."""
    return seeded(tmp_path / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=31)))


@pytest.fixture
def served(path: Path) -> Iterator[people.Served]:
    with people.serving(path) as found:
        yield found
