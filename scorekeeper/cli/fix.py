"""The command that corrects a round, however long ago it was."""

from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import complete, options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.entered import player_meant, read_entries
from scorekeeper.cli.output import say, talk
from scorekeeper.cli.show import mention_findings, title_line
from scorekeeper.cli.typed import option, sk, typed
from scorekeeper.entries import split_name
from scorekeeper.errors import EntryError, UsageError, printable, quoted
from scorekeeper.ledger import Game
from scorekeeper.render.evening import change_grid
from scorekeeper.render.grid import plain
from scorekeeper.render.words import person
from scorekeeper.rounds import find_round, round_name
from scorekeeper.rows import row_of
from scorekeeper.scoring import correct


def fix(
    round_typed: Annotated[
        str,
        typer.Argument(
            metavar="ROUND", help="5, 7s, sevens or last.", autocompletion=complete.rounds
        ),
    ],
    entries: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WHO=ENTRY...]", help="What is right.", autocompletion=complete.entries
        ),
    ] = None,
    out: options.OutOrNobody = None,
    note: options.Note = None,
    file: options.File = None,
) -> None:
    """Correct a round, however long ago it was."""
    words = entries or []
    if not words and out is None and note is None:
        raise UsageError(
            "nothing is to be corrected", remedy="say what is right, like sk fix 5s bo=12"
        )
    path = find_ledger(file)
    told: list[str] = []
    numbers: list[int] = []

    def edit(game: Game) -> Game:
        number = find_round(game.rules, round_typed, len(game.played))
        game.block(number)
        numbers.append(number)
        bare = [
            word
            for word in words
            if split_name(word, sums=game.rules.plays_cards, names=game.names)[0] is None
        ]
        if bare:
            raise EntryError(
                f"{quoted(bare[0])} has no name",
                remedy=f"say whose it is, like bo={printable(bare[0], 20)}",
            )
        given = read_entries(game, row_of(game, number), words, str(path))
        named = None if out is None else () if out == "-" else (player_meant(game, out, path),)
        scored = correct(game, number, given, named, note)
        told.extend(scored.remarks)
        return scored.game

    command = typed("fix", round_typed, *words, *option("--out", out), *option("--note", note))
    before, after = store.change(path, command, edit)
    for remark in told:
        talk(remark)
    lines = title_line(after, file)
    say([*lines, *_corrected(before, after, numbers[0])])
    if before != after:
        say(f"{printable(str(path))} changed.  {sk('undo', file)} takes exactly this back.")
    mention_findings(path)


def _corrected(before: Game, after: Game, number: int) -> list[str]:
    """What a correction changed: the squares, who went out, the totals."""
    name = round_name(after.rules, number)
    spec = after.rules.specs[number - 1] if after.rules.plays_cards else None
    head = f"{name[0].upper()}{name[1:]}" + (f" ({spec.deal} cards each)" if spec else "")
    if before == after:
        return [f"{head}: that is what the sheet says already; nothing was changed"]
    old, new = before.played[number - 1], after.played[number - 1]
    changes = []
    for player in after.names:
        was, now = _square(before, number, player), _square(after, number, player)
        if was != now:
            changes.append(f"{person(player)} {was} -> {now}")
    if old.note != new.note and not changes:
        changes.append(f"note: {person(new.note or '')}")
    return [
        f"{head}: {', '.join(changes) or 'the cards changed'}",
        "",
        *plain(change_grid(before, after)),
    ]


def _square(game: Game, number: int, name: str) -> str:
    """A square of the sheet in a word."""
    cell = game.cell(number, name)
    if cell.out:
        return "out" if not cell.points else f"out with {cell.points}"
    if cell.points is None:
        return "absent" if cell.away else "missing"
    return str(cell.points)
