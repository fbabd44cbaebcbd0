"""How many cards of a meld may be wild, and what a wild can stand for."""

from collections.abc import Callable, Iterable, Sequence

from scorekeeper.cards import (
    JOKER,
    MOST_CARDS,
    RANK_NAMES,
    Card,
    plural_of,
    rank_label,
    with_article,
)
from scorekeeper.errors import count
from scorekeeper.melds.meld import Objection
from scorekeeper.rules.card_rules import RoundRules


def may_stand_as_itself(rules: RoundRules) -> bool:
    """Whether a card of the wild rank can count as natural in its own place."""
    return rules.wild_as_rank and rules.wild_limit != "any"


def too_wild(size: int, wilds: int, rules: RoundRules) -> bool:
    """Whether ``wilds`` wilds among ``size`` cards are more than a meld may hold."""
    match rules.wild_limit:
        case "any":
            return False
        case "natural":
            return wilds == size
        case "half":
            return 2 * wilds > size
        case "one":
            return wilds > 1


def object_to_wilds(
    group: tuple[Card, ...], wilds: int, rules: RoundRules
) -> tuple[Objection, ...]:
    """The objection to a group with this many ``wilds``, if there is one."""
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


def beside(kinds: Iterable[Card], kept: Sequence[Card], rules: RoundRules) -> list[Card]:
    """All cards of these kinds in the packs, without those ``kept``.

    If the number of packs isn't known, as many as a hand can hold.
    """
    packs = rules.decks or MOST_CARDS
    return [
        card
        for card in kinds
        for _ in range(packs * (rules.jokers if card == JOKER else 1) - kept.count(card))
    ]


def or_wild(
    natural: str,
    kept: Sequence[Card],
    more: int,
    is_meld: Callable[[Sequence[Card], RoundRules], bool],
    rules: RoundRules,
    *,
    several: bool = False,
) -> str:
    """What would make it a meld: natural cards, or this many ``more`` wilds with those ``kept``.

    Empty if neither would; ``several`` says that more than one card is missing.
    """
    of_rank = [Card(rules.wild, suit) for suit in rules.suits] if rules.wild else []
    if not is_meld([*kept, *[JOKER] * more], rules):
        return natural
    if rules.wild and len(beside(of_rank, kept, rules)) >= more:
        is_number = rules.wild in "23456789T"
        wild = with_article(rank_label(rules.wild) if is_number else RANK_NAMES[rules.wild])
        wild = plural_of(rules.wild) if several else wild
    elif len(beside([JOKER], kept, rules)) >= more:
        wild = "jokers" if several else "a joker"
    else:
        return natural
    return f"{natural}{',' if several else ''} or {wild}" if natural else wild
