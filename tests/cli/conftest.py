"""Fixtures: an evening to play."""

from pathlib import Path

import pytest

from tests.cli.evenings import Table
from tests.program import Run, ledger, seeded


@pytest.fixture
def table(run: Run, folder: Path) -> Table:
    """Ann, Bo and Cy at Three Thirteen with two packs; Ann deals first."""
    return Table(run, seeded(folder / "thursday.toml", ledger()))
