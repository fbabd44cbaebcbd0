"""The command that corrects a round, however long ago it was."""

from typing import Annotated

from scorekeeper.cards import rank_label
from scorekeeper.cli import options
from scorekeeper.cli.ledger_at_hand import ToMend, with_drawn_cards
from scorekeeper.cli.options import DrawnWild, Note, OutOrNobody, Upcard, argument
from scorekeeper.cli.whose_entry import read_entries, said_in
from scorekeeper.errors import (
    SK,
    EntryError,
    ScorekeeperError,
    UsageError,
    count,
    printable,
    quoted,
)
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.people import is_whole_name, shell_name
from scorekeeper.ledger.rounds import behind_round
from scorekeeper.ledger.rows import Row, row_typed
from scorekeeper.ledger.scoring import correct
from scorekeeper.render.evening import change_grid
from scorekeeper.render.grid import plain
from scorekeeper.render.words import note_text, person, square
from scorekeeper.terminal import show
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.command_words import split_words, typed
from scorekeeper.terminal.output import on_terminal
from scorekeeper.terminal.prompt import ask


def fix(
    round_typed: Annotated[str, argument("ROUND", "5, 7s, sevens, bonus or last.", options.rounds)],
    entries: Annotated[
        list[str] | None, argument("[WHO=ENTRY...]", "What is right.", options.entries)
    ] = None,
    out: OutOrNobody = None,
    note: Note = None,
    wild: DrawnWild = None,
    upcard: Upcard = None,
    *,
    ledger: ToMend,
) -> Answer:
    words = entries or []
    if round_typed.casefold() == "round" and words:
        round_typed, *words = words
        round_typed = behind_round(round_typed)
    if "=" in round_typed:
        remedy = f"name the round first, like {SK}{typed('fix', 'last', round_typed)}"
        raise UsageError(f"{quoted(round_typed)} isn't a round", remedy=remedy)
    if not words and (out, note, wild, upcard) == (None, None, None, None):
        example = typed("fix", round_typed, f"{options.somebody(ledger.at)}=12")
        problem = "nothing to correct"
        if not on_terminal():
            raise UsageError(problem, remedy=f"say what is right, like {SK}{example}")
        words = _ask_what_is_right(ledger.load().game, round_typed, example)

    def read(game: Game) -> tuple[Game, Row, dict[str, Entry]]:
        row = row_typed(game, round_typed)
        drawn, others = wild, words
        # People type fix 2 wild 9, unless a player is called Wild.
        says_wild = game.rules.draws and words[1:] and words[0].casefold() == "wild"
        if says_wild and not is_whole_name(words[0], game.names):
            drawn, others = words[1], words[2:]
        game = with_drawn_cards(game, drawn, upcard, row)
        row = row_typed(game, round_typed)
        try:
            entries = said_in(others, game, row.rules, str(ledger.path))
            for name, entry in entries:
                if name is None:
                    parse_entry(entry, row.rules)  # if it isn't an entry, say that first
                    who = shell_name(game.names[:2][-1], game.names)
                    remedy = f"name the player, like {who}={printable(entry, 20)}"
                    raise EntryError(f"Whose is {quoted(entry)}?", remedy=remedy)
        except ScorekeeperError as error:
            stray = [word for word in words if "=" not in word]
            if note is None or not stray:
                raise
            remedy = f'put the note in quotes: --note "{printable(" ".join([note, *stray]))}"'
            raise EntryError(error.problem, remedy=remedy) from error
        return game, row, read_entries(row, entries)

    settled: dict[str, Entry] = {}
    if on_terminal():
        from scorekeeper.cli.confirm import RoundAsked

        game, row, given = read(ledger.load().game)
        asked = RoundAsked(ledger, game, row).settled(given)
        settled = asked if asked != given else {}

    def edit(game: Game) -> Outcome:
        game, row, given = read(game)
        named: tuple[str, ...] | None = None if out is None else ()
        if out is not None and out != "-":
            named = (ledger.player(out, game),)
        return correct(row, settled or given, named, note)

    now = [f"{name}={entry.typed}" for name, entry in settled.items()] or words
    before, after = ledger.change(edit, round_typed=round_typed, entries=now)
    row = row_typed(after, round_typed)
    lines = _corrected(before, after, row)
    if before != after:
        lines.append(f"{printable(str(ledger.path))} changed.  {SK}undo takes this back.")
    return ledger.answer(after, *lines, row=row)


def _ask_what_is_right(game: Game, round_typed: str, example: str) -> list[str]:
    """Names with their entries for a round on the sheet, which is shown first."""
    row = row_typed(game, round_typed)
    names_entry = example.rpartition(" ")[2]

    def read(answer: str) -> list[str] | None:
        said = said_in(split_words(answer), game, row.rules)
        is_named = said and all(name is not None for name, _ in said)
        return [f"{name}={entry}" for name, entry in said] if is_named else None

    head = [*show.one_round(game, round_typed), f"What is right?   like {names_entry}"]
    return ask("name and points: ", read, f"a name and what is right: {names_entry}", head=head)


def _corrected(before: Game, after: Game, row: Row) -> list[str]:
    """What a correction changed: squares, who went out, totals."""
    name = row.name
    cards = f" ({count(row.rules.deal or 0, 'card')} each)" if row.rules else ""
    head = f"{name[0].upper()}{name[1:]}{cards}"
    if before == after:
        return [f"{head}: the sheet already says that; nothing was changed"]
    old, new = before.rounds[row.at], after.rounds[row.at]
    changes = [f"{rank_label(rank)}s are wild" for rank in [new.wild] if rank and rank != old.wild]
    changes += [
        f"{person(name)} {was} -> {now}"
        for name in after.names
        if (was := square(before, row, name)) != (now := square(after, row, name))
    ]
    if not changes and old.note != new.note:
        changes = [f"note: {note_text(new.note or '')}"]
    elif not changes:
        is_shown = old.hands != new.hands
        changes = ["the cards changed" if is_shown else "the points are the same as before"]
    scored = []
    if after.rules.scoring.knocks:
        from scorekeeper.render.gin import hand_lines  # few games come to this

        scored = hand_lines(after, row.number, new)
    return [f"{head}: {', '.join(changes)}", *scored, "", *plain(change_grid(before, after))]
