"""Running totals that somebody reads from a pad where points are asked for."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from scorekeeper.errors import EntryError
from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row
from scorekeeper.rules.packs import dearest_hand, dearest_melded_hand

ROUNDS = 3
"""Rounds after which nobody has, in a game without cards, as many points as in all of them."""


def look_like_totals(game: Game, row: Row, entries: Mapping[str, Entry]) -> bool:
    """Whether the numbers of a round are rather running totals than points.

    Nobody has less than their total so far, nor more than that and a round can be; and as points
    one would be more than cards leave, or nobody has gone out and somebody's total is as it was.
    Never where points left are not what counts.
    """
    numbers = {name: entry.points for name, entry in entries.items() if entry.points is not None}
    typed = [entry.typed.strip() for entry in entries.values() if entry.points is not None]
    if row.bonus or not game.rules.scoring.adds or not numbers or not all(map(str.isdigit, typed)):
        return False
    before = {name: game.total(name, row.number - 1) for name in numbers}
    added = [points - before[name] for name, points in numbers.items()]
    if min(added) < 0 or not any(before.values()):
        return False
    if row.rules is None:
        return row.number > ROUNDS and len(numbers) > 1 and min(before.values()) > 0
    dearest = dearest_hand(row.rules, game.decks)
    dearest = min(dearest, row.rules.hand_cap or dearest)
    usual = dearest_melded_hand(row.rules)
    if max(added) > dearest:
        return False
    if max(numbers.values()) > (dearest if usual is None else usual):
        return True
    is_nobody_out = all(numbers.values()) and not any(entry.out for entry in entries.values())
    return is_nobody_out and 0 in added and len(numbers) > 1


@contextmanager
def with_totals_in_mind(game: Game, row: Row, entries: Mapping[str, Entry]) -> Iterator[None]:
    """While this lasts, points that cannot be are refused with how running totals are typed."""
    try:
        yield
    except EntryError as error:
        if not look_like_totals(game, row, entries):
            raise
        remedy = "look for a slip of a key; a running total is =74, and --totals says that all are"
        raise EntryError(error.problem, remedy=remedy) from error
