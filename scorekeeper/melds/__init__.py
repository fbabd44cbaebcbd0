"""Whether a group of cards is a meld, and if not, why not.

Nothing here searches. The solver builds melds in its own way, so that each tests the other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from operator import ne
from typing import Literal, NamedTuple

from scorekeeper.cards import (
    JOKER,
    MOST_CARDS,
    RANK_NAMES,
    SUIT_NAMES,
    Card,
    plural_of,
    rank_label,
    spell,
    with_article,
)
from scorekeeper.errors import count, listed
from scorekeeper.rules.card_rules import RoundRules

SMALLEST = 3  # how many cards the smallest meld has

MeldKind = Literal["set", "run", "wilds"]

ClaimRule = Literal["hand-size", "deadwood", "knock", "discard", "not-held", "used-twice"]
GroupRule = Literal["meld-size", "set-rank", "run-suit", "run-gap", "off-the-line"]
LimitRule = Literal["wild-limit", "set-max", "set-suits"]
RunsRule = Literal["pure-run", "second-run"]
ObjectionRule = ClaimRule | GroupRule | LimitRule | RunsRule
"""The rule that is broken, as a word that programs can test."""


class Meld(NamedTuple):
    """Cards laid together: a ``set``, a ``run``, or ``wilds`` alone."""

    kind: MeldKind
    cards: tuple[Card, ...]  # a run's in order, low to high; any other meld's sorted
    stands: tuple[str, ...]  # what each stands for: a card like ``TH``, or a wild's rank in a set

    @property
    def is_pure(self) -> bool:
        """Whether this is a run with no card standing in for another."""
        return self.kind == "run" and not self.stand_ins

    @property
    def stand_ins(self) -> int:
        """How many of its cards stand in for another."""
        return sum(map(ne, map(str, self.cards), self.stands))

    @property
    def order(self) -> int:
        """Its place if a hand needs runs: pure runs first, then other runs, then the rest."""
        return 0 if self.is_pure else 1 if self.kind == "run" else 2


class Objection(NamedTuple):
    """Why something on the table is against the rules."""

    rule: ObjectionRule
    because: str  # a sentence
    legal: str = ""  # what would have been right; empty if there is no short answer
    cards: tuple[Card, ...] = ()  # the group


def judge_meld(cards: Sequence[Card], rules: RoundRules) -> Meld | tuple[Objection, ...]:
    """The meld that ``cards`` form, or every objection.

    One card with wilds can be a set or a run. It is a run if a hand needs runs, or if a wild is in
    its own place there; otherwise it is a set. A run is laid as high as it can be, with a card of
    the wild rank in its own place if that is free. The objections are to a set or to a run,
    whichever is nearer; if neither is, they are to both.
    """
    group = rules.in_order(cards)
    if len(group) < SMALLEST:
        because = f"a meld needs at least 3 cards, but this has {len(group)}"
        return (Objection("meld-size", because, cards=group),)
    if rules.wild_limit == "any" and all(map(rules.is_wild, group)):
        return Meld("wilds", group, tuple(map(str, group)))
    naturals = [card for card in group if not rules.is_wild(card)]
    as_set = read_set(group, rules)
    if isinstance(as_set, Meld) and len(naturals) != 1:
        return as_set
    as_run = read_run(group, rules)
    if isinstance(as_set, Meld) and isinstance(as_run, Meld):
        return as_run if rules.needs_runs or as_run.stand_ins < as_set.stand_ins else as_set
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


RULES_AGAIN = (
    *("each rank", "each suit", "an ace in ", "at most", "one wild, the rest"),
    "a card that is not wild",
)
"""The beginnings of remedies that only repeat the rule and name no cards."""


def together(objections: Iterable[Objection]) -> tuple[Objection, ...]:
    """The objections to one group; if there are several, without remedies that repeat one rule."""
    found = tuple(objections)
    if len(found) == 1:
        return found
    return tuple(o._replace(legal="") if o.legal.startswith(RULES_AGAIN) else o for o in found)


# ── sets ─────────────────────────────────────────────────────────────────────────────────────


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
        objections.append(_object_to_ranks(group, naturals, counted, rules))
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
        # Natural cards of different suits first: wilds and doubled suits may be too many.
        fewer = sorted(group, key=lambda card: (card not in naturals, naturals.count(card)))
        legal = f"{rules.set_max} of them" if _is_set(fewer[: rules.set_max], rules) else ""
        objections.append(Objection("set-max", because, legal, group))
    too_many = object_to_wilds(group, wilds, rules)
    # The packs may not hold enough natural cards to take their places.
    of_suit = 1 if rules.set_distinct_suits else rules.decks or len(group)
    if len(group) - of_suit * len(rules.suits) > most_wilds(len(group), rules):
        too_many = tuple(found._replace(legal="") for found in too_many)
    objections += too_many
    if objections:
        return together(objections)
    (rank,) = counted
    unused = Counter(naturals)
    stands = []
    for card in group:
        stands.append(str(card) if unused[card] > 0 else rank)
        unused[card] -= 1
    return Meld("set", group, tuple(stands))


def _rank_meant(counted: Counter[str], rules: RoundRules) -> str:
    """The commonest rank among the naturals; the highest, if several are equally common."""
    return max(counted, key=lambda rank: (counted[rank], rules.ranks.index(rank)))


def _are_not(others: list[Card], kind: str, rules: RoundRules) -> str:
    """Say that cards aren't of a kind, nor wild in a game with wilds: ``6♦ isn't a queen``."""
    are = f"{listed(map(spell, others))} {'are' if len(others) > 1 else 'is'}"
    has_wilds = rules.wild or rules.jokers
    return f"{are} neither {kind} nor wild" if has_wilds else f"{are}n't {kind}"


def _object_to_ranks(
    group: tuple[Card, ...], naturals: list[Card], counted: Counter[str], rules: RoundRules
) -> Objection:
    rank = _rank_meant(counted, rules)
    others = [card for card in naturals if card.rank != rank]
    several, its = len(others) > 1, "their" if len(others) > 1 else "its"
    kind = plural_of(rank) if several else with_article(RANK_NAMES[rank])
    because = f"not a {rules.word('set')}: {_are_not(others, kind, rules)}"
    kept = [card for card in group if card not in others]
    of_rank = sorted((Card(rank, suit) for suit in rules.suits), key=kept.count)
    copies = copies_left(of_rank, kept, rules)
    instead = (list(dict.fromkeys(copies)) if rules.set_distinct_suits else copies)[: len(others)]
    is_enough = len(instead) == len(others) and _is_set([*kept, *instead], rules)
    named = kind if is_enough else ""
    wanted = or_wild(named, kept, len(others), _is_set, rules, several=several)
    return Objection("set-rank", because, f"{wanted} in {its} place" if wanted else "", group)


def _can_differ(group: tuple[Card, ...], naturals: list[Card], rules: RoundRules) -> bool:
    """Whether the group is a set without its doubled cards, or with other suits in their places."""
    doubled = Counter(naturals) - Counter(set(naturals))
    kept = list((Counter(group) - doubled).elements())
    others = [Card(naturals[0].rank, suit) for suit in rules.suits]
    others = [card for card in others if card not in kept][: doubled.total()]
    is_enough = len(others) == doubled.total() and _is_set([*kept, *others], rules)
    return is_enough or _is_set(kept, rules)


def _is_set(cards: Sequence[Card], rules: RoundRules) -> bool:
    return len(cards) >= SMALLEST and isinstance(read_set(rules.in_order(cards), rules), Meld)


# ── runs ─────────────────────────────────────────────────────────────────────────────────────


class _Parts(NamedTuple):
    """A group taken as a run of ``suit``: its natural cards, and wilds that fill in."""

    naturals: Sequence[Card]
    fillers: Sequence[Card]
    suit: str
    rules: RoundRules

    @property
    def own(self) -> Card | None:
        """The card of the wild rank that could stand in its own place."""
        return Card(self.rules.wild, self.suit) if self.rules.wild else None


def read_run(group: tuple[Card, ...], rules: RoundRules) -> Meld | tuple[Objection, ...]:
    """The run that the cards form, or every objection."""
    parts = _sort_out(group, rules)
    others = [card for card in parts.naturals if card.suit != parts.suit]
    found = _best_window(parts)
    too_many = object_to_wilds(group, _wilds_among(parts, found), rules)
    if others:
        return together(_object_to_suits(group, others, parts) + too_many)
    if found is None:
        return together(_object_to_gaps(group, parts) + too_many)
    return too_many or _lay_run(parts, found)


def _is_run(cards: Sequence[Card], rules: RoundRules) -> bool:
    """Whether the cards are a run; objections ask this about the cards they suggest."""
    parts = _sort_out(cards, rules)
    found = _best_window(parts)
    one_suit = found is not None and all(card.suit == parts.suit for card in parts.naturals)
    wilds = _wilds_among(parts, found)
    return len(cards) >= SMALLEST and one_suit and wilds <= most_wilds(len(cards), rules)


def _is_run_with(more: int, suit: str, kept: Sequence[Card], rules: RoundRules) -> bool:
    """Whether ``more`` cards of a suit, if the packs have them, make a run with those ``kept``."""
    of_suit = dict.fromkeys(copies_left([Card(rank, suit) for rank in rules.ranks], kept, rules))
    return any(_is_run([*kept, *cards], rules) for cards in combinations(of_suit, more))


def _sort_out(group: Sequence[Card], rules: RoundRules) -> _Parts:
    """The group as a run of its most common suit."""
    naturals = [card for card in group if not rules.is_wild(card)]
    fillers = [card for card in group if rules.is_wild(card)]
    suits = Counter(card.suit for card in naturals or group if card != JOKER)
    return _Parts(naturals, fillers, max(rules.suits, key=lambda suit: suits[suit]), rules)


def _best_window(parts: _Parts) -> range | None:
    """The places on the line where the run lies, or None if it fits nowhere.

    Places that put a card of the wild rank in its own place go first, then the highest.
    """
    line, size = parts.rules.run_order, len(parts.naturals) + len(parts.fillers)
    ranks = Counter(card.rank for card in parts.naturals)
    windows = (range(start, start + size) for start in range(len(line) - size, -1, -1))
    # Every natural card has its own place there.
    fitting = [
        places
        for places in windows
        if all(line.count(rank, places.start, places.stop) >= n for rank, n in ranks.items())
    ]
    return max(fitting, key=lambda places: _in_own_places(parts, places), default=None)


def _in_own_places(parts: _Parts, places: range) -> int:
    """How many wilds of a run can stand as themselves: at most one, or two wild aces."""
    if parts.own is None:
        return 0
    own_places = parts.rules.run_order[places.start : places.stop].count(parts.own.rank)
    return min(own_places, parts.fillers.count(parts.own))


def _wilds_among(parts: _Parts, places: range | None) -> int:
    """How many fillers count as wilds in a run at ``places``; without places, the fewest."""
    if not may_stand_as_itself(parts.rules):
        return len(parts.fillers)
    return len(parts.fillers) - _in_own_places(parts, places or range(len(parts.rules.run_order)))


def _lay_run(parts: _Parts, places: range) -> Meld:
    """The run at ``places``: wilds fill gaps, and one of the wild rank takes its own place."""
    own = [card for card in parts.fillers if card == parts.own][: _in_own_places(parts, places)]
    held = Counter([*parts.naturals, *own])
    spare = (Counter(parts.fillers) - Counter(own)).elements()
    wanted = [Card(parts.rules.run_order[place], parts.suit) for place in places]
    cards = []
    for card in wanted:
        # An ace that fits both ends of a line takes the low one first; the rest are wilds.
        cards.append(card if held[card] > 0 else next(spare))
        held[card] -= 1
    return Meld("run", tuple(cards), tuple(map(str, wanted)))


def _object_to_suits(
    group: tuple[Card, ...], others: list[Card], parts: _Parts
) -> tuple[Objection, ...]:
    rules, suit, several = parts.rules, parts.suit, len(others) > 1
    kind = SUIT_NAMES[suit] if several else SUIT_NAMES[suit][:-1]
    because = f"not a run: {_are_not(others, kind if several else f'a {kind}', rules)}"
    kept = [card for card in group if card not in others]
    naturals = [card for card in parts.naturals if card.suit == suit]
    missing = _fewest_missing(naturals, suit, rules.run_order)
    short = max(1, len(missing) - len(parts.fillers))
    wanted = ""
    if missing and short <= max(SMALLEST, len(others)):
        wanted = _wanted(missing, short, kept, rules)
    if not wanted and _is_run_with(len(others), suit, kept, rules):
        wanted = f"the right {kind}"
    wanted = or_wild(wanted, kept, len(others), _is_run, rules, several=several)
    legal = f"{wanted} instead of {listed(map(spell, others))}" if wanted else ""
    found = (Objection("run-suit", because, legal, group),)
    # With the others as wilds, the rest must still be a run.
    rest = parts._replace(naturals=naturals)
    window = _best_window(rest._replace(fillers=[*rest.fillers, *others]))
    return found if window else found + _object_to_gaps(group, rest)


def _object_to_gaps(group: tuple[Card, ...], parts: _Parts) -> tuple[Objection, ...]:
    """Why cards of one suit don't fit on the line, and what would fix all of ``group``."""
    naturals, fillers, suit, rules = parts
    if len(group) > len(rules.run_order):
        because = f"{len(group)} cards: a run has at most {len(rules.run_order)}"
        are_all = len(naturals) + len(fillers) == len(group)
        legal = "two runs" if are_all and _are_two_runs(parts) else ""
        return (Objection("off-the-line", because, legal, group),)
    once = parts._replace(naturals=list(dict.fromkeys(naturals)))
    if len(once.naturals) < len(naturals):
        extra = Counter(naturals) - Counter(once.naturals)
        because = f"not a run: it has {listed(map(spell, extra))} more than once"
        rest = list((Counter(group) - extra).elements())
        once_each = "each rank once" if _is_run_with(extra.total(), suit, rest, rules) else ""
        legal = or_wild(once_each, rest, extra.total(), _is_run, rules)
        twice = Objection("run-gap", because, legal, group)
        return (twice,) if _best_window(once) else (twice, *_object_to_gaps(group, once))
    missing = _fewest_missing(naturals, suit, rules.run_order)
    if "A" in rules.ranks and len(missing) > len(fillers):
        over_the_top = _object_to_aces(parts)
        if over_the_top:
            ends = {_side_by_side(rules.run_order[:3]), _side_by_side(rules.run_order[-3:])}
            where = " or ".join(sorted(each for each in ends if "A" in each))
            legal = f"an ace in {where}" if any(card.rank == "A" for card in group) else ""
            return (Objection("off-the-line", over_the_top, legal, group),)
    spare = list(fillers)
    if parts.own in missing and parts.own in spare:
        # It is there, in its own place.
        spare.remove(parts.own)
        missing.remove(parts.own)
    because = f"not a run: there is no {listed(map(spell, missing), 'or')}"
    if spare:
        because += f", and {count(len(spare), 'wild')} can't fill in"
    short = len(missing) - len(spare)
    wanted = _wanted(missing, short, group, rules)
    legal = or_wild(wanted, group, short, _is_run, rules, several=short > 1)
    return (Objection("run-gap", because, legal, group),)


