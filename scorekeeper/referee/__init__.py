"""Does a claim to go out stand? If not, every reason, and what would make a difference.

The referee never asks the solver; it has a plain search of its own in ``cover``. ``melds`` decides
whether a group is a meld.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.cards import MOST_CARDS, Card
from scorekeeper.errors import CardError
from scorekeeper.melds import SMALLEST, Meld, Objection, judge_meld
from scorekeeper.referee.claim import Claim, WayOut, other_readings
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.gin import Ending

__all__ = ["MOST_HELD", "Verdict", "WayOut", "judge_going_out", "laid_out"]

MOST_HELD = MOST_CARDS + 1
"""No hand has more cards, including the discard; the largest game deals about fifteen."""


class Verdict(NamedTuple):
    """What the referee says of a claim.

    ``stands``: yes. Else ``hand_goes_out`` tells whether the same cards go out laid otherwise.
    ``ways`` has each discard that goes out once, sorted; only the named one where it goes out. Of
    those that knock it has the ones that leave the least.
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

    @property
    def how(self) -> Ending | None:
        """How the first of the ways ends the round; None in a game without gin."""
        if not self.ways or not self.rules.has_gin:
            return None
        if self.ways[0].left:
            return "knock"
        is_whole = self.ways[0].card is None and len(self.held) != self.rules.deal
        return "big-gin" if is_whole else "gin"

    @property
    def left(self) -> int | None:
        """The points that it leaves."""
        return None if self.how is None else self.rules.cost(self.ways[0].left)


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
    ``deal`` cards mean that the discard is gone. A knock may leave ``rules.knock`` points; of cards
    beside melds the dearest is the discard then. ``neighbours`` are other readings by name; by
    default those that need no other round (``neighbouring_readings`` has them all).
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


def laid_out(
    groups: Sequence[tuple[Card, ...]],
    discard: Card | None,
    rules: RoundRules,
    *,
    written: bool = False,
) -> tuple[Sequence[tuple[Card, ...]] | None, Card | None]:
    """The melds and the discard where cards lie in groups: a group of one is the discard.

    The melds are None for a hand that nobody has parted. More than one single card: they are
    deadwood, which ``judge_going_out`` says of them. Where a knock may leave some, one or two cards
    are deadwood, and so is a group that isn't a meld where nothing else is left over:
    6d7d8d9d/6c6h6s/2d3c4c. In a ``written`` ledger the last such group may have cards beside it.
    """
    if len(groups) < 2:
        return None, discard
    singles = [group[0] for group in groups if len(group) == 1]
    if rules.has_gin:
        melds = [group for group in groups if len(group) >= SMALLEST]
        others = [group for group in melds if not isinstance(judge_meld(group, rules), Meld)]
        is_alone = len(melds) in (1, len(groups)) or (written and others == melds[-1:])
        if len(others) == 1 and is_alone:
            melds.remove(others[0])
        return melds or None, discard
    melds = [group for group in groups if len(group) > 1]
    if discard is None and len(singles) == 1:
        discard = singles[0]
    is_one_hand = len(melds) == 1 and len(melds[0]) >= 2 * SMALLEST  # 567h9s9d9c / 2d
    return (None if discard and is_one_hand else melds), discard
