"""Others that find the least deadwood at Gin Rummy: rlcard in Python, OpenSpiel in C++.

Ten cards of one pack, no wilds, the ace low at 1, J Q K at 10. Each is asked in its own format, in
the same process as ours, in turns. Without the extra ``bench`` there are no such rows.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from time import process_time_ns
from typing import Any, NamedTuple

from scorekeeper.cards import Card, parse_cards
from scorekeeper.rules import RuleSet
from scorekeeper.solver import best_arrangement
from tests.bench.deals import GIN, deals

Ask = Callable[[Any], int]


class Peer(NamedTuple):
    """A program that finds the least deadwood: how to ask it, and its form of a hand."""

    name: str
    module: str
    make: Callable[[], Ask]
    convert: Callable[[Sequence[Card]], Any]


def for_rlcard(cards: Sequence[Card]) -> list[Any]:
    card: Any = importlib.import_module("rlcard.games.base").Card
    return [card(suit=each.suit, rank=each.rank) for each in cards]


def ask_rlcard() -> Ask:
    """The least deadwood as rlcard's own judge and scorers find it."""
    utils = "rlcard.games.gin_rummy.utils"
    clusters: Any = importlib.import_module(f"{utils}.melding").get_best_meld_clusters
    count: Any = importlib.import_module(f"{utils}.utils").get_deadwood_count

    def ask(hand: list[Any]) -> int:
        found = clusters(hand)
        return int(count(hand, found[0] if found else []))

    return ask


def for_open_spiel(cards: Sequence[Card]) -> list[int]:
    # Its cards are numbered by suits in this order.
    return ["SCDH".index(card.suit) * 13 + "A23456789TJQK".index(card.rank) for card in cards]


def ask_open_spiel() -> Ask:
    """The least deadwood as the C++ of OpenSpiel's game finds it."""
    module: Any = importlib.import_module("pyspiel").gin_rummy
    ask: Ask = module.GinRummyUtils(13, 4, 10).min_deadwood
    return ask


PEERS = (
    Peer("rlcard", "rlcard", ask_rlcard, for_rlcard),
    Peer("OpenSpiel", "pyspiel", ask_open_spiel, for_open_spiel),
)


def least_times(ask: Ask, hands: Sequence[Any], turns: int) -> tuple[list[int], list[int]]:
    """The least time of each hand in nanoseconds, and the answers."""
    least, answers = [1 << 60] * len(hands), [0] * len(hands)
    for _ in range(turns):
        for i, hand in enumerate(hands):
            started = process_time_ns()
            answers[i] = ask(hand)
            least[i] = min(least[i], process_time_ns() - started)
    return least, answers


def peer_rows(hands: int, turns: int) -> Iterator[str]:
    """Our mean time as a ratio to each peer's, and whether the answers are the same."""
    rules = RuleSet().wild_only(None)
    dealt = [parse_cards(case.cards) for case in deals(GIN, hands)]
    ours, points = least_times(lambda hand: best_arrangement(hand, rules).points, dealt, turns)
    for peer in PEERS:
        if importlib.util.find_spec(peer.module) is None:
            yield f"  {peer.name}: not installed, pip install '.[bench]'"
            continue
        theirs, found = least_times(peer.make(), list(map(peer.convert, dealt)), turns)
        different = sum(map(int.__ne__, found, points))
        yield (
            f"  {peer.name}: ours is {fmean(ours) / fmean(theirs):.2f} of theirs,"
            f" {different} of {hands} answers differ"
        )
