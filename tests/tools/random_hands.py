"""Random rules and random hands; the same seed always makes the same ones.

Hands dealt evenly from a pack seldom meld, so most are dealt from a few ranks and suits, and the
wild rank is often in the hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple, get_args

from scorekeeper.cards import JOKER, MOST_CARDS, RANKS, Card
from scorekeeper.rules import KEYS, RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import WildLimit

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
    """``size`` cards from this many packs, more often than not of a few ranks and suits."""
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
    """Neighbouring ranks, even around the corner, or any ranks."""
    if random.random() < 0.5:
        return random.sample(ranks, random.randint(2, 5))
    start = random.randrange(len(ranks))
    return (ranks * 2)[start : start + random.randint(2, 7)]


def random_wild(random: Random, rules: RuleSet, hand: Sequence[Card]) -> str | None:
    """A wild rank or None; half of the time the rank of a card in the hand."""
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


def wild_deals(seed: object, count: int, least: int, most: int) -> Iterator[Dealt]:
    """``count`` hands with any share of wilds, under each limit in turn, ``wild_as_rank`` or not.

    Cards come from one to eight packs, with any number of jokers and cards of the wild rank.
    """
    random = Random(str(seed))
    for turn in range(count):
        limit = ("any", "natural", "half", "one")[turn % 4]
        rules = random_rules(random).replace(wild_limit=limit, wild_as_rank=turn % 8 > 3, jokers=3)
        size = random.randint(least, most)
        hand = random_hand(random, rules, random.choice((1, 2, 3, 8)), size)
        dealt = rules.wild_only(random_wild(random, rules, hand))
        wilds = [card for card in dealt.pack if dealt.is_wild(card)]
        share = random.choice((0.1, 0.3, 0.5, 0.8, 1))
        mixed = (random.choice(wilds) if random.random() < share else card for card in hand)
        yield Dealt(tuple(mixed), dealt)


def near_run(random: Random, rules: RoundRules) -> list[Card]:
    """A stretch of the line with some cards replaced by wilds, and sometimes one by any card."""
    size = min(random.choice((3, 3, 4, 4, 5, 6, 7, 8)), len(rules.run_order))
    start = random.randrange(len(rules.run_order) - size + 1)
    suit = random.choice(rules.suits)
    wilds = [JOKER, *(card for card in rules.pack if card.rank == rules.wild)]
    chance = random.choice((0.1, 0.3, 0.5, 0.8))
    group = [
        random.choice(wilds) if random.random() < chance else Card(rank, suit)
        for rank in rules.run_order[start : start + size]
    ]
    if random.random() < 0.3:
        group[random.randrange(size)] = random.choice(rules.pack)
    return group


def random_group(random: Random) -> Dealt:
    """Two to eight cards under rules of their own, about half of the time a meld."""
    game = random_rules(random)
    if random.random() < 0.5:
        rules = game.wild_only(random.choice(game.ranks))
        return Dealt(tuple(near_run(random, rules)), rules)
    group = random_hand(
        random, game, random.choice((1, 1, 2, 3)), random.choice((2, 3, 3, 4, 5, 6))
    )
    return Dealt(group, game.wild_only(random_wild(random, game, group)))


def large_deals(seed: object, count: int) -> Iterator[Dealt]:
    """``count`` hands of 11 to 21 cards from two packs or more, each under rules of its own."""
    random = Random(f"large/{seed}")
    for _ in range(count):
        rules = random_rules(random)
        decks = random.choice((2, 3, 4, 8))
        hand = random_hand(random, rules, decks, random.randint(11, MOST_CARDS))
        yield Dealt(hand, rules.wild_only(random_wild(random, rules, hand)))


def deals_with_many_wilds(seed: object, count: int, most: int) -> Iterator[Dealt]:
    """``count`` hands of 3 to ``most`` cards, up to all of them wild, each limit equally often."""
    random = Random(f"many wilds/{seed}")
    for number in range(count):
        limit = get_args(WildLimit)[number % 4]
        game = replace(random_rules(random), wild_limit=limit, wild_as_rank=number % 8 < 4)
        rules = game.wild_only(random.choice(game.ranks))
        packs = game.pack * random.choice((1, 2, 4, 8))
        size = random.randint(3, most)
        wilds = [card for card in packs if rules.is_wild(card)]
        hand = random.sample(wilds, min(len(wilds), random.randint(size // 3, size)))
        few = [card for card in random_hand(random, game, 2, most) if not rules.is_wild(card)]
        yield Dealt((*hand, *few[: size - len(hand)]), rules)
