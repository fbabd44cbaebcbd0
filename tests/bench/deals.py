"""The hands that are timed, and the rows of the table; the same seed makes the same hands."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple

from scorekeeper.cards import JOKER, Card, spell
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules

Keys = Mapping[str, Any]

Question = Literal["arrange", "tied", "discard", "go_out"]

HALF: Keys = {"wild_limit": "half", "wild_as_rank": True}
ONE: Keys = {"wild_limit": "one"}
FOUR: Keys = {"set_max": 4}
DISTINCT: Keys = {"set_distinct_suits": True}
ACES: Keys = {"ace_runs": "both"}


class Kind(NamedTuple):
    """A kind of hands: their size (None for 3 to 14), packs and rules.

    Every second hand has few ranks and suits, unless they are dealt ``evenly``.
    """

    size: int | None
    packs: tuple[int, ...] = (1, 2)
    keys: Mapping[str, Any] = {}
    jokers: tuple[int, ...] = (0, 2)
    wild: bool = True
    evenly: bool = False


class Asked(NamedTuple):
    """A row of the table: what is asked about which hands, and the most time that it may take.

    The limits are ratios, for the median hand and for the 99th of a hundred.
    """

    name: str
    question: Question
    kind: Kind
    most: tuple[float | None, float | None]


class Case(NamedTuple):
    """A hand as any revision can read it: the cards as text, the keys and the wild rank."""

    cards: str
    keys: dict[str, Any]
    wild: str | None


GIN = Kind(10, packs=(1,), jokers=(0,), wild=False)

ROWS = (
    Asked("3-14 cards", "arrange", Kind(None), (2.4, 1.1)),
    Asked("14 cards", "arrange", Kind(14), (1.8, 1.1)),
    Asked("14, half of a meld wild", "arrange", Kind(14, keys=HALF), (1.1, 1.5)),
    Asked("14, one wild a meld", "arrange", Kind(14, keys=ONE), (1.1, 1.1)),
    Asked("14, four in a set", "arrange", Kind(14, keys=FOUR), (1.1, 1.1)),
    Asked("14, suits differ", "arrange", Kind(14, keys=DISTINCT), (1.1, 1.1)),
    Asked("14, aces at both ends, jokers", "arrange", Kind(14, keys=ACES, jokers=(2,)), (1.4, 1.1)),
    Asked("Gin, 10 cards", "arrange", GIN, (2.5, 1.6)),
    Asked("Gin, 10 cards dealt evenly", "arrange", GIN._replace(evenly=True), (2.5, 1.6)),
    Asked("best discard of 14", "discard", Kind(14), (1.6, 2.5)),
    Asked("every discard of 14 that goes out", "go_out", Kind(14), (1.8, 2.5)),
    Asked("best discard, half wild", "discard", Kind(14, keys=HALF), (None, 4)),
    Asked("every discard, half wild", "go_out", Kind(14, keys=HALF), (None, 4)),
    Asked("whether 14 cards are a tie", "tied", Kind(14), (2, None)),
)


def deals(kind: Kind, count: int, seed: object = 313) -> Iterator[Case]:
    """This many hands; the wild rank goes with the size, as in Three Thirteen."""
    random = Random(f"{seed}/{kind}")
    for number in range(count):
        keys = {"jokers": random.choice(kind.jokers), **kind.keys}
        game = RuleSet(**keys)
        size = kind.size or random.randint(3, 14)
        rules = game.wild_only(game.ranks[min(size, 13) - 1] if kind.wild else None)
        cards: Sequence[Card] = list(rules.pack) * random.choice(kind.packs)
        if number % 2 and not kind.evenly:
            cards = few_ranks_and_suits(random, rules, cards, size)
        yield Case(spell(random.sample(cards, size), symbols=False), keys, rules.wild)


def few_ranks_and_suits(
    random: Random, rules: RoundRules, cards: Sequence[Card], size: int
) -> list[Card]:
    """The cards of a few ranks, neighbours or not, in some suits; at least ``size`` cards."""
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
