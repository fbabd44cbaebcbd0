"""Ledgers of every schema that was ever written mean today what they meant then."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper import store
from scorekeeper.codec.decode import SCHEMA
from scorekeeper.ledger.standings import standings
from tests.program import Answer, Run, files, ledger, refusal, scores, seeded
from tests.tables import each

FOLDER = Path(__file__).parent / "schemas"

KNOWN: dict[str, list[tuple[str, int, int | None, list[int | None]]]] = {
    "1/three-thirteen.toml": [
        ("Uncle Cy", 12, 1, [5, 7, 0]),
        ("Ann", 15, 2, [12, 0, 3]),
        ("Bo", 29, 3, [0, 21, 8]),
    ],
    "1/people-come-and-go.toml": [
        ("李", 21, 1, [None, 0, 9]),
        ("Zoë", 34, None, [10, 24, None]),
        ("Bo", 6, None, [0, 6, None]),
    ],
    "1/play-off.toml": [("B", 10, 1, [7, 3]), ("A", 10, 2, [5, 5]), ("C", 3, 3, [1, 2])],
    "1/put-away.toml": [("Bo", -2, 1, [-2]), ("Ann", 1, 2, [1])],
    "1/bare.toml": [("Bo", 0, 1, [0]), ("Ann", 30, 2, [30])],
    "2/a-rule-from-round-2.toml": [("Bo", 0, 1, [0, 0, 0]), ("Ann", 14, 2, [0, 4, 10])],
    "2/play-off.toml": [("A", 41, 1, [11, 30]), ("B", 41, 2, [7, 34])],
}
"""Total, place and points by round of each player, as they were when the file was written."""

WINNERS = {
    "1/three-thirteen.toml": ["Uncle Cy"],
    "1/people-come-and-go.toml": [],
    "1/play-off.toml": ["B"],
    "1/put-away.toml": [],
    "1/bare.toml": [],
    "2/a-rule-from-round-2.toml": [],
    "2/play-off.toml": ["A"],
}


def table(path: Path) -> tuple[list[Any], list[str]]:
    """Each player's name, total, place and rounds, best first, and the winners."""
    found = standings(store.load_ledger(path))
    rows = [(line.player, line.total, line.place, list(line.rounds)) for line in found.lines]
    return rows, list(found.winners)


def test_every_schema_has_ledgers_with_known_standings() -> None:
    there = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.toml")}
    assert there == set(KNOWN) == set(WINNERS)
    assert {name.split("/")[0] for name in there} == {str(n + 1) for n in range(SCHEMA)}


@each("name", KNOWN)
def test_a_ledger_of_any_schema_still_has_its_standings(name: str) -> None:
    assert table(FOLDER / name) == (KNOWN[name], WINNERS[name])


@pytest.mark.parametrize("name", KNOWN)
def test_a_ledger_of_any_schema_can_be_changed_and_the_rest_stays(
    run: Run, folder: Path, name: str
) -> None:
    text = (FOLDER / name).read_text("utf-8")
    path = seeded(folder / "t.toml", text)
    first = store.load_ledger(path).names[0]
    assert run("player", "rename", first, "Somebody", "-f", "t.toml").code == 0
    rows, _ = table(path)
    renamed = [("Somebody" if row[0] == first else row[0], *row[1:]) for row in KNOWN[name]]
    assert rows == renamed
    assert run("undo", "-f", "t.toml").code == 0
    assert path.read_text("utf-8") == text


# ── newer ones ───────────────────────────────────────────────────────────────────────────

COMMANDS = [
    ("next",),
    ("standings",),
    ("sheet",),
    ("deadwood", "3s3h3d"),
    ("verify", "3s3h3dkd"),
    ("add", "1", "2", "o"),
    ("fix", "1", "ann=5"),
    ("misdeal",),
    ("penalty", "ann", "5"),
    ("player", "join", "Dee", "--points", "5"),
    ("player", "rename", "ann", "Anna"),
    ("seats", "cy", "ann", "bo"),
    ("dealer", "bo"),
    ("house", "jokers"),
    ("playoff",),
    ("finish",),
    ("again",),
    ("undo",),
    ("redo",),
]


@pytest.mark.parametrize("schema", [3, 99, 2**63])
def test_a_newer_schema_is_refused_and_left_alone(run: Run, folder: Path, schema: int) -> None:
    text = ledger(scores("Bo", Ann=12, Bo=0, Cy=5)).replace("schema = 1", f"schema = {schema}")
    path = seeded(folder / "t.toml", text + '\n[later]\nkey = "unknown"\n')
    before = path.read_bytes()
    for command in COMMANDS:
        answer = run(*command, "-f", "t.toml")
        problem = f"t.toml:1: the file has schema '{schema}'; this program reads 1 to {SCHEMA}"
        assert answer == Answer("", refusal(problem, "get a newer scorekeeper"), 3)
    assert files(folder) == {"t.toml": before}


def test_a_change_of_a_newer_program_is_not_taken_back_by_an_older_one(
    run: Run, folder: Path
) -> None:
    path = seeded(folder / "t.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    assert run("add", "1", "2", "o", "-f", "t.toml").code == 0
    newer = path.read_text("utf-8").replace("schema = 1", "schema = 3")
    seeded(path, newer)
    history = (folder / ".t.toml.history").read_bytes()
    for command in ("undo", "redo"):
        assert run(command, "-f", "t.toml").code in (2, 3, 4)
        assert path.read_text("utf-8") == newer
        assert (folder / ".t.toml.history").read_bytes() == history


def test_what_a_newer_program_wrote_with_its_history_is_not_taken_back(
    run: Run, folder: Path
) -> None:
    path = seeded(folder / "t.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    assert run("add", "1", "2", "o", "-f", "t.toml").code == 0
    for file in (path, folder / ".t.toml.history"):
        seeded(file, file.read_text("utf-8").replace("schema = 1", "schema = 3"))
    newer = path.read_bytes()
    answer = run("undo", "-f", "t.toml")
    problem = "t.toml:1: the file has schema '3'; this program reads 1 to 2"
    assert answer == Answer("", refusal(problem, "get a newer scorekeeper"), 3)
    assert path.read_bytes() == newer


@pytest.mark.parametrize("schema", ["0", "-1", '"1"', "1.0", "true", "[1]"])
def test_a_ledger_needs_a_whole_number_as_schema(run: Run, folder: Path, schema: str) -> None:
    path = seeded(folder / "t.toml", ledger().replace("schema = 1", f"schema = {schema}"))
    before = path.read_bytes()
    answer = run("add", "1", "2", "o", "-f", "t.toml")
    assert (answer.out, answer.code) == ("", 3)
    assert answer.err.startswith("error: t.toml:1: ")
    assert path.read_bytes() == before
