"""Does a claim to go out stand? If not, every reason, and what would make a difference.

The referee never asks the solver. It searches on its own, plainly, in ``cover``. Whether a group is
a meld it leaves to ``melds``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.cards import Card, spell
from scorekeeper.errors import count, listed
from scorekeeper.melds import SMALLEST, Meld, Objection, judge_meld
from scorekeeper.referee.cover import Judged, meld_all, sorted_melds
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import RuleSet


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
    aces = [one for one in ("low", "both") if "A" in rules.ranks and one != rules.ace_runs]
    limits = [one for one in ("any", "natural", "half", "one") if one != rules.wild_limit]
    readings = {f"ace_runs={one}": replace(rules, ace_runs=one) for one in aces}
    readings |= {f"wild_limit={one}": replace(rules, wild_limit=one) for one in limits}
    if rules.wild_limit != "any":
        as_rank = not rules.wild_as_rank
        readings[f"wild_as_rank={str(as_rank).lower()}"] = replace(rules, wild_as_rank=as_rank)
    largest = 0 if rules.set_max else 4
    readings[f"set_max={largest}"] = replace(rules, set_max=largest)
    differ = not rules.set_distinct_suits
    other = replace(rules, set_distinct_suits=differ)
    readings[f"set_distinct_suits={str(differ).lower()}"] = other
    return readings


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
            verb = "is" if len(self.held) == 1 else "are"
            because = f"{count(len(self.held), 'card')} {verb} too few for a meld and a discard"
            yield Objection("hand-size", because, f"{SMALLEST + 1} cards or more")
        if rules.deal is None or self._is_gone(rules) or len(self.held) == rules.deal + 1:
            return
        held = count(len(self.held), "card")
        because = f"{held}: after the draw a player holds {rules.deal + 1}"
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
        return sorted_melds([meld for meld in judged if isinstance(meld, Meld)], rules)


def _all_ways(held: tuple[Card, ...], rules: RoundRules) -> Iterator[WayOut]:
    """Every discard that leaves all the others melded.

    Every discard is tried. To arrange the whole hand first and throw its dearest deadwood is
    faster and wrong: 7S 7H 7C 8H 9H TH melds as six cards, and no five of them do.
    """
    judged: Judged = {}
    for card in rules.in_order(set(held)):
        melds = meld_all(_without(held, card), rules, judged)
        if melds is not None:
            yield WayOut(card, melds)


def _without(cards: tuple[Card, ...], one: Card) -> tuple[Card, ...]:
    at = cards.index(one)
    return cards[:at] + cards[at + 1 :]
