"""Rules in a few words: which wilds there are, what they may do, and what cards cost."""

from scorekeeper.cards import plural_of, rank_label
from scorekeeper.errors import count
from scorekeeper.ledger.rounds import wild_label
from scorekeeper.rules.card_rules import CardRules
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.rule_values import DRAWN


def rule_facts(rules: RuleSet, decks: int) -> list[tuple[str, str]]:
    """The rules of a new game in a few words each."""
    wins = "fewest points" if rules.winner == "low" else "most points"
    tie = "share the win" if rules.ties == "shared" else "play another round"
    winner = ("winner", f"{wins}; equal totals {tie}")
    end = ("end", target_words(rules))
    ends = [winner, end] if rules.target else [winner]
    takes = [("scoring", rules.scoring.takes)] if rules.scoring.takes else []
    if rules.is_pool:
        ends = [("winner", "the last one in; of all that one round puts out the fewest points")]
        ends += [("out", pool_words(rules))]
    if not rules.plays_cards:
        return takes + ends
    jokers = f"{count(rules.jokers, 'joker')} among them" if rules.jokers else "no jokers"
    facts = [
        ("cards", f"{count(decks, 'pack')} of {len(rules.pack)} cards, {jokers}"),
        ("wild", wild_words(rules)),
    ]
    facts += [("aces", ACE_WORDS[rules.ace_runs])] if "A" in rules.ranks else []
    facts += [("wilds", WILD_WORDS[rules.wild_limit])] if has_wilds(rules) else []
    if rules.wild_as_rank and rules.wild_limit != "any":
        facts.append(("", "a card of the wild rank in its own place counts as natural"))
    caps = [f"at most {rules.set_max} cards"] if rules.set_max else []
    caps += ["each suit once"] if rules.set_distinct_suits else []
    facts += [(rules.said("sets"), ", ".join(caps))] if caps else []
    facts.append(("left over", cost_words(rules)))
    if rules.has_gin:
        from scorekeeper.render import gin_rules  # few games come to this

        knock = f", or a knock with {gin_rules.limit_words(rules)}" if rules.knock else ""
        return [*facts, ("ending", f"gin{knock}"), *gin_rules.settled_facts(rules), *ends]
    if rules.hand_cap:
        facts.append(("", f"at most {rules.hand_cap} for a hand"))
    if rules.called:
        facts.append(("entries", f"o, points or cards; {called_words(rules)}"))
    last = runs_words(rules) if rules.wants_runs else "the others get one more turn each"
    facts.append(("going out", f"{last}, then all count"))
    facts += [("", without_words(rules))] if rules.wants_runs else []
    facts += takes
    facts += [("", "several may go out in one round")] if rules.several_out else []
    return facts + ends


def has_wilds(rules: RuleSet) -> bool:
    """Whether any card is wild in any round."""
    return rules.jokers > 0 or any(spec.wild for spec in rules.specs)


def runs_words(rules: CardRules) -> str:
    """The runs that a hand must have: ``2 runs, 1 of them pure``."""
    runs = count(max(rules.sequences, rules.pure_sequences), "run")
    return f"{runs}, {rules.pure_sequences} of them pure" if rules.pure_sequences else runs


def without_words(rules: CardRules) -> str:
    """What counts for a loser without the runs that must be, by the house's reading of it."""
    reading, others = rules.without_sequences, ", others all cards"
    if reading == "flat" and rules.hand_cap:
        return f"who lacks them counts {rules.hand_cap}"
    if reading == "pure":
        return f"who has a pure run counts what is in no meld{others}"
    if reading == "first":
        return f"who has a pure run but no second counts all but that run{others}"
    return "who lacks them counts all cards"


def called_words(rules: CardRules) -> str:
    """What the words cost that may be typed as an entry: ``drop 20, middle 40, wrong 80``."""
    return ", ".join(f"{word} {cost}" for word, cost in rules.called.items())


def target_words(rules: RuleSet) -> str:
    """Which total ends a game."""
    if rules.in_columns:
        return f"when a total has reached {rules.target} in every column"
    return f"after the round in which a total reaches {rules.target}"


def pool_words(rules: RuleSet) -> str:
    """When a player is out of a pool, and who comes in again."""
    limit = rules.rejoin_limit
    out = f"who reaches {rules.target}"
    return f"{out}; rejoin WHO while nobody in has more than {limit}" if limit else out


ACE_WORDS = {
    "low": "low: A-2-3 is a run, Q-K-A is not",
    "high": "high: Q-K-A is a run, A-2-3 is not",
    "both": "low or high: A-2-3 and Q-K-A are runs",
}

WILD_WORDS = {
    "any": "any number in a meld, even nothing but wilds",
    "natural": "any number in a meld with at least one natural card",
    "half": "at most half of a meld",
    "one": "at most one in a meld",
}


def wild_words(rules: RuleSet) -> str:
    """Which ranks are wild when."""
    wilds = [spec.wild for spec in rules.specs]
    if DRAWN in wilds:
        return "the rank that is drawn in a round; a drawn joker makes aces wild"
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
    special = dict(rules.card_points)
    parts = [f"A {rules.natural_points('A')}"] if "A" in rules.ranks else []
    parts += [f"{rank_label(low[0])}-{rank_label(low[-1])} as printed"] if low else []
    faces = [rank for rank in rules.ranks if rank in "JQK" and rank not in special]
    if faces:
        costs = list(dict.fromkeys(str(rules.natural_points(rank)) for rank in faces))
        parts.append(f"{' '.join(faces)} {' '.join(costs)}")
    parts += [f"{rank_label(rank)} {cost}" for rank, cost in special.items() if rank != "A"]
    wild = "as printed" if rules.wild_points == "face" else str(rules.wild_points)
    parts += [f"a wild {wild}"] if has_wilds(rules) else []
    parts += [f"a joker {rules.joker_points}"] if rules.jokers else []
    return " · ".join(parts)
