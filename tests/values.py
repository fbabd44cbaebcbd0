"""Games as values, for tests of what follows from them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.standings import standings
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleSet
from scorekeeper.store import load_ledger
from tests.program import TODAY

DEFAULT = RuleSet(decks=2)

POINTS = RuleSet(rounds=0, dealer="none", players=(1, 0), game="points")


def game(
    *rounds: Round,
    players: Sequence[str | Player] = ("Ann", "Bo", "Cy"),
    rules: RuleSet = DEFAULT,
    **facts: Any,
) -> Game:
    """A game of three (or others) with these rounds; the first of them deals round 1."""
    seats = tuple(player if isinstance(player, Player) else Player(player) for player in players)
    values = {"title": "Thursday", "date": TODAY, "dealer": seats[0].name, **facts}
    if rules.dealer == "none":
        values["dealer"] = None
    return Game(players=seats, rules=rules, rounds=rounds, **values)


def row(*points: int | None, out: str | None = None, **more: Any) -> Round:
    """A round of Ann, Bo, Cy and so on, in this order; None for no score."""
    named = zip(("Ann", "Bo", "Cy", "Dee", "Eli", "Fay"), points, strict=False)
    scores = {name: score for name, score in named if score is not None}
    return Round(scores=scores, out=(out,) if out else (), **more)


def totals(evening: Game) -> dict[str, int]:
    """Everybody's total, best first."""
    return {line.player: line.total for line in standings(evening).lines}


def rounds(path: Path) -> list[dict[str, int]]:
    """The scores on the sheet."""
    return [dict(round_.scores) for round_ in load_ledger(path).rounds]


def entries(
    evening: Game, typed: Mapping[str, str] | str, number: int | None = None
) -> dict[str, Entry]:
    """Entries by player, or in seat order if ``typed`` is one line."""
    number = number or len(evening.played) + 1
    rules = evening.rules.round(number) if evening.rules.plays_cards else None
    if isinstance(typed, str):
        typed = dict(zip(evening.seated(number), typed.split(), strict=True))
    return {name: parse_entry(text, rules) for name, text in typed.items()}


Refusal = TypeVar("Refusal", bound=Exception)


def refused(
    kind: type[Refusal], act: Callable[..., object], *arguments: Any, **more: Any
) -> Refusal:
    """The error with which an action is refused."""
    with pytest.raises(kind) as found:
        act(*arguments, **more)
    return found.value
