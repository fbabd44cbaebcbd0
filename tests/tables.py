"""Tables of cases that stand in TOML, a row a case."""

import tomllib
from pathlib import Path
from typing import Any

import pytest


def rows(test: str, file: str, table: str) -> list[Any]:
    """The rows of a table in a TOML file that lies beside the file of a test."""
    text = Path(test).with_name(file).read_text("utf-8")
    found: list[Any] = tomllib.loads(text)[table]
    return found


def called(test: str, file: str, table: str) -> list[Any]:
    """The same, each row as parameters that are called by what stands first in it."""
    return [pytest.param(*row, id=name) for name, *row in rows(test, file, table)]
