"""One evening as data: its people, its rounds, and what they come to.

``Game`` works out the score sheet and the dealers from what is ``written``.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.ledger.hands import least_points
from scorekeeper.ledger.written import NumberedRounds, Player, Round

if TYPE_CHECKING:
    from scorekeeper.ledger.gin_hands import GinHand


class Pool(NamedTuple):
    """Who is out of a pool, from its first round to the coming one."""

    out: tuple[frozenset[str], ...]  # ``out[n - 1]``: the players who are out in round n
    eliminated_in: Mapping[str, int]  # the round that put out each player who is out now
    rejoin_points: Mapping[tuple[str, int], int]  # what rejoining after a round added to a total


class Square(NamedTuple):
    """What the sheet has for one player in one round."""

    points: int | None  # what the player scores; None if that isn't known
    unmelded: int | None  # the points left in the hand; in most games equal to ``points``
    adjust: int  # a bonus or a penalty
    complete: bool  # whether no points are missing
    away: bool  # whether the player wasn't at the table
    out: bool  # whether the player went out

    @property
    def value(self) -> int | None:
        """Points and adjustment together; None without either."""
        return self.adjust or None if self.points is None else self.points + self.adjust


class Game(NumberedRounds):
    """An evening: its people in seat order, its rules, and every round so far."""

    def seated(self, number: int) -> tuple[str, ...]:
        """The players in the game in round ``number``, present or absent, in seat order."""
        return tuple([player.name for player in self.players if self.plays(player, number)])

    def at_the_table(self, number: int) -> tuple[str, ...]:
        """The players who haven't left by round ``number``, even if a total put them out."""
        return tuple([p.name for p in self.players if p.is_at_the_table(number)])

    def plays(self, player: Player, number: int) -> bool:
        """Whether a player is at the table in round ``number``, and no total has put them out."""
        return player.is_at_the_table(number) and self.is_in(player.name, number)

    def is_in(self, name: str, number: int) -> bool:
        """Whether no total put the player out before round ``number``."""
        out = self.pool.out
        return name not in out[min(number, len(out)) - 1]

    @cached_property
    def pool(self) -> Pool:
        """Who is out, round by round; nobody in a game where totals put nobody out.

        All who rejoin before a deal get one point more than the highest total still in play.
        """
        if not self.rules.is_pool:
            return Pool((frozenset(),), {}, {})
        totals = {player.name: player.start or 0 for player in self.players}
        out, gone, added = [], dict[str, int](), {}

        def deal(number: int) -> None:
            """Bring back those who rejoin before this deal, and note who is out of the round."""
            back = [p.name for p in self.players if number in p.rejoined and p.name in gone]
            totals_in = [totals[name] for name in self.at_the_table(number) if name not in gone]
            for name in back if totals_in else ():
                added[name, number - 1] = max(totals_in) + 1 - totals[name]
                totals[name] += added[name, number - 1]
                del gone[name]
            out.append(frozenset(gone))

        for number, round_ in enumerate(self.played, start=1):
            deal(number)
            for player in self.players:
                name, points = player.name, self.points(number, round_, player.name) or 0
                totals[name] += points + round_.adjust.get(name, 0)
                if totals[name] >= self.rules.target and player.is_at_the_table(number):
                    gone.setdefault(name, number)
        deal(self.coming)
        return Pool(tuple(out), gone, added)

    def present(self, number: int) -> tuple[str, ...]:
        """The players in the game in round ``number`` who aren't absent."""
        absent = self.played[number - 1].absent if number <= len(self.played) else ()
        return tuple(name for name in self.seated(number) if name not in absent)

    # ── points ───────────────────────────────────────────────────────────────────────────

    def square(self, number: int, name: str) -> Square:
        """The square of a player in round ``number``."""
        return self._squares[number - 1][name]

    @cached_property
    def _squares(self) -> tuple[dict[str, Square], ...]:
        """The squares of each round, by player."""
        return tuple(
            {player.name: self._square(number, round_, player) for player in self.players}
            for number, round_ in enumerate(self.played, start=1)
        )

    def _square(self, number: int, round_: Round, player: Player) -> Square:
        name, scoring = player.name, self.rules.scoring
        points = scoring.points(self, number, round_, name)
        unmelded = points if scoring.own_points else self.unmelded(number, round_, name)
        adjust, absent, out = round_.adjust.get(name), name in round_.absent, name in round_.out
        agreed_points = absent and adjust is not None  # for a missed round
        joins_later = number < player.joined and player.start is not None
        is_in = self.is_in(name, number)
        complete = points is not None or agreed_points or joins_later or not is_in
        away = absent or not is_in or not player.is_at_the_table(number)
        return Square(points, unmelded, adjust or 0, complete, away, out)

    def points(self, number: int, round_: Round, name: str) -> int | None:
        """The points a player scores in the round; None if their hand is unknown."""
        return self.rules.scoring.points(self, number, round_, name)

    def gin_hand(self, number: int, round_: Round) -> "GinHand | None":
        """The score of a hand of gin; None if it can't be scored."""
        rules = self.round_rules(number, round_)
        if rules is None or not self.rules.scoring.knocks:
            return None
        from scorekeeper.ledger.gin_hands import count_gin_hand

        return count_gin_hand(round_, rules)

    def unmelded(self, number: int, round_: Round, name: str) -> int | None:
        """The points left in a hand: as typed, or the deadwood shown; at most the round's cap."""
        if name in round_.forfeits:
            rules = self.round_rules(number, round_)
            return rules.forfeits.get(round_.forfeits[name]) if rules else None
        written = round_.scores.get(name)
        if written is None:
            hand = round_.hands.get(name)
            return least_points(hand, self.round_rules(number, round_)) if hand else None
        rules = self.round_rules(number, round_) if self._has_cap else None
        return min(written, rules.hand_cap or written) if rules else written

    @cached_property
    def _has_cap(self) -> bool:
        return any(rules.hand_cap for rules in self.all_rules)

    def shown_hands(self) -> Iterator[tuple[int, Round, str]]:
        """Each shown hand that isn't void: the round's number, the round, and the player."""
        for number, round_ in self.numbered():
            if not round_.is_void:
                yield from ((number, round_, name) for name in round_.hands)

    def total(self, name: str, up_to: int | None = None) -> int:
        """The running total after round ``up_to``, by default the last."""
        return self._totals[name][len(self.played) if up_to is None else up_to]

    @cached_property
    def _totals(self) -> dict[str, tuple[int, ...]]:
        """The running totals of each player: before the first round, after it, and so on."""
        totals, rejoins = {}, self.pool.rejoin_points
        for player in self.players:
            values = [row[player.name].value or 0 for row in self._squares]
            for (name, number), points in rejoins.items():
                values[number - 1] += points if name == player.name else 0
            totals[player.name] = tuple(accumulate(values, initial=player.start or 0))
        return totals

    def extras(self, name: str) -> int:
        """The part of the total not from cards: agreed points, bonuses, penalties, rejoins."""
        return self.total(name) - sum(row[name].points or 0 for row in self._squares)

    def rejoin_points(self, name: str, number: int) -> int:
        """What rejoining after round ``number`` adds to a player's total."""
        return self.pool.rejoin_points.get((name, number), 0)

    @cached_property
    def fully_scored(self) -> frozenset[str]:
        """The players with points, typed or agreed, for every round so far."""
        incomplete = (name for row in self._squares for name in row if not row[name].complete)
        return frozenset(self.names).difference(incomplete)

    def missing(self, number: int) -> tuple[str, ...]:
        """The players in round ``number`` whose points are missing."""
        row = self._squares[number - 1].items()
        return tuple(name for name, square in row if not square.away and square.points is None)

    # ── the deal ─────────────────────────────────────────────────────────────────────────

    def dealer_of(self, number: int) -> str | None:
        """Who deals round ``number``, on the sheet or the next; None if nobody does."""
        return self.dealer_at(self.index_of(number) if number < self.coming else len(self.rounds))

    def dealer_at(self, index: int) -> str | None:
        """Who deals ``rounds[index]``, or past its end the next numbered round; None for nobody."""
        return self._dealers[index] if self.rules.dealer == "passes" else None

    @cached_property
    def _dealers(self) -> tuple[str | None, ...]:
        """Who deals each round and the next numbered one: the player named for it, or the next.

        The deal doesn't pass after a void round.
        """
        dealers: list[str | None] = []
        last_dealer: str | None = None
        for number, round_ in (*self.numbered(), (self.coming, None)):
            first = self.dealer if number == 1 else None
            named = (round_.dealer if round_ else self.next_dealer) or first
            players = round_.players if round_ and round_.bonus else self.present(number)
            dealers.append(named or next(iter(self.order_from(last_dealer, players)), None))
            if round_ and not round_.is_void:
                last_dealer = dealers[-1]
        return tuple(dealers)

    def order_from(self, dealer: str | None, players: Collection[str]) -> tuple[str, ...]:
        """``players`` in order from the dealer's left; the dealer comes last."""
        start = self.names.index(dealer) + 1 if dealer in self.names else 0
        return tuple(name for name in self.names[start:] + self.names[:start] if name in players)

    # ── changes ──────────────────────────────────────────────────────────────────────────

    def before_index(self, index: int) -> "Game":
        """The game as it was before ``rounds[index]``, with its squares and totals worked out."""
        before = self._replace(rounds=self.rounds[:index])
        last = len(before.played)
        before._squares = self._squares[:last]
        before._totals = {name: totals[: last + 1] for name, totals in self._totals.items()}
        return before

    def with_round(self, round_: Round) -> "Game":
        """The game with one more round, dealt by whoever was named for it, if they play it."""
        plays = not round_.bonus or self.next_dealer in round_.players
        if self.next_dealer and round_.dealer is None and plays:
            round_ = round_._replace(dealer=self.next_dealer)
        rounds = (*self.rounds, round_)
        return self._replace(rounds=rounds, next_dealer=None, next_wild=None, next_upcard=None)

    def with_round_at(self, index: int, round_: Round) -> "Game":
        """The game with another round in place of ``rounds[index]``."""
        return self._replace(rounds=(*self.rounds[:index], round_, *self.rounds[index + 1 :]))


class Outcome(NamedTuple):
    """A game after a change, and remarks on the change."""

    game: Game
    remarks: tuple[str, ...] = ()
