"""How many cards of a meld may be wild, and what a wild can stand for."""

from scorekeeper.card_rules import RoundRules
from scorekeeper.cards import RANK_NAMES, Card, rank_label, with_article
from scorekeeper.melds.meld import Objection


def may_stand_as_itself(rules: RoundRules) -> bool:
    """Whether a card of the wild rank can count as natural in its own place."""
    return rules.wild_as_rank and rules.wild_limit != "any"


def object_to_wilds(
    group: tuple[Card, ...], wilds: int, rules: RoundRules
) -> tuple[Objection, ...]:
    """The objection to ``wilds`` of the group's cards being wild, if there is one."""
    size = len(group)
    if rules.wild_limit == "natural" and wilds == size:
        because = "nothing but wilds: at this table a meld needs a natural card"
        legal = "a card that is not wild among them"
    elif rules.wild_limit == "half" and 2 * wilds > size:
        because = f"{wilds} of {size} cards are wild: at this table at most half of a meld may be"
        legal = f"at most {size // 2} {'wild' if size // 2 == 1 else 'wilds'} among {size} cards"
    elif rules.wild_limit == "one" and wilds > 1:
        because = f"{wilds} wilds: at this table a meld may hold one"
        legal = "one wild, the rest natural cards"
    else:
        return ()
    return (Objection("wild-limit", because, legal, group),)


def or_wild(rules: RoundRules) -> str:
    """What may stand instead of any card, for the end of a remedy."""
    if rules.wild is None:
        return " or a joker" if rules.jokers else ""
    is_number = rules.wild in "23456789T"
    return f" or {with_article(rank_label(rules.wild) if is_number else RANK_NAMES[rules.wild])}"
