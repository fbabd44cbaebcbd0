"""An evening as CSV: a row for each player and round, as spreadsheets and statisticians like it.

A square without points has no row, unless somebody sat the round out: so a player who came later
has none before, and one who left, or is out of a pool, none behind. Where points do not say what
was left in a hand, or which word stood for them, each row ends with what was entered.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.written import Round
from scorekeeper.season.results import label_of

COLUMNS = (
    *("file", "title", "game", "date", "round", "deal", "wild", "player"),
    *("points", "source", "adjust", "total", "went_out", "misdeal", "bonus"),
)

ENTERED = ("entry", "knock", "double")
"""More columns of a few games: the entry, and what a card that was turned up says of the round."""

FORMULA = r"""(?<![^;\r\n])(?=['"]*[=+\-@\t\r\n＝＋－＠])"""
"""Where a spreadsheet could read a formula: where a text or a line begins, and behind a ``;``,
which parts cells in some countries. Quotes before it may be lost on the way.

A ' there makes it text. A text with a ' of its own gets another, so that ``text_in`` can take
exactly one off again.
"""


def spreadsheet(game: Game, file: str) -> str:
    """The rounds of a game as CSV, with a header."""
    # Where an entry says more than the points that count, it stands behind them.
    says_more = game.rules.count != "own" or any(rules.called for rules in game.rules_in_turn)
    more = 3 if game.rules.reads_upcard else int(says_more)
    columns = (*COLUMNS, *ENTERED[:more])
    lines = [csv_line(columns)]
    bonus_rounds = 0
    for number, block in game.numbered():
        shown = bonus_rounds + 1 if block.bonus else number
        lines += (csv_line(row[: len(columns)]) for row in _rows(game, number, block, file, shown))
        bonus_rounds += block.bonus and block.misdeal is None
    return "".join(lines)


def csv_line(cells: Iterable[object]) -> str:
    """A row of CSV, in which no text is a formula."""
    written = io.StringIO()
    # With the line ends of Windows a return in a text is quoted as well.
    csv.writer(written, lineterminator="\r\n").writerow(
        re.sub(FORMULA, "'", cell) if isinstance(cell, str) else cell for cell in cells
    )
    return written.getvalue().removesuffix("\r\n") + "\n"


def text_in(cell: str) -> str:
    """The text of a cell, without each ' that ``csv_line`` put there."""
    return re.sub(FORMULA.replace("(?=", "'(?="), "", cell)


def _rows(
    game: Game, number: int, block: Round, file: str, shown: int
) -> Iterator[tuple[object, ...]]:
    """The rows of a round: of those who have points in it, or are noted as absent.

    Each has all columns. ``shown`` is the number that the round has here: bonus rounds are counted
    by themselves.
    """
    rules = game.rules_of(number, block)
    day = game.date or ""
    for name in game.names:
        points = game.points(number, block, name)
        if points is None and name not in block.absent:
            continue
        typed_or_hand = "typed" if name in {*block.scores, *block.called} else "hand"
        yield (
            *(file, game.title, label_of(game), day),
            shown,
            rules.deal if rules else "",
            rules.wild if rules else "",
            name,
            points,
            "absent" if points is None else typed_or_hand,
            block.adjust.get(name, 0),
            total_behind(game, number, block, name),
            *map(_yes, (name in block.out, block.misdeal is not None, block.bonus)),
            *(entry_of(block, name), block.knock, _yes(block.double)),
        )


def total_behind(game: Game, number: int, block: Round, name: str) -> int:
    """The running total of a player behind a round; who comes in again does so after it.

    A misdeal and a bonus round enter no total.
    """
    if not block.counts:
        return game.total(name, number - 1)
    return game.total(name, number) - game.back(name, number)


def entry_of(block: Round, name: str) -> str:
    """What stands for a player in a round, as it is typed."""
    if name in block.absent:
        return "-"
    if name in block.called:
        return block.called[name]
    is_out, left = name in block.out, block.scores.get(name)
    if left is None:
        return f"o:{block.hands[name]}" if is_out else block.hands[name]
    if is_out:
        return "big" if block.how else f"o{left or ''}"
    return str(left)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
