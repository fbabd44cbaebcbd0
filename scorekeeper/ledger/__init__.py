"""One evening as data: its people, its rounds, and what they come to.

``Game`` is the score sheet and the deal, worked out from what is ``written``.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.ledger.hands import least_points, melded
from scorekeeper.ledger.written import Numbered, Player, Round

if TYPE_CHECKING:
    from scorekeeper.ledger.hands import Counted
    from scorekeeper.solver import Arrangement


class Pool(NamedTuple):
    """Who is still in a pool: ``out[n - 1]`` are out of it in round n, up to the next round.

    ``lost`` has the round that put each out, ``back`` what rejoining after a round adds to a total.
    """

    out: tuple[frozenset[str], ...]
    lost: Mapping[str, int]
    back: Mapping[tuple[str, int], int]


NO_POOL = Pool((frozenset(),), {}, {})  # the pool of a game in which no total puts anybody out


class Cell(NamedTuple):
    """What one player's square on the sheet says.

    ``points`` count, ``unmelded`` was left in the hand; in most games they are equal. ``adjust`` is
    a bonus or penalty. ``covered``: nothing is missing. ``away``: not at the table.
    """

    points: int | None
    unmelded: int | None
    adjust: int
    covered: bool
    away: bool
    out: bool

    @property
    def value(self) -> int | None:
        """Points and adjustment together; None without either."""
        return self.adjust or None if self.points is None else self.points + self.adjust


class Game(Numbered):
    """An evening: its people in seat order, its rules, and every round so far."""

    def seated(self, number: int) -> tuple[str, ...]:
        """The players with a seat in round ``number``, present or not."""
        return tuple([player.name for player in self.players if self.plays(player, number)])

    def at_the_table(self, number: int) -> tuple[str, ...]:
        """The players who haven't left by round ``number``, even if they are out."""
        return tuple([player.name for player in self.players if player.plays(number)])

    def plays(self, player: Player, number: int) -> bool:
        """Whether a player has a seat in round ``number``, and is in the game there."""
        return player.plays(number) and self.is_in(player.name, number)

    def is_in(self, name: str, number: int) -> bool:
        """Whether no total put the player out before round ``number``."""
        out = self.pool.out
        return name not in out[min(number, len(out)) - 1]

    @cached_property
    def pool(self) -> Pool:
        """Who is still in, round by round; everybody if totals put nobody out.

        All who rejoin before the same deal get one point more than the highest total of those in.
        """
        if not self.rules.is_pool:
            return NO_POOL
        totals = {player.name: player.start or 0 for player in self.players}
        lost: dict[str, int] = {}
        out, back = [], {}
        for number in range(1, len(self.played) + 2):
            sums = [totals[p.name] for p in self.players if p.plays(number) and p.name not in lost]
            again = [p.name for p in self.players if number in p.rejoined and p.name in lost]
            for name in again if sums else ():
                back[name, number - 1] = max(sums) + 1 - totals[name]
                totals[name] = max(sums) + 1
                del lost[name]
            out.append(frozenset(lost))
            for player in self.players if number <= len(self.played) else ():
                name, round_ = player.name, self.played[number - 1]
                points = self.points(number, round_, name) or 0
                totals[name] += points + round_.adjust.get(name, 0)
                if totals[name] >= self.rules.target and player.plays(number):
                    lost.setdefault(name, number)
        return Pool(tuple(out), lost, back)

    def present(self, number: int) -> tuple[str, ...]:
        """The players in round ``number``: those with a seat who aren't absent."""
        absent = self.played[number - 1].absent if number <= len(self.played) else ()
        return tuple(name for name in self.seated(number) if name not in absent)

    # ── points ───────────────────────────────────────────────────────────────────────────

    def cell(self, number: int, name: str) -> Cell:
        """The square of a player in round ``number``."""
        return self._cells[number - 1][name]

    @cached_property
    def _cells(self) -> tuple[dict[str, Cell], ...]:
        return tuple(
            {player.name: self._cell(number, round_, player) for player in self.players}
            for number, round_ in enumerate(self.played, start=1)
        )

    def _cell(self, number: int, round_: Round, player: Player) -> Cell:
        name = player.name
        points = self.points(number, round_, name)
        agreed = name in round_.adjust and name in round_.absent
        early = number < player.joined and player.start is not None
        return Cell(
            points=points,
            unmelded=points if self.rules.scoring.adds else self.unmelded(number, round_, name),
            adjust=round_.adjust.get(name, 0),
            covered=points is not None or agreed or early or not self.is_in(name, number),
            away=not self.plays(player, number) or name in round_.absent,
            out=name in round_.out,
        )

    def points(self, number: int, round_: Round, name: str) -> int | None:
        """The points a player scores in the round; None if their hand is unknown."""
        return self.rules.scoring.points(self, number, round_, name)

    def counted(self, number: int, round_: Round) -> "Counted | None":
        """The score of a gin hand; None if it can't be scored."""
        from scorekeeper.ledger.hands import counted  # few games need this

        rules = self.rules_of(number, round_)
        return counted(round_, rules) if rules and self.rules.scoring.knocks else None

    def unmelded(self, number: int, round_: Round, name: str) -> int | None:
        """The points left in a hand: as typed, or the deadwood shown; at most the round's cap."""
        written = round_.scores.get(name)
        if name in round_.called or (written is not None and self._has_cap):
            rules = self.rules_of(number, round_)
            if rules is None:
                return written
            if written is None:
                return rules.called.get(round_.called[name])
            return min(written, rules.hand_cap or written)
        return self.deadwood(number, round_, name) if written is None else written

    @cached_property
    def _has_cap(self) -> bool:
        return any(rules.hand_cap for rules in self.all_rules)

    def deadwood(self, number: int, round_: Round, name: str) -> int | None:
        """The least a player's shown hand leaves; None as for ``arrangement``."""
        rules = self.rules_of(number, round_) if name in round_.hands else None
        return least_points(round_.hands[name], rules) if rules else None

    def arrangement(self, number: int, round_: Round, name: str) -> "Arrangement | None":
        """A player's shown hand melded for the fewest points; None if it can't be counted."""
        rules = self.rules_of(number, round_) if name in round_.hands else None
        return melded(round_.hands[name], rules) if rules else None

    def shown_hands(self) -> Iterator[tuple[int, Round, str]]:
        """Every hand that isn't void, as arguments for ``deadwood``; thousands take minutes."""
        for number, round_ in self.numbered():
            if not round_.is_void:
                yield from ((number, round_, name) for name in round_.hands)

    def total(self, name: str, upto: int | None = None) -> int:
        """The running total after round ``upto``, by default the last."""
        return self._totals[name][len(self.played) if upto is None else upto]

    @cached_property
    def _totals(self) -> dict[str, tuple[int, ...]]:
        """The running totals of each player: before the first round, after it, and so on."""
        totals = {}
        for player in self.players:
            values = (cells[player.name].value or 0 for cells in self._cells)
            back = (self.back(player.name, number) for number in self.numbers)
            running = accumulate(map(add, values, back), initial=player.start or 0)
            totals[player.name] = tuple(running)
        return totals

    def extras(self, name: str) -> int:
        """The part of the total not from cards: agreed points, bonuses, penalties, rejoins."""
        return self.total(name) - sum(cells[name].points or 0 for cells in self._cells)

    def back(self, name: str, number: int) -> int:
        """What rejoining after round ``number`` adds to a player's total."""
        return self.pool.back.get((name, number), 0)

    @cached_property
    def complete(self) -> frozenset[str]:
        """The players with points, typed or agreed, for every round so far."""
        lacking = (n for cells in self._cells for n, cell in cells.items() if not cell.covered)
        return frozenset(self.names).difference(lacking)

    def missing(self, number: int) -> tuple[str, ...]:
        """The players in round ``number`` whose points are missing."""
        cells = self._cells[number - 1].items()
        return tuple(name for name, cell in cells if not cell.away and cell.points is None)

    # ── the deal ─────────────────────────────────────────────────────────────────────────

    def dealer_of(self, number: int) -> str | None:
        """Who deals round ``number``, on the sheet or the next; None if nobody does."""
        return self.dealer_at((*self._counted, len(self.rounds))[number - 1])

    def dealer_at(self, index: int) -> str | None:
        """Who deals ``rounds[index]``, or the next round with a number; None if nobody does."""
        return self._dealers[index] if self.rules.dealer == "passes" else None

    @cached_property
    def _dealers(self) -> tuple[str | None, ...]:
        """Who deals each round, and the next with a number: the player it names, or else the next.

        The deal doesn't pass after a void round.
        """
        dealers: list[str | None] = []
        before: str | None = None
        for number, round_ in (*self.numbered(), (len(self.played) + 1, None)):
            named = round_.dealer if round_ else self.next_dealer
            if named is None and number == 1:
                named = self.dealer
            bonus = round_ is not None and round_.bonus
            players = round_.players if round_ and bonus else self.present(number)
            dealers.append(named or next(iter(self.order_from(before, players)), None))
            if round_ and not round_.is_void:
                before = dealers[-1]
        return tuple(dealers)

    def order_from(self, dealer: str | None, players: Collection[str]) -> tuple[str, ...]:
        """``players`` in order from the dealer's left; the dealer comes last."""
        start = self.names.index(dealer) + 1 if dealer in self.names else 0
        return tuple(name for name in self.names[start:] + self.names[:start] if name in players)

    # ── changes ──────────────────────────────────────────────────────────────────────────

    def until(self, index: int) -> "Game":
        """The game as it was before ``rounds[index]``; later rounds change nothing before."""
        before = self._replace(rounds=self.rounds[:index])
        last = len(before.played)
        before._cells = self._cells[:last]
        before._totals = {name: totals[: last + 1] for name, totals in self._totals.items()}
        return before

    def with_round(self, round_: Round) -> "Game":
        """The game with one more round; the dealer named for it deals if they play it."""
        plays = not round_.bonus or self.next_dealer in round_.players
        if self.next_dealer and round_.dealer is None and plays:
            round_ = round_._replace(dealer=self.next_dealer)
        rounds = (*self.rounds, round_)
        return self._replace(rounds=rounds, next_dealer=None, next_wild=None, next_upcard=None)

    def with_round_at(self, index: int, round_: Round) -> "Game":
        """The game with another round in place of ``rounds[index]``."""
        return self._replace(rounds=(*self.rounds[:index], round_, *self.rounds[index + 1 :]))


class Outcome(NamedTuple):
    """A game after a change, and remarks on it."""

    game: Game
    remarks: tuple[str, ...] = ()
