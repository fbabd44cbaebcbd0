"""What is wrong in a ledger: findings as values, all at once, each with its line and what helps."""

from typing import NamedTuple

from scorekeeper import codec
from scorekeeper.audit.checks import faults
from scorekeeper.errors import LedgerError


class Finding(NamedTuple):
    """One thing that is wrong (``error``) or deserves a look (``warning``); lines count from 1."""

    check: str
    severity: str
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
    if wrong:
        from scorekeeper.codec.text.spans import Spans  # only a finding has to be found in the text

        spans = Spans(text)
        findings += [
            Finding(
                fault.check,
                fault.severity,
                spans.line(fault.path) or 1,
                fault.message,
                fault.remedy,
            )
            for fault in wrong
        ]
    return tuple(sorted(findings, key=lambda found: found.line))
