"""Knocks and laying off against the brute force: ``python -m tests.tools.gin``.

Compares random deals of two hands of ten, as somebody laid them and in the knocker's best layout,
and the verdicts on claims, on all processors; and plays knocks in OpenSpiel, if that is installed.
One line for each part; exit 1 on any difference.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from scorekeeper import games
from scorekeeper.cards import Card, spell
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.referee import Verdict, judge_going_out
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.scoring import Ending, GinScore, gin_score
from scorekeeper.solver.lay_off import Defence, best_layout, lay_off
from tests.tools import gin_oracle
from tests.tools.gin_oracle import Cards
from tests.tools.long_run import BATCHES, Batch, Result, report
from tests.tools.oracle import cost, is_meld

HAND = 10


class Dealt(NamedTuple):
    """The cards of the player who may knock, those of the other player, and the rules."""

    knocker: Cards
    other: Cards
    rules: RoundRules

    def __str__(self) -> str:
        """What it takes to try the hands again."""
        keys = ("ace_runs", "face_points", "set_max", "suits", "knock", "lay_off", "undercut_bonus")
        said = ", ".join(f"{key}={getattr(self.rules, key)}" for key in keys)
        return f"{spell(self.knocker)} against {spell(self.other)}, {said}"


class Ended(NamedTuple):
    """How a hand ends in its best layout, the other player's best answer, and the score."""

    how: Ending
    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int
    defence: Defence
    scored: GinScore


def ended(cards: Cards, other: Cards, rules: RoundRules) -> Ended | None:
    """How a hand with these cards ends; None if it can neither knock nor go gin."""
    found = best_layout(cards, other, rules)
    if found is None:
        return None
    melds, deadwood, points = found
    gin: Ending = "big-gin" if rules.deal and len(cards) > rules.deal else "gin"
    how: Ending = "knock" if deadwood else gin
    defence = lay_off(other, melds if rules.lay_off and deadwood else (), rules)
    score = gin_score(how, points, defence.points, rules)
    return Ended(how, melds, deadwood, points, defence, score)


# ── random hands ─────────────────────────────────────────────────────────────────────────


def random_rules(random: Random) -> RoundRules:
    """Gin, and half of the time with other values of the keys that matter for a knock."""
    game = games.game("gin")
    if random.random() < 0.5:
        return game.round(1)
    return game.replace(
        ace_runs=random.choice(("low", "low", "high", "both")),
        face_points=random.choice(("ten", "rank")),
        set_max=random.choice((0, 3, 4)),
        suits=random.choice(("SHDC", "SHDC", "SHDCX")),
        knock=random.choice((1, 4, 7, 10, 20)),
        lay_off=random.random() < 0.9,
        undercut_bonus=random.choice((0, 10, 25)),
    ).round(1)


def random_meld(random: Random, free: set[Card], rules: RoundRules) -> list[Card]:
    """A set or a run of free cards; nothing if they don't hold the one that was drawn."""
    if random.random() < 0.4:
        rank = random.choice(rules.ranks)
        same = sorted(card for card in free if card.rank == rank)
        size = random.randint(3, rules.set_max or 4)
        return random.sample(same, size) if len(same) >= size else []
    suit, start, size = random.choice(rules.suits), random.randint(0, 10), random.randint(3, 6)
    run = [Card(rank, suit) for rank in rules.run_order[start : start + size]]
    return run if len(run) > 2 and free.issuperset(run) else []


def random_melds(random: Random, free: set[Card], rules: RoundRules, tries: int) -> list[Card]:
    """The cards of some melds, ten at most, which are taken out of the free ones."""
    cards: list[Card] = []
    for _ in range(tries):
        meld = random_meld(random, free, rules)
        if len(cards) + len(meld) <= HAND:
            cards += meld
            free -= set(meld)
    return cards


def near(card: Card, others: list[Card], rules: RoundRules) -> bool:
    """Whether a card could be laid off on others, or be in a meld with one of them."""
    place = rules.ranks.index(card.rank)
    return any(
        card.rank == other.rank
        or (card.suit == other.suit and abs(rules.ranks.index(other.rank) - place) < 3)
        for other in others
    )


