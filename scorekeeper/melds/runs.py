"""Whether cards are a run, and if not, why not."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.cards import JOKER, SUIT_NAMES, Card, spell
from scorekeeper.errors import count, listed
from scorekeeper.melds.meld import Meld, Objection
from scorekeeper.melds.wilds import may_stand_as_itself, object_to_wilds, or_wild, or_wilds
from scorekeeper.rules.card_rules import RoundRules


def read_run(group: tuple[Card, ...], rules: RoundRules) -> Meld | tuple[Objection, ...]:
    """The run that the cards are, or every objection to it."""
    naturals = [card for card in group if not rules.is_wild(card)]
    fillers = [card for card in group if rules.is_wild(card)]
    suits = Counter(card.suit for card in naturals or group if card != JOKER)
    suit = max(rules.suits, key=lambda one: suits[one])
    strangers = [card for card in naturals if card.suit != suit]
    found = _best_window(naturals, fillers, suit, rules)
    objections: tuple[Objection, ...] = ()
    if strangers:
        objections = _strange_suits(group, strangers, suit, rules)
    elif found is None:
        objections = _no_window(group, naturals, fillers, suit, rules)
    wilds = _wilds_among(fillers, found, suit, rules)
    objections += object_to_wilds(group, wilds, rules)
    if objections or found is None:
        return objections
    return _lay_run(found, naturals, fillers, suit, rules)


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


def _wilds_among(
    fillers: Sequence[Card], places: range | None, suit: str, rules: RoundRules
) -> int:
    """How many of the fillers count as wilds in a run at ``places``; at the best, without any."""
    if not may_stand_as_itself(rules):
        return len(fillers)
    return len(fillers) - _in_own_places(places or range(len(rules.line)), fillers, suit, rules)


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
    # With the strangers as wilds the rest must still be a run.
    window = _best_window(naturals, fillers + strangers, suit, rules)
    wilds = _wilds_among(fillers, window, suit, rules) + len(strangers)
    if 0 < len(missing) <= len(strangers) + len(fillers):
        wanted = _wanted(missing, len(missing) - len(fillers), suit)
    else:
        wanted = SUIT_NAMES[suit]
    legal = (
        f"{wanted}{or_wild(len(group), wilds, rules)} instead of {listed(map(spell, strangers))}"
    )
    found = (Objection("run-suit", because, legal, group),)
    return found if window else found + _no_window(group, naturals, fillers, suit, rules)


def _no_window(
    group: tuple[Card, ...],
    naturals: Sequence[Card],
    fillers: Sequence[Card],
    suit: str,
    rules: RoundRules,
) -> tuple[Objection, ...]:
    """Why cards of one suit find no places on the line."""
    if len(group) > len(rules.line):
        because = f"{len(group)} cards: a run has at most {len(rules.line)}"
        return (Objection("off-the-line", because, "two runs", group),)
    once = list(dict.fromkeys(naturals))
    if len(once) < len(naturals):
        twice = _there_twice(group, naturals, fillers, suit, rules)
        found = _best_window(once, fillers, suit, rules)
        return twice if found else twice + _no_window(group, once, fillers, suit, rules)
    missing = _fewest_missing(naturals, rules.line)
    over_the_top = _object_to_aces(group, naturals, fillers, missing, rules)
    if over_the_top:
        return over_the_top
    own = Card(rules.wild, suit) if rules.wild in missing else None
    spare = list(fillers)
    if own in spare:
        # It lies there, in its own place.
        spare.remove(own)
        missing.remove(own.rank)
    because = f"not a run: there is no {_wanted(missing, 1, suit)}"
    if spare:
        because += f", and {count(len(spare), 'wild')} cannot fill in"
    short = len(missing) - len(spare)
    size = len(naturals) + len(fillers) + short
    wilds = short + len(spare if may_stand_as_itself(rules) else fillers)
    instead = or_wild(size, wilds, rules) if short == 1 else or_wilds(size, wilds, rules)
    return (Objection("run-gap", because, _wanted(missing, short, suit) + instead, group),)


def _there_twice(
    group: tuple[Card, ...],
    naturals: Sequence[Card],
    fillers: Sequence[Card],
    suit: str,
    rules: RoundRules,
) -> tuple[Objection, ...]:
    """The objection to a card that is there more than once."""
    counted = Counter(naturals)
    twice = [card for card, times in counted.items() if times > 1]
    verb = "is" if len(twice) == 1 else "are"
    because = f"not a run: {listed(map(spell, twice))} {verb} there more than once"
    wilds = _wilds_among(fillers, None, suit, rules)
    wilds += len(naturals) - len(counted)
    legal = f"each rank once{or_wild(len(group), wilds, rules)}"
    return (Objection("run-gap", because, legal, group),)


def _object_to_aces(
    group: tuple[Card, ...],
    naturals: Sequence[Card],
    fillers: Sequence[Card],
    missing: Sequence[str],
    rules: RoundRules,
) -> tuple[Objection, ...]:
    """The objection to a run that another place of the ace would make one, or a corner."""
    if "A" not in rules.ranks or len(missing) <= len(fillers):
        return ()
    if len(_fewest_missing(naturals, rules.ranks + "A")) <= len(fillers):
        because = _ace_rule(rules)
    elif len(_fewest_missing(naturals, rules.ranks + rules.ranks)) <= len(fillers):
        because = "no run goes around the corner, K-A-2"
    else:
        return ()
    return (Objection("off-the-line", because, _ace_remedy(rules), group),)


def _wanted(missing: Sequence[str], short: int, suit: str) -> str:
    """Which of the missing cards would do, where ``short`` of them are needed."""
    names = [spell(Card(rank, suit)) for rank in missing]
    if short <= 1:
        return listed(names, "or")
    return f"{short} of {listed(names)}" if short < len(names) else listed(names)


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
