"""What is exported and imported again has the same numbers, whatever was played."""

import csv
import io
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

import pytest

from scorekeeper import codec, games
from scorekeeper.audit import audit
from scorekeeper.cards import Card
from scorekeeper.errors import FileError, PlayerError, RoundError, ScorekeeperError, UsageError
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import draw_wild, leave, misdeal, rejoin
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.gin import dead_hand, turn_up
from scorekeeper.ledger.recording import record
from scorekeeper.ledger.rows import next_row
from scorekeeper.ledger.standings import is_finished, standings
from scorekeeper.ledger.written import Player
from scorekeeper.rules import RuleSet
from scorekeeper.rules.scoring import SCORINGS
from scorekeeper.rules.variations import vary
from scorekeeper.sharing import exported
from scorekeeper.sharing.imported import game_of, numbers_of, rules_of
from scorekeeper.sharing.sheets import COLUMNS, sheets_in, spreadsheet_of_all
from tests.effort import examples
from tests.sharing.evenings import evening, level
from tests.sharing.sharable import SAMPLES, sample
from tests.tools import plain_rows

TODAY = date(2026, 11, 23)

DRAWN = examples(100)


def imported(text: str) -> list[Game]:
    return [game_of(sheet, rules_of(sheet), TODAY) for sheet in sheets_in(text)]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


GIN = games.game("gin")
INDIAN, DEALS = games.game("indian-rummy"), ["deals-3"]

KNOCKS = [
    ("o:6H6D6C/7H8H9HTH/AS2S2H", "7C8C9C4S6S5H5D7D3C4C"),
    ("o:4S4H4C/6S6H6D6C/AC2C3C", "AS2S3S5S5D5C8S8H8D2H"),
    ("o:7S7H7D7C/4S4H4D4C/AS2S3S", "KS KH QD JD TC 9C 8C 6D 5D 2C"),
    ("o:5H5D5C/8C9CTCJC/3SAH2C", "23"),
    ("big", "6S6H6D6CAS2H2D4DAC3C"),
]
"""Hands that were shown: a knock, gin, big gin, and one of two."""

SHOWN = "4S5S6S7S 2H3H 9C QDQS KCKD 5C 8D"


def a_hand_of_gin(random: Random, evening: Game) -> tuple[Game, list[str]]:
    """What two players type for the next hand, with the card turned up if it counts."""
    if evening.rules.uses_upcard:
        evening = turn_up(evening, random.choice([Card("4", "S"), Card("K", "D"), Card("A", "H")]))
    told = evening.upcoming_round().knock
    limit = evening.rules.knock if told is None else told
    typed = [random.choice(["o", "big", f"o{limit or ''}"]), str(random.randint(0, 60))]
    if random.random() < 0.3 and limit == 10:
        typed = list(random.choice(KNOCKS))
    return evening, random.sample(typed, 2)


def a_deal_of_rummy(random: Random, evening: Game) -> tuple[Game, list[str]]:
    """What the players still in type for the next deal, with or without a drawn rank or cards."""
    there = next_row(evening)
    if evening.rules.plays_cards and not there.bonus and random.random() < 0.6:
        evening = draw_wild(evening, random.choice("A239TK"))
    words = ["7", "23", "80", "0", *(there.rules.forfeits if there.rules else ()), "-"]
    typed = [random.choice(words[: -1 if there.bonus else None]) for _ in there.players[1:]]
    if evening.next_wild and random.random() < 0.3:
        typed[0] = SHOWN
    return evening, random.sample(["o", *typed], len(there.players))


def evening_of(rules: RuleSet, names: str, random: Random) -> Game:
    """An evening with void hands, on which people leave and rejoin."""
    people = tuple(map(Player, names.split()))
    found = Game("=Cards", date(2026, 3, 6), people, rules, dealer=people[0].name)
    is_gin = rules.count == "difference"
    for _ in range(random.randint(1, 20)):
        if is_finished(found):
            break
        ready, typed = (a_hand_of_gin if is_gin else a_deal_of_rummy)(random, found)
        there = next_row(ready)
        read = [parse_entry(text, there.rules) for text in typed]
        found = record(ready, dict(zip(there.players, read, strict=True))).game
        if not there.bonus and random.random() < 0.1:
            found = misdeal(found, "dropped").game
        elif is_gin and not is_finished(found) and random.random() < 0.1:
            found = dead_hand(found, None)
        for name in found.names if rules.is_pool else ():
            with suppress(PlayerError, RoundError, UsageError):
                if random.random() < 0.4:
                    found = rejoin(found, name)
                elif random.random() < 0.03:
                    found = leave(found, name, None)
    return found


def played(game: Game) -> tuple[object, ...]:
    """Everything in a game's standings, except who left a pool after they were out of it."""
    places = standings(game)
    lines = [line._replace(left=None) if game.rules.is_pool else line for line in places.lines]
    return lines, places.winners


