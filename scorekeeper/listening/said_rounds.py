"""A round or a claim as somebody types or says it, as the command for it."""

from collections.abc import Sequence

from scorekeeper.cards import are_cards, parse_groups
from scorekeeper.errors import SK, EntryError, RoundError, UsageError, listed, printable, quoted
from scorekeeper.ledger import Game
from scorekeeper.ledger.faults import lacks_wild
from scorekeeper.ledger.names import called_in, shell_name
from scorekeeper.ledger.rows import next_row
from scorekeeper.listening.sayings import said as sayings
from scorekeeper.listening.whose_entry import (
    Said,
    look_like_totals,
    read_entries,
    refuse_so_far,
    said_in,
)
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.terminal.games import games_here

ONLY_BEHIND_A_NAME = ("big", "big gin")
"""Entries that a line of their own would say of nobody."""


def can_go_out(text: str, game: Game | None) -> bool:
    """Whether these are cards to go out with: laid out in groups, or a hand after the draw."""
    if not are_cards(text):
        return False
    groups, rules = parse_groups(text), rules_at_hand(game)
    held = sum(map(len, groups))
    return len(groups) > 1 or (rules is not None and held == (rules.deal or 0) + 1)


def claim_of(cards: str, game: Game | None) -> list[str]:
    """The ``verify`` of cards in the round at hand, however many they are."""
    at_hand = []
    if game and rules_at_hand(game):
        row = next_row(game)
        at_hand = ["--round", "bonus" if row.bonus else row.word]
    return ["verify", *at_hand, "--", cards]


def round_of(words: Sequence[str], game: Game | None) -> list[str]:
    """The ``add`` of a round, or ``verify`` of a player's cards with ``/`` between them.

    Raises what is wrong with the entries, or why there can be none.
    """
    if game is None:
        problem, remedy = "there is no game yet", f"start one: {SK}new"
        if titles := open_titles():
            problem = f"{listed(titles)} aren't over: which one is this for?"
            remedy = f"open one first, like {SK}open 1, or start another: {SK}new"
        raise UsageError(problem, remedy=remedy)
    row = next_row(game)
    said = said_in(words, game, row.rules)
    given = [entry if name is None else f"{name}={entry}" for name, entry in said]
    is_named = any(name is not None for name, _ in said)
    bare = {entry.casefold() for name, entry in said if name is None}
    if row.rules and row.rules.has_gin and not bare.isdisjoint(ONLY_BEHIND_A_NAME):
        problem = f"{quoted(' '.join(words))} does not say whose it is"
        raise EntryError(problem, remedy="name who it was, like {} big, {} 20".format(*row.players))
    if not is_named:
        _refuse_bare_words(said, row.rules, game)
    elif len(said) == 1 and can_go_out(said[0].entry, game):
        return claim_of(given[0], game)
    entries = read_entries(row, said, partly=is_named)
    # All of these are asked about.
    lacks = lacks_wild(row, entries) or game.lacks_upcard
    if not (look_like_totals(game, row, entries) or lacks):
        refuse_so_far(game, row, entries)
    return ["add", *given]


def open_titles() -> list[str]:
    """The games here that go on, where none of them is the one at hand."""
    going_on = (evening for evening in games_here(quiet=True) if not evening.is_over)
    return [printable(evening.head.title or evening.path.name) for evening in going_on]


def _refuse_bare_words(said: Sequence[Said], rules: RoundRules | None, game: Game) -> None:
    """Raise EntryError for a word like ``drop`` without a name: alone it means something else."""
    for _, entry in said:
        if called_in(entry, rules):
            problem = f"{quoted(entry)} needs a name here"
            example = f"{shell_name(game.names[-1], game.names)} {entry}"
            raise EntryError(problem, remedy=f"name every entry, like {example}; or type add")


def rules_at_hand(game: Game | None) -> RoundRules | None:
    """The rules of the round to come, None where there is none or no cards are dealt."""
    try:
        return next_row(game).rules if game else None
    except RoundError:
        return None


def with_discard(words: Sequence[str]) -> list[str]:
    """A line with ``/`` before a card that somebody discards: *and throwing the kd*."""
    found: list[str] = []
    discards = sayings()["discards"]
    for at, word in enumerate(words):
        rest = [w for w in words[at + 1 :] if w not in ("a", "an", "the")]
        if word.casefold() in discards and rest and are_cards(rest[0].rstrip(",.")):
            found += ["/"]
        elif found[-1:] != ["/"] or word not in ("a", "an", "the"):
            found += [word]
    return [
        w for w, after in zip(found, [*found[1:], ""], strict=True) if (w, after) != ("and", "/")
    ]
