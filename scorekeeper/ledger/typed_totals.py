"""Running totals beside points, as somebody reads both from a pad: whether they agree."""

from scorekeeper.errors import EntryError, printable, quoted
from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.rounds import round_subject
from scorekeeper.ledger.rows import Row


def refuse_open(row: Row, name: str, entry: Entry) -> None:
    """Raise EntryError for what may be two things, and for a total where none is entered."""
    if entry.is_open:
        problem = f"{printable(name)}: {quoted(entry.typed)} can be two things: {entry.doubt}"
        raise EntryError(problem, remedy="type o for who went out, - for who was not here")
    if row.bonus and entry.total is not None:
        problem = f"{quoted(entry.typed)} is a total, and a bonus round enters none"
        raise EntryError(problem, remedy="type the points")


def before_row(row: Row, name: str) -> int:
    """The running total that a round is added to; a penalty beside it is in there, too."""
    return row.game.total(name, row.number - 1) + row.block.adjust.get(name, 0)


def refuse_other_total(row: Row, name: str, entry: Entry, points: int) -> None:
    """Raise EntryError where the points of a round do not come to the total that was typed."""
    game, before = row.game, before_row(row, name)
    if entry.total is not None and before + points != entry.total:
        from scorekeeper.ledger.slips import explain

        earlier = [game.cell(n, name).points for n in range(1, row.number)]
        slips = explain(entry.total, before + points, [*earlier, points])
        at = slips[0].number if slips else None
        where = f" in {round_subject(game.rules, at)}" if at else ""
        hint = f"; {slips[0].how}{where} would explain it" if slips else ""
        alone = (
            points
            if game.rules.scoring.adds
            else entry.typed.partition("=")[0].strip() or "what is left"
        )
        total = f"{before} + {points} is {before + points}, not {entry.total}"
        problem = f"{printable(name)} had {before}, and {total}{hint}"
        raise EntryError(problem, remedy=f"look at the pad, or type {alone} alone")
