"""Random rules and random hands; the same seed always makes the same ones.

Hands drawn evenly from a pack seldom meld, so most are drawn from a few ranks and suits, and
the wild rank is often one that is held.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from scorekeeper.cards import JOKER, RANKS, Card
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import KEYS, RuleSet

SHORT_LINES = ("A23456", "3456789TJQK", "A345678", "56789T")


class Dealt(NamedTuple):
    """A hand and the rules of its round."""

    hand: tuple[Card, ...]
    rules: RoundRules

    def __str__(self) -> str:
        """What it takes to try the hand again."""
        keys = {
            name: value
            for name, key in KEYS.items()
            if (value := getattr(self.rules, name, key.default)) != key.default
        }
        return f"{' '.join(map(str, self.hand))} with {self.rules.wild or 'nothing'} wild, {keys}"


def random_rules(random: Random) -> RuleSet:
    """A game in which any of the keys about cards may differ from its default."""
    # One round without a wild rank, so that every line of ranks will do.
    keys: dict[str, Any] = {"rounds": [{"deal": 3}]}

    def sometimes(chance: float, name: str, values: Sequence[object]) -> None:
        if random.random() < chance:
            keys[name] = random.choice(values)

    sometimes(0.5, "wild_limit", ("any", "natural", "half", "one"))
    sometimes(0.5, "wild_as_rank", (False, True))
    sometimes(0.3, "set_max", (3, 4, 5))
    sometimes(0.25, "set_distinct_suits", (True,))
    sometimes(0.5, "ace_runs", ("low", "high", "both"))
    sometimes(0.3, "ace_points", (0, 1, 15))
    sometimes(0.3, "face_points", ("rank",))
    sometimes(0.3, "wild_points", (0, 5, 20))
    sometimes(0.2, "card_points", ({random.choice(RANKS): random.choice((0, 25))},))
    sometimes(0.6, "jokers", (1, 2, 3))
    sometimes(0.6, "joker_points", (0, 3, 20))
    sometimes(0.2, "ranks", SHORT_LINES)
    sometimes(0.2, "suits", ("SHDCX", "SHD"))
    return RuleSet(**keys)


def random_hand(random: Random, rules: RuleSet, decks: int, size: int) -> tuple[Card, ...]:
    """``size`` cards of so many packs, more often than not from a few ranks and suits."""
    cards = rules.pack * decks
    if random.random() < 0.6:
        ranks = _some_ranks(random, rules.ranks)
        suits = random.sample(rules.suits, random.randint(1, 3))
        few = [
            card for card in cards if card == JOKER or (card.rank in ranks and card.suit in suits)
        ]
        cards = tuple(few) if len(few) >= size else cards
    return tuple(random.sample(cards, min(size, len(cards))))


def _some_ranks(random: Random, ranks: str) -> Sequence[str]:
    """Neighbours, also around the corner, or any."""
    if random.random() < 0.5:
        return random.sample(ranks, random.randint(2, 5))
    start = random.randrange(len(ranks))
    return (ranks * 2)[start : start + random.randint(2, 7)]


def random_wild(random: Random, rules: RuleSet, hand: Sequence[Card]) -> str | None:
    """A wild rank or None, half of the time the rank of a card in the hand."""
    held = [card.rank for card in hand if card != JOKER]
    if held and random.random() < 0.5:
        return random.choice(held)
    every: list[str | None] = [None, *rules.ranks]
    return random.choice(every)


def random_deals(seed: object, count: int, most: int) -> Iterator[Dealt]:
    """``count`` hands of 1 to ``most`` cards, each under rules of its own."""
    random = Random(str(seed))
    for _ in range(count):
        rules = random_rules(random)
        decks = random.choice((1, 1, 2, 2, 3, 8))
        hand = random_hand(random, rules, decks, random.randint(1, most))
        yield Dealt(hand, rules.wild_only(random_wild(random, rules, hand)))


def large_deals(seed: object, count: int) -> Iterator[Dealt]:
    """``count`` hands of 6 to 16 cards and up to five jokers, for which all melds have room."""
    random = Random(str(seed))
    for _ in range(count):
        # One round without a wild rank, so that every line of ranks will do.
        keys: dict[str, Any] = {"rounds": [{"deal": 3}]}
        keys["ace_runs"] = random.choice(("low", "high", "both"))
        if random.random() < 0.2:
            keys["ranks"] = random.choice(SHORT_LINES)
        jokers = random.randint(0, 5)
        cards = random_hand(random, RuleSet(**keys), random.randint(1, 3), random.randint(6, 16))
        hand = (*cards, *[JOKER] * jokers)
        rules = RuleSet(**keys, jokers=5)
        yield Dealt(hand, rules.wild_only(random_wild(random, rules, hand)))
