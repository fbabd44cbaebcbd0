"""Reads games and rules from TOML text, and makes the smallest edit to it. It knows no paths.

``spans`` finds lines and ``encode`` edits text; both are imported late, so that reading is fast.
"""

import re
from functools import lru_cache

from scorekeeper.codec.decode import NEWER_REMEDY, SCHEMA, Finding, decode, parse
from scorekeeper.errors import SK, LedgerError, quoted
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import people

__all__ = ["parse"]  # from another module, for other packages

# Either key may be in quotes. A header without its bracket counts, and is then reported as invalid.
_MARKS = (
    rb"""^(?:\xef\xbb\xbf)?[ \t]*(?:schema|"schema"|'schema')[ \t]*=""",
    rb"""^[ \t]*\[?[ \t]*(?:game|"game"|'game')[ \t]*(?:[]=.#\r]|$)""",
)


def looks_like_ledger(content: bytes) -> bool:
    """Whether the bytes of a file have a schema and a game, as every ledger has."""
    if content.startswith(b"schema = 1\n") and b"\n[game]\n" in content:
        return True  # the program's own layout doesn't need the slow patterns
    return all(re.search(mark, content, re.MULTILINE) for mark in _MARKS)


# A command reads one text several times: to choose a game, to load it, to check it.
@lru_cache(maxsize=2)
def read_all(text: str) -> tuple[Game | None, list[Finding]]:
    """The game in a text, and every finding with its line; raises only for invalid TOML."""
    game, findings = decode(parse(text))
    return game, with_lines(text, findings)


def read(text: str) -> Game:
    """The game in a text; LedgerError with the line of the first fatal finding."""
    game, findings = read_all(text)
    for finding in findings:
        if finding.fatal:
            raise LedgerError(finding.problem, remedy=finding.remedy, line=finding.line)
    assert game is not None, "without a fatal finding there is a game"
    return game


def with_lines(text: str, findings: list[Finding]) -> list[Finding]:
    """Each finding with the line of its key, or of the nearest thing around it."""
    if not findings:
        return []
    from scorekeeper.codec.spans import Spans

    spans = Spans(text)
    return [finding._replace(line=spans.line(finding.path) or 1) for finding in findings]


def write_new(game: Game) -> str:
    """The text of a new ledger for ``game``."""
    from scorekeeper.codec import encode

    return encode.write_new(game)


def rewrite(text: str, old: Game, new: Game) -> str:
    """``text``, which means ``old``, with the fewest edits that make it mean ``new``.

    LedgerError if it already has entries for a new player, or its shape allows no safe edit.
    """
    from scorekeeper.codec.encode import amend, encode

    old_document, new_document = encode(old), encode(new)
    if new_document["schema"] > old_document["schema"]:
        _refuse_dormant_keys(text, old)
    edited = amend(text, old_document, new_document)
    if read(edited) != new:
        # Entries for somebody who doesn't play are ignored until a player has that name.
        newcomers = people(name for name in new.names if name not in old.names)
        assert newcomers, "an edited ledger must mean what was intended"
        problem = f"it already has entries for {newcomers}, which would count from now on"
        remedy = f"see where with {SK}check, and remove them with {SK}edit"
        raise LedgerError(problem, remedy=remedy)
    return edited


def _refuse_dormant_keys(text: str, old: Game) -> None:
    """Raise LedgerError for a text with a key that would mean something only in schema 2."""
    if decode({**parse(text), "schema": SCHEMA})[0] == old:
        return
    for finding in read_all(text)[1]:
        if finding.remedy == NEWER_REMEDY:
            key = quoted(str(finding.path[-1]))
            problem = f"{key} belongs to schema 2, and would count from now on"
            remedy = f"write schema = 2 if you want that, or remove it, with {SK}edit"
            raise LedgerError(problem, remedy=remedy, line=finding.line)
