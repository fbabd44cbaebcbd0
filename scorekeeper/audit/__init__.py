"""What is wrong in a ledger: findings as values, all at once, each with its line and what helps."""

from typing import NamedTuple

from scorekeeper import codec
from scorekeeper.audit.checks import Severity, faults
from scorekeeper.codec.reader import CheckId
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
    findings = [
        Finding(remark.check, "error", line, remark.problem, remark.remedy)
        for remark, line in remarks
    ]
    wrong = list(faults(game)) if game is not None else []
    lines = codec.lines_of(text, [fault.path for fault in wrong])
    findings += [
        Finding(fault.check, fault.severity, line, fault.message, fault.remedy)
        for fault, line in zip(wrong, lines, strict=True)
    ]
    return tuple(sorted(findings, key=lambda found: found.line))
