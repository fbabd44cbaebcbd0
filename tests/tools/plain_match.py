"""A second, plain count of a match: hand by hand, with a pencil and three columns.

It shares nothing with ``ledger.gin_hands`` and ``ledger.columns``; the brute force in
``tests.tools.gin_oracle`` says what two hands are worth against each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from tests.tools import gin_oracle
from tests.tools.gin_oracle import Cards, Layout
from tests.tools.oracle import cost

NAMES = ("Ann", "Bo")


class Hand(NamedTuple):
    """A hand as it is typed, and what it is worth; ``scorer`` is None for a dead one."""

    entries: dict[str, str]
    upcard: str | None
    scorer: str | None
    points: int


@dataclass
class Pad:
    """What somebody with a pencil has after some hands."""

    rules: RuleSet
    columns: list[dict[str, list[int]]] = field(init=False)

    def __post_init__(self) -> None:
        self.columns = [{name: [] for name in NAMES} for _ in range(self.rules.columns)]

    def write(self, player: str, points: int) -> None:
        """Write a win: in each column that the player has begun, and in the first empty one."""
        has_begun_one = False
        for column in self.columns:
            if self.is_over(column):
                continue
            if column[player]:
                column[player].append(points)
            elif not has_begun_one:
                has_begun_one = True
                column[player].append(points)

    def is_over(self, column: dict[str, list[int]]) -> bool:
        return any(sum(points) >= self.rules.target for points in column.values())

    def is_done(self) -> bool:
        return all(map(self.is_over, self.columns))

    def final(self, player: str) -> int:
        """What a player has when everything is added."""
        [other] = [name for name in NAMES if name != player]
        total = 0
        for column in self.columns:
            own = sum(column[player])
            total += own + 25 * len(column[player])
            if own >= self.rules.target:
                total += 100 + (own if not column[other] else 0)
        return total


# ── random hands ─────────────────────────────────────────────────────────────────────────


def random_hand(random: Random, rules: RuleSet, dealt: Sequence[tuple[Cards, Cards]]) -> Hand:
    """A hand that ends in any possible way, typed in any possible way."""
    ender, other = random.sample(NAMES, 2)
    upcard = random.choice(rules.pack) if rules.uses_upcard else None
    limit, double = 10, 1
    if upcard:
        limit = {"A": 0, "T": 10, "J": 10, "Q": 10, "K": 10}.get(upcard.rank) or 0
        limit = limit or (0 if upcard.rank == "A" else int(upcard.rank))
        double = 2 if upcard.suit == "S" else 1
    shown = str(upcard) if upcard else None
    kind = random.choice(("dead", "big", "gin", "knock", "knock", "cards", "cards", "cards"))
    if kind == "dead":
        return Hand({}, shown, None, 0)
    left, others = random.randint(1, max(limit, 1)), random.randint(0, 60)
    if kind == "cards":
        of_round = rules.round(1, knock=limit)
        found = _shown(random, of_round, dealt)
        if found:
            own, theirs, gain = found
            scorer = ender if gain >= 0 and not _undercut(gain, of_round) else other
            return Hand({ender: own, other: theirs}, shown, scorer, abs(gain) * double)
    if kind == "big":
        return Hand({ender: "big", other: str(others)}, shown, ender, (others + 31) * double)
    if kind == "gin" or not limit:
        return Hand({ender: "o", other: str(others)}, shown, ender, (others + 25) * double)
    entries = {ender: f"o{left}", other: str(others)}
    if others > left:
        return Hand(entries, shown, ender, (others - left) * double)
    return Hand(entries, shown, other, (left - others + 25) * double)


def _undercut(gain: int, rules: RoundRules) -> bool:
    """Whether a gain goes to the other player: if it is below 0, and never 0 with a bonus."""
    return gain <= -rules.undercut_bonus


def _shown(
    random: Random, rules: RoundRules, dealt: Sequence[tuple[Cards, Cards]]
) -> tuple[str, str, int] | None:
    """Two shown hands: what is typed for each, and what the player who ended it gains."""
    own, theirs = random.choice(dealt)
    if random.random() < 0.5:
        best = gin_oracle.best_layout(own, theirs, rules)
        return best and (f"o:{_text(own)}", _text(theirs), best.score)
    can = [
        layout
        for layout in gin_oracle.layouts(own, rules)
        if layout.melds and (not layout.left or 0 < cost(layout.left, rules) <= rules.knock)
    ]
    if not can:
        return None
    layout = random.choice(can)
    laid = " / ".join(map(_text, (*layout.melds, *([layout.left] if layout.left else []))))
    if layout.left and _is_meld(layout.left, rules):
        return None  # what is left would be taken for one more meld
    if not layout.left and len(layout.melds) < 2:
        return None
    others = gin_oracle.others_left(theirs, layout, rules)
    return f"o:{laid}", _text(theirs), gin_oracle.score(layout, others, rules)


def _is_meld(cards: Cards, rules: RoundRules) -> bool:
    return any(Layout((cards,), ()) == found for found in gin_oracle.layouts(cards, rules))


def _text(cards: Sequence[Card]) -> str:
    return "".join(map(str, cards))
