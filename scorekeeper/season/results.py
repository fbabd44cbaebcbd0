"""Evenings as a season sees them: who played, how each stood after every round, who was placed.

An evening counts when it is finished, somebody won it, and at least two played.
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import PurePath
from typing import NamedTuple

from scorekeeper import games
from scorekeeper.ledger.course import in_front, lead_changes
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.standings import ended_early, final_total, is_finished
from scorekeeper.rules.rule_set import RuleSet


class Seat(NamedTuple):
    """How an evening went for one player.

    ``place`` is None for who has none. ``points`` are those of each round without penalties and
    bonuses, None where there are none, ``out`` whether they went out in it. ``totals`` run from
    before the first round to the end, and ``total`` is what the game came to: the settlement where
    it ends with one.
    """

    name: str
    joined: int
    place: int | None
    points: tuple[int | None, ...]
    out: tuple[bool, ...]
    totals: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Result:
    """What counts of an evening in the end; ``file`` is its name as it was typed, or found.

    ``sign`` is 1 where the fewest points win and -1 where the most do: the smaller of two totals
    times the sign is the better one. ``deals`` has the cards of each round, None without cards.
    ``early`` is a game that was ended before its last round: only its places count.
    """

    file: str
    title: str
    date: datetime.date | None
    kind: str
    rules: RuleSet
    sign: int
    deals: tuple[int | None, ...]
    seats: tuple[Seat, ...]
    lead_changes: int
    early: bool

    @cached_property
    def placed(self) -> tuple[Seat, ...]:
        """Those with a place, in seat order."""
        return tuple(seat for seat in self.seats if seat.place is not None)

    @cached_property
    def winners(self) -> tuple[Seat, ...]:
        """Those with the first place, in seat order."""
        return tuple(seat for seat in self.seats if seat.place == 1)

    @cached_property
    def comebacks(self) -> list[tuple[int, Seat]]:
        """The largest gap of each winner to the best total, before some round from their first.

        Totals are those of who is placed in the end, each from the round on in which they joined.
        """
        gaps = dict.fromkeys(self.winners, 0)
        for played in range(len(self.deals)):
            there = [seat for seat in self.placed if seat.joined <= played + 1]
            best = min((self.sign * seat.totals[played] for seat in there), default=0)
            for seat in there:
                if seat.place == 1:
                    gaps[seat] = max(gaps[seat], self.sign * seat.totals[played] - best)
        return [(gap, winner) for winner, gap in gaps.items()]


def label_of(game: Game | Result) -> str:
    """What a game is called: the label of its rules, or without cards its title in lower case."""
    return game.rules.game if game.rules.plays_cards else game.title.strip().lower()


def kind_of(game: Game) -> str:
    """What a game is compared with: its label, and the settings that are not the game's own.

    Like ``three-thirteen``, or ``indian-rummy target=201``.
    """
    label, settings = label_of(game), settings_of(game.rules)
    own = settings_of(own_rules(label, plays_cards=game.rules.plays_cards))
    other = [f"{key}={value}" for key, value in settings.items() if value != own[key]]
    return " ".join([label, *other])


def settings_of(rules: RuleSet) -> dict[str, str | int]:
    """The rules without which two totals cannot be compared; ``rounds`` is 0 for an open end."""
    return {
        "winner": rules.winner,
        "count": rules.count,
        "columns": rules.columns,
        "target": rules.target,
        "rounds": rules.last_round or 0,
    }


@cache
def own_rules(label: str, *, plays_cards: bool) -> RuleSet:
    """A game as it comes with the program; the default rules for one that does not."""
    if label in games.names():
        return games.game(label)
    return RuleSet() if plays_cards else RuleSet(rounds=0)


def why_not(game: Game, places: Mapping[str, int]) -> str | None:
    """Why a game with these places does not count, None where it does."""
    if not is_finished(game):
        return "not finished"
    if game.put_away:
        return "put away"
    if 1 not in places.values():
        return "nobody won"
    return "played alone" if len(game.names) < 2 else None


def result_of(game: Game, places: Mapping[str, int], names: Sequence[str], file: str) -> Result:
    """What counts of a game with these places, its players under ``names``."""
    rounds = range(1, len(game.played) + 1)
    specs = [game.rules.spec(number) for number in rounds]
    seats = []
    for name, player in zip(names, game.players, strict=True):
        cells = [game.cell(number, player.name) for number in rounds]
        seats.append(
            Seat(
                name=name,
                joined=player.joined,
                place=places.get(player.name),
                points=tuple([cell.points for cell in cells]),
                out=tuple([cell.out for cell in cells]),
                totals=tuple([game.total(player.name, upto) for upto in (0, *rounds)]),
                total=final_total(game, player.name),
            )
        )
    return Result(
        file=file,
        title=game.title,
        date=game.date,
        kind=kind_of(game),
        rules=game.rules,
        sign=1 if game.rules.winner == "low" else -1,
        deals=tuple(spec.deal if spec else None for spec in specs),
        seats=tuple(seats),
        lead_changes=lead_changes(in_front(game, places)),
        early=ended_early(game),
    )


def file_order(file: str) -> list[tuple[int, str]]:
    """Where a file stands among others: by its name, numbers as numbers, then by its folder.

    >>> sorted(["june-10.toml", "june.toml", "june-2.toml"], key=file_order)
    ['june.toml', 'june-2.toml', 'june-10.toml']
    """
    path = PurePath(file)
    words = re.findall(r"[0-9]+|[^0-9]+", path.name.removesuffix(".toml"))
    parts = [(int(word), "") if word.isascii() and word.isdigit() else (-1, word) for word in words]
    return [*parts, (-2, str(path.parent))]
