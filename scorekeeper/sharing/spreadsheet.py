"""An evening as CSV: a row for each player and round, as spreadsheets and statisticians like it.

A square without points has no row, unless somebody sat the round out: so a player who came later
has none before, and one who left, or is out of a pool, none behind. Where points do not say what
was left in a hand, or which word stood for them, each row ends with what was entered.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from scorekeeper.errors import UsageError
from scorekeeper.games import without_house_rules
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.standings import is_finished
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules.spelling import differences, kept_rules, literal, rules_table
from scorekeeper.season.results import label_of

COLUMNS = (
    *("file", "title", "game", "date", "round", "deal", "wild", "player"),
    *("points", "source", "adjust", "total", "went_out", "misdeal", "bonus"),
)

ENTERED = ("entry", "knock", "double")
"""More columns of a few games: the entry, and what a card that was turned up says of the round."""

BESIDE = ("winner", "rules", "ended", "start", "after")
"""The last columns, the first three about the game, the others about the player."""

LARGEST_CSV = 8 << 20
"""Bytes of a file that can be read back: those of a thousand evenings."""

FORMULA = r"""(?<![^;\r\n])(?=['"]*[=+\-@\t\r\n＝＋－＠])"""
"""Where a spreadsheet could read a formula: where a text or a line begins, and behind a ``;``,
which parts cells in some countries. Quotes before it may be lost on the way.

A ' there makes it text. A text with a ' of its own gets another, so that ``text_in`` can take
exactly one off again.
"""


def spreadsheet(game: Game, file: str) -> str:
    """The rounds of a game as CSV, with a header.

    UsageError where title and house rules, which stand in every row, are so long that the file
    could not be read back.
    """
    # Where an entry says more than the points that count, it stands behind them.
    says_more = not game.rules.scoring.adds or any(rules.called for rules in game.rules_in_turn)
    more = 3 if game.rules.reads_upcard else int(says_more)
    lines = [csv_line((*COLUMNS, *ENTERED[:more], *BESIDE))]
    ended = "put away" if game.put_away else _yes(is_finished(game))
    behind = {
        player.name: (ended, player.start, _after(player, len(game.played)))
        for player in game.players
    }
    bonus_rounds = rows = size = 0
    for number, block in game.numbered():
        shown = bonus_rounds + 1 if block.bonus else number
        told = game.rules.winner, _house_rules(game, number, block)
        lines += (
            csv_line((*row[: len(COLUMNS) + more], *told, *behind[name]))
            for name, row in _rows(game, number, block, file, shown)
        )
        bonus_rounds += block.bonus and block.misdeal is None
        size += sum(map(len, lines[rows:]))
        rows = len(lines)
        if size > LARGEST_CSV:
            problem = "title and house rules are too long to stand in every row of a CSV file"
            raise UsageError(problem, remedy="export it with --to json")
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
) -> Iterator[tuple[str, tuple[object, ...]]]:
    """The rows of a round, each with its player: who has points in it, or is noted as absent.

    Each has all columns up to ``ENTERED``. ``shown`` is the number that the round has here: bonus
    rounds are counted by themselves.
    """
    rules = game.rules_of(number, block)
    day = game.date or ""
    for name in game.names:
        points = game.points(number, block, name)
        if points is None and name not in block.absent:
            continue
        typed_or_hand = "typed" if name in {*block.scores, *block.called} else "hand"
        row = (
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
        yield name, row


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


# ── what no round says ───────────────────────────────────────────────────────────────────


def _house_rules(game: Game, number: int, block: Round) -> str:
    """The rules of a round that are not the game's own, as a ledger writes them, on one line.

    All of them where the game did not come with the program. Who wins has a column, who dealt is
    in none, and packs are left out where they follow from the players.
    """
    rules = game.rules_now if block.bonus else game.rules_in(number)
    if game.playoff:
        rules = rules.replace(ties="shared")  # the rows say that a tie is played off
    own = without_house_rules(rules)
    if own is None or own.plays_cards != rules.plays_cards:
        told = kept_rules(rules)
    else:
        most = max(len({*each.players, *each.absent}) for each in game.rounds)
        usual = rules_table(own.replace(decks=own.decks_for(most)))
        table = rules_table(rules)
        told = {key: table[key] for key in differences(usual, table) if key in table}
        last = rules.last_round or 0
        if "rounds" in told and tuple(map(own.spec, range(1, last + 1))) == rules.rounds:
            told["rounds"] = last  # rather than every deal
    named = {key: value for key, value in told.items() if key not in ("winner", "dealer")}
    return literal(named)[1:-1].strip()


def _after(player: Player, played: int) -> str:
    """What the player did behind their last round, which no row can say."""
    if player.left is not None and player.left <= played:
        return "left"
    return "rejoined" if any(number > played for number in player.rejoined) else ""


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
