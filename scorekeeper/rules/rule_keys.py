"""Rule keys: how their values are read and written, and the fields that say what they mean.

A parser gets the key's name and the raw value. It returns the value in canonical form, or raises a
RulesError that says what is allowed.
"""

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import field
from datetime import date
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple, get_args

from scorekeeper.cards import JOKER, RANKS, SUITS, rank_called
from scorekeeper.errors import RulesError, did_you_mean, listed, quoted

MOST_OF_ANYTHING = 1_000_000_000  # a typo mustn't make a sheet that nobody can read
MOST_ROUNDS, MOST_PLAYERS = 500, 50  # no game has more
DRAWN = "drawn"  # the ``wild`` of a round whose wild rank is drawn from the stock after the deal


class RoundSpec(NamedTuple):
    """The cards dealt to each player, and the wild rank: None if there is none, or ``DRAWN``."""

    deal: int
    wild: str | None

    @property
    def known_wild(self) -> str | None:
        """The wild rank before the deal; None if there is none, or it is drawn."""
        return None if self.wild == DRAWN else self.wild


WildLimit = Literal["any", "natural", "half", "one"]
WithoutSequences = Literal["all", "pure", "first", "flat"]
Forfeit = Literal["drop", "middle", "wrong"]
"""What costs fixed points: a drop before the first turn or later, and a wrong show."""

ValueParser = Callable[[str, object], Any]

ValueKind = tuple[ValueParser, str]
"""The values that a key takes: a parser, and how the rule book lists them."""


def _wrong_value(name: str, value: object, allowed: str) -> RulesError:
    return RulesError(f"{name} can't be {quoted(as_typed(value))}", remedy=f"{name} is {allowed}")


