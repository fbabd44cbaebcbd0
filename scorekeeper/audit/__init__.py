"""What is wrong in a ledger: findings as values, all at once, each with its line and what helps."""

from typing import NamedTuple

from scorekeeper import codec
from scorekeeper.audit.checks import faults
from scorekeeper.codec.reader import CheckId, Severity
from scorekeeper.errors import LedgerError


class Finding(NamedTuple):
    """One thing that is wrong (``error``) or deserves a look (``warning``); lines count from 1."""

    check: CheckId
    severity: Severity
    line: int
    message: str
    remedy: str


def audit(text: str) -> tuple[Finding, ...]:
    """Every finding in the text of a ledger, in the order of its lines."""
    try:
        game, remarks = codec.read_all(text)
    except LedgerError as error:
        return (Finding("syntax", "error", error.line or 1, error.problem, error.remedy),)
    if game is not None:
        remarks = remarks + codec.with_lines(text, list(faults(game)))
    findings = [
        Finding(found.check, found.severity, line, found.problem, found.remedy)
        for found, line in remarks
    ]
    return tuple(sorted(findings, key=lambda found: found.line))
