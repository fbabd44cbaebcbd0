"""What a hand of gin is worth; few games are gin, so others don't load this."""

from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cards import Card, parse_cards, parse_groups
from scorekeeper.ledger.hands import MOST_HANDS, countable
from scorekeeper.ledger.written import Round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.scoring import Ending, GinScore, gin_score

if TYPE_CHECKING:
    from scorekeeper.melds import Meld
    from scorekeeper.solver.lay_off import LaidOff


class LaidHand(NamedTuple):
    """How the player who ended a hand laid it."""

    how: Ending
    unmelded: int
    melds: "tuple[Meld, ...]" = ()  # if they were shown
    deadwood: tuple[Card, ...] = ()
    is_chosen: bool = False  # by the program, because nobody separated the melds


class GinHand(NamedTuple):
    """What a hand of gin came to."""

    ended: str  # who ended it
    other: str
    player: str  # who scores the points
    points: int
    layout: LaidHand  # of the player who ended it
    other_unmelded: int  # what the other has left after laying off
    laid_off: "tuple[LaidOff, ...]"
    score: GinScore  # before points count double

    def score_of(self, name: str) -> int | None:
        """What a player scores; None for somebody who didn't play the hand."""
        return {self.ended: 0, self.other: 0, self.player: self.points}.get(name)

    def unmelded(self, name: str) -> int:
        """What one of the two has left at the end, after laying off."""
        return self.layout.unmelded if name == self.ended else self.other_unmelded


def count_gin_hand(round_: Round, rules: RoundRules) -> GinHand | None:
    """The score of a hand; None if it is unknown.

    It is unknown if no single player ended it, or if cards can't be counted, don't stand as a
    claim, or would be laid off on melds that nobody has shown.
    """
    if len(round_.out) != 1 or len(round_.players) != 2 or round_.out[0] not in round_.players:
        return None
    [ended], [other] = round_.out, round_.players.difference(round_.out)
    own, theirs = (round_.scores.get(name, round_.hands.get(name)) for name in (ended, other))
    scored = None if own is None or theirs is None else _scored(own, theirs, round_.how, rules)
    if scored is None:
        return None
    *_, score = scored
    player, points = other if score.undercut else ended, score.points * (2 if round_.double else 1)
    return GinHand(ended, other, player, points, *scored)


# Each square of the sheet asks for it, and laying off takes milliseconds.
@lru_cache(maxsize=MOST_HANDS)
def _scored(
    own: int | str, theirs: int | str, how: Ending | None, rules: RoundRules
) -> "tuple[LaidHand, int, tuple[LaidOff, ...], GinScore] | None":
    """The last four fields of a ``GinHand``, or None; a hand is points left, or cards as text."""
    opposing = countable(theirs, rules) if isinstance(theirs, str) else ()
    if isinstance(theirs, str) and not opposing:
        return None
    if isinstance(own, str):
        layout = _laid_hand(own, opposing, rules)
    else:
        layout = LaidHand(how or ("knock" if own else "gin"), own)
    if layout is None:
        return None
    if isinstance(theirs, int):
        return layout, theirs, (), gin_score(layout.how, layout.unmelded, theirs, rules)
    is_laid_off = rules.lay_off and layout.how == "knock"
    if is_laid_off and not layout.melds:
        return None
    from scorekeeper.solver.lay_off import lay_off

    rest = lay_off(opposing, layout.melds if is_laid_off else (), rules)
    score = gin_score(layout.how, layout.unmelded, rest.points, rules)
    return layout, rest.points, rest.laid_off, score


def _laid_hand(own: str, opposing: tuple[Card, ...], rules: RoundRules) -> LaidHand | None:
    """How the shown cards are laid: as separated, or else in the layout that scores best.

    It scores best against the ``opposing`` cards; without any, it leaves the fewest points. None if
    it is neither gin nor a knock, or if a card appears twice.
    """
    from scorekeeper.melds import Meld, judge_meld
    from scorekeeper.referee import laid_out
    from scorekeeper.solver import best_arrangement
    from scorekeeper.solver.lay_off import best_layout

    cards, deal = parse_cards(own), rules.deal or 0
    is_twice = len({*cards, *opposing}) < len(cards) + len(opposing)
    if is_twice or len(cards) not in (deal, deal + 1) or not rules.cards.issuperset(cards):
        return None
    separated, _ = laid_out(parse_groups(own), None, rules, written=True)
    if separated is not None:
        judged = [judge_meld(group, rules) for group in separated]
        melds = tuple(meld for meld in judged if isinstance(meld, Meld))
        if len(melds) < len(judged):
            return None
        rest = Counter(cards) - Counter(chain.from_iterable(separated))
        deadwood = rules.in_order(rest.elements())
    else:
        best = best_layout(cards, opposing, rules) if opposing else best_arrangement(cards, rules)
        if best is None:
            return None
        melds, deadwood, _ = best
    unmelded, is_big = rules.cost(deadwood), len(cards) > deal
    if deadwood and (is_big or not rules.knock or unmelded > rules.knock):
        return None
    how: Ending = "big-gin" if is_big else "knock" if deadwood else "gin"
    return LaidHand(how, unmelded, melds, deadwood, is_chosen=separated is None)
