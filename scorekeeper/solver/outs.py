"""The cards that let a player go out with the next draw, and what each discard keeps of them.

A drawn card lets a player go out when some discard then leaves all the other cards melded. A draw
matters only by its kind, and cards that can be nothing but wild are all one kind. Most hands are
far from it, and of others most discards are. Such are told first, by a draw that may stand for any
card at all, where no limit is on wilds: what not even this one melds, no card does.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from scorekeeper.cards import Card
from scorekeeper.melds import SMALLEST
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver.arrangement import arranged, best_below
from scorekeeper.solver.groups import Group, Hand, list_runs, list_sets
from scorekeeper.solver.kinds import BITS, COUNT
from scorekeeper.solver.rules import NO_LIMIT, solver_rules
from scorekeeper.solver.search import cheapest

Thrown = tuple[int, ...]
"""The kinds that go: the discard to be, after the draw also the one that is made now."""

Part = tuple[int, int, int]
"""A group: the wilds that it needs, those that it has room for, and its cards as a number."""

EVERY = -1
"""The cards that a run may pass: all."""


class Discard(NamedTuple):
    """A card to throw away, the points that the rest leaves, and the cards that then go out."""

    card: Card
    points: int
    outs: tuple[Card, ...]


def outs(cards: Iterable[Card], rules: RoundRules) -> dict[Card, Card]:
    """Every card of the game with which a hand goes out, in order, and the discard then.

    Of several discards it is a natural card before a wild, then the dearest. How many of a card
    the packs hold is not asked. Raises CardError as ``best_arrangement`` does.
    """
    hand, whole = arranged(cards, rules)
    draws = _Draws(hand, rules, 1)
    found = {}
    for drawn in draws.kinds:
        # Where all is melded the drawn card can go as well.
        thrown = draws.possible if whole._cost else [(drawn,), *draws.possible]
        for (kind,) in sorted(thrown, key=draws.turn):
            if (kind == drawn and not whole._cost) or draws.goes_out(drawn, (kind,)):
                found[hand.rules.cards[drawn]] = hand.rules.cards[kind]
                break
    return found


def discards_by_outs(
    held: Iterable[Card], rules: RoundRules, unseen: Mapping[Card, int]
) -> list[Discard]:
    """Every different discard: the fewest points left first, then the most outs kept.

    ``unseen`` is how many of each card may be drawn next, and outs are counted by these; the
    ``outs`` of a discard are its kinds of cards, in order. Where all other cards are melded, every
    card is one. Raises CardError as ``best_arrangement`` does.
    """
    hand, _ = arranged(held, rules)
    known = hand.rules
    draws = _Draws(hand, rules, 2)
    kinds = [kind for kind in draws.kinds if unseen.get(known.cards[kind], 0)]
    found = []
    for kind in sorted(dict.fromkeys(hand.kinds), key=lambda kind: draws.turn((kind,))):
        rest = best_below(hand.without(kind), NO_LIMIT)
        assert rest is not None, "leaving every card is always possible"
        pairs = [pair for pair in draws.possible if kind in pair]
        kept = [
            known.cards[drawn]
            for drawn in kinds
            if not rest._cost or any(draws.goes_out(drawn, pair) for pair in pairs)
        ]
        found.append(Discard(known.cards[kind], rest.points, tuple(kept)))
    return sorted(found, key=lambda kept: (kept.points, -sum(map(unseen.__getitem__, kept.outs))))


class _Draws:
    """A hand with each card that may be drawn, and so many cards to throw away.

    ``kinds`` are the cards of the game, ``possible`` what may be thrown so that a draw melds all
    the others, as far as that is known before one is looked at.
    """

    def __init__(self, hand: Hand, rules: RoundRules, count: int) -> None:
        known = hand.rules
        self.rules, self.cover = known, _Cover(hand)
        self.kinds = [known.kind_of[card] for card in dict.fromkeys(rules.pack)]
        self.known: dict[tuple[int, Thrown], bool] = {}
        any_card = solver_rules(replace(rules, wild_limit="any", joker_points=0))
        drawn = Hand([*hand.kinds, any_card.joker], any_card)
        thrown = list(dict.fromkeys(combinations(hand.kinds, count)))
        costs = [sum(map(any_card.costs.__getitem__, kinds)) for kinds in thrown]
        # With these left over, all the cards leave no less than they must.
        least = cheapest(drawn, max(costs, default=0) + 1)
        cover = _Cover(drawn)
        self.possible = [
            kinds
            for kinds, cost in zip(thrown, costs, strict=True)
            if least and cost >= least[0] and cover.melds_without(kinds)
        ]
        self.possible.sort(key=self.turn)

    def turn(self, thrown: Thrown) -> list[tuple[bool, int]]:
        """When a player would throw these: natural cards first, the dearest first."""
        return sorted((kind in self.rules.wilds, -self.rules.costs[kind]) for kind in thrown)

    def goes_out(self, drawn: int, thrown: Thrown) -> bool:
        """Whether all the cards meld, the drawn one among them, but for those thrown."""
        if not self.rules.unit_of[drawn]:
            drawn = self.rules.joker  # one wild is as good as another
        asked = drawn, thrown
        if asked not in self.known:
            self.known[asked] = self.cover.melds_without(thrown, drawn)
        return self.known[asked]


class _Cover:
    """Whether *all* of some cards of a hand meld: each natural card in turn must find a group.

    The groups are those of every part of the hand with one wild more: a run may pass any card, as
    that may be thrown away. What is found of some cards is kept from one draw to the next.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.rules = rules = hand.rules
        self.naturals = rules.below_1 & ~rules.own_fields
        self.alone = SMALLEST if rules.limit == "any" else NO_LIMIT
        self.known: dict[tuple[int, int, int], bool] = {}
        self.groups: dict[int, list[Part]] = {}
        for part in self._parts(hand.kinds):
            self.groups.setdefault(first_field(part[2] & self.naturals), []).append(part)
        self.with_drawn: dict[int, list[Part]] = {}

    def _parts(self, kinds: Iterable[int]) -> list[Part]:
        """The groups of these kinds, whatever else is held."""
        rules, wilds = self.rules, len(self.hand.wilds) + 1
        groups: list[Group] = []
        kinds = [kind for kind in kinds if rules.unit_of[kind]]
        for rank in {rules.rank_of[kind] for kind in kinds}:
            list_sets([kind for kind in kinds if rules.rank_of[kind] == rank], wilds, rules, groups)
        for suit in {rules.suit_of[kind] for kind in kinds}:
            held = {kind for kind in kinds if rules.suit_of[kind] == suit}
            spots = [spot for kind in held for spot in rules.spots_of[kind]]
            list_runs(spots, wilds, EVERY, EVERY, rules.lines[suit], rules, groups)
        return list(dict.fromkeys((need, room, cards) for _, _, need, room, cards, _, _ in groups))

    def melds_without(self, thrown: Thrown, drawn: int | None = None) -> bool:
        """Whether all the cards meld but for those thrown, together with one that is drawn."""
        hand, rules = self.hand, self.rules
        free = hand.number - sum(map(rules.unit_of.__getitem__, thrown))
        spare = len(hand.wilds) - sum(kind in rules.wilds for kind in thrown)
        if drawn is None or drawn in rules.wilds:
            spare += drawn is not None
            if self._melds(free, spare, spare):
                return True
        if drawn is None:
            return False
        if drawn not in self.with_drawn:
            self.with_drawn[drawn] = self._parts_with(drawn)
        return any(self._melds_after(part, free, spare, spare) for part in self.with_drawn[drawn])

    def _parts_with(self, drawn: int) -> list[Part]:
        """The groups that a drawn card can be in as itself, without it."""
        rules, unit = self.rules, self.rules.unit_of[drawn]
        rank, suit = rules.rank_of[drawn], rules.suit_of[drawn]
        near = [k for k in self.hand.kinds if rules.rank_of[k] == rank or rules.suit_of[k] == suit]
        found = self._parts(sorted([*near, drawn]))
        return [(need, room, cards - unit) for need, room, cards in found if cards & COUNT * unit]

    def _melds(self, free: int, spare: int, over: int) -> bool:
        """Whether cards meld with so many wilds to spare; ``over`` have no room in a group yet."""
        state = free, spare, over
        if state not in self.known:
            left = free & self.naturals
            self.known[state] = (not left and (over == 0 or spare >= self.alone)) or any(
                self._melds_after(part, free, spare, over)
                for part in self.groups.get(first_field(left), ())
            )
        return self.known[state]

    def _melds_after(self, part: Part, free: int, spare: int, over: int) -> bool:
        """Whether the cards meld that a group leaves; False where they do not have it."""
        need, room, cards = part
        guard = self.rules.guard
        if need > spare or free + guard - cards & guard != guard:
            return False
        return self._melds(free - cards, spare - need, max(0, over - room))


def first_field(cards: int) -> int:
    """The field of the first of some cards; -1 for none."""
    return ((cards & -cards).bit_length() - 1) // BITS
