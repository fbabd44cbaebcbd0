"""A game as data: every house rule is a field, and a game is a set of values.

Nothing here knows the name of a game.
"""

from dataclasses import fields, replace
from functools import cached_property, lru_cache
from typing import Any, Self

from scorekeeper.cards import JOKER, RANKS, plural_of
from scorekeeper.errors import RoundError, RulesError, meant, quoted
from scorekeeper.rules.card_rules import CardRules, RoundRules, card_values
from scorekeeper.rules.rule_key import evening_key, few_games_key, gin_key, rule_key, unchanging
from scorekeeper.rules.rule_values import (
    DRAWN,
    MOST_ROUNDS,
    POINTS,
    YES_OR_NO,
    Dealer,
    Reaching,
    RoundSpec,
    Ties,
    Winner,
    one_of,
    one_round,
    or_none,
    player_limits,
    round_list,
    whole_number,
)
from scorekeeper.rules.scoring import SCORINGS, Scoring

STANDARD_ROUNDS = tuple(RoundSpec(deal, RANKS[deal - 1]) for deal in range(3, 14))


@unchanging
class RuleSet(CardRules):
    """Every rule of a game. ``game`` is a label; ``title`` is what people call it."""

    decks: int | None = rule_key(
        None,
        (or_none(whole_number("a number of packs, 1 to 100", 1, 100)), "1 and more"),
        "packs in play; by the number of players where it is not given",
    )
    players: tuple[int, int] = evening_key(
        (2, 0),
        (player_limits, "`[least, most]`"),
        "how many may play; most 0: as many as the packs serve",
    )
    rounds: tuple[RoundSpec, ...] | int = evening_key(
        STANDARD_ROUNDS,
        (round_list, "list of `{ deal, wild }`, or a number"),
        "the rounds; without cards their number, 0 for an open end",
    )
    target: int = evening_key(
        0, (whole_number("0 for none, or a total"), "0, or a total"), "a total that ends the game"
    )
    winner: Winner = evening_key("low", one_of(Winner), "which total wins")
    ties: Ties = evening_key(
        "shared", one_of(Ties), "equal best totals share the win, or play another round"
    )
    bonus_round: RoundSpec | None = rule_key(
        None,
        (or_none(one_round), "`{ deal, wild }`"),
        "the round that plays off a tie; else the last again",
    )
    several_out: bool = rule_key(False, YES_OR_NO, "several players may go out in one round")
    dealer: Dealer = evening_key(
        "passes", one_of(Dealer), "the deal passes to the left, or nobody deals"
    )
    repeats: bool = few_games_key(
        False, YES_OR_NO, "the last round is played again until the game ends"
    )
    count: str = gin_key(
        "own",
        one_of(SCORINGS),
        "who scores what is left: all their own; one the difference; the winner what others have",
        cards=False,
    )
    reaching: Reaching = few_games_key(
        "ends", one_of(Reaching), "whose total reaches the target ends the game, or is out of it"
    )
    rejoin_limit: int = few_games_key(
        0, POINTS, "most that anybody still in may have where somebody rejoins; 0: nobody does"
    )
    game_bonus: int = gin_key(0, POINTS, "at the end for who reached the target")
    box_bonus: int = gin_key(0, POINTS, "at the end for each round won")
    shutout: bool = gin_key(
        False, YES_OR_NO, "the winner's points of rounds count twice if the other has none"
    )
    columns: int = gin_key(
        1, (whole_number("1 to 9 columns", 1, 9), "1 to 9"), "games that are played side by side"
    )
    game: str = "three-thirteen"
    title: str = ""

    def __init__(self, **values: Any) -> None:
        """Rules with these values; every other field has its default."""
        super().__init__(**values)
        if not self.title:
            object.__setattr__(self, "title", usual_title(self.game))
        if self.knock and self.wants_runs:
            problem = "nobody knocks with a hand that must have runs"
            raise RulesError(problem, remedy="leave knock out, or sequences")
        if self.is_pool and (not self.target or self.winner == "high"):
            problem = "who reaches the target is out of the game only where a low total wins"
            raise RulesError(problem, remedy="set target and winner=low, or reaching=ends")
        for spec in (*self.specs, *((self.bonus_round,) if self.bonus_round else ())):
            if spec.rank is not None and spec.rank not in self.ranks:
                problem = f"{plural_of(spec.rank)} cannot be wild, the packs hold none"
                raise RulesError(problem, remedy=f"choose a wild rank of {self.ranks}, or none")
            if self.lay_off and (spec.wild is not None or self.jokers):
                problem = "lay_off is for games in which no card is wild"
                raise RulesError(problem, remedy="leave lay_off out, or play without wild cards")
        if self.lay_off and (self.decks or 1) > 1:
            problem = "lay_off is for games with one pack"
            raise RulesError(problem, remedy="leave lay_off out, or play with decks=1")

    @cached_property
    def scoring(self) -> Scoring:
        """Who scores what is left."""
        return SCORINGS[self.count]

    @property
    def plays_cards(self) -> bool:
        """Whether rounds are dealt; else the game is one number per player and round."""
        return isinstance(self.rounds, tuple)

    @property
    def goes_out(self) -> bool:
        """Whether somebody goes out in a round: with cards, or where the winner takes points."""
        return self.plays_cards or self.scoring.goes_out

    @property
    def unscored(self) -> str | None:
        """The first rule by which no score can be kept, None where it can; hands can be judged."""
        for_two = self.scoring.for_two
        if for_two and self.players == (2, 2) and self.plays_cards:
            return None
        odd = (name for name, key in KEYS.items() if getattr(self, name) != key.default)
        gins = (name for name in odd if KEYS[name].metadata["gin"])
        return next((name for name in gins if name != "count" or for_two), None)

    @property
    def settles(self) -> bool:
        """Whether at the end more counts than the points of the rounds."""
        more = self.game_bonus or self.box_bonus or self.shutout or self.columns > 1
        return self.scoring.settles and bool(more)

    @property
    def in_columns(self) -> bool:
        """Whether several games are played side by side."""
        return self.scoring.settles and self.columns > 1

    @property
    def draws(self) -> bool:
        """Whether the wild rank of a round is drawn when it is dealt."""
        specs = (*self.specs, self.bonus_round)
        return any(spec is not None and spec.wild == DRAWN for spec in specs)

    def draws_in(self, number: int | None) -> bool:
        """Whether the wild rank of a round is drawn, of a bonus round without ``number``."""
        spec = self.spec(number) if number else self.bonus_round or self.spec(len(self.specs))
        return spec is not None and spec.wild == DRAWN

    def turned_up_in(self, number: int | None) -> int:
        """Cards face up at the deal: the first of the pile, and that which is drawn to be wild."""
        return 1 + self.draws_in(number)

    @property
    def is_pool(self) -> bool:
        """Whether who reaches the target is out of the game, and the last one in wins."""
        return self.reaching == "out"

    @property
    def specs(self) -> tuple[RoundSpec, ...]:
        """The rounds that are dealt; empty for a game without cards."""
        return self.rounds if isinstance(self.rounds, tuple) else ()

    @property
    def last_round(self) -> int | None:
        """The number of the last round, None where the end is open."""
        if isinstance(self.rounds, int):
            return self.rounds or None
        return None if self.repeats else len(self.rounds)

    def spec(self, number: int) -> RoundSpec | None:
        """What is dealt in round ``number``, None where the game has no such round, or no cards."""
        if number > len(self.specs) > 0 and self.repeats:
            return self.specs[-1]
        return self.specs[number - 1] if 1 <= number <= len(self.specs) else None

    def replace(self, **changes: Any) -> Self:
        """The same rules with other values; raises RulesError for a key or value that cannot be.

        A number of rounds for a game with cards means the first so many of its rounds; where the
        last one repeats, it does so until there are so many.
        """
        for name in changes:
            if name not in KEYS:
                raise unknown_key(name)
        count = changes.get("rounds")
        if isinstance(count, int) and not isinstance(count, bool) and self.plays_cards:
            most = MOST_ROUNDS if self.repeats else len(self.specs)
            if not 1 <= count <= most:
                raise RulesError(
                    f"{self.title} has no {count} rounds",
                    remedy=f"choose 1 to {most}, or list them like"
                    ' rounds=[{ deal = 3, wild = "3" }]',
                )
            changes["rounds"] = tuple(self.spec(number) for number in range(1, count + 1))
            changes.setdefault("repeats", False)
        return replace(self, **changes)

    def round(self, number: int, wild: str | None = None, knock: int | None = None) -> RoundRules:
        """What melds are in a round (1-based), with the rank that was drawn where it draws one.

        A drawn joker makes aces wild. ``knock`` is what may be left in this round, where that is
        not as in every other. Raises RoundError for a number that the game does not have,
        and RulesError for a rank that cannot be drawn there.
        """
        if not self.specs:
            problem = f"{self.title} deals no cards"
            raise RoundError(problem, remedy="ask by another game with --game")
        spec = self.spec(number)
        if spec is None:
            problem = f"{self.title} has no round {number}"
            raise RoundError(problem, remedy=f"choose a round from 1 to {len(self.specs)}")
        if wild is not None and spec.wild != DRAWN:
            problem = f"no wild rank is drawn in round {number} of {self.title}"
            raise RulesError(problem, remedy="leave the rank out")
        return self._dealt(number, spec, wild, knock)

    def bonus(self, wild: str | None = None, knock: int | None = None) -> RoundRules:
        """What melds are in a round that plays off a tie, as ``round`` has it."""
        return self._dealt(None, self.bonus_round or self.specs[-1], wild, knock)

    def _dealt(
        self, number: int | None, spec: RoundSpec, wild: str | None, knock: int | None
    ) -> RoundRules:
        drawn = self._wild_called("A" if wild == JOKER.rank else wild)
        drawn = drawn if spec.wild == DRAWN else None
        return _dealt(self, number, spec.deal, drawn or spec.rank, knock)

    def wild_only(self, wild: str | None) -> RoundRules:
        """The rules for a question that names a wild rank and no round."""
        return _dealt(self, None, None, self._wild_called(wild), None)

    def _wild_called(self, rank: str | None) -> str | None:
        """The rank, which must be one of the game where it is given."""
        if rank is not None and rank not in self.ranks:
            problem = f"{plural_of(rank)} cannot be wild, {self.title} has none"
            raise RulesError(problem, remedy=f"choose one of {self.ranks}, or none")
        return rank

    def decks_for(self, players: int) -> int:
        """Packs in play: as the rules fix them, else one for every two players."""
        return self.decks or max(1, (players + 1) // 2)

    def cards_needed(self, players: int) -> int:
        """Cards of the largest round: a hand for each player, and those turned up."""
        turned_up = 1 + self.draws
        return max((players * spec.deal + turned_up for spec in self.specs), default=0)


def usual_title(game: str) -> str:
    """What people call a game of which they have said nothing else."""
    return game.replace("-", " ").title()


@lru_cache(maxsize=2048)
def _dealt(
    rules: RuleSet, number: int | None, deal: int | None, wild: str | None, knock: int | None
) -> RoundRules:
    """The rules of a round, kept: what follows from them is worked out once."""
    rules = rules if knock is None else rules.replace(knock=knock)
    return RoundRules(**card_values(rules), number=number, deal=deal, wild=wild, decks=rules.decks)


KEYS = {key.name: key for key in fields(RuleSet) if key.metadata}
"""Every rule key in the order in which a ledger lists them."""

FEW_GAMES_KEYS = {name: key.default for name, key in KEYS.items() if key.metadata["few"]}
"""The keys that stand only in the ledgers of games that set them, and their defaults."""

ROUND_KEYS = tuple(key.name for key in fields(CardRules) if key.metadata)
"""The keys about the cards and points of one round; every other holds for the whole game."""


def unknown_key(name: str) -> RulesError:
    """The error for a rule key that does not exist, with the nearest one that does."""
    remedy = meant(name, KEYS) or f"the rules are {', '.join(KEYS)}"
    return RulesError(f"there is no rule {quoted(name)}", remedy=remedy)
