"""Whether cards are a set, and if not, why not."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.cards import JOKER, RANK_NAMES, SUIT_NAMES, Card, plural_of, spell, with_article
from scorekeeper.errors import listed
from scorekeeper.melds.meld import SMALLEST, Meld, Objection, together
from scorekeeper.melds.wilds import (
    beside,
    may_stand_as_itself,
    object_to_wilds,
    or_wild,
    too_wild,
)
from scorekeeper.rules.card_rules import RoundRules


def read_set(group: tuple[Card, ...], rules: RoundRules) -> Meld | tuple[Objection, ...]:
    """The set that the cards form, or every objection."""
    naturals = [card for card in group if not rules.is_wild(card)]
    if not naturals and may_stand_as_itself(rules):
        naturals = [card for card in group if card != JOKER]
        if rules.set_distinct_suits:
            # Two 7♠ in a set of sevens: one stands as itself, the other is a wild.
            naturals = list(dict.fromkeys(naturals))
    objections: list[Objection] = []
    wilds = len(group) - len(naturals)
    counted = Counter(card.rank for card in naturals)
    if len(counted) > 1:
        objections.append(_strange_ranks(group, naturals, counted, rules))
    suits = Counter(card.suit for card in naturals if card.rank == _rank_meant(counted, rules))
    doubled = [suit for suit in rules.suits if suits[suit] > 1]
    if rules.set_distinct_suits and doubled:
        names = listed(SUIT_NAMES[suit] for suit in doubled)
        because = f"more than one natural card of {names} in one {rules.word('set')}"
        legal = "each suit once" if _can_differ(group, naturals, rules) else ""
        objections.append(Objection("set-suits", because, legal, group))
    if rules.set_max and len(group) > rules.set_max:
        most = f"a {rules.word('set')} has at most {rules.set_max}"
        because = f"{len(group)} cards: at this table {most}"
        # Naturals first: some of the cards may be too wild, or of no other suit, to be left out.
        fewer = sorted(group, key=lambda card: (card not in naturals, naturals.count(card)))
        does = _is_set(fewer[: rules.set_max], rules)
        legal = f"{rules.set_max} of them" if does else ""
        objections.append(Objection("set-max", because, legal, group))
    too_many = object_to_wilds(group, wilds, rules)
    # The packs may hold no natural cards to take their places.
    of_suit = 1 if rules.set_distinct_suits else rules.decks or len(group)
    if too_wild(len(group), max(0, len(group) - of_suit * len(rules.suits)), rules):
        too_many = tuple(found._replace(legal="") for found in too_many)
    objections += too_many
    if objections:
        return together(objections)
    (rank,) = counted
    left = Counter(naturals)
    stands = []
    for card in group:
        stands.append(str(card) if left[card] > 0 else rank)
        left[card] -= 1
    return Meld("set", group, tuple(stands))


def _rank_meant(counted: Counter[str], rules: RoundRules) -> str:
    """The rank of most of the naturals."""
    return max(counted, key=lambda rank: (counted[rank], rules.ranks.index(rank)))


def _strange_ranks(
    group: tuple[Card, ...], naturals: list[Card], counted: Counter[str], rules: RoundRules
) -> Objection:
    rank = _rank_meant(counted, rules)
    strangers = [card for card in naturals if card.rank != rank]
    one = with_article(RANK_NAMES[rank])
    are, its = f"is neither {one}", "its"
    if len(strangers) > 1:
        are, its = f"are neither {plural_of(rank)}", "their"
    because = f"not a {rules.word('set')}: {listed(map(spell, strangers))} {are} nor wild"
    kept = [card for card in group if card not in strangers]
    of_rank = sorted((Card(rank, suit) for suit in rules.suits), key=kept.count)
    there = beside(of_rank, kept, rules)
    instead = (list(dict.fromkeys(there)) if rules.set_distinct_suits else there)[: len(strangers)]
    does = len(instead) == len(strangers) and _is_set([*kept, *instead], rules)
    natural = one if does else ""
    wanted = or_wild(natural, kept, len(strangers), _is_set, rules)
    legal = f"{wanted} in {its} place" if wanted else ""
    return Objection("set-rank", because, legal, group)


def _can_differ(group: tuple[Card, ...], naturals: list[Card], rules: RoundRules) -> bool:
    """Whether it is a set without the doubled cards, or with other suits in their places."""
    doubled = Counter(naturals) - Counter(set(naturals))
    kept = list((Counter(group) - doubled).elements())
    others = [Card(naturals[0].rank, suit) for suit in rules.suits]
    others = [card for card in others if card not in kept][: doubled.total()]
    is_enough = len(others) == doubled.total() and _is_set([*kept, *others], rules)
    return is_enough or _is_set(kept, rules)


def _is_set(cards: Sequence[Card], rules: RoundRules) -> bool:
    return len(cards) >= SMALLEST and isinstance(read_set(rules.in_order(cards), rules), Meld)
