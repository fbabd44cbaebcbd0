"""Evenings at random with hands that were shown, and plain second countings of what they say.

What a hand leaves the brute force says; nothing here asks the solver.
"""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from scorekeeper.cards import Card, parse_cards
from scorekeeper.ledger.game import Game, Player, Round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import RuleSet
from tests import oracle
from tests.outs import each_draw
from tests.random_hands import random_hand
from tests.values import game

NAMES = ("Ann", "Bo", "Cy")


def rules_at_random(random: Random) -> RuleSet:
    """A game of three to five short rounds under some house rules."""
    deals = [random.randint(3, 5) for _ in range(random.randint(2, 4))]
    return RuleSet(
        decks=random.choice((1, 2)),
        jokers=random.choice((0, 2)),
        wild_limit=random.choice(("any", "natural", "half", "one")),
        wild_as_rank=random.random() < 0.5,
        ace_runs=random.choice(("low", "both")),
        set_max=random.choice((0, 4)),
        rounds=[{"deal": deal, "wild": random.choice("3457K")} for deal in deals],
    )


def evening_at_random(random: Random) -> Game:
    """An evening with hands, numbers, absences, misdeals and a bonus round."""
    rules = rules_at_random(random)
    people = [Player("Ann"), Player("Bo"), Player("Cy", random.choice((1, 1, 2)))]
    rounds: list[Round] = []
    number = 1
    while number <= len(rules.specs):
        if random.random() < 0.1:
            rounds.append(Round(scores={"Ann": 3}, hands={"Bo": "3S 3H 3D"}, misdeal="no"))
            continue
        seated = [player.name for player in people if player.plays(number)]
        rounds.append(round_at_random(random, rules, rules.round(number), seated))
        number += 1
    if random.random() < 0.2:
        row = round_at_random(random, rules, rules.bonus(), ["Ann", "Bo"])
        rounds.append(row._replace(bonus=True, adjust={}))
    return game(*rounds, players=people, rules=rules)


def round_at_random(random: Random, rules: RuleSet, dealt: RoundRules, seated: list[str]) -> Round:
    """A round in which each has a number, a hand, both, or is not there."""
    scores: dict[str, int] = {}
    hands: dict[str, str] = {}
    absent = []
    out = random.choice([*seated, None])
    for name in seated:
        if random.random() < 0.1 and name != out:
            absent.append(name)
            continue
        cards = random_hand(random, rules, rules.decks or 1, dealt.deal or 3)
        least, _, _ = oracle.least_deadwood(cards, dealt)
        if random.random() < 0.6:
            hands[name] = " ".join(map(str, cards))
        if name == out:
            scores[name] = 0
        elif name not in hands:
            scores[name] = least
        elif random.random() < 0.4:
            scores[name] = max(0, least + random.choice((-2, 0, 5, 9)))
    adjust = {random.choice(seated): 10} if random.random() < 0.2 else {}
    return Round(scores, hands, adjust=adjust, out=(out,) if out else (), absent=tuple(absent))


def blocks(evening: Game) -> list[tuple[Round, RoundRules]]:
    """Every round that is not void, with its rules."""
    found, number = [], 0
    for block in evening.rounds:
        if block.misdeal is not None:
            continue
        number += not block.bonus
        rules = evening.rules.bonus() if block.bonus else evening.rules.round(number)
        found.append((block, rules))
    return found


@cache
def least(hand: str, rules: RoundRules) -> int:
    """The fewest points that a hand can leave."""
    points, _, _ = oracle.least_deadwood(parse_cards(hand), rules)
    return points


def cheapest_left(hand: str, rules: RoundRules) -> set[tuple[Card, ...]]:
    """Every choice of cards that the best layings of a hand leave."""
    cards = parse_cards(hand)
    found = oracle.deadwoods(cards, rules)
    fewest = min((oracle.cost(left, rules), len(left)) for left in found)
    return {left for left in found if (oracle.cost(left, rules), len(left)) == fewest}


def reviewed(evening: Game, name: str) -> dict[str, Any]:
    """What ``review`` has to say of a player: counted hand by hand, card by card."""
    played = hands = given = 0
    near: list[int] = []
    dearest: list[set[int]] = []
    for block, rules in blocks(evening):
        played += name in block.scores or name in block.hands
        if name not in block.hands:
            continue
        hands += 1
        hand = block.hands[name]
        given += max(0, block.scores.get(name, 0) - least(hand, rules))
        layings = cheapest_left(hand, rules)
        dearest.append({max((rules.points[c] for c in left), default=0) for left in layings})
        if name not in block.out:
            packs = Counter(rules.pack * evening.decks) - Counter(parse_cards(hand))
            cards = sum(packs[card] for card in each_draw(parse_cards(hand), rules))
            near += [cards] if cards else []
    return {"hands": hands, "rounds": played, "given": given, "near": near, "dearest": dearest}
