"""The command that corrects a round, however long ago it was."""

from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import complete, options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.command_words import option, sk, typed
from scorekeeper.cli.entered import read_entries
from scorekeeper.cli.output import on_terminal, say
from scorekeeper.cli.show import change, mention_findings, title_line
from scorekeeper.errors import EntryError, PlayerError, UsageError, printable, quoted
from scorekeeper.ledger.entries import Entry, split_name
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.people import find_player, shell_name
from scorekeeper.ledger.rows import Row, row_name, row_typed
from scorekeeper.ledger.scoring import correct
from scorekeeper.render.evening import change_grid
from scorekeeper.render.grid import plain
from scorekeeper.render.words import note_text, person


def fix(
    round_typed: Annotated[
        str,
        typer.Argument(
            metavar="ROUND", help="5, 7s, sevens, bonus or last.", autocompletion=complete.rounds
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
    *,
    at: options.AtHand,
) -> None:
    """Correct a round, however long ago it was."""
    words = entries or []
    if not words and out is None and note is None:
        raise UsageError(
            "nothing is to be corrected", remedy="say what is right, like sk fix 5s bo=12"
        )
    path = find_ledger(at)

    def edit(game: Game, settled: dict[str, Entry] | None = None) -> Outcome:
        row, given = _read(game, round_typed, words, note, path)
        named: tuple[str, ...] | None = None if out is None else ()
        if out is not None and out != "-":
            named = (find_player(out, game.names, str(path)),)
        return correct(game, row, given if settled is None else settled, named, note)

    options_typed = (*option("--out", out), *option("--note", note))
    asked = _asked(path, round_typed, words, note)
    if asked is None:
        command = typed("fix", round_typed, *words, *options_typed)
        before, after = change(path, command, edit)
    else:
        seen, settled = asked
        now = [f"{name}={entry.typed}" for name, entry in settled.items()]
        command = typed("fix", round_typed, *now, *options_typed)
        before, after = change(path, command, lambda game: edit(game, settled), seen)
    lines = title_line(after, at)
    say([*lines, *_corrected(before, after, row_typed(after, round_typed))])
    if before != after:
        say(f"{printable(str(path))} changed.  {sk('undo', at)} takes exactly this back.")
    mention_findings(path)


def _read(
    game: Game, round_typed: str, words: list[str], note: str | None, path: Path
) -> tuple[Row, dict[str, Entry]]:
    """The row that is to be corrected, and what was typed for it.

    ``note`` was given beside it, and tells words without a name that may belong to it.
    """
    row = row_typed(game, round_typed)
    bare = [
        word
        for word in words
        if split_name(word, sums=game.rules.plays_cards, names=game.names)[0] is None
    ]
    if bare:
        raise _unnamed(game, words, bare, note)
    return row, read_entries(game, row, words, str(path))


def _unnamed(game: Game, words: list[str], bare: list[str], note: str | None) -> EntryError:
    """What is wrong with words that have no name before them, and what was probably meant."""
    from scorekeeper.cli.naming import named_entries

    word = bare[0]
    apart = named_entries(words, game) if word == words[0] else []
    if apart:
        right = (f"{shell_name(name, game.names)}={''.join(text.split())}" for name, text in apart)
        return EntryError(
            f"{quoted(word)} and its entry are apart", remedy=f"type {printable(' '.join(right))}"
        )
    if note is not None:
        whole = printable(" ".join([note, *bare]))
        return EntryError(
            f"{quoted(word)} has no name",
            remedy=f'put the note in quotes: --note "{whole}"',
        )
    try:
        find_player(word, game.names, "")
    except PlayerError:
        remedy = f"say whose it is, like bo={printable(word, 20)}"
        return EntryError(f"{quoted(word)} has no name", remedy=remedy)
    return EntryError(
        f"{quoted(word)} has no entry", remedy=f"say what is right, like {printable(word, 20)}=12"
    )


def _asked(
    path: Path, round_typed: str, words: list[str], note: str | None
) -> tuple[str, dict[str, Entry]] | None:
    """The text that was looked at, and the entries, where a person was asked about one."""
    if not on_terminal():
        return None
    from scorekeeper.cli.asking.doubts import settle_doubts

    loaded = store.load(path)
    row, given = _read(loaded.game, round_typed, words, note, path)
    settled = settle_doubts(loaded.game, row, given)
    return None if settled == given else (loaded.text, settled)


def _corrected(before: Game, after: Game, row: Row) -> list[str]:
    """What a correction changed: the squares, who went out, the totals."""
    name = row_name(after, row)
    cards = f" ({row.rules.deal} cards each)" if row.rules else ""
    head = f"{name[0].upper()}{name[1:]}{cards}"
    if before == after:
        return [f"{head}: that is what the sheet says already; nothing was changed"]
    old, new = before.rounds[row.at], after.rounds[row.at]
    changes = []
    for player in after.names:
        was, now = _square(before, row, player), _square(after, row, player)
        if was != now:
            changes.append(f"{person(player)} {was} -> {now}")
    if old.note != new.note and not changes:
        changes.append(f"note: {note_text(new.note or '')}")
    if not changes:
        is_shown = old.hands != new.hands
        changes.append("the cards changed" if is_shown else "the points are the same as before")
    return [
        f"{head}: {', '.join(changes)}",
        "",
        *plain(change_grid(before, after)),
    ]


def _square(game: Game, row: Row, name: str) -> str:
    """A square of the sheet in a word."""
    block = game.rounds[row.at]
    points = game.points(row.number, block, name)
    if name in block.out:
        return f"out with {points}" if points else "out"
    if points is None:
        return "absent" if name in block.absent or name not in row.players else "missing"
    return str(points)
