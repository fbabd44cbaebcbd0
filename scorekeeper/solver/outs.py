"""The cards that let a player go out with the next draw, and what each discard keeps of them.

A drawn card lets a player go out if some discard then leaves all the other cards melded. One
search answers that for all draws and all discards.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from scorekeeper.cards import JOKER, MOST_CARDS, Card
from scorekeeper.melds import SMALLEST
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver import best_arrangement, best_below, best_discard, discards_going_out
from scorekeeper.solver.search import (
    BITS,
    COUNT,
    EVERY,
    NO_LIMIT,
    Group,
    Hand,
    going_out,
    list_runs,
    list_sets,
    solver_rules,
)

Draws = list[tuple[int, int]]  # the draws by the number of wilds, as the units of their fields


class Discard(NamedTuple):
    """A card to throw away, the points that the rest leaves, and the cards that then go out."""

    card: Card
    points: int
    outs: tuple[Card, ...]


def outs(cards: Iterable[Card], rules: RoundRules) -> dict[Card, Card]:
    """Every card of the game that lets a hand go out, in order, each with the discard that follows.

    If several discards do, a natural card before a wild, then the costliest; for a knock, the one
    that leaves the least. The number of copies in the packs doesn't matter. Raises CardError as
    ``best_arrangement`` does.
    """
    if rules.knock:
        return _knocking(tuple(cards), rules, dict.fromkeys(rules.pack))
    cards = tuple(cards)
    whole = best_arrangement(cards, going_out(rules))
    hand = whole._hand
    # No card does more than a joker unless a limit or a pure run tells them apart.
    is_free = rules.wild_limit == "any" and not rules.needs_runs
    if is_free and len(cards) < MOST_CARDS and not discards_going_out((*cards, JOKER), rules):
        return {}
    cover = _Cover(hand, rules)
    throw_order = hand.rules.throw_order.__getitem__
    goes_first: dict[int, int] = {}
    for kind in sorted(dict.fromkeys(hand.kinds), key=throw_order):
        unknown = [drawn for drawn in cover.draws if drawn not in goes_first]
        goes_first |= dict.fromkeys(cover.drawn_with((kind,), unknown), kind)
    found = {}
    for drawn in cover.draws:
        # If everything is melded, the drawn card can be discarded too.
        thrown = [] if whole._cost else [drawn]
        thrown += [goes_first[drawn]] if drawn in goes_first else []
        if thrown:
            first = min(thrown, key=throw_order)
            found[hand.rules.cards[drawn]] = hand.rules.cards[first]
    return found


def discards_by_outs(
    held: Iterable[Card], rules: RoundRules, unseen: Mapping[Card, int]
) -> list[Discard]:
    """Every different discard: the fewest points left first, then the most outs kept.

    ``unseen`` is how many of each card may still be drawn, and outs are counted with it; the
    ``outs`` of a discard are the kinds of cards, in order. If all other cards are melded, every
    card is an out. Raises CardError as ``best_arrangement`` does.
    """
    held = tuple(held)
    hand = best_arrangement(held, rules)._hand
    cover = _Cover(Hand(hand.kinds, solver_rules(going_out(rules))), rules)
    melded = {hand.rules.kind_of[card] for card in discards_going_out(held, rules)}
    points: dict[int, int] = {}
    for kind in sorted(dict.fromkeys(hand.kinds), key=hand.rules.throw_order.__getitem__):
        rest = best_below(hand.without(kind), NO_LIMIT)
        assert rest is not None, "leaving every card is always possible"
        points[kind] = rest.points
    outs_of = {kind: {*cover.draws} if kind in melded else set() for kind in points}
    for kind in outs_of if rules.knock else ():
        rest_of = map(hand.rules.cards.__getitem__, hand.without(kind).kinds)
        drawn = _knocking(tuple(rest_of), rules, unseen)
        outs_of[kind] = set(map(hand.rules.kind_of.__getitem__, drawn))
    for pair in dict.fromkeys(combinations(hand.kinds, 2)):
        if not (rules.knock or melded.issuperset(pair)):
            known = outs_of[pair[0]] & outs_of[pair[1]]
            drawable = cover.drawn_with(pair, [kind for kind in cover.draws if kind not in known])
            for kind in pair:
                outs_of[kind] |= drawable
    found = []
    for kind, drawable in outs_of.items():
        cards = [hand.rules.cards[drawn] for drawn in cover.draws if drawn in drawable]
        kept = tuple([card for card in cards if unseen.get(card, 0)])
        found.append(Discard(hand.rules.cards[kind], points[kind], kept))
    return sorted(found, key=lambda kept: (kept.points, -sum(map(unseen.__getitem__, kept.outs))))


def _knocking(cards: Sequence[Card], rules: RoundRules, draws: Iterable[Card]) -> dict[Card, Card]:
    """The draws that let a hand knock, each with the discard that leaves the least."""
    best = {drawn: best_discard((*cards, drawn), rules) for drawn in draws}
    return {drawn: card for drawn, (card, rest) in best.items() if rest.points <= rules.knock}


class _Cover:
    """Whether *all* of some cards of a hand meld: each natural card in turn must find a group.

    The result for some cards is a number with a field for each draw, the lowest for no draw: its
    bits are the numbers of wilds that meld with these cards and the drawn one. So one search
    answers for all draws, and a result stays valid whatever else is thrown.

    The groups are those of every part of the hand with one more wild: a run may pass any card,
    because that card may be thrown away. They are listed by their first natural card: their cards
    and, by the number of wilds, the draws that they lack, as the units of their fields.

    Where a hand must have runs, each draw that melds is asked about again.
    """

    def __init__(self, hand: Hand, of_round: RoundRules) -> None:
        self.with_runs = hand
        if of_round.needs_runs:
            hand = Hand(hand.kinds, solver_rules(replace(of_round, sequences=0, pure_sequences=0)))
        self.hand = hand
        self.rules = rules = hand.rules
        self.draws = [rules.kind_of[card] for card in dict.fromkeys(of_round.pack)]
        self.most = len(hand.wilds) + 1
        self.none = (1 << self.most + 1) - 1
        self.every = sum(map(self.unit, range(-1, len(rules.cards))))
        self.naturals = rules.below_1 & ~rules.own_fields
        # Three wilds or more may be a meld of their own.
        alone = self.none & -1 << SMALLEST | 1 if rules.limit == "any" else 1
        self.groups: dict[int, list[tuple[int, Draws]]] = defaultdict(list)
        self.known: dict[int, int] = {}
        draws_of = self._draws_of_cards()
        self.wilds_alone = alone | self._together(alone, draws_of.pop(0, []))
        for cards, draws in draws_of.items():
            self.groups[first_field(cards & self.naturals)].append((cards, draws))

    def unit(self, drawn: int) -> int:
        """The lowest bit of the field of a draw; -1 stands for no draw."""
        return 1 << (self.most + 1) * (drawn + 1)

    def _draws_of_cards(self) -> dict[int, Draws]:
        """The cards of each group, whole or short of one card, with the draws that complete it."""
        rules = self.rules
        ranks: dict[int, list[int]] = defaultdict(list)
        suits: dict[int, frozenset[int]] = defaultdict(frozenset)
        for kind in self.hand.kinds:
            if rules.unit_of[kind]:
                ranks[rules.rank_of[kind]].append(kind)
                suits[rules.suit_of[kind]] |= {kind}
        found: dict[int, list[int]] = defaultdict(lambda: [0] * (self.most + 1))

        def add(groups: Iterable[Group], without: int, draw: int) -> None:
            for _, _, need, room, cards, _, _ in groups:
                if cards & COUNT * without or not without:
                    for wilds in range(need, room + 1):
                        found[cards - without][wilds] |= draw

        @cache
        def runs(kinds: frozenset[int]) -> list[Group]:
            # Drawing another card of a held kind makes no new run possible.
            spots = [spot for kind in kinds for spot in rules.spots_of[kind]]
            return list_runs(spots, self.most, EVERY, EVERY, rules.line_of[min(kinds)], rules)

        for held in ranks.values():
            add(list_sets(held, self.most, rules), 0, 1)
        for of_suit in suits.values():
            add(runs(of_suit), 0, 1)
        for drawn in self.draws:
            if unit := rules.unit_of[drawn]:
                of_rank = sorted([*ranks[rules.rank_of[drawn]], drawn])
                add(list_sets(of_rank, self.most, rules), unit, self.unit(drawn))
                add(runs(suits[rules.suit_of[drawn]] | {drawn}), unit, self.unit(drawn))
        return {
            cards: [(wilds, units) for wilds, units in enumerate(draws) if units]
            for cards, draws in found.items()
        }

    def drawn_with(self, thrown: tuple[int, ...], draws: Iterable[int]) -> set[int]:
        """The draws that meld with all the cards except those thrown."""
        hand, wilds = self.hand, self.rules.wilds
        found = self._ways(hand.number - sum(map(self.rules.unit_of.__getitem__, thrown)))
        spare = len(hand.wilds) - sum(kind in wilds for kind in thrown)
        drawn = {
            kind
            for kind in draws
            if found & self.unit(kind) << spare + (kind in wilds)
            or (kind in wilds and found & 1 << spare + 1)
        }
        if self.with_runs is hand:
            return drawn
        kept = Counter(hand.kinds) - Counter(thrown)
        rules = self.with_runs.rules
        hands = {kind: Hand(sorted([*kept.elements(), kind]), rules) for kind in drawn}
        return {kind for kind, held in hands.items() if best_below(held, 1) is not None}

    def _ways(self, free: int) -> int:
        """The result for the cards in ``free``."""
        if free not in self.known:
            left, guard = free & self.naturals, self.rules.guard
            guarded, found = free + guard, 0 if left else self.wilds_alone
            for cards, draws in self.groups.get(first_field(left), ()):
                if guarded - cards & guard == guard and (rest := self._ways(free - cards)):
                    found |= self._together(rest, draws)
            self.known[free] = found
        return self.known[free]

    def _together(self, rest: int, draws: Draws) -> int:
        """The result for cards and groups of the same cards, from the result for the rest."""
        found, undrawn = 0, rest & self.none
        for wilds, units in draws:
            fitting = self.none >> wilds
            # The drawn card is in the group or in the rest.
            found |= (undrawn & fitting) * units << wilds
            if units & 1:
                found |= (rest & fitting * self.every) << wilds
        return found


def first_field(cards: int) -> int:
    """The index of the first card's field; -1 if there are no cards."""
    return ((cards & -cards).bit_length() - 1) // BITS
