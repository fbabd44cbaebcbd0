"""What can be told of a ledger without parsing it: who sat there when, and whether it is over.

A folder may hold the evenings of ten years, and every command looks for the one that is being
played. Only the layout in which the program writes is understood here; whatever a person wrote in
another way is left to be parsed.
"""

import datetime
import re
from typing import NamedTuple

_PLAYER = rb'\[\[players\]\]\nname = "[^"\\\n]+"\n(?:\w+ = -?\d+\n|\n)*'
_PLAYERS = rb"(?:%s)+(?=\[rules\]\n)" % _PLAYER
_NAME = rb'(?m)^name = "([^"\\\n]+)"'
_SEATED = rb"(?m)^[ \t]*\[[^\n]*(?:players|\\)"
"""A header of a player, however it is written."""


class Head(NamedTuple):
    """What an evening is called, when it was, and who sat at the table, in seat order."""

    title: str
    date: datetime.date | None
    names: tuple[str, ...]


def head_of(content: bytes) -> Head | None:
    """The head of a ledger, None where that cannot be told without parsing.

    Quotes of several lines could hold what looks like a line of the head, and escapes what they do
    not show. Where the rest of the text is no ledger this does not see it.
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
    """Whether a ledger is dated before ``day`` and ended, or has as many blocks as rounds.

    No also where that cannot be told without parsing. Quotes of several lines could hold a
    line that looks like a header; every other line that looks like one is one.
    """
    game, rest = _game(content)
    dated = _day(game.get(b"date"))
    if dated is None or dated >= day:
        return False
    if _day(game.get(b"finished")):
        return True
    _, _, rules = rest.partition(b"\n[rules]")
    before, found, behind = rules.partition(b"\nrounds = [{")
    line, _, _ = behind.partition(b"\n")
    # A brace in a comment would only make the number of rounds larger, and the game be parsed.
    in_one_line = found and b"\n[" not in before and line.rstrip().endswith(b"}]")
    repeats = b"\nrepeats = true\n" in behind
    return bool(in_one_line and not repeats) and rest.count(b"\n[[rounds]]") > line.count(b"{")


def _game(content: bytes) -> tuple[dict[bytes, bytes], bytes]:
    """The table of the game as the program writes it, and what follows; empty where it did not."""
    text = content.replace(b"\r\n", b"\n")
    schema, _, behind = text.partition(b"\n[game]\n")
    if b'"""' in text or b"'''" in text or schema.strip() not in (b"schema = 1", b"schema = 2"):
        return {}, b""
    game, bracket, rest = behind.partition(b"\n[")
    pairs = (line.partition(b" = ") for line in game.split(b"\n"))
    return {key: value for key, _, value in pairs}, bracket[1:] + rest


def _day(value: bytes | None) -> datetime.date | None:
    """A day as it is written, None for anything else."""
    try:
        is_plain = value is not None and value.replace(b"-", b"").isdigit() and len(value) == 10
        return datetime.date.fromisoformat(value.decode()) if value and is_plain else None
    except ValueError:
        return None
