"""Exact laying off on the knocker's melds, and the knocker's best layout against it.

It is for one pack without wilds. To the search, one or two cards that extend a run on the table,
and the fourth card of a set, are groups like the player's own melds; three cards at an end are a
run of their own. So breaking a meld to lay its cards off needs no special case.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product, starmap
from typing import NamedTuple

from scorekeeper.cards import Card, spell
from scorekeeper.errors import CardError
from scorekeeper.melds import SMALLEST, Meld
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.scoring import gin_score
from scorekeeper.solver import Arrangement, LaidKinds, arrange, best_arrangement
from scorekeeper.solver.search import CARD, NO_LIMIT, Choice, Group, Hand, cheapest, naturals_of


class LaidOff(NamedTuple):
    """A card, and the knocker's meld that it was laid off on."""

    card: Card
    meld: Meld


class Defence(NamedTuple):
    """The other player's best layout: melds, cards laid off in order, the rest, and its cost."""

    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]
    deadwood: tuple[Card, ...]
    points: int


def lay_off(cards: Sequence[Card], table: Sequence[Meld], rules: RoundRules) -> Defence:
    """The fewest points that ``cards`` can leave beside the melds on the ``table``.

    If points are equal, the fewest cards; if those are equal too, always the same ones. Raises
    CardError if a card is wild or held twice: laying off is for one pack without wilds.
    """
    if table:
        _refuse_wild_or_double([*cards, *chain.from_iterable(meld.cards for meld in table)], rules)
    hand = best_arrangement(cards, rules)._hand
    known = hand.rules
    melds = [tuple(known.kind_of[card] for card in meld.cards) for meld in table]
    (cost, groups, left), laid_to = _best_answer(hand, melds)
    own = arrange(hand, (cost, tuple(group for group in groups if group[4] not in laid_to), left))
    laid = sorted((laid_to[group[4]], group) for group in groups if group[4] in laid_to)
    laid_off = {known.cards[kind]: table[at] for at, group in laid for kind in naturals_of(group)}
    return Defence(
        melds=own.melds,
        laid_off=tuple(starmap(LaidOff, laid_off.items())),
        deadwood=tuple(card for card in own.deadwood if card not in laid_off),
        points=own.points,
    )


def best_layout(
    cards: Sequence[Card], others: Sequence[Card], rules: RoundRules
) -> Arrangement | None:
    """The arrangement of ``cards`` that scores most for the player who ends the round.

    The other player lays off as well as possible. All the cards held after the draw make a big gin;
    otherwise the discard is gone. Leaving a card out of a meld on purpose can stop the other player
    from laying off. If several layouts score the same, the one that leaves the least; None if they
    all leave more than ``rules.knock``. Raises CardError as ``lay_off`` does.
    """
    least = best_arrangement(cards, rules)
    if least.deadwood and (not rules.knock or least.points > rules.knock):
        return None
    if not (least.deadwood and rules.lay_off):
        return least
    _refuse_wild_or_double([*cards, *others], rules)
    return arrange(least._hand, _best_choice(least._hand, others, rules))


def _refuse_wild_or_double(cards: Sequence[Card], rules: RoundRules) -> None:
    for card, times in Counter(cards).items():
        if times > 1 or rules.is_wild(card):
            because = "is wild" if rules.is_wild(card) else "appears twice"
            remedy = "play with one pack and nothing wild, or without lay_off"
            raise CardError(f"{spell(card)} {because}, so nothing is laid off", remedy=remedy)


# ── the other player's answer ────────────────────────────────────────────────────────────────


def _best_answer(hand: Hand, table: Sequence[LaidKinds]) -> tuple[Choice, dict[int, int]]:
    """The cheapest choice of a hand's own melds and of cards to lay off on a ``table``'s melds.

    It comes with the meld that each laid-off group goes to, by the group's cards as a number.
    """
    answers = [_answer(hand, each) for each in product(*[_additions(hand, meld) for meld in table])]
    return min(answers, key=lambda answer: answer[0][0])


def _answer(hand: Hand, additions: Sequence[Sequence[LaidKinds]]) -> tuple[Choice, dict[int, int]]:
    rules, groups = hand.rules, hand.groups.copy()
    laid_to: dict[int, int] = {}
    for at, cards in ((at, cards) for at, options in enumerate(additions) for cards in options):
        number = sum([rules.units[kind] for kind in cards])
        if number not in laid_to:
            worth = sum([rules.worths[kind] for kind in cards])
            groups.append((NO_LIMIT, worth, 0, 0, number, cards, ()))
            laid_to[number] = at
    groups.sort(reverse=True)
    choice = cheapest(Hand(hand.kinds, rules, groups), NO_LIMIT)
    assert choice is not None, "leaving every card is always possible"
    return choice, laid_to


def _additions(hand: Hand, meld: LaidKinds) -> list[list[LaidKinds]]:
    """What a hand can lay off on a meld: one or two cards at each end of a run, or cards of a set.

    If a set has room for only some of the cards, each choice of them is a separate answer.
    """
    rules, held = hand.rules, hand.kinds
    if rules.rank_of[meld[0]] == rules.rank_of[meld[1]]:
        further = [kind for kind in held if rules.rank_of[kind] == rules.rank_of[meld[0]]]
        room = min(len(further), (rules.capped_at or NO_LIMIT) - len(meld))
        return [[(kind,) for kind in chosen] for chosen in combinations(further, room)]
    line = rules.line_of[meld[0]]
    start = line.index(meld[0])
    additions: list[LaidKinds] = []
    for end in line[start + len(meld) :][:2], line[:start][::-1][:2]:
        for size in range(1, len(end) + 1):
            if end[size - 1] not in held:
                break
            additions.append(tuple(end[:size]))
    return [additions]


# ── the knocker's layouts ────────────────────────────────────────────────────────────────────


def _best_choice(hand: Hand, others: Sequence[Card], rules: RoundRules) -> Choice:
    """The knocker's choice of melds that scores most; of several, the one that leaves least."""
    alone = best_arrangement(others, rules)
    choices = sorted(_choices(hand, rules.knock), key=lambda choice: choice[0])
    found, best = choices[0], -NO_LIMIT
    for choice in choices:
        left = choice[0] // CARD
        # The other leaves at most what is left without laying anything off.
        if gin_score("knock", left, alone.points, rules).gain <= best:
            break
        answer, _ = _best_answer(alone._hand, list(map(naturals_of, choice[1])))
        gain = gin_score("knock", left, answer[0] // CARD, rules).gain
        if gain > best:
            found, best = choice, gain
    return found


def _choices(hand: Hand, knock: int) -> Iterator[Choice]:
    """Every choice of melds that leaves at most this many points."""
    groups, guard = hand.groups, hand.rules.guard
    too_much = (knock + 1) * CARD
    everything = sum([hand.rules.costs[kind] for kind in hand.kinds])
    waiting: list[tuple[int, int, int, tuple[Group, ...]]]
    waiting = [(0, everything, hand.number + guard, ())]
    while waiting:
        first, left, free, taken = waiting.pop()
        if left < too_much:
            yield left, taken, 0
        for at in range(first, len(groups)):
            worth, cards = groups[at][1], groups[at][4]
            # Even if all the remaining cards were in melds of this worth.
            if left - left % CARD // SMALLEST * worth >= too_much:
                break
            if (rest := free - cards) & guard == guard:
                waiting.append((at + 1, left - worth, rest, (*taken, groups[at])))
