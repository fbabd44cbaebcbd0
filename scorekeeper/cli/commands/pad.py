"""The command that compares a paper pad with the sheet."""

import re
from typing import Annotated

from scorekeeper.cli import options
from scorekeeper.cli.ledger_at_hand import ToRead
from scorekeeper.cli.options import argument
from scorekeeper.cli.whose_entry import said_in
from scorekeeper.errors import UsageError, count, quoted
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rounds import round_subject
from scorekeeper.ledger.rows import row_of
from scorekeeper.ledger.typed_totals import explain
from scorekeeper.render.words import person
from scorekeeper.terminal.answer import Answer


def pad(
    totals: Annotated[
        list[str], argument("TOTAL... | WHO=TOTAL...", "In seat order.", options.entries)
    ],
    *,
    ledger: ToRead,
) -> Answer:
    game = ledger.read()
    if not game.played:
        raise UsageError("no round is on the sheet yet", remedy="record a round first")
    lines, rows = [], []
    for name, written in _paper_totals(game, totals, str(ledger.path)).items():
        total = game.total(name)
        scores = [game.cell(n, name).points for n in range(1, len(game.played) + 1)]
        slips = explain(written, total, scores)
        facts_of_slips = [slip._asdict() for slip in slips]
        rows.append({"player": name, "pad": written, "sheet": total, "slips": facts_of_slips})
        if written == total:
            lines.append(f"  {person(name)} {written} ok")
            continue
        more = f"{abs(written - total)} too {'many' if written > total else 'few'} on the pad"
        lines.append(f"  {person(name)}  pad {written}, here {total}: {more}.")
        for slip in slips:
            where = f" in {round_subject(game.rules, slip.number)}" if slip.number else ""
            lines.append(f"     {slip.how}{where} would explain it")
        if not slips:
            lines.append("     no single slip explains it")
        by_round = "  ".join("-" if score is None else str(score) for score in scores)
        lines.append(f"     points by round: {by_round}")
    right = all(row["pad"] == row["sheet"] for row in rows)
    facts = {"title": game.title, "agrees": right, "pad": rows}
    return Answer([*ledger.at.title(game), *lines], lambda: facts, 0 if right else 1)


def _paper_totals(game: Game, words: list[str], where: str) -> dict[str, int]:
    """The totals on the pad by player, in the order given."""
    given = said_in(words, game, None, where)
    row = row_of(game, len(game.played))
    everybody = game.names if len(given) == len(game.names) else row.players
    if given[0].name is None and len(given) != len(everybody):
        problem = f"{count(len(given), 'total')} for {count(len(everybody), 'player')}"
        raise UsageError(problem, remedy=f"give one for each: {', '.join(map(person, everybody))}")
    totals: dict[str, int] = {}
    for i, (name, total) in enumerate(given):
        digits = total.strip().replace("−", "-")
        if not re.fullmatch(r"-?\d{1,12}", digits, re.ASCII):
            problem = f"{quoted(total)} isn't a total"
            raise UsageError(problem, remedy="give numbers, like 51 63 64")
        totals[name or everybody[i]] = int(digits)
    return totals
