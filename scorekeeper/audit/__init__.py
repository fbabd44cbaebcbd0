"""Everything wrong in a ledger, as findings, each with its line and a remedy."""

from collections.abc import Iterator

from scorekeeper import codec
from scorekeeper.codec.decode import Finding, KeyPath
from scorekeeper.errors import SK, LedgerError, PlayerError, ScorekeeperError, count, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger import faults as of_rows
from scorekeeper.ledger.names import check_name, shell_name
from scorekeeper.ledger.rows import rows
from scorekeeper.ledger.written import Player


def audit(text: str) -> tuple[Finding, ...]:
    """Every finding in the text of a ledger, in the order of its lines."""
    try:
        game, findings = codec.read_all(text)
    except LedgerError as error:
        return (Finding("syntax", (), error.problem, error.marked_remedy, line=error.line or 1),)
    if game is not None:
        findings = findings + codec.with_lines(text, list(faults(game)))
    return tuple(sorted(findings, key=lambda finding: finding.line))


def faults(game: Game) -> Iterator[Finding]:
    """Everything wrong in a game; void rounds aren't judged, play-offs are."""
    for seat, name in enumerate(game.names):
        try:
            check_name(name)
        except PlayerError as error:
            remedy = f"{SK}player rename {shell_name(name, game.names)} NAME"
            yield Finding("player", ("players", seat, "name"), error.problem, remedy)
    for seat, player in enumerate(game.players):
        for rejoined in player.rejoined:
            if why := _why_not_rejoin(game, player, rejoined):
                problem = f"{printable(player.name)} rejoins in round {rejoined}, {why}"
                remedy = "take that round out of rejoined, or correct the rounds before"
                yield Finding("player", ("players", seat, "rejoined"), problem, remedy)
    for row in rows(game):
        for fault in of_rows.faults(row):
            number, _, wilds = row.name.partition(", ")
            place = f"{number} ({wilds})" if wilds else number
            where = f"{place}, {printable(fault.name)}" if fault.name else place
            # The line of the square, or of the nearest thing around it.
            path: KeyPath = ("rounds", row.position, fault.key, *fault.squares[-1:])
            problem, mend = f"{where}: {fault.problem}", fault.mend or fault.remedy
            yield Finding(fault.check, path, problem, mend, severity=fault.severity)


def _why_not_rejoin(game: Game, player: Player, number: int) -> str:
    """Why a player may not rejoin in a round; empty if they may."""
    from scorekeeper.ledger.changes import rejoin  # few games allow it

    if number > game.coming:
        return f"but the sheet has only {count(len(game.played), 'round')}"
    rounds = game.rounds[: game.index_of(number - 1) + 1] if number > 1 else ()
    why = ""
    # A player who left after the round before may have left after the other one came back.
    for left in (number - 1, None):
        players = tuple(
            other._replace(
                rejoined=tuple(n for n in other.rejoined if n < number),
                left=left if other.left == number - 1 and other != player else other.left,
            )
            for other in game.players
        )
        try:
            rejoin(game._replace(rounds=rounds, players=players, finished=None), player.name)
        except ScorekeeperError as error:
            why = why or f"where {error.problem}"
        else:
            return ""
    return why


def new_errors(old: str, new: str) -> list[Finding]:
    """The errors that rule out ``new``: all of them if it isn't a ledger, else only new ones.

    So somebody who keeps a table of their own in the file can edit the rest.
    """
    errors = [finding for finding in audit(new) if finding.severity == "error"]
    try:
        codec.read(new)
    except LedgerError:
        return errors
    known = {(finding.check, finding.problem) for finding in audit(old)}
    return [finding for finding in errors if (finding.check, finding.problem) not in known]
