"""Whether a group of cards is a meld, and if not, why not.

Nothing here searches. The solver builds melds in its own way, so that each tests the other.
"""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.cards import Card
from scorekeeper.melds.meld import SMALLEST, Meld, Objection
from scorekeeper.melds.runs import read_run
from scorekeeper.melds.sets import read_set
from scorekeeper.melds.wilds import may_stand_as_itself, too_wild
from scorekeeper.rules.card_rules import RoundRules

__all__ = ["SMALLEST", "Meld", "Objection", "judge_meld", "may_stand_as_itself", "too_wild"]


def judge_meld(cards: Sequence[Card], rules: RoundRules) -> Meld | tuple[Objection, ...]:
    """The meld that ``cards`` form, or every objection.

    One card with wilds can be a set or a run. It is a run if a hand needs runs, or if a wild is in
    its own place there; otherwise it is a set. A run lies as high as it can, with a card of the
    wild rank in its own place if that is free. The objections are to the nearer of a set and a
    run; if neither is nearer, to both.
    """
    group = rules.in_order(cards)
    if len(group) < SMALLEST:
        because = f"a meld has three cards or more, and this has {len(group)}"
        return (Objection("meld-size", because, cards=group),)
    if rules.wild_limit == "any" and all(map(rules.is_wild, group)):
        return Meld("wilds", group, tuple(map(str, group)))
    naturals = [card for card in group if not rules.is_wild(card)]
    as_set = read_set(group, rules)
    if isinstance(as_set, Meld) and len(naturals) != 1:
        return as_set
    as_run = read_run(group, rules)
    if isinstance(as_run, Meld) and isinstance(as_set, Meld):
        is_run = rules.wants_runs or as_run.stand_ins < as_set.stand_ins
        return as_run if is_run else as_set
    if isinstance(as_run, Meld):
        return as_run
    if isinstance(as_set, Meld) or not naturals:
        return as_set
    ranks = Counter(card.rank for card in naturals)
    suits = Counter(card.suit for card in naturals)
    # The more cards agree, and the fewer groups they fall into, the likelier it was meant.
    like_a_set = (max(ranks.values()), -len(ranks))
    like_a_run = (max(suits.values()), -len(suits))
    if like_a_set > like_a_run:
        return as_set
    if like_a_run > like_a_set:
        return as_run
    return as_set + tuple(found for found in as_run if found.rule not in {o.rule for o in as_set})
