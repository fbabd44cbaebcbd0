"""The command that compares a paper pad with the sheet."""

import re
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import complete, options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.output import say, say_json
from scorekeeper.cli.show import title_line
from scorekeeper.errors import UsageError, count, quoted
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player
from scorekeeper.ledger.rounds import round_subject
from scorekeeper.ledger.rows import row_of
from scorekeeper.ledger.slips import Slip, explain
from scorekeeper.render.words import person


def pad(
    totals: Annotated[
        list[str],
        typer.Argument(
            metavar="TOTAL... | WHO=TOTAL...",
            help="In seat order.",
            autocompletion=complete.entries,
        ),
    ],
    *,
    at: options.AtHand,
    json: options.Json = False,
) -> int:
    """Compare a paper pad with the sheet, and find the slip."""
    path = find_ledger(at)
    game = store.load(path).game
    if not game.played:
        raise UsageError("no round is on the sheet yet", remedy="compare when points are written")
    paper = _paper_totals(game, totals, str(path))
    lines, rows = [], []
    for name, written in paper.items():
        here = game.total(name)
        scores = [game.cell(n, name).points for n in range(1, len(game.played) + 1)]
        slips = explain(written, here, scores)
        rows.append(
            {
                "player": name,
                "pad": written,
                "sheet": here,
                "slips": [slip._asdict() for slip in slips],
            }
        )
        if written == here:
            lines.append(f"  {person(name)} {written} ok")
        else:
            lines += _difference(game, name, written, here, slips, scores)
    right = all(row["pad"] == row["sheet"] for row in rows)
    if json:
        say_json({"title": game.title, "agrees": right, "pad": rows})
    else:
        say([*title_line(game, at), *lines])
    return 0 if right else 1


def _paper_totals(game: Game, words: list[str], where: str) -> dict[str, int]:
    """The totals on the pad by player, in the order given."""
    row = row_of(game, len(game.played))
    everybody = game.names if len(words) == len(game.names) else row.players
    if not any("=" in word for word in words):
        if len(words) != len(everybody):
            these = "this is" if len(words) == 1 else "these are"
            given = count(len(words), "total")
            raise UsageError(
                f"{these} {given} for {count(len(everybody), 'player')}",
                remedy=f"give one for each: {', '.join(map(person, everybody))}",
            )
        return {name: _total(word) for name, word in zip(everybody, words, strict=True)}
    found: dict[str, int] = {}
    for word in words:
        typed, _, total = word.rpartition("=")
        if not typed:
            raise UsageError(
                f"{quoted(word)} has no name, and other totals have",
                remedy="name every total, like bo=74, or none, in seat order",
            )
        name = find_player(typed, game.names, where)
        if name in found:
            raise UsageError(
                f"{person(name)} has two totals: {found[name]}, {quoted(total)}",
                remedy="give one total for each player",
            )
        found[name] = _total(total)
    return found


def _total(typed: str) -> int:
    digits = typed.strip().replace("−", "-")
    if not re.fullmatch(r"-?\d{1,12}", digits, re.ASCII):
        raise UsageError(f"{quoted(typed)} is no total", remedy="give numbers, like 51 63 64")
    return int(digits)


def _difference(
    game: Game,
    name: str,
    written: int,
    here: int,
    slips: tuple[Slip, ...],
    scores: list[int | None],
) -> list[str]:
    """What the pad has too much or too little, and what would explain it."""
    gap = written - here
    more = f"{abs(gap)} too {'many' if gap > 0 else 'few'} on the pad"
    lines = [f"  {person(name)}  pad {written}, here {here}: {more}."]
    for slip in slips:
        where = f" in {round_subject(game.rules, slip.number)}" if slip.number else ""
        lines.append(f"     {slip.how}{where} would explain it")
    if not slips:
        lines.append("     no single slip of the pen explains it")
    by_round = "  ".join("-" if score is None else str(score) for score in scores)
    lines.append(f"     points by round: {by_round}")
    return lines
