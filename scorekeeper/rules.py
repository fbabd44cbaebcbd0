"""A game as data: every house rule is a field, and a game is a set of values.

Each field carries what it may hold and what it means, so that the codec, the rule book
and the README follow from it. Nothing here knows the name of a game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Self

from scorekeeper.cards import BY_NAME, JOKER, RANKS, Card, plural_of
from scorekeeper.errors import RoundError, RulesError, nearest, quoted
from scorekeeper.rule_values import (
    Reader,
    RoundSpec,
    face_or_points,
    one_of,
    pack_count,
    player_limits,
    points_by_rank,
    rank_line,
    round_list,
    round_or_none,
    suit_letters,
    whole_number,
    yes_or_no,
)


def _key(default: Any, read: Reader, values: str, meaning: str, *, cards: bool = True) -> Any:
    """A rule key: its default, its reader, and what the rule book says of it."""
    return field(
        default=default,
        metadata={"read": read, "values": values, "meaning": meaning, "cards": cards},
    )


# ── the keys ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, eq=False, repr=False)
class CardRules:
    """The keys that decide what is a meld and what a card costs."""

    suits: str = _key("SHDC", suit_letters, "some of `SHDCX`", "the suits; X is stars")
    ranks: str = _key(
        RANKS, rank_line, "at least 6, low to high", "the ranks, and the line that runs follow"
    )
    ace_runs: str = _key(
        "low",
        one_of("low", "high", "both"),
        "`low` `high` `both`",
        "where the ace stands in a run: A-2-3; Q-K-A; either. Never around the corner (K-A-2)",
    )
    ace_points: int = _key(
        1, whole_number("points of 0 or more"), "points", "what an ace left over costs"
    )
    face_points: str = _key(
        "ten", one_of("ten", "rank"), "`ten` `rank`", "J Q K cost 10 each, or 11 12 13"
    )
    card_points: tuple[tuple[str, int], ...] = _key(
        (),
        points_by_rank,
        "table, `{ Q = 25 }`",
        "points of single ranks, before the two keys above",
    )
    wild_points: str | int = _key(
        "face", face_or_points, "`face` or points", "what a card of the wild rank costs left over"
    )
    jokers: int = _key(
        0,
        whole_number("0 to 100", lambda number: 0 <= number <= 100),
        "0 or more",
        "jokers in each pack; always wild",
    )
    joker_points: int = _key(
        20, whole_number("points of 0 or more"), "points", "what a joker left over costs"
    )
    wild_limit: str = _key(
        "any",
        one_of("any", "natural", "half", "one"),
        "`any` `natural` `half` `one`",
        "wilds in a meld: no limit, even all; at least one natural card; at most half; at most one",
    )
    wild_as_rank: bool = _key(
        False,
        yes_or_no,
        "`true` `false`",
        "under a limit: a card of the wild rank standing as itself counts as natural",
    )
    set_max: int = _key(
        0,
        whole_number("0 for no cap, or 3 and more", lambda number: number == 0 or number >= 3),
        "0, or 3 and more",
        "most cards in a set; 0 is no cap",
    )
    set_distinct_suits: bool = _key(
        False, yes_or_no, "`true` `false`", "two natural cards of one suit may not share a set"
    )

    words: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", tuple(sorted(dict(self.words).items())))
        for one in fields(self):
            if "read" in one.metadata:
                value = one.metadata["read"](one.name, getattr(self, one.name))
                object.__setattr__(self, one.name, value)

    # What a dataclass would write for this class and again for each below it, at every start.

    @cached_property
    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, one.name) for one in fields(self))

    @cached_property
    def _hash(self) -> int:
        return hash(self._values)

    def __eq__(self, other: object) -> bool:
        """Whether the other has the same values; rules of a game are never those of a round."""
        if not isinstance(other, CardRules) or type(other) is not type(self):
            return NotImplemented
        return self._values == other._values

    def __hash__(self) -> int:
        """Computed once: the solver looks its tables up by these rules for every hand."""
        return self._hash

    def __repr__(self) -> str:
        """The rules as they would be written in Python."""
        pairs = zip(fields(self), self._values, strict=True)
        values = ", ".join(f"{one.name}={value!r}" for one, value in pairs)
        return f"{type(self).__name__}({values})"

    def word(self, thing: str) -> str:
        """What the game calls a thing, such as *book* for a set."""
        return dict(self.words).get(thing, thing)

    @cached_property
    def line(self) -> str:
        """The ranks that runs follow, low to high; an ace may stand at both ends of it."""
        if "A" not in self.ranks or self.ace_runs == "low":
            return self.ranks
        return ("A" if self.ace_runs == "both" else "") + self.ranks.replace("A", "") + "A"

    def natural_points(self, rank: str) -> int:
        """Points of a left-over card of ``rank`` that is not wild."""
        special = dict(self.card_points)
        if rank in special:
            return special[rank]
        if rank == "A":
            return self.ace_points
        if rank in "JQK" and self.face_points == "ten":
            return 10
        return RANKS.index(rank) + 1

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """One pack, sorted as hands are: by suit, then rank, jokers last."""
        plain = tuple(BY_NAME[rank + suit] for suit in self.suits for rank in self.ranks)
        return plain + (JOKER,) * self.jokers

    @cached_property
    def held(self) -> frozenset[Card]:
        """The kinds of cards in a pack."""
        return frozenset(self.pack)

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """``cards`` by suit, then rank, jokers last.

        >>> spell(CardRules().in_order([Card("K", "S"), JOKER, Card("A", "H"), Card("2", "S")]))
        '2♠ K♠ A♥ jk'
        """
        return tuple(sorted(cards, key=self._places.__getitem__))

    def in_order_key(self, cards: Iterable[Card]) -> list[int]:
        """What sorts groups of cards by their first card, then the second and so on."""
        return [self._places[card] for card in cards]

    @cached_property
    def _places(self) -> dict[Card, int]:
        places = {card: place for place, card in enumerate(self.pack)}
        return {**places, JOKER: len(places)}


@dataclass(frozen=True, eq=False, repr=False)
class RoundRules(CardRules):
    """All that one round's melds may know.

    ``number`` (1-based) and ``deal`` (cards each) are None where a question names only a
    wild rank; ``wild`` is that rank, None where no rank is wild.
    """

    number: int | None = None
    deal: int | None = None
    wild: str | None = None

    def is_wild(self, card: Card) -> bool:
        """Whether the card may stand for any other."""
        return card == JOKER or card.rank == self.wild

    @cached_property
    def points(self) -> Mapping[Card, int]:
        """What each card of the game costs unmelded."""
        costs = {card: self._cost(card) for card in self.pack}
        return {**costs, JOKER: self.joker_points}

    def _cost(self, card: Card) -> int:
        if card.rank == self.wild and isinstance(self.wild_points, int):
            return self.wild_points
        return self.natural_points(card.rank) if card.rank in RANKS else self.joker_points

    def with_wild(self, wild: str | None) -> "RoundRules":
        """The same rules with another wild rank."""
        return replace(self, wild=wild)

    @property
    def name(self) -> str:
        """The round as the table calls it: *round 5, the sevens*."""
        number = f"round {self.number}" if self.number else ""
        wilds = f"the {plural_of(self.wild)}" if self.wild else ""
        return ", ".join(part for part in (number, wilds) if part) or "nothing wild"


STANDARD_ROUNDS = tuple(RoundSpec(deal, RANKS[deal - 1]) for deal in range(3, 14))


@dataclass(frozen=True, eq=False, repr=False)
class RuleSet(CardRules):
    """Every rule of a game. ``game`` is a label; ``title`` is how people call it."""

    decks: int | None = _key(
        None,
        pack_count,
        "1 and more",
        "packs in play; by the number of players where it is not given",
    )
    players: tuple[int, int] = _key(
        (2, 0),
        player_limits,
        "`[least, most]`",
        "how many may play; most 0: as many as the packs serve",
        cards=False,
    )
    rounds: tuple[RoundSpec, ...] | int = _key(
        STANDARD_ROUNDS,
        round_list,
        "list of `{ deal, wild }`, or a number",
        "the rounds; without cards their number, 0 for an open end",
        cards=False,
    )
    target: int = _key(
        0,
        whole_number("0 for none, or a total"),
        "0, or a total",
        "a total that ends the game",
        cards=False,
    )
    winner: str = _key(
        "low", one_of("low", "high"), "`low` `high`", "which total wins", cards=False
    )
    ties: str = _key(
        "shared",
        one_of("shared", "bonus-round"),
        "`shared` `bonus-round`",
        "equal best totals share the win, or play another round",
        cards=False,
    )
    bonus_round: RoundSpec | None = _key(
        None,
        round_or_none,
        "`{ deal, wild }`",
        "the round that plays off a tie; else the last again",
    )
    several_out: bool = _key(
        False, yes_or_no, "`true` `false`", "several players may go out in one round"
    )
    dealer: str = _key(
        "passes",
        one_of("passes", "none"),
        "`passes` `none`",
        "the deal passes to the left, or nobody deals",
        cards=False,
    )
    game: str = "three-thirteen"
    title: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.title:
            object.__setattr__(self, "title", self.game.replace("-", " ").title())
        specs = self.rounds if isinstance(self.rounds, tuple) else ()
        for spec in (*specs, *((self.bonus_round,) if self.bonus_round else ())):
            if spec.wild is not None and spec.wild not in self.ranks:
                raise RulesError(
                    f"{plural_of(spec.wild)} cannot be wild, the packs hold none",
                    remedy=f"choose a wild rank of {self.ranks}, or none",
                )

    @property
    def plays_cards(self) -> bool:
        """Whether rounds are dealt; else the game is one number per player and round."""
        return isinstance(self.rounds, tuple)

    @property
    def specs(self) -> tuple[RoundSpec, ...]:
        """The rounds that are dealt; empty for a game without cards."""
        return self.rounds if isinstance(self.rounds, tuple) else ()

    @property
    def last_round(self) -> int | None:
        """The number of the last round, None where the end is open."""
        return (len(self.rounds) if isinstance(self.rounds, tuple) else self.rounds) or None

    def replace(self, **changes: Any) -> Self:
        """The same rules with other values; raises RulesError for a key or value that cannot be.

        A number of rounds for a game with cards means the first so many of its rounds.
        """
        for name in changes:
            if name not in KEYS:
                raise unknown_key(name)
        count = changes.get("rounds")
        if isinstance(count, int) and not isinstance(count, bool) and self.plays_cards:
            if not 1 <= count <= len(self.specs):
                raise RulesError(
                    f"{self.title} has no {count} rounds",
                    remedy=f"choose 1 to {len(self.specs)}, or list them like"
                    ' rounds=[{ deal = 3, wild = "3" }]',
                )
            changes["rounds"] = self.specs[:count]
        return replace(self, **changes)

    def labelled(self, game: str, title: str, words: Mapping[str, str]) -> Self:
        """The same rules under another name; without a title it follows from the name."""
        all_words = tuple({**dict(self.words), **words}.items())
        return replace(self, game=game, title=title, words=all_words)

    def round(self, number: int) -> RoundRules:
        """What melds are in a round (1-based).

        Raises RoundError for a number that the game does not have.
        """
        if not 1 <= number <= len(self.specs):
            raise RoundError(
                f"{self.title} has no round {number}"
                if self.specs
                else f"{self.title} deals no cards",
                remedy=f"choose a round from 1 to {len(self.specs)}"
                if self.specs
                else "ask by another game with --game",
            )
        if number not in self._rounds:
            self._rounds[number] = self.dealt(self.specs[number - 1], number)
        return self._rounds[number]

    @cached_property
    def _rounds(self) -> dict[int, RoundRules]:
        """The rounds that were asked for: what follows from their rules is worked out once."""
        return {}

    def bonus(self) -> RoundRules:
        """What melds are in a round that plays off a tie."""
        return self.dealt(self.bonus_round or self.specs[-1], None)

    def dealt(self, spec: RoundSpec, number: int | None) -> RoundRules:
        """The rules of a round with the given deal and wild rank."""
        return RoundRules(**card_values(self), number=number, deal=spec.deal, wild=spec.wild)

    def wild_only(self, wild: str | None) -> RoundRules:
        """The rules for a question that names a wild rank and no round."""
        if wild is not None and wild not in self.ranks:
            raise RulesError(
                f"{plural_of(wild)} cannot be wild, {self.title} has none",
                remedy=f"choose one of {self.ranks}, or none",
            )
        if wild not in self._by_wild:
            self._by_wild[wild] = RoundRules(**card_values(self), wild=wild)
        return self._by_wild[wild]

    @cached_property
    def _by_wild(self) -> dict[str | None, RoundRules]:
        return {}

    def decks_for(self, players: int) -> int:
        """Packs in play: as the rules fix them, else one for every two players."""
        return self.decks or max(1, (players + 1) // 2)

    def cards_needed(self, players: int) -> int:
        """Cards of the largest round: a hand for each player and one turned up."""
        return max((players * spec.deal + 1 for spec in self.specs), default=0)


def card_values(rules: CardRules) -> dict[str, Any]:
    """The values of the keys about cards."""
    return {one.name: getattr(rules, one.name) for one in fields(CardRules)}


KEYS = {one.name: one for one in fields(RuleSet) if one.metadata}
"""Every rule key in the order in which a ledger lists them."""


def unknown_key(name: str) -> RulesError:
    """The error for a rule key that does not exist, with the nearest one that does."""
    close = nearest(name, KEYS)
    return RulesError(
        f"there is no rule {quoted(name)}",
        remedy=f"did you mean {close}?" if close else f"the rules are {', '.join(KEYS)}",
    )


VARIATIONS: Mapping[str, Mapping[str, object]] = {
    "aces-high-or-low": {"ace_runs": "both", "ace_points": 15},
    "face-cards-11-12-13": {"face_points": "rank"},
    "jokers": {"jokers": 2, "joker_points": 20},
    "one-natural": {"wild_limit": "natural"},
    "half-wild": {"wild_limit": "half", "wild_as_rank": True},
    "one-wild": {"wild_limit": "one"},
    "four-card-sets": {"set_max": 4},
}
"""What a family says at the table, and the keys that it sets."""


def vary(rules: RuleSet, values: Mapping[str, object], variations: Iterable[str]) -> RuleSet:
    """``rules`` with single ``values`` and named ``variations`` on top.

    A single value goes before a variation. Variations combine; raises RulesError for an unknown
    name, for two of them that set one key differently, and for a value that cannot be.
    """
    merged: dict[str, object] = {}
    setter: dict[str, str] = {}
    for name in variations:
        if name not in VARIATIONS:
            close = nearest(name, VARIATIONS)
            raise RulesError(
                f"there is no variation {quoted(name)}",
                remedy=f"did you mean {close}?"
                if close
                else f"choose from {', '.join(VARIATIONS)}",
            )
        for key, value in VARIATIONS[name].items():
            if key in setter and merged[key] != value:
                raise RulesError(
                    f"{setter[key]} and {name} set {key} differently",
                    remedy="choose one of the two",
                )
            merged[key], setter[key] = value, name
    merged.update(values)
    varied = rules.replace(**merged)
    about_cards = [key for key in merged if KEYS[key].metadata["cards"]]
    if about_cards and not varied.plays_cards:
        raise RulesError(
            f"{varied.title} deals no cards, so {about_cards[0]} can do nothing",
            remedy="leave that rule out",
        )
    return varied