def _object_to_aces(parts: _Parts) -> str:
    """The objection if only the ace is in the wrong place, or the run goes around the corner."""
    naturals, fillers, suit, rules = parts
    low, around = _side_by_side(rules.ranks[:3]), rules.ranks * 2
    if len(_fewest_missing(naturals, suit, rules.ranks + "A")) <= len(fillers):
        if rules.ace_runs != "high":
            return f"the ace is low: {low} is a run, and no run goes past the king"
        return f"the ace is high: {_side_by_side(rules.run_order[-3:])} is a run, {low} is not"
    if len(_fewest_missing(naturals, suit, around)) <= len(fillers):
        corner = around[len(rules.ranks) - 1 :][:3]
        return f"a run can't go around the corner, {_side_by_side(corner)}"
    return ""


def _side_by_side(ranks: str) -> str:
    """Ranks as in a run: ``A-2-3``."""
    return "-".join(map(rank_label, ranks))


def _are_two_runs(parts: _Parts) -> bool:
    """Whether the cards can be cut somewhere on the line so that both parts are runs."""
    rules, fillers = parts.rules, parts.fillers
    rising = sorted(parts.naturals, key=lambda card: rules.run_order.rindex(card.rank))
    return any(
        _is_run([*rising[:cut], *fillers[:wilds]], rules)
        and _is_run([*rising[cut:], *fillers[wilds:]], rules)
        for cut in range(1, len(rising))
        for wilds in range(len(fillers) + 1)
    )


