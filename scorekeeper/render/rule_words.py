"""Rules in a few words: which wilds there are, what they may do, and what cards cost."""

from collections.abc import Sequence

from scorekeeper.cards import plural_of, rank_label
from scorekeeper.ledger.rounds import wild_label
from scorekeeper.rules.rule_set import RuleSet

WILD_WORDS = {
    "any": "any number in a meld, even nothing but wilds",
    "natural": "any number in a meld with at least one natural card",
    "half": "at most half of a meld",
    "one": "at most one in a meld",
}


def wild_words(specs: Sequence[tuple[int, str | None]]) -> str:
    """Which ranks are wild when."""
    wilds = [wild for _, wild in specs]
    if not any(wilds):
        return "no rank"
    if None in wilds or len(wilds) < 3:
        return ", ".join(wild_label(wild) if wild else "none" for wild in wilds)
    if len(set(wilds)) == 1:
        return f"{plural_of(wilds[0] or '')} in every round"
    first, second, last = (plural_of(wild or "") for wild in (wilds[0], wilds[1], wilds[-1]))
    return f"{first} in round 1, {second} in round 2 ... {last} in the last"


def cost_words(rules: RuleSet) -> str:
    """What the cards cost that are left over."""
    low = [rank for rank in rules.ranks if rank in "23456789T"]
    parts = []
    if "A" in rules.ranks:
        parts.append(f"A {rules.natural_points('A')}")
    special = dict(rules.card_points)
    if low:
        parts.append(f"{rank_label(low[0])}-{rank_label(low[-1])} as printed")
    faces = [rank for rank in rules.ranks if rank in "JQK" and rank not in special]
    if faces:
        costs = list(dict.fromkeys(str(rules.natural_points(rank)) for rank in faces))
        parts.append(f"{' '.join(faces)} {' '.join(costs)}")
    parts += [f"{rank_label(rank)} {cost}" for rank, cost in special.items() if rank != "A"]
    wild = "as printed" if rules.wild_points == "face" else str(rules.wild_points)
    parts.append(f"a wild {wild}")
    if rules.jokers:
        parts.append(f"a joker {rules.joker_points}")
    return " · ".join(parts)
