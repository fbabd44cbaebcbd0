"""The tables of the manual that follow from the code: rules, variations, rooms and pages."""

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

from scorekeeper.cli.commands.help import PAGES, about, contexts
from scorekeeper.cli.dispatch import program
from scorekeeper.rules import KEYS, RuleSet
from scorekeeper.rules.variations import VARIATIONS
from scorekeeper.terminal.command_words import COMMANDS, READ_ONLY
from tests.program import answered
from tests.test_layers import FLOORS

SAMPLES = Path(__file__).parent.parent.parent / "sample_games"

UNSET = {"decks": "by players", "bonus_round": "the last round"}
"""What holds where a key has no value."""


def key_table() -> list[str]:
    """Every rule key, with what the code says about it."""
    default = RuleSet()
    rows = [
        (
            f"`{key}`",
            field.metadata["values"],
            shown(key, getattr(default, key)),
            field.metadata["meaning"],
        )
        for key, field in KEYS.items()
    ]
    return markdown(("key", "values", "default", "meaning"), rows)


def shown(key: str, value: Any) -> str:
    """The default of a key as it is typed."""
    if value is None:
        return UNSET[key]
    if key == "rounds":
        return f"{value[0].deal} … {value[-1].deal} cards, that rank wild"
    if value == ():
        return "`{}`"
    return f"`{list(value)}`" if isinstance(value, tuple) else f"`{literal(value)}`"


def variation_table() -> list[str]:
    rows = [
        (f"`{name}`", " ".join(f"`{key}={literal(value)}`" for key, value in values.items()))
        for name, values in VARIATIONS.items()
    ]
    return markdown(("variation", "rules it sets"), rows)


def literal(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def page_table() -> list[str]:
    """The pages of the manual, as the README links them."""
    rows = [(f"[{name}](scorekeeper/manual/{name}.md)", about(name)) for name in PAGES]
    return markdown(("page", "about"), rows)


def json_table() -> list[str]:
    """The commands that only read, with the keys of their JSON."""
    game = str(SAMPLES / "rainy-sunday.toml")
    rows = []
    for name in COMMANDS:
        for context in contexts(root(), name):
            asks = [param for param in context.command.params if "--json" in param.opts]
            # What every change is answered with is told below the table.
            if asks and name in {*READ_ONLY, "house", "seats"} - {"serve"}:
                asked = ASKED.get(name, ["-f", game])
                said = answered([name, *asked, "--json"]).facts
                rows.append((f"`{name}`", " ".join(f"`{key}`" for key in said)))
    return markdown(("command", "keys"), rows)


ASKED = {
    "rules": ["three-thirteen"],
    "verify": ["4h5h6h2d", "--game", "three-thirteen"],
    "meld": ["4h5h6h", "--game", "three-thirteen"],
    "deadwood": ["4h5h6h", "--game", "three-thirteen"],
    "pad": ["106", "63", "15", "90", "83", "-f", str(SAMPLES / "rainy-sunday.toml")],
    "stats": [str(SAMPLES)],
    "people": [str(SAMPLES)],
    "check": [str(SAMPLES)],
    "games": [str(SAMPLES)],
    "rescore": ["one-wild", "-f", str(SAMPLES / "rainy-sunday.toml")],
    "outs": ["4h5h6h2d", "--game", "three-thirteen", "--decks", "2", "--round", "3s"],
    "export": ["--to", "csv", "-f", str(SAMPLES / "rainy-sunday.toml")],
}
"""What stands behind a command that needs more than a game."""


def room_table() -> list[str]:
    """Every room of the program, the lowest floor first, with what it says about itself."""
    rows = [(f"`{name}`", first_words(name)) for floor in FLOORS for name in sorted(floor)]
    return markdown(("room", "what is in it"), rows)


def first_words(name: str) -> str:
    """The first line of a room's docstring."""
    doc = import_module(f"scorekeeper.{name}").__doc__
    assert doc, f"{name} does not say what it is"
    return doc.splitlines()[0].replace("``", "`")


def floor_line() -> str:
    """The line of all rooms, from the lowest floor up."""
    return " → ".join(" · ".join(sorted(floor)) for floor in FLOORS)


def root() -> Any:
    """The context of the program itself, as wide as it likes."""
    command = program()
    # A command remembers the names of the option for help under which it was first looked at.
    wide = {**command.context_settings, "terminal_width": 10_000, "max_content_width": 10_000}
    return typer.Context(command, info_name="sk", **wide)


TABLES = (key_table, variation_table, page_table, json_table, room_table)


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def table_of(text: str, head: str) -> list[str]:
    """The lines of the table with this head; none if the text has no such table."""
    lines = text.splitlines()
    found = []
    for line in lines[lines.index(head) :] if head in lines else []:
        if not line.startswith("|"):
            break
        found.append(line)
    return found


def with_tables(text: str) -> str:
    """A page with its tables as the code has them, and the floors that the imports must keep to."""
    for made in TABLES:
        rows = made()
        old = table_of(text, rows[0])
        if old:
            text = text.replace("\n".join([*old, ""]), "\n".join([*rows, ""]))
    return re.sub(r"(?m)^errors → .*$", floor_line(), text)


def examples_in(text: str, head: str) -> list[str]:
    """The first column of a table, as somebody types it."""
    rows = table_of(text, head)[2:]
    return [code for row in rows for code in re.findall("`(.*?)`", row.split(" | ")[0])]
