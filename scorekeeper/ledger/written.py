"""What is written of an evening: who plays, by which rules, and each round as the table left it.

Nothing is written that can be derived, and nothing here knows about files.
"""

import datetime
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from scorekeeper.rules.rule_change import RuleChange
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.rule_values import Called

MOST_PLAYERS = 50


class Player(NamedTuple):
    """Someone at the table. ``joined`` and ``left`` are the first and the last round played.

    ``start`` is the points agreed for the rounds before ``joined``, None where none were.
    ``rejoined`` are the rounds from which on a player who was out of the game is in it again.
    """

    name: str
    joined: int = 1
    start: int | None = None
    left: int | None = None
    rejoined: tuple[int, ...] = ()

    def plays(self, number: int) -> bool:
        """Whether the player has a seat in round ``number``."""
        return self.joined <= number and (self.left is None or number <= self.left)


NOTHING: Mapping[str, Any] = MappingProxyType({})


class Round(NamedTuple):
    """One round as the table left it.

    ``out`` are those who went out, ``scores`` what the table decided, ``hands`` shown cards as
    text (they count where there is no score), ``totals`` running totals copied from paper,
    ``adjust`` bonuses and penalties. ``misdeal`` is a text, maybe empty, where the round is void,
    and it is ``dead`` where it was void because the stock ran out.

    Of a few games: ``called`` are entries that the rules have points for; ``how`` it ended beside
    who went out; ``wild`` the rank that was drawn; ``knock`` what could be left where a card turned
    up said so, and ``double`` whether that card doubled the points.
    """

    scores: Mapping[str, int] = NOTHING
    hands: Mapping[str, str] = NOTHING
    totals: Mapping[str, int] = NOTHING
    adjust: Mapping[str, int] = NOTHING
    called: Mapping[str, Called] = NOTHING
    out: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    dealer: str | None = None
    note: str | None = None
    misdeal: str | None = None
    bonus: bool = False
    dead: bool = False
    how: Literal["big-gin"] | None = None
    wild: str | None = None
    knock: int | None = None
    double: bool = False

    @property
    def counts(self) -> bool:
        """Whether the round has a number: it is neither a misdeal nor a bonus round."""
        return self.misdeal is None and not self.bonus

    @property
    def players(self) -> frozenset[str]:
        """Those with points or a hand in the round."""
        return frozenset((*self.scores, *self.hands, *self.called))

    def noted(self, more: str | None) -> "Round":
        """The round with more in its note."""
        return self._replace(note=f"{self.note}; {more}" if self.note else more) if more else self


class Written(NamedTuple):
    """What is written of an evening; a ``Game`` keeps what follows from it as well.

    ``rules`` are those that the game began with, ``changes`` what holds from a round on.
    ``playoff``: a tie is played off in this game, though by its rules the win would be shared.
    ``next_wild`` and ``next_upcard`` (a card as it is written) are what was drawn or turned up for
    the round to come, as ``next_dealer`` is who deals it.
    """

    title: str
    date: datetime.date
    players: tuple[Player, ...]
    rules: RuleSet
    rounds: tuple[Round, ...] = ()
    dealer: str | None = None
    finished: datetime.date | None = None
    put_away: bool = False
    next_dealer: str | None = None
    changes: tuple[RuleChange, ...] = ()
    playoff: bool = False
    next_wild: str | None = None
    next_upcard: str | None = None
