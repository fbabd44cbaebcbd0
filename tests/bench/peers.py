"""Others that find the least deadwood: rlcard, OpenSpiel, and the integer program with HiGHS.

The first two play Gin Rummy: ten cards of one pack, no wilds, the ace low at 1, J Q K at 10. They
are asked by functions of their own, with cards in the form that they want. Where the extra
``bench`` is not installed, there are no such rows.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, median
from typing import Any, NamedTuple

from scorekeeper.cards import Card
from scorekeeper.solver import best_arrangement
from tests.bench.clock import Timed, in_fresh_processes, side_by_side
from tests.bench.deals import Kind, arrange, deals
from tests.bench.table import Figure, Row
from tests.random_hands import Dealt

GIN = Kind(10, packs=(1,), jokers=(0,), wild=False)


def is_installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


# ── rlcard ───────────────────────────────────────────────────────────────────────────────


def for_rlcard(cards: Sequence[Card]) -> list[Any]:
    card: Any = importlib.import_module("rlcard.games.base").Card
    return [card(suit=one.suit, rank=one.rank) for one in cards]


class AskRlcard:
    """The least deadwood as rlcard's own judge and scorers find it."""

    def __init__(self) -> None:
        utils = "rlcard.games.gin_rummy.utils"
        self.clusters: Any = importlib.import_module(f"{utils}.melding").get_best_meld_clusters
        self.count: Any = importlib.import_module(f"{utils}.utils").get_deadwood_count

    def __call__(self, hand: list[Any]) -> int:
        clusters = self.clusters(hand)
        return int(self.count(hand, clusters[0] if clusters else []))

    def __reduce__(self) -> tuple[type["AskRlcard"], tuple[()]]:
        return AskRlcard, ()


# ── OpenSpiel ────────────────────────────────────────────────────────────────────────────


def for_open_spiel(cards: Sequence[Card]) -> list[int]:
    # Its cards are numbered by suits in this order.
    return ["SCDH".index(card.suit) * 13 + "A23456789TJQK".index(card.rank) for card in cards]


class AskOpenSpiel:
    """The least deadwood as the C++ of OpenSpiel's game finds it."""

    def __init__(self) -> None:
        module: Any = importlib.import_module("pyspiel").gin_rummy
        self.min_deadwood: Any = module.GinRummyUtils(13, 4, 10).min_deadwood

    def __call__(self, hand: list[int]) -> int:
        return int(self.min_deadwood(hand))

    def __reduce__(self) -> tuple[type["AskOpenSpiel"], tuple[()]]:
        return AskOpenSpiel, ()


# ── the rows ─────────────────────────────────────────────────────────────────────────────


class Peer(NamedTuple):
    """A program that finds the least deadwood: how to ask it, and its form of a hand."""

    name: str
    module: str
    make: Callable[[], Callable[[Any], int]]
    convert: Callable[[Sequence[Card]], Any]


PEERS = (
    Peer("rlcard (Python)", "rlcard", AskRlcard, for_rlcard),
    Peer("OpenSpiel (C++)", "pyspiel", AskOpenSpiel, for_open_spiel),
)


def gin_rows(kind: Kind, count: int, repetitions: int) -> Iterator[Row]:
    """Ten cards without wilds, beside each peer that is installed."""
    dealt = list(deals(kind, count))
    others = list(deals(kind, count, "warm up"))
    peers = [peer for peer in PEERS if is_installed(peer.module)]
    asked = [Timed(peer.make(), _for_peer(peer, dealt), _for_peer(peer, others)) for peer in peers]
    ours, *of_peers = [
        times.new for times in side_by_side([Timed(arrange, dealt, others), *asked], repetitions)
    ]
    name = f"Gin, 10 cards{', dealt evenly' if kind.evenly else ''}"
    yield Row(name, (Figure("median", median(ours)), Figure("mean", fmean(ours))))
    points = [best_arrangement(*one).points for one in dealt]
    for peer, timed, theirs in zip(peers, asked, of_peers, strict=True):
        found = [timed.ask(*case) for case in timed.cases]
        different = sum(one != known for one, known in zip(found, points, strict=True))
        ratio = (
            Figure("their mean / ours", fmean(theirs) / fmean(ours), 2, at_least=True)
            if peer.module == "rlcard"
            else Figure("our mean / theirs", fmean(ours) / fmean(theirs), 4)
        )
        figures = (
            Figure("median", median(theirs)),
            Figure("mean", fmean(theirs)),
            ratio,
            Figure("different answers", different, 0),
        )
        yield Row(peer.name, figures)
    for peer in PEERS:
        if peer not in peers:
            yield Row(peer.name, note="not installed: pip install '.[bench]'")


def _for_peer(peer: Peer, dealt: Sequence[Dealt]) -> list[tuple[Any]]:
    return [(peer.convert(one.hand),) for one in dealt]


def integer_program_row(count: int, repetitions: int) -> Row:
    """The integer program on hands of 14 cards; it says points, cards and ties."""
    name = "14 cards, integer program (HiGHS)"
    if not is_installed("scipy"):
        return Row(name, note="not installed: pip install '.[bench]'")
    third_witness = importlib.import_module("tests.third_witness")
    kind = Kind(14)
    timed = Timed(
        third_witness.least_deadwood, list(deals(kind, count)), list(deals(kind, 3, "warm up"))
    )
    times = in_fresh_processes(timed, repetitions).new
    return Row(name, (Figure("median", median(times)),))
