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
        raise UsageError("no round is on the sheet yet", remedy="compare when points are written")
    lines, rows = [], []
    for name, written in _paper_totals(game, totals, str(ledger.path)).items():
        here = game.total(name)
        scores = [game.cell(n, name).points for n in range(1, len(game.played) + 1)]
        slips = explain(written, here, scores)
        told = [slip._asdict() for slip in slips]
        rows.append({"player": name, "pad": written, "sheet": here, "slips": told})
        if written == here:
            lines.append(f"  {person(name)} {written} ok")
            continue
        more = f"{abs(written - here)} too {'many' if written > here else 'few'} on the pad"
        lines.append(f"  {person(name)}  pad {written}, here {here}: {more}.")
        for slip in slips:
            where = f" in {round_subject(game.rules, slip.number)}" if slip.number else ""
            lines.append(f"     {slip.how}{where} would explain it")
        if not slips:
            lines.append("     no single slip of the pen explains it")
        by_round = "  ".join("-" if score is None else str(score) for score in scores)
        lines.append(f"     points by round: {by_round}")
    right = all(row["pad"] == row["sheet"] for row in rows)
    facts = {"title": game.title, "agrees": right, "pad": rows}
    return Answer([*ledger.at.title(game), *lines], lambda: facts, 0 if right else 1)


def _paper_totals(game: Game, words: list[str], where: str) -> dict[str, int]:
    """The totals on the pad by player, in the order given."""
    said = said_in(words, game, None, where)
    row = row_of(game, len(game.played))
    everybody = game.names if len(said) == len(game.names) else row.players
    if said[0].name is None and len(said) != len(everybody):
        these = "this is" if len(said) == 1 else "these are"
        given = count(len(said), "total")
        problem = f"{these} {given} for {count(len(everybody), 'player')}"
        raise UsageError(problem, remedy=f"give one for each: {', '.join(map(person, everybody))}")
    found: dict[str, int] = {}
    for i, (name, total) in enumerate(said):
        digits = total.strip().replace("−", "-")
        if not re.fullmatch(r"-?\d{1,12}", digits, re.ASCII):
            raise UsageError(f"{quoted(total)} is no total", remedy="give numbers, like 51 63 64")
        found[name or everybody[i]] = int(digits)
    return found
