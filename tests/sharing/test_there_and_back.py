"""What is exported and imported again comes to the same numbers."""

import csv
import io
from datetime import date
from random import Random

import pytest

from scorekeeper import codec
from scorekeeper.audit import audit
from scorekeeper.errors import FileError, ScorekeeperError
from scorekeeper.games import game as rules_for
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import standings
from scorekeeper.ledger.written import Player
from scorekeeper.sharing import exported
from scorekeeper.sharing.imported import game_of, rules_of
from scorekeeper.sharing.sheets import COLUMNS, sheets_in, spreadsheet_of_all
from tests.effort import examples
from tests.sharing.evenings import evening, level
from tests.tools import plain_rows

TODAY = date(2026, 11, 23)

DRAWN = examples(100)


def imported(text: str) -> list[Game]:
    return [game_of(sheet, rules_of(sheet), TODAY) for sheet in sheets_in(text)]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("drawn", [evening, level])
@pytest.mark.parametrize("seed", range(0, DRAWN, 10))
def test_the_rows_are_those_that_a_plain_count_finds(drawn, seed: int) -> None:  # type: ignore[no-untyped-def]
    for each in range(seed, seed + 10):
        game = drawn(Random(each))
        text = codec.write_new(game)
        rows = rows_of(exported(game, "=f.toml", "csv"))
        for row in rows:
            del row["rules"], row["ended"]
        assert rows == plain_rows.rows(text, "=f.toml")


@pytest.mark.slow
@pytest.mark.parametrize("drawn", [evening, level])
@pytest.mark.parametrize("seed", range(0, DRAWN, 10))
def test_an_imported_game_exports_to_the_same_text(drawn, seed: int) -> None:  # type: ignore[no-untyped-def]
    for each in range(seed, seed + 10):
        game = drawn(Random(each))
        text = exported(game, "f.toml", "csv")
        if not rows_of(text):
            continue
        [again] = imported(text)
        assert exported(again, "f.toml", "csv") == text, each
        written = codec.write_new(again)
        assert codec.read(written) == again
        errors = [found for found in audit(written) if found.severity == "error"]
        assert errors == [], each
        if again.names == game.names:  # nobody came for a round that was not played
            assert standings(again).lines == standings(game).lines
            assert standings(again).winners == standings(game).winners


@pytest.mark.parametrize("seed", range(examples(20)))
def test_a_file_without_the_last_columns_is_read_unless_somebody_came_with_points(
    seed: int,
) -> None:
    text = exported(evening(Random(seed)), "f.toml", "csv")
    rows = [row[: len(COLUMNS)] for row in csv.reader(io.StringIO(text, newline=""))]
    older = io.StringIO()
    csv.writer(older).writerows(rows)
    if any(int(row["start"] or 0) for row in rows_of(text)):
        with pytest.raises(FileError, match="column total: ") as refused:
            imported(older.getvalue())
        assert "in a column called start" in refused.value.remedy
    elif rows[1:]:
        [again] = imported(older.getvalue())
        written = csv.reader(io.StringIO(exported(again, "f.toml", "csv"), newline=""))
        assert [row[: len(COLUMNS)] for row in written] == rows


def test_several_games_in_one_file_are_told_apart() -> None:
    games = [evening(Random(seed)) for seed in range(20)]
    texts = [exported(game, f"{n}.toml", "csv") for n, game in enumerate(games)]
    header = texts[0].partition("\n")[0] + "\n"
    full = [text for text in texts if rows_of(text)]
    together = header + "".join(text.removeprefix(header) for text in full)
    assert len(imported(together)) == len(full)
    files = [(f"{n}.toml", game) for n, game in enumerate(games)]
    assert spreadsheet_of_all(files) == together


def test_with_cards_and_entries_next_to_them_they_come_back_too() -> None:
    knocks = Game("Gin", TODAY, (Player("Ann"), Player("Bo")), rules_for("gin"))
    games = [evening(Random(seed)) for seed in range(40)]
    games = [knocks, *(game for game in games if rows_of(exported(game, "f.toml", "csv")))]
    text = spreadsheet_of_all([(f"{n}.toml", game) for n, game in enumerate(games)])
    again = imported(text)
    for game, same in zip(games[1:], again, strict=True):
        assert exported(same, "f.toml", "csv") == exported(game, "f.toml", "csv")


def test_a_refusal_is_never_a_fault_of_the_program() -> None:
    """Cells are put out of order at random: the file is read, or refused with its line."""
    random = Random(313)
    refused = 0
    for seed in range(100):
        text = exported(evening(Random(seed)), "f.toml", "csv")
        letters = list(text)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(letters))
            letters[at] = random.choice(["", ",", '"', "\n", "x", "-", "9", ";", "\0", "'", "é"])
        try:
            imported("".join(letters))
        except ScorekeeperError:
            refused += 1
    assert refused > 50
