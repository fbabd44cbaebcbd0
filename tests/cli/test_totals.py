"""When the numbers of a round look like running totals, which plain ones hardly ever do."""

import random
from collections.abc import Iterator
from datetime import date

import pytest

from scorekeeper import games
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.recording import record
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.ledger.written import Player
from scorekeeper.listening.whose_entry import look_like_totals
from tests.effort import examples

EVENINGS = examples(200)

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")


def evenings(kind: str, seed: int) -> Iterator[tuple[Game, Row, dict[str, str]]]:
    """The rounds of plain evenings: the game before each, its row, and what everybody has.

    Most leave little; one goes out, who is said to have 0 now and then, and seldom nobody does.
    """
    chance = random.Random(seed)
    for _ in range(EVENINGS):
        names = NAMES[: chance.randint(2, len(NAMES))]
        rules = games.game(kind)
        if rules.plays_cards:
            rules = rules.replace(decks=rules.decks_for(len(names)))
        dealer = names[0] if rules.dealer == "passes" else None
        game = Game("Plain", date(2026, 3, 12), tuple(map(Player, names)), rules, dealer=dealer)
        for _ in range(11):
            row = next_row(game)
            most = 8 * (row.rules.deal or 0) if row.rules else 60
            had = {
                name: str(int(most * chance.random() ** chance.choice((1, 2)))) for name in names
            }
            if row.rules and chance.random() < 0.97:
                had[chance.choice(names)] = chance.choice(("o", "o", "o", "0"))
            yield game, row, had
            entries = {name: parse_entry(typed, row.rules) for name, typed in had.items()}
            game = record(game, entries).game


def looks_so(game: Game, row: Row, had: dict[str, str]) -> bool:
    entries = {name: parse_entry(typed, row.rules) for name, typed in had.items()}
    return look_like_totals(game, row, entries)


KINDS = pytest.mark.parametrize("kind", ["three-thirteen", "five-crowns", "points"])


@pytest.mark.slow
@KINDS
def test_at_most_one_plain_round_in_500_looks_like_totals(kind: str) -> None:
    rounds = [looks_so(*played) for played in evenings(kind, seed=3)]
    assert sum(rounds) <= len(rounds) / 500


@pytest.mark.slow
@KINDS
def test_nearly_all_totals_from_round_4_on_look_like_totals(kind: str) -> None:
    found = []
    for game, row, had in evenings(kind, seed=4):
        entries = {name: parse_entry(typed, row.rules) for name, typed in had.items()}
        after = record(game, entries).game
        if row.number > 3 and (row.rules is None or "o" in had.values()):
            found.append(looks_so(game, row, {name: str(after.total(name)) for name in had}))
    assert sum(found) >= 0.9 * len(found)
