"""An entry that may be a slip: a person is asked about it before the round is written."""

from collections.abc import Mapping

from scorekeeper.cli.asking.prompt import is_waiting, read_answer, refuse
from scorekeeper.errors import EntryError, ScorekeeperError
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.scoring import points_of
from scorekeeper.render.words import person


def settle_doubts(game: Game, row: Row, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries, asked about where a question is open, or the pad's sum does not come out.

    Nothing is asked where more was typed already: that would be no answer.
    """
    if is_waiting():
        return dict(entries)
    return {name: _settled(game, row, name, entry) for name, entry in entries.items()}


def _settled(game: Game, row: Row, name: str, entry: Entry) -> Entry:
    """An entry without a doubt: as it was typed, or as it is typed now."""
    while True:
        try:
            points_of(game, row, name, entry)
            if not entry.doubt:
                return entry
            again = ask_whether(entry)
            if not again:
                return entry._replace(doubt="")
        except EntryError as error:
            refuse(error)
            again = read_answer(f"  {person(name)}: ")
        try:
            entry = parse_entry(again, row.rules)
        except ScorekeeperError as error:
            refuse(error)


def ask_whether(entry: Entry) -> str:
    """What is typed instead of an entry that leaves a question open; empty where it is meant."""
    return read_answer(f"  {entry.doubt}. [Enter] as typed, or type it again: ")
