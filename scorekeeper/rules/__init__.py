"""Rules as data: every house rule is a field, and no game is treated by its name."""

from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, Self

import scorekeeper.rules.rule_keys as keys
from scorekeeper.cards import JOKER, RANKS, plural_of
from scorekeeper.errors import RoundError, RulesError, count, did_you_mean, quoted
from scorekeeper.rules.card_rules import CardRules, RoundRules, card_values
from scorekeeper.rules.scoring import SCORINGS, Scoring

Winner = Literal["low", "high"]
Ties = Literal["shared", "bonus-round"]
Dealer = Literal["passes", "none"]
Reaching = Literal["ends", "out"]

STANDARD_ROUNDS = tuple(keys.RoundSpec(deal, RANKS[deal - 1]) for deal in range(3, 14))


def _play_off(spec: keys.RoundSpec | None) -> str:
    if spec is None:
        return "a play-off is the last round again"
    wild = f"{plural_of(spec.known_wild)} wild" if spec.known_wild else "nothing wild"
    return f"a play-off deals {count(spec.deal, 'card')}, {wild}"


def _span(least: int, most: int) -> str:
    if not most:
        return f"{least} or more"
    return str(least) if least == most else f"{least} to {most}"


@dataclass(init=False, repr=False, eq=False, match_args=False)
class RuleSet(CardRules):
    """All the rules of a game. ``game`` is a label; ``title`` is what people call it."""

    decks: int | None = keys.rule_key(
        None,
        (keys.or_none(keys.whole_number("a number of packs, 1 to 100", 1, 100)), "1 and more"),
        "packs in play; if not given, by the number of players",
        lambda decks: count(decks, "pack") if decks else "packs by the number of players",
    )
    players: tuple[int, int] = keys.any_game_key(
        (2, 0),
        (keys.player_limits, "`[least, most]`"),
        "how many can play; most 0: as many as the packs allow",
        lambda limits: f"{_span(*limits)} players",
    )
    rounds: tuple[keys.RoundSpec, ...] | int = keys.any_game_key(
        STANDARD_ROUNDS,
        (keys.round_list, "list of `{ deal, wild }`, or a number"),
        "the rounds; without cards, how many, 0 for an open end",
    )
    target: int = keys.any_game_key(
        0,
        (keys.whole_number("0 for none, or a total"), "0, or a total"),
        "a total that ends the game",
        ("a total of {} ends the game", "no total ends the game"),
    )
    winner: Winner = keys.any_game_key(
        "low",
        keys.one_of(Winner),
        "which total wins",
        {"low": "fewest points wins", "high": "most points wins"},
    )
    ties: Ties = keys.any_game_key(
        "shared",
        keys.one_of(Ties),
        "players tied for first share the win, or play another round",
        {"shared": "a tie shares the win", "bonus-round": "a tie means another round"},
    )
    bonus_round: keys.RoundSpec | None = keys.rule_key(
        None,
        (keys.or_none(keys.one_round), "`{ deal, wild }`"),
        "the round that plays off a tie; if not given, the last one again",
        _play_off,
    )
    several_out: bool = keys.switch_key(
        "several players may go out in one round",
        ("several may go out in one round", "only one player goes out in a round"),
        heading="going out",
    )
    dealer: Dealer = keys.any_game_key(
        "passes",
        keys.one_of(Dealer),
        "the deal passes to the left, or nobody deals",
        {"passes": "the deal passes to the left", "none": "nobody deals"},
    )
    repeats: bool = keys.few_games_key(
        False,
        keys.YES_OR_NO,
        "the last round repeats until the game ends",
        ("the last round repeats until the game ends", "no round repeats"),
    )
    count: str = keys.few_games_key(
        "own",
        keys.one_of(SCORINGS),
        "; ".join(scoring.summary for scoring in SCORINGS.values()),
        {word: scoring.summary for word, scoring in SCORINGS.items()},
        heading="scoring",
        needs_cards=False,
    )
    reaching: Reaching = keys.few_games_key(
        "ends",
        keys.one_of(Reaching),
        "reaching the target ends the game, or puts the player out of it",
        {"ends": "the target ends the game", "out": "reaching the target puts a player out"},
    )
    rejoin_limit: int = keys.few_games_points(
        "players can rejoin while nobody still in has more than this; 0: never",
        ("rejoin while nobody still in has more than {}", "nobody rejoins"),
    )
    game_bonus: int = keys.gin_points(
        "at the end, for reaching the target", "the winner of the game gets {} more"
    )
    box_bonus: int = keys.gin_points(
        "at the end, for each round won", "each round won is {} more at the end"
    )
    shutout: bool = keys.gin_switch(
        "the winner's points from rounds count double if the other has none",
        ("a shutout counts twice", "a shutout counts once"),
    )
    columns: int = keys.gin_key(
        1,
        (keys.whole_number("1 to 9 columns", 1, 9), "1 to 9"),
        "games played side by side",
        lambda columns: f"{count(columns, 'column')} side by side",
    )
    game: str = "three-thirteen"
    title: str = ""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.__dict__["title"] = self.title or usual_title(self.game)
        self._refuse_contradictions()

    def _refuse_contradictions(self) -> None:
        """Raise RulesError for rules that can't hold together."""
        if self.knock and self.needs_runs:
            problem = "a game with knocking can't require runs as well"
            raise RulesError(problem, remedy="leave knock out, or sequences")
        if self.is_pool and (not self.target or self.winner == "high"):
            problem = "reaching the target puts players out only in games that a low total wins"
            raise RulesError(problem, remedy="set target and winner=low, or reaching=ends")
        for spec in self.all_specs:
            if spec.known_wild is not None and spec.known_wild not in self.ranks:
                problem = f"{plural_of(spec.known_wild)} can't be wild: the packs have none"
                raise RulesError(problem, remedy=f"choose a wild rank of {self.ranks}, or none")
            if self.lay_off and (spec.wild is not None or self.jokers):
                problem = "lay_off is only for games without wild cards"
                raise RulesError(problem, remedy="leave lay_off out, or play without wild cards")
        if self.lay_off and (self.decks or 1) > 1:
            problem = "lay_off is only for games with one pack"
            raise RulesError(problem, remedy="leave lay_off out, or play with decks=1")

    @property
    def plays_cards(self) -> bool:
        """Whether cards are dealt; otherwise a round is just one number for each player."""
        return isinstance(self.rounds, tuple)

    @property
    def specs(self) -> tuple[keys.RoundSpec, ...]:
        """The rounds with cards; empty for a game without."""
        return self.rounds if isinstance(self.rounds, tuple) else ()

    @property
    def all_specs(self) -> tuple[keys.RoundSpec, ...]:
        """The same, and the bonus round if the rules have one."""
        return (*self.specs, self.bonus_round) if self.bonus_round else self.specs

    def spec(self, number: int) -> keys.RoundSpec | None:
        """What round ``number`` deals; None if there is no such round, or no cards are dealt."""
        specs = self.specs
        if number > len(specs) > 0 and self.repeats:
            return specs[-1]
        return specs[number - 1] if 1 <= number <= len(specs) else None

    @property
    def last_round(self) -> int | None:
        """The number of the last round, None if the end is open."""
        if isinstance(self.rounds, int):
            return self.rounds or None
        return None if self.repeats else len(self.rounds)

    @property
    def has_end(self) -> bool:
        """Whether the rules say when a game is over; otherwise the players do."""
        return bool(self.last_round or self.target)

    @property
    def draws_wild(self) -> bool:
        """Whether any round draws its wild rank after the deal."""
        return any(spec.wild == keys.DRAWN for spec in self.all_specs)

    def draws_wild_in(self, number: int | None) -> bool:
        """Whether round ``number`` draws its wild rank; None stands for a bonus round."""
        spec = self.spec(number) if number else self.bonus_round or self.spec(len(self.specs))
        return spec is not None and spec.wild == keys.DRAWN

    def cards_turned_up_in(self, number: int | None) -> int:
        """Cards turned up at the deal: the first discard, and the one drawn as wild."""
        return 1 + self.draws_wild_in(number)

    @cached_property
    def scoring(self) -> Scoring:
        """How rounds are scored."""
        return SCORINGS[self.count]

    @property
    def goes_out(self) -> bool:
        """Whether players go out: in games with cards, or if the winner takes points."""
        return self.plays_cards or self.scoring.goes_out

    @property
    def is_pool(self) -> bool:
        """Whether reaching the target puts players out, and the last player in wins."""
        return self.reaching == "out"

    @property
    def unscorable_rule(self) -> str | None:
        """The first key that is set but needs a game like gin; None if this is one."""
        is_for_two = self.scoring.two_players_only
        if is_for_two and self.players == (2, 2) and self.plays_cards:
            return None
        keys_of_gin = [name for name, key in KEYS.items() if key.metadata["gin"]]
        is_set = (name for name in keys_of_gin if getattr(self, name) != KEYS[name].default)
        return next(is_set, "count" if is_for_two else None)

    @property
    def has_settlement(self) -> bool:
        """Whether bonuses or columns count at the end, besides the points of the rounds."""
        extras = self.game_bonus or self.box_bonus or self.shutout or self.columns > 1
        return self.scoring.knocks and bool(extras)

    @property
    def in_columns(self) -> bool:
        """Whether several games are played side by side."""
        return self.scoring.knocks and self.columns > 1

    def replace(self, **changes: Any) -> Self:
        """The same rules with other values; raises RulesError for an unknown key or a bad value.

        With cards, a number of rounds means the first ones; the last may repeat up to that number.
        """
        for name in changes:
            if name not in KEYS:
                raise unknown_key(name)
        last = changes.get("rounds")
        if isinstance(last, int) and not isinstance(last, bool) and self.plays_cards:
            most = keys.MOST_ROUNDS if self.repeats else len(self.specs)
            if not 1 <= last <= most:
                example = 'rounds=[{ deal = 3, wild = "3" }]'
                remedy = f"choose 1 to {most}, or list them like {example}"
                raise RulesError(f"{self.title} doesn't have {last} rounds", remedy=remedy)
            changes["rounds"] = tuple(self.spec(number) for number in range(1, last + 1))
            changes.setdefault("repeats", False)
        return replace(self, **changes) if changes else self

    def round(self, number: int, wild: str | None = None, knock: int | None = None) -> RoundRules:
        """The rules about cards in a round (1-based); ``wild`` is the rank that was drawn, if any.

        A drawn joker makes aces wild. ``knock`` is the limit for a knock, if the round has its own.
        Raises RoundError for a number that the game doesn't have, and RulesError for a rank that
        can't be drawn there.
        """
        if not self.specs:
            problem = f"{self.title} deals no cards"
            raise RoundError(problem, remedy="choose another game with --game")
        spec = self.spec(number)
        if spec is None:
            problem = f"{self.title} has no round {number}"
            raise RoundError(problem, remedy=f"choose a round from 1 to {len(self.specs)}")
        if wild is not None and spec.wild != keys.DRAWN:
            problem = f"no wild rank is drawn in round {number} of {self.title}"
            raise RulesError(problem, remedy="leave the rank out")
        return self._dealt(number, spec, wild, knock)

    def bonus(self, wild: str | None = None, knock: int | None = None) -> RoundRules:
        """The same for a round that plays off a tie."""
        return self._dealt(None, self.bonus_round or self.specs[-1], wild, knock)

    def _dealt(
        self, number: int | None, spec: keys.RoundSpec, wild: str | None, knock: int | None
    ) -> RoundRules:
        """The rules about cards in a round that deals ``spec``; ``wild`` is the drawn rank."""
        drawn = "A" if wild == JOKER.rank else wild
        wild = drawn if spec.wild == keys.DRAWN else spec.known_wild
        return _round_rules(self, number, spec.deal, wild, knock)

    def wild_only(self, wild: str | None) -> RoundRules:
        """The rules for a question that names only a wild rank; RulesError if no pack has it."""
        return _round_rules(self, None, None, wild, None)

    def decks_for(self, players: int) -> int:
        """Packs in play: as the rules say, or else one for every two players."""
        return self.decks or max(1, (players + 1) // 2)

    def cards_needed(self, players: int) -> int:
        """Cards that the largest round needs: every player's hand, and those turned up."""
        most = max((spec.deal for spec in self.specs), default=0)
        return players * most + 1 + self.draws_wild if most else 0


def usual_title(game: str) -> str:
    """The title of a game whose rules don't set one."""
    return game.replace("-", " ").title()


@lru_cache(maxsize=2048)
def _round_rules(
    rules: RuleSet, number: int | None, deal: int | None, wild: str | None, knock: int | None
) -> RoundRules:
    """The rules of a round; cached, so that what follows from them is worked out once."""
    if wild is not None and wild not in rules.ranks:
        problem = f"{plural_of(wild)} can't be wild: {rules.title} has none"
        raise RulesError(problem, remedy=f"choose one of {rules.ranks}, or none")
    rules = rules if knock is None else rules.replace(knock=knock)
    return RoundRules(**card_values(rules), number=number, deal=deal, wild=wild, decks=rules.decks)


KEYS = {key.name: key for key in fields(RuleSet) if key.metadata}
"""Every rule key, in the order of a ledger."""

FEW_GAMES_KEYS = {name: key.default for name, key in KEYS.items() if key.metadata["few"]}
"""The keys that are only in ledgers of games that set them, with their defaults."""

ROUND_KEYS = tuple(key.name for key in fields(CardRules) if key.metadata)
"""The keys about the cards and points of one round; all others are for the whole game."""

KIND_KEYS = ("winner", "count", "columns", "target")
"""The keys that must be equal for totals to be compared, besides the number of rounds."""


def unknown_key(name: str) -> RulesError:
    """The error for an unknown rule key, with the nearest one."""
    remedy = did_you_mean(name, KEYS) or f"the rules are {', '.join(KEYS)}"
    return RulesError(f"there is no rule {quoted(name)}", remedy=remedy)


class RuleChange(NamedTuple):
    """New values of ``ROUND_KEYS`` from round ``since`` on, as pairs in the order of the keys."""

    since: int
    values: tuple[tuple[str, Any], ...]


@lru_cache(maxsize=1000)
def with_changes(rules: RuleSet, changes: tuple[RuleChange, ...]) -> RuleSet:
    """``rules`` with all of the ``changes``, later ones on top; cached."""
    values = dict(pair for change in changes for pair in change.values)
    return rules.replace(**values) if values else rules
