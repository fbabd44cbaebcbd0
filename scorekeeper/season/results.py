"""Evenings as a season sees them: who played, how each stood after every round, who was placed.

An evening counts when it is finished, somebody won it, and at least two played.
"""

import re
from collections.abc import Mapping
from datetime import date
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.standings import is_finished


class Seat(NamedTuple):
    """How an evening went for one player.

    ``place`` is None for who has none. ``points`` are those of each round without penalties and
    bonuses, None where there are none, ``out`` whether they went out in it. ``totals`` run from
    before the first round to the end.
    """

    name: str
    joined: int
    place: int | None
    points: tuple[int | None, ...]
    out: tuple[bool, ...]
    totals: tuple[int, ...]

    @property
    def total(self) -> int:
        """The total in the end."""
        return self.totals[-1]


class _Sheet(NamedTuple):
    file: str
    title: str
    date: date
    kind: str
    sign: int
    deals: tuple[int | None, ...]
    seats: tuple[Seat, ...]


class Result(_Sheet):
    """What counts of an evening in the end; ``file`` is its name as it was typed, or found.

    ``sign`` is 1 where the fewest points win and -1 where the most do: the smaller of two totals
    times the sign is the better one. ``deals`` has the cards of each round, None without cards.
    """

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
        """The largest gap of each winner to the best total, before some round from their first on.

        Totals count of those placed in the end, from the round on in which they joined.
        """
        best = [
            min(
                (self.sign * s.totals[number - 1] for s in self.placed if s.joined <= number),
                default=0,
            )
            for number in range(1, len(self.deals) + 1)
        ]
        return [
            (
                max(
                    (
                        self.sign * own - front
                        for own, front in zip(
                            winner.totals[winner.joined - 1 :],
                            best[winner.joined - 1 :],
                            strict=False,  # the total in the end is before no round
                        )
                    ),
                    default=0,
                ),
                winner,
            )
            for winner in self.winners
        ]

    @cached_property
    def lead_changes(self) -> int:
        """How often somebody else of those placed in the end was alone in front; a tie is none."""
        changes, leader = 0, ""
        for number in range(1, len(self.deals) + 1):
            totals = [
                (self.sign * seat.totals[number], seat.name)
                for seat in self.placed
                if seat.joined <= number + 1
            ]
            best, name = min(totals, default=(0, ""))
            if sum(total == best for total, _ in totals) == 1:
                changes += leader not in ("", name)
                leader = name
        return changes


def kind_of(game: Game) -> str:
    """What a game is compared with: its label, or its title in lower case without cards."""
    return game.rules.game if game.rules.plays_cards else game.title.strip().lower()


def why_not(game: Game, places: Mapping[str, int]) -> str | None:
    """Why a game with these places does not count, None where it does."""
    if not is_finished(game):
        return "not finished"
    if game.put_away:
        return "put away"
    if 1 not in places.values():
        return "nobody won"
    return "played alone" if len(game.names) < 2 else None


def result_of(game: Game, places: Mapping[str, int], file: str) -> Result:
    """What counts of a game with these places."""
    rounds = range(1, len(game.played) + 1)
    specs = game.rules.specs
    seats = []
    for player in game.players:
        cells = [game.cell(number, player.name) for number in rounds]
        seats.append(
            Seat(
                name=player.name,
                joined=player.joined,
                place=places.get(player.name),
                points=tuple([cell.points for cell in cells]),
                out=tuple([cell.out for cell in cells]),
                totals=tuple([game.total(player.name, upto) for upto in (0, *rounds)]),
            )
        )
    return Result(
        file=file,
        title=game.title,
        date=game.date,
        kind=kind_of(game),
        sign=1 if game.rules.winner == "low" else -1,
        deals=tuple(specs[n - 1].deal if n <= len(specs) else None for n in rounds),
        seats=tuple(seats),
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