def _wanted(missing: Sequence[Card], short: int, kept: Sequence[Card], rules: RoundRules) -> str:
    """The missing cards that would help, if ``short`` of them are needed with those ``kept``.

    If a card of the wild rank would be one wild too many, only the others are named.
    """
    in_packs = [card for card in missing if copies_left([card], kept, rules)]
    for cards in (in_packs, [card for card in in_packs if not rules.is_wild(card)]):
        choices = list(combinations(cards, short))
        if choices and all(_is_run([*kept, *choice], rules) for choice in choices):
            names = [spell(card) for card in cards]
            if short == 1:
                return listed(names, "or")
            return f"{short} of {listed(names)}" if short < len(names) else listed(names)
    return ""


def _fewest_missing(naturals: Sequence[Card], suit: str, line: str) -> list[Card]:
    """The cards missing between naturals of one suit, where these are closest together."""
    ranks = {card.rank for card in naturals}
    stretches = (line[start:stop] for start, stop in combinations(range(len(line) + 1), 2))
    shortest = min((each for each in stretches if ranks <= set(each)), key=len, default="")
    return [Card(rank, suit) for rank in shortest if rank not in ranks]


# ── wilds ────────────────────────────────────────────────────────────────────────────────────


def may_stand_as_itself(rules: RoundRules) -> bool:
    """Whether a card of the wild rank can count as natural in its own place."""
    return rules.wild_as_rank and rules.wild_limit != "any"


