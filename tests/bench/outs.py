"""How long it takes to find the outs of a hand: of 13 cards before the draw, of 14 after it."""

from collections import Counter
from collections.abc import Iterator
from time import process_time

from scorekeeper.cards import Card, parse_cards
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import best_arrangement
from scorekeeper.solver.outs import discards_by_outs, outs
from tests.bench.climb import Spot, climb
from tests.bench.deals import ACES, DISTINCT, FOUR, HALF, ONE, Keys, Kind, deals
from tests.bench.sides import late

MOST = 0.1
"""Seconds that no hand may take."""

RULES: dict[str, Keys] = {
    "": {},
    ", half of a meld wild": HALF,
    ", one wild a meld": ONE,
    ", four in a set": FOUR,
    ", suits differ": DISTINCT,
    ", aces at both ends": ACES,
}

WHEN = {13: "13 cards before the draw", 14: "14 cards after the draw"}


def seconds_for(hand: tuple[Card, ...], rules: RoundRules, packs: int) -> float:
    """The processor time of a hand alone, without that of setting up its rules."""
    unseen = Counter(rules.pack * packs) - Counter(hand)
    best_arrangement((), rules)
    started = process_time()
    if len(hand) < 14:
        outs(hand, rules)
    else:
        discards_by_outs(hand, rules, unseen)
    return process_time() - started


def seconds_at(spot: Spot) -> float:
    """The same for a hand on a climb."""
    return seconds_for(*spot.dealt, spot.packs)


def outs_rows(hands: int, seconds: float, seed: object) -> Iterator[str]:
    """A line for each size and set of rules, and one for the slowest hand of a climb."""
    for size, when in WHEN.items():
        for name, keys in RULES.items():
            times = []
            for case in deals(Kind(size, packs=(1, 2, 4), keys=keys), hands, seed):
                rules = RuleSet(**case.keys).wild_only(case.wild)
                times.append(seconds_for(parse_cards(case.cards), rules, 4))
            times.sort()
            middle, most = times[len(times) // 2], times[-1]
            figures = "  ".join(f"{1e3 * time:6.1f}" for time in (middle, late(times), most))
            yield f"  {when + name:<48}{figures}  {'<=' if most <= MOST else 'ABOVE'}"
        found = climb(size, seconds, seed, seconds_at)
        verdict = "<=" if found.seconds <= MOST else "ABOVE"
        yield (
            f"  the worst of a climb, {when}: {1e3 * found.seconds:.0f} ms ({verdict} 100),"
            f" of {found.tried:,} hands: {found.dealt}"
        )
