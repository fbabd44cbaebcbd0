"""What phones see: plain dictionaries whose keys are a promise, like those of ``--json``."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.standings import standings
from scorekeeper.render import machine
from scorekeeper.serve.drafts import Draft, Phones, entries_of
from scorekeeper.solver import best_arrangement


class RoundAtHand(NamedTuple):
    """How far the round at hand is, beside what phones have sent.

    ``claim`` is the last verdict, ``wrong`` why the round cannot be written though all are in,
    ``writes_in`` the seconds until it writes itself.
    """

    row: Row | None
    claim: machine.Facts | None
    wrong: ScorekeeperError | None
    writes_in: float | None


def sheet_facts(game: Game, file: str) -> machine.Facts:
    """What is on the sheet, and what is dealt next; the same for everybody."""
    places = standings(game)
    facts = machine.standings(game, places, file)
    rules = game.rules_now
    return {
        "game": {
            "title": game.title,
            "file": file,
            "game": game.rules.game,
            "finished": places.finished,
            "rounds_played": len(game.played),
            "rounds": game.rules.last_round,
            "winners": places.winners,
        },
        "standings": facts["standings"],
        "next": machine.round_card(places.next, "stock"),
        "sheet": machine.sheet(game, file),
        "deck": {
            "suits": rules.suits,
            "ranks": rules.ranks,
            "jokers": rules.jokers * game.decks,
        }
        if places.next and places.next.deal
        else None,
    }


def round_facts(
    at_hand: RoundAtHand, phones: Phones, is_silent: Callable[[str], bool]
) -> machine.Facts:
    """Who sits where, who is in, and the last verdict; the same for everybody."""
    players = at_hand.row.players if at_hand.row else ()
    ready = phones.ready()
    return {
        "seats": [
            {
                "player": player,
                "taken": player in phones.seats,
                "ready": player in ready,
                "silent": player in phones.seats and is_silent(phones.seats[player]),
            }
            for player in players
        ],
        "claim": at_hand.claim,
        "wrong": at_hand.wrong and at_hand.wrong.facts,
        "writes_in": at_hand.writes_in,
    }


def own_facts(row: Row | None, phones: Phones, phone: str) -> machine.Facts | None:
    """What one phone alone sees: its seat and its draft, None without a seat.

    Once somebody is out its cards are counted; until then the pad tells nobody what they are worth.
    """
    player = phones.player(phone)
    if player is None:
        return None
    draft = phones.drafts.get(player)
    if draft is None or row is None:
        return {"player": player, "draft": None}
    return {
        "player": player,
        "draft": {**draft_facts(draft), "counted": _counted(row, phones, player)},
    }


def draft_facts(draft: Draft) -> machine.Facts:
    """A draft as its own phone sees it."""
    facts = draft._asdict()
    del facts["claimed"]
    return facts


def _counted(row: Row, phones: Phones, player: str) -> machine.Facts | None:
    """The least deadwood of a player's cards, None as long as nobody is out."""
    entries = entries_of(row, phones)
    is_over = any(entry.out for entry in entries.values())
    if row.rules is None or not is_over or player not in entries or not entries[player].cards:
        return None
    hand = entries[player].cards
    return machine.deadwood(hand, _best(hand, row.rules), row.rules)


_best = lru_cache(maxsize=64)(best_arrangement)
"""Every page asks again with each event."""
