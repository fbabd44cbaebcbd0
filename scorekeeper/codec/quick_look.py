"""What can be told of a ledger without parsing it: who sat there when, and whether it is over.

A folder may hold the evenings of ten years, and every command looks for the one that is being
played. Only the layout in which the program writes is understood here; whatever a person wrote in
another way is left to be parsed.
"""

import re
from datetime import date
from typing import NamedTuple

_GAME = rb"schema = [12]\r?\n\s*\[game\]\r?\n((?:[^\[\n][^\n]*\n|\n)*)"
_DATE = rb"(?m)^date = (\d{4}-\d\d-\d\d)\r?$"
_TITLE = rb'(?m)^title = "([^"\\\n]+)"\r?$'
_FINISHED = rb"(?m)^finished = \d{4}-\d\d-\d\d\r?$"
_PLAYER = rb'\[\[players\]\]\r?\nname = "[^"\\\n]+"\r?\n(?:\w+ = -?\d+\r?\n|\r?\n)*'
_PLAYERS = rb"(?:%s)+(?=\[rules\]\r?\n)" % _PLAYER
_NAME = rb'(?m)^name = "([^"\\\n]+)"'
_SEATED = rb"(?m)^[ \t]*\[[^\n]*(?:players|\\)"
"""A header of a player, however it is written."""


class Head(NamedTuple):
    """What an evening is called, when it was, and who sat at the table, in seat order."""

    title: str
    date: date
    names: tuple[str, ...]


def head_of(content: bytes) -> Head | None:
    """The head of a ledger, None where that cannot be told without parsing.

    Quotes of several lines could hold what looks like a line of the head, and escapes what they do
    not show. Where the rest of the text is no ledger this does not see it.
    """
    game = _game(content)
    players = re.compile(_PLAYERS).match(content, game.end()) if game else None
    if game is None or players is None:
        return None
    titled, dated = re.search(_TITLE, game[1]), re.search(_DATE, game[1])
    names = re.findall(_NAME, players[0])
    if titled is None or dated is None or len(re.findall(_SEATED, content)) != len(names):
        return None
    try:
        day = date.fromisoformat(dated[1].decode())
        return Head(titled[1].decode(), day, tuple(name.decode() for name in names))
    except ValueError:
        return None


def is_past(content: bytes, day: date) -> bool:
    """Whether a ledger is dated before ``day`` and ended, or has as many blocks as rounds.

    No also where that cannot be told without parsing. Quotes of several lines could hold a
    line that looks like a header; every other line that looks like one is one.
    """
    game = _game(content)
    dated = re.search(_DATE, game[1]) if game else None
    if game is None or dated is None or dated[1].decode() >= day.isoformat():
        return False
    if re.search(_FINISHED, game[1]):
        return True
    _, _, rules = content.partition(b"\n[rules]")
    before, found, behind = rules.partition(b"\nrounds = [{")
    line, _, _ = behind.partition(b"\n")
    # A brace in a comment would only make the number of rounds larger, and the game be parsed.
    in_one_line = found and b"\n[" not in before and line.rstrip().endswith(b"}]")
    return bool(in_one_line) and content.count(b"\n[[rounds]]") > line.count(b"{")


def _game(content: bytes) -> re.Match[bytes] | None:
    """The table of the game as the program writes it."""
    quoted = b'"""' in content or b"'''" in content
    return None if quoted else re.match(_GAME, content)