def random_deal(random: Random) -> Dealt:
    """Melds and low cards for the knocker, more often than not near cards for the other player."""
    rules = random_rules(random)
    free = set(rules.pack)
    knocker = random_melds(random, free, rules, random.choice((2, 3, 3, 4, 8)))
    low = sorted(free, key=lambda card: (rules.points[card], card))[: random.choice((10, 20, 52))]
    knocker += random.sample(low, HAND - len(knocker))
    free -= set(knocker)
    other = random_melds(random, free, rules, random.choice((0, 1, 1, 2, 5, 20)))
    beside = sorted(card for card in free if near(card, knocker, rules))
    other += random.sample(beside, min(len(beside), random.randint(0, HAND - len(other))))
    free -= set(other)
    other += random.sample(sorted(free), HAND - len(other))
    random.shuffle(knocker)
    random.shuffle(other)
    return Dealt(tuple(knocker), tuple(other), rules)


def random_deals(seed: object, count: int) -> Iterator[Dealt]:
    """``count`` deals; the same seed makes the same ones."""
    random = Random(f"gin/{seed}")
    for _ in range(count):
        yield random_deal(random)


# ── the answers ──────────────────────────────────────────────────────────────────────────


def defence_faults(found: Defence, table: tuple[Meld, ...], dealt: Dealt) -> list[str]:
    """Why ``found`` isn't a possible layout against the melds on the table, cheap or not."""
    rules, wrong = dealt.rules, []
    if found.points != cost(found.deadwood, rules):
        wrong.append(f"{found.points} points are not what the deadwood costs")
    lying = {meld: meld.cards for meld in table}
    for card, meld in found.laid_off:
        lying[meld] = tuple(sorted((*lying[meld], card)))
        if not is_meld(lying[meld], rules):
            wrong.append(f"{card} can't be laid to {spell(meld.cards)}")
    wrong += [f"no meld: {meld}" for meld in found.melds if not is_meld(meld.cards, rules)]
    shown = [card for meld in found.melds for card in meld.cards]
    shown += [card for card, _ in found.laid_off]
    if sorted([*shown, *found.deadwood]) != sorted(dealt.other):
        wrong.append("the cards shown are not the other's cards")
    return wrong


def unmarked_differences(dealt: Dealt) -> list[str]:
    """Every way in which the best layout differs from what the brute force says."""
    knocker, _, rules = dealt
    truth, found = gin_oracle.best_layout(*dealt), ended(*dealt)
    if found is None or truth is None:
        return [f"is {truth}, not {found}"] if found or truth else []
    wrong = [] if found.scored.gain == truth.score else [f"scores {truth.score}, not {found}"]
    melds = {tuple(sorted(meld.cards)) for meld in found.melds}
    if not any({tuple(sorted(meld)) for meld in best.melds} == melds for best in truth.layouts):
        wrong.append(f"is not one of the best: {found.melds}")
    if found.points != min(cost(best.left, rules) for best in truth.layouts):
        wrong.append("another that scores as much leaves less")
    laid = [card for meld in found.melds for card in meld.cards]
    if sorted([*laid, *found.deadwood]) != sorted(knocker):
        wrong.append("the cards laid are not the knocker's cards")
    if (found.how == "gin") == bool(found.deadwood) or found.how == "big-gin":
        wrong.append(f"is no {found.how}")
    table = found.melds if rules.lay_off and found.how == "knock" else ()
    return wrong + defence_faults(found.defence, table, dealt)


def marked_differences(dealt: Dealt) -> list[str]:
    """Every way in which laying off on melds as laid differs from the brute force.

    They are laid in each of three possible layouts, good or bad.
    """
    knocker, other, rules = dealt
    lefts = {layout.left for layout in gin_oracle.layouts(other, rules)}
    wrong = []
    ways = list(gin_oracle.layouts(knocker, rules))
    for layout in Random(str(dealt)).sample(ways, min(3, len(ways))):
        judged = [judge_meld(meld, rules) for meld in layout.melds]
        table = tuple(meld for meld in judged if isinstance(meld, Meld))
        assert len(table) == len(judged), f"{dealt}: judge_meld refuses one of {layout.melds}"
        truth, found = (
            gin_oracle.least_left(lefts, layout.melds, rules),
            lay_off(other, table, rules),
        )
        if found.points != truth:
            wrong.append(f"against {layout.melds} {truth} are left, not {found}")
        wrong += defence_faults(found, table, dealt)
    return wrong


