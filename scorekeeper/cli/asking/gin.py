"""The questions of games in which one of two ends each hand by gin or a knock.

Who ended it is asked where nobody is said to have, and which card was turned up where that counts.
"""

from collections.abc import Mapping

from scorekeeper.cards import Card, parse_card
from scorekeeper.cli.asking.confirm import is_nobody_out, refuse_so_far, settle_who_went_out
from scorekeeper.cli.whose_entry import read_entries, said_in
from scorekeeper.errors import EntryError
from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.gin import turn_up
from scorekeeper.ledger.people import find_player, is_whole_name, shell_name
from scorekeeper.ledger.rows import Row
from scorekeeper.render.words import person
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.terminal.command_words import as_said, split_words
from scorekeeper.terminal.prompt import DeadHand, ask


def is_dead(answer: str) -> bool:
    """Whether an answer says that the stock ran out before anybody ended the hand."""
    return as_said(answer) in ("dead", "dead hand")


def settle_who_ended(game: Game, row: Row, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries, with how who is named ended the hand; raises as ``record`` does, and DeadHand.

    A name alone is enough where what that player has left says it. In a game in which all count
    their own, who went out is asked.
    """
    if not is_nobody_out(game, entries):
        return dict(entries)
    if not game.rules.scoring.knocks:
        return settle_who_went_out(game, row, entries)

    def with_ending(answer: str) -> dict[str, Entry] | None:
        if is_dead(answer):
            raise DeadHand
        if not answer:
            return None
        typed = answer.casefold()
        ended = [name for name, entry in entries.items() if typed == f"o{entry.points or ''}"]
        if len(ended) == 1:  # the other has something else left
            answer = ended[0]
        if is_whole_name(answer, row.players) or len(answer.split()) == 1:
            name = find_player(answer, row.players, "this round")
            entry = entries[name]
            typed = f"o:{entry.typed}" if entry.groups else f"o{entry.points or ''}"
            named = {name: entry._replace(typed=typed, out=True)}
        else:
            said = said_in(split_words(answer), game, row.rules)
            named = read_entries(row, said, partly=True)
            if sum(entry.out for entry in named.values()) != 1:
                raise EntryError("this doesn't say who ended the hand", remedy=f"type {example}")
        found = {**entries, **named}
        refuse_so_far(game, row, found)
        return found

    who = shell_name(row.players[0], game.names)
    example = f"{who} o for gin, {who} o7 for a knock with 7, {who} big, or dead"
    question = f"  Who ended the hand?   like {who}, or {who} o7: "
    return ask(question, with_ending, example, names=row.players, looks_like_a_line=True)


def ask_upcard(game: Game) -> Card:
    """The card that was turned up for the hand to come."""

    def turned_up(answer: str) -> Card | None:
        if not answer:
            return None
        card = parse_card(answer)
        turn_up(game, card)
        return card

    question = "Which card was turned up?   like 4s: "
    # A card alone would otherwise be a line of its own.
    return ask(question, turned_up, "a card, like 4s or 10h", looks_like_a_line=True)


def entry_words(name: str, entry: Entry, rules: RoundRules | None) -> str:
    """What an entry says in words, as far as it can be known before the other's."""
    if entry.cards:
        return "big gin" if rules and len(entry.cards) > (rules.deal or 0) else ""
    if not entry.out:
        return "" if entry.points is None else f"{person(name)} has {entry.points} left"
    return "big gin" if entry.big else f"knocked with {entry.points}" if entry.points else "gin"
