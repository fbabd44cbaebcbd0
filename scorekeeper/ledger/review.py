"""What could have been: an evening looked at by the cards that were shown."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from scorekeeper.cards import Card, parse_cards
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row, rows
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import Arrangement
from scorekeeper.solver.outs import outs

Seat = tuple[Row, str]
"""A round, and a player in it."""


class Shown(NamedTuple):
    """A hand that was shown: as it lay, what the table counted, and the best that it can do.

    ``outs`` are the cards with which it would have gone out, each with how many of it the packs
    hold besides the hand; empty for one that went out, or could not with any card that is there.
    """

    row: Row
    rules: RoundRules
    player: str
    laid: str
    points: int
    best: Arrangement
    outs: dict[Card, int]

    @property
    def given_away(self) -> int:
        """Points that another laying would have saved."""
        return max(0, self.points - self.best.points)


class Left(NamedTuple):
    """A card that the best laying of a hand leaves, and what it costs."""

    points: int
    card: Card
    hand: Shown


class Review(NamedTuple):
    """What a player's hands come to, of so many rounds in which the player has points."""

    player: str
    rounds: int
    hands: tuple[Shown, ...]

    @property
    def given_away(self) -> int:
        """Points given away by worse layings, all together."""
        return sum(hand.given_away for hand in self.hands)

    @property
    def worst_laid(self) -> Shown | None:
        """The hand that gave away the most, the first of equals; None where none did."""
        worse = [hand for hand in self.hands if hand.given_away]
        return max(worse, key=lambda hand: hand.given_away, default=None)

    @property
    def near(self) -> list[Shown]:
        """The hands that were one card from out."""
        return [hand for hand in self.hands if hand.outs]

    @property
    def dearest(self) -> Left | None:
        """The dearest card that was left, the first of equals; None for none."""
        left = [
            Left(hand.rules.points[card], card, hand)
            for hand in self.hands
            for card in hand.best.deadwood
        ]
        return max(left, key=lambda card: card.points, default=None)


def review(game: Game, told: Callable[[list[Seat]], Iterable[Seat]] = iter) -> list[Review]:
    """A review for each player, in seat order.

    Void rounds are left out, bonus rounds are not; and so are hands that cannot be counted.
    ``told`` gives back the seats of all rounds one after the other, and can say how far it is.
    """
    played: Counter[str] = Counter()
    hands: dict[str, list[Shown]] = {name: [] for name in game.names}

    @cache
    def outs_of(cards: tuple[Card, ...], rules: RoundRules) -> dict[Card, int]:
        unseen = Counter(rules.pack * game.decks) - Counter(cards)
        return {card: unseen[card] for card in outs(cards, rules) if unseen[card]}

    @cache
    def of_any_round(rules: RoundRules) -> RoundRules:
        return replace(rules, number=None)

    for row, name in told([(row, name) for row in rows(game) for name in game.names]):
        block = row.block
        points = game.left(row.number, block, name)
        best = game.arrangement(row.number, block, name)
        played[name] += points is not None
        if best is None or points is None or row.rules is None:
            continue
        laid = block.hands[name]
        cards = row.rules.in_order(parse_cards(laid))
        there = {} if name in block.out else outs_of(cards, of_any_round(row.rules))
        hands[name].append(Shown(row, row.rules, name, laid, points, best, there))
    return [Review(name, played[name], tuple(hands[name])) for name in game.names]
