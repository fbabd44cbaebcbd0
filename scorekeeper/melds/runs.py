"""Whether cards are a run, and if not, why not."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.cards import JOKER, SUIT_NAMES, Card, rank_label, spell
from scorekeeper.errors import count, listed
from scorekeeper.melds.meld import SMALLEST, Meld, Objection, together
from scorekeeper.melds.wilds import (
    beside,
    may_stand_as_itself,
    object_to_wilds,
    or_wild,
    too_wild,
)
from scorekeeper.rules.card_rules import RoundRules


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
    strangers = [card for card in parts.naturals if card.suit != parts.suit]
    found = _best_window(parts)
    too_many = object_to_wilds(group, _wilds_among(parts, found), rules)
    if strangers:
        return together(_strange_suits(group, strangers, parts) + too_many)
    if found is None:
        return together(_no_window(group, parts) + too_many)
    return too_many or _lay_run(parts, found)


def _is_run(cards: Sequence[Card], rules: RoundRules) -> bool:
    """Whether the cards are a run; objections ask it of other cards too."""
    parts = _sort_out(cards, rules)
    found = _best_window(parts)
    one_suit = found is not None and all(card.suit == parts.suit for card in parts.naturals)
    wilds = _wilds_among(parts, found)
    return len(cards) >= SMALLEST and one_suit and not too_wild(len(cards), wilds, rules)


def _is_run_with(more: int, suit: str, kept: Sequence[Card], rules: RoundRules) -> bool:
    """Whether this many more cards of a suit from the packs make a run of those kept."""
    of_suit = dict.fromkeys(beside([Card(rank, suit) for rank in rules.ranks], kept, rules))
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
    line, size = parts.rules.line, len(parts.naturals) + len(parts.fillers)
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
    there = parts.rules.line[places.start : places.stop].count(parts.own.rank)
    return min(there, parts.fillers.count(parts.own))


def _wilds_among(parts: _Parts, places: range | None) -> int:
    """How many fillers count as wilds in a run at ``places``; without places, at best."""
    if not may_stand_as_itself(parts.rules):
        return len(parts.fillers)
    return len(parts.fillers) - _in_own_places(parts, places or range(len(parts.rules.line)))


def _lay_run(parts: _Parts, places: range) -> Meld:
    """The run at ``places``, wilds in the gaps, one of the wild rank in its own place if it can."""
    own = [card for card in parts.fillers if card == parts.own][: _in_own_places(parts, places)]
    held = Counter([*parts.naturals, *own])
    spare = (Counter(parts.fillers) - Counter(own)).elements()
    wanted = [Card(parts.rules.line[place], parts.suit) for place in places]
    cards = []
    for card in wanted:
        # An ace that fits both ends of a line takes the low one first; the rest are wilds.
        cards.append(card if held[card] > 0 else next(spare))
        held[card] -= 1
    return Meld("run", tuple(cards), tuple(map(str, wanted)))


def _strange_suits(
    group: tuple[Card, ...], strangers: list[Card], parts: _Parts
) -> tuple[Objection, ...]:
    rules, suit = parts.rules, parts.suit
    because = f"not a run: {_there(strangers)} not of {SUIT_NAMES[suit]} and not wild in this round"
    kept = [card for card in group if card not in strangers]
    naturals = [card for card in parts.naturals if card.suit == suit]
    missing = _fewest_missing(naturals, suit, rules.line)
    short = max(1, len(missing) - len(parts.fillers))
    wanted = ""
    if missing and short <= max(SMALLEST, len(strangers)):
        wanted = _wanted(missing, short, kept, rules)
    if not wanted and _is_run_with(len(strangers), suit, kept, rules):
        wanted = SUIT_NAMES[suit]
    wanted = or_wild(wanted, kept, len(strangers), _is_run, rules)
    legal = f"{wanted} instead of {listed(map(spell, strangers))}" if wanted else ""
    found = (Objection("run-suit", because, legal, group),)
    # With the strangers as wilds the rest must still be a run.
    rest = parts._replace(naturals=naturals)
    window = _best_window(rest._replace(fillers=[*rest.fillers, *strangers]))
    return found if window else found + _no_window(group, rest)


def _no_window(group: tuple[Card, ...], parts: _Parts) -> tuple[Objection, ...]:
    """Why cards of one suit find no places on the line; what would mend all of ``group``."""
    naturals, fillers, suit, rules = parts
    if len(group) > len(rules.line):
        because = f"{len(group)} cards: a run has at most {len(rules.line)}"
        are_all = len(naturals) + len(fillers) == len(group)
        legal = "two runs" if are_all and _are_two_runs(parts) else ""
        return (Objection("off-the-line", because, legal, group),)
    once = parts._replace(naturals=list(dict.fromkeys(naturals)))
    if len(once.naturals) < len(naturals):
        extra = Counter(naturals) - Counter(once.naturals)
        because = f"not a run: {_there(extra)} there more than once"
        rest = list((Counter(group) - extra).elements())
        once_each = "each rank once" if _is_run_with(extra.total(), suit, rest, rules) else ""
        legal = or_wild(once_each, rest, extra.total(), _is_run, rules)
        twice = Objection("run-gap", because, legal, group)
        return (twice,) if _best_window(once) else (twice, *_no_window(group, once))
    missing = _fewest_missing(naturals, suit, rules.line)
    if "A" in rules.ranks and len(missing) > len(fillers):
        over_the_top = _object_to_aces(parts)
        if over_the_top:
            ends = {_side_by_side(rules.line[:3]), _side_by_side(rules.line[-3:])}
            where = " or ".join(sorted(each for each in ends if "A" in each))
            legal = f"an ace stands in {where}" if any(card.rank == "A" for card in group) else ""
            return (Objection("off-the-line", over_the_top, legal, group),)
    spare = list(fillers)
    if parts.own in missing and parts.own in spare:
        # It lies there, in its own place.
        spare.remove(parts.own)
        missing.remove(parts.own)
    because = f"not a run: there is no {listed(map(spell, missing), 'or')}"
    if spare:
        because += f", and {count(len(spare), 'wild')} cannot fill in"
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
            return f"the ace is low: {low} is a run, no run goes over the top"
        return f"the ace is high: {_side_by_side(rules.line[-3:])} is a run, {low} is not"
    if len(_fewest_missing(naturals, suit, around)) <= len(fillers):
        at = len(rules.ranks)
        return f"a run can't go around the corner, {_side_by_side(around[at - 1 : at + 2])}"
    return ""


def _side_by_side(ranks: str) -> str:
    """Ranks as they stand in a run: ``A-2-3``."""
    return "-".join(map(rank_label, ranks))


def _are_two_runs(parts: _Parts) -> bool:
    """Whether the cards can be cut somewhere on the line so that both parts are runs."""
    rules, fillers = parts.rules, parts.fillers
    rising = sorted(parts.naturals, key=lambda card: rules.line.rindex(card.rank))
    return any(
        _is_run([*rising[:cut], *fillers[:wilds]], rules)
        and _is_run([*rising[cut:], *fillers[wilds:]], rules)
        for cut in range(1, len(rising))
        for wilds in range(len(fillers) + 1)
    )


def _there(cards: Iterable[Card]) -> str:
    """Cards with their verb: ``5♥ is``, ``5♥ and 6♥ are``."""
    names = [spell(card) for card in cards]
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'}"


def _wanted(missing: Sequence[Card], short: int, kept: Sequence[Card], rules: RoundRules) -> str:
    """Which missing cards would do, if ``short`` of them are needed with those ``kept``.

    If a card of the wild rank would be one wild too many, only the others are named.
    """
    there = [card for card in missing if beside([card], kept, rules)]
    for cards in (there, [card for card in there if not rules.is_wild(card)]):
        chosen = list(combinations(cards, short))
        if chosen and all(_is_run([*kept, *some], rules) for some in chosen):
            names = [spell(card) for card in cards]
            if short == 1:
                return listed(names, "or")
            return f"{short} of {listed(names)}" if short < len(names) else listed(names)
    return ""


def _fewest_missing(naturals: Sequence[Card], suit: str, line: str) -> list[Card]:
    """The cards that lie between the naturals of one suit where they stand closest together."""
    ranks = {card.rank for card in naturals}
    stretches = (line[start:stop] for start, stop in combinations(range(len(line) + 1), 2))
    around = min((each for each in stretches if ranks <= set(each)), key=len, default="")
    return [Card(rank, suit) for rank in around if rank not in ranks]