def verdict_differences(dealt: Dealt) -> list[str]:
    """Every way in which the verdicts on the cards after a draw differ from the brute force.

    The cards are judged unmarked, with a discard, without it, and as somebody laid them.
    """
    rules, random = dealt.rules, Random(str(dealt))
    held = (*dealt.knocker, dealt.other[0])
    leaves = gin_oracle.least_by_discard(held, rules)
    verdict = judge_going_out(held, rules, neighbours={})
    least = min(leaves.values())
    wrong = []
    if gin_oracle.is_big_gin(held, rules):
        if (verdict.stands, verdict.how, verdict.left) != (True, "big-gin", 0):
            wrong.append(f"is big gin, not {verdict}")
    else:
        stands = least[0] <= rules.knock
        ways = {card for card, left in leaves.items() if left == least} if stands else set()
        how = ("knock" if least[1] else "gin") if stands else None
        if (verdict.stands, verdict.how, {way.card for way in verdict.ways}) != (stands, how, ways):
            wrong.append(f"leaves {least} with {ways}, not {verdict}")
    discard = random.choice(held)
    gone = tuple(card for card in held if card != discard)
    for said in (
        judge_going_out(held, rules, discard=discard, neighbours={}),
        judge_going_out(gone, rules, neighbours={}),
    ):
        left = leaves.get(discard, (0, 0)) if said.stands else None
        if said.stands != (leaves[discard][0] <= rules.knock):
            wrong.append(f"{discard} leaves {leaves[discard]}, not {said}")
        elif left and (said.left, len(said.ways[0].left)) != left:
            wrong.append(f"{discard} leaves {left}, not {said}")
    return wrong + way_faults(verdict) + marked_faults(held, random, rules)


def way_faults(verdict: Verdict) -> list[str]:
    """What is wrong with the cards that a verdict shows."""
    wrong = []
    for card, melds, left in verdict.ways:
        shown = [*left, *([card] if card else []), *(card for meld in melds for card in meld.cards)]
        if sorted(shown) != sorted(verdict.held):
            wrong.append("the cards shown are not the cards held")
        wrong += [f"no meld: {meld}" for meld in melds if not is_meld(meld.cards, verdict.rules)]
    return wrong


def marked_faults(held: Cards, random: Random, rules: RoundRules) -> list[str]:
    """What is wrong with the verdicts on melds as laid, and on two cards as one meld."""
    wrong = []
    ways = list(gin_oracle.layouts(held, rules))
    for layout in random.sample(ways, min(3, len(ways))):
        said = judge_going_out(held, rules, melds=layout.melds, neighbours={})
        costliest = max([rules.points[card] for card in layout.left], default=0)
        stands = not layout.left or cost(layout.left, rules) - costliest <= rules.knock
        if said.stands != stands or (stands and said.left != cost(layout.left, rules) - costliest):
            wrong.append(f"marked {layout}, and not {said}")
        torn = (*layout.melds, layout.left[:2])
        if len(layout.left) > 1 and judge_going_out(held, rules, melds=torn, neighbours={}).stands:
            wrong.append(f"two cards are no meld: {torn}")
    return wrong


# ── the command ──────────────────────────────────────────────────────────────────────────

Check = Callable[[Dealt], list[str]]


def compare(check: Check, seed: str, count: int) -> Result:
    deals = list(random_deals(seed, count))
    return Result(count, [f"{dealt}: {fault}" for dealt in deals for fault in check(dealt)])


def part(check: Check, seed: int, hands: int) -> Iterator[Batch]:
    for batch in range(BATCHES):
        yield partial(compare, check, f"{seed}/{batch}", hands // BATCHES)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.gin", description=__doc__)
    parser.add_argument("--seed", type=int, default=313, help="of the random hands")
    parser.add_argument("--hands", type=int, default=5_000, help="to compare, in hundreds")
    chosen = parser.parse_args(arguments)
    checks = {
        "knocks that lie as is best": unmarked_differences,
        "cards laid off on melds as they were laid": marked_differences,
        "claims": verdict_differences,
    }
    parts = {name: part(check, chosen.seed, chosen.hands) for name, check in checks.items()}
    wrong = report(parts, chosen.seed)
    return max(wrong, report_played(chosen.seed, chosen.hands * 2 // 5))


def report_played(seed: int, hands: int) -> int:
    """Play knocks in OpenSpiel, if it is installed; 1 if any ends differently there."""
    from tests.bench import knocks

    if not knocks.is_there():
        print("OpenSpiel is not installed: pip install '.[bench]'")
        return 0
    wrong, equal, refused = knocks.differences(seed, hands)
    for line in wrong:
        print(line)
    print(
        f"seed {seed}: knocks played in OpenSpiel: {hands:,} hands, {len(wrong)} differences;"
        f" {equal} with as much left, {refused} refused there"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
