"""Does a claim to go out stand? If not, every reason, and what would make a difference.

The referee never asks the solver. It searches on its own, plainly, in ``cover``. Whether a group is
a meld it leaves to ``melds``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, get_args

from scorekeeper.cards import MOST_CARDS, Card, spell
from scorekeeper.errors import CardError, count, listed
from scorekeeper.melds import SMALLEST, Meld, Objection, judge_meld
from scorekeeper.referee.cover import Cover, sorted_melds
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.rule_values import WildLimit, as_typed

MOST_HELD = MOST_CARDS + 1
"""No hand has more cards, the one to discard with them; the largest game deals fifteen or so."""


class WayOut(NamedTuple):
    """A discard (None where it is gone already) and melds of all the other cards."""

    card: Card | None
    melds: tuple[Meld, ...]


class Verdict(NamedTuple):
    """What the referee says of a claim.

    ``stands``: yes. Else ``hand_goes_out`` tells whether the same cards go out laid otherwise.
    ``ways`` has each discard that goes out once, sorted; only the named one where it goes out.
    ``objections`` are all there are. ``would_stand`` and ``would_fall`` name the neighbouring
    readings of the rules that would turn the verdict; ``would_differ`` names those that, where none
    would, make a difference to the cards however they are laid.
    """

    stands: bool
    hand_goes_out: bool
    held: tuple[Card, ...]
    rules: RoundRules
    ways: tuple[WayOut, ...]
    objections: tuple[Objection, ...]
    would_stand: tuple[str, ...] = ()
    would_fall: tuple[str, ...] = ()
    would_differ: tuple[str, ...] = ()


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
    if len(held) > MOST_HELD:
        problem = f"{len(held)} cards are more than can be judged"
        raise CardError(problem, remedy=f"type one hand, of {MOST_HELD} cards at most")
    laid = None if melds is None else tuple(map(tuple, melds))
    claim = _Claim(rules, rules.in_order(held), laid, discard)
    objections = tuple(claim.objections())
    ways = tuple(claim.ways())
    readings = _other_readings(rules) if neighbours is None else neighbours

    def turning(claim: _Claim, *, stands: bool) -> tuple[str, ...]:
        others = {name: replace(claim, rules=other) for name, other in readings.items()}
        return tuple(name for name, other in others.items() if other.stands() != stands)

    turned = turning(claim, stands=not objections)
    bare = replace(claim, melds=None, discard=None)
    differ = objections and not turned and bare != claim
    return Verdict(
        stands=not objections,
        hand_goes_out=bool(ways),
        held=claim.held,
        rules=rules,
        ways=ways,
        objections=objections,
        would_stand=turned if objections else (),
        would_fall=() if objections else turned,
        would_differ=turning(bare, stands=bare.stands()) if differ else (),
    )


def neighbouring_readings(game: RuleSet, rules: RoundRules) -> dict[str, RoundRules]:
    """The readings that tables confuse with ``rules``, by name."""
    readings = {}
    around = {"previous-wild": (rules.number or 0) - 1, "next-wild": (rules.number or -1) + 1}
    for name, number in around.items():
        if 1 <= number <= len(game.specs) and game.specs[number - 1].rank != rules.wild:
            readings[name] = replace(rules, wild=game.specs[number - 1].rank)
    return {**readings, **_other_readings(rules)}


def _other_readings(rules: RoundRules) -> dict[str, RoundRules]:
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


@dataclass(frozen=True)
class _Claim:
    """The cards of a claim, and the melds and the discard where they are named."""

    rules: RoundRules
    held: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...] | None
    discard: Card | None

    def stands(self) -> bool:
        return next(self.objections(), None) is None

    def objections(self) -> Iterator[Objection]:
        yield from self._object_to_size()
        if self.discard is not None and self.discard not in self.held:
            because = f"{spell(self.discard)} is not among the cards held"
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
        """Whether the discard has left the hand already."""
        return len(self.held) == self.rules.deal and self.discard is None

    def _object_to_size(self) -> Iterator[Objection]:
        deal, held = self.rules.deal, count(len(self.held), "card")
        if deal is None and len(self.held) <= SMALLEST:
            because = f"{held} {_are(self.held)} too few for a meld and a discard"
            yield Objection("hand-size", because, f"{SMALLEST + 1} cards or more")
        elif deal is not None and not self._is_gone and len(self.held) != deal + 1:
            because = f"{held}: after the draw a player holds {deal + 1}"
            yield Objection("hand-size", because, f"{deal + 1} cards, one of them to discard")

    def _object_to_hand(self) -> Iterator[Objection]:
        """For cards that nobody has laid out: some melds must take them all, runs among them."""
        found = next(self._object_to_cards(), None)
        if found is None or not self.rules.wants_runs:
            yield from (found,) if found else ()
            return
        in_no_meld = next(self._with(sequences=0, pure_sequences=0)._object_to_cards(), None)
        if in_no_meld is not None:
            yield found._replace(because=in_no_meld.because)

        def lack(**keys: int) -> bool:
            """Whether there are fewer runs, also where other cards are in no meld."""
            claim = self._with(**keys)
            return not claim._cover.has_runs() if in_no_meld else any(claim._object_to_cards())

        lack_pure = lack(sequences=0)
        lack_runs = lack(pure_sequences=0) or (not lack_pure and lack())
        for objection in _object_to_runs(self.rules, pure=not lack_pure, enough=not lack_runs):
            yield objection._replace(legal=found.legal or objection.legal)

    def _with(self, **keys: Any) -> "_Claim":
        """The same claim where other runs must be there."""
        return replace(self, rules=replace(self.rules, **keys))

    def _object_to_cards(self) -> Iterator[Objection]:
        """For cards that cannot all be melded as they must be."""
        if self._is_gone:
            if self._cover.melds(self.held) is None:
                yield Objection("deadwood", "not every card is in a meld")
        elif self.discard is None:
            if not self._cover.goes_out():
                because = "no discard leaves every other card in a meld"
                if len(self.held) > SMALLEST and self._cover.melds(self.held) is not None:
                    because = f"all {len(self.held)} cards meld, and yet {because}"
                yield Objection("deadwood", because)
        elif self._melds_without(self.discard) is None:
            others = [way.card for way in self._all_ways() if way.card]
            because = f"with {spell(self.discard)} discarded not every other card is in a meld"
            legal = f"discard {listed(map(spell, others), 'or')}" if others else ""
            yield Objection("discard" if others else "deadwood", because, legal, (self.discard,))

    def _object_to_melds(self, melds: Sequence[Sequence[Card]]) -> Iterator[Objection]:
        """For melds as they lie: each must be one, and all but one card must be in them."""
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
        enough = runs >= self.rules.sequences
        yield from _object_to_runs(
            self.rules, pure=pure >= self.rules.pure_sequences, enough=enough
        )
        have = Counter(self.held)
        for card in self.rules.in_order(laid - have):
            if card in have:
                because = f"{spell(card)} lies there more often than it is held"
                yield Objection("used-twice", because, "each card in one meld", (card,))
            elif card != self.discard:
                because = f"{spell(card)} is not among the cards held"
                yield Objection("not-held", because, "cards from the hand", (card,))
        left = self.rules.in_order((have - laid).elements())
        spare = 0 if self.discard is not None or self._is_gone else 1
        if len(left) > spare:
            because = f"{listed(map(spell, left))} {_are(left)} in no meld"
            yield Objection("deadwood", because, "all but one card in melds", left)
        elif len(left) < spare:
            yield Objection("discard", "no card is left to discard", "one card beside the melds")

    def ways(self) -> Iterator[WayOut]:
        """The ways out that these cards have, only that of the claim where it has one."""
        if any(self._object_to_size()):
            return
        named = self.discard
        if named is None and self.melds is not None and not self._is_gone:
            left = Counter(self.held) - Counter(card for group in self.melds for card in group)
            named = next(iter(left)) if left.total() == 1 else None
        if self._is_gone or named in self.held:
            melds = self._as_laid() or self._melds_without(named)
            if melds is not None:
                yield WayOut(named, melds)
                return
        if not self._is_gone:
            yield from self._all_ways()

    def _as_laid(self) -> tuple[Meld, ...] | None:
        """The melds on the table where nothing is to be said against them."""
        if self.melds is None or not self.stands():
            return None
        judged = [judge_meld(group, self.rules) for group in self.melds]
        return sorted_melds([meld for meld in judged if isinstance(meld, Meld)], self.rules)

    def _all_ways(self) -> Iterator[WayOut]:
        """Every discard that leaves all the others melded.

        Every discard is tried. To arrange the whole hand first and throw its dearest deadwood is
        faster and wrong: 7S 7H 7C 8H 9H TH melds as six cards, and no five of them do.
        """
        for card in self.rules.in_order(set(self.held)) if self._cover.goes_out() else ():
            melds = self._melds_without(card)
            if melds is not None:
                yield WayOut(card, melds)

    def _melds_without(self, discard: Card | None) -> tuple[Meld, ...] | None:
        """Melds of all the cards but ``discard``; of all where it is gone."""
        kept = list(self.held)
        if discard is not None:
            kept.remove(discard)
        return self._cover.melds(kept)


def _object_to_runs(rules: RoundRules, *, pure: bool, enough: bool) -> Iterator[Objection]:
    """What is to be said where the ``pure`` runs are missing, or there are not ``enough`` runs."""
    if not pure:
        most = rules.pure_sequences
        because = "no pure run" if most == 1 else f"fewer than {most} pure runs"
        yield Objection("pure-run", because, "a run in which no card stands for another")
    if not enough:
        most = rules.sequences
        because = {1: "no run", 2: "a second run is missing"}.get(most, f"fewer than {most} runs")
        yield Objection("second-run", because, f"{count(most, 'run')} among the melds")


def _are(cards: Sequence[Card]) -> str:
    return "is" if len(cards) == 1 else "are"
