"""The outs of hands against every draw in turn: ``python -m tests.tools.outs``.

Every unseen card is drawn once, and every discard is tried; the brute force, or the referee for
large hands, says whether all the others meld. Neither shares code with the solver. One line of
result; exit 1 on any difference.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from random import Random

from scorekeeper.cards import Card, spell
from scorekeeper.referee.cover import Cover
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import best_arrangement
from scorekeeper.solver.outs import discards_by_outs, outs
from tests.tools import oracle
from tests.tools.random_hands import Dealt, random_deals, wild_deals

FEW = 5
"""Cards of a hand that the brute force is quick with."""


def discards(held: tuple[Card, ...], rules: RoundRules) -> set[Card]:
    """Every card that can go so that all the others are melded."""
    if len(held) <= FEW:
        return oracle.goes_out(held, rules)
    cover = Cover(held, rules)
    found = set()
    for card in set(held):
        kept = list(held)
        kept.remove(card)
        if cover.melds(kept) is not None:
            found.add(card)
    return found


def each_draw(hand: tuple[Card, ...], rules: RoundRules) -> dict[Card, set[Card]]:
    """The cards of the game that let a hand go out, each with every discard that then works."""
    found = {card: discards((*hand, card), rules) for card in set(rules.pack)}
    return {card: ways for card, ways in found.items() if ways}


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    rest = list(hand)
    rest.remove(card)
    return tuple(rest)


def thrown_first(rules: RoundRules, ways: set[Card]) -> tuple[bool, int]:
    """A natural card if there is one: the costliest."""
    return min((rules.is_wild(card), -rules.points[card]) for card in ways)


def differences(dealt: Dealt) -> list[str]:
    """How the outs of a hand differ from trying every draw in turn."""
    hand, rules = dealt
    found, truth = outs(hand, rules), each_draw(hand, rules)
    if list(found) != list(rules.in_order(truth)):
        return [f"outs {spell(found)}, and not {spell(rules.in_order(truth))}"]
    return [
        f"{drawn}: {discard} is not the first to throw of {spell(truth[drawn])}"
        for drawn, discard in found.items()
        if discard not in truth[drawn]
        or thrown_first(rules, {discard}) != thrown_first(rules, truth[drawn])
    ]


def differences_after(dealt: Dealt, unseen: Counter[Card]) -> list[str]:
    """How the discards of a hand differ from trying every discard and draw in turn."""
    hand, rules = dealt
    found = discards_by_outs(hand, rules, unseen)
    wrong, order = [], []
    if sorted(kept.card for kept in found) != sorted(set(hand)):
        wrong.append(f"not every discard is there: {found}")
    for kept in found:
        rest = without(hand, kept.card)
        truth = {card for card in each_draw(rest, rules) if unseen[card]}
        if kept.points != best_arrangement(rest, rules).points:
            wrong.append(f"{kept.card}: not {kept.points} points")
        if kept.outs != rules.in_order(truth):
            wrong.append(f"{kept.card}: {kept.outs}, and not {spell(rules.in_order(truth))}")
        order.append((kept.points, -sum(unseen[card] for card in truth)))
    return wrong if order == sorted(order) else [*wrong, f"not in this order: {order}"]


def near_deals(seed: object, count: int, most: int) -> Iterator[Dealt]:
    """Hands under random rules, every second one close to going out.

    Those hold what a larger hand had in its melds, with a card or two more or less.
    """
    random = Random(f"near {seed}")
    deals = (random_deals(f"{seed} plain", count, most), wild_deals(f"{seed} wild", count, 3, most))
    for number, (plain, wild) in enumerate(zip(*deals, strict=True)):
        if number % 2:
            yield random.choice((plain, wild))
            continue
        hand, rules = wild
        melds = best_arrangement(hand, rules).melds
        cards = [card for meld in melds for card in meld.cards]
        cards += random.sample(rules.pack, random.randint(0, 2))
        random.shuffle(cards)
        yield Dealt(tuple(cards[random.randint(0, 2) :][:most]) or hand, rules)


def batch(job: tuple[int, int], most: int) -> tuple[int, int, list[str]]:
    """The hands that had outs, how many were asked about, and a line for each difference."""
    seed, count = job
    random, near, wrong = Random(f"unseen {seed}"), 0, []
    for number, dealt in enumerate(near_deals(seed, count, most)):
        found = differences(dealt)
        near += bool(outs(*dealt))
        if number % 4 == 0:
            cards = random.sample(dealt.rules.pack, len(dealt.rules.pack) * 2 // 3)
            found += differences_after(dealt, Counter(cards))
        wrong += [f"{dealt}: {line}" for line in found]
    return near, count, wrong


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.outs", description=__doc__)
    parser.add_argument("--hands", type=int, default=5_000)
    parser.add_argument("--cards", type=int, default=13, help="of the largest hand")
    parser.add_argument("--seed", type=int, default=313)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args(arguments)
    each = 25
    jobs = [(chosen.seed * 1_000 + at, each) for at in range(-(-chosen.hands // each))]
    near = hands = 0
    wrong: list[str] = []
    with Pool(chosen.jobs) as pool:
        for with_outs, count, found in pool.imap_unordered(partial(batch, most=chosen.cards), jobs):
            near, hands, wrong = near + with_outs, hands + count, wrong + found
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{hands:,} hands, {near:,} of them a card from out: {len(wrong)} differences")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
