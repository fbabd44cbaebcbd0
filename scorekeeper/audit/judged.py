"""A row of the sheet that is looked at, and how what is wrong in it is said."""

from typing import NamedTuple

from scorekeeper.codec.reader import CheckId, Remark, Severity
from scorekeeper.errors import printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import shell_name
from scorekeeper.ledger.rows import Row, row_name, row_word
from scorekeeper.ledger.written import Round


class Judged(NamedTuple):
    """A row of a game that is looked at, and its block in the ledger."""

    game: Game
    row: Row
    block: Round

    def where(self, name: str = "") -> str:
        """``round 5 (the sevens), Dee``, or ``the bonus round, Dee``."""
        where = in_brackets(row_name(self.game, self.row))
        return f"{where}, {printable(name)}" if name else where

    def found(
        self,
        check: CheckId,
        problem: str,
        remedy: str,
        key: str = "",
        name: str = "",
        severity: Severity = "error",
    ) -> Remark:
        """What is wrong at a key of the block, or in the square of a player there."""
        path = ("rounds", self.row.at, key, name)  # or what is nearest around it
        return Remark(check, path, f"{self.where(name)}: {problem}", remedy, severity=severity)

    def fix(self, name: str, entry: object) -> str:
        """The command that would mend a square; points that are not 0 are of somebody not out."""
        others = [shell_name(other, self.game.names) for other in self.block.out if other != name]
        is_knock = self.game.rules.count == "difference"
        is_out = name in self.block.out and entry not in ("o", 0) and not is_knock
        option = f" --out {others[0] if others else '-'}" if is_out else ""
        row, who = row_word(self.game, self.row), shell_name(name, self.game.names)
        return f"sk fix {row}{option} {who}={entry}"


def in_brackets(name: str) -> str:
    """The name of a round as a line of findings has it: ``round 5 (the sevens)``."""
    number, _, wilds = name.partition(", ")
    return f"{number} ({wilds})" if wilds else number
