"""Does a claim to go out stand? If not, every reason, and what would make a difference.

The referee never asks the solver; it has a plain search of its own in ``cover``. ``melds`` decides
whether a group is a meld.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, get_args

from scorekeeper.cards import MOST_CARDS, Card, spell
from scorekeeper.errors import CardError, count, listed
from scorekeeper.melds import SMALLEST, Meld, Objection, judge_meld
from scorekeeper.referee.cover import Cover, sorted_melds
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import DRAWN, WildLimit, as_typed
from scorekeeper.rules.scoring import Ending

MOST_HELD = MOST_CARDS + 1  # including the discard; the largest game deals about fifteen


class WayOut(NamedTuple):
    """A discard, melds of the other cards, and the cards that a knock has ``left``."""

    card: Card | None  # None if it is gone already, and in big gin
    melds: tuple[Meld, ...]
    left: tuple[Card, ...] = ()


class Verdict(NamedTuple):
    """The referee's verdict on a claim.

    ``ways`` lists each discard that goes out, once and sorted, or only the named one if that goes
    out. For a knock it lists those that leave the least.
    """

    stands: bool
    hand_goes_out: bool  # perhaps only if the cards are laid differently
    held: tuple[Card, ...]
    rules: RoundRules
    ways: tuple[WayOut, ...]
    objections: tuple[Objection, ...]
    would_stand: tuple[str, ...] = ()  # the neighbouring readings of the rules that would turn a no
    would_fall: tuple[str, ...] = ()  # and those that would turn a yes
    would_differ: tuple[str, ...] = ()  # if none would: those that would for another layout

    @property
    def how(self) -> Ending | None:
        """How the first way out ends the round; None in a game without gin."""
        if not self.ways or not self.rules.has_gin:
            return None
        if self.ways[0].left:
            return "knock"
        is_whole = self.ways[0].card is None and len(self.held) != self.rules.deal
        return "big-gin" if is_whole else "gin"

    @property
    def left(self) -> int | None:
        """The points that the first way out leaves."""
        return None if self.how is None else self.rules.cost(self.ways[0].left)


def judge_going_out(
    held: Sequence[Card],
    rules: RoundRules,
    *,
    melds: Sequence[Sequence[Card]] | None = None,  # judged as laid
    discard: Card | None = None,
    neighbours: Mapping[str, RoundRules] | None = None,  # by default those of the same round
) -> Verdict:
    """Judge a claim to go out with the cards ``held`` after the draw.

    A hand that isn't laid out goes out if some discard leaves every other card in a meld; a named
    ``discard`` must do so itself. If the round is known, exactly ``deal`` cards mean that the
    discard is gone. A knock may leave ``rules.knock`` points; then the costliest card outside the
    melds is the discard.
    """
    if len(held) > MOST_HELD:
        problem = f"{len(held)} cards are too many to judge"
        raise CardError(problem, remedy=f"type one hand, of {MOST_HELD} cards at most")
    laid = None if melds is None else tuple(map(tuple, melds))
    claim = Claim(rules, rules.in_order(held), laid, discard)
    objections = tuple(claim.objections())
    ways = tuple(claim.ways())
    readings = other_readings(rules) if neighbours is None else neighbours

    def turning(claim: Claim, *, stands: bool) -> tuple[str, ...]:
        others = {name: replace(claim, rules=other) for name, other in readings.items()}
        return tuple(name for name, other in others.items() if other.stands() != stands)

    turned = turning(claim, stands=not objections)
    unlaid = replace(claim, melds=None, discard=None)
    is_mislaid = objections and not any(each.rule == "hand-size" for each in objections)
    may_differ = is_mislaid and not turned and unlaid != claim
    return Verdict(
        stands=not objections,
        hand_goes_out=bool(ways),
        held=claim.held,
        rules=rules,
        ways=ways,
        objections=objections,
        would_stand=turned if objections else (),
        would_fall=() if objections else turned,
        would_differ=turning(unlaid, stands=unlaid.stands()) if may_differ else (),
    )


def laid_out(
    groups: Sequence[tuple[Card, ...]],
    discard: Card | None,
    rules: RoundRules,
    *,
    written: bool = False,
) -> tuple[Sequence[tuple[Card, ...]] | None, Card | None]:
    """The melds and the discard of cards laid in groups: a group of one is the discard.

    The melds are None for a hand that isn't laid in melds. Several single cards are deadwood, and
    ``judge_going_out`` says so. In gin, groups of one or two cards are deadwood, and so is a group
    that isn't a meld if nothing else is left over: 6d7d8d9d/6c6h6s/2d3c4c. In a ``written`` ledger
    the last group may be, whatever else is left. A card beside a whole hand is the discard.
    """
    if len(groups) < 2:
        return None, discard
    singles = [group[0] for group in groups if len(group) == 1]
    longer = [group for group in groups if len(group) > 1]
    thrown = singles[0] if len(singles) == 1 else None
    is_one_hand = len(longer) == 1 and len(longer[0]) >= 2 * SMALLEST  # 567h9s9d9c / 2d
    if rules.has_gin:
        melds = [group for group in groups if len(group) >= SMALLEST]
        others = [  # no melds, or with cards that the game doesn't have, which are refused later
            group
            for group in melds
            if not (rules.cards.issuperset(group) and isinstance(judge_meld(group, rules), Meld))
        ]
        is_alone = len(melds) in (1, len(groups)) or (written and others == melds[-1:])
        if len(others) == 1 and is_alone:
            melds.remove(others[0])
        return melds or None, discard or (thrown if is_one_hand and others else None)
    discard = discard or thrown
    return (None if discard and is_one_hand else longer), discard


# ── other house rules ────────────────────────────────────────────────────────────────────────


def neighbouring_readings(game: RuleSet, rules: RoundRules) -> dict[str, RoundRules]:
    """Other common readings of ``rules``, by name."""
    readings = {}
    around = {"previous-wild": (rules.number or 0) - 1, "next-wild": (rules.number or -1) + 1}
    for name, number in around.items():
        spec = game.spec(number)
        if spec and spec.wild != DRAWN and spec.known_wild != rules.wild:
            readings[name] = replace(rules, wild=spec.known_wild)
    return {**readings, **other_readings(rules)}


def other_readings(rules: RoundRules) -> dict[str, RoundRules]:
    """Neighbouring readings of the house rules themselves, as KEY=VALUE."""
    others: dict[str, Sequence[Any]] = {
        "ace_runs": ("low", "both") if "A" in rules.ranks else (),
        "wild_limit": get_args(WildLimit),
        "wild_as_rank": () if rules.wild_limit == "any" else (True, False),
        "set_max": (0 if rules.set_max else 4,),
        "set_distinct_suits": (True, False),
    }
    return {
        f"{key}={as_typed(value)}": replace(rules, **{key: value})
        for key, values in others.items()
        for value in values
        if value != getattr(rules, key)
    }


# ── the claim ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Claim:
    """The cards of a claim, and its melds and discard if they are named."""

    rules: RoundRules
    held: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...] | None
    discard: Card | None

    def stands(self) -> bool:
        """Whether there is no objection to the claim."""
        if self.melds is None and (self.discard is None or self.discard in self.held):
            return not any(self._object_to_size()) and self._object_to_cards() is None
        return not any(self.objections())

    def objections(self) -> Iterator[Objection]:
        """Every objection to the claim."""
        yield from self._object_to_size()
        if self.discard is not None and self.discard not in self.held:
            because = f"{spell(self.discard)} isn't in the hand"
            yield Objection("not-held", because, "a discard from the hand", (self.discard,))
        elif self.melds is None:
            yield from self._object_to_hand()
        if self.melds is not None:
            yield from self._object_to_melds(self.melds)

    @cached_property
    def _cover(self) -> Cover:
        return Cover(self.held, self.rules)

    @property
    def _is_gone(self) -> bool:
        """Whether the discard has already left the hand."""
        return len(self.held) == self.rules.deal and self.discard is None

    def _object_to_size(self) -> Iterator[Objection]:
        deal, held = self.rules.deal, count(len(self.held), "card")
        if deal is None and len(self.held) <= SMALLEST:
            because = f"{held} {_are(self.held)} too few for a meld and a discard"
            yield Objection("hand-size", because, f"{SMALLEST + 1} cards or more")
        elif deal is not None and not self._is_gone and len(self.held) != deal + 1:
            because = f"{held}, but after the draw a player should hold {deal + 1}"
            yield Objection("hand-size", because, f"{deal + 1} cards, one of them to discard")

    def _object_to_hand(self) -> Iterator[Objection]:
        """For a hand that isn't laid out: melds must hold all its cards, with the required runs.

        A run is missing only if no choice of melds has it, so the objection holds for the best. If
        some cards are in no meld either, that objection comes first.
        """
        found = self._object_to_cards()
        if found is None:
            return
        if not self.rules.needs_runs:
            yield found
            return
        pure, runs = self._requiring(sequences=0), self._requiring(pure_sequences=0)
        in_no_meld = unmelded = self._requiring(sequences=0, pure_sequences=0)._object_to_cards()
        has_pure, has_all = pure._has_runs(), self._has_runs()
        if has_all:
            unmelded = found
        elif has_pure:
            unmelded = pure._object_to_cards()
        elif in_no_meld is None:
            has_all = runs._object_to_cards() is None
        else:
            has_all = runs._has_runs()
        if unmelded is not None:
            because = f"with the runs that a hand needs, {found.because}"
            yield found._replace(because=in_no_meld.because if in_no_meld else because)
        when = f" with {spell(self.discard)} discarded" if self.discard else ""
        for objection in _object_to_runs(self.rules, pure=has_pure, enough=has_all):
            # With cards left over as well, the runs alone wouldn't be enough.
            legal = found.legal or ("" if unmelded else objection.legal)
            yield objection._replace(because=objection.because + when, legal=legal)

    def _has_runs(self) -> bool:
        """Whether some cards hold the required runs, whatever else they hold."""
        discards = [self.discard] if self._is_gone or self.discard else set(self.held)
        return any(self._cover.has_runs(self._kept(card).elements()) for card in discards)

    def _requiring(self, **keys: Any) -> "Claim":
        """The same claim with other runs required."""
        return replace(self, rules=replace(self.rules, **keys))

    def _object_to_cards(self) -> Objection | None:
        """The objection if the cards can't all be melded as required."""
        if self._is_gone:
            because = "not every card is in a meld"
            return None if self._way(None) else self._too_much([None], "the melds leave", because)
        if self.discard is None:
            if any(self._all_ways()):
                return None
            because = "whatever is discarded, another card is left over"
            if len(self.held) > SMALLEST and self._cover.melds(self.held) is not None:
                because = f"all {len(self.held)} cards meld, but {because}"
            return self._too_much(set(self.held), "the best discard leaves", because)
        if self._way(self.discard):
            return None
        others = [way.card for way in self._all_ways() if way.card]
        throwing = f"discarding {spell(self.discard)}"
        because = f"{throwing} leaves {listed(map(spell, self._least(self.discard)))} unmelded"
        found = self._too_much([self.discard], f"{throwing} leaves", because)
        if others:
            legal = f"discard {listed(map(spell, others), 'or')}"
            found = found._replace(rule="discard", legal=legal)
        return found._replace(cards=(self.discard,))

    def _too_much(self, discards: Iterable[Card | None], leaves: str, because: str) -> Objection:
        """The objection to what the discards leave; it says ``because`` if nothing may be left."""
        if not self.rules.knock:
            return Objection("deadwood", because)
        left = min(map(self._least, discards), key=self.rules.cost)
        points = count(self.rules.cost(left), "point")
        because = f"{leaves} {points}; the limit is {self.rules.knock}"
        return Objection("knock", because, cards=left)

    def _object_to_melds(self, melds: Sequence[Sequence[Card]]) -> Iterator[Objection]:
        """For melds as laid: each must be valid, and all but one card must be in them."""
        laid = Counter(card for group in melds for card in group)
        if self.discard is not None:
            laid[self.discard] += 1
        pure = runs = 0
        for group in melds:
            judged = judge_meld(group, self.rules)
            if isinstance(judged, Meld):
                pure += judged.is_pure
                runs += judged.kind == "run" and not all(map(self.rules.is_wild, group))
            else:
                # As they were laid, so that the player recognises them.
                yield from (found._replace(cards=tuple(group)) for found in judged)
        is_pure, enough = pure >= self.rules.pure_sequences, runs >= self.rules.sequences
        yield from _object_to_runs(self.rules, pure=is_pure, enough=enough)
        have = Counter(self.held)
        for card in self.rules.in_order(laid - have):
            if card in have:
                because = f"{spell(card)} is on the table more often than in the hand"
                yield Objection("used-twice", because, "each card in one meld", (card,))
            elif card != self.discard:
                because = f"{spell(card)} isn't in the hand"
                yield Objection("not-held", because, "cards from the hand", (card,))
        left = self._unmelded
        spare = 0 if self.discard is not None or self._is_gone else 1
        if self.rules.knock and self.rules.cost(rest := self._left) > self.rules.knock:
            much = f"{self.rules.cost(rest)} points; the limit is {self.rules.knock}"
            because = f"{listed(map(spell, rest))} {_are(rest)}n't in a meld: {much}"
            yield Objection("knock", because, cards=rest)
        elif len(left) > spare and not self.rules.knock:
            because = f"{listed(map(spell, left))} {_are(left)}n't in a meld"
            yield Objection("deadwood", because, "all but one card in melds", left)
        elif len(left) < spare and not self.rules.big_gin_bonus:
            yield Objection("discard", "no card is left to discard", "one card besides the melds")

    def ways(self) -> Iterator[WayOut]:
        """The ways to go out with these cards; only the claim's own if that goes out."""
        if any(self._object_to_size()):
            return
        way = None
        if self.melds is not None and self.stands():
            judged = [judge_meld(group, self.rules) for group in self.melds]
            melds = sorted_melds([meld for meld in judged if isinstance(meld, Meld)], self.rules)
            way = WayOut(self._discard_meant, melds, self._left)
        elif self._is_gone or self._discard_meant in self.held:
            way = self._way(self._discard_meant)
        if way is not None:
            yield way
        elif not self._is_gone:
            yield from self._all_ways()

    @cached_property
    def _unmelded(self) -> tuple[Card, ...]:
        """The cards outside the melds on the table, without a named discard."""
        laid = Counter(card for group in self.melds or () for card in group)
        return self.rules.in_order((self._kept(self.discard) - laid).elements())

    @property
    def _discard_meant(self) -> Card | None:
        """The discard that is named or left outside the melds; None if it is gone, or unknown."""
        if self.discard is not None or self.melds is None or self._is_gone:
            return self.discard
        # If a knock leaves several cards, it is the costliest of them.
        candidates = self._unmelded if self.rules.knock or len(self._unmelded) == 1 else ()
        return max(candidates, key=self.rules.points.__getitem__, default=None)

    @property
    def _left(self) -> tuple[Card, ...]:
        """The cards outside the melds on the table, without the discard."""
        left = list(self._unmelded)
        if self.discard is None and self._discard_meant is not None:
            left.remove(self._discard_meant)
        return tuple(left)

    def _all_ways(self) -> Iterator[WayOut]:
        """Every discard that leaves all others melded, or for a knock the least; or big gin.

        Every discard is tried. Arranging the whole hand and throwing its costliest deadwood would
        be faster, but wrong: 7S 7H 7C 8H 9H TH melds as six cards, and no five of them do.
        """
        whole = self._cover.melds(self.held) if self.rules.big_gin_bonus else None
        if whole is not None:
            yield WayOut(None, whole)
            return
        discards = self.rules.in_order(set(self.held))
        ways = (way for card in discards if (way := self._way(card)) is not None)
        if not self.rules.knock:
            yield from ways
            return
        found = [(self.rules.cost(way.left), len(way.left), way) for way in ways]
        least = min([of_way[:2] for of_way in found], default=None)
        yield from (way for *left, way in found if tuple(left) == least)

    def _least(self, discard: Card | None) -> tuple[Card, ...]:
        """The cards that the best melds leave over, besides ``discard`` if there is one."""
        return self._cover.least(self._kept(discard).elements())

    def _kept(self, discard: Card | None) -> Counter[Card]:
        return Counter(self.held) - Counter([discard] if discard else [])

    def _way(self, discard: Card | None) -> WayOut | None:
        """The way out with ``discard``; None if it leaves more cards unmelded than it may."""
        left = self._least(discard) if self.rules.knock else ()
        if self.rules.cost(left) > self.rules.knock:
            return None
        melds = self._cover.melds((self._kept(discard) - Counter(left)).elements())
        return None if melds is None else WayOut(discard, melds, left)


def _object_to_runs(rules: RoundRules, *, pure: bool, enough: bool) -> Iterator[Objection]:
    """The objections if the ``pure`` runs are missing, or there aren't ``enough`` runs."""
    if not pure:
        most = rules.pure_sequences
        because = "no pure run" if most == 1 else f"fewer than {most} pure runs"
        yield Objection("pure-run", because, "a run with no card standing in for another")
    if not enough:
        most = rules.sequences
        because = {1: "no run", 2: "a second run is missing"}.get(most, f"fewer than {most} runs")
        yield Objection("second-run", because, f"{count(most, 'run')} among the melds")


def _are(cards: Sequence[Card]) -> str:
    return "is" if len(cards) == 1 else "are"
