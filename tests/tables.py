"""Tables of cases in TOML files, with a row for each case."""

import tomllib
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any

import pytest


def rows(test: str, file: str, table: str) -> list[Any]:
    """The rows of a table in a TOML file beside the file of a test."""
    text = Path(test).with_name(file).read_text("utf-8")
    found: list[Any] = tomllib.loads(text)[table]
    return found


def called(test: str, file: str, table: str) -> list[Any]:
    """The same, each row as parameters named by its first cell."""
    return [pytest.param(*row, id=name) for name, *row in rows(test, file, table)]


PARAMETERS = type(pytest.param())


def each(
    names: str, found: Iterable[Any], ids: Callable[[Any], str] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like ``parametrize``, but all rows in one test: most take less time than a test's overhead.

    All of them are checked, and each failure is shown with the name of its row.
    """
    slots = [name.strip() for name in names.split(",")]

    def of_all(test: Callable[..., None]) -> Callable[..., None]:
        def checked(**fixtures: Any) -> None:
            wrong: list[Exception] = []
            for row in found:
                values = [row] if len(slots) == 1 else row
                if isinstance(row, PARAMETERS):
                    values = row.values
                try:
                    test(**dict(zip(slots, values, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"in the row {getattr(row, 'id', None) or ids(row)}")
                    wrong.append(error)
            if wrong:
                raise ExceptionGroup(f"{len(wrong)} rows are wrong", wrong)

        wraps(test)(checked)
        del checked.__wrapped__  # type: ignore[attr-defined]  # or pytest would ask for the slots
        asked = signature(test)
        fixtures = [asked.parameters[name] for name in asked.parameters if name not in slots]
        checked.__signature__ = asked.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return checked

    return of_all
