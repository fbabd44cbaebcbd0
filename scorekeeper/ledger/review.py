"""What could have been: an evening looked at by the cards that were shown."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.cards import Card, parse_cards
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row, rows
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import Arrangement
from scorekeeper.solver.outs import outs


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

    @property
    def dearest(self) -> tuple[int, Card] | None:
        """What the dearest card costs that the best laying leaves, and that card; None for none."""
        costs = [(self.rules.points[card], card) for card in self.best.deadwood]
        return max(costs, key=lambda cost: cost[0], default=None)


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
    def dearest(self) -> Shown | None:
        """The hand that left the dearest single card, the first of equals; None for none."""
        left = [(hand.dearest[0], hand) for hand in self.hands if hand.dearest]
        return max(left, key=lambda found: found[0], default=(0, None))[1]


def review(game: Game) -> list[Review]:
    """A review for each player, in seat order.

    Void rounds are left out, bonus rounds are not; and so are hands that cannot be counted.
    """
    played: Counter[str] = Counter()
    for row in rows(game):
        block = game.rounds[row.at]
        played.update(
            name for name in game.names if game.points(row.number, block, name) is not None
        )
    hands = list(shown_hands(game))
    return [
        Review(name, played[name], tuple(hand for hand in hands if hand.player == name))
        for name in game.names
    ]


def shown_hands(game: Game) -> Iterator[Shown]:
    """Every hand of the evening that can be counted, in order."""
    for row in rows(game):
        block = game.rounds[row.at]
        for name in game.names:
            best = game.arrangement(row.number, block, name)
            points = game.points(row.number, block, name)
            if best is None or points is None or row.rules is None:
                continue
            cards = parse_cards(block.hands[name])
            unseen = Counter(row.rules.pack * game.decks) - Counter(cards)
            drawn = {} if name in block.out else outs(cards, row.rules)
            there = {card: unseen[card] for card in drawn if unseen[card]}
            yield Shown(row, row.rules, name, block.hands[name], points, best, there)
