"""Whose entry is which: on a command line, and where people say a name first: ``zoe 3 bo 12``."""

from collections.abc import Sequence

from scorekeeper.cards import are_cards, is_called_a_card
from scorekeeper.errors import EntryError, PlayerError, count, printable, quoted
from scorekeeper.ledger.entries import (
    Entry,
    is_entry,
    is_sum,
    parse_as_total,
    parse_entry,
    split_name,
)
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player, folded
from scorekeeper.ledger.rows import Row
from scorekeeper.render.words import people, person
from scorekeeper.rules.card_rules import RoundRules


def without_name(words: Sequence[str], game: Game) -> list[str]:
    """Those of ``words`` that name no player: bare entries."""
    sums = game.rules.plays_cards
    return [word for word in words if split_name(word, sums=sums, names=game.names)[0] is None]


def is_player(typed: str, game: Game) -> bool:
    """Whether ``typed`` means one of the players."""
    try:
        find_player(typed, game.names, "")
    except PlayerError:
        return False
    return True


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
    bare = without_name(words, game)
    if bare and len(bare) < len(words):
        raise EntryError(
            f"{quoted(bare[0])} has no name, and other entries have",
            remedy="name every entry, like bo=12, or none, in seat order",
        )
    missing = seated[len(bare) :]
    if len(bare) > len(seated) or (bare and missing and not partly):
        problem = f"these are {len(words)} entries for {count(len(seated), 'player')}"
        if missing:
            problem = f"{people(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        raise EntryError(
            f"{problem}, and the order is {people(seated)}",
            remedy="give one entry for each, - for somebody who sat the round out",
        )
    found: dict[str, Entry] = {}
    for i, word in enumerate(words):
        name, text = split_name(word, sums=game.rules.plays_cards, names=game.names)
        player = seated[i] if name is None else find_player(name, game.names, where)
        if player in found:
            raise EntryError(
                f"{person(player)} has two entries: {quoted(found[player].typed)}, {quoted(text)}",
                remedy="give one entry for each player",
            )
        found[player] = (parse_as_total if totals else parse_entry)(text, row.rules)
    return found


def named_entries(words: Sequence[str], game: Game) -> list[tuple[str, str]]:
    """The players that ``words`` name, each with the words of the entry behind; [] where none is.

    The first words are a name, ``=`` may stand behind a name, and an entry may be several words
    (cards). What can be an entry is a name only where it is one in full.
    """
    words = _apart(words, game)
    found: list[tuple[str, list[str]]] = []
    at = 0
    while at < len(words):
        # Behind a name comes an entry, and a card belongs to the hand before it.
        goes_on = found and (not found[-1][1] or are_cards(words[at]))
        player, behind = (None, at) if goes_on else _name_at(words, at, game)
        if player is not None:
            found.append((player, []))
            at = behind
        elif not found:
            return []
        else:
            found[-1][1].append(words[at])
            at += 1
    return [(name, " ".join(entry)) for name, entry in found] if all(e for _, e in found) else []


def refuse_strangers(words: Sequence[str], game: Game, rules: RoundRules | None) -> None:
    """Raise PlayerError where an entry stands behind a word that can only be a name, and is none.

    So is a name with a slip of a key; of cards or points with one the entry itself tells.
    EntryError where a name stands alone.
    """
    typed = " ".join(words)
    if not is_entry(typed, rules) and is_player(typed, game):
        remedy = f"type it behind the name, like {printable(typed, 20)} 3"
        raise EntryError(f"{quoted(typed)} has no entry", remedy=remedy)
    if len(words) < 2 or not words[0].isalpha():
        return
    if is_entry(words[0], rules) or _can_be_entry(words[0]):
        return
    if is_entry(" ".join(words[1:]), rules):
        find_player(words[0], game.names, "this game")


def _apart(words: Sequence[str], game: Game) -> list[str]:
    """``words`` with a name and its entry in words of their own where ``=`` joined them."""
    found: list[str] = []
    for word in words:
        name, entry = split_name(word, sums=game.rules.plays_cards, names=game.names)
        found += [*(name or "").split(), *([entry] if entry else [])]
    return [word for word in found if word != "="]


def _name_at(words: Sequence[str], at: int, game: Game) -> tuple[str | None, int]:
    """The player whose name begins at ``at``, the longest possible, and where the entry begins."""
    if is_called_a_card(words[at], " ".join(words[at + 1 : at + 2])):
        return None, at
    longest = max(len(name.split()) for name in game.names)
    for end in range(min(len(words) - 1, at + longest), at, -1):
        typed = " ".join(words[at:end])
        if _can_be_entry(typed) and folded(typed) not in map(folded, game.names):
            continue
        try:
            return find_player(typed, game.names, ""), end
        except PlayerError:
            continue
    return None, at


def _can_be_entry(typed: str) -> bool:
    return typed.isdigit() or typed.casefold() in ("o", "out", "-") or is_sum(typed)
