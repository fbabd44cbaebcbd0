"""The rounds of an evening with their numbers, and the rules by which each is played.

Round numbers count the rounds that are neither misdeals nor bonus rounds, from 1.
"""

from collections.abc import Container, Iterator, Sized
from functools import cached_property
from typing import Self

from scorekeeper.ledger.written import Player, Round, Written
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_change import with_changes
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.rule_values import DRAWN


class Numbered(Written):
    """What is written of an evening, round by round."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(player.name for player in self.players)

    @cached_property
    def played(self) -> tuple[Round, ...]:
        """The rounds that count: ``played[n - 1]`` is round n."""
        return tuple(block for block in self.rounds if block.counts)

    @property
    def numbers(self) -> range:
        """The numbers of the rounds that count."""
        return range(1, len(self.played) + 1)

    def player(self, name: str) -> Player:
        """The player of that name."""
        return self.players[self.names.index(name)]

    def with_player(self, player: Player) -> Self:
        """The game with what is known now of one who sits at the table."""
        players = (player if seat.name == player.name else seat for seat in self.players)
        return self._replace(players=tuple(players))

    def in_order(self, names: Container[str]) -> tuple[str, ...]:
        """Those of ``names``, in seat order."""
        return tuple(name for name in self.names if name in names)

    @cached_property
    def decks(self) -> int:
        """Packs in play: as the rules have them, else by those who began the game."""
        return self.rules.decks_for(sum(player.joined == 1 for player in self.players))

    def block(self, number: int) -> int:
        """The index in ``rounds`` of round ``number``; RoundError when it was not played."""
        if not 1 <= number <= len(self._counted):
            from scorekeeper.ledger.rounds import not_on_the_sheet  # few games come to this

            raise not_on_the_sheet(self.rules, number, len(self._counted))
        return self._counted[number - 1]

    @cached_property
    def _counted(self) -> tuple[int, ...]:
        """The indexes in ``rounds`` of the rounds with a number."""
        return tuple(i for i, block in enumerate(self.rounds) if block.counts)

    def numbered(self) -> Iterator[tuple[int, Round]]:
        """Every block with its number; a misdeal has that of the round dealt in its place."""
        number = 1
        for block in self.rounds:
            yield number, block
            number += block.counts

    def rules_in(self, number: int) -> RuleSet:
        """The rules of round ``number``, with every change that holds there.

        A misdeal has those of the round dealt in its place.
        """
        in_order = sorted(self.changes, key=lambda change: change.since)
        return with_changes(self.rules, tuple(c for c in in_order if c.since <= number))

    @cached_property
    def rules_now(self) -> RuleSet:
        """The rules of the round to come, and where none is to come, or a bonus round, the last."""
        coming = len(self.played) + 1
        return self.rules_in(min(coming, self.rules.last_round or coming))

    @property
    def rules_in_turn(self) -> tuple[RuleSet, ...]:
        """All the rules of the evening: those that it began with, and those after each change."""
        return (self.rules, *(self.rules_in(change.since) for change in self.changes))

    @property
    def lacks_upcard(self) -> bool:
        """Whether only a card that nobody has told yet says what may be left in the next round."""
        return self.rules_now.upcard_knock and self.next_upcard is None

    def coming(self, *, bonus: bool = False) -> Round:
        """The round to come, or a bonus round, with what is known of it before it is played."""
        if self.next_upcard is None:
            return Round(bonus=bonus, wild=self.next_wild)
        knock, double = self.rules_now.turned_up(self.next_upcard)
        return Round(bonus=bonus, wild=self.next_wild, knock=knock, double=double)

    def rules_of(self, number: int, block: Round) -> RoundRules | None:
        """What melds are in a block, which has this ``number`` unless it is a bonus round.

        None where no cards are dealt. A ledger that was edited by hand may have more rounds than
        the game.
        """
        if block.bonus:
            return self.rules_now.bonus(block.wild, block.knock) if self.rules.specs else None
        spec = self.rules.spec(number)
        wild = block.wild if spec and spec.wild == DRAWN else None
        return self.rules_in(number).round(number, wild, block.knock) if spec else None

    def cards_needed(self, number: int, players: Sized) -> int:
        """Cards that a round takes: the hands of ``players``, and those turned up; 0 for none."""
        spec = self.rules.spec(number)
        return len(players) * spec.deal + self.rules.turned_up_in(number) if spec else 0

    def before(self, number: int) -> Self:
        """The game as it stood before round ``number``, a tie played off before it included."""
        kept = [b for at, b in self.numbered() if at < number or (b.bonus and at == number)]
        there = [
            # Who left behind the round before was there until then.
            player._replace(left=None) if (player.left or 0) >= number - 1 else player
            for player in self.players
            if player.joined <= number
        ]
        return self._replace(rounds=tuple(kept), players=tuple(there), finished=None)
