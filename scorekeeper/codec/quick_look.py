"""Sees who played a ledger when, and whether it is over, without parsing it.

A folder may hold ten years of evenings, and every command looks for the one being played. Only the
program's own layout is understood here; anything else has to be parsed.
"""

import datetime
import re
from typing import NamedTuple

# Either key may be in quotes. A header without its end counts, and is reported as invalid TOML.
_MARKS = (
    rb"""^(?:\xef\xbb\xbf)?[ \t]*(?:schema|"schema"|'schema')[ \t]*=""",
    rb"""^[ \t]*\[?[ \t]*(?:game|"game"|'game')[ \t]*(?:[]=.#\r]|$)""",
)
_PLAYER = rb'\[\[players\]\]\nname = "[^"\\\n]+"\n(?:\w+ = -?\d+\n|\n)*'
_PLAYERS = rb"(?:%s)+(?=\[rules\]\n)" % _PLAYER
_NAME = rb'(?m)^name = "([^"\\\n]+)"'
_SEATED = rb"(?m)^[ \t]*\[[^\n]*(?:players|\\)"
"""A header of a player in any spelling."""


class Head(NamedTuple):
    """The title and the date of an evening, and its players in seat order."""

    title: str
    date: datetime.date | None
    names: tuple[str, ...]


def has_marks(content: bytes) -> bool:
    """Whether bytes have the two marks of a ledger: a schema and a game."""
    if content.startswith(b"schema = 1\n") and b"\n[game]\n" in content:
        return True  # the program's own layout doesn't need the slow patterns
    return all(re.search(mark, content, re.MULTILINE) for mark in _MARKS)


def head_of(content: bytes) -> Head | None:
    """The head of a ledger; None if the text has to be parsed.

    Strings of several lines could hold what looks like the head, and escapes hide what they mean.
    Faults in the rest of the text go unnoticed.
    """
    game, rest = _game(content)
    title, day = game.get(b"title", b""), _day(game.get(b"date"))
    players = re.match(_PLAYERS, rest) if day and re.fullmatch(rb'"[^"\\]+"', title) else None
    if day is None or players is None:
        return None
    names = re.findall(_NAME, players[0])
    if len(re.findall(_SEATED, content)) != len(names):
        return None
    try:
        return Head(title[1:-1].decode(), day, tuple(name.decode() for name in names))
    except ValueError:
        return None


def is_past(content: bytes, day: datetime.date) -> bool:
    """True if a ledger is dated before ``day``, and was ended or has all its rounds.

    False also if the text has to be parsed. Only strings of several lines could hold a line that
    looks like a header and isn't.
    """
    game, rest = _game(content)
    dated = _day(game.get(b"date"))
    if dated is None or dated >= day:
        return False
    if _day(game.get(b"finished")):
        return True
    _, _, rules = rest.partition(b"\n[rules]")
    before, key, after = rules.partition(b"\nrounds = [{")
    line, _, _ = after.partition(b"\n")
    # A brace in a comment only makes the number of rounds larger; the game is parsed then.
    in_one_line = key and b"\n[" not in before and line.rstrip().endswith(b"}]")
    repeats = b"\nrepeats = true\n" in after
    return bool(in_one_line and not repeats) and rest.count(b"\n[[rounds]]") > line.count(b"{")


def _game(content: bytes) -> tuple[dict[bytes, bytes], bytes]:
    """The program's own [game] table, and what follows it; both empty for any other layout."""
    text = content.replace(b"\r\n", b"\n")
    schema, _, after = text.partition(b"\n[game]\n")
    if b'"""' in text or b"'''" in text or schema.strip() not in (b"schema = 1", b"schema = 2"):
        return {}, b""
    game, bracket, rest = after.partition(b"\n[")
    pairs = (line.partition(b" = ") for line in game.split(b"\n"))
    return {key: value for key, _, value in pairs}, bracket[1:] + rest


def _day(value: bytes | None) -> datetime.date | None:
    """A date as the program writes it; None for anything else."""
    try:
        is_plain = value is not None and value.replace(b"-", b"").isdigit() and len(value) == 10
        return datetime.date.fromisoformat(value.decode()) if value and is_plain else None
    except ValueError:
        return None