EVENINGS = {
    "gin": (GIN, "Ann Bo"),
    "hollywood": (GIN.replace(columns=3), "Ann Bo"),
    "oklahoma": (games.game("oklahoma-gin"), "Ann Bo"),
    "pool-101": (vary(INDIAN, {}, ["pool-101"]), "Ann Bo Cy Dee"),
    "pool-201": (vary(INDIAN, {}, ["pool-201"]), "Ann Bo Cy Dee Eli"),
    "one-deal": (vary(INDIAN, {}, ["one-deal"]), "Ann Bo Cy"),
    **{
        word: (vary(INDIAN, {"count": word, "winner": kind.winner or "low"}, DEALS), "Ann Bo Cy")
        for word, kind in SCORINGS.items()
        if not kind.two_players_only
    },
    "uno": (games.game("points").replace(count="winner-takes", winner="high"), "Ann Bo Cy"),
}

DRAW: dict[str, Callable[[Random], Game]] = {
    "of any game": evening,
    "level": level,
    **{kind: partial(evening_of, *given) for kind, given in EVENINGS.items()},
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", DRAW)
@pytest.mark.parametrize("seed", range(0, DRAWN, 10))
def test_an_imported_game_exports_to_the_same_text_and_standings(kind: str, seed: int) -> None:
    for each in range(seed, seed + 10):
        game = DRAW[kind](Random(each))
        text = exported(game, "f.toml", "csv")
        if not rows_of(text):
            continue
        [again] = imported(text)
        assert exported(again, "f.toml", "csv") == text, each
        assert numbers_of(again) == numbers_of(game)
        written = codec.write_new(again)
        assert codec.read(written) == again
        assert [found for found in audit(written) if found.severity == "error"] == [], each
        if again.names == game.names:  # nobody came for a round that was not played
            assert played(again) == played(game)


@pytest.mark.parametrize("drawn", [evening, level])
@pytest.mark.parametrize("seed", range(0, DRAWN, 10))
def test_the_rows_agree_with_a_plain_count(drawn, seed: int) -> None:  # type: ignore[no-untyped-def]
    for each in range(seed, seed + 10):
        game = drawn(Random(each))
        text = codec.write_new(game)
        rows = rows_of(exported(game, "=f.toml", "csv"))
        for row in rows:
            del row["rules"], row["ended"]
        assert rows == plain_rows.rows(text, "=f.toml")


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
    drawn = [evening(Random(seed)) for seed in range(20)]
    texts = [exported(game, f"{n}.toml", "csv") for n, game in enumerate(drawn)]
    header = texts[0].partition("\n")[0] + "\n"
    full = [text for text in texts if rows_of(text)]
    together = header + "".join(text.removeprefix(header) for text in full)
    assert len(imported(together)) == len(full)
    files = [(f"{n}.toml", game) for n, game in enumerate(drawn)]
    assert spreadsheet_of_all(files) == together


def test_with_cards_and_entries_next_to_them_they_come_back_too() -> None:
    knocks = Game("Gin", TODAY, (Player("Ann"), Player("Bo")), GIN)
    drawn = [evening(Random(seed)) for seed in range(40)]
    evenings = [knocks, *(game for game in drawn if rows_of(exported(game, "f.toml", "csv")))]
    text = spreadsheet_of_all([(f"{n}.toml", game) for n, game in enumerate(evenings)])
    again = imported(text)
    for game, same in zip(evenings[1:], again, strict=True):
        assert exported(same, "f.toml", "csv") == exported(game, "f.toml", "csv")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_every_sample_game_comes_back_with_its_numbers(path: Path) -> None:
    game = sample(path)
    text = exported(game, "f.toml", "csv")
    [again] = imported(text)
    there, back = rows_of(text), rows_of(exported(again, "f.toml", "csv"))
    for row in (*there, *back):
        row.pop("source" if "entry" not in row else "file")  # cards are kept in an entry
    assert back == there
    assert played(again) == played(game)


CELLS = [
    *("", "o", "o7", "big", "drop", "-", "=7", "12=74", "gone", "k", "yes", "99", "jk", "5h6h7h"),
    *("o:4S 4H 4C", f"o:{'4S ' * 10}", "8" * 20, "blue"),
]


def cells_out_of_order(text: str, random: Random) -> str:
    letters = list(text)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(letters))
        letters[at] = random.choice(["", ",", '"', "\n", "x", "-", "9", ";", "\0", "'", "é"])
    return "".join(letters)


def another_cell(text: str, random: Random) -> str:
    header, *rows = [row.split(",") for row in text.splitlines()]
    row = random.choice(rows)
    row[random.randrange(4, len(row))] = random.choice(CELLS)
    return "\n".join(map(",".join, [header, *rows]))


@pytest.mark.parametrize("kind", [kind for kind in DRAW if kind != "level"])
def test_a_refusal_is_never_a_crash(kind: str) -> None:
    """A table damaged at random is read, or refused with a line."""
    damage, tried = (another_cell, 30) if kind in EVENINGS else (cells_out_of_order, 100)
    random, refused = Random(313), 0
    for seed in range(tried):
        text = exported(DRAW[kind](Random(seed)), "f", "csv")
        try:
            imported(damage(text, random) if rows_of(text) else text)
        except ScorekeeperError:
            refused += 1
    assert refused > tried // 3
