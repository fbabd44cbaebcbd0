"""Random evenings with shown hands, and plain second counts of what they say.

The brute force says what a hand leaves; nothing here asks the solver.
"""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from scorekeeper.cards import Card, parse_cards
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import placed
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from tests.tools import oracle
from tests.tools.outs import each_draw
from tests.tools.random_hands import random_hand
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
    """An evening with hands, points, absences, misdeals and a bonus round."""
    rules = rules_at_random(random)
    people = [Player("Ann"), Player("Bo"), Player("Cy", random.choice((1, 1, 2)))]
    rounds: list[Round] = []
    number = 1
    while number <= len(rules.specs):
        if random.random() < 0.1:
            rounds.append(Round(scores={"Ann": 3}, hands={"Bo": "3S 3H 3D"}, misdeal="no"))
            continue
        seated = [player.name for player in people if player.is_at_the_table(number)]
        rounds.append(round_at_random(random, rules, rules.round(number), seated))
        number += 1
    if random.random() < 0.2:
        row = round_at_random(random, rules, rules.bonus(), ["Ann", "Bo"])
        rounds.append(row._replace(bonus=True, adjust={}))
    return game(*rounds, players=people, rules=rules)


def round_at_random(random: Random, rules: RuleSet, dealt: RoundRules, seated: list[str]) -> Round:
    """A round in which each player has points, a hand, both, or is absent."""
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
    return Round(
        scores=scores, hands=hands, adjust=adjust, out=(out,) if out else (), absent=tuple(absent)
    )


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
    """Every choice of cards that the best layouts of a hand leave."""
    cards = parse_cards(hand)
    found = oracle.deadwoods(cards, rules)
    fewest = min((oracle.cost(left, rules), len(left)) for left in found)
    return {left for left in found if (oracle.cost(left, rules), len(left)) == fewest}


def reviewed(evening: Game, name: str) -> dict[str, Any]:
    """What ``review`` has to say about a player, counted hand by hand and card by card."""
    played = hands = given = 0
    near: list[int] = []
    costliest: list[set[int]] = []
    for block, rules in blocks(evening):
        played += name in block.scores or name in block.hands
        if name not in block.hands:
            continue
        hands += 1
        hand = block.hands[name]
        given += max(0, block.scores.get(name, 0) - least(hand, rules))
        layouts = cheapest_left(hand, rules)
        costliest.append({max((rules.points[c] for c in left), default=0) for left in layouts})
        if name not in block.out:
            packs = Counter(rules.pack * evening.decks) - Counter(parse_cards(hand))
            cards = sum(packs[card] for card in each_draw(parse_cards(hand), rules))
            near += [cards] if cards else []
    return {"hands": hands, "rounds": played, "given": given, "near": near, "costliest": costliest}


OTHER: tuple[dict[str, Any], ...] = (
    {"wild_limit": "any"},
    {"wild_limit": "natural"},
    {"wild_limit": "half", "wild_as_rank": True},
    {"wild_limit": "one"},
    {"wild_as_rank": False},
    {"ace_runs": "both", "ace_points": 15},
    {"ace_runs": "high"},
    {"face_points": "rank"},
    {"set_max": 4},
    {"set_max": 0, "set_distinct_suits": True},
    {"joker_points": 50},
    {"wild_points": 0},
    {"card_points": {"K": 0, "5": 25}, "wild_limit": "any"},
    {"winner": "high"},
    {"winner": "high", "wild_limit": "natural"},
    {"jokers": 1},
)
"""Rules that an evening is counted by again."""


def all_shown(random: Random) -> Game:
    """An evening on which every hand was shown, and the table counted right."""
    evening = evening_at_random(random)
    rounds: list[Round] = []
    for block in evening.rounds:
        if block.misdeal is None:
            number = 0 if block.bonus else len([b for b in rounds if b.counts]) + 1
            dealt = evening.rules.round(number) if number else evening.rules.bonus()
            there = block.players
            hands, scores = {}, {}
            for name in sorted(there):
                cards = random_hand(
                    random, evening.rules, evening.rules.decks or 1, dealt.deal or 3
                )
                hands[name] = " ".join(map(str, cards))
                scores[name] = least(hands[name], dealt)
            out = tuple(name for name in block.out if not scores[name])
            block = block._replace(hands=hands, scores=scores, out=out)
        rounds.append(block)
    return evening._replace(rounds=tuple(rounds))


def with_numbers(random: Random, evening: Game, share: float) -> Game:
    """The same evening with some hands not shown."""
    rounds = []
    for block in evening.rounds:
        hands = {name: hand for name, hand in block.hands.items() if random.random() >= share}
        rounds.append(block if block.misdeal is not None else block._replace(hands=hands))
    return evening._replace(rounds=tuple(rounds))


def counted_again(evening: Game, shown: Game, keys: dict[str, Any]) -> dict[str, int]:
    """Each total under other rules: what the cards cost, and 0 for going out without cards."""
    totals = {player.name: player.start or 0 for player in evening.players}
    for index, (block, rules) in enumerate(blocks(evening)):
        for name, score in points_again(block, blocks(shown)[index][0], rules, keys).items():
            totals[name] += score if not block.bonus else 0
        for name, points in block.adjust.items():
            totals[name] += points
    return totals


def points_again(
    block: Round, shown: Round, rules: RoundRules, keys: dict[str, Any]
) -> dict[str, int]:
    """What each hand of a round costs under other rules."""
    cards = {key: value for key, value in keys.items() if key != "winner"}
    new = replace(rules, **cards)
    found = {}
    for name in block.scores:
        left = oracle.deadwoods(parse_cards(block.hands[name]), new)
        goes_out = () in left or name not in shown.hands
        found[name] = 0 if name in block.out and goes_out else least(block.hands[name], new)
    return found


def winners_again(evening: Game, shown: Game, keys: dict[str, Any]) -> tuple[str, ...]:
    """Who has the best total under other rules; ties go to the best in the bonus round."""
    best = max if keys.get("winner") == "high" else min
    totals = counted_again(evening, shown, keys)
    there = {name: totals[name] for name in placed(evening)}
    first = [name for name in there if there[name] == best(there.values())]
    for index, (block, rules) in enumerate(blocks(evening)):
        again = points_again(block, blocks(shown)[index][0], rules, keys)
        if block.bonus and len(first) > 1 and all(name in again for name in first):
            most = best(again[name] for name in first)
            first = [name for name in first if again[name] == most]
    return tuple(first)
