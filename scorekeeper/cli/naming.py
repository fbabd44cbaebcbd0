"""Whose entries they are, where people say a name and then an entry: ``zoe 3 bo 12``."""

from collections.abc import Sequence

from scorekeeper.cards import are_cards
from scorekeeper.errors import EntryError, PlayerError, printable, quoted
from scorekeeper.ledger.entries import is_entry, is_sum, split_name
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player, folded
from scorekeeper.rules.card_rules import RoundRules


def named_entries(words: Sequence[str], game: Game) -> list[tuple[str, str]]:
    """The players that ``words`` name, each with the words of the entry behind; [] where none is.

    The first words are a name, ``=`` may stand behind a name, and an entry may be several words
    (cards). What can be an entry is a name only where it is one in full.
    """
    words = _apart(words, game)
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(words):
        player, begins = _name_at(words, at, game)
        if player is None:
            return []
        at = begins
        while at < len(words) and (at == begins or not _next_name(words, at, game)):
            at += 1
        found.append((player, " ".join(words[begins:at])))
    return found if all(entry for _, entry in found) else []


def refuse_strangers(words: Sequence[str], game: Game, rules: RoundRules | None) -> None:
    """Raise PlayerError where an entry stands behind a word that can only be a name, and is none.

    So is a name with a slip of a key; of cards or points with one the entry itself tells.
    EntryError where a name stands alone.
    """
    _refuse_name_alone(" ".join(words), game, rules)
    if len(words) < 2 or not words[0].isalpha():
        return
    if is_entry(words[0], rules) or _can_be_entry(words[0]):
        return
    if is_entry(" ".join(words[1:]), rules):
        find_player(words[0], game.names, "this game")


def _refuse_name_alone(typed: str, game: Game, rules: RoundRules | None) -> None:
    if is_entry(typed, rules):
        return
    try:
        find_player(typed, game.names, "")
    except PlayerError:
        return
    remedy = f"type it behind the name, like {printable(typed, 20)} 3"
    raise EntryError(f"{quoted(typed)} has no entry", remedy=remedy)


def _apart(words: Sequence[str], game: Game) -> list[str]:
    """``words`` with a name and its entry in words of their own where ``=`` joined them."""
    found: list[str] = []
    for word in words:
        name, entry = split_name(word, sums=game.rules.plays_cards, names=game.names)
        found += [*(name or "").split(), *([entry] if entry else [])]
    return [word for word in found if word != "="]


def _name_at(words: Sequence[str], at: int, game: Game) -> tuple[str | None, int]:
    """The player whose name begins at ``at``, the longest possible, and where the entry begins."""
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


def _next_name(words: Sequence[str], at: int, game: Game) -> bool:
    """Whether the next player's name begins at ``at``, and no card of the hand before."""
    return not are_cards(words[at]) and _name_at(words, at, game)[0] is not None
