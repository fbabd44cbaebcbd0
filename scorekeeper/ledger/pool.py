"""A pool: players who reach the target are out, the last one in wins, and some rejoin."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.ledger.written import Player


class Pool(NamedTuple):
    """Who is still in a pool: ``out[n - 1]`` are out of it in round n, up to the next round.

    ``lost`` has the round that put each out. ``back`` has what rejoining after a round adds to a
    player's total.
    """

    out: tuple[frozenset[str], ...]
    lost: Mapping[str, int]
    back: Mapping[tuple[str, int], int]

    def is_in(self, name: str, number: int) -> bool:
        """Whether a player is not out of it in round ``number``."""
        return name not in self.out[min(number, len(self.out)) - 1]


NO_POOL = Pool((frozenset(),), {}, {})
"""That of a game in which no total puts anybody out."""


def pool_of(players: Sequence[Player], target: int, rounds: Sequence[Mapping[str, int]]) -> Pool:
    """Work out who is in, from what each of ``rounds`` adds to the totals.

    Players who rejoin before the same deal all get one point more than the highest total of those
    in.
    """
    totals = {player.name: player.start or 0 for player in players}
    lost: dict[str, int] = {}
    out, back = [], {}
    for number in range(1, len(rounds) + 2):
        highest = [totals[p.name] for p in players if p.plays(number) and p.name not in lost]
        again = [p.name for p in players if number in p.rejoined and p.name in lost]
        for name in again if highest else ():
            back[name, number - 1] = max(highest) + 1 - totals[name]
            totals[name] = max(highest) + 1
            del lost[name]
        out.append(frozenset(lost))
        for player in players if number <= len(rounds) else ():
            totals[player.name] += rounds[number - 1][player.name]
            if totals[player.name] >= target and player.plays(number):
                lost.setdefault(player.name, number)
    return Pool(tuple(out), lost, back)
