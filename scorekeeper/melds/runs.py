"""Whether cards are a run, and if not, why not."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.card_rules import RoundRules
from scorekeeper.cards import JOKER, SUIT_NAMES, Card, spell
from scorekeeper.errors import listed
from scorekeeper.melds.meld import Meld, Objection
from scorekeeper.melds.wilds import may_stand_as_itself, object_to_wilds, or_wild


def read_run(group: tuple[Card, ...], rules: RoundRules) -> Meld | tuple[Objection, ...]:
    """The run that the cards are, or every objection to it."""
    naturals = [card for card in group if not rules.is_wild(card)]
    fillers = [card for card in group if rules.is_wild(card)]
    suits = Counter(card.suit for card in naturals or group if card != JOKER)
    suit = max(rules.suits, key=lambda one: suits[one])
    strangers = [card for card in naturals if card.suit != suit]
    if strangers:
        return _strange_suits(group, strangers, suit, rules)
    found = _best_window(naturals, fillers, suit, rules)
    if found is None:
        return _no_window(group, naturals, fillers, suit, rules)
    own = _in_own_places(found, fillers, suit, rules) if may_stand_as_itself(rules) else 0
    objections = object_to_wilds(group, len(fillers) - own, rules)
    return objections or _lay_run(found, naturals, fillers, suit, rules)


def _best_window(
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
    return max(windows, key=lambda one: _in_own_places(one, fillers, suit, rules), default=None)


def _fits(naturals: Sequence[Card], places: range, rules: RoundRules) -> bool:
    """Whether every natural has a place of its own among ``places``."""
    room = Counter(rules.line[place] for place in places)
    return not Counter(card.rank for card in naturals) - room


def _in_own_places(places: range, fillers: Sequence[Card], suit: str, rules: RoundRules) -> int:
    """How many of a run's wilds can stand as themselves: their own rank in their own suit.

    One at most, or two where the ace is wild and stands at both ends.
    """
    if rules.wild is None:
        return 0
    there = rules.line[places.start : places.stop].count(rules.wild)
    return min(there, fillers.count(Card(rules.wild, suit)))


def _lay_run(
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
    legal = f"{wanted}{or_wild(rules)} instead of {listed(map(spell, strangers))}"
    found = [Objection("run-suit", because, legal, group)]
    # With the strangers as wilds the rest must still be a run.
    window = _best_window(naturals, fillers + strangers, suit, rules)
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
        legal = f"each rank once{or_wild(rules)}"
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
        return (Objection("run-gap", because, f"each rank once{or_wild(rules)}", group),)
    if not missing:
        # Nothing is missing between the ends; there is just no place left beyond them.
        because = "not a run: it would have to go on beyond the end of the line"
        return (Objection("off-the-line", because, "the wilds in another meld", group),)
    return (Objection("run-gap", because, f"{names}{or_wild(rules)}", group),)


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
