"""The rules about cards as data: what a meld is and what a card costs, in a game and in a round.

The field of each rule key holds its default, the values it takes, its meaning and, unless that
depends on other keys, the sentence for its value. The codec, the rule book and the manual use them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError, dataclass, fields
from functools import cached_property
from typing import Any, Literal

import scorekeeper.rules.rule_keys as keys
from scorekeeper.cards import BY_NAME, JOKER, RANKS, Card, rank_label
from scorekeeper.errors import count

AceRuns = Literal["low", "high", "both"]
FacePoints = Literal["ten", "rank"]


@dataclass(init=False, repr=False, eq=False, match_args=False)
class CardRules:
    """The keys that decide what a meld is and what a card costs."""

    suits: str = keys.rule_key(
        "SHDC",
        (keys.suit_letters, "some of `SHDCX`"),
        "the suits; X is stars",
        lambda suits: f"the suits are {' '.join(suits)}",
    )
    ranks: str = keys.rule_key(
        RANKS,
        (keys.ranks_in_order, "at least 6, low to high"),
        "the ranks, in the order that runs follow",
        lambda ranks: f"the ranks are {' '.join(map(rank_label, ranks))}",
    )
    ace_runs: AceRuns = keys.rule_key(
        "low",
        keys.one_of(AceRuns),
        "the ace in a run: low (A-2-3), high (Q-K-A) or either; never around the corner (K-A-2)",
        {
            "low": "aces are low: A-2-3 is a run, Q-K-A is not",
            "high": "aces are high: Q-K-A is a run, A-2-3 is not",
            "both": "aces are low or high: Q-K-A is a run too",
        },
    )
    ace_points: int = keys.rule_key(
        1, keys.POINTS, "points for an ace left over", "an ace left over costs {}"
    )
    face_points: FacePoints = keys.rule_key(
        "ten",
        keys.one_of(FacePoints),
        "J Q K left over: 10 or 11 12 13",
        {"ten": "J Q K left over cost 10", "rank": "J Q K left over cost 11, 12 and 13"},
    )
    card_points: tuple[tuple[str, int], ...] = keys.rule_key(
        (),
        (keys.points_by_rank, "table, `{ Q = 25 }`"),
        "points for single ranks, instead of the two keys above",
    )
    wild_points: str | int = keys.rule_key(
        "face",
        (keys.face_or_points, "`face` or points"),
        "points for a card of the wild rank left over",
        lambda points: (
            f"a wild left over costs {'what is printed on it' if points == 'face' else points}"
        ),
    )
    jokers: int = keys.rule_key(
        0,
        (keys.whole_number("0 to 100", most=100), "0 or more"),
        "jokers in each pack; always wild",
        lambda jokers: f"{count(jokers, 'joker')} in each pack" if jokers else "no jokers",
    )
    joker_points: int = keys.rule_key(
        20, keys.POINTS, "points for a joker left over", "a joker left over costs {}"
    )
    wild_limit: keys.WildLimit = keys.rule_key(
        "any",
        keys.one_of(keys.WildLimit),
        "wilds in a meld: any number; any, beside a natural card; at most half; at most one",
        {
            "any": "a meld may hold any number of wilds",
            "natural": "a meld needs a natural card, one that is not wild",
            "half": "at most half of a meld may be wild",
            "one": "a meld may hold at most one wild",
        },
    )
    wild_as_rank: bool = keys.switch_key(
        "with a wild limit: a card of the wild rank in its own place counts as natural",
        ("a wild in its own place counts as natural", "a wild is always a wild"),
    )
    set_max: int = keys.rule_key(
        0,
        (keys.whole_number("0 for no limit, or 3 and more", but=(1, 2)), "0, or 3 and more"),
        "most cards in a set; 0: no limit",
        ("sets hold at most {} cards", "sets hold any number of cards"),
        heading="melds",
    )
    set_distinct_suits: bool = keys.switch_key(
        "a set can't have two natural cards of the same suit",
        ("a set may hold each suit only once", "a set may hold a suit twice"),
        heading="melds",
    )
    knock: int = keys.gin_points(
        "points a player may still hold when knocking; 0: every card must be in a meld",
        ("a knock may leave {}", "nobody knocks"),
    )
    lay_off: bool = keys.gin_switch(
        "the other player may lay off cards on the knocker's melds, but not against gin",
        ("cards may be laid off after a knock", "no cards are laid off"),
    )
    gin_bonus: int = keys.gin_points("for gin: no card left besides the discard", "gin is worth {}")
    big_gin_bonus: int = keys.gin_points(
        "for big gin: every card in a meld, without a discard", "big gin is worth {}"
    )
    undercut_bonus: int = keys.gin_points(
        "for an undercut: the other player has no more left than the knocker",
        "an undercut is worth {}",
    )
    sequences: int = keys.few_games_key(
        0, keys.RUNS_WANTED, "runs that a hand needs to go out; 0: any melds will do"
    )
    pure_sequences: int = keys.few_games_key(
        0, keys.RUNS_WANTED, "how many of those runs must be pure: no card stands in for another"
    )
    without_sequences: keys.WithoutSequences = keys.few_games_key(
        "all",
        keys.one_of(keys.WithoutSequences),
        "what counts in a hand without those runs: every card; with the pure ones, only unmelded"
        " cards; with the pure ones, every card outside them; the cap",
    )
    hand_cap: int = keys.few_games_points(
        "most points for a hand; 0: no limit",
        ("a hand costs at most {}", "a hand may cost any number"),
        heading="left over",
    )
    first_drop: int = keys.few_games_points(
        "for dropping out of a round before the first turn; 0: nobody may drop",
        ("a drop costs {}", "nobody drops"),
    )
    middle_drop: int = keys.few_games_points(
        "for dropping out of a round later", ("a later drop costs {}", "nobody drops later")
    )
    wrong_show: int = keys.few_games_points(
        "for showing a hand that can't go out; 0: the show is taken back",
        ("a wrong show costs {}", "a wrong show is taken back"),
    )
    upcard_knock: bool = keys.gin_switch(
        "the turned-up card's rank is the limit for a knock; an ace: gin only",
        ("the card turned up is the knock limit", "the knock limit is the usual one"),
    )
    spades_double: bool = keys.gin_switch(
        "if a spade is turned up, the points of the round count double",
        ("points count double if a spade is turned up", "spades don't double"),
        heading="scoring",
    )

    words: tuple[tuple[str, str], ...] = ()  # what this game calls things: ("set", "book")

    def __init__(self, **values: Any) -> None:
        own = self.__dict__
        for key in fields(self):
            value = values.pop(key.name, key.default)
            own[key.name] = key.metadata["read"](key.name, value) if key.metadata else value
        own["words"] = tuple(sorted(dict(self.words).items()))
        if values:
            raise TypeError(f"no field of {type(self).__name__}: {', '.join(values)}")

    def __setattr__(self, name: str, *value: object) -> None:
        """Raises FrozenInstanceError. The methods that `dataclass` writes take longer to load."""
        raise FrozenInstanceError(f"{name} can't be changed")

    __delattr__ = __setattr__

    @cached_property
    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, key.name) for key in fields(self))

    @cached_property
    def _hash(self) -> int:
        return hash(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CardRules) or type(other) is not type(self):
            return NotImplemented
        return self._values == other._values

    def __hash__(self) -> int:
        """Computed once: the solver looks up its tables by these rules for every hand."""
        return self._hash

    def word(self, thing: str) -> str:
        """What the game calls something: *book* for a set, say."""
        return dict(self.words).get(thing, thing)

    def in_own_words(self, text: str) -> str:
        """A text in the game's own words; names of rules stay as they are.

        >>> CardRules(words=(("set", "book"),)).in_own_words("a set of five: set_max=5")
        'a book of five: set_max=5'
        """
        for thing, word in self.words:
            text = re.sub(rf"(?<![\w-]){thing}(s?)(?![\w-])", rf"{word}\1", text)
        return text

    @property
    def has_gin(self) -> bool:
        """Whether a round ends by gin or a knock."""
        return self.knock > 0 or self.gin_bonus > 0 or self.big_gin_bonus > 0

    @property
    def needs_runs(self) -> bool:
        """Whether a hand needs runs to go out."""
        return bool(self.sequences or self.pure_sequences)

    @property
    def ends_at_once(self) -> bool:
        """Whether nobody has another turn after somebody goes out."""
        return self.has_gin or self.needs_runs

    @cached_property
    def forfeits(self) -> Mapping[keys.Forfeit, int]:
        """The points for a drop or a wrong show, without those that cost nothing."""
        points: dict[keys.Forfeit, int] = {
            "drop": self.first_drop,
            "middle": self.middle_drop,
            "wrong": self.wrong_show,
        }
        return {forfeit: cost for forfeit, cost in points.items() if cost}

    @property
    def uses_upcard(self) -> bool:
        """Whether the turned-up card decides the limit for a knock, or doubles the points."""
        return self.upcard_knock or self.spades_double

    def effect_of_upcard(self, card: str) -> tuple[int | None, bool]:
        """The limit for a knock (None: as usual), and whether points double, after this upcard.

        A face card allows ten points; an ace allows none, so only gin ends the round.
        """
        rank, suit = card[0], card[1:]
        limit = 0 if rank == "A" else min(RANKS.index(rank) + 1, 10)
        return (limit if self.upcard_knock else None), self.spades_double and suit == "S"

    @cached_property
    def run_order(self) -> str:
        """The ranks in the order that runs follow, low to high; an ace may be at both ends."""
        if "A" not in self.ranks or self.ace_runs == "low":
            return self.ranks
        return ("A" if self.ace_runs == "both" else "") + self.ranks.replace("A", "") + "A"

    def natural_points(self, rank: str) -> int:
        """Points for a card of ``rank`` that is left over and not wild."""
        if rank in (special := dict(self.card_points)):
            return special[rank]
        if rank == "A":
            return self.ace_points
        if rank in "JQK" and self.face_points == "ten":
            return 10
        return RANKS.index(rank) + 1

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """One pack, sorted like a hand: by suit, then rank, jokers last."""
        plain = tuple(BY_NAME[rank + suit] for suit in self.suits for rank in self.ranks)
        return plain + (JOKER,) * self.jokers

    @cached_property
    def cards(self) -> frozenset[Card]:
        """The cards that the game has, each once."""
        return frozenset(self.pack)

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """``cards`` by suit, then rank, jokers last: 2♠ K♠ A♥ jk."""
        return tuple(sorted(cards, key=self._places.__getitem__))

    def group_sort_key(self, cards: Iterable[Card]) -> list[int]:
        """A key that sorts groups of cards by their first card, then the second and so on."""
        return [self._places[card] for card in cards]

    @cached_property
    def _places(self) -> dict[Card, int]:
        places = {card: place for place, card in enumerate(self.pack)}
        return {**places, JOKER: len(places)}


@dataclass(init=False, repr=False, eq=False, match_args=False)
class RoundRules(CardRules):
    """The rules about cards in one round."""

    number: int | None = None  # from 1; None if a question names only a wild rank
    deal: int | None = None  # cards each; None as above
    wild: str | None = None  # None if no rank is wild
    decks: int | None = None  # None if the number of packs isn't known

    def is_wild(self, card: Card) -> bool:
        """Whether the card may stand for any other."""
        return card == JOKER or card.rank == self.wild

    @cached_property
    def rank_points(self) -> Mapping[str, int]:
        """What a card of each rank costs unmelded, whatever its suit; jokers have a rank too."""
        costs = {rank: self.natural_points(rank) for rank in self.ranks}
        if self.wild is not None and isinstance(self.wild_points, int):
            costs[self.wild] = self.wild_points
        return {**costs, JOKER.rank: self.joker_points}

    @cached_property
    def points(self) -> Mapping[Card, int]:
        """What each card of the game costs unmelded."""
        return {card: self.rank_points[card.rank] for card in (*self.pack, JOKER)}

    def cost(self, cards: Iterable[Card]) -> int:
        """What these cards cost together if they are left over."""
        return sum(map(self.points.__getitem__, cards))


def card_values(rules: CardRules) -> dict[str, Any]:
    """The values of the keys about cards."""
    return {key.name: getattr(rules, key.name) for key in fields(CardRules)}
