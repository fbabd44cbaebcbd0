"""All that is wrong in a ledger, as findings, each with its line and a remedy."""

from scorekeeper import codec
from scorekeeper.audit.checks import faults
from scorekeeper.codec.reader import Remark
from scorekeeper.errors import LedgerError


def audit(text: str) -> tuple[Remark, ...]:
    """Every remark on the text of a ledger, in the order of its lines."""
    try:
        game, remarks = codec.read_all(text)
    except LedgerError as error:
        return (Remark("syntax", (), error.problem, error.advice, line=error.line or 1),)
    if game is not None:
        remarks = remarks + codec.with_lines(text, list(faults(game)))
    return tuple(sorted(remarks, key=lambda remark: remark.line))