def as_typed(value: object) -> str:
    """A value as a TOML file has it, so that people recognise it: ``{ deal = 4, wild = 10 }``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {as_typed(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_typed, value)) + "]"
    try:
        return str(value)
    except ValueError:  # an integer of thousands of digits
        return "a number of thousands of digits"


def unquoted(wanted: str, value: object) -> str:
    """What to write instead of ``value``, which may only need to lose its quotes."""
    needs_no_quotes = isinstance(value, str) and (value in ("true", "false") or value.isdigit())
    return f"{wanted}, without quotes" if needs_no_quotes else wanted


def one_of(words: Any) -> ValueKind:
    """One of the ``words``, which may be a Literal."""
    choices = get_args(words) or tuple(words)

    def read(name: str, value: object) -> str:
        if value not in choices:
            typed = as_typed(value)
            remedy = f"{did_you_mean(typed, choices)} {name} is {listed(choices, 'or')}".lstrip()
            raise RulesError(f"{name} can't be {quoted(typed)}", remedy=remedy)
        return str(value)

    return read, " ".join(f"`{word}`" for word in choices)


def whole_number(
    allowed: str, least: int = 0, most: int = MOST_OF_ANYTHING, but: Container[int] = ()
) -> ValueParser:
    """A whole number from ``least`` to ``most``, except those in ``but``; ``allowed`` says so."""

    def read(name: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise _wrong_value(name, value, unquoted(allowed, value))
        if not least <= value <= most or value in but:
            raise _wrong_value(name, value, allowed)
        return value

    return read


POINTS = (whole_number("a number of points, 0 or more"), "points")
DEAL = whole_number("a number of cards, 1 to 100", 1, 100)

RUNS_WANTED = (whole_number("a number of runs, 0 to 7", most=7), "0 to 7")
"""No hand has more than seven runs, as each has at least three cards."""


def _yes_or_no(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong_value(name, value, unquoted("true or false", value))
    return value


YES_OR_NO = (_yes_or_no, "`true` `false`")


def suit_letters(name: str, value: object) -> str:
    """Suits, each once, in the order typed."""
    text = value.upper() if isinstance(value, str) else ""
    if not text or set(text) - set(SUITS) or len(set(text)) < len(text):
        raise _wrong_value(name, value, f"some of {SUITS}, each once")
    return text


def ranks_in_order(name: str, value: object) -> str:
    """At least six ranks, low to high, each once."""
    text = value.upper().replace("10", "T") if isinstance(value, str) else ""
    in_order = [rank for rank in RANKS if rank in text]
    if len(text) < 6 or list(text) != in_order:
        raise _wrong_value(name, value, f"at least six of {RANKS}, low to high")
    return text


def read_rank(name: str, value: object) -> str:
    """A rank as people or programs write it (``10``, ``t``, ``K``), as one character."""
    text = value.upper().replace("10", "T") if isinstance(value, str) else ""
    if isinstance(value, int) and 2 <= value <= 10:
        problem = f"{name} can't be a bare {as_typed(value)}"
        raise RulesError(problem, remedy=f'{name} needs quotes, like "{as_typed(value)}"')
    if len(text) != 1 or text not in RANKS:
        raise _wrong_value(name, value, "one of A 2 3 4 5 6 7 8 9 10 J Q K")
    return text


def rank_typed(typed: str, *, joker: bool, what: str = "--wild") -> str:
    """The wild rank typed: ``7``, ``7s``, ``sevens``, or a ``joker`` if one may be drawn.

    Raises RulesError for anything else; ``what`` is the option that the error names.
    """
    if joker and typed.casefold() in ("jk", "joker"):
        return JOKER.rank
    try:
        return rank_called(typed) or read_rank(what, typed.removesuffix("s") or typed)
    except RulesError as error:
        other = "a joker" if joker else "none"
        problem = f"{what} can't be {quoted(typed)}"
        raise RulesError(problem, remedy=f"{error.marked_remedy}, or {other}") from error


def points_by_rank(name: str, value: object) -> tuple[tuple[str, int], ...]:
    """Points for single ranks, as sorted pairs from a table."""
    pairs: Any = tuple(value.items()) if isinstance(value, Mapping) else value
    if not isinstance(pairs, (list, tuple)) or not all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in pairs
    ):
        raise _wrong_value(name, value, "a table like { Q = 25 }")
    cost_of = whole_number("a number of points for a rank, 0 or more, like { Q = 25 }")
    points = {read_rank(name, rank): cost_of(name, cost) for rank, cost in pairs}
    return tuple(sorted(points.items(), key=lambda pair: RANKS.index(pair[0])))


def face_or_points(name: str, value: object) -> str | int:
    """``face``, or points."""
    if value == "face":
        return "face"
    return int(whole_number('"face", or a number of points, 0 or more')(name, value))


def one_round(name: str, value: object) -> RoundSpec:
    """One round of a game: ``{ deal = 3, wild = "3" }``; ``wild`` is optional."""
    if isinstance(value, RoundSpec):
        return _checked(name, value)
    table = value if isinstance(value, dict) else {}
    remedy = f'a round in {name} is like {{ deal = 3, wild = "3" }}'
    if unknown := table.keys() - {"deal", "wild"}:
        key = str(min(unknown))
        problem = f"{name} can't have {quoted(key)} in {quoted(as_typed(value))}"
        raise RulesError(problem, remedy=f"{did_you_mean(key, ('deal', 'wild'))} {remedy}".lstrip())
    if "deal" not in table:
        raise RulesError(f"{name} can't be {quoted(as_typed(value))}", remedy=remedy)
    wild = table.get("wild")
    return RoundSpec(
        DEAL(f"deal in {name}", table["deal"]),
        wild if wild in (None, DRAWN) else read_rank(f"wild in {name}", wild),
    )


@lru_cache(maxsize=1000)  # each change of a rule reads all rounds again
def _checked(name: str, spec: RoundSpec) -> RoundSpec:
    return one_round(name, {"deal": spec.deal} | ({"wild": spec.wild} if spec.wild else {}))


def round_list(name: str, value: object) -> tuple[RoundSpec, ...] | int:
    """The rounds; in a game without cards, only how many there are."""
    if isinstance(value, (list, tuple)):
        if not 1 <= len(value) <= MOST_ROUNDS:
            raise _wrong_value(name, f"{len(value)} rounds", f"1 to {MOST_ROUNDS} rounds")
        return tuple(one_round(name, spec) for spec in value)
    allowed = 'a list of { deal = 3, wild = "3" }, or a number if no cards are dealt'
    return int(whole_number(allowed, most=MOST_ROUNDS)(name, value))


def or_none(parse: ValueParser) -> ValueParser:
    """What ``parse`` accepts, or None."""
    return lambda name, value: None if value is None else parse(name, value)


def player_limits(name: str, value: object) -> tuple[int, int]:
    """The least and the most players."""
    allowed = "[least, most], like [2, 7]; most 0 means as many as the packs allow"
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise _wrong_value(name, value, allowed)
    least, most = (whole_number(allowed)(name, number) for number in value)
    if least < 1 or (most and most < least):
        raise _wrong_value(name, list(value), allowed)
    return (least, most)


# ── a key and its field ──────────────────────────────────────────────────────────────────────


Sentence = str | tuple[str, str] | Mapping[str, str] | Callable[[Any], str]
"""A rule in words, ``{}`` standing for its value: a text, a pair for set and unset, or a table."""


def rule_key(
    default: Any,
    kind: ValueKind,
    meaning: str,
    says: Sentence | None = None,  # None if it depends on other keys too: render/words.py has it
    *,
    heading: str = "",  # where ``new`` and ``rules`` show it, unless it has its default
    needs_cards: bool = True,  # false for a key that games without cards have too
    few: bool = False,  # true for a key that is only in ledgers of games that set it
    gin: bool = False,  # true for a key of games where one of two players scores the difference
) -> Any:
    """A rule key: its default, which values it takes, its meaning, and the sentence for a value."""
    parse, values = kind
    metadata = {"read": parse, "values": values, "meaning": meaning, "says": says}
    metadata |= {"heading": heading, "needs_cards": needs_cards, "few": few, "gin": gin}
    return field(default=default, metadata=metadata)


def sentence(says: Sentence, value: Any) -> str:
    """The sentence for a rule that has this value."""
    if callable(says):
        return says(value)
    if isinstance(says, tuple):
        says = says[0 if value else 1]
    return (says if isinstance(says, str) else says[value]).format(value)


few_games_key = partial(rule_key, few=True)  # its default changes nothing in other games
gin_key = partial(few_games_key, gin=True)
any_game_key = partial(rule_key, needs_cards=False)

switch_key = partial(rule_key, False, YES_OR_NO)
gin_switch = partial(gin_key, False, YES_OR_NO)
gin_points = partial(gin_key, 0, POINTS)
few_games_points = partial(few_games_key, 0, POINTS)


# ── how values are written ───────────────────────────────────────────────────────────────────


def literal(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key_text(key)} = {literal(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, date):
        return value.isoformat()
    # Most values are simple, and tomli_w would make a document for each.
    if type(value) is int or (isinstance(value, str) and re.fullmatch(r"[\w .,'-]*", value)):
        return f'"{value}"' if isinstance(value, str) else str(value)
    import tomli_w

    return tomli_w.dumps({"k": value}).removeprefix("k = ").removesuffix("\n")


@lru_cache(1000)
def key_text(key: str) -> str:
    """A key as TOML, quoted only if necessary."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", key):
        return key
    import tomli_w

    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def given(**values: Any) -> dict[str, Any]:
    """The ``values`` that aren't None."""
    return {key: value for key, value in values.items() if value is not None}
