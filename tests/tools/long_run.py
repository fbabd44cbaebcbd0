"""The solver against the brute force, for as long as it takes: ``python -m tests.tools.long_run``.

Compares random and clustered hands under random combinations of the rule keys and in the rounds of
each game, hands with many wilds, groups that may be melds, the best discards and those that go out,
every hand of one pack for the first two deals, and every verdict on four cards, on all processors.
Hands too large for the brute force are checked card by card. One line for each part; exit 1 on any
difference. With the defaults it takes a few minutes. For just 100,000 hands under random rules:
``--hands 100000 --only "random rules"``.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from itertools import combinations, islice
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from scorekeeper import games
from scorekeeper.cards import Card
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.referee import judge_going_out
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import Arrangement, best_arrangement, best_discard, discards_going_out
from tests.tools import oracle
from tests.tools.random_hands import (
    Dealt,
    deals_with_many_wilds,
    large_deals,
    random_deals,
    random_group,
    random_hand,
)

MOST_CARDS = 10
"""Cards of the largest random hand; the brute force takes twice as long for each card more."""

BATCHES = 100
"""Batches that a part is split into, so that all the processors stay busy to the end."""


class Result(NamedTuple):
    """What a batch compared, and a line for each difference."""

    hands: int
    differences: list[str]


Batch = Callable[[], Result]

Check = Callable[[tuple[Card, ...], RoundRules], list[str]]
"""What is wrong with the solver's answer for a hand, a line for each fault."""


# ── one hand ─────────────────────────────────────────────────────────────────────────────


def differences(
    hand: tuple[Card, ...], rules: RoundRules, truth: tuple[int, int, bool] | None = None
) -> list[str]:
    """Every way in which the solver's answer for ``hand`` differs from the brute force.

    ``truth`` is the brute force's answer, if that is known.
    """
    found = best_arrangement(hand, rules)
    got = (found.points, len(found.deadwood), found.tied)
    truth = truth or oracle.least_deadwood(hand, rules)
    wrong = [f"is {truth}, not {got} (points, cards, tied)"] if got != truth else []
    if other := found.other_way:
        dear = [[c for c in way.deadwood if rules.points[c]] for way in (found, other)]
        if other.points != found.points or dear[0] == dear[1]:
            wrong.append(f"{other} is no tie")
        wrong += faults(other, hand, rules)
    return wrong + faults(found, hand, rules)


def faults(found: Arrangement, hand: tuple[Card, ...], rules: RoundRules) -> list[str]:
    """Why ``found`` isn't a possible arrangement of ``hand``, cheap or not."""
    wrong = []
    if found.points != sum(rules.points[card] for card in found.deadwood):
        wrong.append(f"{found.points} points are not what the deadwood costs")
    shown = [*found.deadwood]
    for meld in found.melds:
        shown += meld.cards
        judged = judge_meld(meld.cards, rules)
        if not isinstance(judged, Meld):
            wrong.append(f"judge_meld refuses {meld}")
        elif meld.kind == "set" and judged.stand_ins < meld.stand_ins:
            wrong.append(f"a wild of {meld} can stand as itself")
        if not oracle.is_meld(meld.cards, rules):
            wrong.append(f"the brute force refuses {meld}")
        if not stands_right(meld, rules):
            wrong.append(f"wrong places: {meld}")
    if sorted(shown) != sorted(hand):
        wrong.append("the cards shown are not the cards of the hand")
    return wrong


def group_differences(group: tuple[Card, ...], rules: RoundRules) -> list[str]:
    """Every way in which the verdict on a group, in any order, differs from the brute force."""
    verdict = judge_meld(group, rules)
    wrong = []
    if judge_meld(Random(str(group)).sample(group, len(group)), rules) != verdict:
        wrong.append("another verdict in another order")
    if isinstance(verdict, Meld) != oracle.is_meld(group, rules):
        wrong.append(f"is not {verdict}")
    if isinstance(verdict, Meld):
        if sorted(verdict.cards) != sorted(group):
            wrong.append("the cards of the meld are not those of the group")
        if not stands_right(verdict, rules):
            wrong.append(f"wrong places: {verdict}")
    elif not verdict:
        wrong.append("a no without an objection")
    return wrong


def stands_right(meld: Meld, rules: RoundRules) -> bool:
    """Whether each card of a meld stands for something it can, and all together for a meld."""
    for card, place in zip(meld.cards, meld.stands, strict=True):
        if str(card) != place and not rules.is_wild(card):
            return False
    if meld.kind == "wilds":
        return all(map(rules.is_wild, meld.cards))
    if meld.kind == "set":
        return len({place[0] for place in meld.stands}) == 1
    ranks = "".join(place[0] for place in meld.stands)
    return ranks in rules.run_order and len({place[1:] for place in meld.stands}) == 1


# ── the parts ────────────────────────────────────────────────────────────────────────────


