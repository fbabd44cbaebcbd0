"""What the value of a rule key may be: readers that return a value in its one form, or refuse it.

A reader gets the key's name and the raw value, and raises RulesError with what is allowed.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.cards import RANKS, SUITS
from scorekeeper.errors import RulesError, listed, nearest, quoted

MOST_OF_ANYTHING = 1_000_000_000
"""No value of a rule is larger: a typing mistake must not become a sheet nobody can read."""


class RoundSpec(NamedTuple):
    """The cards dealt to each player and the wild rank, None where no rank is wild."""

    deal: int
    wild: str | None


Reader = Callable[[str, object], Any]


def _wrong_value(name: str, value: object, allowed: str) -> RulesError:
    """The error for a value that is not what is ``allowed``."""
    return RulesError(f"{name} cannot be {quoted(as_typed(value))}", remedy=f"{name} is {allowed}")


def as_typed(value: object) -> str:
    """A value as it stands in a TOML file, more or less: for people to recognise it.

    >>> as_typed({"deal": 4, "wild": "10"}), as_typed(True)
    ('{ deal = 4, wild = 10 }', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {as_typed(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_typed, value)) + "]"
    try:
        return str(value)
    except ValueError:  # an integer of thousands of digits
        return "a number of thousands of digits"


def unquoted(wanted: str, value: object) -> str:
    """What is wanted in place of ``value``, and that it is, where only the quotes are too many."""
    is_bare = isinstance(value, str) and (value in ("true", "false") or value.isdigit())
    return f"{wanted}, without quotes" if is_bare else wanted


def one_of(*choices: str) -> Reader:
    """One of a few words."""

    def read(name: str, value: object) -> str:
        if value not in choices:
            close = nearest(as_typed(value), choices)
            raise RulesError(
                f"{name} cannot be {quoted(as_typed(value))}",
                remedy=(f"did you mean {close}? " if close else "")
                + f"{name} is {listed(choices, 'or')}",
            )
        return str(value)

    return read


def whole_number(
    allowed: str, accepts: Callable[[int], bool] = lambda number: number >= 0
) -> Reader:
    """A whole number that ``accepts`` lets pass; ``allowed`` says which do."""

    def read(name: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise _wrong_value(name, value, unquoted(allowed, value))
        if abs(value) > MOST_OF_ANYTHING or not accepts(value):
            raise _wrong_value(name, value, allowed)
        return value

    return read


def yes_or_no(name: str, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise _wrong_value(name, value, unquoted("true or false", value))
    return value


def suit_letters(name: str, value: object) -> str:
    """Suits, each once."""
    text = value.upper() if isinstance(value, str) else ""
    if not text or set(text) - set(SUITS) or len(set(text)) < len(text):
        raise _wrong_value(name, value, f"some of {SUITS}, each once")
    return text


def rank_line(name: str, value: object) -> str:
    """Ranks in their order."""
    text = value.upper().replace("10", "T") if isinstance(value, str) else ""
    in_order = [rank for rank in RANKS if rank in text]
    if len(text) < 6 or list(text) != in_order:
        raise _wrong_value(name, value, f"at least six of {RANKS}, low to high")
    return text


def read_rank(name: str, value: object) -> str:
    """A rank as people or programs write it (``10``, ``t``, ``K``), as one character."""
    text = value.upper().replace("10", "T") if isinstance(value, str) else ""
    if isinstance(value, int) and 2 <= value <= 10:
        raise RulesError(
            f"{name} cannot be a bare {as_typed(value)}",
            remedy=f'{name} stands in quotes, like "{as_typed(value)}"',
        )
    if len(text) != 1 or text not in RANKS:
        raise _wrong_value(name, value, "one of A 2 3 4 5 6 7 8 9 10 J Q K")
    return text


def points_by_rank(name: str, value: object) -> tuple[tuple[str, int], ...]:
    """Points of single ranks, from a table, as sorted pairs."""
    pairs: Any = value.items() if isinstance(value, Mapping) else value
    are_pairs = isinstance(value, Mapping) or (
        isinstance(value, (list, tuple))
        and all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in value)
    )
    if not are_pairs:
        raise _wrong_value(name, value, "a table like { Q = 25 }")
    points = {
        read_rank(name, rank): whole_number("points of 0 or more for a rank, like { Q = 25 }")(
            name, cost
        )
        for rank, cost in pairs
    }
    return tuple(sorted(points.items(), key=lambda pair: RANKS.index(pair[0])))


def face_or_points(name: str, value: object) -> str | int:
    """``face``, or points."""
    if value == "face":
        return "face"
    return int(whole_number('"face" or points of 0 or more')(name, value))


def _read_round(name: str, value: object) -> RoundSpec:
    """One round of a game: ``{ deal = 3, wild = "3" }``, where ``wild`` may be left out."""
    if isinstance(value, RoundSpec):
        value = {"deal": value.deal} | ({"wild": value.wild} if value.wild else {})
    remedy = f'a round in {name} is like {{ deal = 3, wild = "3" }}'
    strange = set(value) - {"deal", "wild"} if isinstance(value, Mapping) else set()
    if strange:
        key = min(strange)
        close = nearest(str(key), ("deal", "wild"))
        raise RulesError(
            f"{name} cannot have {quoted(str(key))} in {quoted(as_typed(value))}",
            remedy=(f"did you mean {close}? " if close else "") + remedy,
        )
    if not isinstance(value, Mapping) or "deal" not in value:
        raise RulesError(f"{name} cannot be {quoted(as_typed(value))}", remedy=remedy)
    deal = whole_number("cards each, 1 to 100", lambda number: 1 <= number <= 100)
    wild = value.get("wild")
    return RoundSpec(
        deal(f"deal in {name}", value["deal"]),
        None if wild is None else read_rank(f"wild in {name}", wild),
    )


def round_list(name: str, value: object) -> tuple[RoundSpec, ...] | int:
    """The rounds, or their number where no cards are dealt."""
    allowed = 'a list of { deal = 3, wild = "3" }, or a number where no cards are dealt'
    if isinstance(value, (list, tuple)):
        if not 1 <= len(value) <= 500:
            raise _wrong_value(name, f"{len(value)} rounds", "1 to 500 rounds")
        return tuple(_read_round(name, one) for one in value)
    return int(whole_number(allowed, lambda number: 0 <= number <= 500)(name, value))


def round_or_none(name: str, value: object) -> RoundSpec | None:
    """One round, or none."""
    return None if value is None else _read_round(name, value)


def pack_count(name: str, value: object) -> int | None:
    """A number of packs, or none."""
    if value is None:
        return None
    return int(
        whole_number("a number of packs, 1 to 100", lambda number: 1 <= number <= 100)(name, value)
    )


def player_limits(name: str, value: object) -> tuple[int, int]:
    """The least and the most players."""
    allowed = "[least, most], like [2, 7]; most 0 means as many as the packs serve"
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise _wrong_value(name, value, allowed)
    least, most = (whole_number(allowed)(name, number) for number in value)
    if least < 1 or (most and most < least):
        raise _wrong_value(name, list(value), allowed)
    return (least, most)
