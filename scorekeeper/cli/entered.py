"""What was typed for a round on a command line: whose entry is which."""

from scorekeeper.errors import EntryError, count, quoted
from scorekeeper.ledger.entries import Entry, parse_as_total, parse_entry, split_name
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player
from scorekeeper.ledger.rows import Row
from scorekeeper.render.words import people, person


def read_entries(
    game: Game,
    row: Row,
    words: list[str],
    where: str,
    *,
    totals: bool = False,
    partly: bool = False,
) -> dict[str, Entry]:
    """The entries of a command line: all bare in seat order, or all named.

    ``where`` says what the names belong to. ``totals`` reads them as running totals.
    Unless ``partly``, there must be a bare entry for everybody at the table.
    """
    seated = row.players
    split = [split_name(word, sums=game.rules.plays_cards, names=game.names) for word in words]
    named = [name for name, _ in split if name is not None]
    if named and len(named) < len(words):
        bare = next(entry for name, entry in split if name is None)
        raise EntryError(
            f"{quoted(bare)} has no name, and other entries have",
            remedy="name every entry, like bo=12, or none, in seat order",
        )
    if not named and (
        len(words) > len(seated) or (len(words) < len(seated) and words and not partly)
    ):
        missing = seated[len(words) :]
        problem = (
            f"{people(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            if missing
            else f"these are {len(words)} entries for {count(len(seated), 'player')}"
        )
        raise EntryError(
            f"{problem}, and the order is {people(seated)}",
            remedy="give one entry for each, - for somebody who sat the round out",
        )
    found: dict[str, Entry] = {}
    for i, (name, text) in enumerate(split):
        player = seated[i] if name is None else find_player(name, game.names, where)
        if player in found:
            raise EntryError(
                f"{person(player)} has two entries: {quoted(found[player].typed)}, {quoted(text)}",
                remedy="give one entry for each player",
            )
        found[player] = (parse_as_total if totals else parse_entry)(text, row.rules)
    return found
