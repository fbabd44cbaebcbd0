"""What can be told of a ledger without parsing it: whether it is an evening of the past.

A folder may hold the evenings of ten years, and every command looks for the one that is being
played. Only the layout in which the program writes is understood here; whatever a person wrote in
another way is left to be parsed.
"""

import re
from datetime import date

_GAME = rb"schema = [12]\r?\n\s*\[game\]\r?\n((?:[^\[\n][^\n]*\n|\n)*)"
_DATE = rb"(?m)^date = (\d{4}-\d\d-\d\d)\r?$"
_FINISHED = rb"(?m)^finished = \d{4}-\d\d-\d\d\r?$"


def is_past(content: bytes, day: date) -> bool:
    """Whether a ledger is dated before ``day`` and ended, or has as many blocks as rounds.

    No also where that cannot be told without parsing. Quotes of several lines could hold a
    line that looks like a header; every other line that looks like one is one.
    """
    game = re.match(_GAME, content)
    if game is None or b'"""' in content or b"'''" in content:
        return False
    dated = re.search(_DATE, game[1])
    if dated is None or dated[1].decode() >= day.isoformat():
        return False
    if re.search(_FINISHED, game[1]):
        return True
    _, _, rules = content.partition(b"\n[rules]")
    before, found, behind = rules.partition(b"\nrounds = [{")
    line, _, _ = behind.partition(b"\n")
    # A brace in a comment would only make the number of rounds larger, and the game be parsed.
    in_one_line = found and b"\n[" not in before and line.rstrip().endswith(b"}]")
    return bool(in_one_line) and content.count(b"\n[[rounds]]") > line.count(b"{")
