"""What a ledger holds: who plays, by which rules, and each round as the table left it.

A ledger holds nothing that can be worked out, and nothing here knows about files. Round numbers
start at 1 and skip misdeals and bonus rounds.
"""

import datetime
from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Self, TypeVar

from scorekeeper.ledger.names import not_on_the_sheet
from scorekeeper.rules import RuleChange, RuleSet, with_changes
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import DRAWN, Forfeit


class Player(NamedTuple):
    """Someone at the table."""

    name: str
    joined: int = 1  # the first round played
    start: int | None = None  # the points agreed for the rounds before that
    left: int | None = None  # the last round played
    rejoined: tuple[int, ...] = ()  # the rounds that began with a comeback into a pool

    def is_at_the_table(self, number: int) -> bool:
        """Whether the player has joined by round ``number``, and hasn't left before it."""
        return self.joined <= number and (self.left is None or number <= self.left)


Value = TypeVar("Value")
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Round(NamedTuple):
    """One round as the table left it; the fields have the order of a ledger."""

    out: tuple[str, ...] = ()  # who went out
    how: Literal["big-gin"] | None = None  # any other end shows in points and cards
    wild: str | None = None  # drawn; few games have this, how, knock, double or forfeits
    knock: int | None = None  # the limit, if an upcard set it
    double: bool = False  # whether an upcard made the points double
    note: str | None = None
    dealer: str | None = None
    absent: tuple[str, ...] = ()
    misdeal: str | None = None  # a note, maybe empty, if the round is void
    dead: bool = False  # void because the stock ran out
    bonus: bool = False
    scores: Mapping[str, int] = NOTHING
    hands: Mapping[str, str] = NOTHING  # cards as text; they count if there is no score
    totals: Mapping[str, int] = NOTHING  # running totals copied from paper
    adjust: Mapping[str, int] = NOTHING  # bonuses and penalties
    forfeits: Mapping[str, Forfeit] = NOTHING  # drops and wrong shows

    @property
    def is_void(self) -> bool:
        """Whether the round is a misdeal or a dead hand, which nobody scores."""
        return self.misdeal is not None

    @property
    def counts(self) -> bool:
        """Whether the round has a number: it is neither void nor a bonus round."""
        return not (self.is_void or self.bonus)

    @property
    def players(self) -> frozenset[str]:
        """The players with points or a hand in the round."""
        return frozenset((*self.scores, *self.hands, *self.forfeits))

    def with_note(self, more: str | None) -> "Round":
        """The round with ``more`` added to its note."""
        return self._replace(note=f"{self.note}; {more}" if self.note else more) if more else self


class LedgerContents(NamedTuple):
    """What a ledger holds; a ``Game`` also works out what follows from it."""

    title: str
    date: datetime.date | None  # None if nobody wrote it down
    players: tuple[Player, ...]
    rules: RuleSet  # those that the game began with
    rounds: tuple[Round, ...] = ()
    dealer: str | None = None  # of round 1
    finished: datetime.date | None = None
    put_away: bool = False
    next_dealer: str | None = None
    changes: tuple[RuleChange, ...] = ()  # made to the rules later
    playoff: bool = False  # plays off its tie, though under its rules the win would be shared
    next_wild: str | None = None  # drawn for the next round
    next_upcard: str | None = None  # the card turned up for the next round, as text


