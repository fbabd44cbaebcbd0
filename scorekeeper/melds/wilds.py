"""How many cards of a meld may be wild, and what a wild can stand for."""

from scorekeeper.cards import RANK_NAMES, Card, plural_of, rank_label, with_article
from scorekeeper.errors import count
from scorekeeper.melds.meld import Objection
from scorekeeper.rules.card_rules import RoundRules


def may_stand_as_itself(rules: RoundRules) -> bool:
    """Whether a card of the wild rank can count as natural in its own place."""
    return rules.wild_as_rank and rules.wild_limit != "any"


def too_wild(size: int, wilds: int, rules: RoundRules) -> bool:
    """Whether ``wilds`` wilds among ``size`` cards are more than a meld may hold."""
    return {
        "any": False,
        "natural": wilds == size,
        "half": 2 * wilds > size,
        "one": wilds > 1,
    }[rules.wild_limit]


def object_to_wilds(
    group: tuple[Card, ...], wilds: int, rules: RoundRules
) -> tuple[Objection, ...]:
    """The objection to ``wilds`` of the group's cards being wild, if there is one."""
    size = len(group)
    if not too_wild(size, wilds, rules):
        return ()
    if rules.wild_limit == "natural":
        because = "nothing but wilds: at this table a meld needs a natural card"
        legal = "a card that is not wild among them"
    elif rules.wild_limit == "half":
        because = f"{wilds} of {size} cards are wild: at this table at most half of a meld may be"
        legal = f"at most {count(size // 2, 'wild')} among {size} cards"
    else:
        because = f"{wilds} wilds: at this table a meld may hold one"
        legal = "one wild, the rest natural cards"
    return (Objection("wild-limit", because, legal, group),)


def or_wild(size: int, wilds: int, rules: RoundRules) -> str:
    """A wild as another remedy, behind the natural card that would do.

    Empty where the meld, then of ``size`` cards with ``wilds`` wilds, would hold too many.
    """
    if too_wild(size, wilds, rules):
        return ""
    if rules.wild is None:
        return " or a joker" if rules.jokers else ""
    is_number = rules.wild in "23456789T"
    return f" or {with_article(rank_label(rules.wild) if is_number else RANK_NAMES[rules.wild])}"


def or_wilds(size: int, wilds: int, rules: RoundRules) -> str:
    """The same where several cards are missing."""
    one = or_wild(size, wilds, rules)
    if not one:
        return ""
    return f", or {plural_of(rules.wild) if rules.wild else 'jokers'}"
