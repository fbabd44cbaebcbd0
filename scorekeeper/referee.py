"""Does a claim to go out stand? If not, every reason, and what would make a difference.

The referee never asks the solver. It searches on its own, plainly: can *all* of these cards be
melded? Whether a group is a meld it leaves to ``melds``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from scorekeeper.cards import JOKER, Card, spell
from scorekeeper.errors import listed
from scorekeeper.melds import SMALLEST, Meld, Objection, judge_meld, may_stand_as_itself
from scorekeeper.rules import RoundRules, RuleSet


class WayOut(NamedTuple):
    """A discard (None where it is gone already) and melds of all the other cards."""

    card: Card | None
    melds: tuple[Meld, ...]


class Verdict(NamedTuple):
    """What the referee says of a claim.

    ``stands``: yes. Else ``hand_goes_out`` tells whether the same cards go out laid otherwise.
    ``ways`` has each discard that goes out once, sorted; only the named one where it goes out.
    ``objections`` are all there are. ``would_stand`` and ``would_fall`` name the neighbouring
    readings of the rules that would turn the verdict.
    """

    stands: bool
    hand_goes_out: bool
    held: tuple[Card, ...]
    rules: RoundRules
    ways: tuple[WayOut, ...]
    objections: tuple[Objection, ...]
    would_stand: tuple[str, ...] = ()
    would_fall: tuple[str, ...] = ()


def judge_going_out(
    held: Sequence[Card],
    rules: RoundRules,
    *,
    melds: Sequence[Sequence[Card]] | None = None,
    discard: Card | None = None,
    neighbours: Mapping[str, RoundRules] | None = None,
) -> Verdict:
    """Judge a claim to go out with the cards ``held`` after the draw.

    A bare hand goes out if some discard leaves every other card in a meld; a named ``discard``
    must do so itself; ``melds`` are judged as they lie. Where the round is known, exactly
    ``deal`` cards mean that the discard is gone. ``neighbours`` are other readings by name; by
    default those that need no other round (``neighbouring_readings`` has them all).
    """
    claim = _Claim(
        rules.in_order(held),
        None if melds is None else tuple(map(tuple, melds)),
        discard,
    )
    objections = claim.objections(rules)
    ways = claim.ways(rules)
    readings = _other_readings(rules) if neighbours is None else neighbours
    turned = tuple(
        name for name, other in readings.items() if bool(objections) == claim.stands(other)
    )
    return Verdict(
        stands=not objections,
        hand_goes_out=bool(ways),
        held=claim.held,
        rules=rules,
        ways=ways,
        objections=objections,
        would_stand=turned if objections else (),
        would_fall=() if objections else turned,
    )


def neighbouring_readings(game: RuleSet, rules: RoundRules) -> dict[str, RoundRules]:
    """The readings that tables confuse with ``rules``, by name."""
    readings = {}
    for name, number in (
        ("previous-wild", (rules.number or 0) - 1),
        ("next-wild", (rules.number or -1) + 1),
    ):
        if 1 <= number <= len(game.specs) and game.specs[number - 1].wild != rules.wild:
            readings[name] = rules.with_wild(game.specs[number - 1].wild)
    return {**readings, **_other_readings(rules)}


def _other_readings(rules: RoundRules) -> dict[str, RoundRules]:
    """Neighbouring readings of the house rules themselves, as KEY=VALUE."""
    changes: list[dict[str, object]] = []
    if "A" in rules.ranks:
        changes += [{"ace_runs": value} for value in ("low", "both") if value != rules.ace_runs]
    limits = ("any", "natural", "half", "one")
    changes += [{"wild_limit": value} for value in limits if value != rules.wild_limit]
    if rules.wild_limit != "any":
        changes.append({"wild_as_rank": not rules.wild_as_rank})
    return {_name(change): replace(rules, **change) for change in changes}  # type: ignore[arg-type]


def _name(change: Mapping[str, object]) -> str:
    ((key, value),) = change.items()
    return f"{key}={str(value).lower()}"


class _Claim(NamedTuple):
    """The cards of a claim, and the melds and the discard where they are named."""

    held: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...] | None
    discard: Card | None

    def stands(self, rules: RoundRules) -> bool:
        return not self.objections(rules)

    def objections(self, rules: RoundRules) -> tuple[Objection, ...]:
        found = list(self._object_to_size(rules))
        if self.discard is not None and self.discard not in self.held:
            because = f"{spell(self.discard)} is not among the cards held"
            found.append(Objection("not-held", because, "a discard from the hand", (self.discard,)))
        elif self.melds is None:
            found += self._object_to_hand(rules)
        if self.melds is not None:
            found += self._object_to_melds(rules)
        return tuple(found)

    def _is_gone(self, rules: RoundRules) -> bool:
        """Whether the discard has left the hand already."""
        return rules.deal is not None and len(self.held) == rules.deal and self.discard is None

    def _object_to_size(self, rules: RoundRules) -> Iterator[Objection]:
        if rules.deal is None and len(self.held) <= SMALLEST:
            because = f"{len(self.held)} cards are too few for a meld and a discard"
            yield Objection("hand-size", because, f"{SMALLEST + 1} cards or more")
        if rules.deal is None or self._is_gone(rules) or len(self.held) == rules.deal + 1:
            return
        because = f"{len(self.held)} cards: after the draw a player holds {rules.deal + 1}"
        yield Objection("hand-size", because, f"{rules.deal + 1} cards, one of them to discard")

    def _object_to_hand(self, rules: RoundRules) -> Iterator[Objection]:
        """For cards that nobody has laid out: some melds must take them all."""
        if self._is_gone(rules):
            if meld_all(self.held, rules) is None:
                yield Objection("deadwood", "not every card is in a meld")
        elif self.discard is None:
            if not any(True for _ in _all_ways(self.held, rules)):
                because = "no discard leaves every other card in a meld"
                if len(self.held) > SMALLEST and meld_all(self.held, rules) is not None:
                    because = f"all {len(self.held)} cards meld, and yet {because}"
                yield Objection("deadwood", because)
        elif meld_all(_without(self.held, self.discard), rules) is None:
            others = [way.card for way in _all_ways(self.held, rules) if way.card]
            because = f"with {spell(self.discard)} discarded not every other card is in a meld"
            legal = f"discard {listed(map(spell, others), 'or')}" if others else ""
            yield Objection("discard" if others else "deadwood", because, legal, (self.discard,))

    def _object_to_melds(self, rules: RoundRules) -> Iterator[Objection]:
        """For melds as they lie: each must be one, and all but one card must be in them."""
        laid = Counter(card for group in self.melds or () for card in group)
        if self.discard is not None:
            laid[self.discard] += 1
        for group in self.melds or ():
            judged = judge_meld(group, rules)
            if not isinstance(judged, Meld):
                # As they were laid, so that the player recognises them.
                yield from (found._replace(cards=group) for found in judged)
        have = Counter(self.held)
        for card in rules.in_order(laid - have):
            if card in have:
                because = f"{spell(card)} lies there more often than it is held"
                yield Objection("used-twice", because, "each card in one meld", (card,))
            elif card != self.discard:
                because = f"{spell(card)} is not among the cards held"
                yield Objection("not-held", because, "cards from the hand", (card,))
        left = rules.in_order((have - laid).elements())
        spare = 0 if self.discard is not None or self._is_gone(rules) else 1
        if len(left) > spare:
            because = f"{listed(map(spell, left))} {'is' if len(left) == 1 else 'are'} in no meld"
            yield Objection("deadwood", because, "all but one card in melds", left)
        elif len(left) < spare:
            yield Objection("discard", "no card is left to discard", "one card beside the melds")

    def ways(self, rules: RoundRules) -> tuple[WayOut, ...]:
        """The ways out that these cards have, only that of the claim where it has one."""
        if any(self._object_to_size(rules)):
            return ()
        if self._is_gone(rules):
            melds = self._as_laid(rules) or meld_all(self.held, rules)
            return () if melds is None else (WayOut(None, melds),)
        named = self.discard
        if named is None and self.melds is not None:
            left = Counter(self.held) - Counter(card for group in self.melds for card in group)
            named = next(iter(left)) if left.total() == 1 else None
        if named is not None and named in self.held:
            melds = self._as_laid(rules) or meld_all(_without(self.held, named), rules)
            if melds is not None:
                return (WayOut(named, melds),)
        return tuple(_all_ways(self.held, rules))

    def _as_laid(self, rules: RoundRules) -> tuple[Meld, ...] | None:
        """The melds on the table where nothing is to be said against them."""
        if self.melds is None or self.objections(rules):
            return None
        judged = [judge_meld(group, rules) for group in self.melds]
        return _sorted([meld for meld in judged if isinstance(meld, Meld)], rules)


def _all_ways(held: tuple[Card, ...], rules: RoundRules) -> Iterator[WayOut]:
    """Every discard that leaves all the others melded.

    Every discard is tried. To arrange the whole hand first and throw its dearest deadwood is
    faster and wrong: 7S 7H 7C 8H 9H TH melds as six cards, and no five of them do.
    """
    judged: _Judged = {}
    for card in rules.in_order(set(held)):
        melds = meld_all(_without(held, card), rules, judged)
        if melds is not None:
            yield WayOut(card, melds)


def _without(cards: tuple[Card, ...], one: Card) -> tuple[Card, ...]:
    at = cards.index(one)
    return cards[:at] + cards[at + 1 :]


def _sorted(melds: Iterable[Meld], rules: RoundRules) -> tuple[Meld, ...]:
    return tuple(sorted(melds, key=lambda meld: rules.in_order_key(meld.cards)))


# ── can all of these cards be melded? ────────────────────────────────────────────────────


def meld_all(
    cards: Sequence[Card], rules: RoundRules, judged: "_Judged | None" = None
) -> tuple[Meld, ...] | None:
    """Melds that hold every one of ``cards``, sorted by their first card, or None.

    ``judged`` keeps what was found of groups from one discard to the next.
    """
    wilds = Counter(card for card in cards if rules.is_wild(card))
    naturals = Counter(card for card in cards if not rules.is_wild(card))
    for as_themselves in _choices_of_naturals(wilds, rules):
        cover = _Cover(rules, wilds - as_themselves, {} if judged is None else judged)
        groups = cover.search(naturals + as_themselves)
        if groups is not None:
            return _sorted(cover.fill(groups), rules)
    return None


def _choices_of_naturals(wilds: Counter[Card], rules: RoundRules) -> Iterator[Counter[Card]]:
    """Every choice of wilds that stand as themselves; only none where they cannot."""
    own = [card for card in wilds if card != JOKER] if may_stand_as_itself(rules) else []
    for counts in product(*(range(wilds[card] + 1) for card in own)):
        yield Counter(dict(zip(own, counts, strict=True)))


class _Group(NamedTuple):
    """Naturals that shall lie in one meld, with the fewest and the most wilds that fit."""

    naturals: tuple[Card, ...]
    fewest: int
    most: int


_Judged = dict[tuple[tuple[Card, ...], int], _Group | None]


class _Cover:
    """The search for groups that hold every natural card, with the wilds of ``pool``."""

    def __init__(self, rules: RoundRules, pool: Counter[Card], judged: _Judged) -> None:
        self.rules = rules
        self.pool = rules.in_order(pool.elements())
        self.failed: set[tuple[tuple[Card, ...], int, int]] = set()
        self.judged = judged

    def search(
        self, naturals: Counter[Card], fewest: int = 0, most: int = 0
    ) -> list[_Group] | None:
        """Groups for all of ``naturals``, given the wilds that earlier groups take; or None."""
        if fewest > len(self.pool):
            return None
        left = self.rules.in_order((+naturals).elements())
        if not left:
            spare = len(self.pool) - fewest
            alone = self.rules.wild_limit == "any" and spare >= SMALLEST
            return [] if len(self.pool) <= most or alone else None
        key = (left, fewest, min(most, len(self.pool)))
        if key in self.failed or 2 * self._loners(left) > len(self.pool) - fewest:
            return None
        # An ace may stand at either end of a run, so it is left to the other cards to fetch it.
        first = next((card for card in left if card.rank != "A"), left[0])
        for group in self._groups_with(first, naturals):
            others = self.search(
                naturals - Counter(group.naturals), fewest + group.fewest, most + group.most
            )
            if others is not None:
                return [group, *others]
        self.failed.add(key)
        return None

    def _groups_with(self, first: Card, naturals: Counter[Card]) -> Iterator[_Group]:
        """Every group that ``first``, the lowest of its suit but for aces, can be in."""
        for cards in (*self._sets_with(first, naturals), *self._runs_with(first, naturals)):
            key = (cards, len(self.pool))
            if key not in self.judged:
                self.judged[key] = self._judge(cards)
            group = self.judged[key]
            if group is not None:
                yield group

    def _loners(self, naturals: tuple[Card, ...]) -> int:
        """How many cards have no other within reach, so that each needs two wilds of its own."""
        line, reach = self.rules.line, len(self.pool) + 1
        places = [[p for p, rank in enumerate(line) if rank == card.rank] for card in naturals]

        def are_company(i: int, j: int) -> bool:
            if naturals[i].rank == naturals[j].rank:
                return True
            return naturals[i].suit == naturals[j].suit and any(
                abs(p - q) <= reach for p in places[i] for q in places[j]
            )

        everyone = range(len(naturals))
        return sum(not any(i != j and are_company(i, j) for j in everyone) for i in everyone)

    def _judge(self, naturals: tuple[Card, ...]) -> _Group | None:
        """The wilds that make ``naturals`` a meld, asked of the definition of a meld."""
        fits = [
            count
            for count in range(max(0, SMALLEST - len(naturals)), len(self.pool) + 1)
            if isinstance(judge_meld((*naturals, *[JOKER] * count), self.rules), Meld)
        ]
        return _Group(naturals, fits[0], fits[-1]) if fits else None

    def _sets_with(self, first: Card, naturals: Counter[Card]) -> Iterator[tuple[Card, ...]]:
        same = [card for card in naturals if card.rank == first.rank and naturals[card]]
        least = [1 if card == first else 0 for card in same]
        for counts in product(
            *(range(naturals[card], low - 1, -1) for card, low in zip(same, least, strict=True))
        ):
            yield tuple(card for card, n in zip(same, counts, strict=True) for _ in range(n))

    def _runs_with(self, first: Card, naturals: Counter[Card]) -> Iterator[tuple[Card, ...]]:
        line, suit = self.rules.line, first.suit
        for start in (place for place, rank in enumerate(line) if rank == first.rank):
            for above in self._upwards(start + 1, suit, naturals, len(self.pool)):
                yield (first, *above)
                ace = Card("A", suit)
                aces = 1 + (first == ace) + above.count(ace)
                if start and line[0] == "A" and naturals[ace] >= aces:
                    yield (ace, first, *above)

    def _upwards(
        self, place: int, suit: str, naturals: Counter[Card], gaps: int
    ) -> Iterator[tuple[Card, ...]]:
        """Every choice of naturals from ``place`` on with at most ``gaps`` places between them."""
        yield ()
        for end in range(place, min(place + gaps + 1, len(self.rules.line))):
            card = Card(self.rules.line[end], suit)
            if naturals[card]:
                for above in self._upwards(end + 1, suit, naturals, gaps - (end - place)):
                    yield (card, *above)

    def fill(self, groups: list[_Group]) -> Iterator[Meld]:
        """The melds that the groups become with all the wilds of the pool in them."""
        spare = list(self.pool)
        shares = [[spare.pop(0) for _ in range(group.fewest)] for group in groups]
        room = sum(group.most - group.fewest for group in groups)
        # Wilds beyond the room lie alone, and three of them at least.
        alone = 0 if len(spare) <= room else max(SMALLEST, len(spare) - room)
        for group, share in zip(groups, shares, strict=True):
            while len(spare) > alone and len(share) < group.most:
                share.append(spare.pop(0))
        laid = [(*group.naturals, *share) for group, share in zip(groups, shares, strict=True)]
        for cards in [*laid, tuple(spare)] if spare else laid:
            meld = judge_meld(cards, self.rules)
            assert isinstance(meld, Meld), f"{spell(cards)} was judged a meld before"
            yield meld
