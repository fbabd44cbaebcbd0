"""How what is wrong in a row of the sheet is said."""

from scorekeeper.codec.reader import CheckId, Remark, Severity
from scorekeeper.errors import SK, printable
from scorekeeper.ledger.people import shell_name
from scorekeeper.ledger.rows import Row


def where(row: Row, name: str = "") -> str:
    """``round 5 (the sevens), Dee``, or ``the bonus round, Dee``."""
    place = in_brackets(row.name)
    return f"{place}, {printable(name)}" if name else place


def fault(
    row: Row,
    check: CheckId,
    problem: str,
    remedy: str,
    key: str = "",
    name: str = "",
    severity: Severity = "error",
) -> Remark:
    """What is wrong at a key of a row, or in the square of a player there."""
    path = ("rounds", row.at, key, name)  # or what is nearest around it
    return Remark(check, path, f"{where(row, name)}: {problem}", remedy, severity=severity)


def fix(row: Row, name: str, entry: object) -> str:
    """The command that would mend a square; points that are not 0 are of somebody not out."""
    names, out = row.game.names, row.block.out
    others = [shell_name(other, names) for other in out if other != name]
    is_out = name in out and entry not in ("o", 0) and not row.game.rules.scoring.out_leaves
    option = f" --out {others[0] if others else '-'}" if is_out else ""
    return f"{SK}fix {row.word}{option} {shell_name(name, names)}={entry}"


def in_brackets(name: str) -> str:
    """The name of a round as a line of findings has it: ``round 5 (the sevens)``."""
    number, _, wilds = name.partition(", ")
    return f"{number} ({wilds})" if wilds else number