class NumberedRounds(LedgerContents):
    """What a ledger holds, with a number for each round that counts, and its rules."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(player.name for player in self.players)

    @cached_property
    def played(self) -> tuple[Round, ...]:
        """The rounds that count: ``played[n - 1]`` is round n."""
        return tuple(self.rounds[index] for index in self._indexes)

    @property
    def numbers(self) -> range:
        """The numbers of the rounds that count."""
        return range(1, self.coming)

    @property
    def coming(self) -> int:
        """The number after the last round that counts, even if no round is left to play."""
        return len(self.played) + 1

    def player(self, name: str) -> Player:
        """The player of that name."""
        return self.players[self.names.index(name)]

    def with_player(self, player: Player) -> Self:
        """The game with ``player`` in place of the player of that name."""
        players = (player if seat.name == player.name else seat for seat in self.players)
        return self._replace(players=tuple(players))

    def in_order(self, names: Container[str]) -> tuple[str, ...]:
        """These ``names`` in seat order."""
        return tuple(name for name in self.names if name in names)

    def by_seat(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """These ``values`` of players in seat order."""
        return {name: values[name] for name in self.names if name in values}

    @cached_property
    def decks(self) -> int:
        """The packs in play: as the rules say, or else one for every two players at the start."""
        return self.rules.decks_for(sum(player.joined == 1 for player in self.players))

    def index_of(self, number: int) -> int:
        """The index in ``rounds`` of round ``number``; RoundError if it wasn't played."""
        if not 1 <= number <= len(self._indexes):
            raise not_on_the_sheet(self.rules, number, len(self._indexes))
        return self._indexes[number - 1]

    @cached_property
    def _indexes(self) -> tuple[int, ...]:
        """The indexes in ``rounds`` of the rounds with a number."""
        return tuple(i for i, round_ in enumerate(self.rounds) if round_.counts)

    @cached_property
    def bonus_rounds(self) -> tuple[int, ...]:
        """The indexes in ``rounds`` of the bonus rounds that aren't void."""
        return tuple(i for i, r in enumerate(self.rounds) if r.bonus and not r.is_void)

    def numbered(self) -> Iterator[tuple[int, Round]]:
        """Every round with its number; a misdeal has the number of the round that replaced it."""
        number = 1
        for round_ in self.rounds:
            yield number, round_
            number += round_.counts

    def rules_in(self, number: int) -> RuleSet:
        """The rules of round ``number``, with every change that applies by then."""
        in_order = sorted(self.changes, key=lambda change: change.since)
        return with_changes(self.rules, tuple(c for c in in_order if c.since <= number))

    @cached_property
    def rules_now(self) -> RuleSet:
        """The rules of the next round, or of the last if only a bonus round can come."""
        return self.rules_in(min(self.coming, self.rules.last_round or self.coming))

    @property
    def rules_to_repeat(self) -> RuleSet:
        """The rules for another game: the current ones, without a play-off just for this game."""
        return self.rules_now.replace(ties="shared") if self.playoff else self.rules_now

    @property
    def all_rules(self) -> tuple[RuleSet, ...]:
        """All the rules of the evening: the first ones, and those after each change."""
        return (self.rules, *(self.rules_in(change.since) for change in self.changes))

    @property
    def lacks_upcard(self) -> bool:
        """Whether the limit for a knock depends on an upcard that nobody has typed yet."""
        return self.rules_now.upcard_knock and self.next_upcard is None

    def upcoming_round(self, *, bonus: bool = False) -> Round:
        """The next round, or a bonus round, with what is known before it is played."""
        card = self.next_upcard
        knock, double = self.rules_now.effect_of_upcard(card) if card else (None, False)
        return Round(bonus=bonus, wild=self.next_wild, knock=knock, double=double)

    def round_rules(self, number: int, round_: Round) -> RoundRules | None:
        """The card rules of a round; None if no cards are dealt, or the game has no such round."""
        rules = self.rules_now if round_.bonus else self.rules_in(number)
        knock = round_.knock if rules.upcard_knock else None  # otherwise it changes nothing
        if round_.bonus:
            return rules.bonus(round_.wild, knock) if rules.specs else None
        spec = self.rules.spec(number)
        wild = round_.wild if spec and spec.wild == DRAWN else None
        return rules.round(number, wild, knock) if spec else None

    def before(self, number: int) -> Self:
        """The game as it was before round ``number``, with any play-off before that round."""
        rounds = [r for n, r in self.numbered() if n < number or (r.bonus and n == number)]
        # A player who left after the round before was still there.
        seats = [p._replace(left=None) if (p.left or 0) >= number - 1 else p for p in self.players]
        players = tuple(player for player in seats if player.joined <= number)
        return self._replace(rounds=tuple(rounds), players=players, finished=None)
