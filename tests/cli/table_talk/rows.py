"""The rows of the table, as they are in its files.

A file is a section, a group is a line of what people may say, and a row is one thing that somebody
types. What a group itself sets holds for each of its rows that doesn't set it.
"""

import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent

AT_A_TERMINAL = ("open", "prompts", "add", "shell")
ELSEWHERE = ("piped", "script", "cards")
ANYWHERE = ("open", "prompts", "add", "piped")


class Row(NamedTuple):
    """Something that somebody types, and what must happen; ``entries.toml`` explains the keys."""

    section: str
    about: str
    where: tuple[str, ...]
    typed: tuple[str, ...]
    game: str = "threes"
    sheet: tuple[str, ...] = ()
    round: int = 0
    starts: str = ""
    label: str = ""
    files: tuple[str, ...] | None = None
    asks: str | None = None
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    exit: int | None = None
    ends: bool = False
    cards: str = ""

    def words(self, where: str) -> list[str]:
        """What follows the program's name, if it is called with words."""
        first = {"add": "add ", "piped": "add ", "cards": CARDS}.get(where, "")
        return shlex.split(first + self.typed[0])

    def lines(self, where: str) -> list[str]:
        """The lines that are typed once the program runs."""
        if where == "open":
            return list(self.typed)
        return ["add", *self.typed] if where == "prompts" else list(self.typed[1:])


CARDS = "deadwood --json --wild none --variation jokers "
"""Cards are read in a game that has jokers."""


def every_row() -> list[Row]:
    return [row for path in sorted(FOLDER.glob("*.toml")) for row in rows_in(path)]


def rows_in(path: Path) -> Iterator[Row]:
    groups = tomllib.loads(path.read_text("utf-8"))
    for group in groups["group"]:
        shared = {key: value for key, value in group.items() if key != "rows"}
        for facts in group["rows"]:
            yield _row(path.stem, {**shared, **facts})


LISTS = ("where", "typed", "sheet", "files", "says", "never")
"""What may be one or several."""


def _row(section: str, facts: dict[str, Any]) -> Row:
    several = {
        key: (facts[key],) if isinstance(facts[key], str) else tuple(facts[key])
        for key in LISTS
        if key in facts
    }
    if several["where"] == ("anywhere",):
        several["where"] = ANYWHERE
    return Row(section, **{**facts, **several})
