"""When a group of cards is a meld, and when not, why not.

This module judges a group it is given. It does not search: the solver has its own way to
build melds, so that each can be tested against the other.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.card_rules import RoundRules
from scorekeeper.cards import JOKER, RANK_NAMES, SUIT_NAMES, Card, plural_of, rank_label, spell
from scorekeeper.errors import listed

SMALLEST = 3
"""Cards of the smallest meld."""


class Meld(NamedTuple):
    """Cards that lie together: a ``set``, a ``run``, or ``wilds`` alone.

    The cards of a run run upwards, all others are sorted. ``stands[i]`` is what ``cards[i]``
    stands for: a card such as ``TH``, or for a wild in a set the rank alone.
    """

    kind: str
    cards: tuple[Card, ...]
    stands: tuple[str, ...]


class Objection(NamedTuple):
    """Why something on the table is against the rules.

    ``rule`` is one of the words that programs may test, ``because`` a sentence, ``legal`` what
    would have been right (empty where nothing short would mend it), ``cards`` the group meant.
    """

    rule: str
    because: str
    legal: str = ""
    cards: tuple[Card, ...] = ()


def judge_meld(cards: Sequence[Card], rules: RoundRules) -> Meld | tuple[Objection, ...]:
    """The meld that ``cards`` are, or every objection to it.

    A group that can be read in two ways is a set rather than a run, and a run stands as high
    on its line as it can, with a card of the wild rank in its own place where that is free.
    Objections belong to the reading that comes nearest; where both come as near, to both.
    """
    group = rules.in_order(cards)
    if len(group) < SMALLEST:
        because = f"a meld has three cards or more, and this has {len(group)}"
        return (Objection("meld-size", because, cards=group),)
    if rules.wild_limit == "any" and all(map(rules.is_wild, group)):
        return Meld("wilds", group, tuple(map(str, group)))
    as_set = _read_set(group, rules)
    if isinstance(as_set, Meld):
        return as_set
    as_run = _read_run(group, rules)
    if isinstance(as_run, Meld):
        return as_run
    return _nearer(as_set, as_run, group, rules)


def _nearer(
    as_set: tuple[Objection, ...],
    as_run: tuple[Objection, ...],
    group: tuple[Card, ...],
    rules: RoundRules,
) -> tuple[Objection, ...]:
    """The objections to the reading that the player probably meant."""
    naturals = [card for card in group if not rules.is_wild(card)]
    if not naturals:
        return as_set
    ranks = Counter(card.rank for card in naturals)
    suits = Counter(card.suit for card in naturals)
    # The more cards agree, and the fewer groups they fall into, the likelier it was meant so.
    like_a_set = (max(ranks.values()), -len(ranks))
    like_a_run = (max(suits.values()), -len(suits))
    if like_a_set > like_a_run:
        return as_set
    if like_a_run > like_a_set:
        return as_run
    return as_set + tuple(found for found in as_run if found.rule not in {o.rule for o in as_set})


# ── wilds ────────────────────────────────────────────────────────────────────────────────


def may_stand_as_itself(rules: RoundRules) -> bool:
    """Whether a card of the wild rank can count as natural in its own place."""
    return rules.wild_as_rank and rules.wild_limit != "any"


def _object_to_wilds(
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


# ── sets ─────────────────────────────────────────────────────────────────────────────────


def _read_set(group: tuple[Card, ...], rules: RoundRules) -> Meld | tuple[Objection, ...]:
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
    suits = Counter(card.suit for card in naturals)
    doubled = [suit for suit in rules.suits if suits[suit] > 1]
    if rules.set_distinct_suits and len(counted) == 1 and doubled:
        names = listed(SUIT_NAMES[suit] for suit in doubled)
        because = f"more than one natural card of {names} in one {rules.word('set')}"
        objections.append(Objection("set-suits", because, "each suit once", group))
    if rules.set_max and len(group) > rules.set_max:
        because = (
            f"{len(group)} cards: at this table a {rules.word('set')} has at most {rules.set_max}"
        )
        legal = f"{rules.set_max} of them"
        objections.append(Objection("set-max", because, legal, group))
    objections += _object_to_wilds(group, wilds, rules)
    if objections:
        return tuple(objections)
    (rank,) = counted
    left = Counter(naturals)
    stands = []
    for card in group:
        stands.append(str(card) if left[card] > 0 else rank)
        left[card] -= 1
    return Meld("set", group, tuple(stands))


def _strange_ranks(
    group: tuple[Card, ...], naturals: list[Card], counted: Counter[str], rules: RoundRules
) -> Objection:
    rank = max(counted, key=lambda one: (counted[one], rules.ranks.index(one)))
    strangers = [card for card in naturals if card.rank != rank]
    others = listed(dict.fromkeys(plural_of(card.rank) for card in strangers))
    because = f"not a {rules.word('set')}: the {others} are no {plural_of(rank)} and not wild"
    return Objection(
        "set-rank",
        because,
        f"{_a(RANK_NAMES[rank])}{_or_wild(rules)} instead of the {others}",
        group,
    )


# ── runs ─────────────────────────────────────────────────────────────────────────────────


def _read_run(group: tuple[Card, ...], rules: RoundRules) -> Meld | tuple[Objection, ...]:
    naturals = [card for card in group if not rules.is_wild(card)]
    fillers = [card for card in group if rules.is_wild(card)]
    suits = Counter(card.suit for card in naturals or group if card != JOKER)
    suit = max(rules.suits, key=lambda one: suits[one])
    strangers = [card for card in naturals if card.suit != suit]
    if strangers:
        return _strange_suits(group, strangers, suit, rules)
    found = best_window(naturals, fillers, suit, rules)
    if found is None:
        return _no_window(group, naturals, fillers, suit, rules)
    own = in_own_places(found, fillers, suit, rules) if may_stand_as_itself(rules) else 0
    objections = _object_to_wilds(group, len(fillers) - own, rules)
    return objections or lay_run(found, naturals, fillers, suit, rules)


def best_window(
    naturals: Sequence[Card], fillers: Sequence[Card], suit: str, rules: RoundRules
) -> range | None:
    """The places on the line where the run lies, or None where there are none.

    The places that leave a card of the wild rank in its own place go first, then the highest.
    """
    size = len(naturals) + len(fillers)
    windows = [
        places
        for start in range(len(rules.line) - size, -1, -1)
        if _fits(naturals, places := range(start, start + size), rules)
    ]
    return max(windows, key=lambda one: in_own_places(one, fillers, suit, rules), default=None)


def _fits(naturals: Sequence[Card], places: range, rules: RoundRules) -> bool:
    """Whether every natural has a place of its own among ``places``."""
    room = Counter(rules.line[place] for place in places)
    return not Counter(card.rank for card in naturals) - room


def in_own_places(places: range, fillers: Sequence[Card], suit: str, rules: RoundRules) -> int:
    """How many of a run's wilds can stand as themselves: their own rank in their own suit.

    One at most, or two where the ace is wild and stands at both ends.
    """
    if rules.wild is None:
        return 0
    there = rules.line[places.start : places.stop].count(rules.wild)
    return min(there, fillers.count(Card(rules.wild, suit)))


def lay_run(
    places: range, naturals: Sequence[Card], fillers: Sequence[Card], suit: str, rules: RoundRules
) -> Meld:
    """The run at ``places``, wilds in the gaps, one of the wild rank in its own place if it can."""
    held = Counter(naturals)
    spare = list(fillers)
    own = Card(rules.wild, suit) if rules.wild else None
    wanted = [Card(rules.line[place], suit) for place in places]
    laid: list[Card | None] = []
    for card in wanted:
        if held[card]:
            held[card] -= 1
            laid.append(card)
        elif card == own and own in spare:
            spare.remove(own)
            laid.append(own)
        else:
            laid.append(None)
    # An ace that fits both ends of a line takes the low one first; the rest are wilds.
    cards = tuple(card if card is not None else spare.pop(0) for card in laid)
    return Meld("run", cards, tuple(map(str, wanted)))


def _strange_suits(
    group: tuple[Card, ...], strangers: list[Card], suit: str, rules: RoundRules
) -> tuple[Objection, ...]:
    verb = "is" if len(strangers) == 1 else "are"
    because = (
        f"not a run: {listed(map(spell, strangers))} {verb} not of {SUIT_NAMES[suit]}"
        f" and not wild in this round"
    )
    naturals = [card for card in group if card.suit == suit and not rules.is_wild(card)]
    fillers = [card for card in group if rules.is_wild(card)]
    missing = _fewest_missing(naturals, rules.line)
    if 0 < len(missing) <= len(strangers) + len(fillers):
        wanted = listed((spell(Card(rank, suit)) for rank in missing), "or")
    else:
        wanted = SUIT_NAMES[suit]
    legal = f"{wanted}{_or_wild(rules)} instead of {listed(map(spell, strangers))}"
    found = [Objection("run-suit", because, legal, group)]
    # With the strangers as wilds the rest must still be a run.
    window = best_window(naturals, fillers + strangers, suit, rules)
    if window is None:
        found += _no_window(group, naturals, fillers, suit, rules)
    return tuple(found)


def _no_window(
    group: tuple[Card, ...],
    naturals: Sequence[Card],
    fillers: Sequence[Card],
    suit: str,
    rules: RoundRules,
) -> tuple[Objection, ...]:
    """Why cards of one suit find no places on the line."""
    objections: list[Objection] = []
    if len(group) > len(rules.line):
        because = f"{len(group)} cards: a run has at most {len(rules.line)}"
        objections.append(Objection("off-the-line", because, "two runs", group))
    twice = [
        card for card, times in Counter(naturals).items() if times > rules.line.count(card.rank)
    ]
    if twice:
        verb = "is" if len(twice) == 1 else "are"
        because = f"not a run: {listed(map(spell, twice))} {verb} there more than once"
        legal = f"each rank once{_or_wild(rules)}"
        objections.append(Objection("run-gap", because, legal, group))
    if objections:
        return tuple(objections)
    missing = _fewest_missing(naturals, rules.line)
    around = _fewest_missing(naturals, rules.ranks + rules.ranks)
    ranks = {card.rank for card in naturals}
    if "A" in ranks and len(around) <= len(fillers) < len(missing):
        corner = {rules.ranks[1], rules.ranks[-1]} <= ranks | set(around)
        because = "no run goes around the corner, K-A-2" if corner else _ace_rule(rules)
        return (Objection("off-the-line", because, _ace_remedy(rules), group),)
    names = listed((spell(Card(rank, suit)) for rank in missing), "or")
    because = f"not a run: there is no {names}"
    if fillers:
        because += f", and {len(fillers)} {'wild' if len(fillers) == 1 else 'wilds'} cannot fill in"
    if not missing and not fillers:
        because = "not a run: the ace is there more than once"
        return (Objection("run-gap", because, f"each rank once{_or_wild(rules)}", group),)
    if not missing:
        # Nothing is missing between the ends; there is just no place left beyond them.
        because = "not a run: it would have to go on beyond the end of the line"
        return (Objection("off-the-line", because, "the wilds in another meld", group),)
    return (Objection("run-gap", because, f"{names}{_or_wild(rules)}", group),)


def _fewest_missing(naturals: Sequence[Card], line: str) -> list[str]:
    """The ranks that lie between the naturals of one suit where they stand closest together."""
    ranks = {card.rank for card in naturals}
    spans = []
    for start in range(len(line)):
        for stop in range(start + 1, len(line) + 1):
            if ranks <= set(line[start:stop]):
                spans.append([rank for rank in line[start:stop] if rank not in ranks])
                break
    return min(spans, key=len, default=[])


def _ace_rule(rules: RoundRules) -> str:
    if rules.ace_runs != "high":
        return "the ace is low: A-2-3 is a run, none goes over the top"
    return "the ace is high: Q-K-A is a run, A-2-3 is not"


def _ace_remedy(rules: RoundRules) -> str:
    ends = {"low": "A-2-3", "high": "Q-K-A", "both": "A-2-3 or Q-K-A"}[rules.ace_runs]
    return f"an ace stands in {ends}"


def _or_wild(rules: RoundRules) -> str:
    """What may stand instead of any card, for the end of a remedy."""
    if rules.wild is None:
        return " or a joker" if rules.jokers else ""
    is_number = rules.wild in "23456789T"
    return f" or {_a(rank_label(rules.wild) if is_number else RANK_NAMES[rules.wild])}"


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "a8" else f"a {word}"
