"""The hands that are timed, and what is asked about them; the same seed makes the same hands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from scorekeeper.cards import JOKER, Card, parse_cards, spell
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.solver import best_arrangement, best_discard, discards_going_out
from tests.random_hands import Dealt

SEED = 313

HALF: Mapping[str, Any] = {"wild_limit": "half", "wild_as_rank": True}
FOUR: Mapping[str, Any] = {"set_max": 4}
DISTINCT: Mapping[str, Any] = {"set_distinct_suits": True}

REGRESSION: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("2C 3C 4C 7C 4D 6D 4H 5H 6H 7H JK JK 3S 5S", {}),
    ("3C 4C 5C 6C 3D 6D 4H 5H 6H JK JK JK JK JS", {}),
    ("AH 2H 3H 4H 5H 6H 7H 8H 9H JK JK JK JK 2S", HALF),
    ("AH 2H 3H 4H 5H 6H 7H 8H 9H JK JK JK JK 2S", FOUR),
    ("AH 2H 3H 4H 5H 6H 7H 8H 9H JK JK JK JK 2S", DISTINCT),
    ("6C 7C 7C 8C 8C JC 5D 7D 8D 8D QD 7H 8H 8H 9H 9H QH JK JK JK 5S 7S 7S 8S 8S TS", {}),
)
"""Hands that were once the worst: they are no longer, and should not be again."""


class Kind(NamedTuple):
    """What sort of hands: their size (None for 3 to 14), packs and rules.

    ``wilds`` is how many of the cards are wild, None for any number. Every second hand is of few
    ranks and suits, unless they are dealt ``evenly``.
    """

    size: int | None
    packs: tuple[int, ...] = (1, 2)
    keys: Mapping[str, Any] = {}
    jokers: tuple[int, ...] = (0, 2)
    wild: bool = True
    wilds: int | None = None
    evenly: bool = False


# ── the questions ────────────────────────────────────────────────────────────────────────


def arrange(cards: Sequence[Card], rules: RoundRules) -> object:
    """Melds, deadwood and points, also if some are worked out only when they are looked at."""
    found = best_arrangement(cards, rules)
    return found.melds, found.deadwood, found.points


def arrange_and_look_for_tie(cards: Sequence[Card], rules: RoundRules) -> object:
    found = best_arrangement(cards, rules)
    return found.melds, found.deadwood, found.points, found.tied


def discard(cards: Sequence[Card], rules: RoundRules) -> object:
    card, rest = best_discard(cards, rules)
    return card, rest.melds, rest.deadwood, rest.points


def go_out(cards: Sequence[Card], rules: RoundRules) -> object:
    return discards_going_out(cards, rules)


def read(text: str) -> object:
    return parse_cards(text)


# ── the hands ────────────────────────────────────────────────────────────────────────────


def game_with(keys: Mapping[str, Any]) -> RuleSet:
    """A game with these rules; its packs have two jokers where ``keys`` do not say."""
    return RuleSet(**{"jokers": 2, **keys})


@cache
def round_of(game: RuleSet, wild: str | None) -> RoundRules:
    """The rules of a round, one object for all the hands that are dealt in it."""
    return game.wild_only(wild)


def deals(kind: Kind, count: int, seed: object = SEED) -> Iterator[Dealt]:
    """So many hands; the wild rank is that of the size, as in Three Thirteen."""
    random = Random(f"{seed}/{kind}")
    games = {jokers: game_with({"jokers": jokers, **kind.keys}) for jokers in kind.jokers}
    for number in range(count):
        game = games[random.choice(kind.jokers)]
        size = kind.size or random.randint(3, 14)
        rules = round_of(game, game.ranks[min(size, 13) - 1] if kind.wild else None)
        cards = list(rules.pack) * random.choice(kind.packs)
        hand: list[Card] = []
        if kind.wilds is not None:
            hand = random.sample([card for card in cards if rules.is_wild(card)], kind.wilds)
            cards = [card for card in cards if not rules.is_wild(card)]
        rest = size - len(hand)
        if number % 2 and not kind.evenly:
            cards = few_ranks_and_suits(random, rules, cards, rest)
        yield Dealt((*hand, *random.sample(cards, rest)), rules)


def others(rules: RoundRules, kind: Kind, count: int) -> list[Dealt]:
    """So many hands to warm up on, of a kind but under the same rules."""
    return [Dealt(dealt.hand, rules) for dealt in deals(kind, count, "warm up")]


def few_ranks_and_suits(
    random: Random, rules: RoundRules, cards: Sequence[Card], size: int
) -> list[Card]:
    """The cards of a few ranks, neighbours or any, in some suits; at least ``size``."""
    suits = random.sample(rules.suits, random.randint(1, len(rules.suits)))
    ranks = list(rules.ranks)
    if random.random() < 0.5:
        random.shuffle(ranks)
    else:
        start = random.randrange(len(ranks))
        ranks = ranks[start:] + ranks[:start]
    count = random.randint(2, 7)
    while True:
        few = [
            card
            for card in cards
            if card == JOKER or (card.rank in ranks[:count] and card.suit in suits)
        ]
        if len(few) >= size:
            return few
        if count < len(ranks):
            count += 1
        else:
            suits = list(rules.suits)


def texts(hands: Iterable[Dealt]) -> list[tuple[str]]:
    return [(spell(dealt.hand, symbols=False),) for dealt in hands]


def regression() -> list[Dealt]:
    return [Dealt(parse_cards(text), game_with(keys).wild_only(None)) for text, keys in REGRESSION]