def random_part(seed: int, hands: int) -> Iterator[Batch]:
    """Random and clustered hands, each under a random combination of the keys.

    Every tenth batch has the largest hands; if all did, it would take three times as long.
    """
    for batch in range(BATCHES):
        most = MOST_CARDS if batch % 10 == 0 else MOST_CARDS - 2
        yield partial(compare_random, f"{seed}/{batch}", _share(hands, batch), most)


def compare_random(seed: str, count: int, most: int) -> Result:
    return _compare(random_deals(seed, count, most))


def wild_part(seed: int, hands: int) -> Iterator[Batch]:
    """Hands with a third or more of their cards wild, under every limit."""
    for batch in range(BATCHES):
        yield partial(compare_wild, f"{seed}/{batch}", _share(hands, batch))


def compare_wild(seed: str, count: int) -> Result:
    return _compare(deals_with_many_wilds(seed, count, MOST_CARDS - 2))


def large_part(seed: int, hands: int) -> Iterator[Batch]:
    """Hands that are too large for the brute force."""
    for batch in range(BATCHES):
        yield partial(compare_large, f"{seed}/{batch}", _share(hands, batch))


def compare_large(seed: str, count: int) -> Result:
    return _compare(large_deals(seed, count), large_differences)


def large_differences(hand: tuple[Card, ...], rules: RoundRules) -> list[str]:
    """What is wrong with the solver's answers for a hand, without asking the brute force.

    Each discard is asked about as a hand of its own: one card less saves at most its points, and
    the solver must say the same as when it compares all discards of the hand.
    """
    whole = best_arrangement(hand, rules)
    wrong = faults(whole, hand, rules)
    rests = {}
    for card in dict.fromkeys(hand):
        rest = list(hand)
        rest.remove(card)
        rests[card] = best_arrangement(rest, rules)
        if rests[card].points < whole.points - rules.points[card]:
            wrong.append(f"{whole.points} points, and less without {card}")
    card, found = best_discard(hand, rules)
    got, least = found.points, min(rest.points for rest in rests.values())
    if got != least:
        wrong.append(f"the best discard leaves {least} points, not {got} after {card}")
    out = {card for card, rest in rests.items() if not rest.deadwood}
    if set(discards_going_out(hand, rules)) != out:
        wrong.append(f"goes out with {out}")
    return wrong


def group_part(seed: int, groups: int) -> Iterator[Batch]:
    """Groups of which about half are melds."""
    for batch in range(BATCHES):
        yield partial(compare_groups, f"{seed}/{batch}", _share(groups, batch))


def compare_groups(seed: str, count: int) -> Result:
    random = Random(f"groups/{seed}")
    return _compare((random_group(random) for _ in range(count)), group_differences)


def discard_part(seed: int, hands: int) -> Iterator[Batch]:
    """The best discard, and every one that goes out, of hands under random rules."""
    for batch in range(BATCHES):
        yield partial(compare_discards, f"discards/{seed}/{batch}", _share(hands, batch))


def compare_discards(seed: str, count: int) -> Result:
    return _compare(random_deals(seed, count, MOST_CARDS - 3), discard_differences)


def discard_differences(held: tuple[Card, ...], rules: RoundRules) -> list[str]:
    """Every way in which the solver's discards differ from the brute force."""
    leaves = {}
    for card in dict.fromkeys(held):
        rest = list(held)
        rest.remove(card)
        points, left, _ = oracle.least_deadwood(tuple(rest), rules)
        # Then as a player would choose: a natural card before a wild, then the costliest.
        leaves[card] = (points, left, oracle.is_wild(card, rules), -rules.points[card])
    card, arrangement = best_discard(held, rules)
    got = (arrangement.points, len(arrangement.deadwood), *leaves[card][2:])
    wrong = []
    if got != min(leaves.values()):
        wrong.append(f"the best discard leaves {min(leaves.values())}, not {card} {got}")
    rest = list(held)
    rest.remove(card)
    wrong += faults(arrangement, tuple(rest), rules)
    out, found = oracle.goes_out(held, rules), discards_going_out(held, rules)
    if set(found) != out or len(found) != len(out):
        wrong.append(f"goes out with {out}, not {found}")
    return wrong


def _share(hands: int, batch: int) -> int:
    """How many of all the hands belong to a batch."""
    return hands // BATCHES + (batch < hands % BATCHES)


def game_part(name: str, seed: int, hands: int) -> Iterator[Batch]:
    """Random and clustered hands in the rounds of a game."""
    for batch in range(BATCHES):
        yield partial(compare_game, name, f"{name}/{seed}/{batch}", _share(hands, batch))


def compare_game(name: str, seed: str, count: int) -> Result:
    return _compare(game_deals(name, seed, count, MOST_CARDS - 1))


def game_deals(name: str, seed: str, count: int, most: int) -> Iterator[Dealt]:
    """``count`` hands of at most ``most`` cards in rounds of a game for two or three players.

    Hands in the later rounds are smaller than what is dealt there.
    """
    random, game = Random(seed), games.game(name)
    for _ in range(count):
        rules = game.round(random.randint(1, len(game.specs)))
        assert rules.deal
        size = random.randint(3, min(rules.deal, most))
        yield Dealt(random_hand(random, game, game.decks_for(random.randint(2, 3)), size), rules)