def most_wilds(size: int, rules: RoundRules) -> int:
    """How many wilds a meld of this ``size`` may hold."""
    return {"any": size, "natural": size - 1, "half": size // 2, "one": 1}[rules.wild_limit]


def object_to_wilds(
    group: tuple[Card, ...], wilds: int, rules: RoundRules
) -> tuple[Objection, ...]:
    """The objection to a group with this many ``wilds``, if there is one."""
    size = len(group)
    if wilds <= most_wilds(size, rules):
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


def copies_left(kinds: Iterable[Card], kept: Sequence[Card], rules: RoundRules) -> list[Card]:
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
    several: bool = False,  # more than one card is missing
) -> str:
    """What would complete a meld: ``natural`` cards, or ``more`` wilds with those ``kept``."""
    of_rank = [Card(rules.wild, suit) for suit in rules.suits] if rules.wild else []
    if not is_meld([*kept, *[JOKER] * more], rules):
        return natural
    if rules.wild and len(copies_left(of_rank, kept, rules)) >= more:
        is_number = rules.wild in "23456789T"
        wild = with_article(rank_label(rules.wild) if is_number else RANK_NAMES[rules.wild])
        wild = plural_of(rules.wild) if several else wild
    elif len(copies_left([JOKER], kept, rules)) >= more:
        wild = "jokers" if several else "a joker"
    else:
        return natural
    return f"{natural}{',' if ' and ' in natural else ''} or {wild}" if natural else wild
