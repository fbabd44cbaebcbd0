"""A zero that nobody called: whether somebody went out is asked before the round is written."""

from collections.abc import Mapping

from scorekeeper.cli.asking.prompt import ask_yes, read_answer
from scorekeeper.cli.output import talk
from scorekeeper.errors import PlayerError, quoted
from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.scoring import nothing_left, record
from scorekeeper.render.words import person


def settle_who_went_out(game: Game, row: Row, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """Ask who went out when nobody is noted and somebody has 0."""
    settled = dict(entries)
    zeros = zeros_unsettled(game, row, entries)
    if len(zeros) == 1:
        who = person(zeros[0])
        question = f"  Nobody went out? A 0 stands beside {who}."
        if ask_yes(question, f"{who} went out", "nobody did"):
            settled[zeros[0]] = _gone_out(entries[zeros[0]])
        return settled
    while zeros:
        names = " or ".join(map(person, zeros))
        answer = read_answer(f"  Who went out first, {names}? A name, or [n] nobody did: ")
        if answer.lower() in ("n", "no"):
            break
        try:
            first = find_player(answer, zeros, "")
        except PlayerError:
            if answer:
                talk([f"  {quoted(answer)} is not one of them", f"    try: type {names}, or n"])
        else:
            return {**settled, first: _gone_out(entries[first])}
    return settled


def zeros_unsettled(game: Game, row: Row, entries: Mapping[str, Entry]) -> tuple[str, ...]:
    """Who may have gone out, though nobody typed so; raises as ``record`` does."""
    if not game.rules.plays_cards or any(entry.out for entry in entries.values()):
        return ()
    recorded = record(game, entries).game
    return nothing_left(recorded, row.number, recorded.rounds[row.at])


def _gone_out(entry: Entry) -> Entry:
    """The entry of who went out, with the cards that were shown."""
    if entry.groups:
        return entry._replace(typed=f"o:{entry.typed}", out=True)
    return Entry("o", out=True)