CARD_GAMES = tuple(
    name
    for name in games.names()
    if games.game(name).plays_cards and not games.game(name).needs_runs
)
"""Those of hands that must have runs are in ``tests.tools.indian``."""


def whole_deal_part(number: int) -> Iterator[Batch]:
    """Every hand of one pack that can be dealt in a round of the default rules."""
    for batch in range(BATCHES):
        yield partial(compare_whole_deal, number, batch, BATCHES)


def compare_whole_deal(number: int, first: int, step: int) -> Result:
    return _compare(
        Dealt(hand, rules) for hand, rules in islice(whole_deal(number), first, None, step)
    )


def whole_deal(number: int) -> Iterator[Dealt]:
    """Every hand of one pack in a round (from 1) of the default rules."""
    rules = RuleSet().round(number)
    assert rules.deal
    return (Dealt(hand, rules) for hand in combinations(rules.pack, rules.deal))


def _compare(deals: Iterator[Dealt], faults_of: Check = differences) -> Result:
    hands, found = 0, []
    for dealt in deals:
        hands += 1
        found += [f"{dealt}: {fault}" for fault in faults_of(dealt.hand, dealt.rules)]
    return Result(hands, found)


def held_part() -> Iterator[Batch]:
    """Every hand of four cards in the first round, judged by the referee."""
    for batch in range(BATCHES):
        yield partial(compare_held, batch, BATCHES)


def compare_held(first: int, step: int) -> Result:
    return _compare(islice(every_held(), first, None, step), verdict_differences)


def every_held() -> Iterator[Dealt]:
    """Every hand of one pack after the draw of the first round: four cards, threes wild."""
    rules = RuleSet().round(1)
    return (Dealt(hand, rules) for hand in combinations(rules.pack, 4))


def verdict_differences(held: tuple[Card, ...], rules: RoundRules) -> list[str]:
    """Every way in which the referee's verdict on ``held`` differs from the brute force."""
    verdict = judge_going_out(held, rules, neighbours={})
    truth = oracle.goes_out(held, rules)
    found = {way.card for way in verdict.ways}
    wrong = [] if found == truth else [f"goes out with {truth}, not {found}"]
    if verdict.stands != bool(truth) or bool(verdict.objections) != (not truth):
        wrong.append("the answer is not that of its discards")
    for way in verdict.ways:
        shown = Counter(card for meld in way.melds for card in meld.cards)
        if shown + Counter([way.card]) != Counter(held):
            wrong.append("the cards shown are not the cards held")
        if not all(oracle.is_meld(meld.cards, rules) for meld in way.melds):
            wrong.append(f"no melds: {way.melds}")
    return wrong


def parts(seed: int, hands: int) -> dict[str, Iterator[Batch]]:
    """Everything that is compared, by the name of the part. Another part is one more line here."""
    return {
        f"random hands of 1 to {MOST_CARDS} cards under random rules": random_part(seed, hands),
        f"hands of 3 to {MOST_CARDS - 2} cards, many of them wild": wild_part(seed, hands // 4),
        "hands of 11 to 21 cards, card by card": large_part(seed, hands // 10),
        "groups of 2 to 8 cards, judged": group_part(seed, hands),
        f"discards of random hands of 1 to {MOST_CARDS - 3} cards": discard_part(seed, hands // 10),
        **{f"random hands of {name}": game_part(name, seed, 5_000) for name in CARD_GAMES},
        "every hand of deal 3, threes wild": whole_deal_part(1),
        "every hand of deal 4, fours wild": whole_deal_part(2),
        "every held hand of 4 cards, threes wild, judged": held_part(),
    }


# ── the command ──────────────────────────────────────────────────────────────────────────


def run_batch(batch: Batch) -> Result:
    return batch()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.long_run", description=__doc__)
    parser.add_argument("--seed", type=int, default=313, help="of the random hands")
    parser.add_argument("--hands", type=int, default=20_000, help="random hands to compare")
    parser.add_argument(
        "--only", default="", metavar="WORDS", help="only the parts whose names hold these words"
    )
    chosen = parser.parse_args(arguments)
    every = parts(chosen.seed, chosen.hands).items()
    return report({name: part for name, part in every if chosen.only in name}, chosen.seed)


def report(parts: dict[str, Iterator[Batch]], seed: int) -> int:
    """Compare all the parts, with a line for each and for every difference; 1 if there is one."""
    wrong = 0
    with Pool() as pool:
        for name, batches in parts.items():
            started, hands, different = time.monotonic(), 0, 0
            for result in pool.imap_unordered(run_batch, batches):
                hands += result.hands
                different += len(result.differences)
                for line in result.differences:
                    print(line)
            seconds = time.monotonic() - started
            print(
                f"{date.today().isoformat()} seed {seed}: {name}:"
                f" {hands:,} hands, {seconds:.0f} s, {different} differences",
                flush=True,
            )
            wrong += different
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
