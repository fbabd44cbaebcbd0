"""The loose cards of a hand, those in no meld without wilds, and what wilds can make of them."""

from scorekeeper.solver.naturals import Naturals
from scorekeeper.solver.numbers import BYTE
from scorekeeper.solver.tables import FINE, Tables

MOST_CLAIMS = 60
"""Claims that are made before the hand is left to the walk: cards held twice double them."""

MOST_TRIES = 40
"""Claims that are tried before the hand is left to the walk."""

WIDEST = 3
"""A wider gap needs as many wilds as the cards at its two ends for themselves."""

SET, RUN, TAIL, HELPED = range(4)
"""What loose cards would be: a set, a run, one that goes on with a run a place beyond its end, or
cards that take a helper out of its meld."""

Claim = tuple[int, int, int, int, int]
"""Loose cards that wilds can make a meld.

That is: their worth for each wild, rounded up; the wilds; their worth; the cards, as bits; and what
they would be. The worth is ``FINE`` times what they cost left over, and one less with a helper.
"""

OpenRun = tuple[int, int, int, int]
"""Loose cards of a suit that could go on: the wilds in their gaps, their worth, the cards, and what
they would be."""


class Loose:
    """The cards that are left beside melds without wilds, and what so many wilds can make of them.

    ``cards`` has the top bit of the byte of each (see ``Tables``), ``twice`` that of those left
    twice; their second card is the bit below, and ``bits`` are all. ``claims`` is empty until
    something is claimed.
    """

    __slots__ = ("bits", "cards", "claims", "tables", "twice", "wilds")

    def __init__(self, left: int, wilds: int, tables: Tables) -> None:
        self.tables = tables
        self.wilds = wilds
        self.cards = cards = left + tables.below_1 & tables.tops
        self.twice = twice = left + tables.below_2 & tables.tops
        self.bits = cards | twice >> 1
        self.claims: list[Claim] = []

    def claim(self, helping: int = 0, in_runs: int = 0, no_run: int = 0, no_set: int = 0) -> None:
        """Claim what wilds can make of the cards alone and beside those ``helping``.

        For the four kinds of cards see ``Naturals``.
        """
        self._claim_sets(no_set)
        self._claim_runs(helping, in_runs, no_run)

    def claim_beside(self, way: Naturals) -> None:
        """Claim each card that one wild could put beside a helper, or at the end of a run."""
        tables, helping = self.tables, way.helping
        tails = 0
        for _, run in way.melds:
            if run:
                tails |= 128 << BYTE * (run[-1] + 2)
                if run[0] > 1:
                    tails |= 128 << BYTE * (run[0] - 2)
        near = helping << BYTE | helping >> BYTE | helping << 2 * BYTE | helping >> 2 * BYTE
        near = (near | tails) & ~way.no_run
        if way.in_runs:
            ranks = (helping >> 7) % tables.by_rank + tables.below_1 & tables.tops
            near |= ranks * tables.of_rank & ~way.no_set
        near &= self.cards
        while near:
            one = near & -near
            near ^= one
            worth = tables.worth_at[one.bit_length() // BYTE - 1]
            if one & tails:
                self.claims.append((worth, 1, worth, one, TAIL))
            else:
                self.claims.append((worth - 1, 1, worth - 1, one, HELPED))
            if one & self.twice:
                self.claims.append((worth - 1, 1, worth - 1, one >> 1, HELPED))

    def dearest(self) -> tuple[tuple[Claim, ...], bool]:
        """The claims of the most worth for the wilds, no card in two of them, and if that is sure.

        It is not where there are too many, or where it took too many tries.
        """
        claims = self.claims
        is_sure = len(claims) <= MOST_CLAIMS
        if self.wilds <= 1:
            return (max(claims),) if claims else (), is_sure
        claims.sort(reverse=True)
        best = tries = 0
        found: tuple[Claim, ...] = ()
        # What is tried next: the claims from there on, with the wilds and the cards left.
        waiting = [(0, self.wilds, self.bits, 0, found)]
        while waiting:
            first, wilds, free, total, chosen = waiting.pop()
            for i in range(first, len(claims)):
                claim = claims[i]
                each, need, worth, cards, _ = claim
                if total + wilds * each <= best:
                    break
                if need <= wilds and cards & free == cards:
                    tries += 1
                    if tries > MOST_TRIES:
                        return found, False
                    waiting.append((i + 1, wilds, free, total, chosen))
                    wilds -= need
                    free ^= cards
                    total += worth
                    chosen += (claim,)
                    if total > best:
                        best, found = total, chosen
                        if not free and not total % FINE:
                            # All of them, and without a helper: no choice is better.
                            return found, True
        return found, is_sure

    def may_pass(self, helping: int) -> bool:
        """Whether it could be best for a run to pass a card that another run takes.

        Then both go on from a card that is left twice to the next, fill with wilds what is missing
        there, and one fills the place of the card as well. If three places are missing, two cards
        for two wilds each are as good.
        """
        twice = self.twice if self.wilds >= 3 else 0
        while twice & twice - 1:
            one = twice & -twice
            twice ^= one
            between = (twice & -twice) - 2 * one
            passed = (self.cards & between).bit_count()
            there = passed + (helping & between).bit_count()
            missing = between.bit_count() // BYTE - there
            if passed and missing < 3 and 2 * missing + 1 <= self.wilds:
                return True
        return False

    def _claim_sets(self, no_set: int) -> None:
        """Claim each pair of a rank for one wild."""
        tables, cards, twice = self.tables, self.cards & ~no_set, self.twice
        ranks = (cards >> 7) % tables.by_rank
        if twice:
            ranks += (twice >> 7) % tables.by_rank
        pairs = ranks + tables.below_2 & tables.tops
        while pairs:
            one = pairs & -pairs
            pairs ^= one
            worth = 2 * tables.worth_at[one.bit_length() // BYTE - 1]
            pair = cards & one * tables.of_rank
            pair |= (pair & twice) >> 1
            if pair.bit_count() == 2:
                self.claims.append((worth, 1, worth, pair, SET))
                continue
            # Three of a set that was taken apart: they are not to be a set again.
            rest = pair
            while rest:
                third = rest & -rest
                rest ^= third
                self.claims.append((worth, 1, worth, pair ^ third, SET))

    def _claim_runs(self, helping: int, in_runs: int, no_run: int) -> None:
        """Claim each card for two wilds, and for fewer what lies near each other in a suit.

        A run takes every loose card that it passes, and helpers where they spare wilds.
        """
        wilds, claims, worth_at = self.wilds, self.claims, self.tables.worth_at
        widest = wilds if wilds < WIDEST else WIDEST
        rest, twice = self.cards, self.twice
        if wilds == 1:
            near = rest | helping
            rest &= near << BYTE | near >> BYTE | near << 2 * BYTE | near >> 2 * BYTE
        runs: list[OpenRun] = []
        last = -1
        while rest and len(claims) <= MOST_CLAIMS:
            one = rest & -rest
            rest ^= one
            at = one.bit_length() // BYTE - 1
            before = len(claims)
            worth = worth_at[at]
            if wilds > 1:
                claims.append((worth >> 1, 2, worth, one, SET))
            if one & no_run:
                continue
            gap = at - last - 1
            last = at
            helpers = 0
            if gap and runs and helping:
                between = helping & one - 1 & -(one >> BYTE * gap)
                if between & in_runs:
                    # To go on with those runs on both sides needs no more.
                    runs = []
                helpers = between.bit_count()
            if gap - helpers > widest:
                runs = []
            elif helpers:
                helped = [(gaps - helpers, total, cards, HELPED) for gaps, total, cards, _ in runs]
                runs = runs + helped if gap <= widest else helped
            grown = [(0, worth, one, RUN)]
            for gaps, total, cards, sort in runs:
                gaps += gap
                if gaps <= wilds:
                    need = gaps or 1
                    total += worth
                    cards |= one
                    grown.append((gaps, total, cards, sort))
                    if sort == HELPED:
                        claims.append((-((1 - total) // need), need, total - 1, cards, sort))
                    else:
                        claims.append((-(-total // need), need, total, cards, sort))
            if one & twice:
                both = one | one >> 1
                grown += [(gaps, total, cards ^ both, sort) for gaps, total, cards, sort in grown]
                claims += [
                    (each, need, total, cards ^ both, sort)
                    for each, need, total, cards, sort in claims[before:]
                ]
            runs = grown
