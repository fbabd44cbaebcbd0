"""Fixtures: a game that is served."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.program import ledger, seeded
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
