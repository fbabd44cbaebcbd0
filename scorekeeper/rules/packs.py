"""The cards of a game, counted: what the packs can hold, and what hands can cost at most."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.cards import JOKER, MOST_CARDS, SUIT_NAMES, Card, spell
from scorekeeper.errors import SK, CardError, RulesError, listed, times
from scorekeeper.rules.card_rules import CardRules, RoundRules, card_values
from scorekeeper.rules.rule_set import RuleSet

WITHOUT_WILDS = "look for a slip of a key: this game is played without wild cards"
"""Where jokers cannot come in: cards are laid off only where none is wild."""


def check_cards_in_pack(cards: Iterable[Card], rules: CardRules) -> None:
    """Raise CardError for the first card that no pack of the game holds."""
    for card in (card for card in cards if card not in rules.held):
        if card == JOKER:
            remedy = f"jokers come in with {SK}house jokers; a question takes --variation jokers"
            if rules.lay_off:
                remedy = WITHOUT_WILDS
            raise CardError("there are no jokers in this game", remedy=remedy)
        suits = listed(SUIT_NAMES[suit] for suit in rules.suits)
        problem = f"there is no {spell(card)} in this game"
        raise CardError(problem, remedy=f"its packs hold {rules.ranks} in {suits}")


def refuse_large_deals(rules: RuleSet) -> None:
    """Raise RulesError for a game that would deal more cards than a hand can have after a draw."""
    if largest_deal(rules) >= MOST_CARDS:
        problem = f"a hand has at most {MOST_CARDS} cards, the drawn one included"
        raise RulesError(problem, remedy=f"deal at most {MOST_CARDS - 1}")


def largest_deal(rules: RuleSet) -> int:
    """The most cards that a round of the game deals to each; 0 where none are dealt."""
    specs = (*rules.specs, *([rules.bonus_round] if rules.bonus_round else []))
    return max((spec.deal for spec in specs), default=0)


class TooMany(NamedTuple):
    """A card that is held more often than the packs hold it."""

    card: Card
    held: int
    there: int


def too_many(cards: Iterable[Card], rules: CardRules, decks: int) -> TooMany | None:
    """The first card that ``decks`` packs do not hold as often as ``cards`` do, or None.

    One pack holds each card once, and as many jokers as the rules say.
    """
    pack, counted = _pack_counted(rules), Counter(cards)
    for card in rules.in_order(counted):
        if counted[card] > pack[card] * decks:
            return TooMany(card, counted[card], pack[card] * decks)
    return None


@lru_cache(maxsize=64)
def _pack_counted(rules: CardRules) -> Counter[Card]:
    """How often one pack holds each card: many hands are asked about under the same rules."""
    return Counter(rules.pack)


def refuse_too_many(cards: Iterable[Card], rules: CardRules, decks: int) -> None:
    """Raise CardError when the packs in play cannot hold all of ``cards`` at once."""
    found = too_many(cards, rules, decks)
    if found:
        packs = "1 pack holds" if decks == 1 else f"{decks} packs hold"
        raise CardError(
            f"{spell(found.card)} is there {times(found.held)}, {packs} it {times(found.there)}",
            remedy=f"look for a typing mistake at {spell(found.card)}",
        )


@lru_cache(maxsize=64)
def costliest_hand(rules: RoundRules, decks: int) -> int:
    """Points that the costliest ``deal`` cards of the packs cost together."""
    costs = sorted((rules.points[card] for card in rules.pack * decks), reverse=True)
    return sum(costs[: rules.deal])


@lru_cache(maxsize=64)
def costliest_melded_hand(rules: RoundRules) -> int | None:
    """The most points that ``deal`` cards can leave when they are melded as well as they can be.

    Two cards of each of the costliest natural ranks hold no meld, and nothing leaves more. None
    unless all the keys about cards have their defaults: only there is the figure known.

    >>> costliest_melded_hand(RuleSet().round(11))
    114
    """
    if card_values(rules) != card_values(CardRules()) or not rules.deal:
        return None
    costs = sorted((rules.natural_points(r) for r in rules.ranks if r != rules.wild), reverse=True)
    return sum([cost for cost in costs for _ in range(2)][: rules.deal])
