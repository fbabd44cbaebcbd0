"""Arrangements that are found at once: melds without wilds, and the best of the rest for the wilds.

Three neighbours of a suit or three of a rank are a meld by themselves. Where all such cards can be
in melds at once, what is left to ask is which of the others, the *loose* ones, the wilds should
meld. Most hands are so, and need no walk.

Why that is the best: every arrangement saves at most all the cards that can be in melds without
wilds, and of the loose ones those that its wilds pay for. The claims on the wilds ask no more for
them than any arrangement must pay, since a loose card with such a meld near is also tried as if a
card of the meld were free to help it. So if the dearest claims need no helper, nothing saves more.
If they do, the meld of the helper stays as it is or a card leaves it, and both are looked at, as
long as helpers could make it better than what is known.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.solver.groups import Group
from scorekeeper.solver.loose import HELPED, SET, TAIL, WIDEST, Claim, Loose
from scorekeeper.solver.naturals import (
    Natural,
    Naturals,
    aces_placed,
    beside,
    melds_of_a_knot,
    separate_melds,
    ways_to_meld,
)
from scorekeeper.solver.numbers import BYTE
from scorekeeper.solver.one_wild import dearest_group
from scorekeeper.solver.tables import FINE, Tables

MOST_PLACED = 2
"""Ways to place aces that could be at either end of the line, before the walk looks at the rest."""

MOST_QUESTIONS = 4
"""Melds of which it is asked whether they stay, before the hand is left to the walk."""


class Choice(NamedTuple):
    """What the wilds take beside some melds, and the cards that are left then, as bits."""

    left: int
    claims: Sequence[Claim]
    melds: Sequence[Natural]


def groups_at_once(hand: int, tables: Tables, below: int) -> tuple[list[Group] | None, bool]:
    """The groups of a good arrangement of a hand, and whether it is sure that none is better.

    It may cost as much as a bound or more; None where it was not even looked for because of that.
    There must be room for every wild as soon as there is a meld.
    """
    naturals = hand & tables.naturals
    if not naturals:
        return None, False
    wilds = hand >> tables.wilds_at & 255
    if tables.ace_twice:
        placed = aces_placed(naturals, min(wilds, WIDEST) + 1, tables)
        ways = [way for one in placed[:MOST_PLACED] for way in ways_to_meld(one, tables)]
        choice, is_sure = _Search(wilds, tables).best(ways, below * FINE)
        if len(placed) > MOST_PLACED:
            is_sure = choice is not None and not choice.left
    else:
        held = naturals + tables.below_1 & tables.tops
        starts = held & held >> BYTE & held >> 2 * BYTE
        ranks = naturals % tables.by_rank
        threes = ranks + tables.below_3 & tables.tops
        if not (starts or threes):
            # No cards are a meld by themselves: half of all hands end here.
            if not wilds:
                return [], True
            if wilds == 1:
                group = dearest_group(naturals, held, ranks, tables)
                return [group] if group else [], True
            return _groups_of_loose(naturals, wilds, tables)
        melds = separate_melds(naturals, starts, threes, tables)
        if melds is None:
            ways = melds_of_a_knot(naturals, tables)
            choice, is_sure = _Search(wilds, tables).best(ways, below * FINE)
        elif not wilds:
            return [_group(meld, tables) for meld in melds], True
        else:
            way = beside(naturals, melds, tables)
            choice, is_sure = _Search(wilds, tables).one(way, below * FINE)
    if choice is None:
        return None, is_sure
    groups = [_group(meld, tables) for meld in choice.melds]
    for claim in choice.claims:
        claimed = _claimed(claim, tables)
        if claim[4] == TAIL:
            _lengthen(groups, claimed, tables)
        else:
            groups.append(claimed)
    return groups, is_sure


def _groups_of_loose(cards: int, wilds: int, tables: Tables) -> tuple[list[Group], bool]:
    """The groups of cards of which none are a meld by themselves, and whether they are the best."""
    loose = Loose(cards, wilds, tables)
    loose.claim()
    claims, is_sure = loose.dearest()
    return [_claimed(claim, tables) for claim in claims], is_sure and not loose.may_pass(0)


class _Search:
    """The search for the best choice of so many wilds; ``questions`` are those still to be asked.

    Its answers are a choice that leaves less worth than a bound, None where none was found, and
    whether it is sure that none is better.
    """

    __slots__ = ("questions", "tables", "wilds")

    def __init__(self, wilds: int, tables: Tables) -> None:
        self.wilds = wilds
        self.tables = tables
        self.questions = MOST_QUESTIONS

    def best(self, ways: Iterable[Naturals], below: int) -> tuple[Choice | None, bool]:
        """The choice that leaves the least beside melds that lie in one of some ways.

        Of equals the one with fewer wilds in runs, which are harder to see than those in sets, and
        then the first.
        """
        best, least = None, (below, 0)
        all_sure = True
        for way in ways:
            choice, is_sure = self.one(way, least[0])
            all_sure = all_sure and is_sure
            if choice is not None:
                if not choice.left:
                    return choice, True
                in_runs = sum([claim[4] != SET for claim in choice.claims])
                rank = _worth(choice.left, self.tables), in_runs
                if rank < least:
                    best, least = choice, rank
        return best, all_sure

    def one(self, way: Naturals, below: int) -> tuple[Choice | None, bool]:
        """The choice that leaves the least beside some melds."""
        if way.left + self.tables.below_3 & self.tables.tops:
            # Of equal cards only two can be loose.
            return None, False
        loose = Loose(way.left, self.wilds, self.tables)
        if self.wilds:
            if way.melds:
                loose.claim_beside(way)
            loose.claim(way.helping, way.in_runs, way.no_run, way.no_set)
        claims, is_sure = loose.dearest()
        left = with_help = loose.bits
        helped = 0
        for _, _, _, cards, sort in claims:
            with_help ^= cards
            if sort == HELPED:
                helped = cards
            else:
                left ^= cards
        if not helped:
            # Nothing beats melding every card.
            is_sure = not left or (is_sure and way.is_all and not loose.may_pass(way.helping))
            return Choice(left, claims, way.melds), is_sure
        if is_sure and way.is_all and _worth(with_help, self.tables) >= below:
            return None, not loose.may_pass(way.helping)
        helper = _helper(helped, way.separate, self.tables)
        if helper is None or not self.questions:
            return Choice(left, [one for one in claims if one[4] != HELPED], way.melds), False
        self.questions -= 1
        ways = _without_help(way, helper, loose.cards, self.tables)
        choice, all_sure = self.best(ways, below)
        return choice, is_sure and all_sure


def _without_help(way: Naturals, helper: Natural, loose: int, tables: Tables) -> Iterator[Naturals]:
    """The ways in which a meld does not help: it stays, or a card is taken out of it, or all."""
    melds, left, helping, _, separate, *_ = way
    others = [meld for meld in separate if meld is not helper]
    helping &= ~(helper[0] + tables.below_1)
    yield way._replace(helping=helping, separate=others)
    lying = [meld for meld in melds if meld is not helper]
    cards, run = helper
    # The rest of dividing by 255 is the sum of the bytes.
    if cards % 255 == 3:
        yield way._replace(melds=lying, left=left + cards, helping=helping, separate=others)
        return
    # Of a run an end, for itself or so that the next card can go. Of a set one that could help
    # what is loose, or what may yet be.
    if run:
        going = 1 << BYTE * run[0] | 1 << BYTE * run[-1]
    else:
        for meld, _ in others:
            loose |= meld + tables.below_1 & tables.tops
        going = (_near(loose, tables) & cards + tables.below_1) >> 7
    while going:
        one = going & -going
        going ^= one
        # Of a run the low end goes first.
        rest = cards - one, run[1:] if going else run[:-1]
        yield way._replace(
            melds=[*lying, rest],
            left=left + one,
            helping=helping | (rest[0] + tables.below_1 & tables.tops),
            separate=[*others, rest],
        )


def _near(cards: int, tables: Tables) -> int:
    """The places where a card could help some cards, by the top bits."""
    ranks = (cards >> 7) % tables.by_rank + tables.below_1 & tables.tops
    near = ranks * tables.of_rank
    for places in range(1, WIDEST + 2):
        near |= cards << BYTE * places | cards >> BYTE * places
    return near


def _helper(helped: int, melds: Sequence[Natural], tables: Tables) -> Natural | None:
    """A meld that may help some cards, None if there is none that can be asked about."""
    near = _near((helped | helped << 1) & tables.tops, tables)
    for meld in melds:
        if near & meld[0] + tables.below_1:
            # A longer run could be made two.
            return meld if len(meld[1]) < 7 else None
    return None


def _worth(bits: int, tables: Tables) -> int:
    """What some cards are worth together."""
    worth = 0
    while bits:
        one = bits & -bits
        bits ^= one
        # The bit of a second card is the one below the top of its byte.
        worth += tables.worth_at[(one.bit_length() + 1) // BYTE - 1]
    return worth


def _group(meld: Natural, tables: Tables) -> Group:
    """A meld without wilds as a group."""
    cards, run = meld
    kind_at = tables.kind_at
    if run:
        first, end = run.start, run.stop
        return kind_at[first:end], tables.place_at[first:end], []
    kinds = []
    while cards:
        at = (cards.bit_length() - 1) // BYTE
        cards -= 1 << BYTE * at
        kinds.append(kind_at[at])
    kinds.reverse()
    return kinds, [], []


def _claimed(claim: Claim, tables: Tables) -> Group:
    """Claimed cards as a group, or as the tail of one."""
    _, _, _, bits, sort = claim
    kind_at, place_at = tables.kind_at, tables.place_at
    kinds: list[int] = []
    places: list[int] = []
    while bits:
        length = bits.bit_length()
        bits ^= 1 << length - 1
        # The bit of a second card is the one below the top of its byte.
        at = (length + 1) // BYTE - 1
        kinds.append(kind_at[at])
        places.append(place_at[at])
    kinds.reverse()
    if sort == SET:
        return kinds, [], []
    places.reverse()
    return kinds, places, []


def _lengthen(groups: list[Group], tail: Group, tables: Tables) -> None:
    """Put a tail to its run."""
    beyond, (place, *_), _ = tail
    suit = beyond[0] // tables.ranks
    for kinds, places, _ in groups:
        if places and kinds[0] // tables.ranks == suit:
            if places[-1] == place - 2:
                kinds += beyond
                places += tail[1]
                return
            if places[0] == place + 2:
                kinds[:0] = beyond
                places[:0] = tail[1]
                return
    raise AssertionError("the run is there of which it is the tail")
